/* Formats numbers and tables of the reports. Runs in Node and in a page. */

/** A number with three significant digits, without decimals from 100 upwards. @param {number} x */
const figures = (x) => (x === 0 ? '0' : x >= 99.95 ? x.toFixed(0) : x.toPrecision(3));

/** Nanoseconds as text in microseconds. @param {number} ns */
export const micro = (ns) => (ns < 0.05 ? '0' : (ns / 1000).toPrecision(ns < 100 ? 2 : 3));
/** A time with its quartiles. @param {{ median: number, low: number, high: number }} time */
export const withQuartiles = ({ median, low, high }) =>
  `${micro(median)} (${micro(low)}–${micro(high)})`;
/** @param {{ median: number } | undefined} time */
export const time = (t) => (t ? micro(t.median) : '–');
/** @param {{ median: number } | undefined} r */
export const ratio = (r) => (r ? r.median.toFixed(2) : '–');
export const ratioWithQuartiles = ({ median, low, high }) =>
  `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
export const plain = figures;

/** A Markdown table; the first column is text, the others are numbers. */
export const table = (head, lines) =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
