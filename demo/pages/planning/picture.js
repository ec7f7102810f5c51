/* The planning page's picture: obstacles, the arm, the ghost at the goal, handles at both tools, the
 * trees and the tool's path. */
import {
  GridHelper,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Sphere,
  SphereGeometry,
  Vector3,
} from 'three';
import { Shape } from 'growth-distance';
import { geometryOf } from 'growth-distance/three';
import { chain } from '../../stage/marks.js';
import { Stage } from '../../stage/stage.js';
import { Branches } from './branches.js';
import { Figure } from './figure.js';
import { along, stations } from './path.js';
import { EYE, TARGET } from './scene.js';

const LABEL =
  '3D view of a robot arm among obstacles. Drag an obstacle or the ball at the goal’s tool to move ' +
  'it, drag the background to turn the camera. With the keyboard: Enter selects the next one; arrow ' +
  'keys and page up and down move it; with shift they turn it; the joints have sliders.';
const HANDLE = 0.032;
const TOUCH = 0.05;
/** Number of pieces in the drawing of the tool's path. */
const PATH_POINTS = 240;

export class Picture {
  /**
   * @param {HTMLElement} holder
   * @param {import('./robot.js').Robot} robot
   * @param {object} events what: 'start', 'goal' or an obstacle's name
   * @param {(what: string, pose: { position: number[], quaternion: number[] }) => void} events.onMove
   * @param {(what: string) => void} events.onSelect
   * @param {() => void} events.onRelease
   */
  constructor(holder, robot, events) {
    this.robot = robot;
    const stage = new Stage(holder, {
      label: LABEL,
      eye: EYE,
      target: TARGET,
      floor: null,
      onMove: (mesh) =>
        events.onMove(mesh.name, {
          position: mesh.position.toArray(),
          quaternion: mesh.quaternion.toArray(),
        }),
      onSelect: (mesh) => events.onSelect(mesh.name),
      onRelease: events.onRelease,
    });
    this.stage = stage;
    stage.gizmo.size = 0.5;
    this.arm = new Figure(stage, robot, { joint: 'a', tube: 'plane' });
    this.ghost = new Figure(stage, robot, { joint: 'b', tube: 'b' }, 0.42);
    this.handles = { start: handle(stage, 'start', 'a'), goal: handle(stage, 'goal', 'b') };
    this.trees = [new Branches(stage, 'a'), new Branches(stage, 'b')];
    this.line = chain(stage, 'witness', { width: 4, through: false });
    this.obstacles = new Map();
    stage.scene.add(
      ...[this.arm, this.ghost, ...Object.values(this.handles)],
      ...[...this.trees, this.line, this.#floor()],
    );
  }

  #floor() {
    const grid = new GridHelper(4, 20);
    grid.material.vertexColors = false;
    this.stage.tint(grid.material, 'grid');
    return grid;
  }

  /** Draws all obstacles again. @param {import('./scene.js').Group[]} groups */
  setObstacles(groups) {
    const { stage } = this;
    for (const group of this.obstacles.values()) this.#drop(group);
    this.obstacles.clear();
    this.parts = [];
    for (const { name, parts } of groups) {
      const group = Object.assign(new Group(), { name });
      for (const { record, p, q = [0, 0, 0, 1] } of parts) {
        const shape = Shape.from(record);
        const material = new MeshLambertMaterial();
        const mesh = new Mesh(geometryOf(shape), stage.tint(material, 'line'));
        shape.dispose();
        mesh.position.set(...p);
        mesh.quaternion.set(...q);
        group.add(mesh);
        this.parts.push(mesh);
      }
      this.obstacles.set(name, group);
      stage.scene.add(group);
    }
    this.placeObstacles(groups);
    stage.movable = [...Object.values(this.handles), ...this.obstacles.values()];
  }

  #drop(group) {
    if (this.stage.selected === group) this.stage.select(null);
    for (const { geometry, material } of group.children) {
      geometry.dispose();
      this.stage.untint(material);
      material.dispose();
    }
    group.removeFromParent();
  }

  placeObstacles(groups) {
    for (const { name, position, quaternion } of groups) {
      const group = this.obstacles.get(name);
      group.position.set(...position);
      group.quaternion.set(...quaternion).normalize();
    }
    this.stage.requestFrame();
  }

  /** @param {string | null} what 'start', 'goal', an obstacle's name, or null */
  select(what) {
    this.stage.select(this.handles[what] ?? this.obstacles.get(what) ?? null);
  }

  /** Shows the arm in a configuration. @param {ArrayLike<number>} q */
  showArm(q) {
    this.robot.place(q);
    this.arm.show(this.robot);
    this.stage.requestFrame();
  }

  showGoal(q) {
    this.robot.place(q);
    this.ghost.show(this.robot);
    this.stage.requestFrame();
  }

  /** Moves a handle to its tool. @param {'start' | 'goal'} which @param {ArrayLike<number>} q */
  placeHandle(which, q) {
    this.robot.place(q);
    const [x, y, z, a, b, c, d] = this.robot.tool;
    this.handles[which].position.set(x, y, z);
    this.handles[which].quaternion.set(a, b, c, d);
    this.stage.requestFrame();
  }

  /**
   * Colours colliding parts red: parts of the arm, of the ghost, and of all obstacles in their order.
   * @param {Record<'arm' | 'goal' | 'obstacles', Set<number>>} wrong
   */
  mark({ arm, goal, obstacles }) {
    this.arm.mark(arm);
    this.ghost.mark(goal);
    this.parts.forEach(({ material }, i) =>
      this.stage.tint(material, obstacles.has(i) ? 'bad' : 'line'),
    );
    this.stage.requestFrame();
  }

  clearTrees() {
    for (const tree of this.trees) tree.clear();
    this.stage.requestFrame();
  }

  /** @param {Float32Array[]} branches new branches of both trees */
  growTrees(branches) {
    branches.forEach((points, i) => this.trees[i].grow(points));
    this.stage.requestFrame();
  }

  /** Draws the tool's path; null: removes it. @param {Float64Array[] | null} path */
  showPath(path) {
    const points = [];
    if (path) {
      const at = stations(path, this.robot);
      for (let i = 0; i <= PATH_POINTS; i++) {
        this.robot.place(along(path, at, i / PATH_POINTS));
        points.push(Array.from(this.robot.tool.subarray(0, 3)));
      }
    }
    this.line.show(points);
    this.stage.requestFrame();
  }

  dispose() {
    this.stage.dispose();
  }
}

/**
 * A ball to drag. It is visible and can be touched through other objects. The touch area is larger than
 * the ball.
 */
function handle(stage, name, role) {
  const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.9 });
  const mesh = new Mesh(new SphereGeometry(HANDLE, 32, 20), stage.tint(material, role));
  mesh.name = name;
  mesh.renderOrder = 5;
  mesh.raycast = ({ ray }, hits) => {
    const point = ray.intersectSphere(new Sphere(mesh.position, TOUCH), new Vector3());
    if (point) hits.push({ object: mesh, point, distance: 1e-3 * ray.origin.distanceTo(point) });
  };
  return mesh;
}
