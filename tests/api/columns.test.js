/*
 * Every column of every query of a world, from the table in tests/lib/world-columns.js. The rows of
 * a World and of a ParallelWorld have the same bits as the results of a Pair with the same history.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Pair, World, Shape } from '../../js/index.js';
import { ParallelWorld } from '../../js/workers.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { WORLDS, checkColumns } from '../lib/world-columns.js';
import { workerTest } from '../lib/worker-tests.js';

const BODIES = 14;
const FRAMES = 2;
const OPTIONS = [undefined, { maxIterations: 3 }];

/** Queries a world of moving bodies for FRAMES frames and compares every row with a Pair. */
async function checkWorld(world, n) {
  const d = draw(random(90 + n));
  const kinds = [...kindsOf(n), ...COMPOSED];
  const shapes = Array.from({ length: BODIES }, (_, i) =>
    Shape.from(randomRecord(d, kinds[i % kinds.length], 1, n)),
  );
  const poses = shapes.map(() => randomPose(d, n, d.between(0, 6)));
  shapes.forEach((shape, i) => world.add(shape, poses[i]));
  const stride = n === 3 ? 7 : 3;
  let [rows, apart] = [0, 0];
  const pairs = new Map();
  for (let frame = 0; frame < FRAMES; frame++) {
    for (const [name, row] of Object.entries(WORLDS))
      for (const options of OPTIONS) {
        const columns = await world[name](options);
        assert.ok(columns.count > 20, `${columns.count} pairs`);
        for (let k = 0; k < columns.count; k++) {
          const [a, b] = columns.pairs.subarray(2 * k, 2 * k + 2);
          const key = `${a} ${b}`;
          if (!pairs.has(key)) pairs.set(key, new Pair(shapes[a], shapes[b]));
          const at = (i) => [...world.poses.subarray(stride * i, stride * (i + 1))];
          const result = pairs.get(key)[row.of](at(a), at(b), options);
          checkColumns(row.rows, columns, k, result, n);
          rows++;
          if (result.colliding === false) apart++;
        }
      }
    for (let i = 0; i < world.poses.length; i++)
      if (i % stride < n) world.poses[i] += d.between(-0.02, 0.02);
  }
  assert.ok(apart > 0 && apart < rows);
  for (const held of [world, ...pairs.values(), ...shapes]) held.dispose();
}

/** Methods of a world that return no columns. */
const OTHERS = [
  ...[
    'constructor',
    'add',
    'remove',
    'clear',
    'has',
    'bodies',
    'shape',
    'data',
    'reset',
    'dispose',
  ],
  ...[
    'setShape',
    'setFilter',
    'setPose',
    'getPose',
    'findPairs',
    'nearest',
    'overlapping',
    'changes',
  ],
];

test('WORLDS describes every query of World and ParallelWorld', () => {
  for (const { prototype } of [World, ParallelWorld]) {
    const found = Object.getOwnPropertyNames(prototype).filter(
      (name) => !Object.getOwnPropertyDescriptor(prototype, name).get && !OTHERS.includes(name),
    );
    assert.deepEqual(found.sort(), Object.keys(WORLDS).sort());
  }
});

for (const n of [3, 2]) {
  const shared = n === 3;
  test(`columns of a World equal a Pair in ${n}D`, () => checkWorld(new World(), n));
  workerTest(
    `columns of a ParallelWorld (${shared ? 'shared' : 'transferred'}) equal a Pair in ${n}D`,
    () => checkWorld(new ParallelWorld({ workers: 2, shared }), n),
  );
}
