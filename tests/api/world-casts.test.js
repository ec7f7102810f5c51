/*
 * Casts of shapes and rays among the bodies of a world, and times of impact of all bodies. The free
 * functions in a loop over all bodies give the truth, in 2D and 3D.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Circle,
  HalfSpace,
  Sphere,
  World,
  castRay,
  castShape,
  timeOfImpact,
} from '../../js/index.js';
import { STATUS_TEXTS } from '../../wasm/dist/abi.js';
import { draw, random as seeded } from '../lib/random.js';
import { SHAPES, place, vector } from '../lib/random-bodies.js';

/** A world with random bodies, every fourth in group 2, and a half-space. */
function crowd(n, d, count) {
  const world = new World({ dimension: n });
  const shapes = SHAPES[n]();
  for (let i = 0; i < count; i++)
    world.add(shapes[i % 3], place(d, n, 8), {
      group: i % 4 === 0 ? 2 : 1,
      mask: i % 5 === 0 ? 4 : 0xffffffff,
    });
  const normal = n === 3 ? [0, 1, 0] : [0, 1];
  world.add(new HalfSpace({ normal, offset: -9 }), null);
  return { world, shapes };
}

/** The hits of a cast against each body, first one first. */
const hitsOf = (world, ask, takes = () => true) =>
  world
    .bodies()
    .filter(takes)
    .map((body) => ({ ...ask(world.shape(body), world.getPose(body)), body }))
    .filter(({ hit }) => hit)
    .sort((a, b) => a.lower - b.lower || a.body - b.body);

/** Checks the first hit: its own record, and no other body can be hit before its lower bound. */
function checkFirst(found, hits, maxTime) {
  if (hits.length === 0) {
    const { hit, body, time, lower, upper } = found;
    assert.deepEqual([hit, body, time, lower, upper], [false, -1, Infinity, maxTime, Infinity]);
    return;
  }
  assert.deepEqual(
    found,
    hits.find(({ body }) => body === found.body),
  );
  const until = Math.min(...hits.map(({ upper }) => upper));
  assert.ok(found.lower <= until, `${found.lower} > ${until}`);
  if (hits[0].upper < Math.min(...hits.slice(1).map(({ lower }) => lower)))
    assert.equal(found.body, hits[0].body);
}

const FILTERS = [
  [{}, () => true],
  [{ mask: 2 }, (body) => body % 4 === 0 && body < 120],
  [{ group: 3 }, (body) => body % 5 !== 0 || body === 120],
  [{ group: 0 }, () => false],
  [{ exclude: 7 }, (body) => body !== 7],
  [
    { exclude: [7, 8, 9], mask: 1 },
    (body) => ![7, 8, 9].includes(body) && (body % 4 !== 0 || body === 120),
  ],
];

for (const n of [3, 2])
  test(`casts in a ${n}D world hit the first body that the free functions hit`, () => {
    const d = draw(seeded(5000 + n));
    const { world, shapes } = crowd(n, d, 120);
    let [hits, misses] = [0, 0];
    for (let i = 0; i < 40; i++) {
      const [own, takes] = FILTERS[i % FILTERS.length];
      const options = i % 3 === 0 ? { maxTime: 2, target: 0.3 } : {};
      const pose = place(d, n, 10);
      const displacement = vector(d, n, 6);
      const shape = shapes[i % 3];
      const cast = world.castShape(shape, pose, displacement, { ...own, ...options });
      const all = hitsOf(
        world,
        (a, at) => castShape(a, at, shape, pose, displacement, options),
        takes,
      );
      checkFirst(cast, all, options.maxTime ?? 1);
      const ray = { origin: pose.position, direction: displacement };
      const first = world.castRay(ray, { ...own, ...options });
      const rays = hitsOf(world, (a, at) => castRay(a, at, ray, options), takes);
      checkFirst(first, rays, options.maxTime ?? Infinity);
      assert.deepEqual(world.castRayAll(ray, { ...own, ...options }), rays);
      assert.equal(world.castRayAny(ray, { ...own, ...options }), rays.length > 0);
      if (first.hit) hits++;
      else misses++;
    }
    assert.ok(hits > 5 && misses > 5, `${hits} hits, ${misses} misses`);
  });

