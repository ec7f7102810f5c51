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

/** The largest number of steps that `stepsNeeded` tries. */
const MOST_STEPS = 2 ** 14;

/**
 * @typedef {object} Scene
 * @property {'impact' | 'cast' | 'ray'} query
 * @property {import('growth-distance').Shape[]} shapes A and B
 * @property {import('./path.js').MovingBody[]} bodies as the query takes them, see state.js
 * @property {number} target
 */

/** @typedef {{ t: number, hit: boolean }} Sample */

/** The call of the library. @param {Scene} scene @returns {() => any} */
function callOf({ query, shapes: [a, b], bodies, target }) {
  const out = { normal: [], pointA: [], pointB: [], point: [] };
  const [moveA, moveB] = bodies.map(motionOf);
  const [{ pose: poseA }, { pose: poseB }] = bodies;
  const displacement = displacementOf(bodies[1]);
  const ray = { origin: poseB.position, direction: displacement };
  return {
    impact: () => timeOfImpact(a, moveA, b, moveB, { target, out }),
    cast: () => castShape(a, poseA, b, poseB, displacement, { target, out }),
    ray: () => castRay(a, poseA, ray, { target, maxTime: 1, out }),
  }[query];
}

/**
 * @param {Scene} scene
 * @param {number} steps
 * @returns {{ result?: any, error?: Error, samples: Sample[], depth: number | null }} samples: at the end of
 *   each step; depth: how far the shapes overlap at the first sample in contact, null if it is not known
 */
export function answer(scene, steps) {
  const { result, error } = attempt(callOf(scene));
  if (error) return { error, samples: [], depth: null };
  const isHit = contactAt(scene);
  const samples = Array.from({ length: steps }, (_, k) => {
    const t = (k + 1) / steps;
    return { t, hit: isHit(t) };
  });
  const first = samples.find(({ hit }) => hit);
  return { result, samples, depth: first ? depthAt(scene, first.t) : null };
}

/** Returns the test whether the bodies are in contact at a time. @param {Scene} scene */
function contactAt({ shapes: [a, b], bodies, target }) {
  const [poseA, poseB] = bodies.map(poseOver);
  if (target === 0) return (t) => intersects(a, poseA(t), b, poseB(t));
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
