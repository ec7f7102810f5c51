/* Formulas for whether a point lies in a shape, with rows for every solid type of 2D and 3D. */
import { CustomShape, Shape } from '../../js/index.js';
import { add, dot, length, scaled, sub } from './vectors.js';

const within = (limits) => (x) => x.every((t, i) => Math.abs(t) < limits[i]);
const round = (radii) => (x) => length(x.map((t, i) => t / radii[i])) < 1;
const ofNorm = (p, radius) => (x) => x.reduce((sum, t) => sum + (Math.abs(t) / radius) ** p, 0) < 1;

/** A solid of revolution about the Y axis, with its radii at the bottom and at the top. */
const turned = (h, bottom, top) => (x) => {
  const wide = bottom + ((top - bottom) * (x[1] + h)) / (2 * h);
  return Math.abs(x[1]) < h && Math.hypot(x[0], x[2] ?? 0) < wide;
};

/** The points nearer than r to a segment. */
const aboutSegment = (a, b, r) => (x) => {
  const ab = sub(b, a);
  const t = Math.min(1, Math.max(0, dot(sub(x, a), ab) / dot(ab, ab)));
  return length(sub(x, add(a, scaled(t, ab)))) < r;
};
const aboutAxis = (h, r, n) => aboutSegment([0, -h, 0].slice(0, n), [0, h, 0].slice(0, n), r);

/** The points nearer than r to the triangle with the corners a, a + e and a + f. */
const aboutTriangle = (a, e, f, r) => {
  const edges = [[a, add(a, e)], [add(a, e), add(a, f)], [add(a, f), a]]; // prettier-ignore
  return (x) => {
    if (edges.some(([u, v]) => aboutSegment(u, v, r)(x))) return true;
    // e and f are perpendicular
    const y = sub(x, a);
    const [s, t] = [dot(y, e) / dot(e, e), dot(y, f) / dot(f, f)];
    if (s < 0 || t < 0 || s + t > 1) return false;
    return length(sub(y, add(scaled(s, e), scaled(t, f)))) < r;
  };
};

/** The points nearer than r to a box. */
const aboutBox = (half, r) => (x) =>
  length(x.map((t, i) => Math.max(0, Math.abs(t) - half[i]))) < r;

/** The corners of a box. */
const corners = (half) =>
  half.reduce((list, h) => list.flatMap((p) => [[...p, -h], [...p, h]]), [[]]); // prettier-ignore
/**
 * Points on the axes. A smooth hull is defined about its centre, which is inside if the points
 * surround it.
 */
const onAxes = (n) =>
  Array.from({ length: 2 * n }, (_, k) =>
    Array.from({ length: n }, (__, i) => (i === k >> 1 ? (k % 2 ? -1 : 1) : 0)),
  );
const diagonal = (factors) => factors.map((f, i) => factors.map((_, k) => (i === k ? f : 0)));

const EXPONENT = 3;

/** An ellipsoid as a custom shape. */
const customEgg = (radii) => (options) =>
  new CustomShape({
    dimension: radii.length,
    support: (d) => {
      const size = length(d.map((x, i) => x * radii[i]));
      return d.map((x, i) => (x * radii[i] ** 2) / size);
    },
    ...options,
  });

