/* CustomShape: a shape defined by the user's support function. The flat record
 * contains the id under which core/callbacks.js stores the function. */
import * as abi from '../../wasm/dist/abi.js';
import { addSupport, dropSupport } from '../core/callbacks.js';
import { format, wrongType } from '../core/errors.js';
import { Shape } from './shape.js';

/** @import { Coordinates, Vector } from '../poses/pose.js' */
/** @import { CommonOptions, ShapeType } from './shape.js' */

/**
 * Returns the support point of a convex set: its point farthest along a direction, in local coordinates. The
 * direction is a local unit vector; the same array is passed to every call. The function may also return the
 * same array from every call.
 * @template {2 | 3} [N=3]
 * @typedef {(direction: Coordinates<N>) => Vector} SupportFunction
 */

/**
 * @template {2 | 3} [N=3]
 * @typedef {object} OwnCustomOptions
 * @property {SupportFunction<N>} support returns the point farthest along a direction
 * @property {N | undefined} [dimension] 2 or 3 (default 3)
 */
/**
 * The default centre is the local origin. If the set is solid, the centre must be strictly inside it.
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
 * A convex set defined by its support function, which returns the point farthest along a direction.
 *
 * The function must return the same point whenever the direction is the same. Otherwise the bounds in results
 * are not certified. If the function throws, the query or constructor throws the same exception. The
 * constructor calls it about a hundred times.
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
      dropSupport(id); // has no effect if the shape uses it
    }
  }
  /** @override @returns {never} @throws {TypeError} always, because a function cannot be stored as data */
  toJSON() {
    throw new TypeError('a CustomShape has no record: a function cannot be stored as data');
  }
  /** @override @internal */
  get summary() {
    const summary = super.summary;
    delete summary.id; // the internal number of the support function
    return { ...summary, dimension: this.dimension };
  }
}
