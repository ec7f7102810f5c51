/*
 * Generalized distance, and growth distances of point sets and p-norm balls: certified cases,
 * closed forms and relations between results.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  Circle,
  ConvexHull,
  Ellipsoid,
  GeometryError,
  HalfSpace,
  NormBall,
  Pair,
  Point,
  PointSet,
  Polygon,
  Segment,
  Shape,
  Sphere,
  Triangle,
  collide,
  distance,
  generalizedDistance,
  growthDistance,
  intersects,
} from '../../js/index.js';
import { poseFrom, readCases } from '../lib/cases.js';
import { ballClouds } from '../lib/clouds.js';
import { draw, random } from '../lib/random.js';
import { dot, length } from '../lib/vectors.js';

const norm = (x, p) =>
  p === Infinity
    ? Math.max(...x.map(Math.abs))
    : x.reduce((sum, v) => sum + Math.abs(v) ** p, 0) ** (1 / p);
const near = (x, truth, tolerance, what) =>
  assert.ok(Math.abs(x - truth) <= tolerance, `${what}: ${x}, truth ${truth}`);

/** A record with all lengths multiplied by k. */
const scaled = (record, k) =>
  Object.fromEntries(
    Object.entries(record).map(([key, x]) => [
      key,
      typeof x === 'number' ? k * x : Array.isArray(x) ? x.map((y) => k * y) : x,
    ]),
  );

/** The queries of a case as [Q, poseQ, A, poseA, truth]. */
function queriesOf(c) {
  if (c.group === 'cone_ellipsoid')
    return c.scaleQ.map((k, i) => [
      Shape.from(scaled(c.Q, k)),
      poseFrom({ p: c.poseQ.p.map((x) => k * x), q: c.poseQ.q }),
      Shape.from(c.A),
      poseFrom(c.poseA),
      c.values[i],
    ]);
  const { Q, A } = c.group === 'balls_nd' ? ballClouds(c) : c;
  if (Array.isArray(Q))
    return [[new PointSet({ points: Q }), null, new PointSet({ points: A }), null, c.value]];
  return [[Shape.from(Q), poseFrom(c.poseQ), Shape.from(A), poseFrom(c.poseA), c.value]];
}

test('every certified case is right within 2e-8, and its bounds enclose the truth', () => {
  const failures = [];
  for (const c of readCases('generalized')) {
    for (const [Q, poseQ, A, poseA, truth] of queriesOf(c)) {
      const r = generalizedDistance(Q, poseQ, A, poseA);
      const slack = 1e-12 * (truth || 1);
      if (!(Math.abs(r.value - truth) <= 2e-8 * truth))
        failures.push(`${c.id}: ${r.value}, ${truth}`);
      if (!(r.lower <= truth + slack && r.upper >= truth - slack))
        failures.push(`${c.id}: bounds ${r.lower} ${r.upper}, truth ${truth}`);
      if (r.status !== 'optimal') failures.push(`${c.id}: ${r.status}`);
      Q.dispose();
      A.dispose();
    }
  }
  assert.deepEqual(failures, []);
});

test('the generated clouds equal the clouds of the data', () => {
  for (const c of readCases('generalized').filter(({ group }) => group === 'balls_nd')) {
    const { Q, A } = ballClouds(c);
    assert.deepEqual(Q[0], c.firstQ);
    assert.deepEqual(A.at(-1), c.lastA);
    const sum = (points) => points.flat().reduce((total, x) => total + x, 0);
    assert.equal(sum(Q), c.sumQ);
    assert.equal(sum(A), c.sumA);
  }
});

test('the contact lies in A and in the scaled Q, and the normal proves the lower bound', () => {
  for (const c of readCases('generalized').slice(0, 300)) {
    const [[Q, poseQ, A, poseA]] = queriesOf(c);
    const { n } = c;
    const r = generalizedDistance(Q, poseQ, A, poseA);
    near(length(r.normal), 1, 1e-14, c.id);
    assert.deepEqual(r.pointB, r.contact);
    if (n === undefined || r.value === 0) continue;
    // these sets have no pose, so their local support points are world points
    const proved = -dot(
      A.support(r.normal.map((x) => -x)),
      r.normal.map((x) => -x),
    );
    near(proved / dot(Q.support(r.normal), r.normal), r.lower, 1e-13 * r.lower, c.id);
    const d = draw(random(n));
    for (let k = 0; k < 20; k++) {
      const u = Array.from({ length: n }, () => d.between(-1, 1));
      const size = length(r.contact) * length(u);
      assert.ok(dot(u, r.contact) <= dot(u, A.support(u)) + 1e-12 * size, `${c.id}: not in A`);
      assert.ok(
        dot(u, r.contact) <= r.value * dot(u, Q.support(u)) + 1e-12 * size,
        `${c.id}: not in Q`,
      );
    }
  }
});

