/* The bytes of the core module with a smaller maximum of memory, which a test can exhaust. */
import assert from 'node:assert/strict';

import { load } from './host.js';

/** @param {number} pages the maximum of the memory, in pages of 64 kB */
export function limitedCore(pages) {
  const bytes = new Uint8Array(load('core'));
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  for (;;) {
    assert.ok(at < bytes.length, 'the module has a section of memories');
    const section = bytes[at++];
    const size = number();
    if (section === 5) break;
    at += size;
  }
  assert.equal(number(), 1, 'one memory');
  assert.equal(number(), 1, 'that has a maximum');
  number();
  const from = at;
  assert.ok(number() > pages, 'the maximum becomes smaller');
  // LEB128 in the same number of bytes
  let rest = pages;
  for (let i = from; i < at; i++, rest >>= 7) bytes[i] = (rest & 127) | (i < at - 1 ? 128 : 0);
  assert.equal(rest, 0);
  return bytes;
}
