/* Rotation of vectors by unit quaternions x, y, z, w. */
import { add, scaled } from '../../steps/vectors.js';

const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];

/** Rotates v by q. */
export function rotate([x, y, z, w], v) {
  const axis = [x, y, z];
  const t = scaled(2, cross(axis, v));
  return add(v, add(scaled(w, t), cross(axis, t)));
}

/** Rotates v by the inverse of q. */
export const rotateInverse = ([x, y, z, w], v) => rotate([-x, -y, -z, w], v);
