/*
 * A ParallelWorld returns the bits of a World for any number of workers, with shared and
 * transferred memory. Its errors, the order of its answers and removed bodies are tested, too.
 */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';

import * as library from '../../js/index.js';
import { CustomShape, Cylinder, World, Sphere } from '../../js/index.js';
import { ParallelWorld } from '../../js/workers.js';
import { launch, open, serve } from '../lib/browser.js';
import { workerTest as test } from '../lib/worker-tests.js';
import { QUERIES, tell, write } from '../lib/world-script.js';

const how = (shared) => (shared ? 'shared' : 'transferred');
for (const dimension of [3, 2])
  test(`1, 2 and 3 workers return the bits of a World in every frame in ${dimension}D`, async () => {
    const story = write({ seed: 12 + dimension, dimension });
    const wanted = await tell(library, new World(), story);
    assert.ok(wanted.length === 50 && wanted[0].value.length > 30);
    for (const workers of [1, 2, 3])
      for (const shared of [true, false])
        assert.deepEqual(
          await tell(library, new ParallelWorld({ workers, shared }), story),
          wanted,
          `${workers} workers, ${how(shared)}`,
        );
  });

test('buffers grow with the number of pairs, shared and transferred', async () => {
  const ball = new Sphere({ radius: 1 });
  for (const shared of [true, false]) {
    const world = new ParallelWorld({ workers: 2, shared });
    const local = new World();
    for (let n = 10; n <= 90; n += 40) {
      while (world.size < n)
        for (const s of [world, local]) s.add(ball, { position: [s.size * 0.01, 0, 0] });
      const here = local.distances();
      const there = await world.distances();
      assert.equal(there.count, (n * (n - 1)) / 2);
      assert.deepEqual(
        there.normal.slice(0, 3 * there.count),
        here.normal.slice(0, 3 * here.count),
      );
      assert.deepEqual(there.pairs.slice(0, 2 * there.count), here.pairs.slice(0, 2 * here.count));
    }
    assert.equal((await world.findPairs()).count, (90 * 89) / 2);
    assert.equal(world.pairCount, (90 * 89) / 2);
    world.dispose();
    local.dispose();
  }
});

test('queries that are not awaited resolve in order, each with its own poses', async () => {
  const ball = new Sphere({ radius: 1 });
  const world = new ParallelWorld({ workers: 2 });
  world.add(ball);
  const other = world.add(ball, { position: [1, 0, 0] });
  const heard = [];
  const all = [1, 1.5, 2].map((x) => {
    world.poses[7 * other] = x;
    return world
      .distances({ pairs: [0, other] })
      .then(({ value, normal }) => heard.push(x, value[0], normal[0]));
  });
  const growth = world.growthDistances().then(({ value }) => value[0]);
  await Promise.all(all);
  assert.deepEqual(heard, [1, 0, 1, 1.5, 0, 1, 2, 0, 1]);
  assert.equal(await growth, 1);
  world.dispose();
});

