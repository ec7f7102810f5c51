/* The hulls of points: ConvexHull in 3D and Polygon in 2D. With the option `flat`, each has a second kind in
 * the ABI, which accepts points that span no volume or area. */
import * as abi from '../../wasm/dist/abi.js';
import { wrongType } from '../core/errors.js';
import { isList } from '../core/is-list.js';
import { pointsField } from './parameters.js';
import { Shape } from './shape.js';

/** @import { CommonOptions, ShapeType } from './shape.js' */
/** @import { Vec2, Vec3 } from '../poses/pose.js' */

/**
 * @param {2 | 3} dimension @param {number} kind @param {boolean} flat whether the points may be flat
 * @returns {ShapeType}
 */
const hullType = (dimension, kind, flat) => ({
  type: dimension === 3 ? 'hull' : 'polygon',
  kind,
  dimension,
  fields: [pointsField(dimension)],
  extra: 'flat',
  flat,
});

/**
 * Reads the option `flat`.
 * @param {{ flat?: boolean | undefined } | undefined} options @param {string} owner
 */
function isFlat(options, owner) {
  const flat = isList(options) ? undefined : options?.flat; // lists have a method of that name
  if (flat !== undefined && typeof flat !== 'boolean')
    throw wrongType(`${owner}.flat`, 'a boolean', flat);
  return flat === true;
}

const HULL = /* @__PURE__ */ hullType(3, abi.KIND_HULL, false);
const FLAT_HULL = /* @__PURE__ */ hullType(3, abi.KIND_FLAT_HULL, true);
/**
 * @typedef {object} OwnConvexHullOptions
 * @property {ArrayLike<number> | ArrayLike<Vec3>} points points whose hull is solid, or any if `flat` is true: a
 *   list of vectors, or a flat list of numbers `x y z x y z …`
 * @property {boolean | undefined} [flat] whether the points may also be coplanar, collinear or a single one
 *   (default false: they are refused). Without a margin such a hull is not solid, like a Triangle
 */
/** @typedef {OwnConvexHullOptions & CommonOptions} ConvexHullOptions */
/**
 * The convex hull of points. The constructor keeps every vertex of the hull exactly as given. It drops
 * duplicates and points inside the hull, its faces or its edges. The number of points is not limited. The
 * default centre is the centroid of the volume.
 *
 * With `flat: true`, points that are coplanar up to rounding make a flat hull: a polygon in space, or a segment
 * or a point. Its default centre is the centroid of its area. Overlap tests of two shapes that are not solid
 * are exact for the points as given. So points that are coplanar only up to rounding count as a very thin solid
 * there.
 * @extends {Shape<3>}
 */
export class ConvexHull extends Shape {
  /** @param {ConvexHullOptions} options */
  constructor(options) {
    super(isFlat(options, 'ConvexHull') ? FLAT_HULL : HULL, options);
  }
}

const POLYGON = /* @__PURE__ */ hullType(2, abi.KIND_POLYGON, false);
const FLAT_POLYGON = /* @__PURE__ */ hullType(2, abi.KIND_FLAT_POLYGON, true);
/**
 * @typedef {object} OwnPolygonOptions
 * @property {ArrayLike<number> | ArrayLike<Vec2>} points points whose hull is solid, or any if `flat` is true, in
 *   any order: a list of vectors, or a flat list of numbers `x y x y …`
 * @property {boolean | undefined} [flat] whether the points may also be collinear or a single one (default
 *   false: they are refused). Without a margin such a polygon is not solid, like a Segment
 */
/** @typedef {OwnPolygonOptions & CommonOptions} PolygonOptions */
/**
 * The convex hull of 2D points. The constructor keeps every vertex of the hull exactly as given, and drops
 * all other points. The default centre is the centroid of the area. If the points are collinear, which
 * `flat: true` allows, it is the middle of the segment.
 * @extends {Shape<2>}
 */
export class Polygon extends Shape {
  /** @param {PolygonOptions} options */
  constructor(options) {
    super(isFlat(options, 'Polygon') ? FLAT_POLYGON : POLYGON, options);
  }
}
