/* The common path of all queries of two 2D or 3D shapes: check the arguments, write them to the scratch
 * block, and call the module. If the module refuses them, throw an error.
 *
 * The fast path checks only what the module cannot check. After a refusal, queryError reads the arguments
 * again and finds the field for the message. */
import * as abi from '../../wasm/dist/abi.js';
import { GeometryError, noShape, withArticle, statusError } from '../core/errors.js';
import { failure, rethrow } from '../core/callbacks.js';
import {
  PAIRS,
  POSES,
  RESULT,
  SHAPES,
  callId,
  beginQuery,
  endCall,
  f64,
  getCore,
  i32,
  reentered,
  scratch,
} from '../core/module.js';
import { writePose, writeValidPose } from '../poses/pose.js';
import { isComparison, writeSettings } from './options.js';
import { Shape } from '../shapes/shape.js';
import { liveHandle } from '../shapes/slot.js';
import { callTraced, dropTrace } from './trace.js';

/** @import { Pose } from '../poses/pose.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { BatchQuery, PairQuery, Query } from './descriptions.js' */

/**
 * How a query ended:
 * - `optimal`: the bounds satisfy the tolerance, or the overlap test is decided.
 * - `coincident`: the centres coincide. The growth distance is 0 and the normal is arbitrary.
 * - `max-iterations`: the iterations are used up. The bounds are certified, but wider than the tolerance.
 * - `precision`: rounding stopped the solver. The bounds are certified, but may be wider than the tolerance.
 *   In overlap tests the shapes touch up to rounding.
 * - `local`: the result is a local minimum, perhaps not the least one.
 * @typedef {'optimal' | 'coincident' | 'max-iterations' | 'precision' | 'local'} Status
 */

/**
 * Accepts two dimensions that can be equal; 2 | 3 means an unknown dimension. For other dimensions the
 * compiler reports the text.
 * @template {number} A
 * @template {number} B
 * @typedef {[A & B] extends [never] ? 'both shapes must have the same dimension' : unknown} SameDimension
 */

/**
 * The fields that a result has only if an option is true.
 * @template {boolean} Flag the value of the option
 * @template Fields
 * @typedef {Flag extends true ? Fields : {}} Asked
 */

/**
 * How GJK computes the nearest point of a simplex to the origin.
 * @typedef {'signed-volumes' | 'johnson' | 'divide-and-conquer'} Subalgorithm
 */

/**
 * The options of all queries. You may change the values of an options object between calls. Unknown keys are
 * refused when a query first uses the object; keys added later may stay unnoticed.
 * @typedef {object} QueryOptions
 * @property {number | undefined} [tolerance] the relative difference of the bounds at which the query stops,
 *   without unit, > 0 and < 1 (default 2⁻²⁶ ≈ 1.49e-8)
 * @property {number | undefined} [maxIterations] the maximum number of support points computed on each shape,
 *   an integer from 1 to 1e6. The default is 100; for penetration and signedDistance 500, after which up to
 *   300 more steps can lower the depth; for generalizedDistance, PointSet and NormBall 2000
 */

/**
 * @typedef {object} TraceOption
 * @property {boolean | undefined} [trace] whether the result has the field `trace`: every iterate as plain
 *   data, for drawing (default false). A trace costs time and memory, but does not change the rest of the
 *   result
 */

const PARAMETERS = ['a', 'poseA', 'b', 'poseB'];
const PASS_POSES = 'pass a pose for each shape, null is the identity';

/**
 * The error for a missing argument of a query.
 * @param {string} name of the query
 * @param {number} count number of the arguments given
 * @param {readonly string[]} [parameters] names of the required parameters
 * @param {string} [cure] the end of the message
 * @internal
 */
export const missingArgument = (name, count, parameters = PARAMETERS, cure = PASS_POSES) =>
  new TypeError(`${name}(${parameters.join(', ')}): ${parameters[count]} is missing; ${cure}`);

