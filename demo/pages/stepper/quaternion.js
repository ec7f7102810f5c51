/* Turns of vectors by unit quaternions x, y, z, w. */
import { add, scaled } from '../../steps/vectors.js';

const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];

/** v turned by q. */
export function turned([x, y, z, w], v) {
  const axis = [x, y, z];
  const t = scaled(2, cross(axis, v));
  return add(v, add(scaled(w, t), cross(axis, t)));
}

/** v turned back by q. */
export const unturned = ([x, y, z, w], v) => turned([-x, -y, -z, w], v);
