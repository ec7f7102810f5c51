/* The demo's benchmark page in headless Chromium: it measures, draws, cancels and saves. */
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

test('it measures with progress, draws a chart a topic, and saves what it measured', async () => {
  const check = async (page) => {
    await page.locator('#run').click();
    await page.waitForFunction(() => document.querySelector('#busy progress').value > 0);
    assert.match((await texts(page, ['busy-label']))[0], /1 of 2/);
    await enabled(page, 'run');
    await page.locator('#figure-scenes svg').waitFor();
    await page.locator('#figure-vertices svg').waitFor();
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

test('cancelling stops at once and leaves the page usable; topics stand in the address', async () => {
  await demo.visit('#/benchmark', async (page) => {
    await page.locator('#run').click();
    await enabled(page, 'cancel');
    await page.locator('#cancel').click();
    await enabled(page, 'run');
    assert.equal(await page.locator('#figure-queries svg').count(), 0);
    await page.locator('#topic-queries').uncheck();
    await page.locator('#topic-methods').check();
    await page.waitForFunction(() => location.hash === '#/benchmark?topics=methods');
    await page.reload();
    await page.locator('#figure-methods').waitFor();
    assert.equal(await page.locator('#topic-queries').isChecked(), false);
  });
});

test('Benchmark: phone and desktop, light and dark', async () => {
  await photograph(demo, 'benchmark', '#/benchmark?topics=scenes', {
    colours: 20,
    before: async (page) => {
      await page.locator('#run').click();
      await page.locator('#figure-scenes svg').waitFor();
    },
  });
});
