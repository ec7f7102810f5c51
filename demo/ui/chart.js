/* Line charts and bar charts in the colours of the page, drawn by Observable Plot, which loads with the
 * first chart. */
import { colours } from './theme.js';

/** A line with at most this many points gets a dot at each point. */
const FEW = 16;

/**
 * @typedef {object} Series
 * @property {string} name for the legend and the chart's label
 * @property {string} colour a CSS colour
 * @property {number[][]} points [x, y] each; a y that is not finite leaves a gap
 */

/** Makes a chart one image for screen readers. Plot labels its parts, too; these labels are removed. */
function asPicture(chart) {
  for (const part of chart.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  chart.setAttribute('role', 'img');
}

/**
 * Draws a line chart, replacing the contents of the root. The scales `x` and `y` are as in Plot, such as
 * `{ label, type: 'log', domain }`. `marks` adds marks below the lines.
 * @param {HTMLElement} root the chart takes its width
 * @param {{ label: string, x: object, y: object, series: Series[], height?: number, marks?: (Plot: object) => object[] }} options
 */
export async function drawChart(root, { label, x, y, series, height = 150, marks }) {
  const Plot = await import('@observablehq/plot');
  const { ink, soft } = colours();
  const lines = series.map(({ colour, points }) =>
    Plot.line(points, {
      x: '0',
      y: (d) => (Number.isFinite(d[1]) ? d[1] : NaN),
      stroke: colour,
      marker: points.length <= FEW ? 'dot' : 'none',
    }),
  );
  const chart = Plot.plot({
    width: Math.max(200, root.clientWidth),
    height,
    marginLeft: 48,
    style: { background: 'none', color: soft, fontSize: '11px' },
    ariaLabel: label,
    x: { ticks: 5, nice: true, ...x },
    y: { ticks: 4, nice: true, grid: true, ...y },
    marks: [...(marks?.(Plot) ?? []), ...lines],
  });
  asPicture(chart);
  const legend = document.createElement('p');
  legend.className = 'keys';
  for (const { name, colour } of series) {
    const key = document.createElement('i');
    key.style.background = colour;
    const entry = document.createElement('span');
    entry.append(key, name);
    legend.append(entry, ' ');
  }
  legend.style.color = ink;
  root.replaceChildren(chart, ...(series.length > 1 ? [legend] : []));
}

/**
 * Draws horizontal bars from 0 on a linear scale, grouped by name, replacing the contents of the root.
 * @param {HTMLElement} root
 * @param
 *   {{ label: string, x: { label: string }, rows: { name: string, group: string, value: number }[] }}
 *   options
 */
export async function drawBars(root, { label, x, rows }) {
  const Plot = await import('@observablehq/plot');
  const { ink, soft, a, paper } = colours();
  const names = [...new Set(rows.map(({ name }) => name))];
  const groups = [...new Set(rows.map(({ group }) => group))];
  const plain = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  const chart = Plot.plot({
    width: Math.max(280, root.clientWidth),
    height: 62 + names.length * (24 + 20 * groups.length),
    marginLeft: 104,
    marginRight: 48,
    marginBottom: 42,
    style: { background: 'none', color: soft, fontSize: '11.5px' },
    ariaLabel: label,
    x: {
      domain: [0, Math.max(...rows.map((r) => r.value))],
      ticks: 5,
      grid: true,
      labelOffset: 38,
      ...x,
    },
    y: { domain: groups, label: null },
    fy: { domain: names, label: null, axis: null, padding: 0.24 },
    marks: [
      Plot.barX(rows, { x1: 0, x2: 'value', y: 'group', fy: 'name', fill: a, insetTop: 1 }),
      Plot.text(rows, {
        x: 'value',
        y: 'group',
        fy: 'name',
        text: (d) => plain(d.value),
        dx: 4,
        textAnchor: 'start',
        fill: ink,
        stroke: paper,
      }),
      Plot.text(names, {
        fy: (d) => d,
        text: (d) => d,
        frameAnchor: 'top-left',
        dy: -14,
        fill: ink,
        fontWeight: 600,
      }),
    ],
  });
  asPicture(chart);
  root.replaceChildren(chart);
}
