/* Vectors as lists of numbers, 3D and 2D. */

export const add = (u, v) => u.map((x, i) => x + v[i]);
export const sub = (u, v) => u.map((x, i) => x - v[i]);
export const scaled = (s, v) => v.map((x) => s * x);
export const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
export const length = (v) => Math.hypot(...v);
export const unit = (v) => scaled(1 / length(v), v);

/** The sum of weight · part over the vertices of an iterate; null if all weights are 0. */
export function weighted(vertices, part) {
  const carriers = vertices.filter((v) => v.weight > 0);
  if (carriers.length === 0) return null;
  return carriers.map((v) => scaled(v.weight, v[part])).reduce(add);
}
