/* Converts poses of all supported forms to 7 (3D) or 3 (2D) doubles in module memory.
 *
 * writePose is the path of every query. writeForm reads all forms; the functions before it make the most frequent
 * forms fast. They check types, and leave numbers that are out of range to the module. After a refusal,
 * writeValidPose writes the pose again, checks the numbers and throws the exact message. */
import { ANGLE_MAX, POSITION_MAX } from '../../wasm/dist/abi.js';
import { format, wrongType } from '../core/errors.js';
import { isList } from '../core/is-list.js';
import { NO_VOLUME, SCALE_CURE, isUnit, writeMatrixPose } from './matrix.js';
import { checkObject, isSceneObject, writeObjectPose } from './object.js';
import { f64 } from '../core/module.js';

/**
 * Two numbers, as an array or as `{ x, y }`.
 * @typedef {readonly [number, number] | ArrayLike<number> | { x: number, y: number }} Vec2
 */

/**
 * Three numbers, as an array or as `{ x, y, z }`.
 * @typedef {readonly [number, number, number] | ArrayLike<number> | { x: number, y: number, z: number }} Vec3
 */

/**
 * As many numbers as the shape has dimensions; in 2D and 3D also as `{ x, y }` or `{ x, y, z }`.
 * @typedef {Vec2 | Vec3 | { x: number, y: number, z?: number | undefined }} Vector
 */

/**
 * A quaternion `x y z w`. It is normalised; its length must not be 0.
 * @typedef {ArrayLike<number> | { x: number, y: number, z: number, w: number }} Quat
 */

/**
 * A vector in a result: as many numbers as the shapes have dimensions.
 * @template {number} N
 * @typedef {N extends 2 ? [number, number] : N extends 3 ? [number, number, number] : number[]} Coordinates
 */

/**
 * The dimension of a vector argument as far as its type determines it, otherwise 2 | 3.
 * @template V
 * @typedef {V extends { readonly length: infer L } ? (L extends 2 | 3 ? L : 2 | 3)
 *   : 'z' extends keyof V ? (V extends { z: number } ? 3 : 2 | 3) : 2} DimensionOf
 */

/**
 * The pose of a 3D shape: world = rotation · local + position. One of
 * - `{ position, quaternion }`; a missing part is the identity,
 * - a three.js Object3D, which means its current world pose,
 * - a body of Rapier: `{ translation(), rotation() }`,
 * - a rigid 4×4 matrix: 16 numbers, column-major, or `{ elements }`,
 * - 7 numbers `px py pz qx qy qz qw`,
 * - null or undefined, which mean the identity.
 *
 * Each coordinate of the position is at most 1e150 in magnitude. A pose must not scale: a scale may differ
 * from 1 by at most 1e-6. For a scaled shape, use Transformed.
 * @typedef {{ position?: Vec3 | undefined, quaternion?: Quat | undefined }
 *   | { translation: () => Vec3, rotation: () => Quat }
 *   | { elements: ArrayLike<number> }
 *   | ArrayLike<number> | null | undefined} Pose3
 */

/**
 * The pose of a 2D shape. One of
 * - `{ position, angle }` with the angle in radians, counter-clockwise; a missing part is 0,
 * - a body of Rapier: `{ translation(), rotation() }`,
 * - 3 numbers `px py angle`,
 * - null or undefined, which mean the identity.
 *
 * Each coordinate of the position is at most 1e150 in magnitude, the angle at most 1e9.
 * @typedef {{ position?: Vec2 | undefined, angle?: number | undefined }
 *   | { translation: () => Vec2, rotation: () => number }
 *   | ArrayLike<number> | null | undefined} Pose2
 */

/** @typedef {Pose3 | Pose2} Pose */

