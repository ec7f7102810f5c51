/* What a page has to load: the core's size, raw and compressed. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';

import { EXTENSIONS, load } from './lib/host.js';

const RAW = 120e3;
const COMPRESSED = 45e3;

test('the core stays small', (t) => {
  const core = load('core');
  const compressed = gzipSync(core, { level: 9 }).length;
  t.diagnostic(`core ${core.length} bytes, ${compressed} compressed`);
  for (const name of EXTENSIONS) {
    const bytes = load(name);
    const packed = gzipSync(bytes, { level: 9 }).length;
    t.diagnostic(`${name} ${bytes.length} bytes, ${packed} compressed`);
  }
  assert.ok(core.length <= RAW, `${core.length} bytes`);
  assert.ok(compressed <= COMPRESSED, `${compressed} bytes compressed`);
});
