/* The state of a world after a refused call, after queries of given pairs, and after disposal. */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Box, Circle, CustomShape, Ellipsoid, Pair, World, Sphere } from '../../js/index.js';
import { QUERIES } from '../lib/world-script.js';

const ball = new Sphere({ radius: 1 });

/** Spheres in a row. */
function row(count, gap = 1.5) {
  const world = new World();
  for (let i = 0; i < count; i++) world.add(ball, { position: [gap * i, 0, 0] });
  return world;
}

test('a refused body for which the world has grown leaves the poses valid', () => {
  let angry = false;
  const bad = new CustomShape({
    support(d) {
      if (angry) throw new Error('mine');
      return [...d];
    },
  });
  for (let trial = 0; trial < 8; trial++) {
    const world = row(64, 10);
    angry = true;
    assert.throws(() => world.add(bad), /mine/);
    angry = false;
    const others = Array.from({ length: trial }, (_, k) => new Box({ halfExtents: [1, 1, k + 1] }));
    for (let i = 0; i < 64; i++) world.poses.set([1.5 * i, 0, 0, 0, 0, 0, 1], 7 * i);
    assert.equal(world.findPairs().count, 63);
    world.setPose(0, { position: [100, 0, 0] });
    assert.equal(world.findPairs().count, 62);
    assert.equal(world.add(ball), 64);
    for (const shape of others) shape.dispose();
    world.dispose();
  }
});

test('the first accepted body decides the dimension, and a refused one does not', () => {
  const world = new World();
  const nowhere = { position: [NaN, 0, 0], quaternion: [0, 0, 0, 1] };
  assert.throws(() => world.add(ball, nowhere), { name: 'RangeError', message: /position\.x/ });
  assert.equal(world.dimension, undefined);
  assert.equal(world.add(new Circle({ radius: 1 })), 0);
  assert.equal(world.dimension, 2);
  world.dispose();
});

test('a wrong margin loses no pairs', () => {
  const world = row(3);
  world.findPairs();
  assert.throws(() => world.findPairs({ margin: -1 }), /margin/);
  assert.throws(() => world.distances({ margin: '1' }), /margin/);
  assert.throws(() => world.distances({ margin: -5, pairs: [0, 1] }), /distances: margin .* -5/);
  assert.throws(
    () => world.distances({ count: 1 }),
    /distances: count applies only to a list of pairs, got 1 /,
  );
  assert.equal(world.pairCount, 2);
  assert.equal(world.distances({ pairs: world.pairs }).count, 2);
  world.dispose();
});

test('the pairs column of given pairs does not change with other queries', () => {
  const world = row(4);
  const near = world.distances({ pairs: [[0, 1], [0, 2]] }); // prettier-ignore
  const far = world.growthDistances({ pairs: Uint32Array.of(2, 3, 1, 3, 0, 3) });
  assert.deepEqual([...near.pairs.slice(0, 4)], [0, 1, 0, 2]);
  assert.deepEqual([...far.pairs.slice(0, 6)], [2, 3, 1, 3, 0, 3]);
  for (let i = 0; i < 2000; i++) world.add(ball, { position: [0, 0, 100 + 3 * i] });
  assert.deepEqual([...near.pairs.slice(0, 4)], [0, 1, 0, 2]);
  // without given pairs, a query returns the pairs of the search
  assert.equal(world.distances().pairs, world.pairs);
  assert.deepEqual([...far.pairs.slice(0, 6)], [2, 3, 1, 3, 0, 3]);
  assert.throws(() => world.distances({ pairs: { length: 2 ** 40 } }), {
    name: /TypeError|RangeError/,
  });
  const endless = new Proxy([0, 1], {
    get: (list, key) => (key === 'length' ? 2 ** 31 : list[key]),
  });
  assert.throws(() => world.distances({ pairs: endless }), {
    name: 'RangeError',
    message: /distances: pairs must contain at most \d+ pairs, got 1073741824/,
  });
  world.dispose();
});

test('given and found pairs of a body with an invalid pose throw the same error', () => {
  const solid = row(3);
  const flat = new World();
  for (const x of [0, 1.5, 3]) flat.add(new Circle({ radius: 1 }), { position: [x, 0] });
  const identity = [0, 0, 0, 0, 0, 0, 1];
  for (const [world, good, pose, what] of [
    [solid, identity, [NaN, 0, 0, 0, 0, 0, 1], /body 0\.position\.x .* NaN/],
    [solid, identity, [0, 1e200, 0, 0, 0, 0, 1], /body 0\.position\.y .* 1e\+200/],
    [solid, identity, [0, 0, 0, 0, 0, 0, 0], /body 0\.quaternion must not be zero/],
    [flat, [0, 0, 0], [0, 0, Infinity], /body 0\.angle .* Infinity/],
  ])
    for (const query of QUERIES) {
      world.poses.set(pose, 0);
      const pairs = [undefined, 'all', [0, 1], [1, 2, 2, 0]];
      const refusals = pairs.map((numbers) => {
        const options = numbers && { pairs: numbers };
        try {
          return world[query](options);
        } catch (error) {
          return error;
        }
      });
      for (const error of refusals) {
        assert.ok(error instanceof RangeError, `${query} of ${pose}`);
        assert.match(error.message, what);
        assert.equal(error.message, refusals[0].message);
      }
      assert.equal(world[query]({ pairs: [1, 2] }).status[0], 0, 'nobody asked about body 0');
      world.poses.set(good, 0);
      assert.equal(world[query]({ pairs: [0, 1] }).status[0], 0);
    }
  solid.dispose();
  flat.dispose();
});

for (const how of ['found', 'given'])
  test(`a body with the number of a removed body starts cold, and other pairs stay warm, ${how}`, () => {
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
      const world = new World();
      for (const [shape, pose] of [[egg, null], [pea, before], [pea, aside]]) world.add(shape, pose); // prettier-ignore
      const ask = () =>
        world[plural](how === 'given' ? { ...options, pairs: [0, 1, 0, 2] } : options);
      const check = (k, wanted) => {
        for (const [name, x] of Object.entries(wanted))
          if (typeof x === 'number' && columns[name])
            assert.equal(columns[name][k], x, `${plural}: ${name} of row ${k}`);
      };
      const [kept, fresh] = [new Pair(egg, pea), new Pair(egg, pea)];
      let columns = ask();
      assert.equal(columns.count, 2);
      const first = kept[single](null, aside, options);
      world.remove(1);
      assert.equal(world.add(pea, after), 1);
      columns = ask();
      assert.equal(columns.count, 2);
      check(0, fresh[single](null, after, options));
      const again = kept[single](null, aside, options);
      assert.notDeepEqual(again, first, `${plural}: warm`);
      check(1, again);
      for (const held of [world, kept, fresh]) held.dispose();
    }
  });

test('results of a disposed world stay readable', () => {
  const world = row(3);
  const found = world.findPairs();
  const result = world.growthDistances();
  assert.equal(result.count, 2);
  world.dispose();
  const other = row(3);
  for (const { count, pairs } of [found, result])
    assert.deepEqual([count, ...pairs.slice(0, 2 * count)], [2, 0, 1, 1, 2]);
  assert.deepEqual([...result.value.slice(0, 2)], [0.75, 0.75]);
  other.dispose();
});
