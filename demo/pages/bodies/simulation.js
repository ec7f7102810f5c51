/* Falling bodies: cannon-es computes the dynamics, growth-distance the contacts (proximity.js).
 *
 * A run depends only on its settings: the same family, count, quantity and seed give the same numbers
 * after the same number of steps, on any machine. A step is 1/60 s. */
import { Body, Vec3, World } from 'cannon-es';
import { HalfSpace } from 'growth-distance';
import { composed } from './mass.js';
import { modelOf, referencePose } from './models.js';
import { GRAVITY, RigidBody } from './rigid-body.js';
import { Proximity } from './proximity.js';
import { randomFrom, randomRotation } from './random.js';

export const STEP = 1 / 60;
/** The part of the velocities that remains after a step, because of air drag and rolling resistance. */
const LINEAR = 1 - 0.02 * STEP;
const ANGULAR = 1 - 0.5 * STEP;
/** Bodies farther from the centre are removed. */
const FAR = 40;
/** Maximum random displacement of the initial positions along x and z. */
const SHIFT = 0.1;
/** Solver iterations per step, distributed over its substeps, and the minimum per substep. */
const ITERATIONS = 20;
const LEAST = 10;
/** Maximum number of substeps. */
const PARTS = 4;
/** A step has no substeps if nothing moves farther than this. */
const FINE = 0.03;

export class Simulation {
  steps = 0;
  /** Duration of the previous step in ms. */
  time = 0;
  /** Largest overlap of the run so far, relative to the smaller body's diameter. */
  worst = 0;
  /** Functions that add forces in every substep. @type {Set<() => void>} */
  forces = new Set();
  /** @type {RigidBody[]} without the floor */
  bodies = [];

  /**
   * @param {object} settings
   * @param {string} settings.family of bodies, one of FAMILIES
   * @param {number} settings.count 1 to 100
   * @param {'growth' | 'signed'} settings.quantity from which contacts are computed
   * @param {number} settings.seed 1: polytopes as in the reference scene
   */
  constructor({ family, count, quantity, seed }) {
    this.proximity = new Proximity(quantity);
    this.world = new World({ gravity: new Vec3(0, -GRAVITY, 0), allowSleep: true });
    this.world.broadphase = this.world.narrowphase = this.proximity;
    this.#addFloor();
    this.#addBodies(family, count, seed);
    /** Initial energy. */
    this.start = this.energy;
  }

  /** Adds bodies at the positions of the reference scene, moved to the centre. */
  #addBodies(family, count, seed) {
    const random = randomFrom(seed);
    const poses = Array.from({ length: count }, (_, i) => referencePose(i));
    const middle = [0, 2].map((k) => poses.reduce((sum, p) => sum + p.position[k], 0) / count);
    const shift = () => (seed === 1 ? 0 : SHIFT * (2 * random() - 1));
    poses.forEach(({ position: [x, y, z], quaternion }, i) => {
      const model = modelOf(family, i);
      const turn = seed === 1 ? quaternion : randomRotation(random);
      const place = [x - middle[0] + shift(), y, z - middle[1] + shift()];
      this.add(model, place, composed(turn, model.axes));
    });
  }

  #addFloor() {
    this.floor = new HalfSpace({ normal: [0, 1, 0], offset: 0 });
    const body = new Body({ mass: 0 });
    const model = { shape: this.floor, diameter: Infinity, offset: 0 };
    model.features = (n, out) => void (out.count = 0);
    const floor = new RigidBody(/** @type {any} */ (model), body);
    this.proximity.add(floor);
    this.world.addBody(body);
  }

  /**
   * @param {import('./models.js').Model} model
   * @param {readonly number[]} position of the centre of mass
   * @param {readonly number[]} quaternion of the principal axes
   * @returns {RigidBody}
   */
  add(model, position, quaternion) {
    const body = new Body({ mass: model.mass, linearDamping: 0, angularDamping: 0 });
    body.position.set(...position);
    body.quaternion.set(...quaternion);
    body.inertia.set(...model.inertia);
    body.invInertia.set(...model.inertia.map((x) => 1 / x));
    body.updateInertiaWorld(true);
    const rigidBody = new RigidBody(model, body);
    this.proximity.add(rigidBody);
    this.world.addBody(body);
    this.bodies.push(rigidBody);
    return rigidBody;
  }

  remove(rigidBody) {
    this.proximity.remove(rigidBody);
    this.world.removeBody(rigidBody.body);
    this.bodies.splice(this.bodies.indexOf(rigidBody), 1);
  }

  /** One step of 1/60 s. */
  step() {
    const start = performance.now();
    const parts = this.#parts();
    this.proximity.begin();
    this.world.solver.iterations = Math.max(LEAST, Math.ceil(ITERATIONS / parts));
    for (let k = 0; k < parts; k++) {
      for (const force of this.forces) force();
      this.world.step(STEP / parts);
    }
    for (const { body } of this.bodies) {
      body.velocity.scale(LINEAR, body.velocity);
      body.angularVelocity.scale(ANGULAR, body.angularVelocity);
    }
    this.steps++;
    this.worst = Math.max(this.worst, this.proximity.overlap);
    this.time = performance.now() - start;
    const lost = this.bodies.find(({ body }) => !(body.position.lengthSquared() < FAR * FAR));
    if (lost) this.remove(lost);
  }

  /**
   * The number of substeps. In a whole step, a fast body could turn so far that it hits with a corner
   * for which there is no contact.
   */
  #parts() {
    let most = 0;
    for (const { body, model } of this.bodies)
      most = Math.max(most, body.velocity.length(), body.angularVelocity.length() * model.diameter);
    return Math.max(1, Math.min(PARTS, Math.ceil((most * STEP) / FINE)));
  }

  /** Number of contact points. */
  get contacts() {
    let count = 0;
    for (const points of this.proximity.touching.values()) count += points.length / 6;
    return count;
  }

  /** Number of sleeping bodies: nothing has moved them for a second. */
  get asleep() {
    return this.bodies.filter((rigidBody) => rigidBody.resting).length;
  }

  /**
   * Kinetic energy, and potential energy relative to each body's lowest position, in units of mass,
   * length and second.
   */
  get energy() {
    let sum = 0;
    for (const rigidBody of this.bodies) {
      const { kinetic, potential } = rigidBody.energy;
      sum += kinetic + potential;
    }
    return sum;
  }

  dispose() {
    this.proximity.dispose();
    this.floor.dispose();
  }
}
