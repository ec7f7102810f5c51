/*
 * Helpers for the tests of the demo's pages: the built page below a path, visits that must log
 * nothing, pixels, accessibility, and screenshots on both screens in both themes.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { OUTPUT, launch, newContext, open, serve } from './browser.js';

const AXE = readFileSync(
  new URL('../../node_modules/axe-core/axe.min.js', import.meta.url),
  'utf8',
);

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  deviceScaleFactor: 2,
};

/** Messages of a driver about drawing in software. */
const NOISE = /GPU stall|GL Driver Message/;

/**
 * Compositing in software is faster than compositing with a graphics processor emulated in
 * software, also with a WebGL picture. This saves up to a fifth of a test file's time.
 */
const FLAT = ['--disable-gpu-compositing', '--disable-gpu-rasterization'];

/** Open pages of one context share a process. */
const TOGETHER = '--process-per-site';

/** Makes the visitor save data, so the other pages are not preloaded. Runs in the page. */
const saveData = () => Object.defineProperty(navigator.connection, 'saveData', { value: true });

/** The page that an open tab shows between two visits, because nothing moves there. */
const REST = 'benchmark';

/**
 * Splits the options of a visit into those that an open tab can change and those that need a
 * context.
 */
const splitOptions = ({ viewport, colorScheme, reducedMotion, ...fixed }) => ({
  fixed,
  size: viewport ?? DESKTOP.viewport,
  media: { colorScheme: colorScheme ?? 'light', reducedMotion: reducedMotion ?? 'no-preference' },
});

/**
 * Tabs that stay open between visits, one for each kind of device. Loading the demo and starting a
 * process is most of the cost of a short visit.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url address of the site
 */
function openTabs(browser, url) {
  const idle = new Map();
  const contexts = new Map();

  const contextOf = (key) => {
    if (!contexts.has(key)) contexts.set(key, newContext(browser, JSON.parse(key)));
    return contexts.get(key);
  };

  async function load(key, address, size, media) {
    const context = await contextOf(key);
    const prepare = async (page) => {
      await page.setViewportSize(size);
      await page.emulateMedia(media);
    };
    return open(browser, url + address, { context, script: saveData, prepare });
  }

  return {
    /** A tab at an address. `fresh` loads the demo there; otherwise an idle tab goes there. */
    async take(address, { fresh = false, ...options }) {
      const { fixed, size, media } = splitOptions(options);
      const key = JSON.stringify(fixed);
      const tab = fresh ? null : idle.get(key);
      if (!tab) {
        const loaded = await load(key, address, size, media);
        await ready(loaded.page);
        return { ...loaded, key };
      }
      idle.delete(key);
      try {
        await tab.page.setViewportSize(size);
        await tab.page.emulateMedia(media);
        const [, name] = /^#?\/?([a-z]*)/.exec(address);
        if (name === REST) await enterPage(tab.page, 'flatland');
        await goTo(tab.page, address || '#');
        await isOpen(tab.page, name || 'explorer');
        return tab;
      } catch (error) {
        await tab.close();
        throw error;
      }
    },
    /** Keeps a tab for the next visit, or closes it if one is idle already. */
    async release(tab) {
      if (idle.has(tab.key)) return tab.close();
      await enterPage(tab.page, REST);
      idle.set(tab.key, tab);
    },
    async close() {
      for (const { close } of idle.values()) await close();
    },
  };
}

/** The built demo in a browser, served from a folder as a static host would. */
async function startDemo() {
  const browser = await launch([TOGETHER, ...FLAT]);
  const site = await serve(new URL('../../site/', import.meta.url), '/some/folder/');
  const tabs = openTabs(browser, site.url);

  /**
   * Opens a page of the demo, waits until it is ready and checks it. Afterwards asserts that
   * nothing was logged.
   * @param {string} address such as '#/explorer?…'
   * @param {(page: import('playwright-core').Page) => Promise<void>} check
   * @param {object} [options] options of the browser's context; `fresh`: the demo is loaded at this
   *   address; `preload`: it may preload the other pages, as in the first visit of a browser
   */
  async function visit(address, check, { preload = false, ...options } = {}) {
    const tab = preload
      ? await open(browser, site.url + address, options)
      : await tabs.take(address, options);
    const { page, log, close } = tab;
    try {
      if (preload) await ready(page);
      await check(page);
      if (!preload) await tabs.release(tab);
      const said = log.filter((line) => !NOISE.test(line));
      assert.deepEqual(said, [], 'the page logged something');
    } catch (error) {
      await close();
      throw error;
    }
    if (preload) await close();
  }

  return {
    browser,
    url: site.url,
    visit,
    close: async () => {
      await tabs.close();
      await browser.close();
      await site.close();
    },
  };
}

let started = null;
let users = 0;

/** The demo of this process: all test files in it share one browser. */
export async function openDemo() {
  users++;
  started ??= startDemo();
  const demo = await started;
  const close = async () => {
    if (--users > 0) return;
    started = null;
    await demo.close();
  };
  return { ...demo, close };
}

/** Waits until the page of the address is open. */
export const ready = (page) =>
  page.waitForFunction(() => document.body.dataset.ready === document.body.dataset.page);

/** Goes to another address of the same document. */
export const goTo = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

/** Waits until a page of the demo is open. */
const isOpen = (page, name) =>
  page.waitForFunction((wanted) => document.body.dataset.ready === wanted, name);

/** Opens another page of the demo, or another state of it. */
export async function enterPage(page, name, query = '') {
  await goTo(page, `#/${name}?${query}`);
  await isOpen(page, name);
}

