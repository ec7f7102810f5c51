/* The fields of shape options. A Field reads one option of the user's object, once, into a normalised copy
 * (a Parameter). The flat record for the module and toJSON use this copy. */
import { format, wrongType } from '../core/errors.js';
import { isList } from '../core/is-list.js';

/** @import { Shape } from './shape.js' */

/**
 * The normalised copy of an option: a number, a vector, the coordinates of points as a flat list, or a shape.
 * @typedef {number | number[] | Float64Array | Shape} Parameter
 */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {(value: unknown, label: string) => Parameter} read
 * @property {(value: any) => ArrayLike<number>} [flatten] converts the parameter to doubles of the flat
 *   record (default: the numbers of the parameter)
 * @property {(value: any) => unknown} [plain] converts the parameter to plain data for toJSON
 */

/** @param {unknown} value @param {string} label @returns {number} */
export function number(value, label) {
  if (typeof value !== 'number') throw wrongType(label, 'a number', value);
  return value;
}

/* The annotations `@__NO_SIDE_EFFECTS__` let bundlers remove the shape types that an application does not
 * use. */

/** A field of one number. @param {string} name @returns {Field} */
/* @__NO_SIDE_EFFECTS__ */
export const numberField = (name) => ({ name, read: number });

/**
 * A field of exactly n numbers: a list, or an object with x, y and z.
 * @param {string} name @param {number} n @returns {Field}
 */
/* @__NO_SIDE_EFFECTS__ */
export const vectorField = (name, n) => ({
  name,
  read: (value, label) => vector(value, n, label),
});

/**
 * The first n items of a list, each checked to be a number. They are read by index, because a custom iterator
 * could return any number of items.
 * @param {ArrayLike<unknown>} list @param {number} n @param {string} label @returns {number[]}
 */
export const numbers = (list, n, label) =>
  Array.from({ length: n }, (_, i) => number(list[i], `${label}[${i}]`));

/**
 * Reads a vector of exactly n numbers: a list, or for n = 2 and 3 an object with x, y and z.
 * @param {unknown} value @param {number} n @param {string} label @returns {number[]}
 * @throws {TypeError}
 */
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

/** A longer list of numbers does not fit into the module's memory (1 GB of doubles). */
const NUMBERS_MAX = 2 ** 27;

/**
 * The field `points`: any number of points with n coordinates, as a flat list or as a list of vectors.
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
    throw new RangeError(`${label} must have at most ${NUMBERS_MAX} numbers, got ${format(value)}`);
  if (flatAlready) {
    if (length % n !== 0) {
      throw new TypeError(
        `${label} must have a multiple of ${n} numbers, ${n} for each point, got ${length}`,
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
 * Converts points to nested arrays, for toJSON.
 * @param {Float64Array} flat @param {number} n
 */
export function nestPoints(flat, n) {
  const points = [];
  for (let i = 0; i < flat.length; i += n) points.push(Array.from(flat.subarray(i, i + n)));
  return points;
}
