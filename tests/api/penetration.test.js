/*
 * Penetration depths and signed distances, compared with certified cases, closed forms and their
 * definition.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  Capsule,
  Circle,
  Cylinder,
  Ellipse,
  Ellipsoid,
  HalfSpace,
  Pair,
  Point,
  Rectangle,
  Segment,
  Shape,
  Sphere,
  Triangle,
  distance,
  growthDistance,
  penetration,
  signedDistance,
} from '../../js/index.js';
import { poseFrom, readCases } from '../lib/cases.js';
import { draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { posed } from '../lib/sets.js';
import { Stopwatch } from '../lib/stopwatch.js';
import { sub } from '../lib/vectors.js';

const ULP = 2 ** -52;
const POLYTOPES = [
  'box',
  'hull',
  'point',
  'segment',
  'triangle',
  'rectangle',
  'polygon',
  'halfspace',
];
const GLOBAL = ['auto', 'epa'];
const LOCAL = ['incremental', 'sqp', 'mpr'];
const moved = (pose, n, t) => ({ ...pose, position: pose.position.map((x, i) => x + t * n[i]) });

/** Returns the first error in a depth, or null. */
function complaint(c, r, method) {
  const truth = c.penetration;
  const scale = c.scale ?? Math.hypot(...c.poseA.p, ...c.poseB.p) + 60;
  const exact = POLYTOPES.includes(c.a.type) && POLYTOPES.includes(c.b.type);
  // certGap is the difference between the record's own bounds
  const ofSource = c.source && c.certGap !== undefined ? 1e-10 + 2 * c.certGap : 0;
  const slack = 16 * scale * ULP + (c.tolAbs ?? 0) + (c.tol?.distance ?? 0) + ofSource;
  const tolerance = (exact ? 1e-9 : 1e-6) * truth + slack;
  const numbers = [r.value, r.lower, ...r.normal, ...r.pointA, ...r.pointB, r.supportCalls];
  if (!numbers.every(Number.isFinite)) return 'a number is not finite';
  if (r.lower > truth + slack) return `lower bound ${r.lower} above ${truth}`;
  if (r.value !== r.upper) return `the value ${r.value} is not the upper bound ${r.upper}`;
  if (r.lower > r.upper) return `bounds ${r.lower} > ${r.upper}`;
  if (r.value < truth - slack) return `${r.value} below ${truth}`;
  if (GLOBAL.includes(method)) {
    if (!(Math.abs(r.value - truth) <= tolerance)) return `${r.value}, truth ${truth}, ${r.status}`;
    if (r.status === 'local') return 'a global method calls its answer local';
  } else if (c.localMinima && c.localMinima.length < 12 && method !== 'mpr') {
    const near = c.localMinima.some((m) => Math.abs(r.value - m) <= 1e-6 * m + slack);
    if (!near && r.value > 0) return `${r.value} is none of the minima ${c.localMinima}`;
  }
  if (Math.abs(Math.hypot(...r.normal) - 1) > 1e-14) return 'the normal is not unit';
  const between = sub(r.pointA, r.pointB).map((x, i) => x - r.value * r.normal[i]);
  if (r.value > 0 && Math.hypot(...between) > 64 * scale * ULP)
    return `the witness points miss the depth by ${Math.hypot(...between)}`;
  return null;
}

const hasDepth = (c) => typeof c.penetration === 'number' && !c.expect;

for (const name of ['penetration', 'distance', 'degenerate', 'field', 'general']) {
  test(`depths of ${name}.json are right by every method`, (t) => {
    const cases = readCases(name).filter(hasDepth);
    assert.ok(cases.length > 0);
    const failures = [];
    const calls = {};
    const stopwatch = new Stopwatch();
    for (const c of cases) {
      const a = Shape.from(c.a);
      const b = Shape.from(c.b);
      const [poseA, poseB] = [poseFrom(c.poseA), poseFrom(c.poseB)];
      for (const method of [...GLOBAL, ...LOCAL]) {
        const ask = () => penetration(a, poseA, b, poseB, { method });
        const query = `${c.id} ${c.a.type}-${c.b.type} ${method}`;
        const r = stopwatch.run(query, ask);
        const what = complaint(c, r, method);
        if (what) failures.push(`${query}: ${what}`);
        calls[method] = (calls[method] ?? 0) + r.supportCalls / cases.length;
      }
    }
    failures.push(...stopwatch.slow());
    const mean = Object.entries(calls).map(([method, n]) => `${method} ${n.toFixed(1)}`);
    t.diagnostic(`mean support calls: ${mean.join(', ')}`);
    assert.deepEqual(failures.slice(0, 20), [], `${failures.length} complaints`);
  });
}

