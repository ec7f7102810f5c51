/* Contact and friction as equations for the solver of cannon-es. They add what this solver leaves to its
 * caller: how a gap closes, and Coulomb's bound on friction.
 *
 * An equation requires the velocity G v = -a g - (b - 1) G v0, softened by eps. For separated bodies, a
 * = 1 / h and b = 1: within the step they may approach by at most the gap g. So bodies do not penetrate,
 * however fast they are. For overlapping bodies, each step removes a part of the overlap. The multiplier
 * of a contact is its impulse, which the solver accumulates through addToWlambda. In every iteration,
 * friction is bounded by the coefficient times this impulse. */
import { ContactEquation, FrictionEquation } from 'cannon-es';

/** The part of an overlap that one step removes. */
const PUSH = 0.2;
/** Maximum speed at which an overlap is removed, in units of length per second. */
const PUSH_SPEED = 1;
/** Softness relative to the inverse mass. It makes the solver converge if one face has many contacts. */
const SOFTNESS = 0.001;

const softness = ({ bi, bj }) => SOFTNESS * (bi.invMass + bj.invMass);

export class Contact extends ContactEquation {
  impulse = 0;
  gap = 0;

  /** @param {number} gap @param {number} h duration of the step */
  begin(gap, h) {
    this.impulse = 0;
    this.gap = gap;
    this.b = 1;
    this.a = (gap < 0 ? Math.min(PUSH, (PUSH_SPEED * h) / -gap) : 1) / h;
    this.eps = softness(this);
  }

  addToWlambda(impulse) {
    this.impulse += impulse;
    super.addToWlambda(impulse);
  }
}

export class Friction extends FrictionEquation {
  coefficient = 0;
  /** @type {Contact | null} */
  contact = null;

  /**
   * @param {Contact} contact
   * @param {number} coefficient
   * @param {boolean} second whether to use the second tangent
   */
  begin(contact, coefficient, second) {
    this.contact = contact;
    this.coefficient = coefficient;
    this.bi = contact.bi;
    this.bj = contact.bj;
    this.ri.copy(contact.ri);
    this.rj.copy(contact.rj);
    contact.ni.tangents(second ? spare : this.t, second ? this.t : spare);
    this.t.normalize();
    this.a = 0;
    this.b = 1;
    this.eps = softness(this);
  }

  get maxForce() {
    return this.contact ? this.coefficient * this.contact.impulse : 0;
  }
  get minForce() {
    return -this.maxForce;
  }
  // the setters do nothing, because the constructor of the base class sets constant bounds
  set maxForce(_) {}
  set minForce(_) {}
}
const spare = new ContactEquation(null, null).ni;
