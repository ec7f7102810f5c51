/* Nothing leaks: not by dispose, not by refusal, not by being dropped. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { ConvexHull, Pair, Sphere, growthDistance } from '../js/index.js';
import { getCore } from '../js/module.js';

const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

test('100,000 shapes and pairs made and disposed leave the memory as it was', () => {
  const cycle = () => {
    const ball = new Sphere({ radius: 1 });
    const hull = new ConvexHull({ points: tetrahedron });
    const pair = new Pair(ball, hull);
    pair.growthDistance(null, { position: [3, 0, 0] });
    for (const thing of [pair, ball, hull]) thing.dispose();
    try {
      new ConvexHull({ points: tetrahedron.slice(3) });
    } catch {
      // too few points: refused, and nothing kept
    }
  };
  for (let i = 0; i < 1000; i++) cycle();
  const shapes = getCore().shape_count();
  const bytes = getCore().memory.buffer.byteLength;
  for (let i = 0; i < 50_000; i++) cycle();
  assert.equal(getCore().shape_count(), shapes);
  assert.equal(getCore().memory.buffer.byteLength, bytes);
});

test('a million queries leave the memory as it was', () => {
  const ball = new Sphere({ radius: 1 });
  const out = growthDistance(ball, null, ball, { position: [3, 0, 0] });
  const pose = { position: [3, 0, 0] };
  const bytes = getCore().memory.buffer.byteLength;
  for (let i = 0; i < 1_000_000; i++) growthDistance(ball, null, ball, pose, { out });
  assert.equal(getCore().memory.buffer.byteLength, bytes);
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

test('a hull too large for the memory is refused and everything goes on', () => {
  const ball = new Sphere({ radius: 1 });
  const core = getCore();
  assert.equal(core.alloc(2 ** 30), 0, 'the module has less than that');
  assert.equal(growthDistance(ball, null, ball, { position: [3, 0, 0] }).value, 1.5);
});
