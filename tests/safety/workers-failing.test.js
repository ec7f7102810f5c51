/*
 * A ParallelWorld in an engine that lacks something, with a worker that dies, or without memory:
 * the query is rejected, and no later result is wrong.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

import { World, Sphere, Transformed } from '../../js/index.js';
import { ParallelWorld } from '../../js/workers.js';
import { pageWorker } from '../lib/page-worker.js';
import { workerTest as test } from '../lib/worker-tests.js';

/** The values of a result. */
const told = ({ count, value }) => [...value.subarray(0, count)];

test('the constructor names what the engine lacks', (t) => {
  assert.throws(() => new ParallelWorld({ shared: 1 }), /shared must be true or false, got 1/);
  globalThis.crossOriginIsolated = false;
  try {
    assert.throws(() => new ParallelWorld({ shared: true }), /cross-origin isolated/);
  } finally {
    delete globalThis.crossOriginIsolated;
  }
  t.mock.method(process, 'getBuiltinModule', () => undefined);
  assert.throws(() => new ParallelWorld({ workers: 1 }), /needs workers, which this engine lacks/);
  assert.throws(
    () => new ParallelWorld(),
    /needs workers, which this engine lacks/,
    'and cannot count them',
  );
});

test('a worker that fails or dies rejects the queries, and other worlds work on', async (t) => {
  const started = [];
  const keep = (worker) => started.push(worker);
  process.on('worker', keep);
  // no query waits for the messages below, so a timer keeps the process alive
  const alive = setInterval(() => {}, 1000);
  t.after(() => clearInterval(alive));
  const ball = new Sphere({ radius: 1 });
  const make = () => {
    const world = new ParallelWorld({ workers: 1 });
    for (const x of [0, 3]) world.add(ball, { position: [x, 0, 0] });
    return world;
  };
  const [world, other] = [make(), make()];
  const ask = async (s) => (await s.distances({ pairs: [0, 1] })).value[0];
  assert.deepEqual([await ask(world), await ask(other)], [1, 1]);
  process.off('worker', keep);
  const command = { do: 'shape', shape: 9, record: Float64Array.of(99, 0, 0, 0, 0, 0) };
  // the query's own answer comes second, when nothing waits for it
  const both = new Promise((resolve) => {
    let heard = 0;
    started[0].on('message', () => ++heard === 2 && resolve());
  });
  const asked = ask(world);
  started[0].postMessage({ commands: [command], found: 0 });
  const refused = /a worker could not create a shape: error -1/;
  await assert.rejects(asked, refused);
  await both;
  // the worker repeats the failed command before it answers a query
  await assert.rejects(ask(world), refused);
  await started[0].terminate();
  for (let i = 0; i < 2; i++) await assert.rejects(ask(world), /ParallelWorld: a worker failed/);
  assert.equal(await ask(other), 1);
  for (const s of [world, other]) s.dispose();
  await assert.rejects(ask(other), /disposed/);
});

test('a worker repeats a command that failed for lack of memory before its next answer', async (t) => {
  // the module refuses its second shape once
  const before = `let made = 0; const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...args) => {
      const { exports } = await instantiate(...args);
      const shape_create = (...record) => (++made === 2 ? -16 : exports.shape_create(...record));
      return { exports: { ...exports, shape_create } };
    };`;
  t.after(() => delete globalThis.Worker);
  globalThis.Worker = pageWorker({ before });
  const [world, local] = [new ParallelWorld({ workers: 2, margin: 9 }), new World({ margin: 9 })];
  const ball = new Sphere({ radius: 1 });
  const add = (shape, position) => [world, local].map((s) => s.add(shape, { position }));
  for (let i = 0; i < 4; i++) add(ball, [1.5 * i, 0, 0]);
  assert.deepEqual(told(await world.growthDistances()), told(local.growthDistances()));
  const egg = new Transformed({ shape: ball, matrix: [1, 0, 0, 0, 2, 0, 0, 0, 1] });
  for (const [i, shape] of [egg, ball, egg, ball].entries()) add(shape, [1.5 * i, 3, 0]);
  await assert.rejects(world.growthDistances(), /could not create a shape: error -16/);
  assert.deepEqual(told(await world.growthDistances()), told(local.growthDistances()));
  for (const s of [world, local]) s.dispose();
});

for (const shared of [true, false])
  test(`a query without memory is rejected, and the next one is right, ${shared ? 'shared' : 'transferred'}`, async (t) => {
    const [world, local] = [new ParallelWorld({ workers: 2, shared }), new World()];
    const ball = new Sphere({ radius: 1 });
    const addRow = (y) => {
      for (let i = 0; i < 20; i++)
        for (const s of [world, local]) s.add(ball, { position: [1.5 * i, y, 0] });
    };
    addRow(0);
    assert.deepEqual(told(await world.distances()), told(local.distances()));
    addRow(1.5);
    addRow(3);
    // the copy of the poses for the workers fails
    const lacking = t.mock.method(globalThis, 'SharedArrayBuffer', function () {
      throw new RangeError('Array buffer allocation failed');
    });
    const copied = t.mock.method(Float64Array.prototype, 'slice', function (...range) {
      if (copied.mock.callCount() >= 2) throw new RangeError('Array buffer allocation failed');
      return Float64Array.from(this.subarray(...range));
    });
    const asked = world.distances();
    asked.catch(() => {});
    await Promise.resolve();
    await assert.rejects(asked, /allocation failed/);
    lacking.mock.restore();
    copied.mock.restore();
    for (const query of ['growthDistances', 'distances'])
      assert.deepEqual(told(await world[query]()), told(local[query]()));
    for (const s of [world, local]) s.dispose();
  });

test('a message that is too long for the engine ends the world and gives the reason', async (t) => {
  t.after(() => delete globalThis.Worker);
  const tooLong = () => {
    throw new RangeError('out of memory');
  };
  globalThis.Worker = pageWorker({ post: (count) => count === 2 && tooLong() });
  const world = new ParallelWorld({ workers: 2 });
  const ball = new Sphere({ radius: 1 });
  for (const x of [0, 1.5]) world.add(ball, { position: [x, 0, 0] });
  assert.equal((await world.growthDistances()).value[0], 0.75);
  world.add(ball, { position: [0.75, 0, 0] });
  for (let i = 0; i < 2; i++) await assert.rejects(world.growthDistances(), /out of memory/);
  world.dispose();
});

test('idle workers do not keep the process alive', () => {
  const script = `
    import { Sphere } from 'growth-distance';
    import { ParallelWorld } from 'growth-distance/workers';
    const world = new ParallelWorld({ workers: 2 });
    const ball = new Sphere({ radius: 1 });
    world.add(ball); world.add(ball);
    console.log((await world.growthDistances()).count);
  `;
  const flags = ['--input-type=module', '-e', script];
  const cwd = new URL('../..', import.meta.url);
  const said = execFileSync(process.execPath, flags, { cwd, timeout: 20_000, encoding: 'utf8' });
  assert.equal(said.trim(), '1');
});
