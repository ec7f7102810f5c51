/* What is published: the sources of this folder as few modules without comments, so that they load
 * fast, and one script for a page without modules. The bytes of the module and its extensions stay
 * files of their own beside core.wasm, which all entries share. */

const outside = /^three(\/|$)/;

/**
 * Leaves the modules with bytes where they are.
 * @param {string} core the one for the core
 */
const bytesBeside = (core) => ({
  name: 'bytes-beside',
  resolveId: {
    filter: { id: /-bytes\.js$/ },
    /** @param {string} source */
    handler(source) {
      const [name] = /[^/]*$/.exec(source) ?? [];
      const id = `../../wasm/dist/${name === 'core-bytes.js' ? core : name}`;
      return { id, external: /** @type {const} */ ('absolute') };
    },
  },
});

const readable = {
  dir: 'js/dist',
  format: 'esm',
  chunkFileNames: '[name].js',
  // one for all entries: every module costs a reader of Node's a millisecond. What is not used a
  // bundler finds out by itself, as nothing in it acts when it is loaded (tests/consumers/sizes.js)
  advancedChunks: { groups: [{ name: 'shared', minShareCount: 2 }] },
  comments: { legal: true, annotation: true, jsdoc: false },
};

export default [
  {
    input: {
      index: 'js/index.js',
      compare: 'js/compare.js',
      workers: 'js/workers.js',
      worker: 'js/world/worker.js',
      three: 'js/three.js',
    },
    external: outside,
    plugins: [bytesBeside('core-bytes.js')],
    output: readable,
  },
  {
    // a copy of the main entry: who reads reads that
    input: { external: 'js/external.js' },
    external: outside,
    plugins: [bytesBeside('core-file.js')],
    output: { ...readable, minify: true },
  },
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
