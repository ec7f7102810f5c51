/* Reads and writes the current step of a trace and the playing speed in the address. */

/** Steps per second. */
export const SPEED = { low: 0.5, high: 8, start: 1.5 };
const MOST_STEPS = 1e6;

/**
 * @param {string | null} text
 * @returns {number | null} null unless the text is an integer within the range
 */
export const whole = (text, low, high) => {
  const x = text === null ? NaN : Number(text);
  return Number.isInteger(x) && x >= low && x <= high ? x : null;
};

/**
 * Reads a step and a speed. A value that is missing or invalid leaves the state as it is.
 * @param {URLSearchParams} params
 * @param {{ step: number, speed: number }} state written to; steps count from 0 here and from 1 in the
 *   address
 */
export function readStep(params, state) {
  const step = whole(params.get('step'), 1, MOST_STEPS);
  if (step !== null) state.step = step - 1;
  const speed = Number(params.get('speed') ?? NaN);
  if (speed >= SPEED.low && speed <= SPEED.high) state.speed = speed;
}

/** @param {URLSearchParams} params written to @param {{ step: number, speed: number }} state */
export function writeStep(params, { step, speed }) {
  params.set('step', String(step + 1));
  if (speed !== SPEED.start) params.set('speed', String(speed));
}
