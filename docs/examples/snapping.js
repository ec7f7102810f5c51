/* Picking and snapping: drag a body with the pointer. Near another body it snaps into contact. */
import { Box, Cone, Cylinder, Sphere, World, signedDistance } from 'growth-distance';
import { geometryOf, rayOf } from 'growth-distance/three';
import * as THREE from 'three';
import { openPage } from './page.js';
import { firstAlong } from './picking.js';

const SNAP = 0.4; // a dragged body snaps if it is nearer than this
const { camera, scene, run } = openPage(45, '#e8edf2');
camera.translateZ(9);
const box = new Box({ halfExtents: [0.7, 0.5, 0.5], margin: 0.1 });
const cylinder = new Cylinder({ halfHeight: 0.6, radius: 0.5 });
const kinds = [
  box,
  new Sphere({ radius: 0.7 }),
  cylinder,
  new Cone({ halfHeight: 0.7, radius: 0.6 }),
];
const world = new World();
for (const [i, shape] of kinds.entries()) {
  const mesh = new THREE.Mesh(geometryOf(shape), new THREE.MeshNormalMaterial());
  mesh.position.set(2.2 * i - 3.3, i % 2 ? 0.6 : -0.6, 0);
  scene.add(mesh);
  world.add(shape, mesh, { data: mesh });
}

const canvas = document.querySelector('canvas');

/** The pointer's ray, and its point in the plane z = 0. */
function aim(event) {
  const { origin, direction } = rayOf(event, camera, canvas);
  const point = new THREE.Vector3(...direction).multiplyScalar(-origin[2] / direction[2]);
  return { ray: { origin, direction }, point: point.add(camera.position) };
}
let held;
addEventListener('pointerdown', (event) => {
  const { ray, point } = aim(event);
  const body = firstAlong(world, ray);
  held = body >= 0 ? { body, grip: world.data(body).position.clone().sub(point) } : undefined;
});
addEventListener('pointermove', (event) => {
  if (!held) return;
  const [shape, mesh] = [world.shape(held.body), world.data(held.body)];
  mesh.position.copy(aim(event).point.add(held.grip));
  for (const other of world.bodies().filter((body) => body !== held.body)) {
    const { value, normal } = signedDistance(world.shape(other), world.data(other), shape, mesh);
    if (value < SNAP) mesh.position.addScaledVector(new THREE.Vector3(...normal), -value); // touch
  }
});
addEventListener('pointerup', () => (held = undefined));
run(() => {});
