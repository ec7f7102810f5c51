/* RRT-Connect (Kuffner and LaValle, RRT-Connect: an efficient approach to single-query path planning,
 * ICRA 2000) with two trees, one from the start and one from the goal.
 *
 * Each iteration draws a random configuration. One tree takes a step towards it. The other tree takes
 * steps towards the new node until something blocks a step. Then the trees swap roles. If the second tree
 * reaches the new node, the trees are connected.
 *
 * Distances are in metres: each joint is weighted with the farthest that it can move a point of the
 * robot per radian. So a step sweeps about the same space, whichever joint moves. */

/** Distance between nodes, in metres of motion; ε in the paper. */
const STEP = 0.25;

/** Configurations, each with the index of its parent. */
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

  /** The index of the nearest node. A linear search is faster than a search structure below 10⁴ nodes. */
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

  /** The nodes from the root to a node. */
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
   * @param {number[]} problem.weights metres per radian
   * @param {(a: Float64Array, b: Float64Array) => boolean} problem.free whether a move is free
   * @param {() => number} problem.random
   */
  constructor({ start, goal, joints, weights, free, random }) {
    this.joints = joints;
    this.weights = weights;
    this.free = free;
    this.trees = [new Tree(start), new Tree(goal)];
    /** the path; null until one is found */
    this.path = null;
    this.#random = random;
    if (free(this.trees[0].nodes[0], this.trees[1].nodes[0])) this.path = [start, goal];
  }

  get count() {
    return this.trees[0].nodes.length + this.trees[1].nodes.length;
  }

  /** Runs one iteration. @returns {boolean} whether a path has been found */
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

  /**
   * Takes one step towards a configuration. Returns the new node and whether it has reached q, or null
   * if blocked.
   */
  #extend(tree, q) {
    const from = tree.nearest(q, this.weights);
    const node = tree.nodes[from];
    const away = Math.sqrt(squared(node, q, this.weights));
    const arrived = away <= STEP;
    const next = arrived ? q : node.map((x, j) => x + (STEP / away) * (q[j] - x));
    return this.free(node, next) ? { index: tree.add(next, from), arrived } : null;
  }

  /** Takes steps until the tree reaches q or something blocks a step. Returns the index of q's node, or -1. */
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
