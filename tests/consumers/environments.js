/* The environments in which a new user may try the package. Each uses only the configuration of the tool's
 * own introduction, and returns the hashes of scenario.js. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, node, says, script } from './user.js';

const SCENARIO = readFileSync(new URL('scenario.js', import.meta.url), 'utf8');
const CSP = { 'content-security-policy': "script-src 'self' 'wasm-unsafe-eval'" };
const HERE = './node_modules/growth-distance/js/dist/';

/** The entries of the package by the names that the programs use. */
const PACKAGE = {
  gd: 'growth-distance',
  compared: 'growth-distance/compare',
  spread: 'growth-distance/workers',
  drawing: 'growth-distance/three',
  three: 'three',
};
const PATHS = Object.fromEntries(
  Object.entries({ gd: 'index', compared: 'compare', spread: 'workers' }).map(([name, file]) => [
    name,
    `${HERE}${file}.js`,
  ]),
);
const WITHOUT_WORKERS = ['gd', 'compared', 'drawing', 'three'];

/** How a program returns the hashes: in Node, on a page, in a worker. */
const SAY = {
  node: 'console.log(JSON.stringify(found));',
  page: 'globalThis.said = found;',
  worker: 'postMessage(found);',
};

/** Imports all of an entry. Of three it imports two classes only, because bundlers take long for all of it.
 */
const imported = (name, from) =>
  name === 'three'
    ? `import { BoxGeometry, Mesh } from '${from}';\nconst three = { BoxGeometry, Mesh };`
    : `import * as ${name} from '${from}';`;

/** A program that imports entries and returns their hashes. */
function program(say, from = PACKAGE, names = Object.keys(from)) {
  const imports = names.map((name) => imported(name, from[name]));
  return `${imports.join('\n')}
import { answers } from './scenario.js';

const found = await answers({ ${names.join(', ')} });
${SAY[say]}
`;
}

/** A program of the entry that loads core.wasm as a file. @param {string} say @param {string} [from] */
const external = (say, from = 'growth-distance/external') => `import * as gd from '${from}';
import { answers } from './scenario.js';

await gd.init();
const found = await answers({ gd });
${SAY[say]}
`;

