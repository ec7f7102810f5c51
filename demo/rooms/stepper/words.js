/* A step of a trace in plain words, made from its data alone. */
import { QUERIES } from './runs.js';
import { dot, length, scaled, sub, unit } from './vectors.js';

/** Degrees below which two directions are called the same. */
const SAME = 0.05;
const SHAPES = ['nothing yet', 'the point', 'the segment', 'the triangle', 'the tetrahedron'];

/** A number with five digits. */
export function short(x) {
  if (x === null || x === undefined) return '–';
  if (x !== 0 && Math.abs(x) < 1e-3) return x.toExponential(1).replace('-', '−');
  return String(Number(x.toPrecision(5))).replace('-', '−');
}

const vector = (v) =>
  `(${v.map((x) => (Math.abs(x) < 0.005 ? 0 : x).toFixed(2).replace('-', '−')).join(', ')})`;
const degrees = (u, v) => (Math.acos(Math.min(1, Math.max(-1, dot(u, v)))) * 180) / Math.PI;
const sentence = (...parts) => parts.filter(Boolean).join(' ');
const isZero = (v) => length(v) < 1e-300;

/**
 * @param {import('growth-distance').TraceIterate[]} rows of one trace
 * @param {number} index of the step
 * @param {import('./runs.js').Run} run
 * @returns {string}
 */
export function wordsOf(rows, index, run) {
  const row = rows[index];
  const before = rows[index - 1] ?? null;
  const context = {
    ...{ row, before, run, symbol: QUERIES[run.query].symbol },
    last: rows[index + 1] === undefined || rows[index + 1].type === 'result',
  };
  if (row.type === 'result') return resultWords(context, rows);
  return WORDS[row.type](context);
}

const WORDS = { portal, simplex, polytope, ray, direction };

/** What the bounds gained: "proves σ ≥ 1.2". */
function lowerWords({ row, before, symbol }) {
  if (row.lower === null) return 'no bound follows yet';
  const gained = before?.lower === null || before?.lower === undefined || row.lower > before.lower;
  return gained
    ? `this proves ${symbol} ≥ ${short(row.lower)}`
    : `this proves no more than ${symbol} ≥ ${short(row.lower)}, known before`;
}

function portal(context) {
  const { row, symbol, before } = context;
  const upper = row.upper === null ? '' : `, so ${symbol} ≤ ${short(row.upper)}`;
  const leaves = `The ray leaves the portal here${upper}.`;
  if (!row.support) return sentence(leaves, ending(context));
  const start = before === null ? 'Start: a portal is laid around the ray.' : '';
  const asked = `Asked for the support point along ${vector(row.direction)}: no point of the difference lies beyond the plane through it, and ${lowerWords(context)}.`;
  const next = context.last
    ? ''
    : 'The portal is narrowed to the triangle with this point that the ray goes through.';
  return sentence(start, leaves, asked, next);
}

function simplex(context) {
  const { row, run } = context;
  const named = SHAPES[Math.min(4, row.vertices.length)];
  const away = row.point ? length(row.point) : null;
  const inside = row.vertices.length > row.shift.length || away === 0;
  if (!row.support) {
    if (inside && away !== null && away < 1e-9)
      return 'The simplex holds the origin: the shapes overlap, and the search for overlap is over.';
    return sentence(nearest(named, away), ending(context));
  }
  const turn = row.point && away > 0 ? degrees(row.direction, unit(scaled(-1, row.point))) : 0;
  const how =
    row.vertices.length === 0
      ? `Start: asked for a first support point along ${vector(row.direction)}`
      : turn > SAME && isTurned(run)
        ? `Momentum turns the direction by ${turn.toFixed(1)}° from the straight way, to ${vector(row.direction)}. Asked there`
        : `Asked for the support point straight towards the origin, along ${vector(row.direction)}`;
  return sentence(
    row.vertices.length > 0 && nearest(named, away),
    `${how}: the plane through it lies ${planeWords(row)}.`,
    boundsWords(context),
  );
}

const nearest = (named, away) =>
  `Of ${named} the nearest point to the origin is ${short(away)} away.`;
const isTurned = ({ method }) => /nesterov|polyak|auto/.test(method);

/** Where the plane across the direction is as seen from the origin. */
function planeWords({ direction: d, support }) {
  const beyond = dot(d, support.point);
  return beyond < 0 ? `${short(-beyond)} before the origin` : `${short(beyond)} beyond the origin`;
}

