/* 100,000 random pairs: none wrong, none uncertified. Every result is checked from the definitions
 * (tests/lib/sets.js), which share nothing with the library. */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Pair, Shape, collide, growthDistance, intersects } from 'growth-distance';
import { draw, kindsOf, random, randomPose, randomRecord } from './lib/random.js';
import { complaint, posed } from './lib/sets.js';

const COUNT = { 3: 80_000, 2: 20_000 };
/** Bounds of two queries may miss each other by rounding. */
const ROUNDING = 1e-11;
/** New shapes are made for every so many poses. */
const POSES = 10;

for (const dimension of /** @type {const} */ ([3, 2])) {
  const count = COUNT[dimension];
  test(`${count} random pairs in ${dimension}D are certified, at every scale`, () => {
    const seed = 20261120 + dimension;
    const d = draw(random(seed));
    const kinds = kindsOf(dimension);
    const failures = [];
    const tried = new Set();
    for (let i = 0; i < count; i += POSES) {
      const typeA = kinds[(i / POSES) % kinds.length];
      const typeB = kinds[Math.floor(i / POSES / kinds.length) % kinds.length];
      tried.add(`${typeA}-${typeB}`);
      const scale = d.size(1e-6, 1e6);
      const recordA = randomRecord(d, typeA, scale);
      const recordB = randomRecord(d, typeB, scale);
      const a = Shape.from(recordA);
      const b = Shape.from(recordB);
      const pair = new Pair(a, b);
      const directions = Array.from({ length: 6 }, () => d.direction(dimension));
      for (let k = 0; k < POSES; k++) {
        const poseA = randomPose(d, dimension, scale * d.size(0.01, 10));
        const poseB = randomPose(d, dimension, scale * d.size(0.01, 30));
        const fail = (what) =>
          failures.push(
            `${what}\n${JSON.stringify({ seed, i, k, recordA, poseA, recordB, poseB })}`,
          );
        const setA = posed(recordA, poseA, a.center);
        const setB = posed(recordB, poseB, b.center);
        const r = growthDistance(a, poseA, b, poseB);
        if (r.status !== 'optimal') fail(`status ${r.status}`);
        const wrong = complaint(r, setA, setB, directions);
        if (wrong) fail(wrong);
        const warm = pair.growthDistance(poseA, poseB);
        const wrongWarm = complaint(warm, setA, setB, directions);
        if (wrongWarm) fail(`warm: ${wrongWarm}`);
        if (!(warm.lower <= r.upper * (1 + ROUNDING) && r.lower <= warm.upper * (1 + ROUNDING)))
          fail('warm and cold exclude each other');
        const c = collide(a, poseA, b, poseB);
        if (c.colliding ? !(r.lower <= 1) : !(r.upper > 1))
          fail('collide contradicts the distance');
        if (c.colliding !== intersects(a, poseA, b, poseB)) fail('intersects and collide differ');
      }
      pair.dispose();
      a.dispose();
      b.dispose();
    }
    assert.equal(tried.size, kinds.length ** 2, 'not every type pair was tried');
    assert.equal(failures.length, 0, `${failures.length} failed, the first:\n${failures[0]}`);
  });
}
