/* Shapes made of others: smooth hulls of points, affine images and Minkowski sums. */
import * as abi from '../../wasm/dist/abi.js';
import { noShape, format, wrongType } from '../core/errors.js';
import { numberField, numbers, pointsField, vector } from './parameters.js';
import { Shape } from './shape.js';
import { dimensionOf } from './primitives.js';

/** @import { Field } from './parameters.js' */
/** @import { CommonOptions, ShapeType } from './shape.js' */
/** @import { Vector } from '../poses/pose.js' */

/** The dimension of a list of points: as stated, which they must agree with. @param {any} options @returns {2 | 3} */
function pointsDimension(options) {
  const first = options?.points?.[0];
  const dimension = options?.dimension ?? (typeof first === 'object' ? dimensionOf(first) : 3);
  if (dimension !== 2 && dimension !== 3)
    throw new RangeError(`SmoothHull.dimension must be 2 or 3, got ${format(dimension)}`);
  return dimension;
}

/** @param {2 | 3} n @returns {ShapeType} */
const smoothHull = (n) => ({
  type: 'dsf',
  kind: n === 3 ? abi.KIND_DSF : abi.KIND_DSF2,
  dimension: n,
  fields: [numberField('exponent'), pointsField(n)],
  extra: 'dimension',
});
const DSF = /* @__PURE__ */ smoothHull(3);
const DSF2 = /* @__PURE__ */ smoothHull(2);
/**
 * @template {2 | 3} [N=2 | 3]
 * @typedef {object} OwnSmoothHullOptions
 * @property {ArrayLike<number> | ArrayLike<Vector>} points points that span a volume around the centre: a list
 *   of vectors, or numbers one after the other. Default of the centre: the centroid of their hull
 * @property {number} exponent from 1 to 1e6; the larger it is, the nearer the shape is to the hull of the points
 * @property {N | undefined} [dimension] of points that come as numbers one after the other: 2 or 3 (default 3)
 */
/** @template {2 | 3} [N=2 | 3] @typedef {OwnSmoothHullOptions<N> & CommonOptions} SmoothHullOptions */

/**
 * A smooth hull: the convex set whose support function is h(d) = (Σ max(0, vᵢ · d)ᵉ)^(1/e) over the
 * points vᵢ about the centre. It holds the hull of the points and comes nearer to it the larger the
 * exponent e is; every point counts, also those inside. It is 2D if the points have two numbers.
 *
 * @template {2 | 3} [N=2 | 3]
 * @extends {Shape<N>}
 */
export class SmoothHull extends Shape {
  /** @param {SmoothHullOptions<N>} options */
  constructor(options) {
    super(pointsDimension(options) === 2 ? DSF2 : DSF, options);
  }
  /** @returns {number} */
  get exponent() {
    return this.parameter('exponent');
  }
}

/** A part; that it has not been disposed of is seen when all options are read. @param {unknown} value @param {string} label */
function part(value, label) {
  const slot = Shape.slotOf(value);
  if (!slot) throw noShape(label, value);
  if (slot.any)
    throw new TypeError(
      `${label}: a ${slot.owner} cannot be part of another shape; a ConvexHull can`,
    );
  return /** @type {Shape} */ (value);
}

const plainShape = (/** @type {Shape} */ shape) => shape.toJSON();

/** The dimension of what should be a part, for choosing the type. @param {unknown} value */
const partDimension = (value) => Shape.slotOf(value)?.dimension ?? 3;

/**
 * A matrix as kept: n² numbers by columns.
 * @param {any} value @param {2 | 3} n @param {string} label @returns {number[]}
 */
function readMatrix(value, n, label) {
  const wanted = `${n} rows of ${n} numbers, ${n * n} numbers by columns, or a Matrix${n}`;
  if (typeof value !== 'object' || value === null) throw wrongType(label, wanted, value);
  const list = 'elements' in value ? value.elements : value;
  if (list?.length === n && typeof list[0] === 'object') {
    const rows = Array.from({ length: n }, (_, i) => vector(list[i], n, `${label}[${i}]`));
    return Array.from({ length: n * n }, (_, k) => Number(rows[k % n]?.[Math.floor(k / n)]));
  }
  if (list?.length !== n * n) throw wrongType(label, wanted, value);
  return numbers(list, n * n, label);
}

