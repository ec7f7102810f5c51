/* What the tests of all pages of the demo need: the built page below a path, a visit that must stay
 * silent, pixels, screenshots on both screens in both themes, and accessibility. */
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

/** What a driver says about drawing by software. */
const NOISE = /GPU stall|GL Driver Message/;

/** Compositing by software is faster than compositing by software that emulates a graphics processor, also
 * with a WebGL picture. It saves up to a fifth of a test file. */
const FLAT = ['--disable-gpu-compositing', '--disable-gpu-rasterization'];

/** Pages of one context share a process while one of them is open. */
const TOGETHER = '--process-per-site';

/** A visitor who saves data: the other pages are not preloaded. Runs in the page. */
const saveData = () => Object.defineProperty(navigator.connection, 'saveData', { value: true });

/** The page of the demo that an open tab shows between two visits: nothing moves there. */
const REST = 'benchmark';

/** Options of a visit that an open tab can change. All others need a context of their own. */
const splitOptions = ({ viewport, colorScheme, reducedMotion, ...fixed }) => ({
  fixed,
  size: viewport ?? DESKTOP.viewport,
  media: { colorScheme: colorScheme ?? 'light', reducedMotion: reducedMotion ?? 'no-preference' },
});

/**
 * Tabs that stay open between visits, one for each kind of device. Loading the demo again and starting a
 * process is most of the cost of a short visit.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url of the site
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
    /** A tab at an address. `fresh`: loads the demo there, otherwise an idle tab goes there. */
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
    /** Keeps a tab for the next visit; of two, one. */
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

/** The built demo in a browser, served as a static host would from a folder somewhere. */
async function startDemo() {
  const browser = await launch([TOGETHER, ...FLAT]);
  const site = await serve(new URL('../../site/', import.meta.url), '/some/folder/');
  const tabs = openTabs(browser, site.url);

  /**
   * Opens a page of the demo and waits until it is ready. Afterwards checks that nothing was logged.
   * @param {string} address such as '#/explorer?…'
   * @param {(page: import('playwright-core').Page) => Promise<void>} check
   * @param {object} [options] of the browser's context; `fresh`: the demo is loaded at this address;
   *   `preload`: it may preload the other pages, as the first visit of its browser does
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

/** Until the page of the address is open. */
export const ready = (page) =>
  page.waitForFunction(() => document.body.dataset.ready === document.body.dataset.page);

/** Another address of the same page. */
export const goTo = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

/** Until a page of the demo is open. */
const isOpen = (page, name) =>
  page.waitForFunction((wanted) => document.body.dataset.ready === wanted, name);

/** Opens another page of the demo, or another state of it. */
export async function enterPage(page, name, query = '') {
  await goTo(page, `#/${name}?${query}`);
  await isOpen(page, name);
}

/** Until an element's text or an output's value matches. */
export const until = (page, id, pattern) =>
  page.waitForFunction(
    ([name, source]) => new RegExp(source).test(document.getElementById(name)?.textContent ?? ''),
    [id, pattern.source],
  );

/** Until the address stays as it is: a view that glides to a halt writes where its eye is. */
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

/** Until what was changed last is on the screen: two frames. */
export const drawn = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** Texts of elements by id. */
export const texts = (page, ids) =>
  page.evaluate(
    (names) => names.map((id) => document.getElementById(id)?.textContent.trim() ?? null),
    ids,
  );

/**
 * Looks at a picture in the page itself: how many different colours it has, how bright it is, from 0 to
 * 255, and the middle and number of the pixels that satisfy a test.
 * @param {import('playwright-core').Page} page
 * @param {Buffer} picture
 * @param {{ belongs?: (r: number, g: number, b: number) => boolean, part?: number[] }} [options] part: x,
 *   y, width and height in pixels of the picture
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

/** Looks at an element; where its pixels are on the page. */
async function look(page, selector, belongs) {
  const element = page.locator(selector).first();
  const picture = await element.screenshot();
  const box = await element.boundingBox();
  const seen = await lookAt(page, picture, { belongs });
  const scale = seen.width / box.width;
  return { ...seen, x: box.x + seen.x / scale, y: box.y + seen.y / scale };
}

/** How many different colours a picture of an element has: a blank one has few. */
export const colourCount = async (page, selector) => (await look(page, selector)).colours;

/**
 * The middle, on the page, and the number of the pixels that satisfy a test.
 * @param {(r: number, g: number, b: number) => boolean} belongs runs in the page: uses nothing from outside
 */
export const findPixels = (page, selector, belongs) => look(page, selector, belongs);

/** Orange, as shape B is in the light theme. */
export const isOrange = (r, g, b) => r > 120 && r - b > 70 && r - g > 35 && g > 30;
/** Blue, as shape A is. */
export const isBlue = (r, g, b) => b > 120 && b - r > 70;

/** Nothing sticks out, and the page does not scroll: one screen. */
export async function fitsScreen(page) {
  const [wide, high] = await page.evaluate(() => [
    document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight,
  ]);
  assert.ok(wide <= 0, `the page is ${wide} pixels wider than the screen`);
  assert.ok(high <= 0, `the page is ${high} pixels higher than the screen`);
}

/** Accessibility by axe-core: no violation of any of its rules. */
export async function isAccessible(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target).join(' ')}`);
  });
  assert.deepEqual(found, []);
}

/** A page as it is: fits, is accessible, is drawn. @returns how bright its view is, from 0 to 255 */
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
 * A page of the demo on both screens in both themes, one after the other in one visit: fits, is accessible, is
 * drawn; leaves four screenshots.
 * @param {Awaited<ReturnType<typeof openDemo>>} demo
 * @param {string} name of the screenshots
 * @param {string} address
 * @param {{ before?: (page: object) => Promise<void>, colours?: number }} [options] before: what to do
 *   before the picture; colours: least number of different ones
 */
export async function photograph(demo, name, address, { before, colours = 60 } = {}) {
  // each theme is once the one that the page opens in
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
