/*
 * Nothing leaks: not after dispose(), not after a refusal, and not if an object is dropped.
 * GD_MEMORY_CYCLES is the number of shapes, of pairs and of queries (`make soak-memory`: ten
 * million each).
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import * as gd from '../../js/index.js';
import { getCore } from '../../js/core/module.js';
import { ParallelWorld } from '../../js/workers.js';
import { COMPOSED, draw, kindsOf, random, randomRecord } from '../lib/random.js';
import { leaveMegabyte } from '../lib/small-memory.js';
import { workerTest } from '../lib/worker-tests.js';

const { ConvexHull, CustomShape, Pair, World, Shape, Sphere, growthDistance } = gd;
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');
const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const CYCLES = Number(process.env.GD_MEMORY_CYCLES ?? 100_000);
/** After so many cycles the engine gets a moment to release dropped objects. */
const BATCH = 20_000;
/**
 * Bytes by which the heap of JavaScript may grow in all, for data of the engine. A leak of 50 bytes
 * a cycle is more.
 */
const HEAP = 1e6;

/** A small record of every shape type that has records, in each of its dimensions. */
function everyRecord() {
  const d = draw(random(71));
  const records = [3, 2].flatMap((n) =>
    [...kindsOf(n), ...COMPOSED].map((type) => ({ ...randomRecord(d, type, 1, n), margin: 0.1 })),
  );
  for (const record of records) if (record.type === 'hull') record.points.length = 12;
  const [a, b, c] = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]; // prettier-ignore
  records.push({ type: 'point' }, { type: 'halfspace', normal: b, offset: 0 });
  records.push({ type: 'segment', a, b }, { type: 'segment', a: [0, 0], b: [1, 0] });
  records.push({ type: 'triangle', a, b, c });
  for (const n of [2, 3, 4, 6]) {
    const points = Array.from({ length: n + 2 }, () => d.direction(n));
    records.push(
      { type: 'points', dimension: n, points },
      { type: 'norm-ball', dimension: n, p: 3 },
    );
  }
  return records;
}

/** A function for every shape type that makes a shape, by name. */
function everyMaker() {
  const makers = everyRecord().map((record) => [
    `${record.type} ${record.dimension ?? ''}`,
    () => Shape.from(record),
  ]);
  makers.push(['custom', () => new CustomShape({ support: () => [1, 0, 0] })]);
  makers.push(['custom 2', () => new CustomShape({ support: () => [1, 0], dimension: 2 })]);
  return makers;
}

test('the makers cover every shape class', () => {
  const made = everyMaker().map(([, make]) => make());
  const tried = new Set(made.map((shape) => shape.constructor));
  for (const shape of made) shape.dispose();
  const BaseShape = Object.getPrototypeOf(Sphere);
  for (const [name, value] of Object.entries(gd))
    if (value.prototype instanceof BaseShape && value !== Shape) assert.ok(tried.has(value), name);
});

/** Identity matrices, by dimension. */
const IDENTITY = { 2: [1, 0, 0, 1], 3: [1, 0, 0, 0, 1, 0, 0, 0, 1] };

/**
 * Runs cycles until everything is allocated, then many more. Memory and the number of shapes must
 * not change.
 */
async function staysFlat(cycles, cycle, what) {
  for (let i = 0; i < 5000; i++) cycle(i);
  gc();
  await sleep(10);
  leaveMegabyte(getCore());
  const shapes = getCore().shape_count();
  const bytes = getCore().memory.buffer.byteLength;
  const heap = process.memoryUsage().heapUsed;
  for (let i = 0; i < cycles;) {
    for (const end = Math.min(i + BATCH, cycles); i < end; i++) cycle(i);
    await sleep(0);
    if (what && i % 1e6 === 0) console.log(`${what}: ${i / 1e6} million cycles`);
  }
  gc();
  assert.equal(getCore().shape_count(), shapes);
  assert.equal(getCore().memory.buffer.byteLength, bytes);
  const grown = process.memoryUsage().heapUsed - heap;
  assert.ok(grown < HEAP, `JavaScript's heap grew by ${grown} bytes`);
  const rounded = Math.max(0, Math.round(grown / 1000));
  return `${cycles} cycles: ${bytes} bytes of the module, heap grown by ${rounded} kB`;
}

test('the check notices a leak of 16 bytes of the module, or of a small object, in each cycle', async () => {
  const blocks = [];
  await assert.rejects(staysFlat(100_000, () => blocks.push(getCore().alloc(16))));
  for (const block of blocks.reverse()) assert.equal(getCore().release(block), 0);
  // a new array, because an array that has grown may have room for more than the limit
  const objects = [];
  await assert.rejects(
    staysFlat(100_000, () => objects.push({ at: objects.length })),
    /heap grew/,
  );
});

