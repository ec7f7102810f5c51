/* A capsule that walks among 60 obstacles of a three.js scene and slides along them. The page is walk.js. */
import { Capsule, World } from 'growth-distance';
import { ObjectTracker } from 'growth-distance/three';
import * as THREE from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';

const HERO = 2;
const OBSTACLE = 1; // only hero and obstacles make pairs
const points = [0, 2.4, 4.8, 1.2, 3.6].map(
  (a, i) => new THREE.Vector3(Math.cos(a), i / 3, Math.sin(a)),
);
const geometries = [
  new THREE.BoxGeometry(1.2, 1, 0.8),
  new THREE.CylinderGeometry(0.5, 0.5, 1.4, 32),
  new THREE.ConeGeometry(0.6, 1.6, 32),
  new ConvexGeometry(points),
];
const colours = ['#c98f5a', '#a56d8f', '#6f9e7b', '#8c9bb5'];

/** Obstacles on a spiral: 40 meshes, 8 children of a scaled group that turns, 12 instances. */
function addObstacles(scene, tracker) {
  const options = { group: OBSTACLE, mask: HERO };
  const place = (object, k) =>
    object.position.set(
      1.4 * Math.sqrt(k + 3) * Math.cos(2.4 * k),
      0.6,
      1.4 * Math.sqrt(k + 3) * Math.sin(2.4 * k),
    );
  const mesh = (k) =>
    new THREE.Mesh(geometries[k % 4], new THREE.MeshStandardMaterial({ color: colours[k % 4] }));
  for (let k = 0; k < 40; k++) {
    const one = mesh(k);
    place(one, k);
    one.rotation.y = k;
    scene.add(one);
    tracker.add(one, options);
  }
  const mill = new THREE.Group();
  mill.scale.set(0.6, 1.5, 0.6);
  mill.position.set(0, 0, -14);
  scene.add(mill);
  for (let k = 0; k < 8; k++) {
    const child = mesh(k);
    child.position.set(5 * Math.cos((k * Math.PI) / 4), 0.4, 5 * Math.sin((k * Math.PI) / 4));
    mill.add(child);
    tracker.add(child, options);
  }
  const rocks = new THREE.InstancedMesh(geometries[3], new THREE.MeshStandardMaterial(), 12);
  const at = new THREE.Object3D();
  for (let k = 0; k < 12; k++) {
    place(at, k + 45);
    at.updateMatrix();
    rocks.setMatrixAt(k, at.matrix);
  }
  scene.add(rocks);
  tracker.add(rocks, options);
  return mill;
}

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
