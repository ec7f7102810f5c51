/* Inverse kinematics: the configuration that moves the tool to a pose, by damped least squares (Wampler
 * 1986): Δq = Jᵀ (J Jᵀ + λ²)⁻¹ e, where e is the remaining error. The damping λ keeps steps small near
 * singular configurations, where J loses rank. */
import { rotate } from './poses.js';

const ROUNDS = 60;
/** Tolerance in metres, which is enough for dragging on a screen. */
const NEAR = 1e-4;
/** Weight of an error of orientation, in metres per radian. */
const ORIENTATION = 0.15;
const DAMPING = 0.03;
/** Maximum rotation of a joint in one round, in radians. */
const LARGEST_STEP = 0.3;

/**
 * @param {import('./robot.js').Robot} robot is left in the resulting configuration
 * @param {ArrayLike<number>} start configuration; the result is near it
 * @param {ArrayLike<number>} target pose of the tool, 7 numbers
 * @returns {{ q: Float64Array, miss: number }} q: within the joint limits; miss: error of the tool's
 *   position in metres
 */
export function reachFor(robot, start, target) {
  const q = Float64Array.from(start);
  for (let round = 0; ; round++) {
    robot.place(q);
    const e = missing(robot.tool, target);
    const miss = Math.hypot(e[0], e[1], e[2]);
    if (Math.hypot(...e) < NEAR || round === ROUNDS) return { q, miss };
    const columns = jacobian(robot);
    const y = solve(damped(columns), e);
    const step = columns.map((column) => column.reduce((sum, c, k) => sum + c * y[k], 0));
    const scale = Math.min(1, LARGEST_STEP / Math.max(...step.map(Math.abs)));
    step.forEach((d, j) => {
      const { limit } = robot.joints[j];
      q[j] = Math.min(limit, Math.max(-limit, q[j] + scale * d));
    });
  }
}

/** The error in six numbers: the missing translation and the missing rotation vector. */
function missing(now, target) {
  const [x, y, z, w] = [-now[3], -now[4], -now[5], now[6]];
  const [a, b, c, d] = target.slice(3);
  // the rotation from the current orientation to the target: target × now⁻¹
  const turn = [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
  const sine = Math.hypot(turn[0], turn[1], turn[2]);
  const angle = 2 * Math.atan2(sine, Math.abs(turn[3])) * Math.sign(turn[3] || 1);
  const scale = sine > 0 ? (ORIENTATION * angle) / sine : 0;
  return [0, 1, 2]
    .map((k) => target[k] - now[k])
    .concat([turn[0] * scale, turn[1] * scale, turn[2] * scale]);
}

/**
 * The derivative of the tool's pose with respect to each joint: six numbers per joint, weighted like the
 * error.
 */
function jacobian(robot) {
  return robot.joints.map(({ link, axis }) => {
    const { frame } = robot.links[link];
    const [x, y, z] = rotate(frame, axis);
    const [a, b, c] = [0, 1, 2].map((k) => robot.tool[k] - frame[k]);
    return [y * c - z * b, z * a - x * c, x * b - y * a, ...[x, y, z].map((u) => u * ORIENTATION)];
  });
}

/** J Jᵀ + λ². */
const damped = (columns) =>
  columns[0].map((_, i) =>
    columns[0].map(
      (__, k) => columns.reduce((sum, c) => sum + c[i] * c[k], 0) + (i === k ? DAMPING ** 2 : 0),
    ),
  );

/** Solves a symmetric positive definite system by elimination, which needs no pivoting. */
function solve(matrix, right) {
  const m = matrix.map((row, i) => [...row, right[i]]);
  const n = m.length;
  for (let i = 0; i < n; i++) {
    for (let k = i + 1; k < n; k++) {
      const f = m[k][i] / m[i][i];
      for (let j = i; j <= n; j++) m[k][j] -= f * m[i][j];
    }
  }
  const x = new Array(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = m[i][n];
    for (let j = i + 1; j < n; j++) sum -= m[i][j] * x[j];
    x[i] = sum / m[i][i];
  }
  return x;
}
