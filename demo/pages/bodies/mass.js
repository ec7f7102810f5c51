/* Mass properties for density 1: volume, centre of mass and principal axes of inertia.
 *
 * A closed surface is a sum of tetrahedra from the origin, one per triangle. Their moments are
 * polynomials of the corners; the signs of tetrahedra outside the body cancel them. The engine supports
 * inertia only along the axes of a body. So the principal axes become the axes of the body, computed by
 * Jacobi rotations. The code uses only + - * / and square roots, so that a run gives the same numbers
 * everywhere. */

const SWEEPS = 12;

/**
 * @typedef {object} MassProperties
 * @property {number} mass
 * @property {number[]} center of mass, in the frame of the corners
 * @property {number[]} axes principal axes as columns of a right-handed rotation, stored row by row
 * @property {number[]} inertia about the principal axes
 */

/**
 * @param {ArrayLike<number>} vertices x y z of each corner
 * @param {ArrayLike<number>} triangles three corner indices each, counter-clockwise seen from outside
 * @returns {MassProperties}
 */
export function massOf(vertices, triangles) {
  let mass = 0;
  const center = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const corner = (t) => [0, 1, 2].map((i) => vertices[3 * triangles[t] + i]);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [corner(t), corner(t + 1), corner(t + 2)];
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
    const sum = a.map((x, i) => x + b[i] + c[i]);
    mass += det / 6;
    for (let i = 0; i < 3; i++) {
      center[i] += (det / 24) * sum[i];
      for (let j = 0; j < 3; j++)
        second[3 * i + j] +=
          (det / 120) * (sum[i] * sum[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
    }
  }
  for (let i = 0; i < 3; i++) center[i] /= mass;
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) second[3 * i + j] -= mass * center[i] * center[j];
  const { values, axes } = eigen(second);
  const trace = values[0] + values[1] + values[2];
  return { mass, center, axes, inertia: values.map((x) => trace - x) };
}

/** Eigenvalues and eigenvectors of a symmetric matrix. @param {number[]} matrix 3×3 */
function eigen(matrix) {
  const m = [...matrix];
  const axes = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ])
      rotateAway(m, axes, p, q);
  return { values: [m[0], m[4], m[8]], axes };
}

/** Applies one rotation that makes m[p][q] zero. */
function rotateAway(m, axes, p, q) {
  const off = m[3 * p + q];
  if (off === 0) return;
  const theta = (m[4 * q] - m[4 * p]) / (2 * off);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const [kp, kq] = [m[3 * k + p], m[3 * k + q]];
    m[3 * k + p] = c * kp - s * kq;
    m[3 * k + q] = s * kp + c * kq;
    const [vp, vq] = [axes[3 * k + p], axes[3 * k + q]];
    axes[3 * k + p] = c * vp - s * vq;
    axes[3 * k + q] = s * vp + c * vq;
  }
  for (let k = 0; k < 3; k++) {
    const [pk, qk] = [m[3 * p + k], m[3 * q + k]];
    m[3 * p + k] = c * pk - s * qk;
    m[3 * q + k] = s * pk + c * qk;
  }
}

/** @param {ArrayLike<number>} r rotation, row by row @returns {number[]} quaternion x y z w */
export function quaternionOf(r) {
  const w = 1 + r[0] + r[4] + r[8];
  const x = 1 + r[0] - r[4] - r[8];
  const y = 1 - r[0] + r[4] - r[8];
  const z = 1 - r[0] - r[4] + r[8];
  const most = Math.max(w, x, y, z);
  const q =
    most === w
      ? [r[7] - r[5], r[2] - r[6], r[3] - r[1], w]
      : most === x
        ? [x, r[1] + r[3], r[2] + r[6], r[7] - r[5]]
        : most === y
          ? [r[1] + r[3], y, r[5] + r[7], r[2] - r[6]]
          : [r[2] + r[6], r[5] + r[7], z, r[3] - r[1]];
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return q.map((c) => c / length);
}

/** The product a b of two rotations, as quaternions x y z w. */
export const composed = (a, b) => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

/** A vector rotated by a quaternion. @param {ArrayLike<number>} q @param {ArrayLike<number>} v */
export function rotated(q, v) {
  const s = 2 * (q[1] * v[2] - q[2] * v[1]);
  const t = 2 * (q[2] * v[0] - q[0] * v[2]);
  const u = 2 * (q[0] * v[1] - q[1] * v[0]);
  return [
    v[0] + q[3] * s + q[1] * u - q[2] * t,
    v[1] + q[3] * t + q[2] * s - q[0] * u,
    v[2] + q[3] * u + q[0] * t - q[1] * s,
  ];
}
