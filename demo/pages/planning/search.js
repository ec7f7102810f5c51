/* One planning job, from the problem to the verified path, as a generator with small steps. The caller
 * (a worker, a test) decides when to pause, to show something, or to stop.
 *
 * Phases: check start and goal -> search -> shortcuts -> verification. The verification tests the whole
 * path at ten times the resolution, without safety distance. It can fail if moves were only sampled;
 * then the search starts again at twice the resolution. */
import { Cell } from './collision.js';
import { Planner } from './planner.js';
import { sampledFree, samples, shortcut } from './path.js';
import { randomFrom } from './random.js';
import { Robot } from './robot.js';
import { FINER, checkStartAndGoal } from './start-goal-check.js';
import { UR5E } from './ur5e.js';

/** After this many iterations without a path, the search stops; there may be no path. */
export const MAX_ITERATIONS = 20_000;
const SHORTCUTS = 200;
/** How often the resolution is doubled before the search stops. */
const REFINEMENTS = 4;

/**
 * @typedef {object} Problem
 * @property {number[]} start @property {number[]} goal radians
 * @property {import('./collision.js').Obstacle[]} obstacles
 * @property {'certified' | 'sampled'} method how a move is checked
 * @property {number} resolution metres between two samples @property {number} safety metres
 * @property {number} seed
 */

/** The result of a step; `planner` grows in place. @typedef {{ phase: string, fraction: number }} Step */

export class Search {
  planner = null;
  iterations = 0;
  verified = 0;

  /** @param {Problem} problem */
  constructor(problem) {
    this.problem = problem;
    this.resolution = problem.resolution;
    this.robot = new Robot(UR5E);
    this.cell = new Cell(this.robot, problem.obstacles, {
      safety: problem.safety,
      finest: problem.method === 'certified' ? problem.resolution / FINER : 0,
    });
    this.random = randomFrom(problem.seed);
  }

  /** Whether a move between two configurations is free. */
  free = (a, b) =>
    this.problem.method === 'certified'
      ? this.cell.certify(a, b)
      : sampledFree(this.cell, a, b, this.resolution);

  /**
   * @returns {Generator<Step, { outcome: string, path?: Float64Array[] }>} outcome: 'found', 'none', or
   *   the configuration that is not free, 'start' or 'goal'
   */
  *run() {
    const check = checkStartAndGoal(this.robot, this.problem);
    if (check.which) return { outcome: check.which };
    for (let refined = 0; refined <= REFINEMENTS; refined++) {
      const found = yield* this.#find();
      if (!found) return { outcome: 'none' };
      const path = yield* this.#shorten(found);
      if (yield* this.#verify(path)) return { outcome: 'found', path };
      this.resolution /= 2;
    }
    return { outcome: 'none' };
  }

  *#find() {
    const { start, goal } = this.problem;
    const { joints, span: weights } = this.robot;
    const { free, random } = this;
    this.planner = new Planner({ start, goal, joints, weights, free, random });
    const { planner } = this;
    while (!planner.path && planner.iterations < MAX_ITERATIONS) {
      planner.iterate();
      this.iterations++;
      yield { phase: 'searching', fraction: planner.iterations / MAX_ITERATIONS };
    }
    return planner.path;
  }

  *#shorten(found) {
    let path = found;
    for (let i = 0; i < SHORTCUTS; i++) {
      path = shortcut(path, this.robot, this.free, this.random);
      yield { phase: 'shortening', fraction: i / SHORTCUTS };
    }
    return path;
  }

  *#verify(path) {
    const bare = new Cell(this.robot, this.problem.obstacles);
    const step = this.resolution / FINER;
    const stops = Array.from(samples(path, this.robot, step));
    try {
      this.verified = 0;
      for (const q of stops) {
        if (bare.collides(q)) return false;
        this.verified++;
        yield { phase: 'verifying', fraction: this.verified / stops.length };
      }
      return true;
    } finally {
      bare.dispose();
    }
  }

  get nodes() {
    return this.planner?.count ?? 0;
  }

  dispose() {
    this.cell.dispose();
    this.robot.dispose();
  }
}

/**
 * Measures a path: the distance that the tool travels, and the smallest distance between any two shapes.
 * It samples so finely that no point of the robot moves farther than `step` between samples.
 */
export function measure(path, problem, step) {
  const robot = new Robot(UR5E);
  const cell = new Cell(robot, problem.obstacles);
  let length = 0;
  let least = { value: Infinity, names: [] };
  let last = null;
  for (const q of samples(path, robot, step)) {
    const here = cell.clearance(q, least.value);
    if (here.value < least.value) least = here;
    const [x, y, z] = robot.tool;
    if (last) length += Math.hypot(x - last[0], y - last[1], z - last[2]);
    last = [x, y, z];
  }
  cell.dispose();
  robot.dispose();
  return { length, clearance: least.value, between: least.names };
}
