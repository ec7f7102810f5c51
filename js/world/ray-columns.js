/* Batches of rays among the bodies of a world. */
import * as abi from '../../wasm/dist/abi.js';
import { wrongType } from '../core/errors.js';
import { isList } from '../core/is-list.js';
import { allocate, beginCall, callId, core, f64, reentered, u32 } from '../core/module.js';
import { motionAt, writeInterval } from '../queries/motion.js';
import { resultAt } from '../queries/query.js';
import { RAY_CHUNK as CHUNK, RAY_CHUNK_DOUBLES } from './columns.js';
import { CAST_RAYS, checkStatus, readFilter, writeMiss } from './casts.js';
import { MotionColumns, writeRow } from './motion-columns.js';
import { excludeList } from './nearest.js';

/** @import { Reply, Request } from './messages.js' */
/** @import { WorldState } from './state.js' */

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
    const { call, n, count, filter } = this.#begin(state, origins, directions, options);
    const { settings, mask, group, excluded } = filter;
    this.fit(count, n);
    const { result } = this;
    result.count = 0;
    if (state.id !== 0) state.fit(name);
    const list = excludeList();
    for (let from = 0; from < count; from += CHUNK) {
      const to = Math.min(count, from + CHUNK);
      this.#write(origins, directions, n, from, to);
      if (callId !== call) throw reentered();
      const out = chunk + 8 * CHUNK * abi.RAY_STRIDE;
      if (state.id !== 0) {
        // prettier-ignore
        const status = core.world_cast_rays(
          state.id, chunk, to - from, settings, mask, group, list, excluded, out,
        );
        checkStatus(state, status, CAST_RAYS);
      }
      for (let k = from; k < to; k++) {
        if (state.id === 0) writeMiss(Number(f64[motionAt() + abi.RAY_MAX_TIME]));
        const row = state.id === 0 ? resultAt() : out / 8 + (k - from) * abi.WORLD_RAY_HIT_STRIDE;
        this.#read(state, f64, row, k, n);
      }
    }
    result.count = count;
    return result;
  }

  /**
   * Checks the arguments like `cast`, and copies all rays and options to a request to workers.
   * @param {WorldState} state @param {any} origins @param {any} directions @param {any} options
   * @returns {Partial<Request>}
   */
  request(state, origins, directions, options) {
    const { call, n, count, filter } = this.#begin(state, origins, directions, options);
    const { settings, mask, group, excluded } = filter;
    const list = excludeList() / 4;
    /** @type {Partial<Request>} */
    const request = { mask, group, exclude: u32.slice(list, list + excluded) };
    if (settings !== 0)
      request.settings = f64.slice(settings / 8, settings / 8 + abi.SETTINGS_STRIDE);
    const rays = (request.rays = new Float64Array(count * abi.RAY_STRIDE));
    for (let from = 0; from < count; from += CHUNK) {
      const to = Math.min(count, from + CHUNK);
      this.#write(origins, directions, n, from, to);
      const end = chunk / 8 + (to - from) * abi.RAY_STRIDE;
      rays.set(f64.subarray(chunk / 8, end), from * abi.RAY_STRIDE);
    }
    if (callId !== call) throw reentered();
    return request;
  }

  /**
   * Joins the results of workers, which follow each other.
   * @param {WorldState} state @param {Reply[]} replies @param {number} n dimension
   * @returns {any}
   */
  join(state, replies, n) {
    const parts = replies.map(({ block }) => new Float64Array(/** @type {ArrayBuffer} */ (block)));
    const doubles = parts.reduce((sum, { length }) => sum + length, 0);
    const count = doubles / abi.WORLD_RAY_HIT_STRIDE;
    this.fit(count, n);
    const { result } = this;
    result.count = 0;
    let k = 0;
    for (const hits of parts)
      for (let at = 0; at < hits.length; at += abi.WORLD_RAY_HIT_STRIDE)
        this.#read(state, hits, at, k++, n);
    result.count = count;
    return result;
  }

  /**
   * Checks the arguments except the numbers of the rays.
   * @param {WorldState} state @param {any} origins @param {any} directions @param {any} options
   */
  #begin(state, origins, directions, options) {
    const { name } = CAST_RAYS;
    if (chunk === 0) chunk = allocate(8 * RAY_CHUNK_DOUBLES);
    const call = beginCall();
    const n = state.dimension || 3;
    const filter = readFilter(options, CAST_RAYS, n);
    writeInterval(options, motionAt() + abi.RAY_MIN_TIME, name, Infinity);
    const count = countRays(origins, directions, n, name);
    if (callId !== call) throw reentered();
    return { call, n, count, filter };
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
   * Copies row k of the columns from the result of a ray.
   * @param {WorldState} state @param {ArrayLike<any>} view @param {number} at where the result begins in it
   * @param {number} k @param {number} n dimension
   */
  #read(state, view, at, k, n) {
    const { result } = this;
    const record = at + abi.WORLD_RAY_HIT_RAY;
    checkStatus(state, view[record + abi.RAY_RESULT_STATUS], CAST_RAYS);
    this.copyRow(view, record, k, n);
    result.body[k] = view[at];
    for (let i = 0; i < n; i++) result.point[n * k + i] = view[record + abi.RAY_RESULT_POINT + i];
  }
}
