/* Shapes of any dimension: convex hulls of points (PointSet) and balls of p-norms (NormBall). */
import * as abi from '../../wasm/dist/abi.js';
import { blockOf } from '../core/block-nd.js';
import { GeometryError, withArticle, format, statusError } from '../core/errors.js';
import { number, pointsField, vector } from './parameters.js';
import { core, f64, withBlock } from '../core/module.js';
import { Shape } from './shape.js';
import { liveHandle } from './slot.js';
import { dimensionOf } from './primitives.js';

/** @import { Field } from './parameters.js' */
/** @import { CommonOptions, ShapeType } from './shape.js' */
/** @import { Slot } from './slot.js' */
/** @import { Coordinates, Vector } from '../poses/pose.js' */

/** @type {Field} */
const dimensionField = { name: 'dimension', read: number };

/** @param {any} n @param {string} owner @returns {number} */
function checkDimension(n, owner) {
  if (Number.isInteger(n) && n >= 2 && n <= abi.DIMENSION_MAX) return n;
  throw new RangeError(
    `${owner}.dimension must be an integer from 2 to ${abi.DIMENSION_MAX}, got ${format(n)}`,
  );
}

/** @param {Shape<number>} set @returns {Slot} */
const slotOf = (set) => /** @type {Slot} */ (Shape.slotOf(set));

/** Why growth distance and overlap tests in any dimension can be undefined. */
export const NOT_SOLID =
  'neither may be a half-space, and the Minkowski difference about the centres must be solid';

/**
 * The error if the result of a query is undefined for these shapes.
 * @param {string} name of the query @param {readonly Slot[]} slots @param {string} why the reason
 */
export function undefinedOf(name, slots, why) {
  const owners = slots.map(({ type }) => withArticle(type)).join(' and ');
  return new GeometryError(`${name} of ${owners}: ${why}`, 'undefined');
}

/**
 * Whether a shape and a PointSet of one point intersect, both at the identity.
 * @param {Slot} set
 * @param {Slot} point
 */
function meetsPoint(set, point) {
  const n = set.dimension;
  const block = blockOf(n);
  const [pose = 0] = block.poses;
  f64.fill(0, pose / 8, pose / 8 + Math.max(7, n));
  if (n === 3) f64[pose / 8 + 6] = 1; // the quaternion
  const { result, workspace } = block;
  const [a, b] = [liveHandle(set), liveHandle(point)];
  const refused = core.collide_n(a, pose, b, pose, 0, workspace, result);
  const status = refused < 0 ? refused : Number(f64[result / 8]);
  if (status === abi.ERROR_UNDEFINED) throw undefinedOf('intersects', [set, point], NOT_SOLID);
  if (status < 0) throw statusError(status, 'contains');
  return f64[result / 8 + abi.COLLISION_N_RESULT_COLLIDING] === 1;
}

/**
 * The methods that differ for shapes of any dimension.
 * @template {number} [N=number]
 * @extends {Shape<N>}
 */
class AnySet extends Shape {
  /** The local point about which growth scales the shape. @override @returns {Coordinates<N>} */
  get center() {
    const slot = slotOf(this);
    const handle = liveHandle(slot);
    return this.#vectors(0, slot.dimension, (_, out) => core.shape_center(handle, out));
  }

  /**
   * Calls a function of the module that takes and returns vectors.
   * @param {number} give number of doubles of the argument
   * @param {number} take number of doubles of the result
   * @param {(argument: number, out: number) => number} call gets two pointers and returns a status
   * @param {readonly number[]} [argument]
   * @returns {any} the result vector
   */
  #vectors(give, take, call, argument = []) {
    return withBlock(8 * (give + Math.max(take, 3)), (pointer) => {
      f64.set(argument, pointer / 8);
      const out = pointer + 8 * give;
      const status = call(pointer, out);
      if (status === abi.ERROR_DIRECTION)
        throw new RangeError(`direction must be finite and not zero, got ${format(argument)}`);
      if (status < 0) throw statusError(status, this.type); // unreachable: live handle, own block
      return Array.from(f64.subarray(out / 8, out / 8 + take));
    });
  }

  /**
   * The support point: the point of the shape, margin included, farthest along a direction.
   * @override
   * @param {Vector} direction local, of any length except 0
   * @returns {Coordinates<N>} local
   * @throws {TypeError | RangeError} unless the direction is finite, not zero and of the right dimension
   */
  support(direction) {
    const slot = slotOf(this);
    const { dimension: n } = slot;
    const d = vector(direction, n, 'direction');
    const handle = liveHandle(slot); // after vector(), whose getters may dispose of the shape
    return this.#vectors(n, n, (from, to) => core.shape_support(handle, from, 1, to), d);
  }

  /**
   * Whether the shape contains a point. Its boundary belongs to it, up to rounding.
   * @override
   * @param {Vector} point local
   * @returns {boolean}
   * @throws {TypeError | RangeError} unless the point is a finite vector of the right dimension
   * @throws {GeometryError} code `'undefined'` if the shape is not solid
   */
  contains(point) {
    const slot = slotOf(this);
    const p = vector(point, slot.dimension, 'point');
    if (!p.every((x) => Math.abs(x) <= abi.LENGTH_MAX))
      throw new RangeError(`point must be finite, got ${format(p)}`);
    const probe = new PointSet({ points: [p] });
    try {
      return meetsPoint(slot, slotOf(probe));
    } finally {
      probe.dispose();
    }
  }

  /** @override @returns {never} @throws {TypeError} always; call support() along the axes instead */
  boundingBox() {
    const name = this.type === 'points' ? 'PointSet' : 'NormBall';
    throw new TypeError(`a ${name} has no boundingBox: call support() along the axes instead`);
  }
}

