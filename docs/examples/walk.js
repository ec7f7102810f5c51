/* A game in three.js: arrow keys move a capsule among 60 obstacles, and it slides along them. A line shows the
 * nearest obstacle. walker.js has the rules of the game. */
import { geometryOf } from 'growth-distance/three';
import * as THREE from 'three';
import { openPage } from './page.js';
import { makeWalker } from './walker.js';

const { camera, scene, run } = openPage(50, '#dfe7ef');
const ground = new THREE.Mesh(
  new THREE.CircleGeometry(30, 64).rotateX(-Math.PI / 2),
  new THREE.MeshStandardMaterial({ color: '#b9c6a2' }),
);
scene.add(ground);

const hero = new THREE.Group();
hero.position.set(0, 0.75, 0);
scene.add(hero);
const walker = makeWalker(scene, hero);
const body = new THREE.MeshStandardMaterial({ color: '#3b6fb5' });
hero.add(new THREE.Mesh(geometryOf(walker.capsule), body));
const ends = new THREE.BufferAttribute(new Float32Array(6), 3);
const line = new THREE.Line(
  new THREE.BufferGeometry().setAttribute('position', ends),
  new THREE.LineBasicMaterial({ color: '#c2203a', depthTest: false }),
);
line.frustumCulled = false;
scene.add(line);

const keys = new Set();
addEventListener('keydown', ({ key }) => keys.add(key));
addEventListener('keyup', ({ key }) => keys.delete(key));
const axis = (plus, minus) => 4 * (Number(keys.has(plus)) - Number(keys.has(minus)));
run(() => {
  const nearest = walker.step(
    axis('ArrowRight', 'ArrowLeft'),
    axis('ArrowDown', 'ArrowUp'),
    1 / 60,
  );
  line.visible = nearest !== undefined;
  if (nearest) {
    ends.array.set(nearest.pointA, 0);
    ends.array.set(nearest.pointB, 3);
    ends.needsUpdate = true;
  }
  camera.position.set(hero.position.x, 9, hero.position.z + 9);
  camera.lookAt(hero.position);
});
Object.assign(window, { walker, hero }); // for the console
