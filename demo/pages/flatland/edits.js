/* How dragging and keys change a body: pure functions on plain data. */
import { moved, toLocal, rotated } from './outline.js';
import { MOST_POINTS, round } from './state.js';

/** Units that a key moves and radians that it turns; with shift, a tenth of this. */
const STEP = 0.05;
const TURN = Math.PI / 60;

/** @typedef {import('./state.js').Body} Body */

const rounded = (points) => points.map((p) => p.map(round));

/**
 * @param {{ target: { role?: string, corner?: number | string }, point: number[], body: Body }} held the
 *   grabbed element, the point, and the body at that time
 * @param {Body} body now
 * @param {number[]} to the pointer now
 * @param {number[]} center of the shape now, in local coordinates
 * @returns {Partial<Body>}
 */
export function dragged({ target, point, body: before }, body, to, center) {
  const { pose } = before;
  if (target.role === 'body') {
    const position = pose.position.map((x, k) => x + to[k] - point[k]);
    return { pose: { ...pose, position } };
  }
  if (target.role === 'turn') return { pose: rotatedTo(body.pose, center, to) };
  return { points: rounded(body.points.with(Number(target.corner), toLocal(body.pose, to))) };
}

/** A pose rotated about the centre until its local y axis points to `to`. */
function rotatedTo(pose, center, to) {
  const [cx, cy] = rotated(center, pose.angle);
  const middle = [pose.position[0] + cx, pose.position[1] + cy];
  const [dx, dy] = [to[0] - middle[0], to[1] - middle[1]];
  if (dx === 0 && dy === 0) return pose;
  return rotatedBy(pose, center, Math.atan2(dy, dx) - Math.PI / 2 - pose.angle);
}

function rotatedBy(pose, center, by) {
  const angle = pose.angle + by;
  const [before, after] = [rotated(center, pose.angle), rotated(center, angle)];
  return { position: pose.position.map((x, k) => x + before[k] - after[k]), angle };
}

/**
 * Adds a corner in the middle of an edge.
 * @param {Body} body @param {number} edge @returns {Partial<Body>}
 */
export function added({ points }, edge) {
  if (points.length >= MOST_POINTS) return {};
  const [p, q] = [points[edge], points[(edge + 1) % points.length]];
  const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  return { points: rounded(points.toSpliced(edge + 1, 0, middle)) };
}

/** Removes a corner. @param {Body} body @param {number} corner @returns {Partial<Body>} */
export const removed = ({ points }, corner) => ({ points: points.toSpliced(corner, 1) });

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * The change of a body, or of one of its corners, by a key.
 * @param {KeyboardEvent} event @param {Body} body
 * @param {{ role?: string, corner: number }} target
 * @returns {Partial<Body> | null} null for other keys
 */
export function moveByKey({ key, shiftKey }, { pose, points }, { role, corner }) {
  const fine = shiftKey ? 0.1 : 1;
  const way = ARROWS[key]?.map((x) => x * STEP * fine);
  if (way && role === 'corner') {
    const local = rotated(way, -pose.angle);
    return { points: rounded(points.with(corner, moved([points[corner]], local)[0])) };
  }
  if (way) return { pose: { ...pose, position: moved([pose.position], way)[0] } };
  const turn = { '[': 1, '{': 1, ']': -1, '}': -1 }[key];
  return turn ? { pose: { ...pose, angle: pose.angle + turn * TURN * fine } } : null;
}
