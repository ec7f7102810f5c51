/* Derivatives of growth distance, distance and penetration depth with respect to both poses.
 *
 * The module solves the query, refines the optimum by Newton's method, and solves the linearised optimality
 * conditions (docs/algorithms.md). This file writes the velocities and reads the derivatives. */
import * as abi from '../../wasm/dist/abi.js';
import { refuseUnknownKeys, format, wrongType } from '../core/errors.js';
import { number, vector } from '../shapes/parameters.js';
import { DEPTH_METHODS, DISTANCE_METHODS, GROWTH_METHODS, describe } from './descriptions.js';
import { readDistance, readSimplices } from './distance.js';
import { readGrowth } from './growth.js';
import {
  PAIRS,
  POSES,
  RESULT,
  SCRATCH_DOUBLES,
  SHAPES,
  callId,
  core,
  f64,
} from '../core/module.js';
import { readPenetration } from './penetration.js';
import { checkShapes, missingArgument, readVector, runQuery, vectorOf } from './query.js';
import { finish } from './trace.js';

/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Coordinates, Pose, Vec3, Vector } from '../poses/pose.js' */
/** @import { GrowthResult, GrowthOptions } from './growth.js' */
/** @import { DistanceOptions, DistanceResult, Simplices } from './distance.js' */
/** @import { PenetrationOptions, PenetrationResult } from './penetration.js' */
/** @import { BatchCall, BatchQuery, QueryFacts } from './descriptions.js' */
/** @import { Asked, SameDimension } from './query.js' */

/**
 * The velocity of a body, in world axes.
 * @typedef {object} Velocity
 * @property {Vector | undefined} [linear] velocity of the pose's position, in lengths per unit of time
 *   (default 0)
 * @property {number | Vec3 | undefined} [angular] angular velocity about the pose's position, in radians per
 *   unit of time (default 0); in 2D a number
 */

/**
 * The derivatives of a number with respect to both poses, in world axes. A rotation w turns a shape about its
 * pose's position: it changes the pose (p, R) to (p, exp([w]) R). In 2D a rotation is one number, in radians.
 * @template {number} [N=2 | 3]
 * @typedef {object} Gradient
 * @property {Coordinates<N>} positionA derivatives with respect to the position of A's pose
 * @property {N extends 2 ? number : Coordinates<N>} rotationA derivatives with respect to a rotation of A,
 *   per radian
 * @property {Coordinates<N>} positionB derivatives with respect to the position of B's pose
 * @property {N extends 2 ? number : Coordinates<N>} rotationB derivatives with respect to a rotation of B,
 *   per radian
 */

/**
 * The derivatives of a vector with respect to both poses. Each matrix has one row for each component of the
 * vector. Its columns are the position and then the rotation of the pose: 3 and 3 columns, in 2D 2 and 1.
 * @typedef {object} Jacobian
 * @property {number[][]} a with respect to A's pose
 * @property {number[][]} b with respect to B's pose
 */

/**
 * The one-sided derivative of the value along two velocities, per unit of time.
 * @typedef {object} Directional
 * @property {number} value the derivative
 * @property {number} lower certified lower bound, finite; equal to `value` if the derivative is known exactly
 * @property {number} upper certified upper bound, finite; equal to `value` if the derivative is known exactly
 */

/**
 * The fields that all gradient queries add to their result.
 * @template {number} [N=2 | 3]
 * @typedef {object} Derivatives
 * @property {Gradient<N>} gradient of the value
 * @property {boolean} unique whether the value is differentiable, with the derivative `gradient`. If it is
 *   false, several normals or contacts may be optimal, and `gradient` belongs to the reported ones
 * @property {Directional | undefined} directional the derivative along the velocities; undefined without
 *   velocities
 */

/** @typedef {{ normal: Jacobian, pointA: Jacobian, pointB: Jacobian }} PointJacobians */

