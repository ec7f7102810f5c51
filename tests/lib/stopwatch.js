/*
 * Finds queries that take far longer than the others. A query is slow only if every repetition is
 * slow, so a slow moment of the machine does not count. The limit is a multiple of the median, not
 * a time.
 */

const LIMIT = 2000;
const ROUNDS = 5;

export class Stopwatch {
  #queries = [];

  /**
   * Runs a query and records its time.
   * @template T
   * @param {string} name
   * @param {() => T} ask
   */
  run(name, ask) {
    const start = performance.now();
    const result = ask();
    this.#queries.push({ name, ask, time: performance.now() - start });
    return result;
  }

  /**
   * Repeats the queries that took longer than 2000 times the median.
   * @returns {string[]} the names of the queries that took longer every time
   */
  slow() {
    const times = this.#queries.map(({ time }) => time).sort((a, b) => a - b);
    const limit = LIMIT * times[times.length >> 1];
    const isSlow = ({ ask, time }) => {
      for (let round = 0; time > limit && round < ROUNDS; round++) {
        const start = performance.now();
        ask();
        time = performance.now() - start;
      }
      return time > limit;
    };
    return this.#queries.filter(isSlow).map(({ name }) => `${name}: slow`);
  }
}
