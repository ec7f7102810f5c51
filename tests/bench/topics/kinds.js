/* Every ordered pair of shape types: growth distances cold and warm, and overlap tests. The plain cutting
 * plane is the comparison; our method must not be slower for any pair. */
import { growthDistance } from '../../../js/index.js';
import { BOOLEANS, isCurved, pairs, swapped } from '../scenes.js';
import {
  booleanJs,
  coldJs,
  digest,
  methodsInModule,
  prepare,
  release,
  results,
  warmJs,
} from '../subjects.js';
import { ratio, ratioWithQuartiles, table, time } from '../text.js';
import { kindsOf } from '../../lib/random.js';

const COUNT = 60;
const CUTTING_PLANE = { method: 'cutting-plane' };

/** The pairs of a case. The case (B, A) has the pairs of (A, B), exchanged. */
function items({ typeA, typeB, dimension, exchanged, seed }, growth = null) {
  const [first, second] = exchanged ? [typeB, typeA] : [typeA, typeB];
  const list = pairs({ typeA: first, typeB: second, dimension, count: COUNT, seed, growth });
  return exchanged ? swapped(list) : list;
}

const ordered = (dimension) => {
  const kinds = kindsOf(dimension);
  return kinds.flatMap((typeA, i) =>
    kinds.map((typeB, j) => ({
      name: `${typeA}–${typeB}`,
      typeA,
      typeB,
      dimension,
      exchanged: i > j,
      seed: 100 * dimension + 10 * Math.min(i, j) + Math.max(i, j),
    })),
  );
};

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const COLUMNS = ['auto', 'warm', ...Object.keys(BOOLEANS)];

function section(rows) {
  return table(
    ['µs, Node / Chromium', 'iterations', 'cold', 'warm', 'far', 'near', 'grazing', 'speed-up'],
    rows.map((row) => [
      row.name,
      row.facts.counts.auto.toFixed(1),
      ...COLUMNS.map(
        (name) => `${time(row.times.node[name])} / ${time(row.times.chromium?.[name])}`,
      ),
      ratio(row.ratios.node),
    ]),
  );
}

/** @type {import('../suite.js').Topic} */
export default {
  name: 'kinds',
  title: 'All pairs of shape types',
  platforms: ['node', 'chromium'],
  ratios: {
    node: ['node.cutting plane in the module', 'node.in the module'],
    chromium: ['chromium.cutting plane in the module', 'chromium.in the module'],
  },
  cases: (quick) => [...ordered(3), ...ordered(2)].filter((_, i) => !quick || i % 4 === 0),
  counted: ({ exchanged }) => !exchanged,
  prepare(one) {
    const scene = prepare(items(one));
    const booleans = Object.entries(BOOLEANS).map(([name, g]) => [name, prepare(items(one, g))]);
    const mean = (options) =>
      results(scene, growthDistance, options).reduce((sum, r) => sum + r.iterations, 0) / COUNT;
    return {
      subjects: {
        auto: coldJs(scene),
        ...methodsInModule(scene),
        warm: warmJs(scene),
        ...Object.fromEntries(booleans.map(([name, s]) => [name, booleanJs(s)])),
      },
      facts: {
        digest: digest([results(scene), results(scene, growthDistance, CUTTING_PLANE)]),
        counts: { auto: mean(), 'cutting-plane': mean(CUTTING_PLANE) },
      },
      release: () => [scene, ...booleans.map(([, s]) => s)].forEach(release),
    };
  },
  report(rows) {
    const [space, plane] = [3, 2].map((n) => rows.filter(({ dimension }) => dimension === n));
    const slowest = rows.reduce((a, b) => (b.ratios.node.median < a.ratios.node.median ? b : a));
    const slower = rows.filter(({ ratios }) => ratios.node.median < 1 / 1.05);
    const curved = space.filter(({ typeA, typeB }) => isCurved(typeA, typeB));
    const mid = (list, name) =>
      `${time({ median: median(list.map((row) => row.times.node[name].median)) })} µs`;
    return {
      markdown: `Each row has ${COUNT} random pairs with sizes over two decades. The tables contain both orders of every two types. Cold and warm are growth distances. For warm queries, the second shape of a \`Pair\` moves by a hundredth of its size between queries. Iterations are the mean of the cold queries.

The speed-up is the plain cutting plane's time divided by ours, inside the module, in Node. The smallest is ${ratioWithQuartiles(slowest.ratios.node)} for ${slowest.name}. In ${slower.length} of ${rows.length} rows our method is slower by more than 5 %.

### 3D

${section(space)}

### 2D

${section(plane)}`,
      figures: [
        {
          figure: 'cutting plane ÷ ours, the worst of all ordered pairs of types',
          measured: `${ratioWithQuartiles(slowest.ratios.node)}, ${slowest.name}; below 0.95 in ${slower.length} of ${rows.length}`,
          goal: '≥ 0.95',
        },
        {
          figure: 'median over pairs of curved types: cold, warm',
          measured: `${mid(curved, 'auto')}, ${mid(curved, 'warm')}`,
        },
      ],
      charts: [
        {
          name: 'kinds',
          kind: 'matrix',
          title: 'Speed-up over the cutting plane',
          subtitle: 'cold growth distances by the shape types of A and B; Node',
          x: { label: 'B', order: kindsOf(3) },
          y: { label: 'A', order: kindsOf(3) },
          cells: space.map(({ typeA, typeB, ratios }) => ({
            x: typeB,
            y: typeA,
            value: ratios.node.median,
          })),
        },
      ],
    };
  },
};
