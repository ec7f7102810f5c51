/* The rules of walk.js: a capsule walks among 60 obstacles of a three.js scene and slides along them. */
import { Capsule, World } from 'growth-distance';
import { ObjectTracker } from 'growth-distance/three';
import { HERO, OBSTACLE, addObstacles } from './obstacles.js';

const ROUNDS = 8;

/** @param {THREE.Scene} scene @param {THREE.Object3D} hero its pose is the pose of the capsule */
export function makeWalker(scene, hero) {
  const capsule = new Capsule({ halfHeight: 0.4, radius: 0.35 });
  const world = new World();
  const tracker = new ObjectTracker(world);
  const mill = addObstacles(scene, tracker);
  const body = world.add(capsule, hero, { group: HERO, mask: OBSTACLE });
  const before = hero.position.clone();
  const near = [];
  const options = { exclude: body, maxDistance: 6, out: near };
  return {
    capsule,
    world,
    tracker,
    /** Moves the hero; afterwards it at most touches obstacles. @returns the record of the nearest obstacle */
    step(dx, dz, dt) {
      mill.rotation.y += 0.3 * dt;
      tracker.update();
      before.copy(hero.position);
      hero.position.x += dx * dt;
      hero.position.z += dz * dt;
      for (let round = 0; round < ROUNDS; round++) {
        world.setPose(body, hero);
        if (!slide(hero.position, body, world.penetrations())) break;
        if (round === ROUNDS - 1) hero.position.copy(before); // no room between the obstacles: stay
      }
      return world.nearest(capsule, hero, options)[0];
    },
  };
}

/** Moves the hero out of all obstacles along the ground. @returns {boolean} whether it had to move */
function slide(position, body, { count, pairs, value, normal }) {
  let moved = false;
  for (let k = 0; k < count; k++) {
    if (!(value[k] > 1e-6)) continue;
    const x = normal[3 * k];
    const z = normal[3 * k + 2];
    const out = pairs[2 * k] === body ? -1 : 1; // the normal points from A to B
    const way = (out * value[k]) / Math.max(x * x + z * z, 0.1);
    position.x += way * x;
    position.z += way * z;
    moved = true;
  }
  return moved;
}
