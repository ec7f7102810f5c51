/* The WebAssembly module: loaded lazily and synchronously from inline bytes, or by init from a
 * file. Holds the one instance, its memory views and a scratch block for arguments. */
import { ABI_VERSION } from '../../wasm/dist/abi.js';
import { file, packed } from '../../wasm/dist/core-bytes.js';
import { unpack } from '../../wasm/dist/unpack.js';
import { callSupport, forgetFailure, running } from './callbacks.js';
import { refuseUnknownKeys, format, wrongType } from './errors.js';

/** @import { Core } from './wasm-types.js' */

/** Views of the module's memory; replaced whenever it grows. @type {Float64Array} @internal */
export let f64 = /* @__PURE__ */ new Float64Array(0);
/** @type {Int32Array} @internal */
export let i32 = /* @__PURE__ */ new Int32Array(0);
/** @type {Uint32Array} @internal */
export let u32 = /* @__PURE__ */ new Uint32Array(0);

/** Pointer to the block for the arguments and results of one call, which the module keeps. @internal */
export let scratch = 0;
/** @internal */
export const SCRATCH_DOUBLES = 256;

/** The module's functions. Only what holds a shape may use them without getCore. @type {Core} @internal */
export let core;

/** An instance has imports of this shape only. */
const imports = () => ({
  env: { emscripten_notify_memory_growth: refreshViews, custom_support: customSupport },
});

/** @param {number} id @param {number} direction pointer @param {number} point pointer */
function customSupport(id, direction, point) {
  callSupport(id, f64, direction >> 3, point >> 3);
}

function refreshViews() {
  if (!core || f64.buffer === core.memory.buffer) return;
  const { buffer } = core.memory;
  f64 = new Float64Array(buffer);
  i32 = new Int32Array(buffer);
  u32 = new Uint32Array(buffer);
}

/** Where the module came from: undefined for the inline bytes. @type {unknown} */
let loadedFrom;

/** What the instance was made from, for instances in other threads. */
let compiled = /** @type {WebAssembly.Module | undefined} */ (undefined);

/** @returns {WebAssembly.Module} @internal */
export function getModule() {
  getCore();
  return /** @type {WebAssembly.Module} */ (compiled);
}

/**
 * @param {WebAssembly.Instance} instance
 * @param {WebAssembly.Module} module
 * @param {unknown} [source]
 */
function adopt(instance, module, source) {
  const exports = /** @type {Core} */ (/** @type {unknown} */ (instance.exports));
  const version = exports.abi_version?.();
  if (version !== ABI_VERSION) {
    throw new Error(
      `this core.wasm has ABI version ${version}, the package needs ${ABI_VERSION}: ` +
        'use the .wasm file of the same package version',
    );
  }
  exports._initialize();
  const top = Number(exports.__stack_pointer.value);
  const block = exports.argument_block();
  // calls through a plain object are resolved sooner than through the instance's namespace
  core = { ...exports };
  loadedFrom = source;
  compiled = module;
  stackTop = top;
  scratch = block;
  refreshViews();
  return core;
}

/** Says in words what a failed compilation means. @param {unknown} cause @internal */
export function explain(cause) {
  if (cause instanceof WebAssembly.CompileError && /simd|v128|0xfd/i.test(cause.message)) {
    return new Error('growth-distance needs WebAssembly SIMD, which this engine lacks', { cause });
  }
  return cause;
}

/** @internal */
export function requireWebAssembly() {
  if (typeof WebAssembly !== 'object') {
    throw new Error('growth-distance needs WebAssembly, which this engine lacks or forbids');
  }
}

/** Counts the uses of the module, so that a query notices when reading its arguments (getters, a
 * `translation()`) has asked another in between and overwritten what it had written. @internal */
export let callId = 0;

/** The last use that came back from the module. One that did not may have been ended by an exception that
 * flew through its frames, as the engine's own when the caller's stack is full: the module's stack
 * pointer is then where it was. */