/** @param {2 | 3} n @returns {ShapeType} */
const transformed = (n) => ({
  type: 'transformed',
  kind: n === 3 ? abi.KIND_TRANSFORMED : abi.KIND_TRANSFORMED2,
  dimension: n,
  fields: [
    {
      name: 'matrix',
      read: (value, label) => readMatrix(value, n, label),
      plain: (/** @type {number[]} */ m) =>
        Array.from({ length: n }, (_, i) => m.filter((x, k) => k % n === i)),
    },
    {
      name: 'offset',
      read: (value, label) => (value === undefined ? Array(n).fill(0) : vector(value, n, label)),
    },
    { name: 'shape', read: part, flatten: Shape.recordOf, plain: plainShape },
  ],
});
const TRANSFORMED = /* @__PURE__ */ transformed(3);
const TRANSFORMED2 = /* @__PURE__ */ transformed(2);
/**
 * @template {2 | 3} [N=2 | 3]
 * @typedef {object} OwnTransformedOptions
 * @property {Shape<N>} shape which may be disposed of afterwards
 * @property {ArrayLike<number> | ArrayLike<ArrayLike<number>> | { elements: ArrayLike<number> }} matrix invertible:
 *   rows, or 9 numbers (2D: 4) column by column, like those of three.js's Matrix3
 * @property {Vector | undefined} [offset] added to the image, in the unit of lengths (default 0)
 */
/** @template {2 | 3} [N=2 | 3] @typedef {OwnTransformedOptions<N> & CommonOptions} TransformedOptions */

/**
 * The image of a shape under x → matrix x + offset: scaled, sheared, mirrored. Its margin, if any, is
 * added after that. The image of a half-space is one. Its centre is by default the image of the shape's.
 *
 * @template {2 | 3} [N=2 | 3]
 * @extends {Shape<N>}
 */
export class Transformed extends Shape {
  /** @param {TransformedOptions<N>} options */
  constructor(options) {
    super(partDimension(options?.shape) === 2 ? TRANSFORMED2 : TRANSFORMED, options);
  }
}

/** @param {2 | 3} n @returns {ShapeType} */
const sum = (n) => ({
  type: 'sum',
  kind: n === 3 ? abi.KIND_SUM : abi.KIND_SUM2,
  dimension: n,
  fields: [
    { name: 'a', read: part, flatten: withLength, plain: plainShape },
    { name: 'b', read: part, flatten: Shape.recordOf, plain: plainShape },
  ],
});

/** A record after its own length. @param {Shape} shape */
function withLength(shape) {
  const record = Shape.recordOf(shape);
  return [record.length, ...record];
}

const SUM = /* @__PURE__ */ sum(3);
const SUM2 = /* @__PURE__ */ sum(2);
/**
 * @template {2 | 3} [N=2 | 3]
 * @typedef {object} OwnSumOptions
 * @property {Shape<N>} a which may be disposed of afterwards
 * @property {Shape<N & {}>} b of the same dimension; it may be disposed of afterwards
 */
/** @template {2 | 3} [N=2 | 3] @typedef {OwnSumOptions<N> & CommonOptions} SumOptions */

/**
 * The Minkowski sum of two shapes about their local origins: all points a + b. One of them may be a
 * half-space; then so is the sum. Spheres, capsules and margins among the parts round it as a margin
 * does, and cost no more than one. Its centre is by default the sum of theirs.
 *
 * @template {2 | 3} [N=2 | 3]
 * @extends {Shape<N>}
 */
export class MinkowskiSum extends Shape {
  /** @param {SumOptions<N>} options */
  constructor(options) {
    const n = partDimension(options?.a);
    const m = partDimension(options?.b);
    if (n !== m && Shape.slotOf(options?.a) && Shape.slotOf(options?.b))
      throw new TypeError(`MinkowskiSum.a is ${n}D and b is ${m}D: both must have one dimension`);
    super(n === 2 ? SUM2 : SUM, options);
  }
}
