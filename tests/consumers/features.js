/* Measures what a page loads for each feature, and for other packages. node tests/consumers/features.js
 * prints the tables; --write puts them into docs/lab/sizes.md (make sizes). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { format } from 'prettier';
import { kilobytes, table } from './document.js';
import { ROOT, Users, load, node, script, versionOf } from './user.js';

/** Folders with the packages that are not in the tarball. */
const TOOLS = [ROOT, fileURLToPath(new URL('.', import.meta.url))].map((folder) =>
  join(folder, 'node_modules'),
);

export const DOCUMENT = new URL('../../docs/lab/sizes.md', import.meta.url);
const EVERYTHING = 'everything of the main entry';
const BOX = 'const box = new Box({ halfExtents: [1, 1, 1] });';

/** The name of each feature, and a program that imports it and prints a number > 0. */
export const FEATURES = [
  {
    name: '`growthDistance` of spheres',
    code: `import { Sphere, growthDistance } from 'growth-distance';
const ball = new Sphere({ radius: 1 });
console.log(growthDistance(ball, null, ball, [3, 0, 0, 0, 0, 0, 1]).value);`,
  },
  {
    name: '`distance` of boxes',
    code: `import { Box, distance } from 'growth-distance';
${BOX}
console.log(distance(box, null, box, [3, 0, 0, 0, 0, 0, 1]).value);`,
  },
  {
    name: '`Pair` of boxes, all its queries',
    code: `import { Box, Pair } from 'growth-distance';
${BOX}
console.log(new Pair(box, box).distance(null, [3, 0, 0, 0, 0, 0, 1]).value);`,
  },
  {
    name: '`World` of boxes',
    code: `import { Box, World } from 'growth-distance';
${BOX}
const world = new World();
world.add(box);
console.log(world.size);`,
  },
  {
    name: EVERYTHING,
    code: `import * as gd from 'growth-distance';
globalThis.gd = gd;
console.log(new gd.Sphere({ radius: 1 }).radius);`,
  },
  {
    name: 'a mesh as a shape, by `growth-distance/three`',
    code: `import { growthDistance } from 'growth-distance';
import { hullOf } from 'growth-distance/three';
globalThis.use = [growthDistance, hullOf];
console.log(1);`,
  },
  {
    name: 'everything of both entries',
    code: `import * as gd from 'growth-distance';
import * as three from 'growth-distance/three';
globalThis.use = [gd, three];
console.log(1);`,
  },
  {
    name: '`ParallelWorld` of boxes, by `growth-distance/workers`',
    code: `import { Box } from 'growth-distance';
import { ParallelWorld } from 'growth-distance/workers';
globalThis.use = [Box, ParallelWorld];
console.log(1);`,
  },
  {
    name: 'the comparison methods, by `growth-distance/compare`',
    code: `import { Sphere, growthDistance } from 'growth-distance/compare';
const ball = new Sphere({ radius: 1 });
console.log(growthDistance(ball, null, ball, [3, 0, 0, 0, 0, 0, 1]).value);`,
  },
];

/** Physics engines, complete. They also move bodies. */
const OTHERS = [
  { name: 'cannon-es', language: 'JavaScript' },
  { name: '@dimforge/rapier3d-compat', language: 'WebAssembly' },
  { name: 'ammo.js', language: 'asm.js' },
];

const compressed = (data) => gzipSync(data, { level: 9 }).length;
/** Leaves the module's bytes out of a bundle. @type {import('esbuild').Plugin} */
const WITHOUT_MODULE = {
  name: 'without-module',
  setup: (build) => build.onResolve({ filter: /-bytes\.js$/ }, () => ({ external: true })),
};

