/* The soak test's runner: runs build/clang/soak part by part and prints tables of the counts.
 *
 * It appends each part's counts to tests/output/soak.jsonl and the records of wrong or uncertified
 * results to tests/output/soak.tsv, and continues after the last part when it runs again. The tables
 * cover the present build of solvers and proof; one line sums up the parts of earlier builds.
 * Exits with 1 if the present build was ever wrong. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `node tests/soak/soak.js [options]

  --count n       answers n more queries; without it, prints the tables of what is counted so far
  --jobs n        processes, by default one for each core
  --dimensions    runs build/clang/soak_dimensions: shapes and queries of any dimension
  --write         puts the tables into docs/lab/trust.md
  --help          this text
`;
const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '0' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    dimensions: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit();
}

const program = options.dimensions ? 'soak_dimensions' : 'soak';
const PROGRAM = `${root}build/clang/${program}`;
const KEPT = `${root}tests/output/${program}.jsonl`;
const RECORDS = `${root}tests/output/${program}.tsv`;
const PAGE = `${root}docs/lab/trust.md`;
const MARKS = [`<!-- ${program} -->`, `<!-- /${program} -->`];

/** Reads a whole number from the command line. */
function number(name, least) {
  const value = Number(options[name]);
  if (!(Number.isInteger(value) && value >= least))
    throw new RangeError(`--${name} is ${options[name]}, not a whole number from ${least}`);
  return value;
}
const wanted = number('count', 0);
const jobs = number('jobs', 1);

mkdirSync(`${root}tests/output`, { recursive: true });
const parts = existsSync(KEPT)
  ? readFileSync(KEPT, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
if (parts.some((part) => part.rows.some((row) => row.length !== 18)))
  throw new Error(`${KEPT} has an older format: remove it`);
const queriesOf = (part) => part.rows.reduce((sum, row) => sum + row[3], 0);
const wrongOf = (part) => part.rows.reduce((sum, row) => sum + row[4], 0);
const sumOf = (list, of) => list.reduce((sum, part) => sum + of(part), 0);
const total = () => sumOf(parts, queriesOf);

/* identifies the version of the solvers and of their proof */
const build = createHash('sha256').update(readFileSync(PROGRAM)).digest('hex').slice(0, 12);

/** Runs a part; returns what it prints. */
function run(part) {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, [String(part), '1']);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`part ${part} ended with ${code ?? signal}\n${printed}`));
    });
  });
}

const goal = total() + wanted;
let next = parts.reduce((after, { part }) => Math.max(after, part + 1), 0);

/** Runs one part after the other until the total of all workers reaches the goal. */
async function work() {
  while (total() < goal) {
    const started = performance.now();
    const lines = (await run(next++)).trim().split('\n');
    const line = lines.pop();
    appendFileSync(RECORDS, lines.map((record) => `${record}\n`).join(''));
    for (const record of lines) {
      const [query, family, manner, outcome] = record.split('\t');
      if (outcome.startsWith('wrong')) console.log(`${family}: ${query}, ${manner}: ${outcome}`);
    }
    const part = { ...JSON.parse(line), build, seconds: (performance.now() - started) / 1000 };
    parts.push(part);
    appendFileSync(KEPT, `${JSON.stringify(part)}\n`);
    const percent = Math.min(100, (100 * (wanted - (goal - total()))) / wanted);
    console.log(
      `part ${part.part}: ${queriesOf(part)} queries in ${part.seconds.toFixed(1)} s, ${percent.toFixed(0)} %`,
    );
  }
}
await Promise.all(Array.from({ length: jobs }, work));

const [present, earlier] = [true, false].map((so) =>
  parts.filter((part) => (part.build === build) === so),
);

/** Sums and maxima of all rows of each key; skips rows without a key. */
function gather(key) {
  const found = new Map();
  for (const row of present.flatMap((part) => part.rows)) {
    if (key(row) === undefined) continue;
    const sum = found.get(key(row)) ?? Array(15).fill(0);
    row.slice(3, 14).forEach((x, i) => (sum[i] += x));
    row.slice(14).forEach((x, i) => (sum[11 + i] = Math.max(sum[11 + i], x)));
    found.set(key(row), sum);
  }
  return [...found];
}

const HEADS =
  'queries | wrong | refused | optimal | coincident | max-iterations | precision | local | overlapping | grazing | open | outside | outside, uncertified | unproved';
const round = (x) => (x === 0 ? '0' : x.toExponential(0));
const table = (name, key) =>
  [
    `| ${name} | ${HEADS} |`,
    `| --- |${' ---: |'.repeat(14)}`,
    ...gather(key).map(
      ([label, s]) =>
        `| ${label} | ${[...s.slice(0, 11), round(s[12]), round(s[14]), round(s[13])].join(' | ')} |`,
    ),
  ].join('\n');
const byDefault = (index) => (row) => (row[2] === 'chosen' ? undefined : row[index]);
const chosen = (row) => (row[2] === 'chosen' ? row[0] : undefined);

const seconds = sumOf(present, (part) => part.seconds);
const wrong = sumOf(present, wrongOf);
const rate = sumOf(present, queriesOf) / seconds || 0;
const builds = new Set(earlier.map((part) => part.build)).size;
const before =
  builds > 0
    ? ` ${builds} earlier builds answered ${sumOf(earlier, queriesOf)}
queries, ${sumOf(earlier, wrongOf)} of them wrong.`
    : '';
const text = `The present build answered ${sumOf(present, queriesOf)} queries of ${sumOf(present, (part) => part.pairs)} pairs, ${wrong} of them wrong. That took ${(seconds / 3600).toFixed(1)} hours of one
core of a shared machine, or ${Math.round(rate)} queries a second.${before}

Default settings, cold and warm, by query:

${table('query', byDefault(0))}

The same by family:

${table('family', byDefault(1))}

Random methods, tolerances from 1e-15 to 0.5, and 1 to 2000 iterations:

${table('query', chosen)}`;
console.log(text);

if (options.write) {
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = MARKS.map((mark) => page.indexOf(mark));
  if (from < 0 || to < from) throw new Error(`${PAGE} has no ${MARKS.join(' ')}`);
  writeFileSync(PAGE, `${page.slice(0, from + MARKS[0].length)}\n\n${text}\n\n${page.slice(to)}`);
}
process.exitCode = wrong > 0 ? 1 : 0;
