/* Where a three.js object is in the world, as of now.
 *
 * The numbers come from position, quaternion, scale and pivot of the object and its ancestors, or from
 * their `matrix` if `matrixAutoUpdate` is false. They do not depend on when three has updated its
 * matrices, and nothing of an object is written. An object is recognised by its mark: this file works
 * without three. A quaternion counts as normalised.
 *
 * If no scale in the chain matters, rotations are multiplied as quaternions, without allocation. If no
 * ancestor moves the object, its own numbers are the pose, to the bit. Otherwise the matrices are
 * multiplied and the product is split. */
import { format, wrongType } from '../core/errors.js';
import {
  NO_STRETCH,
  SCALE_TOLERANCE,
  STRETCH_LENGTH,
  isRigid,
  isSingular,
  notRigid,
  readAffine,
  splitMatrix,
} from './matrix.js';

/** @typedef {{ x: number, y: number, z: number }} Coordinates */

/**
 * What is read of an Object3D.
 * @typedef {object} SceneObject
 * @property {string} name
 * @property {string} type
 * @property {SceneObject | null} parent
 * @property {Coordinates} position
 * @property {Coordinates & { w: number }} quaternion
 * @property {Coordinates} scale
 * @property {Coordinates | null} [pivot] of newer versions of three
 * @property {boolean} matrixAutoUpdate
 * @property {{ elements: ArrayLike<number> }} matrix
 */

/** More ancestors are taken for a cycle of parents, in which a loop over them would not end. */
const ANCESTORS_MAX = 10000;

/** @param {any} value @returns {value is SceneObject} */
export const isSceneObject = (value) => value?.isObject3D === true;

/** An object in messages. @param {SceneObject} object */
export const labelOf = ({ name, type }) => (name ? format(name) : `the ${type}`);

/** @param {SceneObject} object @param {string} name */
const tooDeep = (object, name) =>
  new RangeError(
    `${name}: ${labelOf(object)} has more than ${ANCESTORS_MAX} ancestors: ` +
      'its parents must not form a cycle',
  );

/**
 * @param {SceneObject} object @param {string} name how messages call it
 * @throws {RangeError} for parents that form a cycle
 */
export function checkAncestors(object, name) {
  let depth = 0;
  for (let above = object.parent; above; above = above.parent)
    if (++depth > ANCESTORS_MAX) throw tooDeep(object, name);
}

/** @param {Coordinates} s @returns {number} how far the scale is from 1 */
const deviation = (s) => Math.max(Math.abs(s.x - 1), Math.abs(s.y - 1), Math.abs(s.z - 1));

/** @param {Coordinates} v */
const areNumbers = (v) =>
  typeof v.x === 'number' && typeof v.y === 'number' && typeof v.z === 'number';

/**
 * Stores three numbers. In a typed array a string would become a number, so types are checked first.
 * Functions of their own, because in a larger one the engine puts a number on the heap.
 * @param {Coordinates} v @param {any} view @param {number} at
 * @returns {boolean} false, and nothing is stored, if one is no number
 */
function storeCoordinates(v, view, at) {
  const { x, y, z } = v;
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return false;
  view[at] = x;
  view[at + 1] = y;
  view[at + 2] = z;
  return true;
}

/** @param {Coordinates & { w: number }} q @param {any} view @param {number} at @returns {boolean} */
function storeQuaternion(q, view, at) {
  const { w } = q;
  if (typeof w !== 'number') return false;
  view[at + 3] = w;
  return storeCoordinates(q, view, at);
}

/** Whether position, quaternion and scale are all of the local matrix. @param {SceneObject} object */
const isComposed = (object) => object.matrixAutoUpdate && !object.pivot;

/**
 * Writes the world pose of an object. Numbers that are not finite are written as they are: the module
 * refuses them, and checkObject says where they are.
 * @param {SceneObject} object
 * @param {Float64Array} view @param {number} at index of the first of 7 numbers
 * @param {string} name how messages call the object
 * @throws {RangeError} for a world matrix that is not rigid, parents that form a cycle
 */
export function writeObjectPose(object, view, at, name) {
  if (writeUnscaledPose(object, view, at, name)) return;
  writeWorldMatrix(object, world, name);
  splitMatrix(world, view, at, stretch);
  if (isRigid(stretch)) return;
  checkObject(object, name);
  throw notRigid(world, stretch, `${name}: the world matrix of ${labelOf(object)}`);
}

/**
 * Writes the world pose of an object whose chain has no scale, matrix or pivot that matters.
 * @param {SceneObject} object
 * @param {any} view a Float64Array @param {number} at @param {string} name
 * @returns {boolean} false, and no pose written, if the matrices must decide
 */
