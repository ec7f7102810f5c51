/* The convergence of a method as one number per iteration: the gap of its bounds. For methods without
 * two converging bounds, it is another measure. */
import { length } from './vectors.js';

/**
 * Smaller gaps, including 0, are drawn at this value. One unit in the last place of a number near 1 is
 * 2.2e-16.
 */
export const FLOOR = 1e-16;
/** A method counts as closing its gap if the final gap is at most this fraction of the widest. */
const CLOSED = 1e-2;

/**
 * @typedef {object} Progress
 * @property {'gap' | 'excess' | 'origin' | 'none'} measure gap: upper - lower; excess: distance of the
 *   moving bound to its final value; origin: distance of the inner approximation to the origin
 * @property {number[][]} points [iteration, number > 0]
 */

/** Labels of the measures. */
export const MEASURE_LABELS = {
  gap: 'gap of the bounds',
  excess: 'distance of its bound to the final value, which may be a local minimum',
  origin: 'distance of the simplex to the origin',
  none: 'no curve, because it decides without bounds',
};

/** @param {import('growth-distance').TraceIterate} row @returns {number | null} */
export const gapOf = ({ lower, upper }) =>
  lower === null || upper === null ? null : Math.max(0, upper - lower);

/**
 * The last row of each iteration, which includes the result of the iteration's support call.
 * @param {import('growth-distance').TraceIterate[]} rows
 */
function byIteration(rows) {
  const last = new Map();
  for (const row of rows) last.set(row.iteration, row);
  return [...last.values()];
}

/**
 * @param {import('growth-distance').TraceIterate[]} rows of one trace
 * @returns {Progress}
 */
export function progressOf(rows) {
  const steps = byIteration(rows);
  const pick = (value, low) =>
    steps.flatMap((row) => {
      const y = value(row);
      return y === null || !(y > 0 || low) ? [] : [[row.iteration, Math.max(y, FLOOR)]];
    });
  const gaps = pick(gapOf, true);
  const widest = Math.max(...gaps.map(([, y]) => y));
  if (gaps.length > 1 && gaps.at(-1)[1] <= CLOSED * widest) return { measure: 'gap', points: gaps };
  const bound = movingBound(steps);
  if (bound) {
    const end = steps.at(-1)[bound];
    const points = pick((row) => (row[bound] === null ? null : Math.abs(row[bound] - end)), false);
    if (points.length > 1) return { measure: 'excess', points };
  }
  const origin = pick(
    (row) => (row.point && row.type === 'simplex' ? length(row.point) : null),
    true,
  );
  if (origin.length > 1) return { measure: 'origin', points: origin };
  return gaps.length > 0 ? { measure: 'gap', points: gaps } : { measure: 'none', points: [] };
}

/** The bound that takes more than one value while the other stays constant. */
function movingBound(steps) {
  const both = steps.filter(({ lower, upper }) => lower !== null && upper !== null);
  const values = (name) => new Set(both.map((row) => row[name])).size;
  if (values('upper') > 1 && values('upper') >= values('lower')) return 'upper';
  return values('lower') > 1 ? 'lower' : null;
}
