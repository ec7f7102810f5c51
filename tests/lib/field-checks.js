/*
 * What must be true of each field of a result, from the definitions. A check takes the value of the
 * field, the whole result by role (tests/lib/results.js) and the pair (tests/lib/posed-pairs.js).
 *
 * `asked` describes the query: its `method`, its `options`, and `known`, certified bounds for the
 * same pair.
 */
import assert from 'node:assert/strict';
import { STATUS_TEXTS } from '../../wasm/dist/abi.js';
import { height, nearestOfHull, radiusOf } from './posed-pairs.js';
import { dot, length, scaled, sub } from './vectors.js';

const TOLERANCE = 2 ** -26;
/** Rounding may make the bounds of two queries exclude each other by this much. */
const ROUNDING = 1e-11;

/** @param {number} x @param {number} limit @param {string} what */
const atMost = (x, limit, what) => assert.ok(x <= limit, `${what}: ${x} > ${limit}`);
/** @param {number} x @param {number} y @param {number} slack @param {string} what */
const near = (x, y, slack, what) => atMost(Math.abs(x - y), slack, `${what} (${x}, ${y})`);

// ---- fields of every query

export function unit(x) {
  near(length(x), 1, 1e-14, 'length of the normal');
}

export function count(x, f, pair, { options }) {
  assert.ok(Number.isInteger(x) && x >= 0, `${x} iterations`);
  if (f.trace) assert.equal(x, f.trace.at(-1).iteration, 'iteration of the last row');
  if (options.maxIterations && f.supportCalls === undefined)
    atMost(x, options.maxIterations, 'iterations');
}

export function supportCalls(x, f) {
  assert.ok(Number.isInteger(x), `${x} support calls`);
  atMost(f.iterations, x, 'iterations');
}

/** What a status promises about the bounds; `gap` is their width relative to the value. */
const status = (gap, slack) => (x, f, pair, asked) => {
  assert.ok(STATUS_TEXTS.includes(x), x);
  const { tolerance = TOLERANCE, method } = { ...asked.options, method: asked.method };
  const limit = tolerance + slack(f, pair);
  if (x === 'optimal') atMost(gap(f), limit, 'bounds of an optimal result');
  if (x === 'coincident') atMost(length(sub(pair.a.center, pair.b.center)), pair.slack, 'centres');
  if (x === 'local')
    assert.ok(['incremental', 'sqp', 'mpr'].includes(method), `${method} is no local method`);
};

// ---- growth distance

const growthStatus = status(
  (f) => (f.upper > 0 ? f.upper / f.lower - 1 : 0),
  () => 1e-14,
);

export const growth = {
  value: (x, f) => assert.equal(x, f.upper),
  lower(x, f, pair) {
    assert.ok(x >= 0 && x <= f.upper, `${x} > ${f.upper}`);
    if (f.status === 'coincident') return assert.equal(x, 0);
    const rise = dot(f.normal, sub(pair.b.center, pair.a.center));
    const reach = pair.a.reach(f.normal) + pair.b.reach(scaled(-1, f.normal));
    const slack = 1e-12 + (64 * 2 ** -52 * (pair.size + reach)) / Math.abs(rise || 1);
    const proved = rise / reach;
    atMost(x, proved + slack * x + 1e-15, 'more than the normal proves');
    if (f.status === 'optimal') near(proved, x, slack * x + 1e-15, 'what the normal proves');
  },
  upper(x, f, pair, { known }) {
    atMost(known.growth[0] * (1 - ROUNDING), x, 'a certified lower bound');
    if (f.status === 'coincident') assert.equal(x, 0);
  },
  point: (side) => (x, f, pair) => {
    const set = pair[side];
    const normal = side === 'a' ? f.normal : scaled(-1, f.normal);
    atMost(pair.outside(set, x, normal), pair.slack, 'the witness point is outside');
    const from = sub(f.contact, set.center);
    const miss = sub(from, scaled(f.value, sub(x, set.center)));
    atMost(length(miss), 10 * pair.slack * Math.max(1, f.value), 'beside the contact');
  },
  contact(x, f, pair) {
    for (const set of [pair.a, pair.b]) {
      const normal = set === pair.a ? f.normal : scaled(-1, f.normal);
      const beyond = dot(normal, sub(x, set.center)) - f.upper * set.reach(normal);
      atMost(beyond, 10 * pair.slack * Math.max(1, f.upper), 'outside a scaled set');
    }
  },
  status(x, f, pair, asked) {
    growthStatus(x, f, pair, asked);
    const { tolerance = TOLERANCE } = asked.options;
    if (x === 'max-iterations') assert.ok(f.upper > f.lower * (1 + tolerance), 'bounds that meet');
  },
};

// ---- overlap tests

