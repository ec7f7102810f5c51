/* Follows every link between the pages of the site, anchors included: make docs. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../site/', import.meta.url));
const pages = readdirSync(root, { recursive: true }).filter(
  (path) => path.endsWith('.html') && !path.startsWith('docs/media'),
);
const text = new Map(pages.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const anchors = new Map(
  pages.map((path) => [
    path,
    new Set([...text.get(path).matchAll(/ id="([^"]+)"/g)].map((m) => m[1])),
  ]),
);

let count = 0;
const broken = [];
for (const page of pages)
  for (const [, raw] of text.get(page).matchAll(/ (?:href|src)="([^"]+)"/g)) {
    if (/^(https?|data|mailto):|^#\//.test(raw)) continue;
    count++;
    const [target, anchor] = decodeURI(raw).replaceAll('&amp;', '&').split('#');
    const folder = target.endsWith('/') ? 'index.html' : '';
    const path = target === '' ? page : normalize(join(dirname(page), target, folder));
    const there = existsSync(join(root, path)) && statSync(join(root, path)).isFile();
    // Markdown that typedoc.json does not list is copied as a file
    const unlisted = /media\/.*\.md$/.test(path);
    if (!there || unlisted || (anchor && anchors.has(path) && !anchors.get(path).has(anchor)))
      broken.push(`${page}: ${raw}`);
  }
for (const one of new Set(broken)) console.error(one);
console.log(`${pages.length} pages, ${count} links, ${broken.length} broken`);
process.exitCode = broken.length > 0 ? 1 : 0;
