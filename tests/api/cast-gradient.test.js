/*
 * Derivatives of the time of a cast, against finite differences of castShape for random pairs of all
 * shape types. Also the form of the result, and contacts, misses and overlaps without derivatives.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as gd from '../../js/index.js';
import { moved, freedoms, listOf } from '../lib/gradients.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { scaled, sub } from '../lib/vectors.js';

const { castGradient, castShape } = gd;
const TIGHT = { tolerance: 1e-14, maxIterations: 2000 };
const STEPS = [1e-3, 1e-4, 1e-5, 1e-6];

/** The derivatives of a result as one list. */
const rowOf = ({ gradient }) => [...listOf(gradient), ...gradient.displacement];

/** A scene moved by a step along one of its numbers. */
function shifted({ poseA, poseB, displacement, ...rest }, i, step) {
  const free = freedoms(poseA.position.length);
  if (i < free) poseA = moved(poseA, i, step);
  else if (i < 2 * free) poseB = moved(poseB, i - free, step);
  else displacement = displacement.map((x, k) => (k === i - 2 * free ? x + step : x));
  return { poseA, poseB, displacement, ...rest };
}

function timeOf({ a, b, poseA, poseB, displacement, options }) {
  const { hit, lower, upper } = castShape(a, poseA, b, poseB, displacement, options);
  return hit ? (lower + upper) / 2 : NaN;
}

/** The largest error of a row, relative to its largest number. Each number takes its best step. */
function errorOf(row, scene) {
  const largest = Math.max(...row.map(Math.abs));
  const errors = row.map((x, i) => {
    const differences = STEPS.map(
      (h) => (timeOf(shifted(scene, i, h)) - timeOf(shifted(scene, i, -h))) / (2 * h),
    );
    return Math.min(...differences.filter((d) => !Number.isNaN(d)).map((d) => Math.abs(d - x)));
  });
  return Math.max(...errors) / largest;
}

for (const n of [3, 2])
  test(`gradients of random casts in ${n}D agree with finite differences`, () => {
    const d = draw(random(510 + n));
    const kinds = [...kindsOf(n), ...(n === 3 ? COMPOSED : [])];
    let [hits, unique] = [0, 0];
    for (let k = 0; k < 120; k++) {
      const [a, b] = [k, d.between(0, kinds.length)].map((i) =>
        gd.Shape.from(randomRecord(d, kinds[Math.floor(i) % kinds.length], 0.3, n)),
      );
      const [poseA, poseB] = [randomPose(d, n, 1), randomPose(d, n, 9)];
      const aim = sub(poseA.position, poseB.position).map((x) => x + d.between(-0.5, 0.5));
      const displacement = scaled(1.2, aim);
      const options = { ...TIGHT, maxTime: 2, target: k % 3 === 0 ? 0.25 : 0 };
      const scene = { a, b, poseA, poseB, displacement, options };
      const r = castGradient(a, poseA, b, poseB, displacement, { ...options });
      const { gradient, unique: one, ...plain } = r;
      assert.deepEqual(plain, castShape(a, poseA, b, poseB, displacement, options));
      assert.equal(gradient.positionA.length, n);
      if (!r.hit || r.status === 'overlapping') continue;
      hits++;
      if (!one) continue;
      unique++;
      const error = errorOf(rowOf(r), scene);
      assert.ok(error < 1e-6, `${a.type} and ${b.type}: ${error}`);
    }
    assert.ok(hits > 50 && unique >= 0.95 * hits, `${unique} of ${hits} hits are unique`);
  });

const ball = new gd.Sphere({ radius: 1 });
const box = new gd.Box({ halfExtents: [1, 1, 1] });
const disc = new gd.Circle({ radius: 1 });
const floor = new gd.HalfSpace({ normal: [0, 1, 0], offset: 0 });
const at = (...position) => ({ position });
const near = (x, y) => x.forEach((v, i) => assert.ok(Math.abs(v - y[i]) < 1e-14, `${x}, not ${y}`));

