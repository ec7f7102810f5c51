/* The WebAssembly module: its only instance, the views of its memory, and the scratch block for arguments.
 *
 * The first use of the module loads it synchronously from the bytes in the bundle. init() loads it
 * earlier, from these bytes or from a file. The views are replaced when the memory grows. */
import { ABI_VERSION, DISTANCE_RESULT_STRIDE, SETTINGS_STRIDE } from '../../wasm/dist/abi.js';
import { file, packed } from '../../wasm/dist/core-bytes.js';
import { unpack } from '../../wasm/dist/unpack.js';
import { callSupport, forgetFailure, running } from './callbacks.js';
import { refuseUnknownKeys, format, wrongType } from './errors.js';

/** @import { Core } from './wasm-types.js' */

/** A view of the module's memory, replaced whenever the memory grows. @type {Float64Array} @internal */
export let f64 = /* @__PURE__ */ new Float64Array(0);
/** @type {Int32Array} @internal */
export let i32 = /* @__PURE__ */ new Int32Array(0);
/** @type {Uint32Array} @internal */
export let u32 = /* @__PURE__ */ new Uint32Array(0);

/** Pointer to the module's block for the arguments and results of one call. @internal */
export let scratch = 0;
/** @internal */
export const SCRATCH_DOUBLES = 256;

/**
 * Offsets in this block, in bytes, of the data that the module's functions for a single pair use: settings,
 * poses, the motion and the result. Batches of one pair also use SHAPES and PAIRS.
 * @internal
 */
export const SHAPES = 0;
/** @internal */
export const PAIRS = 8;
/** @internal */
export const SETTINGS = 16;
/** @internal */
export const POSES = SETTINGS + 8 * SETTINGS_STRIDE;
/** @internal */
export const MOTION = POSES + 14 * 8;
/** @internal */
export const RESULT = MOTION + 14 * 8;
/** Doubles of the longest result. */
const RESULT_DOUBLES = DISTANCE_RESULT_STRIDE;

/**
 * Views of the two poses, of the motion and of the result alone. Accesses with constant indices cost half of
 * those to f64 (Node 26), because the engine treats long arrays as more general.
 * @internal
 */
export let pairPoses = /* @__PURE__ */ new Float64Array(14);
/** @internal */
export let pairMotion = /* @__PURE__ */ new Float64Array(14);
/** @internal */
export let pairResult = /* @__PURE__ */ new Float64Array(RESULT_DOUBLES);

/** The module's functions. Code without a shape calls getCore, which loads them. @type {Core} @internal */
export let core;

/** The imports of the module. */
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
  pairPoses = new Float64Array(buffer, scratch + POSES, 14);
  pairMotion = new Float64Array(buffer, scratch + MOTION, 14);
  pairResult = new Float64Array(buffer, scratch + RESULT, RESULT_DOUBLES);
}

/** The source that init loaded the module from; undefined for the inline bytes. @type {unknown} */
let loadedFrom;

/** The compiled module, from which other threads create instances. */
let compiled = /** @type {WebAssembly.Module | undefined} */ (undefined);

/** The compiled module, loaded if necessary. @returns {WebAssembly.Module} @internal */
export function getModule() {
  getCore();
  return /** @type {WebAssembly.Module} */ (compiled);
}

/**
 * Makes an instance the only one of this package, after a check of its ABI version.
 * @param {WebAssembly.Instance} instance
 * @param {WebAssembly.Module} module
 * @param {unknown} [source]
 */
function adopt(instance, module, source) {
  const exports = /** @type {Core} */ (/** @type {unknown} */ (instance.exports));
  const version = exports.abi_version?.();
  if (version !== ABI_VERSION) {
    throw new Error(
      `core.wasm must have ABI version ${ABI_VERSION}, got ${version}: ` +
        'load the .wasm file of the same package version',
    );
  }
  exports._initialize();
  const top = Number(exports.__stack_pointer.value);
  const block = exports.argument_block();
  // the engine resolves calls through a plain object faster than through the instance's namespace
  core = { ...exports };
  loadedFrom = source;
  compiled = module;
  stackTop = top;
  scratch = block;
  refreshViews();
  return core;
}

