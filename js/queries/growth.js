/* Growth distance: the least factor at which both shapes, scaled about their centres, touch. */
import * as abi from '../../wasm/dist/abi.js';
import { callId, core, endCall, f64, pairResult } from '../core/module.js';
import { GROWTH } from './descriptions.js';
import { growthOfSets } from './nd.js';
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
import { areSpheres, growthOfSpheres } from './spheres.js';
import { areStraight, isOut, isVector3, textOf, vector3, writeStraight } from './straight.js';
import { finish, tracesExist } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Coordinates, Pose } from '../poses/pose.js' */
/** @import { PairQuery } from './descriptions.js' */
/** @import { QueryOptions, SameDimension, Status, TraceOption } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

const VALUE = abi.GROWTH_RESULT_VALUE;
const LOWER = abi.GROWTH_RESULT_LOWER;
const UPPER = abi.GROWTH_RESULT_UPPER;
const NORMAL = abi.GROWTH_RESULT_NORMAL;
const POINT_A = abi.GROWTH_RESULT_POINT_A;
const POINT_B = abi.GROWTH_RESULT_POINT_B;
const CONTACT = abi.GROWTH_RESULT_CONTACT;
const ITERATIONS = abi.GROWTH_RESULT_ITERATIONS;

/**
 * The result of growthDistance. Vectors have as many numbers as the shapes have dimensions, in world
 * coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} GrowthResult
 * @property {number} value the growth distance, without unit: > 1 separated, 1 touching, < 1 overlapping. It
 *   is 0 if the centres coincide or if a half-space contains the other shape's centre. Equal to `upper`, the
 *   factor at which the scaled shapes touch in `contact`
 * @property {number} lower certified lower bound: lower ≤ true value
 * @property {number} upper certified upper bound: true value ≤ upper
 * @property {Coordinates<N>} normal unit vector from A towards B: moving B along it separates the shapes
 * @property {Coordinates<N>} pointA the witness point on A: the point of the unscaled A that scaling moves to
 *   `contact`
 * @property {Coordinates<N>} pointB the witness point on B
 * @property {Coordinates<N>} contact the common point of the scaled shapes
 * @property {number} iterations number of support points computed on each shape
 * @property {Status} status how the query ended
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate
 */

/** @typedef {'auto' | 'cutting-plane' | 'newton'} GrowthMethod */

/**
 * @typedef {object} OwnGrowthOptions
 * @property {GrowthMethod | undefined} [method] the solver (default `'auto'`: Newton's method if it supports
 *   the shapes and is faster, otherwise cutting planes)
 * @property {Partial<GrowthResult<number>> | undefined} [out] a result object to fill and return (default: a
 *   new one)
 */
/** @typedef {QueryOptions & TraceOption & OwnGrowthOptions} GrowthOptions */

/**
 * The growth distance: the least factor at which both shapes, scaled about their centres, touch. It measures
 * separation (> 1) and penetration (< 1) with one number, and has certified bounds.
 *
 * Source: Ray Intersection Algorithm for Fast Growth Distance Computation, Alg. 3 and III-F.
 *
 * @template {number} A
 * @template {number} B
 * @param {Shape<A>} a at least one of the shapes must be solid; a half-space is not scaled
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {GrowthOptions} [options]
 * @returns {GrowthResult<A & B>} always complete; `status` tells how the query ended
 * @throws {TypeError | RangeError} for invalid arguments; the message names the field and the value
 * @throws {GeometryError} code `'undefined'` if the growth distance does not exist or the method does not
 *   support the shapes, for example for two half-spaces and for two shapes that are not solid
 * @example
 * const ball = new Sphere({ radius: 1 });
 * const { value, contact } = growthDistance(ball, null, ball, { position: [3, 0, 0] });
 * value; // 1.5
 * contact; // [1.5, 0, 0]
 */
