/* A capsule that walks among 60 obstacles of a three.js scene and slides along them. The page is walk.js. */
import { Capsule, World } from 'growth-distance';
import { ObjectTracker } from 'growth-distance/three';
import { HERO, OBSTACLE, addObstacles } from './obstacles.js';

/** @param {THREE.Scene} scene @param {THREE.Object3D} hero its pose is the capsule's */
export function makeWalker(scene, hero) {
  const capsule = new Capsule({ halfHeight: 0.4, radius: 0.35 });
  const world = new World();
  const tracker = new ObjectTracker(world);
  const mill = addObstacles(scene, tracker);
  const body = world.add(capsule, hero, { group: HERO, mask: OBSTACLE });
  const near = [];
  const options = { exclude: body, maxDistance: 6, out: near };
  return {
    capsule,
    world,
    tracker,
    /** One step of the hero; afterwards it touches obstacles at most. @returns the nearest obstacle's record */
    step(dx, dz, dt) {
      mill.rotation.y += 0.3 * dt;
      tracker.update();
      hero.position.x += dx * dt;
      hero.position.z += dz * dt;
      for (let round = 0; round < 4; round++) {
        world.setPose(body, hero);
        const { count, pairs, value, normal } = world.penetrations();
        if (!slide(hero.position, body, count, pairs, value, normal)) break;
      }
      return world.nearest(capsule, hero, options)[0];
    },
  };
}

/** Moves the hero out along the ground. @returns {boolean} whether anything was in the way */
function slide(position, body, count, pairs, value, normal) {
  let moved = false;
  for (let k = 0; k < count; k++) {
    if (!(value[k] > 1e-6)) continue;
    const out = pairs[2 * k] === body ? -1 : 1; // the normal points from A to B
    const [x, z] = [out * normal[3 * k], out * normal[3 * k + 2]];
    const flat = Math.max(x * x + z * z, 0.05);
    position.x += (value[k] * x) / flat;
    position.z += (value[k] * z) / flat;
    moved = true;
  }
  return moved;
}
