/* The core module's bytes with a smaller maximum of memory, so that it is soon exhausted. */
import assert from 'node:assert/strict';

import { load } from './host.js';

/** @param {number} pages of 64 kB, the most the memory may grow to */
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
  // LEB128 in as many bytes as it had
  let rest = pages;
  for (let i = from; i < at; i++, rest >>= 7) bytes[i] = (rest & 127) | (i < at - 1 ? 128 : 0);
  assert.equal(rest, 0);
  return bytes;
}
