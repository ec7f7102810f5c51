/* Geometries of 3D shapes, for drawing with three.js. */
import { BufferAttribute, BufferGeometry, Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { refuseUnknownKeys, format, wrongType } from '../core/errors.js';
import { Shape } from '../shapes/from-record.js';
import { ConvexHull } from '../shapes/hulls.js';
import { planeOf, sampledSurface } from './sampled.js';
import { liveHandle } from '../shapes/slot.js';
import { FLAT_CODES } from './vertices.js';
import { roundedPolytope, turned } from './surfaces.js';

/** @import { ShapeRecord } from '../shapes/records.js' */
/** @import { Surface, Vector } from './surfaces.js' */

/**
 * @typedef {object} DrawingOptions
 * @property {number | undefined} [segments] straight pieces per full turn of a round surface, an integer
 *   from 8 to 1024 (default 64)
 * @property {number | undefined} [crease] angle in radians, from 0 to π (default 0.45). Two facets of a
 *   hull, or of a shape drawn by its support points, are shaded as one smooth surface if the angle
 *   between their normals is smaller
 * @property {number | undefined} [extent] half side of the square drawn for a half-space, > 0, in the
 *   half-space's unit (default 10)
 */
/** @typedef {{ segments: number, crease: number, extent: number }} Drawing */

const DRAWING_KEYS = /* @__PURE__ */ new Set(['segments', 'crease', 'extent']);

/**
 * Returns the surface of a shape, including its margin, in local coordinates. This is the shape that the
 * solver uses.
 *
 * Every vertex is on the shape, up to the single precision of three.js. The triangles between the
 * vertices are inside the shape. Spheres, ellipsoids, capsules, cylinders, cones, frustums, boxes, hulls
 * and triangles, with or without margin, have exact vertices, and exact normals where the surface is
 * smooth. The same holds for their affine images without a margin. For other shapes (sums, smooth hulls,
 * custom shapes, affine images with a margin), the surface is the hull of support points. It is refined
 * until the shape extends beyond each facet by at most as much as a circle around the shape extends
 * beyond a chord of its `segments` pieces.
 *
 * For a half-space, the geometry is a square of its plane around the point nearest to the local origin,
 * visible from outside. A triangle and a flat hull get two sides. A segment gets two positions (for a Line)
 * and a point gets one (for Points), both without normals and index.
 *
 * @param {Shape} shape 3D
 * @param {DrawingOptions} [options]
 * @returns {BufferGeometry} dispose of it yourself
 * @throws {TypeError} if `shape` is not a 3D shape or has been disposed of, or for a wrong option
 * @throws {RangeError} if an option is out of range, or if the shape's coordinates do not fit single
 *   precision
 * @throws {GeometryError} code `'flat'` for a sum or a custom shape without volume and without margin;
 *   code `'undefined'` for the sum of a half-space and a custom shape
 * @example
 * const mesh = new Mesh(geometryOf(new Box({ halfExtents: [1, 1, 1], margin: 0.1 })));
 */
export function geometryOf(shape, options = {}) {
  const slot = Shape.slotOf(shape);
  if (!slot || slot.any || slot.dimension !== 3)
    throw wrongType('geometryOf: shape', 'a 3D shape', shape);
  liveHandle(slot);
  const geometry = draw(shape, checkDrawing(options));
  for (const name of Object.keys(geometry.attributes)) {
    const { array } = geometry.getAttribute(name);
    const single = new Float32Array(array);
    const [size, kept] = [largest(array), largest(single)];
    if (kept === Infinity || (size > 0 && kept === 0))
      throw new RangeError(
        `geometryOf: coordinates must fit single precision, got ${format(size)}`,
      );
    geometry.setAttribute(name, new BufferAttribute(single, 3));
  }
  return geometry;
}

/** Coordinates stay in double precision until the geometry is complete. @param {number[]} numbers */
const triplesOf = (numbers) => new BufferAttribute(Float64Array.from(numbers), 3);

/** @param {DrawingOptions} options @returns {Drawing} */
function checkDrawing(options) {
  if (typeof options !== 'object' || options === null)
    throw wrongType('geometryOf: options', 'an object', options);
  refuseUnknownKeys('geometryOf', options, DRAWING_KEYS);
  const { segments = 64, crease = 0.45, extent = 10 } = options;
  for (const [name, value] of Object.entries({ segments, crease, extent }))
    if (typeof value !== 'number') throw wrongType(`geometryOf: ${name}`, 'a number', value);
  if (!(Number.isInteger(segments) && segments >= 8 && segments <= 1024))
    throw new RangeError(
      `geometryOf: segments must be an integer from 8 to 1024, got ${format(segments)}`,
    );
  if (!(crease >= 0 && crease <= Math.PI))
    throw new RangeError(`geometryOf: crease must be from 0 to π, got ${format(crease)}`);
  if (!(extent > 0 && extent < Infinity))
    throw new RangeError(`geometryOf: extent must be finite and > 0, got ${format(extent)}`);
  return { segments, crease, extent };
}

/** The record of a shape; null if the shape contains a support function. @param {Shape} shape */
function recordOf(shape) {
  try {
    return /** @type {Record<string, any>} */ (shape.toJSON());
  } catch {
    return null;
  }
}

/** @param {Shape} shape @param {Drawing} drawing @returns {BufferGeometry} */
function draw(shape, drawing) {
  const record = recordOf(shape);

  const { margin } = shape;
  const { segments } = drawing;
  if (!record) return sampled(shape, drawing);
  const plane = planeOf(/** @type {ShapeRecord} */ (record));
  if (plane) return squareOf(plane, drawing.extent);
  const { halfHeight: h, radius: r } = record;
  switch (record.type) {
    case 'sphere':
      return turn([[0, 0]], r + margin, segments);
    case 'capsule':
      return turn(upright(h), r + margin, segments);
    case 'cylinder':
      return turn(profile(h, r, r), margin, segments);
    case 'cone':
      return turn(profile(h, r, 0), margin, segments);
    case 'frustum':
      return turn(profile(h, record.bottomRadius, record.topRadius), margin, segments);
    case 'ellipsoid':
      return ellipsoid(record.radii, margin, segments);
    case 'box':
      return box(record.halfExtents, margin, drawing);
    case 'hull':
      return hull(shape, drawing);
    case 'point':
      return margin > 0 ? turn([[0, 0]], margin, segments) : plain([[0, 0, 0]]);
    case 'segment':
      return margin > 0 ? rod(record.a, record.b, margin, segments) : plain([record.a, record.b]);
    case 'triangle':
      return triangle(shape, [record.a, record.b, record.c], drawing);
    case 'transformed':
      return margin > 0 ? sampled(shape, drawing) : image(record, drawing);
    default:
      return sampled(shape, drawing);
  }
}

/** @param {Surface} surface @returns {BufferGeometry} */
function geometryFrom({ positions, normals, indices }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', triplesOf(positions));
  geometry.setAttribute('normal', triplesOf(normals));
  geometry.setIndex(indices);
  return geometry;
}

/** @param {[number, number][]} corners @param {number} radius @param {number} segments */
const turn = (corners, radius, segments) => geometryFrom(turned(corners, radius, segments));

/** @param {number} h @returns {[number, number][]} */
const upright = (h) =>
  h > 0
    ? [
        [0, -h],
        [0, h],
      ]
    : [[0, 0]];

/** @param {number} h @param {number} bottom @param {number} top */
const profile = (h, bottom, top) =>
  /** @type {[number, number][]} */ ([
    [0, -h],
    bottom > 0 && [bottom, -h],
    top > 0 && [top, h],
    [0, h],
  ]).filter(Boolean);

/** @param {Vector[]} points */
const plain = (points) => new BufferGeometry().setAttribute('position', triplesOf(points.flat()));

/** @param {{ vertices: ArrayLike<number>, triangles: ArrayLike<number> }} surface @param {number} crease */
function creased({ vertices, triangles }, crease) {
  const geometry = new BufferGeometry();
  // Three.js merges vertices closer than 0.01. At this scale 0.01 is negligible: the hull is about 2^14
  // large.
  const scale = powerOver(vertices) / 2 ** 14;
  geometry.setAttribute('position', triplesOf(Array.from(vertices, (x) => x / scale)));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles), 1));
  // with a smaller crease, rounding would cause creases within a facet
  if (crease < 1e-3) {
    const flat = geometry.toNonIndexed();
    flat.computeVertexNormals();
    return scaled(flat, scale);
  }
  return scaled(toCreasedNormals(geometry, crease), scale);
}

