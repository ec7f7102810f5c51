/* Projected gradient with Nesterov's acceleration on min |a - b|^2 over a in A, b in B (NESMINO): what
 * [N] Table II compares with. It needs the projection on each set, not its support, so it is written
 * for ellipsoids and boxes only, for the benchmark only. */
import { rotationOf } from '../lib/sets.js';

const rotate = (R, v) => R.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
const unrotate = (R, v) => v.map((_, i) => R[0][i] * v[0] + R[1][i] * v[1] + R[2][i] * v[2]);

/** Nearest point of a box to a local point. */
const ontoBox = (half, x) => x.map((t, i) => Math.min(Math.max(t, -half[i]), half[i]));

/** Nearest point of an ellipsoid: r^2 x / (r^2 + t) with the t that puts it on the surface. */
function ontoEllipsoid(radii, x) {
  const level = (t) =>
    x.reduce((sum, xi, i) => sum + ((radii[i] * xi) / (radii[i] ** 2 + t)) ** 2, 0);
  if (level(0) <= 1) return x;
  let low = 0;
  let high = Math.max(...radii) * Math.hypot(...x);
  for (let k = 0; k < 80; k++) {
    const t = (low + high) / 2;
    if (level(t) > 1) low = t;
    else high = t;
  }
  return x.map((xi, i) => (radii[i] ** 2 * xi) / (radii[i] ** 2 + high));
}

/** The projection on a posed set. */
function projection(record, pose) {
  const R = rotationOf(pose);
  const onto =
    record.type === 'box'
      ? (x) => ontoBox(record.halfExtents, x)
      : (x) => ontoEllipsoid(record.radii, x);
  return (x) => {
    const local = unrotate(
      R,
      x.map((t, i) => t - pose.position[i]),
    );
    return rotate(R, onto(local)).map((t, i) => t + pose.position[i]);
  };
}

/**
 * Steps until the distance is within 1e-4 of the truth.
 * @param {object} recordA @param {object} poseA @param {object} recordB @param {object} poseB
 * @param {number} truth the distance, 0 when they overlap
 * @param {number} limit
 */
export function nesmino(recordA, poseA, recordB, poseB, truth, limit) {
  const onA = projection(recordA, poseA);
  const onB = projection(recordB, poseB);
  let a = [...poseA.position];
  let b = [...poseB.position];
  let [beforeA, beforeB] = [a, b];
  for (let k = 0; k < limit; k++) {
    if (Math.hypot(...a.map((x, i) => x - b[i])) <= truth + 1e-4) return k;
    const beta = k / (k + 3);
    const ya = a.map((x, i) => x + beta * (x - beforeA[i]));
    const yb = b.map((x, i) => x + beta * (x - beforeB[i]));
    [beforeA, beforeB] = [a, b];
    // the gradient's Lipschitz constant is 4: a step of a quarter of (2 (a - b), 2 (b - a))
    const half = ya.map((x, i) => 0.5 * (x - yb[i]));
    a = onA(ya.map((x, i) => x - half[i]));
    b = onB(yb.map((x, i) => x + half[i]));
  }
  return limit;
}
