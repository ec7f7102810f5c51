/* Shape casts: the first contact of two shapes while one of them moves along a line without rotation. */
import * as abi from '../../wasm/dist/abi.js';
import { beginQuery, callId, core, endCall, f64, reentered } from '../core/module.js';
import { writePoses } from '../poses/pair.js';
import { writeValidPose } from '../poses/pose.js';
import { CAST_SHAPE } from './descriptions.js';
import {
  fillCast,
  motionAt,
  motionError,
  newCast,
  readCast,
  writeInterval,
  writeRest,
  writeVector,
} from './motion.js';
import { writeSettings } from './options.js';
import {
  callPairTraced,
  checkShapes,
  endQuery,
  firstSlot,
  missingArgument,
  resultAt,
  secondSlot,
  wantsTrace,
} from './query.js';
import { areStraight, isOut, storeInterval, storeVector } from './straight.js';
import { finish, tracesExist } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Pose, Vector } from '../poses/pose.js' */
/** @import { PairQuery } from './descriptions.js' */
/** @import { CastResult, IntervalOptions } from './motion.js' */
/** @import { SameDimension, TraceOption } from './query.js' */

/**
 * @typedef {object} OwnCastOptions
 * @property {number | undefined} [minTime] the start of the motion, may be negative or -Infinity (default 0)
 * @property {number | undefined} [maxTime] the end of the motion, ≥ `minTime`, may be Infinity (default 1)
 * @property {number | undefined} [tolerance] of (upper − lower) · speed ÷ size, > 0 and < 1 (default
 *   2⁻²⁶ ≈ 1.49e-8). The size is the sum of both bounding radii and `target`
 * @property {number | undefined} [maxIterations] the maximum number of evaluations of both support functions,
 *   an integer from 1 to 1e6 (default 1000)
 * @property {Partial<CastResult<number>> | undefined} [out] a result object to fill and return (default: a new
 *   one)
 */
/** @typedef {IntervalOptions & TraceOption & OwnCastOptions} CastOptions */

/** The parameters of a cast, for messages. @internal */
export const PARAMETERS = ['a', 'poseA', 'b', 'poseB', 'displacement'];
/** @internal */
export const CURE = 'null is the identity pose; the displacement is a vector';

/**
 * Casts B along a line: the first time at which its distance from A is at most `target`. At the time t, B has
 * moved by t · displacement relative to A, without rotation.
 *
 * @template {number} A
 * @template {number} B
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB the pose of B at the time 0
 * @param {Vector} displacement the motion of B relative to A in one unit of time, in world coordinates
 * @param {CastOptions} [options]
 * @returns {CastResult<A & B>} always complete. Without a displacement it is `'overlapping'` or a miss
 * @throws {TypeError | RangeError} for invalid arguments; the message names the field and the value
 * @throws {GeometryError} code `'undefined'` for two half-spaces
 * @example
 * const ball = new Sphere({ radius: 1 });
 * const { hit, time } = castShape(ball, null, ball, { position: [5, 0, 0] }, [-6, 0, 0]);
 * hit; // true
 * time; // 0.5
 */
export function castShape(a, poseA, b, poseB, displacement, options) {
  if (arguments.length < 5)
    throw missingArgument(CAST_SHAPE.name, arguments.length, PARAMETERS, CURE);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (areStraight(slotA, slotB))
    return straightCast(slotA, poseA, slotB, poseB, displacement, options, 0);
  checkShapes(CAST_SHAPE.name, a, b);
  return fullCast(slotA, poseA, slotB, poseB, displacement, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {Vector} displacement @param {CastOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a CastResult
 */
export function runCastShape(a, poseA, b, poseB, displacement, options, warm) {
  return areStraight(a, b)
    ? straightCast(a, poseA, b, poseB, displacement, options, warm)
    : fullCast(a, poseA, b, poseB, displacement, options, warm);
}

/** Whether no option except `out` and the interval has a value. See straight.js. @param {any} options */
const haveDefaults = (options) =>
  options === undefined ||
  (options === CAST_SHAPE.checked &&
    options.tolerance === undefined &&
    options.maxIterations === undefined &&
    options.method === undefined &&
    options.trace === undefined &&
    isOut(options.out));

/** See straight.js. @type {typeof runCastShape} */
function straightCast(a, poseA, b, poseB, displacement, options, warm) {
  const call = beginQuery();
  writePoses(poseA, poseB);
  if (!storeVector(displacement, abi.CAST_DISPLACEMENT))
    return fullCast(a, poseA, b, poseB, displacement, options, warm);
  const settings = haveDefaults(options) ? 0 : writeSettings(options, CAST_SHAPE, 3);
  const usual = storeInterval(options, abi.CAST_MIN_TIME, 1) && callId === call;
  if (!usual || wantsTrace(settings))
    return fullCast(a, poseA, b, poseB, displacement, options, warm);
  const status = core.straight_cast_shape(a.address, b.address, settings, warm);
  endCall();
  if (status < 0) return fullCast(a, poseA, b, poseB, displacement, options, warm); // throws
  const out = options?.out;
  if (out === undefined) return newCast(status);
  fillCast(status, out);
  return callId === call && !tracesExist ? out : finish(out, call);
}

/** @type {typeof runCastShape} */
function fullCast(a, poseA, b, poseB, displacement, options, warm) {
  runCast(CAST_SHAPE, a, poseA, b, poseB, displacement, options, warm);
  const call = callId;
  const out = /** @type {CastResult<number>} */ (options?.out ?? {});
  return finish(readCast(f64, resultAt(), a.dimension, out), call);
}

/**
 * Runs a query with the arguments of castShape. The result is at resultAt().
 * @internal
 * @param {PairQuery} query
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {Vector} displacement @param {CastOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {number} the status
 */
export function runCast(query, a, poseA, b, poseB, displacement, options, warm) {
  const n = a.dimension;
  const begun = beginQuery();
  const motion = motionAt();
  writeRest(n, poseA, poseB);
  writeVector(displacement, n, motion + abi.CAST_DISPLACEMENT, 'displacement');
  const settings = options === undefined ? 0 : writeSettings(options, query, n);
  writeInterval(options, motion + abi.CAST_MIN_TIME, query.name, 1);
  if (callId !== begun) throw reentered();
  const status = wantsTrace(settings)
    ? callPairTraced(query.call, a, b, settings, warm)
    : query.call(a.handle, b.handle, settings, warm);
  endQuery();
  if (status < 0) {
    writeRest(n, poseA, poseB, writeValidPose);
    throw motionError(status, query, a, b, settings);
  }
  return status;
}
