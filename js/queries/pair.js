/* A pair of shapes that is asked again and again while it moves: each query starts where the last
 * one ended. */
import * as abi from '../../wasm/dist/abi.js';
import { running } from '../core/callbacks.js';
import { DISPOSED, Disposable } from '../core/dispose.js';
import { runCollide, runIntersects } from './collide.js';
import { runDistance } from './distance.js';
import { runDistanceGradient, runGrowthGradient, runPenetrationGradient } from './gradient.js';
import { runGrowth } from './growth.js';
import { allocate, beginCall, f64, insideSupport } from '../core/module.js';
import { runPenetration, runSignedDistance } from './penetration.js';
import { checkShapes, missingArgument } from './query.js';
import { liveHandle } from '../shapes/shape.js';

/** @import { Pose } from '../poses/pose.js' */
/** @import { Shape, Slot } from '../shapes/shape.js' */
/** @import { DistanceGradientOptions, DistanceGradientResult, GrowthGradientOptions, GrowthGradientResult, GrowthJacobians, Jacobians, PenetrationGradientOptions, PenetrationGradientResult } from './gradient.js' */
/** @import { GrowthOptions, GrowthResult } from './growth.js' */
/** @import { CollideOptions, CollisionResult, IntersectsOptions } from './collide.js' */
/** @import { DistanceOptions, DistanceResult, Simplices } from './distance.js' */
/** @import { PenetrationOptions, PenetrationResult, SignedDistanceOptions, SignedDistanceResult } from './penetration.js' */
/** @import { Asked, SameDimension } from './query.js' */

/** Warm records are taken from blocks of this many pairs, and reused. */
const SLAB = 64;
/** A pair has two: growth distance and the booleans write one, distance and penetration the other. */
const WARM_BYTES = 2 * 8 * abi.WARM_STRIDE;
const DISTANCE = 8 * abi.WARM_STRIDE;
/** @type {number[]} */
const free = [];

function takeRecord() {
  if (free.length === 0) {
    const slab = allocate(SLAB * WARM_BYTES);
    for (let i = SLAB - 1; i >= 0; i--) free.push(slab + i * WARM_BYTES);
  }
  const record = /** @type {number} */ (free.pop());
  clearRecord(record);
  return record;
}

/** All zero means cold. @param {number} record */
const clearRecord = (record) => f64.fill(0, record / 8, (record + WARM_BYTES) / 8);

/** Takes back the records of pairs that were dropped without dispose. */
const finalizer = /* @__PURE__ */ new FinalizationRegistry((/** @type {number} */ record) => {
  free.push(record);
});

/**
 * Two shapes of space or the plane and what the last query learned about them. The queries are those of
 * the same names, without the shapes.
 *
 * @example
 * const pair = new Pair(crate, rock);
 * function frame() {
 *   const { value, contact } = pair.growthDistance(crateMesh, rockMesh);
 * }
 *
 * @template {2 | 3} [A=2 | 3]
 * @template {2 | 3} [B=A]
 */
export class Pair extends Disposable {
  /** @type {Shape<A>} */
  #a;
  /** @type {Shape<B>} */
  #b;
  /** @type {Slot} */
  #slotA;
  /** @type {Slot} */
  #slotB;
  #record;

