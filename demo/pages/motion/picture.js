/* The picture of a motion: for each body its start, its end, the samples between them, and the body at
 * the time shown; the normal and the points of contact. */
import { Mesh, MeshLambertMaterial, Quaternion } from 'three';
import { solidGeometry } from '../../stage/geometry.js';
import { arrow, dot, plate } from '../../stage/marks.js';
import { Stage } from '../../stage/stage.js';
import { letter } from '../../ui/numbers.js';
import { displacementOf, poseOver } from './path.js';

const ROLES = ['a', 'b'];
const NORMAL_LENGTH = 0.9;
/** Opacity of start and end, of a sample, and of the bodies at the time of contact. */
const OPACITY = { end: 0.34, sample: 0.1, hit: 0.16, contact: 0.4 };
const EYE = [1.2, 2.4, 8.6];
const TARGET = [0, 0, 0];
const LABEL =
  '3D view of two bodies and their paths. Drag a body to move its whole path, drag its start or its ' +
  'end, drag the background to turn the camera. With the keyboard: Enter selects the next one; arrow ' +
  'keys and page up and down move it; with shift they turn it.';

/** @typedef {'now' | 'start' | 'end'} Part */

/** What is drawn of one body. */
class Figure {
  constructor(stage, k) {
    this.stage = stage;
    const material = (role, opacity) =>
      stage.tint(
        new MeshLambertMaterial(opacity ? { transparent: true, opacity, depthWrite: false } : {}),
        role,
      );
    const make = (opacity) => {
      const mesh = new Mesh(undefined, material(ROLES[k], opacity));
      mesh.renderOrder = opacity ? 1 : 0;
      mesh.userData.body = k;
      stage.scene.add(mesh);
      return mesh;
    };
    /** @type {Record<Part, Mesh>} */
    this.parts = { now: make(0), start: make(OPACITY.end), end: make(OPACITY.end) };
    this.contact = make(OPACITY.contact);
    this.looks = [material(ROLES[k], OPACITY.sample), material('contact', OPACITY.hit)];
    this.samples = [];
    this.arrow = arrow(stage, ROLES[k], { width: 2, head: 0.16, through: false });
    stage.scene.add(this.arrow);
    stage.label(this.parts.now, letter(k));
  }

  /** @param {import('growth-distance').Shape} shape */
  setShape(shape) {
    const { now, start, end } = this.parts;
    now.geometry.dispose();
    const geometry = solidGeometry(shape);
    for (const mesh of [now, start, end, this.contact, ...this.samples]) mesh.geometry = geometry;
  }

  /**
   * @param {import('./path.js').MovingBody} body
   * @param {number} time
   * @param {import('./answer.js').Sample[]} samples to draw
   * @param {number | null} contact time at which a copy shows the contact
   */
  show(body, time, samples, contact) {
    const { now, start, end } = this.parts;
    const { moves } = body;
    const pose = poseOver(body);
    place(now, pose(time));
    place(start, body.pose);
    place(end, body.to);
    start.visible = moves;
    end.visible = moves;
    this.contact.visible = moves && contact !== null;
    if (contact !== null) place(this.contact, pose(contact));
    this.arrow.visible = false;
    if (moves) this.arrow.show(body.pose.position, displacementOf(body));
    // the last sample is the end, which is drawn already
    this.#showSamples(moves ? samples.slice(0, -1) : [], pose);
  }

  #showSamples(samples, pose) {
    while (this.samples.length < samples.length) {
      const mesh = new Mesh(this.parts.now.geometry);
      mesh.renderOrder = 1;
      this.samples.push(mesh);
      this.stage.scene.add(mesh);
    }
    this.samples.forEach((mesh, i) => {
      const sample = samples[i];
      mesh.visible = sample !== undefined;
      if (!sample) return;
      mesh.material = this.looks[sample.hit ? 1 : 0];
      place(mesh, pose(sample.t));
    });
  }
}

