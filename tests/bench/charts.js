/* Charts as self-contained SVG text, drawn with Observable Plot in a page. Each chart contains a style sheet
 * with colours for light and dark, and a background, so that it is readable on any page.
 *
 * A chart is plain data: { name, kind, title, subtitle, ... }, and fields that depend on its kind:
 *
 *     lines      x, y: axes; series: [{ label, points: [{ x, y: { median, low, high } }] }] in nanoseconds
 *     histogram  x, y: axes; series: [{ label, bins: how often 0, 1, 2, ... occurred }]
 *     bars       x: axis, perhaps with a reference; bars: [{ label, median, low, high, own? }];
 *                if there is a unit, they are times
 *     matrix     x, y: { label, order }; cells: [{ x, y, value }], ratios for which larger is better
 *     dots       x: axis; order: of the labels; rows: [{ label, dots: [{ label, median }] }] in nanoseconds
 *
 * An axis is { label, log?, reverse?, ticks?, reference? }. `unit` is the unit of times: 'nano', 'micro' or
 * 'milli'. */
const Plot = globalThis.Plot;

const WIDTH = 760;
const MARGIN = 16;
const TOP = 92;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const COLORS = {
  light: { ink: '#1f2328', paper: '#ffffff', muted: '#636c76', grid: '#d1d9e0' },
  dark: { ink: '#e6edf3', paper: '#0d1117', muted: '#9198a1', grid: '#30363d' },
};
/** Colours that differ on both backgrounds, also for colour-blind readers, in this order. */
const SERIES = {
  light: ['#0969da', '#bc4c00', '#1a7f37', '#8250df', '#bf3989', '#6e7781'],
  dark: ['#58a6ff', '#f0883e', '#3fb950', '#bc8cff', '#f778ba', '#8b949e'],
};
const color = (i) => `var(--c${i % SERIES.light.length})`;

function styleSheet() {
  const variables = (mode) =>
    [
      ...Object.entries(COLORS[mode]).map(([name, value]) => `--${name}: ${value};`),
      ...SERIES[mode].map((value, i) => `--c${i}: ${value};`),
    ].join(' ');
  return `svg { ${variables('light')} color: var(--ink); font: 12px ${FONT}; }
@media (prefers-color-scheme: dark) { svg { ${variables('dark')} } }
.title { font-size: 17px; font-weight: 600; }
.title, .muted, .end { text-anchor: start; }
.muted { fill: var(--muted); }`;
}

function element(name, attributes, text) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/** The numbers 1, 2 and 5 times powers of ten within a domain; only the powers if it has many decades. */
function logTicks(low, high) {
  const steps = Math.log10(high / low) > 2.7 ? [1] : [1, 2, 5];
  const list = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++)
    for (const step of steps) list.push(Number(`${step}e${e}`));
  return list.filter((x) => x >= low * 0.999 && x <= high * 1.001);
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** The text of a tick, such as 0.05, 20 or 6000; below 0.001 a power of ten. */
function tick(x) {
  if (x >= 1e-3 || x === 0) return String(Number(x.toPrecision(3)));
  const digits = String(-Math.round(Math.log10(x)));
  return `10⁻${[...digits].map((d) => SUPERSCRIPTS[d]).join('')}`;
}

/** Options of a scale of Plot. */
function axis({ log = false, reverse = false, ticks }, values) {
  const domain = [Math.min(...values), Math.max(...values)];
  const scale = { type: log ? 'log' : 'linear', ticks: ticks ?? (log ? logTicks(...domain) : 6) };
  return {
    domain,
    reverse,
    ...scale,
  };
}

/** The place of the labels of axes. */
const LABEL = { labelArrow: 'none', labelAnchor: 'center', labelOffset: 38 };
const GRID = { stroke: 'var(--grid)', strokeOpacity: 1 };

