/* Times of impact: the first contact of two shapes that translate and rotate. */
import * as abi from '../../wasm/dist/abi.js';
import { format } from '../core/errors.js';
import { beginQuery, callId, core, endCall, f64, reentered } from '../core/module.js';
import { writeValidPose } from '../poses/pose.js';
import { STAYS_APART, TIME_OF_IMPACT } from './descriptions.js';
import {
  fillCast,
  motionAt,
  motionError,
  newCast,
  readCast,
  readTarget,
  readTime,
  writeMotion,
} from './motion.js';
import { writeSettings } from './options.js';
import {
  callPairTraced,
  checkShapes,
  endQuery,
  firstSlot,
  missingArgument,
  resultAt,
  secondSlot,
  wantsTrace,
} from './query.js';
import { areStraight, isOut } from './straight.js';
import { finish, tracesExist } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { PairQuery } from './descriptions.js' */
/** @import { CastResult, IntervalOptions, Motion } from './motion.js' */
/** @import { SameDimension, TraceOption } from './query.js' */

/**
 * @typedef {object} OwnStaysApartOptions
 * @property {number | undefined} [maxTime] the end of the motion, finite and ≥ 0 (default 1). A motion
 *   `{ from, to }` goes on uniformly after 1
 * @property {number | undefined} [tolerance] of (upper − lower) ÷ maxTime, > 0 and < 1 (default 1e-9)
 * @property {number | undefined} [maxIterations] the maximum number of normals, an integer from 1 to 1e6
 *   (default 1000)
 */
/** @typedef {IntervalOptions & OwnStaysApartOptions} StaysApartOptions */

/**
 * @typedef {object} OwnImpactOptions
 * @property {Partial<CastResult<number>> | undefined} [out] a result object to fill and return (default: a new
 *   one)
 */
/** @typedef {StaysApartOptions & TraceOption & OwnImpactOptions} ImpactOptions */

const PARAMETERS = ['a', 'motionA', 'b', 'motionB'];
const CURE = 'pass a motion for each shape; null means at rest at the origin';

/**
 * The time of impact: the first time in [0, maxTime] at which the distance of two moving shapes is at most
 * `target`. Both may translate and rotate.
 *
 * Source: Mirtich, Impulse-based Dynamic Simulation (1996), conservative advancement; here with a second order
 * bound.
 *
 * @template {number} A
 * @template {number} B
 * @param {Shape<A>} a
 * @param {Motion} motionA a pose means at rest; null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Motion} motionB
 * @param {ImpactOptions} [options]
 * @returns {CastResult<A & B>} always complete; with rotation the status can be `'grazing'`
 * @throws {TypeError | RangeError} for invalid arguments; the message names the field and the value
 * @throws {GeometryError} code `'undefined'` for two half-spaces
 * @example
 * const rod = new Capsule({ halfHeight: 2, radius: 0.5 });
 * const ball = new Sphere({ radius: 0.5 });
 * const spin = { pose: null, angularVelocity: [0, 0, Math.PI] };
 * timeOfImpact(rod, spin, ball, { position: [-2, 0, 0] }).time; // 0.333…: the rod turns 60° until it touches
 */
export function timeOfImpact(a, motionA, b, motionB, options) {
  if (arguments.length < 4)
    throw missingArgument(TIME_OF_IMPACT.name, arguments.length, PARAMETERS, CURE);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (areStraight(slotA, slotB)) return straightImpact(slotA, motionA, slotB, motionB, options, 0);
  checkShapes(TIME_OF_IMPACT.name, a, b);
  return fullImpact(slotA, motionA, slotB, motionB, options, 0);
}

/**
 * Whether two moving shapes are farther apart than `target` during the whole motion.
 *
 * @template {number} A
 * @template {number} B
 * @param {Shape<A>} a
 * @param {Motion} motionA a pose means at rest; null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Motion} motionB
 * @param {StaysApartOptions} [options]
 * @returns {boolean} true only if it is proved
 * @throws {TypeError | RangeError} for invalid arguments; the message names the field and the value
 * @throws {GeometryError} code `'undefined'` for two half-spaces
 */
