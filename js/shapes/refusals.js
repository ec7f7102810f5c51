/* The words in which a shape is refused. */
import { LENGTH_MAX } from '../../wasm/dist/abi.js';

/** What each code asks of its field. @internal */
export const WANTED = /** @type {Record<string, string>} */ ({
  margin: 'a finite number >= 0',
  center: 'finite and strictly inside the shape',
  radius: 'a finite number > 0',
  radii: 'finite numbers > 0',
  'half-extents': 'finite numbers > 0',
  'half-height': 'a finite number > 0',
  'bottom-radius': 'a finite number >= 0, and not 0 together with topRadius',
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
 * The class of a type, for messages: a minifier renames the classes themselves.
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

/** Why shapes cannot be parts of one. @param {string} owner @internal */
export const partsMessage = (owner) =>
  owner === 'MinkowskiSum'
    ? 'MinkowskiSum.a and b must not both be half-spaces, nor their sum reach farther than ' +
      `${LENGTH_MAX}, nor shapes be nested more than 16 deep or more than 256 in all`
    : `${owner}: the shape must not reach farther than ${LENGTH_MAX}, nor be nested more than 16 deep or more than 256 in all`;