let completedCall = 0;
let stackTop = 0;

function unwind() {
  if (!core || running) return;
  core.__stack_pointer.value = stackTop;
  forgetFailure();
}

/** @internal */
export function beginCall() {
  if (completedCall !== callId) unwind();
  return ++callId;
}

/** After a call on the way of most: the others are unwound for nothing, which is slower. @internal */
export function endCall() {
  completedCall = callId;
}

/** @internal */
export const reentered = () =>
  new Error(
    'a getter of a pose or of options, or a setter of a result, must not use growth-distance: ' +
      'a query is reading it',
  );

/** The module is in the middle of a query. @internal */
export const insideSupport = () =>
  new Error('a support function must not use growth-distance itself: it is called during a query');

/** The module's functions, loading it from the inline bytes if nothing has been loaded yet. @internal */
export function getCore() {
  if (running) throw insideSupport();
  beginCall();
  if (core) return core;
  if (carried === null)
    throw new Error(
      'growth-distance/external carries no module: call await init() before the first shape',
    );
  requireWebAssembly();
  try {
    const module = new WebAssembly.Module(unpack(carried));
    return adopt(new WebAssembly.Instance(module, imports()), module);
  } catch (error) {
    throw explain(error);
  }
}

/** Of the entry that carries no bytes: none, and where the file is. */
const carried = /** @type {string | null} */ (packed);
const beside = /** @type {(() => URL) | null} */ (file);

/**
 * What the package uses of a Response. Types of the platform are described here by what is used of them,
 * because the declarations must compile without the DOM library.
 * @typedef {object} ResponseLike
 * @property {boolean} ok
 * @property {number} status
 * @property {string} url
 * @property {{ get(name: string): string | null }} headers
 * @property {() => Promise<ArrayBuffer>} arrayBuffer
 */

/** A URL. @typedef {{ readonly href: string, readonly protocol: string }} UrlLike */

/** A WebAssembly.Module, which has no members. @typedef {object} CompiledModule */

/** @typedef {string | UrlLike | ResponseLike | PromiseLike<ResponseLike> | ArrayBufferLike | ArrayBufferView | CompiledModule} WasmSource */

/**
 * @typedef {object} InitOptions
 * @property {WasmSource | undefined} [wasm] URL, Response, bytes or WebAssembly.Module of `growth-distance/core.wasm`
 *   (default: the inline copy; of `growth-distance/external` the file beside it)
 */

/**
 * Loads the module ahead of the first use. Without an argument the inline copy is used, exactly as
 * without calling init; give `wasm` to load the file `growth-distance/core.wasm` instead, with
 * streaming compilation where the source is a URL or a Response. `growth-distance/external` has no
 * inline copy: there init must be awaited, and without an argument loads the package's file.
 *
 * @param {InitOptions} [options]
 * @returns {Promise<void>} resolves when queries can run; calling init again without a source, or
 *   with the same one, has no effect
 * @throws {TypeError} when `wasm` is of no accepted type or cannot be fetched
 * @throws {Error} when WebAssembly or SIMD is missing, the file belongs to another version, or the
 *   module is already in use from another source
 * @example
 * // in Node; on a page, the URL that the file is served from
 * await init({ wasm: import.meta.resolve('growth-distance/core.wasm') });
 */
export async function init(options = {}) {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`init takes an object such as { wasm: url }, got ${format(options)}`);
  }
  refuseUnknownKeys('init', options, new Set(['wasm']));
  const wasm = (await options.wasm) ?? beside?.();
  if (wasm === undefined) {
    getCore();
    return;
  }
  const source = tagOf(wasm) === 'URL' ? String(wasm) : wasm;
  if (core) return checkSource(source);
  requireWebAssembly();
  if (loading?.source === source) return loading.done;
  const done = load(wasm, source);
  loading = { source, done };
  return done;
}

