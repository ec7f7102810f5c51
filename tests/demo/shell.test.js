/* The shell of the demo: quick changes of page, no network, hidden pages, strict servers. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';

import { open, serve } from '../lib/browser.js';
import * as lib from '../lib/demo.js';

const { enterPage, goTo, ready, texts, until } = lib;
const PAGES = ['explorer', 'stepper', 'flatland', 'motion', 'bodies', 'planning', 'benchmark'];
const STILL = { reducedMotion: 'reduce' };
/** As for most visitors, the other pages are preloaded. */
const PRELOAD = { ...STILL, preload: true };

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

/** Records every WebGL context, so that those in use can be counted. */
const countContexts = () => {
  const contexts = (globalThis.contexts = new Set());
  const real = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (...how) {
    const context = real.apply(this, how);
    if (/webgl/.test(how[0])) contexts.add(context);
    return context;
  };
};

test('two dozen quick changes of page leave no thread and no drawing context', async () => {
  const check = async (page) => {
    await page.evaluate(countContexts);
    for (let i = 0; i < 24; i++) {
      await goTo(page, `#/${PAGES[(5 * i + (i >> 2)) % PAGES.length]}`);
      if (i % 7 === 0) await page.waitForTimeout(40);
    }
    await enterPage(page, 'flatland');
    await page.waitForFunction(() => [...globalThis.contexts].every((c) => c.isContextLost()));
    assert.ok((await page.evaluate(() => globalThis.contexts.size)) > 2, 'no page drew');
    assert.deepEqual(page.workers(), []);
    assert.equal(await page.locator('canvas').count(), 0);
    // going back restores every state
    const left = 'shapes=circle,1,0@-2,0,0;circle,1,0@2,0,0';
    await enterPage(page, 'flatland', left);
    const [value] = await texts(page, ['value']);
    await enterPage(page, 'explorer');
    await enterPage(page, 'benchmark', 'topics=methods');
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => document.body.dataset.ready === 'flatland');
    assert.deepEqual(await texts(page, ['value']), [value]);
    await page.goForward();
    await page.waitForFunction(() => document.body.dataset.ready === 'explorer');
  };
  await demo.visit('#/flatland', check, PRELOAD);
});

/** Checks that a file dropped on the Explorer becomes shape B. */
async function readsFiles(page) {
  await lib.dropFile(page, 'corner.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n');
  await page.waitForFunction(
    () => document.getElementById('shape-type-1').value === 'scan:corner.obj',
  );
}

