/*
 * nearest(), overlapping() and changes() of a world, compared with a loop over all bodies, in 2D
 * and 3D, while bodies move, come and go.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Circle,
  CustomShape,
  HalfSpace,
  Sphere,
  World,
  distance,
  intersects,
} from '../../js/index.js';
import { ParallelWorld } from '../../js/workers.js';
import { draw, random as seeded } from '../lib/random.js';
import { SHAPES, place } from '../lib/random-bodies.js';
import { workerTest } from '../lib/worker-tests.js';

/** Distance records of all bodies of a world, nearest first. */
const all = (world, shape, pose, takes = () => true) =>
  world
    .bodies()
    .filter(takes)
    .map((body) => ({
      ...distance(world.shape(body), world.getPose(body), shape, pose),
      body,
    }))
    .sort((a, b) => a.value - b.value || a.body - b.body);

/** Random bodies, every fourth in group 2. */
function crowd(world, n, random, count) {
  const shapes = SHAPES[n]();
  for (let i = 0; i < count; i++)
    world.add(shapes[i % 3], place(random, n, 8), { group: i % 4 === 0 ? 2 : 1, data: { i } });
  return shapes;
}

async function checkAround(world, shape, pose) {
  const known = all(world, shape, pose);
  assert.deepEqual(await world.nearest(shape, pose), known.slice(0, 1));
  assert.deepEqual(await world.nearest(shape, pose, { count: 9 }), known.slice(0, 9));
  const near = known.filter(({ value }) => value <= 2);
  assert.deepEqual(await world.nearest(shape, pose, { count: 500, maxDistance: 2 }), near);
  const exclude = [known[0].body, known[2].body];
  const others = known.filter(({ body }) => !exclude.includes(body) && body % 4 === 0);
  assert.deepEqual(
    await world.nearest(shape, pose, { count: 5, exclude, mask: 2 }),
    others.slice(0, 5),
  );
  const overlap = (body) => intersects(world.shape(body), world.getPose(body), shape, pose);
  const overlapping = world.bodies().filter(overlap);
  assert.deepEqual(await world.overlapping(shape, pose), overlapping);
  assert.deepEqual(
    await world.overlapping(shape, pose, { exclude: overlapping[0] ?? 0 }),
    overlapping.slice(1),
  );
}

async function checkCrowd(world, n) {
  const random = draw(seeded(9 + n));
  const shapes = crowd(world, n, random, 150);
  const around = async () => {
    for (const shape of shapes) await checkAround(world, shape, place(random, n, 9));
  };
  await around();
  world.setPose(7, place(random, n, 1));
  world.setPose(8, null);
  await around();
  await world.distances({ margin: 3 }); // boxes larger by 1.5
  await around();
  const { poses } = world; // from here on they may change at any time
  for (let i = 0; i < poses.length; i++) poses[i] += random.between(-1, 1);
  await around();
  await world.distances({ pairs: [0, 1] }); // copies the poses without new boxes
  for (let i = 0; i < poses.length; i++) poses[i] += random.between(-1, 1);
  await world.distances({ pairs: [0, 1] });
  await around();
  world.remove(33);
  world.setShape(34, shapes[0]);
  world.setFilter(36, { group: 2 });
  world.add(shapes[1], place(random, n, 1), { group: 1 });
  world.remove(33); // the number that was reused
  await around();
  world.dispose();
}

for (const n of [2, 3]) {
  test(`nearest() and overlapping() of a World equal a loop over all bodies in ${n}D`, () =>
    checkCrowd(new World(), n));
  workerTest(
    `nearest() and overlapping() of a ParallelWorld equal a loop over all bodies in ${n}D`,
    () => checkCrowd(new ParallelWorld({ workers: 1 }), n),
  );
}

test('nearest() takes half-spaces, empty worlds and shapes that are not bodies, and reuses records', () => {
  const world = new World();
  const ball = new Sphere({ radius: 1 });
  assert.deepEqual(world.nearest(ball, null), []);
  assert.deepEqual(world.overlapping(ball, null), []);
  const ground = new HalfSpace({ normal: [0, 1, 0], offset: 0 });
  const floor = world.add(ground);
  world.add(ball, { position: [9, 5, 0] });
  const out = [];
  assert.equal(world.nearest(ball, { position: [0, 3, 0] }, { out }), out);
  const [record] = out;
  const { body, value, normal } = record;
  assert.deepEqual([body, value, normal], [floor, 2, [0, 1, 0]], 'from the body to the shape');
  world.nearest(ball, { position: [9, 9, 0] }, { out });
  assert.ok(out[0] === record && record.body === 1 && record.value === 2);
  assert.deepEqual(
    world.nearest(ground, null, { count: 5 }).map((r) => r.body),
    [1],
    'two half-spaces have no distance',
  );
  assert.deepEqual(world.overlapping(ball, { position: [9, 0.5, 0] }, { out: [] }), [floor]);
  world.dispose();
});

