/*
 * Digests of 10⁶ results of all queries, by the wasm module in Node and in Chromium, and by gcc and
 * clang with and without optimisation. They must be equal, and tests/data/hashes.json records them.
 *
 * Usage: node tests/package/hashes.js [--parts 73] [--write]. Without --write the digests must
 * equal the record.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { sceneDoubles } from '../bench/records.js';
import { OUTPUT, launch, serve } from '../lib/browser.js';
import { partOf, wasmDigest } from '../lib/digest.js';

const NATIVE = ['gcc', 'clang', 'gcc-O0', 'clang-O0'];
const root = fileURLToPath(new URL('../..', import.meta.url));
const RECORD = `${root}tests/data/hashes.json`;
const write = process.argv.includes('--write');
const at = process.argv.indexOf('--parts');
const count = at > 0 ? Number(process.argv[at + 1]) : 73;

mkdirSync(OUTPUT, { recursive: true });
const scene = `${OUTPUT}hashes.bin`;
const server = await serve(new URL('../..', import.meta.url));
const browser = await launch();
const page = await browser.newPage();
await page.goto(`${server.url}tests/bench/page.html`);
const recorded = write ? null : JSON.parse(readFileSync(RECORD, 'utf8')).parts;
const parts = [];
let results = 0;
for (let part = 0; part < count; part++) {
  const items = partOf(part);
  writeFileSync(scene, sceneDoubles(items));
  const found = { node: wasmDigest(items) };
  found.chromium = await page.evaluate(async (number) => {
    const { partOf: of, wasmDigest: digest } = await import('/tests/lib/digest.js');
    return digest(of(number));
  }, part);
  for (const compiler of NATIVE)
    found[compiler] = execFileSync(`${root}build/${compiler}/bits`, [scene], {
      encoding: 'utf8',
    }).trim();
  const wanted = recorded?.[part] ?? found.node;
  const others = Object.entries(found).filter(([, digest]) => digest !== wanted);
  if (others.length > 0) {
    console.error(`part ${part}: ${wanted} expected, ${others.map((x) => x.join(' ')).join(', ')}`);
    process.exitCode = 1;
    break;
  }
  parts.push(wanted);
  results += Number(wanted.split(' ')[1]);
  if (part % 10 === 9) console.log(`${results} results agree`);
  if (write && (part % 10 === 9 || part === count - 1))
    writeFileSync(RECORD, `${JSON.stringify({ results, parts }, null, 2)}\n`);
}
await browser.close();
server.close();
console.log(`${results} results: ${['node', 'chromium', ...NATIVE].join(', ')} agree`);