function writeUnscaledPose(object, view, at, name) {
  const { position, quaternion, scale } = object;
  let drift = scale.x === 1 && scale.y === 1 && scale.z === 1 ? 0 : deviation(scale);
  if (!isComposed(object) || !(drift <= SCALE_TOLERANCE)) return false;
  if (!storeCoordinates(position, view, at) || !storeQuaternion(quaternion, view, at + 3))
    checkObject(object, name);
  let depth = 0;
  for (let above = object.parent; above; above = above.parent) {
    if (++depth > ANCESTORS_MAX) throw tooDeep(object, name);
    if (!isComposed(above)) {
      if (hasIdentityMatrix(above)) continue;
      return false;
    }
    const { position: p, quaternion: q, scale: s } = above;
    if (s.x !== 1 || s.y !== 1 || s.z !== 1) {
      drift += deviation(s);
      if (!(drift <= SCALE_TOLERANCE)) return false;
      view[at] *= s.x;
      view[at + 1] *= s.y;
      view[at + 2] *= s.z;
    }
    if (q.x !== 0 || q.y !== 0 || q.z !== 0) turnPose(q, view, at);
    else if (!(q.w * q.w > 0)) view[at + 6] = NaN; // no rotation: checkObject says where
    if (p.x !== 0 || p.y !== 0 || p.z !== 0) {
      if (!areNumbers(p)) checkObject(object, name);
      view[at] += p.x;
      view[at + 1] += p.y;
      view[at + 2] += p.z;
    }
  }
  return true;
}

/**
 * As writeObjectPose; numbers that are not finite are an error.
 * @param {SceneObject} object
 * @param {Float64Array} view @param {number} at @param {string} name
 * @throws {TypeError | RangeError} for a number that is none or not finite, a world matrix that is not
 *   rigid
 */
export function writeFinitePose(object, view, at, name) {
  writeObjectPose(object, view, at, name);
  refuseInfinite(object, view, at, name);
}

/**
 * Writes the world pose of an object and what is left of its world matrix: scale, shear, mirroring.
 * @param {SceneObject} object
 * @param {Float64Array} view @param {number} at @param {Float64Array} left gets the stretch; exactly the
 *   identity if it is that up to rounding
 * @param {string} name
 * @throws {TypeError | RangeError} for a number that is none or not finite, a scale of 0
 */
export function writeStretchedPose(object, view, at, left, name) {
  if (writeUnscaledPose(object, view, at, name)) left.set(NO_STRETCH);
  else {
    writeWorldMatrix(object, world, name);
    splitMatrix(world, view, at, left);
    if (isRigid(left)) left.set(NO_STRETCH);
  }
  refuseInfinite(object, view, at, name);
  if (isSingular(left)) throw noVolume(object, name);
}

/** @param {SceneObject} object @param {Float64Array} view @param {number} at @param {string} name */
function refuseInfinite(object, view, at, name) {
  let sum = 0;
  for (let i = at; i < at + 7; i++) sum += Math.abs(Number(view[i]));
  if (sum < Infinity) return;
  checkObject(object, name);
  throw noVolume(object, name);
}

/** @param {SceneObject} object @param {string} name */
const noVolume = (object, name) =>
  new RangeError(
    `${name}: the world matrix of ${labelOf(object)} must be finite, and none of its scales 0`,
  );

/**
 * Turns a pose about the origin.
 * @param {Coordinates & { w: number }} q @param {any} view @param {number} at
 */
