/* make bench-against: compares the speed of the working tree with another commit. Both packages alternate in
 * one Node process, and both C libraries in one native process. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { BLOCK } from '../measure.js';
import { bar, runFile } from '../report.js';
import { FAMILIES, PLATFORMS, nameOf, scenesOf } from './cells.js';
import { prepareNative } from './native-platform.js';
import { prepareNode } from './node-platform.js';
import { Platform } from './platform.js';
import { REPETITIONS, familiesOf, middle, report, summarizeCell } from './summary.js';
import { commitOf, openCommit, openWorkingTree } from './trees.js';

export const HELP = `make bench-against REF=commit [QUICK=1] [ONLY=families] [PLATFORMS=list] [LIMIT=number] [JSON=file]
node tests/bench/against/against.js [options] commit

Builds a commit in a worktree below build/against, measures it (before) beside the working tree (after),
and prints ratios before / after: above 1 is faster. The exit code is 1 if a family is slower or if the
two give different results.

  --quick            fewer cells and samples: under a minute once both are built
  --only a,b         only these families: ${FAMILIES.join(', ')}
  --platforms a,b    only these: ${PLATFORMS.join(', ')}
  --limit number     0.98; a cell below it is measured again three times, and the median counts; a family
                     is slower if its upper quartile is below 1.00 and its median below the limit
  --json file        writes all cells to a file, too
  --help             this text

The native libraries are compiled by clang, or by the compiler that the environment's CC names.`;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUILD = `${ROOT}build/against`;
/** The time between two lines about progress. */
const LINE_MILLISECONDS = 10000;
/** Processes of a platform, and samples of each side in a process. */
const COMPLETE = { processes: 2, samples: 6 * BLOCK };
const QUICK = { processes: 2, samples: 3 * BLOCK };

// ---- options ----------------------------------------------------------------------------------------

/** Splits a list of names. Throws if a name is unknown. */
function names(text, known, what) {
  if (text === undefined) return known;
  const list = text.split(',');
  const wrong = list.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new Error(`there is no ${what} '${wrong}': they are ${known.join(', ')}`);
  return list;
}

