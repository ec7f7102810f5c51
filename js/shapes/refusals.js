/* Parts of the messages with which constructors refuse invalid shapes. */
import { LENGTH_MAX } from '../../wasm/dist/abi.js';

/** What the field of each error code must be: the text after 'must be'. @internal */
export const WANTED = /** @type {Record<string, string>} */ ({
  margin: 'a finite number >= 0',
  center: 'finite and, if the shape is solid, strictly inside it',
  radius: 'a finite number > 0',
  radii: 'finite numbers > 0',
  'half-extents': 'finite numbers > 0',
  'half-height': 'a finite number > 0',
  'bottom-radius': 'a finite number >= 0 (> 0 if topRadius is 0)',
  'top-radius': 'a finite number >= 0',
  points: 'finite coordinates',
  'too-few-points': 'more different points',
  flat: 'points that span a volume',
  normal: 'finite and not zero',
  exponent: 'a number from 1 to 1e6',
  matrix: 'finite and invertible',
  offset: 'a finite number',
});

/**
 * The class name of a shape type, for messages. The name property of a class is useless, because minifiers
 * rename classes.
 * @param {string} type
 * @internal
 */
export const classNameOf = (type) =>
  CLASS_NAMES[type] ?? type.slice(0, 1).toUpperCase() + type.slice(1);

const CLASS_NAMES = /** @type {Record<string, string>} */ ({
  hull: 'ConvexHull',
  halfspace: 'HalfSpace',
  dsf: 'SmoothHull',
  sum: 'MinkowskiSum',
  points: 'PointSet',
  'norm-ball': 'NormBall',
  custom: 'CustomShape',
});

/** 'half-extents' -> 'halfExtents' @internal */
export const camelCase = (/** @type {string} */ code) =>
  code.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** The message if the module refuses the parts of a composite shape. @param {string} owner @internal */
export const partsMessage = (owner) =>
  owner === 'MinkowskiSum'
    ? 'MinkowskiSum.a and MinkowskiSum.b must not both be half-spaces; their sum must lie within ' +
      `${LENGTH_MAX} of the origin and contain at most 256 shapes, nested at most 16 deep`
    : `${owner} must lie within ${LENGTH_MAX} of the origin and contain at most 256 shapes, nested at most 16 deep`;

/**
 * The message if the module refuses points as too few or flat.
 * @param {string} owner
 * @param {{ dimension: number, flat?: boolean }} type
 * @param {number} count of the points
 * @param {boolean} areFlat
 * @internal
 */
export function pointsMessage(owner, { dimension, flat }, count, areFlat) {
  const [span, row] = dimension === 3 ? ['a volume', 'coplanar'] : ['an area', 'collinear'];
  const cure = flat === false && count > 0 ? '; pass flat: true to accept them' : '';
  if (areFlat) return `${owner}.points must span ${span}, got ${count} ${row} points${cure}`;
  if (flat) return `${owner}.points must have at least 1 point, got none`;
  return `${owner}.points must have at least ${dimension + 1} different points, got ${count} in all${cure}`;
}
