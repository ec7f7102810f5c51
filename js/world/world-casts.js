/* The queries of a world in which something moves. World extends this class. */
import { Disposable } from '../core/dispose.js';
import {
  castRayAllAmong,
  castRayAmong,
  castRayAnyAmong,
  castShapeAmong,
  missingDisplacement,
} from './casts.js';
import { ImpactColumns } from './impacts.js';
import { RayColumns } from './ray-columns.js';
import { WorldState } from './state.js';

/** @import { Pose, Vector } from '../poses/pose.js' */
/** @import { StaysApartOptions } from '../queries/impact.js' */
/** @import { Ray } from '../queries/ray.js' */
/** @import { Shape } from '../shapes/shape.js' */
/** @import { CastHit, RayHit, WorldCastOptions, WorldRayAllOptions, WorldRayOptions, WorldRaysOptions } from './casts.js' */
/** @import { ImpactColumnsResult, RayColumnsResult } from './columns.js' */
/** @import { WorldVelocities } from './impacts.js' */

/**
 * The casts and times of impact of a World.
 * @template {2 | 3} [N=3] its dimension
 */
export class WorldCasts extends Disposable {
  #state = new WorldState(this);
  /** @type {RayColumns | undefined} */
  #rays;
  /** @type {ImpactColumns | undefined} */
  #impacts;

  /** The columns of castRays, for ParallelWorld. @internal @param {WorldCasts<any>} world */
  static raysOf(world) {
    return (world.#rays ??= new RayColumns());
  }

  /** The state, for World. @internal @param {WorldCasts<any>} world */
  static stateOf(world) {
    return world.#state;
  }

  /**
   * Casts a shape among the bodies along a line: the first body whose distance from it is at most `target`.
   * If several bodies are in contact at the start, it returns the one with the lowest number. A cast half-space
   * hits no half-spaces.
   *
   * @param {Shape<N>} shape of the world's dimension; it need not be a body
   * @param {Pose} pose its pose at the time 0; null means the identity
   * @param {Vector} displacement in one unit of time
   * @param {WorldCastOptions<N>} [options]
   * @returns {CastHit<N>} the result of `castShape(body's shape, its pose, shape, pose, displacement)` with
   *   `body`, or a miss with `body` −1. The normal points from the body to the shape
   * @throws {TypeError | RangeError} for wrong arguments; the message names the field and the value
   * @example
   * const world = new World();
   * world.add(new Box({ halfExtents: [1, 1, 1] }), { position: [5, 0, 0] }, { data: 'crate' });
   * const { body, time } = world.castShape(new Sphere({ radius: 1 }), null, [6, 0, 0]);
   * world.data(body); // 'crate'
   * time; // 0.5
   */
  castShape(shape, pose, displacement, options) {
    const name = 'World.castShape';
    this.#state.check();
    if (arguments.length < 3) throw missingDisplacement();
    const slot = this.#state.checkShape(shape, name);
    return castShapeAmong(this.#state, slot, pose, displacement, options);
  }

  /**
   * Casts a ray among the bodies: the first body that it hits. If it starts inside of several bodies, it
   * returns the one with the lowest number.
   *
   * @param {Ray} ray
   * @param {WorldRayOptions<N>} [options]
   * @returns {RayHit<N>} the result of `castRay(body's shape, its pose, ray)` with `body`, or a miss with
   *   `body` −1
   * @throws {TypeError | RangeError} for wrong arguments; the message names the field and the value
   */
  castRay(ray, options) {
    this.#state.check();
    return castRayAmong(this.#state, ray, options);
  }

  /**
   * Casts a ray among the bodies and returns all bodies that it hits.
   *
   * @param {Ray} ray
   * @param {WorldRayAllOptions<N>} [options]
   * @returns {RayHit<N>[]} least `lower` first; for equal bounds in order of body numbers
   * @throws {TypeError | RangeError} as castRay
   */
  castRayAll(ray, options) {
    this.#state.check();
    return castRayAllAmong(this.#state, ray, options);
  }

  /**
   * Whether a ray hits any body. It stops at the first one.
   *
   * @param {Ray} ray
   * @param {WorldRaysOptions} [options]
   * @returns {boolean} true only if a hit is proved
   * @throws {TypeError | RangeError} as castRay
   */
  castRayAny(ray, options) {
    this.#state.check();
    return castRayAnyAmong(this.#state, ray, options);
  }

  /**
   * Casts many rays: row k of every column is the result of castRay for ray k.
   *
   * @param {ArrayLike<number>} origins flat: 3 numbers per ray, in 2D 2
   * @param {ArrayLike<number>} directions likewise
   * @param {WorldRaysOptions} [options] the same for all rays
   * @returns {RayColumnsResult} always the same object
   * @throws {TypeError | RangeError} as castRay
   */
  castRays(origins, directions, options) {
    this.#state.check();
    return WorldCasts.raysOf(this).cast(this.#state, origins, directions, options);
  }

  /**
   * Finds the first contact of every pair of bodies, if all of them move from their poses with constant
   * velocities. Pairs whose swept bounding boxes do not touch stay apart and have no row; two half-spaces have
   * none either. Groups and masks apply. The poses do not change. A pair that had a row in the previous call starts from its result.
   *
   * @param {WorldVelocities} motion
   * @param {StaysApartOptions} [options]
   * @returns {ImpactColumnsResult} always the same object
   * @throws {TypeError | RangeError} for wrong arguments; the message names the field and the value
   */
  timesOfImpact(motion, options) {
    this.#state.check();
    this.#impacts ??= new ImpactColumns();
    return this.#impacts.find(this.#state, motion, options);
  }
}
