/* The results of `make bench` in Chromium as rows of this page's topics, shown until the visitor
 * measures. The random pairs differ from the visitor's, so the page never draws both in one chart. */

import { TYPE_PAIRS } from './scenes.js';

/** Keys in the results of `make bench`, and the groups of the page's charts. */
const QUERIES = { auto: 'growth distance', near: 'intersects' };
const CASTS = { castShape: 'shape cast' };
const WARMTH = { repeated: 'cold', warm: 'warm, moving' };
const FRAME = { 'growth distances': 'frame' };

/** One row of a chart for each wanted time. */
const rowsOf = ({ times }, wanted, { name, x }, unit = 1) =>
  Object.entries(wanted)
    .filter(([key]) => times.chromium[key])
    .map(([key, group]) => ({ name, group, x, value: times.chromium[key].median / unit }));

const rowOf = (rows, a, b) => rows.find(({ typeA, typeB }) => typeA === a && typeB === b);

const READERS = {
  queries: ({ kinds, motion }) =>
    TYPE_PAIRS.flatMap(([a, b]) => {
      const name = `${a} – ${b}`;
      return [
        ...rowsOf(rowOf(kinds, a, b), QUERIES, { name }),
        ...rowsOf(rowOf(motion, a, b) ?? rowOf(motion, b, a), CASTS, { name }),
      ];
    }),
  methods: ({ methods }) =>
    methods.flatMap((row) => {
      const names = Object.keys(row.times.chromium).filter((name) => name !== 'warm');
      return rowsOf(row, Object.fromEntries(names.map((name) => [name, name])), row);
    }),
  vertices: ({ hulls }) =>
    hulls.flatMap((row) => rowsOf(row, WARMTH, { name: row.name, x: row.vertices })),
  scenes: ({ world }) =>
    world.flatMap((row) => rowsOf(row, FRAME, { name: row.name, x: row.bodies }, 1e6)),
};

/**
 * @returns {Promise<{ origin: string, results: Record<string, object[]> }>} origin: machine, browser and
 *   date of the measurement; results: rows by topic, in the form that the worker sends
 */
export async function storedResults() {
  const { machine, rows } = (await import('../../../docs/lab/benchmarks.json')).default;
  const { cpu, cores, chromium, date } = machine;
  const results = Object.fromEntries(
    Object.entries(READERS).map(([topic, read]) => [topic, read(rows)]),
  );
  return {
    origin: `${cpu}, ${cores} cores, Chromium ${parseInt(chromium)}, ${date.slice(0, 10)}`,
    results,
  };
}
