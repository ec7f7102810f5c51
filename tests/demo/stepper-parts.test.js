/*
 * The drawings and texts of the stepper without a browser. The Minkowski difference contains every
 * support point of a trace, curves fall to the tolerance, and captions and links match the data.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Shape } from 'growth-distance';
import { centerOf, differenceHull, supportOf } from '../../demo/pages/stepper/difference.js';
import { FLOOR, gapOf, progressOf } from '../../demo/steps/convergence.js';
import { PRESETS, stateOf } from '../../demo/pages/stepper/presets.js';
import { QUERIES, nameOf, readRun, runOf, solve, writeRun } from '../../demo/steps/runs.js';
import { readState, writeState } from '../../demo/pages/stepper/state.js';
import { short, captionOf } from '../../demo/steps/captions.js';
import { recordOf } from '../../demo/shapes/shape-types.js';
import { dot, length, sub } from '../lib/vectors.js';

const bodiesOf = (state) =>
  state.bodies.map((body) => ({ shape: Shape.from(recordOf(body)), pose: body.pose }));

/** Every query with every method. */
const RUNS = Object.entries(QUERIES).flatMap(([query, { methods }]) =>
  Object.keys(methods).map((method) => runOf(query, method)),
);

/** All traces of all presets. */
const TRACES = Object.keys(PRESETS).flatMap((name) => {
  const [a, b] = bodiesOf(stateOf(name));
  return RUNS.map((run) => ({ name, a, b, ...solve(run, a, b) }));
});

test('every preset has steps by each of its methods, and opens at one with a support point', () => {
  for (const name of Object.keys(PRESETS)) {
    const state = stateOf(name);
    const [a, b] = bodiesOf(state);
    const all = state.runs.map((run) => solve(run, a, b));
    for (const { error, rows, run } of all) {
      assert.equal(error, '', name);
      assert.ok(rows.length > 3, `${name}: ${nameOf(run)} has ${rows.length} steps`);
    }
    const row = all[state.focus].rows[state.step];
    assert.ok(row.support && row.vertices.length > 0, `${name} opens at an empty step`);
  }
});

test('each preset shows the difference between methods that its title names', () => {
  const ended = (name, run) => TRACES.find((t) => t.name === name && writeRun(t.run) === run);
  const calls = (name, run) => ended(name, run).supportCalls;
  assert.ok(calls('zigzag', 'distance:frank-wolfe') > 3 * calls('zigzag', 'distance:nesterov'));
  assert.ok(calls('momentum', 'distance:gjk') >= 2 * calls('momentum', 'distance:nesterov'));
  assert.ok(calls('rims', 'growthDistance:ie') > 4 * calls('rims', 'growthDistance:newton'));
  const depth = (method) => Number(ended('deep', `penetration:${method}`).value);
  assert.ok(depth('incremental') > 1.05 * depth('epa'), 'no local minimum');
});

test('only methods that do not support the shapes have no trace, and their error says so', () => {
  for (const { name, run, rows, error, status } of TRACES) {
    assert.equal(rows.length === 0, error !== '', name);
    if (error === '') continue;
    assert.match(run.method, /newton|inc|dcf|dcol/, `${name}: ${nameOf(run)}: ${error}`);
    assert.match(error, /growthDistance/);
    assert.equal(status, 'not for this pair');
  }
});

test('a query counts at least the support calls of its trace', () => {
  for (const { rows, run, iterations, supportCalls, name } of TRACES) {
    const asked = rows.filter((row) => row.support).length;
    const message = `${name}: ${nameOf(run)}: ${supportCalls} of ${asked}`;
    assert.ok(rows.length === 0 || supportCalls >= asked, message);
    if (run.method !== 'dcol' && rows.length > 0) assert.ok(supportCalls >= iterations, message);
  }
});

test('the drawn difference reaches every support point of a trace', () => {
  for (const { name, a, b, rows, run } of TRACES) {
    if (run.query === 'collide' || rows.length < 2) continue;
    const directions = rows.filter((row) => row.support).map((row) => row.direction);
    const hull = differenceHull(a, b, rows[0], directions);
    assert.ok(hull, `${name}: ${nameOf(run)}`);
    const { vertices } = hull.surface();
    for (const { support, direction } of rows) {
      if (!support) continue;
      let reach = -Infinity;
      for (let i = 0; i < vertices.length; i += 3)
        reach = Math.max(reach, dot(direction, vertices.slice(i, i + 3)));
      const beyond = dot(direction, support.point) - reach;
      assert.ok(Math.abs(beyond) < 1e-9, `${name}: ${nameOf(run)}: off by ${beyond}`);
    }
    hull.dispose();
  }
});

