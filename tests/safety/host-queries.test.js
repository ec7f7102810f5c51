/*
 * Queries of the raw modules, written from wasm/ABI.md alone: derivatives, any dimension,
 * comparison methods.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import { BOX, SPHERE, at, host, load } from '../lib/host.js';

test('a gradient query writes the derivatives after the result, and Jacobians to their own buffer', () => {
  const h = host();
  const shapes = [h.shape(SPHERE), h.shape(SPHERE)];
  const velocity = h.put([0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0]);
  const jacobians = h.exports.alloc(8 * 145);
  // velocities and Jacobians come before the warm records
  const ask = (call, stride, x) =>
    h.batch(call, stride, 3, shapes, [at(0, 0, 0), at(x, 0, 0)], [0, 1], 0, velocity).records[0];
  const [call, { exports }] = ['growth_gradient', h];
  const swapped = { ...exports };
  for (const name of [call, 'distance_gradient', 'penetration_gradient'])
    swapped[name] = (...a) => exports[name](...a.slice(0, 7), a[7], jacobians, 0, a[8]);
  h.exports = swapped;
  const growth = ask(call, 17 + 16, 3).slice(17);
  assert.equal(growth[0], 1, 'unique');
  growth.slice(1, 13).forEach((x, i) => {
    assert.ok(Math.abs(x - (i === 0 ? -0.5 : i === 6 ? 0.5 : 0)) < 1e-15);
  });
  for (const x of growth.slice(13)) assert.ok(Math.abs(x - 0.5) < 1e-15, 'directional, bounds');
  const rows = h.f64.subarray(jacobians / 8, jacobians / 8 + 145);
  assert.equal(rows[0], 1, 'regular');
  assert.ok(Math.abs(rows[1 + 12 + 7] - 1 / 3) < 1e-15, 'd normal y / d y of B');
  assert.ok(Math.abs(rows[109 + 6] - 0.5) < 1e-15, 'd contact x / d x of B');
  assert.ok(Math.abs(ask('distance_gradient', 39 + 16, 3)[39 + 13] - 1) < 1e-15);
  assert.ok(Math.abs(ask('penetration_gradient', 14 + 16, 1)[14 + 13] + 1) < 1e-15);
  shapes[1] = 0;
  assert.equal(ask(call, 17 + 16, 3)[0], -17);
  assert.ok(
    h.f64.subarray(jacobians / 8, jacobians / 8 + 145).every((x) => x === 0),
    'after an error',
  );
});

test('the queries of any dimension take two handles and a workspace', () => {
  const self = host();
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

test('the comparison module computes growth distances by its own methods', () => {
  const h = host(load('compare'));
  const shapes = [h.shape(SPHERE), h.shape(BOX)];
  for (const method of [12, 13, 14]) {
    const settings = h.put([1e-8, 100, method, 0, 0, 0, 0, 0, 0]);
    const poses = [at(0, 0, 0), at(5, 0, 0)];
    const r = h.batch('growth_distance', 17, 3, shapes, poses, [0, 1], settings).records[0];
    assert.equal(r[0], 0);
    assert.ok(Math.abs(r[2] - 2) < 1e-7, `${r[2]} by method ${method}`);
  }
});

/** Writes two poses and a motion to the argument block. */
function writeMotion(h, poses, motion) {
  const block = h.exports.argument_block() / 8;
  h.f64.set(poses.flat(), block + 11);
  h.f64.set(motion, block + 25);
  return block + 39;
}

