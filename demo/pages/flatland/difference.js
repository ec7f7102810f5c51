/* The Minkowski difference of a pair, as the solvers see it, and the level curves that come with it.
 *
 * C holds all a - b of points of A and B about their centres; p is B's centre seen from A's. Growing both
 * shapes by σ grows C by σ: they touch when p lies on the boundary of σC. The distance of the shapes is
 * that of p from C, the depth how deep p lies inside. So all positions of B's centre with one growth
 * distance σ are the boundary of σC about A's centre; with one distance t, the boundary of C summed to
 * a ball of radius t; with one depth t, what is left when every edge of C moves inwards by t. Curves,
 * not samples: nothing is searched. */
import { outlineOf, supportOf, toWorld } from './outline.js';

/** @typedef {import('./outline.js').Point} Point */

/**
 * @param {{ shape: import('growth-distance').Shape, pose: object }} a
 * @param {{ shape: import('growth-distance').Shape, pose: object }} b
 * @returns {{ support: import('./outline.js').Support, p: Point, from: Point }} C's support function, p,
 *   and A's centre in the world, where C's origin belongs
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
 * How far the outline that is eroded may be inside C, of C's size: the work grows with the square of
 * its points.
 */
const COARSE = 5e-4;

/**
 * Level curves around the origin of C, from the outermost to the innermost.
 * @param {import('./outline.js').Support} support of C
 * @param {'growth' | 'signed'} quantity of the growth distance or the signed distance
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
  // what is left is eroded further: the same as at once, and less to do each time
  let points = outlineOf(support, Math.max(tolerance, COARSE * size));
  for (let k = 1; k <= MOST_INSIDE; k++) {
    points = eroded(points, STEPS.signed);
    if (points.length < 3) break;
    inside.push({ value: -STEPS.signed * k, points });
  }
  return [...outside, { value: 0, points: outline }, ...inside];
}

/** Support function of a set summed to a ball. */
const inflated = (support, radius) => (d) => {
  const [x, y] = support(d);
  const length = Math.hypot(...d);
  return [x + (radius * d[0]) / length, y + (radius * d[1]) / length];
};

/**
 * What is left of a convex polygon whose edges move inwards.
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
