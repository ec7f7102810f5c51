/* Extensions of the core module: dynamic libraries in the core's memory, loaded when one of their
 * queries is first asked. Shapes, poses and results are the core's. */
import { roomFor, unpack } from '../../wasm/dist/unpack.js';
import { allocate, explain, getCore, withBlock } from './module.js';

/** @import { Extension } from './wasm-types.js' */

/**
 * Bytes of memory for an extension's static data and places in the table of functions: its section
 * `dylink.0` begins with a subsection's type and length, the size of the data, its alignment and the
 * number of functions. Numbers are LEB128.
 * @param {WebAssembly.Module} module
 */
function needsOf(module) {
  const [section = new ArrayBuffer(0)] = WebAssembly.Module.customSections(module, 'dylink.0');
  const bytes = new Uint8Array(section);
  let at = 0;
  const next = () => {
    let number = 0;
    for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
      byte = Number(bytes[at++]);
      number |= (byte & 127) << shift;
    }
    return number;
  };
  const [, , data, , functions] = [next(), next(), next(), next(), next()];
  return { data, functions };
}

/** @param {string} name @param {string} packed @returns {Extension} */
function load(name, packed) {
  const core = getCore();
  try {
    const module = withBlock(
      roomFor(packed),
      (at) => new WebAssembly.Module(unpack(packed, core.memory, at)),
    );
    const { data, functions } = needsOf(module);
    const env = {
      ...core,
      // blocks are aligned to 16, as static data is at most
      __memory_base: data === 0 ? 0 : allocate(data),
      __table_base: functions === 0 ? 0 : core.__indirect_function_table.grow(functions),
    };
    const { exports } = new WebAssembly.Instance(module, { env });
    const own = /** @type {Extension} */ (/** @type {unknown} */ ({ ...exports }));
    if (own.build() !== core.build?.())
      throw new WebAssembly.LinkError(`build ${core.build?.()}, not ${own.build()}`);
    own.install?.();
    return own;
  } catch (error) {
    if (!(error instanceof WebAssembly.LinkError)) throw explain(error);
    throw new Error(
      `core.wasm is of another build than the package's ${name}: ` +
        'use the .wasm file of the same package version',
      { cause: error },
    );
  }
}

/**
 * @param {string} name for messages
 * @param {string} packed
 * @returns {() => Extension} its functions, loading it at the first call
 */
export function extension(name, packed) {
  /** @type {Extension | undefined} */
  let loaded;
  return () => (loaded ??= load(name, packed));
}