test('a ParallelWorld throws or rejects with errors that name the field and the value', async () => {
  assert.throws(() => new ParallelWorld({ workers: 0 }), /workers .* 0/);
  assert.throws(() => new ParallelWorld({ workers: '2' }), TypeError);
  assert.throws(() => new ParallelWorld({ worker: 2 }), /mean workers/);
  assert.throws(() => new ParallelWorld({ margin: NaN }), /margin .* NaN/);
  const world = new ParallelWorld({ workers: 2 });
  assert.equal((await world.growthDistances()).count, 0, 'no bodies yet');
  const ball = new Sphere({ radius: 1 });
  world.add(ball);
  assert.throws(
    () => world.add(new CustomShape({ support: (n) => n })),
    (error) => error instanceof TypeError && /CustomShape/.test(error.message),
  );
  assert.throws(() => world.add({}), TypeError);
  assert.throws(() => world.remove(4), /no body 4/);
  await assert.rejects(world.growthDistances({ tolerance: 7 }), /tolerance .* 7/);
  await assert.rejects(world.distances({ pairs: [0, 3] }), RangeError);
  await assert.rejects(world.findPairs({ margin: -1 }), RangeError);
  await assert.rejects(world.distances({ margin: -1, pairs: [] }), RangeError);
  await assert.rejects(
    world.distances({ count: 'x' }),
    /count applies only to a list of pairs, got "x"/,
  );
  world.poses[2] = Infinity;
  await assert.rejects(world.distances(), (error) => {
    assert.ok(error instanceof RangeError);
    assert.match(error.message, /body 0.*position\.z.*Infinity/);
    return true;
  });
  world.poses[2] = 0;
  const second = new Sphere({ radius: 2 });
  const body = world.add(second);
  assert.equal((await world.distances()).count, 1, 'it goes on after an error');
  second.dispose();
  await assert.rejects(world.distances(), /Sphere of body 1 has been disposed/);
  world.remove(body);
  assert.equal((await world.distances()).count, 0);
  const late = world.distances();
  world.dispose();
  await assert.rejects(late, /ParallelWorld has been disposed/);
  await assert.rejects(world.distances(), /disposed/);
  const gone = { message: 'this ParallelWorld has been disposed' };
  await assert.rejects(world.castShape(ball, null), gone);
  await assert.rejects(world.castRay({ origin: [0, 0, 0], direction: [1, 0, 0] }), gone);
  await assert.rejects(world.timesOfImpact({}), gone);
  assert.throws(() => world.add(ball), /disposed/);
});

for (const shared of [true, false]) {
  /** Three spheres, each overlapping the next. */
  const three = () => {
    const world = new ParallelWorld({ workers: 2, shared });
    const ball = new Sphere({ radius: 1 });
    for (const x of [0, 1.5, 3]) world.add(ball, { position: [x, 0, 0] });
    return world;
  };

  test(`a body removed while a query runs is in that answer and in no later one, ${how(shared)}`, async () => {
    const world = three();
    const first = world.growthDistances();
    await new Promise((resolve) => setTimeout(resolve));
    world.remove(0);
    assert.equal((await first).count, 2);
    assert.equal(world.pairCount, 0);
    assert.equal((await world.distances({ pairs: world.pairs })).count, 0);
    assert.equal((await world.findPairs()).count, 1);
    // pairs of the previous search, queried before a body is removed
    const again = world.signedDistances({ pairs: world.pairs });
    world.remove(2);
    const { count, value, pairs } = await again;
    assert.deepEqual([count, value[0], ...pairs.slice(0, 2)], [1, -0.5, 1, 2]);
    assert.equal(world.pairCount, 0);
    world.dispose();
  });

  test(`the next query does not overwrite the pairs of an answer, ${how(shared)}`, async () => {
    const world = three();
    for (let frame = 0; frame < 20; frame++) {
      world.poses[14] = 3;
      const near = world.growthDistances();
      world.poses[14] = 0.5;
      const far = world.findPairs();
      assert.deepEqual([...(await near).pairs.slice(0, 4)], [0, 1, 1, 2]);
      assert.deepEqual([...(await far).pairs.slice(0, 6)], [0, 1, 0, 2, 1, 2]);
    }
    world.dispose();
  });

  test(`an error is about the poses and bodies at the time of the call, ${how(shared)}`, async () => {
    const world = three();
    const wrong = { name: 'RangeError', message: /body 1.*position\.y.*NaN/ };
    world.poses[8] = NaN;
    const first = world.distances();
    world.poses[8] = 0;
    await assert.rejects(first, wrong);
    world.poses[8] = NaN;
    const second = world.distances();
    world.remove(1);
    await assert.rejects(second, wrong);
    assert.equal((await world.distances()).count, 0);
    world.dispose();
  });

  test(`given pairs of a body with an invalid pose are refused like found pairs, ${how(shared)}`, async () => {
    const world = three();
    for (const [pose, message] of [
      [[NaN, 0, 0, 0, 0, 0, 1], /body 0\.position\.x .* NaN/],
      [[0, 0, 0, 0, 0, 0, 0], /body 0\.quaternion must not be zero/],
    ])
      for (const query of QUERIES) {
        world.poses.set(pose, 0);
        for (const options of [undefined, { pairs: [0, 1] }, { pairs: [1, 2, 2, 0] }])
          await assert.rejects(world[query](options), { name: 'RangeError', message });
        assert.equal((await world[query]({ pairs: [1, 2] })).status[0], 0);
        world.poses.set([0, 0, 0, 0, 0, 0, 1], 0);
        assert.equal((await world[query]({ pairs: [0, 1] })).status[0], 0);
      }
    world.dispose();
  });

  test(`a body with the number of a removed body starts cold, ${how(shared)}`, async () => {
    const can = new Cylinder({ halfHeight: 1, radius: 0.5 });
    const [left, right] = [
      { position: [-0.6, -0.5, 0.2], quaternion: [0.1, 0.2, 0.3, 0.9] },
      { position: [0.5, 0.7, 0.45], quaternion: [0.3, 0.2, 0.1, 1] },
    ];
    for (const pairs of [undefined, [0, 1, 0, 2]]) {
      const world = new ParallelWorld({ workers: 1, shared });
      for (const pose of [null, right, left]) world.add(can, pose);
      const ask = async () => {
        const { value, lower, iterations } = await world.growthDistances({ pairs });
        return [0, 1].map((row) => [value[row], lower[row], iterations[row]]);
      };
      const cold = await ask();
      const warm = await ask();
      assert.ok(warm[0][2] < cold[0][2] && warm[1][2] < cold[1][2]);
      world.remove(1);
      assert.equal(world.add(can, right), 1);
      const [renewed, kept] = await ask();
      assert.deepEqual(renewed, cold[0]);
      assert.ok(kept[2] <= warm[1][2]);
      world.dispose();
    }
  });
}

