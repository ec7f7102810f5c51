/* Removes duplicate points with a hash table (open addressing, on the bits of the coordinates).
 *
 * A triangle soup contains every corner about six times. A hull would have to prove for each duplicate,
 * with exact arithmetic, that it is not beyond any face. */

/** Odd, near 2^32 divided by the golden ratio: similar numbers get distant hashes. */
const MIX = 0x9e3779b1;

/**
 * Returns the first of each group of equal points, in the original order.
 * @param {number[]} points x y z, one point after the other
 * @returns {number[]}
 */
export function distinct(points) {
  const size = 2 ** Math.ceil(Math.log2(points.length));
  const table = new Int32Array(size).fill(-1);
  // + 0 turns -0 into 0, which is equal but has different bits
  const bits = new Uint32Array(Float64Array.from(points, (x) => x + 0).buffer);
  /** @type {number[]} */
  const kept = [];
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = points.slice(i, i + 3);
    let at = hashOf(bits, 2 * i) & (table.length - 1);
    for (let j = Number(table[at]); j >= 0; j = Number(table[at])) {
      if (kept[j] === x && kept[j + 1] === y && kept[j + 2] === z) break;
      at = (at + 1) & (table.length - 1);
    }
    if (Number(table[at]) >= 0) continue;
    table[at] = kept.length;
    kept.push(Number(x), Number(y), Number(z));
  }
  return kept;
}

/** @param {Uint32Array} bits @param {number} start index of six words */
function hashOf(bits, start) {
  let hash = 0;
  for (let k = start; k < start + 6; k++) {
    hash = Math.imul(hash ^ Number(bits[k]), MIX);
    hash ^= hash >>> 15;
  }
  return hash;
}
