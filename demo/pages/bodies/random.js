/* Reproducible random numbers. */

/** Random numbers from 0 to 1 (mulberry32), the same for the same seed. @param {number} seed */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A uniformly distributed random rotation as a quaternion. @param {() => number} random */
export function randomRotation(random) {
  for (;;) {
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1);
    const square = q.reduce((sum, x) => sum + x * x, 0);
    if (square <= 1 && square > 0.01) return q.map((x) => x / Math.sqrt(square));
  }
}
