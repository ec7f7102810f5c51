/* The state of a world: its id in the module, its bodies and their poses. */
import * as abi from '../../wasm/dist/abi.js';
import { failure, rethrow, running } from '../core/callbacks.js';
import { format, noShape, statusError, withArticle, wrongType } from '../core/errors.js';
import {
  callId,
  beginCall,
  core,
  getCore,
  insideSupport,
  reentered,
  scratch,
} from '../core/module.js';
import { writeValidPose } from '../poses/pose.js';
import { Shape } from '../shapes/shape.js';
import { liveHandle } from '../shapes/slot.js';
import { explainRefusal } from './options.js';
import { PoseArray } from './pose-array.js';

/** @import { Pose } from '../poses/pose.js' */
/** @import { Slot } from '../shapes/slot.js' */

/** @typedef {{ shape: Shape, group: number, mask: number, data: unknown }} Body */

/** Frees worlds that were garbage-collected without `dispose`. */
const finalizer = /* @__PURE__ */ new FinalizationRegistry((/** @type {number} */ id) => {
  core.world_destroy(id);
});

/**
 * @param {unknown} shape @param {number} dimension of the world, 0: any @param {string} name of the method
 * @returns {Slot}
 * @internal
 */
export function checkShape(shape, dimension, name) {
  const slot = Shape.slotOf(shape);
  if (!slot) throw noShape(`${name}: shape`, shape);
  if (slot.any)
    throw new TypeError(
      `${name}: shape must not be a ${slot.owner}; for 2D or 3D points use Polygon or ConvexHull`,
    );
  if (dimension !== 0 && slot.dimension !== dimension)
    throw new TypeError(
      `${name}: shape must be ${dimension}D like this world, got ${withArticle(slot.type)} (${slot.dimension}D)`,
    );
  return slot;
}

/** @internal */
export class WorldState {
  /** The id of the world in the module; 0 before the module has created it. */
  id = 0;
  dimension = 0;
  /** @type {(Body | undefined)[]} by body number */
  bodies = [];
  size = 0;
  disposed = false;
  poses = new PoseArray();
  /** Whether the module's bounding boxes match its poses. */
  #fitted = false;
  #owner;

  /** @param {object} owner when it is garbage-collected, the world is freed */
  constructor(owner) {
    this.#owner = new WeakRef(owner);
  }

  /** Throws if the world has been disposed, and inside a support function. */
  check() {
    if (this.disposed) throw new TypeError('this World has been disposed');
    if (running) throw insideSupport();
  }

