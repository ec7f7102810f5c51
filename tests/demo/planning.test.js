/* The motion planning page in headless Chromium: it plans, replans, explains and plays. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { PerspectiveCamera, Vector3 } from 'three';

import { Cell } from '../../demo/pages/planning/collision.js';
import { samples } from '../../demo/pages/planning/path.js';
import { Robot } from '../../demo/pages/planning/robot.js';
import { EYE, GOAL, OBSTACLES, START, TARGET, partsOf } from '../../demo/pages/planning/scene.js';
import { UR5E } from '../../demo/pages/planning/ur5e.js';
import * as lib from '../lib/demo.js';

const { colourCount, findPixels, isBlue, isOrange, photograph, ready, texts, until } = lib;
const PAGE = '#/planning';
const NUMBERS = ['nodes', 'checks', 'length', 'clearance', 'verified'];
const numbers = (page) => texts(page, NUMBERS);
const found = (page) => until(page, 'answer', /path found/);
/** Waits until a path is found with numbers other than the old ones. */
const changed = async (page, old) => {
  await page.waitForFunction(
    ([ids, before_]) => {
      const now = ids.map((id) => document.getElementById(id).textContent.trim());
      return !now.includes('–') && String(now) !== before_;
    },
    [NUMBERS, String(old)],
  );
  await found(page);
};

/** Visits with reduced motion, so that nothing plays by itself. */
const visit = (address, check, options = { reducedMotion: 'reduce' }) =>
  demo.visit(address, check, options);

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

test('the first scene is solved within 10 s, and every millimetre of the path is free', async () => {
  const check = async (page) => {
    await found(page);
    const [nodes, checks, rate, time, length, clearance, verified] = await texts(page, [
      ...['nodes', 'checks', 'rate', 'time', 'length', 'clearance', 'verified'],
    ]);
    const plain = (text) => Number(text.replace(/,/g, '').match(/[\d.]+/)[0]);
    assert.ok(plain(nodes) > 50 && plain(checks) > 1000 && plain(rate) > 0);
    assert.ok(plain(time) < 10_000, time);
    assert.ok(plain(length) > 0.5 && plain(clearance) >= 10, `${length}, ${clearance}`);
    assert.ok(plain(verified) > 1000);
    const path = JSON.parse((await texts(page, ['waypoints']))[0]);
    assert.deepEqual([path[0], path.at(-1)], [START, GOAL]);
    const robot = new Robot(UR5E);
    const cell = new Cell(robot, partsOf(OBSTACLES));
    // an independent check of every millimetre of motion
    for (const q of samples(path, robot, 0.001)) assert.equal(cell.collides(q), false, `${q}`);
    cell.dispose();
    robot.dispose();
    // both trees, the arm and the ghost are visible
    assert.ok((await colourCount(page, '#view')) > 500);
    assert.ok((await findPixels(page, '#view canvas', isBlue)).count > 3000);
    assert.ok((await findPixels(page, '#view canvas', isOrange)).count > 3000);
  };
  await visit(PAGE, check, { reducedMotion: 'reduce', fresh: true });
});

test('a link gives the same path, number by number, with both methods', async () => {
  for (const method of ['certified', 'sampled']) {
    const address = `${PAGE}?method=${method}&seed=5&goal=-2.1,-1.3,1.2,-0.3,0.7,0.5`;
    let first;
    await visit(address, async (page) => {
      await found(page);
      first = await numbers(page);
      await page.reload();
      await ready(page);
      await found(page);
      assert.deepEqual(await numbers(page), first);
      assert.equal(await page.locator('#method').inputValue(), method);
      await page.locator('#seed').fill('6');
      await changed(page, first);
      await page.waitForFunction(() => location.hash.includes('seed=6'));
    });
  }
});

/** The place on the page of a point of the scene, seen from the initial camera. */
async function onPage(page, point) {
  const box = await page.locator('#view').boundingBox();
  const camera = new PerspectiveCamera(40, box.width / box.height, 0.05, 400);
  camera.position.fromArray(EYE);
  camera.lookAt(...TARGET);
  camera.updateMatrixWorld();
  const at = new Vector3(...point).project(camera);
  return [box.x + ((at.x + 1) / 2) * box.width, box.y + ((1 - at.y) / 2) * box.height];
}

test('dragging the goal by its tool, or an obstacle, plans a new path', async () => {
  await visit(PAGE, async (page) => {
    await found(page);
    let last = await numbers(page);
    const drag = async (point, by) => {
      const [x, y] = await onPage(page, point);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by[0], y + by[1], { steps: 5 });
      await page.mouse.up();
      await changed(page, last);
      last = await numbers(page);
    };
    const robot = new Robot(UR5E);
    robot.place(GOAL);
    await drag(robot.tool.slice(0, 3), [-14, -12]);
    await page.waitForFunction(() => location.hash.includes('goal='));
    // the top of the pillar, a little off the middle of the handles
    await drag([0.36, 0.9, 0], [15, 0]);
    await page.waitForFunction(() => location.hash.includes('pillar='));
    // the keyboard moves what was touched last
    await page.keyboard.press('ArrowLeft');
    await changed(page, last);
    last = await numbers(page);
    await page.locator('#with-pillar').click();
    await changed(page, last);
    await page.goBack();
    await page.waitForFunction(() => document.getElementById('with-pillar').checked);
    robot.dispose();
  });
});

