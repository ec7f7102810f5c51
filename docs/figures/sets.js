/* The 2D shapes that the figures draw, their outlines, and their Minkowski differences. */
import { Ellipse, Polygon } from 'growth-distance';

const DIRECTIONS = 360;

/** @typedef {[number, number]} Vector */

/** @param {number} angle @param {Vector} v @returns {Vector} */
const turn = (angle, [x, y]) => [
  Math.cos(angle) * x - Math.sin(angle) * y,
  Math.sin(angle) * x + Math.cos(angle) * y,
];
/** @returns {Vector} */
export const add = (p, q, t = 1) => [p[0] + t * q[0], p[1] + t * q[1]];
/** @returns {Vector} */
export const scale = (t, p) => [t * p[0], t * p[1]];

/** A posed 2D shape; its centre and its support function are in world coordinates. */
export const posed = (shape, position = [0, 0], angle = 0) => ({
  shape,
  pose: { position, angle },
  center: add(position, turn(angle, shape.center)),
  support: (n) => add(position, turn(angle, shape.support(turn(-angle, n)))),
});

/** The outline of a convex set: its support points along 360 directions, without repetitions. */
export function outline(support) {
  const points = [];
  for (let i = 0; i < DIRECTIONS; i++) {
    const angle = (2 * Math.PI * i) / DIRECTIONS;
    const p = support([Math.cos(angle), Math.sin(angle)]);
    const last = points.at(-1);
    if (!last || Math.hypot(p[0] - last[0], p[1] - last[1]) > 1e-9) points.push(p);
  }
  return points;
}

/** The outline of A − B, moved by `shift`. */
export const difference = (a, b, shift = [0, 0]) =>
  outline((n) => add(add(a.support(n), b.support(scale(-1, n)), -1), shift));

/** The outline of a posed shape, scaled by a factor about its centre. */
export const grown = (set, factor) =>
  outline(set.support).map((p) => add(set.center, add(p, set.center, -1), factor));

const POINTS = [
  [-1.1, -0.8],
  [0.9, -1],
  [1.3, 0.2],
  [0.4, 1.1],
  [-1, 0.7],
];
export const stone = new Polygon({ points: POINTS });
export const wedge = new Polygon({
  points: [
    [-1.2, -0.3],
    [0.9, -0.7],
    [0.6, 0.6],
  ],
});
export const egg = new Ellipse({ radii: [1.2, 0.6] });
export const plate = new Ellipse({ radii: [0.5, 1.6] });
