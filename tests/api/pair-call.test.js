/*
 * Queries of one pair through the raw module: the argument block is as wasm/ABI.md promises, and
 * overlap tests with an early out agree with the whole query.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Pair, Shape, collide, intersects } from '../../js/index.js';
import * as abi from '../../wasm/dist/abi.js';
import { allocate, f64, getCore, i32, scratch, u32 } from '../../js/core/module.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';

const core = getCore();
const POSES = scratch / 8 + 11;
const RESULT = scratch / 8 + 39;
const STRIDES = {
  growth_distance: abi.GROWTH_RESULT_STRIDE,
  collide: abi.COLLISION_RESULT_STRIDE,
  distance: abi.DISTANCE_RESULT_STRIDE,
  penetration: abi.PENETRATION_RESULT_STRIDE,
  signed_distance: abi.SIGNED_RESULT_STRIDE,
};
const flat = ({ position, quaternion, angle }) =>
  quaternion ? [...position, ...quaternion] : [...position, angle];

/** Runs a batch of one pair, in a block of its own. */
const block = allocate(1024);
function batch(query, dimension, a, b, poses, settings, warm) {
  i32.set([a.handle, b.handle], block / 4);
  u32.set([0, 1], block / 4 + 2);
  f64.set(poses, block / 8 + 2);
  const out = block / 8 + 16;
  f64.fill(0, out, out + STRIDES[query]); // a distance leaves its simplex alone
  const args = [dimension, block, 2, block + 16, block + 8, 1, settings, warm, 8 * out];
  assert.equal(core[query](...args), 0);
  return Array.from(f64.subarray(out, out + STRIDES[query]));
}

test('argument_block() always returns the same block, which release() refuses', () => {
  assert.equal(core.argument_block(), scratch);
  assert.equal(core.release(scratch), abi.ERROR_BUFFER);
  assert.equal(core.argument_block(), scratch);
});

test('a query of one pair returns the bits of a batch of one pair', () => {
  const d = draw(random(21));
  const warm = [allocate(8 * abi.WARM_STRIDE), allocate(8 * abi.WARM_STRIDE)];
  for (let i = 0; i < 200; i++) {
    const dimension = d.next() < 0.7 ? 3 : 2;
    const [a, b] = [0, 1].map(() => Shape.from(randomRecord(d, d.pick(kindsOf(dimension)))));
    const poses = [0, 1].flatMap(() => flat(randomPose(d, dimension, d.size(0.1, 8))));
    const own = Number(d.next() < 0.3);
    f64.set([1e-6, 50, 0, 0, 0, 0, 0, 0, 1], scratch / 8 + 2);
    for (const [query, stride] of Object.entries(STRIDES)) {
      for (const [single, batched] of [[0, 0], warm, warm]) {
        const record = batch(query, dimension, a, b, poses, own * (scratch + 16), batched);
        f64.set(poses, POSES);
        f64.fill(0, RESULT, RESULT + stride);
        const status = core[`pair_${query}`](a.handle, b.handle, own, single);
        assert.equal(status, record[0]);
        assert.deepEqual(Array.from(f64.subarray(RESULT, RESULT + stride)), record);
      }
      f64.fill(0, warm[0] / 8, warm[0] / 8 + abi.WARM_STRIDE);
      f64.fill(0, warm[1] / 8, warm[1] / 8 + abi.WARM_STRIDE);
    }
    const [, , colliding] = batch('collide', dimension, a, b, poses, own * (scratch + 16), 0);
    f64.set(poses, POSES);
    assert.equal(core.pair_intersects(a.handle, b.handle, own, 0), colliding);
    a.dispose();
    b.dispose();
  }
});

