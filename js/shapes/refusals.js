/* The errors with which constructors refuse invalid options. The module returns a status; refusal() finds
 * the field and its value for the message. */
import * as abi from '../../wasm/dist/abi.js';
import { GeometryError, errorText, format, statusError } from '../core/errors.js';
import { isList } from '../core/is-list.js';

/** @import { Parameter } from './parameters.js' */
/** @import { ShapeType } from './shape.js' */

/** What the field of each error code must be: the text after 'must be'. */
const WANTED = /** @type {Record<string, string>} */ ({
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

/** 'half-extents' -> 'halfExtents' */
const camelCase = (/** @type {string} */ code) =>
  code.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** The message if the module refuses the parts of a composite shape. @param {string} owner */
const partsMessage = (owner) =>
  owner === 'MinkowskiSum'
    ? 'MinkowskiSum.a and MinkowskiSum.b must not both be half-spaces; their sum must lie within ' +
      `${abi.LENGTH_MAX} of the origin and contain at most 256 shapes, nested at most 16 deep`
    : `${owner} must lie within ${abi.LENGTH_MAX} of the origin and contain at most 256 shapes, nested at most 16 deep`;

/**
 * The message if the module refuses points as too few or flat.
 * @param {string} owner
 * @param {{ dimension: number, flat?: boolean }} type
 * @param {number} count of the points
 * @param {boolean} areFlat
 */
function pointsMessage(owner, { dimension, flat }, count, areFlat) {
  const [span, row] = dimension === 3 ? ['a volume', 'coplanar'] : ['an area', 'collinear'];
  const cure = flat === false && count > 0 ? '; pass flat: true to accept them' : '';
  if (areFlat) return `${owner}.points must span ${span}, got ${count} ${row} points${cure}`;
  if (flat) return `${owner}.points must have at least 1 point, got none`;
  return `${owner}.points must have at least ${dimension + 1} different points, got ${count} in all${cure}`;
}

/**
 * The error for a value that is no options object.
 * @param {string} owner @param {ShapeType} type @param {unknown} value
 * @internal
 */
export function notOptions(owner, { fields }, value) {
  const isPoints = isList(value) && fields.some(({ name }) => name === 'points');
  const names = fields.map(({ name }) => (isPoints && name === 'points' ? 'points: array' : name));
  const taken = `${owner} takes an object { ${fields.map(({ name }) => name).join(', ')} }`;
  const cure = isPoints ? `: pass { ${names.join(', ')} }` : '';
  return new TypeError(`${taken}, got ${format(value)}${cure}`);
}

/**
 * The error if the module refuses the flat record.
 * @param {number} status
 * @param {string} owner
 * @param {ShapeType} type
 * @param {Record<string, Parameter>} parameters
 * @internal
 */
export function refusal(status, owner, type, parameters) {
  if (status === abi.ERROR_MEMORY) return statusError(status, `new ${owner}`);
  const code = errorText(status);
  if (status === abi.ERROR_PARTS) return new GeometryError(partsMessage(owner), code);
  const points = status === abi.ERROR_TOO_FEW_POINTS || status === abi.ERROR_FLAT;
  const field = points ? 'points' : camelCase(code);
  const value = parameters[field];
  if (points) {
    const count = /** @type {Float64Array} */ (value).length / type.dimension;
    const message = pointsMessage(owner, type, count, status === abi.ERROR_FLAT);
    return new GeometryError(message, code, field, value);
  }
  if (status === abi.ERROR_POINTS) return pointRefusal(owner, code, parameters);
  const plain = type.fields.find((row) => row.name === field)?.plain;
  const wanted = Array.isArray(value) && code === 'offset' ? 'finite numbers' : WANTED[code];
  let message = `${owner}.${field} must be ${wanted ?? 'valid'}, got ${format(plain ? plain(value) : value)}`;
  if (status === abi.ERROR_HALF_HEIGHT && /capsule|stadium/.test(type.type))
    message = message.replace('> 0', '>= 0');
  if (typeof value === 'number' && Number.isFinite(value) && value > 0 && code !== 'exponent')
    message += ` (lengths must be between ${abi.LENGTH_MIN} and ${abi.LENGTH_MAX})`;
  return new GeometryError(message, code, field, value);
}

/**
 * The error for an invalid coordinate: of `points`, or of a corner of a segment or triangle.
 * @param {string} owner @param {string} code @param {Record<string, Parameter>} parameters
 */
function pointRefusal(owner, code, parameters) {
  const isWrong = (/** @type {number} */ x) => !(Math.abs(x) <= abi.LENGTH_MAX);
  const wanted = `must be finite numbers of magnitude <= ${abi.LENGTH_MAX}`;
  const flat = /** @type {Float64Array | undefined} */ (parameters.points);
  const i = flat?.findIndex(isWrong) ?? -1;
  if (flat && i >= 0) {
    const message = `${owner}.points ${wanted}, got ${flat[i]} at flat index ${i}`;
    return new GeometryError(message, code, 'points', flat);
  }
  const corners = Object.entries(parameters);
  const wrong = corners.find(([, corner]) => Array.isArray(corner) && corner.some(isWrong));
  const [field, value] = wrong ?? ['points', undefined];
  const message = `${owner}.${field} ${wanted}, got ${format(value)}`;
  return new GeometryError(message, code, field, value);
}
