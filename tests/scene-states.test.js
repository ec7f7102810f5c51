/* What a scene is after a call that was refused, given pairs, or the last one. */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Box, Circle, CustomShape, Scene, Sphere } from '../js/index.js';

const ball = new Sphere({ radius: 1 });

/** Bodies in a row. */
function row(count, gap = 1.5) {
  const scene = new Scene();
  for (let i = 0; i < count; i++) scene.add(ball, { position: [gap * i, 0, 0] });
  return scene;
}

test('a body that is refused when the scene has grown for it leaves poses that are the scene’s', () => {
  let angry = false;
  const bad = new CustomShape({
    support(d) {
      if (angry) throw new Error('mine');
      return [...d];
    },
  });
  for (let trial = 0; trial < 8; trial++) {
    const scene = row(64, 10);
    angry = true;
    assert.throws(() => scene.add(bad), /mine/);
    angry = false;
    const others = Array.from({ length: trial }, (_, k) => new Box({ halfExtents: [1, 1, k + 1] }));
    for (let i = 0; i < 64; i++) scene.poses.set([1.5 * i, 0, 0, 0, 0, 0, 1], 7 * i);
    assert.equal(scene.findPairs().count, 63);
    scene.setPose(0, { position: [100, 0, 0] });
    assert.equal(scene.findPairs().count, 62);
    assert.equal(scene.add(ball), 64);
    for (const shape of others) shape.dispose();
    scene.dispose();
  }
});

test('the first body decides the dimension only when it is taken', () => {
  const scene = new Scene();
  const nowhere = { position: [NaN, 0, 0], quaternion: [0, 0, 0, 1] };
  assert.throws(() => scene.add(ball, nowhere), { name: 'RangeError', message: /position\.x/ });
  assert.equal(scene.dimension, undefined);
  assert.equal(scene.add(new Circle({ radius: 1 })), 0);
  assert.equal(scene.dimension, 2);
  scene.dispose();
});

test('a wrong margin loses no pairs', () => {
  const scene = row(3);
  scene.findPairs();
  assert.throws(() => scene.findPairs({ margin: -1 }), /margin/);
  assert.throws(() => scene.distances({ margin: '1' }), /margin/);
  assert.equal(scene.pairCount, 2);
  assert.equal(scene.distances({ pairs: scene.pairs }).count, 2);
  scene.dispose();
});

test('given pairs stay those of their result, whatever other queries are given', () => {
  const scene = row(4);
  const near = scene.distances({ pairs: [[0, 1], [0, 2]] }); // prettier-ignore
  const far = scene.growthDistances({ pairs: Uint32Array.of(2, 3, 1, 3, 0, 3) });
  assert.deepEqual([...near.pairs.slice(0, 4)], [0, 1, 0, 2]);
  assert.deepEqual([...far.pairs.slice(0, 6)], [2, 3, 1, 3, 0, 3]);
  for (let i = 0; i < 2000; i++) scene.add(ball, { position: [0, 0, 100 + 3 * i] });
  assert.deepEqual([...near.pairs.slice(0, 4)], [0, 1, 0, 2]);
  // without pairs of its own a query has those of the search
  assert.equal(scene.distances().pairs, scene.pairs);
  assert.deepEqual([...far.pairs.slice(0, 6)], [2, 3, 1, 3, 0, 3]);
  assert.throws(() => scene.distances({ pairs: { length: 2 ** 40 } }), {
    name: /TypeError|RangeError/,
  });
  const endless = new Proxy([0, 1], {
    get: (list, key) => (key === 'length' ? 2 ** 31 : list[key]),
  });
  assert.throws(() => scene.distances({ pairs: endless }), {
    name: 'RangeError',
    message: /distances: 1073741824 pairs are more than/,
  });
  scene.dispose();
});

test('results of a scene that is disposed of are empty', () => {
  const scene = row(3);
  const found = scene.findPairs();
  const result = scene.growthDistances();
  assert.equal(result.count, 2);
  scene.dispose();
  const other = row(3);
  for (const { count, pairs } of [found, result]) assert.ok(count === 0 && pairs.length === 0);
  assert.ok(result.value.length === 0 && result.normal.length === 0);
  other.dispose();
});
