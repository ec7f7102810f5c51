/* Bodies of a world that follow the objects of a scene. */
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
/** @import { Ray } from '../queries/ray.js' */
/** @import { RayHit, WorldRayOptions } from '../world/casts.js' */
/** @import { ShapeChoice } from './baked.js' */

/**
 * The members of a World or ParallelWorld that a tracker uses.
 * @typedef {object} TrackedWorld
 * @property {(shape: any, pose?: any, options?: any) => number} add
 * @property {(body: number) => void} remove
 * @property {(body: number) => boolean} has
 * @property {(body: number) => Shape<any>} shape
 * @property {(body: number) => unknown} data
 * @property {(ray: any, options?: any) => any} castRay
 * @property {Float64Array} poses
 * @property {number | undefined} dimension
 */

/**
 * `group`, `mask` and `data` are the options of `world.add`. `shape` is either a choice of how to make
 * the shape (default `'auto'`), or a shape in its true size, which already includes the object's scale.
 * `margin` applies only to a shape that the tracker makes.
 * @typedef {{ shape?: ShapeChoice | Shape | undefined, margin?: number | undefined,
 *   group?: number | undefined, mask?: number | undefined, data?: unknown }} TrackOptions
 */

/**
 * The first object that a ray hits, and the result of World.castRay.
 * @typedef {RayHit<3> & { object: Object3D | undefined, instanceId: number | undefined }} Picked `object` is
 *   undefined for a body that the tracker did not add, `instanceId` unless the object is an InstancedMesh
 */

/**
 * @typedef {object} Tracked
 * @property {Object3D} object
 * @property {boolean} instanced
 * @property {number[]} bodies one for the object, or one for each of its instances
 * @property {Shape} shape of all these bodies
 * @property {unknown} data of all these bodies
 * @property {Float64Array} stretch scale and shear of the world matrix, which the shape includes
 */

const UPDATE = 'ObjectTracker.update';

/** Scale and shear of the current world matrix. */
const stretchNow = /* @__PURE__ */ new Float64Array(STRETCH_LENGTH);
const meshMatrix = /* @__PURE__ */ new Float64Array(16);
const instanceMatrix = /* @__PURE__ */ new Float64Array(16);
const onePose = /* @__PURE__ */ new Float64Array(7);

