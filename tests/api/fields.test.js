/*
 * Every field of every result, from the table in tests/lib/results.js: of free functions and pairs,
 * by every method, cold, warm and with few iterations. Every status occurs.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as gd from '../../js/index.js';
import { STATUS_TEXTS } from '../../wasm/dist/abi.js';
import { MOTION_STATUSES } from '../lib/motion-checks.js';
import { posePair } from '../lib/posed-pairs.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { GRADIENTS, MOTIONS, RESULTS, byRole, checkResult } from '../lib/results.js';
import { length, scaled, sub } from '../lib/vectors.js';

const COUNT = 9;
const DIRECTIONS = 200;
/** Every pair is queried with the default options and with one of these. */
const OPTIONS = [{ maxIterations: 1 }, { maxIterations: 4 }, { tolerance: 1e-300 }];

/** Certified bounds from the default queries, and from the definitions where they give bounds. */
function knownOf(pair) {
  const { shapes, poses } = pair;
  const ask = (name) => {
    const r = gd[name](shapes[0], poses[0], shapes[1], poses[1]);
    return byRole(RESULTS[name].rows, r);
  };
  const [g, d, p] = ['growthDistance', 'distance', 'penetration'].map(ask);
  const apart = d.value > 0 && pair.overlap(d.normal) < 0;
  const distance = apart ? [-pair.overlap(d.normal), length(sub(d.pointB, d.pointA))] : [0, 0];
  const depth = apart ? [0, 0] : [Math.max(0, p.lower), pair.leastOverlap(p.normal)];
  const signed = apart ? distance : [-depth[1], -depth[0]];
  return { growth: [g.lower, g.upper], distance, depth, signed };
}

/** The same pair with B moved until the shapes touch to rounding. */
function touching({ records, shapes, poses: [poseA, poseB] }, directions) {
  const ask = (pose) => gd.signedDistance(shapes[0], poseA, shapes[1], pose);
  let pose = poseB;
  for (let i = 0; i < 3; i++) {
    const { value, normal } = ask(pose);
    pose = { ...pose, position: sub(pose.position, scaled(value, normal)) };
  }
  return posePair(records, [poseA, pose], directions);
}

/** Random pairs, separated and overlapping, and some that touch or have the same centre. */
function* pairsOf(n) {
  const d = draw(random(3600 + n));
  const directions = Array.from({ length: DIRECTIONS }, () => d.direction(n));
  for (let k = 0; k < COUNT; k++) {
    const kinds = k % 6 === 5 ? COMPOSED : kindsOf(n);
    const records = [0, 1].map(() => randomRecord(d, d.pick(kinds), 1, n));
    const poses = [randomPose(d, n, 1), randomPose(d, n, d.size(0.1, 15))];
    const pair = posePair(records, poses, directions);
    if (k % 3 === 2) yield touching(pair, directions);
    yield pair;
  }
  const egg = { type: n === 3 ? 'ellipsoid' : 'ellipse', radii: [1, 2, 3].slice(0, n) };
  const brick = { type: n === 3 ? 'box' : 'rectangle', halfExtents: [1, 1, 1].slice(0, n) };
  const turn = n === 3 ? { quaternion: [0, 0, 0, 1] } : { angle: 0 };
  for (const record of [egg, brick])
    for (const x of [0, 2, 0.3]) {
      const poses = [0, x].map((t) => ({ position: [t, 0, 0].slice(0, n), ...turn }));
      yield posePair([record, record], poses, directions);
    }
}

/** All pairs, with certified bounds of their values. */
const PAIRS = [3, 2].flatMap((n) =>
  [...pairsOf(n)].map((pair) => ({ pair, known: knownOf(pair) })),
);

/** Checks one query of a pair by one method: cold, warm, with few iterations and with a trace. */
function checkQuery(name, pair, { method, known, settings: own }, seen) {
  const { rows, extra } = RESULTS[name];
  const [poseA, poseB] = pair.poses;
  const warm = new gd.Pair(...pair.shapes);
  for (const settings of [{}, own]) {
    const options = { ...settings, ...extra, method };
    const asked = { options: settings, method, known };
    const check = (result) => {
      for (const field of checkResult(rows, result, pair, asked)) seen.fields.add(field);
      seen.statuses.add(result.status);
    };
    let result;
    try {
      result = gd[name](pair.shapes[0], poseA, pair.shapes[1], poseB, options);
    } catch (error) {
      assert.ok(method === 'newton' && error.code === 'undefined', error);
      return;
    }
    check(result);
    warm.reset();
    assert.deepEqual(warm[name](poseA, poseB, options), result, 'a cold pair');
    check(warm[name](poseA, poseB, options));
    if (settings.maxIterations === 4) check(warm[name](poseA, poseB, { ...options, trace: true }));
  }
  warm.dispose();
}

