/* Which two of several shapes are measured: A and B, as indices into the list of shapes. */

/**
 * Puts shape i on one side of the pair. If shape i is on the other side, both sides are exchanged.
 * @param {number[]} pair
 * @param {0 | 1} side the side that changes
 * @param {number} i index of the shape
 */
export function paired(pair, side, i) {
  return pair[1 - side] === i ? [pair[1], pair[0]] : pair.with(side, i);
}

/** The pair after shape `i` is removed from the list. If the shape was in the pair, the first two shapes. */
export function pairWithout(pair, i) {
  return pair.includes(i) ? [0, 1] : pair.map((k) => (k > i ? k - 1 : k));
}
