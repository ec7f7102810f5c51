/* Contact and friction as equations of cannon-es' solver, with what the solver leaves to its caller:
 * how a gap is closed, Coulomb's bound on friction, and a warm start.
 *
 * An equation asks for the velocity G v = -a g - (b - 1) G v0, softened by eps. Bodies that are apart
 * may come as near as the gap g within the step and no nearer (a = 1 / h, b = 1), so nothing gets
 * into anything however fast it is; bodies that overlap are moved apart by a part of the overlap a
 * step. The multiplier of a contact, which the solver adds up through addToWlambda, is its impulse:
 * friction may have that much times its coefficient, in every iteration anew.
 *
 * The solver starts from nothing in every step. A pile needs more iterations than that allows, so an
 * equation first gives the bodies the impulse that it had in the last step, and lets the solver find
 * what is to be added, down to taking all of it back. */
import { Body, ContactEquation, FrictionEquation, Vec3 } from 'cannon-es';

/** The part of an overlap that one step takes away. */
const PUSH = 0.2;
/** No overlap is pushed apart faster than this, in units of length a second. */
const PUSH_SPEED = 1;
/** Softness relative to the inverse mass: what makes many contacts of one face converge. */
const SOFTNESS = 0.001;

/** Gives both bodies an impulse along n at the points of an equation. */
function push(equation, n, impulse) {
  const { bi, bj, ri, rj } = equation;
  if (impulse === 0) return;
  kick(bi, ri, n, -impulse);
  kick(bj, rj, n, impulse);
}

function kick(body, r, n, impulse) {
  if (body.mass === 0 || body.sleepState === Body.SLEEPING) return;
  const { velocity: v, angularVelocity: w, invInertiaWorld } = body;
  v.addScaledVector(impulse * body.invMass, n, v);
  r.cross(n, torque);
  invInertiaWorld.vmult(torque, torque);
  w.addScaledVector(impulse, torque, w);
}
const torque = new Vec3();

export class Contact extends ContactEquation {
  impulse = 0;
  gap = 0;

  /** @param {number} gap @param {number} h step @param {number} impulse to begin with */
  begin(gap, h, impulse) {
    this.impulse = impulse;
    this.minForce = -impulse;
    this.gap = gap;
    this.b = 1;
    this.a = (gap < 0 ? Math.min(PUSH, (PUSH_SPEED * h) / -gap) : 1) / h;
    this.eps = SOFTNESS * (this.bi.invMass + this.bj.invMass);
  }

  warm() {
    push(this, this.ni, this.impulse);
  }

  addToWlambda(impulse) {
    this.impulse += impulse;
    super.addToWlambda(impulse);
  }
}

export class Friction extends FrictionEquation {
  contact = null;
  coefficient = 0;
  impulse = 0;
  first = 0;

  begin(contact, coefficient, impulse) {
    this.contact = contact;
    this.coefficient = coefficient;
    this.impulse = this.first = impulse;
    this.bi = contact.bi;
    this.bj = contact.bj;
    this.ri.copy(contact.ri);
    this.rj.copy(contact.rj);
    this.a = 0;
    this.b = 1;
    this.eps = SOFTNESS * (this.bi.invMass + this.bj.invMass);
  }

  warm() {
    push(this, this.t, this.impulse);
  }

  addToWlambda(impulse) {
    this.impulse += impulse;
    super.addToWlambda(impulse);
  }

  get maxForce() {
    return this.contact ? this.coefficient * this.contact.impulse - this.first : 0;
  }
  get minForce() {
    return this.contact ? -this.coefficient * this.contact.impulse - this.first : 0;
  }
  // the base class sets constant bounds
  set maxForce(_) {}
  set minForce(_) {}
}
