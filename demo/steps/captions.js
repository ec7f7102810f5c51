/* The caption of a step of a trace: sentences that use only the step's data. */
import { QUERIES } from './runs.js';
import { dot, length, scaled, sub, unit } from './vectors.js';

/** Directions whose angle is smaller, in degrees, are described as the same. */
const SAME = 0.05;
/** Default and maximum number of digits. Bounds that agree in many digits are shown with more. */
const DIGITS = 5;
const MOST_DIGITS = 12;

/** A number with some digits. */
export function short(x, digits = DIGITS) {
  if (x === null) return '–';
  if (x !== 0 && Math.abs(x) < 1e-3) return x.toExponential(1).replaceAll('-', '−');
  return String(Number(x.toPrecision(digits))).replace('-', '−');
}

/** The number of digits that are necessary to show the difference of the bounds. */
function digitsOf({ lower, upper }) {
  if (lower === null || upper === null || lower === upper) return DIGITS;
  const same = Math.log10(Math.max(Math.abs(upper), 1e-300) / (upper - lower));
  return Math.min(MOST_DIGITS, Math.max(DIGITS, Math.ceil(same) + 2));
}

const component = (x) => (Math.abs(x) < 0.005 ? 0 : x).toFixed(2).replace('-', '−');
const vector = (v) => `(${v.map(component).join(',\u00a0')})`;
const degrees = (u, v) => (Math.acos(Math.min(1, Math.max(-1, dot(u, v)))) * 180) / Math.PI;
const sentence = (...parts) => parts.filter(Boolean).join(' ');
/** A relation such as `σ ≥ 1`, whose parts stay on one line. */
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

/** What the supporting plane of this step proves about the growth distance. */
function proof({ row, before, atLeast }) {
  if (row.lower === null) return 'proves nothing yet';
  const known = before?.lower ?? null;
  return known === null || row.lower > known
    ? `proves ${atLeast}`
    : `does not improve on ${atLeast}`;
}

function portal(context) {
  const { row, before, atMost } = context;
  const start = before === null ? 'Start: a portal around the ray.' : '';
  const leaves = `The ray crosses the portal here${row.upper === null ? '' : `, so ${atMost}`}.`;
  if (!row.support) return sentence(start, leaves, ending(context));
  return sentence(
    ...[start, leaves, `Support point along ${vector(row.direction)}:`],
    `no point of the difference is beyond the plane through it, which ${proof(context)}.`,
    narrowing(context),
  );
}

/** How the support point determines the next step. */
function narrowing({ row, next, run, last }) {
  if (last) return '';
  const isIt = ({ point }) => point.every((x, i) => x === row.support.point[i]);
  if (next.vertices.some(isIt))
    return `Next portal: the ${row.shift.length === 2 ? 'segment' : 'triangle'} with this point that the ray crosses.`;
  return run.method === 'newton' ? 'A Newton step from this plane gives the next direction.' : '';
}

/** The distance from the origin to the inner approximation. */
function nearest({ vertices, point }) {
  const away = short(length(point));
  if (vertices.length < 2) return `The point found so far is ${away} from the origin.`;
  const name = ['segment', 'triangle', 'tetrahedron'][vertices.length - 2];
  return `The ${name} of support points is ${away} from the origin.`;
}

function simplex(context) {
  const { row, run } = context;
  if (!row.support) {
    if (row.point && length(row.point) <= 1e-12 * sizeOf(row))
      return 'The simplex contains the origin, so the shapes overlap. The overlap test is complete.';
    return sentence(row.point && nearest(row), ending(context));
  }
  return sentence(
    row.point ? nearest(row) : `Start: no point of the difference is known yet${ballWords(row)}.`,
    `${asking(row, run)}: in this direction the difference ends ${planePosition(row)}.`,
    bounds(context),
  );
}

/** The balls that the solver subtracts from the shapes. */
const ballWords = ({ radiusA, radiusB }) =>
  radiusA + radiusB > 0
    ? `; balls of total radius ${short(radiusA + radiusB)} are removed from the shapes and added at the end`
    : '';

const sizeOf = ({ vertices }) => Math.max(...vertices.map(({ point }) => length(point)));

/** The search direction of a method that looks for the point nearest to the origin. */
function asking({ point, direction: d }, { method }) {
  if (!point) return `Support point along ${vector(d)}`;
  const turn = length(point) > 0 ? degrees(d, unit(scaled(-1, point))) : 0;
  return turn > SAME && /nesterov|polyak|auto/.test(method)
    ? `Momentum turns the search direction by ${turn.toFixed(1)}° away from the origin. Support point along ${vector(d)}`
    : `Support point straight towards the origin, along ${vector(d)}`;
}

/** Where the difference ends along the search direction, relative to the origin. */
function planePosition({ direction: d, support }) {
  const beyond = dot(d, support.point);
  return beyond < 0
    ? `${short(-beyond)} short of the origin`
    : `${short(beyond)} beyond the origin`;
}