test('casts, rays and times of impact take their motion from the argument block', () => {
  const h = host();
  const { exports } = h;
  const [ball, box] = [h.shape(SPHERE), h.shape(BOX)];
  const near = (x, y) => assert.ok(Math.abs(x - y) < 1e-7, `${x}, ${y}`);
  // the box has half extents 1, 2, 3 and the margin 0.5
  let found = writeMotion(h, [at(0, 0, 0), at(6, 0, 0)], [-7, 0, 0, 0, 1, 0]);
  assert.equal(exports.pair_cast_shape(box, ball, 0, 0), 0);
  assert.equal(h.f64[found + 2], 1);
  near(h.f64[found + 4], 0.5);
  assert.deepEqual([...h.f64.subarray(found + 6, found + 9)].map(Math.round), [1, 0, 0]);
  assert.equal(exports.pair_cast_gradient(box, ball, 0, 0), 0);
  near(h.f64[found + 4], 0.5);
  const row = [1, -1 / 7, 0, 0, 0, 0, 0, 1 / 7, 0, 0, 0, 0, 0, 1 / 14, 0, 0];
  row.forEach((x, i) => near(h.f64[found + 15 + i], x));
  const ray = [6, 0, 0, -2, 0, 0, -Infinity, Infinity, 0.5];
  found = writeMotion(h, [at(0, 0, 0)], ray);
  assert.equal(exports.cast_ray(box, 0), 0);
  near(h.f64[found + 3], 2);
  near(h.f64[found + 9], 1.5);
  const motion = [0, 0, 0, 0, 0, 0, -7, 0, 0, 0, 0, 1, 1, 0];
  found = writeMotion(h, [at(0, 0, 0), at(6, 0, 0)], motion);
  assert.equal(exports.pair_time_of_impact(box, ball, 0, 0), 0);
  near(h.f64[found + 3], 0.5);
  assert.equal(exports.pair_stays_apart(box, ball, 0, 0), 0);
  writeMotion(h, [at(0, 0, 0), at(6, 0, 0)], motion.with(12, 0.25));
  assert.equal(exports.pair_stays_apart(box, ball, 0, 0), 1);
  const [from, to] = [h.put(at(1, 2, 3)), h.put([2, 2, 3, 0, 0, 1, 1])];
  const out = exports.alloc(48);
  assert.equal(exports.motion_between(3, from, to, out), 0);
  [1, 0, 0, 0, 0, Math.PI / 2].forEach((x, i) => near(h.f64[out / 8 + i], x));
});

test('motions that are out of range, and wrong pointers, return an error code', () => {
  const h = host();
  const { exports } = h;
  const [ball, box] = [h.shape(SPHERE), h.shape(BOX)];
  const poses = [at(0, 0, 0), at(6, 0, 0)];
  const still = Array(14).fill(0);
  for (const [call, field, x] of [
    ['pair_cast_shape', 0, NaN],
    ['pair_cast_shape', 0, Infinity],
    ['pair_cast_shape', 3, 1],
    ['pair_cast_shape', 4, NaN],
    ['pair_cast_shape', 5, -1],
    ['pair_cast_gradient', 5, NaN],
    ['pair_time_of_impact', 2, NaN],
    ['pair_time_of_impact', 9, Infinity],
    ['pair_time_of_impact', 12, -1],
    ['pair_stays_apart', 12, Infinity],
    ['pair_stays_apart', 13, NaN],
  ]) {
    writeMotion(h, poses, still.with(field, x));
    assert.equal(exports[call](ball, box, 0, 0), -28, `${call} with ${x} at ${field}`);
  }
  writeMotion(h, poses, still);
  assert.equal(exports.cast_ray(ball, 0), -28); // no direction
  assert.equal(exports.cast_ray(0, 0), -17);
  assert.equal(exports.pair_cast_shape(ball, 0, 0, 0), -17);
  assert.equal(exports.pair_cast_gradient(0, ball, 0, 0), -17);
  assert.equal(exports.pair_cast_gradient(ball, box, 0, 4), -21);
  assert.equal(exports.pair_time_of_impact(ball, box, 0, 4), -21);
  h.f64[exports.argument_block() / 8 + 2] = 2;
  assert.equal(exports.pair_stays_apart(ball, box, 1, 0), -20);
  const pose = h.put(at(0, 0, 0));
  const out = exports.alloc(48);
  assert.equal(exports.motion_between(4, pose, pose, out), -18);
  assert.equal(exports.motion_between(3, pose, pose, out + 8), -21);
  assert.equal(exports.motion_between(3, 0, pose, out), -21);
  h.f64.fill(0, pose / 8, pose / 8 + 7);
  assert.equal(exports.motion_between(3, pose, pose, out), -19);
});