/** @param {string[]} given the command line */
export function readOptions(given) {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      platforms: { type: 'string' },
      limit: { type: 'string', default: '0.98' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const limit = Number(values.limit);
  if (!(limit > 0 && limit <= 1))
    throw new Error(`the limit must be a number in (0, 1], got '${values.limit}'`);
  if (positionals.length !== 1 && !values.help)
    throw new Error(`one commit is needed: make bench-against REF=commit, or --help`);
  return {
    ref: positionals[0],
    quick: values.quick,
    families: names(values.only, FAMILIES, 'family'),
    platforms: names(values.platforms, PLATFORMS, 'platform'),
    limit,
    json: values.json,
    help: values.help,
  };
}

// ---- progress ---------------------------------------------------------------------------------------

const tell = (text) => process.stderr.write(`${text}\n`);

/** Shows progress: a bar on a terminal, otherwise a line every ten seconds. */
function counter(total, label) {
  let last = -Infinity;
  return (done, name) => {
    if (process.stderr.isTTY)
      return bar(done, total, `${label}${done}/${total} ${name}`.slice(0, 56));
    if (done < total && performance.now() - last < LINE_MILLISECONDS) return;
    last = performance.now();
    tell(`${label}${done} of ${total} cells`);
  };
}

// ---- measuring --------------------------------------------------------------------------------------

/** Measures the cells of a scene on a platform. Collects cells that one side cannot run in `missing`. */
async function measureScene(platform, scene, cells, { samples, found, progress }) {
  if (cells.length > 0) await platform.open(scene);
  for (const cell of cells) {
    progress(nameOf(cell));
    const measured = await platform.measure(cell, samples);
    if (measured) found.cells.push(summarizeCell(cell, measured));
    else found.missing.push(nameOf(cell));
  }
}

/** Measures all cells of some scenes in new processes. */
async function measureAll(scenes, starts, { processes, samples, label = '' }) {
  const count = counter(
    scenes.reduce((sum, { cells }) => sum + cells.length, 0),
    label,
  );
  const platforms = Object.entries(starts).map(([name, start]) => [
    name,
    new Platform(start, processes),
  ]);
  const found = { cells: [], missing: [] };
  let done = 0;
  const progress = (name) => count(done++, name);
  try {
    for (const { open, cells } of scenes) {
      const scene = open();
      for (const [name, platform] of platforms) {
        const own = cells.filter((cell) => cell.platform === name);
        await measureScene(platform, scene, own, { samples, found, progress });
      }
    }
    progress('done');
  } finally {
    for (const [, platform] of platforms) platform.close();
  }
  return found;
}

/** Measures cells below the limit three times more. The median of the three replaces such a cell. */
async function measureAgain(scenes, starts, cells, { limit, ...options }) {
  const slow = new Set(cells.filter(({ ratio }) => ratio.median < limit).map(nameOf));
  if (slow.size === 0) return cells;
  const some = scenes
    .map((scene) => ({ ...scene, cells: scene.cells.filter((cell) => slow.has(nameOf(cell))) }))
    .filter((scene) => scene.cells.length > 0);
  const again = [];
  for (let i = 1; i <= REPETITIONS; i++) {
    const label = `again, ${i} of ${REPETITIONS}: `;
    again.push(...(await measureAll(some, starts, { ...options, label })).cells);
  }
  return cells.map((cell) => {
    const list = again.filter((other) => nameOf(other) === nameOf(cell));
    return list.length > 0 ? { ...middle(list), repeated: true } : cell;
  });
}

/** Builds both sides. Returns by platform the function that starts a process. */
async function prepare({ before, after, platforms }) {
  const starts = {};
  if (platforms.includes('node')) starts.node = prepareNode({ before, after });
  if (platforms.includes('native'))
    starts.native = await prepareNative({ before, after, build: BUILD, tell });
  return starts;
}

/** A line for each cell whose results differ. */
const differences = (cells) =>
  cells
    .filter((cell) => cell.difference)
    .map(
      (cell) =>
        `${nameOf(cell)}: pair ${cell.difference.pair} gives ${cell.difference.before} before, ${cell.difference.after} after`,
    );

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(HELP);
  const { quick, limit, json } = options;
  const commit = commitOf(ROOT, options.ref);
  const before = await openCommit(ROOT, commit, BUILD, tell);
  const after = await openWorkingTree(ROOT, BUILD, tell);
  const starts = await prepare({ before, after, platforms: options.platforms });
  const start = performance.now();
  const extent = quick ? QUICK : COMPLETE;
  const scenes = scenesOf(options);
  const { cells: first, missing } = await measureAll(scenes, starts, extent);
  const cells = await measureAgain(scenes, starts, first, { limit, ...extent });
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(report(cells, { limit, before: before.name, after: after.name }));
  if (missing.length > 0)
    console.log(`\nNot measured, as one side has no such query: ${missing.join('; ')}.`);
  console.log(
    `\n${cells.length} cells of ${extent.processes * extent.samples} samples a side in ${seconds} s.`,
  );
  const wrong = differences(cells);
  if (wrong.length > 0) console.error(`\nThe results differ:\n${wrong.join('\n')}`);
  const families = familiesOf(cells, limit);
  if (json) {
    const [{ model }] = cpus();
    const machine = { cores: cpus().length, cpu: model.trim(), node: process.versions.node };
    const data = { before: commit, after: after.name, limit, machine, families, cells };
    writeFileSync(json, `${JSON.stringify(data, null, 1)}\n`);
  }
  if (wrong.length > 0 || families.some(({ slower }) => slower)) process.exitCode = 1;
}

if (runFile(import.meta.url))
  await main().catch((error) => {
    console.error(`bench-against: ${error.message}`);
    process.exitCode = 1;
  });
