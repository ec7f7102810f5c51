/* The Explorer page in headless Chromium: drawing, dragging, controls, files and addresses. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { open } from '../lib/browser.js';
import { sharedFile, withoutShared } from '../lib/cases.js';
import * as lib from '../lib/demo.js';

const { colourCount, dropFile, findPixels, isBlue, isOrange, photograph, ready, texts, until } =
  lib;
const NUMBERS = ['value', 'lower', 'upper', 'contact', 'normal', 'distance'];
const numbers = (page) => texts(page, NUMBERS);

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

test('the page opens below any path, draws, and measures its query time', async () => {
  const check = async (page) => {
    assert.ok((await colourCount(page, '#view')) > 200, 'the view is blank');
    assert.match((await texts(page, ['iterations']))[0], /optimal/);
    await until(page, 'time', /\d+ ns per query/);
  };
  await demo.visit('', check, { fresh: true });
});

test('dragging shape B changes the numbers, and the address restores every digit', async () => {
  await demo.visit('', async (page) => {
    const start = await numbers(page);
    const b = await findPixels(page, '#view canvas', isOrange);
    assert.ok(b.count > 500, 'shape B is not to be seen');
    // beside the handles
    await page.mouse.move(b.x + 40, b.y + 40);
    await page.mouse.down();
    await page.mouse.move(b.x - 100, b.y + 60, { steps: 8 });
    await page.mouse.up();
    const moved = await numbers(page);
    assert.notEqual(moved[0], start[0]);
    await page.waitForFunction(() => location.hash.includes('shapes='));
    await page.reload();
    await ready(page);
    assert.deepEqual(await numbers(page), moved);
  });
});

test('sliders, types and keys change the numbers, and back undoes a choice', async () => {
  await demo.visit('', async (page) => {
    let last = await numbers(page);
    const changes = async (action) => {
      await action();
      const now = await numbers(page);
      assert.notDeepEqual(now, last);
      last = now;
    };
    await changes(() => page.locator('#parameter-0-0').fill('0.4'));
    await changes(() => page.locator('#margin-1').fill('0.3'));
    await page.waitForFunction(() => location.hash.includes('0.3'));
    const undone = last;
    await changes(() => page.locator('#shape-type-0').selectOption('cone'));
    await changes(() => page.locator('#shape-type-1').selectOption('cylinder'));
    await changes(async () => {
      await page.locator('#view canvas').focus();
      await page.keyboard.press('ArrowLeft');
    });
    await changes(() => page.keyboard.press('Shift+ArrowUp'));
    await page.getByRole('button', { name: 'Turn', exact: true }).click();
    assert.equal(await page.locator('#mode-rotate').getAttribute('aria-pressed'), 'true');
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => document.getElementById('shape-type-0').value === 'box');
    assert.deepEqual(await numbers(page), undone);
  });
});

test('every type can be chosen for both shapes, with every layer shown', async () => {
  await demo.visit('#/explorer?show=growth,distance,plane,gradient', async (page) => {
    const types = await page
      .locator('#shape-type-0 option')
      .evaluateAll((all) => all.map((option) => option.value));
    assert.ok(types.length >= 17);
    for (const type of types) {
      await page.locator('#shape-type-0').selectOption(type);
      await page.locator('#shape-type-1').selectOption(type);
      const [value, lower, upper] = await numbers(page);
      if (value === '–') {
        const [reason] = await texts(page, ['growth-error']);
        assert.ok(reason.length > 20, `${type} says why it has no growth distance`);
      } else {
        assert.ok(Number(value) > 0, `${type}: ${value}`);
        assert.ok(Number(lower) <= Number(upper));
      }
      assert.equal(await page.locator('#message').isVisible(), false);
    }
  });
});

test('more than two shapes have a table of pairs, and any two can be measured', async () => {
  await demo.visit('', async (page) => {
    await page.locator('#add').click();
    await page.locator('#add').click();
    assert.equal(await page.locator('#pairs td').count(), 9);
    const start = await numbers(page);
    await page.locator('#as-a-2').click();
    await page.locator('#as-b-3').click();
    assert.notDeepEqual(await numbers(page), start);
    await page.locator('#remove-2').click();
    assert.equal(await page.locator('#pairs td').count(), 4);
    await page.locator('#reset').click();
    assert.equal(await page.locator('#pairs').count(), 0);
  });
});

const OCTAHEDRON = `# an octahedron
v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1
f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n`;

test('a dropped scan becomes shape B and part of the address, and a bad file gets an explanation', async () => {
  await demo.visit('', async (page) => {
    const start = await numbers(page);
    for (const [name, text, message] of [
      [
        'scan.txt',
        'hello',
        /scan\.txt was not read: \.txt is not .* Accepted are OBJ, STL, PLY, glTF, GLB/,
      ],
      ['empty.obj', '# nothing', /empty\.obj could not be used: it has no vertices/],
      [
        'flat.obj',
        'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n',
        /flat\.obj could not be used: all its vertices are in one plane/,
      ],
      [
        'nan.obj',
        'v 0 0 x\nv 1 0 0\nv 0 1 0\nf 1 2 3\n',
        /nan\.obj could not be used: a coordinate of a vertex is not a number/,
      ],
      ['broken.gltf', '{ "asset": ', /broken\.gltf could not be read/],
    ]) {
      await dropFile(page, name, text);
      await until(page, 'message', new RegExp(name.replace('..', '\\.')));
      assert.match((await texts(page, ['message']))[0], message);
      assert.deepEqual(await numbers(page), start);
    }
    await dropFile(page, 'octahedron.obj', OCTAHEDRON);
    await page.waitForFunction(() =>
      document.getElementById('shape-type-1').value.startsWith('scan'),
    );
    const dropped = await numbers(page);
    assert.notDeepEqual(dropped, start);
    assert.equal(await page.locator('#message').isVisible(), false);
    await page.waitForFunction(() => location.hash.includes('scan1='));
    await page.reload();
    await ready(page);
    assert.deepEqual(await numbers(page), dropped);
  });
});

test(
  'a real scan loads from the file picker, and so do bare points',
  { skip: withoutShared },
  async () => {
    await demo.visit('', async (page) => {
      const start = await numbers(page);
      const chosen = (text) =>
        page.waitForFunction(
          (name) => document.getElementById('shape-type-1').selectedOptions[0].text.includes(name),
          text,
        );
      await page
        .locator('#file')
        .setInputFiles(fileURLToPath(sharedFile('meshes/YcbMustardBottle.obj')));
      await chosen('YcbMustardBottle');
      const loaded = await numbers(page);
      assert.notDeepEqual(loaded, start);
      await page.waitForFunction(() => location.hash.includes('scan1='));
      await page.reload();
      await ready(page);
      assert.deepEqual(await numbers(page), loaded);
      await page.locator('#file').setInputFiles({
        name: 'points.obj',
        mimeType: 'text/plain',
        buffer: Buffer.from(OCTAHEDRON.replace(/^f.*$/gm, '')),
      });
      await chosen('points');
    });
  },
);

test('an address restores the scene, and a broken one opens the default scene', async () => {
  const address = '#/explorer?shapes=sphere,1,0@-1,0,0,0,0,0,1;sphere,1,0@2,0,0,0,0,0,1';
  await demo.visit(address, async (page) => {
    assert.equal((await numbers(page))[0], '1.5000');
    assert.equal((await texts(page, ['distance']))[0], '1.000000');
  });
  await demo.visit('#/explorer?shapes=torus,x&pair=7,9&show=nothing&camera=a', async (page) => {
    assert.ok(Number((await numbers(page))[0]) > 0);
  });
});

test('the copied code runs and prints the numbers of the page', async () => {
  await demo.visit('', async (page) => {
    await page.locator('summary', { hasText: 'Copy as code' }).click();
    await until(page, 'code', /console/);
    const [code, value] = await texts(page, ['code', 'upper']);
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: root,
      encoding: 'utf8',
    });
    const shown = Number(value);
    const found = (printed.match(/-?\d+\.\d+/g) ?? []).map(Number);
    assert.ok(
      found.some((x) => Math.abs(x - shown) < 1e-11),
      `${shown} is not in: ${printed}`,
    );
  });
});

test('without WebGL or WebAssembly the page says what is missing', async () => {
  for (const [script, message] of [
    ['HTMLCanvasElement.prototype.getContext = () => null', /WebGL/],
    ['delete globalThis.WebAssembly', /WebAssembly/],
  ]) {
    const { page, close } = await open(demo.browser, 'about:blank');
    await page.addInitScript(script);
    await page.goto(demo.url);
    await until(page, 'message', message);
    await close();
  }
});

/** Two spheres of radius 1 with this distance between the centres; σ is half of it. */
const spheres = (apart, show) =>
  `#/explorer?shapes=sphere,1,0@0,0,0,0,0,0,1;sphere,1,0@${apart},0,0,0,0,0,1&show=${show}`;

