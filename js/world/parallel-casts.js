/* The queries of a ParallelWorld in which something moves. They run in the calling thread, because a cast takes
 * only microseconds. ParallelWorld extends this class. */
import { Disposable } from '../core/dispose.js';
import { missingDisplacement } from './casts.js';

/** @import { Pose, Vector } from '../poses/pose.js' */
/** @import { StaysApartOptions } from '../queries/impact.js' */
/** @import { Ray } from '../queries/ray.js' */
/** @import { Shape } from '../shapes/shape.js' */
/** @import { CastHit, RayHit, WorldCastOptions, WorldRayAllOptions, WorldRayOptions, WorldRaysOptions } from './casts.js' */
/** @import { ImpactColumnsResult, RayColumnsResult } from './columns.js' */
/** @import { WorldVelocities } from './impacts.js' */
/** @import { World } from './world.js' */

/**
 * The casts and times of impact of a ParallelWorld.
 * @template {2 | 3} [N=3] its dimension
 */
export class ParallelCasts extends Disposable {
  /** @type {World<N>} */
  #bodies;
  #check;

  /**
   * @param {World<N>} world the bodies of the calling thread
   * @param {() => void} check throws after dispose
   * @internal
   */
  constructor(world, check) {
    super();
    this.#bodies = world;
    this.#check = check;
  }

  /** The bodies, unless the world has been disposed. */
  get #world() {
    this.#check();
    return this.#bodies;
  }

  /**
   * As World.castShape. It runs in the calling thread, as the methods below.
   * @param {Shape<N>} shape @param {Pose} pose @param {Vector} displacement
   * @param {WorldCastOptions<N>} [options]
   * @returns {Promise<CastHit<N>>} rejected with the errors of World.castShape
   */
  async castShape(shape, pose, displacement, options) {
    const world = this.#world;
    if (arguments.length < 3) throw missingDisplacement();
    return world.castShape(shape, pose, displacement, options);
  }

  /**
   * As World.castRay.
   * @param {Ray} ray @param {WorldRayOptions<N>} [options]
   * @returns {Promise<RayHit<N>>} rejected with the errors of World.castRay
   */
  async castRay(ray, options) {
    return this.#world.castRay(ray, options);
  }

  /**
   * As World.castRayAll.
   * @param {Ray} ray @param {WorldRayAllOptions<N>} [options]
   * @returns {Promise<RayHit<N>[]>} rejected with the errors of World.castRayAll
   */
  async castRayAll(ray, options) {
    return this.#world.castRayAll(ray, options);
  }

  /**
   * As World.castRayAny.
   * @param {Ray} ray @param {WorldRaysOptions} [options]
   * @returns {Promise<boolean>} rejected with the errors of World.castRayAny
   */
  async castRayAny(ray, options) {
    return this.#world.castRayAny(ray, options);
  }

  /**
   * As World.castRays.
   * @param {ArrayLike<number>} origins @param {ArrayLike<number>} directions
   * @param {WorldRaysOptions} [options]
   * @returns {Promise<RayColumnsResult>} rejected with the errors of World.castRays
   */
  async castRays(origins, directions, options) {
    return this.#world.castRays(origins, directions, options);
  }

  /**
   * As World.timesOfImpact.
   * @param {WorldVelocities} motion @param {StaysApartOptions} [options]
   * @returns {Promise<ImpactColumnsResult>} rejected with the errors of World.timesOfImpact
   */
  async timesOfImpact(motion, options) {
    return this.#world.timesOfImpact(motion, options);
  }
}