/** The bounds that this step has changed. */
function bounds({ row, before, atLeast, atMost }) {
  const parts = [];
  if (row.lower !== null && row.lower !== (before?.lower ?? null)) parts.push(atLeast);
  if (row.upper !== null && row.upper !== (before?.upper ?? null)) parts.push(atMost);
  if (parts.length > 0) return `Proved so far: ${parts.join(' and ')}.`;
  return row.lower === null && row.upper === null ? '' : 'The bounds do not change.';
}

function polytope(context) {
  const { row, before } = context;
  const facet = row.shift.length === 2 ? 'edge' : 'face';
  const inside = `${row.faces.length} ${facet}s`;
  if (!row.support)
    return sentence(`A polytope with ${inside} is inside the difference.`, ending(context));
  const beyond = short(dot(row.direction, sub(row.support.point, row.point)));
  return sentence(
    before?.type === 'polytope' ? '' : 'The simplex that contains the origin becomes a polytope.',
    `The nearest of the polytope's ${inside} is ${short(length(row.point))} from the origin.`,
    `Along its normal the difference extends ${beyond} further.`,
    bounds({ ...context, before: before?.type === 'polytope' ? before : null }),
    context.last ? '' : `Every ${facet} visible from the new point is replaced.`,
  );
}

function ray(context) {
  const { row, before } = context;
  const out =
    row.point && `The ray crosses the portal ${short(length(row.point))} from the origin.`;
  if (!row.support) return sentence(out, ending(context));
  const angle = before?.ray ? degrees(row.ray, before.ray) : 0;
  const turned = `The ray turns by ${angle.toFixed(1)}° towards a shorter way out.`;
  const start = `Follow the ray along ${vector(row.ray)} from the origin to the point where it leaves the difference.`;
  return sentence(
    before?.type === 'ray' ? angle > SAME && turned : start,
    out,
    `Along the portal's normal the difference ends ${planePosition(row)}.`,
    bounds(context),
  );
}

function direction(context) {
  const { row, run, before, atMost } = context;
  if (!row.support) return sentence('No further direction is tried.', ending(context));
  const reach = short(dot(row.direction, row.support.point));
  const asked = `Direction ${vector(row.direction)}: the difference extends ${reach} along it`;
  if (run.query === 'growthDistance')
    return sentence(
      `${asked}. The supporting plane there ${proof(context)}.`,
      row.upper !== null &&
        row.upper !== before?.upper &&
        `A point inside the difference proves ${atMost}.`,
    );
  const better = before?.upper !== row.upper || before?.lower !== row.lower;
  const way = better
    ? 'so moving B by this length separates the shapes'
    : 'which is no shorter way out than the best so far';
  return sentence(`${asked}, ${way}.`, better && bounds(context));
}

/** The reason why the search stops. */
function ending({ row, symbol, atMost }) {
  const { lower, upper } = row;
  if (lower === null || upper === null) return 'The answer is known.';
  if (lower === upper) return `Both bounds are equal: ${relation(symbol, '=', upper, row)}.`;
  return `The search ends with ${short(lower, digitsOf(row))} ≤ ${atMost}.`;
}

const RESULTS = {
  growthDistance: ({ upper }) => `Scaled by ${short(upper)} about their centres, the shapes touch.`,
  distance: ({ upper }) =>
    upper > 0
      ? `The distance of the shapes is ${short(upper)}; the nearest points are marked.`
      : 'The shapes overlap: their distance is 0.',
  penetration: ({ upper, normal }) =>
    upper > 0
      ? `Moving B by ${short(upper)} along ${vector(normal)} separates the shapes.`
      : 'The shapes do not overlap: the depth is 0.',
  signedDistance: ({ lower, upper, normal }) =>
    upper > 0
      ? `The distance of the shapes is ${short(upper)}.`
      : `The shapes overlap: moving B by ${short(-lower)} along ${vector(normal)} separates them.`,
  collide: ({ lower }) =>
    lower > 1
      ? 'A plane separates the shapes: they do not overlap.'
      : 'The shapes have a common point: they overlap.',
};

function resultCaption({ row, run, symbol, atMost, atLeast }, count) {
  const { lower, upper } = row;
  const both = lower !== null && upper !== null;
  return sentence(
    count === 1 ? 'Decided without iterations, by a closed form or an early out.' : 'Result:',
    RESULTS[run.query](row),
    both && lower < upper ? `Proved: ${short(lower, digitsOf(row))} ≤ ${atMost}.` : '',
    both && lower === upper ? `Both bounds are ${relation(symbol, '=', upper, row)}.` : '',
    both ? '' : lower !== null && lower > 0 && `Proved: ${atLeast}.`,
  );
}

/** The title of the difference that is drawn. @param {import('growth-distance').TraceIterate} [row] */
export function titleOf(row) {
  const about = row && row.shift.some((x) => x !== 0) ? ', relative to the centres' : '';
  const balls = row && row.radiusA + row.radiusB > 0 ? ', without balls' : '';
  return `Minkowski difference A − B${about}${balls}`;
}
