/* Vectors as lists of numbers, and turns by unit quaternions x, y, z, w. */

export const add = (u, v) => u.map((x, i) => x + v[i]);
export const sub = (u, v) => u.map((x, i) => x - v[i]);
export const scaled = (s, v) => v.map((x) => s * x);
export const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
export const length = (v) => Math.hypot(...v);
export const unit = (v) => scaled(1 / length(v), v);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];

/** v turned by q. */
export function turned([x, y, z, w], v) {
  const axis = [x, y, z];
  const t = scaled(2, cross(axis, v));
  return add(v, add(scaled(w, t), cross(axis, t)));
}

/** v turned back by q. */
export const unturned = ([x, y, z, w], v) => turned([-x, -y, -z, w], v);

/** The sum of weight · part over the vertices of an iterate; null where nothing has weight. */
export function weighted(vertices, part) {
  const carriers = vertices.filter((v) => v.weight > 0);
  if (carriers.length === 0) return null;
  return carriers.map((v) => scaled(v.weight, v[part])).reduce(add);
}
