/* The size of each module, raw and compressed. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';

import { load } from '../lib/host.js';

/** Largest size of each module in bytes: raw, compressed. */
const LIMITS = { core: [570e3, 240e3], compare: [296e3, 128e3] };

for (const [name, [raw, compressed]] of Object.entries(LIMITS))
  test(`${name}.wasm has at most ${raw / 1000} kB, and ${compressed / 1000} kB compressed`, (t) => {
    const bytes = load(name);
    const packed = gzipSync(bytes, { level: 9 }).length;
    t.diagnostic(`${name} ${bytes.length} bytes, ${packed} compressed`);
    assert.ok(bytes.length <= raw, `${bytes.length} bytes`);
    assert.ok(packed <= compressed, `${packed} bytes compressed`);
  });
