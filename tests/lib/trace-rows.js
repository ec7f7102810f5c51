/*
 * The table of a trace's rows: every field of every type of iterate.
 *
 * PRESENT says for each type which fields are there `always`, `never`, only in rows with a support
 * query (`asks`), only `with vertices`, or `perhaps`. An absent field is null or an empty list.
 * CHECKS says what must be true of a field that is there; tests/api/trace.test.js checks the
 * relations between rows.
 */
import assert from 'node:assert/strict';
import { ITERATE_TEXTS } from '../../wasm/dist/abi.js';
import { add, dot, length, scaled, sub } from './vectors.js';

/** A row of a query that involves no time. */
const TIMELESS = { interval: 'never', turn: 'never' };
/** A row of a time of impact. */
const TIMED = {
  upper: 'perhaps',
  ray: 'never',
  point: 'never',
  vertices: 'never',
  faces: 'never',
  nearest: 'never',
};

/** By type: the fields that are not always there. */
export const PRESENT = {
  portal: {
    ...TIMELESS,
    direction: 'asks',
    support: 'asks',
    faces: 'never',
    nearest: 'never',
  },
  simplex: {
    ...TIMELESS,
    lower: 'perhaps',
    upper: 'perhaps',
    offset: 'perhaps',
    direction: 'asks',
    support: 'asks',
    ray: 'never',
    point: 'with vertices',
    vertices: 'perhaps',
    faces: 'never',
    nearest: 'never',
  },
  polytope: {
    ...TIMELESS,
    direction: 'asks',
    support: 'asks',
    ray: 'never',
    point: 'asks',
    nearest: 'asks',
  },
  ray: {
    ...TIMELESS,
    offset: 'perhaps',
    direction: 'asks',
    support: 'asks',
    faces: 'never',
    nearest: 'never',
  },
  direction: {
    ...TIMELESS,
    lower: 'perhaps',
    upper: 'perhaps',
    offset: 'perhaps',
    ray: 'perhaps',
    point: 'never',
    vertices: 'never',
    faces: 'never',
    nearest: 'never',
  },
  interval: { ...TIMED, direction: 'asks', support: 'asks', offset: 'asks' },
  probe: { ...TIMED, direction: 'never', support: 'never', offset: 'never', turn: 'never' },
  result: {
    ...TIMELESS,
    upper: 'perhaps',
    offset: 'never',
    direction: 'never',
    support: 'never',
    ray: 'never',
    faces: 'never',
    nearest: 'never',
  },
};

const finite = (x) => assert.ok(Number.isFinite(x), `${x}`);
const unit = (x) =>
  assert.ok(Math.abs(length(x) - 1) <= 1e-12, `a direction of length ${length(x)}`);

/** Asserts that a vertex is the difference of its two points. */
function checkPoint({ point, pointA, pointB }, row, slack) {
  const made = add(sub(pointA, scaled(row.scale, pointB)), row.shift);
  assert.ok(
    length(sub(point, made)) <= slack,
    `a vertex misses its parts by ${length(sub(point, made))}`,
  );
}

