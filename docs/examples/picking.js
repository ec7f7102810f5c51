/* Picking for snapping.js: finds the body that a ray from the camera enters first. */
import { Segment, intersects } from 'growth-distance';

/**
 * Finds the body that the segment from a to b enters first. Bisection finds the shortest part of the segment,
 * starting at a, that overlaps a body. Bodies are { shape, mesh }; a and b are Vector3 of three.js.
 * @returns the body, or undefined if the segment enters no body
 */
export function firstAlong(all, a, b) {
  let first;
  for (let t = 1, step = 0.5; step > 1e-6 && (first || t === 1); step /= 2) {
    const part = new Segment({ a, b: a.clone().lerp(b, t) });
    const hit = all.find(({ shape, mesh }) => intersects(part, null, shape, mesh));
    part.dispose();
    first = hit ?? first;
    t += hit ? -step : step;
  }
  return first;
}
