/* Hulls and poses of three.js objects. */
import { Quaternion, Vector3 } from 'three';
import { refuseUnknownKeys, wrongType } from '../core/errors.js';
import { writeFinitePose } from '../poses/object.js';
import { hullOfVertices, isGeometry, isObject, verticesOf } from './vertices.js';

/** @import { BufferGeometry, Object3D } from 'three' */
/** @import { ConvexHull } from '../shapes/hulls.js' */
/** @import { CommonOptions } from '../shapes/shape.js' */

const HULL_KEYS = /* @__PURE__ */ new Set(['margin', 'center']);

/**
 * Returns the convex hull of all vertices of a geometry, or of an object and everything below it.
 *
 * All entries of the position attribute count, even if the index does not use them. Attributes may be
 * interleaved or normalised. The object's own position, rotation and scale do not count, because
 * they belong to its pose; the transformations of its children do. Skins, morph targets and instances
 * count in their current pose, even if three has not updated its matrices. Invisible objects count. The
 * object is not modified.
 *
 * @param {BufferGeometry | Object3D} source
 * @param {CommonOptions} [options] `margin` and `center` of the hull
 * @returns {ConvexHull} in the coordinates of the geometry, or in local coordinates of the object
 * @throws {TypeError} for any other source, a position attribute without an array or without 3 numbers
 *   per vertex, a skin without bones, or a BatchedMesh
 * @throws {GeometryError} code `'too-few-points'` if there are no vertices, code `'points'` for a
 *   coordinate that is not finite, and the errors of ConvexHull, such as `'flat'`
 * @example
 * const hull = hullOf(gltf.scene);
 * growthDistance(hull, poseOf(gltf.scene), ground, null);
 */
export function hullOf(source, options = {}) {
  if (typeof options !== 'object' || options === null)
    throw wrongType('hullOf: options', 'an object', options);
  refuseUnknownKeys('hullOf', options, HULL_KEYS);
  if (!isGeometry(source) && !isObject(source))
    throw wrongType('hullOf: source', 'a BufferGeometry or an Object3D', source);
  return hullOfVertices(verticesOf(source, 'hullOf'), options, 'hullOf', source);
}

/** @typedef {{ position: Vector3, quaternion: Quaternion }} WorldPose */

/** Scratch array for poseOf. */
const found = /* @__PURE__ */ new Float64Array(7);

/**
 * Returns the current pose of an object in the world, as queries compute it if they receive the object
 * itself. It is the product of the positions, quaternions and scales of the object and its ancestors,
 * even if three has not updated its matrices. The object is not modified.
 *
 * @param {Object3D} object
 * @param {WorldPose} [out] to fill and return (default: a new one)
 * @returns {WorldPose} a pose for any query, in world coordinates
 * @throws {TypeError} if `object` is not an Object3D, or if `out` does not have a Vector3 and a
 *   Quaternion
 * @throws {RangeError} if the object is scaled, sheared or mirrored in the world: use shapeAndPoseOf,
 *   whose shape includes this
 */
export function poseOf(object, out = { position: new Vector3(), quaternion: new Quaternion() }) {
  if (!isObject(object)) throw wrongType('poseOf: object', 'an Object3D', object);
  if (!out?.position?.isVector3 || !out.quaternion?.isQuaternion)
    throw wrongType(
      'poseOf: out',
      'an object with a Vector3 position and a Quaternion quaternion',
      out,
    );
  writeFinitePose(object, found, 0, 'poseOf');
  return fillPose(found, 0, out);
}

/**
 * @param {Float64Array} numbers @param {number} at index of the first of 7 numbers
 * @param {WorldPose} out
 * @internal
 */
export function fillPose(numbers, at, out) {
  out.position.fromArray(numbers, at);
  out.quaternion.fromArray(numbers, at + 3);
  // a unit quaternion keeps its bits, because it may be the object's own
  if (!(Math.abs(out.quaternion.lengthSq() - 1) <= 1e-12)) out.quaternion.normalize();
  return out;
}
