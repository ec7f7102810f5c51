/* What the page says about a motion. */

/** A time with the digits that are shown in sentences, cut and not rounded, so that it is never late. */
export function cutTime(t) {
  if (t === 0 || t === 1) return String(t);
  const digits = 3 - Math.floor(Math.log10(t));
  const scale = 10 ** digits;
  return `${(Math.floor(t * scale) / scale).toFixed(digits)}…`;
}

/** A time with fixed digits, cut: a lower bound stays one. */
export const cut = (t, digits) => (Math.floor(t * 10 ** digits) / 10 ** digits).toFixed(digits);

/** A time with fixed digits, rounded upwards: an upper bound stays one. */
export const raised = (t, digits) => (Math.ceil(t * 10 ** digits) / 10 ** digits).toFixed(digits);

const rounded = (x) => String(Number(x.toPrecision(3)));
const counted = (n) => (n === 1 ? '1 sample' : `${n} samples`);
const verb = (n, word) => (n === 1 ? `${word}${word.endsWith('s') ? 'es' : 's'}` : word);

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
export function sentence({ query, target }, { result, samples, depth, nearest, error }) {
  if (error) return `${error.message.replace(/\.$/, '')}.`;
  const within = `distance of ${rounded(target)}`;
  const what = target > 0 ? within : query === 'ray' ? 'hit' : 'contact';
  const relation = relationOf(result);
  if (relation === 'contact') return contactSentence(result, samples, depth, what);
  const at = cutTime(result.lower);
  const count = samples.length;
  return {
    free: `Proved: no ${what} from t = 0 to t = 1.${nearestPart(nearest)} ${counted(count)} ${verb(count, 'see')} none either, but cannot tell what happens in between.`,
    overlapping: `The motion starts in contact${target > 0 ? `: closer than the ${within}` : ''}.`,
    grazing: `A graze at t = ${at} or slightly later: the gap is below 10⁻⁹ of the size. Proved: no earlier contact. Not proved: contact. ${seenPart(samples)}`,
    undecided: `The solver stopped (${result.status}). Before t = ${at} there is provably no ${what}.`,
  }[relation];
}

function contactSentence({ lower }, samples, depth, what) {
  const first = samples.find(({ hit }) => hit);
  const count = samples.length;
  const proved = `the ${what} is at t = ${cutTime(lower)} and provably not earlier`;
  if (!first) return `${counted(count)} ${verb(count, 'miss')} the ${what}; ${proved}.`;
  const late = rounded(Math.max(0, first.t - lower));
  const deep = depth === null ? '' : `, at a depth of ${rounded(depth)}`;
  return `T${proved.slice(1)}. Of ${counted(count)}, the first to see it is at t = ${rounded(first.t)}, late by ${late}${deep}.`;
}

const nearestPart = (nearest) =>
  nearest ? ` The gap is least at t = ${rounded(nearest.time)}: ${rounded(nearest.gap)}.` : '';

function seenPart(samples) {
  const first = samples.find(({ hit }) => hit);
  const count = samples.length;
  if (!first) return `${counted(count)} ${verb(count, 'miss')} it.`;
  return `Of ${counted(count)}, the one at t = ${rounded(first.t)} sees contact.`;
}
