/* The convergence of all methods in one chart, with the current step marked. */
import { drawChart } from '../ui/chart.js';
import { colours } from '../ui/theme.js';
import { FLOOR } from './convergence.js';
import { nameOf } from './runs.js';

/** Colours of the methods, by index. */
export const RUN_ROLES = ['normal', 'witness', 'b', 'a'];

/** Minimum length of the axis of iterations. */
const LEAST_LENGTH = 4;

/** Formats 1e-7 as 10⁻⁷. @param {number} y */
const powerOfTen = (y) =>
  `10${String(Math.round(Math.log10(y))).replace(/./g, (c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[c]))}`;

/** @param {number[]} ys */
const domainOf = (ys) =>
  ys.length > 0
    ? [Math.max(FLOOR, Math.min(...ys) / 3), Math.max(2 * Math.max(...ys), 1e3 * FLOOR)]
    : [1e-9, 1];

/**
 * @param {HTMLElement} root
 * @param {object} what
 * @param {import('./runs.js').Solved[]} what.solved
 * @param {import('./convergence.js').Progress[]} what.progress
 * @param {number} what.focus index of the selected run
 * @param {number} what.now its current iteration
 */
export function drawCurves(root, { solved, progress, focus, now }) {
  const { soft, ...theme } = colours();
  const series = solved.map(({ run }, i) => ({
    name: nameOf(run).replaceAll(' ', '\u00a0'),
    colour: theme[RUN_ROLES[i]],
    points: progress[i].points,
  }));
  const { points, colour } = series[focus];
  const names = series.map(({ name }) => name).join(', ');
  const most = Math.max(LEAST_LENGTH, ...solved.map(({ rows }) => rows.at(-1)?.iteration ?? 0));
  return drawChart(root, {
    label: `Convergence over iterations: ${names}. The mark is at iteration ${now}.`,
    height: 190,
    x: { label: 'iterations', domain: [0, most], nice: false, tickFormat: 'd' },
    y: {
      ...{ type: 'log', label: 'gap of the bounds', nice: false, tickFormat: powerOfTen },
      domain: domainOf(series.flatMap((one) => one.points.map(([, y]) => y))),
    },
    series,
    marks: (Plot) => [
      Plot.ruleX([now], { stroke: soft, strokeDasharray: '3 3' }),
      Plot.line(points, { stroke: colour, strokeWidth: 3.5, strokeOpacity: 0.55 }),
      Plot.dot(
        points.filter(([x]) => x === now),
        { fill: colour, r: 4.5 },
      ),
    ],
  });
}
