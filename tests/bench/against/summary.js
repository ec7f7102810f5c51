/* Statistics of the comparison, and its tables. A ratio is before / after: above 1 is faster. */
import { BLOCK, median, quartiles } from '../measure.js';
import { ratioWithQuartiles, table, time } from '../text.js';
import { FAMILIES, nameOf } from './cells.js';

/** How often a cell below the limit is measured again. */
export const REPETITIONS = 3;
/** Relative difference at which two values are not the same. */
const AGREEMENT = 1e-6;

/** The measurement with the median ratio of several measurements of a cell. */
export const middle = (list) =>
  [...list].sort((a, b) => a.ratio.median - b.ratio.median)[Math.floor(list.length / 2)];

const solved = ({ status }) => status === 0 || status === 'optimal';

/**
 * The first pair that both sides solved with different values, or null. Skips pairs that a side did not
 * solve, because that side has only bounds.
 * @param {{ value: number, status: number | string }[]} before
 * @param {{ value: number, status: number | string }[]} after
 */
export function difference(before, after) {
  for (const [i, a] of before.entries()) {
    const b = after[i];
    if (!solved(a) || !solved(b)) continue;
    const size = Math.max(Math.abs(a.value), Math.abs(b.value));
    if (!(Math.abs(a.value - b.value) <= AGREEMENT * size))
      return { pair: i, before: a.value, after: b.value };
  }
  return null;
}

/**
 * Adds the ratio to a cell: the median and quartiles over all blocks of samples. A block has one ratio,
 * of its two medians. `standIn`: one side solved nothing, because it lacks the query and ran another one.
 * @param {object} cell @param {import('./platform.js').Measured} measured
 */
export function summarizeCell(cell, { answers, samples }) {
  const wrong = difference(...answers);
  const blocks = [];
  for (let i = 0; i + BLOCK <= samples.length; i += BLOCK) blocks.push(samples.slice(i, i + BLOCK));
  const of = (list, side) => median(list.map((row) => row[side]));
  const standIn = answers.some((list) => list.length > 0 && !list.some(solved));
  return {
    ...cell,
    ...(wrong && { difference: wrong }),
    ...(standIn && { standIn }),
    ratio: quartiles(blocks.map((block) => of(block, 0) / of(block, 1))),
    before: quartiles(samples.map(([before]) => before)),
    after: quartiles(samples.map(([, after]) => after)),
  };
}

/** Groups cells by a key. The ratio of a group is the median and quartiles of its cells' median ratios. */
export function grouped(cells, key) {
  const groups = new Map();
  for (const cell of cells) groups.set(key(cell), [...(groups.get(key(cell)) ?? []), cell]);
  return [...groups].map(([name, list]) => ({
    name,
    cells: list.length,
    standIn: list.some(({ standIn }) => standIn),
    ratio: quartiles(list.map(({ ratio }) => ratio.median)),
    least: list.reduce((a, b) => (b.ratio.median < a.ratio.median ? b : a)),
  }));
}

const PLATFORM = { node: 'JavaScript', native: 'native' };
const familyKey = ({ family, platform }) => `${family}, ${PLATFORM[platform]}`;

/** The families of each platform. A family is slower if its upper quartile is below 1.00 and its median below
 * the limit, unless a side ran another query. */
export function familiesOf(cells, limit) {
  const ordered = [...cells].sort(
    (a, b) => FAMILIES.indexOf(a.family) - FAMILIES.indexOf(b.family),
  );
  return grouped(ordered, familyKey).map((row) => ({
    ...row,
    slower: row.ratio.high < 1 && row.ratio.median < limit && !row.standIn,
  }));
}

const groupTable = (head, groups) =>
  table(
    [head, 'cells', 'ratio (quartiles)', 'least'],
    groups.map(({ name, cells, ratio, least }) => [
      name,
      cells,
      ratioWithQuartiles(ratio),
      `${least.ratio.median.toFixed(2)} ${nameOf(least)}`,
    ]),
  );

/** The cells with an upper quartile below 1.00, the slowest first. */
export const slowCells = (cells) =>
  cells.filter(({ ratio }) => ratio.high < 1).sort((a, b) => a.ratio.median - b.ratio.median);

/** @param {object[]} cells @param {{ limit: number, before: string, after: string }} options */
export function report(cells, { limit, before, after }) {
  const families = familiesOf(cells, limit);
  const slow = slowCells(cells);
  const slower = families.filter((row) => row.slower).map(({ name }) => name);
  const states = cells.filter(({ family }) => family !== 'frames');
  const slowTable = table(
    [
      'cells with an upper quartile below 1.00',
      'ratio (quartiles)',
      'µs before',
      'µs after',
      'measured',
    ],
    slow.map((cell) => [
      nameOf(cell),
      ratioWithQuartiles(cell.ratio),
      time(cell.before),
      time(cell.after),
      cell.repeated ? `again, median of ${REPETITIONS}` : 'once',
    ]),
  );
  return [
    `Before: ${before}. After: ${after}. Ratios are times before / after, so above 1 is faster. The ratio of a group is the median of its cells' ratios.`,
    cells.some(({ standIn }) => standIn) &&
      'One side has no casts, so its growth distances of the same pairs stand in for them.',
    groupTable('family', families),
    states.length &&
      groupTable(
        'state',
        grouped(states, ({ state, platform }) => `${state}, ${PLATFORM[platform]}`),
      ),
    groupTable(
      'shapes',
      grouped(cells, ({ shapes }) => shapes),
    ),
    slow.length > 0 && slowTable,
    slower.length > 0
      ? `Slower than ${limit}: ${slower.join('; ')}.`
      : `No family is slower: none has an upper quartile below 1.00 and a median below ${limit}.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}
