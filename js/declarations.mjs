/* Cleans what tsc wrote to js/types: comments that repeat the types beside them, and declarations that no
 * entry reaches. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const TYPEDEF = /^\/\*\* (?:@template [^@]*)*@typedef .*\*\/\n/gm;
const IMPORT = /(?:from|import\(|import)\s*["'](\.[^"'\n]*)\.js["']/g;

const reached = new Set();

/** @param {string} path of a declaration */
function reach(path) {
  if (reached.has(path)) return;
  reached.add(path);
  const text = readFileSync(path, 'utf8').replace(TYPEDEF, '');
  writeFileSync(path, text);
  for (const [, name] of text.matchAll(IMPORT)) reach(join(path, '..', `${name}.d.ts`));
}

for (const { types } of Object.values(exports)) if (types) reach(join(root, types));

const folder = join(root, 'js/types');
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !reached.has(path)) rmSync(path);
}