test('a query allocates a new buffer if the caller transferred the previous one away', async () => {
  const ball = new Sphere({ radius: 1 });
  const world = new ParallelWorld({ workers: 2, shared: false });
  for (const x of [0, 3, 7]) world.add(ball, { position: [x, 0, 0] });
  for (const options of [{ pairs: [0, 1, 1, 2] }, { margin: 4 }])
    for (let frame = 0; frame < 3; frame++) {
      const { count, value, normal } = await world.distances(options);
      assert.equal(count, 2);
      assert.deepEqual([...value.subarray(0, 2)], [1, 2]);
      assert.deepEqual([...normal.subarray(0, 6)], [1, 0, 0, 1, 0, 0]);
      structuredClone(value, { transfer: [value.buffer] });
    }
  world.dispose();
});

test('a ParallelWorld refuses batches of rays like a World, and casts them in the bodies’ places at the call', async () => {
  const worlds = [new World(), new ParallelWorld({ workers: 2 })];
  const ball = new Sphere({ radius: 1 });
  for (const world of worlds) world.add(ball, { position: [5, 0, 0] }, { group: 2, mask: 4 });
  const origins = new Float64Array(3 * 2000);
  const directions = Float64Array.from(origins, (_, i) => Number(i % 3 === 0));
  const errors = async (...given) => {
    const found = [];
    for (const world of worlds)
      await assert.rejects(
        async () => world.castRays(...given),
        ({ name, message }) => found.push(`${name}: ${message}`) > 0,
      );
    assert.equal(found[0], found[1]);
    return found[0];
  };
  assert.match(await errors(origins), /directions must be 3 numbers per ray/);
  assert.match(await errors(origins, directions, { mask: 'x' }), /mask .*"x"/);
  assert.match(
    await errors(origins, directions.with(5997, 1e-200)),
    /each direction must have a component of magnitude/,
  );
  assert.match(await errors(origins, directions.slice(3)), /got 5997 and 6000/);
  assert.match(await errors(origins, directions.with(5997, 0)), /ray 1999 must not be zero/);
  for (const { poses } of worlds) poses[1] = NaN;
  assert.match(await errors(origins, directions), /body 0.*position\.y.*NaN/);
  for (const { poses } of worlds) poses[1] = 0;

  const [, world] = worlds;
  const heard = [];
  const casts = [{}, { maxTime: 3 }, { group: 4 }, { group: 2 }, { mask: 1 }, { exclude: 0 }];
  const all = casts.map((options, i) => {
    world.poses[0] = 5 + i;
    return world.castRays(origins, directions, options).then(({ count, time, body, lower }) => {
      heard.push([
        count,
        Math.fround(time[0]),
        Math.fround(time[1999]),
        body[1999],
        Math.fround(lower[9]),
      ]);
    });
  });
  await Promise.all(all);
  const miss = [Infinity, Infinity, -1];
  assert.deepEqual(heard, [
    [2000, 4, 4, 0, 4],
    [2000, ...miss, 3],
    [2000, 6, 6, 0, 6],
    [2000, ...miss, Infinity],
    [2000, ...miss, Infinity],
    [2000, ...miss, Infinity],
  ]);
  ball.dispose();
  assert.match(await errors(origins, directions), /Sphere of body 0 has been disposed/);
  for (const each of worlds) each.dispose();
});

