/* The vertices of geometries and objects in their current pose. The code computes the matrices itself,
 * even if three has not updated its own, and does not modify any object. */
import { DetachedBindMode, Matrix4, Mesh, Vector3 } from 'three';
import { GeometryError, format, wrongType } from '../core/errors.js';
import {
  checkAncestors,
  isSceneObject,
  labelOf,
  writeLocalMatrix,
  writeWorldMatrix,
} from '../poses/object.js';
import { ConvexHull } from '../shapes/hulls.js';
import { distinct } from './soup.js';

/** @import { SceneObject } from '../poses/object.js' */
/** @import { CommonOptions } from '../shapes/shape.js' */
/** @import { BufferGeometry, InstancedMesh, Object3D, SkinnedMesh } from 'three' */

/**
 * Checks flags instead of classes, because a page may load three twice.
 * @param {any} x @returns {x is BufferGeometry}
 */
export const isGeometry = (x) => x?.isBufferGeometry === true;
/** @param {any} x @returns {x is Object3D} */
export const isObject = isSceneObject;

/** @param {{ name: string }} thing @param {string} otherwise */
const nameOf = ({ name }, otherwise) => (name ? format(name) : otherwise);

/**
 * @typedef {{ caller: string, points: number[] }} Reading the points read so far; `caller` is for
 *   messages
 */

/**
 * Returns all vertices without duplicates.
 * @param {BufferGeometry | Object3D} source
 * @param {string} caller for messages
 * @returns {number[]} x y z, one vertex after the other, in the coordinates of the geometry or the
 *   object
 * @throws {TypeError | GeometryError} as hullOf
 */
export function verticesOf(source, caller) {
  /** @type {Reading} */
  const reading = { caller, points: [] };
  if (isGeometry(source)) {
    readGeometry({ geometry: source }, sourceName(source), new Matrix4(), reading);
  } else {
    checkAncestors(source, caller); // this also finds cycles among the children
    readObject(source, new Matrix4(), reading);
  }
  if (reading.points.length === 0)
    throw new GeometryError(
      `${caller}: ${sourceName(source)} has no vertices`,
      'too-few-points',
      'points',
    );
  return distinct(reading.points);
}

/** The name of a geometry or an object in messages. @param {BufferGeometry | Object3D} source */
const sourceName = (source) =>
  isGeometry(source) ? nameOf(source, 'the geometry') : labelOf(source);

/** Error codes of ConvexHull for points that span no volume. */
export const FLAT_CODES = ['flat', 'too-few-points'];

/**
 * The convex hull of vertices.
 * @param {number[]} points x y z, one point after the other
 * @param {CommonOptions} options
 * @param {string} caller @param {BufferGeometry | Object3D} source of the vertices, for messages
 * @throws {GeometryError} as ConvexHull; if the points span no volume, the message names the source
 */
export function hullOfVertices(points, options, caller, source) {
  try {
    return new ConvexHull({ ...options, points });
  } catch (error) {
    if (!(error instanceof GeometryError && FLAT_CODES.includes(error.code))) throw error;
    throw new GeometryError(
      `${caller}: ${sourceName(source)} is flat: its points span no volume; ` +
        'give it thickness (a margin does not help) or pass a shape of your own',
      error.code,
      error.field,
      error.value,
    );
  }
}

/**
 * @param {Object3D} object
 * @param {Matrix4} matrix from the object's coordinates to the root's coordinates
 * @param {Reading} reading
 */
function readObject(object, matrix, reading) {
  const mesh = /** @type {SkinnedMesh} */ (object);
  if (isGeometry(mesh.geometry)) {
    const name = nameOf(object, `a ${object.type}`);
    if (/** @type {any} */ (object).isBatchedMesh)
      throw new TypeError(
        `${reading.caller}: ${name} must not be a BatchedMesh, which has many geometries; pass one geometry`,
      );
    if (mesh.isSkinnedMesh) {
      if (!mesh.skeleton || !mesh.geometry.attributes.skinIndex)
        throw new TypeError(
          `${reading.caller}: ${name} must have a skeleton and the attribute skinIndex`,
        );
    }
    for (const [drawn, placed] of drawnOf(/** @type {any} */ (object), reading.caller))
      readGeometry(drawn, name, matrix.clone().multiply(placed), reading);
  }
  for (const child of object.children)
    readObject(child, matrix.clone().multiply(localMatrixOf(child)), reading);
}

