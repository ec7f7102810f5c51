/* Pair: the queries of two shapes with warm starts. Each query starts from the state in which the previous
 * one ended. The state is a warm record in module memory; records come from slabs and are reused. */
import * as abi from '../../wasm/dist/abi.js';
import { running } from '../core/callbacks.js';
import { DISPOSED, Disposable } from '../core/dispose.js';
import { runCastShape } from './cast.js';
import { runCastGradient } from './cast-gradient.js';
import { runCollide, runIntersects } from './collide.js';
import { runDistance } from './distance.js';
import { runDistanceGradient, runGrowthGradient, runPenetrationGradient } from './gradient.js';
import { runGrowth } from './growth.js';
import { runStaysApart, runTimeOfImpact } from './impact.js';
import { allocate, beginCall, f64, insideSupport } from '../core/module.js';
import { runPenetration } from './penetration.js';
import { checkShapes, missingArgument } from './query.js';
import { runSignedDistance } from './signed-distance.js';
import { liveHandle } from '../shapes/slot.js';

/** @import { Pose, Vector } from '../poses/pose.js' */
/** @import { Shape } from '../shapes/shape.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { DistanceGradientOptions, DistanceGradientResult, GrowthGradientOptions, GrowthGradientResult, GrowthJacobians, Jacobians, PenetrationGradientOptions, PenetrationGradientResult } from './gradient.js' */
/** @import { GrowthOptions, GrowthResult } from './growth.js' */
/** @import { CastOptions } from './cast.js' */
/** @import { CastGradientOptions, CastGradientResult } from './cast-gradient.js' */
/** @import { ImpactOptions, StaysApartOptions } from './impact.js' */
/** @import { CastResult, Motion } from './motion.js' */
/** @import { CollideOptions, CollisionResult, IntersectsOptions } from './collide.js' */
/** @import { DistanceOptions, DistanceResult, Simplices } from './distance.js' */
/** @import { PenetrationOptions, PenetrationResult } from './penetration.js' */
/** @import { SignedDistanceOptions, SignedDistanceResult } from './signed-distance.js' */
/** @import { Asked, SameDimension } from './query.js' */

/** The number of pairs whose warm records are allocated together. */
const SLAB = 64;
/** A pair has three records: growth distance and the overlap tests use the first; distance, penetration and
 * times of impact the second; casts the third. */
const WARM_BYTES = 3 * 8 * abi.WARM_STRIDE;
/** Offset of the second record, in bytes. */
const DISTANCE = 8 * abi.WARM_STRIDE;
/** Offset of the third record, in bytes. */
const CAST = 2 * DISTANCE;
/** Pointers to unused records. @type {number[]} */
const free = [];

/** A pointer to the cleared records of a new pair. */
function takeRecord() {
  if (free.length === 0) {
    const slab = allocate(SLAB * WARM_BYTES);
    for (let i = SLAB - 1; i >= 0; i--) free.push(slab + i * WARM_BYTES);
  }
  const record = /** @type {number} */ (free.pop());
  clearRecord(record);
  return record;
}

/** Makes the next query cold: all zeros mean no state. @param {number} record */
const clearRecord = (record) => f64.fill(0, record / 8, (record + WARM_BYTES) / 8);

/** Frees the records of pairs that the garbage collector has removed without dispose(). */
const finalizer = /* @__PURE__ */ new FinalizationRegistry((/** @type {number} */ record) => {
  free.push(record);
});

