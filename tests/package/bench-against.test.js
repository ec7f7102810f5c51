/*
 * `make bench-against`: its statistics, its choice of cells and adapters, and one measured cell.
 * The test builds no other commit.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { HELP, readOptions } from '../bench/against/against.js';
import { FAMILIES, PLATFORMS, QUERIES, STATES, nameOf, scenesOf } from '../bench/against/cells.js';
import { sceneDoubles } from '../bench/against/native-platform.js';
import { prepareNode } from '../bench/against/node-platform.js';
import { adapterFor, answerOf } from '../bench/against/package.js';
import { Platform } from '../bench/against/platform.js';
import { difference, familiesOf, middle, report, summarizeCell } from '../bench/against/summary.js';
import {
  bodiesAdapter,
  hasCasts,
  hasRows,
  commitOf,
  numericsOf,
  pairsAdapter,
  probe,
} from '../bench/against/trees.js';
import { BLOCK } from '../bench/measure.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const AGAINST = `${ROOT}tests/bench/against/`;
const ALL = { quick: false, families: FAMILIES, platforms: PLATFORMS };

const CELL = {
  family: 'growth',
  query: 'growthDistance',
  shapes: 'box–box',
  place: 'near',
  state: 'cold',
  platform: 'node',
};
/** A cell whose blocks have these ratios, and whose results agree. */
const cellOf = (ratios, more) =>
  summarizeCell(
    { ...CELL, ...more },
    { answers: [[], []], samples: ratios.flatMap((x) => Array(BLOCK).fill([100 * x, 100])) },
  );

// ---- statistics -------------------------------------------------------------------------------------

test('a ratio is before / after, from the medians of blocks', () => {
  const { ratio, before, after } = cellOf([1, 2, 3, 4]);
  assert.deepEqual(ratio, { median: 2.5, low: 1.75, high: 3.25 });
  assert.equal(before.median, 250);
  assert.equal(after.median, 100);
});

test('one slow sample in a block does not change the ratio', () => {
  const samples = Array.from({ length: BLOCK }, () => [100, 100]);
  samples[2] = [100, 90000];
  assert.equal(summarizeCell(CELL, { answers: [[], []], samples }).ratio.median, 1);
});

test('the middle one of three measurements counts', () => {
  const list = [[1.3], [0.9], [1.01]].map((ratios) => cellOf(ratios));
  assert.equal(middle(list), list[2]);
});

test('a family is slower if its upper quartile is below 1.00 and its median below the limit', () => {
  const slower = (medians, limit = 0.98) =>
    familiesOf(
      medians.map((x) => cellOf([x])),
      limit,
    )[0].slower;
  assert.equal(slower([0.9, 0.95, 0.96, 0.97]), true);
  assert.equal(slower([0.9, 0.95, 0.96, 1.5, 1.5]), false, 'the upper quartile is above 1');
  assert.equal(slower([0.985, 0.99, 0.99]), false, 'the median is above the limit');
  assert.equal(slower([0.985, 0.99, 0.99], 0.995), true);
});

test('a family whose query one side lacks is not slower', () => {
  const answers = [[{ value: 1, status: 'growth' }], [{ value: 2, status: 0 }]];
  const samples = Array(BLOCK).fill([50, 100]);
  const cell = summarizeCell(CELL, { answers, samples });
  assert.equal(cell.difference, undefined);
  assert.equal(familiesOf([cell], 0.98)[0].slower, false);
  assert.match(report([cell], { limit: 0.98, before: 'a', after: 'b' }), /stand in/);
});

test('the report names slower families and cells, and no others', () => {
  const cells = [cellOf([0.9, 0.9]), cellOf([1.2, 1.2], { family: 'depth', query: 'penetration' })];
  const text = report(cells, { limit: 0.98, before: 'abc', after: 'working tree' });
  assert.match(text, /Slower than 0\.98: growth, JavaScript\./);
  assert.match(text, /\| node growthDistance, box–box, near, cold \| 0\.90 \(0\.90–0\.90\) \|/);
  assert.doesNotMatch(text, /\| node penetration, box–box, near, cold \|/);
  assert.match(
    report(cells.slice(1), { limit: 0.98, before: 'a', after: 'b' }),
    /No family is slower/,
  );
});

