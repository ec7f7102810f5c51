/* Generalized distance: the least factor at which a set Q, scaled about the world origin, touches a set A. */
import * as abi from '../../wasm/dist/abi.js';
import { wrongType } from '../core/errors.js';
import { callId, core, f64 } from '../core/module.js';
import { ND_METHODS, describe } from './descriptions.js';
import { runSets, copyVector } from './nd.js';
import { checkShapes, missingArgument, readStatus } from './query.js';
import { finish } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Coordinates, Pose } from '../poses/pose.js' */
/** @import { QueryOptions, SameDimension, Status, TraceOption } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

/**
 * The result of generalizedDistance. Vectors have as many numbers as the shapes have dimensions, in world
 * coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} GeneralizedResult
 * @property {number} value the generalized distance, without unit. It is 0 if A contains the origin; for a
 *   pair, if A1 and A2 touch or overlap. Equal to `upper`, the factor at which Q touches A in `contact`
 * @property {number} lower certified lower bound: lower ≤ true value
 * @property {number} upper certified upper bound: true value ≤ upper
 * @property {Coordinates<N>} contact a common point of A and the scaled Q; for a pair, pointB - pointA
 * @property {Coordinates<N>} normal unit normal of a plane between the scaled Q and A, from Q towards A; for
 *   a pair, from A1 towards A2
 * @property {Coordinates<N>} pointA for a pair, the point of A1 nearest to A2 in Q's metric; otherwise the
 *   origin
 * @property {Coordinates<N>} pointB for a pair, the point of A2 nearest to A1 in Q's metric; otherwise the
 *   contact
 * @property {number} iterations number of growth distance problems solved
 * @property {number} rayIterations number of support points computed on each shape in all these problems. The
 *   test that Q contains the origin is not included
 * @property {Status} status how the query ended
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate; its `iteration` counts like
 *   `rayIterations`
 */

/**
 * @typedef {object} OwnGeneralizedOptions
 * @property {'auto' | 'cutting-plane' | undefined} [method] the solver (default `'auto'`, which means
 *   `'cutting-plane'`)
 * @property {Partial<GeneralizedResult<number>> | undefined} [out] a result object to fill and return
 *   (default: a new one)
 */

/**
 * The options of generalizedDistance. The query stops if upper / lower - 1 ≤ tolerance. `maxIterations`
 * (default 2000) limits `rayIterations`.
 * @typedef {QueryOptions & TraceOption & OwnGeneralizedOptions} GeneralizedOptions
 */

const GENERALIZED = /* @__PURE__ */ describe({
  name: 'generalizedDistance',
  methods: ND_METHODS,
  options: ['trace'],
  maxIterations: abi.DEFAULT_RAY_ITERATIONS,
});

const PARAMETERS = ['Q', 'poseQ', 'A', 'poseA'];

/** Why a generalized distance can be undefined. */
const NO_ORIGIN =
  'Q must be bounded and contain the world origin strictly inside, and A must not be a pair of half-spaces';

/**
 * The generalized distance: the least λ ≥ 0 for which A and λQ have a common point. Q is posed first and then
 * scaled about the world origin.
 *
 * It is the distance from the world origin to A in the metric with the unit ball Q. It is also the largest
 * factor at which the object Q does not overlap A. All shapes are supported, including PointSet and NormBall.
 *
 * Source: An Efficient Algorithm for a Generalized Distance Measure, Algorithm 1.
 *
 * @template {number} N
 * @template {number} M
 * @param {Shape<N>} Q a bounded shape; the world origin must be strictly inside the posed Q
 * @param {Pose} poseQ null is the identity
 * @param {(Shape<M> | readonly [Shape<M>, Shape<M>]) & SameDimension<N, M>} A a shape of the same dimension,
 *   solid or not, or a half-space. A pair `[A1, A2]` means the Minkowski difference A2 - A1: the result is
 *   the distance from A1 to A2 in Q's metric
 * @param {Pose | readonly [Pose, Pose]} poseA the pose of A; for a pair, both poses `[pose1, pose2]`. null is
 *   the identity
 * @param {GeneralizedOptions} [options]
 * @returns {GeneralizedResult<N & M>} always complete; `status` tells how the query ended
 * @throws {TypeError | RangeError} for invalid arguments; the message names the field and the value
 * @throws {GeometryError} code `'undefined'` if the origin is not strictly inside Q, if Q is a half-space, or
 *   if A is a pair of half-spaces
 * @example
 * const taxi = new NormBall({ dimension: 3, p: 1 });
 * generalizedDistance(taxi, null, new Point(), { position: [1, 2, 3] }).value; // 6
 */
export function generalizedDistance(Q, poseQ, A, poseA, options) {
  const { name } = GENERALIZED;
  if (arguments.length < 4) throw missingArgument(name, arguments.length, PARAMETERS);
  if (!Array.isArray(A)) {
    const slots = checkShapes(name, Q, A, true);
    return run(slots, [poseQ, /** @type {Pose} */ (poseA)], ['poseQ', 'poseA'], options);
  }
  if (A.length !== 2) throw wrongType(`the second shape of ${name}`, 'a shape or [A1, A2]', A);
  const [minus, a] = A;
  const [slotQ, slotMinus] = checkShapes(name, Q, minus, true);
  const [, slotA] = checkShapes(name, Q, a, true);
  const places = poseA ?? [null, null];
  if (!Array.isArray(places) || places.length !== 2)
    throw wrongType('poseA', 'the poses [pose1, pose2] of a pair', poseA);
  const [poseMinus, pose] = /** @type {[Pose, Pose]} */ (places);
  return run(
    [slotQ, slotA, slotMinus],
    [poseQ, pose, poseMinus],
    ['poseQ', 'poseA[1]', 'poseA[0]'],
    options,
  );
}

/**
 * @param {readonly Slot[]} slots Q, A and, for a pair [A1, A2], A1 (then A is A2)
 * @param {readonly Pose[]} poses @param {readonly string[]} names
 * @param {GeneralizedOptions | undefined} options
 * @returns {any} a GeneralizedResult
 */
function run(slots, poses, names, options) {
  const n = /** @type {Slot} */ (slots[0]).dimension;
  const at = runSets(
    GENERALIZED,
    slots,
    poses,
    names,
    options,
    ([q = 0, a = 0, minus = 0], { poses: [pq = 0, pa = 0, pm = 0], result, workspace }, settings) =>
      core.generalized_distance(q, pq, minus, pm, a, pa, settings, workspace, result),
    NO_ORIGIN,
  );
  const call = callId;
  const out = /** @type {GeneralizedResult<number>} */ (options?.out ?? {});
  const vectors = at + abi.GENERALIZED_RESULT_STRIDE;
  out.value = Number(f64[at + abi.GENERALIZED_RESULT_VALUE]);
  out.lower = Number(f64[at + abi.GENERALIZED_RESULT_LOWER]);
  out.upper = Number(f64[at + abi.GENERALIZED_RESULT_UPPER]);
  out.normal = copyVector(vectors + n, n, out.normal);
  out.pointA = copyVector(vectors + 2 * n, n, out.pointA);
  out.pointB = copyVector(vectors + 3 * n, n, out.pointB);
  out.contact = copyVector(vectors, n, out.contact);
  out.iterations = Number(f64[at + abi.GENERALIZED_RESULT_ITERATIONS]);
  out.rayIterations = Number(f64[at + abi.GENERALIZED_RESULT_RAY_ITERATIONS]);
  out.status = readStatus(at + abi.GENERALIZED_RESULT_STATUS);
  return finish(out, call);
}
