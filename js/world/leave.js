/* Moves a shape out of the bodies of a world that it overlaps.
 *
 * The shape leaves the deepest body along its normal, then the body that is the deepest there, and so on. Bodies
 * that push in opposite directions, as a floor and a box on it, can return it to the same places for ever. If it
 * is not free after a number of moves, it takes the nearest free place on rays from the start. On each ray it
 * leaves all bodies that it overlaps, by a length that certainly leaves each of them, until it is free. Bounded
 * bodies end on every ray; some rays must lead out of the half-spaces. */
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
/** A depth up to this part of the body's radius or of the coordinates is rounding. */
const ROUNDING = 2 ** -40;
/** The smallest cosine between a ray and the normal of a half-space that it leaves. */
const LEAVING = 2 ** -10;
/** Normals with a larger cosine are the same. */
const SAME = 1 - 2 ** -30;
/** The largest number of half-spaces for which a ray is computed. */
const MOST_WALLS = 16;
/** The largest number of corrections of such a ray, and the cosine to all normals at which it is good enough. */
const CORRECTIONS = 256;
const ROOM = 2 ** -5;

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
    const step = value + gapAfter(walker, value);
    if (i === MOVES || step === 0)
      return touches(walker, first) ? first : (nearestOnRays(walker, first) ?? best);
    const position = sum(place.position, normal, step);
    place = { position, depths: depthsAt(walker, position) };
  }
  return place;
}

/** The gap to a body after a depth: a part of the depth if the shape and its displacement have no length. */
const gapAfter = (/** @type {Walker} */ { gap }, /** @type {number} */ depth) =>
  gap > 0 ? gap : 2 ** -14 * depth;

/**
 * Whether the depths are rounding. A ray could then lead through a body to its other side.
 * @param {Walker} walker @param {Place} place
 */
function touches({ world }, { position, depths }) {
  const { body, value } = deepest(depths);
  const radius = world.shape(body).boundingRadius;
  return value <= ROUNDING * Math.max(radius < Infinity ? radius : 0, ...position.map(Math.abs));
}

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
  let [found, least] = [/** @type {Place | null} */ (null), Infinity];
  const rays = raysOf(depths.map(({ normal }) => normal));
  /** @type {number[][]} the different normals of the half-spaces on all rays */
  const walls = [];
  for (const ray of rays) {
    const [way, seen] = wayOut(walker, position, ray, least);
    const others = seen.filter((normal) => !walls.some((wall) => dot(wall, normal) > SAME));
    walls.push(...others);
    if (others.length > 0 && walls.length <= MOST_WALLS) rays.push(...awayFrom(walls));
    if (!(way < least)) continue;
    least = way;
    found = { position: sum(position, ray, way), depths: [] };
  }
  return found;
}

/** The normals, the axes and the diagonals, of length 1. @param {number[][]} normals at least one */
function raysOf(normals) {
  const steps = [1, 3, 9].slice(0, normals[0]?.length);
  const lattice = Array.from({ length: 3 ** steps.length }, (_, k) =>
    steps.map((step) => (Math.floor(k / step) % 3) - 1),
  ).filter((ray) => ray.some((x) => x !== 0));
  return [...normals, ...lattice.map((ray) => times(1 / length(ray), ray))];
}

/**
 * A direction of length 1 that leads out of all half-spaces with these normals, by the perceptron algorithm. If
 * they leave no room or little, it may lead into some of them, or there is none.
 * @param {number[][]} walls
 */
function awayFrom(walls) {
  let ray = walls.reduce((a, b) => sum(a, b));
  for (let i = 0; i < CORRECTIONS; i++) {
    const worst = walls.reduce((a, b) => (dot(b, ray) < dot(a, ray) ? b : a));
    if (dot(worst, ray) > ROOM * length(ray)) break;
    ray = sum(ray, worst);
  }
  const size = length(ray);
  return size > 0 ? [times(1 / size, ray)] : [];
}

/**
 * The length of the way along a ray to a free place, Infinity if there is none below the limit; and the normals of
 * the half-spaces on the way.
 * @param {Walker} walker @param {number[]} start @param {number[]} ray @param {number} limit
 * @returns {[number, number[][]]}
 */
function wayOut(walker, start, ray, limit) {
  // the depth along the ray; for half-spaces the depth along their normals
  const options = { method: 'mpr', direction: ray };
  const walls = [];
  let way = 0;
  for (let i = 0; i < MOVES_OF_RAY && way < limit; i++) {
    const depths = depthsAt(walker, sum(start, ray, way), options);
    if (depths.length === 0) return [way, walls];
    for (const { body, normal } of depths)
      if (walker.world.shape(body).boundingRadius === Infinity) walls.push(normal);
    way += Math.max(...depths.map((depth) => lengthOut(walker, depth, ray)));
  }
  return [Infinity, walls];
}

/** @param {Walker} walker @param {Depth} depth @param {number[]} ray */
function lengthOut(walker, { value, normal }, ray) {
  const cosine = dot(normal, ray);
  return cosine > LEAVING ? (value + gapAfter(walker, value)) / cosine : Infinity;
}
