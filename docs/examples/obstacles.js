/* The sixty obstacles of walk.js: meshes, children of a scaled group that turns, and instances. */
import * as THREE from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';

export const HERO = 2;
export const OBSTACLE = 1; // obstacles make pairs with the hero only

const points = [0, 2.4, 4.8, 1.2, 3.6].map(
  (a, i) => new THREE.Vector3(Math.cos(a), i - 2, Math.sin(a)),
);
const geometries = [
  new THREE.BoxGeometry(1.2, 3, 0.8),
  new THREE.CylinderGeometry(0.5, 0.5, 3, 32),
  new THREE.ConeGeometry(0.8, 5, 32),
  new ConvexGeometry(points),
];
const colours = ['#c98f5a', '#a56d8f', '#6f9e7b', '#8c9bb5'];

/** Adds 40 meshes and 12 instances on a spiral, and 8 children of a scaled group. @returns the group */
export function addObstacles(scene, tracker) {
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
