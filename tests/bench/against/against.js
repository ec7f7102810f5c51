/* make bench-against: how fast the working tree is beside another commit. Both packages run in this
 * process and both C libraries in one native process, in turn. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { BLOCK } from '../measure.js';
import { bar, runFile } from '../report.js';
import { FAMILIES, PLATFORMS, nameOf, scenesOf } from './cells.js';
import { NativePlatform } from './native-platform.js';
import { NodePlatform } from './node-platform.js';
import { openPackage } from './package.js';
import { REPETITIONS, difference, familiesOf, middle, report, summarizeCell } from './summary.js';
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
/** Blocks of samples of a cell. */
const BLOCKS = 9;
const QUICK_BLOCKS = 5;

// ---- options ----------------------------------------------------------------------------------------

/** A list of names, each of them known. */
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

/** Counts cells: a bar on a terminal, otherwise a line now and then. */
function counter(total) {
  let told = -1;
  return (done, label) => {
    if (process.stderr.isTTY) return bar(done, total, `${done}/${total} ${label}`);
    const tenth = Math.floor((10 * done) / total);
    if (tenth !== told) tell(`${done} of ${total} cells`);
    told = tenth;
  };
}

// ---- measuring --------------------------------------------------------------------------------------

/** A cell measured; null if a side has no such query. */
async function measureCell(platform, cell, { samples, limit }) {
  const measured = await platform.measure(cell, samples);
  if (!measured) return null;
  const wrong = difference(...measured.answers);
  const first = {
    ...cell,
    ...summarizeCell(measured.samples),
    ...(wrong && { difference: wrong }),
  };
  if (first.ratio.median >= limit) return first;
  const again = [];
  for (let i = 0; i < REPETITIONS; i++)
    again.push(summarizeCell((await platform.measure(cell, samples)).samples));
  return { ...first, ...middle(again), repeated: true };
}

async function measureAll(scenes, platforms, options) {
  const progress = counter(scenes.reduce((sum, { cells }) => sum + cells.length, 0));
  const found = { cells: [], missing: [] };
  let done = 0;
  for (const { open, cells } of scenes) {
    const scene = open();
    for (const [name, platform] of Object.entries(platforms)) {
      await platform.open(scene);
      for (const cell of cells.filter((one) => one.platform === name)) {
        progress(done++, nameOf(cell));
        const measured = await measureCell(platform, cell, options);
        if (measured) found.cells.push(measured);
        else found.missing.push(nameOf(cell));
      }
      platform.closeScene();
    }
  }
  progress(done, 'done');
  return found;
}

/** The platforms asked for, with both sides. */
async function openPlatforms({ before, after, platforms }) {
  const open = {};
  if (platforms.includes('node'))
    open.node = new NodePlatform([await openPackage(before), await openPackage(after)]);
  if (platforms.includes('native'))
    open.native = await NativePlatform.start({ before, after, build: BUILD, tell });
  return open;
}

/** Cells whose results differ, as lines. */
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
  const platforms = await openPlatforms({ before, after, platforms: options.platforms });
  const start = performance.now();
  const samples = BLOCK * (quick ? QUICK_BLOCKS : BLOCKS);
  const { cells, missing } = await measureAll(scenesOf(options), platforms, { samples, limit });
  for (const platform of Object.values(platforms)) platform.close();
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(report(cells, { limit, before: before.name, after: after.name }));
  if (missing.length > 0)
    console.log(`\nNot measured, as one side has no such query: ${missing.join('; ')}.`);
  console.log(`\n${cells.length} cells of ${samples} samples a side in ${seconds} s.`);
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
