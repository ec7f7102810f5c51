/* Objects of a scene as bodies of a world, moved together in every frame. */
import { format, wrongType } from '../core/errors.js';
import {
  NO_STRETCH,
  STRETCH_LENGTH,
  isRigid,
  isSameStretch,
  isSingular,
  scaleOf,
  splitMatrix,
} from '../poses/matrix.js';
import {
  checkObject,
  labelOf,
  multiplyAffine,
  writeStretchedPose,
  writeWorldMatrix,
} from '../poses/object.js';
import { Shape } from '../shapes/shape.js';
import { bakedShape, checkChoice } from './baked.js';
import { isObject } from './vertices.js';

/** @import { InstancedMesh, Object3D } from 'three' */
/** @import { ShapeChoice } from './baked.js' */

/**
 * What a tracker uses of a World or a ParallelWorld.
 * @typedef {object} TrackedWorld
 * @property {(shape: any, pose?: any, options?: any) => number} add
 * @property {(body: number) => void} remove
 * @property {(body: number) => boolean} has
 * @property {(body: number) => Shape<any>} shape
 * @property {(body: number) => unknown} data
 * @property {Float64Array} poses
 * @property {number | undefined} dimension
 */

/**
 * `group`, `mask` and `data` are those of `world.add`. `shape` is how the shape is made (default
 * `'auto'`), or a shape in its true size: the object's scale counts as part of it. `margin` belongs to a
 * shape that is made.
 * @typedef {{ shape?: ShapeChoice | Shape | undefined, margin?: number | undefined,
 *   group?: number | undefined, mask?: number | undefined, data?: unknown }} TrackOptions
 */

/**
 * @typedef {object} Tracked
 * @property {Object3D} object
 * @property {boolean} instanced
 * @property {number[]} bodies of the object, or of each of its instances
 * @property {Shape} shape of all these bodies
 * @property {unknown} data of all these bodies
 * @property {Float64Array} stretch what of the world matrix is in the shape
 */

const UPDATE = 'ObjectTracker.update';

/** What the world matrix has now beside the pose. */
const stretchNow = /* @__PURE__ */ new Float64Array(STRETCH_LENGTH);
const meshMatrix = /* @__PURE__ */ new Float64Array(16);
const instanceMatrix = /* @__PURE__ */ new Float64Array(16);
const onePose = /* @__PURE__ */ new Float64Array(7);

/**
 * Bodies of a world that follow objects of three.js.
 *
 * `update()` copies where the objects are in the world as of now to `world.poses`, whether or not three
 * has updated its matrices. It writes nothing of the objects and makes no garbage.
 *
 * @example
 * const world = new World();
 * const tracker = new ObjectTracker(world);
 * gltf.scene.traverse((object) => object.isMesh && tracker.add(object));
 * // in every frame
 * tracker.update();
 * const { count, pairs } = world.intersections();
 * for (let k = 0; k < count; k++) console.log(tracker.objectOf(pairs[2 * k]).name);
 */
export class ObjectTracker {
  #world;
  /** @type {Tracked[]} */
  #tracked = [];
  /** @type {Map<unknown, Tracked>} */
  #byObject = new Map();
  /** @type {Map<number, { object: Object3D, instanceId: number | undefined }>} */
  #byBody = new Map();
  /** Poses of all bodies in order, until all are known to be right. */
  #poses = new Float64Array(7);

  /**
   * @param {TrackedWorld} world a World or a ParallelWorld, of 3D
   * @throws {TypeError} for anything else
   */
  constructor(world) {
    if (typeof world?.add !== 'function' || typeof world.has !== 'function')
      throw wrongType('ObjectTracker: world', 'a World or a ParallelWorld', world);
    if (world.dimension === 2)
      throw new TypeError(
        'ObjectTracker: world must be 3D, as three.js objects are, got a 2D world',
      );
    this.#world = world;
  }

