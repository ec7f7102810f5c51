/* growth-distance/external: the main entry without the bytes of the WebAssembly module.
 *
 * In the published build, await `init` once before you make the first shape. It loads `core.wasm` from
 * the entry's folder, or from its option `wasm`, with streaming compilation. The shapes
 * of this entry and of the main entry do not mix; `growth-distance/three`, `/workers` and `/compare` do
 * not accept the shapes of this entry. */
export * from './index.js';
