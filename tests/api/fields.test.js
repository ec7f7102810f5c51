/* Every field of every result, from the table in tests/lib/results.js: free functions and pairs, every
 * method, cold, warm and cut short, every status. */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as gd from '../../js/index.js';
import { STATUS_TEXTS } from '../../wasm/dist/abi.js';
import { posePair } from '../lib/posed-pairs.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { GRADIENTS, RESULTS, byRole, checkResult } from '../lib/results.js';
import { add, length, scaled, sub } from '../lib/vectors.js';

const COUNT = 12;
const DIRECTIONS = 200;
const OPTIONS = [{}, { maxIterations: 1 }, { maxIterations: 4 }, { tolerance: 1e-300 }];

/** Certified bounds by the default queries, from the definitions where they give them. */
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

/** Pairs of random shapes, apart and in each other, and some at one place or in contact. */
function* pairsOf(n) {
  const d = draw(random(3600 + n));
  const directions = Array.from({ length: DIRECTIONS }, () => d.direction(n));
  for (let k = 0; k < COUNT; k++) {
    const kinds = k % 6 === 5 ? COMPOSED : kindsOf(n);
    const records = [0, 1].map(() => randomRecord(d, d.pick(kinds), 1, n));
    const poses = [randomPose(d, n, 1), randomPose(d, n, d.size(0.1, 15))];
    yield posePair(records, poses, directions);
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

/** Checks a query of a pair by a method: cold, traced, warm, cut short. */
function checkQuery(name, pair, method, known, seen) {
  const { rows } = RESULTS[name];
  const [poseA, poseB] = pair.poses;
  const warm = new gd.Pair(...pair.shapes);
  for (const settings of OPTIONS) {
    const options = { ...settings, method };
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
  test(`every field of ${name} is what its row says, by every method`, () => {
    const seen = { fields: new Set(), statuses: new Set() };
    for (const n of [3, 2])
      for (const pair of pairsOf(n)) {
        const known = knownOf(pair);
        for (const method of methods)
          try {
            checkQuery(name, pair, method, known, seen);
          } catch (error) {
            const { records, poses } = pair;
            error.message += `\n${JSON.stringify({ name, method, records, poses })}`;
            throw error;
          }
        pair.dispose();
      }
    assert.deepEqual([...seen.fields].sort(), rows.map(([field]) => field).sort());
    assert.deepEqual([...seen.statuses].sort(), [...statuses].sort());
  });
}
