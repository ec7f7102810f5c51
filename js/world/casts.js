/* Shapes and rays among the bodies of a world, and times of impact of all bodies. */
import * as abi from '../../wasm/dist/abi.js';
import { failure, rethrow } from '../core/callbacks.js';
import { format, wrongType } from '../core/errors.js';
import {
  MOTION,
  POSES,
  RESULT,
  allocate,
  beginCall,
  callId,
  core,
  f64,
  getCore,
  reentered,
  scratch,
} from '../core/module.js';
import { writeValidPose } from '../poses/pose.js';
import { describe } from '../queries/descriptions.js';
import { completed, readCast, writeInterval, writeVector } from '../queries/motion.js';
import { writeSettings } from '../queries/options.js';
import { readRay, writeRay } from '../queries/ray.js';
import { isList } from '../core/is-list.js';
import { liveHandle } from '../shapes/slot.js';
import { ALL, excludeList, writeExclude } from './nearest.js';
import { checkBits } from './options.js';

/** @import { Pose, Vector } from '../poses/pose.js' */
/** @import { CastOptions } from '../queries/cast.js' */
/** @import { Query } from '../queries/descriptions.js' */
/** @import { CastResult } from '../queries/motion.js' */
/** @import { RayOptions, RayResult } from '../queries/ray.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { ProbeOptions } from './nearest.js' */
/** @import { WorldState } from './state.js' */

/**
 * The first body that a shape or a ray hits, and the result of the cast against this body alone. On a miss
 * `body` is −1 and the normal is zero.
 * @template {2 | 3} [N=3]
 * @typedef {CastResult<N> & { body: number }} CastHit
 */
/** @template {2 | 3} [N=3] @typedef {RayResult<N> & { body: number }} RayHit */

/**
 * @typedef {object} OwnGroupOption
 * @property {number | undefined} [group] 32 bits: only bodies whose mask shares a bit with it (default: the
 *   masks of bodies do not matter)
 */
/** @typedef {ProbeOptions & OwnGroupOption} CastFilterOptions */

/**
 * @template {2 | 3} [N=3]
 * @typedef {CastFilterOptions & Omit<CastOptions, 'out'> & { out?: Partial<CastHit<N>> | undefined }} WorldCastOptions
 */
/**
 * @template {2 | 3} [N=3]
 * @typedef {CastFilterOptions & Omit<RayOptions, 'out'> & { out?: Partial<RayHit<N>> | undefined }} WorldRayOptions
 */
/**
 * `out` is an array to fill and return; its records are reused.
 * @template {2 | 3} [N=3]
 * @typedef {CastFilterOptions & Omit<RayOptions, 'out'> & { out?: RayHit<N>[] | undefined }} WorldRayAllOptions
 */
/** @typedef {CastFilterOptions & Omit<RayOptions, 'out'>} WorldRaysOptions */

/**
 * The description of a world's cast.
 * @param {string} name
 * @param {boolean} [out] whether it has the option `out`
 * @returns {Query}
 */
/* @__NO_SIDE_EFFECTS__ */
function describeCast(name, out = true) {
  const query = describe({
    name,
    methods: ['auto'],
    options: ['minTime', 'maxTime', 'target', 'mask', 'group', 'exclude'],
    maxIterations: abi.DEFAULT_CAST_ITERATIONS,
    moving: true,
  });
  return out ? query : { ...query, keys: new Set([...query.keys].filter((key) => key !== 'out')) };
}

const CAST_SHAPE = /* @__PURE__ */ describeCast('World.castShape');
const CAST_RAY = /* @__PURE__ */ describeCast('World.castRay');
const CAST_RAY_ALL = /* @__PURE__ */ describeCast('World.castRayAll');
const CAST_RAY_ANY = /* @__PURE__ */ describeCast('World.castRayAny', false);
/** @internal */
export const CAST_RAYS = /* @__PURE__ */ describeCast('World.castRays', false);

/** The error for a missing argument of castShape. @internal */
export const missingDisplacement = () =>
  new TypeError('World.castShape must be called with a shape, a pose and a displacement');

/** Every query overwrites this one object, so that no query creates garbage. */
const filter = { settings: 0, mask: ALL, group: 0, excluded: 0 };

/**
 * Checks the options; writes settings and excluded bodies.
 * @param {any} options @param {Query} query @param {number} n dimension
 * @returns {typeof filter}
 * @internal
 */
