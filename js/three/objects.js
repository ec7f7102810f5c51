/* Objects of three.js as hulls, and as poses. */
import { Quaternion, Vector3 } from 'three';
import { refuseUnknownKeys, wrongType } from '../core/errors.js';
import { writeFinitePose } from '../poses/object.js';
import { hullOfVertices, isGeometry, isObject, verticesOf } from './vertices.js';

/** @import { BufferGeometry, Object3D } from 'three' */
/** @import { ConvexHull } from '../shapes/primitives.js' */
/** @import { CommonOptions } from '../shapes/shape.js' */

const HULL_KEYS = /* @__PURE__ */ new Set(['margin', 'center']);

/**
 * The convex hull of all vertices of a geometry, or of an object and everything below it.
 *
 * Every entry of the position attribute counts, whether an index uses it or not; attributes may be
 * interleaved or normalised. Of an object, its own position, turn and scale are left out, since they
 * belong to its pose; those of its children are applied. Skins, morph targets and instances count as
 * they are posed now, whether or not three has updated its matrices; nothing of an object is written,
 * and visibility does not matter.
 *
 * @param {BufferGeometry | Object3D} source
 * @param {CommonOptions} [options] margin and center of the hull
 * @returns {ConvexHull} in the coordinates of the geometry, or the object's local ones
 * @throws {TypeError} for something else, for a position attribute without 3 numbers a vertex or whose
 *   array is gone, a skin without bones, a BatchedMesh
 * @throws {GeometryError} code `'too-few-points'` where there are no vertices, `'points'` for a
 *   coordinate that is not finite, and those of ConvexHull, such as `'flat'`
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

/** The pose that poseOf writes out. */
const found = /* @__PURE__ */ new Float64Array(7);

/**
 * The pose of an object in the world as of now, as queries take it from the object itself: the product
 * of its ancestors' positions, quaternions and scales, whether or not three has updated its matrices.
 * Nothing of the object is written.
 *
 * @param {Object3D} object
 * @param {WorldPose} [out] to be filled (default: a new one)
 * @returns {WorldPose} a pose for every query, in the world's coordinates
 * @throws {TypeError} for something that is not an Object3D, or an out without both
 * @throws {RangeError} if the object is scaled, sheared or mirrored in the world: shapeAndPoseOf puts
 *   that into its shape
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
 * @param {Float64Array} numbers @param {number} at of the first of 7
 * @param {WorldPose} out
 * @internal
 */
export function fillPose(numbers, at, out) {
  out.position.fromArray(numbers, at);
  out.quaternion.fromArray(numbers, at + 3);
  // numbers that are the object's own stay the same bits
  if (!(Math.abs(out.quaternion.lengthSq() - 1) <= 1e-12)) out.quaternion.normalize();
  return out;
}
