/*
 * Traces: every iterate agrees with the shapes' own support functions and with the promises of its
 * type. The results equal the results of a query without a trace.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  Capsule,
  Circle,
  CustomShape,
  Ellipse,
  Ellipsoid,
  HalfSpace,
  Pair,
  Point,
  Shape,
  Sphere,
  collide,
  distance,
  growthDistance,
  intersects,
  penetration,
  signedDistance,
} from '../../js/index.js';
import { ITERATE_TEXTS } from '../../wasm/dist/abi.js';
import { draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { height } from '../lib/posed-pairs.js';
import { posed } from '../lib/sets.js';
import { PRESENT, checkRow } from '../lib/trace-rows.js';
import { dot, length, scaled, sub } from '../lib/vectors.js';

const DISTANCE_METHODS = [
  'auto',
  'gjk',
  'nesterov',
  'nesterov-normalized',
  'polyak',
  'frank-wolfe',
];
const DEPTH_METHODS = ['auto', 'incremental', 'sqp', 'mpr', 'epa'];

/**
 * Every query with its methods and bounds; `growth` is true if its solver computes a growth
 * distance.
 */
const QUERIES = [
  {
    name: 'growthDistance',
    ask: growthDistance,
    methods: ['auto', 'cutting-plane'],
    growth: true,
    bounds: (r) => [r.lower, r.upper],
  },
  {
    name: 'collide',
    ask: collide,
    methods: [...DISTANCE_METHODS, 'cutting-plane'],
    growth: true,
    bounds: (r) => [r.lower, r.upper],
  },
  {
    name: 'distance',
    ask: distance,
    methods: DISTANCE_METHODS,
    bounds: (r) => [r.lower, r.upper],
  },
  {
    name: 'penetration',
    ask: penetration,
    methods: DEPTH_METHODS,
    bounds: (r) => [r.lower, r.upper],
  },
  {
    name: 'signedDistance',
    ask: signedDistance,
    methods: DEPTH_METHODS,
    bounds: (r) => [r.lower, r.upper],
  },
];

/** A pair as the checks need it: shapes about their local origins, and a length to compare with. */
function pairOf(recordA, poseA, recordB, poseB, shapes) {
  const zero = poseA.position.map(() => 0);
  const a = posed(recordA, poseA, zero);
  const b = posed(recordB, poseB, zero);
  const axes = zero.map((_, i) => zero.map((__, k) => (i === k ? 1 : 0)));
  const size = Math.max(
    ...axes.flatMap((n) => [n, scaled(-1, n)]).flatMap((n) => [a.reach(n), b.reach(n)]),
  );
  const centers = shapes?.map((shape, i) =>
    posed([recordA, recordB][i], [poseA, poseB][i], shape.center),
  );
  return {
    a,
    b,
    n: zero.length,
    height: [a, b].map((set) => (n) => height(set, n)),
    between: centers && sub(centers[1].center, centers[0].center),
    size: size + length(sub(b.center, a.center)) + length(a.center),
  };
}

/** Asserts that no vertex lies beyond the supporting plane or the support vertex. */
function checkVertices(row, slack) {
  const points = row.support ? [...row.vertices, row.support] : row.vertices;
  for (const { point } of points) {
    if (row.offset !== null)
      assert.ok(dot(row.normal, point) <= row.offset + slack, 'a vertex lies beyond the plane');
    if (row.support) {
      const beyond = dot(row.direction, sub(point, row.support.point));
      assert.ok(beyond <= slack, `a vertex lies ${beyond} beyond the support vertex`);
    }
  }
}

/** Asserts that the point of the inner approximation lies where the type of the row says. */
function checkPoint(row, slack) {
  if (row.point === null) return;
  if (row.type === 'portal') {
    const along = dot(row.point, row.ray);
    const miss = sub(row.point, scaled(along, row.ray));
    assert.ok(length(miss) <= slack, `the portal's point misses the ray by ${length(miss)}`);
    const reached = length(row.shift) / along;
    assert.ok(reached >= row.upper * (1 - 1e-12), `${row.upper} above ${reached}`);
    const proved = dot(row.normal, row.shift) / row.offset;
    assert.ok(Math.abs(proved - row.lower) <= 1e-9 * row.lower, `the plane proves ${proved}`);
  } else if (row.type === 'ray') {
    const along = dot(row.point, row.ray);
    const miss = sub(row.point, scaled(along, row.ray));
    // The weights of a thin portal lose digits. An origin on the surface of the first tetrahedron
    // may count as outside.
    const inside = Math.min(Math.abs(row.lower), Math.abs(row.upper)) > slack;
    if (inside)
      assert.ok(along >= 0 && length(miss) <= 32 * slack, `off the ray by ${length(miss)}`);
  } else if (row.type === 'simplex') {
    for (const v of row.vertices) {
      const tilt = dot(sub(v.point, row.point), row.point);
      if (v.weight > 0)
        assert.ok(Math.abs(tilt) <= slack * (length(v.point) + slack), `not nearest by ${tilt}`);
    }
  }
}

