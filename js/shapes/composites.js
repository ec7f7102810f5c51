/* Composite shapes: smooth hulls of points, affine images and Minkowski sums. */
import * as abi from '../../wasm/dist/abi.js';
import { GeometryError, noShape, format, wrongType } from '../core/errors.js';
import { isList } from '../core/is-list.js';
import { numberField, numbers, pointsField, vector } from './parameters.js';
import { Shape } from './shape.js';
import { dimensionOf } from './primitives.js';

/** @import { Field } from './parameters.js' */
/** @import { CommonOptions, ShapeType } from './shape.js' */
/** @import { Vector } from '../poses/pose.js' */

/**
 * The dimension of a smooth hull: the option `dimension`, otherwise the dimension of the first point.
 * @param {any} options
 * @returns {2 | 3}
 */
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
 * @property {ArrayLike<number> | ArrayLike<Vector>} points points whose hull is solid and contains the
 *   centre: a list of vectors, or a flat list of numbers. The default centre is the centroid of their hull
 * @property {number} exponent from 1 to 1e6; as it grows, the shape approaches the hull of the points
 * @property {N | undefined} [dimension] 2 or 3 (default: the dimension of the points, or 3 for a flat list)
 */
/** @template {2 | 3} [N=2 | 3] @typedef {OwnSmoothHullOptions<N> & CommonOptions} SmoothHullOptions */

/**
 * A smooth hull: the convex set with the support function h(d) = (Σ max(0, vᵢ · d)ᵉ)^(1/e), where the vᵢ are
 * the points relative to the centre. It contains the hull of the points, and approaches it as the exponent e
 * grows. Points inside the hull change the shape, too. If the points have two numbers, the shape is 2D.
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

/**
 * Reads an option that is a shape. The constructor of Shape checks later that the part is not disposed,
 * because the getter of another option may dispose of it.
 * @param {unknown} value @param {string} label
 */
function part(value, label) {
  const slot = Shape.slotOf(value);
  if (!slot) throw noShape(label, value);
  if (slot.any)
    throw new TypeError(
      `${label} must be a 2D or 3D shape such as a ConvexHull, got a ${slot.owner}`,
    );
  return /** @type {Shape} */ (value);
}

const plainShape = (/** @type {Shape} */ shape) => shape.toJSON();

/**
 * The dimension of a part, or 3 if the value is no shape. It chooses the shape type.
 * @param {unknown} value
 */
const partDimension = (value) => Shape.slotOf(value)?.dimension ?? 3;

/** The supported forms of a matrix, for messages. @param {2 | 3} n */
const matrixForms = (n) =>
  `${n} rows of ${n} numbers, ${n * n} numbers by columns, ${(n + 1) ** 2} of an affine matrix, ` +
  `or a Matrix${n} or Matrix${n + 1}`;

/** The numbers or rows of a matrix: its `elements` if it has them. @param {any} value @returns {any} */
const entries = (value) =>
  typeof value === 'object' && value !== null && 'elements' in value ? value.elements : value;

/**
 * Reads a matrix as n² numbers, column-major.
 * @param {any} value @param {2 | 3} n @param {string} label @returns {number[]}
 */
function readMatrix(value, n, label) {
  const list = entries(value);
  if (typeof list !== 'object' || list === null) throw wrongType(label, matrixForms(n), value);
  if (list.length === n && typeof list[0] === 'object') {
    const rows = Array.from({ length: n }, (_, i) => vector(list[i], n, `${label}[${i}]`));
    return Array.from({ length: n * n }, (_, k) => Number(rows[k % n]?.[Math.floor(k / n)]));
  }
  if (list.length !== n * n) throw wrongType(label, matrixForms(n), value);
  return numbers(list, n * n, label);
}

/**
 * The options of Transformed, with a scale or an affine matrix replaced by a linear matrix and an offset.
 * @param {any} options @param {2 | 3} n
 */
function affineOptions(options, n) {
  if (typeof options !== 'object' || options === null || isList(options)) return options;
  const { scale, matrix, offset, ...rest } = options;
  if (scale !== undefined && matrix !== undefined)
    throw new TypeError('Transformed takes matrix or scale, got both');
  if (scale !== undefined) return { ...rest, matrix: scaleMatrix(scale, n), offset };
  if (matrix === undefined) throw new TypeError('Transformed needs matrix or scale, got neither');
  const list = entries(matrix);
  if (!isList(list) || list.length !== (n + 1) ** 2) return { ...rest, matrix, offset };
  if (offset !== undefined)
    throw new TypeError(
      `Transformed.offset must be undefined if matrix has ${(n + 1) ** 2} numbers: its last column is the offset`,
    );
  return { ...rest, ...splitAffine(list, n) };
}

