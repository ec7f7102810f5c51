/*
 * Derivatives, compared with finite differences of certified values, and poses where no derivative
 * exists.
 *
 * More pairs: GRADIENT_PAIRS=10000 node --test tests/api/gradient.test.js
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  Capsule,
  Circle,
  Cone,
  Cylinder,
  Ellipsoid,
  HalfSpace,
  Pair,
  Point,
  Rectangle,
  Shape,
  Sphere,
  distance,
  distanceGradient,
  growthDistance,
  growthGradient,
  penetration,
  penetrationGradient,
} from '../../js/index.js';
import {
  carried,
  differences,
  errorOf,
  freedoms,
  listOf,
  pairs,
  relativeError,
  rowsOf,
} from '../lib/gradients.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';

const COUNT = Number(process.env.GRADIENT_PAIRS ?? 250);
/**
 * The largest relative error allowed. The diagnostics print the worst error; measured on 10,000
 * pairs.
 */
const TOLERANCE = 1e-5;
const STEPS = [1e-4, 1e-5, 1e-6];

const JACOBIANS = { jacobians: true };
const QUERIES = {
  growth: { ask: growthGradient, plain: growthDistance, apart: [0.3, 2] },
  distance: { ask: distanceGradient, plain: distance, apart: [1.1, 3] },
  penetration: {
    ask: penetrationGradient,
    plain: penetration,

    apart: [0.05, 0.6],
  },
};
const vectorsOf = (r) => [r.normal, r.pointA, r.pointB, r.contact ?? []].flat();
const extentOf = (shape) => {
  const { min, max } = shape.boundingBox();
  return Math.max(...max, ...min.map((x) => -x));
};

for (const [name, { ask, apart }] of Object.entries(QUERIES)) {
  test(`gradients and Jacobians of ${name} agree with finite differences`, (t) => {
    const seen = { pairs: 0, unique: 0, regular: 0, gradient: 0, jacobian: 0 };
    for (const p of pairs(2026, COUNT, apart)) {
      const [a, b] = [Shape.from(p.a), Shape.from(p.b)];
      const size = extentOf(a) + extentOf(b);
      const direction = p.d.direction(p.n);
      const { poseA } = p;
      const poseB = randomPose(p.d, p.n, 0);
      poseB.position = poseA.position.map((x, i) => x + direction[i] * p.reach * size);
      const r = ask(a, poseA, b, poseB, JACOBIANS);
      const { value } = r;
      if (value > 1e-6 * size) {
        const what = `pair ${p.k}, ${p.a.type} and ${p.b.type}`;
        seen.pairs++;
        // only growthGradient refines its bounds, too
        if (name === 'growth')
          assert.ok(r.upper - r.lower <= 1e-10 * value, `${what}: bounds ${r.lower} ${r.upper}`);
        if (r.unique) {
          seen.unique++;
          const f = (x, y) => [ask(a, x, b, y).value];
          const error = errorOf([listOf(r.gradient)], f, poseA, poseB, p.n, size, STEPS);
          assert.ok(error <= TOLERANCE, `${what}: gradient off by ${error}`);
          seen.gradient = Math.max(seen.gradient, error);
        }
        if (r.regular) {
          seen.regular++;
          const f = (x, y) => vectorsOf(ask(a, x, b, y));
          const error = errorOf(rowsOf(r.jacobian), f, poseA, poseB, p.n, size, STEPS);
          assert.ok(error <= TOLERANCE, `${what}: Jacobians off by ${error}`);
          seen.jacobian = Math.max(seen.jacobian, error);
        }
      }
      a.dispose();
      b.dispose();
    }
    t.diagnostic(
      `${seen.pairs} pairs, ${seen.unique} unique, ${seen.regular} regular; worst relative error ` +
        `${seen.gradient.toExponential(1)} of gradients, ${seen.jacobian.toExponential(1)} of Jacobians`,
    );
    assert.ok(seen.pairs > COUNT / 3);
    assert.ok(seen.unique >= 0.99 * seen.pairs && seen.regular >= 0.99 * seen.pairs);
  });
}