/** Asserts that every edge occurs once in each direction, and Euler's formula. */
function checkClosed(row) {
  const edges = new Set();
  for (const face of row.faces) {
    for (let i = 0; i < face.length; i++) {
      const edge = `${face[i]} ${face[(i + 1) % face.length]}`;
      assert.ok(!edges.has(edge), 'an edge belongs to two faces on the same side');
      edges.add(edge);
    }
  }
  const used = new Set(row.faces.flat());
  if (row.shift.length === 2) {
    assert.equal(used.size, row.faces.length);
    return;
  }
  for (const edge of edges)
    assert.ok(edges.has(edge.split(' ').reverse().join(' ')), 'an edge has one face only');
  assert.equal(used.size - edges.size / 2 + row.faces.length, 2, 'Euler');
}

/**
 * The outward planes of a polytope's faces without slivers, and how far rounding may tilt each
 * plane.
 */
function planesOf(row, size) {
  const planes = [];
  for (const face of row.faces) {
    const [u, v, w] = face.map((i) => row.vertices[i].point);
    const e = sub(v, u);
    let n = [e[1], -e[0]];
    let longest = length(e);
    if (w) {
      const f = sub(w, u);
      n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
      longest = Math.max(longest, length(f), length(sub(w, v)));
    }
    const low = w ? length(n) / longest / size : 1;
    if (low <= 4e-7) continue;
    n = scaled(1 / length(n), n);
    planes.push({ n, offset: dot(n, u), rounding: (64e-13 * size) / low });
  }
  return planes;
}

/**
 * Whether a polytope is convex and contains the origin, up to rounding; size is the size of the
 * pair.
 */
function isConvex(row, size) {
  const planes = planesOf(row, size);
  const used = [...new Set(row.faces.flat())].map((i) => row.vertices[i].point);
  const holds = ({ n, offset, rounding }) =>
    offset >= -rounding && used.every((x) => dot(n, x) - offset <= rounding);
  if (!planes.every(holds)) return false;
  if (row.nearest !== null) {
    const nearest = row.faces[row.nearest].map((i) => row.vertices[i].point);
    const across = nearest.map((x) => Math.abs(dot(row.direction, sub(x, row.point))));
    assert.ok(Math.max(...across) <= 1e-9 * size, `${across} beside the nearest face`);
  }
  return true;
}

/** Checks everything that a trace promises. */
function checkTrace(query, r, pair) {
  const { trace } = r;
  const slack = 1e-13 * pair.size;
  assert.ok(trace.length >= 1);
  const last = trace.at(-1);
  assert.ok(trace.every((row) => (row.type === 'result') === (row === last)));
  const wanted = query.bounds(r, last).map((x) => (Number.isFinite(x) ? x + 0 : null));
  assert.equal(last.lower ?? 0, wanted[0] ?? 0);
  assert.equal(last.upper, wanted[1]);
  assert.equal(last.iteration, r.iterations);
  let before = { lower: null, upper: null, iteration: 0 };
  // the last step of a depth may be proved by another direction than the best so far
  const looseness = query.growth ? 1e-12 : 1e-12 * pair.size + 2 ** -25 * Math.abs(last.upper ?? 0);
  const sets = { ...pair, growth: query.growth };
  for (const row of trace) {
    checkRow(row, sets, slack);
    checkVertices(row, slack);
    checkPoint(row, 32 * slack);
    if (row.type === 'polytope') checkClosed(row);
    const { lower, upper } = row;
    assert.ok(lower === null || upper === null || lower <= upper, `${lower} > ${upper}`);
    if (before.lower !== null)
      assert.ok(
        lower >= before.lower - looseness * Math.max(1, Math.abs(lower)),
        `lower fell to ${lower} from ${before.lower}`,
      );
    if (before.upper !== null)
      assert.ok(
        upper <= before.upper + looseness * Math.max(1, Math.abs(upper)),
        `upper rose to ${upper} from ${before.upper}`,
      );
    assert.ok(row.iteration >= before.iteration);
    // after a full polytope, a growth query adds steps that are counted and not recorded
    if (row.support && !(before.type === 'polytope' && before.support === null))
      assert.equal(row.iteration, before.iteration + 1);
    before = row;
  }
  assert.deepEqual(JSON.parse(JSON.stringify(trace)), trace);
}