test('a start or goal in collision is explained in a message and shown in red', async () => {
  await visit(PAGE, async (page) => {
    await found(page);
    const message = page.locator('#message');
    const isRed = (r, g, b) => r > 110 && r - g > 75 && r - b > 75 && Math.abs(g - b) < 40;
    const before_ = await findPixels(page, '#view canvas', isRed);
    await page.locator('#joint-1').fill('0');
    await message.waitFor({ state: 'visible' });
    assert.match(await message.innerText(), /The goal is not free: the .* hits the floor/);
    await until(page, 'answer', /goal not free/);
    assert.deepEqual((await numbers(page))[0], '–');
    await lib.drawn(page);
    const red = await findPixels(page, '#view canvas', isRed);
    assert.ok(red.count > before_.count + 500, `${red.count} red pixels, ${before_.count} before`);
    await page.locator('#joint-1').fill('-73');
    await found(page);
    assert.equal(await message.isVisible(), false);
    // being too near is not a collision
    await page.locator('#safety').fill('45');
    await message.waitFor({ state: 'visible' });
    assert.match(await message.innerText(), /is nearer than 46 mm to/);
    await page.locator('#safety').fill('10');
    await page.locator('#edit-start').click();
    await page.locator('#joint-1').fill('20');
    await message.waitFor({ state: 'visible' });
    assert.match(await message.innerText(), /The start is not free/);
  });
});

test('the page says so if there is no path', async () => {
  const clamp =
    'pillar=0.251,0.715,0.064,0.621,0.5219,-0.2695,0.5189&beam=0.295,0.708,0.268,-0.5963,0.615,0.0612,-0.5123&stone=0.386,0.45,0.131,-0.4977,0.1259,-0.83,-0.2183&cone=0.13,0.459,0.154,0.0047,0.1113,-0.6554,0.747';
  await visit(`${PAGE}?seed=1&${clamp}`, async (page) => {
    await until(page, 'answer', /no path/);
    assert.match(await page.locator('#message').innerText(), /No path found in 20,000 iterations/);
    assert.equal(await page.locator('#busy').isVisible(), false);
    assert.equal(await page.locator('#play').isDisabled(), true);
  });
});

test('a watched plan can be cancelled and started again', async () => {
  await visit(`${PAGE}?automatic=no`, async (page) => {
    await found(page);
    await page.locator('#watch').click();
    // the click happens within the page, because a slow machine would be too late
    await page.waitForFunction(() => {
      const searching = /Searching: \d+ nodes/.test(document.getElementById('busy').textContent);
      if (searching) document.getElementById('cancel').click();
      return searching;
    });
    await until(page, 'answer', /cancelled/);
    const [nodes] = await texts(page, ['nodes']);
    assert.equal(await page.locator('#busy').isVisible(), false);
    await page.locator('#watch').click();
    // automatic planning is off
    await page.locator('#joint-5').fill('40');
    assert.equal((await texts(page, ['answer']))[0], 'no plan');
    await page.locator('#plan').click();
    await found(page);
    assert.notEqual((await texts(page, ['nodes']))[0], nodes);
  });
});

test('the path can be played, paused and followed with the slider', async () => {
  await visit(PAGE, async (page) => {
    await found(page);
    const place = () => page.locator('#along').inputValue();
    assert.equal(await place(), '0');
    const still = await page.locator('#view canvas').screenshot();
    await page.locator('#along').fill('60');
    const moved = await page.locator('#view canvas').screenshot();
    assert.ok(!still.equals(moved), 'the arm did not move');
    await page.locator('#play').click();
    await page.waitForFunction(() => Number(document.getElementById('along').value) > 62);
    await page.locator('#play').click();
    const paused = await place();
    assert.ok(Number(paused) < 100);
    await page.locator('#play').click();
    await page.waitForFunction(() => document.getElementById('along').value === '100');
    await page.waitForFunction(
      () => document.getElementById('play').getAttribute('aria-label') === 'Play',
    );
  });
});

test('a new visitor without reduced motion sees the arm move', async () => {
  const moves = (page) =>
    page.waitForFunction(() => Number(document.getElementById('along').value) > 2);
  await visit(PAGE, moves, {});
});

test('a senseless address opens the default scene', async () => {
  const address = `${PAGE}?goal=1,2&start=9,9,9,9,9,9&method=magic&seed=-3&pillar=NaN&without=moon`;
  await visit(address, async (page) => {
    await found(page);
    assert.equal(await page.locator('#method').inputValue(), 'certified');
    assert.equal(await page.locator('#message').isVisible(), false);
  });
});

test('leaving the page ends its worker and removes its canvas', async () => {
  await visit(PAGE, async (page) => {
    await found(page);
    assert.equal(page.workers().length, 1);
    await page.evaluate(() => (location.hash = '#/benchmark'));
    await page.waitForFunction(() => document.body.dataset.ready === 'benchmark');
    assert.equal(await page.locator('#view canvas').count(), 0);
    await page.evaluate(() => (location.hash = '#/planning'));
    await page.waitForFunction(() => document.body.dataset.ready === 'planning');
    await found(page);
  });
});

test('Motion planning fits and is accessible on phone and desktop, light and dark', async () => {
  await photograph(demo, 'planning', PAGE, { before: found });
});