/** @param {Mesh} mesh @param {import('./path.js').Pose} pose */
function place(mesh, { position, quaternion }) {
  mesh.position.set(...position);
  mesh.quaternion.set(...quaternion).normalize();
}

export class Picture {
  /**
   * @param {HTMLElement} holder
   * @param {object} events
   * @param {(body: number, part: Part, pose: import('./path.js').Pose) => void} events.onMove
   * @param {(body: number, part: Part) => void} events.onSelect
   * @param {() => void} events.onRelease
   */
  constructor(holder, events) {
    const report = (event) => (mesh) => {
      const { body } = mesh.userData;
      const { parts } = this.figures[body];
      event(
        body,
        Object.keys(parts).find((part) => parts[part] === mesh),
        poseFrom(mesh),
      );
    };
    this.stage = new Stage(holder, {
      label: LABEL,
      eye: EYE,
      target: TARGET,
      onMove: report(events.onMove),
      onSelect: report(events.onSelect),
      onRelease: events.onRelease,
    });
    this.figures = [0, 1].map((k) => new Figure(this.stage, k));
    this.#makeMarks();
  }

  #makeMarks() {
    const { stage } = this;
    this.marks = {
      plane: plate(stage, 'plane', 2.2),
      normal: arrow(stage, 'normal', { halo: true }),
      points: [1, 2].map(() => dot(stage, 'witness', undefined, true)),
    };
    stage.scene.add(...Object.values(this.marks).flat());
  }

  /** @param {number} k @param {import('growth-distance').Shape} shape */
  setShape(k, shape) {
    this.figures[k].setShape(shape);
  }

  /**
   * @param {object} view
   * @param {import('./path.js').MovingBody[]} view.bodies as the query takes them
   * @param {ReturnType<import('./answer.js').answer>} view.found
   * @param {number} view.time
   * @param {import('./steps.js').Step | undefined} view.step of the solver
   * @param {Set<string>} view.show
   * @param {{ body: number, part: Part }} view.selected
   */
  draw({ bodies, found, time, step, show, selected }) {
    const { result } = found;
    const later = step ? step.end : result?.hit ? result.lower : time;
    const contact = later !== time ? later : null;
    const samples = show.has('samples') ? found.samples : [];
    this.figures.forEach((figure, k) => figure.show(bodies[k], time, samples, contact));
    if (step) this.#showStep(step);
    else this.#showContact(result, show);
    const parts = this.figures.flatMap((figure) => Object.values(figure.parts));
    this.stage.movable = parts.filter((mesh) => mesh.visible);
    const mesh = this.figures[selected.body].parts[selected.part];
    const chosen = mesh.visible ? mesh : this.figures[selected.body].parts.now;
    if (this.stage.selected !== chosen) this.stage.select(chosen);
    this.stage.requestFrame();
  }

  #hideMarks() {
    for (const mark of Object.values(this.marks).flat()) mark.visible = false;
  }

  /** Draws normal and plane of a step; a test has none. */
  #showStep({ normal, point }) {
    this.#hideMarks();
    if (!point) return;
    this.marks.points[0].show(point);
    this.marks.plane.show(point, normal);
    this.marks.normal.show(
      point,
      normal.map((x) => NORMAL_LENGTH * x),
    );
  }

  /** Draws normal, points and plane of a contact; a motion that starts in contact has none. */
  #showContact(result, show) {
    this.#hideMarks();
    if (!result?.hit || result.status === 'overlapping') return;
    const { normal } = result;
    const [a, b] = result.point.length > 0 ? [result.point] : [result.pointA, result.pointB];
    this.marks.points[0].show(a);
    if (b) this.marks.points[1].show(b);
    this.marks.normal.show(
      a,
      normal.map((x) => NORMAL_LENGTH * x),
    );
    if (show.has('plane')) this.marks.plane.show(a, normal);
  }

  dispose() {
    this.stage.dispose();
  }
}

const poseFrom = ({ position, quaternion }) => ({
  position: position.toArray(),
  quaternion: new Quaternion().copy(quaternion).normalize().toArray(),
});
