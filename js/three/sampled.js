/* Surfaces of shapes that are defined only by their support points, for drawing.
 *
 * The hull of support points is inside the shape. The support point along a facet's normal shows how far
 * the shape may extend beyond that facet. If this is too far, the support point is added to the hull.
 * For a polytope, the hull is complete after a few rounds; for a smooth shape, it becomes as fine as
 * requested. */
import { Matrix3, Vector3 } from 'three';
import { GeometryError } from '../core/errors.js';
import { Shape } from '../shapes/from-record.js';
import { ConvexHull } from '../shapes/hulls.js';

/** @import { ShapeRecord } from '../shapes/records.js' */
/** @import { Vector } from './surfaces.js' */

/** Number of initial directions per segment of a full turn; a sphere needs this many. */
const DIRECTIONS_PER_SEGMENT = 24;
const ROUNDS = 12;
const POINTS_MAX = 60_000;

/** Evenly spread unit vectors, and the axes. @param {number} count @returns {Vector[]} */
function directions(count) {
  /** @type {Vector[]} */
  const list = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  for (let i = 0; i < count; i++) {
    const y = 1 - (2 * (i + 0.5)) / count;
    const around = Math.sqrt(1 - y * y);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    list.push([around * Math.cos(angle), y, around * Math.sin(angle)]);
  }
  return list;
}

/**
 * @param {Shape} shape
 * @param {number} segments per full turn
 * @returns {{ vertices: Float64Array, triangles: Uint32Array }} the hull of support points
 * @throws {GeometryError} code `'flat'` if the shape has no volume
 */
export function sampledSurface(shape, segments) {
  const points = directions(DIRECTIONS_PER_SEGMENT * segments).flatMap((d) => shape.support(d));
  const { min, max } = shape.boundingBox();
  const size = Math.hypot(...max.map((x, i) => x - Number(min[i]))) / 2;
  // sagitta of a chord of the circle around the shape
  const allowed = size * (1 - Math.cos(Math.PI / segments));
  let surface = surfaceOf(shape, points);
  for (let round = 0; round < ROUNDS && points.length < 3 * POINTS_MAX; round++) {
    const added = beyond(shape, surface, allowed);
    if (added.length === 0) break;
    for (const x of added) points.push(x);
    surface = surfaceOf(shape, points);
  }
  return surface;
}

/** @param {Shape} shape @param {number[]} points */
function surfaceOf(shape, points) {
  const hull = hullOrWhy(shape, points);
  const surface = hull.surface();
  hull.dispose();
  return surface;
}

/** @param {Shape} shape @param {number[]} points @returns {Shape} */
function hullOrWhy(shape, points) {
  try {
    return new ConvexHull({ points });
  } catch (error) {
    if (error instanceof GeometryError && /flat|few/.test(error.code))
      throw new GeometryError(
        `geometryOf: shape must have volume or a margin > 0, got a flat ${shape.type}`,
        'flat',
      );
    throw error;
  }
}

/**
 * The support points that are farther beyond a facet than allowed.
 * @param {Shape} shape
 * @param {{ vertices: Float64Array, triangles: Uint32Array }} surface
 * @param {number} allowed
 */
function beyond(shape, { vertices, triangles }, allowed) {
  /** @type {number[]} */
  const found = [];
  const at = (/** @type {number} */ i) => 3 * Number(triangles[i]);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
    const [x = 0, y = 0, z = 0] = vertices.subarray(a, a + 3);
    const side = (/** @type {number} */ k) => [
      Number(vertices[k]) - x,
      Number(vertices[k + 1]) - y,
      Number(vertices[k + 2]) - z,
    ];
    const [[p = 0, q = 0, r = 0], [s = 0, t = 0, u = 0]] = [side(b), side(c)];
    const normal = [q * u - r * t, r * s - p * u, p * t - q * s];
    const length = Math.hypot(...normal);
    if (!(length > 0)) continue; // the facet is too thin for a normal
    const [nx = 0, ny = 0, nz = 0] = normal.map((k) => k / length);
    const [sx = 0, sy = 0, sz = 0] = shape.support([nx, ny, nz]);
    if (nx * (sx - x) + ny * (sy - y) + nz * (sz - z) > allowed) found.push(sx, sy, sz);
  }
  return found;
}

/**
 * Returns the plane that bounds a half-space, the image of a half-space, or the sum of a half-space and
 * a shape.
 * @param {ShapeRecord} record
 * @returns {{ normal: Vector, offset: number } | null} with a unit outward normal; null for other shapes
 */
export function planeOf(record) {
  const margin = record.margin ?? 0;
  const { normal, offset, shape, matrix, a, b } = /** @type {Record<string, any>} */ (record);
  if (record.type === 'halfspace') return plane(normal, offset, margin);
  if (record.type === 'transformed') {
    const inner = planeOf(shape);
    if (!inner) return null;
    // n · x ≤ c becomes (M⁻ᵀ n) · y ≤ c + (M⁻ᵀ n) · offset
    const [[m0, m1, m2], [m3, m4, m5], [m6, m7, m8]] = matrix;
    const inverse = new Matrix3(m0, m1, m2, m3, m4, m5, m6, m7, m8).invert().transpose();
    const image = new Vector3(...inner.normal).applyMatrix3(inverse).toArray();
    const shift = image.reduce((sum, x, i) => sum + x * offset[i], 0);
    return plane(image, inner.offset + shift, margin);
  }
  if (record.type !== 'sum') return null;
  const [first, second] = [planeOf(a), planeOf(b)];
  const inner = first ?? second;
  if (!inner) return null;
  const other = Shape.from(first ? b : a);
  const point = other.support(inner.normal);
  other.dispose();
  const reach = inner.normal.reduce((sum, x, i) => sum + x * Number(point[i]), 0);
  return plane(inner.normal, inner.offset + reach, margin);
}

/** @param {Vector} normal @param {number} offset @param {number} margin */
function plane([x, y, z], offset, margin) {
  const length = Math.hypot(x, y, z);
  const normal = /** @type {Vector} */ ([x / length, y / length, z / length]);
  return { normal, offset: offset / length + margin };
}
