/* Arguments of queries in any dimension: a block of memory for each dimension in use, made once. */
import { GENERALIZED_RESULT_STRIDE } from '../../wasm/dist/abi.js';
import { allocate, core } from './module.js';

/**
 * Parts of the block of a dimension, in bytes from the start of memory.
 * @typedef {object} Block
 * @property {number[]} poses
 * @property {number} result a record and four vectors
 * @property {number} workspace
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
