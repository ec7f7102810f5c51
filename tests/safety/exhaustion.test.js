/*
 * Full memory: a shape that does not fit throws an error with a message, and everything else works
 * on. The module here has 4 MB instead of 1 GB.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  ConvexHull,
  CustomShape,
  Cylinder,
  Pair,
  PointSet,
  World,
  Sphere,
  Transformed,
  distance,
  growthDistance,
  growthGradient,
  init,
} from '../../js/index.js';
import { getCore } from '../../js/core/module.js';
import { geometryOf } from '../../js/three.js';
import { host } from '../lib/host.js';
import { limitedCore } from '../lib/small-memory.js';
import { draw, random } from '../lib/random.js';

const PAGES = 160;
await init({ wasm: limitedCore(PAGES) });

const d = draw(random(81));
const cloud = (count) => Float64Array.from({ length: 3 * count }, () => d.normal());
const OUT = { name: /RangeError/, message: /out of WebAssembly memory/ };

/** Makes hulls until no more fit, of fewer and fewer points, so that almost no memory remains. */
function fill() {
  const hulls = [];
  for (const count of [2000, 200, 20]) {
    const points = cloud(count);
    assert.throws(() => {
      for (;;) hulls.push(new ConvexHull({ points }));
    }, OUT);
  }
  return hulls;
}

test('a hull that does not fit throws an error, and existing shapes work on', () => {
  const ball = new Sphere({ radius: 1 });
  const box = new Box({ halfExtents: [1, 2, 3] });
  const can = new Cylinder({ halfHeight: 1, radius: 0.5 });
  const pair = new Pair(box, can);
  const pose = { position: [4, 1, 0.5], quaternion: [0.1, 0.2, 0.3, 1] };
  const ask = () => [
    growthDistance(box, null, can, pose),
    distance(box, null, can, pose),
    pair.growthDistance(null, pose),
    growthDistance(ball, null, ball, pose),
  ];
  pair.growthDistance(null, pose);
  const before = ask();
  const alive = getCore().shape_count();
  const hulls = fill();
  assert.ok(hulls.length > 10, `${hulls.length} hulls`);
  assert.equal(getCore().shape_count(), alive + hulls.length, 'nothing is kept of what failed');
  assert.deepEqual(ask().slice(0, 2), before.slice(0, 2));
  assert.deepEqual(ask()[3], before[3]);
  assert.ok(Math.abs(ask()[2].value - before[2].value) < 3e-8 * before[2].value);
  const last = hulls.at(-1);
  assert.ok(growthDistance(last, null, box, pose).value > 0, 'the last one that fitted answers');
  for (const hull of hulls) hull.dispose();
  // fill the memory again: the disposed hulls must have returned theirs
  const again = fill();
  assert.ok(again.length > 0.9 * hulls.length, `${again.length} after ${hulls.length}`);
  for (const hull of again) hull.dispose();
  assert.equal(getCore().shape_count(), alive);
});

test('in full memory a call works or throws an error, and it works again afterwards', () => {
  const ball = new Sphere({ radius: 1 });
  const box = new Box({ halfExtents: [1, 2, 3] });
  const pose = { position: [9, 0, 0] };
  /** All objects made, including objects of a maker that fails later. */
  const made = [];
  const keep = (thing) => {
    made.push(thing);
    return thing;
  };
  const makers = {
    Transformed: () => keep(new Transformed({ shape: box, matrix: [1, 0, 0, 0, 2, 0, 0, 0, 1] })),
    CustomShape: () => keep(new CustomShape({ support: ([x, y, z]) => [x, y, z] })),
    PointSet: () => keep(new PointSet({ dimension: 3, points: cloud(500) })),
    pairs: () => {
      for (let i = 0; i < 2000; i++) keep(new Pair(ball, box));
    },
    world: () => {
      const world = keep(new World());
      for (let i = 0; i < 500; i++) world.add(ball, { position: [0.5 * i, 0, 0] });
      world.growthDistances();
    },
    gradient: () => assert.ok(growthGradient(ball, null, box, pose).value > 1),
  };
  const release = () => {
    for (const thing of made.splice(0)) thing.dispose();
  };
  const hulls = fill();
  const refused = [];
  for (const [name, make] of Object.entries(makers)) {
    try {
      make();
    } catch (error) {
      assert.ok(OUT.name.test(error.name) && OUT.message.test(error.message), `${name}: ${error}`);
      refused.push(name);
    }
    release();
    assert.equal(growthDistance(ball, null, ball, { position: [3, 0, 0] }).value, 1.5, name);
  }
  assert.ok(refused.includes('world') && refused.includes('pairs'), `refused: ${refused}`);
  for (const hull of hulls) hull.dispose();
  for (const make of Object.values(makers)) make();
  release();
});

test('a world that cannot grow keeps its poses in place', () => {
  const ball = new Sphere({ radius: 1 });
  let refused = 0;
  for (let trial = 0; trial < 12; trial++) {
    const world = new World();
    const n = 64 << (trial % 4);
    for (let i = 0; i < n; i++) world.add(ball, { position: [10 * i, 0, 0] });
    const hulls = fill();
    // vary how much of the arrays still fits
    for (let k = 0; k < 5 * trial; k++) hulls.pop()?.dispose();
    try {
      world.add(ball, { position: [10 * n, 0, 0] });
    } catch (error) {
      refused++;
      assert.match(error.message, OUT.message);
      for (let i = 0; i < n; i++) world.poses[7 * i] = 1.5 * i;
    }
    for (const hull of hulls) hull.dispose();
    if (world.size === n) assert.equal(world.findPairs().count, n - 1);
    world.dispose();
  }
  assert.ok(refused > 4, `${refused} refused`);
});

test('a drawing that does not fit throws an error, and works once there is memory', () => {
  const alive = getCore().shape_count();
  const ball = new CustomShape({ support: ([x, y, z]) => [x, y, z] });
  const hulls = fill();
  assert.throws(() => geometryOf(ball, { segments: 1024 }), OUT);
  assert.equal(getCore().shape_count(), alive + 1 + hulls.length, 'nothing is kept of it');
  for (const hull of hulls) hull.dispose();
  assert.ok(geometryOf(ball).attributes.position.count > 1000);
  ball.dispose();
});

test('a host gets error codes in full memory, and all memory back after release()', () => {
  const h = host(limitedCore(PAGES));
  const { exports } = h;
  const sphere = h.shape([1, 0, 0, 0, 0, 0, 1]);
  const record = h.put([8, 0, 0, 0, 0, 0, ...cloud(300)]);
  const blocks = [];
  for (const bytes of [2 ** 16, 2 ** 10, 16]) {
    for (let block; (block = exports.alloc(bytes)) !== 0;) blocks.push(block);
  }
  assert.ok(blocks.length > 32);
  assert.equal(exports.memory.buffer.byteLength, PAGES * 2 ** 16);
  assert.equal(exports.shape_create(record, 906), -16);
  assert.equal(exports.shape_count(), 1);
  assert.ok(exports.shape_describe(sphere, record) >= 0);
  for (const block of blocks) assert.equal(exports.release(block), 0);
  for (const block of blocks) assert.equal(exports.release(block), -21, 'a second time');
  for (let k = 0; k < 3; k++) {
    const hull = h.shape([8, 0, 0, 0, 0, 0, ...cloud(300)]);
    assert.ok(hull > 0);
    assert.equal(exports.shape_destroy(hull), 0);
  }
});
