/* What queries of a whole scene answer: one typed array for every field, a row for every pair. */
import * as abi from '../../wasm/dist/abi.js';

/**
 * Pairs of bodies: the numbers of pair k are `pairs[2 * k]` and `pairs[2 * k + 1]`.
 * @typedef {object} ScenePairs
 * @property {number} count how many; the arrays are as long as the most there have been, and what
 *   stands behind count means nothing
 * @property {Uint32Array} pairs
 */

/**
 * `status[k]` is a number: see Scene.statusText.
 * @typedef {object} CommonColumns
 * @property {Int32Array} status
 * @property {Int32Array} iterations support calls on each set
 */

/**
 * The fields of GrowthResult as columns; vectors have as many numbers a pair as the scene has
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
/** @typedef {ScenePairs & CommonColumns & OwnGrowthColumns} GrowthColumns */

/**
 * The fields of CollisionResult as columns.
 * @typedef {object} OwnCollisionColumns
 * @property {Int32Array} colliding 1, or 0 where the pair is proved apart
 * @property {Float64Array} lower
 * @property {Float64Array} upper
 * @property {Float64Array} normal of pairs that are apart
 * @property {Float64Array} point of pairs that collide
 */
/** @typedef {ScenePairs & CommonColumns & OwnCollisionColumns} CollisionColumns */

/**
 * The fields of DistanceResult as columns, but for the simplex.
 * @typedef {object} OwnDistanceColumns
 * @property {Float64Array} value
 * @property {Float64Array} lower
 * @property {Float64Array} gap
 * @property {Float64Array} normal
 * @property {Float64Array} pointA
 * @property {Float64Array} pointB
 */
/** @typedef {ScenePairs & CommonColumns & OwnDistanceColumns} DistanceColumns */

/**
 * The fields of PenetrationResult as columns.
 * @typedef {object} OwnPenetrationColumns
 * @property {Int32Array} supportCalls
 * @property {Float64Array} depth
 * @property {Float64Array} lower
 * @property {Float64Array} normal
 * @property {Float64Array} pointA
 * @property {Float64Array} pointB
 */
/** @typedef {ScenePairs & CommonColumns & OwnPenetrationColumns} PenetrationColumns */

/**
 * The fields of SignedDistanceResult as columns, but for the depth, which is minus a negative value.
 * @typedef {object} OwnSignedColumns
 * @property {Int32Array} supportCalls
 * @property {Float64Array} value
 * @property {Float64Array} lower
 * @property {Float64Array} upper
 * @property {Float64Array} normal
 * @property {Float64Array} pointA
 * @property {Float64Array} pointB
 */
/** @typedef {ScenePairs & CommonColumns & OwnSignedColumns} SignedDistanceColumns */

/** Numbers a pair of each form of column; a vector has one a dimension. */
const INTEGER = 0;
const NUMBER = 1;
const VECTOR = 2;

/**
 * Name, place in the result record, form.
 * @typedef {readonly [string, number, number]} Column
 */