export function readFilter(options, query, n) {
  filter.settings = filter.group = filter.excluded = 0;
  filter.mask = ALL;
  if (options === undefined) return filter;
  filter.settings = writeSettings(options, query, n);
  const { mask, group, exclude } = options;
  filter.mask = checkBits(mask, `${query.name}: mask`, ALL);
  filter.group = checkBits(group, `${query.name}: group`, 0);
  // for the module, 0 means that the masks do not matter; a shape of no group hits nothing
  if (group === 0) filter.mask = 0;
  if (exclude !== undefined) filter.excluded = writeExclude(exclude, query.name);
  return filter;
}

/** Index of the motion in f64. */
const motionAt = () => (scratch + MOTION) >> 3;
/** Index of the result in f64. */
const resultAt = () => (scratch + RESULT) >> 3;

/**
 * The dimension of a ray in a world whose dimension is unknown, because it has no bodies.
 * @param {any} ray
 */
function dimensionOf(ray) {
  const origin = ray?.origin;
  const flat = isList(origin) ? origin.length === 2 : origin?.z === undefined;
  return flat ? 2 : 3;
}

/** Writes the record of a miss. @param {number} maxTime */
function writeMiss(maxTime) {
  const at = resultAt();
  f64.fill(0, at, at + abi.WORLD_CAST_HIT_STRIDE);
  f64[at] = -1;
  const record = at + abi.WORLD_CAST_HIT_CAST;
  f64[record + abi.CAST_RESULT_TIME] = f64[record + abi.CAST_RESULT_UPPER] = Infinity;
  f64[record + abi.CAST_RESULT_LOWER] = maxTime;
}

/**
 * The status of a call, unless it is an error.
 * @param {WorldState} state @param {number} status @param {string} name
 * @returns {number}
 * @internal
 */
export function checkStatus(state, status, name) {
  if (failure !== null) rethrow();
  if (status >= 0) return status;
  if (status === abi.ERROR_MOTION)
    throw new RangeError(`${name}: a velocity, a time or the target is out of range`);
  throw state.refusal(status, name);
}

/**
 * @param {WorldState} state @param {Slot} slot @param {Pose} pose @param {Vector} displacement
 * @param {any} options @returns {any} a CastHit
 * @internal
 */
export function castShapeAmong(state, slot, pose, displacement, options) {
  const { name } = CAST_SHAPE;
  const n = slot.dimension;
  const handle = liveHandle(slot);
  const call = beginCall();
  const place = scratch + POSES;
  const cast = motionAt();
  const { settings, mask, group, excluded } = readFilter(options, CAST_SHAPE, n);
  writeInterval(options, cast + abi.CAST_MIN_TIME, name, 1);
  writeValidPose(pose, n, place / 8, 'pose');
  writeVector(displacement, n, cast + abi.CAST_DISPLACEMENT, 'displacement');
  if (callId !== call) throw reentered();
  const at = resultAt();
  if (state.id === 0) writeMiss(Number(f64[cast + abi.CAST_MAX_TIME]));
  else {
    state.fit(name);
    const { id } = state;
    const list = excludeList();
    // prettier-ignore
    const status = core.world_cast_shape(
      id, handle, place, 8 * cast, settings, mask, group, list, excluded, 8 * at,
    );
    checkStatus(state, status, name);
  }
  const body = Number(f64[at]);
  const ended = callId;
  const out = options?.out ?? {};
  readCast(f64, at + abi.WORLD_CAST_HIT_CAST, n, out);
  out.body = body;
  return completed(out, ended);
}

/**
 * Reads the ray and the options of a query.
 * @param {WorldState} state @param {any} ray @param {any} options @param {Query} query
 * @returns {number} the dimension
 */
function prepareRay(state, ray, options, query) {
  getCore(); // a world without bodies may be the first use of the module
  const call = callId;
  const n = state.dimension || dimensionOf(ray);
  const at = motionAt();
  readFilter(options, query, n);
  writeInterval(options, at + abi.RAY_MIN_TIME, query.name, Infinity);
  writeRay(ray, n, at);
  if (callId !== call) throw reentered();
  if (state.id !== 0) state.fit(query.name);
  return n;
}

