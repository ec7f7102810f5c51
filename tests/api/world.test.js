/*
 * A World: pairs of nearby boxes, columns with the bits of Pair, groups and masks, given pairs,
 * wrong arguments, memory and garbage.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  Capsule,
  Circle,
  ConvexHull,
  CustomShape,
  GeometryError,
  HalfSpace,
  NormBall,
  Pair,
  Rectangle,
  World,
  Segment,
  Shape,
  Sphere,
  collide,
  distance,
  growthDistance,
  penetration,
  signedDistance,
} from '../../js/index.js';
import { QUERIES } from '../../js/world/queries.js';
import { getCore } from '../../js/core/module.js';
import { garbageOf } from '../lib/garbage.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { leaveMegabyte } from '../lib/small-memory.js';

/** A world of random shapes, and a map of its bodies. */
function randomWorld({ seed, count, dimension, spread, options }) {
  const d = draw(random(seed));
  const world = new World(options);
  const kinds = [...kindsOf(dimension), ...COMPOSED];
  const bodies = new Map();
  const add = () => {
    const shape = Shape.from(randomRecord(d, d.pick(kinds), 1, dimension));
    const pose = randomPose(d, dimension, d.between(0, spread));
    const body = world.add(shape, pose);
    assert.ok(!bodies.has(body), `${body} is in use`);
    bodies.set(body, shape);
    return body;
  };
  for (let i = 0; i < count; i++) add();
  const stride = dimension === 3 ? 7 : 3;
  const move = (size) => {
    const { poses } = world;
    for (const body of bodies.keys())
      for (let i = 0; i < stride; i++) poses[stride * body + i] += size * d.between(-1, 1);
  };
  const poseOf = (body) => Array.from(world.poses.subarray(stride * body, stride * (body + 1)));
  return { d, world, bodies, add, move, poseOf, dimension };
}

const pairsOf = ({ count, pairs }) =>
  Array.from({ length: count }, (_, k) => [pairs[2 * k], pairs[2 * k + 1]]);

/** The gap between two boxes along the axis where it is largest. */
const apart = (a, b) =>
  Math.max(...a.min.map((low, i) => Math.max(low - b.max[i], b.min[i] - a.max[i])));

for (const dimension of [3, 2]) {
  test(`findPairs() finds all boxes within the margin as bodies move, come and go, in ${dimension}D`, () => {
    const s = randomWorld({ seed: 31 + dimension, count: 120, dimension, spread: 60 });
    let found = 0;
    for (let frame = 0; frame < 40; frame++) {
      const margin = frame % 3 === 0 ? 0 : 2;
      const pairs = pairsOf(s.world.findPairs({ margin }));
      found += pairs.length;
      for (let k = 1; k < pairs.length; k++) {
        const [[i, j], [m, n]] = [pairs[k - 1], pairs[k]];
        assert.ok(i < m || (i === m && j < n), 'sorted, and no pair twice');
      }
      const listed = new Set(pairs.map(([i, j]) => `${i},${j}`));
      const boxes = [...s.bodies.keys()]
        .sort((i, j) => i - j)
        .map((i) => [i, s.bodies.get(i).boundingBox(s.poseOf(i))]);
      for (const [x, [i, a]] of boxes.entries())
        for (const [j, b] of boxes.slice(x + 1))
          if (apart(a, b) <= margin)
            assert.ok(listed.delete(`${i},${j}`), `frame ${frame}: ${i}, ${j} is missing`);
      // the boxes of these types may be larger than necessary, at most as large as the bounding
      // ball
      for (const key of listed) {
        const [i, j] = key.split(',').map(Number);
        const [a, b] = [s.bodies.get(i), s.bodies.get(j)];
        const hulls = [a, b].some(({ type }) => /hull|polygon|dsf|transformed|sum/.test(type));
        assert.ok(
          hulls,
          `frame ${frame}: ${a.type} and ${b.type} are farther apart than ${margin}`,
        );
      }
      s.move(frame % 5 === 4 ? 30 : 1);
      if (frame % 4 === 1)
        for (const body of [...s.bodies.keys()].filter(() => s.d.next() < 0.1)) {
          s.world.remove(body);
          s.bodies.delete(body);
        }
      if (frame % 4 === 2) for (let i = 0; i < 10; i++) s.add();
    }
    assert.ok(found > 40 * 20, `only ${found} pairs`);
    s.world.dispose();
  });

  test(`columns have the bits of Pair in every frame in ${dimension}D`, () => {
    const s = randomWorld({ seed: 7 * dimension, count: 40, dimension, spread: 25 });
    const singles = new Map();
    const pairAt = (i, j) => {
      const key = `${i},${j}`;
      if (!singles.has(key)) singles.set(key, new Pair(s.bodies.get(i), s.bodies.get(j)));
      return singles.get(key);
    };
    const queries = {
      growthDistances: (pair, ...poses) => pair.growthDistance(...poses),
      intersections: (pair, ...poses) => pair.collide(...poses),
      distances: (pair, ...poses) => pair.distance(...poses),
      penetrations: (pair, ...poses) => pair.penetration(...poses),
      signedDistances: (pair, ...poses) => pair.signedDistance(...poses),
    };
    let compared = 0;
    for (let frame = 0; frame < 8; frame++) {
      const now = new Set();
      for (const [name, single] of Object.entries(queries)) {
        const columns = s.world[name]();
        for (const [k, [i, j]] of pairsOf(columns).entries()) {
          now.add(`${i},${j}`);
          const wanted = single(pairAt(i, j), s.poseOf(i), s.poseOf(j));
          compareRow(columns, k, wanted, dimension);
          compared++;
        }
      }
      // a pair that is not found loses its warm start
      for (const key of [...singles.keys()].filter((at) => !now.has(at))) singles.delete(key);
      s.move(0.3);
    }
    assert.ok(compared > 500, `${compared} compared`);
    s.world.reset();
    const columns = s.world.growthDistances();
    for (const [k, [i, j]] of pairsOf(columns).entries()) {
      const cold = growthDistance(s.bodies.get(i), s.poseOf(i), s.bodies.get(j), s.poseOf(j));
      compareRow(columns, k, cold, dimension);
    }
    s.world.dispose();
  });
}

