/*
 * The point clouds of the data's group balls_nd: points on two unit spheres in n dimensions, made
 * by the generator that the data describe.
 */

const MASK = (1n << 64n) - 1n;

/** splitmix64. @param {number} seed @returns {() => number} uniform in [0, 1) */
function splitmix(seed) {
  let state = BigInt(seed);
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    z ^= z >> 31n;
    return Number(z >> 11n) * 2 ** -53;
  };
}

/** A point of the unit sphere: each coordinate is a sum of six random numbers, then normalised. */
function onSphere(next, n) {
  const v = Array.from({ length: n }, () => {
    let t = next();
    for (let k = 0; k < 5; k++) t += next();
    return t - 3;
  });
  const length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
  return v.map((x) => x / length);
}

/**
 * @param {{ n: number, N: number, seed: number, centerDistance: number }} spec
 * @returns {{ Q: number[][], A: number[][] }} N points each, about the origin and about a point
 *   centerDistance away from it
 */
export function ballClouds({ n, N, seed, centerDistance }) {
  const next = splitmix(seed);
  const e = onSphere(next, n);
  const Q = Array.from({ length: N }, () => onSphere(next, n));
  const A = Array.from({ length: N }, () =>
    onSphere(next, n).map((x, i) => centerDistance * e[i] + x),
  );
  return { Q, A };
}
