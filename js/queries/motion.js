/* What the queries of moving shapes share: motions, times and results.
 *
 * A motion is a pose at rest, two poses at the times 0 and 1, or a pose with velocities. The module receives
 * the pose at time 0 and two velocities, which it computes from two poses itself. */
import * as abi from '../../wasm/dist/abi.js';
import { format, refuseUnknownKeys, wrongType } from '../core/errors.js';
import { MOTION, POSES, core, f64, pairResult, scratch } from '../core/module.js';
import { isSceneObject } from '../poses/object.js';
import { writePoses } from '../poses/pair.js';
import { writePose, writeValidPose } from '../poses/pose.js';
import { isList } from '../core/is-list.js';
import { number, vector } from '../shapes/parameters.js';
import { isVector3, textOf, vector3 } from './straight.js';
import { dropTrace } from './trace.js';
import { isVector, queryError, readVector, resultAt, vectorOf } from './query.js';

/** @import { Slot } from '../shapes/slot.js' */
/** @import { Coordinates, Pose, Vec3, Vector } from '../poses/pose.js' */
/** @import { PairQuery } from './descriptions.js' */
/** @import { QueryOptions } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

/**
 * How a cast or a time of impact ended:
 * - `optimal`: the bounds satisfy the tolerance, or the miss is proved.
 * - `overlapping`: the motion starts in contact. Touching counts.
 * - `grazing`: only with rotation. The gap falls below the tolerance times the shapes' size. `hit` is true, and
 *   `upper` is the time at which the gap exceeds the tolerance again; it proves nothing.
 * - `max-iterations`: the iterations are used up. `hit` is true, the motion is proved free up to `time`, and
 *   `upper` may be Infinity.
 * - `precision`: rounding stopped the solver. As for `max-iterations`, the motion is proved free up to `time`.
 * @typedef {'optimal' | 'overlapping' | 'grazing' | 'max-iterations' | 'precision'} MotionStatus
 */

/**
 * A motion from one pose to another: position linear in t ∈ [0, 1], rotation at a constant rate the short way
 * about the local origin. After t = 1 it goes on uniformly. A half turn has two short ways, and rounding decides
 * between them. Pass `angularVelocity` to choose.
 * @typedef {object} PathMotion
 * @property {Pose} from the pose at t = 0; null is the identity
 * @property {Pose} to the pose at t = 1
 * @property {undefined} [velocity] follows from the poses
 * @property {undefined} [angularVelocity] follows from the poses
 */

/**
 * A motion with constant velocities in world coordinates, per unit of time.
 * @typedef {object} VelocityMotion
 * @property {Pose} pose the pose at t = 0; null is the identity
 * @property {Vector | undefined} [velocity] of the local origin (default: zero)
 * @property {number | Vec3 | undefined} [angularVelocity] about the local origin, in radians; in 2D a number,
 *   counter-clockwise (default: zero)
 */

/**
 * How a shape moves: a pose means that it rests.
 * @typedef {Pose | PathMotion | VelocityMotion} Motion
 */

/**
 * The result of castShape and timeOfImpact. Vectors have as many numbers as the shapes have dimensions, in
 * world coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} CastResult
 * @property {boolean} hit whether there is contact; false only if the miss is proved
 * @property {number} time the time of contact, equal to `lower`; Infinity on a miss
 * @property {number} lower certified: before this time there is no contact; `maxTime` on a miss
 * @property {number} upper certified: there is contact by this time; Infinity on a miss
 * @property {Coordinates<N>} normal unit vector from A towards B, which proves `lower`; zeros if the motion
 *   starts in contact
 * @property {Coordinates<N>} pointA the nearest point of A at `time`; zeros on a miss and if the motion starts
 *   in contact
 * @property {Coordinates<N>} pointB the nearest point of B at `time`
 * @property {number} iterations of castShape: evaluations of both support functions; of timeOfImpact: normals
 * @property {MotionStatus} status how the query ended
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate
 */

/**
 * @typedef {object} OwnIntervalOptions
 * @property {number | undefined} [maxTime] the end of the motion
 * @property {number | undefined} [target] the distance that counts as contact, ≥ 0 (default 0), in the shapes'
 *   unit
 * @property {'auto' | undefined} [method] there is only one
 */
/** @typedef {QueryOptions & OwnIntervalOptions} IntervalOptions */

/** Index of the motion in f64. @internal */
export const motionAt = () => (scratch + MOTION) >> 3;

/**
 * The error if the module refuses a query, and the poses are valid.
 * @param {number} status @param {PairQuery} query @param {Slot} a @param {Slot} b @param {number} settings
 * @internal
 */
