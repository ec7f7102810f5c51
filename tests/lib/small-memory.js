/* Memory for tests: a core module with a smaller maximum, which a test can exhaust, and little free memory. */
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

/**
 * Grows the module's memory and takes the new memory except a megabyte. Then a leak of a megabyte grows it
 * again.
 * @param {{ alloc(bytes: number): number, memory: WebAssembly.Memory }} core
 */
export function leaveMegabyte({ alloc, memory }) {
  const bytes = memory.buffer.byteLength;
  while (memory.buffer.byteLength === bytes) assert.ok(alloc(2 ** 16) > 0);
  const grown = memory.buffer.byteLength;
  alloc(grown - bytes - 2 ** 20 - 2 ** 17);
  assert.equal(memory.buffer.byteLength, grown);
}
