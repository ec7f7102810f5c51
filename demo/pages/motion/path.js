/* Motions of bodies as the library takes them: poses between start and end, and whole turns in addition.
 * The library computes with its own sine and cosine; the poses here serve drawings and samples. */

/** @typedef {import('../../shapes/bodies.js').Pose} Pose */
/**
 * @typedef {object} OwnBody
 * @property {Pose} pose at t = 0
 * @property {Pose} to at t = 1
 * @property {boolean} moves false: it rests at its pose
 * @property {number} turns whole turns in addition to the turn from start to end
 */
/** @typedef {import('../../shapes/shape-types.js').Choice & OwnBody} MovingBody */

/** The axis of additional turns if start and end have the same orientation. */
const AXIS = [0, 1, 0];
/** Sines of half angles below this, in radians, are rounding of the digits in the address. */
const STRAIGHT = 1e-6;

const unit = (q) => {
  const length = Math.hypot(...q);
  return q.map((x) => x / length);
};

/** The product of two quaternions x, y, z, w: first b, then a. */
export const product = ([x, y, z, w], [a, b, c, d]) => [
  w * a + x * d + y * c - z * b,
  w * b - x * c + y * d + z * a,
  w * c + x * b - y * a + z * d,
  w * d - x * a - y * b - z * c,
];

export const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];

/** The quaternion of a rotation vector in radians. */
function exponential(vector) {
  const angle = Math.hypot(...vector);
  if (angle === 0) return [0, 0, 0, 1];
  const s = Math.sin(angle / 2) / angle;
  return [...vector.map((x) => s * x), Math.cos(angle / 2)];
}

/** The rotation vector per unit of time. @param {MovingBody} body */
export function angularVelocityOf({ pose, to, turns }) {
  const q = unit(product(to.quaternion, conjugate(pose.quaternion)));
  const [x, y, z, w] = q[3] < 0 ? q.map((c) => -c) : q;
  const sine = Math.hypot(x, y, z);
  const straight = sine < STRAIGHT;
  const axis = straight ? AXIS : [x / sine, y / sine, z / sine];
  const angle = (straight ? 0 : 2 * Math.atan2(sine, w)) + 2 * Math.PI * turns;
  return axis.map((c) => angle * c);
}

/** The displacement from start to end. @param {MovingBody} body */
export const displacementOf = ({ pose, to }) => to.position.map((x, k) => x - pose.position[k]);

/** The motion in the form that the library takes. @param {MovingBody} body */
export function motionOf(body) {
  const { pose, to, moves, turns } = body;
  if (!moves) return pose;
  if (turns === 0) return { from: pose, to };
  return {
    pose,
    velocity: displacementOf(body),
    angularVelocity: angularVelocityOf(body),
  };
}

/**
 * Returns the function that gives the pose at a time.
 * @param {MovingBody} body
 * @returns {(t: number) => Pose}
 */
export function poseOver(body) {
  const { pose, moves } = body;
  if (!moves) return () => pose;
  const [v, omega, q] = [displacementOf(body), angularVelocityOf(body), unit(pose.quaternion)];
  return (t) => ({
    position: pose.position.map((x, k) => x + t * v[k]),
    quaternion: product(exponential(omega.map((x) => t * x)), q),
  });
}

/**
 * Moves a whole path so that the body at time t has another pose.
 * @param {MovingBody} body @param {number} t @param {Pose} target
 * @returns {{ pose: Pose, to: Pose }}
 */
export function carried(body, t, target) {
  const now = poseOver(body)(t);
  const turn = product(unit(target.quaternion), conjugate(unit(now.quaternion)));
  const by = target.position.map((x, k) => x - now.position[k]);
  const moved = ({ position, quaternion }) => ({
    position: position.map((x, k) => x + by[k]),
    quaternion: product(turn, unit(quaternion)),
  });
  return { pose: moved(body.pose), to: moved(body.to) };
}

/** The length of B's path, which is its speed because the motion takes one unit of time. */
export const speedOf = (body) => Math.hypot(...displacementOf(body));

/** The end of a path of this length, in the same direction. @param {MovingBody} body @param {number} speed */
export function endAtSpeed(body, speed) {
  const now = speedOf(body);
  const along = now > 0 ? displacementOf(body).map((x) => x / now) : [1, 0, 0];
  return { ...body.to, position: body.pose.position.map((x, k) => x + speed * along[k]) };
}
