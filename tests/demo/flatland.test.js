/* Flatland in headless Chromium: pointer, keys and controls move 2D shapes. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { open } from '../lib/browser.js';
import * as lib from '../lib/demo.js';

const { PHONE, colourCount, photograph, ready, texts, until } = lib;
const PAGE = '#/flatland';
const NUMBERS = ['value', 'lower', 'upper', 'contact', 'normal', 'distance'];
const numbers = (page) => texts(page, NUMBERS);

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

/** The middle of an element on the page. */
async function middleOf(page, selector) {
  const box = await page.locator(selector).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page, from, by) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by[0], from.y + by[1], { steps: 6 });
  await page.mouse.up();
}

/** Makes a function that checks that an action changes the numbers. */
function watcher(page) {
  let last = null;
  return async (action) => {
    last ??= await numbers(page);
    await action();
    const now = await numbers(page);
    assert.notDeepEqual(now, last, String(action));
    last = now;
  };
}

const corners = (page) => page.locator('[data-role=corner][id]').count();

test('the page opens, draws both views, and measures its query time', async () => {
  const check = async (page) => {
    assert.ok((await colourCount(page, '#view')) > 100, 'the view is blank');
    assert.ok((await colourCount(page, '.difference')) > 40, 'the second view is blank');
    assert.match((await texts(page, ['iterations']))[0], /optimal/);
    await until(page, 'time', /\d+ ns per query/);
  };
  await demo.visit(PAGE, check, { fresh: true });
});

test('the pointer moves and turns shapes, and the address restores every digit', async () => {
  await demo.visit(PAGE, async (page) => {
    const changes = watcher(page);
    await changes(async () => drag(page, await middleOf(page, '#body-1'), [-60, 40]));
    await changes(async () => drag(page, await middleOf(page, '.touch[data-role=turn]'), [90, 40]));
    await changes(async () => drag(page, await middleOf(page, '#body-0'), [10, -50]));
    assert.equal(await page.locator('#body-0').getAttribute('aria-pressed'), 'true');
    const moved = await numbers(page);
    await page.waitForFunction(() => location.hash.includes('shapes='));
    await page.reload();
    await ready(page);
    assert.deepEqual(await numbers(page), moved);
  });
});

test('pointer and keys pull, add and remove corners', async () => {
  await demo.visit(PAGE, async (page) => {
    const changes = watcher(page);
    await changes(async () => drag(page, await middleOf(page, '#corner-2'), [-40, 20]));
    assert.equal(await corners(page), 5);
    await changes(async () => drag(page, await middleOf(page, '#middle-2'), [-50, 0]));
    assert.equal(await corners(page), 6);
    const { x, y } = await middleOf(page, '#corner-3');
    await page.mouse.dblclick(x, y);
    assert.equal(await corners(page), 5);
    await page.locator('#corner-2').focus();
    await changes(() => page.keyboard.press('ArrowLeft'));
    await page.locator('#middle-1').focus();
    await page.keyboard.press('Enter');
    assert.equal(await corners(page), 6);
    for (const left of [5, 4, 3, 3]) {
      await page.locator('#corner-0').focus();
      await page.keyboard.press('Delete');
      assert.equal(await corners(page), left);
    }
    assert.match((await texts(page, ['message']))[0], /three points/);
  });
});

test('a corner pulled onto the line of the others is refused, and the shape stays', async () => {
  const address = `${PAGE}?shapes=circle,0.5,0@-2,0,0;polygon,0@1,0,0@-1,0,1,0,0,1&show=growth`;
  await demo.visit(address, async (page) => {
    const [top, left] = [await middleOf(page, '#corner-2'), await middleOf(page, '#corner-0')];
    await drag(page, top, [0, left.y - top.y]);
    assert.match((await texts(page, ['message']))[0], /flat/);
    assert.equal(await corners(page), 3);
    await drag(page, await middleOf(page, '#corner-2'), [0, -40]);
    assert.equal(await page.locator('#message').isVisible(), false);
  });
});

test('keys, also with Shift, move and turn the focused shape', async () => {
  await demo.visit(PAGE, async (page) => {
    const changes = watcher(page);
    await page.locator('#body-1').focus();
    for (const key of ['ArrowLeft', 'ArrowUp', '[', ']', 'ArrowRight', 'Shift+ArrowDown'])
      await changes(() => page.keyboard.press(key));
    await page.locator('#body-0').focus();
    for (const key of ['ArrowRight', ']']) await changes(() => page.keyboard.press(key));
  });
});