/** Labels at the right end of lines, moved so that they do not overlap. */
function endLabels(svg, labels, x, [top, bottom]) {
  const GAP = 16;
  const list = labels.sort((a, b) => a.y - b.y);
  for (let pass = 0; pass < 50; pass++)
    for (let i = 1; i < list.length; i++) {
      const overlap = GAP - (list[i].y - list[i - 1].y);
      if (overlap <= 0) continue;
      list[i - 1].y = Math.max(top, list[i - 1].y - overlap / 2);
      list[i].y = Math.min(bottom, list[i].y + overlap / 2);
    }
  for (const { text, y, fill } of list)
    svg.append(
      element(
        'text',
        { x, y: y + 4, class: 'end', style: `fill: ${fill}; font-weight: 600` },
        text,
      ),
    );
}

/** A time in ns in another unit. */
const inUnit = ({ median, low, high }, unit) => {
  const ns = { nano: 1, micro: 1e3, milli: 1e6 }[unit];
  return { median: median / ns, low: low / ns, high: high / ns };
};

/** The domain of times. It clips quartiles at 1.5 times the median, so that outliers do not shrink the chart.
 */
const within = (points) => [
  Math.min(...points.map(({ median, low }) => Math.max(low, median / 1.5))),
  Math.max(...points.map(({ median, high }) => Math.min(high, median * 1.5))),
];

function lines({ x, y, series, unit = 'micro' }) {
  const points = series.map(({ points: list }) =>
    list.map((p) => ({ x: p.x, ...inUnit(p.y, unit) })).sort((a, b) => a.x - b.x),
  );
  const all = points.flat();
  const longest = Math.max(...series.map(({ label }) => label.length));
  const options = {
    width: WIDTH,
    height: 420,
    marginTop: TOP,
    marginLeft: 56,
    marginRight: 24 + 7.4 * longest,
    marginBottom: 52,
    x: axis(
      x,
      all.map((p) => p.x),
    ),
    y: { ...axis(y, within(all)), clamp: true },
  };
  const svg = Plot.plot({
    ...options,
    marks: [
      Plot.gridY({ ...GRID, ticks: options.y.ticks }),
      Plot.axisX(options.x.ticks, { text: tick, ...LABEL, label: x.label }),
      Plot.axisY(options.y.ticks, { text: tick, label: null }),
      ...points.flatMap((list, i) => [
        Plot.areaY(list, { x: 'x', y1: 'low', y2: 'high', fill: color(i), fillOpacity: 0.18 }),
        Plot.lineY(list, { x: 'x', y: 'median', stroke: color(i), strokeWidth: 2 }),
        Plot.dot(list, { x: 'x', y: 'median', fill: color(i), r: 3 }),
      ]),
    ],
  });
  const scale = svg.scale('y');
  const last = (list) => (x.reverse ? list[0] : list.at(-1));
  endLabels(
    svg,
    series.map(({ label }, i) => ({
      text: label,
      y: scale.apply(last(points[i]).median),
      fill: color(i),
    })),
    WIDTH - options.marginRight + 10,
    [TOP, options.height - options.marginBottom],
  );
  return svg;
}

/** The median of a histogram. */
function medianOf(bins) {
  const half = bins.reduce((sum, x) => sum + x, 0) / 2;
  let sum = 0;
  return bins.findIndex((x) => (sum += x) >= half);
}

/** The upper edge of a histogram, beginning and ending at 0. */
const outline = (list) => [
  { x: list[0].x1, y: 0 },
  ...list.flatMap(({ x1, x2, share }) => [
    { x: x1, y: share },
    { x: x2, y: share },
  ]),
  { x: list.at(-1).x2, y: 0 },
];