/** @type {Record<number, readonly Column[]>} the columns of each query, by its code */
export const COLUMNS = {
  [abi.WORLD_GROWTH]: [
    ['value', abi.GROWTH_RESULT_VALUE, NUMBER],
    ['lower', abi.GROWTH_RESULT_LOWER, NUMBER],
    ['upper', abi.GROWTH_RESULT_UPPER, NUMBER],
    ['normal', abi.GROWTH_RESULT_NORMAL, VECTOR],
    ['pointA', abi.GROWTH_RESULT_POINT_A, VECTOR],
    ['pointB', abi.GROWTH_RESULT_POINT_B, VECTOR],
    ['contact', abi.GROWTH_RESULT_CONTACT, VECTOR],
    ['iterations', abi.GROWTH_RESULT_ITERATIONS, INTEGER],
    ['status', abi.GROWTH_RESULT_STATUS, INTEGER],
  ],
  [abi.WORLD_COLLISION]: [
    ['colliding', abi.COLLISION_RESULT_COLLIDING, INTEGER],
    ['point', abi.COLLISION_RESULT_POINT, VECTOR],
    ['normal', abi.COLLISION_RESULT_NORMAL, VECTOR],
    ['lower', abi.COLLISION_RESULT_LOWER, NUMBER],
    ['upper', abi.COLLISION_RESULT_UPPER, NUMBER],
    ['iterations', abi.COLLISION_RESULT_ITERATIONS, INTEGER],
    ['status', abi.COLLISION_RESULT_STATUS, INTEGER],
  ],
  [abi.WORLD_DISTANCE]: [
    ['value', abi.DISTANCE_RESULT_VALUE, NUMBER],
    ['lower', abi.DISTANCE_RESULT_LOWER, NUMBER],
    ['gap', abi.DISTANCE_RESULT_GAP, NUMBER],
    ['normal', abi.DISTANCE_RESULT_NORMAL, VECTOR],
    ['pointA', abi.DISTANCE_RESULT_POINT_A, VECTOR],
    ['pointB', abi.DISTANCE_RESULT_POINT_B, VECTOR],
    ['iterations', abi.DISTANCE_RESULT_ITERATIONS, INTEGER],
    ['status', abi.DISTANCE_RESULT_STATUS, INTEGER],
  ],
  [abi.WORLD_PENETRATION]: [
    ['depth', abi.PENETRATION_RESULT_DEPTH, NUMBER],
    ['lower', abi.PENETRATION_RESULT_LOWER, NUMBER],
    ['normal', abi.PENETRATION_RESULT_NORMAL, VECTOR],
    ['pointA', abi.PENETRATION_RESULT_POINT_A, VECTOR],
    ['pointB', abi.PENETRATION_RESULT_POINT_B, VECTOR],
    ['iterations', abi.PENETRATION_RESULT_ITERATIONS, INTEGER],
    ['supportCalls', abi.PENETRATION_RESULT_SUPPORT_CALLS, INTEGER],
    ['status', abi.PENETRATION_RESULT_STATUS, INTEGER],
  ],
  [abi.WORLD_SIGNED]: [
    ['value', abi.SIGNED_RESULT_VALUE, NUMBER],
    ['lower', abi.SIGNED_RESULT_LOWER, NUMBER],
    ['upper', abi.SIGNED_RESULT_UPPER, NUMBER],
    ['normal', abi.SIGNED_RESULT_NORMAL, VECTOR],
    ['pointA', abi.SIGNED_RESULT_POINT_A, VECTOR],
    ['pointB', abi.SIGNED_RESULT_POINT_B, VECTOR],
    ['iterations', abi.SIGNED_RESULT_ITERATIONS, INTEGER],
    ['supportCalls', abi.SIGNED_RESULT_SUPPORT_CALLS, INTEGER],
    ['status', abi.SIGNED_RESULT_STATUS, INTEGER],
  ],
};

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
  for (const [name, offset, form] of /** @type {readonly Column[]} */ (COLUMNS[query])) {
    const start = block + 8 * offset * room;
    result[name] =
      form === INTEGER
        ? new Int32Array(buffer, start, room)
        : new Float64Array(buffer, start, form === VECTOR ? dimension * room : room);
  }
}

/** Doubles a row takes in columns of a query. @param {number} query its code @returns {number} */
export const rowDoubles = (query) =>
  Math.max(
    .../** @type {readonly Column[]} */ (COLUMNS[query]).map(
      ([, offset, form]) => offset + (form === VECTOR ? 3 : 1),
    ),
  );

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
  for (const [name, , form] of /** @type {readonly Column[]} */ (COLUMNS[query])) {
    const n = form === VECTOR ? dimension : 1;
    const [source, target] = [from[name], to[name]];
    for (let r = 0; r < count; r++) {
      const at = n * Number(rows[r]);
      for (let i = 0; i < n; i++) target[at + i] = source[n * r + i];
    }
  }
}
