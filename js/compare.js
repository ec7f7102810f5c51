/**
 * Growth distance by the methods that ours is compared with.
 *
 * This entry has a WebAssembly module of its own. Its shapes and those of the main entry do not mix, so
 * make the shapes with the classes of this entry.
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
export {
  Box,
  Capsule,
  Cone,
  ConvexHull,
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
 * @property {GrowthMethod | ComparisonMethod | undefined} [method] the solver (default `'auto'`): one of this entry,
 *   or of the main entry, so that times compare
 */
/** @typedef {Omit<GrowthOptions, 'method'> & OwnComparisonOptions} ComparisonOptions */

/**
 * The methods that only this entry has: internal expanding (`ie`), conic projection (`zc`) and its
 * hybrid with internal expanding (`zc-ie`), facet walking on polytopes (`inc`), Newton on smooth hulls
 * (`dcf`), an interior point method on the conic program of primitives and polytopes (`dcol`). They take
 * 3D shapes.
 * @type {readonly ComparisonMethod[]}
 */
export const METHODS = Object.freeze(['ie', 'zc', 'zc-ie', 'inc', 'dcf', 'dcol']);

const COMPARISON = /* @__PURE__ */ describe({
  ...GROWTH,
  methods: [...GROWTH_METHODS, ...METHODS],
});

/**
 * As growthDistance of the main entry, with the methods of this one: the same bounds, normal and points
 * by the same stopping rule. `iterations` counts support calls on each shape; for `inc` steps from facet
 * to facet, for `dcol` interior-point iterations.
 *
 * Source: Ray Intersection Algorithm for Fast Growth Distance Computation, Table I and what it cites.
 *
 * @param {Shape<3>} a
 * @param {Pose} poseA null is the identity
 * @param {Shape<3>} b
 * @param {Pose} poseB
 * @param {ComparisonOptions} [options]
 * @returns {GrowthResult<3>}
 * @throws {TypeError | RangeError} for wrong arguments, also point sets, p-norm balls and shapes of
 *   another entry
 * @throws {GeometryError} code `'undefined'` for shapes that the method does not support: 2D shapes and
 *   half-spaces; `inc` beyond polytopes; `dcf` beyond smooth shapes; `dcol` for smooth hulls, sums,
 *   custom shapes and more than 512 facets
 */
export function growthDistance(a, poseA, b, poseB, options) {
  if (arguments.length < 4) throw missingArgument(COMPARISON.name, arguments.length);
  const [slotA, slotB] = checkShapes(COMPARISON.name, a, b);
  return runGrowthQuery(COMPARISON, slotA, poseA, slotB, poseB, options, 0);
}
