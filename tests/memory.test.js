/* Nothing leaks: not by dispose, not by refusal, not by being dropped. GD_MEMORY_CYCLES is the number
 * of cycles of every kind and of queries (`make soak-memory`: ten million). */
import test from 'node:test';
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import * as gd from '../js/index.js';
import { getCore } from '../js/module.js';
import { COMPOSED, draw, kindsOf, random, randomRecord } from './lib/random.js';

const { ConvexHull, Pair, Scene, Shape, Sphere, growthDistance } = gd;
const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const CYCLES = Number(process.env.GD_MEMORY_CYCLES ?? 100_000);

/** One record of every kind that a record can say, none of them large. */
function everyRecord() {
  const d = draw(random(71));
  const records = [3, 2].flatMap((n) =>
    [...kindsOf(n), ...COMPOSED].map((type) => ({ ...randomRecord(d, type, 1, n), margin: 0.1 })),
  );
  for (const record of records) if (record.type === 'hull') record.points.length = 12;
  const points = [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 2]]; // prettier-ignore
  records.push({ type: 'point' }, { type: 'halfspace', normal: [0, 1, 0], offset: 0 });
  records.push({ type: 'segment', a: [0, 0], b: [1, 0] });
  records.push({ type: 'triangle', a: [0, 0, 0], b: [1, 0, 0], c: [0, 1, 0] });
  records.push({ type: 'points', dimension: 4, points });
  return records;
}

/** Cycles until everything has its place, then many; the memory and the shapes stay as they were. */
function staysFlat(cycles, cycle) {
  for (let i = 0; i < 1000; i++) cycle(i);
  const shapes = getCore().shape_count();
  const bytes = getCore().memory.buffer.byteLength;
  for (let i = 0; i < cycles; i++) cycle(i);
  assert.equal(getCore().shape_count(), shapes);
  assert.equal(getCore().memory.buffer.byteLength, bytes);
}

test('a leak of 16 bytes a cycle would be noticed', () => {
  const blocks = [];
  assert.throws(() => staysFlat(100_000, () => blocks.push(getCore().alloc(16))));
  for (const block of blocks.reverse()) assert.equal(getCore().release(block), 0);
});

test(`${CYCLES / 10} shapes of every kind, made and disposed, leave the memory as it was`, (t) => {
  const support = () => [1, 0, 0];
  const makers = everyRecord().map((record) => () => Shape.from(record));
  makers.push(() => new gd.CustomShape({ support }));
  makers.push(() => new gd.NormBall({ dimension: 5, p: 3, radius: 1 }));
  const count = makers.length;
  assert.ok(count >= 21);
  staysFlat((CYCLES / 10) * count, (i) => makers[i % count]().dispose());
  const bytes = getCore().memory.buffer.byteLength;
  t.diagnostic(`${count} kinds, ${(CYCLES / 10) * count} cycles, ${bytes} bytes of memory`);
});

test(`${CYCLES} pairs, scenes and refused shapes leave the memory as it was`, () => {
  const hull = new ConvexHull({ points: tetrahedron });
  const ball = new Sphere({ radius: 1 });
  const pose = { position: [3, 0, 0] };
  staysFlat(CYCLES, () => {
    const pair = new Pair(ball, hull);
    pair.growthDistance(null, pose);
    pair.dispose();
  });
  staysFlat(CYCLES / 10, () => {
    const scene = new Scene();
    scene.add(ball, pose);
    scene.add(hull, pose);
    scene.growthDistances();
    scene.dispose();
  });
  const wrong = [{ points: tetrahedron.slice(3) }, { points: tetrahedron.with(2, NaN) }];
  staysFlat(CYCLES / 10, (i) => assert.throws(() => new ConvexHull(wrong[i % 2])));
  for (const shape of [hull, ball]) shape.dispose();
});

/** Queries of two solids in space, of their cold form. */
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

