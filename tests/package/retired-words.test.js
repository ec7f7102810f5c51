/*
 * Names that terms of the field have replaced must not return: whole identifiers and file names of
 * retired-words.json. If you rename something, add the old name there. Dictionary words are no
 * entries, because sentences use them.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LIST = 'tests/package/retired-words.json';
const { identifiers, files } = JSON.parse(readFileSync(root + LIST, 'utf8'));

/** Records of the past, and adapters for the API of older commits, keep the names of their time. */
const RECORDS = /^(CHANGELOG\.md|docs\/lab\/|tests\/data\/|tests\/bench\/against\/)/;
const TEXT = /(^Makefile|\.(c|h|js|mjs|md|json|html|css))$/;

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(
    (path) =>
      path &&
      !path.startsWith('tests/package/retired-words.') &&
      !RECORDS.test(path) &&
      existsSync(root + path),
  );

test('the lists of retired names are sorted, and contain no dictionary words', () => {
  for (const list of [identifiers, files])
    assert.deepEqual(list, [...new Set(list)].sort(), `${LIST}: sort, and remove doubles`);
  for (const name of identifiers)
    assert.match(name, /[_A-Z0-9]|^(growthn|queryn)$/, `${name} may be a word of a sentence`);
  for (const name of files) assert.match(name, /\.\w+$/, `${name} is no file name`);
});

test('no file has a retired name', () => {
  for (const path of tracked)
    assert.ok(!files.includes(path.split('/').at(-1)), `${path} has a retired name`);
});

test('no text uses a retired identifier or file name', () => {
  const retired = new Set(identifiers);
  const names = new Set(files);
  for (const path of tracked.filter((name) => TEXT.test(name))) {
    const text = readFileSync(root + path, 'utf8');
    for (const [word] of text.matchAll(/[A-Za-z_]\w*/g))
      assert.ok(!retired.has(word), `${path} uses ${word}`);
    for (const [word] of text.matchAll(/[\w-]+\.[ch]\b/g))
      assert.ok(!names.has(word), `${path} names ${word}`);
  }
});