test('once loaded, the demo needs no network', async () => {
  const check = async (page) => {
    await page.waitForFunction(() => 'complete' in document.body.dataset);
    const asked = [];
    await page.context().route(/^http/, (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    for (const name of PAGES) {
      await enterPage(page, name);
      assert.equal(await page.locator('#message').isVisible(), false, name);
      if (name === 'planning') await until(page, 'answer', /path found/);
      if (name === 'stepper') await page.locator('#convergence svg').waitFor();
    }
    await page.locator('#run').click();
    await page.locator('#cancel').click();
    await enterPage(page, 'explorer');
    await lib.dropFile(page, 'one.stl', 'solid\n');
    await until(page, 'message', /one\.stl/);
    await lib.dropFile(page, 'one.gltf', '{}');
    await until(page, 'message', /one\.gltf could not be read: (?!.*fetch)/);
    await readsFiles(page);
    assert.deepEqual(asked, []);
  };
  await demo.visit('#/flatland', check, PRELOAD);
});

test('a page that stores its state during a change of page does not stop the change', async () => {
  const check = async (page) => {
    await page.evaluate(() => {
      location.hash = '#/flatland';
      // the event of the new address has not arrived yet
      document.getElementById('add').click();
    });
    await page.waitForFunction(() => document.body.dataset.ready === 'flatland');
    assert.match(await page.evaluate(() => location.hash), /^#\/flatland/);
  };
  await demo.visit('#/explorer', check, PRELOAD);
});

test('an unknown address gets a page with a way back, and going back works', async () => {
  const check = async (page) => {
    await enterPage(page, 'stepper');
    for (const [address, name] of [
      ['#/cellar', 'cellar'],
      ['#/Explorer', 'Explorer'],
      ['#/explorer/box?a=1', 'explorer/box'],
      ['#/%E0%A4%A', '%E0%A4%A'],
      [`#/${'x'.repeat(3000)}`, `${'x'.repeat(40)}…`],
      ['#/__proto__', '__proto__'],
    ]) {
      await goTo(page, address);
      await page.waitForFunction(() => document.body.dataset.ready === 'unknown');
      const [title, summary] = await texts(page, ['title', 'summary']);
      assert.equal(title, 'Page not found');
      assert.ok(summary.includes(`no page “${name}”`), summary);
      assert.equal(await page.title(), 'Page not found · growth-distance');
      assert.equal(await page.locator('#panel a').count(), PAGES.length);
      assert.equal(await page.locator('nav [aria-current=page]').count(), 0);
      await lib.fitsScreen(page);
      await page.goBack();
      await page.waitForFunction(() => document.body.dataset.ready === 'stepper');
    }
    await goTo(page, '#/cellar');
    await page.waitForFunction(() => document.body.dataset.ready === 'unknown');
    await lib.isAccessible(page);
    await page.locator('#way-back').click();
    await page.waitForFunction(() => document.body.dataset.ready === 'explorer');
  };
  await demo.visit('#/flatland', check, STILL);
  const first = async (page) => {
    assert.match((await texts(page, ['summary']))[0], /no page “cellar”/);
    await lib.fitsScreen(page);
    await lib.isAccessible(page);
  };
  await demo.visit('#/cellar', first, { ...lib.PHONE, ...STILL, fresh: true, colorScheme: 'dark' });
});

test('each page has the install command, a guide and its source, and the links open', async () => {
  const [guides, sources] = [new Set(), new Set()];
  const check = async (page) => {
    for (const name of PAGES) {
      await enterPage(page, name);
      const [line] = await page.locator('#links code').allTextContents();
      assert.equal(line, 'npm install growth-distance');
      const links = await page
        .locator('#links a')
        .evaluateAll((all) => all.map(({ href, textContent }) => [href, textContent]));
      const [[guide, label], [source]] = links;
      assert.match(label, /^Guide: ./);
      assert.ok(source.endsWith(`/sources/demo/pages/${name}/page.js.html`), source);
      guides.add(guide);
      sources.add(source);
    }
  };
  await demo.visit('#/flatland', check, STILL);
  assert.equal(guides.size + sources.size, 2 * PAGES.length);
  for (const [colorScheme, seen] of [
    ['light', guides],
    ['dark', sources],
  ]) {
    const { page, log, close } = await open(demo.browser, `${demo.url}#/flatland`, { colorScheme });
    try {
      for (const url of seen) {
        await page.goto(url);
        assert.match(await page.title(), /.[·|] growth-distance/);
        assert.ok(
          (await page.locator('main, .container-main').first().innerText()).length > 500,
          url,
        );
        await lib.isAccessible(page);
      }
      await page.getByRole('link', { name: /the demo$/ }).click();
      await ready(page);
      assert.deepEqual(
        log.filter((text) => !/GPU stall|GL Driver/.test(text)),
        [],
      );
    } finally {
      await close();
    }
  }
});

test('a page that was hidden continues where it was', async () => {
  await demo.visit('#/planning', async (page) => {
    await page.waitForFunction(() => Number(document.getElementById('along').value) > 2);
    const along = () => page.evaluate(() => Number(document.getElementById('along').value));
    const still = await page.evaluate(async () => {
      const real = globalThis.requestAnimationFrame;
      // like a hidden page: no frames for a while
      const waiting = [];
      globalThis.requestAnimationFrame = (callback) => waiting.push(callback);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const at = Number(document.getElementById('along').value);
      globalThis.requestAnimationFrame = real;
      for (const callback of waiting) real(callback);
      await new Promise((resolve) => real(() => real(resolve)));
      return at;
    });
    assert.ok((await along()) < still + 20, `from ${still} % to ${await along()} %`);
  });
});

test('the demo works on a server that enforces types and forbids foreign content', async () => {
  const policy = "default-src 'self' blob: data: 'unsafe-inline' 'wasm-unsafe-eval'";
  const headers = { 'x-content-type-options': 'nosniff', 'content-security-policy': policy };
  const site = await serve(new URL('../../site/', import.meta.url), '/a/b%20c/', headers);
  const { page, log, close } = await open(demo.browser, `${site.url}?from=mail#/explorer`, STILL);
  try {
    await ready(page);
    assert.ok(Number((await texts(page, ['value']))[0]) > 1);
    await readsFiles(page);
    await enterPage(page, 'planning');
    await until(page, 'answer', /path found/);
    assert.deepEqual(
      log.filter((line) => !/GPU stall|GL Driver/.test(line)),
      [],
    );
  } finally {
    await close();
    await site.close();
  }
});
