/* Distance: how far apart two sets are, and between which points. */
import * as abi from '../../wasm/dist/abi.js';
import { callId, f64 } from '../core/module.js';
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
} from './query.js';
import { finish } from './trace.js';

/** @import { Shape, Slot } from '../shapes/shape.js' */
/** @import { Coordinates, Pose } from '../poses/pose.js' */
/** @import { Asked, QueryOptions, SameDimension, Status, Subalgorithm, TraceOption } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

/**
 * Vectors have as many numbers as the shapes have dimensions, in world coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} DistanceResult
 * @property {number} value the distance between the shapes, 0 if they touch or overlap; equal to `upper`
 * @property {number} lower certified: lower ≤ true distance ≤ upper
 * @property {number} upper
 * @property {Coordinates<N>} normal unit, from A towards B; where the shapes overlap beyond their radii and
 *   margins, along their centres
 * @property {Coordinates<N>} pointA the point of A nearest to B; pointB - pointA = value · normal
 * @property {Coordinates<N>} pointB the point of B nearest to A
 * @property {number} iterations support calls on each set
 * @property {Status} status
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate
 */

/**
 * What the option `simplex` adds: the support points between which the nearest points lie.
 * @template {number} [N=2 | 3]
 * @typedef {object} Simplices
 * @property {Coordinates<N>[]} simplexA the support points of A, without its radius and margin, between
 *   which the nearest point lies: 1 to 4. An ellipsoid is the sum of a smaller set and a ball of
 *   radius (least radius)² / greatest radius; with the method `auto` the points are those of that
 *   set. With a half-space the point is `pointA`
 * @property {Coordinates<N>[]} simplexB likewise of B
 */

/**
 * `auto` takes closed forms for balls, capsules and points, each with each other and with boxes (and
 * circles, stadiums and rectangles), otherwise GJK. Every method ends with the same certificate.
 * @typedef {'auto' | 'gjk' | 'nesterov' | 'nesterov-normalized' | 'polyak' | 'frank-wolfe'} DistanceMethod
 */

/**
 * @template {boolean} [S=boolean]
 * @typedef {object} OwnDistanceOptions
 * @property {DistanceMethod | undefined} [method] the solver (default `'auto'`)
 * @property {Subalgorithm | undefined} [subalgorithm] how the nearest point of a simplex is found (default
 *   `'signed-volumes'`)
 * @property {S | undefined} [simplex] whether the result has `simplexA` and `simplexB` (default false)
 * @property {Partial<DistanceResult<number> & Simplices<number>> | undefined} [out] a result to fill and return
 *   (default: a new one)
 */

/**
 * The tolerance is relative to the distance.
 * @template {boolean} [S=boolean]
 * @typedef {QueryOptions & TraceOption & OwnDistanceOptions<S>} DistanceOptions
 */

/**
 * The least distance between two sets, solid or not.
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
 * @returns {DistanceResult<A & B> & Asked<S, Simplices<A & B>>} on every path complete; `status` says how it ended
 * @throws {TypeError | RangeError} for wrong arguments, naming the field and the value
 * @throws {GeometryError} code `'undefined'` for two half-spaces
 * @example
 * const ball = new Sphere({ radius: 1 });
 * distance(ball, null, ball, { position: [3, 0, 0] }).value; // 1
 */
export function distance(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(DISTANCE.name, arguments.length);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (slotA.dimension !== slotB.dimension || slotA.any || slotB.any)
    checkShapes(DISTANCE.name, a, b);
  return runDistance(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {DistanceOptions | undefined} options @param {number} warm
 * @returns {any} a DistanceResult
 */
export function runDistance(a, poseA, b, poseB, options, warm) {
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
 * @internal
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the record
 * @param {number} n the dimension
 * @param {DistanceResult<number>} out
 */
export function readDistance(view, at, n, out) {
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
  out.value = out.upper = view[at + abi.DISTANCE_RESULT_VALUE];
  out.lower = view[at + abi.DISTANCE_RESULT_LOWER];
  readVector(view, at + abi.DISTANCE_RESULT_NORMAL, n, normal);
  readVector(view, at + abi.DISTANCE_RESULT_POINT_A, n, pointA);
  readVector(view, at + abi.DISTANCE_RESULT_POINT_B, n, pointB);
  out.iterations = view[at + abi.DISTANCE_RESULT_ITERATIONS] | 0;
  out.status = readStatus(at + abi.DISTANCE_RESULT_STATUS);
  return out;
}

/** Whether a result has been given simplices: until then none can hold those of an earlier query. */
let simplicesExist = false;

/**
 * Gives a result the simplices, or removes those of an earlier query.
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
  } else if (simplicesExist && (out.simplexA !== undefined || out.simplexB !== undefined)) {
    delete out.simplexA;
    delete out.simplexB;
  }
}

/**
 * @param {ArrayLike<any>} view @param {number} at @param {number} count @param {number} n
 * @param {unknown} list a list to fill, if it is one
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