test('signed distances are right on both sides of contact', () => {
  const failures = [];
  for (const name of ['penetration', 'distance', 'degenerate', 'field', 'general']) {
    for (const c of readCases(name).filter(hasDepth)) {
      const truth = c.penetration > 0 ? -c.penetration : c.distance;
      if (typeof truth !== 'number') continue;
      const a = Shape.from(c.a);
      const b = Shape.from(c.b);
      const r = signedDistance(a, poseFrom(c.poseA), b, poseFrom(c.poseB));
      const scale = c.scale ?? Math.hypot(...c.poseA.p, ...c.poseB.p) + 60;
      const ofSource = c.source && c.certGap !== undefined ? 1e-10 + 2 * c.certGap : 0;
      const slack = 16 * scale * ULP + (c.tolAbs ?? 0) + (c.tol?.distance ?? 0) + ofSource;
      const close = Math.abs(r.value - truth) <= 1e-6 * Math.abs(truth) + slack;
      // if |truth| is within the case's own tolerance, both signs are right
      if (!close && !(c.touching && Math.abs(r.value) <= 2 * slack))
        failures.push(`${c.id}: ${r.value}, truth ${truth}`);
      if (!(r.lower <= r.value && r.value <= r.upper))
        failures.push(`${c.id}: ${r.lower} ${r.value} ${r.upper}`);
      const gap = sub(r.pointB, r.pointA).map((x, i) => x - r.value * r.normal[i]);
      if (Math.hypot(...gap) > 64 * scale * ULP) failures.push(`${c.id}: witness points`);
      a.dispose();
      b.dispose();
    }
  }
  assert.deepEqual(failures.slice(0, 20), [], `${failures.length}`);
});

test('depths and signed distances equal their closed forms', () => {
  const at = (...position) => (position.length === 3 ? { position } : { position, angle: 0 });
  const near = (x, y) =>
    assert.ok(Math.abs(x - y) <= 2 ** -26 * Math.abs(y) + 1e-15, `${x}, not ${y}`);
  const ball = new Sphere({ radius: 1 });
  assert.equal(penetration(ball, null, ball, at(1.5, 0, 0)).value, 0.5);
  assert.deepEqual(penetration(ball, null, ball, at(1.5, 0, 0)).normal, [1, 0, 0]);
  assert.equal(penetration(ball, null, ball, at(0, 0, 0)).value, 2);
  assert.equal(penetration(ball, null, ball, at(3, 0, 0)).value, 0);
  assert.equal(signedDistance(ball, null, ball, at(3, 0, 0)).value, 1);
  const capsule = new Capsule({ halfHeight: 2, radius: 0.5 });
  const lying = { position: [0, 0, 0], quaternion: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };
  near(penetration(capsule, null, capsule, lying).value, 1); // crossing axes
  near(Math.abs(penetration(capsule, null, capsule, lying).normal[0]), 1);
  near(penetration(capsule, null, capsule, at(0.25, 1, 0)).value, 0.75);
  const box = new Box({ halfExtents: [1, 2, 3] });
  near(penetration(box, null, box, at(1, 1, 1)).value, 1);
  near(penetration(ball, null, box, at(0.25, 0, 0)).value, 1.75);
  near(penetration(box, null, new Point(), at(0.75, 0.5, 0)).value, 0.25);
  const can = new Cylinder({ halfHeight: 2, radius: 1 });
  near(penetration(can, null, can, at(0.5, 1, 0)).value, 1.5);
  const ground = new HalfSpace({ normal: [0, 1, 0], offset: 0 });
  near(penetration(box, at(0, 1.5, 0), ground, null).value, 0.5);
  near(signedDistance(ground, null, box, at(0, 1.5, 0)).value, -0.5);
  near(penetration(ground, null, box, at(0, 5, 0)).value, 0);
  const egg = new Ellipsoid({ radii: [1, 2, 3] });
  near(penetration(egg, null, egg, at(0, 0, 0)).value, 2);
  const square = new Rectangle({ halfExtents: [1, 1] });
  near(penetration(square, null, square, at(1.5, 0.25)).value, 0.5);
  near(penetration(square, null, new Circle({ radius: 1 }), at(1.5, 0)).value, 0.5);
  // a flat shape has no depth of its own
  const t = new Triangle({ a: [-1, 0, -1], b: [1, 0, -1], c: [0, 0, 2] });
  assert.equal(penetration(t, null, t, null).value, 0);
  near(penetration(ball, null, t, null).value, 1);
  const s = new Segment({ a: [-1, 0, 0], b: [1, 0, 0], margin: 0.25 });
  near(penetration(s, null, t, null).value, 0.25);
});

