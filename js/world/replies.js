/* Joins the replies of the workers to one result. Each reply has the rows of that worker's pairs. */
import { rowDoubles, scatterRows, viewColumns } from './columns.js';
import { FIND } from './queries.js';

/** @import { WorldPairs } from './columns.js' */
/** @import { Reply, Request } from './messages.js' */
/** @import { SharedMemory } from './shared-memory.js' */

/** @internal */
export const NO_PAIRS = /* @__PURE__ */ new Uint32Array(0);

/** @internal */
export class Replies {
  #memory;
  /**
   * @type {{ result: any, buffer: any }[]} by code of the query; the last one, FIND, is the result of
   *   findPairs
   */
  #results = [];
  /** The result with the pairs found most recently. @type {WorldPairs | undefined} */
  last;
  /** Incremented whenever a body is removed or gets another shape, which invalidates the pairs found. */
  changes = 0;

  /** @param {SharedMemory} memory that workers write to, if memory is shared */
  constructor(memory) {
    this.#memory = memory;
  }

  /** Marks the pairs found as outdated. */
  forget() {
    this.last = undefined;
    this.changes++;
  }

  /**
   * The count of the result whose `pairs` is this array.
   * @param {unknown} pairs @returns {number | undefined}
   */
  countOf(pairs) {
    return this.#results.find((known) => known?.result.pairs === pairs)?.result.count;
  }

  /**
   * @param {number | undefined} code of the query; undefined: only find pairs
   * @param {Partial<Request>} request @param {Reply[]} replies @param {number} n the dimension
   * @param {number} changes value of `this.changes` when the request was made
   * @returns {any} always the same object for a code
   */
  join(code, request, replies, n, changes) {
    const total = replies[0]?.total ?? 0;
    const known = (this.#results[code ?? FIND] ??= { result: {}, buffer: undefined });
    const { result } = known;
    if (request.pairs) {
      result.pairs = request.pairs;
    } else {
      result.pairs = this.#pairsOf(result.pairs ?? NO_PAIRS, total, replies[0]?.pairs);
      this.last = changes === this.changes ? result : undefined;
    }
    result.count = total;
    if (code === undefined) return result;
    const row = 8 * rowDoubles(code);
    let buffer = this.#memory.blocks.columns[code]?.buffer ?? known.buffer;
    // a buffer that the user has transferred has byteLength 0
    if (!(buffer?.byteLength >= row * total)) buffer = new ArrayBuffer(2 * row * total);
    if (known.buffer !== buffer)
      viewColumns(result, code, (known.buffer = buffer), 0, buffer.byteLength / row, n);
    for (const { block, rows } of replies) {
      if (!block || !rows) continue;
      const part = {};
      viewColumns(part, code, block, 0, rows.length, n);
      scatterRows(code, part, result, rows, rows.length, n);
    }
    return result;
  }

  /**
   * The pairs found, copied from shared memory because the next query of the workers overwrites it.
   * @param {Uint32Array} pairs of the previous result @param {number} total
   * @param {Uint32Array | undefined} sent by a worker that shares no memory
   */
  #pairsOf(pairs, total, sent) {
    if (sent) return sent;
    if (total === 0) return pairs;
    const own = pairs.length < 2 * total ? new Uint32Array(4 * total) : pairs;
    own.set(new Uint32Array(this.#memory.blocks.pairs, 0, 2 * total));
    return own;
  }
}
