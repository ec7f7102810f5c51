/* Splits an affine 4×4 matrix into a pose and a stretch: M = T · R · U, where T is a translation, R a
 * rotation and U upper triangular (Gram–Schmidt). If the matrix is rigid, U is the identity. If it
 * scales or mirrors without shear, U is diagonal. */
import { format } from '../core/errors.js';

/** The largest deviation of a scale from 1 that counts as rounding, e.g. of three's `attach()` or of single
 * precision. The term 1e-12 covers the rounding of 1 + 1e-6 - 1. */
export const SCALE_TOLERANCE = 1e-6 + 1e-12;

/** The length of a stretch: the diagonal of U, then its entries xy, xz and yz. */
export const STRETCH_LENGTH = 6;
/** The stretch of a rigid matrix. It is a Float64Array like every other stretch, because a comparison of
 * arrays of different types allocates numbers. */
export const NO_STRETCH = /* @__PURE__ */ new Float64Array([1, 1, 1, 0, 0, 0]);

/** The end of a message about a scaled pose: how to scale the shape instead. */
export const SCALE_CURE =
  'create the shape in its final size, or use Transformed; for a three.js object, ' +
  'use shapeAndPoseOf of growth-distance/three';

/** The end of a message about a scale of 0, which Transformed does not accept either. */
export const NO_VOLUME = 'a scale of 0 leaves no volume';

/**
 * If |det U| is at most this fraction of the product of the column lengths, the volume is 0 up to rounding.
 */
const FLAT = 1e-14;

/**
 * Splits a matrix. If the matrix is singular, some of the numbers are NaN.
 * @param {ArrayLike<any>} m 16 numbers, column-major
 * @param {Float64Array} view receives the pose, 7 numbers
 * @param {number} at index into view
 * @param {Float64Array} stretch receives U; its third number is negative if the matrix mirrors
 */
export function splitMatrix(m, view, at, stretch) {
  const sx = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  const x0 = m[0] / sx;
  const x1 = m[1] / sx;
  const x2 = m[2] / sx;
  const xy = x0 * m[4] + x1 * m[5] + x2 * m[6];
  let y0 = m[4] - xy * x0;
  let y1 = m[5] - xy * x1;
  let y2 = m[6] - xy * x2;
  const sy = Math.sqrt(y0 * y0 + y1 * y1 + y2 * y2);
  y0 /= sy;
  y1 /= sy;
  y2 /= sy;
  const z0 = x1 * y2 - x2 * y1;
  const z1 = x2 * y0 - x0 * y2;
  const z2 = x0 * y1 - x1 * y0;
  stretch[0] = sx;
  stretch[1] = sy;
  stretch[2] = z0 * m[8] + z1 * m[9] + z2 * m[10];
  stretch[3] = xy;
  stretch[4] = x0 * m[8] + x1 * m[9] + x2 * m[10];
  stretch[5] = y0 * m[8] + y1 * m[9] + y2 * m[10];
  view[at] = m[12];
  view[at + 1] = m[13];
  view[at + 2] = m[14];
  axes[0] = x0;
  axes[1] = x1;
  axes[2] = x2;
  axes[3] = y0;
  axes[4] = y1;
  axes[5] = y2;
  axes[6] = z0;
  axes[7] = z1;
  axes[8] = z2;
  writeRotation(axes, view, at + 3);
}

/** The columns of a rotation. If they were separate arguments, the engine would allocate them on the heap. */
const axes = /* @__PURE__ */ new Float64Array(9);

/**
 * Converts a rotation matrix to a quaternion. The largest component is computed from the diagonal, where
 * nothing cancels. The other components are quotients by it.
 * @param {any} columns 9 numbers
 * @param {Float64Array} view @param {number} at
 */
function writeRotation(columns, view, at) {
  const x0 = columns[0];
  const x1 = columns[1];
  const x2 = columns[2];
  const y0 = columns[3];
  const y1 = columns[4];
  const y2 = columns[5];
  const z0 = columns[6];
  const z1 = columns[7];
  const z2 = columns[8];
  const trace = x0 + y1 + z2;
  let a;
  let b;
  let c;
  let w;
  if (trace > 0) {
    w = Math.sqrt(1 + trace);
    a = (y2 - z1) / w;
    b = (z0 - x2) / w;
    c = (x1 - y0) / w;
  } else if (x0 >= y1 && x0 >= z2) {
    a = Math.sqrt(1 + x0 - y1 - z2);
    b = (x1 + y0) / a;
    c = (z0 + x2) / a;
    w = (y2 - z1) / a;
  } else if (y1 >= z2) {
    b = Math.sqrt(1 - x0 + y1 - z2);
    a = (x1 + y0) / b;
    c = (y2 + z1) / b;
    w = (z0 - x2) / b;
  } else {
    c = Math.sqrt(1 - x0 - y1 + z2);
    a = (z0 + x2) / c;
    b = (y2 + z1) / c;
    w = (x1 - y0) / c;
  }
  view[at] = a / 2;
  view[at + 1] = b / 2;
  view[at + 2] = c / 2;
  view[at + 3] = w / 2;
}

/** Whether a scale factor is 1 up to rounding. @param {number} s */
export const isUnit = (s) => Math.abs(s - 1) <= SCALE_TOLERANCE;

