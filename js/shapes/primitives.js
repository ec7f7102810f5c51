/* The primitive shapes in 3D and 2D; hulls.js has the hulls of points. Each class consists of a ShapeType
 * (its fields in the order of the flat record), the types of its options, and getters. The module validates
 * the values. */
import * as abi from '../../wasm/dist/abi.js';
import { format } from '../core/errors.js';
import { numberField, vectorField } from './parameters.js';
import { Shape } from './shape.js';

/** @import { CommonOptions, ShapeType } from './shape.js' */
/** @import { PointRecord, ShapeRecord } from './records.js' */
/** @import { Coordinates, DimensionOf, Vec2, Vec3, Vector } from '../poses/pose.js' */

// ---- 3D: the axis of round shapes is local +Y, as in three.js

/**
 * A 3D shape type.
 * @param {string} type
 * @param {number} kind
 * @param {ShapeType['fields']} fields
 * @returns {ShapeType}
 */
const solid = (type, kind, ...fields) => ({ type, kind, dimension: 3, fields });

const halfHeight = /* @__PURE__ */ numberField('halfHeight');
const radius = /* @__PURE__ */ numberField('radius');

const SPHERE = /* @__PURE__ */ solid('sphere', abi.KIND_SPHERE, radius);
/**
 * @typedef {object} OwnSphereOptions
 * @property {number} radius > 0, in the unit of lengths
 */
/** @typedef {OwnSphereOptions & CommonOptions} SphereOptions */
/**
 * A ball about the local origin.
 * @extends {Shape<3>}
 */
export class Sphere extends Shape {
  /** @param {SphereOptions} options */
  constructor(options) {
    super(SPHERE, options);
  }
  /** @returns {number} */
  get radius() {
    return this.parameter('radius');
  }
}

const ELLIPSOID = /* @__PURE__ */ solid('ellipsoid', abi.KIND_ELLIPSOID, vectorField('radii', 3));
/**
 * @typedef {object} OwnEllipsoidOptions
 * @property {Vec3} radii half-axes along x, y and z, > 0
 */
/** @typedef {OwnEllipsoidOptions & CommonOptions} EllipsoidOptions */
/**
 * An ellipsoid about the local origin. Its axes are the local axes.
 * @extends {Shape<3>}
 */
export class Ellipsoid extends Shape {
  /** @param {EllipsoidOptions} options */
  constructor(options) {
    super(ELLIPSOID, options);
  }
  /** @returns {[number, number, number]} */
  get radii() {
    return this.parameter('radii');
  }
}

const BOX = /* @__PURE__ */ solid('box', abi.KIND_BOX, vectorField('halfExtents', 3));
/**
 * @typedef {object} OwnBoxOptions
 * @property {Vec3} halfExtents half of the edge lengths along x, y and z, > 0
 */
/** @typedef {OwnBoxOptions & CommonOptions} BoxOptions */
/**
 * A box about the local origin. Its edges are parallel to the local axes.
 * @extends {Shape<3>}
 */
export class Box extends Shape {
  /** @param {BoxOptions} options */
  constructor(options) {
    super(BOX, options);
  }
  /** @returns {[number, number, number]} */
  get halfExtents() {
    return this.parameter('halfExtents');
  }
}

/**
 * A shape of revolution about the local Y axis, with a height and a radius.
 * @extends {Shape<3>}
 */
class Round extends Shape {
  /** Half of the height along Y; for a capsule, without the caps. @returns {number} */
  get halfHeight() {
    return this.parameter('halfHeight');
  }
  /** @returns {number} */
  get radius() {
    return this.parameter('radius');
  }
}

const CAPSULE = /* @__PURE__ */ solid('capsule', abi.KIND_CAPSULE, halfHeight, radius);
/**
 * @typedef {object} OwnCapsuleOptions
 * @property {number} halfHeight half of the height along Y without the caps, ≥ 0
 * @property {number} radius of the caps, > 0
 */
/** @typedef {OwnCapsuleOptions & CommonOptions} CapsuleOptions */
/**
 * All points within a radius of the segment from (0, -halfHeight, 0) to (0, halfHeight, 0).
 */
export class Capsule extends Round {
  /** @param {CapsuleOptions} options */
  constructor(options) {
    super(CAPSULE, options);
  }
}

const CYLINDER = /* @__PURE__ */ solid('cylinder', abi.KIND_CYLINDER, halfHeight, radius);
/**
 * @typedef {object} OwnCylinderOptions
 * @property {number} halfHeight half of the height along Y, > 0
 * @property {number} radius > 0, in the unit of lengths
 */
/** @typedef {OwnCylinderOptions & CommonOptions} CylinderOptions */
/**
 * A cylinder about the local Y axis, from y = -halfHeight to y = +halfHeight.
 */
export class Cylinder extends Round {
  /** @param {CylinderOptions} options */
  constructor(options) {
    super(CYLINDER, options);
  }
}

const CONE = /* @__PURE__ */ solid('cone', abi.KIND_CONE, halfHeight, radius);
/**
 * @typedef {object} OwnConeOptions
 * @property {number} halfHeight half of the height along Y, > 0
 * @property {number} radius of the base, > 0
 */