/** The largest absolute value. @param {ArrayLike<number>} numbers */
function largest(numbers) {
  let most = 0;
  for (let i = 0; i < numbers.length; i++) most = Math.max(most, Math.abs(Number(numbers[i])));
  return most;
}

/** The smallest power of two greater than all absolute values. @param {ArrayLike<number>} numbers */
function powerOver(numbers) {
  const most = largest(numbers);
  return most > 0 ? 2 ** (Math.floor(Math.log2(most)) + 1) : 1;
}

/**
 * Multiplies the positions and leaves the normals unchanged.
 * @param {BufferGeometry} geometry @param {number} scale
 */
function scaled(geometry, scale) {
  const { array } = geometry.getAttribute('position');
  for (let i = 0; i < array.length; i++) array[i] = Number(array[i]) * scale;
  return geometry;
}

/** @param {Shape} shape @param {Drawing} drawing */
const sampled = (shape, { segments, crease }) => creased(sampledSurface(shape, segments), crease);

/**
 * The image of the unit sphere, with each vertex moved outwards by the margin.
 * @param {Vector} radii @param {number} margin @param {number} segments
 */
function ellipsoid(radii, margin, segments) {
  const surface = turned([[0, 0]], 1, segments);
  const [a, b, c] = radii;
  for (let i = 0; i < surface.positions.length; i += 3) {
    const { x, y, z } = new Vector3().fromArray(surface.positions, i);
    const normal = new Vector3(x / a, y / b, z / c).normalize();
    const point = new Vector3(a * x, b * y, c * z).addScaledVector(normal, margin);
    normal.toArray(surface.normals, i);
    point.toArray(surface.positions, i);
  }
  return geometryFrom(surface);
}

