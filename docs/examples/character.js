/* A character walks in a level. Arrow keys move it, the space bar makes it jump. */
import { Box, Capsule, Cone, ConvexHull, HalfSpace, World, moveAndSlide } from 'growth-distance';
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
const world = new World();
for (const [shape, color, at] of [
  [new HalfSpace({ normal: [0, 1, 0], offset: 0 }), '#b9c6a2'],
  [new Box({ halfExtents: [1, 0.6, 1] }), '#c98f5a', [6, 0.6, 0]],
  [new Box({ halfExtents: [0.3, 0.1, 1] }), '#c98f5a', [-2.5, 0.1, 0]],
  [new Box({ halfExtents: [0.6, 0.2, 1] }), '#c98f5a', [-3.4, 0.2, 0]],
  [new ConvexHull({ points: ramp }), '#8c9bb5', [2, 0, 0]],
  [new Cone({ halfHeight: 1, radius: 0.5 }), '#a56d8f', [0.5, 1, -2]],
])
  world.add(shape, draw(shape, color, at));
const capsule = new Capsule({ halfHeight: 0.4, radius: 0.3 });
const hero = draw(capsule, '#3b6fb5', [-1, 1, 0]);

const keys = new Set();
addEventListener('keydown', ({ key }) => keys.add(key));
addEventListener('keyup', ({ key }) => keys.delete(key));
let ground; // the normal of the ground on which it stands
let rise = 0; // its vertical speed
function step(dt) {
  const axis = (plus, minus) => 3 * (Number(keys.has(plus)) - Number(keys.has(minus)));
  const [vx, vz] = [axis('ArrowRight', 'ArrowLeft'), axis('ArrowDown', 'ArrowUp')];
  const stands = ground && !keys.has(' ');
  rise = stands ? 0 : ground ? 5 : rise - 9.81 * dt;
  const [nx, ny, nz] = ground ?? [0, 1, 0];
  // along the ground and 1 cm into it, or through the air
  const vy = stands ? -(vx * nx + vz * nz) / ny : rise;
  const into = stands ? 0.01 : 0;
  const way = [vx * dt - into * nx, vy * dt - into * ny, vz * dt - into * nz];
  const { pose, hits } = moveAndSlide(world, capsule, hero, way, { stepHeight: 0.25 });
  hero.position.fromArray(pose.position);
  ground = hits.find(({ normal }) => normal[1] > 0.7)?.normal;
  if (hits.some(({ normal }) => normal[1] < -0.7)) rise = Math.min(rise, 0); // a ceiling
}
run(() => {
  step(1 / 60);
  camera.position.set(hero.position.x + 1, hero.position.y + 3, 8);
  camera.lookAt(hero.position);
});
