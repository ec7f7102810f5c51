/*
 * The comparison methods return the same certified answers as the main entry. They have a module
 * and shapes of their own.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as main from 'growth-distance';
import * as gd from 'growth-distance/compare';
import { draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { complaint, posed } from '../lib/sets.js';

const { METHODS, Shape, growthDistance } = gd;
const box = new gd.Box({ halfExtents: [1, 1, 1] });
const apart = { position: [4, 0.5, 0.25] };

test('the main entry refuses the comparison methods and names the entry that has them', () => {
  const crate = new main.Box({ halfExtents: [1, 1, 1] });
  assert.throws(() => main.growthDistance(crate, null, crate, apart, { method: 'ie' }), {
    name: 'RangeError',
    message: /growthDistance of 'growth-distance\/compare' supports it/,
  });
});

test('the comparison methods agree with the main entry on boxes', () => {
  assert.deepEqual(METHODS, ['ie', 'zc', 'zc-ie', 'inc', 'dcf', 'dcol']);
  const crate = new main.Box({ halfExtents: [1, 1, 1] });
  const { value } = main.growthDistance(crate, null, crate, apart);
  for (const method of ['ie', 'zc', 'zc-ie', 'inc', 'dcol']) {
    const r = growthDistance(box, null, box, apart, { method });
    assert.ok(Math.abs(r.value - value) <= 3e-8 * value, `${method} ${r.value}`);
  }
});

test('a shape of the other entry throws a TypeError that names both entries', () => {
  const crate = new main.Box({ halfExtents: [1, 1, 1] });
  assert.throws(() => growthDistance(crate, null, box, apart, { method: 'ie' }), {
    name: 'TypeError',
    message: /first shape .* of growth-distance\/compare, got one of growth-distance:/,
  });
  assert.throws(() => main.growthDistance(crate, null, box, apart), {
    name: 'TypeError',
    message: /second shape .* of growth-distance, got one of growth-distance\/compare:/,
  });
  assert.throws(() => new main.Transformed({ shape: box, matrix: [2, 0, 0, 0, 1, 0, 0, 0, 1] }), {
    name: 'TypeError',
    message: /got one of growth-distance\/compare:/,
  });
  assert.ok(main.growthDistance(crate, null, crate, apart).value > 1);
  assert.ok(growthDistance(box, null, box, apart, { method: 'ie' }).value > 1);
});

const POLYTOPES = ['box', 'hull'];
const SMOOTH = ['sphere', 'ellipsoid', 'dsf'];
const CONIC = ['sphere', 'ellipsoid', 'capsule', 'cylinder', 'cone', 'frustum', 'box'];
const KNOWN = {
  ie: [...kindsOf(3), 'dsf'],
  zc: [...kindsOf(3), 'dsf'],
  'zc-ie': [...kindsOf(3), 'dsf'],
  inc: POLYTOPES,
  dcf: SMOOTH,
  dcol: CONIC,
};

for (const [method, kinds] of Object.entries(KNOWN)) {
  test(`${method} returns certified bounds for its shape types at scales from 1e-6 to 1e6`, (t) => {
    const d = draw(random(77));
    const failures = [];
    const states = {};
    let count = 0;
    for (let i = 0; i < 400; i++) {
      const scale = d.size(1e-6, 1e6);
      const records = [0, 1].map(() => randomRecord(d, d.pick(kinds), scale));
      if (method === 'inc') for (const record of records) delete record.margin;
      const [a, b] = records.map((record) => Shape.from(record));
      const poses = [3, 20].map((far) => randomPose(d, 3, scale * d.size(0.01, far)));
      const sets = [posed(records[0], poses[0], a.center), posed(records[1], poses[1], b.center)];
      const directions = Array.from({ length: 6 }, () => d.direction());
      let r;
      try {
        r = growthDistance(a, poses[0], b, poses[1], { method, maxIterations: 500 });
      } catch (error) {
        if (error.code !== 'undefined') failures.push(String(error));
        continue;
      } finally {
        a.dispose();
        b.dispose();
      }
      count++;
      states[r.status] = (states[r.status] ?? 0) + 1;
      // the bounds are certified whatever the status
      const wrong = complaint(r, ...sets, directions, r.status === 'optimal' ? 2 ** -26 : 1e9);
      if (wrong) failures.push(`${r.status}: ${wrong} ${JSON.stringify({ records, poses })}`);
    }
    t.diagnostic(`${count} pairs: ${JSON.stringify(states)}`);
    assert.deepEqual(failures.slice(0, 3), [], `${failures.length} failed`);
    assert.ok(count >= 300, `only ${count} pairs`);
    assert.ok(states.optimal >= 0.97 * count, JSON.stringify(states));
  });
}

test('the methods of the main entry return the same bits from growth-distance/compare', () => {
  const d = draw(random(5));
  for (let i = 0; i < 100; i++) {
    const records = [0, 1].map(() => randomRecord(d, d.pick(kindsOf(3))));
    const [a, b] = records.map((record) => Shape.from(record));
    const others = records.map((record) => main.Shape.from(record));
    const poses = [3, 20].map((far) => randomPose(d, 3, d.size(0.01, far)));
    for (const method of /** @type {const} */ (['auto', 'cutting-plane']))
      assert.deepEqual(
        growthDistance(a, poses[0], b, poses[1], { method }),
        main.growthDistance(others[0], poses[0], others[1], poses[1], { method }),
      );
    for (const shape of [a, b, ...others]) shape.dispose();
  }
});

