/* docs/lab/environments.md: what the environments said, as tables. */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { format } from 'prettier';

export const DOCUMENT = new URL('../../docs/lab/environments.md', import.meta.url);
const ENTRIES = ['main', 'compare', 'workers', 'three'];

export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const milliseconds = (value) => value.toFixed(1);

/** Rows of the first table. @param {{ name: string, note?: string, version: string, said: object }[]} results */
const environmentRows = (results) =>
  results.map(({ name, note = '', version, said }) => [
    name,
    version,
    ...ENTRIES.map((entry) => (entry in said ? 'same bits' : '–')),
    note,
  ]);

/** What must be up to date: everything in the first table but the versions. */
export function isUpToDate(results) {
  const cells = (line) => line.split('|').map((cell) => cell.trim());
  const wanted = environmentRows(results).map(([name, , ...rest]) => [name, ...rest].join('|'));
  const lines = readFileSync(DOCUMENT, 'utf8').split('\n').map(cells);
  const at = lines.findIndex(([, first]) => first === 'environment');
  const found = lines.slice(at + 2, lines.indexOf(lines.slice(at).find((l) => l.length === 1)));
  const rows = found.map(([, name, , ...rest]) => [name, ...rest.slice(0, -1)].join('|'));
  return JSON.stringify(rows) === JSON.stringify(wanted);
}

/** The document. @returns {Promise<string>} */
export function write({ results, checks, sizes, packed, iife, time }) {
  const { node, empty, import: imported, query, second } = time;
  const text = `# Environments

Made by \`make environments\`, from the tarball that \`npm pack\` makes, installed in an empty folder;
\`make test-package\` repeats all of it. Nothing is configured and no plug-in added beyond what the note
says. Each environment computes with the entries marked: growth distances and their traces, composites,
distances, depths, gradients, the generalized distance and a scene by the main entry, the comparison
methods, a scene in two workers, a geometry and a hull of three.js. All numbers of all of them are the
same bits everywhere, and nothing is printed to a console.

${table(
  ['environment', 'version', 'main', '`/compare`', '`/workers`', '`/three`', 'note'],
  environmentRows(results),
)}

Checked as well: ${checks.map(({ name, version, note }) => `${name} ${version} (${note})`).join(', ')}.

## In a bundle

The first snippet of the [README](../../README.md), a \`Box\` and \`growthDistance\`, minified where the tool
minifies. JavaScript that the snippet does not use stays out; the WebAssembly module is whole.

${table(
  ['bundler', 'bytes', 'gzip'],
  sizes.map(({ bundler, version, bytes, gzip }) => [
    `${bundler} ${version}`,
    kilobytes(bytes),
    kilobytes(gzip),
  ]),
)}

The tarball is ${kilobytes(packed.size)} (unpacked ${kilobytes(packed.unpackedSize)}, ${packed.entryCount} files), the script for pages without modules
${kilobytes(iife.bytes)} (gzip ${kilobytes(iife.gzip)}); it carries the module once more.

## The first result

Milliseconds in Node ${process.versions.node}, medians of 15 processes, as \`node tests/consumers/first.js\` measures them, here
on ${availableParallelism()} cores with a load of ${loadavg()[0].toFixed(1)}:

${table(
  ['from the start of the process', 'an empty module', 'our import', 'first query', 'second query'],
  [[node, empty, imported, query, second].map(milliseconds)],
)}

So ${milliseconds(imported + query)} ms until the first result are ours, ${Math.round((100 * (imported + query)) / node)} % of what Node itself takes to start.
`;
  return format(text, { parser: 'markdown', printWidth: 100 });
}
