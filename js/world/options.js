/* Options of a world and of its queries, and the checks of their values. */
import * as abi from '../../wasm/dist/abi.js';
import { refuseUnknownKeys, format, statusError, wrongType } from '../core/errors.js';
import { isList } from '../core/is-list.js';
import { scratch } from '../core/module.js';
import { writeValidPose } from '../poses/pose.js';
import { Shape } from '../shapes/shape.js';

/** @import { CollideMethod } from '../queries/collide.js' */
/** @import { DistanceMethod } from '../queries/distance.js' */
/** @import { GrowthMethod } from '../queries/growth.js' */
/** @import { PenetrationMethod } from '../queries/penetration.js' */
/** @import { QueryOptions, Subalgorithm } from '../queries/query.js' */
/** @import { Slot } from '../shapes/slot.js' */

/**
 * @template {2 | 3} [N=3]
 * @typedef {object} WorldOptions
 * @property {N | undefined} [dimension] of all shapes (default: the dimension of the first shape).
 *   TypeScript assumes 3 if it is left out
 * @property {number | undefined} [margin] two bodies make a pair if the gap between their bounding boxes
 *   is at most this, ≥ 0 (default 0), in the shapes' unit. Infinity: every two bodies make a pair
 */

/**
 * @typedef {object} FilterOptions
 * @property {number | undefined} [group] 32 bits: the groups that the body belongs to (default 1)
 * @property {number | undefined} [mask] 32 bits: the groups that it makes pairs with (default: all). Two
 *   bodies make a pair only if each body's group shares a bit with the other's mask
 */
/**
 * An object whose vectors have named components, to be filled.
 * @typedef {{ position: { x: number, y: number, z: number } }} NamedPose
 */

/**
 * @typedef {FilterOptions & { data?: unknown }} BodyOptions `data` is any value; `world.data(body)`
 *   returns it
 */

/**
 * A pose as a world returns it.
 * @template {2 | 3} [N=3]
 * @typedef {N extends 3
 *   ? { position: [number, number, number], quaternion: [number, number, number, number] }
 *   : { position: [number, number], angle: number }} BodyPose
 */

/**
 * @typedef {object} PairOptions
 * @property {number | undefined} [margin] replaces the world's margin in this query
 * @property {ArrayLike<number> | ArrayLike<ArrayLike<number>> | 'all' | undefined} [pairs] body numbers,
 *   two per pair, replacing the pairs that the world finds. `'all'`: every two bodies that groups and
 *   masks allow, at any distance. `pairs` of a result: the same pairs as in that result
 * @property {number | undefined} [count] number of pairs of `pairs` to use (default: all; if `pairs`
 *   comes from a result, the result's count)
 */
/** @typedef {QueryOptions & PairOptions & { method?: GrowthMethod | undefined }} WorldGrowthOptions */
/** @typedef {QueryOptions & PairOptions & { method?: CollideMethod | undefined, subalgorithm?: Subalgorithm | undefined }} WorldIntersectionOptions */
/** @typedef {QueryOptions & PairOptions & { method?: DistanceMethod | undefined, subalgorithm?: Subalgorithm | undefined }} WorldDistanceOptions */
/** @typedef {QueryOptions & PairOptions & { method?: PenetrationMethod | undefined }} WorldPenetrationOptions */

/** The source of the pairs: the world or the user. */
export const FOUND = 0;
export const GIVEN = 1;

export const WORLD_KEYS = /* @__PURE__ */ new Set(['dimension', 'margin']);
const FILTER_KEYS = /* @__PURE__ */ new Set(['group', 'mask']);
const BODY_KEYS = /* @__PURE__ */ new Set(['group', 'mask', 'data']);
export const FIND_KEYS = /* @__PURE__ */ new Set(['margin']);

/** @param {unknown} x @param {string} name @returns {number} */
export function checkMargin(x, name) {
  if (typeof x !== 'number') throw wrongType(name, 'a number', x);
  if (!((x >= 0 && x <= abi.POSITION_MAX) || x === Infinity))
    throw new RangeError(
      `${name} must be from 0 to ${abi.POSITION_MAX}, or Infinity, got ${format(x)}`,
    );
  return x;
}

/**
 * Checks the options that must be valid even if the query ignores them.
 * @param {unknown} pairs @param {unknown} count @param {unknown} margin @param {string} name of the
 *   query
 */
export function checkPairOptions(pairs, count, margin, name) {
  if (margin !== undefined) checkMargin(margin, `${name}: margin`);
  if ((pairs === undefined || pairs === 'all') && count !== undefined)
    throw new TypeError(
      `${name}: count applies only to a list of pairs, got ${format(count)} without a list`,
    );
}

