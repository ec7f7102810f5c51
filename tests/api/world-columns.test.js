/* Columns and poses that a user keeps stay valid. Bodies are addressed by number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Object3D } from 'three';
import { Box, Circle, Sphere, World } from '../../js/index.js';
import { getCore } from '../../js/core/module.js';
import { ParallelWorld } from '../../js/workers.js';
import { leaveMegabyte } from '../lib/small-memory.js';
import { workerTest } from '../lib/worker-tests.js';

const QUERIES = [
  'growthDistances',
  'intersections',
  'distances',
  'penetrations',
  'signedDistances',
];

/** 1,200 spheres in a row, which form many pairs if the margin is large. */
function row(world, count = 1200) {
  const ball = new Sphere({ radius: 1 });
  for (let i = 0; i < count; i++) world.add(ball, { position: [1.5 * i, 0, 0] });
  return world;
}

async function checkKept(world) {
  leaveMegabyte(getCore());
  for (const query of QUERIES) {
    const { count, ...columns } = await world[query]();
    const copies = Object.entries(columns).map(([name, array]) => [name, array.slice()]);
    assert.equal(count, 1199);
    // make all memory grow: more pairs, more shapes, more bodies
    for (const other of QUERIES.filter((name) => name !== query))
      await world[other]({ margin: 30 });
    await world.findPairs({ margin: 40 });
    for (let i = 0; i < 500; i++)
      world.add(new Box({ halfExtents: [1, 1, 1 + i] }), { position: [0, 1e6 + i, 0] });
    await world.changes();
    for (const [name, copy] of copies) {
      assert.ok(columns[name].length >= count && columns[name].length > 0, `${query}.${name}`);
      assert.deepEqual(columns[name], copy, `${query}.${name}`);
    }
    for (const body of world.bodies().slice(1200)) world.remove(body);
  }
  world.dispose();
}

test('columns of a World stay readable until the same query runs again, whatever grows', () =>
  checkKept(row(new World())));
workerTest('columns of a ParallelWorld stay readable until the same query runs again', () =>
  checkKept(row(new ParallelWorld({ workers: 2, shared: false }))),
);

test('destructured columns and kept poses work as in the README', () => {
  const world = new World();
  const { poses } = world;
  row(world, 3);
  const { value } = world.distances({ pairs: [0, 2] });
  world.penetrations({ margin: 10 });
  assert.equal(value[0], 1);
  row(world, 5000);
  assert.ok(world.poses === poses && poses.length === 7 * 5003);
  poses[7 * 2] = 10;
  assert.equal(world.distances({ pairs: [0, 2] }).value[0], 8);
  assert.deepEqual(world.getPose(2), { position: [10, 0, 0], quaternion: [0, 0, 0, 1] });
  world.dispose();
});

test("columns are no views of the module's memory, and a query returns the same object again", () => {
  const world = row(new World(), 20);
  const first = world.growthDistances();
  const { value, pairs } = first;
  assert.ok(value.buffer instanceof ArrayBuffer && value.buffer.byteLength === value.byteLength);
  assert.equal(world.growthDistances(), first);
  assert.ok(first.value === value && first.pairs === pairs);
  world.dispose();
});

test('margin Infinity and pairs "all" query every two bodies', async () => {
  for (const world of [new World(), new ParallelWorld({ workers: 1 })]) {
    row(world, 30);
    world.add(new Sphere({ radius: 1 }), { position: [0, 500, 0] }, { group: 2, mask: 2 });
    const far = await world.distances({ margin: Infinity });
    assert.equal(far.count, (30 * 29) / 2);
    assert.deepEqual([...far.pairs.slice(0, 4)], [0, 1, 0, 2]);
    const values = far.value.slice(0, far.count);
    const all = await world.distances({ pairs: 'all' });
    assert.deepEqual(all.value.slice(0, all.count), values);
    assert.equal((await world.findPairs({ margin: Infinity })).count, far.count);
    assert.equal((await world.findPairs()).count, 29);
    await assert.rejects(
      async () => world.distances({ pairs: 'some' }),
      /pairs must be body numbers/,
    );
    world.dispose();
  }
  const world = new World({ margin: Infinity, dimension: 2 });
  for (let i = 0; i < 4; i++) world.add(new Circle({ radius: 1 }), { position: [1e9 * i, 0] });
  assert.equal(world.distances().count, 6);
  world.dispose();
});

