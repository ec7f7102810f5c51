/* Rigid 4×4 matrices as poses. */
import { format } from '../core/errors.js';

/** @typedef {[number, number, number]} Column */

/** Matrices in single precision are rigid to about this. */
const RIGID_TOLERANCE = 1e-5;

const dot = (/** @type {Column} */ a, /** @type {Column} */ b) =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/**
 * Position and quaternion of a rigid motion, as 7 numbers.
 * @param {ArrayLike<number>} m 16 numbers, column-major
 * @param {string} name how messages call it
 * @throws {RangeError} for a matrix that scales, shears, mirrors or projects
 */
export function poseOfMatrix(m, name) {
  const at = (/** @type {number} */ i) => {
    const x = m[i];
    if (typeof x !== 'number')
      throw new TypeError(`${name}[${i}] must be a number, got ${format(x)}`);
    if (!Number.isFinite(x)) throw new RangeError(`${name}[${i}] must be finite, got ${format(x)}`);
    return x;
  };
  const column = (/** @type {number} */ i) =>
    /** @type {Column} */ ([at(4 * i), at(4 * i + 1), at(4 * i + 2)]);
  const x = column(0);
  const y = column(1);
  const z = column(2);
  const bottom = [at(3), at(7), at(11), at(15)];
  if (bottom[0] !== 0 || bottom[1] !== 0 || bottom[2] !== 0 || bottom[3] !== 1)
    throw new RangeError(`${name} must have the last row 0, 0, 0, 1, got ${format(bottom)}`);
  refuseNotRigid(x, y, z, name);
  return [...column(3), ...quaternionOf(x, y, z)];
}

/** @param {Column} x @param {Column} y @param {Column} z @param {string} name */
function refuseNotRigid(x, y, z, name) {
  const refuse = (/** @type {string} */ what) => {
    const columns = [x, y, z].map(format).join(', ');
    throw new RangeError(
      `${name} is a matrix that ${what}, which a pose cannot: use Transformed; ` +
        `its columns are ${columns}`,
    );
  };
  const off = (/** @type {number} */ value) => !(Math.abs(value) <= RIGID_TOLERANCE);
  if (off(dot(x, x) - 1) || off(dot(y, y) - 1) || off(dot(z, z) - 1)) refuse('scales');
  if (off(dot(x, y)) || off(dot(x, z)) || off(dot(y, z))) refuse('shears');
  /** @type {Column} */
  const cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  if (dot(cross, z) < 0) refuse('mirrors');
}

/**
 * The largest component comes from the diagonal, where nothing cancels, and the others from it.
 * Twice its true length: poses are normalised by the module.
 * @param {Column} x @param {Column} y @param {Column} z
 */
function quaternionOf(x, y, z) {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const w = Math.sqrt(1 + trace);
    return [(y[2] - z[1]) / w, (z[0] - x[2]) / w, (x[1] - y[0]) / w, w];
  }
  if (x[0] >= y[1] && x[0] >= z[2]) {
    const a = Math.sqrt(1 + x[0] - y[1] - z[2]);
    return [a, (x[1] + y[0]) / a, (z[0] + x[2]) / a, (y[2] - z[1]) / a];
  }
  if (y[1] >= z[2]) {
    const b = Math.sqrt(1 - x[0] + y[1] - z[2]);
    return [(x[1] + y[0]) / b, b, (y[2] + z[1]) / b, (z[0] - x[2]) / b];
  }
  const c = Math.sqrt(1 - x[0] - y[1] + z[2]);
  return [(z[0] + x[2]) / c, (y[2] + z[1]) / c, c, (x[1] - y[0]) / c];
}
