/* Drives the raw modules by wasm/ABI.md alone: no file of js/ or wasm/dist but the .wasm files, and
 * every number read from the document. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const load = (name) => readFileSync(new URL(`../wasm/dist/${name}.wasm`, import.meta.url));
const wasm = load('core');
const EXTENSIONS = ['derivatives', 'dimensions'];
const manual = readFileSync(new URL('../wasm/ABI.md', import.meta.url), 'utf8');
const header = readFileSync(new URL('../src/growth_distance.h', import.meta.url), 'utf8');

/** The host: instance, views that follow memory growth, a block for arguments. */
function host() {
  const self = { growths: 0 };
  const refresh = () => {
    self.f64 = new Float64Array(self.exports.memory.buffer);
    self.i32 = new Int32Array(self.exports.memory.buffer);
    self.u32 = new Uint32Array(self.exports.memory.buffer);
  };
  const env = {
    emscripten_notify_memory_growth() {
      self.growths++;
      refresh();
    },
    custom_support() {},
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), { env });
  self.exports = instance.exports;
  self.exports._initialize();
  refresh();
  /** Adds the functions of an extension. */
  self.extend = (name) => {
    const module = new WebAssembly.Module(load(name));
    const [section] = WebAssembly.Module.customSections(module, 'dylink.0');
    const [type, , size, more] = new Uint8Array(section);
    assert.equal(type, 1);
    const bytes = size < 128 ? size : (size & 127) | (more << 7); // LEB128 of one or two bytes
    assert.ok(size < 128 || more < 128);
    const data = bytes === 0 ? 0 : self.exports.alloc(bytes);
    const { exports } = instance;
    const own = { memory: exports.memory, __memory_base: data };
    const { exports: added } = new WebAssembly.Instance(module, { env: { ...exports, ...own } });
    assert.equal(added.build(), exports.build());
    self.exports = { ...self.exports, ...added };
    return self;
  };
  self.put = (doubles) => {
    const pointer = self.exports.alloc(8 * doubles.length);
    self.f64.set(doubles, pointer / 8);
    return pointer;
  };
  self.shape = (record) => {
    const pointer = self.put(record);
    const handle = self.exports.shape_create(pointer, record.length);
    assert.equal(self.exports.release(pointer), 0);
    return handle;
  };
  /** A batch over poses by pairs; returns the records. */
  self.batch = (call, stride, dimension, shapes, poses, pairs, settings = 0, warm = 0) => {
    const { alloc, release } = self.exports;
    const handles = alloc(4 * shapes.length);
    self.i32.set(shapes, handles / 4);
    const indices = alloc(4 * pairs.length);
    self.u32.set(pairs, indices / 4);
    const places = self.put(poses.flat());
    const count = pairs.length / 2;
    const results = alloc(8 * stride * count);
    const { exports } = self;
    const status = exports[call](
      dimension,
      handles,
      shapes.length,
      places,
      indices,
      count,
      settings,
      warm,
      results,
    );
    const records = Array.from({ length: count }, (_, i) =>
      Array.from(self.f64.subarray(results / 8 + stride * i, results / 8 + stride * (i + 1))),
    );
    for (const pointer of [handles, indices, places, results]) release(pointer);
    return { status, records };
  };
  return self;
}

const QUERIES = ['growth_distance', 'collide', 'distance', 'penetration', 'signed_distance'];
const SPHERE = [1, 0, 0, 0, 0, 0, 1];
const BOX = [3, 0.5, 0, 0, 0, 0, 1, 2, 3];
const HALFSPACE = [9, 0, 0, 0, 0, 0, 0, 2, 0, 4];
const at = (x, y, z) => [x, y, z, 0, 0, 0, 1];

test('the module says which version of the ABI it speaks', () => {
  const version = Number(/ABI version (\d+)/.exec(manual)[1]);
  assert.equal(host().exports.abi_version(), version);
});

const named = (list) => list.map((entry) => entry.name);

test('the document lists exactly the functions that the modules export', () => {
  const lent = /^(_|stack|gd_|host_|mem)/;
  for (const name of ['core', ...EXTENSIONS])
    for (const exported of named(WebAssembly.Module.exports(new WebAssembly.Module(load(name)))))
      if (!lent.test(exported))
        assert.ok(manual.includes(`\`${exported}`), `${exported} is undocumented`);
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
  assert.deepEqual(imported.map((i) => `${i.module}.${i.name}`).sort(), [
    'env.custom_support',
    'env.emscripten_notify_memory_growth',
  ]);
});

