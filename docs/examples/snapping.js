/* Picking and snapping: drag a body with the pointer. Near another body it snaps into contact. */
import { Box, Cone, Cylinder, Sphere, signedDistance } from 'growth-distance';
import { geometryOf } from 'growth-distance/three';
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
const bodies = kinds.map((shape, i) => {
  const mesh = new THREE.Mesh(geometryOf(shape), new THREE.MeshNormalMaterial());
  mesh.position.set(2.2 * i - 3.3, i % 2 ? 0.6 : -0.6, 0);
  scene.add(mesh);
  return { shape, mesh };
});

/** The point where the pointer's ray crosses the plane z = 0, and the end of the ray behind it. */
function aim({ clientX, clientY }) {
  const [x, y] = [(2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight];
  const along = new THREE.Vector3(x, y, 0.5).unproject(camera).sub(camera.position);
  const point = camera.position.clone().addScaledVector(along, -camera.position.z / along.z);
  return { point, end: point.clone().addScaledVector(along, 2) };
}
let held;
addEventListener('pointerdown', (event) => {
  const { point, end } = aim(event);
  const body = firstAlong(bodies, camera.position, end);
  held = body && { body, grip: body.mesh.position.clone().sub(point) };
});
addEventListener('pointermove', (event) => {
  if (!held) return;
  const { shape, mesh } = held.body;
  mesh.position.copy(aim(event).point.add(held.grip));
  for (const other of bodies.filter((body) => body !== held.body)) {
    const { value, normal } = signedDistance(other.shape, other.mesh, shape, mesh);
    if (value < SNAP) mesh.position.addScaledVector(new THREE.Vector3(...normal), -value); // touch
  }
});
addEventListener('pointerup', () => (held = undefined));
run(() => {});