test('different values are reported, except for pairs that one side did not solve', () => {
  const list = (value, status = 0) => [
    { value: 1, status: 'optimal' },
    { value, status },
  ];
  assert.equal(difference(list(2), list(2 + 1e-7)), null);
  assert.deepEqual(difference(list(2), list(2.001)), { pair: 1, before: 2, after: 2.001 });
  assert.equal(difference(list(2), list(2.001, 'max-iterations')), null);
  assert.equal(
    difference(list(2), list(undefined)).pair,
    1,
    'a field that an adapter does not find',
  );
  assert.equal(
    summarizeCell(CELL, { answers: [list(2), list(3)], samples: [] }).difference.pair,
    1,
  );
});

// ---- cells ------------------------------------------------------------------------------------------

test('cells have unique names, and every family is measured on every platform', () => {
  for (const quick of [false, true]) {
    const cells = scenesOf({ ...ALL, quick }).flatMap((scene) => scene.cells);
    assert.equal(new Set(cells.map(nameOf)).size, cells.length);
    for (const family of FAMILIES)
      for (const platform of PLATFORMS)
        assert.ok(cells.some((cell) => cell.family === family && cell.platform === platform));
    for (const { query } of cells) assert.ok(QUERIES.includes(query), query);
  }
});

test('ONLY and PLATFORMS select cells', () => {
  const cells = scenesOf({ quick: true, families: ['depth'], platforms: ['native'] });
  assert.ok(cells.length > 0);
  for (const cell of cells.flatMap((scene) => scene.cells))
    assert.deepEqual([cell.family, cell.platform], ['depth', 'native']);
});

test('queries have the same numbers in JavaScript and in C', () => {
  const header = readFileSync(`${AGAINST}against.h`, 'utf8');
  const queries = header.slice(
    header.indexOf('against_query {'),
    header.indexOf('against_state {'),
  );
  const numbers = [...queries.matchAll(/^\s+AGAINST_(\w+) = (\d+),/gm)].map((m) => [
    m[1],
    Number(m[2]),
  ]);
  assert.deepEqual(
    numbers.map(([, number]) => number),
    QUERIES.map((_, i) => i),
  );
  assert.deepEqual(
    [...header.matchAll(/^\s+AGAINST_(COLD|WARM|JACOBIANS) = (\d),/gm)].map((m) =>
      m[1].toLowerCase(),
    ),
    STATES,
  );
  const plain = (text) => text.replaceAll('_', '').toLowerCase();
  for (const [name, number] of numbers)
    assert.ok(plain(QUERIES[number]).startsWith(plain(name)), `${name} is ${QUERIES[number]}`);
});

