/* The random pairs that are measured, the same for every visitor. */
import { Shape } from 'growth-distance';

/** Pairs of shape types that the page shows. */
export const TYPE_PAIRS = [
  ['sphere', 'sphere'],
  ['capsule', 'box'],
  ['box', 'box'],
  ['ellipsoid', 'ellipsoid'],
  ['cylinder', 'cone'],
  ['hull', 'hull'],
  ['hull', 'cylinder'],
  ['polygon', 'ellipse'],
];

/** Random numbers from 0 to 1 (mulberry32), the same for the same seed. @param {number} seed */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random unit vector with n components. */
function direction(random, n) {
  for (;;) {
    const v = Array.from({ length: n }, () => 2 * random() - 1);
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return v.map((x) => x / length);
  }
}

/** Points on a slightly flattened unit sphere, so that every point is a corner of the hull. */
export function cloud(random, count) {
  return Array.from({ length: count }, () => {
    const [x, y, z] = direction(random, 3);
    return [x, 0.8 * y, 0.9 * z];
  });
}

const SHAPE_TYPES = {
  sphere: (r) => ({ type: 'sphere', radius: 0.3 + r() }),
  box: (r) => ({ type: 'box', halfExtents: [0.3 + r(), 0.3 + r(), 0.3 + r()] }),
  capsule: (r) => ({ type: 'capsule', halfHeight: 0.3 + r(), radius: 0.2 + 0.5 * r() }),
  ellipsoid: (r) => ({ type: 'ellipsoid', radii: [0.3 + r(), 0.3 + r(), 0.3 + r()] }),
  cylinder: (r) => ({ type: 'cylinder', halfHeight: 0.3 + r(), radius: 0.3 + r() }),
  cone: (r) => ({ type: 'cone', halfHeight: 0.3 + r(), radius: 0.3 + r() }),
  hull: (r) => ({ type: 'hull', points: cloud(r, 64) }),
  polygon: (r) => ({
    type: 'polygon',
    points: Array.from({ length: 8 }, () => direction(r, 2)),
  }),
  ellipse: (r) => ({ type: 'ellipse', radii: [0.3 + r(), 0.3 + r()] }),
};

/**
 * Pairs of two shape types, with poses as flat arrays. About half of the pairs overlap or nearly
 * overlap.
 * @param {[string, string]} types
 * @param {number} count
 */
export function pairsOf(types, count) {
  const random = randomFrom(20261122);
  const flat = types.some((type) => ['polygon', 'ellipse'].includes(type));
  const pose = (at) =>
    Float64Array.from(flat ? [...at, 6 * random()] : [...at, ...direction(random, 4)]);
  return Array.from({ length: count }, () => {
    const [a, b] = types.map((type) => Shape.from(SHAPE_TYPES[type](random)));
    const away = direction(random, flat ? 2 : 3).map((x) => x * (0.6 + 2.6 * random()));
    return [a, pose(away.map(() => 0)), b, pose(away)];
  });
}
