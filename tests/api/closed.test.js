/*
 * Pairs of boxes, capsules and spheres (2D: rectangles, stadiums and circles) have closed forms.
 * The tests compare them with the solvers, which a named method selects, with the definitions, and
 * in cases where rounding is worst.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Shape,
  collide,
  distance,
  growthDistance,
  penetration,
  signedDistance,
} from '../../js/index.js';
import { draw, random, randomPose, randomRecord } from '../lib/random.js';
import { complaint, posed } from '../lib/sets.js';
import { dot, length, sub } from '../lib/vectors.js';

const KINDS = { 3: ['sphere', 'capsule', 'box'], 2: ['circle', 'stadium', 'rectangle'] };
const CUTTING = { method: 'cutting-plane', tolerance: 1e-14, maxIterations: 400 };
const HALF = Math.SQRT1_2;
const TURNS = [
  [0, 0, 0, 1],
  [HALF, 0, 0, HALF],
  [0, HALF, 0, HALF],
  [0, 0, HALF, HALF],
  [0.5, 0.5, 0.5, 0.5],
  [1, 0, 0, 0],
];

const sizesOf = (record) => record.halfExtents ?? [record.radius];
const isBox = (record) => record.halfExtents !== undefined;

/** Compares all answers about a pair with each other; returns a line for each contradiction. */
function contradictions(d, recordA, poseA, recordB, poseB, scale) {
  const [a, b] = [Shape.from(recordA), Shape.from(recordB)];
  const dimension = a.dimension;
  const found = [];
  const say = (what) => found.push(what);
  const r = growthDistance(a, poseA, b, poseB);
  const truth = growthDistance(a, poseA, b, poseB, CUTTING);
  const back = growthDistance(b, poseB, a, poseA);
  if (r.value > 0) {
    const excluded = Math.max(truth.lower - r.upper, r.lower - truth.upper) / r.value;
    if (!(excluded <= 1e-13)) say(`growth misses the cutting plane's by ${excluded}`);
    if (!(Math.abs(back.value - r.value) <= 3e-8 * r.value)) say(`exchanged ${back.value}`);
    const directions = Array.from({ length: 6 }, () => d.direction(dimension));
    const wrong = complaint(
      r,
      posed(recordA, poseA, a.center),
      posed(recordB, poseB, b.center),
      directions,
    );
    if (wrong && Math.abs(Math.log10(scale)) < 10) say(wrong);
  }
  const c = collide(a, poseA, b, poseB);
  if (Math.abs(truth.value - 1) > 1e-12 && c.colliding !== truth.value < 1)
    say(`colliding ${c.colliding} at ${truth.value}`);
  if (!(c.lower <= truth.upper * (1 + 1e-13) && c.upper >= truth.lower * (1 - 1e-13)))
    say(`boolean bounds [${c.lower}, ${c.upper}] miss ${truth.value}`);
  if (c.colliding) {
    const far = 1e-12 * (length(poseA.position) + length(poseB.position) + 20 * scale);
    for (const [record, pose, shape] of [
      [recordA, poseA, a],
      [recordB, poseB, b],
    ]) {
      const axes = Array.from({ length: 12 }, () => d.direction(dimension));
      if (!(posed(record, pose, shape.center).outside(c.point, axes) <= far))
        say('the common point lies outside');
    }
  }
  const near = distance(a, poseA, b, poseB);
  const gjk = distance(a, poseA, b, poseB, { method: 'gjk', tolerance: 1e-13 });
  // the distance of two boxes has no closed form
  if (!isBox(recordA) || !isBox(recordB)) {
    if (!(near.value <= gjk.value + 1e-12 * scale && near.value >= gjk.value - 1e-7 * scale))
      say(`distance ${near.value}, by GJK ${gjk.value}`);
    const width = near.upper - near.lower;
    if (!(width >= 0 && width <= 2 ** -26 * near.value + 1e-13 * scale))
      say(`distance ${near.value} with bounds ${width} apart`);
  }
  const depth = penetration(a, poseA, b, poseB);
  const signed = signedDistance(a, poseA, b, poseB);
  const epa = penetration(a, poseA, b, poseB, { method: 'epa', tolerance: 1e-10 });
  if (!(depth.value >= epa.lower - 1e-12 * scale && depth.value <= epa.value + 1e-11 * scale))
    say(`depth ${depth.value}, by EPA ${epa.lower} to ${epa.value}`);
  if (!(depth.lower <= epa.value + 1e-12 * scale))
    say(`depth above ${depth.lower}, not ${epa.value}`);
  if (!(Math.abs(Math.max(-signed.value, 0) - depth.value) <= 1e-11 * scale))
    say(`signed ${signed.value}, depth ${depth.value}`);
  if (depth.value > 0) {
    const gap = sub(depth.pointA, depth.pointB).map((x, i) => x - depth.value * depth.normal[i]);
    if (!(length(gap.map((x) => x / scale)) <= 1e-12)) say('the depth is not between its points');
  }
  for (const result of [r, c, near, depth, signed])
    for (const x of Object.values(result).flat())
      if (Number.isNaN(x)) say(`NaN in ${JSON.stringify(result)}`);
  a.dispose();
  b.dispose();
  return { found, closed: r.iterations === 0 };
}

