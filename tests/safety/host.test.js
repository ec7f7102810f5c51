/* The raw modules, driven as wasm/ABI.md says: every number comes from the document. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { load, host, QUERIES, SPHERE, BOX, HALFSPACE, at } from '../lib/host.js';

const manual = readFileSync(new URL('../../wasm/ABI.md', import.meta.url), 'utf8');
const header = readFileSync(new URL('../../src/growth_distance.h', import.meta.url), 'utf8');

test('abi_version() returns the version that the document states', () => {
  const version = Number(/ABI version (\d+)/.exec(manual)[1]);
  assert.equal(host().exports.abi_version(), version);
});

const named = (list) => list.map((entry) => entry.name);

test('the document lists every exported function, and the module has two imports', () => {
  const lent = /^(_|stack|gd_|mem|aligned_alloc$|malloc$|calloc$|free$)/;
  for (const name of ['core', 'compare'])
    for (const exported of named(WebAssembly.Module.exports(new WebAssembly.Module(load(name)))))
      if (!lent.test(exported))
        assert.ok(manual.includes(`\`${exported}`), `${exported} is undocumented`);
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(load('core')));
  assert.deepEqual(imported.map((i) => `${i.module}.${i.name}`).sort(), [
    'env.custom_support',
    'env.emscripten_notify_memory_growth',
  ]);
});

test('the document lists every code of the header', () => {
  const codes = [...header.matchAll(/GD_(?:STATUS|ERROR)_\w+ = (-?\d+)/g)].map((m) => m[1]);
  assert.ok(codes.length > 20);
  for (const code of codes) {
    const written = code.replace('-', '−');
    assert.match(manual, new RegExp(`\\| ${written} +\\|`), `${code} is undocumented`);
  }
});

test('one batch computes growth distances of spheres, boxes and half-spaces', () => {
  const h = host();
  const shapes = [h.shape(SPHERE), h.shape(BOX), h.shape(HALFSPACE)];
  assert.ok(shapes.every((handle) => handle > 0));
  assert.equal(h.exports.shape_count(), 3);
  const poses = [at(0, 0, 0), at(5, 0, 0), at(0, -6, 0)];
  const { status, records } = h.batch('growth_distance', 17, 3, shapes, poses, [0, 1, 1, 0, 0, 2]);
  assert.equal(status, 0);
  const [ab, ba, ground] = records;
  assert.equal(ab[0], 0);
  assert.ok(Math.abs(ab[2] - 2) < 1e-7, 'a unit ball and a box of half width 1.5 five apart');
  assert.ok(ab[3] <= 2 && ab[4] >= 2);
  assert.deepEqual(ab.slice(5, 8), [1, 0, 0]);
  assert.ok(Math.abs(ab[14] - 2) < 1e-7, 'they meet at x = 2');
  assert.deepEqual(ba.slice(5, 8), [-1, 0, 0]);
  // normal (0, 2, 0), offset 4: y <= 2, moved down by 6
  assert.equal(ground[2], 4);
});

test('overlap tests return a certificate', () => {
  const h = host();
  const shapes = [h.shape(SPHERE), h.shape(SPHERE)];
  const apart = h.batch('collide', 11, 3, shapes, [at(0, 0, 0), at(3, 0, 0)], [0, 1]).records[0];
  assert.equal(apart[2], 0);
  assert.ok(apart[3] > 1);
  assert.deepEqual(apart.slice(5, 8), [1, 0, 0]);
  const meet = h.batch('collide', 11, 3, shapes, [at(0, 0, 0), at(1, 1, 0)], [0, 1]).records[0];
  assert.equal(meet[2], 1);
  assert.ok(meet[4] <= 1);
  assert.ok(Math.hypot(...meet.slice(8, 11)) <= 1);
});

test('2D poses have three numbers', () => {
  const h = host();
  const shapes = [h.shape([15, 0, 0, 0, 0, 0, 2, 1]), h.shape([13, 0, 0, 0, 0, 0, 1])];
  const poses = [
    [0, 0, Math.PI / 2],
    [0, 6, 0],
  ];
  const [r] = h.batch('growth_distance', 17, 2, shapes, poses, [0, 1]).records;
  assert.ok(Math.abs(r[2] - 2) < 1e-7, 'a turned rectangle reaches 2 upwards, the circle 1');
});

test('a warm record saves iterations, and a damaged one is ignored', () => {
  const h = host();
  const cylinder = [5, 0, 0, 0, 0, 0, 1, 0.5];
  const shapes = [h.shape(cylinder), h.shape([2, 0, 0, 0, 0, 0, 1, 2, 3])];
  const poses = [at(0, 0, 0), [3, 2, 1, 0.1, 0.2, 0.3, 0.9]];
  const warm = h.put(new Array(24).fill(0));
  const run = (state) =>
    h.batch('growth_distance', 17, 3, shapes, poses, [0, 1], 0, state).records[0];
  const cold = run(warm);
  const again = run(warm);
  assert.ok(again[1] < cold[1], `${again[1]} iterations after ${cold[1]}`);
  assert.ok(Math.abs(again[2] - cold[2]) <= 2 ** -26 * cold[2]);
  // the same record for the pair in the other order
  const swapped = h.batch('growth_distance', 17, 3, shapes, poses, [1, 0], 0, warm).records[0];
  assert.ok(Math.abs(swapped[2] - cold[2]) <= 2 ** -25 * cold[2]);
  // a damaged record
  run(warm);
  h.f64[warm / 8 + 7] += 1;
  assert.deepEqual(run(warm), cold, 'a damaged record is as good as none');
});

test('settings limit the iterations, the bounds still hold, and wrong settings are refused', () => {
  const h = host();
  const shapes = [h.shape([5, 0, 0, 0, 0, 0, 1, 0.5]), h.shape([2, 0, 0, 0, 0, 0, 1, 2, 3])];
  const poses = [at(0, 0, 0), [3, 2, 1, 0.1, 0.2, 0.3, 0.9]];
  const truth = h.batch('growth_distance', 17, 3, shapes, poses, [0, 1]).records[0];
  const few = h.put([1e-8, 1, 0, 0, 0, 0, 0, 0, 0]);
  const r = h.batch('growth_distance', 17, 3, shapes, poses, [0, 1], few).records[0];
  assert.equal(r[0], 2);
  assert.equal(r[1], 1);
  assert.ok(r[3] <= truth[4] && r[4] >= truth[3]);
  const wrong = [
    [0, 100, 0, 0, 0, 0, 0, 0, 0],
    [1e-8, 0, 0, 0, 0, 0, 0, 0, 0],
    [1e-8, 100, 10, 0, 0, 0, 0, 0, 0], // EPA is no method of collide
    [1e-8, 100, 0.5, 0, 0, 0, 0, 0, 0],
    [1e-8, 100, NaN, 0, 0, 0, 0, 0, 0],
    [1e-8, 100, 2, 3, 0, 0, 0, 0, 0],
    [1e-8, 100, 0, 0, 0, 0, Infinity, 0, 0],
    [1e-8, 100, 0, 0, 0, 0, 0, 0, 2],
  ];
  for (const settings of wrong) {
    const bad = h.put(settings);
    const [status, ...rest] = h.batch('collide', 11, 3, shapes, poses, [0, 1], bad).records[0];
    assert.equal(status, -20, `${settings}`);
    assert.deepEqual(rest, new Array(10).fill(0));
  }
});

test('a host selects methods, subalgorithms and directions by numbers', () => {
  const h = host();
  const shapes = [h.shape(BOX), h.shape(BOX)];
  const poses = [at(0, 0, 0), at(0.5, 0.25, 0)]; // half extents 1, 2, 3, rounded by 0.5
  for (const method of [0, 7, 8, 9, 10]) {
    const settings = h.put([1e-8, 100, method, 0, 1, 0, 0, 0, 0]);
    const r = h.batch('penetration', 14, 3, shapes, poses, [0, 1], settings).records[0];
    assert.ok(Math.abs(r[3] - 2.5) < 1e-7, `${r[3]} by method ${method}`); // mpr keeps the rounding
    assert.ok(r[4] <= r[3]);
    assert.ok(Math.abs(r[5] - 1) < 1e-12);
    const signed = h.batch('signed_distance', 15, 3, shapes, poses, [0, 1], settings).records[0];
    assert.ok(Math.abs(signed[3] + 2.5) < 1e-7);
    assert.ok(signed[4] <= signed[3] && signed[3] <= signed[5]);
  }
  for (const method of [0, 2, 3, 4, 5, 6]) {
    for (const subalgorithm of [0, 1, 2]) {
      const settings = h.put([1e-8, 100, method, subalgorithm, 0, 0, 0, 0, 0]);
      const apart = [at(0, 0, 0), at(5, 0, 0)];
      const r = h.batch('distance', 39, 3, shapes, apart, [0, 1], settings).records[0];
      assert.ok(Math.abs(r[2] - 2) < 1e-12, `${r[2]} by method ${method}`);
      const c = h.batch('collide', 11, 3, shapes, apart, [0, 1], settings).records[0];
      assert.equal(c[2], 0);
    }
  }
});

test('a trace is written as far as it fits, and does not change the result', () => {
  const h = host();
  const shapes = [h.shape([2, 0, 0, 0, 0, 0, 1, 2, 3]), h.shape(BOX)];
  const poses = [at(0, 0, 0), [3, 2, 1, 0.1, 0.2, 0.3, 0.9]];
  const ask = (capacity, trace = h.exports.alloc(8 * (7 + capacity))) => {
    h.f64[trace / 8] = capacity;
    const settings = h.put([2 ** -26, 100, 0, 0, 0, 0, 0, trace, 0]);
    const r = h.batch('growth_distance', 17, 3, shapes, poses, [0, 1], settings);
    const [, quantity, used, needed, iterates] = h.f64.subarray(trace / 8);
    const rows = Array.from(h.f64.subarray(trace / 8 + 7, trace / 8 + 7 + used));
    return { ...r, quantity, used, needed, iterates, rows };
  };
  const plain = h.batch('growth_distance', 17, 3, shapes, poses, [0, 1]);
  const all = ask(10000);
  assert.deepEqual(all.records, plain.records);
  assert.equal(all.quantity, 0);
  assert.equal(all.used, all.needed);
  const iterations = plain.records[0][1];
  // portals of 3 vertices with a support vertex, the last portal, the result
  const head = 16 + 6 * 3;
  assert.equal(all.iterates, iterations + 2);
  assert.equal(all.needed, iterations * (head + 40) + (head + 30) + (head + 10));
  let [row, count] = [0, 0];
  for (; row < all.used; row += all.rows[row + 1]) {
    const [type, length, width, iteration, lower, upper] = all.rows.slice(row);
    assert.equal(type, count < iterations + 1 ? 1 : 0);
    assert.equal(width, 3);
    assert.equal(length, head + 10 * all.rows[row + 11] + 3 * all.rows[row + 12]);
    assert.equal(iteration, Math.min(++count, iterations));
    assert.ok(lower <= plain.records[0][4] && upper >= plain.records[0][3]);
  }
  assert.equal(row, all.used);
  for (const capacity of [0, 1, 73, 74, 75, 500, all.needed - 1, all.needed]) {
    const some = ask(capacity);
    assert.deepEqual(some.records, plain.records);
    assert.ok(some.used <= capacity && some.needed === all.needed);
    assert.deepEqual(some.rows, all.rows.slice(0, some.used));
  }
  assert.equal(ask(74).used, 74);
});

test('a wrong address or capacity of a trace is refused', () => {
  const h = host();
  const shapes = [h.shape(SPHERE), h.shape(SPHERE)];
  const poses = [at(0, 0, 0), at(3, 0, 0)];
  const settings = h.put([1e-8, 100, 0, 0, 0, 0, 0, 0, 0]);
  const trace = h.put([100, ...new Array(106).fill(0)]);
  const ask = (address, capacity = 100, pairs = [0, 1]) => {
    h.f64[trace / 8] = capacity;
    h.f64[settings / 8 + 7] = address;
    return h.batch('distance', 39, 3, shapes, poses, pairs, settings).status;
  };
  assert.equal(ask(trace), 0);
  assert.equal(ask(trace, 100, [0, 1, 1, 0]), -20, 'one pair at a time');
  for (const address of [-8, 0.5, 4, trace + 4, 2 ** 31, 2 ** 32, 2 ** 60, NaN, Infinity])
    assert.equal(ask(address), -21, `${address}`);
  for (const capacity of [-1, 0.5, 101, 2 ** 29, 2 ** 40, NaN, Infinity])
    assert.equal(ask(trace, capacity), -21, `${capacity}`);
  // a trace that overlaps its own settings
  const overlap = h.put([1e-8, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  h.f64[overlap / 8 + 7] = overlap + 8;
  assert.equal(h.batch('distance', 39, 3, shapes, poses, [0, 1], overlap).status, -21);
});

test('the functions of one shape describe a cube', () => {
  const h = host();
  const corners = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z])));
  const cube = h.shape([8, 0, 0, 0, 0, 0, ...corners.flat()]);
  const block = h.put(new Array(64).fill(0));
  const read = (n) => Array.from(h.f64.subarray(block / 8, block / 8 + n));
  assert.equal(h.exports.shape_describe(cube, block), 0);
  const [kind, dimension, x, y, z, inradius, bound, vertices, triangles, volume] = read(10);
  assert.deepEqual([kind, dimension, x, y, z, inradius], [8, 3, 0.5, 0.5, 0.5, 0.5]);
  assert.ok(Math.abs(bound - Math.sqrt(0.75)) < 1e-15);
  assert.deepEqual([vertices, triangles, volume], [8, 12, 1]);
  h.f64.set([1, 1, 1], block / 8);
  assert.equal(h.exports.shape_support(cube, block, 1, block + 64), 0);
  assert.deepEqual(Array.from(h.f64.subarray(block / 8 + 8, block / 8 + 11)), [1, 1, 1]);
  assert.equal(h.exports.shape_contains(cube, block), 1);
  h.f64.set([1, 1, 1.0001], block / 8);
  assert.equal(h.exports.shape_contains(cube, block), 0);
  h.f64.set(at(2, 0, 0), block / 8);
  assert.equal(h.exports.shape_bounds(cube, block, block + 64), 0);
  assert.deepEqual(Array.from(h.f64.subarray(block / 8 + 8, block / 8 + 14)), [2, 0, 0, 3, 1, 1]);
  assert.equal(h.exports.shape_surface(cube, block, 0), 0);
  assert.deepEqual(new Set([...read(24)]), new Set([0, 1]));
});

test('wrong pointers, counts and handles return an error code and never trap', () => {
  const h = host();
  const { exports } = h;
  const sphere = h.shape(SPHERE);
  const wild = [0, 1, 4, 8, 12, 1024, 2 ** 20, 2 ** 31, 2 ** 32 - 8, 2 ** 32 - 1];
  for (const pointer of wild) {
    assert.equal(exports.shape_create(pointer, 7), -21);
    assert.equal(exports.shape_create(pointer, 2 ** 32 - 1), -21);
    assert.equal(exports.release(pointer), -21);
    assert.equal(exports.shape_describe(sphere, pointer), -21);
    assert.equal(exports.shape_support(sphere, pointer, 2 ** 31, pointer), -21);
    assert.equal(exports.shape_bounds(sphere, pointer, pointer), -21);
    assert.equal(exports.shape_contains(sphere, pointer), -21);
    for (const call of QUERIES)
      assert.equal(exports[call](3, pointer, 2, pointer, pointer, 1, 0, 0, pointer), -21);
  }
  const gradients = ['growth_gradient', 'distance_gradient', 'penetration_gradient'];
  for (const call of gradients) {
    for (const p of wild) assert.equal(exports[call](3, p, 2, p, p, 1, 0, 0, 0, 0, p), -21);
    const args = h.put([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const room = exports.alloc(8 * 200);
    assert.equal(exports[call](3, args, 2, args, args + 8, 1, 0, 4, 0, 0, room), -21, 'velocities');
    assert.equal(exports[call](3, args, 2, args, args + 8, 1, 0, 0, 4, 0, room), -21, 'Jacobians');
  }
  const block = exports.alloc(256);
  for (const call of QUERIES) {
    assert.equal(exports[call](3, block, 2, block, block, 2 ** 31, 0, 0, block), -21);
    assert.equal(exports[call](4, block, 2, block, block, 1, 0, 0, block), -18);
  }
  assert.equal(exports.alloc(0), 0);
  assert.equal(exports.alloc(2 ** 32 - 1), 0);
  for (const handle of [0, -1, 1, sphere + 1, 2 ** 30])
    assert.equal(exports.shape_describe(handle, block), -17);
  assert.equal(exports.shape_destroy(sphere), 0);
  assert.equal(exports.shape_destroy(sphere), -17, 'a second time');
  const next = h.shape(SPHERE);
  assert.notEqual(next, sphere, 'handles are not handed out again at once');
});

test('every malformed record returns an error code', () => {
  const h = host();
  const records = [
    [],
    [1],
    [1, 0, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0, 1, 1],
    [0, 0, 0, 0, 0, 0, 1, 0],
    [22, 0, 0, 0, 0, 0, 1],
    [1.5, 0, 0, 0, 0, 0, 1],
    [NaN, 0, 0, 0, 0, 0, 1],
    [8, 0, 0, 0, 0, 0, 1, 2],
  ];
  for (const record of records) {
    const block = h.put([...record, 0]);
    assert.ok(h.exports.shape_create(block, record.length) < 0, `${record}`);
  }
  // each double of a valid record, replaced by an invalid number
  for (const good of [SPHERE, BOX, [7, 0, 1, 0, 0, 0, 1, 1, 0.5], HALFSPACE]) {
    for (let i = 6; i < good.length; i++) {
      for (const bad of [NaN, Infinity, -Infinity, 1e300]) {
        const status = h.shape(good.with(i, bad));
        assert.ok(status < 0 && status > -25, `${good.with(i, bad)} gave ${status}`);
      }
    }
  }
  assert.equal(h.exports.shape_count(), 0);
});

test('the module notifies the host of memory growth', () => {
  const h = host();
  const big = Array.from({ length: 300_000 }, (_, i) => Math.sin(i * i));
  const hull = h.shape([8, 0, 0, 0, 0, 0, ...big]);
  assert.ok(hull > 0);
  assert.ok(h.growths > 0, 'the module told of it');
});

test('a world works as the document says', () => {
  const { exports, put, shape } = host();
  const views = () => ({
    f64: new Float64Array(exports.memory.buffer),
    u32: new Uint32Array(exports.memory.buffer),
  });
  const pose = put(at(0, 0, 0));
  const world = exports.world_create(3);
  assert.ok(world > 0);
  const [ball, box] = [shape(SPHERE), shape(BOX)];
  assert.equal(exports.world_add(world, ball, pose, 1, -1), 0);
  assert.equal(exports.world_add(world, box, pose, 1, -1), 1);
  assert.equal(exports.world_add(world, ball, pose, 2, 1), 2);
  const poses = exports.world_array(world, 0);
  views().f64.set([5, 0, 0], poses / 8 + 7);
  views().f64.set([2.5, 0, 0], poses / 8 + 14);
  // along x, box 1 starts at 3.5, sphere 0 ends at 1, sphere 2 is from 1.5 to 3.5: rounded
  // outwards, 1 and 2 touch
  assert.equal(exports.world_find(world, 0), 1);
  assert.equal(exports.world_find(world, 0.6), 2);
  const pairs = exports.world_array(world, 1) / 4;
  assert.deepEqual(Array.from(views().u32.subarray(pairs, pairs + 4)), [0, 2, 1, 2]);
  for (let query = 0; query < 5; query++)
    assert.equal(exports.world_ask(world, query, 0, 0, 0, 1), 2);
  const room = exports.world_room(world, 10);
  const growth = exports.world_array(world, 10) / 8;
  assert.ok(Math.abs(views().f64[growth + 2 * room] - 1.25) < 1e-7, 'value of 0 and 2');
  assert.ok(Math.abs(views().f64[growth + 5 * room] - 1) < 1e-7, 'normal x');
  assert.ok(Math.abs(views().f64[growth + 14 * room] - 1.25) < 1e-7, 'contact x');
  const given = exports.world_give(world, 1) / 4;
  views().u32.set([1, 0], given);
  assert.equal(exports.world_ask(world, 2, 1, 0, 0, 1), 1);
  const distances = exports.world_array(world, 12) / 8;
  assert.equal(views().f64[distances + 2 * exports.world_room(world, 12)], 2.5);

  views().f64.set([2.5, 0.5, 0], poses / 8 + 14);
  assert.equal(exports.world_fit(world), 0);
  const left = put([0]);
  views().u32.set([0], left / 4);
  assert.equal(exports.world_nearest(world, ball, pose, -1, left, 1, 2, 1e9), 2);
  const near = exports.world_array(world, 4) / 8;
  const stride = 40; // body, then a distance result of 39 doubles
  assert.deepEqual([views().f64[near], views().f64[near + stride]], [2, 1]);
  assert.ok(Math.abs(views().f64[near + 1 + 2] - (Math.sqrt(6.5) - 2)) < 1e-12, 'value');
  assert.equal(exports.world_nearest(world, ball, pose, 2, left, 0, 9, 1e9), 1, 'by mask');
  assert.equal(exports.world_overlapping(world, ball, pose, -1, left, 0), 1);
  assert.equal(views().u32[exports.world_array(world, 5) / 4], 0);
  assert.equal(exports.world_overlaps(world), 1, 'box and ball touch');
  views().f64.set([0.5, 0, 0], poses / 8 + 14);
  assert.equal(exports.world_overlaps(world), 1);
  const overlaps = exports.world_array(world, 6) / 4;
  assert.deepEqual(Array.from(views().u32.subarray(overlaps, overlaps + 2)), [0, 2]);
  views().f64.set([2.5, 0.5, 0], poses / 8 + 14);
  assert.equal(exports.world_fit(world), 0);
  assert.equal(exports.world_set_filter(world, 0, 2, -1), 0);
  assert.equal(exports.world_nearest(world, ball, pose, 2, left, 0, 9, 1e9), 2);
  assert.equal(exports.world_set_shape(world, 0, box), 0);
  assert.equal(exports.world_set_shape(world, 9, box), -23);
  assert.equal(exports.world_set_filter(world, 9, 1, 1), -23);
  assert.equal(exports.world_nearest(world, 77, pose, -1, left, 0, 1, 1e9), -17);
  assert.equal(exports.world_nearest(world, ball, 8, -1, left, 0, 1, 1e9), -21);
  assert.equal(exports.world_nearest(world, ball, pose, -1, 8, 1, 1, 1e9), -21);
  assert.equal(exports.world_nearest(world, ball, pose, -1, left, 0, 1, -1), -20);
  assert.equal(exports.world_overlapping(world, ball, 8, -1, left, 0), -21);
  assert.equal(exports.world_set_shape(world, 0, ball), 0);
  assert.equal(exports.world_set_filter(world, 0, 1, -1), 0);
  assert.equal(exports.world_find(world, 0.6), 2);

  views().u32.set([1, 7], given);
  assert.equal(exports.world_ask(world, 2, 1, 0, 0, 1), -23);
  assert.equal(exports.world_ask(world, 5, 0, 0, 0, 1), -20);
  assert.equal(exports.world_ask(world, 0, 0, 8, 0, 1), -21);
  assert.equal(exports.world_ask(world, 0, 0, 0, 1, 1), -20);
  assert.equal(exports.world_add(world, 77, pose, 1, 1), -17);
  assert.equal(exports.world_add(world, ball, 8, 1, 1), -21);
  assert.equal(exports.world_remove(world, 3), -23);
  assert.equal(exports.world_find(world, -1), -3);
  assert.equal(exports.world_array(world, 15), 0);
  assert.equal(exports.world_create(5), -18);
  assert.equal(exports.shape_destroy(box), 0);
  assert.equal(exports.world_find(world, 0), -17);
  assert.equal(exports.world_remove(world, 1), 0);
  assert.equal(exports.world_find(world, 0.6), 1);
  assert.equal(exports.world_clear(world), 0);
  assert.equal(exports.world_find(world, 9), 0);
  assert.equal(exports.world_add(world, ball, pose, 1, 1), 0);
  assert.equal(exports.world_destroy(world), 0);
  for (const call of Object.keys(exports).filter((name) =>
    /^world_(?!create|give|array|room|version)/.test(name),
  ))
    assert.equal(exports[call](world, 0, 0, 0, 0, 1, 0, 0, 0, 0), -17, call);
});
