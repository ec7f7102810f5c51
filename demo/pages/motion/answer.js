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

/** The largest number of steps that `stepsNeeded` tries. */
export const MOST_STEPS = 2 ** 14;

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
 * @param {number} steps
 * @returns {{ result?: any, error?: Error, steps: import('./steps.js').Step[], samples: Sample[], depth:
 *   number | null }} steps: of the solver; samples: at the end of each step; depth: how far the shapes overlap at
 *   the first sample in contact, null if it is not known
 */
export function answer(scene, steps) {
  const { result, error } = attempt(callOf(scene, { trace: true }));
  if (error) return { error, steps: [], samples: [], depth: null };
  const isHit = contactAt(scene);
  const samples = Array.from({ length: steps }, (_, k) => {
    const t = (k + 1) / steps;
    return { t, hit: isHit(t) };
  });
  const first = samples.find(({ hit }) => hit);
  return {
    result,
    steps: stepsOf(result.trace),
    samples,
    depth: first ? depthAt(scene, first.t) : null,
  };
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
 * The least number of steps, among the powers of two, of which one sees the contact.
 * @param {Scene} scene
 * @returns {number | null} null if more than MOST_STEPS are needed
 */
export function stepsNeeded(scene) {
  const isHit = contactAt(scene);
  if (isHit(1)) return 1;
  // halves of the steps before are samples of the next number, too
  for (let steps = 2; steps <= MOST_STEPS; steps *= 2)
    for (let k = 1; k < steps; k += 2) if (isHit(k / steps)) return steps;
  return null;
}

/** Nanoseconds of a query, see timeOfCall. @param {Scene} scene */
export const timeOfQuery = (scene) => timeOfCall(callOf(scene));
