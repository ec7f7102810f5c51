/* Collisions of the robot with obstacles, with the floor, and with itself.
 *
 * Pairs: every part with every obstacle and with the floor, and every two parts of the robot. Left out
 * are pairs that touch by construction: parts of one link, parts of links that share a joint, and the
 * shoulder with the floor, which carries the base.
 *
 * Order: bounding boxes in the world (exact for capsules) decide most pairs. The other pairs are tested
 * with `intersects`, warm-started from the same pair's previous query (278 instead of 427 ns per query,
 * along moves of the first scene in Node). The pair that collided most recently is tested first,
 * because neighbouring configurations mostly collide in the same place.
 *
 * Certified moves: during half an interval, a pair moves by at most μ relative to each other. If its
 * distance exceeds μ in the middle of the interval, it does not collide in the interval. The test is an
 * overlap test with one shape inflated by a margin of at least μ. */
import { HalfSpace, Pair, Shape, distance, intersects } from 'growth-distance';
import { poseFrom } from './poses.js';

const FLOOR = 'floor';
const IDENTITY = poseFrom([0, 0, 0]);

/** Each margin of `certify` is this many times the previous one. */
const LADDER = 2;
/**
 * In metres. Larger margins mostly overlap something and decide nothing. Twelve searches of
 * the first scene take 108,000 queries with margins up to 32 mm, 175,000 up to 128 mm and 121,000 up to
 * 16 mm.
 */
const WIDEST = 0.035;

const ladder = (finest) =>
  Array.from(
    { length: Math.max(1, Math.ceil(Math.log(WIDEST / finest) / Math.log(LADDER))) },
    (_, i) => finest * LADDER ** i,
  );

/** The lower corner, then the upper corner. */
const newBox = () => new Float64Array(6);

/**
 * An obstacle: a record of the package, with its pose in the world.
 * @typedef {{ name: string, record: object, pose: Float64Array }} Obstacle
 */

export class Cell {
  /** number of configurations tested, and of pairs of shapes that needed a query */
  configurations = 0;
  checks = 0;

