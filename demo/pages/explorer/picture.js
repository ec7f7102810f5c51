/* The explorer's picture: a mesh per body, and the marks of the measurement between two of them. */
import { Box3, Mesh, MeshLambertMaterial } from 'three';
import { geometryOf } from 'growth-distance/three';
import { arrow, chain, dot, ghost, plate } from '../../stage/marks.js';
import { Stage } from '../../stage/stage.js';
import { letter } from '../../ui/numbers.js';

/** Length of the arrow of a normal, and of a gradient of size 1. */
const NORMAL_LENGTH = 0.9;
const GRADIENT_LENGTH = 1.2;
/** Height of the gradient arrow above a shape: the centre is occupied by the handles and the normal. */
const ABOVE = 0.15;
/** Opacity of a shape around its ghost, of a ghost inside its shape, and of a ghost around its shape. */
const OPACITY = { around: 0.35, inside: 0.6, ghost: 0.2 };

export class Picture {
  /**
   * @param {HTMLElement} holder
   * @param {object} events as in Stage, but with the index of the body
   * @param {(index: number) => void} events.onMove
   * @param {(index: number) => void} events.onSelect
   * @param {() => void} events.onRelease
   */
  constructor(holder, events) {
    this.bodies = [];
    const index = (mesh) => this.bodies.indexOf(mesh);
    this.stage = new Stage(holder, {
      label:
        '3D view of the shapes. Drag a shape to move it, drag the background to turn the camera. ' +
        'With the keyboard: Enter selects the next shape; arrow keys and page up and down move it; with shift they turn it.',
      target: [0.4, 0, 0],
      onMove: (mesh) => events.onMove(index(mesh)),
      onSelect: (mesh) => events.onSelect(index(mesh)),
      onRelease: events.onRelease,
    });
    this.#makeMarks();
  }