/**
 * Writes a pose to f64. Numbers out of range may be written unchanged; the module refuses them.
 * @param {Pose} pose
 * @param {number} dimension 2 or 3
 * @param {number} at index into f64
 * @param {string} name of the argument for messages, e.g. 'poseA'
 * @throws {TypeError} for a value that is not a pose
 * @throws {RangeError} for a matrix or an object that is not rigid; for some forms also for NaN, infinity and
 *   a zero quaternion
 */
export function writePose(pose, dimension, at, name) {
  if (dimension !== 3) {
    if (pose instanceof Float64Array && pose.length === 3) copyPose2(pose, at);
    else writeFast2(/** @type {any} */ (pose), at, name);
  } else if (pose instanceof Float64Array && pose.length === 7) copyPose3(pose, at);
  else writeFast3(/** @type {any} */ (pose), at, name);
}

/** Short, so that the engine inlines it. @param {ArrayLike<any>} pose @param {number} at */
function copyPose3(pose, at) {
  const view = f64;
  view[at] = pose[0];
  view[at + 1] = pose[1];
  view[at + 2] = pose[2];
  view[at + 3] = pose[3];
  view[at + 4] = pose[4];
  view[at + 5] = pose[5];
  view[at + 6] = pose[6];
}

/** @param {ArrayLike<any>} pose @param {number} at */
function copyPose2(pose, at) {
  const view = f64;
  view[at] = pose[0];
  view[at + 1] = pose[1];
  view[at + 2] = pose[2];
}

/**
 * Writes the common forms of a 3D pose. It checks types, because a typed array converts strings to numbers.
 * It leaves the values to the module, which saves 80 ns a query. Every other form goes to writeForm.
 * @param {any} pose @param {number} at @param {string} name
 */
function writeFast3(pose, at, name) {
  const view = f64;
  if (pose === null || typeof pose !== 'object') return writeForm(pose, 3, at, name);
  const { position, quaternion, scale } = pose;
  if (!position || !quaternion) return writeForm(pose, 3, at, name);
  if (scale !== undefined) {
    if (isSceneObject(pose)) return writeObjectPose(pose, view, at, name);
    if (!(scale?.x === 1 && scale.y === 1 && scale.z === 1)) return writeForm(pose, 3, at, name);
  }
  let x;
  let y;
  let z;
  let a;
  let b;
  let c;
  let d;
  if (position.length === 3) {
    x = position[0];
    y = position[1];
    z = position[2];
  } else {
    x = position.x;
    y = position.y;
    z = position.z;
  }
  if (quaternion.length === 4) {
    a = quaternion[0];
    b = quaternion[1];
    c = quaternion[2];
    d = quaternion[3];
  } else {
    a = quaternion.x;
    b = quaternion.y;
    c = quaternion.z;
    d = quaternion.w;
  }
  if (
    typeof x !== 'number' ||
    typeof y !== 'number' ||
    typeof z !== 'number' ||
    typeof a !== 'number' ||
    typeof b !== 'number' ||
    typeof c !== 'number' ||
    typeof d !== 'number'
  ) {
    return writeForm(pose, 3, at, name);
  }
  view[at] = x;
  view[at + 1] = y;
  view[at + 2] = z;
  view[at + 3] = a;
  view[at + 4] = b;
  view[at + 5] = c;
  view[at + 6] = d;
}

/** Like writeFast3, for 2D poses. @param {any} pose @param {number} at @param {string} name */
function writeFast2(pose, at, name) {
  const view = f64;
  if (pose === null || typeof pose !== 'object') return writeForm(pose, 2, at, name);
  const { position, angle, quaternion, rotation, scale } = pose;
  if (
    !position ||
    typeof angle !== 'number' ||
    quaternion !== undefined ||
    rotation !== undefined ||
    scale !== undefined
  )
    return writeForm(pose, 2, at, name);
  let x;
  let y;
  if (position.length === 2) {
    x = position[0];
    y = position[1];
  } else {
    x = position.x;
    y = position.y;
  }
  if (typeof x !== 'number' || typeof y !== 'number') return writeForm(pose, 2, at, name);
  view[at] = x;
  view[at + 1] = y;
  view[at + 2] = angle;
}

