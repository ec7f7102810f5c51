/* Penetration depth: the length of the shortest translation that separates two shapes. */
import * as abi from '../../wasm/dist/abi.js';
import { callId, core, endCall, f64, pairResult } from '../core/module.js';
import { PENETRATION } from './descriptions.js';
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
  wantsTrace,
} from './query.js';
import { areSpheres, penetrationOfSpheres } from './spheres.js';
import { areStraight, isOut, isVector3, textOf, vector3, writeStraight } from './straight.js';
import { finish, tracesExist } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Coordinates, Pose, Vector } from '../poses/pose.js' */
/** @import { QueryOptions, SameDimension, Status, TraceOption } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

const DEPTH = abi.PENETRATION_RESULT_DEPTH;
const LOWER = abi.PENETRATION_RESULT_LOWER;
const NORMAL = abi.PENETRATION_RESULT_NORMAL;
const POINT_A = abi.PENETRATION_RESULT_POINT_A;
const POINT_B = abi.PENETRATION_RESULT_POINT_B;
const ITERATIONS = abi.PENETRATION_RESULT_ITERATIONS;
const SUPPORT_CALLS = abi.PENETRATION_RESULT_SUPPORT_CALLS;

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
 * The method of penetration and signedDistance:
 * - `'auto'` and `'epa'` find the global minimum. `'auto'` uses closed forms, and Newton's method for
 *   cylinders, cones, frusta and ellipsoids; otherwise `'epa'`;
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
  if (areStraight(slotA, slotB)) return straightPenetration(slotA, poseA, slotB, poseB, options, 0);
  if (slotA.dimension !== slotB.dimension || slotA.any || slotB.any)
    checkShapes(PENETRATION.name, a, b);
  return fullPenetration(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {PenetrationOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a PenetrationResult
 */
export function runPenetration(a, poseA, b, poseB, options, warm) {
  return areStraight(a, b)
    ? straightPenetration(a, poseA, b, poseB, options, warm)
    : fullPenetration(a, poseA, b, poseB, options, warm);
}

/** Whether no option except `out` has a value. See straight.js. @param {any} options */
const haveDefaults = (options) =>
  options === undefined ||
  (options === PENETRATION.checked &&
    options.tolerance === undefined &&
    options.maxIterations === undefined &&
    options.method === undefined &&
    options.direction === undefined &&
    options.trace === undefined &&
    isOut(options.out));

/** See straight.js. @type {typeof runPenetration} */
function straightPenetration(a, poseA, b, poseB, options, warm) {
  const out = options?.out;
  const usual = haveDefaults(options);
  if (usual && areSpheres(a, poseA, b, poseB)) {
    const call = callId;
    const result = penetrationOfSpheres(a, poseA, b, poseB, out);
    if (result !== null) return finish(result, call);
  }
  const settings = writeStraight(PENETRATION, poseA, poseB, usual ? undefined : options);
  if (wantsTrace(settings)) return fullPenetration(a, poseA, b, poseB, options, warm);
  const call = callId;
  const status = core.straight_penetration(a.address, b.address, settings, warm);
  endCall();
  if (status < 0) return fullPenetration(a, poseA, b, poseB, options, warm); // throws
  if (out === undefined) return newPenetration(status);
  fillPenetration(status, out);
  return callId === call && !tracesExist ? out : finish(out, call);
}

/** @type {typeof runPenetration} */
function fullPenetration(a, poseA, b, poseB, options, warm) {
  runPair(PENETRATION, a, poseA, b, poseB, options, warm);
  const at = resultAt();
  const n = a.dimension;
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const out = /** @type {PenetrationResult<number>} */ (options?.out ?? {});
  return finish(readPenetration(view, at, n, out), call);
}

/** A new result in 3D. @param {number} status @returns {PenetrationResult<3>} */
function newPenetration(status) {
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  return {
    value: r[DEPTH],
    lower: r[LOWER],
    upper: r[DEPTH],
    normal: vector3(r, NORMAL),
    pointA: vector3(r, POINT_A),
    pointB: vector3(r, POINT_B),
    iterations: r[ITERATIONS] | 0,
    supportCalls: r[SUPPORT_CALLS] | 0,
    status: textOf(status),
  };
}

/** Fills a result in 3D. @param {number} status @param {any} out */
function fillPenetration(status, out) {
  const { normal, pointA, pointB } = out;
  if (!(isVector3(normal) && isVector3(pointA) && isVector3(pointB)))
    return readPenetration(f64, resultAt(), 3, out);
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  out.value = out.upper = r[DEPTH];
  out.lower = r[LOWER];
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
  readPoints(view, at + NORMAL, n, out);
  out.value = out.upper = view[at + DEPTH];
  out.lower = view[at + LOWER];
  out.iterations = view[at + ITERATIONS] | 0;
  out.supportCalls = view[at + SUPPORT_CALLS] | 0;
  out.status = readStatus(at + abi.PENETRATION_RESULT_STATUS);
  return out;
}

/**
 * Copies the normal and the witness points, which are adjacent in the records of both queries.
 * @internal
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the normal
 * @param {number} n the dimension
 * @param {any} out
 */
export function readPoints(view, at, n, out) {
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
