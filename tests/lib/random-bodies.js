/* Random bodies for tests of worlds. */

import { Box, Circle, Cylinder, Ellipse, Rectangle, Sphere } from '../../js/index.js';

/** Shapes of each dimension. */
export const SHAPES = {
  2: () => [
    new Circle({ radius: 0.6 }),
    new Rectangle({ halfExtents: [0.5, 1] }),
    new Ellipse({ radii: [1, 0.3] }),
  ],
  3: () => [
    new Sphere({ radius: 0.6 }),
    new Box({ halfExtents: [0.5, 1, 0.7] }),
    new Cylinder({ halfHeight: 0.8, radius: 0.4 }),
  ],
};

/** Random coordinates. */
export const vector = (d, n, size) => Array.from({ length: n }, () => d.between(-size, size));

/** A random pose. */
export function place(d, n, spread) {
  const position = vector(d, n, spread);
  if (n === 2) return { position, angle: d.between(-3, 3) };
  return { position, quaternion: vector(d, 4, 1) };
}
