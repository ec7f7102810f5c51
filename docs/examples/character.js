/* A character walks in a level. Arrow keys move it, the space bar makes it jump. */
import { Box, Capsule, ConvexHull, Cylinder, HalfSpace, Pair } from 'growth-distance';
import { geometryOf } from 'growth-distance/three';
import * as THREE from 'three';
import { openPage } from './page.js';

const { camera, scene, run } = openPage(50, '#dfe7ef');
const draw = (shape, color, [x, y, z] = [0, 0, 0]) => {
  const mesh = new THREE.Mesh(geometryOf(shape), new THREE.MeshStandardMaterial({ color }));
  mesh.position.set(x, y, z);
  scene.add(mesh);
  return mesh;
};
const ramp = [0, 0, -1, 0, 0, 1, 3, 0, -1, 3, 0, 1, 3, 1.2, -1, 3, 1.2, 1];
const level = [
  [new HalfSpace({ normal: [0, 1, 0], offset: 0 }), '#b9c6a2'],
  [new Box({ halfExtents: [1, 0.6, 1] }), '#c98f5a', [6, 0.6, 0]],
  [new ConvexHull({ points: ramp }), '#8c9bb5', [2, 0, 0]],
  [new Cylinder({ halfHeight: 1, radius: 0.5 }), '#a56d8f', [0.5, 1, -2]],
];
const capsule = new Capsule({ halfHeight: 0.4, radius: 0.3 });
const hero = draw(capsule, '#3b6fb5', [-1, 1, 0]);
const pairs = level.map(([shape, color, at]) => [new Pair(shape, capsule), draw(shape, color, at)]);

const keys = new Set();
addEventListener('keydown', ({ key }) => keys.add(key));
addEventListener('keyup', ({ key }) => keys.delete(key));
const velocity = new THREE.Vector3();
let standing = false;
function step(dt) {
  const axis = (plus, minus) => 3 * (Number(keys.has(plus)) - Number(keys.has(minus)));
  const fall = standing && keys.has(' ') ? 5 : velocity.y - 9.81 * dt;
  velocity.set(axis('ArrowRight', 'ArrowLeft'), fall, axis('ArrowDown', 'ArrowUp'));
  hero.position.addScaledVector(velocity, dt);
  standing = false;
  for (const [pair, mesh] of pairs) {
    if (!pair.intersects(mesh, hero)) continue; // cheap: most pairs need no depth
    const { value, normal } = pair.penetration(mesh, hero);
    const n = new THREE.Vector3(...normal);
    hero.position.addScaledVector(n, value);
    velocity.addScaledVector(n, -Math.min(0, velocity.dot(n)));
    if (n.y > 0.7) standing = true;
  }
}
run(() => {
  for (let i = 0; i < 4; i++) step(1 / 240);
  camera.position.set(hero.position.x + 1, hero.position.y + 3, 8);
  camera.lookAt(hero.position);
});