/**
 * The error to throw for a failed compilation: it names SIMD if that is missing.
 * @param {unknown} cause
 * @internal
 */
export function explain(cause) {
  if (cause instanceof WebAssembly.CompileError && /simd|v128|0xfd/i.test(cause.message)) {
    return new Error('growth-distance needs WebAssembly SIMD, which this engine lacks', { cause });
  }
  return cause;
}

/** Throws if the engine has no WebAssembly. @internal */
export function requireWebAssembly() {
  if (typeof WebAssembly !== 'object') {
    throw new Error('growth-distance needs WebAssembly, which this engine lacks or forbids');
  }
}

/**
 * Counts the uses of the module. Reading arguments can run user code (getters, `translation()`). If that code
 * runs another query, the scratch block is overwritten; the first query detects this by the changed id.
 * @internal
 */
export let callId = 0;

/** The id of the latest call that returned from the module. If a later call did not return, an exception such
 * as a stack overflow may have passed through its frames. Then the module's stack pointer is wrong. */
let completedCall = 0;
/** The module's stack pointer outside of all calls. */
let stackTop = 0;

/** Resets the stack pointer and the stored exception of a support function. */
function unwind() {
  if (!core || running) return;
  core.__stack_pointer.value = stackTop;
  forgetFailure();
}

/**
 * Starts a use of the module, and repairs the module's state if the previous one did not return.
 * @internal
 */
export function beginCall() {
  if (completedCall !== callId) unwind();
  return ++callId;
}

/**
 * Starts a query, before it reads its arguments.
 * @returns {number} the id of the call
 * @internal
 */
export function beginQuery() {
  if (running) throw insideSupport();
  return beginCall();
}

/**
 * Marks a call as returned. Only frequent calls need this: it saves the next call an unnecessary unwind.
 * @internal
 */
export function endCall() {
  completedCall = callId;
}

/** The error if reading arguments or writing a result has run another query. @internal */
export const reentered = () =>
  new Error(
    'getters of poses and options and setters of results must not use growth-distance: ' +
      'they run inside one of its calls',
  );

/** The error if a support function uses the module, which is running a query. @internal */
export const insideSupport = () =>
  new Error('a support function must not use growth-distance: it runs inside one of its calls');

/** The module's functions. Loads the module from the inline bytes if it is not loaded yet. @internal */
export function getCore() {
  if (running) throw insideSupport();
  beginCall();
  if (core) return core;
  if (carried === null)
    throw new Error(
      'growth-distance/external contains no inline module: call await init() before you create a shape',
    );
  requireWebAssembly();
  try {
    const module = new WebAssembly.Module(unpack(carried));
    return adopt(new WebAssembly.Instance(module, imports()), module);
  } catch (error) {
    throw explain(error);
  }
}

/**
 * The inline bytes and the URL of the file. One of the two is null: only growth-distance/external has a URL.
 */
const carried = /** @type {string | null} */ (packed);
const beside = /** @type {(() => URL) | null} */ (file);

/**
 * The members of a Response that the package uses. They are declared here, because the declarations must
 * compile without the DOM library.
 * @typedef {object} ResponseLike
 * @property {boolean} ok
 * @property {number} status
 * @property {string} url
 * @property {{ get(name: string): string | null }} headers
 * @property {() => Promise<ArrayBuffer>} arrayBuffer
 */

/**
 * The members of a URL that the package uses.
 * @typedef {{ readonly href: string, readonly protocol: string }} UrlLike
 */

/** A WebAssembly.Module, which has no members. @typedef {object} CompiledModule */

/** @typedef {string | UrlLike | ResponseLike | PromiseLike<ResponseLike> | ArrayBufferLike | ArrayBufferView | CompiledModule} WasmSource */

/**
 * @typedef {object} InitOptions
 * @property {WasmSource | undefined} [wasm] URL, Response (or a promise of one), bytes or WebAssembly.Module
 *   of `growth-distance/core.wasm`. Default: the inline copy; for `growth-distance/external`, the package's
 *   file
 */

