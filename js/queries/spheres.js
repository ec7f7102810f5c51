/* Pairs of spheres in 3D, answered in JavaScript: a call of the module alone takes as long.
 *
 * The functions evaluate the closed form of src/closed/capsules.c for two points with radii: the same
 * operations in the same order, so that the results have the same bits as the module's. Like the module, they
 * read the poses from the scratch block and write the result record there. They answer usual pairs for the
 * default settings. For coincident centres, extreme lengths and invalid poses they return UNDECIDED, and the
 * module answers.
 *
 * Numbers go from function to function in arrays: as arguments, engines would allocate them on the heap. */
import * as abi from '../../wasm/dist/abi.js';
import { pairPoses, pairResult } from '../core/module.js';

/** @import { Slot } from '../shapes/slot.js' */

/** The status if the module must answer. */
export const UNDECIDED = -1;
const OPTIMAL = abi.STATUS_OPTIMAL;

/** Between these limits, squared lengths are usual: the product of two of them stays in range. */
const SMALL = 2 ** -450;
const LARGE = 2 ** 450;
/** The margin of the bounding balls, as in gd_balls_apart. */
const OUTER = 1 + 2 ** -40;
/** If squares differ by more than this fraction, rounding here and in the module cannot change their order. */
const MARGIN = 2 ** -19;

/** The numbers of the current pair. The normal is in the result record. @type {any} */
const pair = /* @__PURE__ */ new Float64Array(6);
const RADIUS_A = 0;
const RADIUS_B = 1;
/** The distance of the centres, its square, and the bound of the distance that the normal proves. */
const LENGTH = 2;
const SQUARE = 3;
const BOUND = 4;
/** The distance of the centres that the witness points belong to. */
const APART = 5;

/** Whether two shapes are balls about their local origins. @param {Slot} a @param {Slot} b */
export const areSpheres = (a, b) => a.ball > 0 && b.ball > 0;

/** Whether a pose is usual, and therefore valid. @param {number} at its index in the scratch block */
function isUsual(at) {
  const p = /** @type {any} */ (pairPoses);
  const x = p[at + 3];
  const y = p[at + 4];
  const z = p[at + 5];
  const w = p[at + 6];
  const norm = x * x + y * y + z * z + w * w;
  const square = p[at] * p[at] + p[at + 1] * p[at + 1] + p[at + 2] * p[at + 2];
  return square < LARGE && norm > SMALL && norm < LARGE;
}

/**
 * Computes the numbers of a pair and its normal.
 * @param {Slot} a @param {Slot} b
 * @param {number} normal its index in the result record
 * @returns {boolean} false if the pair is not usual
 */
function measure(a, b, normal) {
  const p = /** @type {any} */ (pairPoses);
  const x = p[7] - p[0];
  const y = p[8] - p[1];
  const z = p[9] - p[2];
  const square = x * x + y * y + z * z;
  if (!(square > SMALL && isUsual(0) && isUsual(7))) return false;
  const length = Math.sqrt(square);
  const inverse = 1 / length;
  const nx = inverse * x;
  const ny = inverse * y;
  const nz = inverse * z;
  const bound = nx * x + ny * y + nz * z;
  pair[RADIUS_A] = a.ball;
  pair[RADIUS_B] = b.ball;
  pair[LENGTH] = length;
  pair[SQUARE] = square;
  pair[BOUND] = bound < length ? bound : length;
  pairResult[normal] = nx;
  pairResult[normal + 1] = ny;
  pairResult[normal + 2] = nz;
  return true;
}

/**
 * Writes the witness points behind the normal, as lines_points: the centres, corrected to be pair[APART] apart
 * along the normal, plus the radii. Sums with 0 turn -0 into 0, as the module's sums do.
 * @param {number} at index of the normal in the result record
 */
