/* Pairs of spheres in 3D with flat poses, answered in JavaScript: a call of the module alone takes as long.
 *
 * The functions evaluate the closed form of src/closed/capsules.c for two points with radii. The operations
 * and their order are the same, so the results have the same bits as the module's. They return null for
 * coincident centres, extreme lengths, invalid poses and unfit result objects, and then the module answers.
 *
 * Each function is written out, from the poses to the fields of the result: numbers that pass through another
 * function or an array cost 20 of 60 ns. */
import { running } from '../core/callbacks.js';
import { beginCall, endCall } from '../core/module.js';
import { areFlat } from '../poses/pair.js';
import { isVector3 } from './straight.js';

/** @import { Slot } from '../shapes/slot.js' */

/** Between these limits, squared lengths are usual: the product of two of them stays in range. */
const SMALL = 2 ** -450;
const LARGE = 2 ** 450;
/** If squares differ by more than this fraction, rounding here and in the module cannot change their order. */
const MARGIN = 2 ** -19;
/** The status of every pair that is answered here. */
const OPTIMAL = 'optimal';

/**
 * Whether a query with default options may be answered here: the shapes are balls about their local origins, and
 * the poses flat.
 * @param {Slot} a @param {unknown} poseA
 * @param {Slot} b @param {unknown} poseB
 */
export function areSpheres(a, poseA, b, poseB) {
  if (!(a.ball > 0 && b.ball > 0) || running || !areFlat(poseA, poseB)) return false;
  beginCall();
  endCall();
  return true;
}

/** Whether a flat pose is usual, and therefore valid. @param {any} p */
function isUsual(p) {
  const norm = p[3] * p[3] + p[4] * p[4] + p[5] * p[5] + p[6] * p[6];
  return p[0] * p[0] + p[1] * p[1] + p[2] * p[2] < LARGE && norm > SMALL && norm < LARGE;
}

/**
 * This function and the next two compute the unit normal n, the distance of the centres and the witness points.
 * These are the middle between the centres, moved along n by half of the centres' distance less the radius.
 * @param {Slot} a @param {any} p the pose of a
 * @param {Slot} b @param {any} q the pose of b
 * @param {any} out the result to fill; undefined: a new one
 * @returns {any} the result, or null if the module must answer
 */
export function distanceOfSpheres(a, p, b, q, out) {
  const x = q[0] - p[0];
  const y = q[1] - p[1];
  const z = q[2] - p[2];
  const square = x * x + y * y + z * z;
  if (!(square > SMALL && isUsual(p) && isUsual(q))) return null;
  const length = Math.sqrt(square);
  const inverse = (1 / square) * length;
  const nx = inverse * x;
  const ny = inverse * y;
  const nz = inverse * z;
  const radius = a.ball + b.ball;
  const value = length - radius;
  if (!(value > 0)) return null; // in contact, both witnesses are one common point
  const half = 0.5 * length;
  const toA = a.ball - half;
  const toB = half - b.ball;
  const mx = 0.5 * (p[0] + q[0]);
  const my = 0.5 * (p[1] + q[1]);
  const mz = 0.5 * (p[2] + q[2]);
  const ax = mx + toA * nx;
  const ay = my + toA * ny;
  const az = mz + toA * nz;
  const bx = mx + toB * nx;
  const by = my + toB * ny;
  const bz = mz + toB * nz;
  if (out === undefined)
    return {
      value,
      lower: value,
      upper: value,
      normal: [nx, ny, nz],
      pointA: [ax, ay, az],
      pointB: [bx, by, bz],
      iterations: 0,
      status: OPTIMAL,
    };
  const { normal, pointA, pointB, simplexA, simplexB } = out;
  if (simplexA !== undefined || simplexB !== undefined) return null; // the module's path removes them
  if (!(isVector3(normal) && isVector3(pointA) && isVector3(pointB))) return null;
  out.value = out.lower = out.upper = value;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  pointA[0] = ax;
  pointA[1] = ay;
  pointA[2] = az;
  pointB[0] = bx;
  pointB[1] = by;
  pointB[2] = bz;
  out.iterations = 0;
  out.status = OPTIMAL;
  return out;
}

/** @type {typeof distanceOfSpheres} */
export function penetrationOfSpheres(a, p, b, q, out) {
  const x = q[0] - p[0];
  const y = q[1] - p[1];
  const z = q[2] - p[2];
  const square = x * x + y * y + z * z;
  if (!(square > SMALL && isUsual(p) && isUsual(q))) return null;
  const length = Math.sqrt(square);
  const inverse = (1 / square) * length;
  const nx = inverse * x;
  const ny = inverse * y;
  const nz = inverse * z;
  const radius = a.ball + b.ball;
  const value = length < radius ? radius - length : 0;
  const half = 0.5 * length;
  const toA = a.ball - half;
  const toB = half - b.ball;
  const mx = 0.5 * (p[0] + q[0]);
  const my = 0.5 * (p[1] + q[1]);
  const mz = 0.5 * (p[2] + q[2]);
  const ax = mx + toA * nx;
  const ay = my + toA * ny;
  const az = mz + toA * nz;
  const bx = mx + toB * nx;
  const by = my + toB * ny;
  const bz = mz + toB * nz;
  if (out === undefined)
    return {
      value,
      lower: value,
      upper: value,
      normal: [nx, ny, nz],
      pointA: [ax, ay, az],
      pointB: [bx, by, bz],
      iterations: 0,
      supportCalls: 0,
      status: OPTIMAL,
    };
  const { normal, pointA, pointB } = out;
  if (!(isVector3(normal) && isVector3(pointA) && isVector3(pointB))) return null;
  out.value = out.lower = out.upper = value;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  pointA[0] = ax;
  pointA[1] = ay;
  pointA[2] = az;
  pointB[0] = bx;
  pointB[1] = by;
  pointB[2] = bz;
  out.iterations = 0;
  out.supportCalls = 0;
  out.status = OPTIMAL;
  return out;
}

