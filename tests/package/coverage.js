/*
 * The lines and branches that the tests run, by file: src/ and wasm/ by the C tests, js/ by the
 * JavaScript tests. Prints the lines that no test runs.
 *
 * Usage: node tests/package/coverage.js [c|js ...] [--branches [FILE ...]], after `make
 * build/coverage/test`. --branches lists the branches in C that no test takes, in all files or in
 * the named ones, as file:line:column, the missing value and the condition.
 *
 * C: clang counts source regions. A function that several files inline, or that is in the library
 * and in the module, counts once. Calls by JavaScript tests do not count.
 *
 * JavaScript: V8 counts blocks in every process, worker and page (tests/lib/browser.js), which are
 * merged letter by letter. Comments and the built package (js/dist) do not count.
 *
 * A line that cannot run, or a branch that its conditions cannot take, has a comment: "unreachable:
 * " and the reason. It is left out, with the case labels that lead to it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = `${root}build/coverage/`;
const MARK = /unreachable: \w/;
/** Tests of other things than js/: the demo, the machine, formats and documents. */
const ELSEWHERE = /^(demo|package)\//;

/** @typedef {{ lines: Map<number, number>, branches: Map<string, number> }} Counts */

/** The parts to measure, and the files that --branches lists. */
function splitArguments(words) {
  const at = words.indexOf('--branches');
  return at < 0 ? [words, null] : [words.slice(0, at), words.slice(at + 1)];
}

/**
 * The counts by file of an lcov report, for files in some folders. @returns {Map<string, Counts>}
 */
function readReport(text, folders) {
  const files = new Map();
  let file = null;
  for (const row of text.split('\n')) {
    const [, field, value] = /^(\w+):(.*)$/.exec(row) ?? [];
    if (field === 'SF') {
      const name = value.replace(root, '');
      const counted =
        folders.some((folder) => name.startsWith(folder)) && !name.startsWith('js/dist/');
      if (counted && !files.has(name)) files.set(name, { lines: new Map(), branches: new Map() });
      file = counted ? files.get(name) : null;
    } else if (file && field === 'DA') {
      const [line, count] = value.split(',').map(Number);
      file.lines.set(line, Math.max(count, file.lines.get(line) ?? 0));
    } else if (file && field === 'BRDA') {
      const [line, block, branch, taken] = value.split(',');
      const key = `${line},${block},${branch}`;
      const count = taken === '-' ? 0 : Number(taken);
      file.branches.set(key, Math.max(count, file.branches.get(key) ?? 0));
    }
  }
  return files;
}

/** A label of a switch that falls through to the next line. */
const LABEL = /^\s*case \w+:\s*(\/\*.*\*\/)?$/;
/** A switch over an enum: the compiler checks that it lists every value (-Wswitch-enum). */
const SWITCH = /^\s*switch \(.*\n\s*case [A-Z]/;
/**
 * Lines without code of their own: a closing brace counts with the next statement, and a #define of
 * another name with one of its uses.
 */
const IDLE_C = /^\s*\}[;,)]*$|^#define \w+ \w+$/;

/** Removes lines marked as unreachable, the labels that lead to them, braces and other names. */
function withoutMarked(name, { lines, branches }) {
  const source = readFileSync(root + name, 'utf8').split('\n');
  const left = new Set();
  for (let i = source.length - 1; i >= 0; i--) {
    const leads = LABEL.test(source[i]) && left.has(i + 2);
    if (leads || MARK.test(source[i])) left.add(i + 1);
    if (MARK.test(source[i]) && lines.get(i + 1) > 0) {
      const ways = [...branches].filter(([key]) => parseInt(key, 10) === i + 1);
      if (ways.every(([, count]) => count > 0))
        console.log(`${name}:${i + 1} is marked as unreachable, and runs`);
    }
  }
  const reachable = (key) => {
    const line = parseInt(key, 10);
    return !left.has(line) && !SWITCH.test(source.slice(line - 1, line + 1).join('\n'));
  };
  const runs = ([line]) => !left.has(line) && !IDLE_C.test(source[line - 1]);
  return {
    lines: new Map([...lines].filter(runs)),
    branches: new Map([...branches].filter(([key, count]) => count > 0 || reachable(key))),
  };
}