  /**
   * @param {Shape<A>} a
   * @param {Shape<B> & SameDimension<A, B>} b of the same dimension
   * @throws {TypeError} for anything else, also point sets and p-norm balls, and for shapes that have been
   *   disposed of
   */
  constructor(a, b) {
    super();
    [this.#slotA, this.#slotB] = checkShapes('Pair', a, b);
    liveHandle(this.#slotA);
    liveHandle(this.#slotB);
    this.#a = a;
    this.#b = b;
    this.#record = takeRecord();
    finalizer.register(this, this.#record, this);
  }

  /** The first shape. */
  get a() {
    return this.#a;
  }

  /** The second shape. */
  get b() {
    return this.#b;
  }

  /**
   * As growthDistance, starting from the last query.
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB
   * @param {GrowthOptions} [options]
   * @returns {GrowthResult<A & B>}
   */
  growthDistance(poseA, poseB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingPose('growthDistance', arguments.length);
    return runGrowth(this.#slotA, poseA, this.#slotB, poseB, options, this.#record);
  }

  /**
   * As intersects, starting from the last query.
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB
   * @param {IntersectsOptions} [options]
   * @returns {boolean}
   */
  intersects(poseA, poseB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingPose('intersects', arguments.length);
    return runIntersects(this.#slotA, poseA, this.#slotB, poseB, options, this.#record);
  }

  /**
   * As collide, starting from the last query.
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB
   * @param {CollideOptions} [options]
   * @returns {CollisionResult<A & B>}
   */
  collide(poseA, poseB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingPose('collide', arguments.length);
    return runCollide(this.#slotA, poseA, this.#slotB, poseB, options, this.#record);
  }

  /**
   * As distance, starting from the last query.
   * @template {boolean} [S=false]
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB
   * @param {DistanceOptions<S>} [options]
   * @returns {DistanceResult<A & B> & Asked<S, Simplices<A & B>>}
   */
  distance(poseA, poseB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingPose('distance', arguments.length);
    return runDistance(this.#slotA, poseA, this.#slotB, poseB, options, this.#record + DISTANCE);
  }

  /**
   * As penetration; the local methods start from the last normal.
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB
   * @param {PenetrationOptions} [options]
   * @returns {PenetrationResult<A & B>}
   */
  penetration(poseA, poseB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingPose('penetration', arguments.length);
    return runPenetration(this.#slotA, poseA, this.#slotB, poseB, options, this.#record + DISTANCE);
  }

  /**
   * As signedDistance, starting from the last query.
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB
   * @param {SignedDistanceOptions} [options]
   * @returns {SignedDistanceResult<A & B>}
   */
  signedDistance(poseA, poseB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingPose('signedDistance', arguments.length);
    const warm = this.#record + DISTANCE;
    return runSignedDistance(this.#slotA, poseA, this.#slotB, poseB, options, warm);
  }

  /**
   * As growthGradient, starting from the last query.
   * @template {boolean} [J=false]
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB
   * @param {GrowthGradientOptions<J>} [options]
   * @returns {GrowthGradientResult<A & B> & Asked<J, GrowthJacobians>}
   */
  growthGradient(poseA, poseB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingPose('growthGradient', arguments.length);
    return runGrowthGradient(this.#slotA, poseA, this.#slotB, poseB, options, this.#record);
  }

  /**
   * As distanceGradient, starting from the last query.
   * @template {boolean} [S=false]
   * @template {boolean} [J=false]
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB
   * @param {DistanceGradientOptions<S, J>} [options]
   * @returns {DistanceGradientResult<A & B> & Asked<S, Simplices<A & B>> & Asked<J, Jacobians>}
   */
  distanceGradient(poseA, poseB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingPose('distanceGradient', arguments.length);
    const warm = this.#record + DISTANCE;
    return runDistanceGradient(this.#slotA, poseA, this.#slotB, poseB, options, warm);
  }

  /**
   * As penetrationGradient; the local methods start from the last normal.
   * @template {boolean} [J=false]
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB
   * @param {PenetrationGradientOptions<J>} [options]
   * @returns {PenetrationGradientResult<A & B> & Asked<J, Jacobians>}
   */
  penetrationGradient(poseA, poseB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingPose('penetrationGradient', arguments.length);
    const warm = this.#record + DISTANCE;
    return runPenetrationGradient(this.#slotA, poseA, this.#slotB, poseB, options, warm);
  }

  /** For a console. @internal @returns {Record<string, unknown>} */
  get summary() {
    return this.#record === 0 ? DISPOSED : { a: this.#a, b: this.#b };
  }

  /** Forgets the last query: the next one is cold. */
  reset() {
    if (this.#record === 0) throw disposed();
    if (running) throw insideSupport();
    clearRecord(this.#record);
  }

  /**
   * Returns the pair's memory, not the shapes'. Using the pair afterwards throws; disposing again
   * does nothing.
   * @override
   */
  dispose() {
    if (this.#record === 0) return;
    if (running) throw insideSupport();
    beginCall();
    finalizer.unregister(this);
    free.push(this.#record);
    this.#record = 0;
  }
}

// tested in place: through a getter it costs 10 ns a query
const disposed = () => new TypeError('this Pair has been disposed');

const POSES = ['poseA', 'poseB'];

/** @param {string} method @param {number} count of the arguments given */
const missingPose = (method, count) => missingArgument(`Pair.${method}`, count, POSES);