/** Whether a stretch is the identity up to rounding. @param {ArrayLike<any>} stretch */
export const isRigid = (stretch) => isSameStretch(stretch, NO_STRETCH);

/**
 * Whether a stretch has entries off the diagonal that are not rounding. The limit is twice the limit of a
 * scale, because a shear of 2e-6 changes lengths by 1e-6.
 * @param {ArrayLike<any>} u
 */
export const shears = (u) =>
  isOff(u[3], u[0], u[1]) || isOff(u[4], u[0], u[2]) || isOff(u[5], u[1], u[2]);

/**
 * Whether an off-diagonal entry is larger than rounding.
 * @param {number} shear @param {number} a @param {number} b the diagonal entries of its two columns
 */
const isOff = (shear, a, b) =>
  Math.abs(shear) > 2 * SCALE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b));

/**
 * Whether entry i of two stretches differs by more than rounding; a and b are its two columns. The function
 * takes arrays, because the engine allocates number arguments on the heap.
 * @param {ArrayLike<any>} u @param {ArrayLike<any>} v
 * @param {number} i @param {number} a @param {number} b
 */
const isOffBy = (u, v, i, a, b) =>
  Math.abs(u[i] - v[i]) > 2 * SCALE_TOLERANCE * Math.max(Math.abs(v[a]), Math.abs(v[b]));

/** Whether the volume of a stretch is 0 or NaN. @param {ArrayLike<any>} u */
export const isSingular = (u) => !(Math.abs(u[0] * u[1] * u[2]) > 0);

/** Whether two stretches are equal up to rounding. @param {ArrayLike<any>} u @param {ArrayLike<any>} v */
export function isSameStretch(u, v) {
  for (let i = 0; i < 3; i++) if (!(Math.abs(u[i] / v[i] - 1) <= SCALE_TOLERANCE)) return false;
  return !(isOffBy(u, v, 3, 0, 1) || isOffBy(u, v, 4, 0, 2) || isOffBy(u, v, 5, 1, 2));
}

/**
 * The scale as three.js defines it: the lengths of the columns, the first one negative if the matrix mirrors.
 * @param {ArrayLike<any>} u
 */
export const scaleOf = (u) => [
  u[2] < 0 ? -u[0] : u[0],
  Math.hypot(u[3], u[1]),
  Math.hypot(u[4], u[5], u[2]),
];

/**
 * The error for a matrix that is not rigid.
 * @param {ArrayLike<any>} m 16 numbers, column-major @param {ArrayLike<any>} stretch its U
 * @param {string} subject the start of the message, before the verb
 */
export function notRigid(m, stretch, subject) {
  const lengths = /** @type {[number, number, number]} */ (
    [0, 4, 8].map((i) => Math.hypot(m[i], m[i + 1], m[i + 2]))
  );
  const box = lengths[0] * lengths[1] * lengths[2];
  const volume = Math.abs(stretch[0] * stretch[1] * stretch[2]);
  if (box < Infinity && !(volume > FLAT * box)) {
    const what = box === 0 ? `scales by ${format(lengths)}` : 'flattens';
    return new RangeError(`${subject} ${what}, but a pose must be rigid: ${NO_VOLUME}`);
  }
  const what = shears(stretch)
    ? 'shears'
    : stretch[2] < 0 && isUnit(-stretch[2])
      ? 'mirrors'
      : `scales by ${format(lengths)}`;
  return new RangeError(`${subject} ${what}, but a pose must be rigid: ${SCALE_CURE}`);
}

/**
 * Copies an affine matrix, and reads each number exactly once.
 * @param {ArrayLike<unknown>} m 16 numbers, column-major
 * @param {Float64Array} out receives them
 * @param {string} name of the matrix, for messages
 * @throws {TypeError | RangeError} unless all numbers are finite and the last row is 0, 0, 0, 1
 */
export function readAffine(m, out, name) {
  for (let i = 0; i < 16; i++) {
    const x = m[i];
    if (typeof x !== 'number')
      throw new TypeError(`${name}[${i}] must be a number, got ${format(x)}`);
    if (!Number.isFinite(x)) throw new RangeError(`${name}[${i}] must be finite, got ${format(x)}`);
    out[i] = x;
  }
  if (out[3] === 0 && out[7] === 0 && out[11] === 0 && out[15] === 1) return;
  const row = [out[3], out[7], out[11], out[15]];
  throw new RangeError(
    `${name} must have the last row 0, 0, 0, 1, got ${format(row)} (the 16 numbers are column-major)`,
  );
}

const affine = /* @__PURE__ */ new Float64Array(16);
const stretch = /* @__PURE__ */ new Float64Array(STRETCH_LENGTH);

/**
 * Writes the pose of a rigid matrix.
 * @param {ArrayLike<unknown>} m 16 numbers, column-major
 * @param {Float64Array} view @param {number} at index of the first of 7 numbers
 * @param {string} name of the matrix, for messages
 * @throws {TypeError | RangeError} for numbers that are not finite, and for a matrix that scales, shears,
 *   mirrors or projects
 */
export function writeMatrixPose(m, view, at, name) {
  readAffine(m, affine, name);
  splitMatrix(affine, view, at, stretch);
  if (!isRigid(stretch)) throw notRigid(affine, stretch, `${name} is a matrix that`);
}