test('the pairs of a result can be passed back without a count', () => {
  const world = row(new World(), 40);
  const many = world.distances({ margin: 20 });
  const few = world.growthDistances();
  assert.ok(few.count < many.count && few.pairs.length >= 2 * few.count);
  assert.equal(world.penetrations({ pairs: few.pairs }).count, few.count);
  assert.equal(world.penetrations({ pairs: world.pairs }).count, few.count);
  assert.equal(world.penetrations({ pairs: few.pairs, count: 3 }).count, 3);
  world.dispose();
});

async function checkBodies(world) {
  const ball = new Sphere({ radius: 1 });
  const mesh = { name: 'mesh' };
  const a = world.add(ball, null, { data: mesh });
  const b = world.add(ball, { position: [1, 2, 3], quaternion: [0, 0, 1, 0] });
  assert.deepEqual([world.data(a), world.data(b), world.bodies()], [mesh, undefined, [a, b]]);
  const out = {};
  assert.equal(world.getPose(b, out), out);
  const { position } = out;
  assert.deepEqual(out, { position: [1, 2, 3], quaternion: [0, 0, 1, 0] });
  world.setPose(b, { position: [4, 5, 6] });
  assert.ok(world.getPose(b, out).position === position && position[2] === 6);
  world.remove(a);
  assert.throws(() => world.data(a), /World\.data: there is no body 0/);
  assert.equal(world.add(ball), a, 'the number is reused');
  assert.equal(world.data(a), undefined, 'but not the data');
  world.setPose(b, { position: [1, 0, 0] });
  assert.equal((await world.distances()).count, 1);
  world.setFilter(b, { mask: 4 });
  assert.equal((await world.distances()).count, 0);
  world.setFilter(a, { group: 4 });
  assert.equal((await world.distances()).count, 1, 'the mask stayed');
  const box = new Box({ halfExtents: [0.1, 0.1, 0.1] });
  world.setShape(b, box);
  assert.equal(world.shape(b), box);
  world.setPose(b, { position: [1.5, 0, 0] });
  assert.ok(Math.abs((await world.signedDistances({ margin: 1 })).value[0] - 0.4) < 1e-12);
  assert.throws(
    () => world.setShape(b, new Circle({ radius: 1 })),
    /World\.setShape: shape must be 3D like this world, got a circle \(2D\)/,
  );
  assert.throws(() => world.setShape(b, null), /World\.setShape: shape must be a shape, got null/);
  assert.throws(() => world.setFilter(b, { data: 1 }), /setFilter has no option "data"/);
  assert.equal(world.shape(b), box);
  world.clear();
  assert.deepEqual([world.size, world.bodies()], [0, []]);
  assert.equal(world.add(ball), 0);
  assert.equal(world.add(ball, { position: [1, 0, 0] }), 1);
  assert.equal((await world.distances()).count, 1);
  world.dispose();
}

test('data, poses, shapes and filters of the bodies of a World can be read and changed', () =>
  checkBodies(new World()));
workerTest(
  'data, poses, shapes and filters of the bodies of a ParallelWorld can be read and changed',
  () => checkBodies(new ParallelWorld({ workers: 2 })),
);

test('an out-of-memory error names the number of pairs, and the world works on', () => {
  const world = row(new World(), 2000);
  const list = new Uint32Array(2 * 8e6).map((_, k) => k & 1);
  assert.throws(() => world.growthDistances({ pairs: list }), {
    name: 'RangeError',
    message:
      /^growthDistances: out of WebAssembly memory for 8000000 pairs; use a smaller margin or /,
  });
  assert.equal(world.growthDistances().count, 1999);
  assert.equal(world.growthDistances({ pairs: [0, 1] }).count, 1);
  world.clear();
  row(world, 6000);
  const many = /distances: out of WebAssembly memory for all pairs of 6000 bodies; /;
  assert.throws(() => world.distances({ pairs: 'all' }), many);
  assert.equal(world.distances().count, 5999);
  for (let body = 5999; body >= 3000; body--) world.remove(body);
  assert.throws(
    () => world.distances({ margin: Infinity }),
    / for (\d+ pairs|all pairs of 3000 bodies); /,
  );
  assert.equal(world.growthDistances().count, 2999);
  world.reset();
  assert.equal(world.distances().count, 2999);
  world.dispose();
});