  /**
   * @param {import('./robot.js').Robot} robot
   * @param {Obstacle[]} obstacles
   * @param {object} [options]
   * @param {number} [options.safety] metres: a smaller distance counts as a collision
   * @param {number} [options.finest] metres: the smallest margin of `certify` beyond the safety distance
   */
  constructor(robot, obstacles, { safety = 0, finest = 0 } = {}) {
    this.robot = robot;
    this.safety = safety;
    this.margins = finest > 0 ? ladder(finest) : [];
    this.moving = robot.parts.map((part, index) => ({
      ...part,
      index,
      box: newBox(),
      safe: Shape.from({ ...part.record, margin: safety }),
      inflated: this.margins.map((margin) =>
        Shape.from({ ...part.record, margin: safety + margin }),
      ),
    }));
    this.fixed = obstacles.map(({ name, record, pose }, obstacle) => {
      const shape = Shape.from(record);
      const box = newBox();
      const { min, max } = shape.boundingBox(pose);
      box.set([...min, ...max]);
      return { name, obstacle, shape, pose, box };
    });
    this.fixed.push({
      name: FLOOR,
      shape: new HalfSpace({ normal: [0, 1, 0], offset: 0 }),
      pose: IDENTITY,
      box: Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, 0, Infinity),
    });
    this.pairs = [...this.#outerPairs(), ...this.#selfPairs()].map((pair) => ({
      ...pair,
      warm: new Pair(pair.a.safe, pair.b.shape),
      inflated: this.margins.map(() => null),
      motion: 0,
    }));
  }

  /** Pairs with the outermost parts come first, because these parts move most and collide most often. */
  #outerPairs() {
    const pairs = [];
    for (let i = this.moving.length - 1; i >= 0; i--) {
      const a = this.moving[i];
      for (const b of this.fixed) {
        if (b.name === FLOOR && a.link === 1) continue;
        pairs.push({ a, b, reach: this.robot.reach[i] });
      }
    }
    return pairs;
  }

  /** Only the joints between two parts move these parts relative to each other. */
  #selfPairs() {
    const pairs = [];
    const { joints, reach } = this.robot;
    this.moving.forEach((a, i) => {
      for (const b of this.moving.slice(0, i)) {
        if (a.link - b.link < 2) continue;
        const between = reach[i].map((r, j) => (joints[j].link > b.link ? r : 0));
        pairs.push({ a, b, reach: between });
      }
    });
    return pairs;
  }

  /** Moves the parts and their boxes to a configuration. */
  place(q) {
    this.robot.place(q);
    for (const part of this.moving) boundRound(part);
    this.configurations++;
  }

  /**
   * Whether any pair of a configuration collides or is nearer than the safety distance. It stops at the
   * first such pair.
   */
  collides(q) {
    this.place(q);
    const { pairs } = this;
    for (let i = 0; i < pairs.length; i++) {
      if (!this.#unsafe(pairs[i])) continue;
      toFront(pairs, i);
      return true;
    }
    return false;
  }

  #unsafe({ a, b, warm }) {
    if (boxGap(a.box, b.box) > this.safety) return false;
    this.checks++;
    return warm.intersects(a.pose, b.pose);
  }

  /**
   * Whether the straight move between two configurations is proved free. While inflated shapes overlap,
   * intervals are halved; an overlap with the smallest margin counts as a collision. All intervals of one
   * size come before the next size, so a collision is found at the coarsest size that shows it.
   */
  certify(from, to) {
    const { pairs } = this;
    const q = new Float64Array(from.length);
    pairs.forEach((pair) => {
      let sum = 0;
      for (let j = 0; j < q.length; j++) sum += Math.abs(to[j] - from[j]) * pair.reach[j];
      pair.motion = sum;
    });
    let intervals = [{ middle: 0.5, open: pairs }];
    for (let half = 0.5; intervals.length; half /= 2) {
      const next = [];
      for (const { middle, open } of intervals) {
        for (let j = 0; j < q.length; j++) q[j] = from[j] + middle * (to[j] - from[j]);
        this.place(q);
        const rest = [];
        for (const pair of open) {
          const answer = this.#classify(pair, pair.motion * half);
          if (answer === 'blocked') return false;
          if (answer === 'open') rest.push(pair);
        }
        if (!rest.length) continue;
        next.push({ middle: middle - half / 2, open: rest });
        next.push({ middle: middle + half / 2, open: rest });
      }
      intervals = next;
    }
    return true;
  }

  #classify(pair, motion) {
    const { a, b } = pair;
    if (boxGap(a.box, b.box) > this.safety + motion) return 'free';
    const level = this.margins.findIndex((margin) => margin >= motion);
    if (level >= 0) {
      this.checks++;
      const warm = (pair.inflated[level] ??= new Pair(a.inflated[level], b.shape));
      if (!warm.intersects(a.pose, b.pose)) return 'free';
    }
    return level === 0 || this.#unsafe(pair) ? 'blocked' : 'open';
  }

  /**
   * All pairs nearer than the safety distance, and whether they collide.
   * @returns {{ part: object, other: object, hits: boolean }[]}
   */
  contacts(q) {
    this.place(q);
    return this.pairs
      .filter((pair) => this.#unsafe(pair))
      .map(({ a, b }) => ({
        part: a,
        other: b,
        hits: intersects(a.shape, a.pose, b.shape, b.pose),
      }));
  }

  /**
   * The smallest distance of all pairs, or `most` if no distance is smaller.
   * @returns {{ value: number, names: string[] }}
   */
  clearance(q, most = Infinity) {
    this.place(q);
    let best = { value: most, names: [] };
    for (const { a, b } of this.pairs) {
      if (boxGap(a.box, b.box) >= best.value) continue;
      this.checks++;
      const { value } = distance(a.shape, a.pose, b.shape, b.pose, { out: OUT });
      if (value < best.value) best = { value, names: [a.name, b.name] };
    }
    return best;
  }

  dispose() {
    for (const { warm, inflated } of this.pairs)
      for (const pair of [warm, ...inflated]) pair?.dispose();
    for (const { safe, inflated } of this.moving)
      for (const shape of [safe, ...inflated]) shape.dispose();
    for (const { shape } of this.fixed) shape.dispose();
  }
}

const OUT = {};

/** Computes the box of a round part: a segment along the local y axis, with a radius. */
function boundRound({ pose, box, record: { halfHeight, radius } }) {
  const x = pose[3];
  const y = pose[4];
  const z = pose[5];
  const w = pose[6];
  const ex = radius + halfHeight * Math.abs(2 * (x * y - w * z));
  const ey = radius + halfHeight * Math.abs(1 - 2 * (x * x + z * z));
  const ez = radius + halfHeight * Math.abs(2 * (y * z + w * x));
  box[0] = pose[0] - ex;
  box[1] = pose[1] - ey;
  box[2] = pose[2] - ez;
  box[3] = pose[0] + ex;
  box[4] = pose[1] + ey;
  box[5] = pose[2] + ez;
}

/** A lower bound of the distance of two boxes' contents: the largest gap along an axis. */
function boxGap(a, b) {
  let gap = a[0] - b[3];
  if (b[0] - a[3] > gap) gap = b[0] - a[3];
  if (a[1] - b[4] > gap) gap = a[1] - b[4];
  if (b[1] - a[4] > gap) gap = b[1] - a[4];
  if (a[2] - b[5] > gap) gap = a[2] - b[5];
  if (b[2] - a[5] > gap) gap = b[2] - a[5];
  return gap;
}

/** Moves an entry of a list to the front; the others keep their order. */
function toFront(list, index) {
  const [entry] = list.splice(index, 1);
  list.unshift(entry);
}
