/* Rays: the first time at which a moving point enters a shape. */
import * as abi from '../../wasm/dist/abi.js';
import { format, noShape, wrongType } from '../core/errors.js';
import {
  POSES,
  beginQuery,
  callId,
  core,
  endCall,
  f64,
  pairMotion,
  pairResult,
  reentered,
  scratch,
} from '../core/module.js';
import { copyPose, isFlat } from '../poses/pair.js';
import { writePose, writeValidPose } from '../poses/pose.js';
import { CAST_RAY } from './descriptions.js';
import {
  createTimes,
  motionAt,
  motionError,
  readTimes,
  writeInterval,
  writeVector,
} from './motion.js';
import { writeSettings } from './options.js';
import { isOut, isVector3, storeInterval, storeVector, textOf, vector3 } from './straight.js';
import {
  callPairTraced,
  checkShapes,
  endQuery,
  firstSlot,
  isVector,
  missingArgument,
  readVector,
  resultAt,
  vectorOf,
  wantsTrace,
} from './query.js';
import { finish, tracesExist } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Coordinates, Pose, Vector } from '../poses/pose.js' */
/** @import { CastOptions } from './cast.js' */
/** @import { MotionStatus } from './motion.js' */
/** @import { TraceIterate } from './trace.js' */

/**
 * A ray: the points origin + t · direction. The direction may have any length > 0, and time counts in this
 * length. A Ray of three.js is one.
 * @typedef {object} Ray
 * @property {Vector} origin in world coordinates
 * @property {Vector} direction in world coordinates
 */

/**
 * The result of castRay. Vectors have as many numbers as the shape has dimensions, in world coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} RayResult
 * @property {boolean} hit whether the ray hits the shape; false only if the miss is proved
 * @property {number} time the time of the hit, equal to `lower`; Infinity on a miss
 * @property {number} lower certified: before this time there is no hit; `maxTime` on a miss
 * @property {number} upper certified: there is a hit by this time; Infinity on a miss
 * @property {Coordinates<N>} point the hit point on the shape; zeros on a miss and if the ray starts inside
 * @property {Coordinates<N>} normal unit vector out of the shape, on a surface against the ray; it proves
 *   `lower`. Zeros if the ray starts inside
 * @property {number} iterations evaluations of the support function
 * @property {MotionStatus} status how the query ended; `'overlapping'` if the ray starts inside
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate, which only casts without a closed
 *   form have
 */

/**
 * @typedef {object} OwnRayOptions
 * @property {number | undefined} [maxTime] the end of the ray, ≥ `minTime` (default Infinity)
 * @property {Partial<RayResult<number>> | undefined} [out] a result object to fill and return (default: a new
 *   one)
 */
/** @typedef {Omit<CastOptions, 'maxTime' | 'out'> & OwnRayOptions} RayOptions */

const PARAMETERS = ['shape', 'pose', 'ray'];
const CURE = 'null is the identity pose; a ray is { origin, direction }';

/**
 * Casts a ray: the first time at which it is in the shape, or within `target` of it.
 *
 * @template {2 | 3} N
 * @param {Shape<N>} shape
 * @param {Pose} pose null is the identity
 * @param {Ray} ray
 * @param {RayOptions} [options]
 * @returns {RayResult<N>} always complete
 * @throws {TypeError | RangeError} for invalid arguments; the message names the field and the value
 * @example
 * const ball = new Sphere({ radius: 1 });
 * const { time, point } = castRay(ball, null, { origin: [5, 0, 0], direction: [-1, 0, 0] });
 * time; // 4
 * point; // [1, 0, 0]
 */
export function castRay(shape, pose, ray, options) {
  if (arguments.length < 3)
    throw missingArgument(CAST_RAY.name, arguments.length, PARAMETERS, CURE);
  const slot = firstSlot(shape);
  if (slot.straight === 1) return straightRay(slot, pose, ray, options);
  if (slot.dimension === 0) throw noShape('the shape of castRay', shape);
  if (slot.any) checkShapes(CAST_RAY.name, shape, shape); // throws
  return fullRay(slot, pose, ray, options);
}

/** Whether no option except `out` and the interval has a value. See straight.js. @param {any} options */
const haveDefaults = (options) =>
  options === undefined ||
  (options === CAST_RAY.checked &&
    options.tolerance === undefined &&
    options.maxIterations === undefined &&
    options.method === undefined &&
    options.trace === undefined &&
    isOut(options.out));

/**
 * See straight.js.
 * @param {Slot} slot @param {Pose} pose @param {any} ray @param {RayOptions | undefined} options
 * @returns {any}
 */
function straightRay(slot, pose, ray, options) {
  const call = beginQuery();
  if (!storeLists(pose, ray) && !storeRay(pose, ray)) return fullRay(slot, pose, ray, options);
  const settings = haveDefaults(options) ? 0 : writeSettings(options, CAST_RAY, 3);
  const usual = storeInterval(options, abi.RAY_MIN_TIME, Infinity) && callId === call;
  if (!usual || wantsTrace(settings)) return fullRay(slot, pose, ray, options);
  const status = core.straight_cast_ray(slot.address, settings);
  endCall();
  if (status < 0) return fullRay(slot, pose, ray, options); // throws
  const out = options?.out;
  if (out === undefined) return newRay(status);
  fillRay(status, out);
  return callId === call && !tracesExist ? out : finish(out, call);
}

/**
 * Writes a flat pose and a ray of two arrays, the form for speed. One function that reads everything before it
 * writes saves 5 % of a ray's time.
 * @param {any} pose @param {any} ray
 * @returns {boolean} whether they have this form
 */
