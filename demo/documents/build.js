/* Writes the documents that the demo links to beside it: the guides, the sources of its pages, and
 * everything in the repository that these link to or import. Each becomes a page at its own path. */
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUIDES, addressOf, sourceOf } from '../reading.js';
import { codeOf, escaped, htmlOf, plain } from './markdown.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STYLE = 'documents/style.css';
const PICTURE = /\.(svg|png)$/;

/** @param {string} file of the repository @returns {boolean} */
const isFile = (file) => statSync(ROOT + file, { throwIfNoEntry: false })?.isFile() === true;

/**
 * A page for each document.
 * @param {string[]} starts files of the repository
 * @returns {Map<string, string | Uint8Array>} content by address
 */
export function documentsFrom(starts) {
  const pages = new Map([[STYLE, read('demo/documents/style.css')]]);
  const waiting = [...starts];
  const seen = new Set(starts);
  const wants = (file) => {
    if (!seen.has(file)) waiting.push(file);
    seen.add(file);
  };
  for (const file of waiting) {
    if (PICTURE.test(file)) pages.set(`documents/${file}`, readFileSync(ROOT + file));
    else if (file.endsWith('.md')) pages.set(addressOf(file), documentPage(file, wants));
    else pages.set(addressOf(file), sourcePage(file, wants));
  }
  return pages;
}

const read = (file) => readFileSync(ROOT + file, 'utf8');

function documentPage(file, wants) {
  const text = read(file);
  const title = plain(/^# +(.*)/m.exec(text)?.[1] ?? file);
  return pageOf(file, title, htmlOf(text, linksOf(file, wants)));
}

/** Where links of a document lead. @throws {Error} for one that leads nowhere */
function linksOf(file, wants) {
  return (address) => {
    if (/^[a-z]+:|^#/.test(address)) return address;
    const [path, heading] = address.split('#');
    const there = posix.join(posix.dirname(file), path);
    const target = isFile(there) ? there : posix.join(there, 'README.md');
    if (!isFile(target)) throw new Error(`${file} links to ${address}, which is no file`);
    wants(target);
    const relative = posix.relative(posix.dirname(file), target);
    if (PICTURE.test(target)) return relative;
    return `${relative}.html${heading ? `#${heading}` : ''}`;
  };
}

/** A source as it is; the files that it imports are links. */
function sourcePage(file, wants) {
  const linked = codeOf(read(file)).replace(
    /((?:from|import)(?: |\()')(\.[^'?]+)/g,
    (whole, before, path) => {
      const target = posix.join(posix.dirname(file), path);
      if (!/\.(js|css)$/.test(path) || !isFile(target)) return whole;
      wants(target);
      return `${before}<a href="${escaped(path)}.html">${escaped(path)}</a>`;
    },
  );
  return pageOf(file, file, `<h1>${escaped(file)}</h1>\n${linked}`);
}

function pageOf(file, title, content) {
  const up = '../'.repeat(addressOf(file).split('/').length - 1);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · growth-distance</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}${STYLE}">
</head>
<body>
<header><a href="${up}index.html">growth-distance: the demo</a></header>
<main>
${content}
</main>
</body>
</html>
`;
}

/** The plugin of the demo's build. @returns {import('vite').Plugin} */
export function documents() {
  return {
    name: 'documents',
    generateBundle() {
      const names = Object.keys(GUIDES);
      const starts = [...names.map((name) => GUIDES[name][1]), ...names.map(sourceOf)];
      for (const [fileName, source] of documentsFrom(starts))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