/** Compares a row of columns with the result of a single query. */
function compareRow(columns, k, wanted, dimension) {
  const fields = Object.keys(columns).filter((name) => !/^(count|pairs)$/.test(name));
  assert.ok(fields.length >= 7);
  for (const name of fields) {
    const value = wanted[name];
    if (value === null) continue; // collide has a point or a normal
    if (Array.isArray(value))
      assert.deepEqual(
        Array.from(columns[name].subarray(dimension * k, dimension * (k + 1))),
        value,
        name,
      );
    else if (name === 'status') assert.equal(World.statusText(columns.status[k]), value);
    else assert.equal(columns[name][k], Number(value), name);
  }
}

test('half-spaces form pairs with the bodies that they reach, and not with each other', () => {
  const world = new World({ margin: 0.5 });
  const floor = world.add(new HalfSpace({ normal: [0, 1, 0], offset: 0 }));
  const wall = world.add(new HalfSpace({ normal: [1, 0, 0], offset: -10 }));
  const ball = new Sphere({ radius: 1 });
  const low = world.add(ball, { position: [0, 1.4, 0] });
  const high = world.add(ball, { position: [0, 1.6, 0], quaternion: [1, 2, 3, 4] });
  const far = world.add(ball, { position: [-10.2, 1000, 0] });
  assert.deepEqual(pairsOf(world.findPairs()), [
    [floor, low],
    [wall, far],
    [low, high],
  ]);
  // the tilted floor reaches the far body as well
  world.setPose(floor, { position: [0, 0, 0], quaternion: [0, 0, -Math.SQRT1_2, Math.SQRT1_2] });
  const { count, value, pairs } = world.growthDistances();
  assert.equal(count, 5);
  assert.deepEqual(Array.from(pairs.subarray(0, 6)), [floor, low, floor, high, floor, far]);
  const single = growthDistance(world.shape(floor), flatPoseOf(world, floor), ball, {
    position: [0, 1.4, 0],
  });
  assert.equal(value[0], single.value);
  world.dispose();
});

const flatPoseOf = (world, body) => Array.from(world.poses.subarray(7 * body, 7 * body + 7));

test('groups and masks decide which bodies form pairs', () => {
  const world = new World();
  const ball = new Sphere({ radius: 1 });
  const [TERRAIN, ACTOR, GHOST] = [1, 2, 2 ** 31];
  const ground = world.add(ball, null, { group: TERRAIN, mask: ACTOR });
  const actor = world.add(ball, null, { group: ACTOR, mask: TERRAIN | ACTOR });
  const other = world.add(ball, null, { group: ACTOR, mask: TERRAIN + GHOST });
  const ghost = world.add(ball, null, { group: GHOST });
  world.add(ball, null, { mask: 0 });
  assert.deepEqual(pairsOf(world.findPairs()), [
    [ground, actor],
    [ground, other],
    [other, ghost],
  ]);
  world.dispose();
});