/**
 * Like writePose, but also throws for numbers that the module would refuse: for poses that are stored, and for
 * poses that the module has refused.
 * @param {Pose} pose @param {number} dimension @param {number} at index into f64
 * @param {string} name
 * @throws {TypeError | RangeError}
 */
export function writeValidPose(pose, dimension, at, name) {
  writePose(pose, dimension, at, name);
  if (dimension === 3 ? isValid3(f64, at) : isValid2(f64, at)) return;
  if (isSceneObject(pose)) checkObject(pose, name);
  throw invalidNumber(f64, dimension, at, name);
}

/** @param {any} view f64 @param {number} at */
const isValid3 = (view, at) =>
  Math.abs(view[at]) <= POSITION_MAX &&
  Math.abs(view[at + 1]) <= POSITION_MAX &&
  Math.abs(view[at + 2]) <= POSITION_MAX &&
  isRotation(view, at + 3);

/** @param {any} view f64 @param {number} at */
function isRotation(view, at) {
  const size =
    Math.abs(view[at]) + Math.abs(view[at + 1]) + Math.abs(view[at + 2]) + Math.abs(view[at + 3]);
  return size > 0 && size < Infinity;
}

/** @param {any} view f64 @param {number} at */
const isValid2 = (view, at) =>
  Math.abs(view[at]) <= POSITION_MAX &&
  Math.abs(view[at + 1]) <= POSITION_MAX &&
  Math.abs(view[at + 2]) <= ANGLE_MAX;

/**
 * The error for a written pose that is not valid.
 * @param {any} view f64 @param {number} n dimension @param {number} at @param {string} name
 */
function invalidNumber(view, n, at, name) {
  for (let i = 0; i < n; i++)
    if (!(Math.abs(view[at + i]) <= POSITION_MAX))
      return outOfRange(`${name}.position.${AXES[i]}`, view[at + i], POSITION_MAX);
  if (n === 2) return outOfRange(`${name}.angle`, view[at + 2], ANGLE_MAX);
  return invalidQuaternion(Array.from(view.subarray(at + 3, at + 7)), name);
}

/** @param {number[]} q @param {string} name of the pose */
function invalidQuaternion(q, name) {
  const long = q.every(Number.isFinite) ? 'must have a finite length' : 'must be finite';
  const wanted = q.every((x) => x === 0) ? 'must not be zero' : long;
  return new RangeError(`${name}.quaternion ${wanted}, got ${format(q)}`);
}

/** @param {string} name @param {unknown} value @param {number} limit of the magnitude */
const outOfRange = (name, value, limit) =>
  new RangeError(`${name} must be a finite number of magnitude <= ${limit}, got ${format(value)}`);

// ---- all forms -----------------------------------------------------------------------------------

const FORMS_3D =
  '{ position, quaternion }, { translation(), rotation() }, a 4×4 matrix, 7 numbers or null';
const FORMS_2D = '{ position, angle }, { translation(), rotation() }, 3 numbers or null';

/**
 * Writes a pose of any form.
 * @param {any} pose @param {number} n dimension @param {number} at @param {string} name
 */
