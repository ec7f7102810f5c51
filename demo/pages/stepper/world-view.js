/* The left view: the shapes in the world and the points that a step uses. It also shows the bounds:
 * copies of the shapes that a plane still separates, or a copy of B moved until the shapes are
 * separated. */
import { Mesh, MeshLambertMaterial } from 'three';
import { arrow, chain, dot, ghost, plate } from '../../stage/marks.js';
import { solidGeometry } from '../../stage/geometry.js';
import { centerOf, supportOf } from './difference.js';
import { beads, facets } from './marks.js';
import { add, dot as inner, length, scaled, sub, weighted } from '../../steps/vectors.js';

const ROLES = ['a', 'b'];
/** Copies scaled by more than this hide more than they show. */
const MOST_GROWN = 6;

export class WorldView {
  /** @param {import('../../stage/stage.js').Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.meshes = ROLES.map((role) => {
      const material = new MeshLambertMaterial({ transparent: true, opacity: 0.62 });
      const mesh = new Mesh(undefined, stage.tint(material, role));
      stage.scene.add(mesh);
      return mesh;
    });
    stage.movable = this.meshes;
    const both = (make) => [make(0), make(1)];
    this.marks = {
      ghosts: both((k) => ghost(stage, ROLES[k], 0.16)),
      moved: ghost(stage, 'b', 0.22),
      move: arrow(stage, 'normal'),
      centers: chain(stage, 'soft', { width: 1.5, dashed: true }),
      plane: plate(stage, 'normal', 1),
      parts: both(() => facets(stage, 'contact', 0.35)),
      corners: beads(stage, 'contact', 0.034),
      points: both(() => dot(stage, 'contact')),
      between: chain(stage, 'contact', { width: 2.5, dashed: true }),
      contact: dot(stage, 'contact', 0.07),
      arrows: both(() => arrow(stage, 'witness', { width: 2.5, head: 0.16 })),
      supports: both(() => dot(stage, 'witness', 0.06)),
    };
    for (const mark of Object.values(this.marks).flat()) {
      mark.visible = false;
      stage.scene.add(mark);
    }
  }

  /** @param {number} side @param {import('growth-distance').Shape} shape */
  setShape(side, shape) {
    const geometry = solidGeometry(shape);
    this.meshes[side].userData.endless = shape.type === 'halfspace';
    this.meshes[side].geometry.dispose();
    this.meshes[side].geometry = geometry;
  }

  /** @param {number} side @param {{ position: number[], quaternion: number[] }} pose */
  setPose(side, { position, quaternion }) {
    this.meshes[side].position.set(...position);
    this.meshes[side].quaternion.set(...quaternion).normalize();
  }

  /**
   * @param {object} scene
   * @param {import('growth-distance').TraceIterate[]} scene.rows
   * @param {number} scene.index
   * @param {object[]} scene.bodies shapes and poses
   * @param {import('../../steps/runs.js').Run} scene.run
   */
  show({ rows, index, bodies, run }) {
    for (const mark of Object.values(this.marks).flat()) mark.visible = false;
    const row = rows[index];
    if (!row) return;
    this.size = this.radius ?? 2;
    const parts = ['pointA', 'pointB'].map((part) => weighted(row.vertices, part));
    this.#showInner(row, parts, run);
    this.#showSupport(row);
    if (run.query === 'growthDistance' || run.query === 'collide')
      this.#showGrowth(row, bodies, parts, run);
    else this.#showWay(row, bodies, parts, run);
  }