for (const n of [3, 2])
  test(`castRays in ${n}D has the results of castRay as columns`, () => {
    const d = draw(seeded(5010 + n));
    const { world } = crowd(n, d, 60);
    const options = { exclude: 3, maxTime: 9 };
    const total = 700; // more than the module casts in one call
    const origins = Float64Array.from({ length: n * total }, () => d.between(-9, 9));
    const directions = Float32Array.from({ length: n * total }, () => d.between(-1, 1));
    const columns = world.castRays(origins, directions, options);
    assert.equal(columns.count, total);
    for (let k = 0; k < total; k++) {
      const part = (list) => Array.from(list.subarray(n * k, n * k + n));
      const r = world.castRay({ origin: part(origins), direction: part(directions) }, options);
      for (const name of ['body', 'time', 'lower', 'upper', 'iterations'])
        assert.equal(columns[name][k], r[name], name);
      assert.deepEqual(
        [columns.hit[k], columns.status[k]],
        [Number(r.hit), STATUS_TEXTS.indexOf(r.status)],
      );
      assert.deepEqual([part(columns.normal), part(columns.point)], [r.normal, r.point]);
    }
    const { time } = columns;
    assert.equal(world.castRays(origins.subarray(0, n), directions.subarray(0, n)), columns);
    assert.equal(columns.time, time, 'the arrays are reused');
    assert.equal(columns.count, 1);
  });

for (const n of [3, 2])
  test(`timesOfImpact in a ${n}D world has a row for every pair that can meet`, () => {
    const d = draw(seeded(5020 + n));
    const count = n === 3 ? 100 : 40;
    const { world } = crowd(n, d, count);
    world.remove(11);
    const turns = n === 3 ? 3 : 1;
    const rows = world.bodies().at(-1) + 1;
    const velocities = vector(d, n * rows, n === 3 ? 5 : 2);
    const angularVelocities = vector(d, turns * rows, 1);
    const options = { maxTime: 0.7, target: 0.05 };
    const columns = world.timesOfImpact({ velocities, angularVelocities }, options);
    const motion = (body) => ({
      pose: world.getPose(body),
      velocity: velocities.slice(n * body, n * body + n),
      angularVelocity:
        n === 3 ? angularVelocities.slice(3 * body, 3 * body + 3) : angularVelocities[body],
    });
    const allowed = (i, j) => {
      const [a, b] = [i, j].map((k) => [
        k === count ? 1 : k % 4 === 0 ? 2 : 1,
        k < count && k % 5 === 0 ? 4 : -1,
      ]);
      return (a[0] & b[1]) !== 0 && (b[0] & a[1]) !== 0;
    };
    let [at, hits] = [0, 0];
    for (const i of world.bodies())
      for (const j of world.bodies().filter((body) => body > i)) {
        const listed =
          at < columns.count && columns.pairs[2 * at] === i && columns.pairs[2 * at + 1] === j;
        const r = timeOfImpact(world.shape(i), motion(i), world.shape(j), motion(j), options);
        if (!listed) {
          assert.ok(!r.hit || !allowed(i, j), `pair ${i}, ${j} is missing`);
          continue;
        }
        assert.ok(allowed(i, j));
        for (const name of ['time', 'lower', 'upper', 'iterations'])
          assert.equal(columns[name][at], r[name], name);
        assert.equal(columns.hit[at], Number(r.hit));
        assert.equal(World.statusText(columns.status[at]), r.status);
        assert.deepEqual(Array.from(columns.normal.subarray(n * at, n * at + n)), r.normal);
        hits += r.hit;
        at++;
      }
    assert.equal(at, columns.count);
    assert.ok(hits > 10, `${hits} hits`);
    const still = world.timesOfImpact({}, options);
    for (let k = 0; k < still.count; k++)
      assert.ok(['overlapping', 'optimal'].includes(World.statusText(still.status[k])));
  });

test('a world without bodies misses', () => {
  for (const world of [new World(), new World({ dimension: 3 })]) {
    const ray = { origin: [0, 0, 0], direction: [1, 0, 0] };
    const miss = { hit: false, time: Infinity, lower: Infinity, upper: Infinity };
    const zeros = { normal: [0, 0, 0], iterations: 0, status: 'optimal', body: -1 };
    assert.deepEqual(world.castRay(ray), { ...miss, ...zeros, point: [0, 0, 0] });
    assert.deepEqual(world.castRayAll(ray), []);
    assert.equal(world.castRayAny(ray), false);
    const { body } = world.castRays([0, 0, 0], [1, 0, 0]);
    assert.equal(body[0], -1);
    const ball = new Sphere({ radius: 1 });
    const points = { pointA: [0, 0, 0], pointB: [0, 0, 0] };
    const cast = world.castShape(ball, null, [1, 0, 0]);
    assert.deepEqual(cast, { ...miss, ...zeros, ...points, lower: 1 });
    assert.equal(world.timesOfImpact({}).count, 0);
  }
});

test('out is filled: a record, or an array of records', () => {
  const world = new World();
  const ball = new Sphere({ radius: 1 });
  for (const x of [4, 8]) world.add(ball, { position: [x, 0, 0] });
  const ray = { origin: [0, 0, 0], direction: [1, 0, 0] };
  const out = {};
  assert.equal(world.castRay(ray, { out }), out);
  assert.deepEqual(out, world.castRay(ray));
  const hit = {};
  assert.equal(world.castShape(ball, null, [9, 0, 0], { out: hit }), hit);
  assert.deepEqual(hit, world.castShape(ball, null, [9, 0, 0]));
  const list = [{}, {}, {}];
  const [first] = list;
  assert.equal(world.castRayAll(ray, { out: list }), list);
  assert.equal(list[0], first);
  assert.deepEqual(list, world.castRayAll(ray));
  assert.equal(list.length, 2);
});

