/* Shapes given by a support function of the user. */
import * as abi from '../../wasm/dist/abi.js';
import { addSupport, dropSupport } from '../core/callbacks.js';
import { format, wrongType } from '../core/errors.js';
import { BaseShape } from './shape.js';

/** @import { Vector } from '../poses/pose.js' */
/** @import { CommonOptions, ShapeRecord, ShapeType } from './shape.js' */

/**
 * @callback SupportFunction the point of a convex set farthest along a direction
 * @param {[number, number, number]} direction local and unit, the same array at every call; in 2D it
 *   has two numbers
 * @returns {Vector} local; the same array may be returned at every call
 */

/** @param {2 | 3} n @returns {ShapeType} */
const custom = (n) => ({
  type: 'custom',
  kind: n === 3 ? abi.KIND_CUSTOM : abi.KIND_CUSTOM2,
  dimension: n,
  fields: [{ name: 'id', read: (value) => /** @type {number} */ (value) }],
});
const CUSTOM = /* @__PURE__ */ custom(3);
const CUSTOM2 = /* @__PURE__ */ custom(2);
/**
 * A convex set given by a function that returns its point farthest along a direction. The function
 * must always give the same answer for the same direction; what results prove rests on it. What it
 * throws reaches the caller of the query. It is asked about a hundred times when the shape is made.
 *
 * @example
 * const egg = new CustomShape({
 *   support: ([x, y, z]) => {
 *     const t = 1 / Math.sqrt(x * x + (y > 0 ? 4 : 1) * y * y + z * z);
 *     return [t * x, (y > 0 ? 4 : 1) * t * y, t * z];
 *   },
 * });
 */
export class CustomShape extends BaseShape {
  /**
   * @param {{ support: SupportFunction, dimension?: 2 | 3 } & CommonOptions} options center: inside
   *   the set when that is solid; default the local origin
   */
  constructor(options) {
    if (typeof options !== 'object' || options === null)
      throw new TypeError(`CustomShape takes an object { support }, got ${format(options)}`);
    const { support, dimension = 3, ...rest } = options;
    if (typeof support !== 'function')
      throw wrongType('CustomShape.support', 'a function', support);
    if (dimension !== 2 && dimension !== 3)
      throw new RangeError(`CustomShape.dimension must be 2 or 3, got ${format(dimension)}`);
    const id = addSupport(support, dimension);
    try {
      super(dimension === 2 ? CUSTOM2 : CUSTOM, { ...rest, id });
    } finally {
      dropSupport(id); // unless the shape came to use it
    }
  }
  /** @override @returns {ShapeRecord} @throws {TypeError} always: a function is no data */
  toJSON() {
    throw new TypeError('a CustomShape has no record: its support function is no data');
  }
}