/**
 * The fields that the option `jacobians` adds.
 * @typedef {object} Jacobians
 * @property {boolean} regular whether the normal and the points are differentiable
 * @property {PointJacobians | null} jacobian their derivatives; null if `regular` is false
 */
/**
 * The fields that the option `jacobians` adds to the result of growthGradient.
 * @typedef {object} GrowthJacobians
 * @property {boolean} regular whether the normal and the points are differentiable
 * @property {(PointJacobians & { contact: Jacobian }) | null} jacobian their derivatives; null if `regular`
 *   is false
 */

/**
 * @template {boolean} [J=boolean]
 * @typedef {object} GradientOptions
 * @property {Velocity | undefined} [velocityA] the velocity of A for `directional` (default: at rest).
 *   Without any velocity the result has no `directional`
 * @property {Velocity | undefined} [velocityB] the velocity of B for `directional` (default: at rest)
 * @property {J | undefined} [jacobians] whether the result has `regular` and `jacobian` (default false).
 *   They take about as long as the gradient
 */

/** @template {number} [N=2 | 3] @typedef {GrowthResult<N> & Derivatives<N>} GrowthGradientResult */
/** @template {number} [N=2 | 3] @typedef {DistanceResult<N> & Derivatives<N>} DistanceGradientResult */
/** @template {number} [N=2 | 3] @typedef {PenetrationResult<N> & Derivatives<N>} PenetrationGradientResult */
/** @template {boolean} [J=boolean] @typedef {GrowthOptions & GradientOptions<J>} GrowthGradientOptions */
/**
 * @template {boolean} [S=boolean]
 * @template {boolean} [J=boolean]
 * @typedef {DistanceOptions<S> & GradientOptions<J>} DistanceGradientOptions
 */
/** @template {boolean} [J=boolean] @typedef {PenetrationOptions & GradientOptions<J>} PenetrationGradientOptions */

const VELOCITY_DOUBLES = 12;
/** Offsets of velocities and Jacobians in the scratch block, in doubles: they are at its end. */
const VELOCITIES = SCRATCH_DOUBLES - VELOCITY_DOUBLES;
const JACOBIANS = VELOCITIES - abi.JACOBIANS_STRIDE;
/** The velocities of the current query. @type {number[] | null} */
let velocities = null;
/** Whether the current query has Jacobians. */
let jacobians = false;

/**
 * Writes the velocities to the scratch block.
 * @param {number} base pointer to the scratch block
 * @returns {number} pointer to the velocities, 0: none
 */
function writeVelocities(base) {
  if (velocities === null) return 0;
  f64.set(velocities, base / 8 + VELOCITIES);
  return base + 8 * VELOCITIES;
}

/**
 * Pointer to the Jacobians, 0: none.
 * @param {number} base pointer to the scratch block
 */
const jacobiansAt = (base) => (jacobians ? base + 8 * JACOBIANS : 0);

// the lists below repeat these names: with a spread, bundlers would keep unused queries
const OPTIONS = ['trace', 'jacobians', 'velocityA', 'velocityB'];
const DISTANCE_OPTIONS = [
  'subalgorithm',
  'simplex',
  'trace',
  'jacobians',
  'velocityA',
  'velocityB',
];
const DEPTH_OPTIONS = ['direction', 'trace', 'jacobians', 'velocityA', 'velocityB'];
/** @type {(facts: QueryFacts & { call: BatchCall }) => BatchQuery} */
const describeBatch = describe;
const GROWTH = /* @__PURE__ */ describeBatch({
  name: 'growthGradient',
  call: (n, base, settings, warm) =>
    core.growth_gradient(
      n,
      base + SHAPES,
      2,
      base + POSES,
      base + PAIRS,
      1,
      settings,
      writeVelocities(base),
      jacobiansAt(base),
      warm,
      base + RESULT,
    ),
  methods: GROWTH_METHODS,
  options: OPTIONS,
});
const DISTANCE = /* @__PURE__ */ describeBatch({
  name: 'distanceGradient',
  call: (n, base, settings, warm) =>
    core.distance_gradient(
      n,
      base + SHAPES,
      2,
      base + POSES,
      base + PAIRS,
      1,
      settings,
      writeVelocities(base),
      jacobiansAt(base),
      warm,
      base + RESULT,
    ),
  methods: DISTANCE_METHODS,
  options: DISTANCE_OPTIONS,
});
const PENETRATION = /* @__PURE__ */ describeBatch({
  name: 'penetrationGradient',
  call: (n, base, settings, warm) =>
    core.penetration_gradient(
      n,
      base + SHAPES,
      2,
      base + POSES,
      base + PAIRS,
      1,
      settings,
      writeVelocities(base),
      jacobiansAt(base),
      warm,
      base + RESULT,
    ),
  methods: DEPTH_METHODS,
  options: DEPTH_OPTIONS,
  maxIterations: abi.DEFAULT_DEPTH_ITERATIONS,
});

