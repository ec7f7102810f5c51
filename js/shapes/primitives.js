/* The primitive shapes of space and plane: one class each. */
import * as abi from '../../wasm/dist/abi.js';
import { format } from '../core/errors.js';
import { numberField, pointsField, vectorField } from './parameters.js';
import { BaseShape } from './shape.js';

/** @import { CommonOptions, ShapeRecord, ShapeType } from './shape.js' */
/** @import { Vector3, Vector } from '../poses/pose.js' */
/** @typedef {ArrayLike<number> | { x: number, y: number }} Vector2 */

// ---- space: the axis of round shapes is local +Y, as in three.js

/** @param {string} type @param {number} kind @param {ShapeType['fields']} fields @returns {ShapeType} */
const solid = (type, kind, ...fields) => ({ type, kind, dimension: 3, fields });

const halfHeight = /* @__PURE__ */ numberField('halfHeight');
const radius = /* @__PURE__ */ numberField('radius');

const SPHERE = /* @__PURE__ */ solid('sphere', abi.KIND_SPHERE, radius);
/** A ball. */
export class Sphere extends BaseShape {
  /** @param {{ radius: number } & CommonOptions} options radius > 0 */
  constructor(options) {
    super(SPHERE, options);
  }
  /** @returns {number} */
  get radius() {
    return this.parameter('radius');
  }
}

const ELLIPSOID = /* @__PURE__ */ solid('ellipsoid', abi.KIND_ELLIPSOID, vectorField('radii', 3));
/** An ellipsoid with its axes along the local ones. */
export class Ellipsoid extends BaseShape {
  /** @param {{ radii: Vector3 } & CommonOptions} options radii > 0 along x, y, z */
  constructor(options) {
    super(ELLIPSOID, options);
  }
  /** @returns {number[]} */
  get radii() {
    return this.parameter('radii');
  }
}

const BOX = /* @__PURE__ */ solid('box', abi.KIND_BOX, vectorField('halfExtents', 3));
/** A box about the local origin. */
export class Box extends BaseShape {
  /** @param {{ halfExtents: Vector3 } & CommonOptions} options half of each side, > 0 */
  constructor(options) {
    super(BOX, options);
  }
  /** @returns {number[]} */
  get halfExtents() {
    return this.parameter('halfExtents');
  }
}

/** A shape about the local Y axis with a height and a radius. */
class Round extends BaseShape {
  /** Half of the height along Y; of a capsule, without the caps. @returns {number} */
  get halfHeight() {
    return this.parameter('halfHeight');
  }
  /** @returns {number} */
  get radius() {
    return this.parameter('radius');
  }
}

const CAPSULE = /* @__PURE__ */ solid('capsule', abi.KIND_CAPSULE, halfHeight, radius);
/** A segment from (0, -halfHeight, 0) to (0, halfHeight, 0), inflated by a radius. */
export class Capsule extends Round {
  /** @param {{ halfHeight: number, radius: number } & CommonOptions} options halfHeight ≥ 0, radius > 0 */
  constructor(options) {
    super(CAPSULE, options);
  }
}

const CYLINDER = /* @__PURE__ */ solid('cylinder', abi.KIND_CYLINDER, halfHeight, radius);
/** A cylinder along Y. */
export class Cylinder extends Round {
  /** @param {{ halfHeight: number, radius: number } & CommonOptions} options both > 0 */
  constructor(options) {
    super(CYLINDER, options);
  }
}

const CONE = /* @__PURE__ */ solid('cone', abi.KIND_CONE, halfHeight, radius);
/** A cone along Y: base at y = -halfHeight, apex at y = +halfHeight. */
export class Cone extends Round {
  /** @param {{ halfHeight: number, radius: number } & CommonOptions} options both > 0 */
  constructor(options) {
    super(CONE, options);
  }
}