export function growthDistance(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(GROWTH.name, arguments.length);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (areStraight(slotA, slotB)) return straightGrowth(slotA, poseA, slotB, poseB, options, 0);
  if (slotA.dimension !== slotB.dimension) checkShapes(GROWTH.name, a, b, true);
  if (slotA.any || slotB.any) return growthOfSets(slotA, poseA, slotB, poseB, options);
  return runGrowth(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {GrowthOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a GrowthResult
 */
export function runGrowth(a, poseA, b, poseB, options, warm) {
  return areStraight(a, b)
    ? straightGrowth(a, poseA, b, poseB, options, warm)
    : runGrowthQuery(GROWTH, a, poseA, b, poseB, options, warm);
}

/** Whether no option except `out` has a value. See straight.js. @param {any} options */
const haveDefaults = (options) =>
  options === undefined ||
  (options === GROWTH.checked &&
    options.tolerance === undefined &&
    options.maxIterations === undefined &&
    options.method === undefined &&
    options.trace === undefined &&
    isOut(options.out));

/** See straight.js. @type {typeof runGrowth} */
function straightGrowth(a, poseA, b, poseB, options, warm) {
  const out = options?.out;
  const usual = haveDefaults(options);
  if (usual && areSpheres(a, poseA, b, poseB)) {
    const call = callId;
    const result = growthOfSpheres(a, poseA, b, poseB, out);
    if (result !== null) return finish(result, call);
  }
  const settings = writeStraight(GROWTH, poseA, poseB, usual ? undefined : options);
  if (wantsTrace(settings)) return runGrowthQuery(GROWTH, a, poseA, b, poseB, options, warm);
  const call = callId;
  const status = core.straight_growth_distance(a.address, b.address, settings, warm);
  endCall();
  if (status < 0) return runGrowthQuery(GROWTH, a, poseA, b, poseB, options, warm); // throws
  if (out === undefined) return newGrowth(status);
  fillGrowth(status, out);
  return callId === call && !tracesExist ? out : finish(out, call);
}

/** A new result in 3D. @param {number} status @returns {GrowthResult<3>} */
function newGrowth(status) {
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  return {
    value: r[VALUE],
    lower: r[LOWER],
    upper: r[UPPER],
    normal: vector3(r, NORMAL),
    pointA: vector3(r, POINT_A),
    pointB: vector3(r, POINT_B),
    contact: vector3(r, CONTACT),
    iterations: r[ITERATIONS] | 0,
    status: textOf(status),
  };
}

/** Fills a result in 3D. @param {number} status @param {any} out */
function fillGrowth(status, out) {
  const { normal, pointA, pointB, contact } = out;
  if (!(isVector3(normal) && isVector3(pointA) && isVector3(pointB) && isVector3(contact)))
    return readGrowth(f64, resultAt(), 3, out);
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
  contact[0] = r[CONTACT];
  contact[1] = r[CONTACT + 1];
  contact[2] = r[CONTACT + 2];
  out.iterations = r[ITERATIONS] | 0;
  out.status = textOf(status);
  return out;
}

/**
 * Runs growthDistance with another description, because growth-distance/compare has other methods.
 * @internal
 * @param {PairQuery} query
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {object | undefined} options @param {number} warm
 * @returns {any} a GrowthResult
 */
export function runGrowthQuery(query, a, poseA, b, poseB, options, warm) {
  runPair(query, a, poseA, b, poseB, options, warm);
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const given = /** @type {GrowthOptions | undefined} */ (options)?.out ?? {};
  const out = readGrowth(
    view,
    resultAt(),
    a.dimension,
    /** @type {GrowthResult<number>} */ (given),
  );
  return finish(out, call);
}

/**
 * Copies the module's record to a result object.
 * @internal
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the record
 * @param {number} n the dimension
 * @param {GrowthResult<number>} out
 * @returns {GrowthResult<number>}
 */
export function readGrowth(view, at, n, out) {
  let { normal, pointA, pointB, contact } = out;
  // test all vectors together before copying: a test for each copy costs 20 ns a query more
  if (!(
    isVector(normal, n) &&
    isVector(pointA, n) &&
    isVector(pointB, n) &&
    isVector(contact, n)
  )) {
    out.value = 0.5; // create the fields in the order in which a console prints them
    out.lower = 0.5;
    out.upper = 0.5;
    out.normal = normal = vectorOf(normal, n);
    out.pointA = pointA = vectorOf(pointA, n);
    out.pointB = pointB = vectorOf(pointB, n);
    out.contact = contact = vectorOf(contact, n);
  }
  out.value = view[at + VALUE];
  out.lower = view[at + LOWER];
  out.upper = view[at + UPPER];
  readVector(view, at + NORMAL, n, normal);
  readVector(view, at + POINT_A, n, pointA);
  readVector(view, at + POINT_B, n, pointB);
  readVector(view, at + CONTACT, n, contact);
  out.iterations = view[at + ITERATIONS] | 0;
  out.status = readStatus(at + abi.GROWTH_RESULT_STATUS);
  return out;
}
