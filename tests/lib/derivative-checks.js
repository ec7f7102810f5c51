/*
 * Checks of derivatives: each field is compared with finite differences of its query.
 *
 * `asked.at(poseA, poseB)` runs the query at other poses; `asked.vectors` names the roles that the
 * Jacobian has. The differences are computed once per result.
 */
import assert from 'node:assert/strict';
import { carried, differences, freedoms } from './gradients.js';

const STEP = 1e-3;
const LIMIT = 1e-8;

/** Derivatives by role, one row per number: by the pose of A, then by the pose of B. */
function rowsOf(asked, pair) {
  if (asked.rows) return asked.rows;
  const roles = ['value', ...asked.vectors];
  const numbers = (poseA, poseB) => {
    const f = asked.at(poseA, poseB);
    return roles.flatMap((role) => f[role]);
  };
  const flat = differences(numbers, ...pair.poses, STEP, pair.size);
  const rows = { value: flat[0] };
  asked.vectors.forEach((role, k) => {
    rows[role] = flat.slice(1 + pair.n * k, 1 + pair.n * (k + 1));
  });
  return (asked.rows = rows);
}

const columns = (side, n) => (side === 'A' ? [0, freedoms(n)] : [freedoms(n), 2 * freedoms(n)]);

/** Asserts that two lists agree, relative to the pair's size and to the expected numbers. */
function agree(x, expected, size, what) {
  assert.equal(x.length, expected.length, what);
  const scale = Math.max(1, size, ...expected.map(Math.abs));
  x.forEach((v, i) =>
    assert.ok(Math.abs(v - expected[i]) <= LIMIT * scale, `${what}: ${v}, not ${expected[i]}`),
  );
}

const gradient = (part, side) => (x, f, pair, asked) => {
  if (!f.unique) return;
  const [from, to] = columns(side, pair.n);
  const row = rowsOf(asked, pair).value.slice(from, to);
  const expected = part === 'position' ? row.slice(0, pair.n) : row.slice(pair.n);
  agree([x].flat(), expected, pair.size, `d value / d ${part} of ${side}`);
};

const jacobian = (role, side) => (x, f, pair, asked) => {
  const [from, to] = columns(side, pair.n);
  const expected = rowsOf(asked, pair)[role].map((row) => row.slice(from, to));
  assert.equal(x.length, pair.n);
  x.forEach((row, i) => agree(row, expected[i], pair.size, `d ${role}[${i}] / d pose of ${side}`));
};

/** The one-sided difference along the velocities. */
function directional(x, f, pair, asked) {
  const ahead = (time) =>
    asked.at(...pair.poses.map((pose, i) => carried(pose, asked.velocities[i], time))).value;
  const time = 1e-6;
  const slope = (4 * ahead(time) - ahead(2 * time) - 3 * f.value) / (2 * time);
  const limit = 1e-6 * Math.max(1, pair.size);
  assert.ok(Math.abs(x - slope) <= limit, `directional ${x}, not ${slope}`);
}

const plain = (x) => assert.ok(typeof x === 'object' && x !== null);

/** @param {string[]} vectors the roles that the Jacobian has */
export const derivativeRows = (vectors) => [
  ['gradient', plain],
  ['gradient.positionA', gradient('position', 'A')],
  ['gradient.rotationA', gradient('rotation', 'A')],
  ['gradient.positionB', gradient('position', 'B')],
  ['gradient.rotationB', gradient('rotation', 'B')],
  ['unique', (x, f, pair, { expected }) => assert.equal(x, expected.unique, 'unique')],
  ['regular', (x, f, pair, { expected }) => assert.equal(x, expected.regular, 'regular')],
  ['jacobian', (x, f) => assert.equal(x !== null, f.regular, 'a Jacobian')],
  ...vectors.flatMap((role) => [
    [`jacobian.${role}`, plain],
    [`jacobian.${role}.a`, jacobian(role, 'A')],
    [`jacobian.${role}.b`, jacobian(role, 'B')],
  ]),
  ['directional', (x, f, pair, { velocities }) => assert.equal(x !== undefined, !!velocities)],
  ['directional.value', directional],
  ['directional.lower', (x, f) => assert.ok(Number.isFinite(x) && x <= f['directional.value'])],
  ['directional.upper', (x, f) => assert.ok(Number.isFinite(x) && x >= f['directional.value'])],
];
