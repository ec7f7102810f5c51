/* The steps of the solver on the time line: from the trace of a query, what each step proves. */
import { cutTime } from './words.js';

/**
 * @typedef {object} Step
 * @property {'balls' | 'free' | 'bound' | 'test'} type what proves it: bounding balls, a plane between the
 *   bodies, or a plane that a cast reaches; or a test for contact
 * @property {number} start the part of the motion that is newly proved free; of a test its time twice
 * @property {number} end
 * @property {number} time at which the bodies are drawn
 * @property {number[]} normal at that time
 * @property {number[] | null} point of the plane, on A at that time
 * @property {number} turn of the normal, in radians per unit of time
 * @property {boolean} contact whether a test shows contact
 */

/**
 * @param {import('growth-distance').TraceIterate[]} trace of a query whose interval is 0 to 1
 * @returns {Step[]} none if a closed form answered
 */
export function stepsOf(trace) {
  let [free, contact] = [0, Infinity];
  const steps = [];
  for (const row of trace) {
    if (row.type === 'result') break;
    const shown = row.upper !== null && row.upper < contact;
    const until = Math.max(free, Math.min(row.lower ?? 0, 1));
    steps.push({ ...stepOf(row, free, until), contact: shown });
    if (shown) contact = row.upper;
    free = until;
  }
  return steps;
}

function stepOf({ type, interval, normal, direction, support, turn }, free, until) {
  if (type === 'probe') {
    const [time] = interval;
    return { type: 'test', start: time, end: time, time, normal, point: null, turn: 0 };
  }
  const point = support?.pointA ?? null;
  if (type === 'direction')
    return {
      type: 'bound',
      start: free,
      end: until,
      time: until,
      normal: direction,
      point,
      turn: 0,
    };
  const [start, end] = interval;
  const rate = Math.hypot(...turn);
  return { type: support ? 'free' : 'balls', start, end, time: start, normal, point, turn: rate };
}

const digits = (x) => String(Number(x.toPrecision(3)));

/** @param {Step[]} steps @param {number} index @returns {string} what the step proves */
export function stepSentence(steps, index) {
  const { type, start, end, turn, contact } = steps[index];
  const [from, to] = [start, end].map(cutTime);
  const during =
    from === to
      ? `from t = ${from} for another ${digits(end - start)}`
      : `from t = ${from} to ${to}`;
  const turning = turn > 0 ? `, which turns by ${digits(turn)} rad per unit of time,` : '';
  const later = contact ? ' A contact is proved slightly later.' : '';
  const text = {
    balls: `before t = ${to}, the bounding balls of the bodies do not touch.`,
    free: `${during}, the plane with this normal${turning} separates the bodies.`,
    bound:
      end > start
        ? `before t = ${to}, the bodies cannot touch along this normal.${later}`
        : `the bound t = ${to} stays, because this normal proves no later one.${later}`,
    test: `a test at t = ${from} ${contact ? 'shows' : 'shows no'} contact.`,
  }[type];
  return `Step ${index + 1} of ${steps.length}: ${text}`;
}
