/*
 * Certified cases: the package must agree with every record within the tolerances that the data
 * state.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Shape, collide, growthDistance, intersects } from '../../js/index.js';
import { hasShared, poseFrom, readCases, withoutShared } from '../lib/cases.js';

const ULP = 2 ** -52;

/** The error that doubles allow for a case, relative to its value. */
const conditioning = (c) => 8 * (c.cond ?? 4) * ULP + (c.tolRel ?? 0);

/** Runs a check on every case and reports all failures together, one line each. */
function everyCase(cases, check) {
  assert.ok(cases.length > 0, 'there are no cases');
  const failures = [];
  for (const c of cases) {
    let complaint;
    try {
      complaint = check(c);
    } catch (error) {
      complaint = String(error);
    }
    if (complaint) failures.push(`${c.id}: ${complaint}`);
  }
  assert.deepEqual(failures, [], `${failures.length} of ${cases.length} cases failed`);
}

function growthComplaint(c) {
  const a = Shape.from(c.a);
  const b = Shape.from(c.b);
  const r = growthDistance(a, poseFrom(c.poseA), b, poseFrom(c.poseB));
  const truth = c.growth;
  const scale = Math.max(truth, c.exact ? 1 : 0) + Number.MIN_VALUE;
  const slack = conditioning(c) * scale + (c.tol?.growth ?? 0);
  a.dispose();
  b.dispose();
  if (!(Math.abs(r.value - truth) <= 3e-8 * scale + slack)) return `${r.value}, truth ${truth}`;
  if (!(r.lower <= truth * (1 + 1e-9) + slack)) return `lower ${r.lower} > truth ${truth}`;
  if (!(r.upper >= truth * (1 - 1e-9) - slack)) return `upper ${r.upper} < truth ${truth}`;
  const wanted = truth === 0 && c.b.type !== 'halfspace' ? 'coincident' : 'optimal';
  if (r.status !== wanted && truth !== 0) return `status ${r.status}`;
  return null;
}

for (const name of ['growth', 'degenerate', 'general']) {
  test(`growth distances of ${name}.json are right within 3e-8, and their bounds enclose the truth`, () => {
    const cases = readCases(name).filter(
      (c) => typeof c.growth === 'number' && c.expect === undefined,
    );
    everyCase(cases, growthComplaint);
  });
}

test('overlap tests agree with the certified growth distance, also near contact', () => {
  const cases = readCases('growth');
  everyCase(cases, (c) => {
    // if the growth distance is closer to 1 than doubles can resolve, either answer is right
    if (Math.abs(c.growth - 1) <= 4 * conditioning(c)) return null;
    const args = [Shape.from(c.a), poseFrom(c.poseA), Shape.from(c.b), poseFrom(c.poseB)];
    const r = collide(...args);
    const wanted = c.growth < 1;
    if (r.colliding !== wanted) return `colliding ${r.colliding}, growth ${c.growth}`;
    if (intersects(...args) !== wanted) return 'intersects and collide differ';
    if (wanted ? !(r.upper <= 1 && r.point) : !(r.lower > 1 && r.normal)) return 'no certificate';
    args[0].dispose();
    args[2].dispose();
    return null;
  });
});

test('support values are exact up to rounding', () => {
  const cases = readCases('support');
  everyCase(cases, (c) => {
    const shape = Shape.from(c.shape);
    for (const [i, d] of c.d.entries()) {
      const s = shape.support(d);
      const h = s.reduce((sum, x, k) => sum + x * d[k], 0);
      const scale = s.reduce((sum, x, k) => sum + Math.abs(x * d[k]), 0) + Math.abs(c.h[i]);
      if (!(Math.abs(h - c.h[i]) <= 16 * ULP * scale)) return `${h} along [${d}], truth ${c.h[i]}`;
    }
    return null;
  });
});

test('every invalid shape, pose or pair throws an error, and the next query works', () => {
  const cases = readCases('degenerate').filter((c) => c.expect === 'error');
  const ball = Shape.from({ type: 'sphere', radius: 1 });
  const number = (key, value) => (value === null ? NaN : value);
  everyCase(cases, (c) => {
    const { a, b, poseA, poseB } = JSON.parse(JSON.stringify(c), number);
    let message = null;
    try {
      growthDistance(Shape.from(a), poseFrom(poseA), Shape.from(b), poseFrom(poseB));
    } catch (error) {
      if (!['GeometryError', 'TypeError', 'RangeError'].includes(error.name)) return String(error);
      message = error.message;
    }
    const next = growthDistance(ball, null, ball, { position: [3, 0, 0] });
    if (next.value !== 1.5) return `the next query gives ${next.value}`;
    return message ? null : `accepted: ${c.why}`;
  });
});

test('the tests run on the full data, not on the sample', { skip: withoutShared }, () => {
  assert.ok(hasShared);
  assert.ok(readCases('growth').length > 2000);
});
