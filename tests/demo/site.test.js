/*
 * The site around the demo: the sources of its pages, the guides that it links to, and the search.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

import { sourcesFrom } from '../../demo/sources/build.js';
import {
  DOCUMENTATION,
  GUIDES,
  addressOfGuide,
  addressOfSource,
  sourceOf,
} from '../../demo/reading.js';

const SITE = new URL('../../site/', import.meta.url);

test('every import in a source page leads to another source page', () => {
  const starts = Object.keys(GUIDES).map(sourceOf);
  const pages = sourcesFrom(starts);
  for (const file of starts) assert.ok(pages.has(addressOfSource(file)), file);
  let links = 0;
  for (const [address, content] of pages) {
    if (!address.endsWith('.html')) continue;
    for (const [, link] of content.matchAll(/href="([^":]+)"/g)) {
      const target = posix.join(posix.dirname(address), link);
      assert.ok(pages.has(target) || target === 'index.html', `${address} links to ${link}`);
      links++;
    }
  }
  assert.ok(links > 200, `${links} links`);
});

test('the documentation has a page for each guide of the demo', () => {
  for (const path of [DOCUMENTATION, ...Object.values(GUIDES).map(addressOfGuide)])
    assert.ok(existsSync(new URL(path, SITE)), path);
});

test('the search index of the documentation includes the documents', () => {
  const index = readFileSync(new URL('docs/assets/search.js', SITE), 'utf8');
  assert.ok(index.length > 10_000, 'searchInDocuments is on');
  const navigation = readFileSync(new URL('docs/assets/navigation.js', SITE), 'utf8');
  assert.ok(navigation.length > 1000);
});
