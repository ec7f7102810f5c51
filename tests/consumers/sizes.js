/* Bundles the README's first snippet and measures it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { load, node, script } from './user.js';

const FIRST = `import { Box, growthDistance } from 'growth-distance';

const box = new Box({ halfExtents: [1, 0.5, 0.5] });
console.log(growthDistance(box, null, box, { position: [3, 0, 0] }).value);
`;

/** Each bundles first.js into out.js, and minifies it if the tool has a minifier. */
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

/** Bundles the snippet and runs the bundle.
 * @returns {Promise<{ printed: number, text: string, bytes: number, gzip: number }>} */
export async function firstSnippet(users, bundler) {
  const folder = users.folder({ 'first.js': FIRST });
  await BUNDLERS[bundler](folder);
  const { stdout } = await node(folder, 'out.js');
  const text = readFileSync(join(folder, 'out.js'), 'utf8');
  return {
    printed: Number(stdout),
    text,
    bytes: text.length,
    gzip: gzipSync(text, { level: 9 }).length,
  };
}