test('in the metric of a p-norm ball, the distance of a point is its p-norm', () => {
  const d = draw(random(11));
  for (const p of [1, 1.3, 2, 3, 7.5, Infinity])
    for (const n of [2, 3, 4, 7]) {
      const x = Array.from({ length: n }, () => d.between(-3, 3));
      const ball = new NormBall({ dimension: n, p, radius: 0.5 });
      const r = generalizedDistance(ball, null, new PointSet({ points: [x] }), null);
      near(r.value, 2 * norm(x, p), 3e-8 * norm(x, p), `p ${p}, n ${n}`);
    }
});

test('with a unit ball as Q, generalizedDistance is the distance of a shape and of a pair', () => {
  const d = draw(random(12));
  const balls = [new Sphere({ radius: 1 }), new NormBall({ dimension: 3, p: 2 })];
  for (let k = 0; k < 100; k++) {
    const shapes = [
      new Box({ halfExtents: [d.between(0.2, 2), d.between(0.2, 2), d.between(0.2, 2)] }),
      new Ellipsoid({ radii: [d.between(0.2, 2), d.between(0.2, 2), d.between(0.2, 2)] }),
    ];
    const poses = [-4, 4].map((x) => ({
      position: [x, d.between(-2, 2), d.between(-2, 2)],
      quaternion: d.quaternion(),
    }));
    const truth = distance(shapes[0], poses[0], shapes[1], poses[1], { tolerance: 1e-12 });
    const alone = distance(new Point(), null, shapes[0], poses[0], { tolerance: 1e-12 }).value;
    for (const Q of balls) {
      const r = generalizedDistance(Q, null, shapes, poses);
      near(r.value, truth.value, 3e-8 * truth.value, 'pair');
      near(dot(r.normal, truth.normal), 1, 1e-6, 'normal');
      near(length(r.pointB.map((x, i) => x - r.pointA[i])), r.value, 3e-8 * r.value, 'points');
      r.pointA.forEach((x, i) => near(r.pointB[i] - x, r.contact[i], 1e-14, 'contact'));
      near(generalizedDistance(Q, null, shapes[0], poses[0]).value, alone, 3e-8 * alone, 'alone');
    }
  }
});

test('scaling Q divides the value, scaling A multiplies it, a linear map of both changes nothing', () => {
  const d = draw(random(13));
  for (const n of [2, 3, 5, 8]) {
    const { Q, A } = ballClouds({ n, N: 12 * n, seed: n, centerDistance: 3 });
    const set = (points) => new PointSet({ points });
    const value = (q, a) => generalizedDistance(set(q), null, set(a), null).value;
    const times = (k, points) => points.map((x) => x.map((y) => k * y));
    const base = value(Q, A);
    assert.equal(value(times(4, Q), A), base / 4, 'powers of two are exact');
    assert.equal(value(Q, times(0.5, A)), base / 2);
    near(value(times(1e6, Q), times(1e6, A)), base, 3e-8 * base, 'both');
    const M = Array.from({ length: n }, () => Array.from({ length: n }, () => d.between(-1, 1)));
    M.forEach((row, i) => (row[i] += 2));
    const map = (points) => points.map((x) => M.map((row) => dot(row, x)));
    near(value(map(Q), map(A)), base, 3e-8 * base, 'mapped');
    assert.ok(value(Q, A.slice(0, 4 * n)) >= base * (1 - 3e-8), 'a part of A is not nearer');
    assert.ok(value(Q.slice(0, 6 * n), A) >= base * (1 - 3e-8), 'a part of Q is not larger');
  }
});

