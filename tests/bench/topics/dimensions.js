/* Time over the dimension and over the number of points: growth distance and generalized distance of point
 * clouds on two unit spheres whose centres have distance 3. */
import { PointSet, generalizedDistance, growthDistance } from '../../../js/index.js';
import { digest } from '../subjects.js';
import { table, time } from '../text.js';
import { ballClouds } from '../../lib/clouds.js';

const DIMENSIONS = [2, 3, 4, 5, 6, 8, 10, 12, 16];
const COUNTS = [50, 100, 200, 500, 1000, 2000];
const POINTS = 200;
const DIMENSION = 6;
const PAIRS = 4;
const ZEROS = Array(16).fill(0);

const CASES = [
  ...DIMENSIONS.map((n) => ({ series: 'dimension', n, points: POINTS })),
  ...COUNTS.map((points) => ({ series: 'points', n: DIMENSION, points })),
].map((one) => ({ name: `${one.series}: n = ${one.n}, ${one.points} points`, ...one }));

/** @type {import('../suite.js').Topic} */
export default {
  name: 'dimensions',
  title: 'Any dimension',
  platforms: ['node', 'chromium'],
  cases: () => CASES,
  counted: ({ points }) => points <= POINTS,
  prepare({ n, points }) {
    const clouds = Array.from({ length: PAIRS }, (_, i) =>
      ballClouds({ n, N: points, seed: 1000 * n + points + i, centerDistance: 3 }),
    );
    const center = ZEROS.slice(0, n);
    const pairs = clouds.map(({ Q, A }) => [
      new PointSet({ points: Q, center }),
      new PointSet({ points: A }),
    ]);
    const ask = (query) => {
      const options = { out: {} };
      return () => {
        for (const [q, a] of pairs) query(q, null, a, null, options);
        return PAIRS;
      };
    };
    const all = (query) => pairs.map(([q, a]) => query(q, null, a, null));
    const mean = (list, name) => list.reduce((sum, r) => sum + r[name], 0) / PAIRS;
    const growth = all(growthDistance);
    const generalized = all(generalizedDistance);
    return {
      subjects: { growth: ask(growthDistance), generalized: ask(generalizedDistance) },
      facts: {
        digest: digest([growth, generalized]),
        counts: {
          growth: mean(growth, 'iterations'),
          generalized: mean(generalized, 'rayIterations'),
        },
      },
      release: () => pairs.flat().forEach((set) => set.dispose()),
    };
  },
  report(rows) {
    const lines = (series) =>
      rows
        .filter((row) => row.series === series)
        .map((row) => [
          series === 'dimension' ? row.n : row.points,
          ...['growth', 'generalized'].flatMap((name) => [
            row.facts.counts[name].toFixed(1),
            `${time(row.times.node[name])} / ${time(row.times.chromium?.[name])}`,
          ]),
        ]);
    const head = (first) => [
      first,
      'growth: support calls',
      'µs, Node / Chromium',
      'generalized: support calls',
      'µs, Node / Chromium',
    ];
    const points = (series, name, key) =>
      rows
        .filter((row) => row.series === series)
        .map((row) => ({ x: row[key], y: row.times.node[name] }));
    const chart = (name, title, subtitle, series, key, x) => ({
      name,
      kind: 'lines',
      title,
      subtitle,
      x,
      y: { label: 'µs a query', log: true },
      series: [
        { label: 'growth', points: points(series, 'growth', key) },
        { label: 'generalized', points: points(series, 'generalized', key) },
      ],
    });
    return {
      markdown: `The shapes are point clouds on two unit spheres whose centres have distance 3. Each row has ${PAIRS} pairs. A generalized distance solves a sequence of growth problems.

With ${POINTS} points in each cloud:

${table(head('dimension'), lines('dimension'))}

In ${DIMENSION} dimensions:

${table(head('points'), lines('points'))}`,
      charts: [
        chart(
          'dimensions',
          'Time by dimension',
          `${POINTS} points each on two spheres; Node, medians and quartiles`,
          'dimension',
          'n',
          { label: 'dimension', log: true, ticks: DIMENSIONS },
        ),
        chart(
          'points',
          'Time by number of points',
          `two spheres in ${DIMENSION} dimensions; Node, medians and quartiles`,
          'points',
          'points',
          { label: 'points of each cloud', log: true, ticks: COUNTS },
        ),
      ],
    };
  },
};
