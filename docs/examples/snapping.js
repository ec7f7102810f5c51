/* Picking and snapping: press on a body and drag it; what comes near another touches it. */
import { Box, Cone, Cylinder, Segment, Sphere, intersects, signedDistance } from 'growth-distance';
import { geometryOf } from 'growth-distance/three';
import * as THREE from 'three';
import { openPage } from './page.js';

const SNAP = 0.4; // nearer than this, a dragged body snaps
const { camera, scene, run } = openPage(45, '#e8edf2');
camera.translateZ(9);
const kinds = [new Box({ halfExtents: [0.7, 0.5, 0.5], margin: 0.1 }), new Sphere({ radius: 0.7 })];
kinds.push(
  new Cylinder({ halfHeight: 0.6, radius: 0.5 }),
  new Cone({ halfHeight: 0.7, radius: 0.6 }),
);
const bodies = kinds.map((shape, i) => {
  const mesh = new THREE.Mesh(geometryOf(shape), new THREE.MeshNormalMaterial());
  mesh.position.set(2.2 * i - 3.3, i % 2 ? 0.6 : -0.6, 0);
  scene.add(mesh);
  return { shape, mesh };
});

/** Where the pointer's ray crosses the plane z = 0, and the ray as a segment from the camera. */
function aim({ clientX, clientY }) {
  const ndc = new THREE.Vector3(
    (2 * clientX) / innerWidth - 1,
    1 - (2 * clientY) / innerHeight,
    0.5,
  );
  const along = ndc.unproject(camera).sub(camera.position);
  const point = camera.position.clone().addScaledVector(along, -camera.position.z / along.z);
  const end = point.clone().addScaledVector(along, 2);
  return { point, end, ray: new Segment({ a: camera.position, b: end }) };
}

/** The body that the segment from a to b enters first, by halving the segment. */
function firstAlong(hits, a, b) {
  for (let t = 0.5, step = 0.25; hits.length > 1 && step > 1e-6; step /= 2) {
    const part = new Segment({ a, b: a.clone().lerp(b, t) });
    const first = hits.filter(({ shape, mesh }) => intersects(part, null, shape, mesh));
    part.dispose();
    if (first.length > 0) hits = first;
    t += first.length > 0 ? -step : step;
  }
  return hits[0];
}
let held;
addEventListener('pointerdown', (event) => {
  const { point, end, ray } = aim(event);
  const hits = bodies.filter(({ shape, mesh }) => intersects(ray, null, shape, mesh));
  const body = firstAlong(hits, camera.position, end);
  held = body && { body, grip: body.mesh.position.clone().sub(point) };
  ray.dispose();
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