test('sliders, types and layers change the view, and back undoes a choice', async () => {
  await demo.visit(PAGE, async (page) => {
    const changes = watcher(page);
    await changes(() => page.locator('#parameter-0-0').fill('0.6'));
    await changes(() => page.locator('#margin-1').fill('0.3'));
    await page.waitForFunction(() => location.hash.includes('0.3'));
    const undone = await numbers(page);
    await changes(() => page.locator('#shape-type-0').selectOption('stadium'));
    await page.goBack();
    await page.waitForFunction(() => document.getElementById('shape-type-0').value === 'ellipse');
    assert.deepEqual(await numbers(page), undone);
    const types = await page
      .locator('#shape-type-0 option')
      .evaluateAll((all) => all.map((o) => o.value));
    assert.equal(types.length, 6);
    for (const type of types) {
      await page.locator('#shape-type-0').selectOption(type);
      await page.locator('#shape-type-1').selectOption(type);
      assert.ok(Number((await numbers(page))[0]) > 0, type);
    }
    for (const layer of ['distance', 'plane', 'gradient'])
      await page.locator(`#show-${layer}`).check();
    assert.match((await texts(page, ['slope-b']))[0], /\d/);
    for (const [levels, curve] of [
      ['growth', '1.00'],
      ['signed', '0.00'],
    ]) {
      await page.locator('#levels').selectOption(levels);
      assert.equal(await page.locator('.level.main').count(), 1);
      assert.ok((await page.locator('.level-value').allTextContents()).includes(curve));
    }
    await page.locator('#show-difference').uncheck();
    assert.equal(await page.locator('.difference').count(), 0);
  });
});

test('clicks draw a polygon, points on a line are refused, and Escape stops', async () => {
  await demo.visit(PAGE, async (page) => {
    const click = (x, y) => page.mouse.click(x, y);
    await page.locator('#sketch').click();
    for (const x of [300, 350, 400]) await click(x, 700);
    await page.keyboard.press('Enter');
    assert.match((await texts(page, ['message']))[0], /one line/);
    await page.locator('#sketch').click();
    await click(300, 650);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.sketch').count(), 0);
    await page.locator('#sketch').click();
    assert.ok(await page.locator('#finish').isDisabled());
    for (const [x, y] of [
      [420, 120],
      [560, 130],
      [500, 220],
    ])
      await click(x, y);
    await click(421, 121);
    assert.equal(await page.locator('.body').count(), 3);
    assert.equal(await page.locator('#pairs tbody tr').count(), 2);
    await page.locator('#as-b-2').click();
    const value = (await numbers(page))[0];
    assert.ok(Number(value) > 0);
    const table = await page.locator('#pairs').innerText();
    assert.ok(table.includes(Number(value).toFixed(3)), `${value} is not in ${table}`);
    await page.locator('#remove-2').click();
    assert.equal(await page.locator('.body').count(), 2);
  });
});

test('mouse, buttons and two fingers pan and zoom the 2D view', async () => {
  await demo.visit(
    PAGE,
    async (page) => {
      const width = async () => (await page.locator('#body-1').boundingBox()).width;
      const start = await width();
      const unmoved = await numbers(page);
      const { x, y } = await middleOf(page, '#body-1');
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, -300);
      await page.waitForFunction(
        (w) => document.getElementById('body-1').getBoundingClientRect().width > 1.2 * w,
        start,
      );
      await page.locator('#zoom-out').click();
      await page.locator('#zoom-in').click();
      await page.locator('#fit').click();
      await drag(page, { x: 30, y: 400 }, [50, 10]);
      const client = await page.context().newCDPSession(page);
      const touch = (type, points) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
        });
      const fitted = await width();
      const fingers = (d) => [
        [60 - d, 330],
        [90 + d, 330],
      ];
      await touch('touchStart', fingers(0));
      for (const d of [5, 10, 20]) await touch('touchMove', fingers(d));
      await touch('touchEnd', []);
      assert.ok((await width()) > 1.5 * fitted, 'two fingers magnify');
      assert.deepEqual(await numbers(page), unmoved, 'looking changes nothing');
      await page.waitForFunction(() => location.hash.includes('view='));
    },
    PHONE,
  );
});

test('an address restores the scene, and a broken one opens the default scene', async () => {
  // two disks of radius 1 with 4 between the centres, then two that overlap by 1
  const disks = 'shapes=circle,1,0@-2,0,0;circle,1,0@2,0,0';
  await demo.visit(`${PAGE}?${disks}&show=distance&levels=signed`, async (page) => {
    assert.deepEqual(await texts(page, ['value', 'distance']), ['2.0000', '2.000000']);
    await page.evaluate(() => (location.hash = location.hash.replace('@2,0,0', '@-1,0,0')));
    await until(page, 'value', /^0\.5000$/);
    assert.equal((await texts(page, ['distance']))[0], '1.000000');
  });
  await demo.visit(`${PAGE}?shapes=cube@@;&pair=9&view=x&levels=up`, async (page) => {
    assert.ok(Number((await numbers(page))[0]) > 1);
  });
  const flat = `${PAGE}?shapes=circle,1,0@0,0,0;polygon,0@3,0,0@0,0,1,1,2,2`;
  await demo.visit(flat, async (page) => {
    assert.match((await texts(page, ['message']))[0], /Shape B: .*flat/);
    assert.ok(Number((await numbers(page))[0]) > 1);
  });
});