function storeLists(pose, ray) {
  if (!isFlat(pose)) return false;
  const origin = ray?.origin;
  const direction = ray?.direction;
  if (!(isVector3(origin) && isVector3(direction))) return false;
  const x = origin[0];
  const y = origin[1];
  const z = origin[2];
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return false;
  if (typeof dx !== 'number' || typeof dy !== 'number' || typeof dz !== 'number') return false;
  copyPose(pose);
  const view = pairMotion;
  view[abi.RAY_ORIGIN] = x;
  view[abi.RAY_ORIGIN + 1] = y;
  view[abi.RAY_ORIGIN + 2] = z;
  view[abi.RAY_DIRECTION] = dx;
  view[abi.RAY_DIRECTION + 1] = dy;
  view[abi.RAY_DIRECTION + 2] = dz;
  return true;
}

/**
 * Writes a pose, and a ray of arrays or objects of 3 numbers.
 * @param {Pose} pose @param {any} ray
 * @returns {boolean} whether it is such a ray
 */
function storeRay(pose, ray) {
  writePose(pose, 3, (scratch + POSES) >> 3, 'pose');
  if (typeof ray !== 'object' || ray === null) return false;
  return storeVector(ray.origin, abi.RAY_ORIGIN) && storeVector(ray.direction, abi.RAY_DIRECTION);
}

/** @type {typeof straightRay} */
function fullRay(slot, pose, ray, options) {
  const n = slot.dimension;
  const place = (scratch + POSES) >> 3;
  const motion = motionAt();
  const begun = beginQuery();
  writePose(pose, n, place, 'pose');
  writeRay(ray, n, motion);
  const settings = options === undefined ? 0 : writeSettings(options, CAST_RAY, n);
  writeInterval(options, motion + abi.RAY_MIN_TIME, CAST_RAY.name, Infinity);
  if (callId !== begun) throw reentered();
  const status = wantsTrace(settings)
    ? callPairTraced(CAST_RAY.call, slot, slot, settings, 0)
    : core.cast_ray(slot.handle, settings);
  endQuery();
  if (status < 0) {
    writeValidPose(pose, n, place, 'pose');
    throw motionError(status, CAST_RAY, slot, slot, settings);
  }
  const call = callId;
  const out = /** @type {RayResult<number>} */ (options?.out ?? {});
  return finish(readRay(f64, resultAt(), n, out), call);
}

/** A new result in 3D. @param {number} status @returns {RayResult<3>} */
function newRay(status) {
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  return {
    hit: r[abi.RAY_RESULT_HIT] === 1,
    time: r[abi.RAY_RESULT_TIME],
    lower: r[abi.RAY_RESULT_LOWER],
    upper: r[abi.RAY_RESULT_UPPER],
    point: vector3(r, abi.RAY_RESULT_POINT),
    normal: vector3(r, abi.RAY_RESULT_NORMAL),
    iterations: r[abi.RAY_RESULT_ITERATIONS] | 0,
    status: textOf(status),
  };
}

/** Fills a result in 3D. @param {number} status @param {any} out */
function fillRay(status, out) {
  const { point, normal } = out;
  if (!(isVector3(point) && isVector3(normal))) return readRay(f64, resultAt(), 3, out);
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  out.hit = r[abi.RAY_RESULT_HIT] === 1;
  out.time = r[abi.RAY_RESULT_TIME];
  out.lower = r[abi.RAY_RESULT_LOWER];
  out.upper = r[abi.RAY_RESULT_UPPER];
  out.iterations = r[abi.RAY_RESULT_ITERATIONS] | 0;
  out.status = textOf(status);
  point[0] = r[abi.RAY_RESULT_POINT];
  point[1] = r[abi.RAY_RESULT_POINT + 1];
  point[2] = r[abi.RAY_RESULT_POINT + 2];
  normal[0] = r[abi.RAY_RESULT_NORMAL];
  normal[1] = r[abi.RAY_RESULT_NORMAL + 1];
  normal[2] = r[abi.RAY_RESULT_NORMAL + 2];
  return out;
}

/**
 * Writes origin and direction of a ray.
 * @param {any} ray @param {number} n dimension @param {number} at index of the module's record in f64
 * @internal
 */
export function writeRay(ray, n, at) {
  if (typeof ray !== 'object' || ray === null) throw wrongType('ray', '{ origin, direction }', ray);
  const { origin, direction } = ray;
  if (origin === undefined && ray.ray !== undefined)
    throw new TypeError('ray must be { origin, direction }; of a Raycaster, pass raycaster.ray');
  writeVector(origin, n, at + abi.RAY_ORIGIN, 'ray.origin');
  if (writeVector(direction, n, at + abi.RAY_DIRECTION, 'ray.direction') === 0)
    throw new RangeError(`ray.direction must not be zero, got ${format(direction)}`);
}

/**
 * Copies the module's record to a result object.
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the record
 * @param {number} n the dimension
 * @param {RayResult<number>} out
 * @internal
 */
export function readRay(view, at, n, out) {
  let { point, normal } = out;
  if (!(isVector(point, n) && isVector(normal, n))) {
    createTimes(out);
    out.point = point = vectorOf(point, n);
    out.normal = normal = vectorOf(normal, n);
  }
  readVector(view, at + abi.RAY_RESULT_POINT, n, point);
  readVector(view, at + abi.RAY_RESULT_NORMAL, n, normal);
  readTimes(view, at, out);
  return out;
}
