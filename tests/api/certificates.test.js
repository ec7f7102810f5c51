/*
 * Random pairs of all shape types: 20,000 in 3D and 10,000 in 2D. Every result is checked from the
 * definitions (tests/lib/sets.js), which share no code with the library.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Pair, Shape, collide, growthDistance, intersects } from '../../js/index.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { complaint, posed } from '../lib/sets.js';

const COUNT = { 3: 20_000, 2: 10_000 };
/**
 * Rounding may make the bounds of two queries exclude each other by this much, relative to the
 * value.
 */
const ROUNDING = 1e-11;
/** Poses tried with each pair of shapes. */
const POSES = 10;

for (const dimension of /** @type {const} */ ([3, 2])) {
  const count = COUNT[dimension];
  test(`${count} random pairs in ${dimension}D have certified results at scales from 1e-6 to 1e6`, () => {
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

/** The methods of an overlap test, read from the error that refuses an unknown method. */
function methodsOf(ask) {
  try {
    ask({ method: '' });
  } catch (error) {
    return /its methods are (.*)$/.exec(error.message)[1].split(', ');
  }
  return assert.fail('the method was taken');
}

for (const dimension of [3, 2])
  test(`bounds of overlap tests by every method enclose the growth distance in ${dimension}D`, () => {
    const d = draw(random(36 + dimension));
    const kinds = [...kindsOf(dimension), ...COMPOSED];
    const outcomes = new Set();
    for (let i = 0; i < 80; i++) {
      // margins on both shapes: methods remove them from the shapes and add them back
      const records = [0, 1].map(() => ({
        ...randomRecord(d, d.pick(kinds), 1, dimension),
        margin: d.size(0.01, 3),
      }));
      const [a, b] = records.map((record) => Shape.from(record));
      const poses = [randomPose(d, dimension, 1), randomPose(d, dimension, d.size(0.1, 30))];
      const { lower, upper } = growthDistance(a, poses[0], b, poses[1]);
      const pair = new Pair(a, b);
      const ask = (options) => collide(a, poses[0], b, poses[1], options);
      for (const method of methodsOf(ask))
        for (const options of [{ method }, { method, maxIterations: 2 }])
          for (const c of [ask(options), pair.collide(...poses, options)]) {
            const what = () => JSON.stringify({ method, c, lower, upper, records, poses });
            assert.ok(c.lower <= upper * (1 + ROUNDING), `a lower bound above: ${what()}`);
            assert.ok(c.upper >= lower * (1 - ROUNDING), `an upper bound below: ${what()}`);
            assert.ok(c.lower <= c.upper, what());
            if (c.status === 'optimal')
              assert.ok(c.colliding ? c.upper <= 1 : c.lower > 1 - ROUNDING, what());
            outcomes.add(`${method} ${c.colliding} ${c.status}`);
          }
      for (const held of [pair, a, b]) held.dispose();
    }
    const decided = [...outcomes].filter((text) => text.endsWith('optimal'));
    assert.equal(decided.length, 2 * new Set(decided.map((text) => text.split(' ')[0])).size);
    assert.ok(outcomes.size > decided.length, 'no search was cut short');
  });

test('bounds hold if the tolerance is finer than doubles can reach', () => {
  // A portal thinner than rounding once gave an upper bound 4e-10 below the truth here.
  const capsule = Shape.from({
    type: 'capsule',
    halfHeight: 0.51453625216084498,
    radius: 0.5095014280471768,
  });
  const cone = Shape.from({
    type: 'cone',
    halfHeight: 2.0458694904331516,
    radius: 2.007785684895365,
  });
  const poseA = [
    -0.041824907555924384, -0.30696827780084346, -0.16757379506988379, 0.16211558154137051,
    0.16530950884799755, 0.12425332232641517, -0.49068176105077177,
  ];
  const poseB = [
    0.62458796104531933, 0.3350563068376391, -0.15490141544375247, 0.33160458475754173,
    0.28637035064093608, -0.41527113882158573, -0.46371290307087887,
  ];
  const finest = { tolerance: 1e-14, maxIterations: 1000 };
  const thin = growthDistance(capsule, poseA, cone, poseB, finest);
  assert.ok(thin.upper >= 0.49608937599827, `${thin.upper}`);

  // Needles that used up the iterations once gave an upper bound 1e-7 below the truth.
  const short = {
    type: 'capsule',
    halfHeight: 0.0012363769486259967,
    radius: 0.001147941769359617,
  };
  const long = { type: 'cylinder', halfHeight: 75.616307302560969, radius: 0.0024025576271673355 };
  const needles = growthDistance(
    Shape.from(short),
    [
      -1.2543688500046641, -0.47694251253730985, 1.8828384659210371, 1.8471246547793658,
      0.022833299177964506, -0.29821887507282341, 0.64448195374165795,
    ],
    Shape.from(long),
    [
      0.10096700044183275, -0.85990936776673521, -2.3777005474500799, -3.1537908936429329,
      -0.11766464998475801, 0.19957566113411485, 0.66301391641093321,
    ],
  );
  assert.ok(needles.upper >= 876.027056, `${needles.upper}`);

  const d = draw(random(31));
  const kinds = ['capsule', 'cone', 'cylinder', 'frustum'];
  for (let i = 0; i < 4000; i++) {
    const [a, b] = [0, 1].map(() => Shape.from(randomRecord(d, d.pick(kinds))));
    const poses = [3, 6].map((far) => randomPose(d, 3, d.size(0.1, far)));
    const fine = growthDistance(a, poses[0], b, poses[1], finest);
    const coarse = growthDistance(a, poses[0], b, poses[1], { tolerance: 1e-9 });
    const crossing = Math.max(coarse.lower - fine.upper, fine.lower - coarse.upper);
    assert.ok(crossing <= 1e-13 * coarse.value, `${crossing / coarse.value}`);
    a.dispose();
    b.dispose();
  }
});
