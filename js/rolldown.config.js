/* Builds the published files. The sources of this folder become few modules without comments, so that
 * they load fast, and one script for pages without modules. The bytes of each WebAssembly module stay in
 * a separate file in wasm/dist. */

const outside = /^three(\/|$)/;

/**
 * Keeps the module's bytes in a separate file.
 * @param {string} file the file in wasm/dist that replaces core-bytes.js
 */
const bytesBeside = (file) => ({
  name: 'bytes-beside',
  resolveId: {
    filter: { id: /core-bytes\.js$/ },
    handler: () => ({
      id: `../../wasm/dist/${file}`,
      external: /** @type {const} */ ('absolute'),
    }),
  },
});

/**
 * A worker receives the compiled module from its World. Without the bytes it loads in a fraction of the
 * time.
 */
const withoutBytes = {
  name: 'without-bytes',
  load: {
    filter: { id: /core-bytes\.js$/ },
    handler: () =>
      "export const entry = 'growth-distance';\nexport const packed = null;\nexport const file = null;\n",
  },
};

const readable = {
  dir: 'js/dist',
  format: 'esm',
  chunkFileNames: '[name].js',
  // One shared chunk for all entries: in Node, loading a module takes 1 ms. Bundlers remove unused code,
  // because no module has side effects (tests/consumers/sizes.js).
  codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
  comments: { legal: true, annotation: true, jsdoc: false },
};

/**
 * An entry with its own code and shapes, because it has its own WebAssembly module. It is minified: the
 * readable code is in the main entry.
 * @param {string} name @param {string} file in wasm/dist
 */
const separate = (name, file) => ({
  input: { [name]: `js/${name}.js` },
  external: outside,
  plugins: [bytesBeside(file)],
  output: { ...readable, minify: true },
});

export default [
  {
    input: {
      index: 'js/index.js',
      workers: 'js/workers.js',
      three: 'js/three.js',
    },
    external: outside,
    plugins: [bytesBeside('core-bytes.js')],
    output: readable,
  },
  {
    input: { worker: 'js/world/worker.js' },
    plugins: [withoutBytes],
    output: { ...readable, minify: true },
  },
  separate('external', 'core-file.js'),
  separate('compare', 'compare-bytes.js'),
  {
    input: 'js/index.js',
    output: {
      file: 'js/dist/growth-distance.min.js',
      format: 'iife',
      name: 'GrowthDistance',
      minify: true,
    },
  },
];
