/* Shape casts with derivatives of the time of contact. They follow from the normal and the points of contact,
 * which the module refines to rounding. */
import * as abi from '../../wasm/dist/abi.js';
import { callId, f64 } from '../core/module.js';
import { CURE, PARAMETERS, runCast } from './cast.js';
import { CAST_GRADIENT } from './descriptions.js';
import { readGradient } from './gradient.js';
import { readCast } from './motion.js';
import { checkShapes, missingArgument, readVector, resultAt, vectorOf } from './query.js';
import { finish } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Coordinates, Pose, Vector } from '../poses/pose.js' */
/** @import { CastOptions } from './cast.js' */
/** @import { Gradient } from './gradient.js' */
/** @import { CastResult } from './motion.js' */
/** @import { SameDimension } from './query.js' */

/**
 * The derivatives of a time of contact with respect to both poses and the displacement.
 * @template {number} [N=2 | 3]
 * @typedef {Gradient<N> & { displacement: Coordinates<N> }} CastGradient
 */

/**
 * The fields that castGradient adds to the result of castShape.
 * @template {number} [N=2 | 3]
 * @typedef {object} CastDerivatives
 * @property {CastGradient<N>} gradient of `time`; zeros on a miss and if the motion starts in contact
 * @property {boolean} unique whether the time is differentiable, with the derivative `gradient`. If it is false,
 *   several normals or contacts may be optimal, and `gradient` belongs to the reported ones. On a miss and if
 *   the motion starts in contact: whether that holds for all poses and displacements nearby
 */
/** @template {number} [N=2 | 3] @typedef {CastResult<N> & CastDerivatives<N>} CastGradientResult */

/**
 * @typedef {object} OwnCastGradientOptions
 * @property {Partial<CastGradientResult<number>> | undefined} [out] a result object to fill and return (default:
 *   a new one)
 */
/** @typedef {Omit<CastOptions, 'out'> & OwnCastGradientOptions} CastGradientOptions */

/**
 * castShape with the derivatives of the time of contact with respect to both poses and the displacement.
 *
 * Newton's method first refines the contact to rounding, whatever the tolerance is. If it does not converge,
 * `unique` is false although derivatives may exist. `unique` is also false if the contact comes at `minTime` or
 * `maxTime`.
 *
 * @template {number} A
 * @template {number} B
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB the pose of B at the time 0
 * @param {Vector} displacement the motion of B relative to A in one unit of time, in world coordinates
 * @param {CastGradientOptions} [options]
 * @returns {CastGradientResult<A & B>}
 * @throws {TypeError | RangeError | GeometryError} as castShape
 * @example
 * const ball = new Sphere({ radius: 1 });
 * const start = { position: [5, 0, 0] };
 * const { gradient, unique } = castGradient(ball, null, ball, start, [-6, 0, 0]);
 * gradient.displacement[0]; // 0.08333333333333333: a shorter displacement arrives later
 * unique; // true
 */
export function castGradient(a, poseA, b, poseB, displacement, options) {
  if (arguments.length < 5)
    throw missingArgument(CAST_GRADIENT.name, arguments.length, PARAMETERS, CURE);
  const [slotA, slotB] = checkShapes(CAST_GRADIENT.name, a, b);
  return runCastGradient(slotA, poseA, slotB, poseB, displacement, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {Vector} displacement @param {CastGradientOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a CastGradientResult
 */
export function runCastGradient(a, poseA, b, poseB, displacement, options, warm) {
  const n = a.dimension;
  runCast(CAST_GRADIENT, a, poseA, b, poseB, displacement, options, warm);
  const call = callId;
  const at = resultAt();
  const out = /** @type {any} */ (options?.out ?? {});
  const view = /** @type {ArrayLike<any>} */ (f64);
  const gradient = /** @type {any} */ (
    readGradient(view, at + abi.CAST_GRADIENT_RESULT_GRADIENT, n, out.gradient)
  );
  gradient.displacement = vectorOf(gradient.displacement, n);
  readVector(view, at + abi.CAST_GRADIENT_RESULT_DISPLACEMENT, n, gradient.displacement);
  const unique = view[at + abi.CAST_GRADIENT_RESULT_UNIQUE] === 1;
  readCast(view, at, n, out);
  out.gradient = gradient;
  out.unique = unique;
  return finish(out, call);
}
