/* Shapes given by a support function of the user. */
import * as abi from '../../wasm/dist/abi.js';
import { addSupport, dropSupport } from '../core/callbacks.js';
import { format, wrongType } from '../core/errors.js';
import { Shape } from './shape.js';

/** @import { Coordinates, Vector } from '../poses/pose.js' */
/** @import { CommonOptions, ShapeType } from './shape.js' */

/**
 * Returns the point of a convex set farthest along a direction. The direction is local and unit, and the
 * same array at every call. The point is local, and the same array may be returned at every call.
 * @template {2 | 3} [N=3]
 * @typedef {(direction: Coordinates<N>) => Vector} SupportFunction
 */

/**
 * @template {2 | 3} [N=3]
 * @typedef {object} OwnCustomOptions
 * @property {SupportFunction<N>} support the point farthest along a direction
 * @property {N | undefined} [dimension] 2 or 3 (default 3)
 */
/**
 * The centre is inside the set if that is solid; its default is the local origin.
 * @template {2 | 3} [N=3]
 * @typedef {OwnCustomOptions<N> & CommonOptions} CustomOptions
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
 *
 * @template {2 | 3} [N=3]
 * @extends {Shape<N>}
 */
export class CustomShape extends Shape {
  /** @param {CustomOptions<N>} options */
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
  /** @override @returns {never} @throws {TypeError} always: a function is no data */
  toJSON() {
    throw new TypeError('a CustomShape has no record: its support function is no data');
  }
  /** @override @internal */
  get summary() {
    const summary = super.summary;
    delete summary.id; // our number of the support function
    return { ...summary, dimension: this.dimension };
  }
}
