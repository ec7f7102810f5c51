/*
 * Flat hulls and polygons, `flat: true`: every query accepts them like a triangle or a segment, and overlap
 * tests of two shapes that are not solid are exact.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  ConvexHull,
  HalfSpace,
  MinkowskiSum,
  Pair,
  Point,
  Polygon,
  Segment,
  Shape,
  Sphere,
  Transformed,
  Triangle,
  World,
  castRay,
  castShape,
  collide,
  distance,
  distanceGradient,
  generalizedDistance,
  growthDistance,
  growthGradient,
  intersects,
  penetration,
  signedDistance,
  staysApart,
  timeOfImpact,
} from '../../js/index.js';
import { geometryOf } from '../../js/three.js';

const SQUARE = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]]; // prettier-ignore
const square = new ConvexHull({ points: [...SQUARE, [1, 2, 0], [0, 2, 0]], flat: true });
const undefinedPair = { name: 'GeometryError', code: 'undefined' };

const near = (actual, expected, slack = 1e-7) =>
  assert.ok(Math.abs(actual - expected) <= slack, `${actual} is not ${expected}`);

test('a flat hull has corners, a centre and a surface with two sides', () => {
  assert.deepEqual([square.vertexCount, square.volume, square.inradius], [4, 0, 0]);
  assert.deepEqual(square.center, [2, 2, 0]);
  near(square.boundingRadius, Math.hypot(2, 2), 1e-15);
  assert.deepEqual(square.boundingBox(), { min: [0, 0, 0], max: [4, 4, 0] });
  assert.deepEqual(square.support([1, 0.5, 7]), [4, 4, 0]);
  assert.equal(square.surface().triangles.length, 12);
  assert.throws(() => square.contains([1, 1, 0]), undefinedPair);
  const row = new Polygon({ points: [0, 0, 1, 2, 4, 8, 3, 6], flat: true });
  assert.deepEqual([row.vertexCount, row.volume, row.center], [2, 0, [2, 4]]);
  const dot = new ConvexHull({ points: [[1, 2, 3]], flat: true, margin: 2 });
  assert.deepEqual([dot.center, dot.inradius, dot.boundingRadius], [[1, 2, 3], 2, 2]);
  assert.equal(dot.contains([1, 2, 4.5]), true);
});

test('records and copies keep `flat`, and false is the default', () => {
  const record = { type: 'hull', points: SQUARE, flat: true, margin: 0.5 };
  assert.deepEqual(Shape.from(record).toJSON(), record);
  const line = { type: 'polygon', points: [[0, 0], [1, 1]], flat: true }; // prettier-ignore
  assert.deepEqual(Shape.from(line).toJSON(), line);
  const refused = { name: 'GeometryError', code: 'flat' };
  assert.throws(() => new ConvexHull({ points: SQUARE, flat: false }), refused);
  assert.throws(() => new ConvexHull({ points: SQUARE, flat: undefined }), refused);
  const cube = new Box({ halfExtents: [1, 1, 1] });
  const points = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
  const solid = new ConvexHull({ points, flat: true });
  assert.equal(solid.volume, 8);
  near(penetration(solid, null, cube, { position: [1.5, 0, 0] }).value, 0.5, 1e-12);
});

test('queries of a flat hull and a solid shape', () => {
  const ball = new Sphere({ radius: 1 });
  const above = { position: [2, 2, 3] };
  near(distance(square, null, ball, above).value, 2);
  near(signedDistance(square, null, ball, { position: [2, 2, 0.25] }).value, -0.75);
  near(penetration(ball, { position: [2, 2, 0.25] }, square, null).value, 0.75);
  near(growthDistance(square, null, ball, above).value, 3);
  near(growthGradient(square, null, ball, above).gradient.positionB[2], 1);
  near(distanceGradient(square, null, ball, above).gradient.positionB[2], 1);
  near(castShape(square, null, ball, above, [0, 0, -4]).time, 0.5);
  near(castRay(square, null, { origin: [1, 1, 5], direction: [0, 0, -1] }).time, 5);
  assert.equal(castRay(square, null, { origin: [5, 1, 5], direction: [0, 0, -1] }).hit, false);
  const fall = { from: above, to: { position: [2, 2, -1] } };
  near(timeOfImpact(square, null, ball, fall).time, 0.5);
  assert.equal(
    staysApart(square, null, ball, { from: above, to: { position: [2, 2, 1.5] } }),
    true,
  );
  near(generalizedDistance(new Box({ halfExtents: [1, 1, 1] }), null, square, { position: [3, -2, 0] }).value, 3); // prettier-ignore
  const ground = new HalfSpace({ normal: [0, 0, 1], offset: 1 });
  near(signedDistance(ground, null, square, { position: [0, 0, 3] }).value, 2);
  near(new Transformed({ shape: square, scale: 2 }).support([1, 1, 0])[0], 8);
  near(new MinkowskiSum({ a: square, b: ball }).support([1, 0, 0])[0], 5);
  const rounded = new ConvexHull({ points: SQUARE, flat: true, margin: 0.5 });
  near(growthDistance(rounded, null, rounded, { position: [0, 0, 3] }).value, 3);
  assert.equal(rounded.contains([2, 2, 0.4]), true);
});

test('queries of two flat shapes', () => {
  const mast = new Segment({ a: [1, 1, 1], b: [1, 1, 3] });
  near(distance(square, null, mast, null).value, 1);
  assert.throws(() => growthDistance(square, null, mast, null), undefinedPair);
  const down = { from: null, to: { position: [0, 0, -2] } };
  near(timeOfImpact(square, null, mast, down).time, 0.5, 1e-8);
  near(castShape(square, null, mast, null, [0, 0, -2]).time, 0.5);
  near(new Pair(square, mast).distance(null, null).value, 1);
  near(penetration(square, null, square, { position: [0, 0, 0] }).value, 0);
});

test('overlap tests of flat shapes are exact, whichever comes first', () => {
  const tiny = 2 ** -1074;
  const tile = (z) => new Triangle({ a: [3, 3, z], b: [9, 3, 5], c: [3, 9, 5] });
  const dot = (...center) => new ConvexHull({ points: [center], flat: true });
  const slope = [[0, 0, 0], [4, 0, 8], [0, 4, -4], [4, 4, 4]]; // prettier-ignore
  const tilted = new ConvexHull({ points: slope, flat: true });
  const beside = [[4 + 2 ** -50, 0, -1], [4 + 2 ** -50, 1, 1], [5, 0, 3], [5, 1, 5]]; // prettier-ignore
  for (const [a, b, expected] of [
    [square, tile(0), true],
    [square, tile(tiny), false],
    [square, dot(4, 2, 0), true],
    [square, dot(4, 2, tiny), false],
    [square, dot(4 + 2 ** -50, 2, 0), false],
    [square, new Point({ center: [0, 0, 0] }), true],
    [square, square, true],
    [square, tilted, true],
    [square, new ConvexHull({ points: beside, flat: true }), false],
    [tilted, dot(1, 1, 1), true],
    [tilted, dot(1, 1, 1 + 2 ** -52), false],
    [tilted, new Segment({ a: [1, 3, -5], b: [1, 3, 5] }), true],
    [
      new Polygon({ points: [[0, 0], [3, 1], [6, 2]], flat: true }), // prettier-ignore
      new Segment({ a: [3, 1], b: [3, 9] }),
      true,
    ],
    [
      new Polygon({ points: [[0, 0], [3, 1], [6, 2]], flat: true }), // prettier-ignore
      new Segment({ a: [3, 1 + 2 ** -52], b: [3, 9] }),
      false,
    ],
  ]) {
    assert.equal(intersects(a, null, b, null), expected);
    assert.equal(intersects(b, null, a, null), expected);
    const { colliding, lower, upper } = collide(a, null, b, null);
    assert.equal(colliding, expected);
    assert.ok(expected ? upper === 1 : lower >= 1);
    if (a.dimension === 2 || !expected) continue;
    // these poses do not round the coordinates
    for (const pose of [
      [7, -3, 2, 0, 0, 0, 1],
      [1, 2, 4, 1, 0, 0, 0],
    ])
      // prettier-ignore
      assert.equal(intersects(a, pose, b, pose), true);
  }
});

test('worlds hold flat hulls', () => {
  const world = new World();
  world.add(square);
  world.add(new Segment({ a: [1, 1, -1], b: [1, 1, 1] }));
  world.add(new ConvexHull({ points: SQUARE, flat: true }), { position: [0, 0, 2] });
  const { count, colliding } = world.intersections({ pairs: 'all' });
  assert.deepEqual([...colliding.slice(0, count)], [1, 0, 0]);
  const { value } = world.distances({ pairs: 'all' });
  near(value[1], 2);
  near(value[2], 1);
  assert.equal(world.castRay({ origin: [3, 3, 9], direction: [0, 0, -1] }).body, 2);
  assert.deepEqual(world.overlapping(new Sphere({ radius: 0.5 }), { position: [1, 1, 0] }), [0, 1]);
});

test('flat hulls are drawn from both sides', () => {
  const positions = (shape) => [...geometryOf(shape).attributes.position.array];
  assert.equal(geometryOf(square).index?.count ?? positions(square).length / 3, 12);
  const row = new ConvexHull({ points: [[0, 0, 0], [2, 0, 0], [1, 0, 0]], flat: true }); // prettier-ignore
  assert.deepEqual(positions(row), [0, 0, 0, 2, 0, 0]);
  for (const points of [SQUARE, SQUARE.slice(0, 2), SQUARE.slice(0, 1)]) {
    const rounded = geometryOf(new ConvexHull({ points, flat: true, margin: 1 }));
    rounded.computeBoundingBox();
    near(rounded.boundingBox.max.z, 1, 0.05);
  }
});
