/* Time over the number of vertices of hulls: different pairs, repeated pairs, and moving pairs. */
import { pairsOfHulls } from '../scenes.js';
import { digest, prepare, release, repeatedJs, results, someJs, warmJs } from '../subjects.js';
import { ratioWithQuartiles, ratio, table, time, withQuartiles } from '../text.js';

const VERTICES = [8, 16, 32, 64, 125, 250, 500, 1000, 2000, 4000, 6000];
/** Different hulls of a scene. With 6000 vertices they exceed the caches next to the core. */
const POOL = 16;
const PAIRS = 128;
/** Consecutive queries of a pair, and the number of these pairs. */
const AGAIN = 16;
const REPEATED = 16;

/** @type {import('../suite.js').Topic} */
export default {
  name: 'hulls',
  title: 'Hulls by number of vertices',
  platforms: ['node', 'chromium'],
  ratios: {
    node: ['node.one-shot', 'node.repeated'],
    chromium: ['chromium.one-shot', 'chromium.repeated'],
  },
  cases: (quick) =>
    VERTICES.filter((_, i) => !quick || i % 2 === 0).map((vertices) => ({
      name: `${vertices} vertices`,
      vertices,
    })),
  counted: ({ vertices }) => vertices <= 1000,
  prepare({ vertices }) {
    const items = pairsOfHulls({ vertices, pool: POOL, count: PAIRS, seed: 700 + vertices });
    const once = prepare(items);
    const few = prepare(items.slice(0, REPEATED));
    const answers = results(once);
    return {
      subjects: {
        'one-shot': someJs(once, 16),
        repeated: repeatedJs(few, AGAIN),
        warm: warmJs(few),
        resting: warmJs({ ...few, frames: few.frames.map(([first]) => Array(8).fill(first)) }),
      },
      facts: {
        digest: digest(answers),
        counts: { iterations: answers.reduce((sum, r) => sum + r.iterations, 0) / PAIRS },
      },
      release: () => [once, few].forEach(release),
    };
  },
  report(rows) {
    const names = ['one-shot', 'repeated', 'warm', 'resting'];
    const lines = rows.map((row) => [
      row.vertices,
      row.facts.counts.iterations.toFixed(1),
      ...names.map((name) => `${time(row.times.node[name])} / ${time(row.times.chromium?.[name])}`),
      ratio(row.ratios.node),
    ]);
    const last = rows.at(-1);
    const points = (name) =>
      rows.map(({ vertices, times }) => ({ x: vertices, y: times.node[name] }));
    return {
      markdown: `The queries are growth distances of hulls whose vertices lie on ellipsoids.

- One-shot: ${PAIRS} pairs of ${POOL} different hulls in turn. Most data of a query is not in the nearest cache.
- Repeated: ${REPEATED} of the pairs, with ${AGAIN} queries in a row each.
- Warm: the repeated pairs as \`Pair\` objects that move by a hundredth of their size between queries.
- Resting: the repeated pairs as \`Pair\` objects that do not move.

${table(['vertices', 'iterations', 'one-shot, µs Node / Chromium', 'repeated', 'warm', 'resting', 'one-shot ÷ repeated'], lines)}`,
      figures: [
        {
          figure: `hulls of ${last.vertices} vertices: one-shot ÷ repeated`,
          measured: ratioWithQuartiles(last.ratios.node),
          goal: '≤ 2',
        },
        {
          figure: `hulls of ${last.vertices} vertices: warm moving, resting`,
          measured: `${withQuartiles(last.times.node.warm)}, ${withQuartiles(last.times.node.resting)} µs`,
          goal: '≤ 0.25 µs',
        },
      ],
      charts: [
        {
          name: 'vertices',
          kind: 'lines',
          title: 'Time by number of vertices',
          subtitle: 'growth distance of two hulls; Node, medians and quartiles',
          x: { label: 'vertices of each hull', log: true, ticks: [8, 32, 125, 500, 2000, 6000] },
          y: { label: 'µs a query', log: true },
          series: [
            { label: 'one-shot', points: points('one-shot') },
            { label: 'repeated', points: points('repeated') },
            { label: 'warm', points: points('warm') },
          ],
        },
      ],
    };
  },
};
