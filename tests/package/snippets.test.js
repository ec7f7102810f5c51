/*
 * The code of the README and the guides is strict TypeScript as written: without a `!`, with
 * noUncheckedIndexedAccess and exactOptionalPropertyTypes. Only parameters of functions have no
 * types, because the code is JavaScript.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DOCUMENTS, ROOT, blocksOf, read } from '../lib/documents.js';

const FOLDER = fileURLToPath(new URL('../output/snippets/', import.meta.url));
const OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  lib: ['ES2022', 'DOM', 'ESNext.Disposable'],
  strict: true,
  noImplicitAny: false,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true, // three's; ours are checked by package.test.js
  types: [],
};

/** The compiler's errors in blocks of code, except in statements that are said to throw. */
function compile(blocks) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const files = new Map();
  for (const { path, line, code } of blocks) {
    const name = `${path.replace(/\W+/g, '-')}-${line}.mts`;
    files.set(name, code.split('\n'));
    writeFileSync(join(FOLDER, name), `${code}\nexport {};\n`);
  }
  writeFileSync(join(FOLDER, 'node.d.ts'), "declare module 'node:*';\n");
  const config = { compilerOptions: OPTIONS, include: ['*.mts', '*.d.ts'] };
  writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = spawnSync('npx', ['--no-install', 'tsc', '-p', FOLDER, '--pretty', 'false'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((text) => {
    const [, name, line] = /([\w-]+\.mts)\((\d+),\d+\): error/.exec(text) ?? [];
    return name && !files.get(name)[line - 1]?.includes('// throws');
  });
}

test('the snippets of the README and the guides are strict TypeScript', () => {
  const blocks = DOCUMENTS.filter((path) => path === 'README.md' || path.startsWith('docs/guides/'))
    .flatMap((path) => blocksOf(read(path)).map((block) => ({ ...block, path })))
    .filter(({ language }) => language === 'js');
  assert.ok(blocks.length > 30);
  assert.ok(!blocks.some(({ code }) => /\w!\.|\)!/.test(code)));
  assert.deepEqual(compile(blocks), []);
});

test('the check notices a snippet with type errors', () => {
  const code = `import { Box, Sphere, World, distance } from 'growth-distance';
const ball = new Sphere({ radius: 1 });
distance(ball, null, ball, null).depth;
const world = new World();
world.poses[0] += 1;
distance(ball, null, ball, null, { tolerence: 1 }); // throws TypeError…
`;
  const found = compile([{ path: 'x.md', line: 1, code }]);
  assert.deepEqual(
    found.map((text) => /\((\d+),.*(TS\d+)/.exec(text).slice(1)),
    [
      ['3', 'TS2339'],
      ['5', 'TS2532'],
    ],
  );
});
