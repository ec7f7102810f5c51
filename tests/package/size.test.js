/* The size of what a page loads: the module, raw and compressed. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';

import { load } from '../lib/host.js';

/** Bytes of each module at most: raw, compressed. */
const LIMITS = { core: [340e3, 140e3], compare: [215e3, 92e3] };

for (const [name, [raw, compressed]] of Object.entries(LIMITS))
  test(`${name}.wasm stays small`, (t) => {
    const bytes = load(name);
    const packed = gzipSync(bytes, { level: 9 }).length;
    t.diagnostic(`${name} ${bytes.length} bytes, ${packed} compressed`);
    assert.ok(bytes.length <= raw, `${bytes.length} bytes`);
    assert.ok(packed <= compressed, `${packed} bytes compressed`);
  });
