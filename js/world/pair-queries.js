/* Queries on all pairs of a world: read the options, choose the pairs, call the module, copy the results. */
import * as abi from '../../wasm/dist/abi.js';
import { failure, rethrow } from '../core/callbacks.js';
import { callId, beginCall, core, reentered, u32 } from '../core/module.js';
import { writeSettings } from '../queries/options.js';
import { FOUND, GIVEN, checkPairOptions, readNumbers, readPairs } from './options.js';
import { FIND, QUERIES } from './queries.js';
import { Table } from './results.js';

/** @import { WorldQuery } from './queries.js' */
/** @import { WorldState } from './state.js' */

/** @internal */
export class PairQueries {
  #state;
  /** @type {Table[]} by code of the query; the last one, FIND, is the table of findPairs */
  #tables = [];
  /** The table of the query that found pairs most recently. @type {Table | undefined} */
  #last;

  /** @param {WorldState} state */
  constructor(state) {
    this.#state = state;
  }

  /** The result with the pairs found most recently; undefined if bodies were removed or reshaped since. */
  get last() {
    return this.#last?.result;
  }

  /** Called when a body is removed or gets another shape. */
  forget() {
    this.#last = undefined;
  }

  /** @param {number} code @returns {Table} */
  #table(code) {
    return (this.#tables[code] ??= new Table(code === FIND ? undefined : code));
  }

  /** @param {number} margin @param {string} name @param {Table} table @returns {number} number of pairs */
  #find(margin, name, table) {
    this.#last = undefined;
    table.result.count = 0;
    return this.#state.find(margin, name);
  }

  /** Only finds pairs. @param {number} margin @param {string} name @returns {any} */
  find(margin, name) {
    const table = this.#table(FIND);
    return this.#show(table, this.#find(margin, name, table), FOUND);
  }

  /** @param {number} code @param {any} options @param {number} margin default @returns {any} */
  run(code, options, margin) {
    const query = /** @type {WorldQuery} */ (QUERIES[code]);
    let settings = 0;
    let n = 0;
    let pairs = /** @type {unknown} */ (undefined);
    const call = beginCall();
    if (options !== undefined) {
      settings = writeSettings(options, query, this.#state.dimension);
      const { count, margin: own } = options;
      ({ pairs } = options);
      checkPairOptions(pairs, count, own, query.name);
      if (pairs === 'all') margin = Infinity;
      else if (pairs === undefined) margin = own ?? margin;
      else n = this.#readPairs(pairs, count, query.name);
      if (callId !== call) throw reentered();
    }
    const table = this.#table(code);
    if (pairs === undefined || pairs === 'all') {
      n = this.#find(margin, query.name, table);
      return this.#ask(code, FOUND, settings, n, query.name, table);
    }
    if (this.#state.id !== 0) this.#givePairs(n, query.name);
    return this.#ask(code, GIVEN, settings, n, query.name, table);
  }

  /**
   * Reads the pairs that a user passes. If `pairs` comes from a result of this world and `count` is left
   * out, it reads only as many pairs as that result has.
   * @param {any} pairs @param {any} count @param {string} name of the query @returns {number} number of
   *   pairs
   */
  #readPairs(pairs, count, name) {
    const own = this.#tables.find((table) => table?.result.pairs === pairs)?.result.count;
    return readPairs(pairs, count === undefined ? own : count, name, this.#state);
  }

  /** Copies the pairs that #readPairs has read to the module. @param {number} n @param {string} name */
  #givePairs(n, name) {
    this.#state.passPoses();
    const at = core.world_give(this.#state.id, n) >>> 2;
    if (at === 0) throw this.#state.refusal(abi.ERROR_MEMORY, name, n);
    const numbers = readNumbers();
    for (let k = 0; k < 2 * n; k++) u32[at + k] = /** @type {number} */ (numbers[k]);
  }

  /**
   * Runs a query on n pairs and copies its rows to the result.
   * @param {number} code @param {number} source @param {number} settings @param {number} n
   * @param {string} name @param {Table} table @returns {any}
   */
  #ask(code, source, settings, n, name, table) {
    table.result.count = 0;
    if (this.#state.id === 0) return table.result;
    const count = core.world_ask(this.#state.id, code, source, settings, 0, 1);
    if (failure !== null) rethrow();
    if (count < 0) throw this.#state.refusal(count, name, n);
    return this.#show(table, count, source);
  }

  /**
   * Copies the module's rows to the result.
   * @param {Table} table
   * @param {number} count rows
   * @param {number} source of the pairs
   * @returns {any} the table's result
   */
  #show(table, count, source) {
    const { id, dimension } = this.#state;
    if (id === 0) return table.result;
    table.copy(id, dimension, count, source === GIVEN ? readNumbers() : undefined);
    if (source === FOUND) this.#last = table;
    return table.result;
  }
}
