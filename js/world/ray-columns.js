/* Batches of rays among the bodies of a world. */
import * as abi from '../../wasm/dist/abi.js';
import { wrongType } from '../core/errors.js';
import { isList } from '../core/is-list.js';
import { allocate, beginCall, callId, core, f64, reentered } from '../core/module.js';
import { motionAt, writeInterval } from '../queries/motion.js';
import { resultAt } from '../queries/query.js';
import { CAST_RAYS, checkStatus, readFilter, writeMiss } from './casts.js';
import { MotionColumns, writeRow } from './motion-columns.js';
import { excludeList } from './nearest.js';

/** @import { WorldState } from './state.js' */

/** The largest number of rays that the module casts in one call. */
const CHUNK = 256;
const CHUNK_DOUBLES = CHUNK * (abi.RAY_STRIDE + abi.WORLD_RAY_HIT_STRIDE);
/** Pointer to the rays and results of a chunk, allocated at the first use. */
let chunk = 0;

/**
 * Checks the flat arrays of a batch.
 * @param {any} origins @param {any} directions @param {number} n dimension @param {string} name
 * @returns {number} number of rays
 */
function countRays(origins, directions, n, name) {
  if (!isList(origins)) throw wrongType(`${name}: origins`, `${n} numbers per ray`, origins);
  if (!isList(directions))
    throw wrongType(`${name}: directions`, `${n} numbers per ray`, directions);
  const count = origins.length / n;
  if (!Number.isInteger(count))
    throw new TypeError(
      `${name}: origins must have ${n} numbers per ray, got ${origins.length} numbers`,
    );
  if (directions.length !== origins.length)
    throw new TypeError(
      `${name}: directions must have as many numbers as origins, got ${directions.length} and ` +
        `${origins.length}`,
    );
  return count;
}

/** Labels of the arguments of castRays, for messages. */
const ORIGINS = 'World.castRays: origins';
const DIRECTIONS = 'World.castRays: directions';

/** The columns of castRays. @internal */
export class RayColumns extends MotionColumns {
  /** @override @param {number} rows @param {number} n dimension */
  resize(rows, n) {
    super.resize(rows, n);
    this.result.body = new Int32Array(rows);
    this.result.point = new Float64Array(n * rows);
  }

  /**
   * Casts all rays.
   * @param {WorldState} state @param {any} origins @param {any} directions @param {any} options
   * @returns {any}
   */
  cast(state, origins, directions, options) {
    const { name } = CAST_RAYS;
    if (chunk === 0) chunk = allocate(8 * CHUNK_DOUBLES);
    const call = beginCall();
    const n = state.dimension || 3;
    const { settings, mask, group, excluded } = readFilter(options, CAST_RAYS, n);
    writeInterval(options, motionAt() + abi.RAY_MIN_TIME, name, Infinity);
    const count = countRays(origins, directions, n, name);
    this.fit(count, n);
    const { result } = this;
    result.count = 0;
    if (callId !== call) throw reentered();
    if (state.id !== 0) state.fit(name);
    const list = excludeList();
    for (let from = 0; from < count; from += CHUNK) {
      const to = Math.min(count, from + CHUNK);
      this.#write(origins, directions, n, from, to);
      if (callId !== call) throw reentered();
      const out = chunk + 8 * CHUNK * abi.RAY_STRIDE;
      if (state.id !== 0)
        // prettier-ignore
        core.world_cast_rays(
          state.id, chunk, to - from, settings, mask, group, list, excluded, out,
        );
      this.#read(state, out / 8, n, from, to);
    }
    result.count = count;
    return result;
  }

  /**
   * Writes the rays of a chunk.
   * @param {any} origins @param {any} directions @param {number} n @param {number} from @param {number} to
   */
  #write(origins, directions, n, from, to) {
    const interval = motionAt() + abi.RAY_MIN_TIME;
    for (let k = from; k < to; k++) {
      const at = chunk / 8 + (k - from) * abi.RAY_STRIDE;
      writeRow(origins, k, n, at + abi.RAY_ORIGIN, ORIGINS);
      if (!writeRow(directions, k, n, at + abi.RAY_DIRECTION, DIRECTIONS))
        throw new RangeError(`${CAST_RAYS.name}: the direction of ray ${k} must not be zero`);
      for (let i = 0; i < 3; i++)
        f64[at + abi.RAY_MIN_TIME + i] = /** @type {number} */ (f64[interval + i]);
    }
  }

  /**
   * Copies the results of a chunk to the columns.
   * @param {WorldState} state @param {number} at @param {number} n @param {number} from @param {number} to
   */
  #read(state, at, n, from, to) {
    const { result } = this;
    for (let k = from; k < to; k++) {
      if (state.id === 0) writeMiss(Number(f64[motionAt() + abi.RAY_MAX_TIME]));
      const row = state.id === 0 ? resultAt() : at + (k - from) * abi.WORLD_RAY_HIT_STRIDE;
      const record = row + abi.WORLD_RAY_HIT_RAY;
      const view = /** @type {ArrayLike<any>} */ (f64);
      checkStatus(state, view[record], CAST_RAYS.name);
      this.copyRow(k, record, n);
      result.body[k] = view[row];
      for (let i = 0; i < n; i++) result.point[n * k + i] = view[record + abi.RAY_RESULT_POINT + i];
    }
  }
}
