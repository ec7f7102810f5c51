/* Module memory for the arguments and results of queries in any dimension. Each dimension gets one block,
 * allocated on first use and never released. */
import { GENERALIZED_RESULT_STRIDE } from '../../wasm/dist/abi.js';
import { allocate, core } from './module.js';

/**
 * Pointers into the block of one dimension, in bytes.
 * @typedef {object} Block
 * @property {number[]} poses one pointer for each of three poses
 * @property {number} result pointer to a result record, followed by four vectors
 * @property {number} workspace pointer to the solver's workspace
 */

/** @type {Map<number, Block>} */
const blocks = /* @__PURE__ */ new Map();

/** @param {number} n dimension @returns {Block} */
export function blockOf(n) {
  const known = blocks.get(n);
  if (known) return known;
  const pose = 8 * Math.max(7, n);
  const result = 8 * (GENERALIZED_RESULT_STRIDE + 4 * n);
  const base = allocate(3 * pose + result + 8 * core.workspace(n));
  const block = {
    poses: [base, base + pose, base + 2 * pose],
    result: base + 3 * pose,
    workspace: base + 3 * pose + result,
  };
  blocks.set(n, block);
  return block;
}