test('a query of one pair returns an error code for invalid arguments', () => {
  const ball = Shape.from({ type: 'sphere', radius: 1 });
  const disc = Shape.from({ type: 'circle', radius: 1 });
  const points = Shape.from({ type: 'points', points: [[0, 0, 0, 1]] });
  const half = Shape.from({ type: 'halfspace', normal: [0, 1, 0], offset: 0 });
  const away = [0, 0, 0, 0, 0, 0, 1, 9, 0, 0, 0, 0, 0, 1];
  for (const query of [...Object.keys(STRIDES), 'intersects']) {
    const ask = (a, b, own = 0, warm = 0, poses = away) => {
      f64.set(poses, POSES);
      return core[`pair_${query}`](a, b, own, warm);
    };
    assert.ok(ask(ball.handle, ball.handle) >= 0);
    assert.equal(ask(0, ball.handle), abi.ERROR_HANDLE);
    assert.equal(ask(ball.handle, 123456), abi.ERROR_HANDLE);
    assert.equal(ask(ball.handle, disc.handle), abi.ERROR_DIMENSION);
    assert.equal(ask(points.handle, points.handle), abi.ERROR_DIMENSION);
    assert.equal(ask(ball.handle, ball.handle, 0, 8), abi.ERROR_BUFFER);
    assert.equal(ask(ball.handle, ball.handle, 0, scratch + 4), abi.ERROR_BUFFER);
    assert.equal(ask(half.handle, half.handle), abi.ERROR_UNDEFINED);
    f64.set([0, 100, 0, 0, 0, 0, 0, 0, 0], scratch / 8 + 2);
    assert.equal(ask(ball.handle, ball.handle, 1), abi.ERROR_SETTINGS);
    f64.set([1e-6, 100, 0, 0, 0, 0, 0, scratch + 16, 0], scratch / 8 + 2);
    assert.equal(
      ask(ball.handle, ball.handle, 1),
      abi.ERROR_BUFFER,
      'a trace in the argument block',
    );
    for (let i = 0; i < 14; i++) {
      const poses = [...away];
      poses[i] = NaN;
      assert.equal(ask(ball.handle, ball.handle, 0, 0, poses), abi.ERROR_POSE, `${query} ${i}`);
    }
    for (const i of [0, 9]) {
      const poses = [...away];
      poses[i] = 1e151;
      assert.equal(ask(ball.handle, ball.handle, 0, 0, poses), abi.ERROR_POSE);
    }
    const lost = [...away];
    lost[6] = 0;
    assert.equal(ask(ball.handle, ball.handle, 0, 0, lost), abi.ERROR_POSE, 'no quaternion');
    for (let i = 0; i < 6; i++) {
      const poses = [0, 0, 0, 9, 0, 0];
      poses[i] = i % 3 === 2 ? 1e10 : NaN;
      assert.equal(ask(disc.handle, disc.handle, 0, 0, poses), abi.ERROR_POSE);
    }
  }
  for (const shape of [ball, disc, points, half]) shape.dispose();
});

test('intersects(), with its early outs, agrees with collide()', () => {
  const d = draw(random(22));
  const told = { apart: 0, meet: 0 };
  for (let i = 0; i < 3000; i++) {
    const dimension = d.next() < 0.7 ? 3 : 2;
    const scale = d.pick([1e-60, 1e-3, 1, 1e4, 1e60]);
    const kinds = [...kindsOf(dimension), ...COMPOSED, 'segment', 'point'];
    const [a, b] = [0, 1].map(() => {
      const type = d.pick(kinds);
      const point = () => d.direction(dimension).map((x) => scale * x);
      const record =
        type === 'segment'
          ? { type, a: point(), b: point() }
          : type === 'point'
            ? { type, dimension }
            : randomRecord(d, type, scale, dimension);
      if (type === 'point') delete record.dimension;
      if (d.next() < 0.3) record.center = d.direction(dimension).map((x) => 0.05 * scale * x);
      try {
        return Shape.from(record);
      } catch {
        return Shape.from(randomRecord(d, kindsOf(dimension)[0], scale));
      }
    });
    const far = d.next() < 0.3 ? 1e6 * scale : 0;
    const poseA = randomPose(d, dimension, far);
    const poseB = randomPose(d, dimension, 0);
    const reach = Math.max(a.boundingRadius, b.boundingRadius) * d.size(1e-3, 4);
    const u = d.direction(dimension);
    poseB.position = poseA.position.map((x, k) => x + reach * u[k]);
    if (a.dimension !== b.dimension) continue;
    const answer = (ask) => {
      try {
        return ask();
      } catch (error) {
        return error.code;
      }
    };
    const whole = answer(() => collide(a, poseA, b, poseB).colliding);
    const quick = answer(() => intersects(a, poseA, b, poseB));
    const pair = new Pair(a, b);
    answer(() => pair.growthDistance(poseA, poseB));
    assert.equal(
      answer(() => pair.intersects(poseA, poseB)),
      quick,
      'with a kept normal',
    );
    pair.dispose();
    assert.equal(quick, whole, JSON.stringify({ a, b, poseA, poseB }));
    if (whole === false) told.apart++;
    if (whole === true) told.meet++;
    a.dispose();
    b.dispose();
  }
  assert.ok(told.apart > 500 && told.meet > 500, JSON.stringify(told));
});
