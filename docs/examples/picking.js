/* Picking for snapping.js: finds the body that a ray from the camera enters first. */

/**
 * Finds the body of the world that the segment from a to b enters first. The bodies have the poses of their
 * meshes, which are their data; a and b are Vector3 of three.js.
 * @param {import('growth-distance').World} world
 * @returns its number, or -1 if the segment enters no body
 */
export function firstAlong(world, a, b) {
  for (const body of world.bodies()) world.setPose(body, world.data(body));
  return world.castRay({ origin: a, direction: b.clone().sub(a) }, { maxTime: 1 }).body;
}
