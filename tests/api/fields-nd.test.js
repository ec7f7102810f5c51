/*
 * Every field of generalizedDistance, and of growthDistance and collide for point sets and p-norm
 * balls, from the table in tests/lib/results.js.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as gd from '../../js/index.js';
import { posePair } from '../lib/posed-pairs.js';
import { draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { RESULTS, checkResult } from '../lib/results.js';
import { length, sub } from '../lib/vectors.js';

const OPTIONS = [{}, { maxIterations: 1 }, { maxIterations: 4 }, { tolerance: 1e-300 }];
const COUNT = 6;

/** Runs a query by every method, with and without a trace, and checks all fields. */
function checkQuery(name, pair, known, seen) {
  const { rows, methods } = RESULTS[name];
  const [a, b] = pair.shapes;
  for (const method of ['auto', 'cutting-plane'].filter((m) => methods.includes(m)))
    for (const settings of OPTIONS)
      for (const trace of [false, true]) {
        const asked = { options: settings, method, known };
        const options = { ...settings, method, trace };
        const result = gd[name](a, pair.poses[0], b, pair.poses[1], options);
        for (const field of checkResult(rows, result, pair, asked)) seen.fields.add(field);
        seen.statuses.add(result.status);
      }
}

const complete = (name, seen) => {
  const { rows, statuses } = RESULTS[name];
  assert.deepEqual([...seen.fields].sort(), rows.map(([field]) => field).sort());
  for (const status of seen.statuses) assert.ok(statuses.includes(status), status);
  for (const status of ['optimal', 'max-iterations']) assert.ok(seen.statuses.has(status), status);
};
const nothing = () => ({ fields: new Set(), statuses: new Set() });

/** A point cloud or a p-norm ball. */
const setOf = (d, n, k) =>
  k % 2
    ? { type: 'norm-ball', dimension: n, p: d.pick([1, 1.5, 2, 3]), radius: d.size(0.3, 3) }
    : { type: 'points', dimension: n, points: Array.from({ length: 4 * n }, () => d.direction(n)) };

for (const name of ['growthDistance', 'collide'])
  test(`every field of ${name} in 2 to 5 dimensions has the value that its row defines`, () => {
    const seen = nothing();
    for (const n of [2, 3, 4, 5]) {
      const d = draw(random(60 + n));
      for (let k = 0; k < COUNT; k++) {
        const records = [setOf(d, n, k), setOf(d, n, k >> 1)];
        const place = (far) =>
          n < 4 ? randomPose(d, n, far) : { position: d.direction(n).map((x) => far * x) };
        const pair = posePair(records, [place(1), place(d.size(0.2, 12))]);
        const { lower, upper } = gd.growthDistance(
          pair.shapes[0],
          pair.poses[0],
          pair.shapes[1],
          pair.poses[1],
        );
        checkQuery(name, pair, { growth: [lower, upper] }, seen);
        pair.dispose();
      }
    }
    complete(name, seen);
  });

test('every field of generalizedDistance has the value that its row defines', () => {
  const seen = nothing();
  for (const n of [3, 2]) {
    const d = draw(random(70 + n));
    for (let k = 0; k < 2 * COUNT; k++) {
      // Q contains the world's origin
      const type = d.pick(n === 3 ? ['ellipsoid', 'box', 'sphere'] : ['ellipse', 'rectangle']);
      const records = [randomRecord(d, type), randomRecord(d, d.pick(kindsOf(n)))];
      const poses = [randomPose(d, n, 0.01), randomPose(d, n, d.size(2, 30))];
      const pair = posePair(records, poses);
      checkQuery('generalizedDistance', pair, {}, seen);
      pair.dispose();
    }
  }
  complete('generalizedDistance', seen);
});

test('generalizedDistance of a pair, with a sphere as Q, is the distance divided by the radius', () => {
  for (const n of [3, 2]) {
    const d = draw(random(80 + n));
    for (let k = 0; k < COUNT; k++) {
      const record = { type: n === 3 ? 'sphere' : 'circle', radius: 0.5 };
      const records = [0, 1].map(() => randomRecord(d, d.pick(kindsOf(n))));
      const poses = [randomPose(d, n, 1), randomPose(d, n, 30)];
      const pair = posePair(records, poses);
      const Q = gd.Shape.from(record);
      const r = gd.generalizedDistance(Q, null, pair.shapes, poses);
      const between = sub(r.pointB, r.pointA);
      assert.ok(length(sub(between, r.contact)) <= 10 * pair.slack, 'pointB - pointA');
      assert.ok(Math.abs(length(between) - record.radius * r.value) <= 1e-7 * pair.size, 'length');
      const opposite = r.normal.map((x) => -x);
      assert.ok(pair.outside(pair.a, r.pointA, r.normal) <= 10 * pair.slack, 'of A1');
      assert.ok(pair.outside(pair.b, r.pointB, opposite) <= 10 * pair.slack, 'of A2');
      const proved = -pair.overlap(r.normal) / record.radius;
      assert.ok(Math.abs(proved - r.lower) <= 1e-9 * proved, `${r.lower}, proved ${proved}`);
      const plain = gd.distance(pair.shapes[0], poses[0], pair.shapes[1], poses[1]);
      assert.ok(Math.abs(plain.value - record.radius * r.value) <= 1e-6 * plain.value);
      Q.dispose();
      pair.dispose();
    }
  }
});