test('given pairs are computed in their order, in either direction, also twice', () => {
  const world = new World();
  const box = new Box({ halfExtents: [1, 2, 3] });
  const capsule = new Capsule({ halfHeight: 1, radius: 0.5 });
  world.add(box, { position: [0, 0, 0] });
  world.add(capsule, { position: [9, 1, 0], quaternion: [0.1, 0.2, 0.3, 0.9] });
  world.add(box, { position: [0, 30, 5] });
  const single = (i, j) =>
    growthDistance(world.shape(i), flatPoseOf(world, i), world.shape(j), flatPoseOf(world, j));
  const order = [2, 1, 0, 1, 1, 0, 0, 2];
  const lists = [
    order,
    Uint32Array.from(order),
    [
      [2, 1],
      [0, 1],
      [1, 0],
      [0, 2],
    ],
  ];
  for (const pairs of lists) {
    world.reset();
    const columns = world.growthDistances({ pairs });
    assert.equal(columns.count, 4);
    assert.deepEqual(Array.from(columns.pairs.subarray(0, 8)), order);
    for (let k = 0; k < 4; k++) compareRow(columns, k, single(order[2 * k], order[2 * k + 1]), 3);
  }
  // pairs stay warm between calls, wherever they are in the list
  const cold = Array.from(world.growthDistances({ pairs: [[2, 1]] }).iterations)[0];
  const again = world.growthDistances({
    pairs: [
      [0, 1],
      [2, 1],
      [2, 1],
    ],
  });
  assert.ok(again.iterations[1] <= cold && again.iterations[2] <= again.iterations[1]);
  assert.equal(world.growthDistances({ pairs: order, count: 2 }).count, 2);
  assert.equal(world.growthDistances({ pairs: [] }).count, 0);
  // the query takes the world's own list as the search left it
  world.poses.set([0, 1, 0], 0);
  assert.equal(world.findPairs().count, 0);
  world.poses.set([8, 1, 0], 0);
  assert.equal(world.growthDistances({ pairs: world.pairs }).count, 0);
  assert.equal(world.growthDistances().count, 1);
  world.dispose();
});

test('a pair without the quantity has the status undefined and bounds that hold', () => {
  const world = new World();
  const line = new Segment({ a: [-1, 0, 0], b: [1, 0, 0] });
  world.add(line);
  world.add(line, { position: [0, 0, 0], quaternion: [0, 0, 1, 1] });
  const growth = world.growthDistances();
  assert.equal(growth.count, 1);
  assert.equal(World.statusText(growth.status[0]), 'undefined');
  assert.deepEqual([growth.lower[0], growth.upper[0]], [0, Infinity]);
  const hit = world.intersections();
  assert.equal(World.statusText(hit.status[0]), 'optimal', 'overlap tests of flat sets are exact');
  assert.equal(hit.colliding[0], 1);
  assert.equal(world.distances().value[0], 0);
  world.dispose();
});

test('a query returns the same objects again, which stay valid when the memory grows', () => {
  const world = new World({ dimension: 2 });
  for (let i = 0; i < 5; i++) world.add(new Circle({ radius: 1 }), [i, 0, 0]);
  const r = world.distances();
  assert.equal(world.distances(), r);
  const values = Array.from(r.value);
  const buffer = getCore().memory.buffer;
  const big = [];
  while (getCore().memory.buffer === buffer)
    big.push(new ConvexHull({ points: Float64Array.from({ length: 3000 }, () => Math.random()) }));
  assert.deepEqual(Array.from(r.value), values);
  assert.deepEqual(Array.from(world.poses.subarray(9, 12)), [3, 0, 0]);
  world.poses[9] = 100;
  assert.equal(world.distances().count, r.count);
  assert.ok(r.count < values.length);
  for (const shape of big) shape.dispose();
  world.dispose();
});

