/*
 * Properties that theory proves for any pair, on random pairs of all shape types. Certified bounds
 * of one quantity, computed in different ways, must not exclude each other.
 * tests/hard/test_methods_agree.c tests every method, the order of the shapes, and what must be
 * equal to the bit (scales of 2^k, traces).
 *
 * A failure prints the property, the seed and the pair; GD_SEED=<seed> runs that seed alone.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Shape, distance, growthDistance, penetration } from '../../js/index.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { add, dot, length, scaled, sub } from '../lib/vectors.js';

const PAIRS = 600;
const SEED = 20261123;
/**
 * Relative error allowed for the growth distance, in addition to rounding of poses and supports.
 */
const MISS = 1e-10;

/** A pair of any shape types, 3D in two of three cases; the seed determines everything. */
function drawPair(seed) {
  const d = draw(random(seed));
  const dimension = d.next() < 0.66 ? 3 : 2;
  const kinds = [...kindsOf(dimension), ...COMPOSED];
  const [a, b] = [0, 1].map(() => randomRecord(d, d.pick(kinds), 1, dimension));
  const poseA = randomPose(d, dimension, d.size(0.1, 5));
  const poseB = randomPose(d, dimension, d.size(0.1, 20));
  return { seed, d, dimension, a, b, poseA, poseB };
}

/** Bounds of the three quantities, and the data that the properties need. */
function measure({ a, poseA, b, poseB }) {
  const shapes = [Shape.from(a), Shape.from(b)];
  const args = [shapes[0], poseA, shapes[1], poseB];
  const g = growthDistance(...args, { maxIterations: 1000 });
  const gap = distance(...args, { maxIterations: 1000 });
  const deep = penetration(...args, { maxIterations: 1000 });
  const centers = shapes.map(({ center }, i) => inWorld([poseA, poseB][i], center));
  const radius = shapes[0].boundingRadius + shapes[1].boundingRadius;
  const size = length(centers[0]) + length(centers[1]) + radius + 1;
  const d = sub(centers[1], centers[0]);
  const inner = shapes[0].inradius + shapes[1].inradius;
  for (const shape of shapes) shape.dispose();
  // the rounding error of the growth distance grows with the condition of its quotient, upper / |n
  // . d|
  const slack = 64 * 2 ** -52 * size * (1 + g.upper / Math.max(Math.abs(dot(g.normal, d)), 1e-9));
  return {
    growth: { lower: g.lower * (1 - MISS) - slack, upper: g.upper * (1 + MISS) + slack },
    distance: { lower: gap.lower - 1e-12 * size, upper: gap.upper + 1e-12 * size },
    depth: { lower: deep.lower - 1e-12 * size, upper: deep.upper + 1e-12 * size },
    g,
    d,
    inner,
    size,
    centers,
  };
}

/** A point of a shape's frame in world coordinates. */
function inWorld({ position, quaternion, angle }, x) {
  if (quaternion) return add(position, turnedBy(quaternion, x));
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return add(position, [c * x[0] - s * x[1], s * x[0] + c * x[1]]);
}

function product([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
function turnedBy(q, v) {
  const unit = scaled(1 / length(q), q);
  const [x, y, z, w] = unit;
  return product(product(unit, [...v, 0]), [-x, -y, -z, w]).slice(0, 3);
}

/** Whether x can be at most y, given the bounds of both. */
const atMost = (x, y) => x.lower <= y.upper;
const times = (t, { lower, upper }) => ({ lower: t * lower, upper: t * upper });
const plus = (t, { lower, upper }) => ({ lower: lower + t, upper: upper + t });
const same = (x, y) => atMost(x, y) && atMost(y, x);
const moved = (pose, t) => ({ ...pose, position: add(pose.position, t) });
const margin = (record) => record.margin ?? 0;

/** The record of the shape scaled about its local origin. */
function enlarged(record, s) {
  const grow = (key, value) => {
    if (key === 'type' || key === 'exponent' || key === 'matrix') return value;
    if (typeof value === 'number') return value * s;
    if (Array.isArray(value)) return value.map((x) => grow('', x));
    return enlarged(value, s);
  };
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, grow(key, value)]));
}

