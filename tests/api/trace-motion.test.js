/*
 * Traces of casts, rays and times of impact: every iterate is as its type promises, and the intervals prove
 * that the motion is free. The results equal the results of a query without a trace.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  Circle,
  Ellipsoid,
  Pair,
  Rectangle,
  Sphere,
  World,
  castGradient,
  castRay,
  castShape,
  staysApart,
  timeOfImpact,
} from '../../js/index.js';
import { aimed, movingPair } from '../lib/motion-checks.js';
import { height, posePair } from '../lib/posed-pairs.js';
import { draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { checkRow } from '../lib/trace-rows.js';
import { dot, length, scaled } from '../lib/vectors.js';

const TIMES = 6;

/** What checkRow needs of a pair at one time. */
const rowPair = ({ n, a, b }) => ({
  n,
  growth: false,
  height: [a, b].map((set) => (direction) => height(set, direction)),
});

/** A vector turned by an angle about a vector, whose length is the angle per unit of time. */
function turned(v, turn, time) {
  if (typeof turn === 'number') {
    const [c, s] = [Math.cos(turn * time), Math.sin(turn * time)];
    return [c * v[0] - s * v[1], s * v[0] + c * v[1]];
  }
  const rate = length(turn);
  if (rate === 0) return v;
  const k = scaled(1 / rate, turn);
  const [c, s] = [Math.cos(rate * time), Math.sin(rate * time)];
  const side = [k[1] * v[2] - k[2] * v[1], k[2] * v[0] - k[0] * v[2], k[0] * v[1] - k[1] * v[0]];
  return v.map((x, i) => c * x + s * side[i] + (1 - c) * dot(k, v) * k[i]);
}

/** Asserts that the pair is free during the interval of a row, by its normal. */
function checkFree(row, pair, target) {
  const [start, end] = row.interval;
  for (let i = 0; i <= TIMES; i++) {
    const t = start + ((end - start) * i) / TIMES;
    const at = posePair(pair.records, pair.at(t));
    const n = turned(row.normal, row.turn, t - start);
    const gap = -at.overlap(n);
    at.dispose();
    assert.ok(gap > target - 1e-12 * pair.scale(t), `gap ${gap} at ${t} of ${start} to ${end}`);
  }
}

/** Checks a trace of any query. */
function checkTrace(traced, plain) {
  const { trace, ...rest } = traced;
  assert.deepEqual(rest, plain);
  const last = trace.at(-1);
  assert.ok(trace.every((row) => (row.type === 'result') === (row === last)));
  assert.equal(last.iteration, plain.iterations);
  assert.equal(last.lower, plain.lower + 0);
  assert.equal(last.upper, Number.isFinite(plain.upper) ? plain.upper + 0 : null);
  assert.deepEqual(JSON.parse(JSON.stringify(trace)), trace);
  return trace.slice(0, -1);
}

function drawPair(d, n, spin) {
  const records = [0, 1].map(() => randomRecord(d, d.pick(kindsOf(n))));
  const poses = [randomPose(d, n, 1), randomPose(d, n, d.size(2, 20))];
  const still = { linear: Array(n).fill(0), angular: n === 2 ? 0 : [0, 0, 0] };
  const start = movingPair(records, poses, [still, still]);
  const velocity = aimed(d, start, 1);
  start.start.dispose();
  const turn = () => (n === 2 ? d.between(-spin, spin) : d.direction(3).map((x) => spin * x));
  const velocities = [0, 1].map((k) => ({
    linear: k === 0 ? still.linear : velocity,
    angular: spin > 0 ? turn() : still.angular,
  }));
  return movingPair(records, poses, velocities);
}

