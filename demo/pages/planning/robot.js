/* A robot arm: joint values in, poses of its shapes out; and how far a turning joint can move each
 * shape.
 *
 * The chain is walked from the base: every link's frame is its parent's, then the link's own pose,
 * then the joint's turn. The description has Z up and the scene Y: the world is turned once, at the
 * base.
 *
 * Motion bound. While joint j turns by δ, no point moves further than δ times its distance from j's
 * axis. `reach[i][j]` bounds that distance for all points of part i in every configuration, so a
 * straight move in joint space displaces part i by at most Σ_j |Δq_j| reach[i][j] (Schwarzer, Saha
 * and Latombe, Adaptive dynamic collision checking, IEEE Transactions on Robotics 21, 2005). */
import { Shape } from 'growth-distance';
import { compose, poseFrom, rotate, turn } from './poses.js';

/** Z up becomes Y up. */
const UPRIGHT = poseFrom([0, 0, 0], [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
/** A further turn reaches nothing new, and doubles the space to be searched. */
const HALF_TURN = Math.PI;

const length = (v) => Math.hypot(v[0], v[1], v[2]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** How far a point is from an axis through the origin. */
const fromAxis = (point, axis) => Math.sqrt(Math.max(0, dot(point, point) - dot(point, axis) ** 2));

export class Robot {
  /** @param {typeof import('./ur5e.js').UR5E} description */
  constructor({ links, tool }) {
    this.links = links.map(({ name, p, q, axis }) => ({
      name,
      axis,
      offset: poseFrom(p, q),
      /** where the link is now */
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
        /** where the shape is now */
        pose: new Float64Array(7),
      })),
    );
    this.toolOffset = poseFrom(tool);
    this.tool = new Float64Array(7);
    this.reach = this.parts.map((part) => this.#reachOf(part));
    /** how far any point of the robot can be from each joint's axis */
    this.span = this.joints.map((_, j) => Math.max(...this.reach.map((row) => row[j])));
  }

  /** Moves every frame, part and the tool to a configuration (radians, one a joint). */
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

  /** The most that any point of the robot moves while q goes straight from a to b, in metres. */
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

  /** A capsule and a cylinder both lie within `radius` of the segment between their ends. */
  #reachOf({ link, local, record: { halfHeight, radius } }) {
    const along = rotate(local, [0, halfHeight, 0]);
    const ends = [-1, 1].map((s) => [0, 1, 2].map((k) => local[k] + s * along[k]));
    const row = new Float64Array(this.joints.length);
    // bounds of the distance from the frame's origin, and from the axis of the joint below
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

/** Whether the joint below turns about a parallel axis, so that distances from both just add up. */
const sameLine = (axis, below) => Math.abs(dot(axis, rotate(below.offset, below.axis))) > 1 - 1e-12;
