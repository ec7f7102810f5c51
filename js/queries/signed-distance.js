/* Signed distance: the distance of separated shapes, minus the penetration depth of overlapping ones. */
import * as abi from '../../wasm/dist/abi.js';
import { callId, core, endCall, f64, pairResult } from '../core/module.js';
import { SIGNED } from './descriptions.js';
import { readPoints } from './penetration.js';
import {
  checkShapes,
  firstSlot,
  missingArgument,
  readStatus,
  resultAt,
  runPair,
  secondSlot,
  wantsTrace,
} from './query.js';
import { areSpheres, signedDistanceOfSpheres } from './spheres.js';
import { areStraight, isOut, isVector3, textOf, vector3, writeStraight } from './straight.js';
import { finish, tracesExist } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Coordinates, Pose } from '../poses/pose.js' */
/** @import { OwnPenetrationOptions } from './penetration.js' */
/** @import { QueryOptions, SameDimension, Status, TraceOption } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

const VALUE = abi.SIGNED_RESULT_VALUE;
const LOWER = abi.SIGNED_RESULT_LOWER;
const UPPER = abi.SIGNED_RESULT_UPPER;
const NORMAL = abi.SIGNED_RESULT_NORMAL;
const POINT_A = abi.SIGNED_RESULT_POINT_A;
const POINT_B = abi.SIGNED_RESULT_POINT_B;
const ITERATIONS = abi.SIGNED_RESULT_ITERATIONS;
const SUPPORT_CALLS = abi.SIGNED_RESULT_SUPPORT_CALLS;

/**
 * The result of signedDistance. Vectors have as many numbers as the shapes have dimensions, in world
 * coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} SignedDistanceResult
 * @property {number} value the signed distance, in the unit of lengths: ≥ 0 the distance, < 0 minus the
 *   penetration depth
 * @property {number} lower certified lower bound: lower ≤ true signed distance
 * @property {number} upper certified upper bound: true signed distance ≤ upper
 * @property {Coordinates<N>} normal unit vector from A towards B. It is continuous when the shapes begin to
 *   overlap
 * @property {Coordinates<N>} pointA the witness point on A: pointB - pointA = value · normal
 * @property {Coordinates<N>} pointB the witness point on B
 * @property {number} iterations number of steps of all solvers
 * @property {number} supportCalls number of support points computed on each shape
 * @property {Status} status how the query ended; `'local'` if the method proves only a local minimum
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate
 */

/** @typedef {QueryOptions & TraceOption & OwnPenetrationOptions<SignedDistanceResult<number>>} SignedDistanceOptions */

/**
 * The signed distance: the distance of two shapes if they are separated, minus their penetration depth if
 * they overlap. It is continuous when the shapes begin to overlap.
 *
 * @template {2 | 3} A
 * @template {2 | 3} B
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {SignedDistanceOptions} [options] the same options as for penetration
 * @returns {SignedDistanceResult<A & B>} always complete; `status` tells how the query ended
 * @throws {TypeError | RangeError | GeometryError} as penetration
 */
export function signedDistance(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(SIGNED.name, arguments.length);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (areStraight(slotA, slotB)) return straightSigned(slotA, poseA, slotB, poseB, options, 0);
  if (slotA.dimension !== slotB.dimension || slotA.any || slotB.any) checkShapes(SIGNED.name, a, b);
  return fullSigned(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {SignedDistanceOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a SignedDistanceResult
 */
export function runSignedDistance(a, poseA, b, poseB, options, warm) {
  return areStraight(a, b)
    ? straightSigned(a, poseA, b, poseB, options, warm)
    : fullSigned(a, poseA, b, poseB, options, warm);
}

/** Whether no option except `out` has a value. See straight.js. @param {any} options */
const haveDefaults = (options) =>
  options === undefined ||
  (options === SIGNED.checked &&
    options.tolerance === undefined &&
    options.maxIterations === undefined &&
    options.method === undefined &&
    options.direction === undefined &&
    options.trace === undefined &&
    isOut(options.out));

/** See straight.js. @type {typeof runSignedDistance} */
function straightSigned(a, poseA, b, poseB, options, warm) {
  const out = options?.out;
  const usual = haveDefaults(options);
  if (usual && areSpheres(a, poseA, b, poseB)) {
    const call = callId;
    const result = signedDistanceOfSpheres(a, poseA, b, poseB, out);
    if (result !== null) return finish(result, call);
  }
  const settings = writeStraight(SIGNED, poseA, poseB, usual ? undefined : options);
  if (wantsTrace(settings)) return fullSigned(a, poseA, b, poseB, options, warm);
  const call = callId;
  const status = core.straight_signed_distance(a.address, b.address, settings, warm);
  endCall();
  if (status < 0) return fullSigned(a, poseA, b, poseB, options, warm); // throws
  if (out === undefined) return newSigned(status);
  fillSigned(status, out);
  return callId === call && !tracesExist ? out : finish(out, call);
}

/** A new result in 3D. @param {number} status @returns {SignedDistanceResult<3>} */
function newSigned(status) {
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  return {
    value: r[VALUE],
    lower: r[LOWER],
    upper: r[UPPER],
    normal: vector3(r, NORMAL),
    pointA: vector3(r, POINT_A),
    pointB: vector3(r, POINT_B),
    iterations: r[ITERATIONS] | 0,
    supportCalls: r[SUPPORT_CALLS] | 0,
    status: textOf(status),
  };
}

/** Fills a result in 3D. @param {number} status @param {any} out */
function fillSigned(status, out) {
  const { normal, pointA, pointB } = out;
  if (!(isVector3(normal) && isVector3(pointA) && isVector3(pointB)))
    return readSigned(f64, resultAt(), 3, out);
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  out.value = r[VALUE];
  out.lower = r[LOWER];
  out.upper = r[UPPER];
  normal[0] = r[NORMAL];
  normal[1] = r[NORMAL + 1];
  normal[2] = r[NORMAL + 2];
  pointA[0] = r[POINT_A];
  pointA[1] = r[POINT_A + 1];
  pointA[2] = r[POINT_A + 2];
  pointB[0] = r[POINT_B];
  pointB[1] = r[POINT_B + 1];
  pointB[2] = r[POINT_B + 2];
  out.iterations = r[ITERATIONS] | 0;
  out.supportCalls = r[SUPPORT_CALLS] | 0;
  out.status = textOf(status);
  return out;
}

/** @type {typeof runSignedDistance} */
function fullSigned(a, poseA, b, poseB, options, warm) {
  runPair(SIGNED, a, poseA, b, poseB, options, warm);
  const at = resultAt();
  const n = a.dimension;
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const out = /** @type {SignedDistanceResult<number>} */ (options?.out ?? {});
  return finish(readSigned(view, at, n, out), call);
}

/**
 * Copies the module's record to a result object.
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the record
 * @param {number} n the dimension
 * @param {SignedDistanceResult<number>} out
 * @returns {SignedDistanceResult<number>}
 */
function readSigned(view, at, n, out) {
  readPoints(view, at + NORMAL, n, out);
  out.value = view[at + VALUE];
  out.lower = view[at + LOWER];
  out.upper = view[at + UPPER];
  out.iterations = view[at + ITERATIONS] | 0;
  out.supportCalls = view[at + SUPPORT_CALLS] | 0;
  out.status = readStatus(at + abi.SIGNED_RESULT_STATUS);
  return out;
}
