/*
 * The rigid bodies page in headless Chromium: running, pausing, links, colours, throwing and
 * dragging.
 */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { PerspectiveCamera, Vector3 } from 'three';

import { VIEW } from '../../demo/pages/bodies/picture.js';
import { Simulation } from '../../demo/pages/bodies/simulation.js';
import * as lib from '../lib/demo.js';

const { colourCount, findPixels, isOrange, photograph, ready, texts, until } = lib;
const NUMBERS = ['energy', 'time', 'steps', 'bodies', 'pairs', 'contacts', 'overlap'];
const numbers = (page) => texts(page, NUMBERS);
const address = ({ family, ...rest }) =>
  `#/bodies?${new URLSearchParams({ ...(family && { kind: family }), ...rest })}`;
const STILL = { reducedMotion: 'reduce' };

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

test('the page opens running, and the address of a pause restores all numbers', async () => {
  const check = async (page) => {
    await until(page, 'steps', /^\d\d+$/);
    assert.ok((await colourCount(page, '#view')) > 200, 'the view is blank');
    await page.locator('#play').click();
    await page.waitForFunction(() => location.hash.includes('steps='));
    const paused = await numbers(page);
    await page.reload();
    await ready(page);
    await until(page, 'steps', new RegExp(`^${paused[2]}$`));
    assert.deepEqual(await numbers(page), paused);
    await page.locator('#step').click();
    assert.equal(Number((await numbers(page))[2]), Number(paused[2]) + 1);
  };
  await demo.visit('#/bodies', check, { fresh: true });
});

test('a link gives the numbers of the same run in Node', async () => {
  for (const quantity of ['growth', 'signed']) {
    const settings = { family: 'mixed', count: 30, quantity, seed: 5 };
    const simulation = new Simulation(settings);
    for (let i = 0; i < 150; i++) simulation.step();
    const percent = (x, digits) => `${(100 * x).toFixed(digits)} %`;
    await demo.visit(address({ ...settings, steps: 150 }), async (page) => {
      await until(page, 'steps', /^150$/);
      const [energy, , , , pairs, contacts, overlap] = await numbers(page);
      assert.equal(energy, percent(simulation.energy / simulation.start, 2));
      assert.equal(Number(pairs), simulation.proximity.pairs);
      assert.equal(Number(contacts), simulation.contacts);
      const [now, worst] = [simulation.proximity.overlap, simulation.worst];
      assert.equal(overlap, `${percent(now, 3)} · max ${percent(worst, 3)}`);
      assert.equal(await page.locator('#busy').isVisible(), false);
    });
  }
});

test('with reduced motion the page waits, and family, number, quantity and start make a new run', async () => {
  const check = async (page) => {
    assert.equal((await numbers(page))[2], '0');
    assert.equal((await texts(page, ['play']))[0], 'Play');
    await page.locator('#family').selectOption('round');
    await page.waitForFunction(() => location.hash.includes('kind=round'));
    await page.locator('#count').fill('12');
    await page.waitForFunction(() => location.hash.includes('count=12'));
    assert.match((await numbers(page))[3], /^12 /);
    await page.locator('#quantity').selectOption('signed');
    await page.waitForFunction(() => location.hash.includes('quantity=signed'));
    await page.locator('#seed').click();
    await page.waitForFunction(() => location.hash.includes('seed=2'));
    for (let i = 0; i < 3; i++) await page.locator('#step').click();
    assert.equal((await numbers(page))[2], '3');
    await page.goBack();
    await page.waitForFunction(() => location.hash.includes('seed=1'));
    await until(page, 'seed', /now 1/);
    assert.equal(await page.locator('#quantity').inputValue(), 'signed');
    assert.match((await numbers(page))[3], /^12 /);
  };
  await demo.visit('#/bodies', check, STILL);
});

test('colours show shape types as in the legend, and the headline shows contacts and milliseconds', async () => {
  const legend = (page) =>
    page.locator('.legend.columns li').evaluateAll((all) =>
      all.map((li) => {
        const [r, g, b] = getComputedStyle(li.firstElementChild).backgroundColor.match(/\d+/g);
        return [li.textContent.trim(), [r, g, b].map(Number)];
      }),
    );
  const check = async (page) => {
    await until(page, 'steps', /^60$/);
    const entries = await legend(page);
    const names = entries.map(([name]) => name);
    assert.deepEqual(names.slice(-2), ['thrown or held', 'greyish: asleep']);
    const shapes = ['sphere', 'capsule', 'cylinder', 'ellipsoid', 'cone', 'box'];
    assert.deepEqual(names.slice(0, -2), shapes);
    const apart = (p, q) => Math.hypot(...p.map((x, k) => x - q[k]));
    entries.forEach(([name, colour], i) =>
      entries.slice(0, i).forEach(([other, earlier]) => {
        assert.ok(apart(colour, earlier) > 50, `${name} is as ${other}`);
      }),
    );
    // pink spheres and yellow cylinders are visible
    const isPink = (r, g, b) => r > 130 && r - g > 90 && b > 70 && r - b > 30;
    const isYellow = (r, g, b) => r > 90 && g > 80 && b < 70;
    for (const isSeen of [isPink, isYellow])
      assert.ok((await findPixels(page, '#view canvas', isSeen)).count > 200, String(isSeen));
    const headline = (await page.locator('.headline').innerText()).replace(/\s+/g, ' ');
    assert.match(headline, /^\d+ contacts, found in \d+\.\d ms$/);
    assert.match((await texts(page, ['energy']))[0], /^[\d.]+ %$/);
    await page.locator('#family').selectOption('polytopes');
    await page.waitForFunction(() => document.querySelectorAll('.legend.columns li').length === 3);
  };
  await demo.visit(address({ family: 'round', count: 30, steps: 60 }), check, STILL);
});

