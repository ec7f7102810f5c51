/* The queries of one pair of shapes, 3D or 2D. Each query runs separately: if one is undefined for a
 * pair, such as the growth distance of two points, the others still return results. */
import { growthDistance, growthGradient, signedDistance } from 'growth-distance';

/** Shapes whose growth distance is this close to 1 are called touching. */
const TOUCHING = 1e-3;

/** @param {() => any} ask @returns {{ result?: any, error?: Error }} */
export function attempt(ask) {
  try {
    return { result: ask() };
  } catch (error) {
    return { error };
  }
}

/** Result objects that are reused, so that dragging creates no garbage. */
export const reused = () => ({
  growth: { out: { normal: [], pointA: [], pointB: [], contact: [] } },
  distance: { out: { normal: [], pointA: [], pointB: [] } },
});

/**
 * @param {{ shape: import('growth-distance').Shape, pose: object }} a
 * @param {{ shape: import('growth-distance').Shape, pose: object }} b
 * @param {Set<string>} show queries to run besides growth distance and signed distance
 * @param {ReturnType<typeof reused>} outs
 */
export function measure(a, b, show, outs) {
  const pair = [a.shape, a.pose, b.shape, b.pose];
  return {
    growth: attempt(() => growthDistance(...pair, outs.growth)),
    distance: attempt(() => signedDistance(...pair, outs.distance)),
    gradient: show.has('gradient') ? attempt(() => growthGradient(...pair)) : {},
  };
}

/** The relation of two shapes with this growth distance. @param {number} value */
export function relationOf(value) {
  if (Math.abs(value - 1) <= TOUCHING) return 'touching';
  return value > 1 ? 'separated' : 'overlapping';
}

/** Minimum duration of a round in milliseconds, which the clock of a page can measure. */
const LONG_ENOUGH = 4;
const ROUNDS = 5;
/** Maximum number of queries in a round, because the page is blocked meanwhile. */
const MOST_QUERIES = 2 ** 17;

/**
 * Measures a call in nanoseconds: the best of several rounds of a few milliseconds. A coarse clock may
 * report a few milliseconds for one round and 0 for the next, so all rounds must be long enough.
 * @param {() => void} call
 * @returns {number} 0 if even the longest rounds are below the clock's resolution
 */
export function timeOfCall(call) {
  const round = (count) => {
    const begin = performance.now();
    for (let i = 0; i < count; i++) call();
    return performance.now() - begin;
  };
  for (let count = 64; count <= MOST_QUERIES; count *= 2) {
    let best = Infinity;
    for (let i = 0; i < ROUNDS && best >= LONG_ENOUGH; i++) best = Math.min(best, round(count));
    if (best >= LONG_ENOUGH) return (1e6 * best) / count;
  }
  return 0;
}

/** The time of a cold growth distance through JavaScript, from timeOfCall. */
export function timeOf(a, b) {
  const options = { out: { normal: [], pointA: [], pointB: [], contact: [] } };
  return timeOfCall(() => growthDistance(a.shape, a.pose, b.shape, b.pose, options));
}

/**
 * The growth distances of all pairs of more than two shapes, null where it is undefined. For two shapes
 * the function returns null.
 * @param {import('growth-distance').Shape[]} shapes
 * @param {{ pose: object }[]} bodies
 */
export function allPairs(shapes, bodies) {
  if (bodies.length < 3) return null;
  const value = (i, j) => {
    if (i >= j) return null;
    const [a, b] = [bodies[i].pose, bodies[j].pose];
    return attempt(() => growthDistance(shapes[i], a, shapes[j], b)).result?.value ?? null;
  };
  return bodies.map((_, i) => bodies.map((__, j) => value(i, j)));
}