/** A page. Its icon keeps browsers from requesting one, which would log an error. */
const html = (body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>growth-distance</title>` +
  `<link rel="icon" href="data:,"></head><body>${body}</body></html>\n`;
const MODULE = (path) => html(`<script type="module" src="${path}"></script>`);

const withScenario = (files) => ({ 'scenario.js': SCENARIO, ...files });

/** Vite's scaffold without images. */
const vitePage = (main) => withScenario({ 'index.html': MODULE('/main.js'), 'main.js': main });

async function vite(folder, ...options) {
  await node(folder, script('vite'), 'build', '--logLevel', 'warn', ...options);
  return join(folder, 'dist');
}

/** Builds with webpack, which by default reads src/index.js and writes dist/main.js. */
async function webpack(users, main, ...options) {
  const folder = users.folder({
    'src/scenario.js': SCENARIO,
    'src/index.js': main,
    'dist/index.html': MODULE('main.js'),
  });
  await node(folder, script('webpack-cli'), '--mode', 'production', ...options);
  return users.page(join(folder, 'dist'));
}

/** A static page in a user's folder. */
const page = (users, files, headers) => users.page(users.folder(withScenario(files)), headers);

const IMPORTS = JSON.stringify({
  imports: {
    'growth-distance': `${HERE}index.js`,
    'growth-distance/compare': `${HERE}compare.js`,
    'growth-distance/workers': `${HERE}workers.js`,
    'growth-distance/three': `${HERE}three.js`,
    three: './node_modules/three/build/three.module.js',
    'three/addons/': './node_modules/three/examples/jsm/',
  },
});

/** Checks, compiles and runs the program with TypeScript in strict mode. */
const typescript = (tool, module, moduleResolution) => ({
  tool,
  async run(users) {
    const folder = users.folder(
      withScenario({
        // without three, whose types take half a minute
        'main.ts': program('node', PACKAGE, ['gd', 'compared', 'spread']),
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            ...{ strict: true, target: 'es2022', lib: ['es2023', 'dom'], types: [] },
            skipDefaultLibCheck: true,
            ...{ allowJs: true, checkJs: true, outDir: 'out', module, moduleResolution },
          },
          files: ['main.ts', 'scenario.js'],
        }),
      }),
    );
    await node(folder, script(tool), '-p', '.');
    return says(folder, 'out/main.js');
  },
});

/**
 * @typedef {object} Environment
 * @property {string} name
 * @property {string} [tool] package whose version the table shows; for `chromium` the browser's version
 * @property {string} [note] last column of the table
 * @property {(users: import('./user.js').Users) => Promise<Record<string, string>>} run the hashes
 */

/** @type {Environment[]} */
export const ENVIRONMENTS = [
  {
    name: 'Node, ES modules',
    tool: 'node',
    async run(users) {
      const folder = users.folder(withScenario({ 'main.js': program('node') }));
      return says(folder, 'main.js');
    },
  },
  {
    name: 'Node, CommonJS by `require()`',
    tool: 'node',
    async run(users) {
      // three itself warns if it is loaded by require()
      const { three, ...entries } = PACKAGE;
      const required = Object.entries(entries).map(
        ([n, from]) => `const ${n} = require('${from}');`,
      );
      const main = `${required.join('\n')}
Promise.all([import('./scenario.js'), import('${three}')]).then(async ([{ answers }, three]) => {
  const found = await answers({ gd, compared, spread, drawing, three });
  ${SAY.node}
});
`;
      return says(users.folder(withScenario({ 'main.cjs': main })), 'main.cjs');
    },
  },
  {
    name: 'Node, `growth-distance/external`',
    tool: 'node',
    async run(users) {
      const folder = users.folder(withScenario({ 'main.js': external('node') }));
      return says(folder, 'main.js');
    },
  },
  {
    name: 'Server-side import without a DOM',
    tool: 'node',
    note: 'imports every entry without WebAssembly, workers and a page, and uses them afterwards',
    async run(users) {
      const names = Object.values(PACKAGE).filter((name) => name !== 'three');
      const main = `const { WebAssembly } = globalThis;
for (const name of ['WebAssembly', 'Worker', 'document', 'window', 'navigator', 'fetch'])
  delete globalThis[name];
for (const name of ${JSON.stringify([...names, 'growth-distance/external'])}) await import(name);
globalThis.WebAssembly = WebAssembly;
await import('./use.js');
`;
      const folder = users.folder(withScenario({ 'main.js': main, 'use.js': program('node') }));
      return says(folder, 'main.js');
    },
  },
  {
    name: 'Server-side rendering by Vite',
    tool: 'vite',
    async run(users) {
      const folder = users.folder(withScenario({ 'server.js': program('node') }));
      await vite(folder, '--ssr', 'server.js');
      return says(folder, 'dist/server.js');
    },
  },
  { name: 'TypeScript strict, NodeNext', ...typescript('typescript', 'nodenext', 'nodenext') },
  { name: 'TypeScript strict, Bundler', ...typescript('typescript', 'esnext', 'bundler') },
  { name: 'TypeScript of 2024, strict', ...typescript('typescript-2024', 'nodenext', 'nodenext') },
  {
    name: 'TypeScript of 2024, `moduleResolution: node`',
    note: 'the resolution of old projects, which ignores `exports`',
    ...typescript('typescript-2024', 'esnext', 'node10'),
  },
  {
    name: 'Vite, built',
    tool: 'vite',
    async run(users) {
      const folder = users.folder(vitePage(program('page')));
      return users.page(await vite(folder));
    },
  },
  {
    name: 'Vite, development server',
    tool: 'vite',
    async run(users) {
      const folder = users.folder(vitePage(program('page')));
      const { createServer } = await load('vite');
      const address = { host: '127.0.0.1' };
      const server = await createServer({ root: folder, logLevel: 'silent', server: address });
      try {
        await server.listen(0);
        return await users.visit(server.resolvedUrls.local[0]);
      } finally {
        await server.close();
      }
    },
  },
  {
    name: 'Vite, `growth-distance/external`',
    tool: 'vite',
    async run(users) {
      const folder = users.folder(vitePage(external('page')));
      return users.page(await vite(folder));
    },
  },
  {
    name: 'webpack 5',
    tool: 'webpack',
    run: (users) => webpack(users, program('page')),
  },
  {
    name: 'webpack 5, `growth-distance/external`',
    tool: 'webpack',
    // the build above minifies the same code, which takes longest
    run: (users) => webpack(users, external('page'), '--no-optimization-minimize'),
  },
  {
    name: 'esbuild',
    tool: 'esbuild',
    note: 'without `/workers`: esbuild does not copy the worker’s file',
    async run(users) {
      const main = program('page', PACKAGE, WITHOUT_WORKERS);
      const folder = users.folder(
        withScenario({ 'main.js': main, 'out/index.html': MODULE('main.js') }),
      );
      const outfile = join(folder, 'out/main.js');
      const esbuild = await load('esbuild');
      const options = { bundle: true, minify: true, format: 'esm', logLevel: 'silent' };
      await esbuild.build({ ...options, entryPoints: [join(folder, 'main.js')], outfile });
      return users.page(join(folder, 'out'));
    },
  },
  {
    name: 'Rollup',
    tool: 'rollup',
    note: 'with its plug-in node-resolve, which finds packages; without `/workers`: Rollup does not copy the worker’s file',
    async run(users) {
      const main = program('page', PACKAGE, WITHOUT_WORKERS);
      const folder = users.folder(
        withScenario({ 'main.js': main, 'out/index.html': MODULE('main.js') }),
      );
      const plugin = script('@rollup/plugin-node-resolve', 'dist/es/index.js');
      const options = ['main.js', '-f', 'es', '-o', 'out/main.js', '--silent'];
      await node(folder, script('rollup'), ...options, '-p', plugin);
      return users.page(join(folder, 'out'));
    },
  },
  {
    name: 'A module page with an import map',
    tool: 'chromium',
    async run(users) {
      const map = `<script type="importmap">${IMPORTS}</script>`;
      const index = html(`${map}<script type="module" src="main.js"></script>`);
      return page(users, { 'index.html': index, 'main.js': program('page') });
    },
  },
  {
    name: 'A module page, `growth-distance/external`',
    tool: 'chromium',
    async run(users) {
      const main = external('page', `${HERE}external.js`);
      return page(users, { 'index.html': MODULE('main.js'), 'main.js': main });
    },
  },
  {
    name: 'A script tag',
    tool: 'chromium',
    note: 'the main entry, as the global `GrowthDistance`',
    async run(users) {
      const main = `${SCENARIO.replaceAll('export ', '')}
answers({ gd: GrowthDistance }).then((found) => {
  ${SAY.page}
});`;
      const index = html(
        `<script src="${HERE}growth-distance.min.js"></script><script src="main.js"></script>`,
      );
      return page(users, { 'index.html': index, 'main.js': main });
    },
  },
  {
    name: 'A module worker',
    tool: 'chromium',
    async run(users) {
      const main = `const worker = new Worker('worker.js', { type: 'module' });
worker.onmessage = ({ data }) => {
  globalThis.said = data;
};`;
      const files = { 'main.js': main, 'worker.js': program('worker', PATHS) };
      return page(users, { 'index.html': MODULE('main.js'), ...files });
    },
  },
  {
    name: 'A strict content security policy',
    tool: 'chromium',
    note: `\`${CSP['content-security-policy']}\``,
    async run(users) {
      const files = { 'index.html': MODULE('main.js'), 'main.js': program('page', PATHS) };
      return page(users, files, CSP);
    },
  },
];
