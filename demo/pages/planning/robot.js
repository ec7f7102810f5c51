/* A robot arm: computes the poses of its shapes from joint values, and bounds how far a joint can move
 * each shape.
 *
 * The frame of every link is its parent's frame, followed by the link's own pose and the rotation of its
 * joint. In the description z points up, in the scene y: the base rotates the coordinates once.
 *
 * Motion bound: while joint j rotates by δ, a point moves at most δ times its distance from j's axis.
 * `reach[i][j]` bounds this distance for all points of part i in every configuration. So a straight move
 * in joint space displaces part i by at most Σ_j |Δq_j| reach[i][j].
 * Source: Schwarzer, Saha and Latombe, Adaptive dynamic collision checking, IEEE Transactions on
 * Robotics 21, 2005. */
import { Shape } from 'growth-distance';
import { compose, poseFrom, rotate, turn } from './poses.js';

/** Rotates z up to y up. */
const UPRIGHT = poseFrom([0, 0, 0], [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
/** Limit of all joints. A larger rotation reaches no new poses and doubles the space to search. */
const HALF_TURN = Math.PI;

const length = (v) => Math.hypot(v[0], v[1], v[2]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The distance of a point from an axis through the origin. */
const fromAxis = (point, axis) => Math.sqrt(Math.max(0, dot(point, point) - dot(point, axis) ** 2));

export class Robot {
  /** @param {typeof import('./ur5e.js').UR5E} description */
  constructor({ links, tool }) {
    this.links = links.map(({ name, p, q, axis }) => ({
      name,
      axis,
      offset: poseFrom(p, q),
      /** the current pose of the link */
      frame: new Float64Array(7),
    }));
    this.joints = links
      .map(({ name, axis, limit }, link) => ({
        name,
        link,
        axis,
        limit: Math.min(limit, HALF_TURN),
      }))
      .filter(({ axis }) => axis);
    this.parts = links.flatMap(({ name, shapes }, link) =>
      shapes.map(({ record, p, q }) => ({
        name,
        link,
        record,
        shape: Shape.from(record),
        local: poseFrom(p, q),
        /** the current pose of the shape */
        pose: new Float64Array(7),
      })),
    );
    this.toolOffset = poseFrom(tool);
    this.tool = new Float64Array(7);
    this.reach = this.parts.map((part) => this.#reachOf(part));
    /** the largest distance of any point of the robot from each joint's axis */
    this.span = this.joints.map((_, j) => Math.max(...this.reach.map((row) => row[j])));
  }

  /** Moves all frames, all parts and the tool to a configuration (radians, one per joint). */
  place(q) {
    let parent = UPRIGHT;
    let joint = 0;
    for (const { axis, offset, frame } of this.links) {
      compose(frame, parent, offset);
      if (axis) turn(frame, axis, q[joint++]);
      parent = frame;
    }
    for (const { link, local, pose } of this.parts) compose(pose, this.links[link].frame, local);
    compose(this.tool, parent, this.toolOffset);
  }

  /**
   * An upper bound of the distance that any point of the robot moves while q goes straight from a to b,
   * in metres.
   */
  motion(a, b) {
    let most = 0;
    for (const row of this.reach) {
      let sum = 0;
      for (let j = 0; j < row.length; j++) sum += Math.abs(b[j] - a[j]) * row[j];
      if (sum > most) most = sum;
    }
    return most;
  }

  dispose() {
    for (const { shape } of this.parts) shape.dispose();
  }

  /**
   * The row of `reach` of a part. Capsules and cylinders are within `radius` of the segment between
   * their ends.
   */
  #reachOf({ link, local, record: { halfHeight, radius } }) {
    const along = rotate(local, [0, halfHeight, 0]);
    const ends = [-1, 1].map((s) => [0, 1, 2].map((k) => local[k] + s * along[k]));
    const row = new Float64Array(this.joints.length);
    // bounds of the distance from the frame's origin, and from the axis of the next joint below
    let far = Math.max(...ends.map(length)) + radius;
    let below = null;
    for (let at = link; at >= 0; at--) {
      const { axis, offset } = this.links[at];
      const j = this.joints.findIndex((joint) => joint.link === at);
      if (j >= 0) {
        if (!below) row[j] = Math.max(...ends.map((end) => fromAxis(end, axis))) + radius;
        else row[j] = fromAxis(below.offset, axis) + (sameLine(axis, below) ? below.radial : far);
        if (below) far += length(below.offset);
        below = { offset, axis, radial: row[j] };
      }
    }
    return row;
  }
}

/** Whether the joint below has a parallel axis. Then the distances from both axes add up. */
const sameLine = (axis, below) => Math.abs(dot(axis, rotate(below.offset, below.axis))) > 1 - 1e-12;