function turnPose({ x, y, z, w }, view, at) {
  const px = view[at];
  const py = view[at + 1];
  const pz = view[at + 2];
  // p + 2w (v × p) + 2 v × (v × p), divided by the squared length
  const two = 2 / (x * x + y * y + z * z + w * w);
  const tx = two * (y * pz - z * py);
  const ty = two * (z * px - x * pz);
  const tz = two * (x * py - y * px);
  view[at] = px + w * tx + (y * tz - z * ty);
  view[at + 1] = py + w * ty + (z * tx - x * tz);
  view[at + 2] = pz + w * tz + (x * ty - y * tx);
  const a = view[at + 3];
  const b = view[at + 4];
  const c = view[at + 5];
  const d = view[at + 6];
  view[at + 3] = w * a + x * d + y * c - z * b;
  view[at + 4] = w * b - x * c + y * d + z * a;
  view[at + 5] = w * c + x * b - y * a + z * d;
  view[at + 6] = w * d - x * a - y * b - z * c;
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** @param {SceneObject} object @returns {boolean} */
function hasIdentityMatrix({ matrixAutoUpdate, matrix: { elements } }) {
  if (matrixAutoUpdate) return false; // it has a pivot
  for (let i = 0; i < 16; i++) if (elements[i] !== IDENTITY[i]) return false;
  return true;
}

const world = /* @__PURE__ */ new Float64Array(16);
const stretch = /* @__PURE__ */ new Float64Array(STRETCH_LENGTH);

const local = /* @__PURE__ */ new Float64Array(16);

/**
 * The product of the local matrices from the root to an object.
 * @param {SceneObject} object @param {number[] | Float64Array} out 16 numbers, column-major
 * @param {string} name how messages call the object
 * @throws {RangeError} for parents that form a cycle
 */
export function writeWorldMatrix(object, out, name) {
  writeLocalMatrix(object, out);
  let depth = 0;
  for (let above = object.parent; above; above = above.parent) {
    if (++depth > ANCESTORS_MAX) throw tooDeep(object, name);
    writeLocalMatrix(above, local);
    multiplyAffine(local, out, out);
  }
}

/**
 * a · b, of affine matrices.
 * @param {ArrayLike<any>} a @param {ArrayLike<any>} b @param {number[] | Float64Array} out may be b
 */
export function multiplyAffine(a, b, out) {
  for (let i = 0; i < 16; i += 4) {
    const x = b[i];
    const y = b[i + 1];
    const z = b[i + 2];
    const w = i === 12 ? 1 : 0;
    out[i] = a[0] * x + a[4] * y + a[8] * z + a[12] * w;
    out[i + 1] = a[1] * x + a[5] * y + a[9] * z + a[13] * w;
    out[i + 2] = a[2] * x + a[6] * y + a[10] * z + a[14] * w;
    out[i + 3] = w;
  }
}

/**
 * The matrix of an object in its parent.
 * @param {SceneObject} object @param {number[] | Float64Array} out 16 numbers, column-major
 */
export function writeLocalMatrix(object, out) {
  if (!object.matrixAutoUpdate) return copyAffine(object.matrix.elements, out);
  const { position, quaternion, scale, pivot } = object;
  const { x, y, z, w } = quaternion;
  const two = 2 / (x * x + y * y + z * z + w * w);
  out[0] = (1 - two * (y * y + z * z)) * scale.x;
  out[1] = two * (x * y + w * z) * scale.x;
  out[2] = two * (x * z - w * y) * scale.x;
  out[3] = 0;
  out[4] = two * (x * y - w * z) * scale.y;
  out[5] = (1 - two * (x * x + z * z)) * scale.y;
  out[6] = two * (y * z + w * x) * scale.y;
  out[7] = 0;
  out[8] = two * (x * z + w * y) * scale.z;
  out[9] = two * (y * z - w * x) * scale.z;
  out[10] = (1 - two * (x * x + y * y)) * scale.z;
  out[11] = 0;
  out[12] = position.x;
  out[13] = position.y;
  out[14] = position.z;
  out[15] = 1;
  if (pivot) addPivot(out, pivot);
}

/** A matrix that projects becomes NaN: checkObject says why. @param {any} m @param {number[] | Float64Array} out */
function copyAffine(m, out) {
  for (let i = 0; i < 16; i++) out[i] = m[i];
  if (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1) out.fill(NaN);
}

/** The pivot is where rotation and scale leave points. @param {any} m @param {Coordinates} pivot */
function addPivot(m, { x, y, z }) {
  m[12] += x - (m[0] * x + m[4] * y + m[8] * z);
  m[13] += y - (m[1] * x + m[5] * y + m[9] * z);
  m[14] += z - (m[2] * x + m[6] * y + m[10] * z);
}

/**
 * Throws what is wrong with a number of an object or its ancestors.
 * @param {SceneObject} object @param {string} name how messages call it
 */
export function checkObject(object, name) {
  checkAncestors(object, name);
  for (let at = /** @type {SceneObject | null} */ (object); at; at = at.parent) {
    const owner = at;
    const where = (/** @type {string} */ part) =>
      owner === object ? `${name}.${part}` : `${name}: ${part} of its ancestor ${labelOf(owner)}`;
    if (!at.matrixAutoUpdate) {
      readAffine(at.matrix.elements, local, where('matrix'));
      continue;
    }
    checkCoordinates(at.position, where('position'));
    checkCoordinates(at.scale, where('scale'));
    if (at.pivot) checkCoordinates(at.pivot, where('pivot'));
    checkQuaternion(at.quaternion, where('quaternion'));
  }
}

/** @param {Coordinates} v @param {string} name */
function checkCoordinates(v, name) {
  const numbers = [v.x, v.y, v.z];
  if (numbers.some((x) => typeof x !== 'number')) throw wrongType(name, '3 numbers', numbers);
  if (!numbers.every(Number.isFinite))
    throw new RangeError(`${name} must be finite, got ${format(numbers)}`);
}

/** @param {Coordinates & { w: number }} q @param {string} name */
function checkQuaternion({ x, y, z, w }, name) {
  const numbers = [x, y, z, w];
  if (numbers.some((k) => typeof k !== 'number')) throw wrongType(name, '4 numbers', numbers);
  if (!Number.isFinite(x * x + y * y + z * z + w * w))
    throw new RangeError(`${name} must be finite and have a finite length, got ${format(numbers)}`);
  if (numbers.every((k) => k === 0)) throw new RangeError(`${name} must not be zero`);
}
