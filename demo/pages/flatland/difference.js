/* The Minkowski difference C of a pair, as the solvers use it, and its level curves.
 *
 * C contains all differences a - b of points of A and B relative to their centres; p is B's centre
 * relative to A's. Scaling both shapes by σ scales C by σ. They touch if p is on the boundary
 * of σC. The distance of the shapes is the distance from p to C; the depth is the distance from p inside
 * C to the boundary.
 *
 * The level curves are all positions of B's centre with one value:
 * - Growth distance σ: the boundary of σC around A's centre.
 * - Distance t: the boundary of the sum of C and a disk of radius t.
 * - Depth t: the boundary of the rest of C after every edge moves inwards by t.
 *
 * These curves follow directly from C, without solving a query per point. */
import { outlineOf, supportOf, toWorld } from './outline.js';

/** @typedef {import('./outline.js').Point} Point */

/**
 * @param {{ shape: import('growth-distance').Shape, pose: object }} a
 * @param {{ shape: import('growth-distance').Shape, pose: object }} b
 * @returns {{ support: import('./outline.js').Support, p: Point, from: Point }} C's support function, p,
 *   and A's centre in the world, where C's origin is drawn
 */
export function differenceOf(a, b) {
  const [from, to] = [a, b].map(({ shape, pose }) => toWorld(pose, shape.center));
  const [ofA, ofB] = [supportOf(a), supportOf(b)];
  const support = (d) => {
    const [x, y] = ofA(d);
    const [u, v] = ofB([-d[0], -d[1]]);
    return [x - from[0] - (u - to[0]), y - from[1] - (v - to[1])];
  };
  return { support, p: [to[0] - from[0], to[1] - from[1]], from };
}

const STEPS = { growth: [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3], signed: 0.25 };
const MOST_OUTSIDE = 8;
const MOST_INSIDE = 40;
/**
 * Tolerance of the outline that is eroded, relative to C's size. The work grows with the square of the
 * number of points.
 */
const COARSE = 5e-4;

/**
 * Level curves around the origin of C, from the outermost to the innermost.
 * @param {import('./outline.js').Support} support of C
 * @param {'growth' | 'signed'} quantity growth distance or signed distance
 * @param {number} tolerance
 * @returns {{ value: number, points: Point[] }[]}
 */
export function levelCurves(support, quantity, tolerance) {
  const outline = outlineOf(support, tolerance);
  if (quantity === 'growth')
    return STEPS.growth
      .toReversed()
      .map((value) => ({ value, points: outline.map(([x, y]) => [value * x, value * y]) }));
  const outside = Array.from({ length: MOST_OUTSIDE }, (_, k) => {
    const value = STEPS.signed * (MOST_OUTSIDE - k);
    return { value, points: outlineOf(inflated(support, value), tolerance) };
  });
  const size = Math.max(...outline.map(([x, y]) => Math.hypot(x, y)));
  const inside = [];
  // eroding the previous result gives the same curve as eroding C, with fewer edges
  let points = outlineOf(support, Math.max(tolerance, COARSE * size));
  for (let k = 1; k <= MOST_INSIDE; k++) {
    points = eroded(points, STEPS.signed);
    if (points.length < 3) break;
    inside.push({ value: -STEPS.signed * k, points });
  }
  return [...outside, { value: 0, points: outline }, ...inside];
}

/** Support function of the sum of a shape and a disk. */
const inflated = (support, radius) => (d) => {
  const [x, y] = support(d);
  const length = Math.hypot(...d);
  return [x + (radius * d[0]) / length, y + (radius * d[1]) / length];
};

/**
 * The rest of a convex polygon after all edges move inwards.
 * @param {Point[]} polygon counter-clockwise
 * @param {number} by
 */
export function eroded(polygon, by) {
  let left = polygon;
  for (const [i, [x, y]] of polygon.entries()) {
    const [u, v] = polygon[(i + 1) % polygon.length];
    const length = Math.hypot(u - x, v - y);
    const n = [(v - y) / length, (x - u) / length];
    left = clipped(left, n, n[0] * x + n[1] * y - by);
    if (left.length < 3) return [];
  }
  return left;
}

/** The part of a convex polygon with n · x ≤ offset. */
function clipped(polygon, n, offset) {
  const height = ([x, y]) => n[0] * x + n[1] * y - offset;
  return polygon.flatMap((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const [h, k] = [height(p), height(q)];
    const kept = h <= 0 ? [p] : [];
    if (h < 0 !== k < 0 && h !== k) {
      const t = h / (h - k);
      if (t > 0 && t < 1) kept.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
    }
    return kept;
  });
}
