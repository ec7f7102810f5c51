/* Objects of three.js as shapes and poses. */
import { Matrix4, Mesh, Quaternion, Vector3 } from 'three';
import { GeometryError, refuseUnknownKeys, format, wrongType } from '../core/errors.js';
import { ConvexHull } from '../shapes/primitives.js';
import { poseOfMatrix } from '../poses/matrix.js';
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
 * they are posed now; visibility does not matter.
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
    // bones know their place in the world only, and skins are told where they are by the second alone
    source.updateWorldMatrix(true, false);
    source.updateMatrixWorld(true);
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
      for (const bone of mesh.skeleton.bones) bone.updateWorldMatrix(true, false);
    }
    for (const [drawn, placed] of drawnOf(/** @type {any} */ (object)))
      readGeometry(drawn, name, matrix.clone().multiply(placed), points);
  }
  for (const child of object.children)
    readObject(child, matrix.clone().multiply(child.matrix), points);
}

/** @typedef {Pick<Mesh, 'geometry'> & Partial<Mesh>} Drawn a geometry, and by what it is deformed */

/**
 * What an object draws, and where.
 * @param {InstancedMesh} mesh or anything with a geometry
 * @returns {[Drawn, Matrix4][]}
 */
function drawnOf(mesh) {
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

/**
 * The pose of an object in the world, whatever it hangs on. Its world matrix is brought up to date.
 *
 * @param {Object3D} object
 * @param {WorldPose} [out] to be filled (default: a new one)
 * @returns {WorldPose} a pose for every query, in the world's coordinates
 * @throws {TypeError} for something that is not an Object3D, or an out without both
 * @throws {RangeError} where the object or one above it scales, shears or mirrors: a Transformed shape
 *   can do that, a pose cannot
 */
export function poseOf(object, out = { position: new Vector3(), quaternion: new Quaternion() }) {
  if (!isObject(object)) throw wrongType('poseOf: object', 'an Object3D', object);
  if (!out?.position?.isVector3 || !out.quaternion?.isQuaternion)
    throw wrongType(
      'poseOf: out',
      'an object with a Vector3 position and a Quaternion quaternion',
      out,
    );
  object.updateWorldMatrix(true, false);
  const name = `poseOf: the world matrix of ${nameOf(object, 'the object')}`;
  const pose = poseOfMatrix(object.matrixWorld.elements, name);
  out.position.fromArray(pose);
  out.quaternion.fromArray(pose, 3).normalize();
  return out;
}
