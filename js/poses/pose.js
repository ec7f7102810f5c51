/* Converts poses of all supported forms to 7 (3D) or 3 (2D) doubles in module memory.
 *
 * writePose is the fast path of every query. It checks types only, because the module refuses invalid
 * numbers. After a refusal, checkPose reads the same pose again, checks every number and throws the exact
 * message. */
import { ANGLE_MAX, POSITION_MAX } from '../../wasm/dist/abi.js';
import { format, wrongType } from '../core/errors.js';
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

/** @param {unknown} v @returns {v is ArrayLike<number>} */
const isList = (v) => Array.isArray(v) || (ArrayBuffer.isView(v) && !(v instanceof DataView));

const FORMS_3D =
  '{ position, quaternion }, { translation(), rotation() }, a 4×4 matrix, 7 numbers or null';
const FORMS_2D = '{ position, angle }, { translation(), rotation() }, 3 numbers or null';

/**
 * The error for a coordinate or an angle that is out of range.
 * @param {string} name @param {unknown} value
 * @param {number} limit of the magnitude
 * @returns {Error}
 */
function wrongNumber(name, value, limit) {
  if (typeof value !== 'number') return wrongType(name, 'a number', value);
  return new RangeError(
    `${name} must be a finite number of magnitude <= ${limit}, got ${format(value)}`,
  );
}

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
 * It leaves the values to the module, which saves 80 ns a query. Every other form goes to writePose3.
 * @param {any} pose @param {number} at @param {string} name
 */