/** @param {unknown} x @param {string} name @param {number} otherwise @returns {number} */
export function checkBits(x, name, otherwise) {
  if (x === undefined) return otherwise;
  if (typeof x !== 'number') throw wrongType(name, 'a number', x);
  if (!(Number.isInteger(x) && x >= 0 && x <= 0xffffffff))
    throw new RangeError(
      `${name} must be 32 bits, an integer from 0 to 2^32 - 1, got ${format(x)}`,
    );
  return x;
}

/** @param {unknown} options @param {string} name @param {ReadonlySet<string>} keys */
export function checkOptions(options, name, keys) {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw wrongType(`${name}: options`, 'an object', options);
  refuseUnknownKeys(name, options, keys);
}

/**
 * Reads the options of a body, each field once.
 * @param {any} options @param {string} name
 * @param {{ group: number, mask: number }} [known] filters of an existing body: fields that are left out
 *   keep them
 */
export function readFilters(options, name, known) {
  checkOptions(options, name, known ? FILTER_KEYS : BODY_KEYS);
  const { group, mask, data } = options;
  return {
    group: checkBits(group, `${name}: group`, known?.group ?? 1),
    mask: checkBits(mask, `${name}: mask`, known?.mask ?? 0xffffffff),
    data,
  };
}

/**
 * The pairs read by the previous query. The array is reused, so that queries in a frame loop create no
 * garbage.
 */
let read = new Uint32Array(64);
/** Body numbers, two per pair; the array may be longer. @returns {Uint32Array} */
export const readNumbers = () => read;

/**
 * Reads the pairs that a user passes. It reads each number only once, because a getter could return
 * another number the next time.
 * @param {any} pairs @param {any} count @param {string} name of the query
 * @param {{ has: (body: number) => boolean }} world
 * @returns {number} number of pairs
 */
export function readPairs(pairs, count, name, world) {
  if (!isList(pairs)) throw wrongType(`${name}: pairs`, 'body numbers, two per pair', pairs);
  const list = /** @type {ArrayLike<any>} */ (pairs);
  const nested = isList(list[0]);
  const all = nested ? list.length : list.length / 2;
  if (!Number.isInteger(all))
    throw new TypeError(
      `${name}: pairs must contain two body numbers per pair, got ${list.length} numbers`,
    );
  if (count !== undefined && typeof count !== 'number')
    throw wrongType(`${name}: count`, 'a number', count);
  if (count !== undefined && !(Number.isInteger(count) && count >= 0 && count <= all))
    throw new RangeError(
      `${name}: count must be an integer from 0 to ${all}, got ${format(count)}`,
    );
  const n = count ?? all;
  const most = abi.WORLD_PAIRS_MAX;
  if (n > most) throw new RangeError(`${name}: pairs must contain at most ${most} pairs, got ${n}`);
  if (read.length < 2 * n) read = new Uint32Array(4 * n);
  for (let k = 0; k < n; k++) {
    const pair = list[k];
    if (nested && !(isList(pair) && pair.length === 2))
      throw wrongType(`${name}: pairs[${k}]`, 'two body numbers', pair);
    for (let side = 0; side < 2; side++) {
      const body = nested ? pair[side] : list[2 * k + side];
      if (typeof body !== 'number') throw wrongType(`${name}: pair ${k}`, 'two body numbers', body);
      if (side === 1 && body === read[2 * k])
        throw new RangeError(
          `${name}: pair ${k} must contain two different bodies, got body ${format(body)} twice`,
        );
      if (!world.has(body))
        throw new RangeError(
          `${name}: pair ${k} contains body ${format(body)}, which does not exist`,
        );
      read[2 * k + side] = body;
    }
  }
  return n;
}

/**
 * Explains an error status of a query on bodies.
 * @param {readonly (Shape | undefined)[]} shapes by body number; undefined for unused numbers
 * @param {Float64Array} poses of the bodies
 * @param {number} dimension
 * @param {number} status
 * @param {string} name of the query
 * @param {number} [pairs] number of pairs given or found
 * @returns {Error}
 */
export function explainRefusal(shapes, poses, dimension, status, name, pairs) {
  const stride = dimension === 3 ? 7 : 3;
  for (const [body, shape] of shapes.entries()) {
    if (shape === undefined) continue;
    const slot = /** @type {Slot} */ (Shape.slotOf(shape));
    if (status === abi.ERROR_HANDLE && slot.handle === 0)
      return new TypeError(`${name}: the ${slot.owner} of body ${body} has been disposed`);
    if (status !== abi.ERROR_POSE) continue;
    const pose = Array.from(poses.subarray(stride * body, stride * (body + 1)));
    // throws an error that names the wrong component
    writeValidPose(pose, dimension, scratch / 8, `${name}: the pose of body ${body}`);
  }
  if (status === abi.ERROR_MEMORY) {
    const many =
      pairs === undefined
        ? `all pairs of ${shapes.filter(Boolean).length} bodies`
        : `${pairs} pairs`;
    return new RangeError(
      `${name}: out of WebAssembly memory for ${many}; use a smaller margin or query fewer pairs at a time`,
    );
  }
  return statusError(status, name);
}