function writePoints(at) {
  const p = /** @type {any} */ (pairPoses);
  const r = /** @type {any} */ (pairResult);
  for (let i = 0; i < 3; i++) {
    const a = p[i] + 0;
    const b = p[i + 7] + 0;
    const n = r[at + i] + 0;
    const miss = b - a - pair[APART] * n;
    r[at + i] = n;
    r[at + 3 + i] = a + 0.5 * miss + pair[RADIUS_A] * n;
    r[at + 6 + i] = b - 0.5 * miss - pair[RADIUS_B] * n;
  }
}

/** The functions below write the result record. @param {Slot} a @param {Slot} b @returns {number} the status */
export function distanceOfSpheres(a, b) {
  if (!measure(a, b, abi.DISTANCE_RESULT_NORMAL)) return UNDECIDED;
  const r = /** @type {any} */ (pairResult);
  const radius = pair[RADIUS_A] + pair[RADIUS_B];
  const value = pair[LENGTH] - radius;
  const lower = pair[BOUND] - radius;
  r[abi.DISTANCE_RESULT_ITERATIONS] = 0;
  r[abi.DISTANCE_RESULT_VALUE] = value > 0 ? value : 0;
  r[abi.DISTANCE_RESULT_LOWER] = lower > 0 ? lower : 0;
  if (value > 0) {
    pair[APART] = pair[LENGTH];
    writePoints(abi.DISTANCE_RESULT_NORMAL);
  } else writeCommonPoint();
  return OPTIMAL;
}

/** Writes both witness points of spheres in contact: a common point, placed by A's share of the radii. */
function writeCommonPoint() {
  const p = /** @type {any} */ (pairPoses);
  const r = /** @type {any} */ (pairResult);
  const reach = pair[LENGTH] * (pair[RADIUS_A] / (pair[RADIUS_A] + pair[RADIUS_B]));
  for (let i = 0; i < 3; i++) {
    const n = r[abi.DISTANCE_RESULT_NORMAL + i] + 0;
    const common = p[i] + 0 + reach * n;
    r[abi.DISTANCE_RESULT_NORMAL + i] = n;
    r[abi.DISTANCE_RESULT_POINT_A + i] = common;
    r[abi.DISTANCE_RESULT_POINT_B + i] = common;
  }
}

/** @param {Slot} a @param {Slot} b @returns {number} the status */
export function penetrationOfSpheres(a, b) {
  if (!measure(a, b, abi.PENETRATION_RESULT_NORMAL)) return UNDECIDED;
  const r = /** @type {any} */ (pairResult);
  const radius = pair[RADIUS_A] + pair[RADIUS_B];
  const depth = radius - pair[BOUND];
  const lower = radius - pair[LENGTH];
  r[abi.PENETRATION_RESULT_ITERATIONS] = 0;
  r[abi.PENETRATION_RESULT_SUPPORT_CALLS] = 0;
  r[abi.PENETRATION_RESULT_DEPTH] = depth > 0 ? depth : 0;
  r[abi.PENETRATION_RESULT_LOWER] = lower > 0 ? lower : 0;
  pair[APART] = pair[BOUND];
  writePoints(abi.PENETRATION_RESULT_NORMAL);
  return OPTIMAL;
}

/** @param {Slot} a @param {Slot} b @returns {number} the status */
export function signedDistanceOfSpheres(a, b) {
  if (!measure(a, b, abi.SIGNED_RESULT_NORMAL)) return UNDECIDED;
  const r = /** @type {any} */ (pairResult);
  const radius = pair[RADIUS_A] + pair[RADIUS_B];
  const lower = pair[BOUND] - radius;
  const upper = pair[LENGTH] - radius;
  const value = upper > 0 ? upper : lower;
  r[abi.SIGNED_RESULT_ITERATIONS] = 0;
  r[abi.SIGNED_RESULT_SUPPORT_CALLS] = 0;
  r[abi.SIGNED_RESULT_VALUE] = value;
  r[abi.SIGNED_RESULT_LOWER] = lower;
  r[abi.SIGNED_RESULT_UPPER] = upper;
  pair[APART] = value + radius;
  writePoints(abi.SIGNED_RESULT_NORMAL);
  return OPTIMAL;
}