/**
 * The stretched surface of a unit cube, because a box may be thinner than ConvexHull accepts.
 * @param {Vector} halfExtents @param {number} margin @param {Drawing} drawing
 */
function box(halfExtents, margin, { segments }) {
  const ends = [-1, 1];
  const cube = new ConvexHull({
    points: ends.flatMap((x) => ends.flatMap((y) => ends.flatMap((z) => [x, y, z]))),
  });
  try {
    const { vertices, triangles } = cube.surface();
    const corners = Array.from(vertices, (x, i) => x * Number(halfExtents[i % 3]));
    return polytope({ vertices: corners, triangles }, margin, segments, 0);
  } finally {
    cube.dispose();
  }
}

/** @param {ArrayLike<number>} list @returns {Vector[]} */
const triples = (list) =>
  Array.from({ length: list.length / 3 }, (_, i) => [
    Number(list[3 * i]),
    Number(list[3 * i + 1]),
    Number(list[3 * i + 2]),
  ]);

/** @param {{ vertices: ArrayLike<number>, triangles: ArrayLike<number> }} surface @param {number} margin @param {number} segments @param {number} crease */
const polytope = ({ vertices, triangles }, margin, segments, crease) =>
  margin > 0
    ? geometryFrom(roundedPolytope(triples(vertices), triples(triangles), margin, segments))
    : creased({ vertices, triangles }, crease);

/** @param {Shape} shape @param {Drawing} drawing */
function hull(shape, drawing) {
  const { margin } = shape;
  const { segments, crease } = drawing;
  const surface = shape.surface();
  if (margin === 0 && shape.vertexCount < 3) return plain(triples(surface.vertices));
  if (margin === 0) return polytope(surface, 0, segments, crease);
  // The margin goes along the normals of all facets, including slivers. With coordinates of 26 bits,
  // normals have no rounding errors.
  const { vertices } = surface;
  const steps = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity]; // not Math.min(...vertices): the number of arguments is limited
    for (let i = axis; i < vertices.length; i += 3) {
      low = Math.min(low, Number(vertices[i]));
      high = Math.max(high, Number(vertices[i]));
    }
    return powerOver([high - low]) / 2 ** 26;
  });
  const points = Array.from(vertices, (x, i) => {
    const step = Number(steps[i % 3]);
    return Math.round(x / step) * step;
  });
  /** @type {ConvexHull | undefined} */
  let snapped;
  try {
    snapped = new ConvexHull({ points });
    // the hull is not much thicker than the grid, so rounding to the grid may tilt its facets
    if (snapped.inradius < 2 ** 12 * Math.max(...steps)) return sampled(shape, drawing);
    return polytope(snapped.surface(), margin, segments, 0);
  } catch (error) {
    // the hull is thinner than the grid
    if (FLAT_CODES.includes(/** @type {any} */ (error).code)) return sampled(shape, drawing);
    throw error;
  } finally {
    snapped?.dispose();
  }
}

