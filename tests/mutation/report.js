/* The table of a run, and the lists of faults that no test of behaviour noticed. */
import { dirname } from 'node:path';

/** @typedef {{ id: string, file: string, line: number, kind: string, before: string, after: string,
 *   outcome: import('./examine.js').Outcome, by?: string, hang?: boolean, seconds: number }} Row */

const short = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}...` : line || '(nothing)';
};

/** `file:line kind: before -> after` @param {Omit<Row, 'outcome' | 'seconds' | 'id'>} fault */
export const named = ({ file, line, kind, before, after }) =>
  `${file}:${line} ${kind}: ${short(before)} -> ${short(after)}`;

/** Counts the rows by outcome. The score is the part of the observable faults that tests of behaviour notice.
 * Faults that only warnings or recorded digests notice count as observable and not as noticed. @param {Row[]}
 * rows */
export function counted(rows) {
  const of = (outcome) => rows.filter((row) => row.outcome === outcome).length;
  const tests = of('noticed');
  const observable = tests + of('warnings') + of('digests') + of('survived');
  return {
    seeded: rows.length,
    unobservable: of('unobservable'),
    compile: of('compile'),
    tests,
    hang: rows.filter((row) => row.hang).length,
    warnings: of('warnings'),
    digests: of('digests'),
    survived: of('survived'),
    score: observable === 0 ? '-' : `${((100 * tests) / observable).toFixed(1)} %`,
  };
}

const COLUMNS = {
  folder: 'folder',
  seeded: 'seeded',
  unobservable: 'unobservable',
  compile: 'compile error',
  tests: 'tests',
  hang: 'of these hang',
  warnings: 'only warnings',
  digests: 'only digests',
  survived: 'survived',
  score: 'noticed by tests',
};

/** The table by folder in Markdown, and the lists. @param {Row[]} rows */
export function report(rows) {
  const folders = [...new Set(rows.map((row) => dirname(row.file)))].sort();
  const lines = folders.map((folder) => ({
    folder,
    ...counted(rows.filter((row) => dirname(row.file) === folder)),
  }));
  if (folders.length > 1) lines.push({ folder: 'all', ...counted(rows) });
  const keys = Object.keys(COLUMNS);
  const cells = [
    keys.map((key) => COLUMNS[key]),
    ...lines.map((line) => keys.map((key) => `${line[key]}`)),
  ];
  const widths = keys.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  const text = cells.map(
    (row) =>
      `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`,
  );
  text.splice(
    1,
    0,
    `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`,
  );
  const missed = {
    survived: 'Survived',
    digests: 'Noticed by recorded digests only',
    warnings: 'Noticed by warnings only',
  };
  for (const [outcome, title] of Object.entries(missed)) {
    const list = rows.filter((row) => row.outcome === outcome);
    if (list.length)
      text.push(
        '',
        `${title}:`,
        ...list.map((row) => `- ${named(row)}${row.by ? ` (${row.by})` : ''}`),
      );
  }
  return text.join('\n');
}
