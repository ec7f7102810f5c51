/*
 * The table of a world's columns: every column of every query, and its value in the result of the
 * same query of a Pair with the same history. A row is [column, value(result of the Pair)]; a value
 * of undefined means that this row of the column has no meaning.
 */
import assert from 'node:assert/strict';
import { STATUS_TEXTS } from '../../wasm/dist/abi.js';
import { QUERIES } from './results.js';

const same = (name) => [name, (r) => r[name]];
const COMMON = [same('iterations'), ['status', (r) => STATUS_TEXTS.indexOf(r.status)]];
const BOUNDS = [same('value'), same('lower'), same('upper')];
const POINTS = [same('normal'), same('pointA'), same('pointB')];

const ROWS = {
  growthDistances: ['growthDistance', [...BOUNDS, same('contact'), ...POINTS]],
  intersections: [
    'collide',
    [
      ['colliding', (r) => Number(r.colliding)],
      ['point', (r) => r.point ?? undefined],
      ['normal', (r) => r.normal ?? undefined],
      same('lower'),
      same('upper'),
    ],
  ],
  distances: ['distance', [...BOUNDS, ...POINTS]],
  penetrations: ['penetration', [...BOUNDS, same('supportCalls'), ...POINTS]],
  signedDistances: ['signedDistance', [...BOUNDS, same('supportCalls'), ...POINTS]],
};

/** By name: the query of a Pair, the rows, the methods and the options beside the common ones. */
export const WORLDS = Object.fromEntries(
  Object.entries(ROWS).map(([name, [of, rows]]) => [
    name,
    {
      of,
      rows: [...rows, ...COMMON],
      methods: QUERIES[of].methods,
      options: QUERIES[of].options.filter((option) => option === 'subalgorithm'),
    },
  ]),
);

/** Compares row k of the columns with the result of a Pair. */
export function checkColumns(rows, columns, k, result, n) {
  const fields = Object.keys(columns).filter((name) => name !== 'count' && name !== 'pairs');
  assert.deepEqual(fields.sort(), rows.map(([name]) => name).sort(), 'columns without a row');
  for (const [name, of] of rows) {
    const wanted = of(result);
    if (wanted === undefined) continue;
    const list = Array.isArray(wanted);
    const found = list ? [...columns[name].slice(n * k, n * (k + 1))] : columns[name][k];
    assert.deepEqual(found, wanted, `${name} of row ${k}`);
  }
}