test('an extension needs nothing but what the core lends, and the core lends no more', () => {
  const lent = named(WebAssembly.Module.exports(new WebAssembly.Module(wasm)));
  const needed = new Set(['memory']);
  for (const extension of EXTENSIONS)
    for (const { module, name } of WebAssembly.Module.imports(
      new WebAssembly.Module(load(extension)),
    )) {
      assert.equal(module, 'env');
      needed.add(name);
      assert.ok(name === '__memory_base' || lent.includes(name), `${extension} needs ${name}`);
    }
  for (const name of lent.filter((lending) => /^(gd_|host_)/.test(lending)))
    assert.ok(needed.has(name), `nobody needs ${name}`);
});

test('the document gives the codes of the header', () => {
  const codes = [...header.matchAll(/GD_(?:STATUS|ERROR)_\w+ = (-?\d+)/g)].map((m) => m[1]);
  assert.ok(codes.length > 20);
  for (const code of codes) {
    const written = code.replace('-', '−');
    assert.match(manual, new RegExp(`\\| ${written} +\\|`), `${code} is undocumented`);
  }
});

test('spheres, boxes and half-spaces in one batch', () => {
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

test('booleans carry a certificate', () => {
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

test('the plane has poses of three numbers', () => {
  const h = host();
  const shapes = [h.shape([15, 0, 0, 0, 0, 0, 2, 1]), h.shape([13, 0, 0, 0, 0, 0, 1])];
  const poses = [
    [0, 0, Math.PI / 2],
    [0, 6, 0],
  ];
  const [r] = h.batch('growth_distance', 17, 2, shapes, poses, [0, 1]).records;
  assert.ok(Math.abs(r[2] - 2) < 1e-7, 'a turned rectangle reaches 2 upwards, the circle 1');
});

test('a warm record saves iterations and is ignored for other shapes', () => {
  const h = host();
  const cylinder = [5, 0, 0, 0, 0, 0, 1, 0.5];
  const shapes = [h.shape(cylinder), h.shape([2, 0, 0, 0, 0, 0, 1, 2, 3])];
  const poses = [at(0, 0, 0), [3, 2, 1, 0.1, 0.2, 0.3, 0.9]];
  const warm = h.put(new Array(26).fill(0));
  const run = (state) =>
    h.batch('growth_distance', 17, 3, shapes, poses, [0, 1], 0, state).records[0];
  const cold = run(warm);
  const again = run(warm);
  assert.ok(again[1] < cold[1], `${again[1]} iterations after ${cold[1]}`);
  assert.ok(Math.abs(again[2] - cold[2]) <= 2 ** -26 * cold[2]);
  // the same record for the pair in the other order
  const swapped = h.batch('growth_distance', 17, 3, shapes, poses, [1, 0], 0, warm).records[0];
  assert.ok(Math.abs(swapped[2] - cold[2]) <= 2 ** -25 * cold[2]);
  // damaged
  run(warm);
  h.f64[warm / 8 + 7] += 1;
  assert.deepEqual(run(warm), cold, 'a damaged record is as good as none');
});

test('settings bound the iterations, and the bounds still hold', () => {
  const h = host();
  const shapes = [h.shape([5, 0, 0, 0, 0, 0, 1, 0.5]), h.shape([2, 0, 0, 0, 0, 0, 1, 2, 3])];
  const poses = [at(0, 0, 0), [3, 2, 1, 0.1, 0.2, 0.3, 0.9]];
  const truth = h.batch('growth_distance', 17, 3, shapes, poses, [0, 1]).records[0];
  const few = h.put([1e-8, 3, 0, 0, 0, 0, 0, 0]);
  const r = h.batch('growth_distance', 17, 3, shapes, poses, [0, 1], few).records[0];
  assert.equal(r[0], 2);
  assert.equal(r[1], 3);
  assert.ok(r[3] <= truth[4] && r[4] >= truth[3]);
  const wrong = [
    [0, 100, 0, 0, 0, 0, 0, 0],
    [1e-8, 0, 0, 0, 0, 0, 0, 0],
    [1e-8, 100, 10, 0, 0, 0, 0, 0], // EPA is no method of collide
    [1e-8, 100, 0.5, 0, 0, 0, 0, 0],
    [1e-8, 100, NaN, 0, 0, 0, 0, 0],
    [1e-8, 100, 2, 3, 0, 0, 0, 0],
    [1e-8, 100, 0, 0, 0, 0, Infinity, 0],
  ];
  for (const settings of wrong) {
    const bad = h.put(settings);
    const [status, ...rest] = h.batch('collide', 11, 3, shapes, poses, [0, 1], bad).records[0];
    assert.equal(status, -20, `${settings}`);
    assert.deepEqual(rest, new Array(10).fill(0));
  }
});

test('methods and directions are numbers a host can set', () => {
  const h = host();
  const shapes = [h.shape(BOX), h.shape(BOX)];
  const poses = [at(0, 0, 0), at(0.5, 0.25, 0)]; // half extents 1, 2, 3, rounded by 0.5
  for (const method of [0, 7, 8, 9, 10]) {
    const settings = h.put([1e-8, 100, method, 0, 1, 0, 0, 0]);
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
      const settings = h.put([1e-8, 100, method, subalgorithm, 0, 0, 0, 0]);
      const apart = [at(0, 0, 0), at(5, 0, 0)];
      const r = h.batch('distance', 39, 3, shapes, apart, [0, 1], settings).records[0];
      assert.ok(Math.abs(r[2] - 2) < 1e-12, `${r[2]} by method ${method}`);
      const c = h.batch('collide', 11, 3, shapes, apart, [0, 1], settings).records[0];
      assert.equal(c[2], 0);
    }
  }
});

test('a trace is written as far as it fits, and the answer stays the same', () => {
  const h = host();
  const shapes = [h.shape([2, 0, 0, 0, 0, 0, 1, 2, 3]), h.shape(BOX)];
  const poses = [at(0, 0, 0), [3, 2, 1, 0.1, 0.2, 0.3, 0.9]];
  const ask = (capacity, trace = h.exports.alloc(8 * (7 + capacity))) => {
    h.f64[trace / 8] = capacity;
    const settings = h.put([2 ** -26, 100, 0, 0, 0, 0, 0, trace]);
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
  // portals of 3 with a support vertex, the last portal, the result
  const head = 14 + 5 * 3;
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
  for (const capacity of [0, 1, 68, 69, 70, 500, all.needed - 1, all.needed]) {
    const some = ask(capacity);
    assert.deepEqual(some.records, plain.records);
    assert.ok(some.used <= capacity && some.needed === all.needed);
    assert.deepEqual(some.rows, all.rows.slice(0, some.used));
  }
  assert.equal(ask(69).used, 69);
});

test('a trace that cannot be one is refused', () => {
  const h = host();
  const shapes = [h.shape(SPHERE), h.shape(SPHERE)];
  const poses = [at(0, 0, 0), at(3, 0, 0)];
  const settings = h.put([1e-8, 100, 0, 0, 0, 0, 0, 0]);
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
  // over its own settings
  const overlap = h.put([1e-8, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  h.f64[overlap / 8 + 7] = overlap + 8;
  assert.equal(h.batch('distance', 39, 3, shapes, poses, [0, 1], overlap).status, -21);
});

test('derivatives follow the result', () => {
  const h = host().extend('derivatives');
  const shapes = [h.shape(SPHERE), h.shape(SPHERE)];
  const velocity = h.put([0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0]);
  // velocities come before the warm records
  const ask = (call, stride, x) =>
    h.batch(call, stride, 3, shapes, [at(0, 0, 0), at(x, 0, 0)], [0, 1], 0, velocity).records[0];
  const [call, { exports }] = ['growth_gradient', h];
  const swapped = { ...exports };
  for (const name of [call, 'distance_gradient', 'penetration_gradient'])
    swapped[name] = (...a) => exports[name](...a.slice(0, 7), a[7], 0, a[8]);
  h.exports = swapped;
  const growth = ask(call, 17 + 161, 3).slice(17);
  assert.deepEqual(growth.slice(0, 2), [1, 1]);
  growth.slice(2, 14).forEach((x, i) => {
    assert.ok(Math.abs(x - (i === 0 ? -0.5 : i === 6 ? 0.5 : 0)) < 1e-15);
  });
  assert.ok(Math.abs(growth[14 + 12 + 7] - 1 / 3) < 1e-15, 'd normal y / d y of B');
  assert.ok(Math.abs(growth[122 + 6] - 0.5) < 1e-15, 'd contact x / d x of B');
  for (const x of growth.slice(158)) assert.ok(Math.abs(x - 0.5) < 1e-15, 'directional, bounds');
  assert.ok(Math.abs(ask('distance_gradient', 39 + 161, 3)[39 + 158] - 1) < 1e-15);
  assert.ok(Math.abs(ask('penetration_gradient', 14 + 161, 1)[14 + 158] + 1) < 1e-15);
});

test('shapes answer for themselves', () => {
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

test('nothing a host passes by mistake traps or is believed', () => {
  const h = host().extend('derivatives');
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
    for (const p of wild) assert.equal(exports[call](3, p, 2, p, p, 1, 0, 0, 0, p), -21);
    const args = h.put([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const room = exports.alloc(8 * 200);
    assert.equal(exports[call](3, args, 2, args, args + 8, 1, 0, 4, 0, room), -21, 'velocities');
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

test('every malformed record is refused with a code', () => {
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
  // each double of a good record replaced by what cannot be
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

test('memory grows while the host holds on to its views', () => {
  const h = host();
  const big = Array.from({ length: 30_000 }, (_, i) => Math.sin(i * i));
  const hull = h.shape([8, 0, 0, 0, 0, 0, ...big]);
  assert.ok(hull > 0);
  assert.ok(h.growths > 0, 'the module told of it');
});

test('the queries of any dimension take a pair of handles and a workspace', () => {
  const self = host().extend('dimensions');
  const { exports } = self;
  const ball = self.shape([31, 0, 0, 0, 0, 0, 4, 1, 2]); // four dimensions, p = 1, radius 2
  const cloud = self.shape([30, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 9, 9, 9, 9, 0, 0, 0, 1]);
  assert.ok(ball > 0 && cloud > 0);
  const doubles = exports.workspace(4);
  assert.ok(doubles > 0);
  assert.equal(exports.workspace(1), 0);
  assert.equal(exports.workspace(257), 0);
  const workspace = exports.alloc(8 * doubles);
  const zero = self.put([0, 0, 0, 0]);
  const away = self.put([3, 0, 0, 5]);
  const out = exports.alloc(8 * (6 + 16));
  const read = (count) => Array.from(self.f64.subarray(out / 8, out / 8 + count));

  assert.equal(exports.shape_center(cloud, out), 0);
  assert.deepEqual(read(4), [0, 0, 0, 1]);
  assert.equal(exports.growth_distance_n(ball, zero, ball, away, 0, workspace, out), 0);
  let r = read(21);
  assert.equal(r[0], 0);
  assert.ok(Math.abs(r[2] - 2) < 1e-12, `growth ${r[2]}`); // 8 apart, each reaches 2
  assert.equal(exports.collide_n(ball, zero, ball, away, 0, workspace, out), 0);
  assert.equal(read(3)[2], 0);
  assert.equal(exports.generalized_distance(ball, zero, 0, 0, cloud, away, 0, workspace, out), 0);
  r = read(22);
  assert.equal(r[0], 0);
  assert.ok(Math.abs(r[3] - 4.5) < 1e-12, `distance ${r[3]}`); // 3 0 0 6 is 9 away
  assert.deepEqual(r.slice(18), r.slice(6, 10)); // the contact is the point of A
  assert.equal(
    exports.generalized_distance(ball, zero, cloud, zero, cloud, away, 0, workspace, out),
    0,
  );
  assert.ok(Math.abs(read(4)[3] - 4) < 1e-12); // from 0 0 0 1 to 3 0 0 6

  const refused = (status, ...args) => assert.equal(exports.generalized_distance(...args), status);
  const sphere = self.shape(SPHERE);
  refused(-17, 0, zero, 0, 0, cloud, away, 0, workspace, out);
  refused(-17, ball, zero, 12345, zero, cloud, away, 0, workspace, out);
  refused(-18, ball, zero, 0, 0, sphere, away, 0, workspace, out);
  refused(-21, ball, zero + 8, 0, 0, cloud, away, 0, workspace, out);
  refused(-21, ball, zero, 0, 0, cloud, away, 0, workspace + 16, out);
  refused(-21, ball, zero, 0, 0, cloud, away, 4, workspace, out);
  refused(-21, ball, zero, 0, 0, cloud, away, 0, workspace, out + 8);
  refused(-21, ball, zero, ball, 3, cloud, away, 0, workspace, out);
});
