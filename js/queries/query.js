/* The single path of every query: check the arguments, write them to the scratch block, call the
 * module, and turn refusals into errors. */
import * as abi from '../../wasm/dist/abi.js';
import {
  GeometryError,
  noShape,
  withArticle,
  refuseUnknownKeys,
  format,
  statusError,
  wrongType,
} from '../core/errors.js';
import { vector } from '../shapes/parameters.js';
import { failure, rethrow, running } from '../core/callbacks.js';
import {
  callId,
  beginCall,
  endCall,
  f64,
  getCore,
  i32,
  insideSupport,
  reentered,
  scratch,
} from '../core/module.js';
import { checkPose, writePose } from '../poses/pose.js';
import { Shape, liveHandle } from '../shapes/shape.js';
import { callTraced, dropTrace } from './trace.js';

/** @import { Pose } from '../poses/pose.js' */
/** @import { Slot } from '../shapes/shape.js' */
/** @import { BatchQuery, PairQuery, Query } from './descriptions.js' */

/**
 * How a query ended: `optimal` (the bounds meet the tolerance, or a boolean is decided),
 * `coincident` (the centres coincide: growth distance 0, normal arbitrary), `max-iterations` (the
 * bounds hold but are wider than the tolerance), `precision` (as near as doubles come), `local` (a
 * minimum, perhaps not the least).
 * @typedef {'optimal' | 'coincident' | 'max-iterations' | 'precision' | 'local'} Status
 */

/**
 * Whether two dimensions can be the same; 2 | 3 stands for one that is not known. Otherwise the text is
 * what the compiler says.
 * @template {number} A
 * @template {number} B
 * @typedef {[A & B] extends [never] ? 'both shapes must have the same dimension' : unknown} SameDimension
 */

/**
 * Fields that a result has only if an option asks for them.
 * @template {boolean} Flag the option
 * @template Fields
 * @typedef {Flag extends true ? Fields : {}} Asked
 */

/** @typedef {'signed-volumes' | 'johnson' | 'divide-and-conquer'} Subalgorithm */

/**
 * Options common to all queries.
 * @typedef {object} QueryOptions
 * @property {number | undefined} [tolerance] relative difference of the bounds at which to stop,
 *   without unit, 0 < t < 1 (default 2⁻²⁶ ≈ 1.49e-8)
 * @property {number | undefined} [maxIterations] support calls on each set at most, 1 … 1e6 (default 100;
 *   of penetration and signed distance 500, after which up to 300 more lower the depth; of generalized
 *   distance and sets of any dimension 2000)
 */

/**
 * @typedef {object} TraceOption
 * @property {boolean | undefined} [trace] whether the result has a `trace`: every iterate as plain data, for
 *   drawing (default false). It costs time and memory; the rest of the result is the same
 */

const PARAMETERS = ['a', 'poseA', 'b', 'poseB'];

/**
 * The error for a query with fewer arguments than it requires. Each query counts its own arguments.
 * @param {string} name of the query
 * @param {number} count of the arguments given
 * @param {readonly string[]} [parameters] that are required
 * @internal
 */
export const missingArgument = (name, count, parameters = PARAMETERS) =>
  new TypeError(
    `${name}(${parameters.join(', ')}): ${parameters[count]} is missing; ` +
      'pass a pose for each shape, null is the identity',
  );

/** Parts of the scratch block, in bytes from its start: the first two are ours, for batches of one
 * pair, the others are where the module looks for a single pair. @internal */
export const SHAPES = 0;
/** @internal */
export const PAIRS = 8;
const SETTINGS = 16;
/** @internal */
export const POSES = SETTINGS + 8 * abi.SETTINGS_STRIDE;
/** @internal */
export const RESULT = POSES + 14 * 8;

/** The options object whose keys were looked at last, and for which query: usually as now. */
let checked = /** @type {object | undefined} */ (undefined);
let checkedFor = /** @type {Query | undefined} */ (undefined);