for (const dimension of /** @type {const} */ ([3, 2])) {
  test(`closed forms agree with the solvers on random pairs in ${dimension}D with margins and centres`, () => {
    const d = draw(random(71 + dimension));
    let closed = 0;
    let count = 0;
    for (const typeA of KINDS[dimension])
      for (const typeB of KINDS[dimension])
        for (let i = 0; i < 200; i++) {
          const records = [typeA, typeB].map((type) => {
            const record = randomRecord(d, type, 1, dimension);
            const room = 0.5 * Math.min(...sizesOf(record));
            if (d.next() < 0.3) record.center = d.direction(dimension).map((x) => room * x);
            return record;
          });
          const boxes = records.every(isBox);
          const poses = [
            randomPose(d, dimension, d.size(0.1, 10)),
            randomPose(d, dimension, d.size(0.1, 10)),
          ];
          const { found, closed: asked } = contradictions(
            d,
            records[0],
            poses[0],
            records[1],
            poses[1],
            10,
          );
          assert.deepEqual(found, [], JSON.stringify({ records, poses }));
          if (boxes && (dimension === 2 || records.some(({ margin }) => margin))) continue;
          closed += asked;
          count++;
        }
    assert.ok(count > 1200 && closed >= 0.999 * count, `${closed} of ${count} without a search`);
  });

  test(`closed forms agree with the solvers on and near a lattice in ${dimension}D, at every scale`, () => {
    const d = draw(random(81 + dimension));
    const little = () =>
      d.pick([0, 0, 0, 1e-16, 1e-15, 1e-14, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-5, 1e-3]);
    const off = () => little() * (d.next() - 0.5);
    for (const scale of [1, 1e-3, 1e-70, 1e70]) {
      for (let i = 0; i < 600; i++) {
        const lattice = () => (scale * (1 + Math.floor(4 * d.next()))) / 4;
        const records = [0, 1].map(() => {
          const type = d.pick(KINDS[dimension]);
          const record = { type, radius: lattice() };
          if (type === 'box' || type === 'rectangle')
            record.halfExtents = Array.from({ length: dimension }, lattice);
          if (type === 'capsule' || type === 'stadium')
            record.halfHeight = d.pick([0, lattice(), lattice()]);
          if (d.next() < 0.2) {
            const step = 0.5 * Math.min(...sizesOf(record));
            record.center = Array.from({ length: dimension }, () => d.pick([0, step, -step]));
          }
          if (isBox(record)) delete record.radius;
          return record;
        });
        const position = Array.from(
          { length: dimension },
          () => scale * ((Math.floor(17 * d.next()) - 8) / 4 + off()),
        );
        const quarter = () => (Math.PI / 2) * Math.floor(4 * d.next());
        const origin = Array(dimension).fill(0);
        const poses =
          dimension === 3
            ? [
                { position: origin, quaternion: d.pick(TURNS) },
                { position, quaternion: d.pick(TURNS).map((x) => x + off()) },
              ]
            : [
                { position: origin, angle: quarter() },
                { position, angle: quarter() + off() },
              ];
        const { found } = contradictions(d, records[0], poses[0], records[1], poses[1], scale);
        assert.deepEqual(found, [], JSON.stringify({ i, records, poses }));
      }
    }
  });
}

