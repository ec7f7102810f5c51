/* A platform: some processes with both sides. Every second process loads the sides in the other order,
 * because the side loaded first can be faster or slower by some per cent for a whole process. */

/**
 * @typedef {object} Measured null if a side lacks the query
 * @property {{ value: number, status: number | string }[][]} answers of both sides
 * @property {[number, number][]} samples nanoseconds a query, before and after
 *
 * @typedef {object} Member a process
 * @property {(scene: object) => Promise<void>} open
 * @property {(cell: object, samples: number) => Promise<Measured | null>} measure
 * @property {() => void} close
 */

/** The measurement of a process with its two sides exchanged. @param {Measured} measured @returns {Measured}
 */
const exchanged = ({ answers, samples }) => ({
  answers: answers.toReversed(),
  samples: samples.map(([a, b]) => [b, a]),
});

export class Platform {
  #members;

  /** @param {(swapped: boolean) => Member} start @param {number} processes */
  constructor(start, processes) {
    this.#members = Array.from({ length: processes }, (_, i) => start(i % 2 === 1));
  }

  async open(scene) {
    for (const member of this.#members) await member.open(scene);
  }

  /**
   * Measures a cell in one process after the other.
   * @param {object} cell @param {number} samples of each side in each process
   * @returns {Promise<Measured | null>}
   */
  async measure(cell, samples) {
    const all = [];
    for (const [i, member] of this.#members.entries()) {
      const measured = await member.measure(cell, samples);
      if (measured === null) return null;
      all.push(i % 2 === 1 ? exchanged(measured) : measured);
    }
    return { answers: all[0].answers, samples: all.flatMap(({ samples: list }) => list) };
  }

  close() {
    for (const member of this.#members) member.close();
  }
}
