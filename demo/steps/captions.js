/* The caption of a step of a trace: sentences made from the step's data alone. */
import { QUERIES } from './runs.js';
import { dot, length, scaled, sub, unit } from './vectors.js';

/** Degrees below which two directions are called the same. */
const SAME = 0.05;
/** Digits of numbers, and of bounds that agree in so many. */
const DIGITS = 5;
const MOST_DIGITS = 12;

/** A number with some digits. */
export function short(x, digits = DIGITS) {
  if (x === null) return '–';
  if (x !== 0 && Math.abs(x) < 1e-3) return x.toExponential(1).replaceAll('-', '−');
  return String(Number(x.toPrecision(digits))).replace('-', '−');
}

/** As many digits as tell the bounds apart. */
function digitsOf({ lower, upper }) {
  if (lower === null || upper === null || lower === upper) return DIGITS;
  const same = Math.log10(Math.max(Math.abs(upper), 1e-300) / (upper - lower));
  return Math.min(MOST_DIGITS, Math.max(DIGITS, Math.ceil(same) + 2));
}

const component = (x) => (Math.abs(x) < 0.005 ? 0 : x).toFixed(2).replace('-', '−');
const vector = (v) => `(${v.map(component).join(',\u00a0')})`;
const degrees = (u, v) => (Math.acos(Math.min(1, Math.max(-1, dot(u, v)))) * 180) / Math.PI;
const sentence = (...parts) => parts.filter(Boolean).join(' ');
/** The parts of a relation stay on one line. */
const relation = (symbol, sign, x, row) => `${symbol}\u00a0${sign}\u00a0${short(x, digitsOf(row))}`;

/**
 * @param {import('growth-distance').TraceIterate[]} rows of one trace
 * @param {number} index of the step
 * @param {import('./runs.js').Run} run
 * @returns {string}
 */
export function captionOf(rows, index, run) {
  const row = rows[index];
  const { symbol } = QUERIES[run.query];
  const context = {
    ...{ row, run, symbol, before: rows[index - 1] ?? null, next: rows[index + 1] ?? null },
    last: rows[index + 1] === undefined || rows[index + 1].type === 'result',
    atLeast: relation(symbol, '≥', row.lower, row),
    atMost: relation(symbol, '≤', row.upper, row),
  };
  return row.type === 'result' ? resultCaption(context, rows.length) : CAPTIONS[row.type](context);
}

const CAPTIONS = { portal, simplex, polytope, ray, direction };

/** What the plane of this step proves of growth. */
function proof({ row, before, atLeast }) {
  if (row.lower === null) return 'proves nothing yet';
  const known = before?.lower ?? null;
  return known === null || row.lower > known
    ? `proves ${atLeast}`
    : `proves no more than before, ${atLeast}`;
}

function portal(context) {
  const { row, before, atMost } = context;
  const start = before === null ? 'Start: a portal around the ray.' : '';
  const leaves = `The ray leaves through the portal here${row.upper === null ? '' : `, so ${atMost}`}.`;
  if (!row.support) return sentence(start, leaves, ending(context));
  return sentence(
    ...[start, leaves, `Asked for the support point along ${vector(row.direction)}:`],
    `nothing lies beyond the plane through it, which ${proof(context)}.`,
    narrowing(context),
  );
}

/** What becomes of the support point. */
function narrowing({ row, next, run, last }) {
  if (last) return '';
  const isIt = ({ point }) => point.every((x, i) => x === row.support.point[i]);
  if (next.vertices.some(isIt))
    return `Next portal: the ${row.shift.length === 2 ? 'segment' : 'triangle'} with this point that the ray goes through.`;
  return run.method === 'newton' ? "Newton's step from this plane gives the next direction." : '';
}

/** The inner approximation of a distance and what of it is nearest. */
function nearest({ vertices, point }) {
  const away = short(length(point));
  if (vertices.length < 2) return `The point found so far is ${away} from the origin.`;
  const name = ['segment', 'triangle', 'tetrahedron'][vertices.length - 2];
  return `The ${name} of support points comes within ${away} of the origin.`;
}

function simplex(context) {
  const { row, run } = context;
  if (!row.support) {
    if (row.point && length(row.point) <= 1e-12 * sizeOf(row))
      return 'The simplex holds the origin: the shapes overlap, and the search for overlap is over.';
    return sentence(row.point && nearest(row), ending(context));
  }
  return sentence(
    row.point ? nearest(row) : `Start: nothing is known of the difference${ballWords(row)}.`,
    `${asking(row, run)}: the plane through it lies ${planePosition(row)}.`,
    bounds(context),
  );
}

/** What the search leaves out. */
const ballWords = ({ radiusA, radiusB }) =>
  radiusA + radiusB > 0
    ? `; balls of radius ${short(radiusA + radiusB)} are taken off the shapes and counted afterwards`
    : '';

const sizeOf = ({ vertices }) => Math.max(...vertices.map(({ point }) => length(point)));

/** In which direction a search for the nearest point asks. */
function asking({ point, direction: d }, { method }) {
  if (!point) return `Asked for a support point along ${vector(d)}`;
  const turn = length(point) > 0 ? degrees(d, unit(scaled(-1, point))) : 0;
  return turn > SAME && /nesterov|polyak|auto/.test(method)
    ? `Momentum turns the direction by ${turn.toFixed(1)}° from the straight way. Asked along ${vector(d)}`
    : `Asked for the support point straight towards the origin, along ${vector(d)}`;
}