export const motionError = (status, query, a, b, settings) =>
  status === abi.ERROR_MOTION
    ? rangeError(query.range ?? fastMotion(motionAt(), MOTIONS), query.name)
    : queryError(status, query, a, null, b, null, settings);

/** @param {string} why @param {string} name of the query */
function rangeError(why, name) {
  dropTrace();
  return new RangeError(`${name}: ${why}`);
}

const MOTIONS = ['motionA', 'motionB'];

/**
 * Why the module refuses velocities: one of them times maxTime is too large, or else maxTime itself.
 * @param {number} at index of the velocities in f64: 6 for each owner
 * @param {readonly (string | undefined)[]} owners undefined: its velocities do not count
 * @param {number} [end] maxTime
 * @returns {string} the end of a message
 * @internal
 */
export function fastMotion(at, owners, end = Number(f64[motionAt() + abi.MOTION_MAX_TIME])) {
  for (const [k, owner] of owners.entries())
    for (const [first, what, most] of owner === undefined ? [] : SPEEDS) {
      const from = at + 6 * k + first;
      const v = Array.from(f64.subarray(from, from + 3));
      if (!v.every((x) => Math.abs(x) * end <= most))
        return `the ${what} of ${owner} times maxTime must be at most ${most} in each component, got ${format(v)} times ${end}`;
    }
  return `maxTime must be at most ${abi.POSITION_MAX}, got ${end}`;
}

/** Index of a velocity among 6 numbers, its name, and the limit of its product with maxTime. */
const SPEEDS = /** @type {const} */ ([
  [0, 'velocity', abi.POSITION_MAX],
  [3, 'angular velocity', abi.ANGLE_MAX / 2],
]);

/**
 * Writes the poses of two shapes at rest.
 * @param {number} n dimension @param {Pose} poseA @param {Pose} poseB
 * @param {typeof writePose} [write] writePose or writeValidPose
 * @internal
 */
export function writeRest(n, poseA, poseB, write) {
  if (write === undefined && n === 3) {
    writePoses(poseA, poseB);
    return;
  }
  const at = (scratch + POSES) >> 3;
  const set = write ?? writePose;
  set(poseA, n, at, 'poseA');
  set(poseB, n, at + (n === 3 ? 7 : 3), 'poseB');
}

// ---- vectors and motions -----------------------------------------------------------------------

/**
 * Writes a vector to f64: three doubles, in 2D with a third of 0.
 * @param {any} value @param {number} n dimension @param {number} at @param {string} label
 * @returns {number} the largest magnitude of its numbers
 * @throws {TypeError | RangeError} unless it has n finite numbers
 * @internal
 */
export function writeVector(value, n, at, label) {
  let x;
  let y;
  let z = /** @type {any} */ (0);
  if (Array.isArray(value) && value.length === n) {
    x = value[0];
    y = value[1];
    if (n === 3) z = value[2];
  } else if (typeof value === 'object' && value !== null && !isList(value)) {
    x = value.x;
    y = value.y;
    if (n === 3) z = value.z;
  }
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number')
    return writeVector(vector(value, n, label), n, at, label);
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(size <= abi.POSITION_MAX)) throw vectorRange(label, [x, y, z].slice(0, n));
  const view = f64;
  view[at] = x;
  view[at + 1] = y;
  view[at + 2] = z;
  return size;
}

/** @param {string} label @param {number[]} got */
const vectorRange = (label, got) =>
  new RangeError(
    `${label} must be finite numbers of magnitude <= ${abi.POSITION_MAX}, got ${format(got)}`,
  );

const PATH_KEYS = /* @__PURE__ */ new Set(['from', 'to']);
const VELOCITY_KEYS = /* @__PURE__ */ new Set(['pose', 'velocity', 'angularVelocity']);
const FORMS = 'a pose, { from, to } or { pose, velocity, angularVelocity }';

/**
 * Writes a motion: the pose at time 0 and the velocities.
 * @param {any} motion @param {number} n dimension
 * @param {0 | 1} side 0: of A, 1: of B
 * @param {typeof writePose} [write] writePose or writeValidPose
 * @throws {TypeError | RangeError} the message names the field and the value
 * @internal
 */