function checkQuery(query, shapes, poses, pair, options) {
  const [a, b] = shapes;
  const traced = query.ask(a, poses[0], b, poses[1], { ...options, trace: true });
  const plain = query.ask(a, poses[0], b, poses[1], options);
  checkTrace(query, traced, pair);
  const { trace, ...rest } = traced;
  assert.deepEqual(rest, plain);
  return trace;
}

for (const dimension of [3, 2]) {
  for (const query of QUERIES) {
    test(`every iterate of ${query.name} in ${dimension}D is as its type promises`, () => {
      const d = draw(random(400 + dimension));
      const types = new Set();
      let polytopes = 0;
      for (let i = 0; i < 60; i++) {
        const records = [0, 1].map(() => randomRecord(d, d.pick(kindsOf(dimension))));
        const poses = [randomPose(d, dimension, 1), randomPose(d, dimension, d.size(0.1, 20))];
        const shapes = records.map((record) => Shape.from(record));
        const pair = pairOf(records[0], poses[0], records[1], poses[1], shapes);
        for (const method of query.methods) {
          try {
            const trace = checkQuery(query, shapes, poses, pair, { method });
            for (const { type } of trace) types.add(type);
            const grown = trace.filter(({ type }) => type === 'polytope');
            if (grown.length > 0) polytopes++;
            assert.ok(
              grown.every((row) => isConvex(row, pair.size)),
              'a polytope is not convex',
            );
          } catch (error) {
            error.message += `\n${JSON.stringify({ method, records, poses })}`;
            throw error;
          }
        }
      }
      assert.equal(polytopes > 0, query.name === 'penetration' || query.name === 'signedDistance');
      assert.ok(types.size > 1, [...types].join());
    });
  }
}

test('the table of rows describes every type of iterate', () => {
  assert.deepEqual(Object.keys(PRESENT).sort(), [...ITERATE_TEXTS].sort());
});

test('closed forms have one iterate, the result', () => {
  const ball = new Sphere({ radius: 1 });
  const floor = new HalfSpace({ normal: [0, 1, 0], offset: -0.5 });
  const rod = new Capsule({ halfHeight: 1, radius: 0.25 });
  const far = { position: [3, 0, 0] };
  const types = (r) => r.trace.map(({ type }) => type);
  assert.deepEqual(types(distance(ball, null, rod, far, { trace: true })), ['result']);
  assert.deepEqual(types(signedDistance(rod, null, rod, far, { trace: true })), ['result']);
  for (const ask of [growthDistance, collide, distance, penetration, signedDistance])
    assert.deepEqual(types(ask(ball, null, floor, null, { trace: true })), ['result'], ask.name);
  const [row] = distance(ball, null, ball, far, { trace: true }).trace;
  assert.deepEqual(row.vertices, [
    { point: [-1, 0, 0], pointA: [1, 0, 0], pointB: [2, 0, 0], weight: 1 },
  ]);
  const disc = new Circle({ radius: 1 });
  const flat = distance(disc, null, disc, { position: [0, 5] }, { trace: true }).trace;
  assert.deepEqual(flat[0].normal, [0, 1]);
  assert.equal(flat[0].lower, 3);
});

test('a result has a common point if the shapes overlap, and a normal if they are separated', () => {
  const ball = new Sphere({ radius: 1 });
  const box = new Box({ halfExtents: [1, 1, 1] });
  const hit = collide(box, null, ball, { position: [1, 0, 0] }, { trace: true });
  assert.deepEqual(hit.trace.at(-1).vertices[0].pointA, hit.point);
  const miss = collide(box, null, ball, { position: [4, 0, 0] }, { trace: true });
  assert.deepEqual(miss.trace.at(-1).normal, miss.normal);
});