/** @param {Vector} a @param {Vector} b @param {number} margin @param {number} segments */
function rod(a, b, margin, segments) {
  const [from, to] = [new Vector3(...a), new Vector3(...b)];
  const along = to.clone().sub(from);
  const length = along.length();
  const geometry = turn(upright(length / 2), margin, segments);
  if (length > 0)
    geometry.applyQuaternion(
      new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.divideScalar(length)),
    );
  const middle = from.add(to).multiplyScalar(0.5);
  return geometry.translate(middle.x, middle.y, middle.z);
}

/** @param {Shape} shape @param {Vector[]} points @param {Drawing} drawing */
function triangle(shape, points, drawing) {
  const [a, b, c] = /** @type {[Vector3, Vector3, Vector3]} */ (
    points.map((p) => new Vector3(...p))
  );
  const normal = b.clone().sub(a).cross(c.clone().sub(a));
  const sides = [b.distanceTo(a), c.distanceTo(a), c.distanceTo(b)];
  const isFlat = normal.length() <= 1e-12 * Math.max(...sides) ** 2;
  if (shape.margin > 0) {
    if (isFlat) return sampled(shape, drawing);
    const sheets = /** @type {Vector[]} */ ([
      [0, 1, 2],
      [0, 2, 1],
    ]);
    return geometryFrom(roundedPolytope(points, sheets, shape.margin, drawing.segments));
  }
  normal.normalize();
  const up = normal.toArray();
  const down = normal.negate().toArray();
  return geometryFrom({
    positions: [...points, ...points].flat(),
    normals: [...up, ...up, ...up, ...down, ...down, ...down],
    indices: [0, 1, 2, 3, 5, 4],
  });
}

/**
 * The mapped geometry of a transformed shape's base.
 * @param {Record<string, any>} record @param {Drawing} drawing
 */
function image(record, drawing) {
  const part = Shape.from(record.shape);
  try {
    const [[a, b, c], [d, e, f], [g, h, i]] = record.matrix;
    const [x, y, z] = record.offset;
    const matrix = new Matrix4(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
    const geometry = draw(part, drawing).applyMatrix4(matrix);
    if (new Matrix3().setFromMatrix4(matrix).determinant() < 0) turnInsideOut(geometry);
    return geometry;
  } finally {
    part.dispose();
  }
}

/** Reverses the triangles, because a mirror image shows them from behind. @param {BufferGeometry} geometry */
function turnInsideOut(geometry) {
  if (!geometry.hasAttribute('normal')) return;
  const count = geometry.getAttribute('position').count;
  const order = geometry.index ? Array.from(geometry.index.array) : [...Array(count).keys()];
  for (let i = 0; i + 2 < order.length; i += 3)
    [order[i + 1], order[i + 2]] = [Number(order[i + 2]), Number(order[i + 1])];
  geometry.setIndex(order);
}

/** @param {{ normal: Vector, offset: number }} plane @param {number} extent */
function squareOf({ normal, offset }, extent) {
  const n = new Vector3(...normal);
  const turnUp = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), n);
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x = 0, y = 0]) =>
    new Vector3(x * extent, y * extent, 0).applyQuaternion(turnUp).addScaledVector(n, offset),
  );
  return geometryFrom({
    positions: corners.flatMap((p) => p.toArray()),
    normals: corners.flatMap(() => n.toArray()),
    indices: [0, 1, 2, 0, 2, 3],
  });
}
