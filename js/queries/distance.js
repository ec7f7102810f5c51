/* Distance: the least distance between two shapes, and the points at this distance. */
import * as abi from '../../wasm/dist/abi.js';
import { callId, core, endCall, f64, pairResult } from '../core/module.js';
import { DISTANCE } from './descriptions.js';
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
import { areSpheres, distanceOfSpheres } from './spheres.js';
import { areStraight, isOut, isVector3, textOf, vector3, writeStraight } from './straight.js';
import { finish, tracesExist } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Coordinates, Pose } from '../poses/pose.js' */
/** @import { Asked, QueryOptions, SameDimension, Status, Subalgorithm, TraceOption } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

const VALUE = abi.DISTANCE_RESULT_VALUE;
const LOWER = abi.DISTANCE_RESULT_LOWER;
const NORMAL = abi.DISTANCE_RESULT_NORMAL;
const POINT_A = abi.DISTANCE_RESULT_POINT_A;
const POINT_B = abi.DISTANCE_RESULT_POINT_B;
const ITERATIONS = abi.DISTANCE_RESULT_ITERATIONS;

/**
 * The result of distance. Vectors have as many numbers as the shapes have dimensions, in world coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} DistanceResult
 * @property {number} value the distance, in the unit of lengths; 0 if the shapes touch or overlap. Equal to
 *   `upper`
 * @property {number} lower certified lower bound: lower ≤ true distance
 * @property {number} upper certified upper bound: true distance ≤ upper
 * @property {Coordinates<N>} normal unit vector from A towards B. If the shapes overlap even without their
 *   radii and margins, it is the direction from A's centre to B's centre
 * @property {Coordinates<N>} pointA the point of A nearest to B: pointB - pointA = value · normal
 * @property {Coordinates<N>} pointB the point of B nearest to A
 * @property {number} iterations number of support points computed on each shape
 * @property {Status} status how the query ended
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate
 */

/**
 * The fields that the option `simplex` adds: the final simplex.
 * @template {number} [N=2 | 3]
 * @typedef {object} Simplices
 * @property {Coordinates<N>[]} simplexA 1 to 4 points of A's core, which is A without its radius and margin.
 *   Their hull contains the nearest point of the core. With the method `auto`, the core of an
 *   ellipsoid is smaller: the ellipsoid is the Minkowski sum of this core and a ball of radius (least
 *   half-axis)² / (greatest half-axis). If A or B is a half-space, the only point is `pointA`
 * @property {Coordinates<N>[]} simplexB the corresponding points of B
 */

/**
 * The method of a distance query. `'auto'` has closed forms for every pair of boxes, capsules, balls and points. A
 * ball or point has one with a cylinder, cone, frustum or ellipsoid, too. In 2D the same is true of their
 * counterparts. For other curved 3D shapes it uses Newton's method, and for all other pairs `'gjk'`. The bounds of
 * every method are certified in the same way.
 * @typedef {'auto' | 'gjk' | 'nesterov' | 'nesterov-normalized' | 'polyak' | 'frank-wolfe'} DistanceMethod
 */

/**
 * @template {boolean} [S=boolean]
 * @typedef {object} OwnDistanceOptions
 * @property {DistanceMethod | undefined} [method] the solver (default `'auto'`)
 * @property {Subalgorithm | undefined} [subalgorithm] how GJK computes the nearest point of a simplex
 *   (default `'signed-volumes'`)
 * @property {S | undefined} [simplex] whether the result has `simplexA` and `simplexB` (default false)
 * @property {Partial<DistanceResult<number> & Simplices<number>> | undefined} [out] a result object to fill
 *   and return (default: a new one)
 */

/**
 * The options of distance. The tolerance is relative to the distance.
 * @template {boolean} [S=boolean]
 * @typedef {QueryOptions & TraceOption & OwnDistanceOptions<S>} DistanceOptions
 */

/**
 * The least distance between two shapes, solid or not.
 *
 * Source: GJK accelerated by Nesterov, III and IV; A divide-and-conquer implementation of GJK.
 *
 * @template {2 | 3} A
 * @template {2 | 3} B
 * @template {boolean} [S=false]
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {DistanceOptions<S>} [options]
 * @returns {DistanceResult<A & B> & Asked<S, Simplices<A & B>>} always complete; `status` tells how the query
 *   ended
 * @throws {TypeError | RangeError} for invalid arguments; the message names the field and the value
 * @throws {GeometryError} code `'undefined'` for two half-spaces
 * @example
 * const ball = new Sphere({ radius: 1 });
 * distance(ball, null, ball, { position: [3, 0, 0] }).value; // 1
 */