const FRUSTUM = /* @__PURE__ */ solid(
  'frustum',
  abi.KIND_FRUSTUM,
  halfHeight,
  numberField('bottomRadius'),
  numberField('topRadius'),
);
/** A truncated cone along Y. */
export class Frustum extends BaseShape {
  /**
   * @param {{ halfHeight: number, bottomRadius: number, topRadius: number } & CommonOptions} options
   *   radii ≥ 0 at y = -halfHeight and y = +halfHeight, not both 0
   */
  constructor(options) {
    super(FRUSTUM, options);
  }
  /** @returns {number} */
  get halfHeight() {
    return this.parameter('halfHeight');
  }
  /** @returns {number} */
  get bottomRadius() {
    return this.parameter('bottomRadius');
  }
  /** @returns {number} */
  get topRadius() {
    return this.parameter('topRadius');
  }
}

const HULL = /* @__PURE__ */ solid('hull', abi.KIND_HULL, pointsField(3));
/**
 * The convex hull of points. Every corner is kept exactly as given; points that are none
 * (duplicates, inside the hull, its facets or edges) are dropped. There is no limit to their number.
 */
export class ConvexHull extends BaseShape {
  /**
   * @param {{ points: ArrayLike<number> | ArrayLike<Vector3> } & CommonOptions} options points that
   *   span a volume: x y z one after the other, or a list of vectors
   */
  constructor(options) {
    super(HULL, options);
  }
}

const halfspace = (/** @type {2 | 3} */ n) => ({
  type: 'halfspace',
  kind: n === 3 ? abi.KIND_HALFSPACE : abi.KIND_HALFPLANE,
  dimension: n,
  fields: [vectorField('normal', n), numberField('offset')],
});
const HALFSPACE = /* @__PURE__ */ halfspace(3);
const HALFPLANE = /* @__PURE__ */ halfspace(2);
/**
 * All points with normal · x ≤ offset: ground, a wall. It is not scaled by growth, and cannot meet
 * another half-space. In the plane when its normal has two numbers.
 */
export class HalfSpace extends BaseShape {
  /**
   * @param {{ normal: Vector, offset: number } & CommonOptions} options the
   *   outward normal, of any length but 0; offset in units of normal · x
   */
  constructor(options) {
    super(dimensionOf(options?.normal) === 2 ? HALFPLANE : HALFSPACE, options);
  }
  /** @returns {number[]} */
  get normal() {
    return this.parameter('normal');
  }
  /** @returns {number} */
  get offset() {
    return this.parameter('offset');
  }
}

/** 2 for a vector of the plane, otherwise 3. @param {unknown} v @returns {2 | 3} */
export function dimensionOf(v) {
  if (typeof v !== 'object' || v === null) return 3;
  if ('length' in v) return v.length === 2 ? 2 : 3;
  return 'x' in v && !('z' in v) ? 2 : 3;
}

/** @type {ShapeType} */
const POINT = { ...solid('point', abi.KIND_POINT), extra: 'dimension' };
/** @type {ShapeType} */
const POINT2 = { ...POINT, kind: abi.KIND_POINT2, dimension: 2 };
/**
 * The local origin; with a margin, a ball. Not solid without one. In the plane when its dimension is
 * 2 or its centre has two numbers.
 */
export class Point extends BaseShape {
  /** @param {{ dimension?: 2 | 3 | undefined } & CommonOptions} [options] */
  constructor(options = {}) {
    const dimension = options?.dimension ?? dimensionOf(options?.center);
    if (dimension !== 2 && dimension !== 3)
      throw new RangeError(`Point.dimension must be 2 or 3, got ${format(dimension)}`);
    super(dimension === 2 ? POINT2 : POINT, options);
  }
  /** @override @returns {ShapeRecord} */
  toJSON() {
    const record = super.toJSON();
    return this.dimension === 2 && !record.center ? { ...record, dimension: 2 } : record;
  }
}

const corners = (/** @type {string} */ names, /** @type {2 | 3} */ n) =>
  [...names].map((name) => vectorField(name, n));