/** Bundles and minifies a program. @param {string} folder @param {string} code @param {object} [options] */
async function bundle(folder, code, options) {
  const esbuild = await load('esbuild');
  const stdin = { contents: code, resolveDir: folder };
  const { outputFiles } = await esbuild.build({
    ...{ stdin, bundle: true, minify: true, format: 'esm', write: false, logLevel: 'silent' },
    ...{ external: ['three', 'fs', 'path'], platform: 'browser' },
    nodePaths: TOOLS,
    ...options,
  });
  return outputFiles[0].contents;
}

/** @returns {{ bytes: number, gzip: number }} */
const sizeOf = (data) => ({ bytes: data.length, gzip: compressed(data) });

/** The sizes of a feature's bundle without and with the module. Also runs it. @param {Users} users */
export async function measure(users, code) {
  const folder = users.folder({});
  const whole = await bundle(folder, code);
  if (!/growth-distance\/three/.test(code)) {
    writeFileSync(join(folder, 'bundle.js'), whole);
    const { stdout } = await node(folder, 'bundle.js');
    if (!(Number(stdout) > 0)) throw new Error(`a bundle prints ${stdout}`);
  }
  const own = await bundle(folder, code, { plugins: [WITHOUT_MODULE] });
  return { script: sizeOf(own), whole: sizeOf(whole) };
}

const cells = ({ bytes, gzip }) => [kilobytes(bytes), kilobytes(gzip)];

/** @param {Users} users */
async function document(users) {
  const rows = [];
  for (const { name, code } of FEATURES) {
    const sizes = await measure(users, code);
    rows.push([name, ...cells(sizes.script), ...cells(sizes.whole)]);
  }
  const everything = rows.find(([name]) => name === EVERYTHING);
  const installed = join(users.folder({}), 'node_modules/growth-distance');
  const read = (path) => readFileSync(join(installed, path));
  const others = [];
  for (const { name, language } of OTHERS) {
    const code = `import * as all from '${name}'; globalThis.all = all;`;
    const data = await bundle(installed, code);
    others.push([`${name} ${versionOf(name)}`, language, ...cells(sizeOf(data))]);
  }
  const rapier = readFileSync(script('@dimforge/rapier3d-compat', 'dist/rapier_wasm3d_bg.wasm'));
  others.push(['the module of Rapier alone', '', ...cells(sizeOf(rapier))]);
  const text = `# Sizes

\`make sizes\` writes this page. It bundles and minifies the tarball of \`npm pack\` with esbuild ${versionOf('esbuild')}, without
three.js. A kB is 1,000 bytes, and gzip runs at level 9.

The WebAssembly module is one file with every query. The JavaScript depends on the imports of a program, because a
bundler drops the rest. Every bundle with a query contains the code for traces and for all forms of poses. \`trace\` is an
option of the query, and a pose may come in any form.

${table(
  ['feature', 'JavaScript', 'gzip', 'with the module', 'gzip'],
  [
    [
      'the module alone, as `growth-distance/core.wasm`',
      '',
      '',
      ...cells(sizeOf(read('wasm/dist/core.wasm'))),
    ],
    ...rows,
  ],
)}

\`ParallelWorld\` also loads the file of its workers, ${cells(sizeOf(read('js/dist/worker.js'))).join(', gzip ')}. The page sends the module to them.
\`growth-distance/external\` has the same JavaScript as the main entry and loads \`core.wasm\` as a file.

## Comparison with physics engines

Each row is a complete package, imported with \`import *\`. An engine also moves bodies, while this package only answers
queries about them. \`rapier3d-compat\` contains its module as base64. The registry has only one version of \`ammo.js\`.

${table(
  ['package', 'language', 'minified', 'gzip'],
  [[`growth-distance, ${EVERYTHING}`, 'WebAssembly', ...everything.slice(3)], ...others],
)}
`;
  return format(text, { parser: 'markdown', printWidth: 100 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const users = new Users();
  try {
    const text = await document(users);
    console.log(text);
    if (process.argv.includes('--write')) writeFileSync(DOCUMENT, text);
  } finally {
    await users.close();
  }
}
