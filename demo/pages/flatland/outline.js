/* Outlines of 2D shapes from their support points.
 *
 * The support value along a chord's normal shows how far the shape extends beyond the chord between two
 * boundary points. If this is too far, the support point is inserted between them. The result is exact
 * for a polygon and as fine as requested for a round shape. */

/** @typedef {[number, number] | number[]} Point */
/** @typedef {(direction: Point) => Point} Support the point farthest along a direction */

const AXES = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
/** Maximum number of halvings between two axes: 2^12 points are enough for any screen. */
const DEPTH = 10;

/**
 * @param {Support} support
 * @param {number} tolerance how far the shape may extend beyond the outline
 * @returns {Point[]} boundary points, counter-clockwise; the first point is not repeated
 */
export function outlineOf(support, tolerance) {
  const starts = AXES.map((d) => support(d));
  const points = starts.flatMap((p, i) => [
    p,
    ...between(p, starts[(i + 1) % 4], support, tolerance, DEPTH),
  ]);
  return points.filter(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    return x !== u || y !== v;
  });
}

/** The boundary points between p and q, without p and q. @returns {Point[]} */
function between(p, q, support, tolerance, depth) {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const chord = Math.hypot(dx, dy);
  if (depth === 0 || !(chord > 0)) return [];
  const n = [dy / chord, -dx / chord];
  const s = support(n);
  const beyond = n[0] * (s[0] - p[0]) + n[1] * (s[1] - p[1]);
  if (!(beyond > tolerance)) return [];
  return [
    ...between(p, s, support, tolerance, depth - 1),
    s,
    ...between(s, q, support, tolerance, depth - 1),
  ];
}

/** Rotates a vector. @param {Point} v @param {number} angle @returns {Point} */
export const rotated = ([x, y], angle) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * y, s * x + c * y];
};

/**
 * Converts a local point to world coordinates.
 * @param {{ position: number[], angle: number }} pose @param {Point} p
 */
export const toWorld = ({ position, angle }, p) => {
  const [x, y] = rotated(p, angle);
  return [x + position[0], y + position[1]];
};

/**
 * Converts a world point to local coordinates.
 * @param {{ position: number[], angle: number }} pose @param {Point} p
 */
export const toLocal = ({ position, angle }, [x, y]) =>
  rotated([x - position[0], y - position[1]], -angle);

/**
 * The support function of a posed shape.
 * @param {{ shape: import('growth-distance').Shape, pose: { position: number[], angle: number } }} body
 * @returns {Support} in world coordinates
 */
export const supportOf =
  ({ shape, pose }) =>
  (d) =>
    toWorld(pose, shape.support(rotated(d, -pose.angle)));

/** Scales points about a centre. @param {Point[]} points @param {Point} center @param {number} factor */
export const scaledAbout = (points, [cx, cy], factor) =>
  points.map(([x, y]) => [cx + factor * (x - cx), cy + factor * (y - cy)]);

/** Moves points. @param {Point[]} points @param {Point} by */
export const moved = (points, [x, y]) => points.map((p) => [p[0] + x, p[1] + y]);
