/* Wraps a .wasm file of wasm/dist in an ES module, so that a plain import needs no bundler plug-in and
 * no asynchronous loading: node wasm/pack.mjs <name of the module>. */
import { readFileSync, writeFileSync } from 'node:fs';

const [, , from] = process.argv;
const wasm = readFileSync(new URL(`dist/${from}.wasm`, import.meta.url));
writeFileSync(
  new URL(`dist/${from}-bytes.js`, import.meta.url),
  `// Generated from ${from}.wasm by wasm/pack.mjs. Do not edit.

const BASE64 =
  '${wasm.toString('base64')}';

/** The module's bytes, decoded. */
export function decodeBytes() {
  const text = atob(BASE64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
`,
);
