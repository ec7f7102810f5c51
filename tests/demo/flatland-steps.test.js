/*
 * Traces in Flatland in headless Chromium. Steps change pictures, numbers and captions, back undoes
 * them, a link restores the step, and every method steps to its end.
 */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';

import * as lib from '../lib/demo.js';

const { colourCount, photograph, ready, texts, until } = lib;
const PAGE = '#/flatland';
const GROWTH = `${PAGE}?run=growthDistance:cutting-plane&step=3`;
/** An ellipse with a margin and a polygon that overlap. */
const OVERLAP =
  'shapes=ellipse,1.2,0.6,0.2@-0.6,-0.3,0.9;' +
  'polygon,0@0.4,0.3,0.2@0.9,-0.1,0.35,0.8,-0.7,0.6,-0.85,-0.45,0.1,-0.8';
const NUMBERS = ['step', 'of', 'type', 'iteration', 'step-lower', 'step-upper', 'gap', 'caption'];
const numbers = (page) => texts(page, NUMBERS);
const MAIN = '.half:first-child .view-2d';
const SECOND = '.half:last-child .view-2d';

/** The markup of a view, without the comments of the template library. */
const drawing = (page, selector) =>
  page.evaluate(
    (query) => document.querySelector(query).outerHTML.replace(/<!--.*?-->/gs, ''),
    selector,
  );
const seen = async (page) => [
  await numbers(page),
  await drawing(page, MAIN),
  await drawing(page, SECOND),
];
const pictures = (page) =>
  Promise.all([MAIN, SECOND].map((view) => page.locator(view).screenshot()));

/** Steps from the first to the last within the page, without waiting for frames. */
function stepThrough() {
  const text = (id) => document.getElementById(id).textContent;
  const press = (id) => document.getElementById(id).click();
  const count = (selector) => document.querySelectorAll(selector).length;
  const read = () => ({
    ...{ step: text('step'), type: text('type'), caption: text('caption') },
    bounds: [text('step-lower'), text('step-upper')],
    asked: count('.half:last-child path.line-witness[marker-end]'),
    supports: count('.half:first-child circle.fill-witness'),
    lines: count('.half:last-child .earlier'),
    drawn: document.querySelector('.half:last-child svg').outerHTML,
  });
  if (text('of') === '0') return { caption: text('caption'), steps: [] };
  press('first');
  const steps = [read()];
  while (!document.getElementById('next').disabled) {
    press('next');
    steps.push(read());
  }
  return { of: Number(text('of')), caption: text('caption'), steps };
}

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

test('no method is chosen at first, and choosing one opens the second view with its steps', async () => {
  await demo.visit(PAGE, async (page) => {
    assert.equal(await page.locator('#method').inputValue(), '');
    assert.equal(await page.locator('.transport').count(), 0);
    const card = await page.locator('.difference').boundingBox();
    await page.locator('#method').selectOption('growthDistance:newton');
    const box = await page.locator(SECOND).boundingBox();
    assert.ok(box.width > 1.5 * card.width && box.height > 2 * card.height, 'it has not grown');
    assert.ok((await colourCount(page, SECOND)) > 60, 'the second view is blank');
    const [step, of, type] = await numbers(page);
    assert.equal(step, '1');
    assert.ok(Number(of) > 3);
    assert.equal(type, 'portal');
    await page.waitForFunction(() => /run=growthDistance:newton&step=1/.test(location.hash));
    await page.goBack();
    await page.waitForFunction(() => document.getElementById('method').value === '');
    assert.equal(await page.locator('.transport').count(), 0);
    assert.deepEqual(await page.locator('.difference').boundingBox(), card);
    await page.goForward();
    await until(page, 'of', new RegExp(`^${of}$`));
    await page.locator('#method').selectOption('');
    assert.equal(await page.locator('.transport').count(), 0);
    await page.waitForFunction(() => !location.hash.includes('run='));
  });
});

test('steps change both pictures, the numbers and the caption, and back restores them', async () => {
  await demo.visit(GROWTH, async (page) => {
    const start = await seen(page);
    const shots = await pictures(page);
    const differs = async (action) => {
      await action();
      (await seen(page)).forEach((x, i) => assert.notDeepEqual(x, start[i], `${i}`));
      (await pictures(page)).forEach((x, i) => assert.ok(!x.equals(shots[i]), `view ${i}`));
    };
    const isStart = async () => {
      (await seen(page)).forEach((x, i) => assert.deepEqual(x, start[i], `${i}`));
    };
    await differs(() => page.locator('#next').click());
    await page.locator('#back').click();
    await isStart();
    await differs(() => page.locator('#last').click());
    assert.equal((await texts(page, ['type']))[0], 'result');
    await differs(() => page.locator('#first').click());
    await page.locator('#scrub').fill('3');
    await isStart();
  });
});

test('keys step, go to both ends and play; on a shape they move it and restart the search', async () => {
  await demo.visit(`${GROWTH}&speed=8`, async (page) => {
    const [, of] = await numbers(page);
    const shows = async (key, step) => {
      await page.keyboard.press(key);
      assert.equal((await numbers(page))[0], step, key);
    };
    await shows('ArrowRight', '4');
    await shows('ArrowLeft', '3');
    await shows('End', of);
    await shows('Home', '1');
    await page.keyboard.press(' ');
    assert.equal(await page.locator('#play').getAttribute('aria-label'), 'Pause');
    await until(page, 'step', new RegExp(`^${of}$`));
    await page.waitForFunction(
      () => document.getElementById('play').getAttribute('aria-label') === 'Play',
    );
    await page.locator('#scrub').fill('4');
    const start = await numbers(page);
    await page.locator('#body-1').focus();
    await page.keyboard.press('ArrowLeft');
    const moved = await numbers(page);
    assert.equal(moved[0], '4');
    assert.notEqual(moved[4], start[4]);
    await page.locator('#method').selectOption('');
    const before_ = await page.evaluate(() => location.hash);
    await page.locator('h1').click();
    for (const key of ['ArrowRight', 'End', ' ']) await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => location.hash), before_);
  });
});

