/**
 * Growth distance by the methods that ours is compared with.
 *
 * They live in an extension of their own, so that the main entry stays small. Once something has been
 * imported from here, growthDistance of the main entry takes these methods, too; an import of nothing is
 * left out by bundlers.
 *
 * @module growth-distance/compare
 */
import { compare as packed } from '../wasm/dist/compare-bytes.js';
import { extension } from './core/extension.js';
import { GROWTH_METHODS, growthBy, takeComparison } from './queries/growth.js';
import { PAIRS, POSES, RESULT, SHAPES, checkShapes, queryKind } from './queries/query.js';

/** @import { GrowthOptions, GrowthResult } from './queries/growth.js' */
/** @import { Pose } from './poses/pose.js' */
/** @import { BaseShape } from './shapes/shape.js' */

/** @typedef {'ie' | 'zc' | 'zc-ie' | 'inc' | 'dcf' | 'dcol'} ComparisonMethod */

/**
 * The methods of this entry: internal expanding (`ie`), conic projection (`zc`) and its hybrid with
 * it (`zc-ie`), facet walking on polytopes (`inc`), Newton on smooth hulls (`dcf`), an interior point
 * method on the conic program of primitives and polytopes (`dcol`). They are for shapes in space.
 * @type {readonly ComparisonMethod[]}
 */
export const METHODS = Object.freeze(['ie', 'zc', 'zc-ie', 'inc', 'dcf', 'dcol']);

const compare = /* @__PURE__ */ extension('comparison methods', packed);

const COMPARISON = /* @__PURE__ */ queryKind(
  'growthDistance',
  (n, base, settings, warm) =>
    compare().compare_growth_distance(
      n,
      base + SHAPES,
      2,
      base + POSES,
      base + PAIRS,
      1,
      settings,
      warm,
      base + RESULT,
    ),
  [...GROWTH_METHODS, ...METHODS],
  ['trace'],
);

/**
 * As growthDistance of the main entry, also by the methods of this one: the same bounds, normal and
 * points by the same stopping rule. `iterations` counts support calls on each set; of `inc` steps
 * from facet to facet, of `dcol` interior-point iterations.
 *
 * Source: Ray Intersection Algorithm for Fast Growth Distance Computation, Table I and what it cites.
 *
 * @param {BaseShape} a
 * @param {Pose} poseA
 * @param {BaseShape} b
 * @param {Pose} poseB
 * @param {GrowthOptions} [options] also by the main entry's methods, so that times compare
 * @returns {GrowthResult}
 * @throws {TypeError | RangeError} for wrong arguments, also point sets and p-norm balls
 * @throws {GeometryError} code `'undefined'` where the method does not know the shapes: in the plane,
 *   for half-spaces; `inc` beyond polytopes; `dcf` beyond smooth sets; `dcol` for smooth hulls, sums,
 *   custom shapes and more than 512 facets
 */
export function growthDistance(a, poseA, b, poseB, options) {
  const [slotA, slotB] = checkShapes(COMPARISON.name, a, b);
  return growthBy(COMPARISON, slotA, poseA, slotB, poseB, options, 0);
}

takeComparison(growthDistance);