/** @param {any} options @param {Query} query */
function checkOptions(options, query) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw wrongType(`the options of ${query.name}`, 'an object', options);
  }
  if ('trace' in options && !query.keys.has('trace'))
    throw new TypeError(
      query.name === 'intersects'
        ? 'intersects has no result to hold a trace: use collide'
        : `${query.name} has no trace here`,
    );
  refuseUnknownKeys(query.name, options, query.keys);
  const { out } = options;
  if (typeof out === 'object' && out !== null && Object.isFrozen(out))
    throw wrongType(`${query.name}: out`, 'a result to write to, not frozen', out);
  checked = options;
  checkedFor = query;
}

/** @param {Query} query @param {unknown} out */
function checkOutput(query, out) {
  if (out !== undefined && (typeof out !== 'object' || out === null))
    throw wrongType(`${query.name}: out`, 'a result to write to', out);
}

/** @param {Query} query @param {string} name @param {unknown} flag */
function checkFlag(query, name, flag) {
  if (flag !== undefined && typeof flag !== 'boolean')
    throw wrongType(`${query.name}: ${name}`, 'true or false', flag);
}

/**
 * Short, so that the engine inlines it where most options are.
 * @param {any} options @param {Query} query @param {number} dimension
 * @returns {number} pointer to settings, 0: defaults
 * @internal
 */
export function writeSettings(options, query, dimension) {
  if (options !== checked || query !== checkedFor) checkOptions(options, query);
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
    trace !== true
  )
    return 0;
  return storeSettings(options, query, dimension);
}

/** @param {any} options @param {Query} query @param {number} dimension @returns {number} pointer */
function storeSettings(options, query, dimension) {
  const { tolerance, maxIterations, method, subalgorithm, direction, trace } = options;
  const settings = scratch + SETTINGS;
  const at = settings / 8;
  const guess = direction === undefined ? NO_DIRECTION : readDirection(direction, dimension, query);
  f64[at + abi.SETTINGS_TOLERANCE] = checkTolerance(tolerance, query);
  f64[at + abi.SETTINGS_MAX_ITERATIONS] = checkMaxIterations(maxIterations, query);
  // 0 is the default of both, and what nearly every query has
  f64[at + abi.SETTINGS_METHOD] =
    method === undefined ? 0 : codeOf(query, 'method', query.methods, method, abi.METHOD_TEXTS);
  f64[at + abi.SETTINGS_SUBALGORITHM] =
    subalgorithm === undefined
      ? 0
      : codeOf(query, 'subalgorithm', SUBALGORITHMS, subalgorithm, SUBALGORITHMS);
  for (let i = 0; i < 3; i++) f64[at + abi.SETTINGS_DIRECTION + i] = guess[i] ?? 0;
  f64[at + abi.SETTINGS_TRACE] = trace === true ? 1 : 0; // where, says callTraced
  return settings;
}

/** @type {readonly string[]} */
const SUBALGORITHMS = abi.SUBALGORITHM_TEXTS;

/** Whether only growth-distance/compare has this method. @param {number} method */
const isComparison = (method) => method >= abi.METHOD_IE && method <= abi.METHOD_DCOL;

/**
 * The module's number for a name.
 * @param {Query} query @param {string} what @param {readonly string[]} names that the query takes
 * @param {any} name @param {readonly string[]} texts every name, in the order of their numbers
 */
function codeOf(query, what, names, name, texts) {
  if (names.includes(name)) return texts.indexOf(name);
  const compared = texts === abi.METHOD_TEXTS && isComparison(texts.indexOf(name));
  throw new RangeError(
    `${query.name} has no ${what} ${format(name)}; its ${what}s are ${names.join(', ')}` +
      (compared ? "; growthDistance of 'growth-distance/compare' has this one" : ''),
  );
}

/** @param {unknown} x */
const isNumber = (x) => typeof x === 'number';

const NO_DIRECTION = [0, 0, 0];