/** Where the plane of this step is as seen from the origin. */
function planePosition({ direction: d, support }) {
  const beyond = dot(d, support.point);
  return beyond < 0
    ? `${short(-beyond)} short of the origin`
    : `${short(beyond)} beyond the origin`;
}

/** The bounds where they changed. */
function bounds({ row, before, atLeast, atMost }) {
  const parts = [];
  if (row.lower !== null && row.lower !== (before?.lower ?? null)) parts.push(atLeast);
  if (row.upper !== null && row.upper !== (before?.upper ?? null)) parts.push(atMost);
  if (parts.length > 0) return `Proved so far: ${parts.join(' and ')}.`;
  return row.lower === null && row.upper === null ? '' : 'The bounds stay as they were.';
}

function polytope(context) {
  const { row, before } = context;
  const facet = row.shift.length === 2 ? 'edge' : 'face';
  const inside = `${row.faces.length} ${facet}s`;
  if (!row.support)
    return sentence(`A polytope of ${inside} inside the difference.`, ending(context));
  const beyond = short(dot(row.direction, sub(row.support.point, row.point)));
  return sentence(
    before?.type === 'polytope' ? '' : 'The simplex around the origin becomes a polytope.',
    `Of its ${inside} the nearest to the origin is ${short(length(row.point))} away.`,
    `Asked across it: the difference reaches ${beyond} further.`,
    bounds({ ...context, before: before?.type === 'polytope' ? before : null }),
    context.last ? '' : `Every ${facet} that the new point sees is replaced.`,
  );
}

function ray(context) {
  const { row, before } = context;
  const out =
    row.point && `The ray leaves through the portal ${short(length(row.point))} from the origin.`;
  if (!row.support) return sentence(out, ending(context));
  const angle = before?.ray ? degrees(row.ray, before.ray) : 0;
  const turned = `The ray is turned by ${angle.toFixed(1)}° towards a shorter way out.`;
  const start = `Follow the ray along ${vector(row.ray)} from the origin, to where it leaves the difference.`;
  return sentence(
    before?.type === 'ray' ? angle > SAME && turned : start,
    out,
    `The support point across the portal gives a plane ${planePosition(row)}.`,
    bounds(context),
  );
}

function direction(context) {
  const { row, run, before, atMost } = context;
  if (!row.support) return sentence('No further direction is tried.', ending(context));
  const reach = short(dot(row.direction, row.support.point));
  const asked = `Tried the direction ${vector(row.direction)}: the difference reaches ${reach} along it`;
  if (run.query === 'growthDistance')
    return sentence(
      `${asked}. The plane there ${proof(context)}.`,
      row.upper !== null && row.upper !== before?.upper && `A point inside shows that ${atMost}.`,
    );
  const better = before?.upper !== row.upper || before?.lower !== row.lower;
  const way = better
    ? 'moving B that far parts the shapes'
    : 'no shorter way out than the best so far';
  return sentence(`${asked}, ${way}.`, better && bounds(context));
}

/** Why the search stops. */
function ending({ row, symbol, atMost }) {
  const { lower, upper } = row;
  if (lower === null || upper === null) return 'The question is decided.';
  if (lower === upper) return `Both bounds meet at ${relation(symbol, '=', upper, row)}.`;
  return `The search ends with ${short(lower, digitsOf(row))} ≤ ${atMost}.`;
}

const RESULTS = {
  growthDistance: ({ upper }) =>
    `Grown by ${short(upper)} about their centres, the shapes just touch.`,
  distance: ({ upper }) =>
    upper > 0
      ? `The shapes are ${short(upper)} apart; the nearest points are marked.`
      : 'The shapes overlap: their distance is 0.',
  penetration: ({ upper, normal }) =>
    upper > 0
      ? `Moving B by ${short(upper)} along ${vector(normal)} parts the shapes.`
      : 'The shapes do not overlap: the depth is 0.',
  signedDistance: ({ lower, upper, normal }) =>
    upper > 0
      ? `The shapes are ${short(upper)} apart.`
      : `The shapes overlap: moving B by ${short(-lower)} along ${vector(normal)} parts them.`,
  collide: ({ lower }) =>
    lower > 1
      ? 'A plane separates the shapes: no collision.'
      : 'A common point is found: the shapes overlap.',
};

function resultCaption({ row, run, symbol, atMost, atLeast }, count) {
  const { lower, upper } = row;
  const both = lower !== null && upper !== null;
  return sentence(
    count === 1 ? 'Answered at once, by a closed form or at a first look.' : 'The result.',
    RESULTS[run.query](row),
    both && lower < upper ? `Proved: ${short(lower, digitsOf(row))} ≤ ${atMost}.` : '',
    both && lower === upper ? `Both bounds are ${relation(symbol, '=', upper, row)}.` : '',
    both ? '' : lower !== null && lower > 0 && `Proved: ${atLeast}.`,
  );
}

/** Which difference is drawn. @param {import('growth-distance').TraceIterate} [row] */
export function titleOf(row) {
  const about = row && row.shift.some((x) => x !== 0) ? ', about the centres' : '';
  const balls = row && row.radiusA + row.radiusB > 0 ? ', balls taken off' : '';
  return `Minkowski difference A − B${about}${balls}`;
}
