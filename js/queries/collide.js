/* The overlap tests: intersects returns a boolean; collide also returns a certificate, either a common point
 * or a separating plane. Mathematics: docs/algorithms.md, Bounds. */
import * as abi from '../../wasm/dist/abi.js';
import { callId, core, endCall, f64, pairResult } from '../core/module.js';
import { COLLIDE, INTERSECTS } from './descriptions.js';
import { collideOfSets, intersectsOfSets } from './nd.js';
import {
  checkShapes,
  firstSlot,
  missingArgument,
  readStatus,
  readVector,
  resultAt,
  runPair,
  secondSlot,
  vectorOf,
  wantsTrace,
} from './query.js';
import { areSpheres, overlapOfSpheres } from './spheres.js';
import { areStraight, isOut, isVector3, textOf, vector3, writeStraight } from './straight.js';
import { finish, tracesExist } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Coordinates, Pose } from '../poses/pose.js' */
/** @import { DistanceMethod } from './distance.js' */
/** @import { QueryOptions, SameDimension, Status, Subalgorithm, TraceOption } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

const COLLIDING = abi.COLLISION_RESULT_COLLIDING;
const POINT = abi.COLLISION_RESULT_POINT;
const NORMAL = abi.COLLISION_RESULT_NORMAL;
const LOWER = abi.COLLISION_RESULT_LOWER;
const UPPER = abi.COLLISION_RESULT_UPPER;
const ITERATIONS = abi.COLLISION_RESULT_ITERATIONS;

/**
 * The result of collide. Vectors have as many numbers as the shapes have dimensions, in world coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} CollisionResult
 * @property {boolean} colliding whether the shapes overlap; touching counts
 * @property {Coordinates<N> | null} point if `colliding`, a common point of the shapes, otherwise null. With
 *   the status `'max-iterations'` it is not proved to be one
 * @property {Coordinates<N> | null} normal if not `colliding`, the unit normal of a separating plane, from A
 *   towards B, otherwise null
 * @property {number} lower lower bound of the growth distance: lower > 1 proves that the shapes are
 *   separated. With `gjk` and its variants, `lower` can be exactly 1 although `colliding` is false. Then the
 *   gap is smaller than the rounding of the centres' distance, and the plane with the normal `normal` is the
 *   proof
 * @property {number} upper upper bound of the growth distance: upper ≤ 1 proves the overlap
 * @property {number} iterations number of support points computed on each shape
 * @property {Status} status `'optimal'`: the answer is proved. `'precision'`: the shapes touch up to
 *   rounding. `'max-iterations'`: nothing is proved, and `colliding` is true because the shapes may overlap
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate
 */

/**
 * The method of an overlap test:
 * - `'auto'`: closed forms for pairs of boxes, capsules and balls, and for a ball or point with a cylinder, cone,
 *   frustum or ellipsoid (with coarse bounds); otherwise `'cutting-plane'`;
 * - `'cutting-plane'`: bounds of the growth distance;
 * - all others: search for a separating plane or a common point. Their bounds of the growth distance are
 *   coarse: for example, `upper` is 1 or Infinity.
 * @typedef {'auto' | 'cutting-plane' | DistanceMethod} CollideMethod
 */

/**
 * @typedef {object} OwnIntersectsOptions
 * @property {CollideMethod | undefined} [method] the solver (default `'auto'`)
 * @property {Subalgorithm | undefined} [subalgorithm] how GJK computes the nearest point of a simplex
 *   (default `'signed-volumes'`)
 */
/** @typedef {QueryOptions & OwnIntersectsOptions} IntersectsOptions */

/**
 * @typedef {object} OwnCollideOptions
 * @property {Partial<CollisionResult<number>> | undefined} [out] a result object to fill and return (default:
 *   a new one)
 */
/** @typedef {IntersectsOptions & TraceOption & OwnCollideOptions} CollideOptions */

/**
 * Whether two shapes overlap; touching counts. The query stops as soon as the answer is proved, so it takes a
 * fraction of the time of a distance query.
 *
 * @template {number} A
 * @template {number} B
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {IntersectsOptions} [options] the tolerance is not used
 * @returns {boolean} false only if the separation is proved; true also if `maxIterations` ended the search
 *   without a proof
 * @throws {TypeError | RangeError} for invalid arguments; the message names the field and the value
 * @throws {GeometryError} code `'undefined'` for two half-spaces, and with cutting planes for two shapes that
 *   are not solid
 * @example
 * intersects(crate, mesh.current, floor, null);
 */
