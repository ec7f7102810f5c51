/* The Minkowski difference of a trace as a surface: the hull of its support points in many directions.
 * Radii and margins that the solver removes from the shapes are removed here, too. */
import { ConvexHull } from 'growth-distance';
import { add, dot, scaled, unit } from '../../steps/vectors.js';
import { rotate, rotateInverse } from './quaternion.js';

const DIRECTIONS = 1200;
/** Thickness of the drawing of a difference without volume, relative to its size. */
const THIN = 0.004;

/** Evenly spread unit vectors, and the axes. */
const LIST = (() => {
  const list = [0, 1, 2].flatMap((k) =>
    [1, -1].map((s) => [0, 1, 2].map((i) => (i === k ? s : 0))),
  );
  for (let i = 0; i < DIRECTIONS; i++) {
    const y = 1 - (2 * (i + 0.5)) / DIRECTIONS;
    const around = Math.sqrt(1 - y * y);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    list.push([around * Math.cos(angle), y, around * Math.sin(angle)]);
  }
  return list;
})();

/**
 * The support point of a posed shape along a unit direction in world coordinates, with a ball of the
 * given radius removed.
 * @param
 *   {{ shape: import('growth-distance').Shape, pose: { position: number[], quaternion: number[] } }}
 *   body
 * @param {number[]} direction
 * @param {number} [radius]
 */
export function supportOf({ shape, pose }, direction, radius = 0) {
  const q = unit(pose.quaternion);
  const local = shape.support(rotateInverse(q, direction));
  return add(add(rotate(q, local), pose.position), scaled(-radius, direction));
}

/** The centre of a shape, about which it is scaled, in world coordinates. */
export const centerOf = ({ shape, pose }) =>
  add(rotate(unit(pose.quaternion), shape.center ?? [0, 0, 0]), pose.position);

/**
 * Support points of A - scale · B + shift.
 * @param {object} a body
 * @param {object} b body
 * @param {{ shift: number[], scale: number, radiusA: number, radiusB: number }} row the parameters of
 *   the difference in an iterate
 * @param {number[][]} [more] additional unit directions
 * @returns {number[][]}
 */
export function differencePoints(a, b, { shift, scale, radiusA, radiusB }, more = []) {
  return [...LIST, ...more].map((d) => {
    const opposite = scaled(-1, d);
    const onA = supportOf(a, d, radiusA);
    const onB = supportOf(b, opposite, radiusB);
    return add(add(onA, scaled(-scale, onB)), shift);
  });
}

/**
 * The surface of the difference as a hull; the caller disposes of it. Null for a half-space, which is
 * unbounded.
 * @param {Parameters<typeof differencePoints>} pair
 * @returns {ConvexHull | null}
 */
export function differenceHull(...pair) {
  let points;
  try {
    points = differencePoints(...pair);
  } catch {
    return null;
  }
  try {
    return new ConvexHull({ points: points.flat() });
  } catch {
    const directions = [...LIST, ...(pair[3] ?? [])];
    const size = Math.max(1e-3, ...LIST.slice(0, 6).map((d) => extent(points, d)));
    const thick = points.map((p, i) => add(p, scaled(THIN * size, directions[i])));
    return new ConvexHull({ points: thick.flat() });
  }
}

function extent(points, direction) {
  const along = points.map((p) => dot(p, direction));
  return Math.max(...along) - Math.min(...along);
}