/**
 * @template {number} [N=number]
 * @typedef {object} OwnPointSetOptions
 * @property {ArrayLike<number> | ArrayLike<Vector>} points a list of vectors of n numbers, or a flat list of
 *   numbers together with `dimension`
 * @property {N | undefined} [dimension] n, from 2 to 256 (default: the dimension of the first point)
 */
/**
 * The default centre is the mean of the points. A given centre should be inside the hull. If it is outside, a
 * growth distance below 1 does not prove an overlap. intersects and collide are correct for every centre.
 * @template {number} [N=number]
 * @typedef {OwnPointSetOptions<N> & CommonOptions} PointSetOptions
 */

/**
 * The convex hull of points of any dimension n from 2 to 256, solid or flat. All points are kept exactly as
 * given.
 *
 * growthDistance, intersects, collide and generalizedDistance accept it; for n = 2 and 3 also together with
 * other shapes. If n > 3, its pose is a translation: n numbers, `{ position }` or null.
 *
 * @example
 * const simplex = new PointSet({ points: [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]] });
 *
 * @template {number} [N=number]
 * @extends {AnySet<N>}
 */
export class PointSet extends AnySet {
  /** @param {PointSetOptions<N>} options */
  constructor(options) {
    const points = /** @type {any} */ (options)?.points;
    if (points?.length === 0)
      throw new GeometryError(
        'PointSet.points must have at least 1 point, got 0',
        'too-few-points',
        'points',
        points,
      );
    const first = points?.[0];
    const nested = typeof first === 'object' ? (first?.length ?? dimensionOf(first)) : undefined;
    const n = checkDimension(options?.dimension ?? nested, 'PointSet');
    /** @type {ShapeType} */
    const type = {
      type: 'points',
      kind: abi.KIND_POINTS,
      dimension: n,
      fields: [dimensionField, pointsField(n)],
      any: true,
    };
    super(type, { ...options, dimension: n });
  }
}

/** @type {Field} */
const exponentField = {
  name: 'p',
  read: (value, label) => {
    const p = value === 'Infinity' ? Infinity : number(value, label);
    if (!(p >= 1))
      throw new GeometryError(
        `${label} must be from 1 to Infinity, got ${format(p)}`,
        'exponent',
        'p',
        p,
      );
    return p;
  },
  // JSON cannot represent Infinity
  plain: (p) => (p === Infinity ? 'Infinity' : p),
};

/** @type {Field} */
const radiusField = {
  name: 'radius',
  read: (value, label) => (value === undefined ? 1 : number(value, label)),
};

/**
 * @template {number} [N=number]
 * @typedef {object} OwnNormBallOptions
 * @property {N} dimension from 2 to 256
 * @property {number | 'Infinity'} p from 1 to Infinity. The string means the number, because JSON has no
 *   Infinity
 * @property {number | undefined} [radius] > 0, in the unit of lengths (default 1)
 */
/** @template {number} [N=number] @typedef {OwnNormBallOptions<N> & CommonOptions} NormBallOptions */

/**
 * The ball of a p-norm in any dimension from 2 to 256: { x : (Σ |xᵢ|ᵖ)^(1/p) ≤ radius }. It is a
 * cross-polytope for p = 1, a Euclidean ball for p = 2 and a cube for p = Infinity. The default centre is the
 * local origin.
 *
 * The same queries and poses as for PointSet.
 *
 * @template {number} [N=number]
 * @extends {AnySet<N>}
 */
export class NormBall extends AnySet {
  /** @param {NormBallOptions<N>} options */
  constructor(options) {
    const n = checkDimension(options?.dimension, 'NormBall');
    /** @type {ShapeType} */
    const type = {
      type: 'norm-ball',
      kind: abi.KIND_NORM_BALL,
      dimension: n,
      fields: [dimensionField, exponentField, radiusField],
      any: true,
    };
    super(type, options);
  }
  /** @returns {number} */
  get p() {
    return this.parameter('p');
  }
  /** @returns {number} */
  get radius() {
    return this.parameter('radius');
  }
}
