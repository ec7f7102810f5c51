/*
 * Traces of the solvers in any dimension: growth distance, overlap tests and generalized distance.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  Ellipsoid,
  HalfSpace,
  PointSet,
  collide,
  generalizedDistance,
  growthDistance,
} from '../../js/index.js';
import { draw, random } from '../lib/random.js';
import { add, dot, length, scaled, sub } from '../lib/vectors.js';

/** Checks the promises about iterates in any dimension. row.scale multiplies the second shape. */
function checkSets(trace, bounds, size) {
  const slack = 1e-12 * size;
  const last = trace.at(-1);
  const known = bounds.map((x) => (Number.isFinite(x) ? x : null));
  assert.deepEqual([last.lower, last.upper], known);
  assert.equal(last.type, 'result');
  let before = { lower: 0, upper: Infinity, iteration: 0 };
  for (const row of trace) {
    const points = row.support ? [...row.vertices, row.support] : row.vertices;
    for (const { point, pointA, pointB } of points) {
      const miss = sub(point, add(sub(pointA, scaled(row.scale, pointB)), row.shift));
      assert.ok(length(miss) <= slack * (1 + row.scale), `${length(miss)} beside its parts`);
      if (row.offset !== null) assert.ok(dot(row.normal, point) <= row.offset + slack);
    }
    if (row.point !== null) {
      const zero = row.shift.map(() => 0);
      const mean = row.vertices.reduce((sum, v) => add(sum, scaled(v.weight, v.point)), zero);
      assert.ok(length(sub(mean, row.point)) <= slack);
      if (row.ray !== null) {
        const along = dot(row.point, row.ray);
        assert.ok(length(sub(row.point, scaled(along, row.ray))) <= 1e-9 * size);
      }
    }
    assert.ok((row.lower ?? 0) >= before.lower * (1 - 1e-12));
    assert.ok((row.upper ?? Infinity) <= before.upper * (1 + 1e-9));
    assert.ok(row.iteration >= before.iteration);
    before = { ...row, lower: row.lower ?? 0, upper: row.upper ?? Infinity };
  }
  assert.deepEqual(JSON.parse(JSON.stringify(trace)), trace);
}

test('growthDistance and collide are traced in 2, 3, 5 and 8 dimensions', () => {
  const d = draw(random(91));
  for (const n of [2, 3, 5, 8]) {
    for (let i = 0; i < 10; i++) {
      const cloud = (shift) =>
        new PointSet({
          dimension: n,
          points: Array.from({ length: 4 * n }, () =>
            d.direction(n).map((x, k) => x + shift * (k + 1)),
          ),
        });
      const [a, b] = [cloud(0), cloud(d.between(0, 2))];
      for (const ask of [growthDistance, collide]) {
        const { trace, ...rest } = ask(a, null, b, null, { trace: true });
        assert.deepEqual(rest, ask(a, null, b, null));
        assert.equal(trace.filter((row) => row.support).length, rest.iterations);
        assert.equal(trace[0].shift.length, n);
        checkSets(trace, [rest.lower, rest.upper], 40);
      }
    }
  }
});

test('a generalized distance is traced scale by scale', () => {
  const q = new Ellipsoid({ radii: [1, 2, 0.5] });
  const box = new Box({ halfExtents: [1, 0.5, 0.75] });
  const pose = { position: [5, 2, 1], quaternion: [0.1, 0.2, 0.3, 0.9] };
  const { trace, ...rest } = generalizedDistance(q, null, box, pose, { trace: true });
  assert.deepEqual(rest, generalizedDistance(q, null, box, pose));
  checkSets(trace, [rest.lower, rest.upper], 20);
  // the first support call sets the first scale and has no row
  assert.equal(trace.filter((row) => row.support).length, rest.rayIterations - 1);
  const scales = new Set(trace.slice(0, -1).map((row) => row.scale));
  assert.ok(scales.size <= rest.iterations && scales.size > 1, `${scales.size} scales`);
  assert.deepEqual(trace.at(-1).vertices[0].pointA, rest.contact);
  const far = { position: [-4, 0, 0] };
  const pair = generalizedDistance(q, null, [box, box], [far, pose], { trace: true });
  checkSets(pair.trace, [pair.lower, pair.upper], 30);
  const half = new HalfSpace({ normal: [0, 1, 0], offset: -3 });
  const closed = generalizedDistance(q, null, half, null, { trace: true }).trace;
  assert.deepEqual(
    closed.map(({ type, lower }) => [type, lower]),
    [['result', 1.5]],
  );
});
