/* Derivatives by central differences, which move poses a little along each degree of freedom. */
import { draw, kindsOf, random, randomPose, randomRecord } from './random.js';

const ROWS = { 2: 2, 3: 3 };
/** Degrees of freedom of a pose: position, then rotation. @param {2 | 3} n */
export const freedoms = (n) => (n === 3 ? 6 : 3);

function quaternionProduct([x, y, z, w], [X, Y, Z, W]) {
  return [
    w * X + x * W + y * Z - z * Y,
    w * Y - x * Z + y * W + z * X,
    w * Z + x * Y - y * X + z * W,
    w * W - x * X - y * Y - z * Z,
  ];
}

/** A pose moved by a step along degree of freedom i: translated, or rotated about its position. */
export function moved(pose, i, step) {
  const n = pose.position.length;
  if (i < n) return { ...pose, position: pose.position.map((x, k) => (k === i ? x + step : x)) };
  if (n === 2) return { ...pose, angle: pose.angle + step };
  const half = [0, 0, 0, Math.cos(step / 2)];
  half[i - n] = Math.sin(step / 2);
  return { ...pose, quaternion: quaternionProduct(half, pose.quaternion) };
}

/** A pose after a time of motion with the velocity { linear, angular }. */
export function carried(pose, velocity, time) {
  const n = pose.position.length;
  const position = pose.position.map((x, k) => x + time * velocity.linear[k]);
  if (n === 2) return { position, angle: pose.angle + time * velocity.angular };
  const rate = Math.hypot(...velocity.angular);
  if (rate === 0) return { position, quaternion: pose.quaternion };
  const s = Math.sin((rate * time) / 2) / rate;
  const turn = [...velocity.angular.map((x) => x * s), Math.cos((rate * time) / 2)];
  return { position, quaternion: quaternionProduct(turn, pose.quaternion) };
}

/**
 * Derivatives of a function of two poses that returns a list of numbers, by differences of fourth
 * order: for each number a list over the degrees of freedom. The step is an angle; times the size
 * it is a length.
 */
export function differences(f, poseA, poseB, step, size) {
  const n = poseA.position.length;
  const columns = [];
  for (let body = 0; body < 2; body++) {
    for (let i = 0; i < freedoms(n); i++) {
      const h = i < n ? step * size : step;
      const at = (t) => (body === 0 ? f(moved(poseA, i, t), poseB) : f(poseA, moved(poseB, i, t)));
      const [f1, b1, f2, b2] = [at(h), at(-h), at(2 * h), at(-2 * h)];
      columns.push(f1.map((_, k) => (8 * (f1[k] - b1[k]) - (f2[k] - b2[k])) / (12 * h)));
    }
  }
  return columns[0].map((_, k) => columns.map((column) => column[k]));
}

/** The gradient of a result as one list: position A, rotation A, position B, rotation B. */
export const listOf = ({ positionA, rotationA, positionB, rotationB }) =>
  [positionA, rotationA, positionB, rotationB].flat();

/** The rows of a result's Jacobians, with the columns of both bodies side by side. */
export const rowsOf = (jacobian) =>
  Object.values(jacobian).flatMap(({ a, b }) => a.map((row, i) => [...row, ...b[i]]));

/** Columns of positions are per length; times the size they are comparable with rotations. */
const scaled = (row, n, size) => row.map((x, i) => (i % freedoms(n) < n ? x * size : x));

/** The largest |x - y| over the largest |y| of all rows, in units of the size. */
export function relativeError(rows, expected, n, size, floor = 0) {
  let error = 0;
  let norm = 0;
  rows.forEach((row, k) => {
    const x = scaled(row, n, size);
    const y = scaled(expected[k], n, size);
    error = Math.max(error, ...x.map((v, i) => Math.abs(v - y[i])));
    norm = Math.max(norm, ...y.map(Math.abs));
  });
  return error / Math.max(norm, floor) || 0;
}

/**
 * The least error over a few steps: large steps cross kinks of the function, small ones suffer from
 * rounding.
 */
export function errorOf(rows, f, poseA, poseB, n, size, steps) {
  let least = Infinity;
  for (const step of steps) {
    const expected = differences(f, poseA, poseB, step, size);
    least = Math.min(least, relativeError(rows, expected, n, size));
    if (least < 1e-8) break;
  }
  return least;
}

/**
 * Random pairs of 2D and 3D shapes: records, the pose of A, and the distance of the positions.
 * @param {number} seed @param {number} count
 * @param {[number, number]} apart range of that distance, relative to the sum of the extents
 */
export function* pairs(seed, count, apart = [0.3, 2]) {
  const d = draw(random(seed));
  for (let k = 0; k < count; k++) {
    const n = k % 4 === 3 ? 2 : 3;
    const kinds = kindsOf(n);
    const a = randomRecord(d, d.pick(kinds));
    const b = randomRecord(d, d.pick(kinds));
    yield { k, n, a, b, poseA: randomPose(d, n, d.between(0, 1)), reach: d.between(...apart), d };
  }
}

export const dimensionRows = ROWS;
