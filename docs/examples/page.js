/* Shared by the three.js pages: a canvas that fills the window, a camera and a lit scene. */
import * as THREE from 'three';

/** @param {number} angle of view in degrees @param {string} color of the background */
export function openPage(angle, color) {
  const camera = new THREE.PerspectiveCamera(angle, innerWidth / innerHeight);
  const renderer = new THREE.WebGLRenderer({ antialias: true });
  renderer.setSize(innerWidth, innerHeight);
  document.body.append(renderer.domElement);
  const scene = new THREE.Scene().add(new THREE.HemisphereLight('white', 'slategray', 3));
  scene.background = new THREE.Color(color);
  /** Calls `frame` before it renders each picture. @param {() => void} frame */
  const run = (frame) =>
    renderer.setAnimationLoop(() => {
      frame();
      renderer.render(scene, camera);
    });
  return { camera, scene, run };
}