test('the copied code runs and prints the numbers of the page', async () => {
  await demo.visit(PAGE, async (page) => {
    await page.locator('summary', { hasText: 'Copy as code' }).click();
    await until(page, 'code', /console/);
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const run = (code) =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
        cwd: root,
        encoding: 'utf8',
      });
    const [code, upper, distance] = await texts(page, ['code', 'upper', 'distance']);
    assert.equal(Number(/value: ([\d.]+)/.exec(run(code))[1]).toFixed(12), upper);
    await page.locator('#query').selectOption('signedDistance');
    const other = run((await texts(page, ['code']))[0]);
    assert.equal(Number(/value: ([\d.]+)/.exec(other)[1]).toFixed(6), distance);
  });
});

test('the page needs no WebGL', async () => {
  const { page, close } = await open(demo.browser, 'about:blank');
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
  await page.goto(demo.url + PAGE);
  await until(page, 'value', /\d/);
  assert.equal(await page.locator('#message').isVisible(), false);
  await close();
});

/** Makes the page's clock coarse or stops it, changes the query, and returns the shown time. */
async function timeAt(page, resolution) {
  await page.evaluate((step) => {
    globalThis.clock ??= performance.now.bind(performance);
    const { clock } = globalThis;
    performance.now = () => (step === Infinity ? 0 : step * Math.floor(clock() / step));
  }, resolution);
  await page.locator('#margin-1').fill(String(0.05 + 0.01 * (resolution % 7 || 0)));
  await until(page, 'time', /…/);
  await page.waitForFunction(() => document.getElementById('time').textContent !== '…');
  return (await texts(page, ['time']))[0];
}

test('the query time is never 0: with a coarse clock it takes longer, and a frozen one gives a note', async () => {
  await demo.visit(PAGE, async (page) => {
    for (const resolution of [100, 16]) {
      const time = await timeAt(page, resolution);
      if (time === 'below the clock’s resolution') continue;
      const [, nanoseconds] = /^([\d.]+) ns per query$/.exec(time);
      assert.ok(Number(nanoseconds) > 0, time);
    }
    assert.equal(await timeAt(page, Infinity), 'below the clock’s resolution');
    await page.evaluate(() => (performance.now = globalThis.clock));
  });
});

test('every symbol is explained where it appears', async () => {
  const text = (page, selector) =>
    page.locator(selector).evaluate((e) => e.textContent.replace(/\s+/g, ' ').trim());
  await demo.visit(`${PAGE}?show=growth,gradient,difference&levels=growth`, async (page) => {
    assert.equal(await text(page, '.headline label'), 'growth distance σ');
    const inset = await text(page, '#difference-title');
    for (const meaning of [
      /Minkowski difference C = A − B/,
      /dashed: C scaled by σ/,
      /O: A’s centre/,
      /p: B’s/,
    ])
      assert.match(inset, meaning);
    const panel = await text(page, '#panel');
    assert.match(panel, /dσ\/dA and dσ\/dB: the change of σ per unit that the shape moves/);
    assert.match(panel, /on a curve, the pair has the same growth distance σ/);
    await page.locator('#add').click();
    assert.match(await text(page, '#panel'), /All pairs: growth distance σ/);
  });
  for (const [run, symbol, meaning] of [
    ['growthDistance:cutting-plane', 'σ', 'growth distance'],
    ['distance:gjk', 'd', 'distance'],
    ['penetration:epa', 'δ', 'penetration depth'],
    ['signedDistance:epa', 's', 'signed distance'],
  ])
    await demo.visit(`${PAGE}?run=${run}`, async (page) => {
      const note = await text(page, '#meaning');
      assert.equal(
        note,
        `${symbol} is the ${meaning}; the gap is the difference of its two bounds.`,
      );
      assert.match(await text(page, '.step-numbers'), new RegExp(`${symbol} at least`));
      const title = await text(page, '#difference-title');
      assert.match(title, /O: the origin/);
      const letters = await page.locator('.half:last-child svg text').allTextContents();
      for (const letter of letters) assert.ok(title.includes(`${letter}: `), `${run}: ${letter}`);
    });
});

test('Flatland fits and is accessible on phone and desktop, light and dark', async () => {
  await photograph(demo, 'flatland', PAGE);
  const scene =
    '?shapes=ellipse,1.2,0.6,0@-1.6,-0.3,0.9;polygon,0@1.4,0.6,0.2@0.9,-0.1,0.35,0.8,-0.7,0.6,-0.85,-0.45,0.1,-0.8' +
    '&show=growth,distance,plane,gradient,difference&levels=growth';
  await photograph(demo, 'flatland-levels', PAGE + scene);
});
