/* Shape: what all shapes are, and how any of them is made from its record. */
import { MinkowskiSum, SmoothHull, Transformed } from './composites.js';
import { GeometryError, format, suggestion } from '../core/errors.js';
import { NormBall, PointSet } from './point-sets.js';
import { classNameOf } from './refusals.js';
import { Shape as Base } from './shape.js';
import {
  Box,
  Capsule,
  Circle,
  Cone,
  ConvexHull,
  Cylinder,
  Ellipse,
  Ellipsoid,
  Frustum,
  HalfSpace,
  Point,
  Polygon,
  Rectangle,
  Segment,
  Sphere,
  Stadium,
  Triangle,
} from './primitives.js';

/** @import { PlainRecord, SetRecord, ShapeRecord } from './records.js' */

/**
 * A convex set with a centre, fixed once made. Not made directly: see Sphere, Box, ConvexHull and
 * the others, or `Shape.from`. Every shape is an instance of it.
 *
 * A shape holds a little memory of the WebAssembly module. `dispose()` returns it at once; a shape
 * that is merely dropped is cleaned up by the garbage collector.
 *
 * @template {number} [N=2 | 3]
 * @extends {Base<N>}
 */
export class Shape extends Base {
  /** Throws: it is here so that the compiler refuses `new Shape`, too. @private */
  constructor() {
    super(/** @type {any} */ (undefined), {});
  }

  /**
   * Makes a shape from its record, as data files and `toJSON` hold it.
   *
   * @template {ShapeRecord} R
   * @param {R} record the parts of a transformed shape or a sum are records, too
   * @returns {Shape<[PlainRecord['type'] & R['type']] extends [never] ? number : 2 | 3>} of the class that
   *   belongs to `record.type`
   * @throws {TypeError} for an unknown type, or whatever the class's constructor throws
   * @example
   * const shape = Shape.from({ type: 'cylinder', halfHeight: 1, radius: 0.5 });
   */
  static from(record) {
    return /** @type {any} */ (makeShape(record, 0));
  }

  /** @override @param {unknown} value @returns {value is Shape} */
  static [Symbol.hasInstance](value) {
    return Base.slotOf(value) !== undefined;
  }
}

/** Records in records beyond this are refused here: the module's own limit is lower. */
const DEPTH_MAX = 32;

/** @param {ShapeRecord} record @param {number} depth in other records @returns {Base} */
function makeShape(record, depth) {
  if (typeof record !== 'object' || record === null) {
    throw new TypeError(`Shape.from takes a record with a type, got ${format(record)}`);
  }
  const { type, ...options } = /** @type {Record<string, unknown>} */ (
    /** @type {unknown} */ (record)
  );
  const classes = classesByType();
  if (typeof type !== 'string' || !Object.hasOwn(classes, type)) {
    const known = Object.keys(classes).join(', ');
    throw new TypeError(
      `Shape.from has no type ${format(type)}; the types are ${known}${meantType(type, classes)}`,
    );
  }
  const parts = PARTS[type] ?? [];
  if (depth > DEPTH_MAX)
    throw new GeometryError('Shape.from: shapes must not be nested more than 16 deep', 'parts');
  if (parts.length === 0) return new /** @type {any} */ (classes)[type](options);
  // parts that came as records exist only until the shape has copied them
  const made = [];
  try {
    for (const name of parts) {
      const value = options[name];
      if (Base.slotOf(value) || typeof value !== 'object' || value === null) continue;
      made.push((options[name] = makeShape(/** @type {ShapeRecord} */ (value), depth + 1)));
    }
    return new /** @type {any} */ (classes)[type](options);
  } finally {
    for (const shape of made) shape.dispose();
  }
}

/**
 * The end of a message about a wrong type, which may be the name of a class.
 * @param {unknown} type @param {object} classes by type
 */
function meantType(type, classes) {
  if (typeof type !== 'string') return '';
  const types = Object.keys(classes);
  const wanted = type.toLowerCase();
  const byClass = types.find((name) => classNameOf(name).toLowerCase() === wanted);
  return byClass === undefined ? suggestion(type, types) : ` (did you mean ${byClass}?)`;
}

/** Options that are shapes themselves. @type {Record<string, string[]>} */
const PARTS = { transformed: ['shape'], sum: ['a', 'b'] };

const classesByType = () => ({
  sphere: Sphere,
  ellipsoid: Ellipsoid,
  box: Box,
  capsule: Capsule,
  cylinder: Cylinder,
  cone: Cone,
  frustum: Frustum,
  hull: ConvexHull,
  dsf: SmoothHull,
  halfspace: HalfSpace,
  point: Point,
  segment: Segment,
  triangle: Triangle,
  circle: Circle,
  ellipse: Ellipse,
  rectangle: Rectangle,
  polygon: Polygon,
  stadium: Stadium,
  transformed: Transformed,
  sum: MinkowskiSum,
  points: PointSet,
  'norm-ball': NormBall,
});