/** @type {typeof distanceOfSpheres} */
export function signedDistanceOfSpheres(a, p, b, q, out) {
  const x = q[0] - p[0];
  const y = q[1] - p[1];
  const z = q[2] - p[2];
  const square = x * x + y * y + z * z;
  if (!(square > SMALL && isUsual(p) && isUsual(q))) return null;
  const length = Math.sqrt(square);
  const inverse = (1 / square) * length;
  const nx = inverse * x;
  const ny = inverse * y;
  const nz = inverse * z;
  const radius = a.ball + b.ball;
  const value = length - radius;
  const half = 0.5 * (value + radius);
  const toA = a.ball - half;
  const toB = half - b.ball;
  const mx = 0.5 * (p[0] + q[0]);
  const my = 0.5 * (p[1] + q[1]);
  const mz = 0.5 * (p[2] + q[2]);
  const ax = mx + toA * nx;
  const ay = my + toA * ny;
  const az = mz + toA * nz;
  const bx = mx + toB * nx;
  const by = my + toB * ny;
  const bz = mz + toB * nz;
  if (out === undefined)
    return {
      value,
      lower: value,
      upper: value,
      normal: [nx, ny, nz],
      pointA: [ax, ay, az],
      pointB: [bx, by, bz],
      iterations: 0,
      supportCalls: 0,
      status: OPTIMAL,
    };
  const { normal, pointA, pointB } = out;
  if (!(isVector3(normal) && isVector3(pointA) && isVector3(pointB))) return null;
  out.value = out.lower = out.upper = value;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  pointA[0] = ax;
  pointA[1] = ay;
  pointA[2] = az;
  pointB[0] = bx;
  pointB[1] = by;
  pointB[2] = bz;
  out.iterations = 0;
  out.supportCalls = 0;
  out.status = OPTIMAL;
  return out;
}

/** @type {typeof distanceOfSpheres} */
export function growthOfSpheres(a, p, b, q, out) {
  const x = q[0] - p[0];
  const y = q[1] - p[1];
  const z = q[2] - p[2];
  const square = x * x + y * y + z * z;
  if (!(square > SMALL && isUsual(p) && isUsual(q))) return null;
  const length = Math.sqrt(square);
  const inverse = (1 / square) * length;
  const nx = inverse * x;
  const ny = inverse * y;
  const nz = inverse * z;
  const value = length / (a.ball + b.ball);
  const reach = value * a.ball;
  if (out === undefined)
    return {
      value,
      lower: value,
      upper: value,
      normal: [nx, ny, nz],
      pointA: [p[0] + a.ball * nx, p[1] + a.ball * ny, p[2] + a.ball * nz],
      pointB: [q[0] - b.ball * nx, q[1] - b.ball * ny, q[2] - b.ball * nz],
      contact: [p[0] + reach * nx, p[1] + reach * ny, p[2] + reach * nz],
      iterations: 0,
      status: OPTIMAL,
    };
  const { normal, pointA, pointB, contact } = out;
  if (!(isVector3(normal) && isVector3(pointA) && isVector3(pointB) && isVector3(contact)))
    return null;
  out.value = out.lower = out.upper = value;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  pointA[0] = p[0] + a.ball * nx;
  pointA[1] = p[1] + a.ball * ny;
  pointA[2] = p[2] + a.ball * nz;
  pointB[0] = q[0] - b.ball * nx;
  pointB[1] = q[1] - b.ball * ny;
  pointB[2] = q[2] - b.ball * nz;
  contact[0] = p[0] + reach * nx;
  contact[1] = p[1] + reach * ny;
  contact[2] = p[2] + reach * nz;
  out.iterations = 0;
  out.status = OPTIMAL;
  return out;
}

/**
 * Decides the overlap test unless the spheres touch up to rounding.
 * @param {Slot} a @param {any} p the pose of a
 * @param {Slot} b @param {any} q the pose of b
 * @returns {boolean | null} null if the module must answer
 */
export function overlapOfSpheres(a, p, b, q) {
  const x = q[0] - p[0];
  const y = q[1] - p[1];
  const z = q[2] - p[2];
  const square = x * x + y * y + z * z;
  const radius = a.ball + b.ball;
  if (!(isUsual(p) && isUsual(q))) return null;
  if (square > radius * radius * (1 + MARGIN)) return false;
  return square < radius * radius * (1 - MARGIN) ? true : null;
}
