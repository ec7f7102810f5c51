/* What contacts remember from step to step: their impulses, found again by pair and place. */

/** A contact is the same as one of the last step this near, as a part of the smaller diameter. */
const NEAR = 0.05;

/**
 * @typedef {object} Record
 * @property {number[]} place in the second body's coordinates
 * @property {number} impulse along the normal
 * @property {number[]} friction impulse, world
 * @property {number} step time of the step in which it acted
 */

export class Memory {
  /** @type {Map<number, Record[]>} by pair */
  #records = new Map();

  /**
   * Keeps the impulses of a step.
   * @param {import('./equations.js').Contact[]} contacts
   * @param {number} step its time
   */
  keep(contacts, step) {
    this.#records.clear();
    for (const contact of contacts) {
      if (!(contact.impulse > 0)) continue;
      const { pair, place, impulse, frictions } = contact;
      const [f, g] = frictions;
      const friction = [
        f.impulse * f.t.x + g.impulse * g.t.x,
        f.impulse * f.t.y + g.impulse * g.t.y,
        f.impulse * f.t.z + g.impulse * g.t.z,
      ];
      const record = { place, impulse, friction, step };
      const own = this.#records.get(pair);
      if (own) own.push(record);
      else this.#records.set(pair, [record]);
    }
  }

  /**
   * The nearest one of the last step, taken out.
   * @param {number} pair @param {readonly number[]} place @param {number} size
   * @returns {Record | undefined}
   */
  take(pair, place, size) {
    const own = this.#records.get(pair);
    if (!own) return undefined;
    let [best, least] = [-1, NEAR * NEAR * size * size];
    own.forEach((record, k) => {
      const square = record.place.reduce((sum, x, i) => sum + (x - place[i]) ** 2, 0);
      if (square < least) [best, least] = [k, square];
    });
    return best < 0 ? undefined : own.splice(best, 1)[0];
  }
}