  /**
   * Adds an object as a body, with its scale in the shape: see shapeAndPoseOf. The instances of an
   * InstancedMesh, `count` of them, become one body each, of one shape; they must have one scale.
   *
   * @template {Object3D} T
   * @param {T} object
   * @param {TrackOptions} [options]
   * @returns {T extends InstancedMesh ? number[] : number} the number of its body; of an InstancedMesh, of
   *   each instance's
   * @throws {TypeError} for something else, an object that is tracked already, wrong options
   * @throws {RangeError | GeometryError} as shapeAndPoseOf; for instances of different scales
   */
  add(object, options = {}) {
    const name = 'ObjectTracker.add';
    if (!isObject(object)) throw wrongType(`${name}: object`, 'an Object3D', object);
    if (typeof options !== 'object' || options === null)
      throw wrongType(`${name}: options`, 'an object', options);
    if (this.#byObject.has(object))
      throw new TypeError(`${name}: ${labelOf(object)} is tracked already`);
    const mesh = /** @type {InstancedMesh} */ (/** @type {unknown} */ (object));
    const instanced = mesh.isInstancedMesh === true;
    const count = instanced ? mesh.count : 1;
    const stretch = new Float64Array(STRETCH_LENGTH);
    const poses = new Float64Array(7 * count);
    if (instanced) {
      writeInstancedStretch(mesh, stretch, name);
      writeInstances(mesh, count, poses, 0, stretch, name);
    } else writeStretchedPose(object, poses, 0, stretch, name);
    const { shape: wanted, margin, ...body } = options;
    const [shape, isMade] = this.#shape(object, wanted, margin, stretch, name);
    /** @type {number[]} */
    const bodies = [];
    try {
      for (let i = 0; i < count; i++)
        bodies.push(this.#world.add(shape, poses.slice(7 * i, 7 * i + 7), body));
    } catch (error) {
      for (const added of bodies) this.#world.remove(added);
      if (isMade) shape.dispose();
      throw error;
    }
    const tracked = { object, instanced, bodies, shape, data: body.data, stretch };
    this.#tracked.push(tracked);
    this.#byObject.set(object, tracked);
    for (const [i, number] of bodies.entries())
      this.#byBody.set(number, { object, instanceId: instanced ? i : undefined });
    return /** @type {any} */ (instanced ? [...bodies] : bodies[0]);
  }

  /**
   * @param {Object3D} object @param {unknown} wanted
   * @param {number | undefined} margin @param {Float64Array} stretch @param {string} name
   * @returns {[Shape, boolean]} and whether it was made here
   */
  #shape(object, wanted, margin, stretch, name) {
    if (!Shape.slotOf(wanted)) {
      const mesh = /** @type {InstancedMesh} */ (object);
      const source = mesh.isInstancedMesh ? mesh.geometry : object;
      const choice = checkChoice(wanted, name);
      return [bakedShape(object, source, choice, stretch, margin, name), true];
    }
    if (margin !== undefined)
      throw new TypeError(
        `${name}: margin belongs to a shape that is made; the given shape has its own`,
      );
    return [/** @type {Shape} */ (wanted), false];
  }

  /**
   * Copies the poses of all objects to the world.
   *
   * @throws {RangeError} naming the object, before any pose is written: if its scale is no longer the one
   *   in its shape, a number is not finite, an InstancedMesh has another count, or the world's body of
   *   that number is no longer the one that was added here, with its shape and data
   */
  update() {
    const tracked = this.#tracked;
    if (this.#poses.length < 7 * this.#byBody.size)
      this.#poses = new Float64Array(14 * this.#byBody.size);
    let at = 0;
    for (let i = 0; i < tracked.length; i++)
      at = this.#read(/** @type {Tracked} */ (tracked[i]), at);
    const { poses } = this.#world;
    at = 0;
    for (let i = 0; i < tracked.length; i++) {
      const { bodies } = /** @type {Tracked} */ (tracked[i]);
      for (let k = 0; k < bodies.length; k++) {
        const to = 7 * Number(bodies[k]);
        for (let j = 0; j < 7; j++) poses[to + j] = /** @type {number} */ (this.#poses[at++]);
      }
    }
  }

  /**
   * Reads the poses of an object or its instances.
   * @param {Tracked} tracked @param {number} at index into the poses
   * @returns {number} the index after them
   */
  #read(tracked, at) {
    const { object, instanced, bodies, stretch } = tracked;
    for (let k = 0; k < bodies.length; k++)
      if (!this.#owns(tracked, Number(bodies[k])))
        throw new RangeError(
          `${UPDATE}: body ${bodies[k]} of ${labelOf(object)} was removed from the world or replaced: ` +
            'remove objects by the tracker',
        );
    if (instanced) {
      const mesh = /** @type {InstancedMesh} */ (object);
      if (mesh.count !== bodies.length)
        throw new RangeError(
          `${UPDATE}: ${labelOf(object)} has ${mesh.count} instances, and had ${bodies.length} when it ` +
            'was added: remove it and add it again',
        );
      writeInstances(mesh, bodies.length, this.#poses, at, stretch, UPDATE);
    } else {
      writeStretchedPose(object, this.#poses, at, stretchNow, UPDATE);
      if (!isSameStretch(stretchNow, stretch)) throw otherStretch(labelOf(object), stretch, UPDATE);
    }
    return at + 7 * bodies.length;
  }

  /**
   * Whether a body is still the one that was added for an object. A world reuses the numbers of removed
   * bodies.
   * @param {Tracked} tracked @param {number} body
   */
  #owns({ object, shape, data }, body) {
    const world = this.#world;
    return (
      world.has(body) &&
      world.shape(body) === shape &&
      Object.is(world.data(body), data) &&
      this.#byBody.get(body)?.object === object
    );
  }

  /**
   * The object of a body; undefined if the tracker has none.
   * @param {number | undefined} body
   * @returns {Object3D | undefined}
   */
  objectOf(body) {
    return this.#byBody.get(Number(body))?.object;
  }

  /**
   * Which instance of an InstancedMesh a body is: three's `instanceId`. Undefined for other bodies.
   * @param {number | undefined} body
   * @returns {number | undefined}
   */
  instanceIdOf(body) {
    return this.#byBody.get(Number(body))?.instanceId;
  }

  /**
   * Removes an object, and its bodies from the world. A body that has taken the number of one of them
   * stays.
   * @param {Object3D} object
   * @throws {TypeError} for one that is not tracked
   */
  remove(object) {
    const tracked = this.#byObject.get(object);
    if (!tracked)
      throw new TypeError(
        `ObjectTracker.remove: ${isObject(object) ? labelOf(object) : format(object)} is not tracked`,
      );
    for (const body of tracked.bodies) {
      if (this.#owns(tracked, body)) this.#world.remove(body);
      if (this.#byBody.get(body)?.object === object) this.#byBody.delete(body);
    }
    this.#byObject.delete(object);
    this.#tracked.splice(this.#tracked.indexOf(tracked), 1);
  }
}

/**
 * What of the world matrix of the first instance belongs into the shape of all.
 * @param {InstancedMesh} mesh @param {Float64Array} stretch gets it @param {string} name
 */
function writeInstancedStretch(mesh, stretch, name) {
  if (mesh.count === 0) throw new TypeError(`${name}: ${labelOf(mesh)} has no instances`);
  if (mesh.morphTexture)
    throw new TypeError(
      `${name}: the instances of ${labelOf(mesh)} have morph targets, and so no common shape`,
    );
  writeWorldMatrix(mesh, meshMatrix, name);
  writeInstance(mesh, 0, onePose, 0);
  stretch.set(stretchNow);
  if (!isSingular(stretch)) return;
  checkObject(mesh, name);
  throw new RangeError(
    `${name}: the matrix of instance 0 of ${labelOf(mesh)} must be finite, and none of its scales 0`,
  );
}

/**
 * Writes the world pose of an instance, and what else its matrix has into stretchNow.
 * @param {InstancedMesh} mesh whose world matrix is in meshMatrix
 * @param {number} i @param {Float64Array} view @param {number} at
 */
function writeInstance(mesh, i, view, at) {
  const { array } = mesh.instanceMatrix;
  for (let k = 0; k < 16; k++) instanceMatrix[k] = Number(array[16 * i + k]);
  multiplyAffine(meshMatrix, instanceMatrix, instanceMatrix);
  splitMatrix(instanceMatrix, view, at, stretchNow);
  if (isRigid(stretchNow)) stretchNow.set(NO_STRETCH);
}

/**
 * Writes the world poses of the instances of a mesh.
 * @param {InstancedMesh} mesh @param {number} count
 * @param {Float64Array} view @param {number} at index of the first
 * @param {Float64Array} stretch that all of them must have
 * @param {string} name
 */
function writeInstances(mesh, count, view, at, stretch, name) {
  writeWorldMatrix(mesh, meshMatrix, name);
  for (let i = 0; i < count; i++) {
    writeInstance(mesh, i, view, at + 7 * i);
    if (isSameStretch(stretchNow, stretch) && isFinitePosition(view, at + 7 * i)) continue;
    checkObject(mesh, name);
    throw otherStretch(`instance ${i} of ${labelOf(mesh)}`, stretch, name);
  }
}

/** @param {Float64Array} view @param {number} at */
const isFinitePosition = (view, at) =>
  Number.isFinite(Number(view[at]) + Number(view[at + 1]) + Number(view[at + 2]));

/** @param {string} what @param {Float64Array} stretch of its shape @param {string} name */
function otherStretch(what, stretch, name) {
  const [now, then] = [stretchNow, stretch].map((u) => format(scaleOf(u)));
  const scales = now === then ? 'another shear or position' : `the world scale ${now}`;
  const mirrored = Number(stretchNow[2]) < 0 ? 'is mirrored and ' : '';
  return new RangeError(
    `${name}: ${what} ${mirrored}has ${scales}, but the shape of its body was made for ${then}: ` +
      'remove the object and add it again; instances of an InstancedMesh have one shape',
  );
}
