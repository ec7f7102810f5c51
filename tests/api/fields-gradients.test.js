/*
 * Every field of the queries with derivatives, from the table in tests/lib/results.js. Smooth pairs
 * are compared with finite differences. Pairs of faces have no derivatives and must say so.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as gd from '../../js/index.js';
import { posePair } from '../lib/posed-pairs.js';
import { GRADIENTS, RESULTS, byRole, checkResult } from '../lib/results.js';
import { length, sub } from '../lib/vectors.js';

const egg = { type: 'ellipsoid', radii: [1, 2, 1.5] };
const pea = { type: 'ellipsoid', radii: [0.5, 0.75, 1], margin: 0.25 };
const brick = { type: 'box', halfExtents: [1, 1, 1] };
const oval = { type: 'ellipse', radii: [1, 2] };
const dot = { type: 'ellipse', radii: [0.5, 0.75], margin: 0.25 };
const square = { type: 'rectangle', halfExtents: [1, 1] };

const turned = [0.1, 0.2, 0.3, 0.9];
const solid = (position, quaternion = turned) => ({ position, quaternion });
const flat = (position, angle = 0.3) => ({ position, angle });
const still = [0, 0, 0, 1];

const SMOOTH = { unique: true, regular: true };
const FACES = { unique: false, regular: false };
/** [records, poses, expected flags]; each pair is separated in one row and overlaps in the next. */
const CASES = [
  [[egg, pea], [solid([0.1, 0.2, 0.3]), solid([4, 2, 1], still)], SMOOTH],
  [[egg, pea], [solid([0.1, 0.2, 0.3]), solid([1, 0.75, 0.5], still)], SMOOTH],
  [[oval, dot], [flat([0.1, 0.2]), flat([4, 2], 1)], SMOOTH],
  [[oval, dot], [flat([0.1, 0.2]), flat([1, 0.5], 1)], SMOOTH],
  [[brick, brick], [solid([0, 0, 0], still), solid([3, 0.25, 0.5], still)], FACES],
  [[brick, brick], [solid([0, 0, 0], still), solid([1.5, 0.25, 0.5], still)], FACES],
  [[square, square], [flat([0, 0], 0), flat([3, 0.25], 0)], FACES],
  [[square, square], [flat([0, 0], 0), flat([1.5, 0.25], 0)], FACES],
]; // prettier-ignore

const VELOCITIES = {
  3: [
    { linear: [1, -2, 0.5], angular: [0.3, 0.2, -0.4] },
    { linear: [-1, 1, 2], angular: [0.1, -0.5, 0.2] },
  ],
  2: [
    { linear: [1, -2], angular: 0.3 },
    { linear: [-1, 1], angular: -0.5 },
  ],
};

/** Certified bounds from the same queries without derivatives. */
function knownOf({ shapes, poses, overlap, leastOverlap }) {
  const ask = (name) => gd[name](shapes[0], poses[0], shapes[1], poses[1]);
  const [g, d, p] = ['growthDistance', 'distance', 'penetration'].map((name) =>
    byRole(RESULTS[name].rows, ask(name)),
  );
  return {
    growth: [g.lower, g.upper],
    distance: d.value > 0 ? [-overlap(d.normal), length(sub(d.pointB, d.pointA))] : [0, 0],
    depth: d.value > 0 ? [0, 0] : [p.lower, leastOverlap(p.normal)],
  };
}

for (const [name, { of, rows, vectors, extra }] of Object.entries(GRADIENTS))
  test(`every field of ${name} has the value that its row defines`, () => {
    const seen = new Set();
    for (const [records, poses, expected] of CASES) {
      const pair = posePair(records, poses);
      const [a, b] = pair.shapes;
      const known = knownOf(pair);
      // if the value is 0 in a neighbourhood of the poses, its derivative is 0
      const idle =
        (of === 'distance' && known.distance[1] === 0) ||
        (of === 'penetration' && known.depth[1] === 0);
      const at = (poseA, poseB) => byRole(rows, gd[name](a, poseA, b, poseB));
      const velocities = VELOCITIES[pair.n];
      const [velocityA, velocityB] = velocities;
      const asked = { options: {}, method: 'auto', known, at, vectors, velocities };
      asked.expected = idle ? { unique: true, regular: false } : expected;
      const warm = new gd.Pair(a, b);
      const moving = { velocityA, velocityB };
      for (const own of [moving, { ...moving, trace: true }, {}]) {
        const options = { ...own, ...extra };
        asked.velocities = options.velocityA && velocities;
        const result = gd[name](a, poses[0], b, poses[1], options);
        for (const field of checkResult(rows, result, pair, asked)) seen.add(field);
        warm.reset();
        assert.deepEqual(warm[name](...poses, options), result, 'a cold pair');
        checkResult(rows, warm[name](...poses, options), pair, asked);
      }
      pair.dispose();
    }
    assert.deepEqual([...seen].sort(), rows.map(([field]) => field).sort());
  });