const SEGMENT = /* @__PURE__ */ solid('segment', abi.KIND_SEGMENT, ...corners('ab', 3));
/** @type {ShapeType} */
const SEGMENT2 = {
  type: 'segment',
  kind: abi.KIND_SEGMENT2,
  dimension: 2,
  fields: corners('ab', 2),
};
/** A segment; not solid without a margin. In the plane when its ends have two numbers. */
export class Segment extends BaseShape {
  /** @param {{ a: Vector, b: Vector } & CommonOptions} options its ends */
  constructor(options) {
    super(dimensionOf(options?.a) === 2 ? SEGMENT2 : SEGMENT, options);
  }
}

const TRIANGLE = /* @__PURE__ */ solid('triangle', abi.KIND_TRIANGLE, ...corners('abc', 3));
/** @type {ShapeType} */
const TRIANGLE2 = {
  type: 'triangle',
  kind: abi.KIND_TRIANGLE2,
  dimension: 2,
  fields: corners('abc', 2),
};
/**
 * A triangle, which may be degenerate; not solid without a margin. In the plane when its corners
 * have two numbers (a Polygon is the solid one).
 */
export class Triangle extends BaseShape {
  /**
   * @param {{ a: Vector, b: Vector,
   *   c: Vector } & CommonOptions} options its corners
   */
  constructor(options) {
    super(dimensionOf(options?.a) === 2 ? TRIANGLE2 : TRIANGLE, options);
  }
}

// ---- the plane

/** @param {string} type @param {number} kind @param {ShapeType['fields']} fields @returns {ShapeType} */
const flat = (type, kind, ...fields) => ({ type, kind, dimension: 2, fields });

const CIRCLE = /* @__PURE__ */ flat('circle', abi.KIND_CIRCLE, numberField('radius'));
/** A disk. */
export class Circle extends BaseShape {
  /** @param {{ radius: number } & CommonOptions} options radius > 0 */
  constructor(options) {
    super(CIRCLE, options);
  }
  /** @returns {number} */
  get radius() {
    return this.parameter('radius');
  }
}

const ELLIPSE = /* @__PURE__ */ flat('ellipse', abi.KIND_ELLIPSE, vectorField('radii', 2));
/** An ellipse with its axes along the local ones. */
export class Ellipse extends BaseShape {
  /** @param {{ radii: Vector2 } & CommonOptions} options radii > 0 along x and y */
  constructor(options) {
    super(ELLIPSE, options);
  }
  /** @returns {number[]} */
  get radii() {
    return this.parameter('radii');
  }
}

const RECTANGLE = /* @__PURE__ */ flat(
  'rectangle',
  abi.KIND_RECTANGLE,
  vectorField('halfExtents', 2),
);
/** A rectangle about the local origin. */
export class Rectangle extends BaseShape {
  /** @param {{ halfExtents: Vector2 } & CommonOptions} options half of each side, > 0 */
  constructor(options) {
    super(RECTANGLE, options);
  }
  /** @returns {number[]} */
  get halfExtents() {
    return this.parameter('halfExtents');
  }
}

const POLYGON = /* @__PURE__ */ flat('polygon', abi.KIND_POLYGON, pointsField(2));
/** The convex hull of points of the plane; corners are kept exactly as given. */
export class Polygon extends BaseShape {
  /**
   * @param {{ points: ArrayLike<number> | ArrayLike<Vector2> } & CommonOptions} options points that
   *   span an area: x y one after the other, or a list of vectors, in any order
   */
  constructor(options) {
    super(POLYGON, options);
  }
}

const STADIUM = /* @__PURE__ */ flat(
  'stadium',
  abi.KIND_STADIUM,
  numberField('halfHeight'),
  numberField('radius'),
);
/** A segment from (0, -halfHeight) to (0, halfHeight), inflated by a radius. */
export class Stadium extends BaseShape {
  /** @param {{ halfHeight: number, radius: number } & CommonOptions} options halfHeight ≥ 0, radius > 0 */
  constructor(options) {
    super(STADIUM, options);
  }
  /** @returns {number} */
  get halfHeight() {
    return this.parameter('halfHeight');
  }
  /** @returns {number} */
  get radius() {
    return this.parameter('radius');
  }
}
