/* A seeded random generator: the same seed gives the same path, so that a link can be shared. It is a
 * Weyl sequence with a 32-bit mixer. */

/** @param {number} seed an integer @returns {() => number} uniform in [0, 1) */
export function randomFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let x = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 4294967296;
  };
}
