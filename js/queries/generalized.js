/* Generalized distance: how large a set may grow about the world origin before it meets another. */
import * as abi from '../../wasm/dist/abi.js';
import { wrongType } from '../core/errors.js';
import { callId, core, f64 } from '../core/module.js';
import { ND_METHODS, describe } from './descriptions.js';
import { runSets, copyVector } from './nd.js';
import { checkShapes, missingArgument, readStatus } from './query.js';
import { finish } from './trace.js';

/** @import { Shape, Slot } from '../shapes/shape.js' */
/** @import { Coordinates, Pose } from '../poses/pose.js' */
/** @import { QueryOptions, SameDimension, Status, TraceOption } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

/**
 * Vectors have as many numbers as the shapes have dimensions, in world coordinates.
 * @template {number} [N=2 | 3]
 * @typedef {object} GeneralizedResult
 * @property {number} value the distance; equal to `upper`, the scale at which `contact` is attained; 0
 *   when A contains the origin (when A₁ and A₂ meet)
 * @property {number} lower certified: lower ≤ true value ≤ upper
 * @property {number} upper
 * @property {Coordinates<N>} contact a common point of A and the scaled Q; of a pair pointB - pointA
 * @property {Coordinates<N>} normal unit, of a plane between the scaled Q and A, from Q towards A; of a pair
 *   from A₁ towards A₂
 * @property {Coordinates<N>} pointA of a pair, the point of A₁ nearest to A₂ in Q's metric; otherwise the origin
 * @property {Coordinates<N>} pointB of a pair, the point of A₂ nearest to A₁; otherwise the contact
 * @property {number} iterations growth problems solved
 * @property {number} rayIterations support calls on each set in all of them; showing that Q holds the
 *   origin is not among them
 * @property {Status} status
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate, counted by rayIterations
 */

/**
 * @typedef {object} OwnGeneralizedOptions
 * @property {'auto' | 'cutting-plane' | undefined} [method] the solver (default `'auto'`, which is the other)
 * @property {Partial<GeneralizedResult<number>> | undefined} [out] a result to fill and return (default: a new one)
 */

/**
 * The tolerance is of upper / lower - 1. `maxIterations`, by default 2000, counts support calls on each set.
 * @typedef {QueryOptions & TraceOption & OwnGeneralizedOptions} GeneralizedOptions
 */

const GENERALIZED = /* @__PURE__ */ describe({
  name: 'generalizedDistance',
  methods: ND_METHODS,
  options: ['trace'],
  maxIterations: abi.DEFAULT_RAY_ITERATIONS,
});

const PARAMETERS = ['Q', 'poseQ', 'A', 'poseA'];

const NO_ORIGIN =
  'Q must be bounded and hold the world origin strictly inside, and A must not be two half-spaces';

/**
 * The least λ ≥ 0 for which A meets λQ: the distance of A from the world origin in the metric whose unit
 * ball is Q, or the largest scale at which the object Q still fits beside A. Q is posed first, then
 * scaled about the world origin. Shapes of any dimension, point sets and p-norm balls among them.
 *
 * Source: An Efficient Algorithm for a Generalized Distance Measure, Algorithm 1.
 *
 * @template {number} N
 * @template {number} M
 * @param {Shape<N>} Q bounded; the world origin lies strictly inside the posed Q
 * @param {Pose} poseQ null is the identity
 * @param {(Shape<M> | readonly [Shape<M>, Shape<M>]) & SameDimension<N, M>} A solid or not, or a half-space; or `[A1, A2]` for the distance
 *   from A1 to A2, which is that of A2 - A1 from the origin
 * @param {Pose | readonly [Pose, Pose]} poseA of a pair both poses: `[pose1, pose2]`, or nothing
 * @param {GeneralizedOptions} [options]
 * @returns {GeneralizedResult<N & M>} on every path complete; `status` says how it ended
 * @throws {TypeError | RangeError} for wrong arguments, naming the field and the value
 * @throws {GeometryError} code `'undefined'` when the origin is not strictly inside Q, when Q is a
 *   half-space, or for a pair of half-spaces
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
 * @param {readonly Slot[]} slots Q, A and what is subtracted from A
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
