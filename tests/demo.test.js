/* The demo in headless Chromium: it opens, draws, reacts, remembers, and takes files. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { OUTPUT, launch, open, serve } from './lib/browser.js';
import { sharedFile, withoutShared } from './lib/cases.js';

let browser;
let site;
before(async () => {
  browser = await launch();
  site = await serve(new URL('../demo/dist/', import.meta.url), '/some/folder/');
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens the demo, waits for its first number, and checks afterwards that it stayed silent. */
async function visit(options, check, hash = '') {
  const { page, log, close } = await open(browser, site.url + hash, options);
  try {
    await page.waitForFunction(() => /\d/.test(document.getElementById('value').value));
    await check(page, log);
    assert.deepEqual(
      log.filter((line) => !/GPU stall|GL Driver Message/.test(line)),
      [],
    );
  } finally {
    await close();
  }
}

const numbers = (page) =>
  page.evaluate(() =>
    ['value', 'lower', 'upper', 'contact', 'normal'].map((id) => document.getElementById(id).value),
  );

/** How many different colours a picture of the stage has. */
const colours = async (page) => {
  const picture = await page.locator('#stage').screenshot();
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4)
      seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return seen.size;
  }, picture.toString('base64'));
};

/** A point of shape B on the screen: the most orange one. */
const findB = (page) =>
  page
    .locator('#stage')
    .screenshot()
    .then((picture) =>
      page.evaluate(async (base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data, width } = context.getImageData(0, 0, image.width, image.height);
        let x = 0;
        let y = 0;
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
          const [r, g, b] = data.subarray(i, i + 3);
          if (r < 150 || r - b < 90 || g > 180 || r - g < 40) continue;
          x += (i / 4) % width;
          y += Math.floor(i / 4 / width);
          count++;
        }
        return { x: x / count, y: y / count, count };
      }, picture.toString('base64')),
    );

test('the page opens below any path, draws, and logs nothing', async () => {
  await visit({}, async (page) => {
    assert.ok((await colours(page)) > 200, 'the stage is blank');
    assert.match(await page.locator('#status').innerText(), /optimal/);
    await page.waitForFunction(() => /ns per query/.test(document.getElementById('time').value));
    await page.screenshot({ path: `${OUTPUT}demo-desktop-light.png` });
  });
});

test('dragging shape B changes the numbers, and the address remembers them', async () => {
  await visit({}, async (page) => {
    const start = await numbers(page);
    const b = await findB(page);
    assert.ok(b.count > 500, 'shape B is not to be seen');
    // beside the gizmo's handles
    await page.mouse.move(b.x + 40, b.y + 40);
    await page.mouse.down();
    await page.mouse.move(b.x - 100, b.y + 60, { steps: 8 });
    await page.mouse.up();
    const moved = await numbers(page);
    assert.notDeepEqual(moved, start);
    assert.notEqual(moved[0], start[0]);
    await page.waitForTimeout(300);
    await page.reload();
    await page.waitForFunction(() => /\d/.test(document.getElementById('value').value));
    const [value] = await numbers(page);
    assert.equal(value, moved[0], 'a reload restores the scene');
  });
});

test('sliders, kinds and keys change the numbers', async () => {
  await visit({}, async (page) => {
    let last = await numbers(page);
    const changes = async (action) => {
      await action();
      const now = await numbers(page);
      assert.notDeepEqual(now, last);
      last = now;
    };
    await changes(() => page.locator('#a-0').fill('0.4'));
    await changes(() => page.locator('#b-margin').fill('0.3'));
    await changes(() => page.locator('#a-kind').selectOption('cone'));
    await changes(() => page.locator('#b-kind').selectOption('cylinder'));
    await changes(async () => {
      await page.locator('#stage').focus();
      await page.keyboard.press('ArrowLeft');
    });
    await page.getByRole('button', { name: 'Turn' }).click();
    assert.equal(await page.locator('#mode-rotate').getAttribute('aria-pressed'), 'true');
  });
});

test('every kind can be chosen on both sides', async () => {
  await visit({}, async (page) => {
    const kinds = await page
      .locator('#a-kind option')
      .evaluateAll((all) => all.map((o) => o.value));
    assert.ok(kinds.length >= 10);
    for (const kind of kinds) {
      await page.locator('#a-kind').selectOption(kind);
      await page.locator('#b-kind').selectOption(kind);
      const [value, lower, upper] = await numbers(page);
      assert.ok(Number(value) > 0, `${kind}: ${value}`);
      assert.ok(Number(lower) <= Number(upper.slice(2)));
      assert.equal(await page.locator('#message').isVisible(), false);
    }
  });
});