test('rays, arrays and motions that are wrong are refused by field and value', () => {
  const world = new World();
  const ball = new Sphere({ radius: 1 });
  world.add(ball);
  world.add(ball, { position: [5, 0, 0] });
  const refuses = (call, name, message) => assert.throws(call, { name, message });
  refuses(
    () => world.castRay(),
    'TypeError',
    /^ray must be \{ origin, direction \}, got undefined/,
  );
  refuses(
    () => world.castRay({ origin: [0, 0, 0], direction: [0, 0, 0] }),
    'RangeError',
    /^ray.direction must not be zero/,
  );
  refuses(() => world.castShape(ball, null), 'TypeError', /a shape, a pose and a displacement/);
  refuses(() => world.castShape(ball, null, [1]), 'TypeError', /^displacement must be 3 numbers/);
  refuses(
    () => world.castShape(ball, { position: [NaN, 0, 0] }, [1, 0, 0]),
    'RangeError',
    /^pose.position.x must be/,
  );
  refuses(
    () => world.castShape(new Circle({ radius: 1 }), null, [1, 0]),
    'TypeError',
    /shape must be 3D like this world/,
  );
  const rays = (origins, directions) => world.castRays(origins, directions);
  refuses(() => rays(5, []), 'TypeError', /origins must be 3 numbers per ray, got 5/);
  refuses(() => rays([0, 0], [0, 0]), 'TypeError', /origins must have 3 numbers per ray, got 2/);
  refuses(() => rays([0, 0, 0], [1]), 'TypeError', /as many numbers as origins, got 1 and 3/);
  refuses(() => rays([0, NaN, 0], [1, 0, 0]), 'RangeError', /origins\[1\] must be .*, got NaN/);
  refuses(
    () => rays([0, '1', 0], [1, 0, 0]),
    'TypeError',
    /origins\[1\] must be a number, got "1"/,
  );
  refuses(() => rays([0, 0, 0], [0, 0, 0]), 'RangeError', /direction of ray 0 must not be zero/);
  const impacts = (motion, options) => world.timesOfImpact(motion, options);
  refuses(() => impacts(), 'TypeError', /motion must be \{ velocities, angularVelocities \}/);
  refuses(() => impacts({ velocity: [] }), 'TypeError', /motion has no field "velocity"/);
  refuses(() => impacts({ velocities: [1, 2, 3] }), 'RangeError', /3 numbers for each of 2 body/);
  refuses(
    () => impacts({ velocities: [1, 2, 3, 4, Infinity, 6] }),
    'RangeError',
    /velocities\[4\] must be .*, got Infinity/,
  );
  const swift = { velocities: [1e150, 0, 0, 0, 0, 0] };
  refuses(
    () => impacts(swift, { maxTime: 10 }),
    'RangeError',
    /^World.timesOfImpact: the velocity of body 0 times maxTime must be at most .* times 10$/,
  );
  const spin = { velocities: [3, 0, 0, 0, 0, 0], angularVelocities: [0, 0, 0, 0, 0, 1e9] };
  refuses(
    () => impacts(spin),
    'RangeError',
    /angular velocity of body 1 .* \[0, 0, 1.*\] times 1$/,
  );
  const slow = { origin: [0, 0, 0], direction: [1e-320, 0, 0] };
  refuses(() => world.castRay(slow), 'RangeError', /^World.castRay: ray.direction must have/);
  refuses(
    () => world.castShape(new Sphere({ radius: 1 }), null, [1e-320, 0, 0]),
    'RangeError',
    /^World.castShape: the displacement must be zero or have/,
  );
  refuses(() => impacts({}, { maxTime: Infinity }), 'RangeError', /maxTime must be finite/);
  assert.equal(impacts({ velocities: [3, 0, 0, 0, 0, 0] }, { maxTime: 2 }).hit[0], 1);
});

test('a cast refuses a body whose shape was disposed, also if no body moved since the previous cast', () => {
  const world = new World();
  const ball = new Sphere({ radius: 1 });
  world.add(ball, { position: [5, 0, 0] });
  const ray = { origin: [0, 0, 0], direction: [1, 0, 0] };
  assert.equal(world.castRay(ray).body, 0);
  ball.dispose();
  const calls = [
    () => world.castRay(ray),
    () => world.castRays(ray.origin, ray.direction),
    () => world.castRayAll(ray),
    () => world.castRayAny(ray),
    () => world.castShape(new Sphere({ radius: 1 }), null, [9, 0, 0]),
  ];
  for (const call of calls) assert.throws(call, /the Sphere of body 0 has been disposed/);
});
