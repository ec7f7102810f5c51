/* The benchmark page in headless Chromium: it measures, draws charts, cancels and saves results. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { openDemo, photograph, texts } from '../lib/demo.js';

const ADDRESS = '#/benchmark?topics=scenes,vertices';
const enabled = (page, id) =>
  page.waitForFunction((name) => document.getElementById(name)?.disabled === false, id);

let demo;
before(async () => (demo = await openDemo()));
after(() => demo?.close());

test('the page measures with progress, draws one chart per topic, and saves the results', async () => {
  const check = async (page) => {
    await page.locator('#run').click();
    await page.waitForFunction(() => document.querySelector('#busy progress').value > 0);
    assert.match((await texts(page, ['busy-label']))[0], /1 of 2/);
    await enabled(page, 'run');
    await page.locator('#figure-scenes svg').waitFor();
    await page.locator('#figure-vertices svg').waitFor();
    for (const origin of await texts(page, ['origin-scenes', 'origin-vertices']))
      assert.equal(origin, 'Measured in this browser, on this machine.');
    assert.equal(await page.locator('#busy').isVisible(), false);
    const downloading = page.waitForEvent('download');
    await page.locator('#save').click();
    const { results } = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
    assert.deepEqual(Object.keys(results).sort(), ['scenes', 'vertices']);
    for (const { value } of Object.values(results).flat()) assert.ok(value > 0);
    assert.ok(results.vertices.length === 12 && results.scenes.length === 4);
  };
  await demo.visit(ADDRESS, check, { fresh: true });
});

test('the page first shows stored results, with linear bars and units on the axes', async () => {
  const text = await readFile(new URL('../../docs/lab/benchmarks.json', import.meta.url), 'utf8');
  const { machine, rows } = JSON.parse(text);
  await demo.visit('#/benchmark?topics=queries,methods,vertices,scenes', async (page) => {
    await page.locator('#figure-scenes svg').waitFor();
    await page.locator('#figure-methods svg').waitFor();
    await page.locator('#figure-queries svg').waitFor();
    const origins = ['queries', 'methods', 'vertices', 'scenes'].map((name) => `origin-${name}`);
    for (const origin of await texts(page, origins)) {
      assert.match(origin, /^Stored results for other random shapes/);
      assert.ok(origin.includes(machine.cpu) && origin.includes(machine.date.slice(0, 10)), origin);
    }
    const box = rows.kinds.find(({ name }) => name === 'box–box').times.chromium.auto.median;
    const cells = await page.locator('#table-queries tr').allTextContents();
    const shown = cells.find((row) => /box – box\s*growth distance/.test(row));
    assert.ok(shown.includes(box >= 100 ? box.toFixed(0) : box.toPrecision(3)), shown);
    // all bars have the same ratio of length to value
    const bars = await page.evaluate(() => {
      const svg = document.querySelector('#figure-queries svg');
      const widths = [...svg.querySelectorAll('rect')].map((r) => Number(r.getAttribute('width')));
      const top = (e) => e.getBoundingClientRect().top;
      const labels = [...svg.querySelectorAll('g[stroke] text')].sort((p, q) => top(p) - top(q));
      return { widths, values: labels.map((t) => Number(t.textContent)) };
    });
    assert.equal(bars.widths.length, 24);
    const factor = bars.widths.map((width, i) => width / bars.values[i]);
    for (const f of factor) assert.ok(Math.abs(f / factor[0] - 1) < 0.02, `factors ${factor}`);
    for (const [name, units] of [
      ['queries', ['ns']],
      ['methods', ['ns']],
      ['vertices', ['ns', 'number']],
      ['scenes', ['ms', 'number']],
    ]) {
      const labels = (await page.locator(`#figure-${name} svg text`).allTextContents()).join(' ');
      assert.doesNotMatch(labels, /\d[mkμ]\b/, `${name}: a prefix beside the unit`);
      for (const unit of units) assert.match(labels, new RegExp(`, ${unit}\\b`), name);
    }
  });
});

test('cancelling stops at once and leaves the page usable, and the address keeps the topics', async () => {
  await demo.visit('#/benchmark', async (page) => {
    await page.locator('#run').click();
    await enabled(page, 'cancel');
    await page.locator('#cancel').click();
    await enabled(page, 'run');
    assert.match((await texts(page, ['origin-queries']))[0], /^Stored results/);
    await page.locator('#topic-queries').uncheck();
    await page.locator('#topic-methods').check();
    await page.waitForFunction(() => location.hash === '#/benchmark?topics=methods');
    await page.reload();
    await page.locator('#figure-methods').waitFor();
    assert.equal(await page.locator('#topic-queries').isChecked(), false);
  });
});

test('Benchmark fits and is accessible on phone and desktop, light and dark', async () => {
  await photograph(demo, 'benchmark', '#/benchmark?topics=scenes', {
    colours: 20,
    before: async (page) => {
      await page.locator('#run').click();
      await enabled(page, 'run');
    },
  });
  await photograph(demo, 'benchmark-stored', '#/benchmark', {
    colours: 20,
    before: (page) => page.locator('#figure-queries svg').waitFor(),
  });
});
