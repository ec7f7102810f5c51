/* Whether two sets intersect, with a certificate: a common point, or a separating plane. */
import * as abi from '../../wasm/dist/abi.js';
import { callId, f64 } from '../core/module.js';
import { COLLIDE, INTERSECTS } from './descriptions.js';
import { collideOfSets, intersectsOfSets } from './nd.js';
import {
  checkShapes,
  firstSlot,
  missingArgument,
  readStatus,
  readVector,
  resultAt,
  runPair,
  secondSlot,
  vectorOf,
} from './query.js';
import { finish } from './trace.js';

/** @import { Shape, Slot } from '../shapes/shape.js' */
/** @import { Coordinates, Pose } from '../poses/pose.js' */
/** @import { DistanceMethod } from './distance.js' */
/** @import { QueryOptions, SameDimension, Status, Subalgorithm, TraceOption } from './query.js' */
/** @import { TraceIterate } from './trace.js' */

/**
 * @template {number} [N=2 | 3]
 * @typedef {object} CollisionResult
 * @property {boolean} colliding touching counts as colliding
 * @property {Coordinates<N> | null} point colliding: a point of both sets, world, unless the status is
 *   `'max-iterations'` (see `upper`); otherwise null
 * @property {Coordinates<N> | null} normal separated: unit normal of a plane between the sets, from A
 *   towards B; otherwise null
 * @property {number} lower bounds of the growth distance: upper ≤ 1 proves the intersection,
 * @property {number} upper lower > 1 the separation. If `gjk` or a method related to it finds a gap below
 *   the rounding of the centres' distance, `colliding` is false and `lower` may be exactly 1: then the
 *   plane across `normal` is the proof
 * @property {number} iterations support calls on each set
 * @property {Status} status `'precision'` when the sets touch to rounding; `'max-iterations'`: nothing is
 *   proved, and `colliding` is true, for they may
 * @property {TraceIterate[]} [trace] with the option `trace`: every iterate
 */

/**
 * Cutting planes bound the growth distance, the others stop at a separating plane or a common point;
 * their bounds of the growth distance are coarse: upper 1 or infinite. `'auto'` takes a closed form for
 * boxes, capsules and balls (its bounds are coarse, too), cutting planes for other shapes.
 * @typedef {'auto' | 'cutting-plane' | DistanceMethod} CollideMethod
 */

/**
 * @typedef {object} OwnIntersectsOptions
 * @property {CollideMethod | undefined} [method] the solver (default `'auto'`)
 * @property {Subalgorithm | undefined} [subalgorithm] how the nearest point of a simplex is found (default
 *   `'signed-volumes'`)
 */
/** @typedef {QueryOptions & OwnIntersectsOptions} IntersectsOptions */

/**
 * @typedef {object} OwnCollideOptions
 * @property {Partial<CollisionResult<number>> | undefined} [out] a result to fill and return (default: a new one)
 */
/** @typedef {IntersectsOptions & TraceOption & OwnCollideOptions} CollideOptions */

/**
 * Whether two sets intersect; touching counts. Stops as soon as that is proved, which takes a
 * fraction of a distance query.
 *
 * @template {number} A
 * @template {number} B
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {IntersectsOptions} [options] the tolerance is not used
 * @returns {boolean} true also where maxIterations ran out before a proof: never "apart" unproved
 * @throws {TypeError | RangeError | GeometryError} as growthDistance
 * @example
 * intersects(crate, mesh.current, floor, null);
 */
export function intersects(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(INTERSECTS.name, arguments.length);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (slotA.dimension !== slotB.dimension) checkShapes(INTERSECTS.name, a, b, true);
  if (slotA.any || slotB.any) return intersectsOfSets(slotA, poseA, slotB, poseB, options);
  return runIntersects(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * Whether two sets intersect, and why: a common point or a separating plane.
 *
 * Source: Ray Intersection Algorithm for Fast Growth Distance Computation, III-F4.
 *
 * @template {number} A
 * @template {number} B
 * @param {Shape<A>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
 * @param {Pose} poseB
 * @param {CollideOptions} [options] the tolerance is not used
 * @returns {CollisionResult<A & B>}
 * @throws {TypeError | RangeError | GeometryError} as growthDistance
 */
export function collide(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(COLLIDE.name, arguments.length);
  const slotA = firstSlot(a);
  const slotB = secondSlot(b);
  if (slotA.dimension !== slotB.dimension) checkShapes(COLLIDE.name, a, b, true);
  if (slotA.any || slotB.any) return collideOfSets(slotA, poseA, slotB, poseB, options);
  return runCollide(slotA, poseA, slotB, poseB, options, 0);
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {IntersectsOptions | undefined} options @param {number} warm
 */
export function runIntersects(a, poseA, b, poseB, options, warm) {
  return runPair(INTERSECTS, a, poseA, b, poseB, options, warm) === 1;
}

/**
 * @internal
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {CollideOptions | undefined} options @param {number} warm
 * @returns {any} a CollisionResult
 */
export function runCollide(a, poseA, b, poseB, options, warm) {
  runPair(COLLIDE, a, poseA, b, poseB, options, warm);
  const at = resultAt();
  const n = a.dimension;
  const view = /** @type {ArrayLike<any>} */ (f64);
  const call = callId;
  const out = /** @type {CollisionResult<number>} */ (options?.out ?? {});
  const colliding = view[at + abi.COLLISION_RESULT_COLLIDING] === 1;
  // at any time one of the two is null: the other's array serves both
  const vector = vectorOf(out.point ?? out.normal, n);
  const from = colliding ? abi.COLLISION_RESULT_POINT : abi.COLLISION_RESULT_NORMAL;
  readVector(view, at + from, n, vector);
  out.colliding = colliding;
  out.point = colliding ? vector : null;
  out.normal = colliding ? null : vector;
  out.lower = view[at + abi.COLLISION_RESULT_LOWER];
  out.upper = view[at + abi.COLLISION_RESULT_UPPER];
  out.iterations = view[at + abi.COLLISION_RESULT_ITERATIONS] | 0;
  out.status = readStatus(at + abi.COLLISION_RESULT_STATUS);
  return finish(out, call);
}