export function writeMotion(motion, n, side, write = writePose) {
  const name = side === 0 ? 'motionA' : 'motionB';
  const pose = ((scratch + POSES) >> 3) + side * (n === 3 ? 7 : 3);
  const velocities = motionAt() + 6 * side;
  if (typeof motion === 'object' && motion !== null && !isList(motion) && !isSceneObject(motion)) {
    const { from, to, velocity, angularVelocity } = motion;
    const path = from !== undefined || to !== undefined;
    const moves = velocity !== undefined || angularVelocity !== undefined;
    if (path || moves || motion.pose !== undefined) {
      checkKeys(motion, path, name);
      if (path) writePath(from, to, n, { pose, velocities, name, write });
      else writeVelocities(motion, n, { pose, velocities, name, write });
      return;
    }
  }
  write(motion, n, pose, name);
  clearVelocities(velocities);
}

/**
 * Refuses unknown fields of a motion. Comparing the names is faster than looking them up in a set.
 * @param {any} motion @param {boolean} path @param {string} name
 */
function checkKeys(motion, path, name) {
  for (const key in motion)
    if (
      path
        ? key !== 'from' && key !== 'to'
        : key !== 'pose' && key !== 'velocity' && key !== 'angularVelocity'
    )
      refuseUnknownKeys(name, motion, path ? PATH_KEYS : VELOCITY_KEYS, 'field');
}

/** @param {number} at */
function clearVelocities(at) {
  const view = f64;
  for (let i = 0; i < 6; i++) view[at + i] = 0;
}

/** @typedef {{ pose: number, velocities: number, name: string, write: typeof writePose }} Target */

/** @param {Pose} from @param {Pose} to @param {number} n @param {Target} target */
function writePath(from, to, n, { pose, velocities, name, write }) {
  if (from === undefined || to === undefined)
    throw new TypeError(
      `${name}.${from === undefined ? 'from' : 'to'} is missing: a motion is ${FORMS}; ` +
        'null is the identity',
    );
  const end = resultAt();
  write(from, n, pose, `${name}.from`);
  write(to, n, end, `${name}.to`);
  const status = core.motion_between(n, 8 * pose, 8 * end, 8 * velocities);
  if (status === 0) return;
  writeValidPose(from, n, pose, `${name}.from`);
  writeValidPose(to, n, end, `${name}.to`);
  throw new RangeError(`${name}: the poses are too far apart`);
}

/** @param {any} motion @param {number} n @param {Target} target */
function writeVelocities(motion, n, { pose, velocities, name, write }) {
  const { velocity, angularVelocity } = motion;
  if (motion.pose === undefined)
    throw new TypeError(
      `${name}.pose is missing: a motion is ${FORMS}; pass { pose: null, … } for the identity`,
    );
  write(motion.pose, n, pose, name === 'motionA' ? 'motionA.pose' : 'motionB.pose');
  clearVelocities(velocities);
  if (velocity !== undefined) writeVector(velocity, n, velocities, `${name}.velocity`);
  if (angularVelocity === undefined) return;
  const label = `${name}.angularVelocity`;
  if (n === 3) {
    writeVector(angularVelocity, 3, velocities + 3, label);
    return;
  }
  const turn = number(angularVelocity, label);
  if (!(Math.abs(turn) <= abi.POSITION_MAX))
    throw new RangeError(
      `${label} must be a finite number of magnitude <= ${abi.POSITION_MAX}, got ${format(turn)}`,
    );
  f64[velocities + 3] = turn;
}

// ---- options -----------------------------------------------------------------------------------

/**
 * A time among the options.
 * @param {any} x @param {number} otherwise the default
 * @param {string} name of the query @param {string} option
 * @returns {number}
 * @internal
 */
export function readTime(x, otherwise, name, option) {
  if (x === undefined) return otherwise;
  if (typeof x !== 'number') throw wrongType(`${name}: ${option}`, 'a number', x);
  if (Number.isNaN(x)) throw new RangeError(`${name}: ${option} must not be NaN`);
  return x;
}

/**
 * Writes minTime, maxTime and target of a cast.
 * @param {any} options @param {number} at index of minTime in f64
 * @param {string} name of the query
 * @param {number} end the default of maxTime
 * @internal
 */
export function writeInterval(options, at, name, end) {
  const { minTime, maxTime, target } = options ?? NONE;
  const from = readTime(minTime, 0, name, 'minTime');
  const to = readTime(maxTime, end, name, 'maxTime');
  if (from === Infinity)
    throw new RangeError(`${name}: minTime must be finite or -Infinity, got Infinity`);
  if (to === -Infinity)
    throw new RangeError(`${name}: maxTime must be finite or Infinity, got -Infinity`);
  if (to < from)
    throw new RangeError(
      `${name}: maxTime must be >= minTime (${format(from)}), got ${format(to)}`,
    );
  f64[at] = from;
  f64[at + 1] = to;
  f64[at + 2] = readTarget(target, name);
}

