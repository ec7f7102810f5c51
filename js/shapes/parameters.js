/* What the options of a shape look like: one row a field, read once from the user's object into the
 * normalised copy that goes into the flat record and that toJSON gives back. */
import { format, wrongType } from '../core/errors.js';

/** @param {unknown} v @returns {v is ArrayLike<unknown>} */
export const isList = (v) =>
  Array.isArray(v) || (ArrayBuffer.isView(v) && !(v instanceof DataView));

/** @import { Shape } from './shape.js' */

/**
 * A parameter as it is kept: a number, a vector, any number of points one after the other, or a part.
 * @typedef {number | number[] | Float64Array | Shape} Parameter
 */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {(value: unknown, label: string) => Parameter} read
 * @property {(value: any) => ArrayLike<number>} [flatten] its doubles of the flat record; without it
 *   the parameter is them
 * @property {(value: any) => unknown} [plain] as toJSON gives it
 */

/** @param {unknown} value @param {string} label @returns {number} */
export function number(value, label) {
  if (typeof value !== 'number') throw wrongType(label, 'a number', value);
  return value;
}

/* The annotations let bundlers drop the types of shapes that are not used. */

/** A single number. @param {string} name @returns {Field} */
/* @__NO_SIDE_EFFECTS__ */
export const numberField = (name) => ({ name, read: number });

/**
 * Exactly n numbers, as a list or with names x, y, z.
 * @param {string} name @param {number} n @returns {Field}
 */
/* @__NO_SIDE_EFFECTS__ */
export const vectorField = (name, n) => ({
  name,
  read: (value, label) => vector(value, n, label),
});

/**
 * The n numbers of a list, read one by one: an iterator of its own could give any number of them.
 * @param {ArrayLike<unknown>} list @param {number} n @param {string} label @returns {number[]}
 */
export const numbers = (list, n, label) =>
  Array.from({ length: n }, (_, i) => number(list[i], `${label}[${i}]`));

/** @param {unknown} value @param {number} n @param {string} label @returns {number[]} */
export function vector(value, n, label) {
  const names = n === 3 ? ' or { x, y, z }' : n === 2 ? ' or { x, y }' : '';
  const wanted = `${n} numbers${names}`;
  if (typeof value !== 'object' || value === null) throw wrongType(label, wanted, value);
  /** @type {ArrayLike<unknown>} */
  let list;
  if (isList(value)) {
    list = value;
  } else {
    const { x, y, z } = /** @type {{ x?: unknown, y?: unknown, z?: unknown }} */ (value);
    if (x === undefined || y === undefined) throw wrongType(label, wanted, value);
    list = n === 3 ? [x, y, z] : [x, y];
  }
  if (list.length !== n) throw wrongType(label, `${n} numbers`, value);
  return numbers(list, n, label);
}

/** No list of more numbers fits into the module's memory. */
const NUMBERS_MAX = 2 ** 27;

/**
 * Any number of points with n coordinates: a flat list, or a list of vectors.
 * @param {number} n @returns {Field}
 */
/* @__NO_SIDE_EFFECTS__ */
export const pointsField = (n) => ({
  name: 'points',
  read: (value, label) => flatPoints(value, n, label),
});

/** @param {unknown} value @param {number} n @param {string} label @returns {Float64Array} */
function flatPoints(value, n, label) {
  const names = n <= 3 ? `[${'xyz'.slice(0, n).split('').join(', ')}]` : `${n} numbers`;
  const wanted = `points as flat numbers or a list of ${names}`;
  if (!isList(value)) throw wrongType(label, wanted, value);
  const { length } = value;
  const flatAlready = ArrayBuffer.isView(value) || typeof value[0] === 'number';
  if (length * (flatAlready ? 1 : n) > NUMBERS_MAX)
    throw new RangeError(`${label} must hold at most ${NUMBERS_MAX} numbers, got ${format(value)}`);
  if (flatAlready) {
    if (length % n !== 0) {
      throw new TypeError(
        `${label} has ${length} numbers, which is not a multiple of ${n} coordinates`,
      );
    }
    const flat = new Float64Array(length);
    for (let i = 0; i < flat.length; i++) flat[i] = number(value[i], `${label}[${i}]`);
    return flat;
  }
  const flat = new Float64Array(n * length);
  for (let i = 0; i < length; i++) flat.set(vector(value[i], n, `${label}[${i}]`), n * i);
  return flat;
}

/**
 * Points as toJSON gives them: nested arrays.
 * @param {Float64Array} flat @param {number} n
 */
export function nestPoints(flat, n) {
  const points = [];
  for (let i = 0; i < flat.length; i += n) points.push(Array.from(flat.subarray(i, i + n)));
  return points;
}