/**
 * Two 2D or 3D shapes whose queries start warm: each query starts from the final state of the previous one,
 * which saves iterations if the shapes have moved little. The methods are the queries of the same names,
 * without the arguments for the shapes. They throw the same errors.
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
   * @throws {TypeError} for a value that is not a 2D or 3D shape, for PointSet and NormBall, for shapes of
   *   different dimensions and for disposed shapes
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
   * Like growthDistance, but starts from the previous query.
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
   * Like intersects, but starts from the previous query.
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
   * Like collide, but starts from the previous query.
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
   * Like distance, but starts from the previous query.
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
   * Like penetration, but the local methods start from the previous normal.
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
   * Like signedDistance, but starts from the previous query.
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
   * Like growthGradient, but starts from the previous query.
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
   * Like distanceGradient, but starts from the previous query.
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
   * Like penetrationGradient, but the local methods start from the previous normal.
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

  /**
   * Like castShape, but starts from the previous query.
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB the pose of B at the time 0
   * @param {Vector} displacement the motion of B relative to A in one unit of time
   * @param {CastOptions} [options]
   * @returns {CastResult<A & B>}
   */
  castShape(poseA, poseB, displacement, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 3)
      throw missingArgument('Pair.castShape', arguments.length, CAST_PARAMETERS, CAST_CURE);
    const warm = this.#record + CAST;
    return runCastShape(this.#slotA, poseA, this.#slotB, poseB, displacement, options, warm);
  }

  /**
   * Like castGradient, but starts from the previous query.
   * @param {Pose} poseA null is the identity
   * @param {Pose} poseB the pose of B at the time 0
   * @param {Vector} displacement the motion of B relative to A in one unit of time
   * @param {CastGradientOptions} [options]
   * @returns {CastGradientResult<A & B>}
   */
  castGradient(poseA, poseB, displacement, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 3)
      throw missingArgument('Pair.castGradient', arguments.length, CAST_PARAMETERS, CAST_CURE);
    const warm = this.#record + CAST;
    return runCastGradient(this.#slotA, poseA, this.#slotB, poseB, displacement, options, warm);
  }

  /**
   * Like timeOfImpact, but starts from the previous query.
   * @param {Motion} motionA a pose means at rest; null is the identity
   * @param {Motion} motionB
   * @param {ImpactOptions} [options]
   * @returns {CastResult<A & B>}
   */
  timeOfImpact(motionA, motionB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingMotion('timeOfImpact', arguments.length);
    const warm = this.#record + DISTANCE;
    return runTimeOfImpact(this.#slotA, motionA, this.#slotB, motionB, options, warm);
  }

  /**
   * Like staysApart, but starts from the previous query.
   * @param {Motion} motionA a pose means at rest; null is the identity
   * @param {Motion} motionB
   * @param {StaysApartOptions} [options]
   * @returns {boolean}
   */
  staysApart(motionA, motionB, options) {
    if (this.#record === 0) throw disposed();
    if (arguments.length < 2) throw missingMotion('staysApart', arguments.length);
    const warm = this.#record + DISTANCE;
    return runStaysApart(this.#slotA, motionA, this.#slotB, motionB, options, warm);
  }

  /** The properties for a console. @internal @returns {Record<string, unknown>} */
  get summary() {
    return this.#record === 0 ? DISPOSED : { a: this.#a, b: this.#b };
  }

  /** Deletes the state of the previous query, so that the next query starts cold. */
  reset() {
    if (this.#record === 0) throw disposed();
    if (running) throw insideSupport();
    clearRecord(this.#record);
  }

  /**
   * Releases the pair's memory, but not the shapes. Afterwards every query and reset() throw; another
   * dispose() has no effect.
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

// each method tests #record itself: a getter for the test costs 10 ns a query
const disposed = () => new TypeError('this Pair has been disposed');

const POSES = ['poseA', 'poseB'];
const CAST_PARAMETERS = ['poseA', 'poseB', 'displacement'];
const CAST_CURE = 'null is the identity pose; the displacement is a vector';
const MOTIONS = ['motionA', 'motionB'];
const MOTION_CURE = 'pass a motion for each shape; null means at rest at the origin';

/** @param {string} method @param {number} count of the arguments given */
const missingPose = (method, count) => missingArgument(`Pair.${method}`, count, POSES);

/** @param {string} method @param {number} count of the arguments given */
const missingMotion = (method, count) =>
  missingArgument(`Pair.${method}`, count, MOTIONS, MOTION_CURE);
