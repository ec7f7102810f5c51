/* Picking and snapping: press on a body and drag it; what comes near another touches it. */
import { Box, Cone, Cylinder, Segment, Sphere, intersects, signedDistance } from 'growth-distance';
import { geometryOf } from 'growth-distance/three';
import * as THREE from 'three';

const SNAP = 0.4; // nearer than this, a dragged body snaps
const camera = new THREE.PerspectiveCamera(45, innerWidth / innerHeight).translateZ(9);
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color('#e8edf2');
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
  const ray = new Segment({ a: camera.position, b: point.clone().addScaledVector(along, 2) });
  return { point, ray };
}
let held;
addEventListener('pointerdown', (event) => {
  const { point, ray } = aim(event);
  const body = bodies.find(({ shape, mesh }) => intersects(ray, null, shape, mesh));
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
renderer.setAnimationLoop(() => renderer.render(scene, camera));
