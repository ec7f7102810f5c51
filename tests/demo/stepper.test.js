/*
 * The stepper in headless Chromium. Steps change picture and numbers, back undoes them, a link
 * restores the step, and every method steps to its end.
 */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';

import * as lib from '../lib/demo.js';

const { colourCount, findPixels, isOrange, photograph, ready, texts, until } = lib;
const NUMBERS = ['step', 'of', 'type', 'iteration', 'lower', 'upper', 'gap', 'caption', 'value-0'];
const numbers = (page) => texts(page, NUMBERS);
const LEFT = '.half:first-child canvas';
const RIGHT = '.half:last-child canvas';

/** The pixels of a canvas, two frames after the last change. */
async function picture(page, selector) {
  await lib.drawn(page);
  return (await page.locator(selector).screenshot()).toString('base64');
}

/** Steps from the first to the last within the page, without waiting for frames. */
function stepThrough() {
  const text = (id) => document.getElementById(id).textContent;
  const press = (id) => document.getElementById(id).click();
  const read = () => ({ step: text('step'), type: text('type'), caption: text('caption') });
  if (text('status-0') === 'not for this pair')
    return { status: text('status-0'), caption: text('caption') };
  press('first');
  const steps = [read()];
  while (!document.getElementById('next').disabled) {
    press('next');
    steps.push(read());
  }
  return { status: text('status-0'), of: Number(text('of')), steps };
}

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

test('the stepper opens paused in the middle of a search, and draws both views and the curves', async () => {
  const check = async (page) => {
    const [step, of, type, , lower, upper] = await numbers(page);
    assert.ok(Number(step) > 1 && Number(step) < Number(of));
    assert.equal(type, 'portal');
    assert.ok(Number(lower) < Number(upper));
    for (const view of [LEFT, RIGHT])
      assert.ok((await colourCount(page, view)) > 100, `${view} is blank`);
    await page.waitForSelector('#convergence svg');
    const lines = await page.locator('#convergence svg path').count();
    assert.ok(lines >= 4, `${lines} curves`);
    assert.equal(await page.locator('#methods tbody tr').count(), 4);
    assert.equal((await texts(page, ['status-0']))[0], 'optimal');
    await picture(page, RIGHT);
    assert.equal((await numbers(page))[0], step, 'it plays by itself');
  };
  await demo.visit('#/stepper', check, { fresh: true });
});

test('the summary says where to start', async () => {
  await demo.visit('#/stepper', async (page) => {
    const [summary] = await texts(page, ['summary']);
    assert.match(summary, /\. Press ▶ below the views: each step says what it proves\.$/);
    assert.equal(await page.locator('#play').isVisible(), true);
  });
});

test('steps change the picture and the numbers, and back restores both', async () => {
  await demo.visit('#/stepper', async (page) => {
    const start = [await numbers(page), await picture(page, LEFT), await picture(page, RIGHT)];
    const differs = async (action) => {
      await action();
      const now = [await numbers(page), await picture(page, LEFT), await picture(page, RIGHT)];
      now.forEach((x, i) => assert.notDeepEqual(x, start[i], `${i}`));
    };
    const isStart = async () => {
      assert.deepEqual(await numbers(page), start[0]);
      assert.ok((await picture(page, RIGHT)) === start[2], 'the right view is another');
      assert.ok((await picture(page, LEFT)) === start[1], 'the left view is another');
    };
    await differs(() => page.locator('#next').click());
    await page.locator('#back').click();
    await isStart();
    await differs(() => page.locator('#last').click());
    assert.equal((await numbers(page))[2], 'result');
    assert.equal(await page.locator('#next').isDisabled(), true);
    await differs(() => page.locator('#first').click());
    await page.locator('#scrub').fill(start[0][0]);
    await isStart();
    await page.locator('h1').click();
    await differs(() => page.keyboard.press('ArrowRight'));
    await page.keyboard.press('ArrowLeft');
    await isStart();
  });
});

test('Home and End go to both ends, and space plays to the last step and stops there', async () => {
  await demo.visit('#/stepper?speed=8', async (page) => {
    await page.locator('#last').focus();
    await page.keyboard.press('Home');
    const [first, of] = await numbers(page);
    assert.equal(first, '1');
    await page.keyboard.press('End');
    assert.equal((await numbers(page))[0], of);
    await page.locator('#scrub').fill('1');
    await page.locator(RIGHT).focus();
    await page.keyboard.press(' ');
    assert.equal(await page.locator('#play').getAttribute('aria-label'), 'Pause');
    await until(page, 'step', new RegExp(`^${of}$`));
    await page.waitForFunction(
      () => document.getElementById('play').getAttribute('aria-label') === 'Play',
    );
  });
});

test('a link and a reload restore step, method, pair and every number', async () => {
  await demo.visit('#/stepper', async (page) => {
    await page.locator('#preset').selectOption('deep');
    await page.locator('#focus-3').check();
    await page.locator('#scrub').fill('12');
    await page.locator('#parameter-0-1').fill('0.75');
    await page.locator('#margin-1').fill('0.1');
    await page.locator('#mode-rotate').click();
    const shown = await numbers(page);
    assert.equal(shown[2], 'ray');
    await page.waitForFunction(() => /step=12/.test(location.hash) && /,0\.1@/.test(location.hash));
    const { hash } = new URL(page.url());
    await page.reload();
    await ready(page);
    assert.deepEqual(await numbers(page), shown);
    await demo.visit(hash, async (other) => assert.deepEqual(await numbers(other), shown));
    await page.locator('#focus-0').check();
    assert.notDeepEqual(await numbers(page), shown);
    await page.goBack();
    await until(page, 'type', /ray/);
    assert.deepEqual(await numbers(page), shown);
  });
});