test(`${CYCLES} shapes of all types, made and disposed, leave the memory as it was`, async (t) => {
  const makers = everyMaker();
  const { length } = makers;
  const said = await staysFlat(CYCLES, (i) => makers[i % length][1]().dispose(), 'shapes');
  t.diagnostic(`${length} kinds, ${said}`);
});

test(`${CYCLES} pairs, worlds and refused shapes leave the memory as it was`, async (t) => {
  const hull = new ConvexHull({ points: tetrahedron });
  const ball = new Sphere({ radius: 1 });
  const pose = { position: [3, 0, 0] };
  const pairs = () => {
    const pair = new Pair(ball, hull);
    pair.growthDistance(null, pose);
    pair.dispose();
  };
  t.diagnostic(`pairs, ${await staysFlat(CYCLES, pairs, 'pairs')}`);
  const worlds = () => {
    const world = new World();
    world.add(ball, pose);
    world.add(hull, pose);
    world.growthDistances();
    world.dispose();
  };
  t.diagnostic(`worlds, ${await staysFlat(CYCLES / 5, worlds, 'worlds')}`);
  const wrong = [{ points: tetrahedron.slice(3) }, { points: tetrahedron.with(2, NaN) }];
  const refused = (i) => assert.throws(() => new ConvexHull(wrong[i % 2]), gd.GeometryError);
  t.diagnostic(`refused, ${await staysFlat(CYCLES / 10, refused, 'refused')}`);
  for (const shape of [hull, ball]) shape.dispose();
});

/** Queries of two solid 3D shapes, called cold. */
const QUERIES = [
  'growthDistance',
  'collide',
  'intersects',
  'distance',
  'penetration',
  'signedDistance',
  'growthGradient',
  'distanceGradient',
  'penetrationGradient',
];

test(`${CYCLES} queries, single and of pairs, leave the memory as it was`, async (t) => {
  const d = draw(random(72));
  const shapes = [...kindsOf(3), ...COMPOSED].map((type) => Shape.from(randomRecord(d, type)));
  const pair = new Pair(shapes[5], shapes[2]);
  const sets = [4, 5].map((n) => new gd.NormBall({ dimension: n, p: 3 }));
  const size = shapes.length;
  const pose = { position: [1, 2, 3], quaternion: [0.1, 0.2, 0.3, 1] };
  const cycle = (i) => {
    const name = QUERIES[i % QUERIES.length];
    pose.position[i % 3] = 0.1 + (i % 7);
    gd[name](shapes[i % size], null, shapes[(3 * i) % size], pose);
    if (i % 4 === 0) pair[name](null, pose);
    if (i % 16 === 0) gd.generalizedDistance(shapes[2], null, shapes[i % size], pose);
    if (i % 64 === 0) growthDistance(shapes[4], null, shapes[5], pose, { trace: true });
    if (i % 64 === 1) growthDistance(sets[i & 1], null, sets[i & 1], null);
  };
  t.diagnostic(`queries, ${await staysFlat(CYCLES, cycle, 'queries')}`);
  for (const held of [pair, ...shapes, ...sets]) held.dispose();
});

workerTest(
  'ParallelWorlds, disposed or dropped, end their workers and leave the memory as it was',
  async () => {
    const ball = new Sphere({ radius: 1 });
    let running = 0;
    const count = (worker) => {
      running++;
      worker.on('exit', () => running--);
    };
    process.on('worker', count);
    const use = async (dispose) => {
      const world = new ParallelWorld({ workers: 1 });
      for (const x of [0, 1]) world.add(ball, { position: [x, 0, 0] });
      assert.equal((await world.distances()).count, 1);
      if (dispose) world.dispose();
    };
    await use(true);
    leaveMegabyte(getCore());
    const shapes = getCore().shape_count();
    const bytes = getCore().memory.buffer.byteLength;
    for (let i = 0; i < 20; i++) await use(i % 2 === 0);
    assert.ok(running >= 5, `${running} run`);
    for (let i = 0; i < 100 && running > 0; i++) {
      gc();
      await sleep(10);
    }
    process.off('worker', count);
    assert.equal(running, 0);
    assert.equal(getCore().shape_count(), shapes);
    assert.equal(getCore().memory.buffer.byteLength, bytes);
    ball.dispose();
  },
);

test('the garbage collector frees shapes of every type without dispose()', async () => {
  const makers = everyMaker();
  const each = 60;
  for (const [name, make] of makers) {
    const before = getCore().shape_count();
    (() => {
      for (let i = 0; i < each; i++) make();
    })();
    assert.ok(getCore().shape_count() >= before + each, name);
    for (let i = 0; i < 50 && getCore().shape_count() > before + 5; i++) {
      gc();
      await sleep(1);
    }
    assert.ok(
      getCore().shape_count() <= before + 5,
      `${name}: ${getCore().shape_count() - before} remain`,
    );
  }
});