  /** @param {number} dimension */
  open(dimension) {
    const id = getCore().world_create(dimension);
    if (id < 0) throw statusError(id, 'new World');
    this.id = id;
    this.dimension = dimension;
    this.poses.open(dimension);
    finalizer.register(/** @type {object} */ (this.#owner.deref()), id, this);
  }

  /** Frees the world in the module. */
  close() {
    this.bodies = [];
    this.size = 0;
    if (this.id === 0) return;
    finalizer.unregister(this);
    core.world_destroy(this.id);
    this.id = 0;
  }

  // ---- bodies --------------------------------------------------------------------------------

  /** @param {unknown} shape @param {string} name of the method */
  checkShape(shape, name) {
    return checkShape(shape, this.dimension, name);
  }

  /** @param {unknown} body @returns {boolean} whether a body has this number */
  has(body) {
    return typeof body === 'number' && this.bodies[body] !== undefined;
  }

  /** @param {unknown} body @param {string} name of the method @returns {Body} */
  checkBody(body, name) {
    if (typeof body !== 'number') throw wrongType(`${name}: body`, 'a number', body);
    const found = this.bodies[body];
    if (found === undefined) throw new RangeError(`${name}: there is no body ${format(body)}`);
    return found;
  }

  /**
   * @param {Body} body @param {Pose} pose
   * @param {number} call id of the call that read the options: a getter may have started another call
   * @returns {number} the body's number
   */
  add(body, pose, call) {
    const slot = this.checkShape(body.shape, 'World.add');
    writeValidPose(pose, slot.dimension, scratch / 8, 'pose');
    const handle = liveHandle(slot);
    if (callId !== call) throw reentered();
    if (this.id === 0) this.open(slot.dimension);
    const number = core.world_add(this.id, handle, scratch, body.group, body.mask);
    if (number >= 0 && failure !== null) core.world_remove(this.id, number);
    if (failure !== null) rethrow();
    if (number === abi.ERROR_MEMORY && this.bodies.length === abi.WORLD_BODIES_MAX)
      throw new RangeError(`World.add: a world has at most ${abi.WORLD_BODIES_MAX} bodies`);
    if (number < 0) throw statusError(number, 'World.add');
    this.bodies[number] = body;
    this.size++;
    this.#fitted = false;
    this.poses.store(number, scratch / 8);
    return number;
  }

  /** @param {number} body */
  remove(body) {
    beginCall();
    core.world_remove(this.id, body);
    this.bodies[body] = undefined;
    this.size--;
  }

  /** Removes all bodies. */
  clear() {
    beginCall();
    if (this.id !== 0) core.world_clear(this.id);
    this.bodies = [];
    this.size = 0;
    this.#fitted = false;
    this.poses.clear();
  }

  /** @param {number} body @param {Body} known @param {Shape} shape */
  setShape(body, known, shape) {
    const handle = liveHandle(this.checkShape(shape, 'World.setShape'));
    beginCall();
    const status = core.world_set_shape(this.id, body, handle);
    if (failure !== null) {
      core.world_set_shape(this.id, body, /** @type {Slot} */ (Shape.slotOf(known.shape)).handle);
      rethrow();
    }
    if (status < 0) throw statusError(status, 'World.setShape');
    known.shape = shape;
    this.#fitted = false;
  }

  /** @param {number} body @param {Pose} pose */
  setPose(body, pose) {
    const call = beginCall();
    writeValidPose(pose, this.dimension, scratch / 8, 'pose');
    if (callId !== call) throw reentered();
    this.poses.write(body, scratch / 8);
  }

  // ---- the module's copy ---------------------------------------------------------------------

  /** Copies the poses to the module, unless they cannot have changed. */
  passPoses() {
    if (this.poses.pass(core.world_array(this.id, abi.WORLD_ARRAY_POSES))) this.#fitted = false;
  }

  /** Updates the module's tree to the current poses. @param {string} name of the query */
  fit(name) {
    this.passPoses();
    if (this.#fitted) return;
    const status = core.world_fit(this.id);
    if (status < 0) throw this.refusal(status, name);
    this.#fitted = true;
  }

  /**
   * Finds pairs, which the module lists.
   * @param {number} margin @param {string} name of the query @returns {number} number of pairs
   */
  find(margin, name) {
    if (this.id === 0) return 0;
    this.passPoses();
    const count = core.world_find(this.id, margin);
    if (count < 0) throw this.refusal(count, name);
    this.#fitted = true;
    return count;
  }

  /**
   * Finds overlapping pairs, which the module lists.
   * @param {string} name of the query @returns {number} number of pairs
   */
  overlaps(name) {
    if (this.id === 0) return 0;
    this.passPoses();
    const count = core.world_overlaps(this.id);
    if (failure !== null) rethrow();
    if (count < 0) throw this.refusal(count, name);
    this.#fitted = true;
    return count;
  }

  /** The shapes by body number. */
  shapes() {
    return this.bodies.map((body) => body?.shape);
  }

  /**
   * The error for a status of the module.
   * @param {number} status
   * @param {string} name
   * @param {number} [pairs] number of pairs in the query
   * @returns {Error}
   */
  refusal(status, name, pairs) {
    const { dimension, poses } = this;
    return explainRefusal(this.shapes(), poses.numbers, dimension, status, name, pairs);
  }
}
