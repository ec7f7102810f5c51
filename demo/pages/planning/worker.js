/* The planner's worker. It accepts { plan, id, calm } and { cancel: true }. It reports new branches of
 * the trees, progress, and the result. It works in slices and receives messages between them, so that a
 * job can be cancelled. */
import { between } from './path.js';
import { Robot } from './robot.js';
import { Search, measure } from './search.js';
import { UR5E } from './ur5e.js';

/** Milliseconds of work before the worker receives messages. */
const SLICE = 25;
/**
 * For watching the trees grow: number of new nodes per slice, and the pause after a slice in
 * milliseconds.
 */
const CALM_NODES = 2;
const CALM_PAUSE = 16;
/** A branch is drawn in pieces of at most this many metres of motion. */
const PIECE = 0.06;

const tracer = new Robot(UR5E);
/** id of the current job; a new job or a cancellation replaces it */
let current = 0;

addEventListener('message', ({ data }) => {
  current = data.cancel ? 0 : data.id;
  if (data.plan) work(data).catch(({ message }) => postMessage({ id: data.id, error: message }));
});

/** Lets the worker receive messages: immediately, or after a pause. */
const breathe = (pause) =>
  new Promise((resolve) => {
    if (pause) return setTimeout(resolve, pause);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

async function work({ plan, id, calm }) {
  const search = new Search(plan);
  const shown = [1, 1];
  let planner = null;
  let time = 0;
  const report = (phase, fraction) => {
    const fresh = search.planner !== planner;
    if (fresh) shown.fill(1);
    planner = search.planner;
    const branches = planner ? planner.trees.map((tree, i) => newBranches(tree, shown, i)) : [];
    postMessage({ id, phase, fraction, fresh, branches, ...figures(search, time) });
  };
  try {
    const steps = search.run();
    for (;;) {
      const begin = performance.now();
      const nodes = search.nodes;
      let step = steps.next();
      const phase = step.value?.phase;
      while (
        !step.done &&
        step.value.phase === phase &&
        performance.now() - begin < SLICE &&
        !(calm && step.value.phase === 'searching' && search.nodes >= nodes + CALM_NODES)
      )
        step = steps.next();
      if (phase !== 'verifying') time += performance.now() - begin;
      if (step.done) {
        report('done', 1);
        postMessage({ id, result: conclude(search, step.value, time) });
        return;
      }
      report(step.value.phase, step.value.fraction);
      await breathe(calm && step.value.phase === 'searching' ? CALM_PAUSE : 0);
      if (current !== id) return;
    }
  } finally {
    search.dispose();
  }
}

const figures = ({ nodes, iterations, cell, verified }, time) => ({
  nodes,
  iterations,
  checks: cell.checks,
  configurations: cell.configurations,
  verified,
  time,
});

function conclude(search, { outcome, path }, time) {
  const known = path ? measure(path, search.problem, search.resolution) : {};
  return { outcome, path, resolution: search.resolution, ...figures(search, time), ...known };
}

/** The tool's path along all branches since the previous report, as pairs of points. */
function newBranches(tree, shown, which) {
  const points = [];
  for (; shown[which] < tree.nodes.length; shown[which]++) {
    const to = tree.nodes[shown[which]];
    const from = tree.nodes[tree.parents[shown[which]]];
    const count = Math.max(1, Math.ceil(tracer.motion(from, to) / PIECE));
    const q = new Float64Array(to.length);
    for (let i = 0; i <= count; i++) {
      tracer.place(between(q, from, to, i / count));
      const here = tracer.tool.subarray(0, 3);
      if (i > 1) points.push(...points.slice(-3));
      points.push(...here);
    }
  }
  return Float32Array.from(points);
}