/** @param {WorldState} state @param {any} ray @param {any} options @returns {any} a RayHit @internal */
export function castRayAmong(state, ray, options) {
  const n = prepareRay(state, ray, options, CAST_RAY);
  const at = resultAt();
  const motion = 8 * motionAt();
  const { settings, mask, group, excluded } = filter;
  if (state.id === 0) writeMiss(Number(f64[motionAt() + abi.RAY_MAX_TIME]));
  else {
    const list = excludeList();
    // prettier-ignore
    core.world_cast_rays(state.id, motion, 1, settings, mask, group, list, excluded, 8 * at);
    const record = at + abi.WORLD_RAY_HIT_RAY;
    checkStatus(state, Number(f64[record + abi.RAY_RESULT_STATUS]), CAST_RAY.name);
  }
  const body = Number(f64[at]);
  const ended = callId;
  const out = options?.out ?? {};
  readRay(f64, at + abi.WORLD_RAY_HIT_RAY, n, out);
  out.body = body;
  return completed(out, ended);
}

/** Calls the module for all hits, or for any. @param {WorldState} state @param {string} name @param {number} any */
function askAll(state, name, any) {
  const { settings, mask, group, excluded } = filter;
  const ray = 8 * motionAt();
  const { id } = state;
  // prettier-ignore
  const status = core.world_cast_ray_all(
    id, ray, settings, mask, group, excludeList(), excluded, any,
  );
  return checkStatus(state, status, name);
}

/** @param {WorldState} state @param {any} ray @param {any} options @returns {any[]} @internal */
export function castRayAllAmong(state, ray, options) {
  const { name } = CAST_RAY_ALL;
  const n = prepareRay(state, ray, options, CAST_RAY_ALL);
  const out = options?.out ?? [];
  if (!Array.isArray(out)) throw wrongType(`${name}: out`, 'an array to fill', out);
  const found = state.id === 0 ? 0 : askAll(state, name, 0);
  const at = found > 0 ? core.world_array(state.id, abi.WORLD_ARRAY_RAY_HITS) >>> 3 : 0;
  out.length = Math.min(out.length, found);
  const ended = callId;
  for (let k = 0; k < found; k++) {
    const row = at + k * abi.WORLD_RAY_HIT_STRIDE;
    const given = out[k];
    const record = typeof given === 'object' && given !== null ? given : (out[k] = {});
    const body = Number(f64[row]);
    readRay(f64, row + abi.WORLD_RAY_HIT_RAY, n, record);
    record.body = body;
  }
  return completed(out, ended);
}

/** @param {WorldState} state @param {any} ray @param {any} options @returns {boolean} @internal */
export function castRayAnyAmong(state, ray, options) {
  prepareRay(state, ray, options, CAST_RAY_ANY);
  return state.id !== 0 && askAll(state, CAST_RAY_ANY.name, 1) === 1;
}

// ---- batches -------------------------------------------------------------------------------------

/** The largest number of rays that the module casts in one call. */
const CHUNK = 256;
const CHUNK_DOUBLES = CHUNK * (abi.RAY_STRIDE + abi.WORLD_RAY_HIT_STRIDE);
/** Pointer to the rays and results of a chunk, allocated at the first use. */
let chunk = 0;

/**
 * Checks the flat arrays of a batch.
 * @param {any} origins @param {any} directions @param {number} n dimension @param {string} name
 * @returns {number} number of rays
 */
function countRays(origins, directions, n, name) {
  if (!isList(origins)) throw wrongType(`${name}: origins`, `${n} numbers per ray`, origins);
  if (!isList(directions))
    throw wrongType(`${name}: directions`, `${n} numbers per ray`, directions);
  const count = origins.length / n;
  if (!Number.isInteger(count))
    throw new TypeError(
      `${name}: origins must have ${n} numbers per ray, got ${origins.length} numbers`,
    );
  if (directions.length !== origins.length)
    throw new TypeError(
      `${name}: directions must have as many numbers as origins, got ${directions.length} and ` +
        `${origins.length}`,
    );
  return count;
}

/**
 * Writes row k of a flat array: three doubles, the last of which are 0 in narrower rows.
 * @param {any} list @param {number} k @param {number} n numbers in a row @param {number} at @param {string} label
 * @returns {boolean} whether it is not zero
 * @internal
 */
export function writeRow(list, k, n, at, label) {
  let some = false;
  f64[at + 1] = f64[at + 2] = 0;
  for (let i = 0; i < n; i++) {
    const x = list[n * k + i];
    if (typeof x !== 'number') throw wrongType(`${label}[${n * k + i}]`, 'a number', x);
    if (!(Math.abs(x) <= abi.POSITION_MAX))
      throw new RangeError(
        `${label}[${n * k + i}] must be a finite number of magnitude <= ${abi.POSITION_MAX}, got ${format(x)}`,
      );
    if (x !== 0) some = true;
    f64[at + i] = x;
  }
  return some;
}