test('derivatives of composed shapes agree with finite differences', (t) => {
  const d = draw(random(3));
  for (const type of COMPOSED) {
    const seen = { pairs: 0, unique: 0, regular: 0, worst: 0 };
    for (let k = 0; k < 40; k++) {
      const n = k % 4 === 3 ? 2 : 3;
      const [a, b] = [type, d.pick([...kindsOf(n), type])].map((kind) =>
        Shape.from(randomRecord(d, kind, 1, n)),
      );
      const size = extentOf(a) + extentOf(b);
      const poseA = randomPose(d, n, 0);
      const poseB = randomPose(d, n, d.between(0.3, 2) * size);
      const r = growthGradient(a, poseA, b, poseB, JACOBIANS);
      seen.pairs++;
      if (r.unique) {
        seen.unique++;
        const f = (x, y) => [growthGradient(a, x, b, y).value];
        const error = errorOf([listOf(r.gradient)], f, poseA, poseB, n, size, STEPS);
        assert.ok(error <= TOLERANCE, `${type} and ${b.type}, pair ${k}: off by ${error}`);
        seen.worst = Math.max(seen.worst, error);
      }
      if (r.regular) {
        seen.regular++;
        const f = (x, y) => vectorsOf(growthGradient(a, x, b, y));
        const error = errorOf(rowsOf(r.jacobian), f, poseA, poseB, n, size, STEPS);
        assert.ok(error <= TOLERANCE, `${type} and ${b.type}, pair ${k}: Jacobians ${error}`);
      }
      a.dispose();
      b.dispose();
    }
    t.diagnostic(`${type}: ${JSON.stringify(seen)}`);
    // round faces inside a composite are not recognised, so fewer of these pairs are unique
    assert.ok(seen.unique >= (type === 'dsf' ? 1 : 0.9) * seen.pairs);
    assert.equal(seen.regular, seen.unique);
  }
});

test('gradients agree with finite differences of the queries without derivatives', () => {
  const a = new Ellipsoid({ radii: [1, 2, 0.5] });
  const b = new Cylinder({ halfHeight: 1, radius: 0.7, margin: 0.1, center: [0.1, 0.2, 0] });
  const poseA = { position: [0.3, -0.2, 0.1], quaternion: [0.1, 0.2, 0.3, 0.9] };
  const far = { position: [3, 1, 2], quaternion: [-0.3, 0.2, 0.5, 0.7] };
  const near = { ...far, position: [1, 0.4, 0.5] };
  const settings = { tolerance: 1e-13, maxIterations: 1000 };
  for (const { ask, plain } of Object.values(QUERIES)) {
    const poseB = ask === penetrationGradient ? near : far;
    const r = ask(a, poseA, b, poseB, JACOBIANS);
    assert.ok(r.unique && r.regular);
    const f = (x, y) => [plain(a, x, b, y, settings).value];
    const expected = differences(f, poseA, poseB, 1e-3, 1);
    assert.ok(relativeError([listOf(r.gradient)], expected, 3, 1) < 1e-7);
    const loose = plain(a, poseA, b, poseB);
    assert.ok(Math.abs(loose.value - r.value) <= 1e-7 * r.value, 'the value is that of the query');
  }
});

test('derivatives of spheres and circles equal their closed forms', () => {
  const a = new Sphere({ radius: 1 });
  const b = new Sphere({ radius: 2 });
  const poseB = { position: [0, 6, 0] };
  const { gradient, jacobian, unique, regular } = growthGradient(a, null, b, poseB, JACOBIANS);
  assert.ok(unique && regular);
  const near = (x, y) => x.forEach((v, i) => assert.ok(Math.abs(v - y[i]) < 1e-14, `${x} ${y}`));
  near(listOf(gradient), [0, -1 / 3, 0, 0, 0, 0, 0, 1 / 3, 0, 0, 0, 0]);
  near(jacobian.normal.b[0], [1 / 6, 0, 0, 0, 0, 0]);
  near(jacobian.normal.b[1], [0, 0, 0, 0, 0, 0]);
  near(jacobian.contact.b[1], [0, 1 / 3, 0, 0, 0, 0]);
  // `center` moves the centre of growth and not the ball, so a rotation leaves the distance the
  // same
  const c = new Sphere({ radius: 2, center: [0.5, 0, 0] });
  const turned = distanceGradient(a, null, c, poseB);
  assert.equal(turned.gradient.rotationB[2], 0, 'its centre moves with the pose, not the ball');
  const discs = [new Circle({ radius: 1 }), { position: [0, 0], angle: 0 }];
  const flat = penetrationGradient(...discs, discs[0], { position: [1.5, 0], angle: 1 }, JACOBIANS);
  near(flat.gradient.positionB, [-1, 0]);
  assert.equal(typeof flat.gradient.rotationB, 'number');
  assert.equal(flat.jacobian.pointA.b[0].length, 3);
});

