/* What a scene is after a call that was refused, given pairs, or the last one. */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Box, Circle, CustomShape, Ellipsoid, Pair, Scene, Sphere } from '../../js/index.js';
import { QUERIES } from '../lib/world-script.js';

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
  assert.throws(() => scene.distances({ margin: -5, pairs: [0, 1] }), /distances: margin .* -5/);
  assert.throws(() => scene.distances({ count: 1 }), /distances: count 1 is of pairs, and none/);
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

test('pairs of a body whose pose is invalid are refused, given as found', () => {
  const solid = row(3);
  const flat = new Scene();
  for (const x of [0, 1.5, 3]) flat.add(new Circle({ radius: 1 }), { position: [x, 0] });
  const identity = [0, 0, 0, 0, 0, 0, 1];
  for (const [scene, good, pose, what] of [
    [solid, identity, [NaN, 0, 0, 0, 0, 0, 1], /body 0\.position\.x .* NaN/],
    [solid, identity, [0, 1e200, 0, 0, 0, 0, 1], /body 0\.position\.y .* 1e\+200/],
    [solid, identity, [0, 0, 0, 0, 0, 0, 0], /body 0\.quaternion must not be zero/],
    [flat, [0, 0, 0], [0, 0, Infinity], /body 0\.angle .* Infinity/],
  ])
    for (const query of QUERIES) {
      scene.poses.set(pose, 0);
      const pairs = [undefined, scene.pairs, [0, 1], [1, 2, 2, 0]];
      const refusals = pairs.map((numbers) => {
        const options = numbers && { pairs: numbers };
        try {
          return scene[query](options);
        } catch (error) {
          return error;
        }
      });
      for (const error of refusals) {
        assert.ok(error instanceof RangeError, `${query} of ${pose}`);
        assert.match(error.message, what);
        assert.equal(error.message, refusals[0].message);
      }
      assert.equal(scene[query]({ pairs: [1, 2] }).status[0], 0, 'nobody asked about body 0');
      scene.poses.set(good, 0);
      assert.equal(scene[query]({ pairs: [0, 1] }).status[0], 0);
    }
  solid.dispose();
  flat.dispose();
});

for (const how of ['found', 'given'])
  test(`a body under the number of a removed one is cold, and other pairs stay warm, ${how}`, () => {
    const [egg, pea] = [[2, 1.05, 1.5], [0.5, 0.3, 0.4]].map((radii) => new Ellipsoid({ radii })); // prettier-ignore
    const aside = { position: [-1.1, -0.5, 0.2], quaternion: [0.1, 0.2, 0.3, 0.9] };
    const [before, after] = [
      { position: [0.8, 0.2, 0.45] },
      { position: [1.3, -0.36, 0.1], quaternion: [0, 0.1, 0, 1] },
    ];
    for (const [plural, single, options] of [
      ['growthDistances', 'growthDistance', {}],
      ['distances', 'distance', {}],
      ['penetrations', 'penetration', { method: 'incremental' }],
      ['signedDistances', 'signedDistance', {}],
    ]) {
      const scene = new Scene();
      for (const [shape, pose] of [[egg, null], [pea, before], [pea, aside]]) scene.add(shape, pose); // prettier-ignore
      const ask = () =>
        scene[plural](how === 'given' ? { ...options, pairs: [0, 1, 0, 2] } : options);
      const check = (k, wanted) => {
        for (const [name, x] of Object.entries(wanted))
          if (typeof x === 'number' && columns[name])
            assert.equal(columns[name][k], x, `${plural}: ${name} of row ${k}`);
      };
      const [kept, fresh] = [new Pair(egg, pea), new Pair(egg, pea)];
      let columns = ask();
      assert.equal(columns.count, 2);
      const first = kept[single](null, aside, options);
      scene.remove(1);
      assert.equal(scene.add(pea, after), 1);
      columns = ask();
      assert.equal(columns.count, 2);
      check(0, fresh[single](null, after, options));
      const again = kept[single](null, aside, options);
      assert.notDeepEqual(again, first, `${plural}: warm`);
      check(1, again);
      for (const held of [scene, kept, fresh]) held.dispose();
    }
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