/** The bounds where they changed. */
function boundsWords({ row, before, symbol }) {
  const parts = [];
  if (row.lower !== null && row.lower !== (before?.lower ?? null))
    parts.push(`${symbol} ≥ ${short(row.lower)}`);
  if (row.upper !== null && row.upper !== (before?.upper ?? null))
    parts.push(`${symbol} ≤ ${short(row.upper)}`);
  if (parts.length > 0) return `Proved so far: ${parts.join(' and ')}.`;
  return row.lower === null ? '' : 'The bounds stay as they were.';
}

function polytope(context) {
  const { row, symbol, before } = context;
  const faces = `The polytope of ${row.faces.length} ${row.shift.length === 2 ? 'edges' : 'faces'} lies inside the difference`;
  if (!row.support) return sentence(`${faces}.`, ending(context));
  const start =
    before?.type === 'polytope' ? '' : 'The simplex around the origin becomes a polytope.';
  const away = short(length(row.point ?? row.shift));
  const beyond = short(dot(row.direction, sub(row.support.point, row.point ?? row.shift)));
  return sentence(
    ...[start, `${faces}; its face nearest to the origin is ${away} away.`],
    `Asked beyond it: the difference reaches ${beyond} further there.`,
    boundsWords({ row, before: before?.type === 'polytope' ? before : null, symbol }),
    context.last ? '' : 'Every face that the new point sees is replaced.',
  );
}

function ray(context) {
  const { row, before } = context;
  const out = row.point
    ? `The ray leaves the portal ${short(length(row.point))} from the origin.`
    : '';
  if (!row.support) return sentence(out, ending(context));
  const angle = before?.ray ? degrees(row.ray, before.ray) : 0;
  const start =
    before?.type !== 'ray'
      ? `Follow the ray along ${vector(row.ray)} from the origin to where it leaves the difference.`
      : angle > SAME
        ? `The ray is turned by ${angle.toFixed(1)}° to the normal of the last plane.`
        : '';
  return sentence(
    start,
    out,
    `The support point across the portal gives a plane ${planeWords(row)}.`,
    boundsWords(context),
  );
}

function direction(context) {
  const { row, run, symbol, before } = context;
  if (!row.support) return sentence('No further direction is tried.', ending(context));
  const asked = `Tried the direction ${vector(row.direction)}: the difference reaches ${short(dot(row.direction, row.support.point))} along it.`;
  if (run.query === 'growthDistance')
    return sentence(
      asked,
      `The plane there: ${lowerWords(context)}.`,
      row.upper !== null && row.upper !== before?.upper ? `${symbol} ≤ ${short(row.upper)}.` : '',
    );
  const known =
    before?.type === 'direction' && row.upper === before.upper && row.lower === before.lower;
  return sentence(
    asked,
    known
      ? 'That is no shorter way out than the best so far.'
      : `Moving B that far parts the shapes.`,
    boundsWords(context),
  );
}

/** Why the search stops. */
function ending({ row, symbol }) {
  const { lower, upper } = row;
  if (lower === null || upper === null) return 'The question is decided.';
  if (lower === upper) return `Both bounds meet at ${symbol} = ${short(upper)}.`;
  return `The search ends with ${short(lower)} ≤ ${symbol} ≤ ${short(upper)}.`;
}

function resultWords({ row, run, symbol }, rows) {
  const how = rows.length === 1 ? 'A closed form or a first look answers at once.' : '';
  const value = {
    collide: null,
    signedDistance: row.upper !== null && row.upper < 0 ? row.lower : row.upper,
  };
  const x = run.query in value ? value[run.query] : row.upper;
  const words = {
    growthDistance: () => `Grown by σ = ${short(x)} about their centres, the shapes just touch.`,
    distance: () =>
      x > 0
        ? `The shapes are ${short(x)} apart; the nearest points are marked.`
        : 'The shapes overlap: distance 0.',
    penetration: () =>
      x > 0
        ? `Moving B by ${short(x)} along ${vector(row.normal)} parts the shapes.`
        : 'The shapes do not overlap: depth 0.',
    signedDistance: () =>
      x < 0
        ? `The shapes overlap: moving B by ${short(-x)} along ${vector(row.normal)} parts them.`
        : `The shapes are ${short(x)} apart.`,
    collide: () =>
      row.lower > 1 || (row.upper === null && row.lower !== null && row.lower >= 1)
        ? `A plane separates the shapes (σ ≥ ${short(row.lower)}): no collision.`
        : isZero(row.normal) || row.upper !== null
          ? 'A common point is found: the shapes overlap.'
          : 'The question is decided.',
  };
  return sentence(
    how,
    'Result.',
    words[run.query](),
    symbol && row.lower !== null && row.upper !== null && run.query !== 'collide'
      ? `Certified: ${short(row.lower)} to ${short(row.upper)}.`
      : '',
  );
}
