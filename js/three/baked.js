/* The shape of a three.js object. The shape includes the scale and the shear of the object's world matrix. */
import { Quaternion, Vector3 } from 'three';
import { format, refuseUnknownKeys, wrongType } from '../core/errors.js';
import { STRETCH_LENGTH } from '../poses/matrix.js';
import { writeStretchedPose } from '../poses/object.js';
import { Shape } from '../shapes/from-record.js';
import { exactRecord } from './exact.js';
import { fillPose } from './objects.js';
import { hullOfVertices, isGeometry, isObject, verticesOf } from './vertices.js';

/** @import { BufferGeometry, Mesh, Object3D } from 'three' */
/** @import { WorldPose } from './objects.js' */

/**
 * How an object becomes a shape. `'auto'`: the exact shape if the geometry is a box, sphere, cylinder,
 * cone or capsule geometry of three.js, otherwise the hull. `'hull'`: the convex hull of all vertices.
 * `'box'`: the smallest box that contains all vertices, along the object's axes.
 * @typedef {'auto' | 'hull' | 'box'} ShapeChoice
 */

/**
 * @typedef {object} ShapeOptions
 * @property {ShapeChoice | undefined} [shape] default `'auto'`
 * @property {number | undefined} [margin] margin of the shape, in the world's unit (default 0)
 */

const SHAPE_KEYS = /* @__PURE__ */ new Set(['shape', 'margin']);
const CHOICES = ['auto', 'hull', 'box'];

/**
 * Returns an object's shape and its current pose in the world. The shape includes the scale and the
 * shear of the world matrix, so a scaled object works in every query. The object is not modified.
 *
 * `'auto'` uses the exact shape under these conditions. The vertices are where the geometry's parameters
 * place them, on a full turn of at least 8 segments. The object has no shear, and its scale is the same
 * in all directions across the axis. Nothing deforms the mesh, and no other geometry is drawn below it.
 * A sphere may have a different scale on each axis, which makes it an ellipsoid.
 *
 * @param {Object3D} object a mesh, or any object with vertices in it or below it
 * @param {ShapeOptions} [options]
 * @returns {{ shape: Shape<3>, pose: WorldPose }} the shape is valid as long as the object keeps its
 *   scale and its vertices
 * @throws {TypeError} if `object` is not an Object3D, or for a wrong option
 * @throws {RangeError} if the world matrix is not finite or a scale is 0
 * @throws {GeometryError} as hullOf
 * @example
 * const { shape, pose } = shapeAndPoseOf(gltf.scene);
 * distance(shape, pose, ground, null);
 */
export function shapeAndPoseOf(object, options = {}) {
  const name = 'shapeAndPoseOf';
  if (!isObject(object)) throw wrongType(`${name}: object`, 'an Object3D', object);
  if (typeof options !== 'object' || options === null)
    throw wrongType(`${name}: options`, 'an object', options);
  refuseUnknownKeys(name, options, SHAPE_KEYS);
  const choice = checkChoice(options.shape, name);
  const numbers = new Float64Array(7);
  const stretch = new Float64Array(STRETCH_LENGTH);
  writeStretchedPose(object, numbers, 0, stretch, name);
  const shape = bakedShape(object, object, choice, stretch, options.margin, name);
  const pose = fillPose(numbers, 0, { position: new Vector3(), quaternion: new Quaternion() });
  return { shape, pose };
}

/**
 * @param {unknown} choice @param {string} name of the caller @returns {ShapeChoice}
 * @throws {TypeError} for anything but 'auto', 'hull' and 'box'
 */
export function checkChoice(choice = 'auto', name) {
  if (CHOICES.includes(/** @type {string} */ (choice))) return /** @type {ShapeChoice} */ (choice);
  throw new TypeError(`${name}: shape must be 'auto', 'hull' or 'box', got ${format(choice)}`);
}

/**
 * @param {Object3D} object for messages
 * @param {BufferGeometry | Object3D} source of the vertices: the object, or its geometry
 * @param {ShapeChoice} choice
 * @param {ArrayLike<number>} stretch
 * @param {number | undefined} margin
 * @param {string} name of the caller
 * @returns {Shape<3>}
 */
export function bakedShape(object, source, choice, stretch, margin, name) {
  const common = margin === undefined ? {} : { margin };
  if (choice === 'auto') {
    const geometry = isGeometry(source) ? source : onlyGeometry(source);
    const record = geometry && exactRecord(geometry, stretch);
    if (record) return /** @type {Shape<3>} */ (Shape.from({ ...record, ...common }));
  }
  const points = verticesOf(source, name);
  stretchPoints(points, stretch);
  return hullOfVertices(choice === 'box' ? boxCorners(points) : points, common, name, object);
}

/**
 * Returns the geometry of a mesh if nothing else is drawn and nothing deforms it; otherwise null.
 * @param {Object3D} object
 */
function onlyGeometry(object) {
  const mesh = /** @type {any} */ (object);
  if (!mesh.isMesh || mesh.isSkinnedMesh || mesh.isInstancedMesh || mesh.isBatchedMesh) return null;
  if (!isGeometry(mesh.geometry) || mesh.geometry.morphAttributes.position) return null;
  return object.children.some(isDrawn) ? null : mesh.geometry;
}

/** Whether an object has vertices in or below it. @param {Object3D} object @returns {boolean} */
const isDrawn = (object) =>
  isGeometry(/** @type {Mesh} */ (object).geometry) || object.children.some(isDrawn);

/** @param {number[]} points @param {ArrayLike<any>} u upper triangular */
function stretchPoints(points, u) {
  for (let i = 0; i < points.length; i += 3) {
    const [x = 0, y = 0, z = 0] = points.slice(i, i + 3);
    points[i] = u[0] * x + u[3] * y + u[4] * z;
    points[i + 1] = u[1] * y + u[5] * z;
    points[i + 2] = u[2] * z;
  }
}

/** The corners of the smallest box along the axes. @param {number[]} points */
function boxCorners(points) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  points.forEach((x, i) => {
    low[i % 3] = Math.min(Number(low[i % 3]), x);
    high[i % 3] = Math.max(Number(high[i % 3]), x);
  });
  const ends = [low, high];
  return Array.from({ length: 24 }, (_, i) => {
    const axis = i % 3;
    return Number(ends[((i / 3) >> axis) & 1]?.[axis]);
  });
}
