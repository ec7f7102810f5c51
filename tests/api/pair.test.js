/* A Pair: warm starts, reset(), overlap tests, the `out` object and disposal. */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as gd from '../../js/index.js';
import {
  Box,
  Capsule,
  Circle,
  ConvexHull,
  Cylinder,
  Pair,
  Sphere,
  collide,
  distance,
  growthDistance,
} from '../../js/index.js';
import { draw, random } from '../lib/random.js';

const at = (x, y, z) => ({ position: [x, y, z] });

test('a pair that moves a little takes less than a third of the cold iterations', () => {
  const d = draw(random(21));
  const cloud = () => Float64Array.from({ length: 300 }, () => d.normal());
  const a = new ConvexHull({ points: cloud() });
  const b = new ConvexHull({ points: cloud() });
  const pair = new Pair(a, b);
  let cold = 0;
  let warm = 0;
  for (let i = 0; i < 200; i++) {
    const pose = { position: [7 + 0.01 * i, 1, 2], quaternion: [0.001 * i, 0.1, 0, 1] };
    const c = growthDistance(a, null, b, pose);
    const w = pair.growthDistance(null, pose);
    assert.ok(Math.abs(c.value - w.value) <= 3e-8 * c.value);
    cold += c.iterations;
    warm += w.iterations;
  }
  assert.ok(3 * warm < cold, `${warm} warm, ${cold} cold`);
});

test('reset() makes the next query cold, with the same bits', () => {
  const a = new Cylinder({ halfHeight: 1, radius: 0.5 });
  const pair = new Pair(a, a);
  const pose = { position: [2, 1, 0.5], quaternion: [0.3, 0.2, 0.1, 1] };
  const cold = growthDistance(a, null, a, pose);
  assert.deepEqual(pair.growthDistance(null, pose), cold);
  assert.ok(pair.growthDistance(null, pose).iterations < cold.iterations);
  pair.reset();
  assert.deepEqual(pair.growthDistance(null, pose), cold);
});

test('overlap tests of a pair agree with cold ones while it moves through contact', () => {
  const a = new Box({ halfExtents: [1, 1, 1] });
  const b = new Sphere({ radius: 1 });
  const pair = new Pair(a, b);
  for (let x = 3; x > 0; x -= 0.01) {
    const pose = at(x, 0.3, 0.2);
    assert.equal(pair.intersects(null, pose), x <= 2);
    const c = pair.collide(null, pose);
    assert.equal(c.colliding, collide(a, null, b, pose).colliding);
    assert.equal(c.point === null, !c.colliding);
    assert.equal(c.normal === null, c.colliding);
  }
});

test('a query fills and returns out, and reuses its arrays', () => {
  const ball = new Sphere({ radius: 1 });
  const out = growthDistance(ball, null, ball, at(3, 0, 0));
  const { normal, contact } = out;
  const again = growthDistance(ball, null, ball, at(0, 5, 0), { out });
  assert.equal(again, out);
  assert.equal(again.normal, normal);
  assert.equal(again.contact, contact);
  assert.equal(again.value, 2.5);
  assert.deepEqual(normal, [0, 1, 0]);
  const fresh = growthDistance(ball, null, ball, at(3, 0, 0), { out: {} });
  assert.deepEqual(fresh, growthDistance(ball, null, ball, at(3, 0, 0)));
  const boolean = collide(ball, null, ball, at(3, 0, 0), { out: {} });
  assert.deepEqual(collide(ball, null, ball, at(3, 0, 0), { out: boolean }), boolean);
});

test('simplices and Jacobians come only if requested, and the next query removes them from out', () => {
  const ball = new Sphere({ radius: 1 });
  const pair = new Pair(ball, ball);
  const away = at(3, 0, 0);
  const SIMPLICES = ['simplexA', 'simplexB'];
  const JACOBIANS = ['regular', 'jacobian'];
  for (const [name, options, fields] of [
    ['distance', { simplex: true }, SIMPLICES],
    ['distanceGradient', { simplex: true }, SIMPLICES],
    ['growthGradient', { jacobians: true }, JACOBIANS],
    ['distanceGradient', { jacobians: true }, JACOBIANS],
    ['penetrationGradient', { jacobians: true }, JACOBIANS],
  ]) {
    const ask = (own) => gd[name](ball, null, ball, away, own);
    const plain = ask();
    assert.ok(!fields.some((field) => field in plain), name);
    const [key] = Object.keys(options);
    assert.deepEqual(ask({ [key]: false }), plain);
    const full = ask(options);
    const extra = Object.keys(full).filter((field) => !(field in plain));
    assert.deepEqual(extra.sort(), [...fields].sort(), name);
    pair.reset();
    assert.deepEqual(pair[name](null, away, options), full);
    const out = ask({ ...options, out: {} });
    assert.deepEqual(out, full);
    assert.deepEqual(ask({ out }), plain, 'fields of the previous query');
  }
  const out = distance(ball, null, ball, away, { simplex: true });
  const { simplexA } = out;
  assert.equal(distance(ball, null, ball, at(0, 4, 0), { simplex: true, out }).simplexA, simplexA);
  pair.dispose();
});

test('out adopts the dimension of the next query, and point and normal share one array', () => {
  const ball = new Sphere({ radius: 1 });
  const disc = new Circle({ radius: 1 });
  const out = growthDistance(ball, null, ball, at(3, 0, 0));
  assert.deepEqual(growthDistance(disc, null, disc, { position: [3, 0] }, { out }).normal, [1, 0]);
  const hit = collide(ball, null, ball, at(1, 0, 0));
  const { point } = hit;
  collide(ball, null, ball, at(3, 0, 0), { out: hit });
  assert.equal(hit.point, null);
  assert.equal(hit.normal, point);
});

test('a disposed pair throws an error and does not dispose its shapes', () => {
  const ball = new Sphere({ radius: 1 });
  const pair = new Pair(ball, ball);
  pair.dispose();
  pair.dispose();
  assert.throws(() => pair.growthDistance(null, at(3, 0, 0)), /Pair has been disposed/);
  assert.equal(growthDistance(ball, null, ball, at(3, 0, 0)).value, 1.5);
});

test('a pair of disposed shapes throws an error that names the shape', () => {
  const ball = new Sphere({ radius: 1 });
  const pair = new Pair(ball, ball);
  ball.dispose();
  assert.throws(() => pair.growthDistance(null, at(3, 0, 0)), /Sphere has been disposed/);
});

test('an overlap test that needed no portal leaves none for the next test', () => {
  const pair = new Pair(
    new Capsule({ halfHeight: 0.04, radius: 0.04 }),
    new Box({ halfExtents: [0.11, 0.391, 0.012] }),
  );
  const box = at(0.62, 0.391, 0);
  const near = [
    0.610591247691826, 0.4424345634632503, -0.07477244360052898, 0.6662853687816457,
    0.3060322558206592, -0.6800006863681914, 0.0026706335604259612,
  ];
  const far = [
    0.3447821785209391, 0.7592558958199925, 0.021167134794538918, -0.6296783645525388,
    -0.1379058263223949, -0.44899718916912634, 0.6187799806061944,
  ];
  for (const pose of [near, far, near, far]) assert.equal(pair.intersects(pose, box), false);
});
