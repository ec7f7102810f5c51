/* Falling bodies: dynamics by cannon-es, everything about contact by growth-distance (proximity.js).
 *
 * A run depends on nothing but its settings: the same kind, count, quantity and seed give the same
 * numbers after as many steps, on any machine. Steps are 1/60 s. */
import { Body, Vec3, World } from 'cannon-es';
import { HalfSpace } from 'growth-distance';
import { rotated, turned } from './mass.js';
import { modelOf, referencePose } from './models.js';
import { Proximity } from './proximity.js';

export const STEP = 1 / 60;
const GRAVITY = 9.81;
/** What is left of the velocities after a step: air, and what rolling loses. */
const LINEAR = 1 - 0.02 * STEP;
const ANGULAR = 1 - 0.3 * STEP;
/** Beyond this distance from the middle a body is taken away. */
const FAR = 40;
/** Iterations of the solver in a step, shared by its parts, each of which has at least so many. */
const ITERATIONS = 20;
const LEAST = 10;
/** No step is cut into more parts than this, */
const PARTS = 4;
/** and none where nothing moves farther than this. */
const FINE = 0.03;

/** A body of the engine with what it is made of, and its place in the scene. */
export class Piece {
  number = -1;

  /** @param {import('./models.js').Model} model @param {Body} body */
  constructor(model, body) {
    this.model = model;
    this.body = body;
    /** What the engine wants to know of a shape. */
    this.tag = { id: body.id };
    /** The scene's pose: the shape's origin is not the centre of mass in all. */
    this.origin = [0, 0, 0];
  }

  /** @param {Float64Array} poses of the scene */
  writePose(poses) {
    const { position: p, quaternion: q } = this.body;
    const [x, y, z] = this.model.offset === 0 ? [0, 0, 0] : this.turn([0, -this.model.offset, 0]);
    this.origin = [p.x + x, p.y + y, p.z + z];
    const at = 7 * this.number;
    for (let i = 0; i < 3; i++) poses[at + i] = this.origin[i];
    [poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]] = [q.x, q.y, q.z, q.w];
  }

  turn(v) {
    const { x, y, z, w } = this.body.quaternion;
    return rotated([x, y, z, w], v);
  }

  /** The support feature along sign n, world. */
  feature(n, sign, out, all = false) {
    const { x, y, z, w } = this.body.quaternion;
    this.model.features(
      rotated([-x, -y, -z, w], [sign * n[0], sign * n[1], sign * n[2]]),
      out,
      all,
    );
    if (out.count < 2) return;
    const q = [x, y, z, w];
    out.normal = rotated(q, out.normal);
    for (let k = 0; k < out.count; k++) {
      const p = rotated(q, [out.points[3 * k], out.points[3 * k + 1], out.points[3 * k + 2]]);
      for (let i = 0; i < 3; i++) out.points[3 * k + i] = p[i] + this.origin[i];
    }
  }

  /** No point of the two comes nearer to one of the other faster than this. @param {Piece} other */
  approach(other) {
    const [v, u] = [this.body.velocity, other.body.velocity];
    const [x, y, z] = [v.x - u.x, v.y - u.y, v.z - u.z];
    return Math.sqrt(x * x + y * y + z * z) + this.rim() + other.rim();
  }

  rim() {
    return this.body.mass > 0 ? this.body.angularVelocity.length() * this.model.diameter : 0;
  }

  /** Whether nothing moves it: the floor, or a body asleep. */
  get resting() {
    return this.body.mass === 0 || this.body.sleepState === Body.SLEEPING;
  }

  /** Kinetic energy, and potential energy over lying as low as it can on the floor. */
  get energy() {
    const { mass, inertia, lowest } = this.model;
    const { velocity: v, angularVelocity: w, quaternion: q, position } = this.body;
    const turn = rotated([-q.x, -q.y, -q.z, q.w], [w.x, w.y, w.z]);
    let kinetic = (mass / 2) * v.lengthSquared();
    for (let i = 0; i < 3; i++) kinetic += (inertia[i] / 2) * turn[i] * turn[i];
    return { kinetic, potential: mass * GRAVITY * (position.y - lowest) };
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} seed */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A rotation, all equally likely. */
function randomRotation(random) {
  for (;;) {
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1);
    const square = q.reduce((sum, x) => sum + x * x, 0);
    if (square <= 1 && square > 0.01) return q.map((x) => x / Math.sqrt(square));
  }
}

