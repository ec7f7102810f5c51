/* Types of the messages between a ParallelWorld and its workers. */
export {};

/**
 * A change of the bodies.
 * @typedef {{ do: 'open', dimension: number }
 *   | { do: 'shape', shape: number, record: Float64Array }
 *   | { do: 'forget', shape: number }
 *   | { do: 'add', shape: number, pose: Float64Array, group: number, mask: number, body: number }
 *   | { do: 'set-shape', shape: number, body: number }
 *   | { do: 'set-filter', group: number, mask: number, body: number }
 *   | { do: 'remove', body: number }
 *   | { do: 'clear' }
 *   | { do: 'reset' }} Command
 */

/**
 * @typedef {object} Request
 * @property {Command[]} commands to apply before the query
 * @property {Float64Array} [poses] left out if poses are in shared memory
 * @property {number} poseCount length of the pose array, in numbers
 * @property {number} [query] code of the query; left out: only find pairs
 * @property {Float64Array} [settings]
 * @property {Uint32Array} [pairs] given by the caller
 * @property {number} [margin] for finding pairs. Without `pairs` and `margin`, the worker uses the pairs
 *   it found previously
 * @property {Float64Array} [rays] RAY_STRIDE numbers each, instead of a query of pairs. A worker receives only
 *   its own part
 * @property {number} [mask] of the rays @property {number} [group] of the rays
 * @property {Uint32Array} [exclude] bodies that the rays pass through
 */

/**
 * @typedef {object} Reply
 * @property {number} total pairs of all workers together
 * @property {number} [refused] error status of the module
 * @property {string} [failed] message of any other error
 * @property {boolean} [short] the shared buffers are too small
 * @property {ArrayBuffer} [block] columns of this worker's rows, or the results of its rays
 * @property {Uint32Array} [rows] the pair index of each of these rows
 * @property {Uint32Array} [pairs] all pairs found
 */
