/* The marks drawn beside shapes: points, segments, arrows, planes, ghosts. A colour has the same meaning
 * on all pages. Marks are visible through shapes, because most of them are inside one. */
import {
  ConeGeometry,
  DoubleSide,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';

const DOT_RADIUS = 0.055;
/** Width of the halo around a mark: in world units, and for lines in pixels. */
const RIM = 0.02;
const RIM_PIXELS = 2;
const HEAD_LENGTH = 0.2;
const UP = new Vector3(0, 1, 0);
const FORWARD = new Vector3(0, 0, 1);

/** A material that is visible through shapes. */
const seenThrough = (stage, role) =>
  stage.tint(new MeshBasicMaterial({ depthTest: false, transparent: true }), role);

/**
 * A point.
 * @param {import('./stage.js').Stage} stage
 * @param {string} role colour
 * @param {number} [radius]
 * @param {boolean} [halo] whether a rim separates the point from the background
 */
export function dot(stage, role, radius = DOT_RADIUS, halo = false) {
  const ball = (size, colour) =>
    new Mesh(new SphereGeometry(size, 24, 16), seenThrough(stage, colour));
  const mesh = ball(radius, role);
  mesh.renderOrder = 6;
  if (halo) {
    const rim = ball(radius + RIM, 'card');
    rim.renderOrder = 5.5;
    mesh.add(rim);
  }
  /** @param {ArrayLike<number>} point */
  mesh.show = (point) => {
    mesh.position.set(...point);
    mesh.visible = true;
  };
  return mesh;
}

/**
 * A segment, or a polyline.
 * @param {import('./stage.js').Stage} stage
 * @param {string} role
 * @param {{ width?: number, dashed?: boolean, through?: boolean, halo?: boolean }} [options] width: in
 *   pixels; through: visible through shapes
 */
export function chain(stage, role, { halo = false, ...look } = {}) {
  const line = lineOf(stage, role, look);
  line.renderOrder = 4;
  if (!halo) return line;
  const rim = lineOf(stage, 'card', { ...look, width: (look.width ?? 2) + 2 * RIM_PIXELS });
  rim.renderOrder = 3.5;
  line.add(rim);
  const { show } = line;
  line.show = (points) => {
    show(points);
    rim.show(points);
  };
  return line;
}

function lineOf(stage, role, { width = 2, dashed = false, through = true }) {
  const material = stage.tint(
    new LineMaterial({
      linewidth: width,
      dashed,
      dashSize: 0.09,
      gapSize: 0.07,
      depthTest: !through,
    }),
    role,
  );
  material.transparent = through;
  const line = new Line2(new LineGeometry(), material);
  line.frustumCulled = false;
  line.visible = false;
  /** @param {ArrayLike<number>[]} points */
  line.show = (points) => {
    line.visible = points.length > 1;
    if (!line.visible) return;
    // an instanced geometry cannot grow
    line.geometry.dispose();
    line.geometry = new LineGeometry().setPositions(points.flatMap((p) => Array.from(p)));
    line.computeLineDistances();
  };
  return line;
}

/**
 * An arrow from a point along a vector, as long as the vector.
 * @param {import('./stage.js').Stage} stage
 * @param {string} role
 * @param {{ width?: number, head?: number, halo?: boolean, through?: boolean }} [options] through: whether
 *   the shaft is visible through shapes
 */
export function arrow(stage, role, { head = HEAD_LENGTH, halo = false, ...look } = {}) {
  const group = new Group();
  const shaft = chain(stage, role, { width: 3, halo, ...look });
  const cone = (rim, colour) =>
    new Mesh(
      new ConeGeometry(0.32 * head + 1.5 * rim, head + 4 * rim, 20).translate(0, rim - head / 2, 0),
      seenThrough(stage, colour),
    );
  const tip = cone(0, role);
  tip.renderOrder = 5;
  group.add(shaft, tip);
  if (halo) {
    const rim = cone(RIM, 'card');
    rim.renderOrder = 3.5;
    tip.add(rim);
  }
  /** @param {ArrayLike<number>} from @param {ArrayLike<number>} along */
  group.show = (from, along) => {
    const vector = new Vector3(...along);
    const length = vector.length();
    group.visible = length > 1e-9;
    if (!group.visible) return;
    const end = vector.clone().add(new Vector3(...from));
    tip.position.copy(end);
    tip.quaternion.setFromUnitVectors(UP, vector.divideScalar(length));
    tip.scale.setScalar(Math.min(1, length / (1.5 * head)));
    const neck = end.clone().addScaledVector(vector, -0.9 * head * tip.scale.x);
    shaft.show([from, neck.toArray()]);
  };
  return group;
}

/**
 * A square perpendicular to a normal.
 * @param {import('./stage.js').Stage} stage
 * @param {string} role
 */
export function plate(stage, role, size = 2.6) {
  const material = stage.tint(
    new MeshBasicMaterial({
      transparent: true,
      opacity: 0.22,
      side: DoubleSide,
      depthWrite: false,
    }),
    role,
  );
  const mesh = new Mesh(new PlaneGeometry(size, size), material);
  mesh.renderOrder = 2;
  /** @param {ArrayLike<number>} point @param {ArrayLike<number>} normal unit */
  mesh.show = (point, normal) => {
    mesh.visible = true;
    mesh.position.set(...point);
    mesh.quaternion.setFromUnitVectors(FORWARD, new Vector3(...normal));
  };
  return mesh;
}

/**
 * A transparent copy of a shape, scaled about its centre or moved.
 * @param {import('./stage.js').Stage} stage
 * @param {string} role
 */
export function ghost(stage, role, opacity = 0.2) {
  const material = stage.tint(
    new MeshLambertMaterial({ transparent: true, opacity, depthWrite: false }),
    role,
  );
  const mesh = new Mesh(undefined, material);
  mesh.matrixAutoUpdate = false;
  mesh.renderOrder = 1;
  /**
   * @param {import('three').BufferGeometry} geometry of the shape; the ghost does not dispose of it
   * @param {import('three').Object3D} body at the pose of the shape
   * @param {{ center: number[], scale?: number, shift?: number[] }} options center: in local coordinates
   */
  mesh.show = (geometry, body, { center, scale = 1, shift = [0, 0, 0] }) => {
    mesh.visible = true;
    mesh.geometry = geometry;
    // x -> shift + centre + scale R (x - local centre)
    const world = new Vector3(...center).applyQuaternion(body.quaternion).add(body.position);
    world.add(new Vector3(...shift));
    mesh.matrix
      .compose(
        world,
        new Quaternion().copy(body.quaternion),
        new Vector3().setScalar(Math.max(scale, 1e-6)),
      )
      .multiply(new Matrix4().makeTranslation(...center.map((x) => -x)));
  };
  return mesh;
}