test('a shape that contains the origin has the value 0, solid or flat', () => {
  const Q = new Box({ halfExtents: [1, 2, 3] });
  const sets = [
    new Sphere({ radius: 2, center: [1, 0, 0] }),
    new Segment({ a: [-1, -1, -1], b: [2, 2, 2] }),
    new Triangle({ a: [-1, -1, 0], b: [2, 0, 0], c: [-1, 1, 0] }),
    new Point(),
    new HalfSpace({ normal: [0, 1, 0], offset: 0.5 }),
    new PointSet({
      points: [
        [1, 1, 1],
        [-3, 0, 0],
        [1, -2, 1],
        [1, 1, -2],
      ],
    }),
    // the origin lies on its surface
    new PointSet({
      points: [0, 2].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z]))),
    }),
  ];
  for (const A of sets) {
    const r = generalizedDistance(Q, null, A, null);
    assert.equal(r.value, 0, A.type);
    assert.equal(r.lower, 0);
    assert.equal(r.status, 'optimal');
    assert.ok(r.contact.every((x) => x === 0));
  }
  const balls = [new Sphere({ radius: 1 }), new Sphere({ radius: 1 })];
  const r = generalizedDistance(Q, null, balls, [{ position: [5, 0, 0] }, { position: [6, 0, 0] }]);
  assert.equal(r.value, 0);
  assert.deepEqual(r.pointA, r.pointB);
  assert.ok(r.pointA[0] >= 5 && r.pointA[0] <= 6);
});

test('points, segments and half-spaces have a generalized distance', () => {
  const Q = new Box({ halfExtents: [1, 2, 3] });
  const gauge = ([x, y, z]) => Math.max(Math.abs(x), Math.abs(y) / 2, Math.abs(z) / 3);
  near(generalizedDistance(Q, null, new Point(), [7, 1, 2, 0, 0, 0, 1]).value, 7, 1e-7, 'point');
  const segment = new Segment({ a: [4, -1, 0], b: [4, 1, 0] });
  near(generalizedDistance(Q, null, segment, null).value, 4, 1e-7, 'segment');
  const ground = new HalfSpace({ normal: [0, 1, 0], offset: -5 });
  const r = generalizedDistance(Q, null, ground, null);
  near(r.value, 2.5, 1e-15, 'half-space');
  assert.deepEqual(r.normal.map(Math.abs), [0, 1, 0]);
  near(gauge(r.contact), 2.5, 1e-15, 'contact');
  const ball = new Sphere({ radius: 1 });
  const above = { position: [3, 2, 0] };
  const up = generalizedDistance(Q, null, [ground, ball], [null, above]);
  const down = generalizedDistance(Q, null, [ball, ground], [above, null]);
  near(up.value, 3, 1e-15, 'from the ground'); // a gap of 6, and Q reaches 2
  near(down.value, 3, 1e-15, 'to the ground');
  near(up.pointB[1], 1, 1e-15, 'lowest point');
  near(up.pointA[1], -5, 1e-14, 'on the ground');
  near(down.pointA[1], 1, 1e-15, 'lowest point');
});

test('a Q without the origin in its interior throws an error', () => {
  const cases = [
    [new Sphere({ radius: 1 }), { position: [2, 0, 0] }],
    [
      new PointSet({
        points: [
          [1, 0, 0],
          [2, 0, 0],
          [1, 1, 0],
          [1, 0, 1],
        ],
      }),
      null,
    ],
    [
      new PointSet({
        points: [
          [-1, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, -1, 0],
        ],
      }),
      null,
    ], // flat
    [new HalfSpace({ normal: [1, 0, 0], offset: 1 }), null],
    [new Segment({ a: [-1, 0, 0], b: [1, 0, 0] }), null],
  ];
  const A = new Sphere({ radius: 1 });
  for (const [Q, pose] of cases)
    assert.throws(
      () => generalizedDistance(Q, pose, A, { position: [5, 5, 5] }),
      (error) =>
        error instanceof GeometryError &&
        error.code === 'undefined' &&
        /origin/.test(error.message),
      Q.type,
    );
});