/** @typedef {OwnConeOptions & CommonOptions} ConeOptions */
/**
 * A cone about the local Y axis: its base is at y = -halfHeight, its apex at y = +halfHeight.
 */
export class Cone extends Round {
  /** @param {ConeOptions} options */
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
/**
 * @typedef {object} OwnFrustumOptions
 * @property {number} halfHeight half of the height along Y, > 0
 * @property {number} bottomRadius radius at y = -halfHeight, ≥ 0
 * @property {number} topRadius radius at y = +halfHeight, ≥ 0; at least one of the radii is > 0
 */
/** @typedef {OwnFrustumOptions & CommonOptions} FrustumOptions */
/**
 * A truncated cone about the local Y axis, from y = -halfHeight to y = +halfHeight.
 * @extends {Shape<3>}
 */
export class Frustum extends Shape {
  /** @param {FrustumOptions} options */
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

const halfspace = (/** @type {2 | 3} */ n) => ({
  type: 'halfspace',
  kind: n === 3 ? abi.KIND_HALFSPACE : abi.KIND_HALFPLANE,
  dimension: n,
  fields: [vectorField('normal', n), numberField('offset')],
});
const HALFSPACE = /* @__PURE__ */ halfspace(3);
const HALFPLANE = /* @__PURE__ */ halfspace(2);
/**
 * @template {Vector} [V=Vector]
 * @typedef {object} OwnHalfSpaceOptions
 * @property {V} normal the outward normal, of any length except 0; with 2 numbers the half-space is 2D
 * @property {number} offset the value of normal · x on the boundary
 */
/** @template {Vector} [V=Vector] @typedef {OwnHalfSpaceOptions<V> & CommonOptions} HalfSpaceOptions */
/**
 * All points with normal · x ≤ offset, for example the ground or a wall. Growth distance does not scale it.
 * No query accepts two half-spaces. If the normal has two numbers, the half-space is 2D.
 *
 * @template {Vector} [V=Vector]
 * @extends {Shape<DimensionOf<V>>}
 */
export class HalfSpace extends Shape {
  /** @param {HalfSpaceOptions<V>} options */
  constructor(options) {
    super(dimensionOf(options?.normal) === 2 ? HALFPLANE : HALFSPACE, options);
  }
  /** @returns {Coordinates<DimensionOf<V>>} */
  get normal() {
    return this.parameter('normal');
  }
  /** @returns {number} */
  get offset() {
    return this.parameter('offset');
  }
}

/** 2 for a vector of two numbers or `{ x, y }`, otherwise 3. @param {unknown} v @returns {2 | 3} */
export function dimensionOf(v) {
  if (typeof v !== 'object' || v === null) return 3;
  if ('length' in v) return v.length === 2 ? 2 : 3;
  return 'x' in v && !('z' in v) ? 2 : 3;
}

/** @param {number} kind @param {2 | 3} dimension @returns {ShapeType} */
const point = (kind, dimension) => ({
  type: 'point',
  kind,
  dimension,
  fields: [],
  extra: 'dimension',
});
const POINT = /* @__PURE__ */ point(abi.KIND_POINT, 3);
const POINT2 = /* @__PURE__ */ point(abi.KIND_POINT2, 2);
/**
 * @template {2 | 3} [N=2 | 3]
 * @typedef {object} OwnPointOptions
 * @property {N | undefined} [dimension] 2 or 3 (default: the dimension of `center`, or 3 without a centre)
 */
/** @template {2 | 3} [N=2 | 3] @typedef {OwnPointOptions<N> & CommonOptions} PointOptions */
/**
 * The point at the local origin. With a margin it is a ball; without one it is not solid. It is 2D if
 * `dimension` is 2 or `center` has two numbers.
 *
 * @template {2 | 3} [N=2 | 3]
 * @extends {Shape<N>}
 */
export class Point extends Shape {
  /** @param {PointOptions<N>} [options] */
  constructor(options = {}) {
    const dimension = options?.dimension ?? dimensionOf(options?.center);
    if (dimension !== 2 && dimension !== 3)
      throw new RangeError(`Point.dimension must be 2 or 3, got ${format(dimension)}`);
    super(dimension === 2 ? POINT2 : POINT, options);
  }
  /** @override @returns {ShapeRecord} */
  toJSON() {
    const record = super.toJSON();
    return this.dimension === 2 && record.center === undefined
      ? /** @type {PointRecord} */ ({ ...record, dimension: 2 })
      : record;
  }
}

/**
 * A shape type whose fields are its corners.
 * @param {string} type @param {number} kind
 * @param {string} names of the corners, one letter each
 * @param {2 | 3} dimension
 * @returns {ShapeType}
 */
const cornered = (type, kind, names, dimension) => ({
  type,
  kind,
  dimension,
  fields: [...names].map((name) => vectorField(name, dimension)),
});

const SEGMENT = /* @__PURE__ */ cornered('segment', abi.KIND_SEGMENT, 'ab', 3);
const SEGMENT2 = /* @__PURE__ */ cornered('segment', abi.KIND_SEGMENT2, 'ab', 2);
/**
 * @template {Vector} [V=Vector]
 * @typedef {object} OwnSegmentOptions
 * @property {V} a one end, 2 or 3 numbers
 * @property {V} b the other end
 */
/** @template {Vector} [V=Vector] @typedef {OwnSegmentOptions<V> & CommonOptions} SegmentOptions */
/**
 * The segment from a to b. Without a margin it is not solid. If its ends have two numbers, it is 2D.
 *
 * @template {Vector} [V=Vector]
 * @extends {Shape<DimensionOf<V>>}
 */
export class Segment extends Shape {
  /** @param {SegmentOptions<V>} options */
  constructor(options) {
    super(dimensionOf(options?.a) === 2 ? SEGMENT2 : SEGMENT, options);
  }
}

const TRIANGLE = /* @__PURE__ */ cornered('triangle', abi.KIND_TRIANGLE, 'abc', 3);
const TRIANGLE2 = /* @__PURE__ */ cornered('triangle', abi.KIND_TRIANGLE2, 'abc', 2);
/**
 * @template {Vector} [V=Vector]
 * @typedef {object} OwnTriangleOptions
 * @property {V} a a corner, 2 or 3 numbers
 * @property {V} b a corner
 * @property {V} c a corner
 */
/** @template {Vector} [V=Vector] @typedef {OwnTriangleOptions<V> & CommonOptions} TriangleOptions */
/**
 * A triangle, which may be degenerate. Without a margin it is not solid, even in 2D: use a Polygon for a
 * solid 2D triangle. If its corners have two numbers, it is 2D.
 *
 * @template {Vector} [V=Vector]
 * @extends {Shape<DimensionOf<V>>}
 */
export class Triangle extends Shape {
  /** @param {TriangleOptions<V>} options */
  constructor(options) {
    super(dimensionOf(options?.a) === 2 ? TRIANGLE2 : TRIANGLE, options);
  }
}

// ---- 2D

/**
 * A 2D shape type.
 * @param {string} type
 * @param {number} kind
 * @param {ShapeType['fields']} fields
 * @returns {ShapeType}
 */
const flat = (type, kind, ...fields) => ({ type, kind, dimension: 2, fields });

const CIRCLE = /* @__PURE__ */ flat('circle', abi.KIND_CIRCLE, numberField('radius'));
/**
 * @typedef {object} OwnCircleOptions
 * @property {number} radius > 0, in the unit of lengths
 */
/** @typedef {OwnCircleOptions & CommonOptions} CircleOptions */
/**
 * A disk about the local origin.
 * @extends {Shape<2>}
 */
export class Circle extends Shape {
  /** @param {CircleOptions} options */
  constructor(options) {
    super(CIRCLE, options);
  }
  /** @returns {number} */
  get radius() {
    return this.parameter('radius');
  }
}

const ELLIPSE = /* @__PURE__ */ flat('ellipse', abi.KIND_ELLIPSE, vectorField('radii', 2));
/**
 * @typedef {object} OwnEllipseOptions
 * @property {Vec2} radii half-axes along x and y, > 0
 */
/** @typedef {OwnEllipseOptions & CommonOptions} EllipseOptions */
/**
 * An ellipse about the local origin, with its interior. Its axes are the local axes.
 * @extends {Shape<2>}
 */
export class Ellipse extends Shape {
  /** @param {EllipseOptions} options */
  constructor(options) {
    super(ELLIPSE, options);
  }
  /** @returns {[number, number]} */
  get radii() {
    return this.parameter('radii');
  }
}

const RECTANGLE = /* @__PURE__ */ flat(
  'rectangle',
  abi.KIND_RECTANGLE,
  vectorField('halfExtents', 2),
);
/**
 * @typedef {object} OwnRectangleOptions
 * @property {Vec2} halfExtents half of the edge lengths along x and y, > 0
 */
/** @typedef {OwnRectangleOptions & CommonOptions} RectangleOptions */
/**
 * A rectangle about the local origin. Its edges are parallel to the local axes.
 * @extends {Shape<2>}
 */
export class Rectangle extends Shape {
  /** @param {RectangleOptions} options */
  constructor(options) {
    super(RECTANGLE, options);
  }
  /** @returns {[number, number]} */
  get halfExtents() {
    return this.parameter('halfExtents');
  }
}

const STADIUM = /* @__PURE__ */ flat(
  'stadium',
  abi.KIND_STADIUM,
  numberField('halfHeight'),
  numberField('radius'),
);
/**
 * @typedef {object} OwnStadiumOptions
 * @property {number} halfHeight half of the height along Y without the caps, ≥ 0
 * @property {number} radius of the caps, > 0
 */
/** @typedef {OwnStadiumOptions & CommonOptions} StadiumOptions */
/**
 * All points within a radius of the segment from (0, -halfHeight) to (0, halfHeight).
 * @extends {Shape<2>}
 */
export class Stadium extends Shape {
  /** @param {StadiumOptions} options */
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