for (const [name, { rows, methods, statuses }] of Object.entries(RESULTS)) {
  if (name === 'generalizedDistance') continue;
  test(`every field of ${name} has the value that its row defines, by every method`, () => {
    const seen = { fields: new Set(), statuses: new Set() };
    for (const [k, { pair, known }] of PAIRS.entries())
      for (const [i, method] of methods.entries())
        try {
          const settings = OPTIONS[(k + i) % OPTIONS.length];
          checkQuery(name, pair, { method, known, settings }, seen);
        } catch (error) {
          const { records, poses } = pair;
          error.message += `\n${JSON.stringify({ name, method, records, poses })}`;
          throw error;
        }
    assert.deepEqual([...seen.fields].sort(), rows.map(([field]) => field).sort());
    assert.deepEqual([...seen.statuses].sort(), [...statuses].sort());
  });
}

/**
 * A copy of the result with one field wrong: numbers 0.1 % larger, vectors bent by 1e-3, other
 * texts and lists.
 */
function spoil(result, field) {
  const x = result[field];
  const wrong = structuredClone(result);
  if (typeof x === 'boolean') wrong[field] = !x;
  else if (field === 'iterations' || field === 'supportCalls') wrong[field] = -1;
  else if (typeof x === 'number') wrong[field] = x === 0 ? 1e-3 : 1.001 * x;
  else if (field === 'status') wrong[field] = x === 'local' ? 'coincident' : 'local';
  else if (x === null) wrong[field] = [1, 0, 0];
  else if (Array.isArray(x[0])) wrong[field] = x.map((v) => v.map((t) => t + 1e-3));
  else wrong[field] = field === 'trace' ? [] : x.map((t, i) => (i === 0 ? t + 1e-3 : t));
  return wrong;
}

test('the checks notice a field that is wrong by a thousandth', () => {
  for (const [name, { rows, extra }] of Object.entries(RESULTS)) {
    if (name === 'generalizedDistance') continue;
    for (const [field] of rows) {
      let noticed = 0;
      for (const { pair, known } of PAIRS) {
        const [a, b] = pair.shapes;
        const [poseA, poseB] = pair.poses;
        const result = gd[name](a, poseA, b, poseB, { ...extra, trace: field === 'trace' });
        const asked = { options: {}, method: 'auto', known };
        try {
          checkResult(rows, spoil(result, field), pair, asked);
        } catch {
          noticed++;
        }
      }
      // not in every pair: a common point may lie anywhere in the overlap
      assert.ok(8 * noticed > PAIRS.length, `${name}: ${field} noticed ${noticed} times`);
    }
  }
});

/** A shape that counts the calls of its support function. */
function counted(radii) {
  let calls = 0;
  const support = (d) => {
    calls++;
    const size = Math.hypot(...d.map((x, i) => x * radii[i]));
    return d.map((x, i) => (x * radii[i] ** 2) / size);
  };
  const shape = new gd.CustomShape({ support, dimension: radii.length });
  return { shape, count: () => calls, reset: () => (calls = 0) };
}

/** The field that counts the support calls on each shape. */
const COUNTS = {
  growthDistance: 'iterations',
  collide: 'iterations',
  distance: 'iterations',
  penetration: 'supportCalls',
  signedDistance: 'supportCalls',
  generalizedDistance: 'rayIterations',
};

test('iterations and supportCalls equal the number of calls of the support functions', () => {
  assert.deepEqual(Object.keys(COUNTS), Object.keys(RESULTS));
  for (const [a, b, poses] of [
    [
      counted([1, 2, 3]),
      counted([3, 1, 2]),
      [
        [8, 4, 3],
        [1.5, 0.4, 0.3],
      ],
    ],
    [
      counted([1, 2]),
      counted([3, 1]),
      [
        [8, 4],
        [0.5, 0.4],
      ],
    ],
  ])
    // prettier-ignore
    for (const [name, field] of Object.entries(COUNTS))
      for (const method of RESULTS[name].methods)
        for (const position of poses) {
          if (method === 'newton' && a.shape.dimension === 3) continue;
          for (const { reset } of [a, b]) reset();
          const result = gd[name](a.shape, null, b.shape, { position }, { method });
          const wanted = [result[field]];
          // generalizedDistance does not count the calls that prove that Q contains the origin
          if (name !== 'generalizedDistance') wanted.push(result[field]);
          const calls = [b.count(), a.count()].slice(0, wanted.length);
          assert.deepEqual(calls, wanted, `${name} by ${method} at ${position}`);
        }
});

test('every status of the ABI is listed for some query', () => {
  const all = Object.values(RESULTS).flatMap(({ statuses }) => statuses);
  all.push(...MOTION_STATUSES);
  assert.deepEqual([...new Set(all)].sort(), [...STATUS_TEXTS].sort());
});

test('RESULTS and GRADIENTS have a row for every query of the main entry', () => {
  const functions = Object.entries(gd)
    .filter(([, x]) => typeof x === 'function' && !/^class /.test(String(x)))
    .map(([name]) => name);
  const rows = [RESULTS, GRADIENTS, MOTIONS].flatMap(Object.keys);
  rows.push('intersects', 'moveAndSlide', 'init');
  assert.deepEqual(functions.sort(), rows.sort());
  const methods = Object.getOwnPropertyNames(gd.Pair.prototype).filter((name) => name in gd);
  const ofPair = rows.filter(
    (name) => !['generalizedDistance', 'castRay', 'moveAndSlide', 'init'].includes(name),
  );
  assert.deepEqual(methods.sort(), ofPair.sort());
});
