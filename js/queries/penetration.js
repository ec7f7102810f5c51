/* Penetration depth: the length of the shortest translation that separates two shapes. Signed distance: the
 * distance of separated shapes, minus the depth of overlapping ones. */
import * as abi from '../../wasm/dist/abi.js';
import { callId, f64 } from '../core/module.js';
import { PENETRATION, SIGNED } from './descriptions.js';
import {
  checkShapes,
  firstSlot,
  isVector,
  missingArgument,
  readStatus,
  readVector,
  resultAt,
  runPair,
  secondSlot,
  vectorOf,
} from './query.js';
import { finish } from './trace.js';

/** @import { Shape, Slot } from '../shapes/shape.js' */
/** @import { Coordinates, Pose, Vector } from '../poses/pose.js' */
/** @import { QueryOptions, SameDimension, Status, TraceOption } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

/**
 * The result of penetration. Vectors have as many numbers as the shapes have dimensions, in world
 * coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} PenetrationResult
 * @property {number} value the depth, in the unit of lengths: the length of the shortest translation that
 *   separates the interiors; 0 if they are disjoint. Equal to `upper`, so moving B by value · normal always
 *   separates them
 * @property {number} lower certified lower bound: lower ≤ true depth
 * @property {number} upper certified upper bound: true depth ≤ upper
 * @property {Coordinates<N>} normal unit vector from A towards B
 * @property {Coordinates<N>} pointA the point of A deepest inside B: pointA - pointB = value · normal. If the
 *   shapes are disjoint, pointA and pointB are the points at which the overlap test ended
 * @property {Coordinates<N>} pointB the point of B deepest inside A
 * @property {number} iterations number of steps of the overlap test and of the method
 * @property {number} supportCalls number of support points computed on each shape
 * @property {Status} status how the query ended; `'local'` if the method proves only a local minimum
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate
 */

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

/**
 * The method of penetration and signedDistance:
 * - `'auto'` and `'epa'` find the global minimum;
 * - `'incremental'` (sequential quadratic programming with a shortcut) and `'sqp'` (without it) find a local
 *   minimum. They start from `direction`, from the pair's previous normal, or from the direction between the
 *   centres;
 * - `'mpr'` finds the depth along this direction only.
 * @typedef {'auto' | 'incremental' | 'sqp' | 'mpr' | 'epa'} PenetrationMethod
 */

/**
 * @template R
 * @typedef {object} OwnPenetrationOptions
 * @property {PenetrationMethod | undefined} [method] the solver (default `'auto'`)
 * @property {Vector | undefined} [direction] the initial normal in world coordinates, of any length except 0
 *   (default: the pair's previous normal, otherwise the direction from A's centre to B's centre)
 * @property {Partial<R> | undefined} [out] a result object to fill and return (default: a new one)
 */
/** @typedef {QueryOptions & TraceOption & OwnPenetrationOptions<PenetrationResult<number>>} PenetrationOptions */
/** @typedef {QueryOptions & TraceOption & OwnPenetrationOptions<SignedDistanceResult<number>>} SignedDistanceOptions */

/**
 * The penetration depth: the length of the shortest translation that separates the interiors of two shapes.
 *
 * Source: Efficient Incremental Penetration Depth Estimation between Convex Geometries, III; van den
 * Bergen 2001, Proximity Queries and Penetration Depth Computation on 3D Game Objects.
 *
 * @template {2 | 3} A
 * @template {2 | 3} B
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {PenetrationOptions} [options] the tolerance is relative to the depth
 * @returns {PenetrationResult<A & B>} always complete; `status` tells how the query ended
 * @throws {TypeError | RangeError} for invalid arguments; the message names the field and the value
 * @throws {GeometryError} code `'undefined'` for two half-spaces
 * @example
 * const ball = new Sphere({ radius: 1 });
 * penetration(ball, null, ball, { position: [1.5, 0, 0] }).value; // 0.5
 */
export function penetration(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(PENETRATION.name, arguments.length);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (slotA.dimension !== slotB.dimension || slotA.any || slotB.any)
    checkShapes(PENETRATION.name, a, b);
  return runPenetration(slotA, poseA, slotB, poseB, options, 0);
}

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
  if (slotA.dimension !== slotB.dimension || slotA.any || slotB.any) checkShapes(SIGNED.name, a, b);
  return runSignedDistance(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {PenetrationOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a PenetrationResult
 */
export function runPenetration(a, poseA, b, poseB, options, warm) {
  runPair(PENETRATION, a, poseA, b, poseB, options, warm);
  const at = resultAt();
  const n = a.dimension;
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const out = /** @type {PenetrationResult<number>} */ (options?.out ?? {});
  return finish(readPenetration(view, at, n, out), call);
}

/**
 * Copies the module's record to a result object.
 * @internal
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the record
 * @param {number} n the dimension
 * @param {PenetrationResult<number>} out
 * @returns {PenetrationResult<number>}
 */
export function readPenetration(view, at, n, out) {
  readPoints(view, at + abi.PENETRATION_RESULT_NORMAL, n, out);
  out.value = out.upper = view[at + abi.PENETRATION_RESULT_DEPTH];
  out.lower = view[at + abi.PENETRATION_RESULT_LOWER];
  out.iterations = view[at + abi.PENETRATION_RESULT_ITERATIONS] | 0;
  out.supportCalls = view[at + abi.PENETRATION_RESULT_SUPPORT_CALLS] | 0;
  out.status = readStatus(at + abi.PENETRATION_RESULT_STATUS);
  return out;
}

/**
 * Copies the normal and the witness points, which are adjacent in both records.
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the normal
 * @param {number} n the dimension
 * @param {PenetrationResult<number> | SignedDistanceResult<number>} out
 */
function readPoints(view, at, n, out) {
  let { normal, pointA, pointB } = out;
  // test all vectors together, which is faster: see readGrowth
  if (!(isVector(normal, n) && isVector(pointA, n) && isVector(pointB, n))) {
    out.value = 0.5; // create the fields in the order in which a console prints them
    out.lower = 0.5;
    out.upper = 0.5;
    out.normal = normal = vectorOf(normal, n);
    out.pointA = pointA = vectorOf(pointA, n);
    out.pointB = pointB = vectorOf(pointB, n);
  }
  readVector(view, at, n, normal);
  readVector(view, at + 3, n, pointA);
  readVector(view, at + 6, n, pointB);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {SignedDistanceOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a SignedDistanceResult
 */
export function runSignedDistance(a, poseA, b, poseB, options, warm) {
  runPair(SIGNED, a, poseA, b, poseB, options, warm);
  const at = resultAt();
  const n = a.dimension;
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const out = /** @type {SignedDistanceResult<number>} */ (options?.out ?? {});
  readPoints(view, at + abi.SIGNED_RESULT_NORMAL, n, out);
  out.value = view[at + abi.SIGNED_RESULT_VALUE];
  out.lower = view[at + abi.SIGNED_RESULT_LOWER];
  out.upper = view[at + abi.SIGNED_RESULT_UPPER];
  out.iterations = view[at + abi.SIGNED_RESULT_ITERATIONS] | 0;
  out.supportCalls = view[at + abi.SIGNED_RESULT_SUPPORT_CALLS] | 0;
  out.status = readStatus(at + abi.SIGNED_RESULT_STATUS);
  return finish(out, call);
}
