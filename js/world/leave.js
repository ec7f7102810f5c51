/* Moves a shape out of the bodies of a world that it overlaps.
 *
 * The shape leaves the deepest body along its normal, then the body that is the deepest there, and so on. Bodies
 * that push in opposite directions, as a floor and a box on it, can return it to the same places for ever. If it
 * is not free after a number of moves, it takes the nearest free place on rays from the start. On each ray it
 * leaves all bodies that it overlaps by the length that certainly leaves each of them, until it is free. */
import { penetration } from '../queries/penetration.js';
import { dot, length, sum, times } from './coordinates.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { ProbeOptions } from './nearest.js' */
/** @import { World } from './world.js' */

/**
 * A shape among the bodies of a world. `at` returns its pose at a position, and `gap` is its distance to a body
 * that it has left.
 * @typedef {object} Walker
 * @property {World<any>} world
 * @property {Shape<any>} shape
 * @property {ProbeOptions} filter
 * @property {(position: number[]) => any} at
 * @property {number} gap
 */
/** The depth in a body. @typedef {{ body: number, value: number, normal: number[] }} Depth */
/** A position, and the depths there. @typedef {{ position: number[], depths: Depth[] }} Place */

/** The largest number of moves out of the deepest body. */
const MOVES = 16;
/** The largest number of moves along one ray. */
const MOVES_OF_RAY = 64;
/** The smallest cosine between a ray and the normal of a half-space that it leaves. */
const LEAVING = 2 ** -10;

const deepest = (/** @type {Depth[]} */ depths) =>
  depths.reduce((a, b) => (b.value > a.value ? b : a));

/**
 * The nearest free place that it finds. If it finds none, the one of the visited places at which the greatest
 * depth is least.
 * @param {Walker} walker @param {number[]} start
 * @returns {Place}
 * @internal
 */
export function leave(walker, start) {
  const first = { position: start, depths: depthsAt(walker, start) };
  let [place, best] = [first, first];
  for (let i = 0; place.depths.length > 0; i++) {
    const { value, normal } = deepest(place.depths);
    if (value < deepest(best.depths).value) best = place;
    if (i === MOVES) return nearestOnRays(walker, first) ?? best;
    const position = sum(place.position, normal, value + gapAfter(walker, value));
    place = { position, depths: depthsAt(walker, position) };
  }
  return place;
}

/** The gap to a body after a depth: a part of the depth if the shape and its displacement have no length. */
const gapAfter = (/** @type {Walker} */ { gap }, /** @type {number} */ depth) =>
  gap > 0 ? gap : 2 ** -14 * depth;

/** @param {Walker} walker @param {number[]} position @param {any} [options] of penetration @returns {Depth[]} */
function depthsAt({ world, shape, filter, at }, position, options) {
  const pose = at(position);
  return world.overlapping(shape, pose, filter).map((body) => {
    const { value, normal } = penetration(
      world.shape(body),
      world.getPose(body),
      shape,
      pose,
      options,
    );
    return { body, value, normal: /** @type {number[]} */ (normal) };
  });
}

/** @param {Walker} walker @param {Place} start @returns {Place | null} */
function nearestOnRays(walker, { position, depths }) {
  let least = Infinity;
  let found = null;
  for (const ray of raysOf(depths.map(({ normal }) => normal))) {
    const way = wayOut(walker, position, ray, least);
    if (!(way < least)) continue;
    least = way;
    found = { position: sum(position, ray, way), depths: [] };
  }
  return found;
}

/**
 * The directions to try, of length 1: the normals, their sum, which leads out of a wedge, the axes and the
 * diagonals.
 * @param {number[][]} normals at least one
 */
function raysOf(normals) {
  const n = Number(normals[0]?.length);
  const steps = [1, 3, 9].slice(0, n);
  const lattice = Array.from({ length: 3 ** n }, (_, k) =>
    Array.from(steps, (step) => (Math.floor(k / step) % 3) - 1),
  );
  return [...normals, normals.reduce((a, b) => sum(a, b)), ...lattice]
    .map((ray) => times(1 / length(ray), ray))
    .filter((ray) => ray.every(Number.isFinite));
}

/**
 * The length of the way along a ray to a free place. Infinity if there is none below the limit.
 * @param {Walker} walker @param {number[]} start @param {number[]} ray @param {number} limit
 */
function wayOut(walker, start, ray, limit) {
  // this method returns the length of the way out of a body along the ray, for half-spaces the depth
  const options = { method: 'mpr', direction: ray };
  let way = 0;
  for (let i = 0; i < MOVES_OF_RAY && way < limit; i++) {
    const depths = depthsAt(walker, sum(start, ray, way), options);
    if (depths.length === 0) return way;
    const lengths = depths.map(({ value, normal }) => {
      const cosine = dot(normal, ray);
      return cosine > LEAVING ? (value + gapAfter(walker, value)) / cosine : Infinity;
    });
    way += Math.max(...lengths);
  }
  return Infinity;
}