test('two capsules on nearly the same axis separate across the axis', () => {
  const capsule = new Capsule({ halfHeight: 1.5, radius: 1.4 });
  const quaternion = [-0.97, 0.75, 0.53, 0.83];
  const here = { position: [0.2, 0.6, 0.9], quaternion };
  for (const shift of [1e-7, 1e-10, 3e-13, 1e-15]) {
    const there = { position: [0.2 + shift, 0.6, 0.9], quaternion };
    for (const method of ['auto', 'incremental']) {
      const r = penetration(capsule, here, capsule, there, { method });
      assert.ok(Math.abs(r.value - 2.8) <= 2 * shift + 1e-12, `${r.value} at ${shift}`);
      const after = penetration(capsule, here, capsule, moved(there, r.normal, r.value));
      assert.ok(after.value <= 1e-12, `still ${after.value} deep at ${shift}`);
    }
  }
});

test('a local method that starts on an axis of symmetry does not stop at a maximum', () => {
  const long = new Ellipsoid({ radii: [3, 1, 2] });
  const flat = new Ellipse({ radii: [3, 1] });
  for (const method of ['incremental', 'sqp']) {
    const r = penetration(long, null, long, { position: [0.5, 0, 0] }, { method });
    assert.ok(r.value < 2.01, `${r.value} by ${method}`);
    assert.equal(r.status, 'local');
    // a saddle: a minimum along one direction, a maximum along the other
    const s = penetration(long, null, long, { position: [0, 0, 0.5] }, { method });
    assert.ok(s.value < 2.01, `${s.value} by ${method}`);
    const p = penetration(flat, null, flat, { position: [0.5, 0], angle: 0 }, { method });
    assert.ok(p.value < 2.01, `${p.value} by ${method} in the plane`);
  }
});

test('a direction or a warm pair leads a local method to the nearby minimum', () => {
  const box = new Box({ halfExtents: [1, 1, 1] });
  const pose = { position: [0.5, 0.25, 0] };
  const options = { method: 'incremental', direction: [0.1, 1, 0.05] };
  const guided = penetration(box, null, box, pose, options);
  assert.ok(Math.abs(guided.value - 1.75) < 1e-12, `${guided.value}`);
  assert.ok(Math.abs(guided.normal[1] - 1) < 1e-12);
  const pair = new Pair(box, box);
  pair.penetration(null, pose, options);
  const next = pair.penetration(null, { position: [0.5, 0.3, 0] }, { method: 'incremental' });
  assert.ok(Math.abs(next.value - 1.7) < 1e-12, 'the last normal is the first guess');
  pair.dispose();
});

test('with few iterations the bounds hold, and the status is max-iterations', () => {
  const a = new Ellipsoid({ radii: [1, 2, 3] });
  const b = new Cylinder({ halfHeight: 1, radius: 2 });
  const pose = { position: [0.5, 0.4, 0.3], quaternion: [0.1, 0.2, 0.3, 0.9] };
  const truth = penetration(a, null, b, pose, { tolerance: 1e-10 });
  assert.equal(truth.status, 'optimal');
  for (const maxIterations of [4, 6, 8, 12, 16, 24]) {
    const r = penetration(a, null, b, pose, { maxIterations });
    assert.ok(r.lower <= truth.value * (1 + 1e-9) && r.value >= truth.lower * (1 - 1e-9));
    if (r.value > r.lower * (1 + 1e-6)) assert.equal(r.status, 'max-iterations');
  }
});