/**
 * Keeps bodies of a world at the poses of three.js objects.
 *
 * `update()` computes the objects' current world poses and copies them to `world.poses`, even if three
 * has not updated its matrices. It does not modify the objects and creates no garbage.
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
  /** New poses of all bodies, until all of them have been checked. */
  #poses = new Float64Array(7);

  /**
   * @param {TrackedWorld} world a 3D World or ParallelWorld
   * @throws {TypeError} for anything else
   */
  constructor(world) {
    if (typeof world?.add !== 'function' || typeof world.has !== 'function')
      throw wrongType('ObjectTracker: world', 'a World or a ParallelWorld', world);
    if (world.dimension === 2)
      throw new TypeError(
        'ObjectTracker: world must be 3D like the objects of three.js, got a 2D world',
      );
    this.#world = world;
  }

  /**
   * Adds an object as a body whose shape includes the object's scale, as in shapeAndPoseOf. An
   * InstancedMesh becomes `count` bodies of one shape, one body per instance; all instances must have
   * the same scale.
   *
   * @template {Object3D} T
   * @param {T} object
   * @param {TrackOptions} [options]
   * @returns {T extends InstancedMesh ? number[] : number} the body's number; for an InstancedMesh, the
   *   body number of each instance
   * @throws {TypeError} if `object` is not an Object3D or is already tracked, or for wrong options
   * @throws {RangeError | GeometryError} as shapeAndPoseOf; also for instances of different scales
   */
  add(object, options = {}) {
    const name = 'ObjectTracker.add';
    if (!isObject(object)) throw wrongType(`${name}: object`, 'an Object3D', object);
    if (typeof options !== 'object' || options === null)
      throw wrongType(`${name}: options`, 'an object', options);
    if (this.#byObject.has(object))
      throw new TypeError(`${name}: ${labelOf(object)} is already tracked`);
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
   * @returns {[Shape, boolean]} the shape, and whether it was made here
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
        `${name}: margin must be left out if shape is a shape, which has its own margin`,
      );
    return [/** @type {Shape} */ (wanted), false];
  }

  /**
   * Copies the current poses of all objects to the world. It checks all objects before it writes any
   * pose.
   *
   * @throws {RangeError} naming the object: if its scale differs from the scale in its shape, if a
   *   number is not finite, if an InstancedMesh has a different count, or if the body was removed from
   *   the world or replaced
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
   * Reads the poses of an object or of its instances.
   * @param {Tracked} tracked @param {number} at index into the poses
   * @returns {number} the index after them
   */
  #read(tracked, at) {
    const { object, instanced, bodies, stretch } = tracked;
    for (let k = 0; k < bodies.length; k++)
      if (!this.#owns(tracked, Number(bodies[k])))
        throw new RangeError(
          `${UPDATE}: body ${bodies[k]} of ${labelOf(object)} was removed from the world or replaced: ` +
            'remove objects with ObjectTracker.remove',
        );
    if (instanced) {
      const mesh = /** @type {InstancedMesh} */ (object);
      if (mesh.count !== bodies.length)
        throw new RangeError(
          `${UPDATE}: ${labelOf(object)} has ${mesh.count} instances, but had ${bodies.length} when it ` +
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
   * Whether a body is still the one that was added for an object. This is necessary because a world
   * reuses the numbers of removed bodies.
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
   * Returns the object of a body; undefined if the tracker did not add the body.
   * @param {number | undefined} body
   * @returns {Object3D | undefined}
   */
  objectOf(body) {
    return this.#byBody.get(Number(body))?.object;
  }

  /**
   * Returns the instance of an InstancedMesh that a body belongs to: the `instanceId` of three.
   * Undefined for other bodies.
   * @param {number | undefined} body
   * @returns {number | undefined}
   */
  instanceIdOf(body) {
    return this.#byBody.get(Number(body))?.instanceId;
  }

  /**
   * Returns the first object that a ray hits, in the poses of the last `update`. Other bodies of the world
   * can hide it.
   *
   * @param {Ray} ray a ray of rayOf, or three's Ray
   * @param {WorldRayOptions<3>} [options] of World.castRay
   * @returns {Picked | null} null if the ray hits nothing
   * @throws {TypeError | RangeError} as World.castRay; for a tracker of a ParallelWorld
   */
  pick(ray, options) {
    const found = this.#world.castRay(ray, options);
    if (typeof found.then === 'function') {
      found.catch(() => {});
      throw new TypeError(
        'ObjectTracker.pick needs a World; with a ParallelWorld, await its castRay and call objectOf',
      );
    }
    if (!found.hit) return null;
    found.object = this.objectOf(found.body);
    found.instanceId = this.instanceIdOf(found.body);
    return found;
  }

  /**
   * Removes an object from the tracker and its bodies from the world. If another body has taken the
   * number of one of them, that body stays.
   * @param {Object3D} object
   * @throws {TypeError} if the object is not tracked
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
 * Computes the scale and shear of the first instance, which the shape of all instances will include.
 * @param {InstancedMesh} mesh @param {Float64Array} stretch receives them @param {string} name
 */
function writeInstancedStretch(mesh, stretch, name) {
  if (mesh.count === 0) throw new TypeError(`${name}: ${labelOf(mesh)} has no instances`);
  if (mesh.morphTexture)
    throw new TypeError(
      `${name}: ${labelOf(mesh)} must not have morph targets per instance, because its instances share one shape`,
    );
  writeWorldMatrix(mesh, meshMatrix, name);
  writeInstance(mesh, 0, onePose, 0);
  stretch.set(stretchNow);
  if (!isSingular(stretch)) return;
  checkObject(mesh, name);
  throw new RangeError(
    `${name}: the matrix of instance 0 of ${labelOf(mesh)} must be finite and must not have a scale of 0`,
  );
}

/**
 * Writes the world pose of an instance to `view`, and the scale and shear of its matrix to `stretchNow`.
 * @param {InstancedMesh} mesh its world matrix is in meshMatrix
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
 * @param {Float64Array} view @param {number} at index of the first number
 * @param {Float64Array} stretch that all instances must have
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