function histogram({ x, series }) {
  const data = series.map(({ bins }) => {
    const total = bins.reduce((sum, n) => sum + n, 0);
    return bins.map((n, i) => ({ x1: i - 0.5, x2: i + 0.5, share: (100 * n) / total }));
  });
  const end = Math.max(...data.map((list) => list.length));
  const medians = series
    .map(({ label, bins }, i) => ({ label, at: medianOf(bins), i }))
    .sort((a, b) => a.at - b.at);
  const top = Math.max(...data.flat().map(({ share }) => share));
  return Plot.plot({
    width: WIDTH,
    height: 414,
    marginTop: TOP + 40,
    marginLeft: 56,
    marginRight: 24,
    marginBottom: 48,
    x: {
      label: x.label,
      ...LABEL,
      domain: [-0.5, end - 0.5],
    },
    y: {
      label: null,
      domain: [0, top * 1.02],
      tickFormat: (d) => `${d} %`,
      ticks: 6,
    },
    marks: [
      Plot.gridY({ ...GRID, ticks: 6 }),
      ...data.map((list, i) =>
        i === 0
          ? Plot.rectY(list, { x1: 'x1', x2: 'x2', y: 'share', fill: color(i), inset: 0.5 })
          : Plot.lineY(outline(list), { x: 'x', y: 'y', stroke: color(i), strokeWidth: 2 }),
      ),
      ...medians.map(({ label, at, i }, k) => [
        Plot.ruleX([at], { stroke: color(i), strokeWidth: 2, strokeDasharray: '5 3' }),
        Plot.text([at], {
          x: (d) => d,
          y: top * 1.02,
          text: () => `${label}: median ${at}`,
          dy: -8 - 16 * (medians.length - 1 - k),
          dx: 5,
          fill: color(i),
          fontWeight: 600,
          textAnchor: 'start',
          lineAnchor: 'bottom',
        }),
      ]),
      Plot.ruleY([0], { stroke: 'var(--muted)' }),
    ],
  });
}

function bars({ x, unit, bars: given }) {
  const list = given.map((bar) => (unit ? { ...bar, ...inUnit(bar, unit) } : bar));
  const longest = Math.max(...list.map(({ label }) => label.length));
  const shown = list.map((bar) => ({ ...bar, high: Math.min(bar.high, bar.median * 1.5) }));
  const end = Math.max(x.reference ?? 0, ...shown.map(({ high }) => high)) * 1.05;
  return Plot.plot({
    width: WIDTH,
    height: TOP + 52 + 26 * list.length,
    marginTop: TOP,
    marginLeft: 24 + 6.6 * longest,
    marginRight: 48,
    marginBottom: 44,
    x: {
      label: x.label,
      ...LABEL,
      domain: [0, end],
      ticks: 6,
    },
    y: { label: null, domain: list.map(({ label }) => label), padding: 0.3 },
    marks: [
      Plot.gridX({ ...GRID, ticks: 6 }),
      Plot.barX(shown, { x: 'median', y: 'label', fill: ({ own = true }) => color(own ? 0 : 5) }),
      Plot.ruleY(shown, { x1: 'low', x2: 'high', y: 'label', strokeWidth: 2 }),
      Plot.text(shown, {
        x: 'high',
        y: 'label',
        text: ({ median }) => median.toFixed(2),
        dx: 6,
        textAnchor: 'start',
      }),
      Plot.axisY({ tickSize: 0 }),
      ...(x.reference === undefined
        ? []
        : [Plot.ruleX([x.reference], { stroke: color(1), strokeWidth: 2 })]),
    ],
  });
}

function matrix({ x, y, cells }) {
  const most = Math.max(...cells.map(({ value }) => Math.abs(Math.log(value))), Math.log(2));
  const strength = ({ value }) => 0.08 + 0.72 * Math.min(1, Math.abs(Math.log(value)) / most);
  return Plot.plot({
    width: WIDTH,
    height: TOP + 40 + 40 * y.order.length,
    marginTop: TOP + 20,
    marginLeft: 96,
    marginRight: 24,
    marginBottom: 24,
    x: { label: null, domain: x.order, axis: 'top', tickSize: 0 },
    y: { label: null, domain: y.order, tickSize: 0 },
    marks: [
      Plot.cell(cells, {
        x: 'x',
        y: 'y',
        fill: ({ value }) => (value >= 1 ? color(0) : color(1)),
        fillOpacity: strength,
        inset: 1,
        rx: 3,
      }),
      Plot.text(cells, { x: 'x', y: 'y', text: ({ value }) => value.toFixed(2) }),
    ],
    color: { type: 'identity' },
    opacity: { type: 'identity' },
  });
}