test('the next portal contains the support vertex of the previous one', () => {
  const a = new Ellipsoid({ radii: [1, 2, 3] });
  const b = new Box({ halfExtents: [1, 0.5, 2] });
  const pose = { position: [3, 2, 1], quaternion: [0.1, 0.2, 0.3, 0.9] };
  const options = { method: 'cutting-plane', trace: true }; // Newton's steps may defer the portal
  const { trace } = growthDistance(a, null, b, pose, options);
  const rows = trace.filter(({ type }) => type === 'portal');
  assert.ok(rows.length > 5);
  for (let i = 0; i + 1 < rows.length; i++) {
    const entered = JSON.stringify(rows[i].support.point);
    const points = rows[i + 1].vertices.map((v) => JSON.stringify(v.point));
    assert.ok(points.includes(entered));
    const before = rows[i].vertices.map((v) => JSON.stringify(v.point));
    assert.equal(points.filter((p) => before.includes(p)).length, 2, 'one vertex leaves');
  }
});

test('the next polytope contains the support vertex of the previous one', () => {
  const a = new Ellipsoid({ radii: [1, 2, 3] });
  const pose = { position: [0.5, 0.2, 0.1], quaternion: [0.1, 0.2, 0.3, 0.9] };
  const { trace } = penetration(a, null, a, pose, { method: 'epa', trace: true });
  const rows = trace.filter(({ type }) => type === 'polytope');
  assert.ok(rows.length > 5);
  for (let i = 0; i + 2 < rows.length; i++) {
    assert.deepEqual(rows[i + 1].vertices.at(-1).point, rows[i].support.point);
    assert.equal(rows[i + 1].vertices.length, rows[i].vertices.length + 1);
  }
  assert.ok(rows.every((row) => isConvex(row, 20)));
});

test('a polytope stays convex beside thin faces, and the query ends', () => {
  // a rim against a ruling: new vertices close to the planes of faces with hardly a normal
  const records = [
    { type: 'cylinder', halfHeight: 0.4857152404793378, radius: 0.251567315485998 },
    { type: 'capsule', halfHeight: 3.2196544445151876, radius: 0.10647456775708296 },
  ];
  const poses = [
    {
      position: [-0.40258124369053966, 0.42224425384040354, -0.8121810957707272],
      quaternion: [
        0.7275500345481426, -0.4972776015674705, -0.46500755151656237, 0.08458079711655694,
      ],
    },
    {
      position: [-0.11745239161788204, 0.024069747140833535, 0.046881106189608945],
      quaternion: [
        0.42475471994957487, -0.510823662090085, -0.7081201074419953, 0.23918304196947127,
      ],
    },
  ];
  const { size } = pairOf(records[0], poses[0], records[1], poses[1]);
  const [a, b] = records.map((record) => Shape.from(record));
  const r = penetration(a, poses[0], b, poses[1], { method: 'epa', trace: true });
  assert.equal(r.status, 'optimal');
  assert.ok(r.iterations < 100, `${r.iterations} iterations`);
  const rows = r.trace.filter(({ type }) => type === 'polytope');
  assert.ok(rows.length > 10);
  for (const row of rows) {
    checkClosed(row);
    assert.ok(isConvex(row, size));
  }
});

test('a trace of thousands of vertices is complete', () => {
  const a = new Ellipsoid({ radii: [1, 2, 3] });
  const pose = { position: [0.5, 0.2, 0.1], quaternion: [0.1, 0.2, 0.3, 0.9] };
  const options = { method: 'epa', tolerance: 1e-13 };
  const { trace, ...rest } = penetration(a, null, a, pose, { ...options, trace: true });
  assert.deepEqual(rest, penetration(a, null, a, pose, options));
  const rows = trace.filter(({ type }) => type === 'polytope');
  const vertices = rows.reduce((sum, row) => sum + row.vertices.length, 0);
  assert.ok(vertices > 4000, `${vertices}`);
  rows.forEach(checkClosed);
  assert.equal(trace.at(-1).type, 'result');
  const asked = trace.filter((row) => row.support).map((row) => row.iteration);
  const steps = asked.filter((x) => x <= rows.at(-1).iteration);
  assert.deepEqual(
    steps,
    steps.map((_, i) => i + 1),
  );
});

