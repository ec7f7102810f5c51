/* Seeds single faults in src, wasm and js, one at a time, and reports which of them no test notices.
 * README.md says how it works; --help lists the options. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { filesOf } from './copy.js';
import { Examiner } from './examine.js';
import { faultsOfC } from './faults-c.js';
import { faultsOfJs } from './faults-js.js';
import { Pristine } from './pristine.js';
import { named, report } from './report.js';
import { endAll, together } from './run.js';
import { matches, ordered } from './sample.js';

const HELP = `Seeds single faults (operators, constants, deleted statements, swapped arguments) in src, wasm and js,
one at a time, in copies of the checkout under build/mutation, and reports which of them no test notices.

Usage: make mutate [SEED=n] [COUNT=n] [FILES=pattern] [JOBS=n] [AGAIN=1] [LIST=1] [HELP=1]
   or: node tests/mutation/mutate.js [options]

  --seed n         which faults (default 1); the same seed is the same faults
  --count n        how many (default 60); a larger count goes on after the former ones
  --files pattern  only in these files: a folder, a path, or a pattern with * and **
  --jobs n         copies that work at the same time (default: processors)
  --again          examine once more what no test noticed in an earlier run, after tests were added
  --list           print the faults and examine none
  --help           this text

Results are kept in build/mutation/<seed>.jsonl: a run that was stopped goes on when it is started again.
The first run builds everything and times every test, which takes some minutes more.
Exits with 0 when the tests notice at least 95 % of what is observable, otherwise with 1.`;

/** Files with faults, and files that the build checks and no test of behaviour. */
const SOURCES = /^(src|wasm|js)\/.*\.(c|h|js|mjs)$/;
const LEFT_OUT = /\.config\.js$|\.d\.ts$|abi_dump\.c$/;
const GOAL = 0.95;

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'build/mutation');

/** @param {string[]} words of the command line */
function options(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '60' },
      files: { type: 'string', default: '' },
      jobs: { type: 'string', default: `${availableParallelism()}` },
      again: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const number = (name, least) => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < least)
      throw new RangeError(`--${name} must be a whole number from ${least}, got ${values[name]}`);
    return value;
  };
  return { ...values, seed: number('seed', 0), count: number('count', 1), jobs: number('jobs', 1) };
}

/** The faults that the options select, in the seed's order. */
function faultsOf({ seed, count, files }) {
  const sources = filesOf(root).filter(
    (file) => SOURCES.test(file) && !LEFT_OUT.test(file) && (files === '' || matches(file, files)),
  );
  const all = sources.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return { file, faults: /\.[ch]$/.test(file) ? faultsOfC(text) : faultsOfJs(text) };
  });
  const drawn = ordered(all, seed);
  if (drawn.length === 0) throw new RangeError(`--files ${files} names no source with a statement`);
  return drawn.slice(0, count);
}

async function main() {
  const asked = options(process.argv.slice(2));
  if (asked.help) return console.log(HELP);
  const faults = faultsOf(asked);
  if (asked.list) return faults.forEach((fault) => console.log(named(fault)));

  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${asked.seed}.jsonl`);
  const kept = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  const rows = new Map(kept.map((row) => [row.id, row]));
  const missed = (row) => /warnings|digests|survived/.test(row?.outcome);
  const todo = faults.filter(({ id }) => !rows.has(id) || (asked.again && missed(rows.get(id))));
  if (todo.length < faults.length)
    console.log(`${faults.length - todo.length} of ${faults.length} are known from an earlier run`);
  if (todo.length > 0) {
    const pristine = new Pristine(root, folder, asked.jobs, (text) => console.log(`- ${text}`));
    await pristine.prepare();
    const copies = Array.from({ length: Math.min(asked.jobs, todo.length) }, (_, i) => `${i + 1}`);
    const examiners = copies.map((name) => new Examiner(pristine, name));
    let done = faults.length - todo.length;
    await together(examiners, todo, async (examiner, fault) => {
      const begun = performance.now();
      const found = await examiner.examine(fault);
      const { id, line, kind, before, after } = fault;
      const row = {
        id,
        file: fault.file,
        line,
        kind,
        before,
        after,
        ...found,
        seconds: (performance.now() - begun) / 1000,
      };
      appendFileSync(file, `${JSON.stringify(row)}\n`);
      rows.set(id, row);
      const by = `${row.by ? ` by ${row.by}` : ''}${row.hang ? ' (hangs)' : ''}`;
      console.log(
        `[${++done}/${faults.length}] ${named(row)}: ${row.outcome}${by}, ${row.seconds.toFixed(1)} s`,
      );
    });
  }
  const chosen = faults.map((fault) => ({ ...rows.get(fault.id), line: fault.line }));
  const text = report(chosen);
  writeFileSync(join(folder, `${asked.seed}.md`), `${text}\n`);
  console.log(`\n${text}`);
  const noticed = chosen.filter((row) => row.outcome === 'noticed').length;
  if (noticed < GOAL * (noticed + chosen.filter(missed).length)) process.exitCode = 1;
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });
main().catch((error) => {
  console.error(
    error instanceof RangeError || error.code?.startsWith('ERR_PARSE_ARGS') ? error.message : error,
  );
  endAll();
  process.exitCode = 2;
});