/** @param {Slot} a @param {Slot} b @returns {number} the status */
export function growthOfSpheres(a, b) {
  if (!measure(a, b, abi.GROWTH_RESULT_NORMAL)) return UNDECIDED;
  const p = /** @type {any} */ (pairPoses);
  const r = /** @type {any} */ (pairResult);
  const sigma = pair[LENGTH] / (pair[RADIUS_A] + pair[RADIUS_B]);
  r[abi.GROWTH_RESULT_ITERATIONS] = 0;
  r[abi.GROWTH_RESULT_VALUE] = sigma;
  r[abi.GROWTH_RESULT_LOWER] = sigma;
  r[abi.GROWTH_RESULT_UPPER] = sigma;
  for (let i = 0; i < 3; i++) {
    const n = r[abi.GROWTH_RESULT_NORMAL + i];
    r[abi.GROWTH_RESULT_POINT_A + i] = p[i] + pair[RADIUS_A] * n;
    r[abi.GROWTH_RESULT_POINT_B + i] = p[i + 7] - pair[RADIUS_B] * n;
    r[abi.GROWTH_RESULT_CONTACT + i] = p[i] + sigma * pair[RADIUS_A] * n;
  }
  return OPTIMAL;
}

/** @param {Slot} a @param {Slot} b @returns {number} the status */
export function collisionOfSpheres(a, b) {
  if (!measure(a, b, abi.COLLISION_RESULT_NORMAL)) return UNDECIDED;
  const r = /** @type {any} */ (pairResult);
  const radius = pair[RADIUS_A] + pair[RADIUS_B];
  const outer = radius * OUTER;
  const length = pair[LENGTH];
  const far = pair[SQUARE] > outer * outer && length / outer > 1;
  const lower = far ? length / outer : pair[BOUND] / radius;
  const upper = far ? Infinity : length / radius;
  if (!(upper <= 1 || lower > 1)) return UNDECIDED;
  r[abi.COLLISION_RESULT_ITERATIONS] = 0;
  r[abi.COLLISION_RESULT_COLLIDING] = upper > 1 ? 0 : 1;
  r[abi.COLLISION_RESULT_LOWER] = lower < upper ? lower : upper;
  r[abi.COLLISION_RESULT_UPPER] = upper;
  if (!far) writeOverlap();
  return OPTIMAL;
}

/** Writes the common point of spheres, placed by A's share of the radii, and their normal without -0. */
function writeOverlap() {
  const p = /** @type {any} */ (pairPoses);
  const r = /** @type {any} */ (pairResult);
  const radius = pair[RADIUS_A] + pair[RADIUS_B];
  const reach = (pair[LENGTH] < radius ? pair[LENGTH] : radius) * (pair[RADIUS_A] / radius);
  for (let i = 0; i < 3; i++) {
    const n = r[abi.COLLISION_RESULT_NORMAL + i] + 0;
    r[abi.COLLISION_RESULT_NORMAL + i] = n;
    r[abi.COLLISION_RESULT_POINT + i] = p[i] + 0 + reach * n;
  }
}

/**
 * Decides the overlap test unless the spheres touch up to rounding.
 * @param {Slot} a @param {Slot} b
 * @returns {number} 1: they overlap, 0: they are separated, or UNDECIDED
 */
export function intersectionOfSpheres(a, b) {
  const p = /** @type {any} */ (pairPoses);
  const x = p[7] - p[0];
  const y = p[8] - p[1];
  const z = p[9] - p[2];
  const square = x * x + y * y + z * z;
  const reach = a.ball + b.ball;
  if (!(isUsual(0) && isUsual(7))) return UNDECIDED;
  if (square > reach * reach * (1 + MARGIN)) return 0;
  return square < reach * reach * (1 - MARGIN) ? 1 : UNDECIDED;
}