function dots({ x, order, rows }) {
  const list = rows.flatMap(({ label: row, dots: own }) =>
    own.map(({ label, median }) => ({ row, label, value: median / 1000, i: order.indexOf(label) })),
  );
  const values = list.map(({ value }) => value);
  const scale = axis(x, [Math.min(...values) / 1.1, Math.max(...values) * 1.1]);
  // draw ours last, so that it is on top
  const drawn = list.sort((a, b) => b.i - a.i);
  const svg = Plot.plot({
    width: WIDTH,
    height: TOP + 92 + 30 * rows.length,
    marginTop: TOP + 22,
    marginLeft: 112,
    marginRight: 24,
    marginBottom: 52,
    x: scale,
    y: { label: null, domain: rows.map(({ label }) => label), padding: 1 },
    marks: [
      Plot.gridX({ ...GRID, ticks: scale.ticks }),
      Plot.axisX(scale.ticks, { text: tick, ...LABEL, label: x.label }),
      Plot.axisY({ tickSize: 0 }),
      Plot.ruleY(
        rows.map(({ label }) => label),
        GRID,
      ),
      Plot.dot(drawn, {
        x: 'value',
        y: 'row',
        r: ({ i }) => (i === 0 ? 6.5 : 4.5),
        fill: ({ i }) => color(i),
        stroke: 'var(--paper)',
      }),
    ],
    color: { type: 'identity' },
    r: { type: 'identity' },
  });
  let at = MARGIN;
  for (const [i, label] of order.entries()) {
    svg.append(
      element('circle', {
        cx: at + 5,
        cy: TOP - 10,
        r: i === 0 ? 6 : 4.5,
        style: `fill: ${color(i)}`,
      }),
      element('text', { x: at + 15, y: TOP - 6, class: 'end' }, label),
    );
    at += 30 + 6.6 * label.length;
  }
  return svg;
}

const KINDS = { lines, histogram, bars, matrix, dots };

/** @param {object} one @returns {string} an SVG file */
export function chart(one) {
  const svg = KINDS[one.kind](one);
  const [width, height] = ['width', 'height'].map((name) => Number(svg.getAttribute(name)));
  svg.setAttribute('role', 'img');
  svg.setAttribute('font-family', FONT);
  svg.removeAttribute('class');
  for (const style of svg.querySelectorAll('style')) style.remove();
  const texts = [
    element('title', {}, one.title),
    element('style', {}, styleSheet()),
    element('rect', { width, height, rx: 8, style: 'fill: var(--paper)' }),
  ];
  svg.prepend(...texts);
  svg.append(
    element('text', { x: MARGIN, y: 30, class: 'title' }, one.title),
    element('text', { x: MARGIN, y: 50, class: 'muted' }, one.subtitle),
  );
  if (one.y?.label && !one.y.order)
    svg.append(element('text', { x: MARGIN, y: TOP - 6, class: 'muted' }, one.y.label));
  // round to a hundredth of a pixel to keep the files small
  for (const node of svg.querySelectorAll('*'))
    for (const { name, value } of node.attributes)
      if (/\d\.\d{3}/.test(value))
        node.setAttribute(
          name,
          value.replace(/-?\d+\.\d{3,}/g, (x) => String(Number(Number(x).toFixed(2)))),
        );
  return `${new XMLSerializer().serializeToString(svg)}\n`;
}
