/*
 * Writes the sources of the demo's pages, and all files that these import. Each file becomes a page at
 * its own path, and its imports become links.
 */
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUIDES, addressOfSource, sourceOf } from '../reading.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STYLE = 'sources/style.css';

/** @param {string} file of the repository @returns {boolean} */
const isFile = (file) => statSync(ROOT + file, { throwIfNoEntry: false })?.isFile() === true;

const read = (file) => readFileSync(ROOT + file, 'utf8');

/** @param {string} text */
const escaped = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/**
 * Makes a page for each source file.
 * @param {string[]} starts files of the repository
 * @returns {Map<string, string>} content by address
 */
export function sourcesFrom(starts) {
  const pages = new Map([[STYLE, read('demo/sources/style.css')]]);
  const files = new Set(starts);
  for (const file of files) pages.set(addressOfSource(file), sourcePage(file, files));
  return pages;
}

function sourcePage(file, files) {
  const linked = escaped(read(file)).replace(
    /((?:from|import)(?: |\()')(\.[^'?]+)/g,
    (whole, before, path) => {
      const target = posix.join(posix.dirname(file), path);
      if (!/\.(js|css)$/.test(path) || !isFile(target)) return whole;
      files.add(target);
      return `${before}<a href="${path}.html">${path}</a>`;
    },
  );
  const up = '../'.repeat(addressOfSource(file).split('/').length - 1);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${file} · growth-distance</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}${STYLE}">
</head>
<body>
<header><a href="${up}index.html">growth-distance: the demo</a></header>
<main>
<h1>${file}</h1>
<pre tabindex="0"><code>${linked}</code></pre>
</main>
</body>
</html>
`;
}

/** The plugin for the demo's build. @returns {import('vite').Plugin} */
export function sources() {
  return {
    name: 'sources',
    generateBundle() {
      for (const [fileName, source] of sourcesFrom(Object.keys(GUIDES).map(sourceOf)))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