/** [dimension, type, parameters or a function of options, inside] */
const ROWS = [
  [3, 'sphere', { radius: 2 }, round([2, 2, 2])],
  [3, 'ellipsoid', { radii: [1, 2, 3] }, round([1, 2, 3])],
  [3, 'ellipsoid', { radii: [3, 1, 2] }, round([3, 1, 2])],
  [3, 'box', { halfExtents: [1, 2, 3] }, within([1, 2, 3])],
  [3, 'capsule', { halfHeight: 2, radius: 1 }, aboutAxis(2, 1, 3)],
  [3, 'cylinder', { halfHeight: 2, radius: 1 }, turned(2, 1, 1)],
  [3, 'cone', { halfHeight: 2, radius: 1 }, turned(2, 1, 0)],
  [3, 'frustum', { halfHeight: 2, bottomRadius: 1, topRadius: 0.5 }, turned(2, 1, 0.5)],
  [3, 'frustum', { halfHeight: 2, bottomRadius: 0.5, topRadius: 1 }, turned(2, 0.5, 1)],
  [3, 'hull', { points: corners([1, 2, 3]) }, within([1, 2, 3])],
  [3, 'dsf', { points: onAxes(3), exponent: EXPONENT }, ofNorm(1, 1)],
  [3, 'point', { margin: 2 }, round([2, 2, 2])],
  [3, 'segment', { a: [0, -2, 0], b: [0, 2, 0], margin: 1 }, aboutAxis(2, 1, 3)],
  [
    3,
    'triangle',
    { a: [-1, -1, 0], b: [2, -1, 0], c: [-1, 2, 0], margin: 0.5 },
    aboutTriangle([-1, -1, 0], [3, 0, 0], [0, 3, 0], 0.5),
  ],
  [
    3,
    'transformed',
    { shape: { type: 'sphere', radius: 1 }, matrix: diagonal([1, 2, 3]) },
    round([1, 2, 3]),
  ],
  [
    3,
    'sum',
    { a: { type: 'box', halfExtents: [1, 2, 3] }, b: { type: 'sphere', radius: 0.5 } },
    aboutBox([1, 2, 3], 0.5),
  ],
  [3, 'custom', customEgg([1, 2, 3]), round([1, 2, 3])],
  [3, 'norm-ball', { dimension: 3, p: 3, radius: 2 }, ofNorm(3, 2)],
  [2, 'circle', { radius: 2 }, round([2, 2])],
  [2, 'ellipse', { radii: [1, 2] }, round([1, 2])],
  [2, 'ellipse', { radii: [2, 1] }, round([2, 1])],
  [2, 'ellipse', { radii: [3, 0.25] }, round([3, 0.25])],
  [2, 'rectangle', { halfExtents: [1, 2] }, within([1, 2])],
  [2, 'polygon', { points: corners([1, 2]) }, within([1, 2])],
  [2, 'stadium', { halfHeight: 2, radius: 1 }, aboutAxis(2, 1, 2)],
  [2, 'dsf', { points: onAxes(2), exponent: EXPONENT }, ofNorm(1, 1)],
  [2, 'point', { dimension: 2, margin: 2 }, round([2, 2])],
  [2, 'segment', { a: [0, -2], b: [0, 2], margin: 1 }, aboutAxis(2, 1, 2)],
  [
    2,
    'triangle',
    { a: [-1, -1], b: [2, -1], c: [-1, 2], margin: 0.5 },
    aboutTriangle([-1, -1], [3, 0], [0, 3], 0.5),
  ],
  [
    2,
    'transformed',
    { shape: { type: 'circle', radius: 1 }, matrix: diagonal([1, 2]) },
    round([1, 2]),
  ],
  [
    2,
    'sum',
    { a: { type: 'rectangle', halfExtents: [1, 2] }, b: { type: 'circle', radius: 0.5 } },
    aboutBox([1, 2], 0.5),
  ],
  [2, 'custom', customEgg([1, 2]), round([1, 2])],
  [2, 'norm-ball', { dimension: 2, p: 3, radius: 2 }, ofNorm(3, 2)],
  [4, 'norm-ball', { dimension: 4, p: 3, radius: 2 }, ofNorm(3, 2)],
];

/** Types whose inradius at the centre comes from an inscribed polytope, which needs room. */
const SEARCHED = ['dsf', 'transformed', 'sum', 'custom'];

/**
 * Every solid type: { n, type, make(options), inside(point), close }. `close` is the least part of
 * the way to the surface by which a centre must be inside.
 */
export const SOLIDS = ROWS.map(([n, type, parameters, inside]) => ({
  n,
  type,
  inside,
  close: SEARCHED.includes(type) ? 1e-3 : 1e-6,
  make:
    typeof parameters === 'function'
      ? parameters
      : (options) => Shape.from({ type, ...parameters, ...options }),
}));

/** The distance from the origin, which is inside, to the surface along a direction. */
export function surfaceAlong(inside, direction) {
  let [low, high] = [0, 16];
  for (let i = 0; i < 60; i++) {
    const t = (low + high) / 2;
    if (inside(scaled(t, direction))) low = t;
    else high = t;
  }
  return low;
}
