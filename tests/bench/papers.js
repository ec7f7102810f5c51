/* The tables of the source papers, measured with this library. [P] is the paper on incremental penetration
 * depth, [N] GJK with Nesterov's momentum, [Q] the generalized distance. Each has files in papers/. As a
 * script it writes docs/lab/papers.md and docs/lab/papers.json in about two minutes. */
import { Shape } from '../../js/index.js';
import { draw, random } from '../lib/random.js';
import { STEPS as GENERALIZED_STEPS, generalizedTables } from './papers/generalized.js';
import { DISTANCES, FAMILY, ellipsoids, family, lumps } from './papers/momentum.js';
import { MAKE, deep, dispose, placed, stretched } from './papers/pairs.js';
import {
  CLOSED_ROWS,
  PRIMITIVES,
  SIZES,
  depths,
  polyhedra,
  primitives,
  shortcut,
} from './papers/penetration.js';
import { strategies } from './papers/strategies.js';
import { load } from './peers/load.js';
import { prose, repeat, runReport } from './report.js';

const STEPS = PRIMITIVES.length + SIZES.length + DISTANCES.length + 10 + 6 + GENERALIZED_STEPS;

/** Runs all queries before the measurement, so that the first row does not include the engine's compilation.
 */
function warmUp() {
  const d = draw(random(1));
  const list = repeat(50, () => deep(d, MAKE.sphere(d), MAKE.capsule(d), true));
  depths(list, d, 60);
  dispose(list);
  const near = repeat(50, () => placed(d, Shape.from(stretched(d)), Shape.from(stretched(d)), 0.5));
  for (let k = 0; k < 3; k++)
    family(near, { methods: [...FAMILY, 'auto'], rounds: 3, paper: true });
  dispose(near);
}

/**
 * Measures all tables.
 * @param {{ quick?: boolean, highs: object, progress?: (done: number, total: number, label: string) => void }} options
 *   highs: the loaded package of that name
 * @returns {{ markdown: string, data: object }}
 */
export function paperTables({ quick = false, highs, progress = () => {} }) {
  const d = draw(random(2026));
  let done = 0;
  const next = (label) => progress(done++, STEPS, label);
  const full = (many, few) => (quick ? few : many);
  const rounds = full(7, 3);
  warmUp();
  const depth = primitives(d, full(500, 40), rounds, next);
  const growing = polyhedra(d, full(150, 20), rounds, next);
  const cut = shortcut(depth.rows.slice(CLOSED_ROWS), growing.rows);
  const smooth = ellipsoids(d, full(1000, 30), full(5, 3), next);
  const meshes = lumps(d, full(150, 15), full(5, 3), next);
  const methods = strategies(d, { ellipsoids: full(1000, 20), cubes: full(300, 10) }, next);
  const generalized = generalizedTables(draw(random(2027)), { quick, highs, progress: next });
  progress(STEPS, STEPS, 'done');
  const markdown = `# The papers' tables

${prose(`The pairs are random, from a fixed seed${quick ? ', far fewer than in a full run' : ''}. Times are microseconds for one
call from JavaScript, medians of interleaved rounds. They depend on the machine (shared, Node ${process.versions.node.split('.')[0]}). Errors,
iterations and support calls do not. The papers measured C++ on other machines, so compare only ratios.`)}

## Incremental penetration depth against EPA

${depth.markdown}

## Polyhedra of growing size

${growing.markdown}

## Effect of the shortcut

${cut.markdown}

## GJK against Nesterov: ellipsoids

${smooth.markdown}

## GJK against Nesterov: hulls

${meshes.markdown}

## Frank–Wolfe and projected gradient

${methods.markdown}

## Generalized distance

${generalized.markdown}
`;
  return {
    markdown,
    data: {
      depth: depth.rows,
      polyhedra: growing.rows,
      ellipsoids: smooth.rows,
      hulls: meshes.rows,
      strategies: methods.rows,
      generalized: generalized.data,
    },
  };
}

await runReport(import.meta.url, 'papers', async ({ quick, progress }) => {
  const { default: loadHighs } = await load('highs');
  return paperTables({ quick, highs: await loadHighs(), progress });
});