export function staysApart(a, motionA, b, motionB, options) {
  if (arguments.length < 4)
    throw missingArgument(STAYS_APART.name, arguments.length, PARAMETERS, CURE);
  const [slotA, slotB] = checkShapes(STAYS_APART.name, a, b);
  return runStaysApart(slotA, motionA, slotB, motionB, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Motion} motionA @param {Slot} b @param {Motion} motionB
 * @param {ImpactOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a CastResult
 */
export function runTimeOfImpact(a, motionA, b, motionB, options, warm) {
  return areStraight(a, b)
    ? straightImpact(a, motionA, b, motionB, options, warm)
    : fullImpact(a, motionA, b, motionB, options, warm);
}

/**
 * Whether no option except `out`, `maxTime` and `target` has a value. See straight.js.
 * @param {any} options @param {PairQuery} query
 */
const haveDefaults = (options, query) =>
  options === undefined ||
  (options === query.checked &&
    options.tolerance === undefined &&
    options.maxIterations === undefined &&
    options.method === undefined &&
    options.trace === undefined &&
    isOut(options.out));

/** See straight.js. @type {typeof runTimeOfImpact} */
function straightImpact(a, motionA, b, motionB, options, warm) {
  const out = options?.out;
  const settings = writeImpact(TIME_OF_IMPACT, 3, motionA, motionB, options);
  if (wantsTrace(settings)) return fullImpact(a, motionA, b, motionB, options, warm);
  const call = callId;
  const status = core.straight_time_of_impact(a.address, b.address, settings, warm);
  endCall();
  if (status < 0) return fullImpact(a, motionA, b, motionB, options, warm); // throws
  if (out === undefined) return newCast(status);
  fillCast(status, out);
  return callId === call && !tracesExist ? out : finish(out, call);
}

/** @type {typeof runTimeOfImpact} */
function fullImpact(a, motionA, b, motionB, options, warm) {
  runImpact(TIME_OF_IMPACT, a, motionA, b, motionB, options, warm);
  const call = callId;
  const out = /** @type {CastResult<number>} */ (options?.out ?? {});
  return finish(readCast(f64, resultAt(), a.dimension, out), call);
}

/**
 * @internal
 * @param {Slot} a @param {Motion} motionA @param {Slot} b @param {Motion} motionB
 * @param {StaysApartOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {boolean}
 */
export const runStaysApart = (a, motionA, b, motionB, options, warm) =>
  runImpact(STAYS_APART, a, motionA, b, motionB, options, warm) === 1;

/**
 * @param {PairQuery} query
 * @param {Slot} a @param {Motion} motionA @param {Slot} b @param {Motion} motionB
 * @param {StaysApartOptions | undefined} options @param {number} warm
 * @returns {number} the status; of staysApart 1 or 0
 */
function runImpact(query, a, motionA, b, motionB, options, warm) {
  const n = a.dimension;
  const settings = writeImpact(query, n, motionA, motionB, options);
  const status = wantsTrace(settings)
    ? callPairTraced(query.call, a, b, settings, warm)
    : query.call(a.handle, b.handle, settings, warm);
  endQuery();
  if (status >= 0) return status;
  writeMotion(motionA, n, 0, writeValidPose);
  writeMotion(motionB, n, 1, writeValidPose);
  throw motionError(status, query, a, b, settings);
}

/**
 * Checks the arguments and writes them to the scratch block.
 * @param {PairQuery} query @param {number} n dimension
 * @param {Motion} motionA @param {Motion} motionB @param {StaysApartOptions | undefined} options
 * @returns {number} pointer to settings, 0: defaults
 */
function writeImpact(query, n, motionA, motionB, options) {
  const motion = motionAt();
  const begun = beginQuery();
  writeMotion(motionA, n, 0);
  writeMotion(motionB, n, 1);
  const settings = haveDefaults(options, query) ? 0 : writeSettings(options, query, n);
  f64[motion + abi.MOTION_MAX_TIME] = readEnd(options?.maxTime, query.name);
  f64[motion + abi.MOTION_TARGET] = readTarget(options?.target, query.name);
  if (callId !== begun) throw reentered();
  return settings;
}

/** The option maxTime. @param {unknown} x @param {string} name of the query @returns {number} @internal */
export function readEnd(x, name) {
  const end = readTime(x, 1, name, 'maxTime');
  if (!(end >= 0 && end < Infinity))
    throw new RangeError(`${name}: maxTime must be finite and >= 0, got ${format(end)}`);
  return end;
}
