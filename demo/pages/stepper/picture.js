/* Both views side by side. They turn and zoom together, but each about its own centre and relative to
 * the size of its contents. */
import { Box3, Vector3 } from 'three';
import { Stage } from '../../stage/stage.js';
import { DifferenceView } from './difference-view.js';
import { WorldView } from './world-view.js';

/**
 * Direction from the centre to the camera at the start. The length 1 is the distance at which all is
 * visible.
 */
const EYE = new Vector3(0.38, 0.31, 0.87).normalize();

export class Picture {
  /**
   * @param {HTMLElement[]} holders of the world and of the difference
   * @param {object} events
   * @param {(side: number) => void} events.onMove called when a shape is moved
   * @param {() => void} events.onRelease
   * @param {(eye: number[]) => void} events.onTurn called when the visitor turns the views
   */
  constructor(holders, events) {
    const keys =
      'Drag the background to turn both views. Enter selects the next shape; then arrow keys and page up and down move it; with shift they turn it; escape deselects it.';
    const world = new Stage(holders[0], {
      label: `The shapes in the world. Drag a shape to move it. ${keys}`,
      onMove: (mesh) => events.onMove(this.world.meshes.indexOf(mesh)),
      onRelease: events.onRelease,
    });
    const difference = new Stage(holders[1], {
      label:
        'The Minkowski difference of the shapes, and the part of it that the solver has found. Drag to turn both views.',
      floor: null,
    });
    this.stages = [world, difference];
    this.world = new WorldView(world);
    this.difference = new DifferenceView(difference);
    this.leader = world;
    this.turning = false;
    this.balls = this.stages.map(() => ({ middle: new Vector3(), radius: 2 }));
    this.eye = EYE.clone();
    this.#follow(events);
    this.observer = new ResizeObserver(() => this.#place());
    this.observer.observe(holders[0]);
  }

  /** Makes the other view follow the view that the visitor turns. */
  #follow({ onTurn }) {
    for (const stage of this.stages) {
      stage.orbit.enablePan = false;
      stage.orbit.addEventListener('start', () => {
        this.leader = stage;
        this.turning = true;
      });
      stage.orbit.addEventListener('change', () => {
        if (stage !== this.leader) return;
        const { middle, radius } = this.balls[this.stages.indexOf(stage)];
        const away = distanceFor(radius, stage.camera);
        this.eye.copy(stage.camera.position).sub(middle).divideScalar(away);
        this.#place(stage);
        if (this.turning) onTurn(this.eye.toArray());
      });
    }
    this.stages[0].canvas.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.stages[0].select(null);
    });
  }

  /** Moves the cameras to the current direction and distance. @param {Stage} [except] */
  #place(except) {
    this.stages.forEach((stage, i) => {
      if (stage === except) return;
      const { middle, radius } = this.balls[i];
      stage.orbit.target.copy(middle);
      stage.camera.position
        .copy(middle)
        .addScaledVector(this.eye, distanceFor(radius, stage.camera));
      stage.requestFrame();
    });
  }

  /** @param {number[] | null} eye null: the initial direction */
  setEye(eye) {
    this.turning = false;
    this.eye.fromArray(eye ?? EYE.toArray());
    this.#place();
  }

  /** @param {object} scene data for both views */
  show(scene) {
    this.world.show(scene);
    this.difference.show(scene);
    for (const stage of this.stages) stage.requestFrame();
  }

  /**
   * Moves the cameras so that everything is visible.
   * @param {number[][]} points that must be visible in the difference's view
   */
  fit(points) {
    const boxes = [new Box3(), new Box3()];
    for (const mesh of this.world.meshes)
      if (!mesh.userData.endless) boxes[0].union(boundsOf(mesh));
    if (boxes[0].isEmpty()) boxes[0].set(new Vector3(-2, -2, -2), new Vector3(2, 2, 2));
    boxes[1].setFromPoints(points.map((p) => new Vector3(...p)));
    for (const group of this.difference.bodies)
      if (group.visible && group.children[0].visible) boxes[1].union(boundsOf(group.children[0]));
    boxes.forEach((box, i) => {
      const { middle } = this.balls[i];
      box.getCenter(middle);
      this.balls[i].radius = Math.min(12, Math.max(0.3, 0.5 * box.getSize(new Vector3()).length()));
    });
    this.world.radius = this.balls[0].radius;
    this.difference.radius = this.balls[1].radius;
    this.#place();
  }

  dispose() {
    this.observer.disconnect();
    for (const stage of this.stages) stage.dispose();
  }
}

/**
 * The distance from which a ball fits into the narrower side of a view.
 * @param {import('three').PerspectiveCamera} camera
 */
const distanceFor = (radius, { fov, aspect }) =>
  radius / (Math.tan((fov * Math.PI) / 360) * Math.min(1, aspect));

const boundsOf = (mesh) => {
  mesh.updateWorldMatrix(true, false);
  return new Box3().setFromObject(mesh, false);
};