test('inherited options count as they do for a World', async () => {
  const ball = new Sphere({ radius: 1 });
  const counts = [];
  for (const Kind of [World, ParallelWorld]) {
    const world = new Kind(Object.create({ margin: 1 }));
    for (const x of [0, 2.5]) world.add(ball, { position: [x, 0, 0] });
    world.add(ball, { position: [0, 2.5, 0] }, Object.create({ mask: 2 }));
    counts.push((await world.distances()).count);
    world.dispose();
    const plane = new Kind(Object.create({ dimension: 2 }));
    assert.equal(plane.dimension, 2);
    plane.dispose();
  }
  assert.deepEqual(counts, [1, 1]);
  const few = new ParallelWorld(Object.create({ workers: 3, shared: false }));
  assert.equal(few.workers, 3);
  few.dispose();
});

test('group and mask are read once, and the workers use these values', async () => {
  const ball = new Sphere({ radius: 1 });
  for (const later of [0, 'x', new Error('mine')]) {
    const counts = [];
    for (const Kind of [World, ParallelWorld]) {
      const reads = { group: 0, mask: 0 };
      const read = (name, first) => {
        if (reads[name]++ === 0) return first;
        if (later instanceof Error) throw later;
        return later;
      };
      const filters = {
        get group() {
          return read('group', 2);
        },
        get mask() {
          return read('mask', 1);
        },
      };
      const world = new Kind();
      world.add(ball, null, filters);
      assert.deepEqual(reads, { group: 1, mask: 1 });
      world.add(ball, { position: [1, 0, 0] }, { group: 1, mask: 2 });
      world.add(ball, { position: [-1, 0, 0] }, { group: 2, mask: 3 });
      counts.push((await world.distances()).count);
      world.dispose();
    }
    assert.deepEqual(counts, [2, 2], `${later} at the second reading`);
  }
});

test('a first body that is refused leaves a ParallelWorld unchanged', async () => {
  const world = new ParallelWorld({ workers: 1 });
  const ball = new Sphere({ radius: 1 });
  const nowhere = { position: [NaN, 0, 0], quaternion: [0, 0, 0, 1] };
  assert.throws(() => world.add(ball, nowhere), RangeError);
  assert.equal((await world.distances()).count, 0);
  world.add(ball);
  world.add(ball, { position: [1.5, 0, 0] });
  assert.equal((await world.distances()).count, 1);
  // dispose() inside a support function throws, and the world stays intact
  const told = new CustomShape({
    support(d) {
      assert.throws(() => world.dispose(), /must not use growth-distance/);
      return [...d];
    },
  });
  told.dispose();
  assert.equal((await world.distances()).count, 1);
  world.dispose();
  assert.equal(world.size, 0);
});