test('dropped pairs, worlds and custom shapes are collected', async () => {
  const ball = new Sphere({ radius: 1 });
  const drop = () => {
    for (let i = 0; i < 500; i++) {
      new Pair(ball, ball).intersects(null, { position: [3, 0, 0] });
      new gd.CustomShape({ support: () => [1, 0, 0] });
      const world = new World();
      world.add(ball);
      world.findPairs();
    }
  };
  const settle = async () => {
    for (let i = 0; i < 4; i++) {
      gc();
      await sleep(5);
    }
  };
  for (let i = 0; i < 2; i++) {
    drop();
    await settle();
  }
  const bytes = getCore().memory.buffer.byteLength;
  const shapes = getCore().shape_count();
  for (let i = 0; i < 5; i++) {
    drop();
    await settle();
  }
  assert.ok(getCore().shape_count() <= shapes + 50, `${getCore().shape_count() - shapes} remain`);
  assert.equal(getCore().memory.buffer.byteLength, bytes);
});

test('every method of a disposed shape throws, and so does every query on either side', () => {
  for (const [name, make] of everyMaker()) {
    const gone = make();
    const n = gone.dimension;
    const any = /^(points|norm-ball)/.test(name);
    const there = any
      ? new gd.NormBall({ dimension: n, p: 2 })
      : new (n === 3 ? Sphere : gd.Circle)({ radius: 1 });
    const pose = { position: Array(n).fill(3) };
    const pair = any ? undefined : new Pair(gone, there);
    const point = Array(n).fill(1);
    gone.dispose();
    gone.dispose();
    const calls = {
      support: () => gone.support(point),
      contains: () => gone.contains(point),
      surface: () => gone.surface(),
      center: () => gone.center,
      inradius: () => gone.inradius,
      boundingRadius: () => gone.boundingRadius,
      volume: () => gone.volume,
      vertexCount: () => gone.vertexCount,
      'generalizedDistance, Q': () => gd.generalizedDistance(gone, null, there, pose),
      'generalizedDistance, A': () => gd.generalizedDistance(there, null, gone, pose),
    };
    if (!any) {
      calls.boundingBox = () => gone.boundingBox();
      calls['new Pair'] = () => new Pair(there, gone);
      calls['World.add'] = () => new World({ dimension: n }).add(gone);
      calls.MinkowskiSum = () => new gd.MinkowskiSum({ a: there, b: gone });
      calls.Transformed = () => new gd.Transformed({ shape: gone, matrix: IDENTITY[n] });
    }
    for (const query of any ? QUERIES.slice(0, 3) : QUERIES) {
      calls[`${query}, A`] = () => gd[query](gone, null, there, pose);
      calls[`${query}, B`] = () => gd[query](there, null, gone, pose);
      if (pair) calls[`Pair.${query}`] = () => pair[query](null, pose);
    }
    const wanted = { name: 'TypeError', message: /disposed/ };
    for (const [what, call] of Object.entries(calls))
      assert.throws(call, wanted, `${name}: ${what}`);
    pair?.dispose();
    there.dispose();
  }
});

workerTest('every method of a disposed Pair, World or ParallelWorld throws', async () => {
  const ball = new Sphere({ radius: 1 });
  const pair = new Pair(ball, ball);
  pair.dispose();
  const methods = (type) =>
    Object.getOwnPropertyNames(type.prototype).filter(
      (name) =>
        !['constructor', 'dispose'].includes(name) &&
        typeof Object.getOwnPropertyDescriptor(type.prototype, name).value === 'function',
    );
  assert.ok(methods(Pair).length >= QUERIES.length);
  for (const name of methods(Pair))
    assert.throws(() => pair[name](null, null), /Pair has been disposed/, name);
  const world = new World();
  const body = world.add(ball);
  world.add(ball);
  world.distances();
  world.dispose();
  for (const name of methods(World)) {
    const argument = name === 'add' ? ball : /^(remove|shape|setPose)$/.test(name) ? body : {};
    assert.throws(() => world[name](argument, null), /World has been disposed/, name);
  }
  const workers = new ParallelWorld({ workers: 1 });
  workers.add(ball);
  workers.dispose();
  for (const name of methods(ParallelWorld)) {
    const argument =
      name === 'add' ? ball : /^(remove|shape|setPose)$/.test(name) ? body : undefined;
    const call = async () => workers[name](argument, null);
    await assert.rejects(call(), /World has been disposed/, name);
  }
  ball.dispose();
});

test('an allocation beyond the maximum of memory fails, and queries work on', () => {
  const ball = new Sphere({ radius: 1 });
  const core = getCore();
  assert.equal(core.alloc(2 ** 30), 0, 'the module has less than that');
  assert.equal(growthDistance(ball, null, ball, { position: [3, 0, 0] }).value, 1.5);
});
