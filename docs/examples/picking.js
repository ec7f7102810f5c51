/* Picking for snapping.js: finds the body that a ray from the camera enters first. */

/**
 * Finds the first body of a world on a ray. The data of a body is its mesh, which may have moved.
 * @param {import('growth-distance').World} world
 * @param {import('growth-distance').Ray} ray
 * @returns the number of the body, or -1 if the ray enters none
 */
export function firstAlong(world, ray) {
  for (const body of world.bodies()) world.setPose(body, world.data(body));
  return world.castRay(ray).body;
}