test('dragging a shape restarts the search, and both views turn together', async () => {
  await demo.visit('#/stepper?runs=growthDistance:ie&step=4', async (page) => {
    const start = await numbers(page);
    const drawn = [await picture(page, LEFT), await picture(page, RIGHT)];
    const b = await findPixels(page, LEFT, isOrange);
    assert.ok(b.count > 500, 'shape B is not to be seen');
    await page.mouse.move(b.x, b.y);
    await page.mouse.down();
    await page.mouse.move(b.x + 40, b.y + 60, { steps: 5 });
    await page.mouse.up();
    const moved = await numbers(page);
    assert.notEqual(moved[4], start[4]);
    assert.equal(moved[0], start[0]);
    const box = await page.locator(RIGHT).boundingBox();
    await page.mouse.move(box.x + 20, box.y + box.height - 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + box.height - 60, { steps: 4 });
    await page.mouse.up();
    assert.deepEqual(await numbers(page), moved);
    assert.notEqual(await picture(page, LEFT), drawn[0]);
    assert.notEqual(await picture(page, RIGHT), drawn[1]);
    await page.waitForFunction(() => location.hash.includes('eye='));
    await lib.addressRests(page);
    const url = page.url();
    await page.reload();
    await ready(page);
    assert.equal(page.url(), url);
    assert.deepEqual(await numbers(page), moved);
  });
});

test('every method of every query can be added and stepped to its end', async () => {
  await demo.visit('#/stepper?runs=distance:gjk', async (page) => {
    const methods = await page
      .locator('#method option')
      .evaluateAll((all) => all.map((option) => option.value));
    assert.ok(methods.length >= 30);
    const seen = new Set();
    for (const preset of ['portal', 'deep']) {
      await page.locator('#preset').selectOption(preset);
      while (await page.locator('#remove').isEnabled()) await page.locator('#remove').click();
      for (const method of methods) {
        await page.locator('#method').selectOption(method);
        const trace = await page.evaluate(stepThrough);
        if (trace.status === 'not for this pair') {
          assert.match(trace.caption, /^growthDistance of/);
          continue;
        }
        seen.add(method);
        trace.steps.forEach(({ step, type, caption }, i) => {
          assert.equal(Number(step), i + 1, method);
          assert.ok(caption.length > 15, method);
          seen.add(type);
        });
        assert.equal(trace.steps.length, trace.of, method);
        assert.equal(trace.steps.at(-1).type, 'result', method);
        assert.equal(await page.locator('#message').isVisible(), false);
      }
    }
    const missed = methods.filter((method) => !seen.has(method));
    assert.deepEqual(missed.sort(), ['growthDistance:dcf', 'growthDistance:inc']);
    for (const type of ['portal', 'simplex', 'polytope', 'ray', 'direction', 'result'])
      assert.ok(seen.has(type), `${type} was never drawn`);
  });
});

test('methods, subalgorithms and shape types can be added, removed and changed', async () => {
  await demo.visit('#/stepper?runs=distance:frank-wolfe', async (page) => {
    assert.equal(await page.locator('#remove').isDisabled(), true);
    for (let count = 2; count <= 4; count++) {
      await page.locator('#add').click();
      assert.equal(await page.locator('#methods tbody tr').count(), count);
    }
    assert.equal(await page.locator('#add').isDisabled(), true);
    await page.locator('#subalgorithm').selectOption('johnson');
    await page.waitForFunction(() => location.hash.includes(':johnson'));
    await page.locator('#remove').click();
    assert.equal(await page.locator('#methods tbody tr').count(), 3);
    const types = await page
      .locator('#shape-type-0 option')
      .evaluateAll((all) => all.map((option) => option.value));
    for (const type of types) {
      await page.locator('#shape-type-0').selectOption(type);
      await page.locator('#shape-type-1').selectOption(type);
      const [step, of, , , , , , caption] = await numbers(page);
      assert.ok(Number(step) <= Number(of), type);
      assert.ok(caption.length > 15, type);
      assert.equal(await page.locator('#message').isVisible(), false);
    }
  });
});

test('a senseless address opens the default scene', async () => {
  let first;
  await demo.visit('#/stepper', async (page) => (first = await numbers(page)));
  const address = '#/stepper?shapes=torus&runs=a:b&focus=8&step=zero&eye=1&speed=-1';
  await demo.visit(address, async (page) => assert.deepEqual(await numbers(page), first));
});

test('Stepper fits and is accessible on phone and desktop, light and dark', async () => {
  const drawn = { before: (page) => page.waitForSelector('#convergence svg') };
  await photograph(demo, 'stepper', '#/stepper', drawn);
  const deep = async (page) => {
    await page.locator('#preset').selectOption('deep');
    await drawn.before(page);
  };
  await photograph(demo, 'stepper-depth', '#/stepper', { before: deep });
});