const OCTAHEDRON = `# an octahedron
v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1
f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n`;

const drop = (page, name, text) =>
  page.evaluate(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName));
      for (const type of ['dragover', 'drop'])
        dispatchEvent(
          Object.assign(new Event(type, { cancelable: true }), { dataTransfer: transfer }),
        );
    },
    [name, text],
  );

test('a dropped scan becomes shape B; a bad file is explained and nothing is lost', async () => {
  await visit({}, async (page) => {
    const start = await numbers(page);
    for (const [name, text, message] of [
      ['scan.txt', 'hello', /scan\.txt: only OBJ, STL and PLY/],
      ['empty.obj', '# nothing', /empty\.obj holds no vertices/],
      ['flat.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n', /flat\.obj: .*flat/],
      ['nan.obj', 'v 0 0 x\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', /nan\.obj: vertex .* NaN/],
    ]) {
      await drop(page, name, text);
      await page.locator('#message').waitFor({ state: 'visible' });
      await page.waitForFunction(
        (n) => document.getElementById('message').textContent.includes(n),
        name,
      );
      assert.match(await page.locator('#message').innerText(), message);
      assert.deepEqual(await numbers(page), start);
    }
    await drop(page, 'octahedron.obj', OCTAHEDRON);
    await page.waitForFunction(() => document.getElementById('b-kind').value === 'scan');
    assert.notDeepEqual(await numbers(page), start);
    assert.equal(await page.locator('#message').isVisible(), false);
    // and through the file picker
    await page.locator('#b-kind').selectOption('sphere');
    await page.locator('#file').setInputFiles({
      name: 'picked.obj',
      mimeType: 'text/plain',
      buffer: Buffer.from(OCTAHEDRON),
    });
    await page.waitForFunction(() =>
      /picked/.test(document.getElementById('b-kind').selectedOptions[0].text),
    );
  });
});

test('a real scan loads from the file picker', { skip: withoutShared }, async () => {
  await visit({}, async (page) => {
    const start = await numbers(page);
    const scan = fileURLToPath(sharedFile('meshes/YcbMustardBottle.obj'));
    await page.locator('#file').setInputFiles(scan);
    await page.waitForFunction(() => document.getElementById('b-kind').value === 'scan');
    assert.notDeepEqual(await numbers(page), start);
    await page.screenshot({ path: `${OUTPUT}demo-scan.png` });
    // the same as bare points
    await page.locator('#file').setInputFiles({
      name: 'points.obj',
      mimeType: 'text/plain',
      buffer: Buffer.from(OCTAHEDRON.replace(/^f.*$/gm, '')),
    });
    await page.waitForFunction(() =>
      /points/.test(document.getElementById('b-kind').selectedOptions[0].text),
    );
  });
});

test('an address restores the scene, and a broken one is ignored', async () => {
  const hash = '#a=sphere,1,0&b=sphere,1,0&poseA=-1,0,0,0,0,0,1&poseB=2,0,0,0,0,0,1';
  await visit({}, async (page) => assert.equal((await numbers(page))[0], '1.5000'), hash);
  await visit(
    {},
    async (page) => assert.ok(Number((await numbers(page))[0]) > 0),
    '#a=torus,x&poseB=1,NaN',
  );
});

test('phone, dark and reduced motion', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 2 };
  await visit({ ...phone, colorScheme: 'light' }, async (page) => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, 'the page is wider than the phone');
    await page.screenshot({ path: `${OUTPUT}demo-phone-light.png` });
  });
  await visit({ colorScheme: 'dark', reducedMotion: 'reduce' }, async (page) => {
    assert.ok((await colours(page)) > 200);
    await page.screenshot({ path: `${OUTPUT}demo-desktop-dark.png` });
  });
  assert.ok(statSync(`${OUTPUT}demo-desktop-dark.png`).size > 20_000);
});

test('without WebGL the page says what is missing', async () => {
  const { page, close } = await open(browser, 'about:blank');
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(site.url);
  await page.locator('#message').waitFor({ state: 'visible' });
  assert.match(await page.locator('#message').innerText(), /WebGL/);
  await close();
});
