/* What a page has to load: the core's size, raw and compressed, and what extensions add. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';

import { EXTENSIONS, load } from '../lib/host.js';

const RAW = 120e3;
const COMPRESSED = 45e3;
/** Of extensions that are loaded seldom, and of all. */
const TRACES = 18.5e3;
const ALL = 142e3;

test('the core stays small', (t) => {
  const core = load('core');
  const compressed = gzipSync(core, { level: 9 }).length;
  t.diagnostic(`core ${core.length} bytes, ${compressed} compressed`);
  assert.ok(core.length <= RAW, `${core.length} bytes`);
  assert.ok(compressed <= COMPRESSED, `${compressed} bytes compressed`);
});

test('so do its extensions', (t) => {
  let all = 0;
  for (const name of EXTENSIONS) {
    const bytes = load(name);
    const compressed = gzipSync(bytes, { level: 9 }).length;
    t.diagnostic(`${name} ${bytes.length} bytes, ${compressed} compressed`);
    all += compressed;
    if (name === 'traces') assert.ok(compressed <= TRACES, `${name}: ${compressed} compressed`);
  }
  assert.ok(all <= ALL, `${all} bytes compressed`);
});
