/* The size of a page's download: the modules of the package, raw and compressed. */
import { table } from '../text.js';

const DIST = new URL('../../../wasm/dist/', import.meta.url);
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** @type {import('../suite.js').Topic} */
export default {
  name: 'size',
  title: 'Size of the modules',
  platforms: ['node'],
  cases: () => [{ name: 'modules' }],
  async prepare(one, quick) {
    const { readFileSync, readdirSync } = await import('node:fs');
    const { exports } = JSON.parse(readFileSync(new URL('../../package.json', DIST), 'utf8'));
    const core = exports['./core.wasm'].split('/').at(-1);
    const { constants, brotliCompressSync, gzipSync } = await import('node:zlib');
    const best = { params: { [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : 11 } };
    const files = readdirSync(DIST).filter((name) => name.endsWith('.wasm'));
    const modules = Object.fromEntries(
      files.map((name) => {
        const bytes = readFileSync(new URL(name, DIST));
        const compressed = {
          gzip: gzipSync(bytes, { level: 9 }).length,
          brotli: brotliCompressSync(bytes, best).length,
        };
        return [name, { raw: bytes.length, ...compressed }];
      }),
    );
    return { subjects: {}, facts: { core, modules } };
  },
  report([{ facts }]) {
    const lines = Object.entries(facts.modules).map(([name, { raw, gzip, brotli }]) => [
      `\`${name}\``,
      kB(raw),
      kB(gzip),
      kB(brotli),
    ]);
    const core = facts.modules[facts.core];
    return {
      markdown: `The first query needs the module \`${facts.core}\`.

${table(['module', 'raw', 'gzip -9', 'brotli'], lines)}`,
      figures: [
        {
          figure: 'the module: raw, gzip',
          measured: `${kB(core.raw)}, ${kB(core.gzip)}`,
          goal: '≤ 120 kB, ≤ 45 kB',
        },
      ],
    };
  },
};
