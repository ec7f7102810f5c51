/* Draws charts in Chromium, because Plot needs a DOM and fonts, and writes them as SVG files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { openPage } from './platforms.js';

/**
 * @param {object[]} charts as charts.js describes them
 * @param {URL} folder docs/, in whose images/ they go
 */
export async function drawCharts(charts, folder) {
  const images = new URL('../images/', folder);
  mkdirSync(images, { recursive: true });
  const { page, close } = await openPage('tests/bench/charts.html');
  try {
    const ready = await page.waitForFunction(() => globalThis.chart !== undefined);
    await ready.dispose();
    for (const one of charts) {
      const svg = await page.evaluate((given) => globalThis.chart(given), one);
      writeFileSync(new URL(`bench-${one.name}.svg`, images), svg);
    }
  } finally {
    await close();
  }
}
