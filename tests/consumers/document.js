/* Writes docs/lab/environments.md from the results of the environments. */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { format } from 'prettier';

export const DOCUMENT = new URL('../../docs/lab/environments.md', import.meta.url);
const ENTRIES = ['main', 'compare', 'workers', 'three'];

export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const milliseconds = (value) => value.toFixed(1);

/** The rows of the first table. @param {{ name: string, note?: string, version: string, said: object }[]}
 * results */
const environmentRows = (results) =>
  results.map(({ name, note = '', version, said }) => [
    name,
    version,
    ...ENTRIES.map((entry) => (entry in said ? 'same bits' : '–')),
    note,
  ]);

/** Whether the first table of the document is the one of these results, apart from the versions. */
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

\`make environments\` writes this page, and \`make test-package\` repeats all of it. The package is the tarball of
\`npm pack\`, installed in an empty folder. Each tool runs with its default configuration and without plug-ins; the
notes list every exception.

"Same bits" means that the environment imports the entry, computes its queries and gets the same bits in all numbers as
all others. Nothing is printed to a console. The queries are:

- main entry: growth distances and their traces, composites, distances, depths, gradients, the generalized distance, and
  a world;
- \`/compare\`: the comparison methods;
- \`/workers\`: a world in two workers;
- \`/three\`: a geometry and a hull of three.js.

${table(
  ['environment', 'version', 'main', '`/compare`', '`/workers`', '`/three`', 'note'],
  environmentRows(results),
)}

Two further checks found no error: ${checks.map(({ name, version, note }) => `${name} ${version} (${note})`).join(', ')}.

## Size in a bundle

This is the size of the first snippet of the [README](../../README.md), a \`Box\` and \`growthDistance\`. It is minified if
the tool minifies. Bundlers leave out JavaScript that the snippet does not use. The WebAssembly module is always
complete.

${table(
  ['bundler', 'bytes', 'gzip'],
  sizes.map(({ bundler, version, bytes, gzip }) => [
    `${bundler} ${version}`,
    kilobytes(bytes),
    kilobytes(gzip),
  ]),
)}

The tarball is ${kilobytes(packed.size)} (unpacked ${kilobytes(packed.unpackedSize)}, ${packed.entryCount} files). The script for pages without modules is
${kilobytes(iife.bytes)} (gzip ${kilobytes(iife.gzip)}), because it contains the module as well.

## Time to the first result

Times are milliseconds in Node ${process.versions.node}, medians of 15 processes. \`node tests/consumers/first.js\` measures them, here on
${availableParallelism()} cores with a load of ${loadavg()[0].toFixed(1)}:

${table(
  ['from the start of the process', 'an empty module', 'our import', 'first query', 'second query'],
  [[node, empty, imported, query, second].map(milliseconds)],
)}

Import and first query take ${milliseconds(imported + query)} ms, or ${Math.round((100 * (imported + query)) / node)} % of the time that Node itself takes to start.
`;
  return format(text, { parser: 'markdown', printWidth: 100 });
}
