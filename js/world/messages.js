/* The messages between a ParallelWorld and its workers, as types. */
export {};

/**
 * What has happened to the bodies.
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
 * @property {Command[]} commands to apply first
 * @property {Float64Array} [poses] where they are not shared
 * @property {number} poseCount numbers of all poses
 * @property {number} [query] none: only find pairs
 * @property {Float64Array} [settings]
 * @property {Uint32Array} [pairs] given
 * @property {number} [margin] to find pairs with; neither: those found last
 */

/**
 * @typedef {object} Reply
 * @property {number} total pairs in all
 * @property {number} [refused] by the module
 * @property {string} [failed] in some other way
 * @property {boolean} [short] the shared buffers are too small
 * @property {ArrayBuffer} [block] columns of this worker's rows
 * @property {Uint32Array} [rows] and which pairs they are of
 * @property {Uint32Array} [pairs] all that were found
 */
