/*
 * All tests of the demo that need a browser, in one process: they share one browser and its open
 * tabs. Each file also runs by itself.
 */
import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('./', import.meta.url);

for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.test.js')))
  if (/\bopenDemo\b/.test(readFileSync(new URL(name, FOLDER), 'utf8'))) await import(`./${name}`);
