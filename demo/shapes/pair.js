/* Which two of several shapes are asked about: A and B, by their places in the list. */

/**
 * @param {number[]} pair
 * @param {0 | 1} side the one that changes
 * @param {number} i the shape it becomes; the other side's shape: the sides change places
 */
export function paired(pair, side, i) {
  return pair[1 - side] === i ? [pair[1], pair[0]] : pair.with(side, i);
}

/** The pair once shape `i` is out of the list; where it was one of the two, the first two. */
export function pairWithout(pair, i) {
  return pair.includes(i) ? [0, 1] : pair.map((k) => (k > i ? k - 1 : k));
}