export function intersects(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(INTERSECTS.name, arguments.length);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (areStraight(slotA, slotB)) return straightIntersects(slotA, poseA, slotB, poseB, options, 0);
  if (slotA.dimension !== slotB.dimension) checkShapes(INTERSECTS.name, a, b, true);
  if (slotA.any || slotB.any) return intersectsOfSets(slotA, poseA, slotB, poseB, options);
  return fullIntersects(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * Whether two shapes overlap, with a certificate: a common point or a separating plane. Touching counts.
 *
 * Source: Ray Intersection Algorithm for Fast Growth Distance Computation, III-F4.
 *
 * @template {number} A
 * @template {number} B
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {CollideOptions} [options] the tolerance is not used
 * @returns {CollisionResult<A & B>} always complete; `status` tells how the query ended
 * @throws {TypeError | RangeError} for invalid arguments; the message names the field and the value
 * @throws {GeometryError} code `'undefined'` for two half-spaces, and with cutting planes for two shapes that
 *   are not solid
 */
export function collide(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(COLLIDE.name, arguments.length);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (areStraight(slotA, slotB)) return straightCollide(slotA, poseA, slotB, poseB, options, 0);
  if (slotA.dimension !== slotB.dimension) checkShapes(COLLIDE.name, a, b, true);
  if (slotA.any || slotB.any) return collideOfSets(slotA, poseA, slotB, poseB, options);
  return fullCollide(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {IntersectsOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {boolean}
 */
export function runIntersects(a, poseA, b, poseB, options, warm) {
  return areStraight(a, b)
    ? straightIntersects(a, poseA, b, poseB, options, warm)
    : fullIntersects(a, poseA, b, poseB, options, warm);
}

/** Whether no option has a value. See straight.js. @param {any} options */
const haveDefaults = (options) =>
  options === undefined ||
  (options === INTERSECTS.checked &&
    options.tolerance === undefined &&
    options.maxIterations === undefined &&
    options.method === undefined &&
    options.subalgorithm === undefined);

/** See straight.js. @type {typeof runIntersects} */
function straightIntersects(a, poseA, b, poseB, options, warm) {
  const usual = haveDefaults(options);
  if (usual && areSpheres(a, poseA, b, poseB)) {
    const overlap = overlapOfSpheres(a, poseA, b, poseB);
    if (overlap !== null) return overlap;
  }
  const settings = writeStraight(INTERSECTS, poseA, poseB, usual ? undefined : options);
  const status = core.straight_intersects(a.address, b.address, settings, warm);
  endCall();
  if (status < 0) return fullIntersects(a, poseA, b, poseB, options, warm); // throws
  return status === 1;
}

/** @type {typeof runIntersects} */
function fullIntersects(a, poseA, b, poseB, options, warm) {
  return runPair(INTERSECTS, a, poseA, b, poseB, options, warm) === 1;
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {CollideOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a CollisionResult
 */
export function runCollide(a, poseA, b, poseB, options, warm) {
  return areStraight(a, b)
    ? straightCollide(a, poseA, b, poseB, options, warm)
    : fullCollide(a, poseA, b, poseB, options, warm);
}

/** Whether no option except `out` has a value. See straight.js. @param {any} options */
const collideHasDefaults = (options) =>
  options === undefined ||
  (options === COLLIDE.checked &&
    options.tolerance === undefined &&
    options.maxIterations === undefined &&
    options.method === undefined &&
    options.subalgorithm === undefined &&
    options.trace === undefined &&
    isOut(options.out));

/** See straight.js. @type {typeof runCollide} */
function straightCollide(a, poseA, b, poseB, options, warm) {
  const out = options?.out;
  const usual = collideHasDefaults(options);
  const settings = writeStraight(COLLIDE, poseA, poseB, usual ? undefined : options);
  if (wantsTrace(settings)) return fullCollide(a, poseA, b, poseB, options, warm);
  const call = callId;
  const status = core.straight_collide(a.address, b.address, settings, warm);
  endCall();
  if (status < 0) return fullCollide(a, poseA, b, poseB, options, warm); // throws
  if (out === undefined) return newCollision(status);
  fillCollision(status, out);
  return callId === call && !tracesExist ? out : finish(out, call);
}

/** A new result in 3D. @param {number} status @returns {CollisionResult<3>} */
function newCollision(status) {
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  const colliding = r[COLLIDING] === 1;
  return {
    colliding,
    point: colliding ? vector3(r, POINT) : null,
    normal: colliding ? null : vector3(r, NORMAL),
    lower: r[LOWER],
    upper: r[UPPER],
    iterations: r[ITERATIONS] | 0,
    status: textOf(status),
  };
}

/** Fills a result in 3D. @param {number} status @param {any} out */
function fillCollision(status, out) {
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  const colliding = r[COLLIDING] === 1;
  const from = colliding ? POINT : NORMAL;
  // one of point and normal is always null, so reuse the array of the other
  let vector = out.point ?? out.normal;
  if (isVector3(vector)) {
    vector[0] = r[from];
    vector[1] = r[from + 1];
    vector[2] = r[from + 2];
  } else vector = vector3(r, from);
  out.colliding = colliding;
  out.point = colliding ? vector : null;
  out.normal = colliding ? null : vector;
  out.lower = r[LOWER];
  out.upper = r[UPPER];
  out.iterations = r[ITERATIONS] | 0;
  out.status = textOf(status);
}

/** @type {typeof runCollide} */
function fullCollide(a, poseA, b, poseB, options, warm) {
  runPair(COLLIDE, a, poseA, b, poseB, options, warm);
  const at = resultAt();
  const n = a.dimension;
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const out = /** @type {CollisionResult<number>} */ (options?.out ?? {});
  const colliding = view[at + COLLIDING] === 1;
  // one of point and normal is always null, so reuse the array of the other
  const vector = vectorOf(out.point ?? out.normal, n);
  const from = colliding ? POINT : NORMAL;
  readVector(view, at + from, n, vector);
  out.colliding = colliding;
  out.point = colliding ? vector : null;
  out.normal = colliding ? null : vector;
  out.lower = view[at + LOWER];
  out.upper = view[at + UPPER];
  out.iterations = view[at + ITERATIONS] | 0;
  out.status = readStatus(at + abi.COLLISION_RESULT_STATUS);
  return finish(out, call);
}