/** By field: row is the whole row, pair the posed pair, slack a length. */
export const CHECKS = {
  type: (x) => assert.ok(ITERATE_TEXTS.includes(x), x),
  iteration: (x) => assert.ok(Number.isInteger(x) && x >= 0, `${x}`),
  lower(x, row) {
    finite(x);
    if (row.upper !== null) assert.ok(x <= row.upper, `${x} > ${row.upper}`);
  },
  upper: finite,
  normal: unit,
  /**
   * The plane that proves the bound: the difference of the cores lies below it and, except for a
   * portal, touches it.
   */
  offset(x, row, { height }, slack) {
    const { normal, shift, scale, radiusA, radiusB } = row;
    const low = height[1](scaled(-1, normal)) - radiusB;
    const top = height[0](normal) - radiusA + scale * low + dot(normal, shift);
    assert.ok(x >= top - 10 * slack, `the difference is ${top - x} beyond the plane`);
    if (row.type !== 'portal')
      assert.ok(x <= top + 10 * slack, `the plane is ${x - top} above the difference`);
  },
  direction: unit,
  support(x, row, { height }, slack) {
    checkPoint(x, row, slack);
    const { direction, radiusA, radiusB } = row;
    const a = dot(direction, x.pointA) - (height[0](direction) - radiusA);
    const b = -dot(direction, x.pointB) - (height[1](scaled(-1, direction)) - radiusB);
    assert.ok(Math.max(Math.abs(a), Math.abs(b)) <= 10 * slack, `support points off by ${a}, ${b}`);
  },
  ray: unit,
  /** The mean of the vertices with their weights, which sum to 1. */
  point(x, row, pair, slack) {
    const total = row.vertices.reduce((sum, v) => sum + v.weight, 0);
    assert.ok(Math.abs(total - 1) <= 1e-12, `weights sum to ${total}`);
    const zero = x.map(() => 0);
    const mean = row.vertices.reduce((sum, v) => add(sum, scaled(v.weight, v.point)), zero);
    assert.ok(length(sub(mean, x)) <= slack, 'the weights do not give the point');
  },
  vertices(x, row, pair, slack) {
    const most = { portal: pair.n, simplex: pair.n + 1, ray: pair.n, result: 1 }[row.type];
    if (most) assert.ok(x.length <= most, `${x.length} vertices`);
    for (const v of x) {
      assert.deepEqual(Object.keys(v), ['point', 'pointA', 'pointB', 'weight']);
      assert.ok(v.weight >= 0, `weight ${v.weight}`);
      if (row.point === null) assert.equal(v.weight, 0);
      checkPoint(v, row, slack);
    }
  },
  faces(x, row, { n }) {
    for (const face of x) {
      assert.equal(new Set(face).size, n);
      for (const i of face) assert.ok(i in row.vertices, `vertex ${i}`);
    }
  },
  /** The nearest face, which the next step pushes out, contains the point. */
  nearest(x, row) {
    assert.ok(Number.isInteger(x) && x in row.faces, `face ${x}`);
    const carrying = row.vertices.flatMap((v, i) => (v.weight > 0 ? [i] : []));
    for (const i of carrying) assert.ok(row.faces[x].includes(i), 'the point is on another face');
  },
  /** The vector between the centres for a growth distance; zero for the difference A - B. */
  shift(x, row, { growth, between }, slack) {
    const about = row.type === 'portal' || (growth && row.type === 'result');
    const wanted = about ? between : x.map(() => 0);
    assert.ok(length(sub(x, wanted)) <= slack, `shifted by ${x}, not by ${wanted}`);
  },
  scale: (x, row, { scaledB }) => (scaledB ? assert.ok(x >= 0) : assert.equal(x, 1)),
  interval(x, row) {
    x.forEach(finite);
    assert.ok(row.type === 'probe' ? x[0] === x[1] : x[0] < x[1], `from ${x[0]} to ${x[1]}`);
  },
  turn: (x, row, { n }) => (n === 2 ? finite(x) : x.forEach(finite)),
  radiusA: (x, row) => checkRadius(x, row),
  radiusB: (x, row) => checkRadius(x, row),
};

function checkRadius(x, row) {
  assert.ok(x >= 0);
  if (row.type === 'portal' || row.type === 'result') assert.equal(x, 0);
}

const isThere = (x) => x !== null && !(Array.isArray(x) && x.length === 0);

/**
 * Checks every field of a row; a field without a check is an error.
 * @param {object} row
 * @param {object} pair n; height: support heights of A and B in the world; growth: whether the
 *   solver computes a growth distance; between: from A's centre to B's; scaledB: whether B grows
 * @param {number} slack a length
 */
export function checkRow(row, pair, slack) {
  assert.deepEqual(Object.keys(row).sort(), Object.keys(CHECKS).sort(), 'fields of a row');
  const rules = PRESENT[row.type];
  for (const [field, x] of Object.entries(row)) {
    const rule = rules[field] ?? 'always';
    const there = isThere(x);
    const what = `${field} of a ${row.type} row is ${there ? 'there' : 'missing'}`;
    if (rule === 'always') assert.ok(there, what);
    if (rule === 'never') assert.ok(!there, what);
    if (rule === 'asks') assert.equal(there, row.support !== null, what);
    if (rule === 'with vertices') assert.equal(there, row.vertices.length > 0, what);
    if (there) CHECKS[field](x, row, pair, slack);
  }
}
