/* The public class Shape: the common class of all shapes, and Shape.from, which creates a shape from its
 * record. It is separate from shape.js because it imports all classes. */
import { MinkowskiSum, SmoothHull, Transformed } from './composites.js';
import { GeometryError, format, suggestion } from '../core/errors.js';
import { ConvexHull, Polygon } from './hulls.js';
import { NormBall, PointSet } from './point-sets.js';
import { classNameOf } from './refusals.js';
import { Shape as Base } from './shape.js';
import {
  Box,
  Capsule,
  Circle,
  Cone,
  Cylinder,
  Ellipse,
  Ellipsoid,
  Frustum,
  HalfSpace,
  Point,
  Rectangle,
  Segment,
  Sphere,
  Stadium,
  Triangle,
} from './primitives.js';

/** @import { PlainRecord, SetRecord, ShapeRecord } from './records.js' */

/**
 * An immutable convex set with a centre. Every shape is an instance of Shape. Create shapes with their
 * classes, such as Sphere, Box and ConvexHull, or with `Shape.from`.
 *
 * A shape uses memory of the WebAssembly module. `dispose()` releases it at once. Otherwise it is released
 * after the garbage collector has removed the shape.
 *
 * @template {number} [N=2 | 3]
 * @extends {Base<N>}
 */
export class Shape extends Base {
  /** Always throws. It is declared private so that the compiler refuses `new Shape`. @private */
  constructor() {
    super(/** @type {any} */ (undefined), {});
  }

  /**
   * Creates a shape from its record, the plain data that `toJSON` returns and data files contain.
   *
   * @template {ShapeRecord} R
   * @param {R} record the record. The parts of a transformed shape or a sum are records or shapes
   * @returns {Shape<[PlainRecord['type'] & R['type']] extends [never] ? number : 2 | 3>} an instance of the
   *   class for `record.type`
   * @throws {TypeError} for an unknown type
   * @throws {TypeError | RangeError | GeometryError} as the constructor of the class
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

/**
 * Records nested deeper are refused here, before the recursion gets too deep. The module's limit, 16, is
 * lower.
 */
const DEPTH_MAX = 32;

/** @param {ShapeRecord} record @param {number} depth number of enclosing records @returns {Base} */
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
  // the shape copies its parts: dispose of the ones made here from records
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
 * The end of a message about an unknown type: ` (did you mean …?)` or ''. It also recognises class names.
 * @param {unknown} type @param {object} classes by type
 */
function meantType(type, classes) {
  if (typeof type !== 'string') return '';
  const types = Object.keys(classes);
  const wanted = type.toLowerCase();
  const byClass = types.find((name) => classNameOf(name).toLowerCase() === wanted);
  return byClass === undefined ? suggestion(type, types) : ` (did you mean ${byClass}?)`;
}

/** The options of each type that are shapes. @type {Record<string, string[]>} */
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
