/* The documents that the build writes beside the demo: Markdown as HTML, and links that all lead somewhere. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { posix } from 'node:path';

import { documentsFrom } from '../../demo/documents/build.js';
import { htmlOf } from '../../demo/documents/markdown.js';
import { GUIDES, addressOf, sourceOf } from '../../demo/reading.js';

const html = (text) => htmlOf(text, (address) => `[${address}]`).replace(/\n/g, ' ');

test('Markdown becomes HTML, and what is no mark stays text', () => {
  for (const [text, expected] of [
    ['# A `b` *c*', '<h1 id="a-b-c">A <code>b</code> <em>c</em></h1>'],
    ['one\ntwo\n\nthree', '<p>one two</p> <p>three</p>'],
    ['a < b & `c < d`', '<p>a &lt; b &amp; <code>c &lt; d</code></p>'],
    ['**bold** 2 * 3 * 4', '<p><strong>bold</strong> 2 * 3 * 4</p>'],
    ['[`x`](y.md#z)', '<p><a href="[y.md#z]"><code>x</code></a></p>'],
    ['![a *b*](c.svg)', '<p><img src="[c.svg]" alt="a b"></p>'],
    ['- a\n  b\n- c', '<ul><li>a b</li> <li>c</li></ul>'],
    ['- a\n  - b\n- c', '<ul><li>a <ul><li>b</li></ul></li> <li>c</li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li> <li>b</li></ol>'],
    ['> a\n> b', '<blockquote><p>a b</p></blockquote>'],
    ['<!-- hidden -->shown', '<p>shown</p>'],
  ])
    assert.equal(html(text), expected, text);
  assert.match(html('```js\n# <a>\n```'), /<code># &lt;a&gt;<\/code>/);
  const table = html('| a | b |\n| --- | --: |\n| `x\\|y` | 2 |');
  assert.match(table, /<th>a<\/th><th class="number">b<\/th>/);
  assert.match(table, /<td><code>x\|y<\/code><\/td><td class="number">2<\/td>/);
});

test('every link of every document leads to a file that is written, and to a heading of it', () => {
  const starts = Object.keys(GUIDES).flatMap((name) => [GUIDES[name][1], sourceOf(name)]);
  const pages = documentsFrom(starts);
  for (const file of starts) assert.ok(pages.has(addressOf(file)), file);
  let links = 0;
  for (const [address, content] of pages) {
    if (!address.endsWith('.html')) continue;
    const shown = content.replace(/<pre.*?<\/pre>/gs, (block) => block.replace(/<(?!a ).*?>/g, ''));
    for (const [, link] of shown.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^(https?|data|mailto):/.test(link)) continue;
      links++;
      const [path, heading] = link.split('#');
      const target = path ? posix.join(posix.dirname(address), path) : address;
      assert.ok(pages.has(target) || target === 'index.html', `${address} links to ${link}`);
      if (heading) assert.ok(pages.get(target).includes(`id="${heading}"`), `${address}: ${link}`);
    }
  }
  assert.ok(links > 200, `${links} links`);
});
