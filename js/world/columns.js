/* What queries of a whole world answer: one typed array for every field, a row for every pair. */
import { INTEGER, VECTOR } from '../queries/descriptions.js';
import { QUERIES } from './queries.js';

/** @import { Field } from '../queries/descriptions.js' */
/** @import { WorldQuery } from './queries.js' */

/**
 * Pairs of bodies: the numbers of pair k are `pairs[2 * k]` and `pairs[2 * k + 1]`.
 * @typedef {object} WorldPairs
 * @property {number} count how many; the arrays are as long as the most there have been, and what
 *   stands behind count means nothing
 * @property {Uint32Array} pairs
 */

/**
 * `status[k]` is a number: see World.statusText.
 * @typedef {object} CommonColumns
 * @property {Int32Array} status
 * @property {Int32Array} iterations support calls on each set
 */

/**
 * The fields of GrowthResult as columns; vectors have as many numbers a pair as the world has
 * dimensions.
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
 * @property {Int32Array} colliding 1, or 0 where the pair is proved apart
 * @property {Float64Array} lower
 * @property {Float64Array} upper
 * @property {Float64Array} normal of pairs that are apart
 * @property {Float64Array} point of pairs that collide
 */
/** @typedef {WorldPairs & CommonColumns & OwnCollisionColumns} CollisionColumns */

/**
 * The fields of DistanceResult as columns, but for the simplex.
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

/** @param {number} query its code @returns {readonly Field[]} */
const columnsOf = (query) => /** @type {WorldQuery} */ (QUERIES[query]).columns;

/**
 * Views of a query's columns.
 * @param {any} result gets an array for every column
 * @param {number} query its code
 * @param {ArrayBufferLike} buffer
 * @param {number} block byte offset of the columns
 * @param {number} room rows there is room for
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

/** Doubles a row takes in columns of a query. @param {number} query its code @returns {number} */
export const rowDoubles = (query) =>
  Math.max(...columnsOf(query).map(([, offset, form]) => offset + (form === VECTOR ? 3 : 1)));

/**
 * Copies rows to where they belong among those of others.
 * @param {number} query its code
 * @param {any} from columns whose row r
 * @param {any} to belongs to row rows[r] of these
 * @param {ArrayLike<number>} rows
 * @param {number} count
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
