/* Options and results of the queries that compare one shape with a world's bodies. */
import * as abi from '../../wasm/dist/abi.js';
import { format, statusError, wrongType } from '../core/errors.js';
import { callId, beginCall, core, f64, reentered, scratch, u32 } from '../core/module.js';
import { writeValidPose } from '../poses/pose.js';
import { readDistance } from '../queries/distance.js';
import { isList } from '../core/is-list.js';
import { liveHandle } from '../shapes/slot.js';
import { checkBits, checkOptions } from './options.js';

/** @import { DistanceResult } from '../queries/distance.js' */
/** @import { Pose } from '../poses/pose.js' */
/** @import { Slot } from '../shapes/slot.js' */

/**
 * A body near a shape, and the result of `distance` for the two.
 * @template {2 | 3} [N=3]
 * @typedef {DistanceResult<N> & { body: number }} Neighbor
 */

/**
 * @typedef {object} ProbeOptions
 * @property {number | undefined} [mask] 32 bits: only bodies whose group shares a bit with it (default:
 *   all bodies)
 * @property {number | ArrayLike<number> | undefined} [exclude] one or several body numbers to leave out
 */

/**
 * @template {2 | 3} [N=3]
 * @typedef {object} OwnNearestOptions
 * @property {number | undefined} [count] maximum number of bodies, ≥ 1 (default 1)
 * @property {number | undefined} [maxDistance] only bodies at most this far away, ≥ 0, in the shapes'
 *   unit (default Infinity)
 * @property {Neighbor<N>[] | undefined} [out] an array to fill and return; its records are reused
 */
/** @template {2 | 3} [N=3] @typedef {ProbeOptions & OwnNearestOptions<N>} NearestOptions */

/** @typedef {ProbeOptions & { out?: number[] | undefined }} OverlappingOptions `out` is an array to fill and return */

/** The options that a query accepts. @typedef {{ keys: ReadonlySet<string>, none: object }} ProbeQuery */

/** @type {ProbeQuery} @internal */
export const NEAREST = {
  keys: new Set(['count', 'maxDistance', 'mask', 'exclude', 'out']),
  none: {},
};
/** @type {ProbeQuery} @internal */
export const OVERLAPPING = { keys: new Set(['mask', 'exclude', 'out']), none: {} };

/** @param {string} name of the method @param {string} beside the argument in front of the pose @internal */
export const missingPose = (name, beside = 'a shape') =>
  new TypeError(`${name} must be called with ${beside} and a pose; pass null for the identity`);

/** All groups. @internal */
export const ALL = 0xffffffff;

/** Every query overwrites this one object, so that no query creates garbage. */
const read = {
  count: 1,
  maxDistance: Infinity,
  mask: ALL,
  excluded: 0,
  out: /** @type {any[]} */ ([]),
};

/**
 * Checks the options and the pose. Writes the pose to the scratch block and the excluded bodies to
 * `excludeList()`.
 * @param {Slot} slot of the shape @param {Pose} pose @param {any} options @param {string} name
 * @param {ProbeQuery} query
 * @internal
 */
export function readProbe(slot, pose, options, name, query) {
  liveHandle(slot);
  const call = beginCall();
  if (options !== undefined) checkOptions(options, name, query.keys);
  const { count, maxDistance, mask, exclude, out } = options ?? query.none;
  read.count = count === undefined ? 1 : checkCount(count, name);
  read.maxDistance = maxDistance === undefined ? Infinity : checkMaxDistance(maxDistance, name);
  read.mask = checkBits(mask, `${name}: mask`, ALL);
  if (out !== undefined && !Array.isArray(out))
    throw wrongType(`${name}: out`, 'an array to fill', out);
  read.out = out ?? [];
  read.excluded = exclude === undefined ? 0 : writeExclude(exclude, name);
  writeValidPose(pose, slot.dimension, scratch / 8, 'pose');
  if (callId !== call) throw reentered();
  return read;
}

/** @param {unknown} x @param {string} name */
function checkCount(x, name) {
  if (typeof x !== 'number') throw wrongType(`${name}: count`, 'a number', x);
  if (!(Number.isInteger(x) && x >= 1 && x <= abi.WORLD_BODIES_MAX))
    throw new RangeError(
      `${name}: count must be an integer from 1 to ${abi.WORLD_BODIES_MAX}, got ${format(x)}`,
    );
  return x;
}

/** @param {unknown} x @param {string} name */
function checkMaxDistance(x, name) {
  if (typeof x !== 'number') throw wrongType(`${name}: maxDistance`, 'a number', x);
  if (!(x >= 0)) throw new RangeError(`${name}: maxDistance must be >= 0, got ${format(x)}`);
  return x;
}

/** Module memory for the excluded bodies, reused by all queries. */
let block = 0;
let room = 0;

/** Pointer to the excluded bodies in module memory. @internal */
export const excludeList = () => block;

/** Writes the excluded bodies. @param {any} exclude @param {string} name @returns {number} how many @internal */
export function writeExclude(exclude, name) {
  const single = typeof exclude === 'number';
  if (!single && !isList(exclude))
    throw wrongType(`${name}: exclude`, 'a body or a list of bodies', exclude);
  const length = single ? 1 : exclude.length;
  if (length > room) {
    const more = 2 * length + 14;
    const grown = core.alloc(4 * more);
    if (grown === 0) throw statusError(abi.ERROR_MEMORY, name);
    if (block !== 0) core.release(block);
    block = grown;
    room = more;
  }
  for (let k = 0; k < length; k++) {
    const body = single ? exclude : exclude[k];
    if (typeof body !== 'number')
      throw wrongType(`${name}: exclude`, 'a body or a list of bodies', exclude);
    if (!(Number.isInteger(body) && body >= 0 && body < abi.WORLD_BODIES_MAX))
      throw new RangeError(
        `${name}: exclude must contain body numbers, integers >= 0, got ${format(body)}`,
      );
    u32[(block >>> 2) + k] = body;
  }
  return length;
}

/**
 * @param {number} at index of the first record in f64 @param {number} found number of records @param
 *   {number} n dimension
 * @param {any[]} out @returns {any[]}
 * @internal
 */
export function readNeighbors(at, found, n, out) {
  const view = /** @type {ArrayLike<any>} */ (f64);
  out.length = Math.min(out.length, found);
  for (let k = 0; k < found; k++) {
    const row = at + k * (1 + abi.DISTANCE_RESULT_STRIDE);
    const given = out[k];
    const record = typeof given === 'object' && given !== null ? given : (out[k] = {});
    readDistance(view, row + 1, n, record);
    record.body = view[row];
  }
  return out;
}
