/*
 * Shape classes: records, forms of points, support points, boxes, contains(), surface() and
 * disposal.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as package_ from '../../js/index.js';
import { readCases } from '../lib/cases.js';

const {
  Box,
  Capsule,
  ConvexHull,
  GeometryError,
  HalfSpace,
  Point,
  PointSet,
  Polygon,
  Segment,
  Shape,
  Sphere,
} = package_;

const TETRAHEDRON = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]; // prettier-ignore

const near = (actual, expected, slack = 1e-14) =>
  actual.forEach((x, i) => assert.ok(Math.abs(x - expected[i]) <= slack, `${actual} ${expected}`));

test('every record of the data survives a round trip through Shape.from', () => {
  const seen = new Set();
  for (const c of [...readCases('growth'), ...readCases('general'), ...readCases('degenerate')]) {
    if (c.expect) continue;
    for (const record of [c.a, c.b]) {
      seen.add(record.type);
      const shape = Shape.from(record);
      assert.deepEqual(shape.toJSON(), record);
      assert.equal(shape.type, record.type);
      assert.equal(shape.margin, record.margin ?? 0);
      if (record.center && record.type !== 'point') assert.deepEqual(shape.center, record.center);
      shape.dispose();
    }
  }
  assert.ok(seen.size >= 10, `only ${[...seen]}`);
});

test('points may be flat numbers of any kind, lists or vectors', () => {
  const nested = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const forms = [
    nested,
    nested.flat(),
    Float64Array.from(nested.flat()),
    Float32Array.from(nested.flat()),
    nested.map(([x, y, z]) => ({ x, y, z })),
    nested.map((p) => Float32Array.from(p)),
  ];
  for (const points of forms) {
    const hull = new ConvexHull({ points });
    assert.equal(hull.vertexCount, 4);
    assert.deepEqual(hull.toJSON().points, nested);
  }
});

test('the centre of a hull is its volume centroid, or the given centre', () => {
  const points = [
    [0, 0, 0],
    [4, 0, 0],
    [0, 4, 0],
    [0, 0, 4],
  ];
  near(new ConvexHull({ points }).center, [1, 1, 1]);
  assert.deepEqual(new ConvexHull({ points, center: [0.5, 1, 1] }).center, [0.5, 1, 1]);
  assert.equal(new ConvexHull({ points }).toJSON().center, undefined);
});

test('the margin grows a shape in every direction', () => {
  const box = new Box({ halfExtents: [1, 2, 3], margin: 0.5 });
  near(box.support([1, 0, 0]), [1.5, 2, 3]);
  near(box.support([0, -2, 0]), [1, -2.5, 3]);
  assert.equal(box.inradius, 1.5);
  assert.deepEqual(box.boundingBox(), { min: [-1.5, -2.5, -3.5], max: [1.5, 2.5, 3.5] });
});

test('bounding boxes follow the pose', () => {
  const capsule = new Capsule({ halfHeight: 2, radius: 1 });
  const { min, max } = capsule.boundingBox({
    position: [10, 0, 0],
    quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
  });
  near(min, [7, -1, -1]);
  near(max, [13, 1, 1]);
  const ground = new HalfSpace({ normal: [0, 2, 0], offset: 3 });
  assert.deepEqual(ground.boundingBox().max, [Infinity, 1.5, Infinity]);
  assert.deepEqual(ground.boundingBox().min, [-Infinity, -Infinity, -Infinity]);
});

test('a shape contains its boundary and nothing beyond', () => {
  const hull = new ConvexHull({
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  });
  assert.ok(hull.contains([0.25, 0.25, 0.5]));
  assert.ok(hull.contains([0, 0, 0]));
  assert.ok(hull.contains({ x: 0.1, y: 0.1, z: 0.1 }));
  assert.ok(!hull.contains([0.25, 0.25, 0.5000001]));
  assert.ok(!hull.contains([-1e-9, 0.25, 0.25]));
  assert.ok(new HalfSpace({ normal: [0, 1, 0], offset: 0 }).contains([5, -1, 0]));
  assert.ok(!new HalfSpace({ normal: [0, 1, 0], offset: 0 }).contains([5, 1, 0]));
  assert.throws(
    () => new Segment({ a: [0, 0, 0], b: [1, 0, 0] }).contains([0, 0, 0]),
    GeometryError,
  );
});

test('segments, points and half-spaces are 2D if their vectors have two numbers', () => {
  assert.equal(new Segment({ a: [0, 0], b: [1, 1] }).dimension, 2);
  assert.equal(new Point({ center: [0, 0] }).dimension, 2);
  assert.equal(new Point().dimension, 3);
  assert.equal(new HalfSpace({ normal: [0, 1], offset: 0 }).dimension, 2);
});

test('surface() returns the vertices of a polygon, and none for a sphere', () => {
  const { vertices, triangles } = new Polygon({ points: [0, 0, 2, 0, 2, 2, 0, 2] }).surface();
  assert.equal(vertices.length, 12);
  assert.equal(triangles.length, 0);
  assert.equal(new Sphere({ radius: 1 }).surface().vertices.length, 0);
});

test('parameters can be read, and changing the given or returned arrays has no effect', () => {
  const halfExtents = [1, 2, 3];
  const box = new Box({ halfExtents });
  halfExtents[0] = 9;
  box.halfExtents[1] = 9;
  assert.deepEqual(box.halfExtents, [1, 2, 3]);
  assert.equal(new Sphere({ radius: 2 }).radius, 2);
  const given = {
    Ellipsoid: { radii: [1, 2, 3] },
    Capsule: { halfHeight: 1, radius: 2 },
    Cylinder: { halfHeight: 1, radius: 2 },
    Cone: { halfHeight: 1, radius: 2 },
    Frustum: { halfHeight: 1, bottomRadius: 2, topRadius: 3 },
    HalfSpace: { normal: [0, 3, 0], offset: 4 },
    Circle: { radius: 2 },
    Ellipse: { radii: [1, 2] },
    Rectangle: { halfExtents: [1, 2] },
    Stadium: { halfHeight: 1, radius: 2 },
    SmoothHull: { points: TETRAHEDRON, exponent: 5 },
    NormBall: { dimension: 4, p: 3, radius: 2 },
    Segment: { a: [1, 2, 3], b: [4, 5, 6] },
    Triangle: { a: [0, 0], b: [1, 0], c: [0, 1] },
    Point: { center: [1, 2] },
  };
  for (const [name, options] of Object.entries(given)) {
    const shape = new package_[name](options);
    assert.deepEqual(shape.toJSON(), { type: shape.type, ...options }, name);
    for (const [key, value] of Object.entries(options))
      if (key in shape) assert.deepEqual(shape[key], value, `${name}.${key}`);
    shape.dispose();
  }
  assert.deepEqual(new Point({ dimension: 2 }).toJSON(), { type: 'point', dimension: 2 });
  const half = new HalfSpace({ normal: [0, 1, 0], offset: 2 });
  assert.deepEqual([half.normal, half.offset], [[0, 1, 0], 2]);
});

test('a disposed shape throws an error, and a second dispose() does nothing', () => {
  const ball = new Sphere({ radius: 1 });
  ball.dispose();
  ball.dispose();
  assert.throws(() => ball.support([1, 0, 0]), /this Sphere has been disposed/);
  assert.throws(() => package_.growthDistance(ball, null, ball, null), TypeError);
  assert.equal(ball.radius, 1);
});

test('Symbol.dispose disposes a shape if the language has it', () => {
  if (!Symbol.dispose) return;
  const ball = new Sphere({ radius: 1 });
  ball[Symbol.dispose]();
  assert.throws(() => ball.support([1, 0, 0]), /disposed/);
});

test('points of a point set may be lists or have named coordinates', () => {
  const corners = [
    [0, 0, 5],
    [4, 0, 1],
    [0, 3, 2],
  ];
  for (const n of [2, 3]) {
    const points = corners.map(([x, y, z]) => (n === 2 ? { x, y } : { x, y, z }));
    const [named, listed] = [points, corners.map((p) => p.slice(0, n))].map(
      (all) => new PointSet({ points: all }),
    );
    assert.equal(named.dimension, n);
    assert.deepEqual(named.toJSON(), listed.toJSON());
    assert.deepEqual(named.support([0, 1, 0].slice(0, n)), corners[2].slice(0, n));
  }
});