/** Waits until the text of an element matches. */
export const until = (page, id, pattern) =>
  page.waitForFunction(
    ([name, source]) => new RegExp(source).test(document.getElementById(name)?.textContent ?? ''),
    [id, pattern.source],
  );

/**
 * Waits until the address stays the same: a gliding view writes its camera there until it stops.
 */
export const addressRests = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        let [seen, times] = ['', 0];
        const timer = setInterval(() => {
          times = seen === location.href ? times + 1 : 0;
          seen = location.href;
          if (times < 12) return;
          clearInterval(timer);
          done();
        }, 50);
      }),
  );

/** Waits two frames, so that the last change is on the screen. */
export const drawn = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** The texts of elements by id. */
export const texts = (page, ids) =>
  page.evaluate(
    (names) => names.map((id) => document.getElementById(id)?.textContent.trim() ?? null),
    ids,
  );

/**
 * Measures a picture in the page: the number of colours, the brightness from 0 to 255, and the
 * number and mean position of the pixels that satisfy a test.
 * @param {import('playwright-core').Page} page
 * @param {Buffer} picture
 * @param {{ belongs?: (r: number, g: number, b: number) => boolean, part?: number[] }} [options]
 *   belongs: the test; part: x, y, width and height in pixels of the picture
 */
function lookAt(page, picture, { belongs = () => false, part = [] } = {}) {
  return page.evaluate(
    async ([base64, source, cut]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), ...cut);
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      const { data, width } = context.getImageData(0, 0, image.width, image.height);
      const test = new Function(`return ${source}`)();
      const colours = new Set();
      let [x, y, count, light] = [0, 0, 0, 0];
      for (let i = 0; i < data.length; i += 4) {
        const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
        colours.add((r << 16) | (g << 8) | b);
        light += (r + g + b) / 3;
        if (!test(r, g, b)) continue;
        x += (i / 4) % width;
        y += Math.floor(i / 4 / width);
        count++;
      }
      const brightness = light / (data.length / 4);
      return { width, colours: colours.size, brightness, x: x / count, y: y / count, count };
    },
    [picture.toString('base64'), belongs.toString(), part],
  );
}

/** Measures the picture of an element; x and y are positions on the page. */
async function look(page, selector, belongs) {
  const element = page.locator(selector).first();
  const picture = await element.screenshot();
  const box = await element.boundingBox();
  const seen = await lookAt(page, picture, { belongs });
  const scale = seen.width / box.width;
  return { ...seen, x: box.x + seen.x / scale, y: box.y + seen.y / scale };
}

/** The number of colours in the picture of an element; a blank one has few. */
export const colourCount = async (page, selector) => (await look(page, selector)).colours;

/**
 * The mean position on the page, and the number, of the pixels that satisfy a test.
 * @param {(r: number, g: number, b: number) => boolean} belongs runs in the page and uses nothing
 *   from outside
 */
export const findPixels = (page, selector, belongs) => look(page, selector, belongs);

/** Orange, the colour of shape B in the light theme. */
export const isOrange = (r, g, b) => r > 120 && r - b > 70 && r - g > 35 && g > 30;
/** Blue, the colour of shape A. */
export const isBlue = (r, g, b) => b > 120 && b - r > 70;

/** Asserts that nothing sticks out of the screen and the page does not scroll. */
export async function fitsScreen(page) {
  const [wide, high] = await page.evaluate(() => [
    document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight,
  ]);
  assert.ok(wide <= 0, `the page is ${wide} pixels wider than the screen`);
  assert.ok(high <= 0, `the page is ${high} pixels higher than the screen`);
}

/** Asserts that axe-core finds no violation of any of its rules. */
export async function isAccessible(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target).join(' ')}`);
  });
  assert.deepEqual(found, []);
}

/**
 * Checks that a page fits, is accessible and is drawn. @returns brightness of its view, 0 to 255
 */
async function portray(page, name, colours) {
  await fitsScreen(page);
  await isAccessible(page);
  const path = `${OUTPUT}demo-${name}.png`;
  const picture = await page.screenshot({ path });
  assert.ok(picture.length > 15_000, `${path} shows little`);
  const { x, y, width, height } = await page.locator('#view').boundingBox();
  const scale = await page.evaluate(() => devicePixelRatio);
  const part = [x, y, width, height].map((length) => Math.round(scale * length));
  const seen = await lookAt(page, picture, { part });
  assert.ok(seen.colours > colours, `${name}: the view is blank`);
  return seen.brightness;
}

/**
 * Checks a page of the demo on both screens in both themes: it fits, is accessible and is drawn.
 * Leaves four screenshots.
 * @param {Awaited<ReturnType<typeof openDemo>>} demo
 * @param {string} name of the screenshots
 * @param {string} address
 * @param {{ before?: (page: object) => Promise<void>, colours?: number }} [options] before: runs
 *   before the picture; colours: the least number of different colours
 */
export async function photograph(demo, name, address, { before, colours = 60 } = {}) {
  // the page opens once in each theme
  for (const [screen, options, themes] of [
    ['desktop', DESKTOP, ['light', 'dark']],
    ['phone', PHONE, ['dark', 'light']],
  ]) {
    const check = async (page) => {
      await before?.(page);
      const bright = {};
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await drawn(page);
        bright[theme] = await portray(page, `${name}-${screen}-${theme}`, colours);
      }
      const { light, dark } = bright;
      assert.ok(light > dark + 80, `${name} on ${screen}: ${light} by day, ${dark} by night`);
    };
    const [colorScheme] = themes;
    await demo.visit(address, check, { ...options, colorScheme, reducedMotion: 'reduce' });
  }
}

/** Drops a file on the page. */
export const dropFile = (page, name, text) =>
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