const NONE = {};

/** @param {any} x @param {string} name of the query @returns {number} @internal */
export function readTarget(x, name) {
  if (x === undefined) return 0;
  if (typeof x !== 'number') throw wrongType(`${name}: target`, 'a number', x);
  if (!(x >= 0 && x <= abi.LENGTH_MAX))
    throw new RangeError(`${name}: target must be from 0 to ${abi.LENGTH_MAX}, got ${format(x)}`);
  return x;
}

// ---- results -----------------------------------------------------------------------------------

/** A new result in 3D. @param {number} status @returns {CastResult<3>} @internal */
export function newCast(status) {
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  return {
    hit: r[abi.CAST_RESULT_HIT] === 1,
    time: r[abi.CAST_RESULT_TIME],
    lower: r[abi.CAST_RESULT_LOWER],
    upper: r[abi.CAST_RESULT_UPPER],
    normal: vector3(r, abi.CAST_RESULT_NORMAL),
    pointA: vector3(r, abi.CAST_RESULT_POINT_A),
    pointB: vector3(r, abi.CAST_RESULT_POINT_B),
    iterations: r[abi.CAST_RESULT_ITERATIONS] | 0,
    status: textOf(status),
  };
}

/** Fills a result in 3D. @param {number} status @param {any} out @internal */
export function fillCast(status, out) {
  const { normal, pointA, pointB } = out;
  if (!(isVector3(normal) && isVector3(pointA) && isVector3(pointB)))
    return readCast(f64, resultAt(), 3, out);
  const r = /** @type {ArrayLike<any>} */ (pairResult);
  out.hit = r[abi.CAST_RESULT_HIT] === 1;
  out.time = r[abi.CAST_RESULT_TIME];
  out.lower = r[abi.CAST_RESULT_LOWER];
  out.upper = r[abi.CAST_RESULT_UPPER];
  normal[0] = r[abi.CAST_RESULT_NORMAL];
  normal[1] = r[abi.CAST_RESULT_NORMAL + 1];
  normal[2] = r[abi.CAST_RESULT_NORMAL + 2];
  pointA[0] = r[abi.CAST_RESULT_POINT_A];
  pointA[1] = r[abi.CAST_RESULT_POINT_A + 1];
  pointA[2] = r[abi.CAST_RESULT_POINT_A + 2];
  pointB[0] = r[abi.CAST_RESULT_POINT_B];
  pointB[1] = r[abi.CAST_RESULT_POINT_B + 1];
  pointB[2] = r[abi.CAST_RESULT_POINT_B + 2];
  out.iterations = r[abi.CAST_RESULT_ITERATIONS] | 0;
  out.status = textOf(status);
  return out;
}

/**
 * Copies the module's record to a result object.
 * @param {ArrayLike<any>} view f64
 * @param {number} at index of the record
 * @param {number} n the dimension
 * @param {CastResult<number>} out
 * @internal
 */
export function readCast(view, at, n, out) {
  let { normal, pointA, pointB } = out;
  if (!(isVector(normal, n) && isVector(pointA, n) && isVector(pointB, n))) {
    createTimes(out);
    out.normal = normal = vectorOf(normal, n);
    out.pointA = pointA = vectorOf(pointA, n);
    out.pointB = pointB = vectorOf(pointB, n);
  }
  readVector(view, at + abi.CAST_RESULT_NORMAL, n, normal);
  readVector(view, at + abi.CAST_RESULT_POINT_A, n, pointA);
  readVector(view, at + abi.CAST_RESULT_POINT_B, n, pointB);
  readTimes(view, at, out);
  return out;
}

/**
 * Creates the first fields of a result, in the order in which a console prints them.
 * @param {any} out @internal
 */
export function createTimes(out) {
  out.hit = false;
  out.time = 0.5;
  out.lower = 0.5;
  out.upper = 0.5;
}

/**
 * Copies the fields that casts, rays and times of impact share. Their records begin with the same doubles.
 * @param {ArrayLike<any>} view f64 @param {number} at index of the record @param {any} out @internal
 */
export function readTimes(view, at, out) {
  out.hit = view[at + abi.CAST_RESULT_HIT] === 1;
  out.time = view[at + abi.CAST_RESULT_TIME];
  out.lower = view[at + abi.CAST_RESULT_LOWER];
  out.upper = view[at + abi.CAST_RESULT_UPPER];
  out.iterations = view[at + abi.CAST_RESULT_ITERATIONS] | 0;
  out.status = textOf(view[at + abi.CAST_RESULT_STATUS]);
}