/** @type {Record<string, (pair: ReturnType<typeof drawPair>, m: ReturnType<typeof measure>) => boolean | undefined>} */
const PROPERTIES = {
  'a rigid motion of both shapes changes no quantity'(pair, m) {
    const { d, dimension, poseA, poseB } = pair;
    const shift = scaled(d.size(0.1, 10), d.direction(dimension));
    const turn = dimension === 3 ? d.quaternion() : d.between(-3, 3);
    const move = ({ position, quaternion, angle }) =>
      dimension === 3
        ? { position: add(turnedBy(turn, position), shift), quaternion: product(turn, quaternion) }
        : {
            position: inWorld({ position: shift, angle: turn }, position),
            angle: angle + turn,
          };
    const other = measure({ ...pair, poseA: move(poseA), poseB: move(poseB) });
    return ['growth', 'distance', 'depth'].every((name) => {
      // the moved poses are rounded
      const wide = name === 'growth' ? other.growth.upper : other.size;
      return same(plus(0, m[name]), {
        lower: other[name].lower - 1e-11 * wide,
        upper: other[name].upper + 1e-11 * wide,
      });
    });
  },
  'moving B along the line of centres scales the growth distance'(pair, m) {
    const t = pair.d.size(0.2, 5);
    const poseB = moved(pair.poseB, scaled(t - 1, m.d));
    return same(measure({ ...pair, poseB }).growth, times(t, m.growth));
  },
  'the growth distance satisfies the triangle inequality of displacements'(pair, m) {
    const { d, dimension } = pair;
    const way = scaled(d.size(0.1, 10), d.direction(dimension));
    const first = measure({ ...pair, poseB: moved(pair.poseB, scaled(-1, way)) });
    const rest = measure({ ...pair, poseB: moved(pair.poseB, sub(way, m.d)) });
    const both = {
      lower: first.growth.lower + rest.growth.lower,
      upper: first.growth.upper + rest.growth.upper,
    };
    return atMost(m.growth, both);
  },
  'a margin has the same effect on either shape'(pair, m) {
    const extra = pair.d.size(0.01, 1);
    const wider = (name) => ({
      ...pair,
      [name]: { ...pair[name], margin: margin(pair[name]) + extra },
    });
    const [onA, onB] = [measure(wider('a')), measure(wider('b'))];
    return (
      same(onA.growth, onB.growth) &&
      same(onA.distance, onB.distance) &&
      same(onA.depth, onB.depth) &&
      // it lowers the growth distance, shortens the distance by its width and adds it to the depth
      atMost(onA.growth, m.growth) &&
      (m.distance.lower > extra ? same(onA.distance, plus(-extra, m.distance)) : true) &&
      (m.distance.upper < extra ? atMost({ lower: 0, upper: 0 }, onA.depth) : true) &&
      (m.depth.lower > 0 ? same(onA.depth, plus(extra, m.depth)) : true)
    );
  },
  'scaling both shapes about their centres divides the growth distance'(pair, m) {
    const s = pair.d.pick([0.5, 2, 8]);
    const centers = m.centers.map((center) => scaled(1 - s, center));
    const place = (pose, center) => ({ ...pose, position: add(scaled(s, pose.position), center) });
    const larger = measure({
      ...pair,
      a: enlarged(pair.a, s),
      b: enlarged(pair.b, s),
      poseA: place(pair.poseA, centers[0]),
      poseB: place(pair.poseB, centers[1]),
    });
    return same(times(s, larger.growth), m.growth);
  },
  'growth distance, distance and depth bound each other'(
    pair,
    { growth, distance: gap, depth, g, d, inner },
  ) {
    const rise = dot(g.normal, d);
    const away = 1e-9;
    if (growth.lower > 1 + away) {
      // (1 - 1/growth) n.d <= distance <= (1 - 1/growth) |d|, and >= (growth - 1) r
      const low = Math.max((1 - 1 / growth.lower) * rise, (growth.lower - 1) * inner);
      return (
        depth.lower <= 0 &&
        low <= gap.upper * (1 + 1e-7) &&
        gap.lower <= (1 - 1 / growth.upper) * length(d) * (1 + 1e-9)
      );
    }
    if (growth.upper < 1 - away && growth.lower > 0) {
      // (1 - growth) r <= depth <= (1/growth - 1) n.d
      return (
        gap.lower <= 0 &&
        (1 - growth.upper) * inner <= depth.upper * (1 + 1e-7) &&
        depth.lower <= (1 / growth.lower - 1) * rise * (1 + 1e-7) + 1e-9
      );
    }
    return undefined;
  },
  'no quantity changes by more than the displacement allows'(pair, m) {
    const { d, dimension } = pair;
    const way = scaled(d.size(1e-3, 3), d.direction(dimension));
    const other = measure({ ...pair, poseB: moved(pair.poseB, way) });
    const far = length(way);
    return (
      atMost(other.distance, plus(far, m.distance)) &&
      atMost(m.distance, plus(far, other.distance)) &&
      atMost(other.depth, plus(far, m.depth)) &&
      atMost(m.depth, plus(far, other.depth)) &&
      (m.inner === 0 ||
        (atMost(other.growth, plus(far / m.inner, m.growth)) &&
          atMost(m.growth, plus(far / m.inner, other.growth))))
    );
  },
  'an added point never raises growth distance or distance, nor lowers depth'(pair, m) {
    const { a, d, dimension } = pair;
    if (!/hull|polygon/.test(a.type)) return undefined;
    const shape = Shape.from(a);
    const { center } = shape;
    shape.dispose();
    const points = [...a.points, d.direction(dimension).map((x) => 12 * x)];
    const [few, more] = [a.points, points].map((list) =>
      measure({ ...pair, a: { ...a, points: list, center } }),
    );
    return (
      atMost(more.growth, few.growth) &&
      atMost(more.distance, m.distance) &&
      atMost(m.depth, more.depth)
    );
  },
};

const seeds = process.env.GD_SEED
  ? [Number(process.env.GD_SEED)]
  : Array.from({ length: PAIRS }, (_, i) => SEED + i);

const measured = seeds.map((seed) => measure(drawPair(seed)));

for (const [name, holds] of Object.entries(PROPERTIES)) {
  test(name, (t) => {
    const failures = [];
    let tried = 0;
    for (const [i, seed] of seeds.entries()) {
      const pair = drawPair(seed);
      const answer = holds(pair, measured[i]);
      if (answer !== undefined) tried++;
      if (answer === false) {
        const { a, poseA, b, poseB } = pair;
        failures.push(`GD_SEED=${seed} ${JSON.stringify({ a, poseA, b, poseB })}`);
      }
    }
    t.diagnostic(`${tried} of ${seeds.length} pairs`);
    assert.ok(process.env.GD_SEED || tried > seeds.length / 20, `${tried} tried`);
    assert.equal(failures.length, 0, `${failures.length}, the first:\n${failures[0]}`);
  });
}