/**
 * The slots of values that are no shapes. Their dimensions differ from each other and from every shape's, so
 * that one comparison of dimensions detects wrong arguments.
 * @type {Slot}
 */
const NO_SLOT_A = {
  shape: null,
  core: null,
  address: 0,
  straight: 0,
  ball: 0,
  handle: 0,
  dimension: 0,
  any: false,
  type: '',
  owner: '',
  supports: [],
};
/** @type {Slot} */
const NO_SLOT_B = { ...NO_SLOT_A, dimension: -1 };

/**
 * The slot of the first shape, without a check. If the dimensions of two slots differ, checkShapes throws the
 * error.
 * @param {unknown} a @returns {Slot} @internal
 */
export const firstSlot = (a) => Shape.slotOf(a) ?? NO_SLOT_A;
/** The slot of the second shape, without a check. @param {unknown} b @returns {Slot} @internal */
export const secondSlot = (b) => Shape.slotOf(b) ?? NO_SLOT_B;

/**
 * The slots of two shapes, checked for a query.
 * @param {string} name of the query, for messages
 * @param {unknown} a @param {unknown} b
 * @param {boolean} [any] whether the query supports point sets and p-norm balls
 * @returns {[Slot, Slot]}
 * @throws {TypeError} unless both are shapes of the same dimension that the query supports
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
    `${name} does not support a ${owner}: use growthDistance, intersects, collide or generalizedDistance; ` +
      'for points in 3D or 2D use a ConvexHull or a Polygon',
  );

/**
 * Checks the poses and options, and writes them to the scratch block.
 * @param {Query} query @param {number} dimension
 * @param {Pose} poseA @param {Pose} poseB @param {object | undefined} options
 * @returns {number} pointer to settings, 0: defaults
 */
function writeArguments(query, dimension, poseA, poseB, options) {
  const call = beginQuery();
  const poses = (scratch + POSES) >> 3;
  writePose(poseA, dimension, poses, 'poseA');
  writePose(poseB, dimension, poses + (dimension === 3 ? 7 : 3), 'poseB');
  const settings = options === undefined ? 0 : writeSettings(options, query, dimension);
  if (callId !== call) throw reentered();
  return settings;
}

/** Whether the settings request a trace. @param {number} settings pointer @internal */
export const wantsTrace = (settings) =>
  settings !== 0 && f64[settings / 8 + abi.SETTINGS_TRACE] !== 0;

/**
 * Runs a query of one pair: checks the arguments, writes them to the scratch block, and calls the module.
 *
 * @param {PairQuery} query
 * @param {Slot} a @param {Pose} poseA
 * @param {Slot} b of the same dimension as a
 * @param {Pose} poseB @param {object | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {number} the status (intersects: 1 or 0); the result record is at index resultAt()
 * @throws {TypeError | RangeError | GeometryError} for invalid arguments
 * @internal
 */
export function runPair(query, a, poseA, b, poseB, options, warm) {
  const settings = writeArguments(query, a.dimension, poseA, poseB, options);
  const status = wantsTrace(settings)
    ? callPairTraced(query.call, a, b, settings, warm)
    : query.call(a.handle, b.handle, settings, warm);
  endQuery();
  if (status < 0) throw queryError(status, query, a, poseA, b, poseB, settings);
  return status;
}

/** Ends a call of the module, and throws what a support function has thrown. @internal */
export function endQuery() {
  endCall();
  if (failure === null) return;
  dropTrace();
  rethrow();
}

/**
 * Runs a query with a trace. A separate function, so that queries without a trace allocate no closure.
 * @param {PairQuery['call']} call
 * @param {Slot} a @param {Slot} b
 * @param {number} settings @param {number} warm
 * @internal
 */
export const callPairTraced = (call, a, b, settings, warm) =>
  callTraced(() => call(a.handle, b.handle, settings, warm), a.dimension, scratch, settings, warm);

/** Index of the result record in f64. @internal */
export const resultAt = () => (scratch + RESULT) >> 3;

