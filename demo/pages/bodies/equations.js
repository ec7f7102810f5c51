/* Contact and friction as equations of cannon-es' solver, with what the solver leaves to its caller:
 * how a gap is closed, and Coulomb's bound on friction.
 *
 * An equation asks for the velocity G v = -a g - (b - 1) G v0, softened by eps. Bodies that are apart
 * may come as near as the gap g within the step and no nearer (a = 1 / h, b = 1), so nothing gets
 * into anything however fast it is; bodies that overlap are moved apart by a part of the overlap a
 * step. The multiplier of a contact, which the solver adds up through addToWlambda, is its impulse:
 * friction may have that much times its coefficient, in every iteration anew. */
import { ContactEquation, FrictionEquation } from 'cannon-es';

/** The part of an overlap that one step takes away. */
const PUSH = 0.2;
/** No overlap is pushed apart faster than this, in units of length a second. */
const PUSH_SPEED = 1;
/** Softness relative to the inverse mass: what makes many contacts of one face converge. */
const SOFTNESS = 0.001;

const softness = ({ bi, bj }) => SOFTNESS * (bi.invMass + bj.invMass);

export class Contact extends ContactEquation {
  impulse = 0;
  gap = 0;

  /** @param {number} gap @param {number} h time of the step */
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

  /** @param {Contact} contact @param {number} coefficient @param {boolean} second tangent */
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
  // the base class sets constant bounds
  set maxForce(_) {}
  set minForce(_) {}
}
const spare = new ContactEquation(null, null).ni;
