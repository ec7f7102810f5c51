/* The published files: the sources of this folder as few modules without comments, so that they load
 * fast, and one script for pages without modules. The bytes of a WebAssembly module stay in a file of
 * their own in wasm/dist. */

const outside = /^three(\/|$)/;

/**
 * Keeps the module's bytes in their own file.
 * @param {string} file the file in wasm/dist that takes the place of core-bytes.js
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

/** A worker gets the compiled module from its World: without the bytes it loads in a fraction of the time. */
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
  // one for all entries: every module costs a reader of Node's a millisecond. What is not used a
  // bundler finds out by itself, as nothing in it acts when it is loaded (tests/consumers/sizes.js)
  codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
  comments: { legal: true, annotation: true, jsdoc: false },
};

/**
 * An entry with code and shapes of its own, because it has another module. It is minified: readers
 * read the main entry.
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