test('contact normals are drawn where bodies touch', async () => {
  const check = async (page) => {
    await until(page, 'steps', /^200$/);
    const isViolet = (r, g, b) => r > 100 && b > 190 && g < 110 && b - g > 110;
    const none = await findPixels(page, '#view canvas', isViolet);
    await page.locator('#normals').check();
    await page.waitForFunction(() => location.hash.includes('normals=yes'));
    const some = await findPixels(page, '#view canvas', isViolet);
    assert.ok(some.count > none.count + 300, `${none.count} pixels, then ${some.count}`);
  };
  await demo.visit(address({ steps: 200, count: 30 }), check, STILL);
});

/** The place on the page of the body nearest to the camera, in a run with these settings. */
async function nearest(page, settings, steps) {
  const simulation = new Simulation(settings);
  for (let i = 0; i < steps; i++) simulation.step();
  const box = await page.locator('#view canvas').boundingBox();
  const camera = new PerspectiveCamera(40, box.width / box.height);
  camera.position.fromArray(VIEW.eye);
  camera.lookAt(new Vector3().fromArray(VIEW.target));
  camera.updateMatrixWorld();
  const places = simulation.bodies.map((rigidBody) => new Vector3().copy(rigidBody.body.position));
  const seen = places.filter((p) => {
    const { x, y } = p.clone().project(camera);
    return Math.abs(x) < 0.8 && Math.abs(y) < 0.8;
  });
  const distance = (p) => p.distanceTo(camera.position);
  const [first] = seen.sort((p, q) => distance(p) - distance(q));
  const { x, y } = first.project(camera);
  return { x: box.x + ((1 + x) / 2) * box.width, y: box.y + ((1 - y) / 2) * box.height };
}

test('the button and a click throw balls, which the link does not include', async () => {
  const settings = { family: 'polytopes', count: 30, quantity: 'growth', seed: 1 };
  const check = async (page) => {
    await until(page, 'steps', /^60$/);
    await page.locator('#throw').click();
    await until(page, 'bodies', /^31 /);
    assert.equal((await texts(page, ['play']))[0], 'Pause');
    const { x, y } = await nearest(page, settings, 60);
    await page.mouse.click(x, y);
    await until(page, 'bodies', /^32 /);
    await page.waitForFunction(() => !location.hash.includes('steps='));
    assert.match((await texts(page, ['link-note']))[0], /The link does not include thrown/);
    await page.locator('#play').click();
    assert.ok((await findPixels(page, '#view canvas', isOrange)).count > 40, 'no ball is seen');
    await page.locator('#restart').click();
    await until(page, 'bodies', /^30 /);
  };
  await demo.visit(address({ ...settings, steps: 60 }), check, STILL);
});

test('a body follows the pointer that drags it', async () => {
  const settings = { family: 'scans', count: 20, quantity: 'growth', seed: 1 };
  const check = async (page) => {
    await until(page, 'steps', /^130$/);
    const still = await findPixels(page, '#view canvas', isOrange);
    const { x, y } = await nearest(page, settings, 130);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 150, { steps: 5 });
    await until(page, 'play', /Pause/);
    await page.waitForFunction(() => Number(document.getElementById('steps').textContent) > 160);
    const held = await findPixels(page, '#view canvas', isOrange);
    assert.ok(held.count > still.count + 100, 'nothing is held');
    assert.ok(Math.abs(held.y - (y - 150)) < 90, `it hangs at ${held.y}, not at ${y - 150}`);
    await page.mouse.up();
    await page.waitForFunction(() => Number(document.getElementById('steps').textContent) > 180);
    const free = await findPixels(page, '#view canvas', isOrange);
    assert.ok(free.count < held.count, 'it is still held');
  };
  await demo.visit(address({ ...settings, steps: 130 }), check, STILL);
});

test('a tap with a finger throws a ball', async () => {
  const check = async (page) => {
    await until(page, 'steps', /^60$/);
    await page.touchscreen.tap(200, 330);
    await until(page, 'bodies', /^13 /);
  };
  await demo.visit(address({ steps: 60, count: 12 }), check, { ...lib.PHONE, ...STILL });
});

test('a broken address opens the default scene', async () => {
  const check = async (page) => {
    assert.match((await numbers(page))[3], /^60 /);
    assert.equal(await page.locator('#message').isVisible(), false);
  };
  await demo.visit('#/bodies?kind=cats&count=many&seed=-1&steps=soon', check, STILL);
});

test('Rigid bodies fits and is accessible on phone and desktop, light and dark', async () => {
  const drawn = (page) =>
    page.waitForFunction(() => document.querySelectorAll('#panel svg').length === 2);
  const state = { family: 'mixed', count: 60, normals: 'yes', steps: 240 };
  const arrive = async (page) => {
    await until(page, 'steps', /^240$/);
    await drawn(page);
  };
  await photograph(demo, 'bodies', address(state), { before: arrive });
});