  /** Draws the points of each shape whose differences are the vertices of the inner approximation. */
  #showInner(row, parts, run) {
    const { vertices } = row;
    const few =
      row.type === 'polytope' ? (row.faces[row.nearest] ?? []) : vertices.map((_, i) => i);
    ['pointA', 'pointB'].forEach((part, k) => {
      const points = few.map((i) => vertices[i][part]);
      this.marks.parts[k].show(
        points,
        points.length === 3 ? [[0, 1, 2]] : points.length === 2 ? [[0, 1]] : [],
      );
    });
    if (row.type !== 'result')
      this.marks.corners.show(few.flatMap((i) => [vertices[i].pointA, vertices[i].pointB]));
    if (!parts[0]) return;
    parts.forEach((point, k) => this.marks.points[k].show(point));
    if (run.query !== 'growthDistance' && run.query !== 'collide') this.marks.between.show(parts);
  }

  #showSupport({ support, direction }) {
    if (!support) return;
    const long = 0.3 * this.size;
    [support.pointA, support.pointB].forEach((point, k) => {
      this.marks.supports[k].show(point);
      this.marks.arrows[k].show(point, scaled(k === 0 ? long : -long, direction));
    });
  }

  /**
   * Draws both shapes scaled by the lower bound, each on its side of a plane; for the result, scaled
   * until they touch.
   */
  #showGrowth(row, bodies, parts, run) {
    const { ghosts, centers, plane, contact } = this.marks;
    const [a, b] = bodies.map(centerOf);
    const shift = sub(b, a);
    // half-spaces are not scaled
    const grows = this.meshes.map(({ userData }) => !userData.endless);
    if (grows[0] && grows[1]) centers.show([a, b]);
    const isResult = row.type === 'result';
    const touches = isResult && run.query === 'growthDistance';
    const grown = (touches ? row.upper : row.lower) ?? 0;
    bodies.forEach(({ shape }, k) => {
      const center = shape.center ?? [0, 0, 0];
      if (grows[k] && grown > 0 && grown < MOST_GROWN)
        ghosts[k].show(this.meshes[k].geometry, this.meshes[k], { center, scale: grown });
    });
    if (isResult && parts[0])
      contact.show(touches && grows[0] ? add(a, scaled(grown, sub(parts[0], a))) : parts[0]);
    const across = inner(row.normal, shift);
    if (!(grown > 0) || !(across > 0)) return;
    const reach = reachOf(bodies[0], row.normal);
    if (reach === null) return;
    plane.show(add(a, scaled((grown * reach) / across, shift)), row.normal);
    plane.scale.setScalar(1.3 * this.size);
  }

  /**
   * Separated: draws a plane between the shapes. Overlapping: draws B moved until the shapes are
   * separated.
   */
  #showWay(row, bodies, parts, run) {
    const depth = run.query === 'signedDistance' ? -(row.lower ?? 0) : (row.upper ?? 0);
    const { plane, moved, move } = this.marks;
    const overlapping =
      row.type === 'result'
        ? depth > 0 && run.query !== 'distance'
        : row.type !== 'simplex' && depth > 0;
    if (overlapping) {
      const along = row.offset === null && row.ray ? row.ray : row.normal;
      const shift = scaled(depth, along);
      const { shape } = bodies[1];
      moved.show(this.meshes[1].geometry, this.meshes[1], {
        center: shape.center ?? [0, 0, 0],
        shift,
      });
      move.show(centerOf(bodies[1]), shift);
      return;
    }
    if (!(row.lower > 0)) return;
    try {
      const touch = supportOf(bodies[0], row.normal);
      const from =
        parts[0] && parts[1]
          ? scaled(0.5, add(...parts))
          : scaled(0.5, add(...bodies.map(centerOf)));
      plane.show(add(from, scaled(inner(row.normal, sub(touch, from)), row.normal)), row.normal);
      plane.scale.setScalar(1.3 * this.size);
    } catch {
      plane.visible = false; // a half-space shows its own plane
    }
  }
}

/** How far a shape extends from its centre along a normal; null for half-spaces and points. */
function reachOf(body, normal) {
  try {
    const reach = inner(normal, sub(supportOf(body, normal), centerOf(body)));
    return reach > 0 && length(normal) > 0 ? reach : null;
  } catch {
    return null;
  }
}
