/*
 * gcc, clang and the wasm module give the same bits for every double of every result. `make hashes`
 * is the long form, also in Chromium and without optimisation.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { sceneDoubles } from '../bench/records.js';
import { OUTPUT } from '../lib/browser.js';
import { partOf, wasmDigest } from '../lib/digest.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('gcc, clang and wasm agree to the last bit, and with the recorded digest', () => {
  const items = partOf(0);
  mkdirSync(OUTPUT, { recursive: true });
  const scene = `${OUTPUT}bits.bin`;
  writeFileSync(scene, sceneDoubles(items));
  const wasm = wasmDigest(items);
  for (const compiler of ['gcc', 'clang', 'sanitized']) {
    const native = execFileSync(`${root}build/${compiler}/bits`, [scene], { encoding: 'utf8' });
    assert.equal(native.trim(), wasm, `${compiler} differs from wasm`);
  }
  const { parts } = JSON.parse(readFileSync(`${root}tests/data/hashes.json`, 'utf8'));
  assert.equal(wasm, parts[0], 'results are others than recorded; if they should be: make hashes');
});