export class Simulation {
  steps = 0;
  /** Time of the last step, ms: all of it, and the part of the contacts. */
  time = 0;
  /** @type {Piece[]} without the floor */
  pieces = [];
  proximity = new Proximity();

  /** @param {{ kind: string, count: number, quantity: string, seed: number }} settings */
  constructor({ kind, count, quantity, seed }) {
    this.kind = kind;
    this.random = randomFrom(seed);
    this.world = new World({ gravity: new Vec3(0, -GRAVITY, 0), allowSleep: true });
    this.world.broadphase = this.world.narrowphase = this.proximity;
    this.world.solver.iterations = ITERATIONS;
    this.proximity.quantity = quantity;
    this.#addFloor();
    const poses = Array.from({ length: count }, (_, i) => referencePose(i));
    const middle = [0, 2].map((k) => poses.reduce((sum, p) => sum + p.position[k], 0) / count);
    poses.forEach(({ position: [x, y, z], quaternion }, i) => {
      const model = modelOf(kind, i);
      const turn = seed === 1 ? quaternion : randomRotation(this.random);
      const shift = () => (seed === 1 ? 0 : 0.1 * (2 * this.random() - 1));
      const place = [x - middle[0] + shift(), y, z - middle[1] + shift()];
      this.add(model, place, turned(turn, model.axes));
    });
    this.start = this.energy;
  }

  #addFloor() {
    this.floor = new HalfSpace({ normal: [0, 1, 0], offset: 0 });
    const body = new Body({ mass: 0 });
    const model = { shape: this.floor, diameter: Infinity, offset: 0 };
    model.features = (n, out) => void (out.count = 0);
    const floor = new Piece(/** @type {any} */ (model), body);
    this.proximity.add(floor);
    this.world.addBody(body);
  }

  /**
   * @param {import('./models.js').Model} model
   * @param {readonly number[]} position of the centre of mass
   * @param {readonly number[]} quaternion of the principal axes
   * @returns {Piece}
   */
  add(model, position, quaternion) {
    const body = new Body({ mass: model.mass, linearDamping: 0, angularDamping: 0 });
    body.position.set(...position);
    body.quaternion.set(...quaternion);
    body.inertia.set(...model.inertia);
    body.invInertia.set(...model.inertia.map((x) => 1 / x));
    body.updateInertiaWorld(true);
    const piece = new Piece(model, body);
    this.proximity.add(piece);
    this.world.addBody(body);
    this.pieces.push(piece);
    return piece;
  }

  remove(piece) {
    this.proximity.remove(piece);
    this.world.removeBody(piece.body);
    this.pieces.splice(this.pieces.indexOf(piece), 1);
  }

  /** One step of 1/60 s. */
  step() {
    const start = performance.now();
    const parts = this.#parts();
    this.world.solver.iterations = Math.max(LEAST, Math.ceil(ITERATIONS / parts));
    for (let k = 0; k < parts; k++) this.world.step(STEP / parts);
    for (const { body } of this.pieces) {
      body.velocity.scale(LINEAR, body.velocity);
      body.angularVelocity.scale(ANGULAR, body.angularVelocity);
    }
    this.steps++;
    this.time = performance.now() - start;
    const lost = this.pieces.find(({ body }) => !(body.position.lengthSquared() < FAR * FAR));
    if (lost) this.remove(lost);
  }

  /** How many parts a step is cut into: fast bodies turn far enough in a whole one to hit with a
   * corner that no contact told of. */
  #parts() {
    let most = 0;
    for (const { body, model } of this.pieces)
      most = Math.max(most, body.velocity.length(), body.angularVelocity.length() * model.diameter);
    return Math.max(1, Math.min(PARTS, Math.ceil((most * STEP) / FINE)));
  }

  get contacts() {
    return this.world.contacts;
  }

  /** In units of mass, length and second. */
  get energy() {
    let sum = 0;
    for (const piece of this.pieces) {
      const { kinetic, potential } = piece.energy;
      sum += kinetic + potential;
    }
    return sum;
  }

  dispose() {
    this.proximity.dispose();
    this.floor.dispose();
  }
}
