/* The main figures: growth distances of random curved primitives, ellipsoids and 2D shapes, with sizes over
 * two decades, cold, at the default tolerance. The plain cutting plane is the comparison. */
import { growthDistance, intersects } from '../../../js/index.js';
import { rank } from '../measure.js';
import { BOOLEANS, CURVED, pairs } from '../scenes.js';
import {
  booleanJs,
  coldJs,
  digest,
  methodsInModule,
  prepare,
  release,
  results,
} from '../subjects.js';
import { ratio, ratioWithQuartiles, table, time, withQuartiles } from '../text.js';
import { kindsOf } from '../../lib/random.js';

const CUTTING_PLANE = { method: 'cutting-plane' };
/** Timed pairs, few enough for the caches, and pairs whose iterations are counted. */
const TIMED = 240;
const COUNTED = 1000;

const CASES = [
  { name: 'curved primitives', types: CURVED, dimension: 3, seed: 1 },
  { name: 'ellipsoids', types: ['ellipsoid'], dimension: 3, seed: 2 },
  { name: '2D shapes', types: kindsOf(2), dimension: 2, seed: 3 },
];

/** How often each number of iterations occurred, from 0 upwards. */
function histogram(counts) {
  const bins = Array(Math.max(...counts) + 1).fill(0);
  for (const count of counts) bins[count]++;
  return bins;
}

function ready({ types, dimension, seed }) {
  const of = (count, growth = null, more = 0) =>
    prepare(pairs({ typeA: types, typeB: types, dimension, count, seed: seed + more, growth }));
  const timed = of(TIMED);
  const booleans = Object.entries(BOOLEANS).map(([name, growth]) => [name, of(TIMED, growth)]);
  const counted = of(COUNTED, null, 100);
  const iterations = (options) =>
    results(counted, growthDistance, options).map((r) => r.iterations);
  const counts = { auto: iterations(), 'cutting-plane': iterations(CUTTING_PLANE) };
  release(counted);
  return {
    subjects: {
      auto: coldJs(timed),
      ...methodsInModule(timed),
      ...Object.fromEntries(booleans.map(([name, scene]) => [name, booleanJs(scene)])),
    },
    facts: {
      digest: digest([
        results(timed),
        booleans.map(([, scene]) => results(scene, (...pair) => Number(intersects(...pair)))),
      ]),
      counts: Object.fromEntries(
        Object.entries(counts).flatMap(([method, list]) => [
          [`${method}, median`, rank(list, 0.5)],
          [`${method}, 90th percentile`, rank(list, 0.9)],
          [`${method}, mean`, list.reduce((sum, x) => sum + x, 0) / list.length],
        ]),
      ),
      histograms: Object.fromEntries(
        Object.entries(counts).map(([method, list]) => [method, histogram(list)]),
      ),
    },
    release: () => [timed, ...booleans.map(([, scene]) => scene)].forEach(release),
  };
}

/** @type {import('../suite.js').Topic} */
export default {
  name: 'curved',
  title: 'Growth distance of curved primitives',
  platforms: ['node', 'chromium'],
  ratios: {
    node: ['node.cutting plane in the module', 'node.in the module'],
    chromium: ['chromium.cutting plane in the module', 'chromium.in the module'],
  },
  cases: () => CASES,
  counted: () => true,
  slack: 0.02,
  prepare: ready,
  report(rows) {
    const subjects = [
      'auto',
      ...Object.keys(BOOLEANS),
      'in the module',
      'cutting plane in the module',
    ];
    const both = (row, name) =>
      `${time(row.times.node?.[name])} / ${time(row.times.chromium?.[name])}`;
    const times = table(
      [
        'µs, Node / Chromium',
        'growth',
        ...Object.keys(BOOLEANS),
        'growth in the module',
        'cutting plane in the module',
        'speed-up',
      ],
      rows.map((row) => [
        row.name,
        ...subjects.map((name) => both(row, name)),
        `${ratio(row.ratios.node)} / ${ratio(row.ratios.chromium)}`,
      ]),
    );
    const steps = table(
      ['iterations: median, 90th, mean', 'auto', 'cutting plane'],
      rows.map(({ name, facts: { counts } }) => [
        name,
        ...['auto', 'cutting-plane'].map((method) =>
          [
            counts[`${method}, median`],
            counts[`${method}, 90th percentile`],
            counts[`${method}, mean`].toFixed(1),
          ].join(', '),
        ),
      ]),
    );
    const [curved, ellipsoids, plane] = rows;
    const figure = (name, measured, goal) => ({ figure: name, measured, goal });
    const node = ({ times: { node: own } }, name) => `${withQuartiles(own[name])} µs`;
    const list = (row, method) =>
      `${row.facts.counts[`${method}, median`]}, ${row.facts.counts[`${method}, 90th percentile`]}`;
    return {
      markdown: `Each row has ${TIMED} random pairs with sizes over two decades. Every query is cold and one call. A time is the mean over the pairs. Far, near and grazing are overlap tests at growth distances of 6, 1.25 and 1.0001.

The last columns leave JavaScript out: one call of the module computes the growth distances of all pairs. They compare our method with the plain cutting plane. The speed-up is the cutting plane's time divided by ours.

${times}

An iteration is one support call on each shape. These counts come from ${COUNTED} pairs a row.

${steps}`,
      figures: [
        figure('growth distance, curved primitives, cold', node(curved, 'auto'), '≤ 0.6 µs'),
        figure('the same inside the module', node(curved, 'in the module')),
        figure(
          'iterations of these queries: median, 90th percentile',
          `${list(curved, 'auto')} (cutting plane ${list(curved, 'cutting-plane')})`,
          '≤ 6, ≤ 10',
        ),
        figure('overlap test, far', node(curved, 'far'), '≤ 0.06 µs'),
        figure('overlap test, near', node(curved, 'near')),
        figure('overlap test, grazing', node(curved, 'grazing'), '≤ 0.3 µs'),
        figure('growth distance in 2D, cold', node(plane, 'auto'), '≤ 0.2 µs'),
        figure(
          'cutting plane ÷ ours, curved primitives',
          ratioWithQuartiles(curved.ratios.node),
          '≥ 2.2',
        ),
        figure(
          'cutting plane ÷ ours, ellipsoids',
          ratioWithQuartiles(ellipsoids.ratios.node),
          '≥ 3',
        ),
      ],
      charts: [
        {
          name: 'iterations',
          kind: 'histogram',
          title: 'Iterations of a growth distance',
          subtitle: `${COUNTED} random pairs of curved primitives, sizes over two decades, default tolerance`,
          x: { label: 'iterations' },
          y: { label: 'share of pairs' },
          series: [
            { label: 'second order (auto)', bins: curved.facts.histograms.auto },
            { label: 'cutting plane', bins: curved.facts.histograms['cutting-plane'] },
          ],
        },
      ],
    };
  },
};