test('native scenes store records, poses and frames in the order that the driver reads', () => {
  const sphere = { type: 'sphere', radius: 2 };
  const pair = {
    a: 0,
    b: 0,
    poseA: [1, 2, 3],
    posesB: [
      [4, 5, 6],
      [7, 8, 9],
    ],
  };
  const doubles = sceneDoubles({ bodies: false, records: [sphere], stride: 3, pairs: [pair] });
  assert.deepEqual([...doubles.subarray(0, 5)], [0, 2, 3, 1, 7]);
  assert.deepEqual([...doubles.subarray(11)], [2, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

// ---- processes --------------------------------------------------------------------------------------

test('every second process loads the sides in the other order, and swaps its columns back', async () => {
  const start = (swapped) => ({
    open: async () => {},
    measure: async () => ({ answers: [['x'], ['y']], samples: [swapped ? [2, 1] : [1, 2]] }),
    close: () => {},
  });
  const { answers, samples } = await new Platform(start, 3).measure(CELL, 1);
  assert.deepEqual(samples, [
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
  assert.deepEqual(answers, [['x'], ['y']]);
});

test('every query, cold and warm, gives numbers through the adapter of the package', async () => {
  const tree = probe(ROOT, 'working tree');
  const session = prepareNode({ before: tree, after: tree })(false);
  try {
    for (const { open, cells } of scenesOf({
      quick: true,
      families: FAMILIES,
      platforms: ['node'],
    })) {
      if (!cells.some(({ shapes }) => /^box–box$|^casts/.test(shapes))) continue;
      await session.open(open());
      for (const cell of cells) {
        const { answers, samples } = await session.measure(cell, BLOCK);
        assert.equal(samples.length, BLOCK, nameOf(cell));
        assert.ok(
          samples.flat().every((time) => time > 0),
          nameOf(cell),
        );
        assert.ok(
          answers.flat().every(({ value }) => Number.isFinite(value)),
          nameOf(cell),
        );
        assert.equal(difference(...answers), null, nameOf(cell));
      }
    }
  } finally {
    session.close();
  }
});

// ---- probing ----------------------------------------------------------------------------------------

test('the declarations in the headers decide which adapter in C is used', () => {
  assert.equal(pairsAdapter('typedef struct gd_shape gd_shape;'), 'pairs_arguments.c');
  assert.equal(pairsAdapter('typedef struct gd_query {\n'), 'pairs_query.c');
  assert.ok(hasRows('const double* velocity,\n    gd_jacobians* jacobians, out);'));
  assert.ok(!hasRows('const double* velocity, out);'));
  assert.ok(hasCasts('GD_API gd_status gd_cast_shape(const gd_query* query,'));
  assert.ok(!hasCasts('gd_cast_ray('));
  const declared = (name) => `GD_API gd_status gd_${name}_create(int dimension, gd_${name}** out);`;
  const main = { 'growth_distance.h': '' };
  assert.equal(bodiesAdapter(main), null);
  for (const name of ['scene', 'world'])
    assert.deepEqual(bodiesAdapter({ ...main, 'growth_distance_world.h': declared(name) }), {
      file: `bodies_${name}.c`,
      header: 'growth_distance_world.h',
    });
});

test('the exports of the package decide which adapter in JavaScript is used', () => {
  const scene = adapterFor({ Scene: class {} });
  const world = adapterFor({ World: class {} });
  assert.equal(answerOf(scene, 'penetration', { depth: 2, status: 'optimal' }).value, 2);
  assert.equal(answerOf(world, 'penetration', { value: 3, status: 'optimal' }).value, 3);
  assert.throws(() => adapterFor({}), /no adapter in tests\/bench\/against\/package\.js/);
});

test('numeric flags come from the Makefile of the tree', () => {
  assert.deepEqual(numericsOf('CC ?= cc\nNUMERICS := -fone -ftwo\n'), ['-fone', '-ftwo']);
  assert.ok(numericsOf('').includes('-ffp-contract=off'));
});

test('probe() describes this tree, and its adapters compile against its headers', () => {
  const tree = probe(ROOT, 'working tree');
  const names = tree.sources.map((path) => path.slice(ROOT.length));
  assert.ok(names.length > 30 && names.every((name) => name.startsWith('src/')));
  assert.ok(!names.some((name) => name.startsWith('src/compare/')));
  assert.ok(existsSync(`${ROOT}${tree.entry}`), tree.entry);
  const { pairs, bodies } = tree.adapters;
  for (const { file } of [pairs, bodies])
    execFileSync('clang', [
      ...['-std=c11', '-fsyntax-only', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror'],
      ...(pairs.rows ? ['-DAGAINST_ROWS'] : []),
      ...(pairs.casts ? ['-DAGAINST_CASTS'] : []),
      ...[`-DAGAINST_BODIES_HEADER="${bodies.header}"`, `-I${ROOT}src`, `-I${AGAINST}`],
      `${AGAINST}${file}`,
    ]);
});

// ---- the command ------------------------------------------------------------------------------------

test('readOptions() reads the options, and names a wrong one in an error', () => {
  const options = readOptions(['--quick', '--only', 'growth,depth', '--limit', '0.95', 'HEAD']);
  assert.deepEqual(
    [options.quick, options.families, options.limit, options.ref],
    [true, ['growth', 'depth'], 0.95, 'HEAD'],
  );
  assert.deepEqual(readOptions(['HEAD']).families, FAMILIES);
  const refused = [
    [['--fast', 'HEAD'], /--fast/],
    [['--only', 'speed', 'HEAD'], /there is no family 'speed': they are growth, /],
    [['--platforms', 'chromium', 'HEAD'], /there is no platform 'chromium'/],
    [['--limit', '2', 'HEAD'], /the limit must be a number in \(0, 1\], got '2'/],
    [[], /REF=commit/],
  ];
  for (const [given, message] of refused) assert.throws(() => readOptions(given), message);
  for (const option of ['--quick', '--only', '--platforms', '--limit', '--json'])
    assert.ok(HELP.includes(option));
});

test('a wrong commit throws an error that names it', () => {
  assert.throws(() => commitOf(ROOT, 'no-such-ref'), /REF must name a commit .* got 'no-such-ref'/);
});