test(`${CYCLES} queries, single and of pairs, leave the memory as it was`, () => {
  const d = draw(random(72));
  const shapes = [...kindsOf(3), ...COMPOSED].map((type) => Shape.from(randomRecord(d, type)));
  const pair = new Pair(shapes[5], shapes[2]);
  const size = shapes.length;
  const pose = { position: [1, 2, 3], quaternion: [0.1, 0.2, 0.3, 1] };
  staysFlat(CYCLES, (i) => {
    const name = QUERIES[i % QUERIES.length];
    pose.position[i % 3] = 0.1 + (i % 7);
    gd[name](shapes[i % size], null, shapes[(3 * i) % size], pose);
    if (i % 4 === 0) pair[name](null, pose);
    if (i % 16 === 0) gd.generalizedDistance(shapes[2], null, shapes[i % size], pose);
    if (i % 64 === 0) growthDistance(shapes[4], null, shapes[5], pose, { trace: true });
  });
  pair.dispose();
  for (const shape of shapes) shape.dispose();
});

test('shapes that are dropped without dispose are collected', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  const before = getCore().shape_count();
  (() => {
    for (let i = 0; i < 500; i++) new Sphere({ radius: 1 });
  })();
  assert.ok(getCore().shape_count() >= before + 500);
  for (let i = 0; i < 50 && getCore().shape_count() > before + 50; i++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(getCore().shape_count() <= before + 50, `${getCore().shape_count() - before} remain`);
});

test('pairs, scenes and custom shapes that are dropped are collected, too', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  const ball = new Sphere({ radius: 1 });
  const drop = () => {
    for (let i = 0; i < 500; i++) {
      new Pair(ball, ball).intersects(null, { position: [3, 0, 0] });
      new gd.CustomShape({ support: () => [1, 0, 0] });
      const scene = new Scene();
      scene.add(ball);
      scene.findPairs();
    }
  };
  const settle = async () => {
    for (let i = 0; i < 4; i++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
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

test('every question to a disposed shape throws, and by every query on either side', () => {
  const apart = { position: [3, 0, 0] };
  for (const record of everyRecord()) {
    const gone = Shape.from(record);
    const n = gone.dimension;
    if (n > 3) continue;
    const there = new (n === 3 ? Sphere : gd.Circle)({ radius: 1 });
    const pose = n === 3 ? apart : { position: [3, 0] };
    const pair = new Pair(gone, there);
    const point = Array(n).fill(1);
    gone.dispose();
    const calls = {
      support: () => gone.support(point),
      contains: () => gone.contains(point),
      boundingBox: () => gone.boundingBox(),
      surface: () => gone.surface(),
      center: () => gone.center,
      inradius: () => gone.inradius,
      boundingRadius: () => gone.boundingRadius,
      volume: () => gone.volume,
      vertexCount: () => gone.vertexCount,
      'new Pair': () => new Pair(there, gone),
      'Scene.add': () => new Scene({ dimension: n }).add(gone),
      'generalizedDistance, Q': () => gd.generalizedDistance(gone, null, there, pose),
      'generalizedDistance, A': () => gd.generalizedDistance(there, null, gone, pose),
      MinkowskiSum: () => new gd.MinkowskiSum({ a: there, b: gone }),
    };
    for (const name of QUERIES) {
      calls[`${name}, A`] = () => gd[name](gone, null, there, pose);
      calls[`${name}, B`] = () => gd[name](there, null, gone, pose);
      calls[`Pair.${name}`] = () => pair[name](null, pose);
    }
    for (const [name, call] of Object.entries(calls))
      assert.throws(call, /disposed/, `${record.type}: ${name}`);
    pair.dispose();
    there.dispose();
  }
});

test('every method of a disposed pair and scene throws', () => {
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
  const scene = new Scene();
  const body = scene.add(ball);
  scene.add(ball);
  scene.distances();
  scene.dispose();
  assert.equal(scene.has(body), false);
  for (const name of methods(Scene)) {
    if (name === 'has') continue;
    const argument = name === 'add' ? ball : /^(remove|shape|setPose)$/.test(name) ? body : {};
    assert.throws(() => scene[name](argument), /disposed|no body/, name);
  }
  ball.dispose();
});

test('a hull too large for the memory is refused and everything goes on', () => {
  const ball = new Sphere({ radius: 1 });
  const core = getCore();
  assert.equal(core.alloc(2 ** 30), 0, 'the module has less than that');
  assert.equal(growthDistance(ball, null, ball, { position: [3, 0, 0] }).value, 1.5);
});
