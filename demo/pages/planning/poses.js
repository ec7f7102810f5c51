/* Poses as flat arrays of 7 doubles, `px py pz qx qy qz qw`: the form that the package reads fastest. A
 * planner composes millions of poses, so these functions create no objects. */

/** The composition world = a(b(local)). `out` may be `a`. */
export function compose(out, a, b) {
  const qx = a[3];
  const qy = a[4];
  const qz = a[5];
  const qw = a[6];
  const x = b[0];
  const y = b[1];
  const z = b[2];
  const bx = b[3];
  const by = b[4];
  const bz = b[5];
  const bw = b[6];
  // q x q* = x + 2 w (v × x) + 2 v × (v × x)
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[0] = a[0] + x + qw * tx + qy * tz - qz * ty;
  out[1] = a[1] + y + qw * ty + qz * tx - qx * tz;
  out[2] = a[2] + z + qw * tz + qx * ty - qy * tx;
  out[3] = qw * bx + qx * bw + qy * bz - qz * by;
  out[4] = qw * by - qx * bz + qy * bw + qz * bx;
  out[5] = qw * bz + qx * by - qy * bx + qz * bw;
  out[6] = qw * bw - qx * bx - qy * by - qz * bz;
  return out;
}

/** Rotates a pose about an axis of its own frame by an angle, in place. */
export function turn(pose, axis, angle) {
  const sine = Math.sin(angle / 2);
  const c = Math.cos(angle / 2);
  const x = axis[0] * sine;
  const y = axis[1] * sine;
  const z = axis[2] * sine;
  const qx = pose[3];
  const qy = pose[4];
  const qz = pose[5];
  const qw = pose[6];
  pose[3] = qw * x + qx * c + qy * z - qz * y;
  pose[4] = qw * y - qx * z + qy * c + qz * x;
  pose[5] = qw * z + qx * y - qy * x + qz * c;
  pose[6] = qw * c - qx * x - qy * y - qz * z;
}

/** Converts a local direction to world coordinates; returns an array of three numbers. */
export function rotate(pose, v) {
  const at = compose(new Float64Array(7), pose, [v[0], v[1], v[2], 0, 0, 0, 1]);
  return [at[0] - pose[0], at[1] - pose[1], at[2] - pose[2]];
}

/** A pose from a position and a quaternion. */
export const poseFrom = (p, q = [0, 0, 0, 1]) => Float64Array.from([...p, ...q]);