  #makeMarks() {
    const { stage } = this;
    this.marks = {
      ghosts: [ghost(stage, 'a'), ghost(stage, 'b')],
      moved: ghost(stage, 'b', 0.3),
      centers: chain(stage, 'soft', { width: 1.5, dashed: true }),
      contact: dot(stage, 'contact', 0.07, true),
      witnesses: [1, 2].map(() => dot(stage, 'witness', undefined, true)),
      between: chain(stage, 'witness', { width: 4, halo: true }),
      normal: arrow(stage, 'normal', { halo: true }),
      plate: plate(stage, 'plane'),
      gradients: ['a', 'b'].map((role) => arrow(stage, role, { width: 4, halo: true })),
    };
    for (const mark of Object.values(this.marks).flat()) {
      mark.visible = false;
      stage.scene.add(mark);
    }
  }

  /** Creates or removes meshes until there are `count`. */
  setCount(count) {
    const { stage } = this;
    while (this.bodies.length > count) {
      const mesh = this.bodies.pop();
      stage.untint(mesh.material);
      mesh.geometry.dispose();
      mesh.material.dispose();
      stage.label(mesh, '');
      mesh.removeFromParent();
    }
    while (this.bodies.length < count) {
      const mesh = new Mesh(undefined, new MeshLambertMaterial());
      this.bodies.push(mesh);
      stage.scene.add(mesh);
    }
    stage.movable = this.bodies;
  }

  /** @param {number} index @param {import('growth-distance').Shape} shape */
  setShape(index, shape) {
    const geometry = geometryOf(shape);
    this.bodies[index].geometry.dispose();
    this.bodies[index].geometry = geometry;
  }

  /** @param {number} index @param {import('./state.js').Pose} pose */
  setPose(index, { position, quaternion }) {
    this.bodies[index].position.set(...position);
    this.bodies[index].quaternion.set(...quaternion).normalize();
  }

  /**
   * Colours the pair blue and orange, and the other shapes grey.
   * @param {number[]} pair @param {number} selected
   */
  setPair([a, b], selected) {
    const role = (i) => (i === a ? 'a' : i === b ? 'b' : 'other');
    this.bodies.forEach((mesh, i) => {
      this.stage.tint(mesh.material, role(i));
      if (mesh.userData.label?.element.textContent !== letter(i)) this.stage.label(mesh, letter(i));
    });
    this.stage.select(this.bodies[selected]);
  }

  /**
   * @param {{ growth: any, distance: any, gradient: any }} measured from measure.js
   * @param {{ index: number, shape: import('growth-distance').Shape }[]} pair
   * @param {Set<string>} show
   */
  showMeasured({ growth, distance, gradient }, pair, show) {
    for (const mark of Object.values(this.marks).flat()) mark.visible = false;
    const sides = pair.map(({ index, shape }) => ({
      mesh: this.bodies[index],
      center: shape.center ?? [0, 0, 0],
    }));
    const ghosts = growth.result && show.has('growth');
    this.#seeInside(ghosts && growth.result.value < 1 ? sides.map(({ mesh }) => mesh) : []);
    if (ghosts) this.#showGrowth(growth.result, sides);
    if (distance.result && show.has('distance')) this.#showDistance(distance.result, sides[1]);
    if (growth.result && show.has('plane'))
      this.marks.plate.show(growth.result.contact, growth.result.normal);
    if (gradient.result) this.#showGradient(gradient.result, sides);
    this.stage.requestFrame();
  }

  /** Makes shapes transparent if their ghosts are inside them. @param {Mesh[]} around */
  #seeInside(around) {
    for (const mesh of this.bodies) {
      const transparent = around.includes(mesh);
      const { material } = mesh;
      if (material.transparent === transparent) continue;
      const opacity = transparent ? OPACITY.around : 1;
      Object.assign(material, { transparent, opacity, depthWrite: !transparent });
      material.needsUpdate = true;
    }
    for (const { material } of this.marks.ghosts)
      material.opacity = around.length > 0 ? OPACITY.inside : OPACITY.ghost;
  }

  #showGrowth({ value, contact, normal, pointA, pointB }, sides) {
    const { ghosts, centers, witnesses } = this.marks;
    sides.forEach(({ mesh, center }, i) =>
      ghosts[i].show(mesh.geometry, mesh, { center, scale: value }),
    );
    centers.show(sides.map(({ mesh, center }) => worldOf(mesh, center)));
    this.marks.contact.show(contact);
    witnesses[0].show(pointA);
    witnesses[1].show(pointB);
    this.marks.normal.show(
      contact,
      normal.map((x) => NORMAL_LENGTH * x),
    );
  }

  /** Separated: draws the segment between the nearest points. Overlapping: draws where B must move. */
  #showDistance({ value, normal, pointA, pointB }, { mesh, center }) {
    const { between, witnesses, moved } = this.marks;
    between.show([pointA, pointB]);
    witnesses[0].show(pointA);
    witnesses[1].show(pointB);
    if (value < 0) {
      const shift = normal.map((x) => -value * x);
      moved.show(mesh.geometry, mesh, { center, shift });
    }
  }

  /** Draws the directions in which each shape must move for the fastest rise of the growth distance. */
  #showGradient({ gradient }, sides) {
    const slopes = [gradient.positionA, gradient.positionB];
    sides.forEach(({ mesh, center }, i) =>
      this.marks.gradients[i].show(
        above(mesh, worldOf(mesh, center)),
        Array.from(slopes[i], (x) => GRADIENT_LENGTH * x),
      ),
    );
  }

  dispose() {
    this.stage.dispose();
  }
}

/** The point above a given point, and above its mesh. */
const above = (mesh, [x, , z]) => [x, new Box3().setFromObject(mesh).max.y + ABOVE, z];

/** A local point of a mesh in world coordinates. */
const worldOf = (mesh, point) => {
  mesh.updateMatrix();
  return mesh.position
    .clone()
    .set(...point)
    .applyMatrix4(mesh.matrix)
    .toArray();
};
