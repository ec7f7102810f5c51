/* Support functions of the user: their registry, and the state of a call of one.
 *
 * An exception must not pass through WebAssembly frames, because it would leave the module's stack pointer
 * where it was. So it is kept: the query runs to its end without further calls of support functions, and
 * the exception is thrown after the module has returned. */
import { LENGTH_MAX } from '../../wasm/dist/abi.js';
import { GeometryError, format } from './errors.js';

/**
 * @typedef {object} Entry
 * @property {(direction: any) => unknown} support
 * @property {number[]} direction handed to it
 * @property {2 | 3} dimension
 * @property {number} uses shapes that ask it
 */

/** @type {Map<number, Entry>} */
const entries = /* @__PURE__ */ new Map();
let lastId = 0;

/** The entry asked last, usually the next one, too. */
let currentId = 0;
let current = /** @type {Entry | undefined} */ (undefined);

/** What a support function threw, boxed: anything can be thrown. @internal */
export let failure = /** @type {{ error: unknown } | null} */ (null);

/** Whether a support function is running, which must not use the module. @internal */
export let running = false;

/** What a call that never came back has left. @internal */
export function forgetFailure() {
  failure = null;
}

/** @param {(direction: any) => unknown} support @param {2 | 3} dimension @returns {number} its id @internal */
export function addSupport(support, dimension) {
  const direction = dimension === 3 ? [0.5, 0.5, 0.5] : [0.5, 0.5];
  entries.set(++lastId, { support, direction, dimension, uses: 0 });
  return lastId;
}

/** One more shape asks these. @param {readonly number[]} ids @internal */
export function retainSupports(ids) {
  for (const id of ids) {
    const entry = entries.get(id);
    if (entry) entry.uses++;
  }
}

/** The shape was refused before it came to use its function. @param {number} id @internal */
export function dropSupport(id) {
  if (entries.get(id)?.uses === 0) entries.delete(id);
}

/** One shape less asks these. @param {readonly number[]} ids @internal */
export function releaseSupports(ids) {
  for (const id of ids) {
    const entry = entries.get(id);
    if (entry && --entry.uses <= 0) entries.delete(id);
    if (id === currentId) currentId = 0;
  }
}

/** Throws what a support function threw during the call of the module that has just returned. @internal */
export function rethrow() {
  const { error } = /** @type {{ error: unknown }} */ (failure);
  failure = null;
  throw error;
}

/**
 * Answers the module.
 * @param {number} id
 * @param {Float64Array} view the module's memory
 * @param {number} from where the unit direction is
 * @param {number} at where the point goes
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

/** @param {unknown} point as returned @param {number} n */
const wrongPoint = (point, n) =>
  new GeometryError(
    `CustomShape.support must return a point of ${n} numbers, at most ${LENGTH_MAX} in size, got ${format(point)}`,
    'support',
    'support',
    point,
  );