test('point sets have the growth distances of their convex hulls', () => {
  const d = draw(random(14));
  for (let k = 0; k < 200; k++) {
    const n = k % 2 ? 3 : 2;
    const Hull = n === 3 ? ConvexHull : Polygon;
    const cloud = () =>
      Array.from({ length: Math.floor(d.between(n + 3, 40)) }, () =>
        Array.from({ length: n }, () => d.between(-1, 1)),
      );
    const [a, b] = [cloud(), cloud()].map((points) => {
      const hull = new Hull({ points });
      return { hull, set: new PointSet({ points, center: hull.center }) };
    });
    const position = Array.from({ length: n }, () => d.between(-4, 4));
    const pose =
      n === 3 ? { position, quaternion: d.quaternion() } : { position, angle: d.between(-3, 3) };
    const truth = growthDistance(a.hull, null, b.hull, pose);
    for (const r of [
      growthDistance(a.set, null, b.set, pose),
      growthDistance(a.hull, null, b.set, pose),
    ]) {
      near(r.value, truth.value, 1e-9 * truth.value, 'growth');
      assert.equal(r.status, 'optimal');
    }
    const wanted = truth.value <= 1;
    assert.equal(intersects(a.set, null, b.set, pose), wanted);
    const c = collide(a.set, null, b.set, pose);
    assert.equal(c.colliding, wanted);
    assert.equal(c.point === null, !wanted);
    assert.equal(c.normal === null, wanted);
  }
});

test('the growth distance of two p-norm balls follows from the p-norm of their offset', () => {
  const d = draw(random(15));
  for (const n of [2, 3, 6, 12])
    for (const p of [1, 2, Infinity]) {
      const x = Array.from({ length: n }, () => d.between(-3, 3));
      const ball = new NormBall({ dimension: n, p, radius: 2 });
      const pose = n === 2 ? { position: x } : n === 3 ? { position: x } : x;
      const r = growthDistance(ball, null, ball, pose);
      near(r.value, norm(x, p) / 4, 1e-7 * r.value, `p ${p}, n ${n}`);
      r.contact.forEach((y, i) => near(y, x[i] / 2, 1e-6, 'contact'));
      const apart = growthDistance(ball, null, ball, null);
      assert.equal(apart.value, 0);
      assert.equal(apart.status, 'coincident');
    }
});

test('a p-norm ball with p = Infinity equals a box, also with a margin', () => {
  const cube = new Box({ halfExtents: [1, 1, 1], margin: 0.25 });
  const ball = new NormBall({ dimension: 3, p: Infinity, margin: 0.25 });
  const d = draw(random(16));
  for (let k = 0; k < 50; k++) {
    const pose = { position: d.direction().map((x) => 3 * x), quaternion: d.quaternion() };
    const tight = { tolerance: 1e-11 };
    const truth = growthDistance(cube, null, cube, pose, tight).value;
    near(growthDistance(ball, null, cube, pose, tight).value, truth, 1e-10 * truth, 'mixed');
  }
});

test('a flat point set has a growth distance only with a solid partner', () => {
  const square = new PointSet({
    points: [
      [1, 1, 0, 0],
      [1, -1, 0, 0],
      [-1, 1, 0, 0],
      [-1, -1, 0, 0],
    ],
  });
  const ball = new NormBall({ dimension: 4, p: 2 });
  near(growthDistance(square, null, ball, [3, 0, 0, 0]).value, 1.5, 1e-7, 'along');
  near(growthDistance(square, null, ball, [0, 0, 3, 0]).value, 3, 1e-7, 'across');
  assert.throws(
    () => growthDistance(square, null, square, [0, 0, 3, 0]),
    (error) =>
      error instanceof GeometryError && error.code === 'undefined' && /solid/.test(error.message),
  );
});

test('contains() of a p-norm ball compares the p-norm with the radius', () => {
  const ball = new NormBall({ dimension: 4, p: 1 });
  assert.equal(ball.contains([0.25, 0.25, -0.25, 0.2]), true);
  assert.equal(ball.contains([0.25, 0.25, -0.25, 0.3]), false);
});

