/* The options of the queries of two shapes: check them, and write them to the scratch block.
 *
 * A frame loop usually passes the same options object again. Its keys are then not checked again, but its
 * values are, because they may change between calls. */
import * as abi from '../../wasm/dist/abi.js';
import { SETTINGS, f64, scratch } from '../core/module.js';
import { format, refuseUnknownKeys, wrongType } from '../core/errors.js';
import { vector } from '../shapes/parameters.js';

/** @import { Query } from './descriptions.js' */

/**
 * Throws for an options object of a wrong type or with unknown keys.
 * @param {any} options @param {Query} query
 */
function checkOptions(options, query) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw wrongType(`the options of ${query.name}`, 'an object', options);
  }
  if ('trace' in options && !query.keys.has('trace')) {
    const other = query.traced ?? 'the query of one pair';
    const why = query.traced ? ' because it returns a boolean' : '';
    throw new TypeError(`${query.name} has no option trace${why}: use ${other}`);
  }
  refuseUnknownKeys(query.name, options, query.keys);
  const { out } = options;
  if (typeof out === 'object' && out !== null && Object.isFrozen(out))
    throw wrongType(`${query.name}: out`, 'a result object that is not frozen', out);
  query.checked = options;
}

/** @param {Query} query @param {unknown} out */
function checkOutput(query, out) {
  if (out !== undefined && (typeof out !== 'object' || out === null))
    throw wrongType(`${query.name}: out`, 'a result object', out);
}

/** @param {Query} query @param {string} name @param {unknown} flag */
function checkFlag(query, name, flag) {
  if (flag !== undefined && typeof flag !== 'boolean')
    throw wrongType(`${query.name}: ${name}`, 'true or false', flag);
}

/**
 * Checks the options and writes them to the scratch block. Short, so that the engine inlines it for the
 * common options; storeSettings writes the rest.
 * @param {any} options @param {Query} query @param {number} dimension
 * @returns {number} pointer to settings, 0: defaults
 * @internal
 */
export function writeSettings(options, query, dimension) {
  if (options !== query.checked) checkOptions(options, query);
  const { tolerance, maxIterations, method, out, subalgorithm, direction } = options;
  const { trace, simplex, jacobians } = options;
  if (
    trace !== undefined ||
    simplex !== undefined ||
    jacobians !== undefined ||
    typeof out !== 'object' ||
    out === null
  ) {
    checkOutput(query, out);
    checkFlag(query, 'trace', trace);
    checkFlag(query, 'simplex', simplex);
    checkFlag(query, 'jacobians', jacobians);
  }
  if (
    tolerance === undefined &&
    maxIterations === undefined &&
    method === undefined &&
    subalgorithm === undefined &&
    direction === undefined &&
    trace !== true &&
    simplex !== true
  )
    return 0;
  return storeSettings(options, query, dimension);
}

/**
 * Writes the settings.
 * @param {any} options @param {Query} query @param {number} dimension @returns {number} pointer
 */
function storeSettings(options, query, dimension) {
  const { tolerance, maxIterations, method, subalgorithm, direction, trace, simplex } = options;
  const settings = scratch + SETTINGS;
  const at = settings / 8;
  const guess = direction === undefined ? NO_DIRECTION : readDirection(direction, dimension, query);
  f64[at + abi.SETTINGS_TOLERANCE] = checkTolerance(tolerance, query);
  f64[at + abi.SETTINGS_MAX_ITERATIONS] = checkMaxIterations(maxIterations, query);
  // 0 is the default of both; nearly every query uses it
  f64[at + abi.SETTINGS_METHOD] =
    method === undefined ? 0 : codeOf(query, 'method', query.methods, method, abi.METHOD_TEXTS);
  f64[at + abi.SETTINGS_SUBALGORITHM] =
    subalgorithm === undefined
      ? 0
      : codeOf(query, 'subalgorithm', SUBALGORITHMS, subalgorithm, SUBALGORITHMS);
  for (let i = 0; i < 3; i++) f64[at + abi.SETTINGS_DIRECTION + i] = guess[i] ?? 0;
  f64[at + abi.SETTINGS_TRACE] = trace === true ? 1 : 0; // callTraced replaces 1 by a pointer
  f64[at + abi.SETTINGS_SIMPLEX] = simplex === true ? 1 : 0;
  return settings;
}

/** @type {readonly string[]} */
const SUBALGORITHMS = abi.SUBALGORITHM_TEXTS;

/** Whether only growth-distance/compare has this method. @param {number} method @internal */
export const isComparison = (method) => method >= abi.METHOD_IE && method <= abi.METHOD_DCOL;

/**
 * The module's number for the name of a method or sub-algorithm.
 * @param {Query} query
 * @param {string} what 'method' or 'subalgorithm'
 * @param {readonly string[]} names the names that the query supports
 * @param {any} name the given name
 * @param {readonly string[]} texts all names, ordered by their numbers
 */
function codeOf(query, what, names, name, texts) {
  if (names.includes(name)) return texts.indexOf(name);
  const compared = texts === abi.METHOD_TEXTS && isComparison(texts.indexOf(name));
  throw new RangeError(
    `${query.name} has no ${what} ${format(name)}; its ${what}s are ${names.join(', ')}` +
      (compared ? "; growthDistance of 'growth-distance/compare' supports it" : ''),
  );
}

/** @param {unknown} x */
const isNumber = (x) => typeof x === 'number';

const NO_DIRECTION = [0, 0, 0];

/** Reads the option direction. @param {any} direction @param {number} dimension @param {Query} query */
function readDirection(direction, dimension, query) {
  // a valid array needs no copy; it is the common form in a frame loop
  if (Array.isArray(direction) && direction.length === dimension) {
    const [x, y, z = 0] = direction;
    const size = direction.every(isNumber) ? Math.abs(x) + Math.abs(y) + Math.abs(z) : 0;
    if (size > 0 && size <= abi.POSITION_MAX) return direction;
  }
  const label = `${query.name}: direction`;
  const v = vector(direction, dimension, label);
  const limit = abi.POSITION_MAX;
  if (!(v.every((x) => Math.abs(x) <= limit) && v.some((x) => x !== 0)))
    throw new RangeError(`${label} must be finite and not zero, got ${format(direction)}`);
  return v;
}

/** @param {unknown} x @param {Query} query */
function checkTolerance(x, query) {
  if (x === undefined) return query.tolerance;
  if (typeof x !== 'number') throw wrongType(`${query.name}: tolerance`, 'a number', x);
  if (!(x > 0 && x < 1))
    throw new RangeError(`${query.name}: tolerance must be > 0 and < 1, got ${format(x)}`);
  return x;
}

/** @param {unknown} x @param {Query} query */
function checkMaxIterations(x, query) {
  if (x === undefined) return query.maxIterations;
  if (typeof x !== 'number') throw wrongType(`${query.name}: maxIterations`, 'a number', x);
  const limit = abi.MAX_ITERATIONS_LIMIT;
  if (!(x >= 1 && x <= limit && Number.isInteger(x)))
    throw new RangeError(
      `${query.name}: maxIterations must be an integer from 1 to ${limit}, got ${format(x)}`,
    );
  return x;
}