test('a link, a reload and going back restore step, numbers and pictures', async () => {
  await demo.visit(`${PAGE}?${OVERLAP}`, async (page) => {
    await page.locator('#method').selectOption('penetration:epa');
    await page.locator('#scrub').fill('7');
    await page.locator('#speed').fill('4');
    const shown = await numbers(page);
    assert.equal(shown[2], 'polytope');
    await page.waitForFunction(() => /run=penetration:epa&step=7&speed=4/.test(location.hash));
    const { hash } = new URL(page.url());
    const start = await seen(page);
    await page.reload();
    await ready(page);
    assert.deepEqual(await seen(page), start);
    await demo.visit(hash, async (other) => assert.deepEqual(await numbers(other), shown));
    await page.locator('#method').selectOption('distance:frank-wolfe');
    await page.locator('#subalgorithm').selectOption('johnson');
    await page.waitForFunction(() => location.hash.includes('distance:frank-wolfe:johnson'));
    assert.notDeepEqual(await numbers(page), shown);
    await page.goBack();
    await page.goBack();
    await until(page, 'type', /polytope/);
    assert.deepEqual(await numbers(page), shown);
    // a pair with fewer steps shows its last step, and an unknown method shows none
    await lib.goTo(page, hash.replace('step=7', 'step=900'));
    await until(page, 'type', /result/);
    await lib.goTo(page, hash.replace('penetration:epa', '__proto__:epa'));
    await page.waitForFunction(() => document.getElementById('method').value === '');
    assert.equal(await page.locator('.transport').count(), 0);
  });
});

test('every method steps to its end with its support points, or says that it has no 2D shapes', async () => {
  await demo.visit(`${PAGE}?run=distance:gjk`, async (page) => {
    const methods = (
      await page.locator('#method option').evaluateAll((all) => all.map((option) => option.value))
    ).filter(Boolean);
    assert.ok(methods.length >= 30);
    const seenTypes = new Set();
    for (const query of ['', OVERLAP]) {
      await lib.enterPage(page, 'flatland', `${query}&run=distance:gjk`);
      for (const method of methods) {
        await page.locator('#method').selectOption(method);
        const { of, caption, steps } = await page.evaluate(stepThrough);
        if (steps.length === 0) {
          assert.match(method, /^growthDistance:(ie|zc|zc-ie|inc|dcf|dcol)$/);
          assert.match(caption, /^growthDistance of .*does not support these shapes\.$/);
          continue;
        }
        assert.equal(steps.length, of, method);
        assert.equal(steps.at(-1).type, 'result', method);
        let earlier = 0;
        steps.forEach(({ step, type, caption: said, asked, supports, lines, drawn }, i) => {
          const what = `${method}, step ${i + 1}`;
          assert.equal(Number(step), i + 1, method);
          assert.match(said, /^[A-Z].{15,}\.$/, what);
          assert.doesNotMatch(said + drawn, /NaN|undefined|Infinity/, what);
          // a step with a support query shows a support point on each shape
          assert.equal(supports, 2 * asked, what);
          assert.ok(lines <= earlier, what);
          earlier += asked;
          seenTypes.add(type);
        });
        assert.ok(steps.length < 3 || earlier > 0, method);
        assert.equal(await page.locator('#message').isVisible(), false);
      }
    }
    for (const type of ['portal', 'simplex', 'polytope', 'ray', 'direction', 'result'])
      assert.ok(seenTypes.has(type), `${type} was never drawn`);
  });
});

test('all shape types can be stepped through, and of many shapes the measured pair', async () => {
  await demo.visit(`${PAGE}?run=distance:gjk`, async (page) => {
    const types = await page
      .locator('#shape-type-0 option')
      .evaluateAll((all) => all.map((option) => option.value));
    for (const type of types) {
      await page.locator('#shape-type-0').selectOption(type);
      const { of, steps } = await page.evaluate(stepThrough);
      assert.ok(of > 0 && steps.length === of, type);
    }
    await page.locator('#add').click();
    await page.locator('#as-b-2').click();
    assert.match(await page.locator('#panel').innerText(), /A and B mean the pair A and C/);
    assert.ok((await page.evaluate(stepThrough)).steps.length > 0);
  });
});

test('Flatland with steps fits and is accessible on phone and desktop, light and dark', async () => {
  await photograph(demo, 'flatland-steps', GROWTH);
  await photograph(demo, 'flatland-depth', `${PAGE}?${OVERLAP}&run=penetration:epa&step=7`);
});

test('everything is within reach on the smallest phone and on a phone on its side', async () => {
  for (const [width, height] of [
    [320, 568],
    [844, 390],
  ])
    await demo.visit(
      GROWTH,
      async (page) => {
        await lib.fitsScreen(page);
        await lib.isAccessible(page);
        const box = await page.locator(SECOND).boundingBox();
        assert.ok(box.width > 140 && box.height > 140, `${box.width} by ${box.height} pixels`);
        for (const button of await page.locator('.view button:visible').all()) {
          const { x, width: wide } = await button.boundingBox();
          assert.ok(x >= 0 && x + wide <= width, await button.getAttribute('id'));
        }
        await page.locator('#next').click();
        assert.equal((await numbers(page))[0], '4');
      },
      { viewport: { width, height }, hasTouch: true },
    );
});