test('a ParallelWorld has the properties and methods of a World', async () => {
  const ball = new Sphere({ radius: 1 });
  const bar = new library.Rectangle({ halfExtents: [1, 1] });
  const world = new ParallelWorld({ shared: false, margin: 0.5 });
  assert.equal(world.workers, Math.max(1, Math.min(8, availableParallelism() - 1)));
  assert.deepEqual([world.size, world.dimension, world.pairCount], [0, undefined, 0]);
  world.reset();
  assert.equal((await world.distances({ tolerance: 1e-6 })).count, 0);
  const [a, b] = [world.add(ball), world.add(ball, { position: [2.25, 0, 0] })];
  assert.throws(() => world.add(bar), /must be 3D like this world, got .* \(2D\)/);
  assert.deepEqual([world.size, world.dimension, world.has(b), world.has(9)], [2, 3, true, false]);
  assert.equal(world.shape(b), ball);
  assert.equal(world.poses.length, 14);
  assert.equal(world.pairs.length, 0);
  assert.deepEqual([...(await world.findPairs()).pairs], [a, b]);
  assert.equal((await world.findPairs({ margin: 0 })).count, 0);
  assert.equal((await world.distances({ margin: 1 })).value[0], 0.25);
  assert.equal((await world.distances({ pairs: world.pairs })).count, 1, 'those found last');
  const many = Array.from({ length: 100 }, () => [b, a]);
  assert.deepEqual(
    [...(await world.distances({ pairs: many })).value.subarray(0, 100)],
    Array(100).fill(0.25),
  );
  world.setPose(b, { position: [1, 0, 0] });
  world.reset();
  assert.equal((await world.penetrations()).value[0], 1);
  world.remove(a);
  assert.equal((await world.distances()).count, 0);
  world[Symbol.dispose]();
  world.dispose();
  assert.equal(world.size, 0);
  const plane = new ParallelWorld({ workers: 1, dimension: 2 });
  assert.throws(() => plane.add(ball), /must be 2D like this world, got .* \(3D\)/);
  for (const x of [0, 3]) plane.add(bar, { position: [x, 0] });
  assert.equal((await plane.distances({ margin: 2 })).value[0], 1);
  plane.dispose();
});

/** Six worlds in two pages of a browser take up to a minute on a loaded machine. */
const IN_BROWSER = { timeout: 300_000 };
const chromium = async (t) => {
  const story = write({ seed: 8, dimension: 3, frames: 3 });
  const wanted = await tell(library, new World(), story);
  const browser = await launch();
  t.after(() => browser.close());
  const isolation = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  };
  for (const headers of [{}, isolation]) {
    const site = await serve(new URL('../..', import.meta.url), '/', headers);
    t.after(() => site.close());
    const { page, log, close } = await open(browser, `${site.url}tests/lib/world-script.html`);
    const isolated = await page.evaluate(() => crossOriginIsolated);
    assert.equal(isolated, headers === isolation);
    const heard = await page.evaluate(async (told) => {
      const here = await import('/js/index.js');
      const { ParallelWorld: Workers } = await import('/js/workers.js');
      const { tell: tellIt } = await import('/tests/lib/world-script.js');
      return [
        await tellIt(here, new here.World(), told),
        await tellIt(here, new Workers({ workers: 1 }), told),
        await tellIt(here, new Workers({ workers: 3 }), told),
      ];
    }, story);
    for (const [i, said] of heard.entries())
      assert.deepEqual(said, wanted, `${i === 0 ? 'World' : 'workers'}, isolated: ${isolated}`);
    assert.deepEqual(log, []);
    await close();
  }
};
test(
  'Chromium returns the bits of Node: one thread, workers, shared memory or none',
  chromium,
  IN_BROWSER,
);
