/* Every page of the demo with the keyboard alone and with fingers. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';

import * as lib from '../lib/demo.js';

const { enterPage, until } = lib;
const PAGES = ['explorer', 'stepper', 'flatland', 'motion', 'bodies', 'planning', 'benchmark'];
const STILL = { reducedMotion: 'reduce' };
const few = (name) => (name === 'bodies' ? 'count=10' : '');

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

test('Tab reaches every control of every page, and the focus is visible', async () => {
  const check = async (page) => {
    for (const name of PAGES) {
      await enterPage(page, name, few(name));
      // a path that is found later adds controls
      if (name === 'planning') await until(page, 'answer', /path found/);
      const count = await page.evaluate(() => {
        for (const part of document.querySelectorAll('details')) part.open = true;
        globalThis.seen = new Set();
        document.querySelector('.brand').focus();
        // of a group of radio buttons, Tab reaches only the checked one
        const all =
          'a[href], button, input:not([type=radio]), input:checked, select, summary, [tabindex="0"]';
        const seen = (e) => e.getClientRects().length > 0 && !e.disabled;
        globalThis.all = [...document.querySelectorAll(all)].filter(seen);
        return globalThis.all.length;
      });
      for (let i = 0; i < count; i++) {
        const hidden = await page.evaluate(() => {
          const now = document.activeElement;
          globalThis.seen.add(now);
          // the label of a file input shows its focus
          if (now === document.body || now.type === 'file') return '';
          const { left, right, top, bottom } = now.getBoundingClientRect();
          const [x, y] = [(left + right) / 2, (top + bottom) / 2];
          const inView = x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight;
          const outlined = getComputedStyle(now).outlineStyle !== 'none';
          return inView && (outlined || now.closest('svg')) ? '' : now.outerHTML.slice(0, 80);
        });
        assert.equal(hidden, '', `${name}: focus is not to be seen`);
        await page.keyboard.press('Tab');
      }
      const missed = await page.evaluate(() =>
        globalThis.all.filter((e) => !globalThis.seen.has(e)).map((e) => e.id || e.outerHTML),
      );
      assert.deepEqual(missed, [], name);
    }
  };
  // a fresh page: a browser shows the focus that a script sets only until a pointer is used
  await demo.visit('#/flatland', check, { ...STILL, fresh: true });
});

test('the keyboard selects and moves any 3D shape', async () => {
  const positions = (page) =>
    page.evaluate(() => {
      const text = new URLSearchParams(location.hash.split('?')[1]).get('shapes') ?? '';
      return text.split(';').map((body) => body.split('@')[1]);
    });
  const check = async (page) => {
    for (const name of ['explorer', 'stepper']) {
      await enterPage(page, name);
      await page.locator('#view canvas').first().focus();
      const places = [];
      for (let i = 0; i < 3; i++) {
        const old = await page.evaluate(() => location.hash);
        await page.keyboard.press('Enter');
        await page.keyboard.press('ArrowUp');
        await page.waitForFunction((hash) => location.hash !== hash, old);
        places.push(await positions(page));
      }
      // the second press moved only one shape, and the third only the other
      const differs = (p, q) => [0, 1].filter((k) => p[k] !== q[k]).join();
      assert.deepEqual(
        [differs(places[0], places[1]), differs(places[1], places[2])].sort(),
        ['0', '1'],
        name,
      );
    }
  };
  await demo.visit('#/flatland', check, STILL);
});

test('one finger drags and two pinch, and the page itself does not zoom', async () => {
  const check = async (page) => {
    const session = await page.context().newCDPSession(page);
    const touch = (type, ...places) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: places.map(([x, y], id) => ({ x, y, id })),
      });
    for (const name of PAGES.slice(0, 6)) {
      await enterPage(page, name, few(name));
      // anything that moves by itself must have stopped
      if (name === 'planning') await until(page, 'answer', /path found/);
      // below the picture of Motion is a strip
      const part = name === 'motion' ? '#view canvas' : '#view';
      const box = await page.locator(part).boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const picture = () => page.locator('#view').screenshot();
      const changes = async (gesture) => {
        const before_ = await picture();
        await gesture();
        await touch('touchEnd');
        let now = await picture();
        for (let i = 0; i < 20 && now.equals(before_); i++) now = await picture();
        assert.ok(!now.equals(before_), name);
      };
      await changes(async () => {
        await touch('touchStart', [x - 150, y + 60]);
        for (let i = 1; i < 8; i++) await touch('touchMove', [x - 150 + 8 * i, y + 60 - 3 * i]);
      });
      await changes(async () => {
        await touch('touchStart', [x - 40, y + 60], [x + 40, y + 65]);
        for (let i = 1; i < 8; i++)
          await touch('touchMove', [x - 40 - 8 * i, y + 60], [x + 40 + 8 * i, y + 65]);
      });
      assert.equal(await page.evaluate(() => visualViewport.scale), 1);
    }
  };
  await demo.visit('#/flatland', check, { ...lib.PHONE, ...STILL, isMobile: true });
});