/** The last source that was asked for: twice at once it is loaded once. */
let loading = /** @type {{ source: unknown, done: Promise<void> } | null} */ (null);

/** @param {any} wasm @param {unknown} source */
async function load(wasm, source) {
  try {
    const { instance, module } = await instantiate(wasm);
    // another call may have been faster; there is only ever one instance
    if (core) checkSource(source);
    else adopt(instance, module, source);
  } catch (error) {
    throw explain(error);
  } finally {
    if (loading?.source === source) loading = null;
  }
}

/** @param {unknown} source @throws {Error} when the module came from elsewhere */
function checkSource(source) {
  if (source === loadedFrom) return;
  const from = typeof loadedFrom === 'string' ? loadedFrom : 'another source';
  throw new Error(
    `init: the module is already in use, from ${loadedFrom === undefined ? 'its inline copy' : from}; ` +
      'call init before the first shape',
  );
}

/**
 * @param {string | URL | Response | BufferSource | WebAssembly.Module} wasm
 * @returns {Promise<WebAssembly.WebAssemblyInstantiatedSource>}
 */
async function instantiate(wasm) {
  const tag = tagOf(wasm);
  if (tag === 'WebAssembly.Module') {
    const module = /** @type {WebAssembly.Module} */ (wasm);
    return { instance: await WebAssembly.instantiate(module, imports()), module };
  }
  if (tag === 'ArrayBuffer' || ArrayBuffer.isView(wasm))
    return WebAssembly.instantiate(/** @type {BufferSource} */ (wasm), imports());
  const response = await fetchWasm(/** @type {string | URL | Response} */ (wasm));
  if (!response.ok) {
    throw new TypeError(`init could not load ${response.url}: HTTP status ${response.status}`);
  }
  // nothing else is streamed, not even with a charset
  if (response.headers.get('content-type') === 'application/wasm')
    return WebAssembly.instantiateStreaming(response, imports());
  return WebAssembly.instantiate(await response.arrayBuffer(), imports());
}

/** A module of Node's, where there is Node. @param {string} name @returns {any} @internal */
export const nodeModule = (name) =>
  /** @type {any} */ (globalThis).process?.getBuiltinModule?.(`node:${name}`);

/** What a value is, also when it comes from another realm: instanceof would not know it. @param {unknown} value */
const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

/** @param {string | URL | Response} wasm */
async function fetchWasm(wasm) {
  if (tagOf(wasm) === 'Response') return /** @type {Response} */ (wasm);
  if (typeof wasm !== 'string' && tagOf(wasm) !== 'URL')
    throw wrongType('init: wasm', 'a URL, a Response, bytes or a WebAssembly.Module', wasm);
  const url = String(wasm);
  const files = url.startsWith('file:') ? nodeModule('fs/promises') : undefined;
  if (files) {
    // Node's fetch does not read files
    const bytes = await files.readFile(new URL(url)).catch((/** @type {Error} */ cause) => {
      throw new TypeError(`init could not load ${url}: ${cause.message}`, { cause });
    });
    return new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
  }
  return fetch(url);
}

/**
 * Runs an action with a temporary block of module memory.
 * @template T
 * @param {number} bytes
 * @param {(pointer: number) => T} action
 * @returns {T}
 * @internal
 */
export function withBlock(bytes, action) {
  const exports = getCore();
  const pointer = exports.alloc(bytes);
  if (pointer === 0) throw new RangeError(`out of WebAssembly memory: ${bytes} bytes are too many`);
  refreshViews();
  try {
    return action(pointer);
  } finally {
    exports.release(pointer);
  }
}

/** A block that stays; views are refreshed. @param {number} bytes @internal */
export function allocate(bytes) {
  const pointer = getCore().alloc(bytes);
  if (pointer === 0) throw new RangeError(`out of WebAssembly memory: ${bytes} bytes are too many`);
  return pointer;
}
