/* Objects of three.js as shapes and poses. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import { show, wrongType } from '../errors.js';
import { ConvexHull, GeometryError } from '../index.js';
import { poseOfMatrix } from '../matrix.js';
import { distinct } from './soup.js';

/** @import { BufferGeometry, InstancedMesh, Mesh, Object3D } from 'three' */
/** @import { CommonOptions } from '../shape.js' */

/**
 * The convex hull of all vertices of a geometry, or of an object and everything below it.
 *
 * Every entry of the position attribute counts, whether an index uses it or not; attributes may be
 * interleaved or normalised. Of an object, its own position, turn and scale are left out, since they
 * belong to its pose; those of its children are applied. Skins, morph targets and instances count as
 * they are posed now; visibility does not matter.
 *
 * @param {BufferGeometry | Object3D} source
 * @param {CommonOptions} [options] margin and center of the hull
 * @returns {ConvexHull} in the coordinates of the geometry, or the object's local ones
 * @throws {TypeError} for something else, for a position attribute without 3 numbers a vertex
 * @throws {GeometryError} code `'too-few-points'` where there are no vertices, `'points'` for a
 *   coordinate that is not finite, and those of ConvexHull, such as `'flat'`
 * @example
 * const hull = hullOf(gltf.scene);
 * growthDistance(hull, poseOf(gltf.scene), ground, null);
 */
export function hullOf(source, options = {}) {
  if (typeof options !== 'object' || options === null)
    throw wrongType('hullOf: options', 'an object', options);
  /** @type {number[]} */
  const points = [];
  if (isGeometry(source)) {
    readGeometry(source, nameOf(source, 'the geometry'), points);
  } else if (isObject(source)) {
    // bones know their place in the world only
    source.updateWorldMatrix(true, true);
    readObject(source, new Matrix4(), points);
  } else throw wrongType('hullOf: source', 'a BufferGeometry or an Object3D', source);
  if (points.length === 0)
    throw new GeometryError(
      `hullOf: ${nameOf(source, isObject(source) ? 'the object' : 'the geometry')} has no vertices`,
      'too-few-points',
      'points',
    );
  return new ConvexHull({ ...options, points: distinct(points) });
}

/** Marks instead of classes: a page may hold three twice. @param {any} x @returns {x is BufferGeometry} */
const isGeometry = (x) => x?.isBufferGeometry === true;
/** @param {any} x @returns {x is Object3D} */
const isObject = (x) => x?.isObject3D === true;

/** @param {{ name: string }} thing @param {string} otherwise */
const nameOf = ({ name }, otherwise) => (name ? show(name) : otherwise);

/**
 * @param {Object3D} object
 * @param {Matrix4} matrix from its coordinates to the root's
 * @param {number[]} points
 */
function readObject(object, matrix, points) {
  const { geometry } = /** @type {Partial<Mesh>} */ (object);
  if (isGeometry(geometry)) {
    const name = nameOf(object, `a ${object.type}`);
    const local = readGeometry(geometry, name, [], /** @type {Mesh} */ (object));
    for (const placed of placesOf(object)) {
      const whole = matrix.clone().multiply(placed);
      for (let i = 0; i < local.length; i += 3)
        points.push(...new Vector3().fromArray(local, i).applyMatrix4(whole).toArray());
    }
  }
  for (const child of object.children)
    readObject(child, matrix.clone().multiply(child.matrix), points);
}

/** Where an object has its geometry. @param {Object3D} object @returns {Matrix4[]} */
function placesOf(object) {
  const mesh = /** @type {InstancedMesh} */ (object);
  if (!mesh.isInstancedMesh) return [new Matrix4()];
  return Array.from({ length: mesh.count }, (_, i) => {
    const matrix = new Matrix4();
    mesh.getMatrixAt(i, matrix);
    return matrix;
  });
}

/**
 * Appends the vertices of a geometry.
 * @param {BufferGeometry} geometry
 * @param {string} name for messages
 * @param {number[]} points
 * @param {Mesh} [mesh] whose skin and morph targets count
 */
function readGeometry(geometry, name, points, mesh) {
  const attribute = geometry.attributes.position;
  if (!attribute) return points;
  if (attribute.itemSize !== 3)
    throw new TypeError(
      `hullOf: the position attribute of ${name} must have 3 numbers a vertex, got ${attribute.itemSize}`,
    );
  const vertex = new Vector3();
  for (let i = 0; i < attribute.count; i++) {
    if (mesh?.isMesh) mesh.getVertexPosition(i, vertex);
    else vertex.fromBufferAttribute(attribute, i);
    const { x, y, z } = vertex;
    if (!Number.isFinite(x + y + z))
      throw new GeometryError(
        `hullOf: vertex ${i} of ${name} must be finite, got ${show([x, y, z])}`,
        'points',
        'points',
        [x, y, z],
      );
    points.push(x, y, z);
  }
  return points;
}

/** @typedef {{ position: Vector3, quaternion: Quaternion }} WorldPose */

/**
 * The pose of an object in the world, whatever it hangs on. Its world matrix is brought up to date.
 *
 * @param {Object3D} object
 * @param {WorldPose} [out] to be filled (default: a new one)
 * @returns {WorldPose} a pose for every query, in the world's coordinates
 * @throws {TypeError} for something that is not an Object3D
 * @throws {RangeError} where the object or one above it scales, shears or mirrors: a Transformed shape
 *   can do that, a pose cannot
 */
export function poseOf(object, out = { position: new Vector3(), quaternion: new Quaternion() }) {
  if (!isObject(object)) throw wrongType('poseOf: object', 'an Object3D', object);
  object.updateWorldMatrix(true, false);
  const name = `poseOf: the world matrix of ${nameOf(object, 'the object')}`;
  const pose = poseOfMatrix(object.matrixWorld.elements, name);
  out.position.fromArray(pose);
  out.quaternion.fromArray(pose, 3).normalize();
  return out;
}
