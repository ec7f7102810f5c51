/* The queries of one pair of shapes, 3D or 2D. Each query is tried by itself: if one is undefined for a
 * pair, such as the growth distance of two points, the others still answer. */
import { growthDistance, growthGradient, signedDistance } from 'growth-distance';

/** A growth distance this close to 1 is called touching. */
const TOUCHING = 1e-3;

/** @param {() => any} ask @returns {{ result?: any, error?: Error }} */
function attempt(ask) {
  try {
    return { result: ask() };
  } catch (error) {
    return { error };
  }
}

/** Result objects that are used again, so that dragging makes no garbage. */
export const reused = () => ({
  growth: { out: { normal: [], pointA: [], pointB: [], contact: [] } },
  distance: { out: { normal: [], pointA: [], pointB: [] } },
});

/**
 * @param {{ shape: import('growth-distance').Shape, pose: object }} a
 * @param {{ shape: import('growth-distance').Shape, pose: object }} b
 * @param {Set<string>} show what is wanted beside the growth distance
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

/** The relation that a growth distance stands for. @param {number} value */
export function relationOf(value) {
  if (Math.abs(value - 1) <= TOUCHING) return 'touching';
  return value > 1 ? 'apart' : 'overlapping';
}

/** Milliseconds that a page's clock can tell. */
const LONG_ENOUGH = 4;

/** Nanoseconds of a cold query through JavaScript: the best of some rounds of a few milliseconds. */
export function timeOf(a, b) {
  const options = { out: { normal: [], pointA: [], pointB: [], contact: [] } };
  const round = (count) => {
    const begin = performance.now();
    for (let i = 0; i < count; i++) growthDistance(a.shape, a.pose, b.shape, b.pose, options);
    return performance.now() - begin;
  };
  let count = 64;
  while (round(count) < LONG_ENOUGH) count *= 2;
  let best = Infinity;
  for (let i = 0; i < 5; i++) best = Math.min(best, round(count));
  return (1e6 * best) / count;
}

/**
 * Growth distances of all pairs of more than two shapes, null where there is none; null for two.
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
