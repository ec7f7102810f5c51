/* The right view: a faint Minkowski difference and the solver's current state. Inside are the portal,
 * simplex or polytope, outside the supporting planes; the origin and the ray are marked. */
import {
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
} from 'three';
import { geometryOf } from 'growth-distance/three';
import { arrow, chain, dot, plate } from '../../stage/marks.js';
import { beads, facets, tiles } from './marks.js';
import { differenceHull } from './difference.js';
import { add, length, scaled, sub, weighted } from '../../steps/vectors.js';

/** Edges of the difference with a larger angle, in degrees, are drawn. */
const EDGE_ANGLE = 22;

export class DifferenceView {
  /** @param {import('../../stage/stage.js').Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.bodies = [this.#body(0.2), this.#body(0.07)];
    const make = {
      cross: this.#cross(),
      ray: chain(stage, 'soft', { width: 1.5, dashed: true }),
      target: dot(stage, 'ink', 0.05),
      origin: dot(stage, 'ink', 0.05),
      tangents: tiles(stage, 'normal'),
      best: plate(stage, 'normal', 1),
      current: plate(stage, 'witness', 1),
      inner: facets(stage, 'contact', 0.32),
      nearest: facets(stage, 'witness', 0.5),
      legs: chain(stage, 'contact', { width: 1 }),
      corners: beads(stage, 'contact'),
      reach: chain(stage, 'contact', { width: 2.5, dashed: true }),
      point: dot(stage, 'contact', 0.06),
      normal: arrow(stage, 'witness', { width: 2.5, head: 0.16 }),
      support: dot(stage, 'witness', 0.065),
    };
    this.marks = make;
    for (const mark of Object.values(make)) {
      mark.visible = false;
      stage.scene.add(mark);
    }
  }

  #body(opacity) {
    const { stage } = this;
    const material = new MeshLambertMaterial({
      transparent: true,
      opacity,
      depthWrite: false,
    });
    const mesh = new Mesh(undefined, stage.tint(material, 'other'));
    const line = new LineBasicMaterial({ transparent: true, opacity: 0.45 });
    const edges = new LineSegments(undefined, stage.tint(line, 'other'));
    const group = new Group();
    group.add(mesh, edges);
    group.key = '';
    stage.scene.add(group);
    return group;
  }

  /** Short axes at the origin. */
  #cross() {
    const group = new Group();
    for (const k of [0, 1, 2]) {
      const axis = [0, 1, 2].map((i) => (i === k ? 0.16 : 0));
      const line = chain(this.stage, 'soft', { width: 1 });
      line.show([axis, scaled(-1, axis)]);
      group.add(line);
    }
    return group;
  }

  /**
   * @param {object} scene
   * @param {import('growth-distance').TraceIterate[]} scene.rows
   * @param {number} scene.index
   * @param {object[]} scene.bodies shapes and poses of A and B
   * @param {string} scene.version changes with the shapes
   */
  show({ rows, index, bodies, version }) {
    const row = rows[index];
    const frame = rows[0]?.shift ?? [0, 0, 0];
    this.#showBodies(row, bodies, frame, version);
    for (const mark of Object.values(this.marks)) mark.visible = false;
    this.marks.cross.visible = true;
    if (!row) return;
    // the last row may have another shift than the search; draw it in the search's frame
    const move = sub(frame, row.shift);
    const at = (x) => add(x, move);
    const grows = row.ray !== null || length(frame) > 0;
    this.size = this.radius ?? 2;
    this.#showAim(row, frame, grows);
    this.#showInner(row, at);
    this.#showOuter(rows, index, at);
  }

  /**
   * Draws the difference of this row. If the solver removes balls from the shapes, also the whole
   * difference around it.
   */
  #showBodies(row, [a, b], frame, version) {
    const picture = row ?? { scale: 1, radiusA: 0, radiusB: 0 };
    const round = picture.radiusA + picture.radiusB > 0;
    const offset = add(frame, sub(a.pose.position, scaled(picture.scale, b.pose.position)));
    const radii = [
      [picture.radiusA, picture.radiusB],
      [0, 0],
    ];
    this.bodies.forEach((group, i) => {
      group.visible = i === 0 || round;
      if (!group.visible) return;
      group.position.set(...offset);
      const [radiusA, radiusB] = radii[i];
      const turns = [a, b].flatMap(({ pose }) => pose.quaternion);
      const key = [version, picture.scale, radiusA, radiusB, ...turns].join();
      if (key === group.key) return;
      group.key = key;
      const still = [a, b].map(({ shape, pose }) => ({
        shape,
        pose: { ...pose, position: [0, 0, 0] },
      }));
      this.#fill(
        group,
        differenceHull(...still, { shift: [0, 0, 0], scale: picture.scale, radiusA, radiusB }),
      );
    });
  }

  #fill(group, hull) {
    const [mesh, edges] = group.children;
    mesh.geometry.dispose();
    edges.geometry.dispose();
    mesh.visible = edges.visible = hull !== null;
    if (!hull) return;
    mesh.geometry = geometryOf(hull);
    edges.geometry = new EdgesGeometry(mesh.geometry, EDGE_ANGLE);
    hull.dispose();
  }

  /** Draws the goal of the query: the origin, or a point at `shift` on the ray. */
  #showAim(row, frame, grows) {
    const { ray, origin, target } = this.marks;
    origin.show([0, 0, 0]);
    if (!grows) return;
    const along = row.ray ?? scaled(1 / length(frame), frame);
    const reached = row.point ? length(row.point) : 0;
    ray.show([[0, 0, 0], scaled(Math.max(length(frame), 1.25 * reached, 0.6), along)]);
    if (length(frame) > 0) target.show(frame);
  }

  #showInner(row, at) {
    const { inner, nearest, legs, corners, point, reach } = this.marks;
    const points = row.vertices.map((v) => at(v.point));
    const faces = row.type === 'polytope' ? row.faces : simplexFaces(points.length);
    if (row.type === 'result') {
      const result = weighted(row.vertices, 'point');
      if (result) point.show(at(result));
      return;
    }
    inner.show(points, faces);
    corners.show(points);
    if (row.nearest !== null) nearest.show(points, [row.faces[row.nearest]]);
    if (row.type === 'portal' || row.type === 'ray')
      legs.show(points.flatMap((p) => [[0, 0, 0], p, [0, 0, 0]]));
    if (!row.point) return;
    point.show(at(row.point));
    if (row.type === 'simplex' || row.type === 'polytope') reach.show([[0, 0, 0], at(row.point)]);
  }

  #showOuter(rows, index, at) {
    const row = rows[index];
    const { best, current, support, normal, tangents } = this.marks;
    const sameFrame = (r) =>
      r.support && r.scale === row.scale && r.radiusA === row.radiusA && r.radiusB === row.radiusB;
    const earlier = rows.slice(0, index).filter(sameFrame);
    tangents.show(
      earlier.map((r) => ({
        point: at(add(r.support.point, sub(row.shift, r.shift))),
        normal: r.direction,
      })),
      0.2 * this.size,
    );
    if (row.offset !== null) {
      const foot =
        row.support && isSame(row.normal, row.direction)
          ? row.support.point
          : scaled(row.offset, row.normal);
      best.show(at(foot), row.normal);
      best.scale.setScalar(1.5 * this.size);
    }
    if (!row.support) return;
    if (row.offset === null || !isSame(row.normal, row.direction)) {
      current.show(at(row.support.point), row.direction);
      current.scale.setScalar(0.9 * this.size);
    }
    support.show(at(row.support.point));
    normal.show(at(row.support.point), scaled(0.32 * this.size, row.direction));
  }
}

const isSame = (u, v) => length(sub(u, v)) < 1e-9;

/** The faces of a simplex with one to four vertices. */
const simplexFaces = (count) =>
  [
    [],
    [],
    [[0, 1]],
    [[0, 1, 2]],
    [
      [0, 1, 2],
      [0, 3, 1],
      [0, 2, 3],
      [1, 3, 2],
    ],
  ][count] ?? [];
