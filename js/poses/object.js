/* The current world pose of a three.js object.
 *
 * The pose is computed from position, quaternion, scale and pivot of the object and its ancestors, or from
 * their `matrix` if `matrixAutoUpdate` is false. It does not depend on when three updates its matrices.
 * No function here writes to an object. The property `isObject3D` identifies objects, so this file does not
 * import three. The formulas normalise every quaternion.
 *
 * If all scales in the chain are 1 up to rounding, the fast path multiplies quaternions without allocation.
 * If in addition no ancestor moves the object, the pose has exactly the object's own numbers. Otherwise the
 * local matrices are multiplied, and splitMatrix splits the product. */
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
 * The properties of an Object3D that this file reads.
 * @typedef {object} SceneObject
 * @property {string} name
 * @property {string} type
 * @property {SceneObject | null} parent
 * @property {Coordinates} position
 * @property {Coordinates & { w: number }} quaternion
 * @property {Coordinates} scale
 * @property {Coordinates | null} [pivot] only in newer versions of three
 * @property {boolean} matrixAutoUpdate
 * @property {{ elements: ArrayLike<number> }} matrix
 */

/** An object with more ancestors is refused: its parents probably form a cycle, which a loop never leaves. */
const ANCESTORS_MAX = 10000;

/** @param {any} value @returns {value is SceneObject} */
export const isSceneObject = (value) => value?.isObject3D === true;

/** The name or type of an object, for messages. @param {SceneObject} object */
export const labelOf = ({ name, type }) => (name ? format(name) : `the ${type}`);

/** @param {SceneObject} object @param {string} name */
const tooDeep = (object, name) =>
  new RangeError(
    `${name}: ${labelOf(object)} has more than ${ANCESTORS_MAX} ancestors: ` +
      'its parents must not form a cycle',
  );

/**
 * @param {SceneObject} object @param {string} name of the argument, for messages
 * @throws {RangeError} if the parents form a cycle
 */
export function checkAncestors(object, name) {
  let depth = 0;
  for (let above = object.parent; above; above = above.parent)
    if (++depth > ANCESTORS_MAX) throw tooDeep(object, name);
}

/** @param {Coordinates} s a scale @returns {number} its largest deviation from 1 */
const deviation = (s) => Math.max(Math.abs(s.x - 1), Math.abs(s.y - 1), Math.abs(s.z - 1));

/** @param {Coordinates} v */
const areNumbers = (v) =>
  typeof v.x === 'number' && typeof v.y === 'number' && typeof v.z === 'number';

/**
 * Stores three numbers. The types are checked first, because a typed array converts strings to numbers.
 * This function and storeQuaternion are separate, because the engine allocates numbers in a larger function.
 * @param {Coordinates} v @param {any} view @param {number} at
 * @returns {boolean} false if one of them is not a number; then nothing is stored
 */
function storeCoordinates(v, view, at) {
  const { x, y, z } = v;
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return false;
  view[at] = x;
  view[at + 1] = y;
  view[at + 2] = z;
  return true;
}

/**
 * Stores four numbers, like storeCoordinates.
 * @param {Coordinates & { w: number }} q @param {any} view @param {number} at @returns {boolean}
 */
function storeQuaternion(q, view, at) {
  const { w } = q;
  if (typeof w !== 'number') return false;
  view[at + 3] = w;
  return storeCoordinates(q, view, at);
}

/** Whether position, quaternion and scale define the local matrix completely. @param {SceneObject} object */
const isComposed = (object) => object.matrixAutoUpdate && !object.pivot;