/** @param {SceneObject} object */
function localMatrixOf(object) {
  const matrix = new Matrix4();
  writeLocalMatrix(object, matrix.elements);
  return matrix;
}

/** @param {SceneObject} object @param {string} caller for messages */
function worldMatrixOf(object, caller) {
  const matrix = new Matrix4();
  writeWorldMatrix(object, matrix.elements, caller);
  return matrix;
}

/** @typedef {Pick<Mesh, 'geometry'> & Partial<Mesh>} Drawn a geometry, and the members that deform it */

/**
 * Returns the geometries that an object draws, each with its matrix.
 * @param {InstancedMesh} mesh or any object with a geometry
 * @param {string} caller for messages
 * @returns {[Drawn, Matrix4][]}
 */
function drawnOf(mesh, caller) {
  if (/** @type {any} */ (mesh).isSkinnedMesh)
    return [[posedSkin(/** @type {any} */ (mesh), caller), new Matrix4()]];
  if (!mesh.isInstancedMesh) return [[mesh, new Matrix4()]];
  const { geometry, morphTexture } = mesh;
  const targets = geometry.morphAttributes.position;
  return Array.from({ length: mesh.count }, (_, i) => {
    const matrix = new Matrix4();
    mesh.getMatrixAt(i, matrix);
    if (!morphTexture || !targets) return [mesh, matrix];
    const morphed = { geometry, morphTargetInfluences: targets.map(() => 0) };
    mesh.getMorphAt(i, /** @type {any} */ (morphed));
    return [morphed, matrix];
  });
}

/**
 * Returns a copy of a skinned mesh whose bones have their current matrices.
 * @param {SkinnedMesh} mesh
 * @param {string} caller for messages
 * @returns {Drawn}
 */
function posedSkin(mesh, caller) {
  const { skeleton, bindMode, bindMatrix } = mesh;
  const bones = skeleton.bones.map((bone) => ({ matrixWorld: worldMatrixOf(bone, caller) }));
  const bound = bindMode === DetachedBindMode ? bindMatrix.clone() : worldMatrixOf(mesh, caller);
  return Object.create(mesh, {
    skeleton: { value: { bones, boneInverses: skeleton.boneInverses } },
    bindMatrixInverse: { value: bound.invert() },
  });
}

/**
 * Appends the vertices of a geometry.
 * @param {Drawn} drawn
 * @param {string} name for messages
 * @param {Matrix4} matrix
 * @param {Reading} reading
 */
function readGeometry(drawn, name, matrix, reading) {
  const attribute = drawn.geometry.attributes.position;
  if (!attribute) return;
  if (attribute.itemSize !== 3)
    throw new TypeError(
      `${reading.caller}: the position attribute of ${name} must have 3 numbers a vertex, got ${attribute.itemSize}`,
    );
  if (!attribute.array)
    throw wrongType(
      `${reading.caller}: the array of the position attribute of ${name}`,
      'a typed array',
      null,
    );
  // lines and points also have morph targets, but no getVertexPosition of their own
  const read = drawn.getVertexPosition ?? Mesh.prototype.getVertexPosition;
  const vertex = new Vector3();
  for (let i = 0; i < attribute.count; i++) {
    read.call(/** @type {Mesh} */ (drawn), i, vertex).applyMatrix4(matrix);
    const point = vertex.toArray();
    if (!point.every(Number.isFinite))
      throw new GeometryError(
        `${reading.caller}: vertex ${i} of ${name} must be finite, got ${format(point)}`,
        'points',
        'points',
        point,
      );
    reading.points.push(...point);
  }
}
