/*
 * What must be true of each field of a cast or a time of impact, from the definitions. Heights of the
 * posed sets prove `lower`. Distances at sampled times look for an earlier contact.
 */
import assert from 'node:assert/strict';
import { signedDistance } from '../../js/index.js';
import { carried } from './gradients.js';
import { posePair } from './posed-pairs.js';
import { add, dot, length, scaled, sub } from './vectors.js';

export const MOTION_STATUSES = ['optimal', 'overlapping', 'grazing', 'max-iterations', 'precision'];
const SAMPLES = 16;

/** @param {number} x @param {number} limit @param {string} what */
const atMost = (x, limit, what) => assert.ok(x <= limit, `${what}: ${x} > ${limit}`);

/**
 * Two moving records.
 * @param {object[]} records of A and B
 * @param {object[]} poses at the time 0
 * @param {{ linear: number[], angular: any }[]} velocities
 */
export function movingPair(records, poses, velocities) {
  const at = (t) => poses.map((pose, i) => carried(pose, velocities[i], t));
  const start = posePair(records, poses);
  const { n, shapes } = start;
  /** The size of coordinates at a time: rounding errors are relative to it. */
  const scale = (t) =>
    start.size + Math.abs(t) * velocities.reduce((s, v) => s + speed(v, start), 0);
  /** The signed distance at a time. */
  const signed = (t) => {
    const [poseA, poseB] = at(t);
    return signedDistance(shapes[0], poseA, shapes[1], poseB);
  };
  return { n, records, poses, velocities, shapes, at, scale, signed, start };
}

const speed = ({ linear, angular }, { size }) =>
  length(linear) + (typeof angular === 'number' ? Math.abs(angular) : length(angular)) * size;

/** A bound of the rate at which the distance changes. */
export const rateOf = (pair) => pair.velocities.reduce((s, v) => s + speed(v, pair.start), 0);

/** Checks the fields that a motion which starts in contact must have. */
function checkOverlapping(r, pair, { minTime, target }) {
  assert.equal(r.hit, true);
  for (const name of ['time', 'lower', 'upper']) assert.equal(r[name], minTime, name);
  for (const name of ['normal', 'pointA', 'pointB'])
    assert.deepEqual(r[name], Array(pair.n).fill(0), name);
  atMost(pair.signed(minTime).lower, target + 1e-9 * pair.scale(minTime), 'distance at the start');
}

/** Checks that no sampled time before `end` shows a contact. */
function checkFree(pair, start, end, { target }) {
  const from = Math.max(start, end - 1e3);
  const to = Math.min(end, from + 1e3);
  for (let i = 0; i < SAMPLES; i++) {
    const t = from + ((to - from) * i) / SAMPLES;
    const gap = pair.signed(t).upper;
    atMost(target, gap + 1e-10 * pair.scale(t), `contact at ${t}, before ${end}`);
  }
}

/** The gap along the normal from A to B at a time. */
function gapAlong(pair, normal, t) {
  return -posePair(pair.records, pair.at(t)).overlap(normal);
}

/** Checks the nearest points at the time of a hit. */
function checkPoints(r, pair, asked) {
  const posed = posePair(pair.records, pair.at(r.time));
  const slack = asked.tolerance * pair.scale(r.time);
  atMost(posed.outside(posed.a, r.pointA, r.normal), slack, 'pointA outside of A');
  atMost(posed.outside(posed.b, r.pointB, scaled(-1, r.normal)), slack, 'pointB outside of B');
  const gap = dot(sub(r.pointB, r.pointA), r.normal);
  atMost(Math.abs(gap - asked.target), slack, 'gap between the points');
  const rest = length(sub(sub(r.pointB, r.pointA), scaled(gap, r.normal)));
  atMost(rest, Math.sqrt(slack * pair.scale(r.time)), 'points beside the normal');
}

/**
 * Checks a result.
 * @param {object} r of castShape or timeOfImpact
 * @param {ReturnType<typeof movingPair>} pair
 * @param {{ minTime: number, maxTime: number, target: number, tolerance: number, width: number }} asked
 *   `tolerance` of points, relative to the size; `width`: the largest width of an optimal interval
 */
export function checkMotion(r, pair, asked) {
  const { minTime, maxTime, target, width } = asked;
  assert.deepEqual(Object.keys(r), FIELDS);
  assert.ok(MOTION_STATUSES.includes(r.status), r.status);
  assert.ok(Number.isInteger(r.iterations) && r.iterations >= 0, `${r.iterations} iterations`);
  if (r.status === 'overlapping') return checkOverlapping(r, pair, asked);
  atMost(Math.abs(length(r.normal) - 1), 1e-12, 'length of the normal');
  if (!r.hit) {
    assert.deepEqual([r.time, r.lower, r.upper], [Infinity, maxTime, Infinity]);
    for (const name of ['pointA', 'pointB']) assert.deepEqual(r[name], Array(pair.n).fill(0), name);
    assert.equal(r.status, 'optimal');
    return checkFree(pair, minTime, maxTime, asked);
  }
  assert.equal(r.hit, true);
  assert.equal(r.time, r.lower);
  assert.ok(minTime <= r.lower && r.lower <= r.upper && r.lower <= maxTime, 'order of the bounds');
  checkFree(pair, minTime, r.lower, asked);
  const rounding = (r.status === 'grazing' ? 1e-8 : 1e-11) * pair.scale(r.lower);
  atMost(target - gapAlong(pair, r.normal, r.lower), rounding, 'the normal does not prove lower');
  if (r.status !== 'optimal') return;
  atMost(r.upper - r.lower, width, 'width of an optimal interval');
  atMost(pair.signed(r.upper).lower, target + 1e-10 * pair.scale(r.upper), 'no contact at upper');
  checkPoints(r, pair, asked);
}

const FIELDS = [
  'hit',
  'time',
  'lower',
  'upper',
  'normal',
  'pointA',
  'pointB',
  'iterations',
  'status',
];

/** A displacement that leads B to a random point near A in about half of the cases. */
export function aimed(d, pair, spread) {
  const [a, b] = pair.poses;
  const aim = add(a.position, scaled(d.between(0, spread), d.direction(pair.n)));
  return scaled(d.between(0.7, 1.6), sub(aim, b.position));
}
