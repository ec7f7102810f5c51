/**
 * Growth distance by the methods of other authors, for comparison.
 *
 * This entry has its own WebAssembly module. It does not accept shapes of the main entry, and the main
 * entry does not accept its shapes. Make the shapes with the classes of this entry.
 *
 * @module growth-distance/compare
 */
import { GROWTH, GROWTH_METHODS, describe } from './queries/descriptions.js';
import { runGrowthQuery } from './queries/growth.js';
import { checkShapes, missingArgument } from './queries/query.js';

/** @import { GrowthMethod, GrowthOptions, GrowthResult } from './queries/growth.js' */
/** @import { Pose } from './poses/pose.js' */
/** @import { Shape } from './shapes/shape.js' */

export { MinkowskiSum, SmoothHull, Transformed } from './shapes/composites.js';
export { CustomShape } from './shapes/custom.js';
export { ConvexHull } from './shapes/hulls.js';
export {
  Box,
  Capsule,
  Cone,
  Cylinder,
  Ellipsoid,
  Frustum,
  Point,
  Segment,
  Sphere,
} from './shapes/primitives.js';
export { Shape } from './shapes/from-record.js';
export { init } from './core/module.js';
export { GeometryError } from './core/errors.js';

/** @typedef {'ie' | 'zc' | 'zc-ie' | 'inc' | 'dcf' | 'dcol'} ComparisonMethod */
/**
 * @typedef {object} OwnComparisonOptions
 * @property {GrowthMethod | ComparisonMethod | undefined} [method] the solver (default `'auto'`): a
 *   method of this entry, or a method of the main entry, for comparing times
 */
/** @typedef {Omit<GrowthOptions, 'method'> & OwnComparisonOptions} ComparisonOptions */

/**
 * The methods that only this entry has. They accept 3D shapes:
 * - `ie`: internal expanding
 * - `zc`: conic projection
 * - `zc-ie`: conic projection combined with internal expanding
 * - `inc`: facet walking on polytopes
 * - `dcf`: Newton steps on smooth hulls
 * - `dcol`: an interior-point method on the conic program of primitives and polytopes
 *
 * @type {readonly ComparisonMethod[]}
 */
export const METHODS = Object.freeze(['ie', 'zc', 'zc-ie', 'inc', 'dcf', 'dcol']);

const COMPARISON = /* @__PURE__ */ describe({
  ...GROWTH,
  methods: [...GROWTH_METHODS, ...METHODS],
});

/**
 * Computes the growth distance, as growthDistance of the main entry, with the methods of this entry.
 * Bounds, normal, points and stopping rule are the same. `iterations` counts evaluations of each shape's
 * support function; for `inc` it counts steps from facet to facet, for `dcol` interior-point iterations.
 *
 * Source: Ray Intersection Algorithm for Fast Growth Distance Computation, Table I and the papers cited
 * there.
 *
 * @param {Shape<3>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<3>} b
 * @param {Pose} poseB
 * @param {ComparisonOptions} [options]
 * @returns {GrowthResult<3>}
 * @throws {TypeError | RangeError} for wrong arguments, including point sets, p-norm balls and shapes of
 *   another entry
 * @throws {GeometryError} code `'undefined'` for shapes that the method does not support: 2D shapes and
 *   half-spaces; for `inc` all shapes except polytopes; for `dcf` all shapes that are not smooth; for
 *   `dcol` smooth hulls, sums, custom shapes and shapes with more than 512 facets
 */
export function growthDistance(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(COMPARISON.name, arguments.length);
  const [slotA, slotB] = checkShapes(COMPARISON.name, a, b);
  return runGrowthQuery(COMPARISON, slotA, poseA, slotB, poseB, options, 0);
}