export function distance(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(DISTANCE.name, arguments.length);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (areStraight(slotA, slotB)) return straightDistance(slotA, poseA, slotB, poseB, options, 0);
  if (slotA.dimension !== slotB.dimension || slotA.any || slotB.any)
    checkShapes(DISTANCE.name, a, b);
  return fullDistance(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {DistanceOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a DistanceResult
 */
export function runDistance(a, poseA, b, poseB, options, warm) {
  return areStraight(a, b)
    ? straightDistance(a, poseA, b, poseB, options, warm)
    : fullDistance(a, poseA, b, poseB, options, warm);
}

/** Whether no option except `out` has a value. See straight.js. @param {any} options */
const haveDefaults = (options) =>
  options === undefined ||
  (options === DISTANCE.checked &&
    options.tolerance === undefined &&
    options.maxIterations === undefined &&
    options.method === undefined &&
    options.subalgorithm === undefined &&
    options.simplex === undefined &&
    options.trace === undefined &&
    isOut(options.out));

/** See straight.js. @type {typeof runDistance} */
function straightDistance(a, poseA, b, poseB, options, warm) {
  const out = options?.out;
  const usual = haveDefaults(options);
  if (usual && areSpheres(a, poseA, b, poseB)) {
    const call = callId;
    const result = distanceOfSpheres(a, poseA, b, poseB, out);
    if (result !== null) return finish(result, call);
  }
  const settings = writeStraight(DISTANCE, poseA, poseB, usual ? undefined : options);
  if (wantsTrace(settings) || options?.simplex === true)
    return fullDistance(a, poseA, b, poseB, options, warm);
  const call = callId;
  const status = core.straight_distance(a.address, b.address, settings, warm);
  endCall();
  if (status < 0) return fullDistance(a, poseA, b, poseB, options, warm); // throws
  if (out === undefined) return newDistance(status);
  fillDistance(status, out);
  if (simplicesExist) removeSimplices(out);
  return callId === call && !tracesExist ? out : finish(out, call);
}

/** A new result in 3D. @param {number} status @returns {DistanceResult<3>} */
function newDistance(status) {
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  return {
    value: r[VALUE],
    lower: r[LOWER],
    upper: r[VALUE],
    normal: vector3(r, NORMAL),
    pointA: vector3(r, POINT_A),
    pointB: vector3(r, POINT_B),
    iterations: r[ITERATIONS] | 0,
    status: textOf(status),
  };
}

/** Fills a result in 3D. @param {number} status @param {any} out */
function fillDistance(status, out) {
  const { normal, pointA, pointB } = out;
  if (!(isVector3(normal) && isVector3(pointA) && isVector3(pointB)))
    return readDistance(f64, resultAt(), 3, out);
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  out.value = out.upper = r[VALUE];
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
  out.status = textOf(status);
  return out;
}

/** @type {typeof runDistance} */
function fullDistance(a, poseA, b, poseB, options, warm) {
  runPair(DISTANCE, a, poseA, b, poseB, options, warm);
  const at = resultAt();
  const n = a.dimension;
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const out = /** @type {DistanceResult<number> & Partial<Simplices<number>>} */ (
    options?.out ?? {}
  );
  readDistance(view, at, n, out);
  readSimplices(view, at, n, out, options?.simplex === true);
  return finish(out, call);
}

/**
 * Copies the module's record to a result object.
 * @internal
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the record
 * @param {number} n the dimension
 * @param {DistanceResult<number>} out
 */
export function readDistance(view, at, n, out) {
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
  out.value = out.upper = view[at + VALUE];
  out.lower = view[at + LOWER];
  readVector(view, at + NORMAL, n, normal);
  readVector(view, at + POINT_A, n, pointA);
  readVector(view, at + POINT_B, n, pointB);
  out.iterations = view[at + ITERATIONS] | 0;
  out.status = readStatus(at + abi.DISTANCE_RESULT_STATUS);
  return out;
}

/** Whether any result has ever received simplices. Until then, readSimplices need not look for old ones. */
let simplicesExist = false;

/**
 * Adds the simplices to a result, or removes the simplices of an earlier query from it.
 * @internal
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the record
 * @param {number} n the dimension
 * @param {Partial<Simplices<number>>} out
 * @param {boolean} wanted
 */
export function readSimplices(view, at, n, out, wanted) {
  if (wanted) {
    simplicesExist = true;
    const count = view[at + abi.DISTANCE_RESULT_SIMPLEX_COUNT] | 0;
    const { simplexA, simplexB } = out;
    out.simplexA = readSimplex(view, at + abi.DISTANCE_RESULT_SIMPLEX_A, count, n, simplexA);
    out.simplexB = readSimplex(view, at + abi.DISTANCE_RESULT_SIMPLEX_B, count, n, simplexB);
  } else if (simplicesExist) removeSimplices(out);
}

/** Removes the simplices of an earlier query from a result. @param {Partial<Simplices<number>>} out */
function removeSimplices(out) {
  if (out.simplexA === undefined && out.simplexB === undefined) return;
  delete out.simplexA;
  delete out.simplexB;
}

/**
 * @param {ArrayLike<any>} view @param {number} at @param {number} count @param {number} n
 * @param {unknown} list an array to reuse; any other value means a new one
 * @returns {number[][]}
 */
function readSimplex(view, at, count, n, list) {
  const out = Array.isArray(list) ? list : [];
  for (let i = 0; i < count; i++) {
    let v = out[i];
    if (v === undefined || v.length !== n) out[i] = v = vectorOf(v, n);
    readVector(view, at + 3 * i, n, v);
  }
  if (out.length !== count) out.length = count;
  return out;
}