/**
 * Writes the world pose of an object. It writes numbers that are not finite unchanged: the module refuses
 * them, and then checkObject finds the property for the message.
 * @param {SceneObject} object
 * @param {Float64Array} view @param {number} at index of the first of 7 numbers
 * @param {string} name of the argument, for messages
 * @throws {TypeError} for a property of a wrong type
 * @throws {RangeError} if the world matrix is not rigid or the parents form a cycle
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
 * The fast path: writes the world pose if no object of the chain has a scale, pivot or matrix of its own that
 * changes the pose.
 * @param {SceneObject} object
 * @param {any} view a Float64Array @param {number} at @param {string} name
 * @returns {boolean} false if the matrices are needed; then the numbers in `view` are no pose
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
    else if (!(q.w * q.w > 0)) view[at + 6] = NaN; // a zero quaternion: the module refuses NaN
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
 * Like writeObjectPose, but also throws for numbers that are not finite.
 * @param {SceneObject} object
 * @param {Float64Array} view @param {number} at @param {string} name
 * @throws {TypeError | RangeError} for a value that is not a finite number, and for a world matrix that is
 *   not rigid
 */
export function writeFinitePose(object, view, at, name) {
  writeObjectPose(object, view, at, name);
  refuseInfinite(object, view, at, name);
}

/**
 * Writes the world pose of an object and the stretch of its world matrix: scale, shear and mirroring.
 * @param {SceneObject} object
 * @param {Float64Array} view @param {number} at
 * @param {Float64Array} left receives the stretch; a stretch within rounding of the identity becomes exactly
 *   the identity
 * @param {string} name
 * @throws {TypeError | RangeError} for a value that is not a finite number, and for a scale of 0
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

/**
 * Throws if one of the 7 numbers of a written pose is not finite.
 * @param {SceneObject} object @param {Float64Array} view @param {number} at @param {string} name
 */
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
    `${name}: the world matrix of ${labelOf(object)} must be finite and must not scale by 0`,
  );

/**
 * Rotates a pose about the origin by a quaternion of any length except 0.
 * @param {Coordinates & { w: number }} q @param {any} view @param {number} at
 */
function turnPose({ x, y, z, w }, view, at) {
  const px = view[at];
  const py = view[at + 1];
  const pz = view[at + 2];
  // p + (2w (v × p) + 2 v × (v × p)) / |q|² with q = (v, w)
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
  if (matrixAutoUpdate) return false; // the caller has found a pivot
  for (let i = 0; i < 16; i++) if (elements[i] !== IDENTITY[i]) return false;
  return true;
}

const world = /* @__PURE__ */ new Float64Array(16);
const stretch = /* @__PURE__ */ new Float64Array(STRETCH_LENGTH);

const local = /* @__PURE__ */ new Float64Array(16);

/**
 * The world matrix: the product of the local matrices from the root to an object.
 * @param {SceneObject} object @param {number[] | Float64Array} out receives 16 numbers, column-major
 * @param {string} name of the argument, for messages
 * @throws {RangeError} if the parents form a cycle
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
 * The product a · b of two affine matrices.
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
 * The matrix of an object relative to its parent.
 * @param {SceneObject} object @param {number[] | Float64Array} out receives 16 numbers, column-major
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

/**
 * Copies a matrix. A projective matrix becomes NaN, for which checkObject throws later.
 * @param {any} m @param {number[] | Float64Array} out
 */
function copyAffine(m, out) {
  for (let i = 0; i < 16; i++) out[i] = m[i];
  if (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1) out.fill(NaN);
}

/** Makes the pivot the fixed point of rotation and scale. @param {any} m @param {Coordinates} pivot */
function addPivot(m, { x, y, z }) {
  m[12] += x - (m[0] * x + m[4] * y + m[8] * z);
  m[13] += y - (m[1] * x + m[5] * y + m[9] * z);
  m[14] += z - (m[2] * x + m[6] * y + m[10] * z);
}

/**
 * Throws if a property of an object or of its ancestors is invalid. The message names the property.
 * @param {SceneObject} object @param {string} name of the argument, for messages
 * @throws {TypeError | RangeError}
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
  if (numbers.every((k) => k === 0))
    throw new RangeError(`${name} must not be zero, got ${format(numbers)}`);
}
