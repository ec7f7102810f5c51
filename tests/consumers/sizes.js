/* What the first snippet of the README weighs in a bundle, and which of the package's modules are
 * in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { load, node, script } from './user.js';

const FIRST = `import { Box, growthDistance } from 'growth-distance';

const box = new Box({ halfExtents: [1, 0.5, 0.5] });
console.log(growthDistance(box, null, box, { position: [3, 0, 0] }).value);
`;

/** Each writes out.js, minified where the tool has a minifier of its own. */
export const BUNDLERS = {
  async rolldown(folder) {
    const { rolldown } = await load('rolldown');
    const bundle = await rolldown({ input: join(folder, 'first.js'), logLevel: 'silent' });
    await bundle.write({ file: join(folder, 'out.js'), minify: true });
    await bundle.close();
  },
  async esbuild(folder) {
    const esbuild = await load('esbuild');
    const [entry, outfile] = [join(folder, 'first.js'), join(folder, 'out.js')];
    const options = { bundle: true, minify: true, format: 'esm', logLevel: 'silent' };
    await esbuild.build({ ...options, entryPoints: [entry], outfile });
  },
  async webpack(folder) {
    const options = ['--mode', 'production', '--entry', './first.js', '-o', '.'];
    await node(folder, script('webpack-cli'), ...options, '--output-filename', 'out.js');
  },
  async rollup(folder) {
    const plugin = script('@rollup/plugin-node-resolve', 'dist/es/index.js');
    const options = ['first.js', '-f', 'es', '-o', 'out.js', '--silent'];
    await node(folder, script('rollup'), ...options, '-p', plugin);
  },
};

/** Modules with bytes, by a piece of their text that no other has. */
function marks(folder, names) {
  const read = (name) =>
    readFileSync(join(folder, `node_modules/growth-distance/wasm/dist/${name}-bytes.js`), 'utf8');
  const texts = ['core', 'compare', 'extensions'].map(read).join('');
  return names.map((name) => {
    const [, text] = new RegExp(`const ${name} =\\n {2}'([^']*)'`).exec(texts);
    return { name, mark: text.slice(text.length >> 1, (text.length >> 1) + 100) };
  });
}

/** @returns {Promise<{ printed: number, bytes: number, gzip: number, modules: string[] }>} */
export async function firstSnippet(users, bundler, names) {
  const folder = users.folder({ 'first.js': FIRST });
  await BUNDLERS[bundler](folder);
  const { stdout } = await node(folder, 'out.js');
  const text = readFileSync(join(folder, 'out.js'), 'utf8');
  const modules = marks(folder, names).filter(({ mark }) => text.includes(mark));
  return {
    printed: Number(stdout),
    bytes: text.length,
    gzip: gzipSync(text, { level: 9 }).length,
    modules: modules.map(({ name }) => name),
  };
}
