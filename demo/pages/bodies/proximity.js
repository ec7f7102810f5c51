/* Broad and narrow phase for cannon-es with a World of growth-distance. One query per step finds all
 * pairs, warm-started from the previous step. It gives a normal and a pair of witness points for each
 * pair, from which the support features make contact points.
 *
 * Growth distance and signed distance give the same kind of contact. The witness points of a signed
 * distance differ by its value along the normal. A growth distance s scales both bodies about their
 * centres until they touch. Scaled back, the contact plane becomes two parallel planes, one at each body.
 * Their gap is n . (b - a) = (1 - 1 / s) n . (center B - center A).
 *
 * The gap is positive for s > 1 and negative for s < 1. It is at most the distance, and the overlap is
 * at least the depth. It changes smoothly when bodies begin to overlap, because the normal is defined in
 * the same way for both cases. */
import { World } from 'growth-distance';
import { Contact, Friction } from './equations.js';
import { newFeature } from './features.js';
import { manifoldOf, newManifold } from './manifold.js';

/** Coefficient of friction between any two bodies. */
const FRICTION = 0.5;
/** Bodies within this gap are queried and count as near, even at rest; relative to a diameter of 1. */
const NEAR = 0.02;
/** Points within this gap are touching. */
const TOUCH = 0.003;

export const QUANTITIES = ['growth', 'signed'];

/** Larger than any number of bodies, so that a pair of body numbers fits into one number. */
const MANY = 4096;
const numbersOf = (pair) => [Math.floor(pair / MANY), pair % MANY];

export class Proximity {
  pairs = 0;
  /** Largest overlap since `begin`, relative to the smaller body's diameter. */
  overlap = 0;
  /** Time since `begin` in ms: of the queries, and of queries and contacts together. */
  queryTime = 0;
  time = 0;
  /**
   * The touching points by pair, including sleeping bodies: point and normal, x y z each.
   * @type {Map<number, number[]>}
   */
  touching = new Map();

  #world = new World();
  /** By body number in the World. @type {(import('./rigid-body.js').RigidBody | undefined)[]} */
  #bodies = [];
  #contacts = [];
  #frictions = [];
  #a = newFeature();
  #b = newFeature();
  #manifold = newManifold();
  #touched = new Map();
  #fastest = 0;

  /** @param {'growth' | 'signed'} quantity */
  constructor(quantity) {
    this.quantity = quantity;
  }

  /** Resets the counters. */
  begin() {
    this.overlap = this.queryTime = this.time = 0;
  }

  /** @param {import('./rigid-body.js').RigidBody} rigidBody */
  add(rigidBody) {
    rigidBody.number = this.#world.add(rigidBody.model.shape);
    this.#bodies[rigidBody.number] = rigidBody;
  }

  /** @param {import('./rigid-body.js').RigidBody} rigidBody */
  remove(rigidBody) {
    this.#world.remove(rigidBody.number);
    this.#bodies[rigidBody.number] = undefined;
    for (const pair of [...this.touching.keys()]) {
      if (!numbersOf(pair).includes(rigidBody.number)) continue;
      this.#part(pair);
      this.touching.delete(pair);
    }
  }

  /** Broad phase of cannon-es. It returns no pairs, because the World finds them. */
  setWorld() {}
  collisionPairs() {
    const { poses } = this.#world;
    let fastest = 0;
    for (const rigidBody of this.#bodies) {
      if (!rigidBody) continue;
      rigidBody.writePose(poses);
      fastest = Math.max(fastest, rigidBody.body.velocity.lengthSquared());
    }
    this.#fastest = Math.sqrt(fastest);
  }

  /** Narrow phase of cannon-es. */
  getContacts(p1, p2, world, contacts, oldContacts, frictions, frictionPool) {
    const start = performance.now();
    this.#contacts.push(...oldContacts);
    this.#frictions.push(...frictionPool);
    oldContacts.length = frictionPool.length = 0;
    const margin = NEAR + 1.5 * this.#fastest * world.dt;
    const { count, pairs, normal, pointA, pointB } =
      this.quantity === 'growth'
        ? this.#world.growthDistances({ margin })
        : this.#world.signedDistances({ margin });
    this.queryTime += performance.now() - start;
    this.pairs = count;
    [this.#touched, this.touching] = [this.touching, this.#touched];
    this.touching.clear();
    for (let k = 0; k < count; k++) {
      const [a, b] = [this.#bodies[pairs[2 * k]], this.#bodies[pairs[2 * k + 1]]];
      const [x, y, z] = [3 * k, 3 * k + 1, 3 * k + 2];
      const n = [normal[x], normal[y], normal[z]];
      const onA = [pointA[x], pointA[y], pointA[z]];
      const onB = [pointB[x], pointB[y], pointB[z]];
      const gap = n[0] * (onB[0] - onA[0]) + n[1] * (onB[1] - onA[1]) + n[2] * (onB[2] - onA[2]);
      this.overlap = Math.max(this.overlap, -gap / Math.min(a.model.diameter, b.model.diameter));
      const reach = NEAR + world.dt * a.approach(b);
      if (gap > reach) continue;
      const pair = MANY * a.number + b.number;
      const known = a.resting && b.resting ? this.#touched.get(pair) : undefined;
      this.touching.set(pair, known ?? []);
      if (!known)
        this.#join({ a, b, n, onA, onB, gap, reach, pair }, world.dt, contacts, frictions);
    }
    for (const pair of this.#touched.keys()) if (!this.touching.has(pair)) this.#part(pair);
    this.time += performance.now() - start;
  }

  /** Wakes sleeping bodies that have lost a contact. */
  #part(pair) {
    for (const number of numbersOf(pair)) {
      const rigidBody = this.#bodies[number];
      if (rigidBody?.resting && rigidBody.body.mass > 0) rigidBody.body.wakeUp();
    }
  }

  #join({ a, b, n, onA, onB, gap, reach, pair }, dt, contacts, frictions) {
    const manifold = this.#manifold;
    const size = Math.min(a.model.diameter, b.model.diameter);
    a.feature(n, 1, this.#a);
    b.feature(n, -1, this.#b, a.body.mass === 0);
    manifoldOf(this.#a, this.#b, n, onA, onB, gap, TOUCH, reach, size, manifold);
    const points = this.touching.get(pair);
    const [xa, xb] = [a.body.position, b.body.position];
    for (let k = 0; k < manifold.count; k++) {
      const contact = this.#contacts.pop() ?? new Contact(a.body, b.body);
      const x = manifold.points[3 * k];
      const y = manifold.points[3 * k + 1];
      const z = manifold.points[3 * k + 2];
      const g = manifold.gaps[k];
      contact.bi = a.body;
      contact.bj = b.body;
      contact.si = a.tag;
      contact.sj = b.tag;
      contact.ni.set(n[0], n[1], n[2]);
      contact.ri.set(x - xa.x, y - xa.y, z - xa.z);
      contact.rj.set(x + g * n[0] - xb.x, y + g * n[1] - xb.y, z + g * n[2] - xb.z);
      contact.begin(g, dt);
      contacts.push(contact);
      // friction starts only when the point touches
      if (g > TOUCH) continue;
      frictions.push(this.#friction(contact, false), this.#friction(contact, true));
      points.push(x, y, z, n[0], n[1], n[2]);
    }
  }

  #friction(contact, second) {
    const friction = this.#frictions.pop() ?? new Friction(contact.bi, contact.bj, 0);
    friction.begin(contact, FRICTION, second);
    return friction;
  }

  dispose() {
    this.#world.dispose();
  }
}
