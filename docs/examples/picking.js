/* Picking for snapping.js: finds the body that a ray from the camera enters first. */
import { castRay } from 'growth-distance';

/**
 * Finds the body that the segment from a to b enters first. Bodies are { shape, mesh }; a and b are Vector3 of
 * three.js.
 * @returns the body, or undefined if the segment enters no body
 */
export function firstAlong(all, a, b) {
  const ray = { origin: a, direction: b.clone().sub(a) };
  let first;
  let maxTime = 1;
  for (const body of all) {
    const { hit, time } = castRay(body.shape, body.mesh, ray, { maxTime });
    if (!hit) continue;
    first = body;
    maxTime = time;
  }
  return first;
}