/**
 * Like runPair, but calls the module's batch function with one pair.
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
  i32[(base + SHAPES) >> 2] = liveHandle(a);
  i32[(base + SHAPES + 4) >> 2] = liveHandle(b);
  i32[(base + PAIRS) >> 2] = 0;
  i32[(base + PAIRS + 4) >> 2] = 1;
  const refused = wantsTrace(settings)
    ? callTraced(query.call, dimension, base, settings, warm)
    : query.call(dimension, base, settings, warm);
  endQuery();
  const at = resultAt();
  const status = refused < 0 ? refused : Number(f64[at]);
  if (status < 0) throw queryError(status, query, a, poseA, b, poseB, settings);
  return at;
}

/**
 * The error if the module refuses a query. It throws if a check of the arguments finds the reason.
 *
 * @param {number} status @param {Query} query
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {number} settings pointer
 * @returns {Error}
 * @internal
 */
export function queryError(status, query, a, poseA, b, poseB, settings) {
  dropTrace();
  liveHandle(a);
  liveHandle(b);
  const poses = (scratch + POSES) >> 3;
  writeValidPose(poseA, a.dimension, poses, 'poseA');
  writeValidPose(poseB, b.dimension, poses + 7, 'poseB');
  return refusal(status, query, a, b, settings);
}

/**
 * The error for a status that the poses do not explain.
 * @param {number} status @param {Query} query @param {Slot} a @param {Slot} b @param {number} settings
 */
function refusal(status, query, a, b, settings) {
  if (status !== abi.ERROR_UNDEFINED) return statusError(status, query.name);
  const halves = [a, b].filter(isHalfSpace).length;
  const method = settings === 0 ? 0 : Number(f64[settings / 8 + abi.SETTINGS_METHOD]);
  const why = isComparison(method)
    ? `the method '${abi.METHOD_TEXTS[method]}' does not support these shapes`
    : halves === 2
      ? 'the result is undefined for two half-spaces'
      : halves === 1
        ? 'the other shape never touches the half-space, however much it grows about its centre'
        : method === abi.METHOD_NEWTON
          ? "the method 'newton' needs a curved shape, and in 3D primitives, hulls and smooth shapes only"
          : 'neither shape is solid: give one of them a margin';
  return new GeometryError(
    `${query.name} of ${withArticle(a.type)} and ${withArticle(b.type)}: ${why}`,
    'undefined',
  );
}

/** Whether a shape is unbounded: a HalfSpace, its image, or its sum with another shape. @param {Slot} slot */
function isHalfSpace(slot) {
  getCore().shape_describe(slot.handle, scratch + RESULT);
  return Number(f64[((scratch + RESULT) >> 3) + abi.SHAPE_INFO_BOUND_RADIUS]) < 0;
}

/**
 * Whether a field of a result object is a vector that can be reused.
 * @param {unknown} v @param {number} dimension
 * @returns {v is number[]}
 * @internal
 */
export const isVector = (v, dimension) => Array.isArray(v) && v.length === dimension;

/**
 * The given vector if it can be reused, otherwise a new one. The new vector contains 0.5, because an engine
 * stores arrays of integers differently from arrays of doubles.
 * @param {unknown} v @param {number} dimension
 * @internal
 */
export const vectorOf = (v, dimension) =>
  isVector(v, dimension) ? v : dimension === 3 ? [0.5, 0.5, 0.5] : [0.5, 0.5];

/**
 * Copies a vector from the result record.
 * @param {ArrayLike<any>} view f64
 * @param {number} at index
 * @param {number} dimension @param {number[]} out
 * @internal
 */
export function readVector(view, at, dimension, out) {
  out[0] = view[at];
  out[1] = view[at + 1];
  if (dimension === 3) out[2] = view[at + 2];
}

/** The text of a status. @param {number} at index into f64 @returns {Status} @internal */
export const readStatus = (at) =>
  /** @type {Status} */ (abi.STATUS_TEXTS[/** @type {0 | 1 | 2 | 3 | 4} */ (Number(f64[at]) | 0)]);