export const collision = {
  colliding(x, f, pair, { known }) {
    assert.equal(typeof x, 'boolean');
    if (known.growth[0] > 1 + ROUNDING && f.status !== 'max-iterations') assert.equal(x, false);
    if (known.growth[1] < 1 - ROUNDING) assert.equal(x, true);
  },
  point(x, f, pair) {
    if (!f.colliding) return assert.equal(x, null);
    if (f.status === 'max-iterations') return assert.equal(x.length, pair.n);
    const inward = sub(pair.a.center, pair.b.center);
    const normal = scaled(1 / (length(inward) || 1), inward);
    const some = length(normal) > 0.5 ? normal : pair.a.center.map((_, i) => (i === 0 ? 1 : 0));
    for (const set of [pair.a, pair.b])
      atMost(pair.outside(set, x, some), pair.slack, 'the common point is outside a set');
  },
  normal(x, f, pair) {
    if (f.colliding) return assert.equal(x, null);
    unit(x);
    atMost(pair.overlap(x), pair.slack, 'the plane does not separate');
  },
  lower(x, f, pair, { known }) {
    assert.ok(x >= 0, `${x}`);
    atMost(x, known.growth[1] * (1 + ROUNDING), 'above the growth distance');
    // if the shapes touch up to rounding, the bound may round to 1
    if (!f.colliding) assert.ok(x >= 1, `${x} does not prove the separation`);
  },
  upper(x, f, pair, { known }) {
    atMost(f.lower, x, 'lower');
    atMost(known.growth[0] * (1 - ROUNDING), x, 'below the growth distance');
    if (f.colliding && f.status === 'optimal') atMost(x, 1, 'proves no intersection');
  },
  status(x, f) {
    assert.ok(['optimal', 'precision', 'max-iterations'].includes(x), x);
    if (x === 'max-iterations')
      assert.ok(f.colliding && f.lower <= 1 && f.upper > 1, 'a decided overlap test');
  },
};

// ---- distance

const between = (f) => sub(f.pointB, f.pointA);

/** Asserts that the points differ by value · normal. */
const apart = (f, pair, value) =>
  atMost(
    length(sub(between(f), scaled(value, f.normal))),
    10 * pair.slack,
    'beside value · normal',
  );

/** The witness point of a side lies in its shape, up to a part of the pair's size. */
const inside = (side, part) => (x, f, pair) => {
  const normal = side === 'a' ? f.normal : scaled(-1, f.normal);
  atMost(pair.outside(pair[side], x, normal), part * pair.size, 'the point is outside its set');
};

/**
 * The support points of a distance lie in the shape without its radius, and the hull of their
 * differences has the distance that the value says.
 */
const simplex =
  (side) =>
  (x, f, pair, { method }) => {
    const radii = pair.records.map((record) => radiusOf(record, method));
    const [set, radius] = side === 'a' ? [pair.a, radii[0]] : [pair.b, radii[1]];
    const normal = side === 'a' ? f.normal : scaled(-1, f.normal);
    assert.ok(x.length >= 1 && x.length <= pair.n + 1, `${x.length} support points`);
    assert.equal(f.simplexA.length, f.simplexB.length);
    for (const v of x)
      atMost(pair.outside(set, v, normal) + radius, 10 * pair.slack, 'a support point is outside');
    const nearest = nearestOfHull(f.simplexA.map((v, i) => sub(f.simplexB[i], v)));
    const balls = radii[0] + radii[1];
    if (f.value > 0)
      near(
        length(nearest),
        f.value + balls,
        // a gradient refines the value beyond the tolerance, not the simplex
        100 * pair.slack + 2 ** -26 * f.value,
        'the hull of differences is elsewhere',
      );
  };

export const distance = {
  value(x, f, pair, { known }) {
    near(length(between(f)), x, 10 * pair.slack, 'distance of the points');
    assert.ok(x >= known.distance[0] - 10 * pair.slack, `${x} below ${known.distance[0]}`);
  },
  lower(x, f, pair, { known }) {
    assert.ok(x >= 0 && x <= f.upper, `${x} > ${f.upper}`);
    atMost(x, known.distance[1] + 10 * pair.slack, 'the lower bound');
  },
  upper: (x, f) => assert.equal(x, f.value),
  normal(x, f, pair) {
    unit(x);
    apart(f, pair, f.value);
  },
  point: (side) => inside(side, 1e-11),
  simplex,
  status: status(
    (f) => (f.value > 0 ? 1 - f.lower / f.value : 0),
    (f, pair) => (100 * pair.slack) / (f.value || 1),
  ),
};

// ---- depth

/**
 * Witness points of a depth may miss their shapes by this part of the pair's size, which is the
 * tolerance, also by local methods. If the iterations ran out, only their difference is checked.
 */
