/* The page's state as plain data, and its form in the address. */
import { FAMILIES } from './models.js';
import { QUANTITIES } from './proximity.js';

/**
 * @typedef {object} State
 * @property {string} family of bodies
 * @property {number} count of bodies
 * @property {'growth' | 'signed'} quantity from which contacts are computed
 * @property {number} seed of positions and rotations
 * @property {boolean} normals whether contacts are drawn
 * @property {number | null} steps after which the run stops; null: it does not stop
 */

export const COUNT = { low: 10, high: 100 };
/** Ten minutes. */
const MOST_STEPS = 36000;
const MOST_SEED = 9999;

const whole = (text, low, high, otherwise) =>
  /^\d{1,6}$/.test(text ?? '') ? Math.min(high, Math.max(low, Number(text))) : otherwise;
const oneOf = (list, text) => (list.includes(text) ? text : list[0]);

/** @param {URLSearchParams} params @returns {State} */
export const readState = (params) => ({
  family: oneOf(FAMILIES, params.get('kind')),
  count: whole(params.get('count'), COUNT.low, COUNT.high, 60),
  quantity: oneOf(QUANTITIES, params.get('quantity')),
  seed: whole(params.get('seed'), 1, MOST_SEED, 1),
  normals: params.get('normals') === 'yes',
  steps: whole(params.get('steps'), 0, MOST_STEPS, null),
});

/** @param {State} state @returns {Record<string, string>} */
export function writeState({ family, count, quantity, seed, normals, steps }) {
  const params = { kind: family, count: String(count), quantity, seed: String(seed) };
  if (normals) params.normals = 'yes';
  if (steps !== null && steps <= MOST_STEPS) params.steps = String(steps);
  return params;
}

/** The next seed, for different initial poses. @param {number} seed */
export const nextSeed = (seed) => (seed % MOST_SEED) + 1;
