/* Falling bodies: dynamics by cannon-es, everything about contact by growth-distance (proximity.js).
 *
 * A run depends on nothing but its settings: the same family, count, quantity and seed give the same
 * numbers after as many steps, on any machine. Steps are 1/60 s. */
import { Body, Vec3, World } from 'cannon-es';
import { HalfSpace } from 'growth-distance';
import { composed } from './mass.js';
import { modelOf, referencePose } from './models.js';
import { GRAVITY, RigidBody } from './rigid-body.js';
import { Proximity } from './proximity.js';
import { randomFrom, randomRotation } from './random.js';

export const STEP = 1 / 60;
/** What is left of the velocities after a step: air, and what rolling loses. */
const LINEAR = 1 - 0.02 * STEP;
const ANGULAR = 1 - 0.5 * STEP;
/** Beyond this distance from the middle a body is taken away. */
const FAR = 40;
/** Bodies start as far beside their places as chance wants, along x and z. */
const SHIFT = 0.1;
/** Iterations of the solver in a step, shared by its parts, each of which has at least so many. */
const ITERATIONS = 20;
const LEAST = 10;
/** No step is cut into more parts than this, */
const PARTS = 4;
/** and none where nothing moves farther than this. */
const FINE = 0.03;

export class Simulation {
  steps = 0;
  /** Time of the last step, ms. */
  time = 0;
  /** Largest overlap of the run so far, as a part of the smaller body's diameter. */
  worst = 0;
  /** What else acts in every part of a step. @type {Set<() => void>} */
  forces = new Set();
  /** @type {RigidBody[]} without the floor */
  bodies = [];

  /**
   * @param {object} settings
   * @param {string} settings.family of bodies, one of FAMILIES
   * @param {number} settings.count 1 to 100
   * @param {'growth' | 'signed'} settings.quantity that contacts are made of
   * @param {number} settings.seed 1: polytopes as in the reference scene
   */
  constructor({ family, count, quantity, seed }) {
    this.proximity = new Proximity(quantity);
    this.world = new World({ gravity: new Vec3(0, -GRAVITY, 0), allowSleep: true });
    this.world.broadphase = this.world.narrowphase = this.proximity;
    this.#addFloor();
    this.#addBodies(family, count, seed);
    /** Energy at the beginning. */
    this.start = this.energy;
  }

  /** In the places of the reference scene, moved to the middle. */
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

  /** How many parts a step is cut into: fast bodies turn far enough in a whole one to hit with a
   * corner that no contact told of. */
  #parts() {
    let most = 0;
    for (const { body, model } of this.bodies)
      most = Math.max(most, body.velocity.length(), body.angularVelocity.length() * model.diameter);
    return Math.max(1, Math.min(PARTS, Math.ceil((most * STEP) / FINE)));
  }

  /** How many points of contact there are. */
  get contacts() {
    let count = 0;
    for (const points of this.proximity.touching.values()) count += points.length / 6;
    return count;
  }

  /** How many bodies are asleep: nothing has moved them for a second. */
  get asleep() {
    return this.bodies.filter((rigidBody) => rigidBody.resting).length;
  }

  /** Kinetic, and potential over each body lying as low as it can, in mass, length and second. */
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