test('a pair of a body with itself throws an error that names the pair', () => {
  const [world, other] = [row(new World(), 4), row(new World(), 4)];
  const { pairs, count } = world.distances();
  for (const wrong of [pairs, [...pairs]])
    assert.throws(() => other.distances({ pairs: wrong }), {
      name: 'RangeError',
      message: 'distances: pair 3 must contain two different bodies, got body 0 twice',
    });
  assert.equal(other.distances({ pairs, count }).count, 3);
  world.dispose();
  other.dispose();
});

test('a query throws if the buffer of poses was resized or transferred', () => {
  for (const spoil of [
    ({ buffer }) => buffer.resize(56 * 2000),
    ({ buffer }) => buffer.resize(56),
    (poses) => structuredClone(poses, { transfer: [poses.buffer] }),
  ]) {
    const world = row(new World(), 3);
    spoil(world.poses);
    const refused = {
      name: 'TypeError',
      message: /^World\.poses must keep its buffer, which was resized or transferred/,
    };
    assert.throws(() => world.distances(), refused);
    assert.throws(() => world.distances({ pairs: [0, 1] }), refused);
    assert.throws(() => world.nearest(world.shape(0), null), refused);
    world.dispose();
  }
});

test('setPose() and setFilter() refuse wrong arguments, and getPose() fills an Object3D', () => {
  const world = row(new World(), 2);
  const message = 'World.setPose must be called with a body and a pose; pass null for the identity';
  assert.throws(() => world.setPose(1), { name: 'TypeError', message });
  assert.equal(world.poses[7], 1.5);
  const ball = world.shape(0);
  const filter = {
    get group() {
      world.remove(0);
      world.add(ball);
      return 0;
    },
  };
  assert.throws(() => world.setFilter(0, filter), /they run inside one of its calls/);
  assert.equal(world.distances().count, 1, 'the filter of the new body is its own');
  const object = new Object3D();
  assert.equal(world.getPose(1, object), object);
  assert.deepEqual(object.position.toArray(), [1.5, 0, 0]);
  for (const wrong of [null, 5, 'x'])
    assert.throws(() => world.getPose(1, wrong), /World\.getPose: out must be an object to fill/);
  world.dispose();
});

test('after clear() the numbers begin with 0, whatever numbers were free', async () => {
  for (const world of [new World(), new ParallelWorld({ workers: 1 })]) {
    row(world, 5);
    await world.changes();
    world.remove(0);
    world.remove(3);
    world.clear();
    assert.deepEqual([world.poses.length, world.bodies()], [0, []]);
    row(world, 3);
    assert.deepEqual(world.bodies(), [0, 1, 2]);
    const { begun, ended } = await world.changes();
    assert.deepEqual([...begun], [0, 1, 1, 2]);
    assert.equal(ended.length, 8);
    assert.equal((await world.distances()).count, 2);
    world.dispose();
  }
});

workerTest('changes() does not alter the bits of other queries', async () => {
  const worlds = [new World(), new World(), new ParallelWorld({ workers: 2 })];
  for (const world of worlds) row(world, 30);
  for (let frame = 0; frame < 5; frame++) {
    const rows = [];
    for (const [i, world] of worlds.entries()) {
      if (i !== 0) await world.changes();
      for (let body = 0; body < 30; body++)
        world.setPose(body, {
          position: [1.4 * body, 0.1 * frame * (body % 3), 0.02 * frame],
          quaternion: [0.1, 0.2, 0.3, 1],
        });
      const { count, value } = await world.growthDistances();
      rows.push([...value.subarray(0, count)]);
    }
    assert.ok(rows[0].length > 20);
    assert.deepEqual(rows[1], rows[0]);
    assert.deepEqual(rows[2], rows[0]);
  }
  for (const world of worlds) world.dispose();
});
