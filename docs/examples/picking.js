/* Picking: which of some bodies a ray from the camera enters first. snapping.js picks with it. */
import { Segment, intersects } from 'growth-distance';

/**
 * The body that the segment from a to b enters first, by halving the segment; undefined if it enters none.
 * Bodies are { shape, mesh }, a and b a Vector3 of three.js.
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
