/* The query of a motion, and the test that looks at single times, for comparison. */
import {
  castRay,
  castShape,
  distance,
  intersects,
  signedDistance,
  timeOfImpact,
} from 'growth-distance';
import { attempt, timeOfCall } from '../../shapes/measure.js';
import { displacementOf, motionOf, poseOver } from './path.js';
import { stepsOf } from './steps.js';

/** The largest number of samples that `samplesNeeded` tries. */
export const MOST_SAMPLES = 2 ** 14;
/** How `nearestOf` searches: first among this many times, then by halving their spacing this often. */
const COARSE = 64;
const HALVINGS = 16;

/**
 * @typedef {object} Scene
 * @property {'impact' | 'cast' | 'ray'} query
 * @property {import('growth-distance').Shape[]} shapes A and B
 * @property {import('./path.js').MovingBody[]} bodies as the query takes them, see state.js
 * @property {number} target
 */

/** @typedef {{ t: number, hit: boolean }} Sample */

const QUERIES = { impact: timeOfImpact, cast: castShape, ray: castRay };

/**
 * The arguments of the query.
 * @param {Scene} scene
 * @returns {{ motions: object[], more: Record<string, object>, options: object }} motions: of both bodies, or
 *   poses, of a ray's shape only; more: the arguments after them, by name
 */
export function argumentsOf({ query, bodies, target }) {
  const [a, b] = bodies;
  const options = { ...(target > 0 && { target }), ...(query === 'ray' && { maxTime: 1 }) };
  if (query === 'impact') return { motions: bodies.map(motionOf), more: {}, options };
  const displacement = displacementOf(b);
  if (query === 'cast') return { motions: [a.pose, b.pose], more: { displacement }, options };
  const ray = { origin: b.pose.position, direction: displacement };
  return { motions: [a.pose], more: { ray }, options };
}

/** The call of the library. @param {Scene} scene @param {object} [extra] more options @returns {() => any} */
function callOf(scene, extra) {
  const { motions, more, options } = argumentsOf(scene);
  const bodies = motions.flatMap((motion, k) => [scene.shapes[k], motion]);
  const out = { normal: [], pointA: [], pointB: [], point: [] };
  const list = [...bodies, ...Object.values(more), { ...options, ...extra, out }];
  return () => QUERIES[scene.query](...list);
}

/**
 * @param {Scene} scene
 * @param {number} count of the samples
 * @returns {{ result?: any, error?: Error, steps: import('./steps.js').Step[], samples: Sample[], depth:
 *   number | null, nearest: { time: number, gap: number } | null }} steps: of the solver; depth: how far the
 *   shapes overlap at the first sample in contact; nearest: of a miss, see nearestOf; both null if not known
 */
export function answer(scene, count) {
  const { result, error } = attempt(callOf(scene, { trace: true }));
  if (error) return { error, steps: [], samples: [], depth: null, nearest: null };
  const isHit = contactAt(scene);
  const samples = Array.from({ length: count }, (_, k) => {
    const t = (k + 1) / count;
    return { t, hit: isHit(t) };
  });
  const first = samples.find(({ hit }) => hit);
  return {
    result,
    steps: stepsOf(result.trace),
    samples,
    depth: first ? depthAt(scene, first.t) : null,
    nearest: result.hit ? null : nearestOf(scene),
  };
}

/** A time of the least distance, to the digits that the page shows; null if the distance is not defined. */
function nearestOf({ shapes: [a, b], bodies }) {
  const [poseA, poseB] = bodies.map(poseOver);
  const gapAt = (t) => distance(a, poseA(t), b, poseB(t)).value;
  if (attempt(() => gapAt(0)).error) return null;
  let time = 0;
  let gap = gapAt(0);
  const consider = (t) => {
    const other = t > 1 || t < 0 ? Infinity : gapAt(t);
    if (other < gap) [time, gap] = [t, other];
  };
  for (let k = 1; k <= COARSE; k++) consider(k / COARSE);
  for (let k = 1; k <= HALVINGS; k++)
    for (const side of [-1, 1]) consider(time + side / (COARSE * 2 ** k));
  return { time, gap };
}

/** Returns the test whether the bodies are in contact at a time. @param {Scene} scene */
function contactAt({ shapes: [a, b], bodies, target }) {
  const [poseA, poseB] = bodies.map(poseOver);
  const overlap = (t) => intersects(a, poseA(t), b, poseB(t));
  // the overlap test refuses two flat shapes
  if (target === 0 && !attempt(() => overlap(0)).error) return overlap;
  return (t) => distance(a, poseA(t), b, poseB(t)).value <= target;
}

function depthAt({ shapes: [a, b], bodies }, t) {
  const [poseA, poseB] = bodies.map((body) => poseOver(body)(t));
  const { result } = attempt(() => signedDistance(a, poseA, b, poseB));
  return result && result.value < 0 ? -result.value : null;
}

/**
 * The least number of samples, among the powers of two, of which one sees the contact.
 * @param {Scene} scene
 * @returns {number | null} null if more than MOST_SAMPLES are needed
 */
export function samplesNeeded(scene) {
  const isHit = contactAt(scene);
  if (isHit(1)) return 1;
  // every second sample belongs to half their number, too
  for (let count = 2; count <= MOST_SAMPLES; count *= 2)
    for (let k = 1; k < count; k += 2) if (isHit(k / count)) return count;
  return null;
}

/** Nanoseconds of a query, see timeOfCall. @param {Scene} scene */
export const timeOfQuery = (scene) => timeOfCall(callOf(scene));