test('the difference of flat shapes is drawn thick, and a difference with a half-space is not drawn', () => {
  const still = { position: [1, 2, 3], quaternion: [0, 0, 0, 2] };
  const flat = (record) => ({ shape: Shape.from(record), pose: still });
  const segment = flat({ type: 'segment', a: [0, -1, 0], b: [0, 1, 0] });
  const floor = flat({ type: 'halfspace', normal: [0, 1, 0], offset: 0 });
  const row = { shift: [0, 0, 0], scale: 1, radiusA: 0, radiusB: 0 };
  const hull = differenceHull(segment, segment, row);
  const { min, max } = hull.boundingBox();
  assert.ok(Math.abs(max[1] - 2) < 0.02 && Math.abs(min[1] + 2) < 0.02);
  assert.ok(max[0] > 0 && max[0] < 0.02);
  assert.equal(differenceHull(segment, floor, row), null);
  assert.deepEqual(centerOf(segment), [1, 2, 3]);
  assert.deepEqual(supportOf(segment, [0, 1, 0]), [1, 3, 3]);
});

test('gaps fall to the tolerance, and the curve of a local method shows the bound that changes', () => {
  const measures = new Set();
  for (const { name, rows, run, status } of TRACES) {
    const { measure, points } = progressOf(rows);
    const what = `${name}: ${nameOf(run)}`;
    measures.add(measure);
    for (const [i, [x, y]] of points.entries()) {
      assert.ok(Number.isInteger(x) && y >= FLOOR && Number.isFinite(y), what);
      if (i === 0) continue;
      assert.ok(x > points[i - 1][0], what);
      if (measure !== 'origin') assert.ok(y <= points[i - 1][1] * (1 + 1e-6) + 1e-15, what);
    }
    if (status === 'local') assert.equal(measure, 'excess', what);
    if (measure === 'gap' && status === 'optimal' && run.query !== 'collide')
      assert.ok(points.at(-1)[1] <= 2 ** -25 * 3, `${what} ends at ${points.at(-1)}`);
    if (measure === 'none') assert.ok(rows.length < 4 || run.query === 'collide', what);
  }
  assert.deepEqual([...measures].sort(), ['excess', 'gap', 'none', 'origin']);
  assert.equal(gapOf({ lower: null, upper: 1 }), null);
});

test('every step of every trace has a caption that names its bounds', () => {
  for (const { name, rows, run } of TRACES) {
    rows.forEach((row, i) => {
      const caption = captionOf(rows, i, run);
      const what = `${name}: ${nameOf(run)}, step ${i + 1}: ${caption}`;
      assert.match(caption, /^[A-Z].{15,330}[.]$/, what);
      assert.doesNotMatch(caption, /undefined|NaN|null|–|false|\.\./, what);
      const before = rows[i - 1];
      if (row.type !== 'portal' || !row.support || row.lower === before?.lower) return;
      const proved = Number(/≥\u00a0([\d.]+\d)/.exec(caption)?.[1]);
      assert.ok(Math.abs(proved - row.lower) < 1e-4 * row.lower, what);
    });
    if (rows.length > 0) assert.match(captionOf(rows, rows.length - 1, run), /^Result:|^Decided/);
  }
  assert.equal(short(-0.5), '−0.5');
  assert.equal(short(1.23456789e-7), '1.2e−7');
});

test('the caption of a growth step names the next portal only if one follows', () => {
  const { rows, run } = TRACES.find((t) => writeRun(t.run) === 'growthDistance:cutting-plane');
  rows.forEach((row, i) => {
    const follows = rows[i + 1]?.vertices.some(
      (v) => row.support && length(sub(v.point, row.support.point)) === 0,
    );
    assert.equal(
      captionOf(rows, i, run).includes('Next portal'),
      Boolean(follows),
      `step ${i + 1}`,
    );
  });
  const newton = TRACES.find((t) => writeRun(t.run) === 'growthDistance:newton');
  assert.match(captionOf(newton.rows, 0, newton.run), /A Newton step|Next portal/);
});

test('runs and states survive a round trip through the address', () => {
  for (const run of RUNS) assert.deepEqual(readRun(writeRun(run)), run);
  const johnson = runOf('distance', 'gjk', 'johnson');
  assert.equal(writeRun(johnson), 'distance:gjk:johnson');
  assert.deepEqual(readRun('distance:gjk:johnson'), johnson);
  for (const bad of ['', 'distance', 'distance:epa', 'torus:gjk', 'distance:gjk:magic'])
    assert.equal(readRun(bad), null);

  const first = readState(new URLSearchParams());
  const state = {
    ...first,
    ...stateOf('deep'),
    runs: [johnson, readRun('penetration:mpr')],
    ...{ focus: 1, step: 3, speed: 4, eye: [1, 2, 3], mode: 'rotate' },
  };
  assert.deepEqual(readState(writeState(state)), state);
  const senseless = 'shapes=x&runs=y;z&focus=9&step=-3&speed=1e9&eye=0,0,0&mode=fly';
  assert.deepEqual(readState(new URLSearchParams(senseless)), first);
});

test('every subalgorithm gives the same normal', () => {
  const [a, b] = bodiesOf(stateOf('edges'));
  const all = ['signed-volumes', 'johnson', 'divide-and-conquer'].map((name) =>
    solve(runOf('distance', 'gjk', name), a, b),
  );
  for (const { rows, error } of all) {
    assert.equal(error, '');
    assert.ok(length(sub(rows.at(-1).normal, all[0].rows.at(-1).normal)) < 1e-6);
  }
});
