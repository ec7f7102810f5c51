/* A rigid body: the engine's body, its model, and its number in the World. */
import { Body } from 'cannon-es';
import { rotated } from './mass.js';

export const GRAVITY = 9.81;

export class RigidBody {
  number = -1;

  /** @param {import('./models.js').Model} model @param {Body} body */
  constructor(model, body) {
    this.model = model;
    this.body = body;
    /** The object that the engine requires as shape. */
    this.tag = { id: body.id };
    /** The position of the shape's origin, which may differ from the centre of mass. */
    this.origin = [0, 0, 0];
    /** Whether the visitor has thrown it. */
    this.thrown = false;
  }

  /** The current position of the shape's origin in world coordinates. */
  locate() {
    const { x, y, z } = this.body.position;
    const { offset } = this.model;
    const [dx, dy, dz] = offset === 0 ? [0, 0, 0] : this.turn([0, -offset, 0]);
    return (this.origin = [x + dx, y + dy, z + dz]);
  }

  /** @param {Float64Array} poses of the World */
  writePose(poses) {
    const at = 7 * this.number;
    const { x, y, z, w } = this.body.quaternion;
    poses.set(this.locate(), at);
    poses[at + 3] = x;
    poses[at + 4] = y;
    poses[at + 5] = z;
    poses[at + 6] = w;
  }

  /** Converts a vector of the body to world coordinates. @param {readonly number[]} v */
  turn(v) {
    const { x, y, z, w } = this.body.quaternion;
    return rotated([x, y, z, w], v);
  }

  /** The support feature along sign n, in world coordinates. */
  feature(n, sign, out, all = false) {
    const { x, y, z, w } = this.body.quaternion;
    this.model.features(
      rotated([-x, -y, -z, w], [sign * n[0], sign * n[1], sign * n[2]]),
      out,
      all,
    );
    if (out.count < 2) return;
    const q = [x, y, z, w];
    out.normal = rotated(q, out.normal);
    for (let k = 0; k < out.count; k++) {
      const p = rotated(q, [out.points[3 * k], out.points[3 * k + 1], out.points[3 * k + 2]]);
      for (let i = 0; i < 3; i++) out.points[3 * k + i] = p[i] + this.origin[i];
    }
  }

  /**
   * An upper bound of the speed at which points of the two bodies approach each other.
   * @param {RigidBody} other
   */
  approach(other) {
    const [v, u] = [this.body.velocity, other.body.velocity];
    const [x, y, z] = [v.x - u.x, v.y - u.y, v.z - u.z];
    return Math.sqrt(x * x + y * y + z * z) + this.rim() + other.rim();
  }

  rim() {
    return this.body.mass > 0 ? this.body.angularVelocity.length() * this.model.diameter : 0;
  }

  /** Whether the body is at rest: the floor, or asleep. */
  get resting() {
    return this.body.mass === 0 || this.body.sleepState === Body.SLEEPING;
  }

  /** Kinetic energy, and potential energy relative to the lowest position on the floor. */
  get energy() {
    const { mass, inertia, lowest } = this.model;
    const { velocity: v, angularVelocity: w, quaternion: q, position } = this.body;
    const turn = rotated([-q.x, -q.y, -q.z, q.w], [w.x, w.y, w.z]);
    let kinetic = (mass / 2) * v.lengthSquared();
    for (let i = 0; i < 3; i++) kinetic += (inertia[i] / 2) * turn[i] * turn[i];
    return { kinetic, potential: mass * GRAVITY * (position.y - lowest) };
  }
}
