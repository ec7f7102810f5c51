/* Objects of three.js as shapes and poses. */
import { DetachedBindMode, Matrix4, Mesh, Quaternion, Vector3 } from 'three';
import { GeometryError, refuseUnknownKeys, format, wrongType } from '../core/errors.js';
import { ConvexHull } from '../shapes/primitives.js';
import {
  isSceneObject,
  writeFinitePose,
  writeLocalMatrix,
  writeWorldMatrix,
} from '../poses/object.js';
import { distinct } from './soup.js';

/** @import { BufferGeometry, InstancedMesh, Object3D, SkinnedMesh } from 'three' */
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
  /** @type {number[]} */
  const points = [];
  if (isGeometry(source)) {
    readGeometry({ geometry: source }, nameOf(source, 'the geometry'), new Matrix4(), points);
  } else if (isObject(source)) {
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
const isObject = isSceneObject;

/** @param {{ name: string }} thing @param {string} otherwise */
const nameOf = ({ name }, otherwise) => (name ? format(name) : otherwise);

/**
 * @param {Object3D} object
 * @param {Matrix4} matrix from its coordinates to the root's
 * @param {number[]} points
 */
function readObject(object, matrix, points) {
  const mesh = /** @type {SkinnedMesh} */ (object);
  if (isGeometry(mesh.geometry)) {
    const name = nameOf(object, `a ${object.type}`);
    if (/** @type {any} */ (object).isBatchedMesh)
      throw new TypeError(
        `hullOf: ${name} is a BatchedMesh of many geometries; give the one you mean`,
      );
    if (mesh.isSkinnedMesh) {
      if (!mesh.skeleton || !mesh.geometry.attributes.skinIndex)
        throw new TypeError(`hullOf: ${name} must have a skeleton and the attribute skinIndex`);
    }
    for (const [drawn, placed] of drawnOf(/** @type {any} */ (object)))
      readGeometry(drawn, name, matrix.clone().multiply(placed), points);
  }
  for (const child of object.children)
    readObject(child, matrix.clone().multiply(matrixBy(writeLocalMatrix, child)), points);
}

/**
 * @param {typeof writeLocalMatrix} write
 * @param {Object3D} object
 */
function matrixBy(write, object) {
  const matrix = new Matrix4();
  write(object, matrix.elements);
  return matrix;
}

/** @typedef {Pick<Mesh, 'geometry'> & Partial<Mesh>} Drawn a geometry, and by what it is deformed */

/**
 * What an object draws, and where.
 * @param {InstancedMesh} mesh or anything with a geometry
 * @returns {[Drawn, Matrix4][]}
 */
function drawnOf(mesh) {
  if (/** @type {any} */ (mesh).isSkinnedMesh)
    return [[posedSkin(/** @type {any} */ (mesh)), new Matrix4()]];
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
 * A stand-in for a skinned mesh, whose bones are where they are now.
 * @param {SkinnedMesh} mesh
 * @returns {Drawn}
 */
function posedSkin(mesh) {
  const { skeleton, bindMode, bindMatrix } = mesh;
  const bones = skeleton.bones.map((bone) => ({ matrixWorld: matrixBy(writeWorldMatrix, bone) }));
  const bound =
    bindMode === DetachedBindMode ? bindMatrix.clone() : matrixBy(writeWorldMatrix, mesh);
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
 * @param {number[]} points
 */
function readGeometry(drawn, name, matrix, points) {
  const attribute = drawn.geometry.attributes.position;
  if (!attribute) return;
  if (attribute.itemSize !== 3)
    throw new TypeError(
      `hullOf: the position attribute of ${name} must have 3 numbers a vertex, got ${attribute.itemSize}`,
    );
  if (!attribute.array)
    throw wrongType(`hullOf: the array of the position attribute of ${name}`, 'there', null);
  // lines and points are morphed, too, but do not say how
  const read = drawn.getVertexPosition ?? Mesh.prototype.getVertexPosition;
  const vertex = new Vector3();
  for (let i = 0; i < attribute.count; i++) {
    read.call(/** @type {Mesh} */ (drawn), i, vertex).applyMatrix4(matrix);
    const point = vertex.toArray();
    if (!point.every(Number.isFinite))
      throw new GeometryError(
        `hullOf: vertex ${i} of ${name} must be finite, got ${format(point)}`,
        'points',
        'points',
        point,
      );
    points.push(...point);
  }
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
 */
function fillPose(numbers, at, out) {
  out.position.fromArray(numbers, at);
  out.quaternion.fromArray(numbers, at + 3);
  // numbers that are the object's own stay the same bits
  if (!(Math.abs(out.quaternion.lengthSq() - 1) <= 1e-12)) out.quaternion.normalize();
  return out;
}
