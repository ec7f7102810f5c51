/*
 * All pages on a phone: the name of the demo, the row of pages, and targets large enough for a
 * finger.
 */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';

import * as lib from '../lib/demo.js';

const { PHONE, enterPage } = lib;
const PAGES = ['explorer', 'stepper', 'flatland', 'motion', 'bodies', 'planning', 'benchmark'];
const STILL = { ...PHONE, reducedMotion: 'reduce' };
/** The least width and height of a target, in pixels. */
const TARGET = 24;

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

/** The widths of the fades at the left and right end of the row of pages, in pixels. */
const fades = (page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.getElementById('pages'));
    const masked = style.maskImage.includes('gradient');
    const pixels = (name) => (masked ? parseFloat(style.getPropertyValue(name)) : 0);
    return [pixels('--before'), pixels('--after')];
  });

const scrollTo = (page, left) =>
  page.evaluate(async (to) => {
    document.getElementById('pages').scrollLeft = to;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, left);

test('on a phone the name stays visible, and the row of pages fades where it continues', async () => {
  const check = async (page) => {
    for (const name of PAGES) {
      await enterPage(page, name, name === 'bodies' ? 'count=10' : '');
      const [brand, current] = await page.evaluate(() =>
        ['.brand', 'nav [aria-current=page]'].map((selector) => {
          const { left, right, height } = document.querySelector(selector).getBoundingClientRect();
          return { left, right, height };
        }),
      );
      assert.ok(brand.left >= 0 && brand.right <= 390 && brand.height >= TARGET, name);
      assert.ok(current.left >= brand.right && current.right <= 390, `${name}: its tab is hidden`);
    }
    await scrollTo(page, 0);
    const start = await fades(page);
    assert.ok(start[0] === 0 && start[1] > 20, `at the start: ${start}`);
    await scrollTo(page, 1e4);
    const end = await fades(page);
    assert.ok(end[0] > 20 && end[1] === 0, `at the end: ${end}`);
  };
  await demo.visit('#/flatland', check, STILL);
  const check2 = async (page) => assert.deepEqual(await fades(page), [0, 0]);
  await demo.visit('#/flatland', check2, { reducedMotion: 'reduce' });
});

test(`on a phone every target is at least ${TARGET} pixels wide and high`, async () => {
  const check = async (page) => {
    for (const name of [...PAGES, 'cellar']) {
      await lib.goTo(page, `#/${name}?${name === 'bodies' ? 'count=10' : ''}`);
      await page.waitForFunction(
        (wanted) => document.body.dataset.ready === wanted,
        PAGES.includes(name) ? name : 'unknown',
      );
      const small = await page.evaluate((least) => {
        for (const part of document.querySelectorAll('details')) part.open = true;
        const list = document.querySelectorAll(
          'a[href], button, select, summary, input:not([type=file]), [role=button]',
        );
        const inLine = (e) => e.matches('p.note a, figcaption a');
        // a finger hits the label of a checkbox, and the ring around a handle
        const targetOf = (e) => {
          if (e.matches('[type=checkbox], [type=radio]')) return e.closest('label');
          return e.previousElementSibling?.matches('.touch') ? e.previousElementSibling : e;
        };
        return [...list]
          .filter((e) => e.getClientRects().length > 0 && !inLine(e))
          .map((e) => [e, targetOf(e).getBoundingClientRect()])
          .filter(([, { width, height }]) => Math.min(width, height) < least - 0.01)
          .map(([e, { width, height }]) => `${e.id || e.textContent}: ${width} × ${height}`);
      }, TARGET);
      assert.deepEqual(small, [], name);
    }
  };
  await demo.visit('#/flatland', check, STILL);
});
