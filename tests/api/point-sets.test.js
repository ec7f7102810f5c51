/* Point sets and p-norm balls as shapes: their records, and point sets with a centre anywhere. */
import test from 'node:test';
import assert from 'node:assert/strict';

import { NormBall, PointSet, Shape, collide, intersects } from '../../js/index.js';

test('a centre outside the points does not change overlap tests', () => {
  const points = [
    [0, 0, 0, 0],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ];
  const within = new PointSet({ points });
  const without = new PointSet({ points, center: [3, 3, 3, 3] });
  const ball = new NormBall({ dimension: 4, p: 2, radius: 0.5 });
  for (const [position, meet] of [
    [[-0.4, 0.2, 0.2, 0.2], true],
    [[1.2, 0.1, 0.1, 0.1], true],
    [[0.6, 0.6, 0.6, 0.6], false],
    [[2, 2, 2, 2], false],
    [[-1, 0, 0, 0], false],
  ]) {
    for (const set of [within, without]) {
      assert.equal(intersects(set, null, ball, position), meet, `${position}`);
      const { colliding, point } = collide(set, null, ball, position);
      assert.equal(colliding, meet, `${position}`);
      if (!meet) continue;
      assert.ok(point.every((x) => x > -1e-9) && point.reduce((a, b) => a + b) < 1 + 1e-9);
      assert.ok(Math.hypot(...point.map((x, i) => x - position[i])) < 0.5 + 1e-9);
    }
  }
  assert.ok(without.contains([0.1, 0.1, 0.1, 0.1]) && !without.contains([1, 1, 1, 1]));
});

test('records of point sets and p-norm balls survive a round trip', () => {
  const sets = [
    new PointSet({
      points: [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    }),
    new PointSet({ points: [1, 2, 3, 4, 5, 6], dimension: 3, center: [2, 3, 4], margin: 0.5 }),
    new NormBall({ dimension: 5, p: Infinity }),
    new NormBall({ dimension: 2, p: 1.5, radius: 3, center: [0.5, 0.25] }),
  ];
  for (const set of sets) {
    const again = Shape.from(JSON.parse(JSON.stringify(set)));
    assert.deepEqual(again.toJSON(), set.toJSON());
    assert.deepEqual(again.center, set.center);
    assert.equal(again.dimension, set.dimension);
    const u = Array.from({ length: set.dimension }, (_, i) => i - 1.5);
    assert.deepEqual(again.support(u), set.support(u));
  }
  assert.deepEqual(sets[0].center, [3, 4, 5, 6]);
  assert.deepEqual(sets[0].support([1, 0, 0, 0]), [5, 6, 7, 8]);
  assert.equal(sets[2].p, Infinity);
  assert.equal(sets[3].radius, 3);
});
