/*
 * Hosts that do what wasm/ABI.md does not foresee: overlapping blocks, handles that have long been
 * stale, memory that grows during a batch. Nothing traps, and no later result is wrong.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import { BOX, CYLINDER, QUERIES, SPHERE, at, host } from '../lib/host.js';
import { draw, random } from '../lib/random.js';

/** Doubles of a result of each query. */
const STRIDES = [17, 11, 39, 14, 15];

/** Checks that a batch of three pairs still gives the right results. */
function stillRight(h) {
  const sphere = h.shape(SPHERE);
  const poses = [at(0, 0, 0), at(3, 0, 0), at(0, 4, 0)];
  const shapes = [sphere, sphere, sphere];
  const { status, records } = h.batch('growth_distance', 17, 3, shapes, poses, [0, 1, 0, 2, 1, 2]);
  assert.equal(status, 0);
  assert.deepEqual(
    records.map((record) => record[2]),
    [1.5, 2, 2.5],
  );
  assert.equal(h.exports.shape_destroy(sphere), 0);
}

test('overlapping blocks neither trap nor spoil later results', () => {
  const h = host();
  const { exports } = h;
  const d = draw(random(91));
  const handles = [h.shape(SPHERE), h.shape(BOX), h.shape(CYLINDER)];
  const doubles = 200;
  const block = exports.alloc(8 * doubles);
  const behind = exports.alloc(64);
  h.f64.fill(7, behind / 8, behind / 8 + 8);
  const seen = new Set();
  for (let i = 0; i < 20_000; i++) {
    // every place in the block has numbers that a query can read
    for (let k = 0; k < doubles; k++) h.f64[block / 8 + k] = d.pick([0, 1, 0.5, -2, 1e-6, 50]);
    for (let k = 0; k < 12; k++) h.i32[block / 4 + k] = d.pick([...handles, 0, 1, 2]);
    const inside = () => block + 8 * Math.floor(d.next() * doubles);
    const early = () => block + 4 * Math.floor(d.next() * 12);
    const query = Math.floor(d.next() * QUERIES.length);
    const optional = () => (d.next() < 0.5 ? 0 : inside());
    const pose = block + 8 * Math.floor(d.next() * 16);
    const [count, shapes] = [d.pick([1, 1, 2, 3]), d.pick([1, 2, 3])];
    const args = [d.pick([2, 3]), early(), shapes, pose, early(), count];
    seen.add(exports[QUERIES[query]](...args, optional(), optional(), inside()));
    assert.equal(exports.shape_count(), 3);
  }
  assert.deepEqual([...h.f64.subarray(behind / 8, behind / 8 + 8)], Array(8).fill(7));
  // some calls ran, and some were refused for a bad block or bad settings
  assert.deepEqual(
    [...seen].sort((x, y) => x - y),
    [-21, -20, 0],
  );
  stillRight(h);
});

test('a result may overwrite the poses and indices of its query', () => {
  const h = host();
  const { exports } = h;
  const shapes = [h.shape(SPHERE), h.shape(CYLINDER)];
  const block = exports.alloc(8 * 100);
  const settings = h.put([2 ** -26, 100, 0, 0, 0, 0, 0, 0, 1]); // with simplex: every field is written
  for (const [i, query] of QUERIES.entries()) {
    const write = () => {
      h.i32.set(shapes, block / 4);
      h.u32.set([0, 1], block / 4 + 2);
      h.f64.set([...at(0, 0, 0), ...at(3, 0.5, 0.25)], block / 8 + 2);
    };
    const ask = (result) => {
      write();
      assert.equal(exports[query](3, block, 2, block + 16, block + 8, 1, settings, 0, result), 0);
      return [...h.f64.slice(result / 8, result / 8 + STRIDES[i])];
    };
    // the query writes its one result at the end
    assert.deepEqual(ask(block), ask(block + 8 * 50), query);
    assert.deepEqual(ask(block + 16), ask(block + 8 * 50), query);
  }
});

test('a handle stays stale while its slot is reused two thousand times', () => {
  const h = host();
  const { exports } = h;
  const out = exports.alloc(128);
  const first = h.shape(SPHERE);
  assert.equal(exports.shape_destroy(first), 0);
  const seen = new Set([first]);
  // one slot, again and again: it has as many handles as generations
  for (let i = 0; i < 2045; i++) {
    const handle = h.shape(SPHERE);
    assert.ok(!seen.has(handle), `handle ${handle} came again after ${i} others`);
    seen.add(handle);
    assert.equal(exports.shape_describe(first, out), -17);
    assert.equal(exports.shape_destroy(first), -17);
    assert.equal(exports.shape_destroy(handle), 0);
  }
  for (const handle of seen) assert.equal(exports.shape_describe(handle, out), -17);
  stillRight(h);
});

test('memory growth during a support function changes no bit', () => {
  let grow = false;
  const core = host(undefined, (id, direction, point) => {
    if (grow) core.exports.memory.grow(1);
    const memory = new Float64Array(core.exports.memory.buffer);
    const [x, y, z] = memory.subarray(direction / 8, direction / 8 + 3);
    const length = Math.sqrt(4 * x * x + y * y + z * z);
    memory.set([(4 * x) / length, y / length, z / length], point / 8);
  }); // prettier-ignore
  const custom = core.shape([28, 0, 0, 0, 0, 0, 1]);
  assert.ok(custom > 0, `${custom}`);
  const shapes = [custom, core.shape(BOX), core.shape(CYLINDER)];
  const poses = [at(0, 0, 0), at(4, 1, 0.5), at(0.5, 3, 0)];
  const views = () => {
    core.f64 = new Float64Array(core.exports.memory.buffer);
    core.i32 = new Int32Array(core.exports.memory.buffer);
    core.u32 = new Uint32Array(core.exports.memory.buffer);
  };
  for (const [i, query] of QUERIES.entries()) {
    const ask = () => {
      const { alloc } = core.exports;
      const handles = alloc(16);
      const [places, pairs, result] = [core.put(poses.flat()), alloc(16), alloc(16 * STRIDES[i])];
      core.i32.set(shapes, handles / 4);
      core.u32.set([0, 1, 2, 0], pairs / 4);
      assert.equal(core.exports[query](3, handles, 3, places, pairs, 2, 0, 0, result), 0);
      views();
      return [...core.f64.slice(result / 8, result / 8 + 2 * STRIDES[i])];
    };
    grow = false;
    const calm = ask();
    grow = true;
    const before = core.exports.memory.buffer.byteLength;
    assert.deepEqual(ask(), calm, query);
    assert.ok(core.exports.memory.buffer.byteLength > before);
  }
  grow = false;
  stillRight(core);
});