test('a wrong option throws an error that names it, and the next query works', () => {
  const ball = new Sphere({ radius: 1 });
  const ask = (options) => () => penetration(ball, null, ball, null, options);
  assert.throws(ask({ method: 'gjk' }), /penetration has no method "gjk"; its methods are auto, /);
  assert.throws(ask({ direction: [0, 0, 0] }), RangeError);
  assert.throws(ask({ direction: [NaN, 0, 0] }), RangeError);
  assert.throws(ask({ direction: 1 }), TypeError);
  assert.throws(ask({ subalgorithm: 'johnson' }), /subalgorithm/);
  assert.throws(
    () => distance(ball, null, ball, null, { subalgorithm: 'gauss' }),
    /distance has no subalgorithm "gauss"/,
  );
  assert.throws(() => distance(ball, null, ball, null, { direction: [1, 0, 0] }), /direction/);
  assert.equal(penetration(ball, null, ball, null).value, 2);
});

const around = draw(random(34));
const DIRECTIONS_3 = Array.from({ length: 60 }, () => around.direction(3));
const DIRECTIONS_2 = Array.from({ length: 60 }, () => around.direction(2));

test('depth, distance and growth distance of 30,000 random pairs are consistent', (t) => {
  const d = draw(random(32));
  const failures = [];
  let overlapping = 0;
  const out = [{}, {}, {}, {}, {}, {}];
  for (let shapes = 0; shapes < 1500; shapes++) {
    const dimension = shapes % 4 === 3 ? 2 : 3;
    const scale = d.size(1e-6, 1e6);
    const recordA = randomRecord(d, d.pick(kindsOf(dimension)), scale);
    const recordB = randomRecord(d, d.pick(kindsOf(dimension)), scale);
    const a = Shape.from(recordA);
    const b = Shape.from(recordB);
    const size = scale * 60;
    for (let i = 0; i < 20; i++) {
      const poseA = randomPose(d, dimension, scale * d.size(0.1, 5));
      const poseB = randomPose(d, dimension, scale * d.size(0.1, 10));
      const fail = (what) =>
        failures.push(`${what} ${JSON.stringify({ recordA, poseA, recordB, poseB })}`);
      const s = signedDistance(a, poseA, b, poseB, { out: out[0] });
      const g = growthDistance(a, poseA, b, poseB, { out: out[1] });
      const gap = distance(a, poseA, b, poseB, { out: out[2] });
      const r = penetration(a, poseA, b, poseB, { out: out[3] });
      if (g.lower > 1 && !(s.value > -1e-13 * size)) fail(`growth ${g.lower}, signed ${s.value}`);
      if (g.upper < 1 && !(s.value < 1e-13 * size)) fail(`growth ${g.upper}, signed ${s.value}`);
      if (Math.abs(Math.max(s.value, 0) - gap.value) > 2 ** -25 * gap.value + 1e-13 * size)
        fail(`distance ${gap.value}, signed ${s.value}`);
      if (Math.abs(Math.max(-s.value, 0) - r.value) > 2 ** -25 * r.value + 1e-13 * size)
        fail(`depth ${r.value}, signed ${s.value}`);
      if (!(s.lower <= s.value && s.value <= s.upper)) fail('bounds');
      if (!(r.value > 0)) continue;
      overlapping++;
      const apart = distance(a, poseA, b, moved(poseB, r.normal, r.value), { out: out[4] });
      const beyond = penetration(a, poseA, b, moved(poseB, r.normal, r.value), { out: out[5] });
      if (apart.value > 1e-6 * r.value + 1e-12 * size) fail(`moved, ${apart.value} apart`);
      if (beyond.value > 1e-12 * size) fail(`moved, still ${beyond.value} deep`);
      const swapped = penetration(b, poseB, a, poseA, { out: out[4] });
      const loose = r.status !== 'optimal' || swapped.status !== 'optimal' ? 1e-3 : 2 ** -25;
      if (Math.abs(swapped.value - r.value) > loose * r.value + 1e-12 * size)
        fail(`${r.value}, swapped ${swapped.value}`);
      // the witness points belong to their shapes
      const sets = [posed(recordA, poseA, a.center), posed(recordB, poseB, b.center)];
      const directions = dimension === 3 ? DIRECTIONS_3 : DIRECTIONS_2;
      const belong = (result, name) => {
        if (sets[0].outside(result.pointA, directions) > 2e-8 * size) fail(`${name}: point A`);
        if (sets[1].outside(result.pointB, directions) > 2e-8 * size) fail(`${name}: point B`);
      };
      if (i === 0) belong(r, 'auto');
      for (const method of LOCAL) {
        const local = penetration(a, poseA, b, poseB, { method, out: out[5] });
        if (i === 0) belong(local, method);
        if (local.value < r.lower - 1e-13 * size) fail(`${method} ${local.value} below ${r.lower}`);
        if (local.lower > r.value + 1e-13 * size) fail(`${method} bound ${local.lower}`);
      }
    }
    a.dispose();
    b.dispose();
  }
  t.diagnostic(`${overlapping} of 30,000 overlap`);
  assert.equal(failures.length, 0, `${failures.length}: ${failures[0]}`);
});