test('a missing or bad pose or another dimension throws an error, and the world works on', () => {
  const world = new World();
  const ball = new Sphere({ radius: 1 });
  world.add(ball);
  for (const query of ['nearest', 'overlapping']) {
    const name = `World.${query}`;
    assert.throws(() => world[query](ball), { name: 'TypeError', message: new RegExp(`${name} must be called with a shape and a pose`) });
    assert.throws(() => world[query](null, null), /World\.\w+: shape must be a shape, got null/);
    assert.throws(() => world[query](new Circle({ radius: 1 }), null), /shape must be 3D like this world, got a circle \(2D\)/);
    assert.throws(() => world[query](ball, { position: [NaN, 0, 0] }), /pose\.position\.x .* NaN/);
    world.poses[1] = NaN;
    assert.throws(() => world[query](ball, null), new RegExp(`${name}: .*body 0\\.position\\.y .* NaN`));
    world.poses[1] = 0;
    assert.equal(world[query](ball, null).length, 1);
  }
  const gone = new Sphere({ radius: 1 });
  const body = world.add(gone, { position: [3, 0, 0] });
  gone.dispose();
  assert.throws(() => world.nearest(ball, null), /Sphere of body 1 has been disposed/);
  assert.throws(() => world.nearest(gone, null), /disposed/);
  world.remove(body);
  let broken = false;
  const support = (d) => {
    if (broken) throw new Error('out of order');
    return [...d];
  };
  const custom = new CustomShape({ support });
  broken = true;
  for (const query of ['nearest', 'overlapping'])
    assert.throws(() => world[query](custom, null), /out of order/);
  broken = false;
  assert.equal(world.nearest(custom, null)[0].value, 0);
  world.dispose();
  custom.dispose();
}); // prettier-ignore

// ---- changes ---------------------------------------------------------------------------------

const pairsOf = (numbers) =>
  Array.from(
    { length: numbers.length / 2 },
    (_, k) => `${numbers[2 * k]}-${numbers[2 * k + 1]}`,
  ).sort();

async function checkChanges(world, n) {
  const random = draw(seeded(3 + n));
  const shapes = crowd(world, n, random, 120);
  let before = new Set();
  let begun = 0;
  let ended = 0;
  for (let frame = 0; frame < 12; frame++) {
    const removed = new Set();
    if (frame > 5) {
      const pair = [...before][frame];
      const body = Number(pair.split('-')[1]);
      world.remove(body);
      removed.add(body);
      // the new body reuses the number at once, in the same place
      if (frame > 8) assert.equal(world.add(shapes[0], place(random, n, 2)), body);
    }
    const bodies = world.bodies();
    const now = new Set();
    for (const i of bodies)
      for (const j of bodies)
        if (i < j && intersects(world.shape(i), world.getPose(i), world.shape(j), world.getPose(j)))
          now.add(`${i}-${j}`);
    const kept = (pair) => !pair.split('-').some((body) => removed.has(Number(body)));
    const changes = await world.changes();
    const [came, went] = [pairsOf(changes.begun), pairsOf(changes.ended)];
    assert.deepEqual(came, [...now].filter((pair) => !before.has(pair) || !kept(pair)).sort());
    assert.deepEqual(went, [...before].filter((pair) => !now.has(pair) || !kept(pair)).sort());
    begun += came.length;
    ended += went.length;
    before = now;
    for (const body of bodies) {
      const pose = world.getPose(body);
      for (let i = 0; i < n; i++) pose.position[i] += random.between(-0.6, 0.6);
      world.setPose(body, pose);
    }
  }
  assert.ok(begun > 60 && ended > 40, `${begun} ${ended}`);
  await world.changes();
  const still = await world.changes();
  assert.deepEqual([still.begun.length, still.ended.length], [0, 0]);
  const count = pairsOf((await world.changes()).ended).length;
  assert.equal(count, 0);
  world.clear();
  const last = await world.changes();
  assert.ok(last.ended.length > 0 && last.begun.length === 0);
  world.dispose();
}

for (const n of [2, 3]) {
  test(`changes() of a World lists the overlaps that began and ended in ${n}D`, () =>
    checkChanges(new World({ margin: n === 2 ? 1 : 0 }), n));
  workerTest(`changes() of a ParallelWorld lists the overlaps that began and ended in ${n}D`, () =>
    checkChanges(new ParallelWorld({ workers: 1 }), n),
  );
}
