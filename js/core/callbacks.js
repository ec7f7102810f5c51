/* The registry of the user's support functions (CustomShape), and the call from the module.
 *
 * An exception must not pass through WebAssembly frames, because the module's stack pointer would not be
 * restored. Therefore callSupport stores the exception in `failure`. The query then runs to its end without
 * calling support functions, and its caller rethrows the exception after the module has returned. */
import { LENGTH_MAX } from '../../wasm/dist/abi.js';
import { GeometryError, format } from './errors.js';

/**
 * @typedef {object} Entry
 * @property {(direction: any) => unknown} support
 * @property {number[]} direction the array passed to `support`, reused for every call
 * @property {2 | 3} dimension
 * @property {number} uses number of living shapes that use this function
 */

/** @type {Map<number, Entry>} */
const entries = /* @__PURE__ */ new Map();
let lastId = 0;

/** Cache of the entry called most recently: the next call usually needs the same one. 0: empty. */
let currentId = 0;
let current = /** @type {Entry | undefined} */ (undefined);

/** The value thrown by a support function, boxed because even null or undefined can be thrown. @internal */
export let failure = /** @type {{ error: unknown } | null} */ (null);

/** Whether a support function is running. Meanwhile all uses of the module must throw. @internal */
export let running = false;

/** Discards the exception of a call that did not return normally. @internal */
export function forgetFailure() {
  failure = null;
}

/**
 * Registers a support function.
 * @param {(direction: any) => unknown} support @param {2 | 3} dimension
 * @returns {number} its id
 * @internal
 */
export function addSupport(support, dimension) {
  const direction = dimension === 3 ? [0.5, 0.5, 0.5] : [0.5, 0.5];
  entries.set(++lastId, { support, direction, dimension, uses: 0 });
  return lastId;
}

/** Counts one more shape that uses these support functions. @param {readonly number[]} ids @internal */
export function retainSupports(ids) {
  for (const id of ids) {
    const entry = entries.get(id);
    if (entry) entry.uses++;
  }
}

/** Removes a support function unless a shape uses it. @param {number} id @internal */
export function dropSupport(id) {
  if (entries.get(id)?.uses === 0) entries.delete(id);
}

/**
 * Counts one shape fewer that uses these support functions, and removes functions without a user.
 * @param {readonly number[]} ids
 * @internal
 */
export function releaseSupports(ids) {
  for (const id of ids) {
    const entry = entries.get(id);
    if (entry && --entry.uses <= 0) entries.delete(id);
    if (id === currentId) currentId = 0;
  }
}

/** Throws the exception that a support function threw during the module's previous call. @internal */
export function rethrow() {
  const { error } = /** @type {{ error: unknown }} */ (failure);
  failure = null;
  throw error;
}

/**
 * The module's import: evaluates a support function. If it throws or returns no valid point, stores the
 * error in `failure` and writes nothing.
 * @param {number} id
 * @param {Float64Array} view the module's memory
 * @param {number} from index of the unit direction
 * @param {number} at index at which to write the point, 3 numbers (2D: z = 0)
 * @internal
 */
export function callSupport(id, view, from, at) {
  if (failure !== null) return;
  if (id !== currentId) {
    current = entries.get(id);
    currentId = id;
  }
  running = true;
  try {
    const { direction, dimension: n, support } = /** @type {Entry} */ (current);
    direction[0] = /** @type {number} */ (view[from]);
    direction[1] = /** @type {number} */ (view[from + 1]);
    if (n === 3) direction[2] = /** @type {number} */ (view[from + 2]);
    const point = /** @type {any} */ (support(direction));
    if (typeof point !== 'object' || point === null) throw wrongPoint(point, n);
    const named = point.length === undefined;
    const x = named ? point.x : point[0];
    const y = named ? point.y : point[1];
    const z = n === 2 ? 0 : named ? point.z : point[2];
    if (!(isCoordinate(x) && isCoordinate(y) && isCoordinate(z))) throw wrongPoint(point, n);
    if (!named && point.length !== n) throw wrongPoint(point, n);
    view[at] = x;
    view[at + 1] = y;
    view[at + 2] = z;
  } catch (error) {
    failure = { error };
  } finally {
    running = false;
  }
}

/** @param {unknown} x */
const isCoordinate = (x) => typeof x === 'number' && Math.abs(x) <= LENGTH_MAX;

/** @param {unknown} point returned by the support function @param {number} n dimension */
const wrongPoint = (point, n) =>
  new GeometryError(
    `CustomShape.support must return ${n} finite numbers of magnitude <= ${LENGTH_MAX}, got ${format(point)}`,
    'support',
    'support',
    point,
  );