const at = (...position) =>
  position.length === 3 ? { position, quaternion: [0, 0, 0, 1] } : { position, angle: 0 };
const box = new Box({ halfExtents: [1, 1, 1] });
const ball = new Sphere({ radius: 1 });
const capsule = new Capsule({ halfHeight: 1, radius: 0.5 });
const cylinder = new Cylinder({ halfHeight: 1, radius: 1 });
const cone = new Cone({ halfHeight: 1, radius: 1 });
const square = new Rectangle({ halfExtents: [1, 1] });
const disc = new Circle({ radius: 1 });
const point = new Point();
const floor = new HalfSpace({ normal: [0, 1, 0], offset: 0 });

test('gradients and Jacobians exist at aligned contacts that are smooth', () => {
  for (const [kind, a, poseA, b, poseB] of [
    ['growth', box, at(0, 0, 0), ball, at(0, 3, 0)], // the middle of a face, on both diagonals
    ['growth', ball, at(0, 0, 0), box, at(0.2, 3, 0.2)],
    ['distance', box, at(0, 0, 0), point, at(0.5, 3, 0.5)],
    ['penetration', box, at(0, 0, 0), ball, at(0, 1.5, 0)],
    ['growth', box, at(0, 0, 0), ball, at(3, 3, 0)], // an edge, a corner
    ['growth', box, at(0, 0, 0), ball, at(3, 3, 3)],
    ['growth', capsule, at(0, 0, 0), capsule, at(0, 5, 0)],
    ['growth', cylinder, at(0, 0, 0), ball, at(0, 3, 0)], // a round face
    ['growth', ball, at(0, 0, 0), cylinder, at(0.3, 3, 0)],
    ['distance', cylinder, at(0, 0, 0), point, at(0.1, 3, 0)],
    ['penetration', ball, at(0, 0, 0), cylinder, at(0.1, 1.5, 0)],
    ['growth', cone, at(0, 0, 0), ball, at(0.1, -3, 0)],
    ['growth', cone, at(0, 0, 0), ball, at(0, 3, 0)], // an apex
    ['growth', cone, at(0, 0, 0), ball, at(3, 0.3, 0)], // a ruling
    ['growth', square, at(0, 0), disc, at(0.3, 3)],
    ['distance', square, at(0, 0), disc, at(3, 3)],
  ]) {
    const { ask } = QUERIES[kind];
    const r = ask(a, poseA, b, poseB, JACOBIANS);
    const what = `${kind} of ${a.type} and ${b.type} at ${poseB.position}`;
    assert.ok(r.unique && r.regular, what);
    const n = poseA.position.length;
    const value = differences((x, y) => [ask(a, x, b, y).value], poseA, poseB, 1e-4, 1);
    assert.ok(relativeError([listOf(r.gradient)], value, n, 1) < 1e-8, what);
    const rows = differences((x, y) => vectorsOf(ask(a, x, b, y)), poseA, poseB, 1e-4, 1);
    assert.ok(relativeError(rowsOf(r.jacobian), rows, n, 1) < 1e-7, `Jacobians, ${what}`);
  }
});

