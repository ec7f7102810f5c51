/* Shared by the benchmark programs: statistics, Markdown tables, a progress bar, and writing a report. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as prettier from 'prettier';

export { table } from './text.js';

export const repeat = (count, make) => Array.from({ length: count }, (_, i) => make(i));

export const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
export const deviation = (list) => Math.sqrt(mean(list.map((x) => (x - mean(list)) ** 2)));
export const summary = (list) => ({ mean: mean(list), sd: deviation(list) });
export const count = (list, test) => list.filter(test).length;
export const range = (list, show) => {
  const [low, high] = [show(Math.min(...list)), show(Math.max(...list))];
  return low === high ? low : `${low} to ${high}`;
};
export const spread = ({ mean: m, sd }) =>
  m >= 1e4
    ? `${(m / 1e3).toFixed(1)}k ± ${(sd / 1e3).toFixed(1)}k`
    : `${m.toFixed(m < 100 ? 1 : 0)} ± ${sd.toFixed(m < 100 ? 1 : 0)}`;
export const micro = (ns) => (ns / 1000).toFixed(2);
export const microSpread = ({ mean: m, sd }) => `${micro(m)} ± ${micro(sd)}`;
export const factor = (x) => x.toFixed(x < 9.95 ? 1 : 0);
/** In how many rows a ratio is a gain (above 1), as text. */
export const judged = (ratios) => {
  const gains = count(ratios, (x) => x > 1);
  if (gains === ratios.length) return 'a gain in every row';
  return gains === 0 ? 'no gain in any row' : `a gain in ${gains} of ${ratios.length} rows`;
};
export const two = (x) => x.toFixed(2);
export const percent = (x) => `${(100 * x).toPrecision(2)} %`;
export const listed = (list) => (list.length ? list.join(', ') : 'none');

/** Joins the lines of each paragraph into one line. */
export const prose = (text) =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' '))
    .join('\n\n');

/** Progress on a terminal. @param {number} done @param {number} total @param {string} label */
export function bar(done, total, label) {
  if (!process.stderr.isTTY) return;
  const filled = '█'.repeat(Math.round((30 * done) / total)).padEnd(30, '·');
  process.stderr.write(`\r${filled} ${label.padEnd(56)}${done === total ? '\n' : ''}`);
}

/** Whether the script at url is the program that runs. @param {string} url import.meta.url */
export const runFile = (url) => process.argv[1] && url === pathToFileURL(process.argv[1]).href;

/** Formats Markdown and writes it. @param {URL} folder @param {string} name @param {string} markdown */
export async function writeMarkdown(folder, name, markdown) {
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${name}.md`, folder);
  const options = await prettier.resolveConfig(file);
  writeFileSync(file, await prettier.format(markdown, { ...options, parser: 'markdown' }));
}

/** Writes data as JSON: numbers have five figures, and each item of a list has a line. */
export function writeJson(folder, name, data) {
  const short = (_, x) =>
    typeof x === 'number' && !Number.isInteger(x) ? Number(x.toPrecision(5)) : x;
  const compact = (value) => JSON.stringify(value, short);
  const pretty = (value) => {
    if (Array.isArray(value)) return `[\n${value.map(compact).join(',\n')}\n]`;
    if (value === null || typeof value !== 'object') return compact(value);
    const entries = Object.entries(value).map(([key, x]) => `${compact(key)}: ${pretty(x)}`);
    return `{\n${entries.join(',\n')}\n}`;
  };
  writeFileSync(new URL(`${name}.json`, folder), `${pretty(data)}\n`);
}

/**
 * If the script at url is the program that runs, makes its report and prints it. Without --quick it also
 * writes docs/lab/<name>.md and docs/lab/<name>.json.
 *
 * @param {string} url import.meta.url
 * @param {string} name
 * @param {(options: { quick: boolean, progress: typeof bar }) => { markdown: string, data: object } |
 *   Promise<{ markdown: string, data: object }>} make
 */
export async function runReport(url, name, make) {
  if (!runFile(url)) return;
  if (process.argv.includes('--help')) {
    const script = url.split('/').at(-1);
    console.log(`node tests/bench/${script} [--quick]\n\n  --quick  fewer pairs, writes no report`);
    return;
  }
  const quick = process.argv.includes('--quick');
  const { markdown, data } = await make({ quick, progress: bar });
  console.log(markdown);
  if (quick) return;
  const docs = new URL('../../docs/lab/', import.meta.url);
  await writeMarkdown(docs, name, markdown);
  writeJson(docs, name, data);
}
