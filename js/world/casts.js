/* Shapes and rays among the bodies of a world, and times of impact of all bodies. */
import * as abi from '../../wasm/dist/abi.js';
import { failure, rethrow } from '../core/callbacks.js';
import { wrongType } from '../core/errors.js';
import { isList } from '../core/is-list.js';
import {
  POSES,
  beginCall,
  callId,
  core,
  f64,
  getCore,
  reentered,
  scratch,
} from '../core/module.js';
import { writeValidPose } from '../poses/pose.js';
import {
  CAST_RANGE,
  MOTION_FACTS,
  RAY_RANGE,
  describe,
  withoutOut,
} from '../queries/descriptions.js';
import { motionAt, readCast, writeInterval, writeVector } from '../queries/motion.js';
import { writeSettings } from '../queries/options.js';
import { resultAt } from '../queries/query.js';
import { readRay, writeRay } from '../queries/ray.js';
import { finish } from '../queries/trace.js';
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
 * @param {string} range see Query
 * @param {boolean} [out] whether it has the option `out`
 * @returns {Query}
 */
/* @__NO_SIDE_EFFECTS__ */
function describeCast(name, range, out = true) {
  const options = ['minTime', 'maxTime', 'target', 'mask', 'group', 'exclude'];
  const query = describe({ ...MOTION_FACTS, name, options, range });
  return out ? query : withoutOut(query);
}

const CAST_SHAPE = /* @__PURE__ */ describeCast('World.castShape', CAST_RANGE);
const CAST_RAY = /* @__PURE__ */ describeCast('World.castRay', RAY_RANGE);
const CAST_RAY_ALL = /* @__PURE__ */ describeCast('World.castRayAll', RAY_RANGE);
const CAST_RAY_ANY = /* @__PURE__ */ describeCast('World.castRayAny', RAY_RANGE, false);
/** @internal */
export const CAST_RAYS = /* @__PURE__ */ describeCast(
  'World.castRays',
  'each direction must have a component of magnitude >= 1e-150',
  false,
);

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
export function writeMiss(maxTime) {
  const at = resultAt();
  f64.fill(0, at, at + abi.WORLD_CAST_HIT_STRIDE);
  f64[at] = -1;
  const record = at + abi.WORLD_CAST_HIT_CAST;
  f64[record + abi.CAST_RESULT_TIME] = f64[record + abi.CAST_RESULT_UPPER] = Infinity;
  f64[record + abi.CAST_RESULT_LOWER] = maxTime;
}

/**
 * The status of a call, unless it is an error.
 * @param {WorldState} state @param {number} status @param {Query} query
 * @returns {number}
 * @internal
 */
export function checkStatus(state, status, { name, range }) {
  if (failure !== null) rethrow();
  if (status >= 0) return status;
  if (status === abi.ERROR_MOTION) throw new RangeError(`${name}: ${range}`);
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
    checkStatus(state, status, CAST_SHAPE);
  }
  const body = Number(f64[at]);
  const ended = callId;
  const out = options?.out ?? {};
  readCast(f64, at + abi.WORLD_CAST_HIT_CAST, n, out);
  out.body = body;
  return finish(out, ended);
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
    const status = core.world_cast_rays(
      state.id, motion, 1, settings, mask, group, list, excluded, 8 * at,
    );
    checkStatus(state, status, CAST_RAY);
    const record = at + abi.WORLD_RAY_HIT_RAY;
    checkStatus(state, Number(f64[record + abi.RAY_RESULT_STATUS]), CAST_RAY);
  }
  const body = Number(f64[at]);
  const ended = callId;
  const out = options?.out ?? {};
  readRay(f64, at + abi.WORLD_RAY_HIT_RAY, n, out);
  out.body = body;
  return finish(out, ended);
}

/** Calls the module for all hits, or for any. @param {WorldState} state @param {Query} query @param {number} any */
function askAll(state, query, any) {
  const { settings, mask, group, excluded } = filter;
  const ray = 8 * motionAt();
  const { id } = state;
  // prettier-ignore
  const status = core.world_cast_ray_all(
    id, ray, settings, mask, group, excludeList(), excluded, any,
  );
  return checkStatus(state, status, query);
}

/** @param {WorldState} state @param {any} ray @param {any} options @returns {any[]} @internal */
export function castRayAllAmong(state, ray, options) {
  const { name } = CAST_RAY_ALL;
  const n = prepareRay(state, ray, options, CAST_RAY_ALL);
  const out = options?.out ?? [];
  if (!Array.isArray(out)) throw wrongType(`${name}: out`, 'an array to fill', out);
  const found = state.id === 0 ? 0 : askAll(state, CAST_RAY_ALL, 0);
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
  return finish(/** @type {any} */ (out), ended);
}

/** @param {WorldState} state @param {any} ray @param {any} options @returns {boolean} @internal */
export function castRayAnyAmong(state, ray, options) {
  prepareRay(state, ray, options, CAST_RAY_ANY);
  return state.id !== 0 && askAll(state, CAST_RAY_ANY, 1) === 1;
}