/** Contacts along faces, edges and kinks, where the value has only one-sided derivatives. */
const KINKS = [
  ['growth', box, at(0, 0, 0), box, at(0.3, 3, 0.2)],
  ['distance', box, at(0, 0, 0), box, at(0.3, 3, 0.2)],
  ['penetration', box, at(0, 0, 0), box, at(0.3, 1.8, 0.2)],
  ['growth', capsule, at(0, 0, 0), capsule, at(3, 0.2, 0)],
  ['distance', capsule, at(0, 0, 0), capsule, at(3, 0.2, 0)],
  ['growth', cylinder, at(0, 0, 0), cylinder, at(0.4, 3, 0)],
  ['growth', cylinder, at(0, 0, 0), cylinder, at(3, 0, 0)],
  ['growth', box, at(0, 0, 0), cylinder, at(0.1, 3, 0)],
  ['distance', box, at(0, 0, 0), cylinder, at(0.1, 3, 0)],
  ['growth', box, at(0, 0, 0), point, at(3, 3, 3)],
  ['growth', box, at(0, 0, 0), point, at(3, 3, 0)],
  ['growth', box, at(0, 0, 0), box, at(3, 3, 3)],
  ['growth', box, at(0, 0, 0), box, at(0, 0, 0)],
  ['distance', ball, at(0, 0, 0), ball, at(2, 0, 0)],
  ['penetration', ball, at(0, 0, 0), ball, at(2, 0, 0)],
  ['growth', square, at(0, 0), square, at(0.3, 3)],
  ['distance', square, at(0, 0), square, at(0.3, 3)],
  ['distance', box, at(0, 2, 0), floor, at(0, 0, 0)],
  ['growth', floor, at(0, 0, 0), cylinder, at(0, 2, 0)],
  ['penetration', floor, at(0, 0, 0), cylinder, at(0, 0.5, 0)],
  ['penetration', floor, at(0, 0, 0), cylinder, at(0, 1, 0)],
];

test('directional derivatives equal one-sided differences where no gradient exists', () => {
  const d = draw(random(7));
  for (const [kind, a, poseA, b, poseB] of KINKS) {
    const { ask, plain } = QUERIES[kind];
    const n = poseA.position.length;
    const what = `${kind} of ${a.type} and ${b.type} at ${poseB.position}`;
    assert.equal(ask(a, poseA, b, poseB).directional, undefined);
    for (let k = 0; k < 8; k++) {
      const velocity = () => ({
        linear: d.direction(n),
        angular: n === 3 ? d.direction(3) : d.between(-1, 1),
      });
      const [velocityA, velocityB] = [velocity(), velocity()];
      const r = ask(a, poseA, b, poseB, { velocityA, velocityB, ...JACOBIANS });
      assert.ok(!r.unique && !r.regular && r.jacobian === null, what);
      const { value, lower, upper } = r.directional;
      assert.ok(lower <= value && value <= upper && upper - lower < 1e-7, what);
      const settings = { tolerance: 1e-14, maxIterations: 1000 };
      const after = (t) =>
        plain(a, carried(poseA, velocityA, t), b, carried(poseB, velocityB, t), settings).value;
      const h = 1e-5;
      const expected = (4 * after(h) - after(2 * h) - 3 * after(0)) / (2 * h);
      assert.ok(Math.abs(value - expected) < 1e-6, `${what}: ${value}, differences ${expected}`);
    }
  }
});

test('a directional derivative is the gradient times the velocities where the gradient is unique', () => {
  const d = draw(random(11));
  const a = new Cone({ halfHeight: 1, radius: 2 });
  for (let k = 0; k < 20; k++) {
    const [poseA, poseB] = [randomPose(d, 3, 0), randomPose(d, 3, 5)];
    const velocityA = { linear: d.direction(3) };
    const velocityB = { angular: d.direction(3) };
    const r = growthGradient(a, poseA, box, poseB, { velocityA, velocityB });
    const along = [...velocityA.linear, 0, 0, 0, 0, 0, 0, ...velocityB.angular];
    const expected = listOf(r.gradient).reduce((sum, x, i) => sum + x * along[i], 0);
    assert.ok(r.unique && Math.abs(r.directional.value - expected) < 1e-12);
  }
});

test('the bounds of a directional derivative are finite at touching corners and equal centres', () => {
  // corners that touch: the distance grows at most at the relative speed
  const velocityB = { linear: [0.6, 0.8, 0], angular: [0, 0, 0] };
  const corner = new Box({ halfExtents: [1, 1, 1] });
  const { lower, value, upper } = distanceGradient(corner, null, corner, at(2, 2, 2), {
    velocityB,
  }).directional;
  assert.ok(0 <= lower && lower <= value && value <= upper && upper <= 1 + 1e-12);
  assert.ok(upper > 0.5, `${upper} is less than the sets can part`);
  // equal centres that only turn stay equal, so the growth distance stays 0
  const turning = { velocityA: { angular: [1, 2, 3] }, velocityB: { angular: [0, 1, 0] } };
  const still = growthGradient(corner, null, ball, at(0, 0, 0), turning).directional;
  assert.deepEqual(still, { value: 0, lower: 0, upper: 0 });
});

