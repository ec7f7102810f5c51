/*
 * Takes the frames of the README's animated picture: the gem of the Explorer on a closed path through the
 * box. Frames go to build/animation/; `make pictures` joins them into docs/images/demo.webp.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { bodyOf } from '../../demo/pages/explorer/state.js';
import { writeBodies } from '../../demo/shapes/bodies.js';
import { launch, serve } from '../../tests/lib/browser.js';

const FRAMES = 60;
const FOLDER = new URL('../../build/animation/', import.meta.url);
const VIEW = { width: 960, height: 540 };
const BOX = bodyOf('box', [-0.95, 0, 0], [0.1, 0.25, 0, 0.963]);

/** The gem's place: an ellipse that passes through the box. */
function placeOf(turn) {
  const angle = 2 * Math.PI * turn;
  return [0.75 + 1.05 * Math.cos(angle), 0.35 + 0.45 * Math.sin(angle), 0.1];
}

/** The gem's orientation: one turn about an oblique axis. */
function orientationOf(turn) {
  const [sine, cosine] = [Math.sin(Math.PI * turn), Math.cos(Math.PI * turn)];
  return [0.36 * sine, 0.8 * sine, 0.48 * sine, cosine];
}

function addressOf(turn) {
  const params = new URLSearchParams({ show: 'growth' });
  writeBodies(params, [BOX, bodyOf('gem', placeOf(turn), orientationOf(turn))]);
  return `#/explorer?${params}`;
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const site = await serve(new URL('../../site/', import.meta.url), '/');
const browser = await launch();
const page = await browser.newPage({ viewport: VIEW });
await page.goto(`${site.url}#/explorer`);
await page.waitForSelector('body[data-ready]');
for (let frame = 0; frame < FRAMES; frame++) {
  await page.evaluate((address) => (location.hash = address), addressOf(frame / FRAMES));
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const path = new URL(`${String(frame).padStart(3, '0')}.png`, FOLDER).pathname;
  await page.screenshot({ path });
}
await browser.close();
await site.close();