function writeForm(pose, n, at, name) {
  const forms = n === 3 ? FORMS_3D : FORMS_2D;
  if (pose === undefined || pose === null) return writeIdentity(n, at);
  if (typeof pose !== 'object') throw wrongType(name, forms, pose);
  if (isSceneObject(pose)) return writeSceneObject(pose, n, at, name);
  const rotation = n === 3 ? pose.quaternion : pose.angle;
  if (pose.position !== undefined || rotation !== undefined) {
    checkRotations(pose, rotation, n, name);
    if (rotation === undefined) writeIdentity(n, at);
    writePosition(pose.position, n, at, name, 'position');
    if (rotation !== undefined) writeRotation(rotation, n, at, name);
  } else if (typeof pose.translation === 'function' && typeof pose.rotation === 'function') {
    writePosition(pose.translation(), n, at, name, 'translation()');
    writeRotation(pose.rotation(), n, at, name);
  } else if (isList(pose)) {
    if (n === 3 && pose.length === 16) return writeMatrixPose(pose, f64, at, name);
    if (pose.length !== (n === 3 ? 7 : 3))
      throw new TypeError(`${name} must be a ${n}D pose (${forms}), got ${pose.length} numbers`);
    writeList(pose, n, at, name);
  } else if (n === 3 && isList(pose.elements) && pose.elements.length === 16) {
    return writeMatrixPose(pose.elements, f64, at, name);
  } else if (isEmpty(pose)) {
    return writeIdentity(n, at);
  } else {
    refuseOtherRotations(pose, n, name);
    throw wrongType(name, forms, pose);
  }
  if (pose.scale !== undefined) refuseScale(pose.scale, name, n);
}

/** @param {number} n dimension @param {number} at */
function writeIdentity(n, at) {
  const view = f64;
  const zeros = n === 3 ? 6 : 3;
  for (let i = 0; i < zeros; i++) view[at + i] = 0;
  if (n === 3) view[at + 6] = 1;
}

/** @param {import('./object.js').SceneObject} object @param {number} n @param {number} at @param {string} name */
function writeSceneObject(object, n, at, name) {
  if (n === 3) return writeObjectPose(object, f64, at, name);
  throw new TypeError(
    `${name} must be a 2D pose such as { position, angle }, got an Object3D, which is a 3D pose`,
  );
}

/** @param {ArrayLike<any>} list 7 or 3 numbers @param {number} n @param {number} at @param {string} name */
function writeList(list, n, at, name) {
  if (n === 3) {
    writeVector(list[0], list[1], list[2], n, at, name, 'position');
    writeQuaternion(list[3], list[4], list[5], list[6], at + 3, name);
  } else {
    writeVector(list[0], list[1], 0, n, at, name, 'position');
    writeRotation(list[2], n, at, name);
  }
}

/** @param {any} v @param {number} n @param {number} at @param {string} name @param {string} part */
function writePosition(v, n, at, name, part) {
  if (v === undefined) {
    writeVector(0, 0, 0, n, at, name, part);
  } else if (isList(v)) {
    if (v.length !== n)
      throw new TypeError(`${name}.${part} must have ${n} numbers, got ${format(v)}`);
    writeVector(v[0], v[1], n === 3 ? v[2] : 0, n, at, name, part);
  } else if (typeof v === 'object' && v !== null) {
    writeVector(v.x, v.y, n === 3 ? v.z : 0, n, at, name, part);
  } else {
    const wanted = n === 3 ? '3 numbers or { x, y, z }' : '2 numbers or { x, y }';
    throw wrongType(`${name}.${part}`, wanted, v);
  }
}

const AXES = ['x', 'y', 'z'];

/**
 * @param {any} x @param {any} y @param {any} z ignored in 2D
 * @param {number} n @param {number} at @param {string} name @param {string} part
 */
function writeVector(x, y, z, n, at, name, part) {
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') {
    const axis = [x, y, z].findIndex((value) => typeof value !== 'number');
    throw wrongType(`${name}.${part}.${AXES[axis]}`, 'a number', [x, y, z][axis]);
  }
  f64[at] = x;
  f64[at + 1] = y;
  if (n === 3) f64[at + 2] = z;
}

