/* The columns of casts and times of impact: typed arrays outside the module's memory, which grow by a
 * factor. */
import * as abi from '../../wasm/dist/abi.js';
import { format, wrongType } from '../core/errors.js';
import { f64 } from '../core/module.js';

/**
 * Writes row k of a flat array: three doubles, the last of which are 0 in narrower rows.
 * @param {any} list @param {number} k @param {number} n numbers in a row @param {number} at @param {string} label
 * @returns {boolean} whether it is not zero
 * @internal
 */
export function writeRow(list, k, n, at, label) {
  let some = false;
  f64[at + 1] = f64[at + 2] = 0;
  for (let i = 0; i < n; i++) {
    const x = list[n * k + i];
    if (typeof x !== 'number') throw wrongType(`${label}[${n * k + i}]`, 'a number', x);
    if (!(Math.abs(x) <= abi.POSITION_MAX))
      throw new RangeError(
        `${label}[${n * k + i}] must be a finite number of magnitude <= ${abi.POSITION_MAX}, got ${format(x)}`,
      );
    if (x !== 0) some = true;
    f64[at + i] = x;
  }
  return some;
}

/** The columns that rays and times of impact have in common. @internal */
export class MotionColumns {
  /** @type {any} */
  result = { count: 0 };
  #rows = 0;

  constructor() {
    this.resize(0, 3);
  }

  /**
   * Creates the arrays; subclasses add their own.
   * @param {number} rows @param {number} n dimension
   * @protected
   */
  resize(rows, n) {
    this.#rows = rows;
    const { result } = this;
    for (const name of ['hit', 'iterations', 'status']) result[name] = new Int32Array(rows);
    for (const name of ['time', 'lower', 'upper']) result[name] = new Float64Array(rows);
    result.normal = new Float64Array(n * rows);
  }

  /**
   * Makes room for so many rows.
   * @param {number} count @param {number} n dimension
   * @protected
   */
  fit(count, n) {
    if (this.#rows < count) this.resize(Math.max(count, 2 * this.#rows), n);
  }

  /**
   * Copies row k from a result of the module. The results of rays begin with the same fields.
   * @param {ArrayLike<any>} view @param {number} at where the result begins in it
   * @param {number} k @param {number} n dimension
   * @protected
   */
  copyRow(view, at, k, n) {
    const { result } = this;
    result.hit[k] = view[at + abi.CAST_RESULT_HIT];
    result.time[k] = view[at + abi.CAST_RESULT_TIME];
    result.lower[k] = view[at + abi.CAST_RESULT_LOWER];
    result.upper[k] = view[at + abi.CAST_RESULT_UPPER];
    for (let i = 0; i < n; i++) result.normal[n * k + i] = view[at + abi.CAST_RESULT_NORMAL + i];
    result.iterations[k] = view[at + abi.CAST_RESULT_ITERATIONS];
    result.status[k] = view[at + abi.CAST_RESULT_STATUS];
  }
}