/** @param {any} direction @param {number} dimension @param {Query} query */
function readDirection(direction, dimension, query) {
  // as it comes each frame: read in place
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
  if (x === undefined) return abi.DEFAULT_TOLERANCE;
  if (typeof x !== 'number') throw wrongType(`${query.name}: tolerance`, 'a number', x);
  if (!(x > 0 && x < 1))
    throw new RangeError(`${query.name}: tolerance must be between 0 and 1, got ${format(x)}`);
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

/** In place of a slot where a value is no shape: no two have one dimension. @type {Slot} */
const NO_SLOT_A = { handle: 0, dimension: 0, type: '', owner: '', any: false, supports: [] };
/** @type {Slot} */
const NO_SLOT_B = { ...NO_SLOT_A, dimension: -1 };

/** The slots of two values that should be shapes, without a word: where the dimensions differ,
 * checkShapes says why. @param {unknown} a @returns {Slot} @internal */
export const firstSlot = (a) => Shape.slotOf(a) ?? NO_SLOT_A;
/** @param {unknown} b @returns {Slot} @internal */
export const secondSlot = (b) => Shape.slotOf(b) ?? NO_SLOT_B;

/**
 * The slots of two shapes that a query may join.
 * @param {string} name of the query, for messages
 * @param {unknown} a @param {unknown} b
 * @param {boolean} [any] whether the query takes point sets and p-norm balls
 * @returns {[Slot, Slot]}
 * @throws {TypeError} for anything but two shapes of one dimension
 * @internal
 */
export function checkShapes(name, a, b, any = false) {
  const slotA = Shape.slotOf(a);
  const slotB = Shape.slotOf(b);
  if (!slotA) throw noShape(`the first shape of ${name}`, a);
  if (!slotB) throw noShape(`the second shape of ${name}`, b);
  if (slotA.dimension !== slotB.dimension) {
    throw new TypeError(
      `${name} of ${withArticle(slotA.type)} (${slotA.dimension}D) and ${withArticle(slotB.type)} (${slotB.dimension}D): ` +
        'both must have the same dimension',
    );
  }
  if (!any && (slotA.any || slotB.any)) throw notInSpace(name, slotA.any ? slotA : slotB);
  return [slotA, slotB];
}

/** @param {string} name @param {Slot} slot */
const notInSpace = (name, { owner }) =>
  new TypeError(
    `${name} takes no ${owner}: growthDistance, intersects, collide and generalizedDistance do; ` +
      'points of space or the plane are a ConvexHull or Polygon',
  );

/**
 * Checks poses and options and writes them to the scratch block.
 * @param {Query} query @param {number} dimension
 * @param {Pose} poseA @param {Pose} poseB @param {object | undefined} options
 * @returns {number} pointer to settings, 0: defaults
 */
function writeArguments(query, dimension, poseA, poseB, options) {
  if (running) throw insideSupport();
  const call = beginCall();
  const poses = (scratch + POSES) >> 3;
  writePose(poseA, dimension, poses, 'poseA');
  writePose(poseB, dimension, poses + (dimension === 3 ? 7 : 3), 'poseB');
  const settings = options === undefined ? 0 : writeSettings(options, query, dimension);
  if (callId !== call) throw reentered();
  return settings;
}

/** @param {number} settings pointer */
const wantsTrace = (settings) => settings !== 0 && f64[settings / 8 + abi.SETTINGS_TRACE] !== 0;

/**
 * Checks the arguments of a query of one pair, writes them to the scratch block and calls the module.
 *
 * @param {PairQuery} query
 * @param {Slot} a of one dimension, as checkShapes gives them
 * @param {Pose} poseA
 * @param {Slot} b
 * @param {Pose} poseB
 * @param {object | undefined} options
 * @param {number} warm pointer to the pair's record, 0: none
 * @returns {number} status; the result record stands at resultAt()
 * @throws what the module refused, or what is wrong with the options
 * @internal
 */
export function runPair(query, a, poseA, b, poseB, options, warm) {
  const settings = writeArguments(query, a.dimension, poseA, poseB, options);
  const status = wantsTrace(settings)
    ? callPairTraced(query.call, a, b, settings, warm)
    : query.call(a.handle, b.handle, settings, warm);
  endCall();
  if (failure !== null) {
    dropTrace();
    rethrow();
  }
  if (status < 0) throw queryError(status, query, a, poseA, b, poseB, settings);
  return status;
}

/** Apart, so that no query allocates a closure. @param {PairQuery['call']} call @param {Slot} a @param {Slot} b @param {number} settings @param {number} warm */
const callPairTraced = (call, a, b, settings, warm) =>
  callTraced(() => call(a.handle, b.handle, settings, warm), a.dimension, scratch, settings, warm);

/** Index of the result record in f64. @internal */
export const resultAt = () => (scratch + RESULT) >> 3;

/**
 * As runPair, by a batch of one pair.
 *
 * @param {BatchQuery} query
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {object | undefined} options @param {number} warm
 * @returns {number} index of the result record in f64
 * @internal
 */
export function runQuery(query, a, poseA, b, poseB, options, warm) {
  const { dimension } = a;
  const settings = writeArguments(query, dimension, poseA, poseB, options);
  const base = scratch;
  i32[base >> 2] = liveHandle(a);
  i32[(base >> 2) + 1] = liveHandle(b);
  i32[(base + PAIRS) >> 2] = 0;
  i32[(base + PAIRS + 4) >> 2] = 1;
  const refused = wantsTrace(settings)
    ? callTraced(query.call, dimension, base, settings, warm)
    : query.call(dimension, base, settings, warm);
  endCall();
  if (failure !== null) {
    dropTrace();
    rethrow();
  }
  const at = resultAt();
  const status = refused < 0 ? refused : Number(f64[at]);
  if (status < 0) throw queryError(status, query, a, poseA, b, poseB, settings);
  return at;
}

/**
 * Why the module refused a query.
 *
 * @param {number} status
 * @param {Query} query
 * @param {Slot} a
 * @param {Pose} poseA
 * @param {Slot} b
 * @param {Pose} poseB
 * @param {number} settings pointer
 * @returns {Error}
 */
function queryError(status, query, a, poseA, b, poseB, settings) {
  dropTrace();
  liveHandle(a);
  liveHandle(b);
  const poses = (scratch + POSES) >> 3;
  checkPose(poseA, a.dimension, poses, 'poseA');
  checkPose(poseB, b.dimension, poses + 7, 'poseB');
  return refusal(status, query, a, b, settings);
}

/** @param {number} status @param {Query} query @param {Slot} a @param {Slot} b @param {number} settings */
function refusal(status, query, a, b, settings) {
  if (status !== abi.ERROR_UNDEFINED) return statusError(status, query.name);
  const halves = [a, b].filter(isHalfSpace).length;
  const method = settings === 0 ? 0 : Number(f64[settings / 8 + abi.SETTINGS_METHOD]);
  const why = isComparison(method)
    ? `the method '${abi.METHOD_TEXTS[method]}' does not know such shapes`
    : halves === 2
      ? 'two half-spaces have no such quantity'
      : halves === 1
        ? 'scaled about its centre, the set never reaches the half-space'
        : method === abi.METHOD_NEWTON
          ? 'newton needs one curved set, and in space two primitives or smooth sets'
          : 'neither set is solid: give one of them a margin';
  return new GeometryError(
    `${query.name} of ${withArticle(a.type)} and ${withArticle(b.type)}: ${why}`,
    'undefined',
  );
}

/** A half-space may also be the image of one, or its sum with another set. @param {Slot} slot */
function isHalfSpace(slot) {
  getCore().shape_describe(slot.handle, scratch + RESULT);
  return Number(f64[((scratch + RESULT) >> 3) + abi.SHAPE_INFO_BOUND_RADIUS]) < 0;
}

/**
 * Whether a vector of a result object can be written to.
 * @param {unknown} v
 * @param {number} dimension
 * @returns {v is number[]}
 * @internal
 */
export const isVector = (v, dimension) => Array.isArray(v) && v.length === dimension;

/**
 * The same vector when it can be written to, otherwise a new one. Its numbers are no integers, so
 * that the engine keeps it as doubles from the start.
 * @param {unknown} v
 * @param {number} dimension
 * @internal
 */
export const vectorOf = (v, dimension) =>
  isVector(v, dimension) ? v : dimension === 3 ? [0.5, 0.5, 0.5] : [0.5, 0.5];

/**
 * Copies a vector out of the result.
 * @param {ArrayLike<any>} view f64
 * @param {number} at index
 * @param {number} dimension
 * @param {number[]} out
 * @internal
 */
export function readVector(view, at, dimension, out) {
  out[0] = view[at];
  out[1] = view[at + 1];
  if (dimension === 3) out[2] = view[at + 2];
}

/** @param {number} at index into f64 @returns {Status} @internal */
export const readStatus = (at) =>
  /** @type {Status} */ (abi.STATUS_TEXTS[/** @type {0 | 1 | 2 | 3 | 4} */ (Number(f64[at]) | 0)]);