const DEPTH_MISS = 1e-7;
const deep = (side) => (x, f, pair, asked) => {
  if (f.status !== 'max-iterations') inside(side, DEPTH_MISS)(x, f, pair, asked);
};

export const depth = {
  value(x, f, pair, { known, method }) {
    assert.ok(x >= 0, `${x}`);
    atMost(known.depth[0] - 10 * pair.slack, x, 'a certified lower bound');
    // mpr finds the depth along its own ray, at a plane that has another normal
    if (x > 0 && method !== 'mpr')
      near(pair.overlap(f.normal), x, 10 * pair.slack, 'overlap along the normal');
    if (x > 0)
      atMost(1 - 1e-6, pair.growthAfter(scaled(x, f.normal)), 'not separated by the depth');
    if (f.status === 'optimal') atMost(x, known.depth[1] * (1 + 1e-7) + 10 * pair.slack, 'depth');
  },
  lower(x, f, pair, { known }) {
    atMost(x, f.value, 'depth');
    atMost(Math.max(x, 0), known.depth[1] + 10 * pair.slack, 'above the depth');
  },
  upper: (x, f) => assert.equal(x, f.value),
  normal: unit,
  point: (side) => (x, f, pair, asked) => {
    if (f.value > 0) {
      apart(f, pair, -f.value);
      deep(side)(x, f, pair, asked);
    } else {
      // separated: the point is where the overlap test ended, on its own side of the plane
      const [set, outward] = side === 'a' ? [pair.a, f.normal] : [pair.b, scaled(-1, f.normal)];
      atMost(dot(outward, x), height(set, outward) + 10 * pair.slack, 'across the plane');
    }
  },
  status: status(
    (f) => (f.value > 0 ? 1 - f.lower / f.value : 0),
    (f, pair) => (100 * pair.slack) / (f.value || 1),
  ),
};

export const signed = {
  value(x, f, pair, { known }) {
    // the bound that witness points attain: the lower one for a depth, the upper one for a distance
    assert.equal(x, x < 0 ? f.lower : f.upper);
    const [low, high] = known.signed;
    if (x >= 0) atMost(low - 10 * pair.slack, x, 'a certified lower bound');
    else atMost(x, high + 10 * pair.slack, 'minus a certified depth');
    if (f.status === 'optimal') atMost(low - 1e-7 * Math.abs(low) - 10 * pair.slack, x, 'value');
    if (f.status === 'optimal') atMost(x, high + 1e-7 * Math.abs(high) + 10 * pair.slack, 'value');
  },
  lower(x, f, pair, { known }) {
    atMost(x, f.upper, 'upper');
    atMost(x, known.signed[1] + 10 * pair.slack, 'above the signed distance');
  },
  upper(x, f, pair, { known }) {
    atMost(known.signed[0] - 10 * pair.slack, x, 'below the signed distance');
  },
  normal(x, f, pair) {
    unit(x);
    apart(f, pair, f.value);
  },
  point: (side) => (x, f, pair, asked) =>
    f.value < 0 ? deep(side)(x, f, pair, asked) : inside(side, 1e-11)(x, f, pair, asked),
  status: status(
    (f) => (f.value !== 0 ? (f.upper - f.lower) / Math.abs(f.value) : 0),
    (f, pair) => (100 * pair.slack) / Math.abs(f.value || 1),
  ),
};

// ---- generalized distance: pair.a is Q about the world's origin, pair.b the shape that is reached

export const generalized = {
  value: (x, f) => assert.equal(x, f.upper),
  lower(x, f, pair) {
    const [reach, low] = [height(pair.a, f.normal), -height(pair.b, scaled(-1, f.normal))];
    assert.ok(x <= f.upper && x >= 0);
    if (x > 0) near(low / reach, x, 1e-10 * x, 'what the normal proves');
  },
  upper(x, f, pair) {
    const lower = -height(pair.b, scaled(-1, f.normal)) / height(pair.a, f.normal);
    atMost(lower * (1 - ROUNDING), x, 'what the normal proves');
  },
  contact(x, f, pair) {
    atMost(pair.outside(pair.b, x, scaled(-1, f.normal)), 10 * pair.slack, 'outside A');
    const beyond = pair.outside(pair.a, scaled(1 / (f.value || 1), x), f.normal);
    atMost(beyond, 10 * pair.slack, 'outside the scaled Q');
  },
  pointA: (x) =>
    assert.ok(
      x.every((t) => t === 0),
      'of a single set the origin',
    ),
  pointB: (x, f) => assert.deepEqual(x, f.contact),
  rayIterations(x, f) {
    assert.ok(Number.isInteger(x), `${x}`);
    atMost(f.iterations, x, 'growth problems');
  },
  iterations: (x) => assert.ok(Number.isInteger(x) && x >= 1, `${x}`),
  status: growth.status,
};