function writeFast3(pose, at, name) {
  const view = f64;
  if (pose === null || typeof pose !== 'object') return writePose3(pose, at, name);
  const { position, quaternion, scale } = pose;
  if (!position || !quaternion) return writePose3(pose, at, name);
  if (scale !== undefined) {
    if (isSceneObject(pose)) return writeObjectPose(pose, view, at, name);
    if (!(scale?.x === 1 && scale.y === 1 && scale.z === 1)) return writePose3(pose, at, name);
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
    return writePose3(pose, at, name);
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
  if (pose === null || typeof pose !== 'object') return writePose2(pose, at, name);
  const { position, angle, quaternion, rotation, scale } = pose;
  if (
    !position ||
    typeof angle !== 'number' ||
    quaternion !== undefined ||
    rotation !== undefined ||
    scale !== undefined
  )
    return writePose2(pose, at, name);
  let x;
  let y;
  if (position.length === 2) {
    x = position[0];
    y = position[1];
  } else {
    x = position.x;
    y = position.y;
  }
  if (typeof x !== 'number' || typeof y !== 'number') return writePose2(pose, at, name);
  view[at] = x;
  view[at + 1] = y;
  view[at + 2] = angle;
}

/**
 * Writes a pose and checks every number. Called after the module has refused a pose, it throws the reason.
 * @param {Pose} pose @param {number} dimension @param {number} at index into f64
 * @param {string} name
 * @throws {TypeError | RangeError}
 */
export function checkPose(pose, dimension, at, name) {
  if (dimension === 3) writePose3(/** @type {any} */ (pose), at, name);
  else writePose2(/** @type {any} */ (pose), at, name);
}

/**
 * Like writePose, for a pose that is stored: it also throws for numbers that the module would refuse later.
 * @param {Pose} pose @param {number} dimension @param {number} at index into f64
 * @param {string} name
 */
export function writeValidPose(pose, dimension, at, name) {
  writePose(pose, dimension, at, name);
  if (!(dimension === 3 ? isValid3(f64, at) : isValid2(f64, at)))
    checkPose(pose, dimension, at, name);
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

/** @param {any} pose @param {number} at @param {string} name */
function writePose3(pose, at, name) {
  if (pose === undefined || pose === null) {
    f64.fill(0, at, at + 6);
    f64[at + 6] = 1;
    return;
  }
  if (typeof pose !== 'object') throw wrongType(name, FORMS_3D, pose);
  if (isSceneObject(pose)) return writeCheckedObject(pose, at, name);
  const { position, quaternion } = pose;
  if (position !== undefined || quaternion !== undefined) {
    writePosition3(position, at, name, 'position');
    if (quaternion === undefined) {
      refuseOtherRotations(pose, 3, name);
      storeQuaternion(0, 0, 0, 1, at + 3, name);
    } else {
      writeQuaternion(quaternion, at + 3, name);
    }
    if (pose.scale !== undefined) refuseScale(pose.scale, name);
  } else if (typeof pose.translation === 'function' && typeof pose.rotation === 'function') {
    writePosition3(pose.translation(), at, name, 'translation()');
    writeQuaternion(pose.rotation(), at + 3, name);
    if (pose.scale !== undefined) refuseScale(pose.scale, name);
  } else if (isList(pose) && pose.length === 7) {
    storePosition3(pose[0], pose[1], pose[2], at, name, 'position');
    storeQuaternion(pose[3], pose[4], pose[5], pose[6], at + 3, name);
  } else if (isList(pose) && pose.length === 16) {
    writeMatrix(pose, at, name);
  } else if (isList(pose.elements) && pose.elements.length === 16) {
    writeMatrix(pose.elements, at, name);
  } else if (isList(pose)) {
    throw new TypeError(`${name} must be a 3D pose (${FORMS_3D}), got ${pose.length} numbers`);
  } else if (isEmpty(pose)) {
    writePose3(null, at, name);
  } else {
    refuseOtherRotations(pose, 3, name);
    throw wrongType(name, FORMS_3D, pose);
  }
}

/** @param {import('./object.js').SceneObject} object @param {number} at @param {string} name */
function writeCheckedObject(object, at, name) {
  checkObject(object, name);
  writeObjectPose(object, f64, at, name);
  storePosition3(f64[at], f64[at + 1], f64[at + 2], at, name, 'position');
}

/** @param {ArrayLike<unknown>} m @param {number} at @param {string} name */
function writeMatrix(m, at, name) {
  writeMatrixPose(m, f64, at, name);
  storePosition3(f64[at], f64[at + 1], f64[at + 2], at, name, 'position');
}

/** Keys under which other libraries store a rotation. */
const OTHER_ROTATIONS = ['rotation', 'orientation', 'euler'];

/**
 * Throws for a rotation under a key that poses do not support.
 * @param {any} pose @param {2 | 3} n @param {string} name
 */
function refuseOtherRotations(pose, n, name) {
  for (const key of [...OTHER_ROTATIONS, n === 3 ? 'angle' : 'quaternion'])
    if (pose[key] !== undefined)
      throw new TypeError(
        `${name} must not have the key ${key}: a ${n}D pose stores its rotation as ` +
          (n === 3
            ? 'a quaternion; new Quaternion().setFromEuler(…) of three.js converts Euler angles'
            : 'an angle in radians, { position, angle }'),
      );
}

/** @param {any} v @param {number} at @param {string} name @param {string} part */
function writePosition3(v, at, name, part) {
  if (v === undefined) {
    storePosition3(0, 0, 0, at, name, part);
  } else if (isList(v)) {
    if (v.length !== 3)
      throw new TypeError(`${name}.${part} must have 3 numbers, got ${format(v)}`);
    storePosition3(v[0], v[1], v[2], at, name, part);
  } else if (typeof v === 'object' && v !== null) {
    storePosition3(v.x, v.y, v.z, at, name, part);
  } else {
    throw wrongType(`${name}.${part}`, '3 numbers or { x, y, z }', v);
  }
}

/**
 * @param {any} x @param {any} y @param {any} z
 * @param {number} at @param {string} name @param {string} part
 */
function storePosition3(x, y, z, at, name, part) {
  storeCoordinate(x, POSITION_MAX, at, name, part, '.x');
  storeCoordinate(y, POSITION_MAX, at + 1, name, part, '.y');
  storeCoordinate(z, POSITION_MAX, at + 2, name, part, '.z');
}

/**
 * @param {any} x @param {number} limit
 * @param {number} at @param {string} name @param {string} part @param {string} axis
 */
function storeCoordinate(x, limit, at, name, part, axis) {
  if (typeof x !== 'number' || !(Math.abs(x) <= limit))
    throw wrongNumber(`${name}.${part}${axis}`, x, limit);
  f64[at] = x;
}

/** @param {any} q @param {number} at @param {string} name */
function writeQuaternion(q, at, name) {
  if (isList(q)) {
    if (q.length !== 4)
      throw new TypeError(`${name}.quaternion must have 4 numbers, got ${format(q)}`);
    storeQuaternion(q[0], q[1], q[2], q[3], at, name);
  } else if (typeof q === 'object' && q !== null) {
    storeQuaternion(q.x, q.y, q.z, q.w, at, name);
  } else {
    throw wrongType(`${name}.quaternion`, '4 numbers or { x, y, z, w }', q);
  }
}

/**
 * @param {any} x @param {any} y @param {any} z @param {any} w
 * @param {number} at @param {string} name
 */
function storeQuaternion(x, y, z, w, at, name) {
  if (
    typeof x !== 'number' ||
    typeof y !== 'number' ||
    typeof z !== 'number' ||
    typeof w !== 'number'
  ) {
    throw wrongType(`${name}.quaternion`, '4 numbers', [x, y, z, w]);
  }
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(w);
  if (!(size > 0 && size < Infinity)) {
    const q = [x, y, z, w];
    const long = q.every(Number.isFinite) ? 'must have a finite length' : 'must be finite';
    const wanted = size === 0 ? 'must not be zero' : long;
    throw new RangeError(`${name}.quaternion ${wanted}, got ${format(q)}`);
  }
  f64[at] = x;
  f64[at + 1] = y;
  f64[at + 2] = z;
  f64[at + 3] = w;
}

/** Whether a pose is `{}`. Instances of classes can have private data instead. @param {object} pose */
export function isEmpty(pose) {
  const prototype = Object.getPrototypeOf(pose);
  // Object.prototype of any realm has no prototype itself
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return plain && Object.keys(pose).length === 0;
}

/** Throws unless a scale is 1 up to rounding. @param {any} s @param {string} name @param {2 | 3} [n] */
function refuseScale(s, name, n = 3) {
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

/** @param {any} pose @param {number} at @param {string} name */
function writePose2(pose, at, name) {
  let position;
  let angle = 0;
  if (pose === undefined || pose === null) {
    f64.fill(0, at, at + 3);
    return;
  }
  if (typeof pose !== 'object') throw wrongType(name, FORMS_2D, pose);
  if (isSceneObject(pose))
    throw new TypeError(
      `${name} must be a 2D pose such as { position, angle }, got an Object3D, which is a 3D pose`,
    );
  if (isList(pose)) {
    if (pose.length !== 3) {
      throw new TypeError(`${name} must be a 2D pose (${FORMS_2D}), got ${pose.length} numbers`);
    }
    position = [pose[0], pose[1]];
    angle = /** @type {number} */ (pose[2]);
  } else if (pose.position !== undefined || pose.angle !== undefined) {
    if (pose.angle === undefined || pose.quaternion !== undefined)
      refuseOtherRotations(pose, 2, name);
    if (typeof pose.rotation === 'number' && pose.rotation !== pose.angle)
      throw new TypeError(
        `${name} must not have a rotation that differs from its angle, got angle ` +
          `${format(pose.angle)} and rotation ${format(pose.rotation)}: pass { position, angle } in radians`,
      );
    position = pose.position;
    if (pose.angle !== undefined) angle = pose.angle;
  } else if (typeof pose.translation === 'function' && typeof pose.rotation === 'function') {
    position = pose.translation();
    angle = pose.rotation();
  } else if (!isEmpty(pose)) {
    refuseOtherRotations(pose, 2, name);
    throw wrongType(name, FORMS_2D, pose);
  }
  if (position === undefined) {
    storePosition2(0, 0, at, name);
  } else if (isList(position)) {
    if (position.length !== 2)
      throw new TypeError(`${name}.position must have 2 numbers, got ${format(position)}`);
    storePosition2(position[0], position[1], at, name);
  } else if (typeof position === 'object' && position !== null) {
    storePosition2(position.x, position.y, at, name);
  } else {
    throw wrongType(`${name}.position`, '2 numbers or { x, y }', position);
  }
  storeCoordinate(angle, ANGLE_MAX, at + 2, name, 'angle', '');
  if (/** @type {any} */ (pose).scale !== undefined)
    refuseScale(/** @type {any} */ (pose).scale, name, 2);
}

/** @param {any} x @param {any} y @param {number} at @param {string} name */
function storePosition2(x, y, at, name) {
  storeCoordinate(x, POSITION_MAX, at, name, 'position', '.x');
  storeCoordinate(y, POSITION_MAX, at + 1, name, 'position', '.y');
}