/** The matrix of a scale. @param {any} scale @param {2 | 3} n @returns {number[]} n² numbers, column-major */
function scaleMatrix(scale, n) {
  const label = 'Transformed.scale';
  if (typeof scale !== 'number' && (typeof scale !== 'object' || scale === null))
    throw wrongType(
      label,
      `a number, ${n} numbers or ${n === 3 ? '{ x, y, z }' : '{ x, y }'}`,
      scale,
    );
  const factors = typeof scale === 'number' ? Array(n).fill(scale) : vector(scale, n, label);
  if (!factors.every((x) => Number.isFinite(x) && x !== 0))
    throw new GeometryError(
      `${label} must be finite and not 0, got ${format(typeof scale === 'number' ? scale : factors)}`,
      'matrix',
      'scale',
      scale,
    );
  return Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? factors[k % n] : 0));
}

/**
 * The linear part and the offset of an affine matrix.
 * @param {ArrayLike<unknown>} list (n + 1)² numbers, column-major @param {2 | 3} n
 */
function splitAffine(list, n) {
  const size = n + 1;
  const all = numbers(list, size * size, 'Transformed.matrix');
  const row = Array.from({ length: size }, (_, i) => all[size * i + n]);
  if (!row.every((x, i) => x === (i === n ? 1 : 0)))
    throw new GeometryError(
      `Transformed.matrix must have the last row ${n === 3 ? '0, 0, 0, 1' : '0, 0, 1'}, got ${format(row)}`,
      'matrix',
      'matrix',
      list,
    );
  const linear = all.filter((_, k) => k % size < n && k < size * n);
  return { matrix: linear, offset: all.slice(size * n, size * n + n) };
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
  extra: 'scale',
});
const TRANSFORMED = /* @__PURE__ */ transformed(3);
const TRANSFORMED2 = /* @__PURE__ */ transformed(2);
/**
 * A matrix in one of these forms:
 * - a list of rows;
 * - 9 numbers (2D: 4), column-major, like the Matrix3 of three.js;
 * - an affine matrix of 16 numbers (2D: 9), column-major, like the Matrix4 of three.js. Its last column is
 *   the offset.
 * @typedef {ArrayLike<number> | ArrayLike<ArrayLike<number>> | { elements: ArrayLike<number> }} MatrixLike
 */

/**
 * @typedef {object} MatrixAffine
 * @property {MatrixLike} matrix invertible
 * @property {undefined} [scale]
 * @property {Vector | undefined} [offset] added to the image, in the unit of lengths (default 0). Omit it if
 *   the matrix is affine
 */

/**
 * @typedef {object} ScaleAffine
 * @property {number | Vector} scale one factor, or one for each axis; not 0
 * @property {undefined} [matrix]
 * @property {Vector | undefined} [offset] added to the image, in the unit of lengths (default 0)
 */

/**
 * An affine transformation: a matrix or a scale, and an offset.
 * @typedef {MatrixAffine | ScaleAffine} Affine
 */

/**
 * @template {2 | 3} [N=2 | 3]
 * @typedef {object} OwnTransformedOptions
 * @property {Shape<N>} shape the shape to transform. It is copied, so you may dispose of it afterwards
 */
/** @template {2 | 3} [N=2 | 3] @typedef {OwnTransformedOptions<N> & Affine & CommonOptions} TransformedOptions */

/**
 * The image of a shape under x → matrix x + offset, which can scale, shear, rotate and mirror. The matrix
 * must be invertible. The margin is added after the transformation. The default centre is the image of the
 * shape's centre. The image of a half-space is a half-space.
 *
 * @template {2 | 3} [N=2 | 3]
 * @extends {Shape<N>}
 * @example
 * const egg = new Transformed({ shape: new Sphere({ radius: 1 }), scale: [1, 1.4, 1] });
 */
export class Transformed extends Shape {
  /** @param {TransformedOptions<N>} options */
  constructor(options) {
    const n = partDimension(options?.shape) === 2 ? 2 : 3;
    super(n === 2 ? TRANSFORMED2 : TRANSFORMED, affineOptions(options, n));
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

/** The flat record of a shape, preceded by its length. @param {Shape} shape */
function withLength(shape) {
  const record = Shape.recordOf(shape);
  return [record.length, ...record];
}

const SUM = /* @__PURE__ */ sum(3);
const SUM2 = /* @__PURE__ */ sum(2);
/**
 * @template {2 | 3} [N=2 | 3]
 * @typedef {object} OwnSumOptions
 * @property {Shape<N>} a the first shape. It is copied, so you may dispose of it afterwards
 * @property {Shape<N & {}>} b the second shape, of the same dimension. It is copied, too
 */
/** @template {2 | 3} [N=2 | 3] @typedef {OwnSumOptions<N> & CommonOptions} SumOptions */

/**
 * The Minkowski sum of two shapes: all points a + b, in local coordinates. At most one of the shapes
 * may be a half-space; then the sum is a half-space. Spheres, the radii of capsules and the margins of
 * the parts add to the margin of the sum, and cost no more than a margin. The default centre is the sum of
 * the shapes' centres.
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
      throw new TypeError(
        `MinkowskiSum.a and MinkowskiSum.b must have the same dimension, got ${n}D and ${m}D`,
      );
    super(n === 2 ? SUM2 : SUM, options);
  }
}
