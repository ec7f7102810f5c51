/* Letters beside meshes, over the picture. Screen readers ignore them and read the panel instead. */
import { Vector3 } from 'three';
import { CSS2DObject, CSS2DRenderer } from 'three/addons/renderers/CSS2DRenderer.js';

/** The side of the mesh, in pixels to the right and up, if no other mesh decides it. */
const SIDE = [-4, -3];
/** Distances in pixels: of a letter from its mesh, and from the edge of the view. */
const OFFSET = 18;
const EDGE = 14;

export class Labels {
  /** @param {HTMLElement} holder the view */
  constructor(holder) {
    this.holder = holder;
    this.renderer = new CSS2DRenderer();
    this.renderer.domElement.className = 'labels';
    this.renderer.domElement.setAttribute('aria-hidden', 'true');
    this.resize();
    holder.append(this.renderer.domElement);
    /** The labelled meshes. */
    this.meshes = new Set();
  }

  /** @param {import('three').Mesh} mesh @param {string} text '' removes the letters */
  set(mesh, text) {
    mesh.userData.label?.removeFromParent();
    this.meshes.delete(mesh);
    if (!text) return;
    const element = Object.assign(document.createElement('span'), { textContent: text });
    element.className = 'label';
    mesh.userData.label = new CSS2DObject(element);
    mesh.add(mesh.userData.label);
    this.meshes.add(mesh);
  }

  resize() {
    this.renderer.setSize(this.holder.clientWidth, this.holder.clientHeight);
  }

  /** Draws the labels of a scene whose matrices are up to date. */
  render(scene, camera) {
    const half = [this.holder.clientWidth / 2, this.holder.clientHeight / 2];
    const centers = new Map(
      [...this.meshes].map((mesh) => {
        const { x, y } = mesh.getWorldPosition(new Vector3()).project(camera);
        return [mesh, [x * half[0], y * half[1]]];
      }),
    );
    for (const mesh of this.meshes) placeLabel(mesh, sideOf(mesh, centers), camera, half);
    this.renderer.render(scene, camera);
  }

  dispose() {
    this.renderer.domElement.remove();
  }
}

/** The unit vector on the screen from the centre of the other meshes to a mesh. */
function sideOf(mesh, centers) {
  const others = centers.size - 1;
  const [x, y] = [0, 1].map((axis) => {
    const sum = [...centers.values()].reduce((before, center) => before + center[axis], 0);
    return others > 0 ? (centers.get(mesh)[axis] * centers.size - sum) / others : 0;
  });
  const [dx, dy] = Math.hypot(x, y) > 1 ? [x, y] : SIDE;
  const length = Math.hypot(dx, dy);
  return [dx / length, dy / length];
}

/** Puts a label next to the vertex that is farthest on a side of the screen, and inside the view. */
function placeLabel(mesh, side, camera, half) {
  const along = new Vector3(...side, 0).transformDirection(camera.matrixWorld);
  along.transformDirection(mesh.matrixWorld.clone().invert());
  const at = mesh.localToWorld(farthestVertex(mesh.geometry, along)).project(camera);
  const within = (x, k) => {
    const most = 1 - EDGE / half[k];
    return Math.min(most, Math.max(-most, x + (OFFSET * side[k]) / half[k]));
  };
  at.set(within(at.x, 0), within(at.y, 1), at.z).unproject(camera);
  mesh.userData.label.position.copy(mesh.worldToLocal(at));
}

/** @param {import('three').BufferGeometry} geometry @param {Vector3} direction in its coordinates */
function farthestVertex({ attributes: { position } }, direction) {
  const vertex = new Vector3();
  const best = new Vector3();
  let most = -Infinity;
  for (let i = 0; i < (position?.count ?? 0); i++) {
    const along = vertex.fromBufferAttribute(position, i).dot(direction);
    if (along <= most) continue;
    most = along;
    best.copy(vertex);
  }
  return best;
}