/**
 * Loads the WebAssembly module before its first use. The call is optional, because the first shape or query
 * loads the inline copy of the module. With `wasm`, init loads the file `growth-distance/core.wasm` instead,
 * and compiles a URL or a Response while it downloads.
 *
 * `growth-distance/external` has no inline copy. There you must await init before you create a shape. Without
 * an argument it loads the package's file.
 *
 * @param {InitOptions} [options]
 * @returns {Promise<void>} resolves when queries can run. A second call without a source, or with the same
 *   source, has no effect
 * @throws {TypeError} if `wasm` has an unsupported type or cannot be loaded
 * @throws {Error} if the engine has no WebAssembly or no SIMD, if the file belongs to another package
 *   version, or if the module is already loaded from another source
 * @example
 * // in Node; in a browser, pass the URL of the file
 * await init({ wasm: import.meta.resolve('growth-distance/core.wasm') });
 */
export async function init(options = {}) {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `the options of init must be an object such as { wasm: url }, got ${format(options)}`,
    );
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

/** The pending call of load, so that two simultaneous calls of init load the source once. */
let loading = /** @type {{ source: unknown, done: Promise<void> } | null} */ (null);

/** @param {any} wasm @param {unknown} source */
async function load(wasm, source) {
  try {
    const { instance, module } = await instantiate(wasm);
    // another call may have finished first; there is only one instance
    if (core) checkSource(source);
    else adopt(instance, module, source);
  } catch (error) {
    throw explain(error);
  } finally {
    if (loading?.source === source) loading = null;
  }
}

/** @param {unknown} source @throws {Error} if the module was loaded from another source */
function checkSource(source) {
  if (source === loadedFrom) return;
  const from = typeof loadedFrom === 'string' ? loadedFrom : 'another source';
  throw new Error(
    `init: the module is already loaded from ${loadedFrom === undefined ? 'its inline copy' : from}; ` +
      'call init before you create a shape',
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
  // instantiateStreaming rejects every other content type, even this one with a charset
  if (response.headers.get('content-type') === 'application/wasm')
    return WebAssembly.instantiateStreaming(response, imports());
  return WebAssembly.instantiate(await response.arrayBuffer(), imports());
}

/**
 * A built-in module of Node, or undefined in other environments.
 * @param {string} name
 * @returns {any}
 * @internal
 */
export const nodeModule = (name) =>
  /** @type {any} */ (globalThis).process?.getBuiltinModule?.(`node:${name}`);

/**
 * The class of a built-in object. Unlike instanceof, it works for objects of other realms.
 * @param {unknown} value
 */
const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

/** @param {string | URL | Response} wasm */
async function fetchWasm(wasm) {
  if (tagOf(wasm) === 'Response') return /** @type {Response} */ (wasm);
  if (typeof wasm !== 'string' && tagOf(wasm) !== 'URL')
    throw wrongType('init: wasm', 'a URL, a Response, bytes or a WebAssembly.Module', wasm);
  const url = String(wasm);
  const files = url.startsWith('file:') ? nodeModule('fs/promises') : undefined;
  if (files) {
    // Node's fetch does not support file URLs
    const bytes = await files.readFile(new URL(url)).catch((/** @type {Error} */ cause) => {
      throw new TypeError(`init could not load ${url}: ${cause.message}`, { cause });
    });
    return new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
  }
  return fetch(url);
}

/**
 * Runs an action with a temporary block of module memory, and releases the block afterwards.
 * @template T
 * @param {number} bytes
 * @param {(pointer: number) => T} action
 * @returns {T}
 * @internal
 */
export function withBlock(bytes, action) {
  const exports = getCore();
  const pointer = exports.alloc(bytes);
  if (pointer === 0)
    throw new RangeError(`out of WebAssembly memory: cannot allocate ${bytes} bytes`);
  refreshViews();
  try {
    return action(pointer);
  } finally {
    exports.release(pointer);
  }
}

/**
 * Allocates a permanent block. The views are valid afterwards.
 * @param {number} bytes
 * @returns {number} its pointer
 * @internal
 */
export function allocate(bytes) {
  const pointer = getCore().alloc(bytes);
  if (pointer === 0)
    throw new RangeError(`out of WebAssembly memory: cannot allocate ${bytes} bytes`);
  return pointer;
}
