/* RRT-Connect (Kuffner and LaValle, RRT-Connect: an efficient approach to single-query path
 * planning, ICRA 2000): two trees, one from the start and one from the goal. Each iteration draws a
 * random configuration, lets one tree take a step towards it, extends the other towards the new
 * node until something is in the way, and swaps the two. When the second tree arrives, they are
 * joined.
 *
 * Distances are in metres: each joint counts with the most that it can move a point of the robot,
 * so a step sweeps about the same space whichever joint makes it. */

/** A node every 25 cm of motion; the paper's ε. */
const STEP = 0.25;

/** Configurations with the parent of each. */
export class Tree {
  parents = [-1];

  /** @param {ArrayLike<number>} root */
  constructor(root) {
    this.nodes = [Float64Array.from(root)];
  }

  add(q, parent) {
    this.nodes.push(q);
    this.parents.push(parent);
    return this.nodes.length - 1;
  }

  /** The nearest node's index: a linear search, quicker than a search structure below 10⁴ nodes. */
  nearest(q, weights) {
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < this.nodes.length; i++) {
      const d = squared(this.nodes[i], q, weights);
      if (d < least) {
        least = d;
        best = i;
      }
    }
    return best;
  }

  /** From the root to a node. */
  branch(index) {
    const path = [];
    for (let i = index; i >= 0; i = this.parents[i]) path.push(this.nodes[i]);
    return path.reverse();
  }
}

export class Planner {
  iterations = 0;
  #random;

  /**
   * @param {object} problem
   * @param {number[]} problem.start
   * @param {number[]} problem.goal
   * @param {{ limit: number }[]} problem.joints
   * @param {number[]} problem.weights metres a radian
   * @param {(a: Float64Array, b: Float64Array) => boolean} problem.free whether a move is free
   * @param {() => number} problem.random
   */
  constructor({ start, goal, joints, weights, free, random }) {
    this.joints = joints;
    this.weights = weights;
    this.free = free;
    this.trees = [new Tree(start), new Tree(goal)];
    /** the path, once there is one */
    this.path = null;
    this.#random = random;
    if (free(this.trees[0].nodes[0], this.trees[1].nodes[0])) this.path = [start, goal];
  }

  get count() {
    return this.trees[0].nodes.length + this.trees[1].nodes.length;
  }

  /** One iteration. @returns {boolean} whether there is a path now */
  iterate() {
    if (this.path) return true;
    const [near, far] = this.iterations++ % 2 ? [1, 0] : [0, 1];
    const sample = Float64Array.from(this.joints, ({ limit }) => limit * (2 * this.#random() - 1));
    const grown = this.#extend(this.trees[near], sample);
    if (!grown) return false;
    const met = this.#connect(this.trees[far], this.trees[near].nodes[grown.index]);
    if (met < 0) return false;
    const ends = near === 0 ? [grown.index, met] : [met, grown.index];
    // both branches end in the same configuration
    const back = this.trees[1].branch(ends[1]).slice(0, -1).reverse();
    this.path = [...this.trees[0].branch(ends[0]), ...back];
    return true;
  }

  /** One step towards a configuration: the new node and whether it is there, or null. */
  #extend(tree, q) {
    const from = tree.nearest(q, this.weights);
    const node = tree.nodes[from];
    const away = Math.sqrt(squared(node, q, this.weights));
    const arrived = away <= STEP;
    const next = arrived ? q : node.map((x, j) => x + (STEP / away) * (q[j] - x));
    return this.free(node, next) ? { index: tree.add(next, from), arrived } : null;
  }

  /** Steps until there, or until blocked: the last node's index, or -1. */
  #connect(tree, q) {
    for (;;) {
      const grown = this.#extend(tree, q);
      if (!grown) return -1;
      if (grown.arrived) return grown.index;
    }
  }
}

function squared(a, b, weights) {
  let sum = 0;
  for (let j = 0; j < weights.length; j++) {
    const d = weights[j] * (b[j] - a[j]);
    sum += d * d;
  }
  return sum;
}
