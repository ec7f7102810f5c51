/* What a world is made of: its number in the module, its bodies, their poses. */
import * as abi from '../../wasm/dist/abi.js';
import { failure, rethrow } from '../core/callbacks.js';
import { format, noShape, statusError, withArticle, wrongType } from '../core/errors.js';
import { callId, beginCall, core, getCore, reentered, scratch } from '../core/module.js';
import { writeValidPose } from '../poses/pose.js';
import { Shape } from '../shapes/shape.js';
import { liveHandle } from '../shapes/slot.js';
import { explainRefusal } from './options.js';
import { PoseArray } from './pose-array.js';

/** @import { Pose } from '../poses/pose.js' */
/** @import { Slot } from '../shapes/slot.js' */

/** @typedef {{ shape: Shape, group: number, mask: number, data: unknown }} Body */

/** Frees the worlds that were dropped without dispose. */
const finalizer = /* @__PURE__ */ new FinalizationRegistry((/** @type {number} */ id) => {
  core.world_destroy(id);
});

/** @internal */
export class WorldState {
  /** The module's number of the world; 0: not made yet. */
  id = 0;
  dimension = 0;
  /** @type {(Body | undefined)[]} by number */
  bodies = [];
  size = 0;
  poses = new PoseArray();
  /** Whether the module's boxes are those of the module's poses. */
  #fitted = false;
  #owner;

  /** @param {object} owner whose end is the world's */
  constructor(owner) {
    this.#owner = new WeakRef(owner);
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

  /** Ends the world in the module. */
  close() {
    this.bodies = [];
    this.size = 0;
    if (this.id === 0) return;
    finalizer.unregister(this);
    core.world_destroy(this.id);
    this.id = 0;
  }

  // ---- bodies --------------------------------------------------------------------------------

  /** @param {unknown} shape @param {string} name of the method @returns {Slot} */
  checkShape(shape, name) {
    const slot = Shape.slotOf(shape);
    if (!slot) throw noShape(`the shape of ${name}`, shape);
    if (slot.any)
      throw new TypeError(
        `${name} takes no ${slot.owner}: 2D or 3D points are a Polygon or ConvexHull`,
      );
    if (this.dimension !== 0 && slot.dimension !== this.dimension)
      throw new TypeError(
        `${name} of ${withArticle(slot.type)} (${slot.dimension}D) in a world of dimension ${this.dimension}`,
      );
    return slot;
  }

  /** @param {unknown} body @returns {boolean} whether there is a body of this number */
  has(body) {
    return typeof body === 'number' && this.bodies[body] !== undefined;
  }

  /** @param {unknown} body @param {string} name of the method @returns {Body} */
  checkBody(body, name) {
    if (typeof body !== 'number') throw wrongType(`the body of ${name}`, 'a number', body);
    const found = this.bodies[body];
    if (found === undefined) throw new RangeError(`${name}: there is no body ${format(body)}`);
    return found;
  }

  /**
   * @param {Body} body @param {Pose} pose
   * @param {number} call that read the options: a getter may have made another
   * @returns {number} its number
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

  /** The poses to the module, unless they cannot have changed. */
  passPoses() {
    if (this.poses.pass(core.world_array(this.id, abi.WORLD_ARRAY_POSES))) this.#fitted = false;
  }

  /** The module's tree to the poses as they are now. @param {string} name of the query */
  fit(name) {
    this.passPoses();
    if (this.#fitted) return;
    const status = core.world_fit(this.id);
    if (status < 0) throw this.refusal(status, name);
    this.#fitted = true;
  }

  /** Pairs to the module's list. @param {number} margin @param {string} name of the query @returns {number} how many */
  find(margin, name) {
    if (this.id === 0) return 0;
    this.passPoses();
    const count = core.world_find(this.id, margin);
    if (count < 0) throw this.refusal(count, name);
    this.#fitted = true;
    return count;
  }

  /** Overlapping pairs to the module's list. @param {string} name of the query @returns {number} how many */
  overlaps(name) {
    if (this.id === 0) return 0;
    this.passPoses();
    const count = core.world_overlaps(this.id);
    if (failure !== null) rethrow();
    if (count < 0) throw this.refusal(count, name);
    this.#fitted = true;
    return count;
  }

  /** The shapes by body. */
  shapes() {
    return this.bodies.map((body) => body?.shape);
  }

  /** Why the module refused. @param {number} status @param {string} name @param {number} [pairs] that it was about @returns {Error} */
  refusal(status, name, pairs) {
    const { dimension, poses } = this;
    return explainRefusal(this.shapes(), poses.numbers, dimension, status, name, pairs);
  }
}
