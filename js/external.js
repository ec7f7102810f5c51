/* growth-distance/external: the main entry without the module's bytes in it.
 *
 * The published build of this entry leaves them out: `init` must be awaited once, before the first
 * shape, and loads `core.wasm` from beside the entry with streaming compilation, or from wherever
 * its option `wasm` says. Shapes of this entry and of the main one do not mix; `growth-distance/three`,
 * `/workers` and `/compare` belong to the main one. */
export * from './index.js';
