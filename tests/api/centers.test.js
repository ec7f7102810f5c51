/*
 * The centre of a solid shape must lie strictly inside. Every shape type refuses a centre outside,
 * from 1 + 1e-6 to 1e6 times the distance to the surface, and accepts one just inside.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import { GeometryError, PointSet, Shape, collide, growthDistance } from '../../js/index.js';
import { SOLIDS, surfaceAlong } from '../lib/inside.js';
import { draw, random } from '../lib/random.js';
import { length, scaled } from '../lib/vectors.js';

const DIRECTIONS = 12;

/** Directions along the axes, both ways, and random ones. */
function directionsOf(n) {
  const d = draw(random(36 + n));
  const axes = Array.from({ length: 2 * n }, (_, k) =>
    Array.from({ length: n }, (__, i) => (i === k >> 1 ? (k % 2 ? -1 : 1) : 0)),
  );
  return [...axes, ...Array.from({ length: DIRECTIONS }, () => d.direction(n))];
}

const refusesCenter = (make, center) =>
  assert.throws(
    () => make({ center }),
    (error) => {
      assert.ok(error instanceof GeometryError, String(error));
      assert.deepEqual([error.code, error.field, error.value], ['center', 'center', center]);
      assert.match(
        error.message,
        /\.center must be finite and, if the shape is solid, strictly inside it, got \[/,
      );
      return true;
    },
    `[${center}] was taken`,
  );

for (const [k, { n, type, make, inside, close }] of SOLIDS.entries())
  test(`a ${type} in ${n}D (row ${k}) accepts a centre inside and refuses one outside`, () => {
    for (const direction of directionsOf(n)) {
      const surface = surfaceAlong(inside, direction);
      const at = (t) => scaled(t * surface, direction);
      for (const t of [0.5, 1 - close]) {
        const shape = make({ center: at(t) });
        assert.deepEqual(shape.center, at(t));
        assert.ok(shape.inradius > 0 && shape.inradius <= (1 - t) * surface * (1 + 1e-9));
        shape.dispose();
      }
      for (const t of [1 + 1e-6, 1.01, 1.5, 3, 10, 100, 1e6]) refusesCenter(make, at(t));
    }
    for (const x of [NaN, Infinity, 1e80]) refusesCenter(make, Array(n).fill(x));
  });

test('SOLIDS has a row for every shape type except half-spaces and point sets', () => {
  const types = /the types are (.*)$/;
  const known = [];
  assert.throws(
    () => Shape.from({ type: '' }),
    ({ message }) => known.push(...types.exec(message)[1].split(', ')) > 0,
  );
  const rows = new Set(SOLIDS.map(({ type }) => type));
  // a half-space does not scale about a centre, and a point set accepts any centre
  assert.deepEqual(known.filter((type) => !rows.has(type)).sort(), ['halfspace', 'points']);
  for (const dimension of [2, 3]) {
    const made = SOLIDS.filter(({ n }) => n === dimension).map(({ make }) => make());
    for (const shape of made) {
      assert.equal(shape.dimension, dimension);
      assert.ok(shape.inradius > 0);
    }
  }
});

test('a point set accepts any centre, and overlap tests depend on its points only', () => {
  const points = [[1, 1, 1], [-1, -1, 1], [-1, 1, -1], [1, -1, -1]]; // prettier-ignore
  for (const center of [
    [0, 0, 0],
    [3, 0, 0],
    [300, 0, 0],
  ]) {
    // prettier-ignore
    const set = new PointSet({ points, center });
    assert.deepEqual(set.center, center);
    const other = new PointSet({ points });
    const far = [10, 0, 0, 0, 0, 0, 1];
    assert.equal(collide(set, null, other, null).colliding, true);
    assert.equal(collide(set, null, other, far).colliding, false);
    if (length(center) === 0) assert.ok(growthDistance(set, null, other, far).value > 1);
  }
});