for (const n of [3, 2]) {
  test(`every iterate of castShape in ${n}D is as its type promises`, () => {
    const d = draw(random(90 + n));
    let rows = 0;
    for (let i = 0; i < 200; i++) {
      const pair = drawPair(d, n, 0);
      const options = { target: i % 3 === 0 ? d.between(0, 0.2) : 0 };
      const [a, b] = pair.shapes;
      const run = (more) =>
        castShape(a, pair.poses[0], b, pair.poses[1], pair.velocities[1].linear, more);
      const trace = checkTrace(run({ ...options, trace: true }), run(options));
      const at = rowPair(pair.start);
      for (const row of trace) {
        assert.equal(row.type, 'direction');
        checkRow(row, at, 1e-13 * pair.scale(1));
        const v = pair.velocities[1].linear;
        assert.ok(Math.abs(dot(row.ray, v) - length(v)) <= 1e-12 * length(v));
      }
      rows += trace.length;
      pair.shapes.forEach((shape) => shape.dispose());
    }
    assert.ok(rows > 500, `${rows} rows`);
  });

  test(`the intervals of timeOfImpact in ${n}D prove the motion free`, () => {
    const d = draw(random(95 + n));
    const seen = { interval: 0, probe: 0 };
    for (let i = 0; i < 100; i++) {
      const pair = drawPair(d, n, 3);
      const [a, b] = pair.shapes;
      const target = i % 3 === 0 ? d.between(0, 0.2) : 0;
      const motions = pair.poses.map((pose, k) => ({
        pose,
        velocity: pair.velocities[k].linear,
        angularVelocity: pair.velocities[k].angular,
      }));
      const run = (more) => timeOfImpact(a, motions[0], b, motions[1], { target, ...more });
      const plain = run({});
      let until = 0;
      for (const row of checkTrace(run({ trace: true }), plain)) {
        seen[row.type]++;
        const [start, end] = row.interval;
        const at = posePair(pair.records, pair.at(start));
        checkRow(row, rowPair(at), 1e-13 * pair.scale(end));
        at.dispose();
        if (row.type === 'probe') continue;
        assert.equal(start, until);
        if (row.support !== null) checkFree(row, pair, target);
        until = end;
      }
      if (plain.status !== 'overlapping')
        assert.ok(Math.abs(until - plain.lower) <= 1e-15, `free until ${until}`);
      pair.shapes.forEach((shape) => shape.dispose());
    }
    assert.ok(seen.interval > 150 && seen.probe > 30, JSON.stringify(seen));
  });
}

test('rays and derivatives of casts have traces, and closed forms only the result', () => {
  const ball = new Sphere({ radius: 1 });
  const box = new Box({ halfExtents: [1, 1, 1], margin: 0.5 });
  const ray = { origin: [5, 1.2, 1.3], direction: [-1, 0, 0] };
  const types = ({ trace }) => trace.map(({ type }) => type);
  assert.deepEqual(types(castRay(ball, null, ray, { trace: true })), ['result']);
  const traced = castRay(box, null, ray, { trace: true });
  assert.ok(checkTrace(traced, castRay(box, null, ray)).every(({ type }) => type === 'direction'));
  const egg = new Ellipsoid({ radii: [0.5, 0.7, 1] });
  const cast = [box, null, egg, { position: [5, 0.3, 0] }, [-4, 0, 0]];
  const gradient = castGradient(...cast, { trace: true });
  assert.deepEqual(gradient.trace, castShape(...cast, { trace: true }).trace);
  assert.ok(gradient.trace.length > 1);
});

test('a trace of a plane motion turns by a number', () => {
  const box = new Rectangle({ halfExtents: [1, 0.2] });
  const spin = { pose: null, angularVelocity: 2 };
  const { trace } = timeOfImpact(
    box,
    spin,
    new Circle({ radius: 0.1 }),
    { position: [0, 0.7] },
    { trace: true },
  );
  const turns = trace.filter(({ type }) => type === 'interval').map(({ turn }) => turn);
  assert.ok(turns.length > 1 && turns.every((turn) => typeof turn === 'number'));
});

test('a later query removes the trace of a result that it fills again', () => {
  const egg = new Ellipsoid({ radii: [0.5, 0.7, 1] });
  const pair = new Pair(egg, new Box({ halfExtents: [1, 1, 1] }));
  const out = {};
  const there = { position: [4, 0.1, 0.2] };
  pair.castShape(null, there, [-3, 0, 0], { out, trace: true });
  assert.ok(out.trace.length > 1);
  assert.ok(!('trace' in pair.castShape(null, there, [-3, 0, 0], { out })));
  pair.timeOfImpact(null, { pose: there, velocity: [-3, 0, 0] }, { out, trace: true });
  assert.ok(out.trace.length > 1);
  assert.ok(!('trace' in pair.timeOfImpact(null, there, { out })));
});

test('queries without traces name the query that has them', () => {
  const ball = new Sphere({ radius: 1 });
  assert.throws(() => staysApart(ball, null, ball, { position: [3, 0, 0] }, { trace: true }), {
    name: 'TypeError',
    message: 'staysApart has no option trace because it returns a boolean: use timeOfImpact',
  });
  const world = new World();
  assert.throws(() => world.castShape(ball, null, [1, 0, 0], { trace: true }), {
    name: 'TypeError',
    message: /castShape has no option trace: use the query of one pair/,
  });
});