/**
 * growthDistance with the derivatives of its value with respect to both poses. With the option `jacobians`
 * the result also has the derivatives of normal and points.
 *
 * Newton's method first refines the optimum to rounding, whatever the tolerance is. It can fail to converge
 * on kinks of a CustomShape, and on round faces inside a Transformed or a MinkowskiSum. Then `unique` and
 * `regular` are false, although derivatives may exist.
 *
 * Source: the linearised optimality conditions, docs/algorithms.md.
 *
 * @template {2 | 3} A
 * @template {2 | 3} B
 * @template {boolean} [J=false]
 * @param {Shape<A>} a at least one of the shapes must be solid; a half-space is not scaled
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {GrowthGradientOptions<J>} [options]
 * @returns {GrowthGradientResult<A & B> & Asked<J, GrowthJacobians>}
 * @throws {TypeError | RangeError | GeometryError} as growthDistance
 * @example
 * const ball = new Sphere({ radius: 1 });
 * const { gradient, unique } = growthGradient(ball, null, ball, { position: [3, 0, 0] });
 * gradient.positionB; // [0.5, 0, 0]
 * unique; // true
 */
export function growthGradient(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(GROWTH.name, arguments.length);
  const [slotA, slotB] = checkShapes(GROWTH.name, a, b);
  return runGrowthGradient(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * distance with the derivatives of its value with respect to both poses. With the option `jacobians` the
 * result also has the derivatives of normal and points. If the shapes overlap, the value and its gradient
 * are 0.
 *
 * @template {2 | 3} A
 * @template {2 | 3} B
 * @template {boolean} [S=false]
 * @template {boolean} [J=false]
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {DistanceGradientOptions<S, J>} [options]
 * @returns {DistanceGradientResult<A & B> & Asked<S, Simplices<A & B>> & Asked<J, Jacobians>}
 * @throws {TypeError | RangeError | GeometryError} as distance
 */
export function distanceGradient(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(DISTANCE.name, arguments.length);
  const [slotA, slotB] = checkShapes(DISTANCE.name, a, b);
  return runDistanceGradient(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * penetration with the derivatives of the depth with respect to both poses. With the option `jacobians` the
 * result also has the derivatives of normal and points. If the shapes are disjoint, the depth and its
 * gradient are 0. The depth is the least of several local minima. `unique` refers to the minimum found; the
 * query does not search for another minimum of the same depth.
 *
 * @template {2 | 3} A
 * @template {2 | 3} B
 * @template {boolean} [J=false]
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {PenetrationGradientOptions<J>} [options]
 * @returns {PenetrationGradientResult<A & B> & Asked<J, Jacobians>}
 * @throws {TypeError | RangeError | GeometryError} as penetration
 */
export function penetrationGradient(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(PENETRATION.name, arguments.length);
  const [slotA, slotB] = checkShapes(PENETRATION.name, a, b);
  return runPenetrationGradient(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {GrowthGradientOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a GrowthGradientResult
 */
export function runGrowthGradient(a, poseA, b, poseB, options, warm) {
  const at = runGradient(GROWTH, a, poseA, b, poseB, options, warm);
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const out = /** @type {any} */ (options?.out ?? {});
  readGrowth(view, at, a.dimension, out);
  readDerivatives(at, abi.GROWTH_GRADIENT_RESULT_DERIVATIVES, a.dimension, out);
  if (out.jacobian) {
    const contact = jacobiansFrom(at) + abi.JACOBIANS_CONTACT;
    out.jacobian.contact = readJacobian(view, contact, a.dimension);
  }
  return finish(out, call);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {DistanceGradientOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a DistanceGradientResult
 */
export function runDistanceGradient(a, poseA, b, poseB, options, warm) {
  const at = runGradient(DISTANCE, a, poseA, b, poseB, options, warm);
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const out = /** @type {any} */ (options?.out ?? {});
  readDistance(view, at, a.dimension, out);
  readSimplices(view, at, a.dimension, out, options?.simplex === true);
  readDerivatives(at, abi.DISTANCE_GRADIENT_RESULT_DERIVATIVES, a.dimension, out);
  return finish(out, call);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {PenetrationGradientOptions | undefined} options
 * @param {number} warm pointer to the pair's warm record, 0: none
 * @returns {any} a PenetrationGradientResult
 */
export function runPenetrationGradient(a, poseA, b, poseB, options, warm) {
  const at = runGradient(PENETRATION, a, poseA, b, poseB, options, warm);
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const out = /** @type {any} */ (options?.out ?? {});
  readPenetration(view, at, a.dimension, out);
  readDerivatives(at, abi.PENETRATION_GRADIENT_RESULT_DERIVATIVES, a.dimension, out);
  return finish(out, call);
}

/**
 * Reads the velocities and runs a gradient query.
 * @param {BatchQuery} query @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {(GradientOptions & object) | undefined} options @param {number} warm
 * @returns {number} index of the result record in f64
 */
function runGradient(query, a, poseA, b, poseB, options, warm) {
  const { velocityA, velocityB } = options ?? {};
  velocities =
    velocityA === undefined && velocityB === undefined
      ? null
      : [
          ...readVelocity(velocityA, a.dimension, `${query.name}: velocityA`),
          ...readVelocity(velocityB, a.dimension, `${query.name}: velocityB`),
        ];
  jacobians = options?.jacobians === true;
  return runQuery(query, a, poseA, b, poseB, options, warm);
}

const VELOCITY_KEYS = /* @__PURE__ */ new Set(['linear', 'angular']);

/**
 * Reads a velocity as six numbers: linear, then angular; in 2D vx vy 0 0 0 w.
 * @param {unknown} velocity @param {number} n @param {string} label
 */
function readVelocity(velocity, n, label) {
  if (velocity === undefined) return [0, 0, 0, 0, 0, 0];
  if (typeof velocity !== 'object' || velocity === null || Array.isArray(velocity))
    throw wrongType(label, 'an object { linear, angular }', velocity);
  refuseUnknownKeys(label, velocity, VELOCITY_KEYS);
  const { linear, angular } = /** @type {{ linear?: unknown, angular?: unknown }} */ (velocity);
  const speed = linear === undefined ? [0, 0, 0] : vector(linear, n, `${label}.linear`);
  if (n === 2) speed.push(0);
  let spin = [0, 0, 0];
  if (angular !== undefined) {
    const name = `${label}.angular`;
    spin = n === 2 ? [0, 0, number(angular, name)] : vector(angular, n, name);
  }
  const six = [...speed.slice(0, 3), ...spin];
  if (!six.every((x) => Math.abs(x) <= abi.POSITION_MAX))
    throw new RangeError(
      `${label} must be finite numbers of magnitude <= ${abi.POSITION_MAX}, got ${format(six)}`,
    );
  return six;
}

/**
 * @param {number} result index of the result
 * @param {number} derivatives where they stand in it
 * @param {number} n the dimension
 * @param {Derivatives<number> & Partial<Jacobians>} out
 */
function readDerivatives(result, derivatives, n, out) {
  const view = /** @type {ArrayLike<any>} */ (f64);
  const at = result + derivatives;
  const row = at + abi.DERIVATIVES_GRADIENT;
  out.gradient = readGradient(view, row, n, out.gradient);
  out.unique = view[at + abi.DERIVATIVES_UNIQUE] === 1;
  out.directional =
    velocities === null
      ? undefined
      : {
          value: view[at + abi.DERIVATIVES_DIRECTIONAL],
          lower: view[at + abi.DERIVATIVES_DIRECTIONAL_LOWER],
          upper: view[at + abi.DERIVATIVES_DIRECTIONAL_UPPER],
        };
  if (jacobians) {
    const from = jacobiansFrom(result);
    out.regular = view[from + abi.JACOBIANS_REGULAR] === 1;
    out.jacobian = out.regular ? readJacobians(view, from, n) : null;
  } else if (out.regular !== undefined || out.jacobian !== undefined) {
    // remove the fields of an earlier query
    delete out.regular;
    delete out.jacobian;
  }
}

/**
 * The derivatives of a number with respect to both poses.
 * @param {ArrayLike<any>} view f64 @param {number} row index of 12 numbers @param {number} n the dimension
 * @param {any} [out] an object to fill and return; anything else means a new one
 * @returns {Gradient<number>}
 * @internal
 */
export function readGradient(view, row, n, out) {
  const gradient = typeof out === 'object' && out !== null ? out : {};
  gradient.positionA = fillVector(gradient.positionA, view, row, n);
  gradient.rotationA = n === 3 ? fillVector(gradient.rotationA, view, row + 3, 3) : view[row + 5];
  gradient.positionB = fillVector(gradient.positionB, view, row + 6, n);
  gradient.rotationB = n === 3 ? fillVector(gradient.rotationB, view, row + 9, 3) : view[row + 11];
  return gradient;
}

/** @param {any} given vector to fill, if it is one @param {ArrayLike<any>} view @param {number} at @param {number} n */
function fillVector(given, view, at, n) {
  const filled = vectorOf(given, n);
  readVector(view, at, n, filled);
  return filled;
}

/** Index of the Jacobians. @param {number} result index of the result, in the same block */
const jacobiansFrom = (result) => result - RESULT / 8 + JACOBIANS;

/** @param {ArrayLike<any>} view f64 @param {number} at index of the Jacobians @param {number} n */
const readJacobians = (view, at, n) => ({
  normal: readJacobian(view, at + abi.JACOBIANS_NORMAL, n),
  pointA: readJacobian(view, at + abi.JACOBIANS_POINT_A, n),
  pointB: readJacobian(view, at + abi.JACOBIANS_POINT_B, n),
});

/** @param {ArrayLike<any>} view @param {number} at index of three rows of 12 @param {number} n @returns {Jacobian} */
const readJacobian = (view, at, n) => ({
  a: readRows(view, at, n),
  b: readRows(view, at + 6, n),
});

/** The rows of one body. @param {ArrayLike<any>} view @param {number} at @param {number} n */
const readRows = (view, at, n) =>
  n === 3
    ? [rowAt(view, at), rowAt(view, at + 12), rowAt(view, at + 24)]
    : [flatRowAt(view, at), flatRowAt(view, at + 12)];

// the functions below return array literals: copying a subarray takes ten times as long

/** @param {ArrayLike<any>} v @param {number} i @returns {number[]} */
const rowAt = (v, i) => [v[i], v[i + 1], v[i + 2], v[i + 3], v[i + 4], v[i + 5]];

/** A row in 2D: x, y and the rotation about z. @param {ArrayLike<any>} v @param {number} i @returns {number[]} */
const flatRowAt = (v, i) => [v[i], v[i + 1], v[i + 5]];
