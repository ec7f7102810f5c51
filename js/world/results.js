/* What a world answers with: objects that stay, whose arrays are views of the module's memory and do
 * not. */
import { viewColumns } from './columns.js';
import { readNumbers } from './options.js';
import { QUERIES } from './queries.js';

/** @import { WorldPairs } from './columns.js' */

/** A place in the module's memory. @typedef {{ pointer: number, room: number }} Place */

const NOTHING = /* @__PURE__ */ new Uint32Array(0);

/** @internal */
export class WorldResults {
  /** The pairs found last. @type {WorldPairs} */
  found = { count: 0, pairs: NOTHING };
  /** @type {any[]} by code of the query */
  #results = QUERIES.map(() => undefined);
  /** The pairs given to each query last. */
  #lists = QUERIES.map(() => NOTHING);
  /** Whether each result is of such. */
  #given = QUERIES.map(() => false);

  /** The result of a query. @param {number} code @returns {any} */
  of(code) {
    const known = this.#results[code];
    if (known) return known;
    const result = (this.#results[code] = { count: 0, pairs: this.found.pairs });
    viewColumns(result, code, NOTHING.buffer, 0, 0, 0);
    return result;
  }

  /**
   * Views of the memory as it is now.
   * @param {ArrayBufferLike} buffer
   * @param {Place} found of the pairs found
   * @param {readonly Place[]} columns by code of the query
   * @param {number} dimension
   */
  view(buffer, found, columns, dimension) {
    this.found.pairs = new Uint32Array(buffer, found.pointer, 2 * found.room);
    this.#results.forEach((result, code) => {
      if (result === undefined) return;
      const { pointer, room } = /** @type {Place} */ (columns[code]);
      viewColumns(result, code, buffer, pointer, room, dimension);
      if (!this.#given[code]) result.pairs = this.found.pairs;
    });
  }

  /**
   * A query has been answered. What was given is kept for its result: the next query may be given others.
   * @param {number} code @param {number} count @param {boolean} given
   */
  complete(code, count, given) {
    const result = this.#results[code];
    let list = /** @type {Uint32Array} */ (this.#lists[code]);
    if (given && list.length < 2 * count) list = this.#lists[code] = new Uint32Array(4 * count);
    if (given) list.set(readNumbers(count));
    this.#given[code] = given;
    result.pairs = given ? list : this.found.pairs;
    result.count = count;
  }

  /** Nothing that a user holds remains a view of memory that is another's. */
  empty() {
    this.found.count = 0;
    this.found.pairs = NOTHING;
    this.#results.forEach((result, code) => {
      if (result === undefined) return;
      viewColumns(result, code, NOTHING.buffer, 0, 0, 0);
      Object.assign(result, this.found);
    });
  }
}
