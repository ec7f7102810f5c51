/* What the page says about a motion. */

/** A time with the digits that are shown in sentences, cut and not rounded, so that it is never late. */
export function cutTime(t) {
  if (t === 0 || t === 1) return String(t);
  const digits = 3 - Math.floor(Math.log10(t));
  const scale = 10 ** digits;
  return `${(Math.floor(t * scale) / scale).toFixed(digits)}…`;
}

const rounded = (x) => String(Number(x.toPrecision(3)));
const counted = (n) => (n === 1 ? '1 sample' : `${n} samples`);
const misses = (n) => `${counted(n)} ${n === 1 ? 'misses' : 'miss'}`;

/** @param {any} result of the query */
export function relationOf({ hit, status }) {
  if (!hit) return 'free';
  if (status === 'optimal') return 'contact';
  return status === 'overlapping' || status === 'grazing' ? status : 'undecided';
}

/** The class of a relation, see style.css. */
export const classOf = (relation) => (relation === 'free' ? 'separated' : 'touching');

/**
 * @param {import('./state.js').State} state
 * @param {ReturnType<import('./answer.js').answer>} found
 * @returns {string} what is proved, and what the samples see
 */
export function sentence({ query, target }, { result, samples, depth, error }) {
  if (error) return `${error.message}.`.replace(/\.\.$/, '.');
  const contact =
    target > 0 ? `distance of ${rounded(target)}` : query === 'ray' ? 'hit' : 'contact';
  const relation = relationOf(result);
  const at = cutTime(result.lower);
  const sampled = sampledPart(result, samples, depth, contact, at);
  return {
    contact: `${sampled} Proved: no ${contact} before that time.`,
    free: `Proved: no ${contact} from t = 0 to t = 1. ${counted(samples.length)} see none either, but the times in between stay unknown to them.`,
    overlapping: `The motion starts in ${target > 0 ? `contact: the distance is at most ${rounded(target)}` : 'contact'}.`,
    grazing: `A graze near t = ${at}: the gap falls below a billionth of the shapes’ size, and rounding cannot tell whether they touch. Proved: no contact before. ${seen(samples)}`,
    undecided: `The solver stopped (${result.status}). Proved: no ${contact} before t = ${at}.`,
  }[relation];
}

function seen(samples) {
  const first = samples.find(({ hit }) => hit);
  if (!first) return `${misses(samples.length)} it.`;
  return `Of ${counted(samples.length)}, the one at t = ${rounded(first.t)} sees contact.`;
}

/** What the samples see of a contact. */
function sampledPart({ lower }, samples, depth, contact, at) {
  const first = samples.find(({ hit }) => hit);
  const real = `the ${contact} is at t = ${at}`;
  if (!first) return `${misses(samples.length)} the ${contact}; ${real}`.concat('.');
  const late = `${counted(samples.length)} see the ${contact} first at t = ${rounded(first.t)}, late by ${rounded(Math.max(0, first.t - lower))}`;
  const deep = depth !== null ? `, when the shapes overlap by ${rounded(depth)}` : '';
  return `${late}${deep}; ${real}.`;
}