test('a world has pairCount, statusText() and Symbol.dispose, and refuses a pose that runs a query', () => {
  const ball = new Sphere({ radius: 1 });
  const world = new World({ margin: 0.5 });
  for (const x of [0, 1.5, 3]) world.add(ball, { position: [x, 0, 0] });
  assert.equal(world.findPairs().count, 2);
  assert.equal(world.pairCount, 2);
  // a pose whose getter runs a query is refused, and the body does not move
  const asks = {
    position: [9, 0, 0],
    get quaternion() {
      growthDistance(ball, null, ball, { position: [3, 0, 0] });
      return [0, 0, 0, 1];
    },
  };
  assert.throws(() => world.setPose(0, asks), /must not use growth-distance/);
  assert.equal(world.poses[0], 0);
  world.setPose(0, { position: [-9, 0, 0] });
  assert.equal(world.findPairs().count, 1);
  assert.equal(world.pairCount, 1);
  assert.equal(World.statusText(world.distances().status[0]), 'optimal');
  assert.equal(World.statusText(99), 'unknown status 99');
  world[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
  assert.throws(() => world.findPairs(), /disposed/);
  const empty = new World();
  empty.dispose();
  assert.throws(() => empty.add(ball), /disposed/);
});

test('a wrong argument throws an error that names the field and the value, and changes nothing', () => {
  const world = new World();
  assert.equal(world.growthDistances().count, 0, 'an empty world has no pairs');
  const ball = new Sphere({ radius: 1 });
  const body = world.add(ball);
  const wrong = (action, type, message) => {
    assert.throws(action, (error) => error instanceof type && message.test(error.message));
  };
  wrong(() => new World({ margin: -1 }), RangeError, /margin .* -1/);
  wrong(() => new World({ margin: '1' }), TypeError, /margin .* "1"/);
  wrong(() => new World({ dimension: 4 }), RangeError, /dimension .* 4/);
  wrong(() => new World({ margins: 1 }), TypeError, /"margins".*mean margin/);
  wrong(() => world.add(null), TypeError, /a shape, got null/);
  wrong(() => world.add(new Rectangle({ halfExtents: [1, 1] })), TypeError, /rectangle \(2D\)/);
  wrong(() => world.add(new NormBall({ dimension: 3, p: 1 })), TypeError, /NormBall/);
  wrong(() => world.add(ball, [1, 2]), TypeError, /2 numbers/);
  wrong(() => world.add(ball, { position: [NaN, 0, 0] }), RangeError, /position\.x .*NaN/);
  wrong(() => world.add(ball, null, { group: 1.5 }), RangeError, /group .* 1\.5/);
  wrong(() => world.add(ball, null, { mask: 'all' }), TypeError, /mask .* "all"/);
  wrong(() => world.add(ball, null, { masks: 1 }), TypeError, /mean mask/);
  assert.equal(world.size, 1);
  wrong(() => world.remove(7), RangeError, /no body 7/);
  wrong(() => world.remove('0'), TypeError, /"0"/);
  wrong(() => world.setPose(body, 3), TypeError, /got 3/);
  wrong(() => world.setPose(body, [0, 0, Infinity, 0, 0, 0, 1]), RangeError, /Infinity/);
  wrong(() => world.setPose(1, null), RangeError, /no body 1/);
  wrong(() => world.findPairs({ margin: -Infinity }), RangeError, /margin .* -Infinity/);
  wrong(() => world.growthDistances({ tolerance: 2 }), RangeError, /tolerance .* 2/);
  wrong(() => world.growthDistances({ method: 'gjk' }), RangeError, /"gjk"/);
  wrong(() => world.growthDistances({ out: {} }), TypeError, /"out"/);
  wrong(() => world.growthDistances({ trace: true }), TypeError, /trace/);
  wrong(() => world.growthDistances({ pairs: 3 }), TypeError, /pairs .* 3/);
  wrong(() => world.growthDistances({ pairs: [0, 0, 0] }), TypeError, /3 numbers/);
  wrong(() => world.growthDistances({ pairs: [0, 1] }), RangeError, /pair 0 contains body 1/);
  wrong(() => world.growthDistances({ pairs: [0, 0.5] }), RangeError, /body 0\.5/);
  wrong(() => world.growthDistances({ pairs: [[0, '0']] }), TypeError, /"0"/);
  wrong(() => world.growthDistances({ pairs: [0, 0], count: 2 }), RangeError, /count .* 2/);
  world.poses[1] = NaN;
  wrong(() => world.distances(), RangeError, /body 0.*position\.y.*NaN/);
  world.poses[1] = 0;
  const shape = new Sphere({ radius: 2 });
  const second = world.add(shape);
  assert.equal(world.distances().count, 1);
  shape.dispose();
  wrong(() => world.distances(), TypeError, /Sphere of body 1 has been disposed/);
  world.remove(second);
  assert.equal(world.distances().count, 0);
  assert.equal(world.has(second), false);
  assert.equal(world.add(ball), second, 'free numbers are used again');
  // the number of a removed body is skipped
  world.remove(body);
  world.poses[7 * second + 2] = Infinity;
  wrong(() => world.distances(), RangeError, /body 1.*position\.z.*Infinity/);
  world.dispose();
  world.dispose();
  const plane = new World({ dimension: 2 });
  for (const x of [0, 3]) plane.add(new Rectangle({ halfExtents: [1, 1] }), { position: [x, 0] });
  plane.poses[3 * 1 + 2] = NaN;
  wrong(() => plane.distances(), RangeError, /body 1.*angle.*NaN/);
  plane.poses[3 * 1 + 2] = 0;
  assert.equal(plane.distances({ margin: 2 }).value[0], 1);
  plane.dispose();
  wrong(() => world.findPairs(), TypeError, /World has been disposed/);
  wrong(() => world.add(ball), TypeError, /disposed/);
  wrong(() => world.poses, TypeError, /World has been disposed/);
});

test('an error of a support function stops the query, and the world works on', () => {
  const world = new World();
  let broken = false;
  const support = ([x, y, z]) => {
    if (broken) throw new GeometryError('out of order', 'broken');
    return [x, y, z];
  };
  world.add(new CustomShape({ support }));
  world.add(new Sphere({ radius: 1 }), { position: [1.9, 0, 0] });
  const before = world.growthDistances().value[0];
  broken = true;
  assert.throws(() => world.growthDistances(), { code: 'broken' });
  broken = false;
  world.reset();
  assert.equal(world.growthDistances().value[0], before);
  world.dispose();
});

test('a scale of 2^k changes no pair and no bit of a column', () => {
  const results = [0, 40, -40, 200, -200].map((power) => {
    const scale = 2 ** power;
    const d = draw(random(5));
    const world = new World();
    for (let i = 0; i < 60; i++) {
      const record = randomRecord(d, d.pick(kindsOf(3)), 1);
      const pose = randomPose(d, 3, d.between(0, 25));
      const scaled = JSON.parse(JSON.stringify(record), (key, x) =>
        typeof x === 'number' ? x * scale : x,
      );
      world.add(Shape.from(scaled), {
        position: pose.position.map((x) => x * scale),
        quaternion: pose.quaternion,
      });
    }
    const { count, pairs, value } = world.growthDistances();
    const bits = [Array.from(pairs.subarray(0, 2 * count)), Array.from(value.subarray(0, count))];
    world.dispose();
    return bits;
  });
  assert.ok(results[0][0].length > 40);
  for (const [pairs] of results) assert.deepEqual(pairs, results[0][0]);
  for (const bits of results.slice(1, 3)) assert.deepEqual(bits, results[0]);
});

test('adding and removing 100,000 bodies does not grow the memory', () => {
  const ball = new Sphere({ radius: 1 });
  const cycle = () => {
    const world = new World();
    for (let i = 0; i < 50; i++) world.add(ball, { position: [i, 0, 0] });
    world.growthDistances();
    world.remove(3);
    world.dispose();
  };
  for (let i = 0; i < 20; i++) cycle();
  leaveMegabyte(getCore());
  const bytes = getCore().memory.buffer.byteLength;
  for (let i = 0; i < 2000; i++) cycle();
  assert.equal(getCore().memory.buffer.byteLength, bytes);
});

const FRAMES = `
  import { Box, ConvexHull, World, Sphere } from 'growth-distance';
  const world = new World({ margin: 0.05 });
  const shapes = [new Box({ halfExtents: [1, 0.5, 0.7] }), new Sphere({ radius: 0.8 }),
    new ConvexHull({ points: Float64Array.from({ length: 90 }, (_, i) => Math.sin(i * i)) })];
  for (let i = 0; i < 60; i++)
    world.add(shapes[i % 3], { position: [i % 7, Math.floor(i / 7) % 7, Math.floor(i / 49)].map((x) => 1.6 * x) });
  const frames = Array.from({ length: 16 }, (_, k) => world.poses.map((x, i) => x + 0.1 * Math.sin(i + k)));
  let pairs = 0;
  const run = (count) => {
    for (let k = 0; k < count; k++) {
      world.poses.set(frames[k & 15]);
      pairs += world.growthDistances().count;
      pairs += world.intersections().count;
      pairs += world.distances().count;
      world.changes();
    }
  };
`;

test('a frame of three queries and changes() makes no garbage', () => {
  const { bytes, answer } = garbageOf(FRAMES, { warm: 1000, count: 300, answer: 'pairs' });
  assert.ok(answer > 1e5);
  assert.ok(bytes < 300, `${bytes} bytes in 300 frames of three queries and changes`);
});

test('every field of a single result has a column', () => {
  const ball = new Sphere({ radius: 1 });
  const pose = { position: [1.5, 0, 0] };
  const singles = [growthDistance, collide, distance, penetration, signedDistance];
  for (const [code, single] of singles.entries()) {
    const names = QUERIES[code].columns.map(([name]) => name);
    const wanted = Object.keys(single(ball, null, ball, pose)).filter(
      (name) => !/^simplex/.test(name),
    );
    assert.deepEqual(names.sort(), wanted.sort(), single.name);
  }
});