/** Labels of the arguments of castRays, for messages. */
const ORIGINS = 'World.castRays: origins';
const DIRECTIONS = 'World.castRays: directions';

/** The columns of castRays. @internal */
export class RayColumns {
  /** @type {any} */
  result = { count: 0 };
  #rows = 0;

  constructor() {
    this.#resize(0, 3);
  }

  /** @param {number} rows @param {number} n dimension */
  #resize(rows, n) {
    this.#rows = rows;
    const { result } = this;
    result.hit = new Int32Array(rows);
    result.body = new Int32Array(rows);
    for (const name of ['time', 'lower', 'upper']) result[name] = new Float64Array(rows);
    for (const name of ['normal', 'point']) result[name] = new Float64Array(n * rows);
    result.iterations = new Int32Array(rows);
    result.status = new Int32Array(rows);
  }

  /**
   * Casts all rays.
   * @param {WorldState} state @param {any} origins @param {any} directions @param {any} options
   * @returns {any}
   */
  cast(state, origins, directions, options) {
    const { name } = CAST_RAYS;
    if (chunk === 0) chunk = allocate(8 * CHUNK_DOUBLES);
    const call = beginCall();
    const n = state.dimension || 3;
    const { settings, mask, group, excluded } = readFilter(options, CAST_RAYS, n);
    writeInterval(options, motionAt() + abi.RAY_MIN_TIME, name, Infinity);
    const count = countRays(origins, directions, n, name);
    if (this.#rows < count) this.#resize(Math.max(count, 2 * this.#rows), n);
    const { result } = this;
    result.count = 0;
    if (callId !== call) throw reentered();
    if (state.id !== 0) state.fit(name);
    const list = excludeList();
    for (let from = 0; from < count; from += CHUNK) {
      const to = Math.min(count, from + CHUNK);
      this.#write(origins, directions, n, from, to);
      if (callId !== call) throw reentered();
      const out = chunk + 8 * CHUNK * abi.RAY_STRIDE;
      if (state.id !== 0)
        // prettier-ignore
        core.world_cast_rays(
          state.id, chunk, to - from, settings, mask, group, list, excluded, out,
        );
      this.#read(state, out / 8, n, from, to);
    }
    result.count = count;
    return result;
  }

  /**
   * Writes the rays of a chunk.
   * @param {any} origins @param {any} directions @param {number} n @param {number} from @param {number} to
   */
  #write(origins, directions, n, from, to) {
    const interval = motionAt() + abi.RAY_MIN_TIME;
    for (let k = from; k < to; k++) {
      const at = chunk / 8 + (k - from) * abi.RAY_STRIDE;
      writeRow(origins, k, n, at + abi.RAY_ORIGIN, ORIGINS);
      if (!writeRow(directions, k, n, at + abi.RAY_DIRECTION, DIRECTIONS))
        throw new RangeError(`${CAST_RAYS.name}: the direction of ray ${k} must not be zero`);
      for (let i = 0; i < 3; i++)
        f64[at + abi.RAY_MIN_TIME + i] = /** @type {number} */ (f64[interval + i]);
    }
  }

  /**
   * Copies the results of a chunk to the columns.
   * @param {WorldState} state @param {number} at @param {number} n @param {number} from @param {number} to
   */
  #read(state, at, n, from, to) {
    const { result } = this;
    for (let k = from; k < to; k++) {
      if (state.id === 0) writeMiss(Number(f64[motionAt() + abi.RAY_MAX_TIME]));
      const row = state.id === 0 ? resultAt() : at + (k - from) * abi.WORLD_RAY_HIT_STRIDE;
      const record = row + abi.WORLD_RAY_HIT_RAY;
      const view = /** @type {ArrayLike<any>} */ (f64);
      const status = checkStatus(state, view[record], CAST_RAYS.name);
      result.hit[k] = view[record + abi.RAY_RESULT_HIT];
      result.body[k] = view[row];
      result.time[k] = view[record + abi.RAY_RESULT_TIME];
      result.lower[k] = view[record + abi.RAY_RESULT_LOWER];
      result.upper[k] = view[record + abi.RAY_RESULT_UPPER];
      for (let i = 0; i < n; i++) {
        result.normal[n * k + i] = view[record + abi.RAY_RESULT_NORMAL + i];
        result.point[n * k + i] = view[record + abi.RAY_RESULT_POINT + i];
      }
      result.iterations[k] = view[record + abi.RAY_RESULT_ITERATIONS];
      result.status[k] = status;
    }
  }
}
