/* The page Motion in headless Chromium: the proved interval, the samples, dragging, playing, links. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import * as lib from '../lib/demo.js';

const { colourCount, enterPage, findPixels, isBlue, photograph, ready, texts, until } = lib;
const STILL = { reducedMotion: 'reduce' };
const NUMBERS = ['value', 'state', 'lower', 'upper', 'seen', 'caption'];
const numbers = (page) => texts(page, NUMBERS);

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

const choose = (page, name) => page.locator('#preset').selectOption(name);

test('the page draws a contact, proves its interval, and says that the samples miss it', async () => {
  const check = async (page) => {
    assert.ok((await colourCount(page, '#view canvas')) > 200, 'the view is blank');
    const [value, state, lower, upper, seen, caption] = await numbers(page);
    assert.equal(state, 'contact');
    assert.ok(Number(lower) <= Number(upper) && Number(upper) - Number(lower) < 2e-9);
    assert.ok(lower.startsWith(value), `${value} is not cut from ${lower}`);
    assert.equal(seen, '0 of 10 see contact');
    assert.match(caption, /^10 samples miss the contact; the contact is at t = 0\.\d{4}…/);
    assert.equal(await page.locator('.track .sample').count(), 10);
    const interval = await page.locator('.magnified span').allInnerTexts();
    const wide = /^(\d\.\de-\d+) wide$/.exec(interval[1]);
    assert.ok(Math.abs(Number(wide[1]) - (Number(upper) - Number(lower))) < 1e-10);
    assert.deepEqual(interval, ['proved free', interval[1], 'proved contact']);
    await until(page, 'query-time', /ns per query/);
    await until(page, 'needed', /^\d+ samples \(\d+ are too few\)$/);
  };
  await demo.visit('#/motion', check, { ...STILL, fresh: true });
});

test('the bullet hits the paper at any speed, and no number of a few samples sees it', async () => {
  await demo.visit('#/motion', async (page) => {
    await choose(page, 'bullet');
    let earlier = 1;
    for (const power of ['1', '2', '2.9']) {
      await page.locator('#speed').fill(power);
      const [value, state, , , seen, caption] = await numbers(page);
      assert.equal(state, 'contact');
      assert.ok(Number(value) < earlier);
      earlier = Number(value);
      assert.match(seen, /^0 of/);
      assert.match(caption, /^10 samples miss the contact/);
    }
    await until(page, 'needed', /^(\d+|more than \d+) samples/);
    assert.equal(await page.locator('#message').isVisible(), false);
  });
});

test('more samples see the contact late', async () => {
  await demo.visit('#/motion', async (page) => {
    await page.locator('#samples').fill('60');
    const [, , , , seen, caption] = await numbers(page);
    assert.match(seen, /^[1-9]\d* of 60 see contact$/);
    assert.match(caption, /Of 60 samples, the first to see it is at t = 0\.\d+, late by 0\.\d+/);
    assert.ok((await page.locator('.track .sample.hit').count()) > 0);
  });
});

test('each step of the solver is shown, and a link restores it', async () => {
  await demo.visit('#/motion', async (page) => {
    const caption = page.locator('#caption');
    const count = await page.locator('.track .step').count();
    assert.ok(count > 3);
    await page.locator('#step-next').click();
    const first = new RegExp(`^Step 1 of ${count}: before t = 0\\.\\d+…, the bounding balls`);
    assert.match(await caption.innerText(), first);
    await page.locator('#step-next').click();
    const second = await caption.innerText();
    assert.match(second, new RegExp(`^Step 2 of ${count}: from t = .* separates the bodies`));
    assert.equal(await page.locator('.track .step.chosen').count(), 1);
    await page.waitForFunction(() => location.hash.includes('step=1'));
    await page.reload();
    await ready(page);
    assert.equal(await caption.innerText(), second);
    await page.locator('#at-contact').click();
    assert.match(await caption.innerText(), /^10 samples miss the contact/);
    assert.equal(await page.locator('.track .chosen').count(), 0);
  });
});

test('dragging a body moves its path, and the address restores every digit', async () => {
  await demo.visit('#/motion', async (page) => {
    const start = await numbers(page);
    const drag = async (belongs) => {
      const { x, y, count } = await findPixels(page, '#view canvas', belongs);
      assert.ok(count > 300, 'the body is not to be seen');
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 20, y + 30, { steps: 6 });
      await page.mouse.up();
    };
    await drag(isBlue);
    const first = await numbers(page);
    assert.notDeepEqual(first, start);
    // the shaded side of the ball, because the arrow of its path has its colour, too
    await drag((r, g, b) => r > 90 && r < 170 && b < 20 && r - g > 40);
    const moved = await numbers(page);
    assert.notDeepEqual(moved, first);
    await page.waitForFunction(() => location.hash.includes('shapes='));
    await page.reload();
    await ready(page);
    assert.deepEqual(await numbers(page), moved);
  });
});

test('keys move and turn a body, its start and its end', async () => {
  const ends = (page) =>
    page.evaluate(() => {
      const params = new URLSearchParams(location.hash.split('?')[1]);
      const starts = (params.get('shapes') ?? '').split(';').map((body) => body.split('@')[1]);
      return [...starts, ...(params.get('to') ?? '').split(';')].join(' ');
    });
  await demo.visit('#/motion', async (page) => {
    await page.locator('#view canvas').focus();
    const places = new Set([await ends(page)]);
    // A, its start and its end, and the same of B
    for (let i = 0; i < 6; i++)
      for (const key of ['ArrowUp', 'Shift+ArrowRight']) {
        const old = await page.evaluate(() => location.hash);
        await page.keyboard.press(key);
        await page.waitForFunction((hash) => location.hash !== hash, old);
        places.add(await ends(page));
        if (key === 'Shift+ArrowRight') await page.keyboard.press('Enter');
      }
    // a ball that turns stays the same motion only to the eye
    assert.equal(places.size, 13);
    assert.equal(await page.locator('#message').isVisible(), false);
  });
});

test('every query takes every shape type', async () => {
  await demo.visit('#/motion', async (page) => {
    const types = await page
      .locator('#shape-type-0 option')
      .evaluateAll((all) => all.map((option) => option.value));
    assert.ok(types.length >= 17);
    for (const query of ['impact', 'cast', 'ray']) {
      await page.locator('#query').selectOption(query);
      for (const type of types) {
        await page.locator('#shape-type-0').selectOption(type);
        if (query !== 'ray') await page.locator('#shape-type-1').selectOption(type);
        const [value, , lower, , , caption] = await numbers(page);
        assert.ok(caption.length > 15, `${query} ${type}`);
        if (value === null || lower === null) assert.match(type, /halfspace/);
        const text = await page.locator('aside').innerText();
        assert.doesNotMatch(`${text} ${caption}`, /NaN|Infinity/, `${query} ${type}`);
        assert.equal(await page.locator('#message').isVisible(), false);
      }
    }
  });
});

test('the time line shows any time, and playing stops at the contact', async () => {
  await demo.visit('#/motion', async (page) => {
    const [value] = await texts(page, ['value']);
    assert.equal(await page.locator('#at-contact').isDisabled(), true);
    await page.locator('#time').fill('0.9');
    assert.deepEqual(await texts(page, ['now']), ['0.9000']);
    await page.waitForFunction(() => location.hash.includes('t=0.9'));
    await page.locator('#at-contact').click();
    assert.ok(Math.abs(Number((await texts(page, ['now']))[0]) - Number(value)) < 1e-4);
    await page.locator('#play').click();
    await page.waitForFunction(() => document.getElementById('play').ariaLabel === 'Pause');
    await page.locator('#play').click();
    const [stopped] = await texts(page, ['now']);
    assert.ok(Number(stopped) < Number(value), stopped);
    await page.locator('#play').click();
    await page.waitForFunction(() => document.getElementById('play').ariaLabel === 'Play');
    assert.ok(Math.abs(Number((await texts(page, ['now']))[0]) - Number(value)) < 1e-4);
  });
});

test('a near miss is proved free, and a graze is not called a proved contact', async () => {
  await demo.visit('#/motion', async (page) => {
    await choose(page, 'miss');
    const [value, state, lower, , , caption] = await numbers(page);
    assert.deepEqual([value, state, Number(lower)], ['none', 'free', 1]);
    assert.match(caption, /^Proved: no contact from t = 0 to t = 1/);
    assert.equal(await page.locator('.magnified').count(), 0);
    await page.locator('#target').fill('0.2');
    assert.match((await numbers(page))[5], /distance of 0\.2/);
    await choose(page, 'graze');
    assert.equal((await numbers(page))[1], 'grazing');
    assert.match((await numbers(page))[5], /Not proved: contact/);
  });
});

test('back undoes a choice', async () => {
  await demo.visit('#/motion', async (page) => {
    const start = await numbers(page);
    await choose(page, 'tumbling');
    await page.locator('#moves-1').uncheck();
    await page.goBack();
    await page.waitForFunction(() => document.getElementById('moves-1').checked);
    await page.goBack();
    await page.waitForFunction(() => document.getElementById('preset').value === 'blade');
    assert.deepEqual(await numbers(page), start);
  });
});

test('the copied code of each query runs and prints the numbers of the page', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await demo.visit('#/motion', async (page) => {
    await page.locator('summary', { hasText: 'Copy as code' }).click();
    for (const name of ['blade', 'bullet', 'ray', 'tumbling']) {
      await choose(page, name);
      await until(page, 'code', /console/);
      const [code, lower] = await texts(page, ['code', 'lower']);
      const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
        cwd: root,
        encoding: 'utf8',
      });
      const [, time] = /lower: (\d\.\d+)/.exec(printed);
      assert.ok(Math.abs(Number(time) - Number(lower)) < 2e-12, `${name}: ${time} and ${lower}`);
    }
  });
});

test('a senseless address opens the default scene', async () => {
  let first;
  await demo.visit('#/motion', async (page) => (first = await numbers(page)));
  const address = 'shapes=torus&to=1&turns=x&query=__proto__&samples=z&t=-&camera=a&target=q';
  await demo.visit('#/flatland', async (page) => {
    await enterPage(page, 'motion', address);
    assert.deepEqual(await numbers(page), first);
  });
});

test('Motion fits and is accessible on phone and desktop, light and dark', async () => {
  const preset = (name) => (page) => choose(page, name);
  await photograph(demo, 'motion', '#/motion');
  await photograph(demo, 'motion-graze', '#/motion', { before: preset('graze') });
  await photograph(demo, 'motion-ray', '#/motion', { before: preset('ray') });
});
