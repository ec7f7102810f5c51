/* Senseless addresses and small screens, on every page of the demo. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';

import { OUTPUT } from '../lib/browser.js';
import * as lib from '../lib/demo.js';

const { enterPage, fitsScreen, goTo, isAccessible, until } = lib;
const PAGES = ['explorer', 'stepper', 'flatland', 'motion', 'bodies', 'planning', 'benchmark'];
const STILL = { reducedMotion: 'reduce' };

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

const EVIL = encodeURIComponent('<img src=x onerror=alert(1)>');
const SHAPES = [
  'shapes=sphere,NaN,0@NaN,0,0,0,0,0,1;sphere,1,0@2,0,0,0,0,0,1',
  'shapes=sphere,1,0@1e308,0,0,0,0,0,1;sphere,1,0@-1e308,0,0,0,0,0,1',
  'shapes=sphere,1,0@0,0,0,1e-320,0,0,0;box,1,1,1,0@1,0,0,1e308,1e308,1e308,1e308',
  'shapes=sphere,-1,-1@0,0,0,0,0,0,1;__proto__,1',
  `shapes=${'sphere,1,0@0,0,0,0,0,0,1;'.repeat(3000)}`,
  `shapes=scan:${EVIL},1,0@0,0,0,0,0,0,1;sphere,1,0@2,0,0,0,0,0,1&scan0=${'AAAB'.repeat(20)}`,
];
const SENSELESS = {
  explorer: [
    ...SHAPES,
    'camera=0,0,0,0,0,0',
    'camera=1e308,1e308,0,0,0,0',
    'pair=0.5,1',
    '%E0%A4%A',
  ],
  stepper: [
    ...SHAPES,
    'eye=1e308,1e308,1e308',
    'runs=__proto__:auto',
    'step=1e6&focus=9&speed=1e9',
  ],
  flatland: [
    ...['shapes=circle,1,0@1e308,0,NaN;circle', `shapes=${EVIL}`, 'view=0,0,1e308', 'pair=,'],
    ...['run=__proto__:auto', `run=${EVIL}`, 'run=distance:gjk&step=1e6&speed=1e9', 'step=0.5'],
  ],
  motion: [
    ...SHAPES,
    'shapes=box,1,1,1,0@-3,0,0,0,0,0,1;box,1,1,1,0@3,0,0,0,0,0,1&to=1e308,0,0,0,0,0,1;NaN&moves=ab&turns=1e9,-1e9',
    `query=${EVIL}&show=${EVIL}&t=1e308&samples=1e308&target=-1`,
    'shapes=point,0@0,0,0,0,0,0,1;point,0@0,0,0,0,0,0,1&query=ray',
    'shapes=halfspace,0,0@0,0,0,0,0,0,1;triangle,1,0@0,3,0,0,0,0,1&moves=ab&turns=9,9',
    'camera=1e308,1e308,0,0,0,0',
  ],
  bodies: ['count=-5&kind=__proto__', 'seed=NaN&steps=-1', `kind=${EVIL}`],
  planning: ['goal=1e308,0,0,0,0,0', 'pillar=0,0,0,0,0,0,0&seed=1e308', `method=${EVIL}`],
  benchmark: ['topics=__proto__,constructor', `topics=${EVIL}`],
};

test('senseless and hostile addresses show no error, no NaN and no injected HTML', async () => {
  const check = async (page) => {
    for (const [name, queries] of Object.entries(SENSELESS))
      for (const query of queries) {
        await enterPage(page, name, query);
        const [text, view] = await page.evaluate(() => [
          document.querySelector('aside').innerText,
          document.getElementById('view').innerHTML,
        ]);
        const what = `${name}?${query.slice(0, 80)}`;
        assert.doesNotMatch(text, /NaN|Infinity|undefined|must be finite/, what);
        assert.doesNotMatch(view, /NaN|Infinity/, what);
        assert.equal(await page.locator('main img').count(), 0, what);
        assert.equal(await page.locator('#message').isVisible(), false, what);
      }
    await goTo(page, `#/cellar${EVIL}`);
    await until(page, 'summary', /no page “cellar<img/);
    assert.equal(await page.locator('main img').count(), 0);
  };
  await demo.visit('#/flatland', check, STILL);
});

test('everything fits and is accessible on the smallest phone and on a phone on its side', async () => {
  for (const [width, height, colorScheme] of [
    [320, 568, 'light'],
    [844, 390, 'dark'],
  ]) {
    const check = async (page) => {
      for (const name of PAGES) {
        await enterPage(page, name, name === 'bodies' ? 'count=10' : '');
        const add = page.locator('#add');
        if (name !== 'stepper' && (await add.count())) await add.click();
        await page.evaluate(() => {
          for (const part of document.querySelectorAll('details')) part.open = true;
          for (const id of ['message', 'busy']) document.getElementById(id).hidden = false;
          document.getElementById('message').textContent = 'scan.obj: the points are flat';
          document.getElementById('busy-label').textContent = 'Searching';
        });
        await fitsScreen(page);
        await isAccessible(page);
        const cut = await page.evaluate(() =>
          [
            ...document.querySelectorAll(
              'main :is(button, select, input, summary, .count, .caption)',
            ),
          ]
            .filter((e) => e.offsetWidth > 1 && !e.closest('pre'))
            .filter((e) => {
              const box = e.closest('aside, .view').getBoundingClientRect();
              const { left, right } = e.getBoundingClientRect();
              return left < box.left - 1 || right > box.right + 1;
            })
            .map((e) => e.id || e.className),
        );
        assert.deepEqual(cut, [], `${name}: cut off at ${width} pixels`);
        await page.screenshot({ path: `${OUTPUT}demo-${name}-${width}.png` });
      }
    };
    const options = { viewport: { width, height }, hasTouch: true, colorScheme, ...STILL };
    await demo.visit('#/flatland', check, options);
  }
});
