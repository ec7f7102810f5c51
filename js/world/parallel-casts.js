/* The queries of a ParallelWorld in which something moves. A cast takes only microseconds, so only long batches
 * of rays run in the workers. The others run in the calling thread. ParallelWorld extends this class. */
import * as abi from '../../wasm/dist/abi.js';
import { Disposable } from '../core/dispose.js';
import { isList } from '../core/is-list.js';
import { CAST_RAYS, missingDisplacement } from './casts.js';
import { WorldCasts } from './world-casts.js';

/** @import { Pose, Vector } from '../poses/pose.js' */
/** @import { StaysApartOptions } from '../queries/impact.js' */
/** @import { Ray } from '../queries/ray.js' */
/** @import { Shape } from '../shapes/shape.js' */
/** @import { CastHit, RayHit, WorldCastOptions, WorldRayAllOptions, WorldRayOptions, WorldRaysOptions } from './casts.js' */
/** @import { ImpactColumnsResult, RayColumnsResult } from './columns.js' */
/** @import { WorldVelocities } from './impacts.js' */
/** @import { Reply, Request } from './messages.js' */
/** @import { World } from './world.js' */

/** The least number of rays for which the messages to the workers pay. */
const RAYS_MIN = 1024;

/**
 * The numbers that only one worker receives: a copy of the poses, and an equal part of the rays.
 * @param {{ rays?: Float64Array }} message @param {Float64Array | undefined} poses
 * @param {number} part @param {number} parts
 * @returns {{ [name: string]: Float64Array }}
 * @internal
 */
export function ownOf({ rays }, poses, part, parts) {
  /** @type {{ [name: string]: Float64Array }} */
  const own = poses ? { poses: poses.slice() } : {};
  if (!rays) return own;
  const share = rays.length / abi.RAY_STRIDE / parts;
  const [from, to] = [part, part + 1].map((k) => abi.RAY_STRIDE * Math.round(share * k));
  own.rays = rays.slice(from, to);
  return own;
}

/**
 * The casts and times of impact of a ParallelWorld.
 * @template {2 | 3} [N=3] its dimension
 */
export class ParallelCasts extends Disposable {
  /** @type {World<N>} */
  #bodies;
  #check;
  #send;

  /**
   * @param {World<N>} world the bodies of the calling thread
   * @param {() => void} check throws after dispose
   * @param {(request: Partial<Request>, name: string) => Promise<Reply[]>} send to all workers
   * @internal
   */
  constructor(world, check, send) {
    super();
    this.#bodies = world;
    this.#check = check;
    this.#send = send;
  }

  /** The bodies, unless the world has been disposed. */
  get #world() {
    this.#check();
    return this.#bodies;
  }

  /**
   * As World.castShape. It runs in the calling thread, as the methods below except `castRays`.
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
   * As World.castRays. From 1,024 rays on, the workers cast them.
   * @param {ArrayLike<number>} origins @param {ArrayLike<number>} directions
   * @param {WorldRaysOptions} [options]
   * @returns {Promise<RayColumnsResult>} rejected with the errors of World.castRays
   */
  async castRays(origins, directions, options) {
    const world = this.#world;
    const { dimension } = world;
    if (!dimension || !isList(origins) || origins.length < RAYS_MIN * dimension)
      return world.castRays(origins, directions, options);
    const rays = WorldCasts.raysOf(world);
    const state = WorldCasts.stateOf(world);
    const request = rays.request(state, origins, directions, options);
    return rays.join(state, await this.#send(request, CAST_RAYS.name), dimension);
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
