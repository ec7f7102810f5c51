/*
 * node tests/lib/near-names.js name: prints the names of tests that are nearest to a name without a
 * test.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const tests = fileURLToPath(new URL('..', import.meta.url));
const asked = process.argv[2].replaceAll('-', '_');

/** The letters that must be added, deleted or replaced. @param {string} a @param {string} b */
function editDistance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

const names = new Set();
for (const folder of ['unit', 'hard', 'module', 'api', 'safety', 'package', 'demo'])
  for (const file of readdirSync(tests + folder)) {
    const name = /^test_(\w+)\.c$/.exec(file) ?? /^(.+)\.test\.js$/.exec(file);
    if (name) names.add(name[1].replaceAll('-', '_'));
  }
const near = [...names]
  .toSorted((x, y) => editDistance(asked, x) - editDistance(asked, y))
  .slice(0, 5);
console.error(`No test is named ${process.argv[2]}. The nearest names: ${near.join(', ')}.`);
process.exitCode = 1;