test('gradients and Jacobians with half-spaces agree with finite differences', () => {
  const wall = new HalfSpace({ normal: [0.1, 1, 0.2], offset: 0.3 });
  const poseWall = { position: [0.1, -0.2, 0.3], quaternion: [0.02, 0.01, 0.03, 1] };
  const turned = (y) => ({ position: [0.3, y, 0.1], quaternion: [0.1, 0.2, 0.3, 0.9] });
  const egg = new Ellipsoid({ radii: [1, 2, 3] });
  const can = new Cylinder({ halfHeight: 1, radius: 1, margin: 0.1, center: [0.1, 0.2, 0.3] });
  for (const [kind, body, y] of [
    ['growth', egg, 5],
    ['distance', egg, 5],
    ['penetration', egg, 1],
    ['growth', box, 5],
    ['penetration', can, 0.5],
  ]) {
    const { ask } = QUERIES[kind];
    for (const [a, poseA, b, poseB] of [
      [body, turned(y), wall, poseWall],
      [wall, poseWall, body, turned(y)],
    ]) {
      const r = ask(a, poseA, b, poseB, JACOBIANS);
      assert.ok(r.unique && r.regular);
      const value = differences((x, z) => [ask(a, x, b, z).value], poseA, poseB, 1e-4, 1);
      assert.ok(relativeError([listOf(r.gradient)], value, 3, 1) < 1e-9);
      const rows = differences((x, z) => vectorsOf(ask(a, x, b, z)), poseA, poseB, 1e-4, 1);
      assert.ok(relativeError(rowsOf(r.jacobian), rows, 3, 1) < 1e-9);
    }
  }
});

test('the gradient is 0 where the value is 0 in a neighbourhood', () => {
  for (const r of [
    distanceGradient(ball, null, ball, at(1, 0, 0), JACOBIANS),
    penetrationGradient(ball, null, ball, at(3, 0, 0), JACOBIANS),
    distanceGradient(ball, at(0, -3, 0), floor, null, JACOBIANS),
    penetrationGradient(ball, at(0, 3, 0), floor, null, JACOBIANS),
  ]) {
    assert.ok(r.unique && !r.regular);
    assert.ok(listOf(r.gradient).every((x) => x === 0));
  }
});

test('a warm pair gives the derivatives of cold queries', () => {
  const pair = new Pair(cone, box);
  const poseA = { position: [0, 0, 0], quaternion: [0.1, 0.2, 0.3, 0.9] };
  for (let k = 0; k < 5; k++) {
    const poseB = at(2.5, 2 + 0.1 * k, 0.3);
    const warm = pair.growthGradient(poseA, poseB);
    const cold = growthGradient(cone, poseA, box, poseB);
    const error = relativeError([listOf(warm.gradient)], [listOf(cold.gradient)], 3, 1);
    assert.ok(error < 1e-11, `${error}`);
    const apart = pair.distanceGradient(poseA, poseB);
    assert.ok(apart.unique && apart.value > 0);
    assert.equal(pair.penetrationGradient(poseA, poseB).value, 0);
  }
  pair.dispose();
  assert.throws(() => pair.growthGradient(null, null), /disposed/);
});

test('a wrong velocity throws an error that names the field', () => {
  const ask = (velocityA) => () => growthGradient(ball, null, box, at(3, 0, 0), { velocityA });
  assert.throws(ask(3), /velocityA must be an object \{ linear, angular \}, got 3/);
  assert.throws(ask({ linear: [1, 2] }), /velocityA.linear must be 3 numbers/);
  assert.throws(ask({ turn: 1 }), /has no option "turn"/);
  assert.throws(ask({ angular: [NaN, 0, 0] }), RangeError);
  const flat = () =>
    growthGradient(square, at(0, 0), disc, at(3, 0), { velocityA: { angular: [1, 0, 0] } });
  assert.throws(flat, /velocityA.angular must be a number/);
  assert.equal(freedoms(2), 3);
});