test('shapes are translucent around solid ghosts below σ = 1, and solid above', async () => {
  const solid = async (address) => {
    let count;
    await demo.visit(address, async (page) => {
      ({ count } = await findPixels(page, '#view canvas', isBlue));
    });
    return count;
  };
  for (const [apart, low, high] of [
    [1.2, 0.1, 0.7], // the ghost alone is solid
    [2.6, 0.9, 1.2],
  ]) {
    const [shown, alone] = [await solid(spheres(apart, 'growth')), await solid(spheres(apart, ''))];
    const share = shown / alone;
    assert.ok(share > low && share < high, `${apart}: ${shown} of ${alone} pixels`);
  }
});

test('the headline number has a label', async () => {
  await demo.visit('#/explorer', async (page) => {
    assert.equal(await page.getByLabel('growth distance σ', { exact: true }).count(), 1);
    const label = page.locator('.headline label');
    assert.equal(await label.textContent(), 'growth distance σ');
    assert.equal(await label.isVisible(), true);
    assert.equal(await page.locator('#value').getAttribute('id'), await label.getAttribute('for'));
  });
});

test('a drag with the pointer shows no focus ring, and the keyboard shows one', async () => {
  const frame = (page) =>
    page.evaluate(() => {
      const canvas = document.querySelector('#view canvas');
      const { outlineStyle } = getComputedStyle(canvas);
      return [document.activeElement === canvas, outlineStyle !== 'none'];
    });
  const check = async (page) => {
    const b = await findPixels(page, '#view canvas', isOrange);
    await page.mouse.move(b.x + 40, b.y + 40);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y + 60, { steps: 4 });
    await page.mouse.up();
    assert.deepEqual(await frame(page), [true, false]);
    await page.keyboard.press('ArrowLeft');
    assert.deepEqual(await frame(page), [true, true]);
    await page.locator('#mode-rotate').focus();
    await page.keyboard.press('Shift+Tab');
    await page.locator('#mode-translate').focus();
    await page.keyboard.press('Shift+Tab');
    assert.deepEqual(await frame(page), [true, true]);
  };
  // a fresh page: a browser shows the focus that a script sets only until a pointer is used
  await demo.visit('#/explorer', check, { fresh: true });
});

test('marks have a white halo, so they stay readable on shapes of their own colour', async () => {
  const nearlyWhite = (r, g, b) => r > 252 && g > 252 && b > 252;
  const counts = {};
  for (const show of ['plane', 'growth,distance,gradient'])
    await demo.visit(`#/explorer?show=${show}`, async (page) => {
      counts[show] = (await findPixels(page, '#view canvas', nearlyWhite)).count;
    });
  const [without, withMarks] = Object.values(counts);
  assert.ok(withMarks > without + 300, `${without} and ${withMarks} pixels`);
});

test('Explorer fits and is accessible on phone and desktop, light and dark', async () => {
  await photograph(demo, 'explorer', '#/explorer?show=growth,plane');
  await photograph(demo, 'explorer-overlap', spheres(1.2, 'growth,distance,plane,gradient'));
});