test('a wrong argument throws an error that names it', () => {
  const ball = new NormBall({ dimension: 4, p: 2 });
  const sphere = new Sphere({ radius: 1 });
  const cloud = new PointSet({
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  });
  const calls = [
    [() => new PointSet({ points: [], dimension: 3 }), GeometryError, /at least 1 point/],
    [() => new PointSet({ points: [1, 2, 3] }), RangeError, /dimension .* got undefined/],
    [() => new PointSet({ points: [1, 2, 3], dimension: 2 }), TypeError, /multiple of 2/],
    [() => new PointSet({ points: [[1], [2]] }), RangeError, /from 2 to 256, got 1/],
    [
      () => new PointSet({ points: [[1, 2, 3, NaN]] }),
      GeometryError,
      /finite .*, got NaN at flat index 3/,
    ],
    [
      () =>
        new PointSet({
          points: [
            [1, 2, 3, 4],
            [1, 2],
          ],
        }),
      TypeError,
      /points\[1\] must be 4 numbers/,
    ],
    [() => new NormBall({ dimension: 300, p: 2 }), RangeError, /256/],
    [() => new NormBall({ dimension: 3, p: 0.5 }), GeometryError, /NormBall\.p .* got 0\.5/],
    [() => new NormBall({ dimension: 3, p: NaN }), GeometryError, /got NaN/],
    [() => new NormBall({ dimension: 3, p: 2, radius: -1 }), GeometryError, /radius .* got -1/],
    [() => new NormBall({ dimension: 3, p: 1, center: [0.6, 0.6, 0] }), GeometryError, /center/],
    [() => ball.support([1, 2, 3]), TypeError, /4 numbers/],
    [() => ball.support([0, 0, 0, 0]), RangeError, /not zero/],
    [() => ball.boundingBox(), TypeError, /a NormBall has no boundingBox: call support/],
    [() => cloud.boundingBox(), TypeError, /a PointSet has no boundingBox: call support/],
    [() => growthDistance(ball, null, sphere, null), TypeError, /same dimension/],
    [() => growthDistance(ball, null, ball, [1, 2, 3]), TypeError, /poseB .* 4 numbers/],
    [() => growthDistance(ball, null, ball, [1, 2, 3, NaN]), RangeError, /poseB\[3\]/],
    [() => distance(cloud, null, sphere, null), TypeError, /PointSet.*ConvexHull/],
    [() => new Pair(cloud, sphere), TypeError, /PointSet/],
    [() => generalizedDistance(sphere, null, [sphere], null), TypeError, /\[A1, A2\]/],
    [() => generalizedDistance(sphere, null, [sphere, sphere], {}), TypeError, /pose1, pose2/],
    [
      () => generalizedDistance(sphere, null, new Circle({ radius: 1 }), null),
      TypeError,
      /dimension/,
    ],
    [() => generalizedDistance(sphere, [1], sphere, null), TypeError, /poseQ/],
    [() => generalizedDistance(sphere, null, sphere, null, { warm: 1 }), TypeError, /no option/],
    [
      () => generalizedDistance(sphere, null, sphere, null, { tolerance: 2 }),
      RangeError,
      /tolerance/,
    ],
    [() => generalizedDistance(1, null, sphere, null), TypeError, /first shape/],
  ];
  for (const [call, type, message] of calls) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof type, `${call}: ${error.name} ${error.message}`);
      assert.match(error.message, message);
      return true;
    });
  }
});

test('bounds hold after few iterations, and a result object can be reused', () => {
  const { Q, A } = ballClouds({ n: 6, N: 200, seed: 3, centerDistance: 3 });
  const sets = [Q, A].map((points) => new PointSet({ points }));
  const full = generalizedDistance(sets[0], null, sets[1], null);
  for (const maxIterations of [1, 4, 9, 16]) {
    const r = generalizedDistance(sets[0], null, sets[1], null, { maxIterations });
    assert.equal(r.status, 'max-iterations');
    assert.ok(r.lower <= full.upper && r.upper >= full.lower * (1 - 1e-12));
    assert.ok(r.rayIterations <= maxIterations);
    assert.ok([...r.contact, ...r.normal].every(Number.isFinite));
  }
  const out = {};
  const again = generalizedDistance(sets[0], null, sets[1], null, { out });
  const { contact } = again;
  assert.equal(again, out);
  assert.equal(generalizedDistance(sets[0], null, sets[1], null, { out }).contact, contact);
  assert.deepEqual(out, full);
});

test('needles give finite bounds, and single points an error', () => {
  const k = 1e6;
  const pose = { position: [0.3 * k, 0.2 * k, 5], quaternion: [0.3, 0.1, 0.2, 1] };
  const needle = new Box({ halfExtents: [k, 1, 1] });
  const r = generalizedDistance(needle, null, new Segment({ a: [0, -k, 0], b: [0, k, 0] }), pose);
  assert.ok(Number.isFinite(r.value) && r.lower > 0 && r.lower <= r.value);
  const at = (x) => new PointSet({ points: [[x, 0, 0]] });
  assert.throws(() => growthDistance(at(0), null, at(1), null), { code: 'undefined' });
});