test('a trace does not change the results of a warm pair', () => {
  const d = draw(random(77));
  for (let i = 0; i < 20; i++) {
    const [a, b] = [0, 1].map(() => Shape.from(randomRecord(d, d.pick(kindsOf(3)))));
    const start = randomPose(d, 3, d.size(0.5, 10));
    const plain = new Pair(a, b);
    const traced = new Pair(a, b);
    for (const name of ['growthDistance', 'collide', 'distance', 'penetration', 'signedDistance']) {
      for (let k = 0; k < 6; k++) {
        const pose = { ...start, position: start.position.map((x) => x * (1 + 0.01 * k)) };
        const { trace, ...rest } = traced[name](null, pose, { trace: true });
        assert.deepEqual(rest, plain[name](null, pose), `${name} ${k}`);
        if (name === 'growthDistance' && k > 0)
          assert.deepEqual(rest.iterations, trace.filter((row) => row.support).length);
      }
    }
  }
});

test('a warm query starts from the last iterate of the previous query', () => {
  const a = new Ellipsoid({ radii: [1, 2, 3] });
  const pair = new Pair(a, a);
  const pose = { position: [5, 1, 2], quaternion: [0.1, 0.2, 0.3, 0.9] };
  const options = { method: 'cutting-plane', trace: true };
  const first = pair.growthDistance(null, pose, options).trace;
  const second = pair.growthDistance(null, pose, options).trace;
  const parts = (row) => row.vertices.map(({ pointA, pointB }) => [pointA, pointB]);
  assert.deepEqual(parts(second[0]), parts(first.at(-2)));
});

test('the next query without a trace removes the trace from out', () => {
  const a = new Ellipsoid({ radii: [1, 2, 3] });
  const pose = { position: [5, 1, 2] };
  const out = distance(a, null, a, pose, { trace: true });
  assert.ok(out.trace.length > 1);
  distance(a, null, a, pose, { out });
  assert.ok(!('trace' in out));
  assert.ok(distance(a, null, a, pose, { out, trace: true }).trace.length > 1);
  assert.ok(!('trace' in distance(a, null, a, pose, { trace: false })));
});

test('a query that cannot be traced throws an error', () => {
  const ball = new Sphere({ radius: 1 });
  assert.throws(() => growthDistance(ball, null, ball, null, { trace: 1 }), {
    name: 'TypeError',
    message: 'growthDistance: trace must be true or false, got 1',
  });
  assert.throws(() => intersects(ball, null, ball, null, { trace: true }), {
    name: 'TypeError',
    message: /use collide/,
  });
  assert.throws(() => growthDistance(new Point(), null, new Point(), null, { trace: true }), {
    name: 'GeometryError',
  });
  assert.equal(growthDistance(ball, null, ball, [3, 0, 0, 0, 0, 0, 1]).value, 1.5);
});

test('an error of a support function reaches a traced query, and the next query works', () => {
  let left = Infinity;
  const shape = new CustomShape({
    support: ([x, y, z]) => {
      if (--left === 0) throw new Error('enough');
      return [x, 4 * y, z].map((t) => t / Math.hypot(x, 2 * y, z));
    },
  });
  const box = new Box({ halfExtents: [1, 1, 1] });
  const pose = { position: [4, 3, 2] };
  left = 5;
  assert.throws(() => growthDistance(shape, null, box, pose, { trace: true }), /enough/);
  const { trace, ...rest } = growthDistance(shape, null, box, pose, { trace: true });
  assert.equal(trace.at(-1).upper, rest.value);
  assert.deepEqual(growthDistance(shape, null, box, pose), rest);
});

test('every solver has its own types of iterates', () => {
  const e = new Ellipsoid({ radii: [1, 2, 3] });
  const c = new Ellipse({ radii: [1, 2] });
  const asked = (r) => [...new Set(r.trace.filter((row) => row.support).map(({ type }) => type))];
  for (const [shape, pose] of [
    [e, { position: [0.3, 0.2, 0.1], quaternion: [0.1, 0.2, 0.3, 0.9] }],
    [c, { position: [0.3, 0.2], angle: 1 }],
  ]) {
    const depth = (method) => asked(penetration(shape, null, shape, pose, { method, trace: true }));
    assert.deepEqual(depth('epa'), ['simplex', 'polytope']);
    assert.deepEqual(depth('incremental'), ['simplex', 'direction']);
    assert.deepEqual(depth('sqp'), ['simplex', 'ray']);
    assert.deepEqual(depth('mpr'), ['simplex', 'ray']);
    assert.deepEqual(asked(growthDistance(shape, null, shape, pose, { trace: true })), ['portal']);
  }
});