test('the signed distance is continuous through contact', () => {
  const d = draw(random(35));
  for (let i = 0; i < 400; i++) {
    const dimension = i % 4 === 3 ? 2 : 3;
    const a = Shape.from(randomRecord(d, d.pick(kindsOf(dimension))));
    const b = Shape.from(randomRecord(d, d.pick(kindsOf(dimension))));
    const poseA = randomPose(d, dimension, 1);
    const start = randomPose(d, dimension, d.size(0.1, 8));
    const along = d.direction(dimension);
    const contact = signedDistance(a, poseA, b, start).value;
    // around the position where a move along the normal makes contact, and anywhere
    const { normal } = signedDistance(a, poseA, b, start);
    for (const n of [normal, along]) {
      let before = null;
      for (let k = -6; k <= 6; k++) {
        const t = (n === normal ? -contact : 0) + k * 1e-3;
        const now = signedDistance(a, poseA, b, moved(start, n, t));
        if (before !== null) {
          const exact = [before, now].every(({ status }) => status !== 'max-iterations');
          const size = Math.max(Math.abs(before.value), Math.abs(now.value));
          // a query with the status `precision` may be off by more right at contact
          const digits = [before, now].some(({ status }) => status === 'precision') ? 2e-9 : 1e-10;
          const loose = (exact ? 2 ** -24 : 1e-3) * size + digits;
          assert.ok(
            Math.abs(now.value - before.value) <= 1e-3 + loose,
            `${before.value} to ${now.value}`,
          );
        }
        before = now;
      }
    }
    a.dispose();
    b.dispose();
  }
});

test('rigid motions keep the signed distance, and powers of two scale it exactly', () => {
  const d = draw(random(33));
  for (let i = 0; i < 2000; i++) {
    const recordA = randomRecord(d, d.pick(kindsOf(3)));
    const recordB = randomRecord(d, d.pick(kindsOf(3)));
    const poseA = randomPose(d, 3, d.size(0.1, 5));
    const poseB = randomPose(d, 3, d.size(0.1, 10));
    const scaled = (x, s) =>
      JSON.parse(JSON.stringify(x), (_, v) => (typeof v === 'number' ? v * s : v));
    const a = Shape.from(recordA);
    const b = Shape.from(recordB);
    const r = signedDistance(a, poseA, b, poseB);
    const s = 2 ** 20;
    const bigA = Shape.from(scaled(recordA, s));
    const bigB = Shape.from(scaled(recordB, s));
    const bigPose = (p) => ({ ...p, position: p.position.map((x) => x * s) });
    const big = signedDistance(bigA, bigPose(poseA), bigB, bigPose(poseB));
    assert.equal(big.value, r.value * s, 'bit for bit');
    assert.equal(big.iterations, r.iterations);
    // the same rotation for both
    const turn = d.quaternion();
    const turned = (p) => ({
      position: rotate(turn, p.position),
      quaternion: multiply(turn, p.quaternion),
    });
    const other = signedDistance(a, turned(poseA), b, turned(poseB));
    const loose = r.status === 'optimal' && other.status === 'optimal' ? 2 ** -25 : 1e-3;
    assert.ok(Math.abs(other.value - r.value) <= loose * Math.abs(r.value) + 1e-12);
    for (const shape of [a, b, bigA, bigB]) shape.dispose();
  }
});

function multiply([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function rotate(q, v) {
  const [x, y, z] = multiply(multiply(q, [...v, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [x, y, z];
}