/** @param {any} r a quaternion or an angle @param {number} n @param {number} at @param {string} name */
function writeRotation(r, n, at, name) {
  if (n === 2) {
    if (typeof r !== 'number') throw wrongType(`${name}.angle`, 'a number', r);
    f64[at + 2] = r;
  } else if (isList(r)) {
    if (r.length !== 4)
      throw new TypeError(`${name}.quaternion must have 4 numbers, got ${format(r)}`);
    writeQuaternion(r[0], r[1], r[2], r[3], at + 3, name);
  } else if (typeof r === 'object' && r !== null) {
    writeQuaternion(r.x, r.y, r.z, r.w, at + 3, name);
  } else {
    throw wrongType(`${name}.quaternion`, '4 numbers or { x, y, z, w }', r);
  }
}

/**
 * @param {any} x @param {any} y @param {any} z @param {any} w
 * @param {number} at @param {string} name
 */
function writeQuaternion(x, y, z, w, at, name) {
  if (
    typeof x !== 'number' ||
    typeof y !== 'number' ||
    typeof z !== 'number' ||
    typeof w !== 'number'
  ) {
    throw wrongType(`${name}.quaternion`, '4 numbers', [x, y, z, w]);
  }
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(w);
  if (!(size > 0 && size < Infinity)) throw invalidQuaternion([x, y, z, w], name);
  f64[at] = x;
  f64[at + 1] = y;
  f64[at + 2] = z;
  f64[at + 3] = w;
}

/**
 * Throws for a rotation beside the pose's own, or instead of it.
 * @param {any} pose @param {any} rotation a quaternion or an angle @param {number} n @param {string} name
 */
function checkRotations(pose, rotation, n, name) {
  if (rotation === undefined || (n === 2 && pose.quaternion !== undefined))
    refuseOtherRotations(pose, n, name);
  if (n === 2 && typeof pose.rotation === 'number' && pose.rotation !== rotation)
    throw new TypeError(
      `${name} must not have a rotation that differs from its angle, got angle ` +
        `${format(rotation)} and rotation ${format(pose.rotation)}: pass { position, angle } in radians`,
    );
}

/** Keys under which other libraries store a rotation. */
const OTHER_ROTATIONS = ['rotation', 'orientation', 'euler'];
const OTHER_ROTATIONS_3D = [...OTHER_ROTATIONS, 'angle'];
const OTHER_ROTATIONS_2D = [...OTHER_ROTATIONS, 'quaternion'];

/**
 * Throws for a rotation under a key that poses do not support.
 * @param {any} pose @param {number} n @param {string} name
 */
function refuseOtherRotations(pose, n, name) {
  for (const key of n === 3 ? OTHER_ROTATIONS_3D : OTHER_ROTATIONS_2D)
    if (pose[key] !== undefined)
      throw new TypeError(
        `${name} must not have the key ${key}: a ${n}D pose stores its rotation as ` +
          (n === 3
            ? 'a quaternion; new Quaternion().setFromEuler(…) of three.js converts Euler angles'
            : 'an angle in radians, { position, angle }'),
      );
}

/** Whether a pose is `{}`. Instances of classes can have private data instead. @param {object} pose */
export function isEmpty(pose) {
  const prototype = Object.getPrototypeOf(pose);
  // Object.prototype of any realm has no prototype itself
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return plain && Object.keys(pose).length === 0;
}

/** Throws unless a scale is 1 up to rounding. @param {any} s @param {string} name @param {number} n */
function refuseScale(s, name, n) {
  if (typeof s !== 'number' && (typeof s !== 'object' || s === null))
    throw wrongType(
      `${name}.scale`,
      n === 3 ? 'a number, 3 numbers or { x, y, z }' : 'a number, 2 numbers or { x, y }',
      s,
    );
  const factors =
    typeof s === 'number' ? [s] : isList(s) ? Array.from(s) : [s.x, s.y, s.z].slice(0, n);
  if (factors.every((x) => typeof x === 'number' && isUnit(x))) return;
  throw new RangeError(
    `${name}.scale must be 1, got ${format(typeof s === 'number' ? s : factors)}: ` +
      (factors.includes(0) ? NO_VOLUME : SCALE_CURE),
  );
}