/** Prints the branches of a C file that no test takes. */
function printBranches(name, counts) {
  const source = readFileSync(root + name, 'utf8').split('\n');
  const missing = [...withoutMarked(name, counts).branches].filter(([, count]) => count === 0);
  for (const [key] of missing) {
    const [line, column, endLine, end, way] = key.split(',').map(Number);
    const condition = source[line - 1].slice(column - 1, endLine === line ? end - 1 : undefined);
    console.log(`${name}:${line}:${column} never ${way === 0 ? 'true ' : 'false'}  ${condition}`);
  }
}

/** Sorted numbers as "3-5, 9". */
function ranges(numbers) {
  const parts = [];
  for (const n of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else parts.push([n, n]);
  }
  return parts.map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`)).join(', ');
}

const percent = (hit, all) => (all === 0 ? '-' : `${((100 * hit) / all).toFixed(1)} %`);

function print(title, files) {
  const sum = [0, 0, 0, 0];
  const row = (name, [hit, lines, taken, branches], missing) =>
    `${name.padEnd(30)}${percent(hit, lines).padStart(9)} of ${String(lines).padEnd(6)}` +
    `${percent(taken, branches).padStart(9)} of ${String(branches).padEnd(6)} ${missing}`;
  console.log(`\n${title.padEnd(30)}${'lines'.padStart(9)}${'branches'.padStart(19)}`);
  for (const name of [...files.keys()].sort()) {
    const { lines, branches } = withoutMarked(name, files.get(name));
    if (lines.size === 0) continue;
    const hit = [...lines.values()].filter((count) => count > 0).length;
    const taken = [...branches.values()].filter((count) => count > 0).length;
    const figures = [hit, lines.size, taken, branches.size];
    for (const [i, figure] of figures.entries()) sum[i] += figure;
    const missing = [...lines].filter(([, count]) => count === 0).map(([line]) => line);
    const untaken = [...branches].filter(([, count]) => count === 0);
    const from = [...new Set(untaken.map(([key]) => parseInt(key, 10)))].sort((a, b) => a - b);
    const ways = from.length > 0 ? `; branches at ${ranges(from)}` : '';
    console.log(row(name, figures, ranges(missing.sort((a, b) => a - b)) + ways));
  }
  console.log(row('all', sum, ''));
}

function measureC() {
  const profile = `${output}test.profraw`;
  const test = `${output}test`;
  execFileSync(test, { env: { ...process.env, LLVM_PROFILE_FILE: profile }, stdio: 'inherit' });
  execFileSync('llvm-profdata', ['merge', '-o', `${output}test.profdata`, profile]);
  // If functions share a name, llvm-cov shows one for each binary. The objects of the library and
  // of the module show those that the test binary hides.
  const built = readdirSync(output, { recursive: true, encoding: 'utf8' });
  const objects = built.filter((name) => /^(?!wasm|proof).*\.o$/.test(name));
  const parts = [test, ...objects.map((name) => `-object=${output}${name}`)];
  const show = (format) =>
    execFileSync(
      'llvm-cov',
      ['export', ...format, `-instr-profile=${output}test.profdata`, ...parts],
      // llvm-cov warns of functions that one binary never uses
      { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] },
    );
  const files = readReport(show(['-format=lcov']), ['src/', 'wasm/']);
  // The lcov report lists the branches of every copy of an inlined function. The JSON report says
  // which branches belong to one place.
  const [{ files: places }] = JSON.parse(show([])).data;
  for (const { filename, branches } of places) {
    const counts = files.get(filename.replace(root, ''))?.branches;
    counts?.clear();
    for (const [line, column, endLine, end, whenTrue, whenFalse] of counts ? branches : []) {
      for (const [way, count] of [whenTrue, whenFalse].entries()) {
        const key = `${line},${column},${endLine},${end},${way}`;
        counts.set(key, Math.max(count, counts.get(key) ?? 0));
      }
    }
  }
  if (!listed) return print('src/ and wasm/ by C tests', files);
  for (const [name, counts] of files)
    if (listed.length === 0 || listed.includes(name)) printBranches(name, counts);
}

/** Lines on which nothing runs: empty lines, comments and closing brackets. */
const IDLE = /^[\s})\];,]*$|^\s*(\/\*|\*|\/\/)/;

/**
 * Adds the counts of one process for a file: a letter counts as often as the innermost block around
 * it.
 * @param {{ source: string, counts: Float64Array, blocks: Map<string, [number, number]> }} file
 */
function addProcess({ source, counts, blocks }, functions) {
  const nested = functions.flatMap((f) => f.ranges);
  nested.sort((x, y) => x.startOffset - y.startOffset || y.endOffset - x.endOffset);
  const own = new Float64Array(source.length);
  for (const { startOffset: from, endOffset: to, count } of nested) {
    own.fill(count, from, to);
    if (!IDLE.test(source.slice(from, to))) blocks.set(`${from}-${to}`, [from, to]);
  }
  for (const [i, count] of own.entries()) counts[i] += count;
}

/** Lines and branches of a file. @returns {Counts} */
function countFile({ source, counts, blocks }) {
  const runs = (from, to) => {
    for (let i = from; i < to; i++) if (counts[i] > 0 && /\S/.test(source[i])) return 1;
    return 0;
  };
  const [lines, branches] = [new Map(), new Map()];
  const starts = [];
  let at = 0;
  for (const [i, text] of source.split('\n').entries()) {
    if (!IDLE.test(text)) lines.set(i + 1, runs(at, at + text.length));
    starts.push(at);
    at += text.length + 1;
  }
  for (const [key, [from, to]] of blocks) {
    const first = from + source.slice(from, to).search(/[^\s{})\];,]/);
    branches.set(`${starts.findLastIndex((start) => start <= first) + 1},${key}`, runs(from, to));
  }
  return { lines, branches };
}

/** The counts by file that processes wrote to a folder. @returns {Map<string, Counts>} */
function readProcesses(folder) {
  const files = new Map();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
    for (const { url, functions } of result) {
      const file = url.replace(/[?#].*/, '').replace(`file://${root}`, '');
      if (!/^js\/(?!dist\/)[^:]*\.js$/.test(file)) continue;
      const source = files.get(file)?.source ?? readFileSync(root + file, 'utf8');
      const fresh = { source, counts: new Float64Array(source.length), blocks: new Map() };
      if (!files.has(file)) files.set(file, fresh);
      addProcess(files.get(file), functions);
    }
  }
  return new Map([...files].map(([file, counts]) => [file, countFile(counts)]));
}

function measureJs() {
  const names = readdirSync(`${root}tests`, { recursive: true }).filter((name) =>
    /^\w+\/[\w-]+\.test\.js$/.test(name),
  );
  const tests = names.filter((name) => !ELSEWHERE.test(name)).map((name) => `tests/${name}`);
  const folder = `${output}js`;
  rmSync(folder, { recursive: true, force: true });
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--test', '--test-reporter=spec', ...tests],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, NODE_V8_COVERAGE: folder },
    },
  );
  // counting makes everything slower, so a test of time or garbage may fail
  for (const line of stdout.split('\n')) if (/^ *✖ /.test(line)) console.log(line);
  if (status !== 0) console.log('not all tests hold while they are counted');
  print('js/ by the JavaScript tests', readProcesses(folder));
}

const [wanted, listed] = splitArguments(process.argv.slice(2));
if (wanted.length === 0 || wanted.includes('c')) measureC();
if (wanted.length === 0 || wanted.includes('js')) measureJs();
