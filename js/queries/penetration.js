/* Penetration depth and signed distance: how far two sets must be moved to part, or may be moved
 * until they meet. */
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
 * Vectors have as many numbers as the shapes have dimensions, in world coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} PenetrationResult
 * @property {number} value the depth: length of the shortest translation that separates the interiors,
 *   0 if they are disjoint; moving B by value · normal certainly separates them. Equal to `upper`
 * @property {number} lower certified: lower ≤ true depth ≤ upper
 * @property {number} upper
 * @property {Coordinates<N>} normal unit, from A towards B
 * @property {Coordinates<N>} pointA the point of A deepest in B; pointA - pointB = value · normal. Of disjoint
 *   shapes the points at which the search for overlap ended
 * @property {Coordinates<N>} pointB the point of B deepest in A
 * @property {number} iterations steps of the search for overlap and of the method
 * @property {number} supportCalls support points asked of each set
 * @property {Status} status `'local'` when a method can only promise a local minimum
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate
 */

/**
 * @template {number} [N=2 | 3]
 * @typedef {object} SignedDistanceResult
 * @property {number} value the distance when it is ≥ 0, otherwise minus the penetration depth
 * @property {number} lower certified: lower ≤ true signed distance ≤ upper
 * @property {number} upper
 * @property {Coordinates<N>} normal unit, from A towards B, continuous through contact
 * @property {Coordinates<N>} pointA witness points: pointB - pointA = value · normal
 * @property {Coordinates<N>} pointB
 * @property {number} iterations
 * @property {number} supportCalls support points asked of each set
 * @property {Status} status
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate
 */

/**
 * `auto` and `epa` find the global minimum. `incremental` (sequential quadratic programming with a
 * shortcut) and `sqp` (without) find a local one, from `direction`, the pair's last normal or the
 * line of the centres; `mpr` finds the depth along that direction alone.
 * @typedef {'auto' | 'incremental' | 'sqp' | 'mpr' | 'epa'} PenetrationMethod
 */

/**
 * @template R
 * @typedef {object} OwnPenetrationOptions
 * @property {PenetrationMethod | undefined} [method] the solver (default `'auto'`)
 * @property {Vector | undefined} [direction] first guess of the normal, world, of any length except 0 (default:
 *   the pair's last normal or the line of the centres)
 * @property {Partial<R> | undefined} [out] a result to fill and return (default: a new one)
 */
/** @typedef {QueryOptions & TraceOption & OwnPenetrationOptions<PenetrationResult<number>>} PenetrationOptions */
/** @typedef {QueryOptions & TraceOption & OwnPenetrationOptions<SignedDistanceResult<number>>} SignedDistanceOptions */

/**
 * How deep two sets are in each other: the shortest way out.
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
 * @returns {PenetrationResult<A & B>} on every path complete; `status` says how it ended
 * @throws {TypeError | RangeError} for wrong arguments, naming the field and the value
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
 * The distance of two sets where they are apart, minus their penetration depth where they overlap:
 * one quantity, continuous through contact.
 *
 * @template {2 | 3} A
 * @template {2 | 3} B
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {SignedDistanceOptions} [options] those of penetration
 * @returns {SignedDistanceResult<A & B>}
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
 * @param {PenetrationOptions | undefined} options @param {number} warm
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
 * Normal and witness points, which stand one after the other in both records.
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the normal
 * @param {number} n the dimension
 * @param {PenetrationResult<number> | SignedDistanceResult<number>} out
 */
function readPoints(view, at, n, out) {
  let { normal, pointA, pointB } = out;
  // tested together, before anything is copied: as in growth.js
  if (!(isVector(normal, n) && isVector(pointA, n) && isVector(pointB, n))) {
    out.value = 0.5; // fields in the order in which a console prints them
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
 * @param {SignedDistanceOptions | undefined} options @param {number} warm
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