test('a shape type that a method does not support throws an error, and the next query works', () => {
  const ball = new gd.Sphere({ radius: 1 });
  const disk = Shape.from({ type: 'circle', radius: 1 });
  const ground = Shape.from({ type: 'halfspace', normal: [0, 1, 0], offset: 0 });
  const cone = new gd.Cone({ halfHeight: 1, radius: 1 });
  const cases = [
    [ball, cone, 'inc'],
    [ball, cone, 'dcf'],
    [disk, disk, 'ie'],
    [ball, ground, 'zc'],
  ];
  for (const [a, b, method] of cases) {
    const pose = a.dimension === 3 ? apart : [4, 0, 0];
    assert.throws(() => growthDistance(a, null, b, pose, { method }), {
      name: 'GeometryError',
      code: 'undefined',
      message: new RegExp(`'${method}'`),
    });
  }
  assert.throws(() => growthDistance(ball, null, ball, apart, { method: 'gjk' }), RangeError);
  assert.throws(() => growthDistance(ball, null, 3, apart, { method: 'ie' }), TypeError);
  const gone = new gd.Sphere({ radius: 1 });
  growthDistance(gone, null, ball, apart, { method: 'ie' });
  gone.dispose();
  assert.throws(() => growthDistance(gone, null, ball, apart, { method: 'ie' }), /disposed/);
  assert.ok(growthDistance(ball, null, ball, apart, { method: 'ie' }).value > 1);
});

test('custom shapes work with the comparison methods', () => {
  let trouble = false;
  const custom = new gd.CustomShape({
    support: (n) => {
      if (trouble) throw new SyntaxError('a bug of the user’s');
      return n.map((x) => 2 * x);
    },
  });
  const { value } = growthDistance(custom, null, box, apart);
  const r = growthDistance(custom, null, box, apart, { method: 'ie' });
  assert.ok(Math.abs(r.value - value) <= 3e-8 * value);
  trouble = true;
  assert.throws(() => growthDistance(custom, null, box, apart, { method: 'ie' }), SyntaxError);
  trouble = false;
  assert.deepEqual(growthDistance(custom, null, box, apart, { method: 'ie' }), r);
});

test('a trace does not change the answer of any method', () => {
  const d = draw(random(9));
  for (const [method, kinds] of Object.entries(KNOWN)) {
    for (let i = 0; i < 20; i++) {
      const records = [0, 1].map(() => randomRecord(d, d.pick(kinds)));
      if (method === 'inc') for (const record of records) delete record.margin;
      const [a, b] = records.map((record) => Shape.from(record));
      const poses = [3, 20].map((far) => randomPose(d, 3, d.size(0.01, far)));
      const plain = growthDistance(a, poses[0], b, poses[1], { method });
      const { trace, ...rest } = growthDistance(a, poses[0], b, poses[1], { method, trace: true });
      assert.deepEqual(rest, plain, method);
      assert.ok(trace.length >= 2, `${method}: ${trace.length} iterates`);
      assert.equal(trace.at(-1).type, 'result');
      assert.equal(trace.at(-1).lower, plain.lower);
      assert.equal(trace.at(-1).upper, plain.upper);
      for (const [k, row] of trace.entries()) {
        if (row.type === 'result') continue;
        assert.ok(row.direction && row.support, `${method} ${k}`);
        const height = (v) => v.reduce((sum, x, j) => sum + x * row.direction[j], 0);
        for (const v of row.vertices)
          assert.ok(height(v.point) <= height(row.support.point) + 1e-9, `${method} ${k}`);
        if (k > 0) assert.ok(row.lower >= (trace[k - 1].lower ?? 0), `${method} ${k}`);
      }
      a.dispose();
      b.dispose();
    }
  }
});

test('disposed shapes leave no memory behind', async () => {
  const memory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  for (let i = 0; i < 3000; i++) {
    const ball = new gd.Sphere({ radius: 1 });
    growthDistance(ball, null, box, apart, { method: 'ie' });
    ball.dispose();
  }
  const before = memory();
  for (let i = 0; i < 20000; i++) {
    const ball = new gd.Sphere({ radius: 1 });
    growthDistance(ball, null, box, apart, { method: 'ie' });
    ball.dispose();
  }
  assert.ok(memory() - before < 4e6, `${(memory() - before) / 1e6} MB more`);
});
