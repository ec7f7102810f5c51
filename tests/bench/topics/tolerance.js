/* Time over the tolerance: growth distance, distance and depth of random curved primitives. */
import { distance, growthDistance, penetration } from '../../../js/index.js';
import { CURVED, pairs } from '../scenes.js';
import { coldJs, digest, prepare, release, results } from '../subjects.js';
import { table, time } from '../text.js';

const EXPONENTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const COUNT = 160;
/** Growth distances of the pairs for depths and for distances. */
const DEEP = 0.7;
const APART = 1.5;
const QUERIES = {
  growth: [growthDistance, null, {}],
  'growth, cutting plane': [growthDistance, null, { method: 'cutting-plane' }],
  distance: [distance, APART, {}],
  penetration: [penetration, DEEP, {}],
};
const LABELS = {
  growth: 'growth distance',
  'growth, cutting plane': 'growth, cutting plane',
  distance: 'distance',
  penetration: 'depth',
};

/** @type {import('../suite.js').Topic} */
export default {
  name: 'tolerance',
  title: 'Tolerances',
  platforms: ['node', 'chromium'],
  cases: (quick) =>
    EXPONENTS.filter((_, i) => !quick || i % 2 === 0).map((e) => ({
      name: `1e-${e}`,
      tolerance: Number(`1e-${e}`),
    })),
  counted: () => true,
  prepare({ tolerance }) {
    const scenes = new Map();
    const sceneOf = (growth) => {
      if (!scenes.has(growth))
        scenes.set(
          growth,
          prepare(pairs({ typeA: CURVED, typeB: CURVED, count: COUNT, seed: 31, growth })),
        );
      return scenes.get(growth);
    };
    const of = (make) =>
      Object.fromEntries(
        Object.entries(QUERIES).map(([name, [query, growth, options]]) => [
          name,
          make(sceneOf(growth), query, { ...options, tolerance }),
        ]),
      );
    const answers = of(results);
    const mean = (list) => list.reduce((sum, r) => sum + r.iterations, 0) / list.length;
    return {
      subjects: of(coldJs),
      facts: {
        digest: digest(answers),
        counts: Object.fromEntries(Object.entries(answers).map(([name, l]) => [name, mean(l)])),
        unfinished: Object.fromEntries(
          Object.entries(answers).map(([name, l]) => [
            name,
            l.filter(({ status }) => status !== 'optimal').length,
          ]),
        ),
      },
      release: () => scenes.forEach(release),
    };
  },
  report(rows) {
    const names = Object.keys(QUERIES);
    const lines = rows.map((row) => [
      row.tolerance.toExponential(0),
      ...names.map((name) => {
        const { counts, unfinished } = row.facts;
        const left = unfinished[name] ? ` [${unfinished[name]}]` : '';
        return `${counts[name].toFixed(1)}; ${time(row.times.node[name])} / ${time(row.times.chromium?.[name])}${left}`;
      }),
    ]);
    return {
      markdown: `There are ${COUNT} random pairs of curved primitives. Distances are at a growth distance of ${APART}, depths at ${DEEP}. Each cell gives the mean iterations, and µs in Node / Chromium. The number in brackets counts the pairs that did not end \`'optimal'\`. Their bounds hold but miss the tolerance, because the default iterations or the digits of doubles run out.

${table(['tolerance', ...names.map((name) => LABELS[name])], lines)}`,
      charts: [
        {
          name: 'tolerance',
          kind: 'lines',
          title: 'Time by tolerance',
          subtitle: 'random pairs of curved primitives; Node, medians and quartiles',
          x: { label: 'tolerance: relative gap of the bounds', log: true, reverse: true },
          y: { label: 'µs a query', log: true },
          series: names.map((name) => ({
            label: LABELS[name],
            points: rows.map((row) => ({ x: row.tolerance, y: row.times.node[name] })),
          })),
        },
      ],
    };
  },
};
