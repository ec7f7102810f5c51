/* Compares the module's digests of 10^6 results with the recorded ones (tests/data/hashes.json). Exits with 1
 * at the first part that differs. */
import { readFileSync } from 'node:fs';

import { partOf, wasmDigest } from '../lib/digest.js';

const recorded = new URL('../data/hashes.json', import.meta.url);
const { parts } = JSON.parse(readFileSync(recorded, 'utf8'));
parts.forEach((wanted, part) => {
  if (wasmDigest(partOf(part)) !== wanted) {
    console.error(`part ${part} differs`);
    process.exit(1);
  }
});
