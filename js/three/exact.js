/* The geometries of three.js that represent a shape exactly, and the parameters of that shape. */
import {
  BoxGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  SphereGeometry,
} from 'three';
import { isUnit, shears } from '../poses/matrix.js';

/** @import { BufferGeometry } from 'three' */
/** @import { ShapeRecord } from '../shapes/records.js' */

/** The scales of x, y and z, positive. @typedef {[number, number, number]} Scales */

/** With fewer segments per full turn, a geometry is treated as a prism or a pyramid and becomes a hull. */
const ROUND_SEGMENTS = 8;

/**
 * Whether an angle is a full turn, or a full half turn, up to rounding.
 * @param {number} angle @param {number} whole
 */
const isWhole = (angle, whole) => angle >= whole - 1e-9;

/** @param {number} a @param {number} b */
const isSame = (a, b) => isUnit(a / b);

/** @param {any} parameters @param {Scales} scales @returns {ShapeRecord | null} */
const box = ({ width, height, depth }, [x, y, z]) => ({
  type: 'box',
  halfExtents: [(width / 2) * x, (height / 2) * y, (depth / 2) * z],
});

/** @param {any} parameters @param {Scales} scales @returns {ShapeRecord | null} */
function sphere({ radius, widthSegments, phiLength, thetaStart, thetaLength }, [x, y, z]) {
  if (widthSegments < ROUND_SEGMENTS || !isWhole(phiLength, 2 * Math.PI)) return null;
  if (thetaStart !== 0 || !isWhole(thetaLength, Math.PI)) return null;
  return isSame(x, y) && isSame(x, z)
    ? { type: 'sphere', radius: radius * x }
    : { type: 'ellipsoid', radii: [radius * x, radius * y, radius * z] };
}

/** @param {any} parameters @param {Scales} scales @returns {ShapeRecord | null} */
function cylinder({ radiusTop, radiusBottom, height, radialSegments, thetaLength }, [x, y, z]) {
  if (radialSegments < ROUND_SEGMENTS || !isWhole(thetaLength, 2 * Math.PI)) return null;
  if (!isSame(x, z)) return null;
  const halfHeight = (height / 2) * y;
  if (radiusTop === radiusBottom) return { type: 'cylinder', halfHeight, radius: radiusTop * x };
  if (radiusTop === 0) return { type: 'cone', halfHeight, radius: radiusBottom * x };
  return {
    type: 'frustum',
    halfHeight,
    bottomRadius: radiusBottom * x,
    topRadius: radiusTop * x,
  };
}

/** @param {any} parameters @param {Scales} scales @returns {ShapeRecord | null} */
const cone = ({ radius, ...parameters }, scales) =>
  cylinder({ ...parameters, radiusTop: 0, radiusBottom: radius }, scales);

/**
 * Older versions of three name the height `length`.
 * @param {any} parameters @param {Scales} scales @returns {ShapeRecord | null}
 */
function capsule({ radius, height, length, radialSegments }, [x, y, z]) {
  if (radialSegments < ROUND_SEGMENTS || !isSame(x, y) || !isSame(x, z)) return null;
  return { type: 'capsule', halfHeight: ((height ?? length) / 2) * x, radius: radius * x };
}

/** @type {() => Record<string, [new (...parameters: any[]) => BufferGeometry, typeof sphere]>} */
const exactTypes = () => ({
  BoxGeometry: [BoxGeometry, box],
  SphereGeometry: [SphereGeometry, sphere],
  CylinderGeometry: [CylinderGeometry, cylinder],
  ConeGeometry: [ConeGeometry, cone],
  CapsuleGeometry: [CapsuleGeometry, capsule],
});

/**
 * Returns the record of the shape that a stretched geometry represents exactly; null if no
 * shape type does.
 * @param {BufferGeometry} geometry
 * @param {ArrayLike<number>} stretch
 */
export function exactRecord(geometry, stretch) {
  const types = exactTypes();
  const { parameters, type } = /** @type {any} */ (geometry);
  const exact = Object.hasOwn(types, type) ? types[type] : undefined;
  if (!exact || !parameters || shears(stretch)) return null;
  const [Geometry, recordOf] = exact;
  const scales = /** @type {Scales} */ (
    Array.from({ length: 3 }, (_, i) => Math.abs(stretch[i] ?? 0))
  );
  const record = recordOf(parameters, scales);
  if (record === null || !isPositive(record)) return null;
  return isUnchanged(geometry, new Geometry(...Object.values(parameters))) ? record : null;
}

/**
 * Whether a shape may have these sizes. Flat boxes and cones upside down become hulls.
 * @param {ShapeRecord} record
 */
function isPositive(record) {
  const sizes = /** @type {Record<string, any>} */ ({ ...record, type: 1 });
  const isSize = (/** @type {[string, number | number[]]} */ [name, size]) =>
    [size].flat().every((x) => x > 0 || (x === 0 && MAY_BE_0.has(name)));
  return (
    Object.entries(sizes).every(isSize) && !(sizes.topRadius === 0 && sizes.bottomRadius === 0)
  );
}

const MAY_BE_0 = /* @__PURE__ */ new Set(['topRadius', 'bottomRadius']);

/**
 * Whether the vertices are where the parameters place them. Methods such as `translate`, `rotateX` and
 * `scale` of a geometry move its vertices without changing its parameters.
 * @param {BufferGeometry} geometry @param {BufferGeometry} original
 */
function isUnchanged(geometry, original) {
  const [position, wanted] = [geometry, original].map((x) => x.attributes.position);
  if (!position || !wanted || position.count !== wanted.count || position.itemSize !== 3)
    return false;
  for (let i = 0; i < wanted.count; i++)
    if (
      position.getX(i) !== wanted.getX(i) ||
      position.getY(i) !== wanted.getY(i) ||
      position.getZ(i) !== wanted.getZ(i)
    )
      return false;
  return true;
}