test('the result has the fields of castShape, gradient and unique', () => {
  const r = castGradient(ball, null, ball, at(5, 0, 0), [-6, 0, 0]);
  assert.deepEqual(Object.keys(r).slice(-2), ['gradient', 'unique']);
  const parts = ['positionA', 'rotationA', 'positionB', 'rotationB', 'displacement'];
  assert.deepEqual(Object.keys(r.gradient), parts);
  near(rowOf(r), [-1 / 6, 0, 0, 0, 0, 0, 1 / 6, 0, 0, 0, 0, 0, 1 / 12, 0, 0]);
  assert.equal(r.unique, true);
  const flat = castGradient(disc, null, disc, at(5, 0), [-6, 0]);
  near(rowOf(flat), [-1 / 6, 0, 0, 1 / 6, 0, 0, 1 / 12, 0]);
  assert.ok(Math.abs(flat.gradient.rotationB) < 1e-14);
  const out = {};
  assert.equal(castGradient(ball, null, ball, at(5, 0, 0), [-6, 0, 0], { out }), out);
  assert.deepEqual(out, r);
  const { gradient } = out;
  const { positionA, displacement } = gradient;
  castGradient(ball, null, ball, at(5, 0, 0), [-7, 0, 0], { out });
  assert.ok(out.gradient === gradient && gradient.positionA === positionA);
  assert.ok(
    gradient.displacement === displacement && displacement[0] !== r.gradient.displacement[0],
  );
  const pair = new gd.Pair(ball, ball);
  for (let k = 0; k < 3; k++) assert.deepEqual(pair.castGradient(null, at(5, 0, 0), [-6, 0, 0]), r);
  pair.dispose();
});

test('a falling body arrives later if its half-space is lower', () => {
  const r = castGradient(floor, null, box, at(0, 5, 0), [0, -8, 0]);
  near(r.gradient.positionA, [0, -1 / 8, 0]);
  near(r.gradient.displacement, [0, 1 / 16, 0]);
  assert.equal(r.unique, false, 'a face falls on the half-space');
  assert.equal(castGradient(floor, null, ball, at(0, 5, 0), [0, -8, 0]).unique, true);
});

test('faces on faces and corners on corners are not unique', () => {
  assert.equal(castGradient(box, null, box, at(4, 0.5, 0.2), [-4, 0, 0]).unique, false);
  assert.equal(castGradient(box, null, box, at(4, 4, 4), [-4, -4, -4]).unique, false);
  assert.equal(castGradient(box, null, ball, at(4, 4, 4), [-4, -4, -4]).unique, true);
});

test('misses and overlaps have the gradient 0, and say whether they stay so nearby', () => {
  for (const [start, displacement, hit, unique] of [
    [at(5, 0, 0), [1, 0, 0], false, true],
    [at(5, 2.5, 0), [-9, 0, 0], false, true],
    [at(5, 0, 0), [0, 0, 0], false, true],
    [at(1, 0, 0), [1, 0, 0], true, true],
    [at(2, 0, 0), [-1, 0, 0], true, false],
  ]) {
    const r = castGradient(ball, null, ball, start, displacement);
    assert.equal(r.hit, hit);
    assert.equal(r.unique, unique, `${start.position} by ${displacement}`);
    assert.ok(rowOf(r).every((x) => x === 0));
  }
});

test('wrong arguments throw errors that name castGradient and the field', () => {
  assert.throws(() => castGradient(ball, null, box, null), /castGradient.*displacement/);
  assert.throws(() => castGradient(ball, null, disc, null, [1, 0, 0]), TypeError);
  assert.throws(
    () => castGradient(ball, null, box, null, [1, 0]),
    /displacement must be 3 numbers/,
  );
  assert.throws(() => castGradient(ball, null, box, null, [1, 0, 0], { minTime: 2 }), RangeError);
  assert.throws(
    () => castGradient(floor, null, floor, null, [1, 0, 0]),
    (error) => error.code === 'undefined',
  );
});
