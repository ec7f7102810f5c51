/* The visitor's input: throwing balls, and pulling a body at a point. */
import { Body, PointToPointConstraint, Vec3 } from 'cannon-es';
import { Sphere } from 'growth-distance';
import { GRAVITY } from './rigid-body.js';
import { STEP } from './simulation.js';

/** The ball that is thrown; it is as heavy as several other bodies. */
const RADIUS = 0.4;
const DENSITY = 3;
/** Its speed, in units of length per second. */
const SPEED = 16;
/** Maximum number of balls; a further ball replaces the oldest one. */
const MOST = 12;
/** The speed of a pulled body per distance from the pointer, 1/s. */
const PULL = 12;
/** Maximum acceleration of a pulled body. */
const STRENGTH = 80;
/** The part of its angular velocity that a pulled body keeps in a step. */
const STEADY = 0.92;

/** @returns {import('./models.js').Model} */
export function ballModel() {
  const mass = DENSITY * (4 / 3) * Math.PI * RADIUS ** 3;
  const moment = (2 / 5) * mass * RADIUS ** 2;
  return {
    name: 'ball',
    shape: new Sphere({ radius: RADIUS }),
    offset: 0,
    mass,
    inertia: [moment, moment, moment],
    axes: [0, 0, 0, 1],
    diameter: 2 * RADIUS,
    lowest: RADIUS,
    features: (n, out) => void (out.count = 1),
  };
}

/** Throws balls in one simulation. */
export class Thrower {
  #balls = [];

  /** @param {import('./simulation.js').Simulation} simulation @param {import('./models.js').Model} model */
  constructor(simulation, model) {
    this.simulation = simulation;
    this.model = model;
  }

  /**
   * Throws a ball on a parabola that hits the target.
   * @param {readonly number[]} from @param {readonly number[]} target
   */
  throw(from, target) {
    const { simulation } = this;
    this.#balls = this.#balls.filter((ball) => simulation.bodies.includes(ball));
    if (this.#balls.length === MOST) simulation.remove(this.#balls.shift());
    const way = target.map((x, i) => x - from[i]);
    const time = Math.sqrt(way.reduce((sum, x) => sum + x * x, 0)) / SPEED;
    const velocity = way.map((x) => x / Math.max(time, STEP));
    velocity[1] += (GRAVITY * time) / 2;
    const height = Math.max(from[1], RADIUS + 0.1);
    const ball = simulation.add(this.model, [from[0], height, from[2]], [0, 0, 0, 1]);
    ball.thrown = true;
    ball.body.velocity.set(...velocity);
    this.#balls.push(ball);
  }
}

/** A soft joint between a point of a body and the pointer. */
export class PointerJoint {
  #anchor = new Body({ mass: 0 });

  /**
   * @param {import('./simulation.js').Simulation} simulation
   * @param {import('./rigid-body.js').RigidBody} rigidBody
   * @param {readonly number[]} point of the body, in world coordinates
   */
  constructor(simulation, rigidBody, point) {
    this.simulation = simulation;
    this.rigidBody = rigidBody;
    const { body } = rigidBody;
    const pivot = body.pointToLocalFrame(new Vec3(...point));
    const strength = STRENGTH * body.mass * STEP;
    this.constraint = new PointToPointConstraint(body, pivot, this.#anchor, new Vec3(), strength);
    for (const equation of this.constraint.equations)
      Object.assign(equation, { a: PULL, b: 1, eps: 0.01 * body.invMass });
    this.move(point);
    body.allowSleep = false;
    simulation.world.addConstraint(this.constraint);
    this.force = () => {
      body.wakeUp();
      body.angularVelocity.scale(STEADY, body.angularVelocity);
    };
    simulation.forces.add(this.force);
  }

  /** @param {readonly number[]} point of the pointer, in world coordinates */
  move(point) {
    this.#anchor.position.set(...point);
  }

  /** The position of the pointer in world coordinates. */
  get place() {
    return this.#anchor.position.toArray();
  }

  /** The pulled point of the body in world coordinates. */
  get held() {
    return this.rigidBody.body.pointToWorldFrame(this.constraint.pivotA).toArray();
  }

  letGo() {
    this.simulation.world.removeConstraint(this.constraint);
    this.simulation.forces.delete(this.force);
    this.rigidBody.body.allowSleep = true;
  }
}
