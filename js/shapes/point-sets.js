/* Sets of any dimension: clouds of points and balls of p-norms. */
import * as abi from '../../wasm/dist/abi.js';
import { blockOf } from '../core/block-nd.js';
import { GeometryError, withArticle, format, statusError } from '../core/errors.js';
import { number, pointsField, vector } from './parameters.js';
import { core, f64, withBlock } from '../core/module.js';
import { Shape, liveHandle } from './shape.js';
import { dimensionOf } from './primitives.js';

/** @import { Field } from './parameters.js' */
/** @import { CommonOptions, ShapeType, Slot } from './shape.js' */
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

export const NOT_SOLID =
  'the two together must be solid about their centres, and none of them a half-space';

/**
 * The error for sets that do not have the quantity of a query.
 * @param {string} name of the query @param {readonly Slot[]} slots @param {string} why
 */
export function undefinedOf(name, slots, why) {
  const owners = slots.map(({ type }) => withArticle(type)).join(' and ');
  return new GeometryError(`${name} of ${owners}: ${why}`, 'undefined');
}

/** Whether a set and a point, both at the identity, intersect. @param {Slot} set @param {Slot} point */
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
 * What point sets and p-norm balls answer in their own way.
 * @template {number} [N=number]
 * @extends {Shape<N>}
 */
class AnySet extends Shape {
  /** The point about which growth scales the set, local. @override @returns {Coordinates<N>} */
  get center() {
    const slot = slotOf(this);
    const handle = liveHandle(slot);
    return this.#vectors(0, slot.dimension, (_, out) => core.shape_center(handle, out));
  }

  /**
   * @param {number} give doubles of the argument @param {number} take of the answer
   * @param {(argument: number, out: number) => number} call
   * @param {readonly number[]} [argument]
   * @returns {any} the answer
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
   * The point of the set, margin included, farthest along a direction.
   * @override
   * @param {Vector} direction local, of any length but 0
   * @returns {Coordinates<N>} local
   * @throws {TypeError | RangeError} for something that is not a direction
   */
  support(direction) {
    const slot = slotOf(this);
    const { dimension: n } = slot;
    const d = vector(direction, n, 'direction');
    const handle = liveHandle(slot); // now that no getter can dispose of it any more
    return this.#vectors(n, n, (from, to) => core.shape_support(handle, from, 1, to), d);
  }

  /**
   * Whether a point lies in the set; its boundary counts, up to rounding.
   * @override
   * @param {Vector} point local
   * @returns {boolean}
   * @throws {TypeError | RangeError} for something that is not a point
   * @throws {GeometryError} code `'undefined'` for a set that is not solid
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

  /** @override @returns {never} @throws {TypeError} always */
  boundingBox() {
    const name = this.type === 'points' ? 'PointSet' : 'NormBall';
    throw new TypeError(`a ${name} has no boundingBox: ask its support along the axes`);
  }
}

/**
 * @template {number} [N=number]
 * @typedef {object} OwnPointSetOptions
 * @property {ArrayLike<number> | ArrayLike<Vector>} points a list of n numbers each, or all numbers one after
 *   the other together with `dimension`
 * @property {N | undefined} [dimension] n, from 2 to 256 (default: that of the first point)
 */
/**
 * The centre, by default the mean of the points, should be inside. About one outside, growth below 1 does
 * not mean that sets overlap; intersects and collide decide that from the points alone.
 * @template {number} [N=number]
 * @typedef {OwnPointSetOptions<N> & CommonOptions} PointSetOptions
 */

/**
 * The convex hull of points of any dimension n ≥ 2, solid or flat; every point is kept as given. For
 * growthDistance, intersects, collide and generalizedDistance, also together with other shapes when n is
 * 2 or 3. Its pose for n > 3 is a translation: n numbers, `{ position }` or nothing.
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
        'PointSet.points must hold at least 1 point',
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
  // JSON has no infinity
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
 * @property {number | 'Infinity'} p from 1 to Infinity; the text stands for it in JSON
 * @property {number | undefined} [radius] > 0, in the unit of lengths (default 1)
 */
/** @template {number} [N=number] @typedef {OwnNormBallOptions<N> & CommonOptions} NormBallOptions */

/**
 * The ball of a p-norm, { x : (Σ |xᵢ|ᵖ)^(1/p) ≤ radius }, in any dimension: a cross-polytope for p = 1,
 * a ball for 2, a cube for Infinity. Queries as for PointSet.
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
