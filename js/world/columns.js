/* The results of queries on a whole world: one typed array per field, one row per pair. */
import * as abi from '../../wasm/dist/abi.js';
import { INTEGER, VECTOR } from '../queries/descriptions.js';
import { QUERIES } from './queries.js';

/** @import { Field } from '../queries/descriptions.js' */
/** @import { WorldQuery } from './queries.js' */

/** The largest number of rays that the module casts in one call. @internal */
export const RAY_CHUNK = 256;
/** Numbers of the rays and results of a chunk. @internal */
export const RAY_CHUNK_DOUBLES = RAY_CHUNK * (abi.RAY_STRIDE + abi.WORLD_RAY_HIT_STRIDE);

/**
 * Pairs of bodies. Pair k consists of the bodies `pairs[2 * k]` and `pairs[2 * k + 1]`.
 * @typedef {object} WorldPairs
 * @property {number} count number of pairs. The arrays may be longer: they keep the length of the
 *   largest result so far, and the elements beyond `count` are undefined
 * @property {Uint32Array} pairs
 */

/**
 * @typedef {object} CommonColumns
 * @property {Int32Array} status numbers; `World.statusText` returns their texts
 * @property {Int32Array} iterations evaluations of each shape's support function
 */

/**
 * The fields of GrowthResult as columns. Vectors have 3 numbers per pair, in a 2D world 2.
 * @typedef {object} OwnGrowthColumns
 * @property {Float64Array} value
 * @property {Float64Array} lower
 * @property {Float64Array} upper
 * @property {Float64Array} normal
 * @property {Float64Array} pointA
 * @property {Float64Array} pointB
 * @property {Float64Array} contact
 */
/** @typedef {WorldPairs & CommonColumns & OwnGrowthColumns} GrowthColumns */

/**
 * The fields of CollisionResult as columns.
 * @typedef {object} OwnCollisionColumns
 * @property {Int32Array} colliding 1 if the bodies overlap, 0 if they are proved separated
 * @property {Float64Array} lower
 * @property {Float64Array} upper
 * @property {Float64Array} normal of separated pairs
 * @property {Float64Array} point of overlapping pairs
 */
/** @typedef {WorldPairs & CommonColumns & OwnCollisionColumns} CollisionColumns */

/**
 * The fields of DistanceResult as columns, without the simplex.
 * @typedef {object} OwnDistanceColumns
 * @property {Float64Array} value
 * @property {Float64Array} lower
 * @property {Float64Array} upper
 * @property {Float64Array} normal
 * @property {Float64Array} pointA
 * @property {Float64Array} pointB
 */
/** @typedef {WorldPairs & CommonColumns & OwnDistanceColumns} DistanceColumns */

/**
 * The fields of PenetrationResult as columns.
 * @typedef {object} OwnPenetrationColumns
 * @property {Int32Array} supportCalls
 * @property {Float64Array} value
 * @property {Float64Array} lower
 * @property {Float64Array} upper
 * @property {Float64Array} normal
 * @property {Float64Array} pointA
 * @property {Float64Array} pointB
 */
/** @typedef {WorldPairs & CommonColumns & OwnPenetrationColumns} PenetrationColumns */

/**
 * The fields of SignedDistanceResult as columns.
 * @typedef {object} OwnSignedColumns
 * @property {Int32Array} supportCalls
 * @property {Float64Array} value
 * @property {Float64Array} lower
 * @property {Float64Array} upper
 * @property {Float64Array} normal
 * @property {Float64Array} pointA
 * @property {Float64Array} pointB
 */
/** @typedef {WorldPairs & CommonColumns & OwnSignedColumns} SignedDistanceColumns */

/**
 * The results of castRays, one row per ray.
 * @typedef {object} RayColumnsResult
 * @property {number} count number of rays; the arrays may be longer
 * @property {Int32Array} hit 1 or 0
 * @property {Int32Array} body the body; −1 on a miss
 * @property {Float64Array} time equal to `lower`; Infinity on a miss
 * @property {Float64Array} lower
 * @property {Float64Array} upper
 * @property {Float64Array} normal 3 numbers per ray, in 2D 2
 * @property {Float64Array} point likewise
 * @property {Int32Array} iterations
 * @property {Int32Array} status numbers; `World.statusText` returns their texts
 */

/**
 * The results of timesOfImpact, one row per pair.
 * @typedef {object} OwnImpactColumns
 * @property {Int32Array} hit 1, or 0 if the pair stays apart
 * @property {Float64Array} time equal to `lower`; Infinity if the pair stays apart
 * @property {Float64Array} lower
 * @property {Float64Array} upper
 * @property {Float64Array} normal from the first body of the pair to the second
 */
/** @typedef {WorldPairs & CommonColumns & OwnImpactColumns} ImpactColumnsResult */

/** @param {number} query its code @returns {readonly Field[]} */
const columnsOf = (query) => /** @type {WorldQuery} */ (QUERIES[query]).columns;

/**
 * Creates views of a query's columns.
 * @param {any} result receives one array per column
 * @param {number} query its code
 * @param {ArrayBufferLike} buffer
 * @param {number} block byte offset of the columns
 * @param {number} room capacity in rows
 * @param {number} dimension
 */
export function viewColumns(result, query, buffer, block, room, dimension) {
  for (const [name, offset, form] of columnsOf(query)) {
    const start = block + 8 * offset * room;
    result[name] =
      form === INTEGER
        ? new Int32Array(buffer, start, room)
        : new Float64Array(buffer, start, form === VECTOR ? dimension * room : room);
  }
}

/** Number of doubles per row in a query's columns. @param {number} query its code @returns {number} */
export const rowDoubles = (query) =>
  Math.max(...columnsOf(query).map(([, offset, form]) => offset + (form === VECTOR ? 3 : 1)));

/**
 * Copies row r of `from` to row `rows[r]` of `to`.
 * @param {number} query its code
 * @param {any} from columns
 * @param {any} to columns
 * @param {ArrayLike<number>} rows
 * @param {number} count rows to copy
 * @param {number} dimension
 */
export function scatterRows(query, from, to, rows, count, dimension) {
  for (const [name, , form] of columnsOf(query)) {
    const n = form === VECTOR ? dimension : 1;
    const [source, target] = [from[name], to[name]];
    for (let r = 0; r < count; r++) {
      const at = n * Number(rows[r]);
      for (let i = 0; i < n; i++) target[at + i] = source[n * r + i];
    }
  }
}
