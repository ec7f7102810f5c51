/* The single path of every query: check the arguments, write them to the scratch block, call the
 * module, and turn refusals into errors. */
import * as abi from '../wasm/dist/abi.js';
import { GeometryError, show, statusError, wrongType } from './errors.js';
import { f64, getCore, i32, scratch, u32 } from './module.js';
import { writePose } from './pose.js';
import { BaseShape } from './shape.js';

/** @import { Pose } from './pose.js' */
/** @import { BatchQuery, Core } from './module.js' */

/**
 * How a query ended: `optimal` (the bounds meet the tolerance, or a boolean is decided),
 * `coincident` (the centres coincide: growth distance 0, normal arbitrary), `max-iterations` (the
 * bounds hold but are wider than the tolerance), `precision` (as near as doubles come).
 * @typedef {'optimal' | 'coincident' | 'max-iterations' | 'precision'} Status
 */

/**
 * Options common to all queries.
 * @typedef {object} QueryOptions
 * @property {number} [tolerance] relative gap of the bounds at which to stop, 0 < t < 1
 *   (default 2⁻²⁶ ≈ 1.49e-8)
 * @property {number} [maxIterations] support calls on each set at most, 1 … 1e6 (default 100)
 */

// Parts of the scratch block, in bytes.
const SHAPES = 0;
const PAIRS = 8;
const SETTINGS = 16;
const POSES = 32;
const RESULT = 160;

/** Which options a query has besides the common ones. */
const COMMON = ['tolerance', 'maxIterations', 'method', 'out'];

/**
 * A query of the module as JavaScript calls it.
 * @typedef {object} QueryKind
 * @property {string} name for messages
 * @property {'growth_distance' | 'collide'} call
 * @property {readonly string[]} methods the first is what others mean by default
 */

/** @param {any} options @param {QueryKind} kind @returns {number} pointer to settings, 0: defaults */
function writeSettings(options, kind) {
  if (typeof options !== 'object' || options === null) {
    throw wrongType(`the options of ${kind.name}`, 'an object', options);
  }
  let settings = 0;
  for (const key in options) {
    const value = options[key];
    if (value === undefined || key === 'out') continue;
    if (key === 'tolerance') {
      if (typeof value !== 'number') throw wrongType('tolerance', 'a number', value);
      if (!(value > 0 && value < 1))
        throw new RangeError(`tolerance must lie between 0 and 1, got ${show(value)}`);
      settings = scratch + SETTINGS;
    } else if (key === 'maxIterations') {
      if (typeof value !== 'number') throw wrongType('maxIterations', 'a number', value);
      if (!(value >= 1 && value <= abi.MAX_ITERATIONS_LIMIT && Number.isInteger(value)))
        throw new RangeError(
          `maxIterations must be an integer from 1 to ${abi.MAX_ITERATIONS_LIMIT}, got ${show(value)}`,
        );
      settings = scratch + SETTINGS;
    } else if (key === 'method') {
      if (!kind.methods.includes(value))
        throw new RangeError(
          `${kind.name} has no method ${show(value)}; its methods are ${kind.methods.join(', ')}`,
        );
    } else {
      throw new TypeError(
        `${kind.name} has no option ${show(key)}; its options are ${COMMON.join(', ')}`,
      );
    }
  }
  if (settings !== 0) {
    const at = settings / 8;
    f64[at + abi.SETTINGS_TOLERANCE] = options.tolerance ?? abi.DEFAULT_TOLERANCE;
    f64[at + abi.SETTINGS_MAX_ITERATIONS] = options.maxIterations ?? abi.DEFAULT_MAX_ITERATIONS;
  }
  return settings;
}

/**
 * Runs a query of one pair; its record stays in the scratch block until the next call.
 *
 * @param {QueryKind} kind
 * @param {BaseShape} a
 * @param {Pose} poseA
 * @param {BaseShape} b
 * @param {Pose} poseB
 * @param {object | undefined} options
 * @param {number} warm pointer to a warm record, or 0
 * @returns {number} index of the result record in f64
 */
export function runQuery(kind, a, poseA, b, poseB, options, warm) {
  if (!(a instanceof BaseShape)) throw wrongType(`the first shape of ${kind.name}`, 'a shape', a);
  if (!(b instanceof BaseShape)) throw wrongType(`the second shape of ${kind.name}`, 'a shape', b);
  const { dimension } = a;
  if (b.dimension !== dimension) {
    throw new TypeError(
      `${kind.name} of a ${a.type} (${dimension}D) and a ${b.type} (${b.dimension}D): ` +
        'both must have the same dimension',
    );
  }
  const handleA = a.handle;
  const handleB = b.handle;
  writePose(poseA, dimension, (scratch + POSES) / 8, 'poseA');
  writePose(poseB, dimension, (scratch + POSES) / 8 + (dimension === 3 ? 7 : 3), 'poseB');
  const settings = options === undefined ? 0 : writeSettings(options, kind);
  i32[scratch / 4] = handleA;
  i32[scratch / 4 + 1] = handleB;
  u32[(scratch + PAIRS) / 4] = 0;
  u32[(scratch + PAIRS) / 4 + 1] = 1;
  const refused = getCore()[kind.call](
    dimension,
    scratch + SHAPES,
    2,
    scratch + POSES,
    scratch + PAIRS,
    1,
    settings,
    warm,
    scratch + RESULT,
  );
  const result = (scratch + RESULT) / 8;
  const status = refused < 0 ? refused : /** @type {number} */ (f64[result]);
  if (status < 0) throw refusal(status, kind, a, b);
  return result;
}

/** @param {number} status @param {QueryKind} kind @param {BaseShape} a @param {BaseShape} b */
function refusal(status, kind, a, b) {
  if (status !== abi.ERROR_UNDEFINED) return statusError(status, kind.name);
  const why =
    a.type === 'halfspace' && b.type === 'halfspace'
      ? 'two half-spaces have no such quantity'
      : a.type === 'halfspace' || b.type === 'halfspace'
        ? 'scaled about its centre, the set never reaches the half-space'
        : 'neither set is solid: give one of them a margin';
  return new GeometryError(`${kind.name} of a ${a.type} and a ${b.type}: ${why}`, 'undefined');
}

/**
 * Copies a vector out of the result into an array that is reused when there is one.
 * @param {number} at index into f64
 * @param {number} dimension
 * @param {number[] | null | undefined} out
 * @returns {number[]}
 */
export function readVector(at, dimension, out) {
  const x = /** @type {number} */ (f64[at]);
  const y = /** @type {number} */ (f64[at + 1]);
  const z = /** @type {number} */ (f64[at + 2]);
  if (!out) return dimension === 3 ? [x, y, z] : [x, y];
  out[0] = x;
  out[1] = y;
  if (dimension === 3) out[2] = z;
  return out;
}

/** @param {number} at index into f64 @returns {Status} */
export const readStatus = (at) =>
  /** @type {Status} */ (abi.STATUS_TEXTS[/** @type {0 | 1 | 2 | 3} */ (f64[at])]);