test('a box with a margin and a point have the growth distance of the box and a sphere', () => {
  const d = draw(random(91));
  for (let i = 0; i < 200; i++) {
    const halfExtents = [d.size(0.1, 10), d.size(0.1, 10), d.size(0.1, 10)];
    const margin = d.size(0.01, 1);
    const [plain, round] = [
      Shape.from({ type: 'box', halfExtents }),
      Shape.from({ type: 'box', halfExtents, margin }),
    ];
    const [ball, point] = [
      Shape.from({ type: 'sphere', radius: margin }),
      Shape.from({ type: 'point' }),
    ];
    const poses = [randomPose(d, 3, 1), randomPose(d, 3, d.size(0.1, 10))];
    const first = growthDistance(plain, poses[0], ball, poses[1]).value;
    const second = growthDistance(round, poses[0], point, poses[1]).value;
    assert.ok(Math.abs(first - second) <= 1e-13 * first, `${first}, ${second}`);
    const apart = distance(plain, poses[0], ball, poses[1]).value;
    assert.ok(
      Math.abs(apart - distance(round, poses[0], point, poses[1]).value) <= 1e-13 * (1 + apart),
    );
  }
});

test('a named method runs even if a closed form exists', () => {
  const d = draw(random(92));
  const [a, b] = [
    Shape.from({ type: 'box', halfExtents: [1, 2, 3] }),
    Shape.from({ type: 'box', halfExtents: [2, 1, 1] }),
  ];
  const pose = randomPose(d, 3, 6);
  assert.equal(growthDistance(a, null, b, pose).iterations, 0);
  assert.ok(growthDistance(a, null, b, pose, { method: 'cutting-plane' }).iterations > 0);
  const meets = { ...pose, position: pose.position.map((x) => x / 4) };
  assert.equal(penetration(a, null, b, meets).supportCalls, 0);
  assert.ok(penetration(a, null, b, meets, { method: 'epa' }).supportCalls > 0);
});

test('the depth of capsules and stadiums with nearly parallel axes is the shortest separating move', () => {
  const half = 2;
  const radius = 0.5;
  const axisOf = {
    2: (angle) => [-Math.sin(angle), Math.cos(angle)],
    3: (angle) => [0, Math.cos(angle), Math.sin(angle)],
  };
  const poseOf = {
    2: (angle, shift) => ({ position: [0, shift], angle }),
    3: (angle, shift) => ({
      position: [0, shift, 0],
      quaternion: [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)],
    }),
  };
  for (const [dimension, type] of [
    [2, 'stadium'],
    [3, 'capsule'],
  ]) {
    const shape = Shape.from({ type, halfHeight: half, radius });
    for (let k = 1; k <= 60; k++) {
      const angle = 2 ** -k;
      for (const shift of [0, 0.3]) {
        const pose = poseOf[dimension](angle, shift);
        const { value: depth, lower, normal } = penetration(shape, null, shape, pose);
        const axes = [axisOf[dimension](0), axisOf[dimension](angle)];
        const neededAlong = (n) =>
          axes.reduce(
            (sum, axis) => sum + half * Math.abs(dot(axis, n)),
            2 * radius - shift * n[1],
          );
        const needed = neededAlong(normal);
        const what = `${type}s turned by 2^-${k}, ${shift} along`;
        assert.ok(Math.abs(needed - depth) <= 1e-13, `${what}: ${depth}, and ${needed} is needed`);
        assert.ok(lower <= depth && lower >= depth - 1e-13, `${what}: ${lower} to ${depth}`);
        // 3D: across both axes; 2D: across an edge of the parallelogram of the axes
        const edges = axes.flatMap(([x, y]) => [
          [-y, x],
          [y, -x],
        ]);
        const least = dimension === 3 ? 2 * radius : Math.min(...edges.map(neededAlong));
        assert.ok(Math.abs(depth - least) <= 1e-13, `${what}: ${depth}, and ${least} is enough`);
      }
    }
    shape.dispose();
  }
});
