/*
 * Counts the instructions of queries with callgrind, which gives the same number on every run, and compares
 * them with tests/bench/instructions.json: node tests/bench/instructions.js [--write | --help]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HELP = `node tests/bench/instructions.js [--write]

Prints the instructions per query for pairs of shape types, and fails if one takes over 5 % more than
tests/bench/instructions.json records. With --write it records them instead. Needs valgrind.`;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORD = new URL('instructions.json', import.meta.url);
const PROGRAM = `${ROOT}build/clang/instructions`;
const PAIRS = 64;
/** Another minor version of the compiler moves counts by less. */
const SLACK = 0.05;

/** Shape types by their number in growth_distance.h. */
const KINDS = { sphere: 1, ellipsoid: 2, box: 3, capsule: 4, cylinder: 5, cone: 6, hull: 8 };
const CURVED = [
  'cylinder cylinder',
  'cone cone',
  'cylinder cone',
  'ellipsoid ellipsoid',
  'box cylinder',
];
const CASES = {
  growth: [...CURVED, 'box box', 'hull sphere', 'hull hull'],
  distance: [...CURVED, 'box box', 'hull hull', 'capsule capsule', 'sphere box', 'sphere cylinder'],
  penetration: [
    ...CURVED,
    'box box',
    'hull hull',
    'capsule capsule',
    'sphere box',
    'sphere cylinder',
  ],
  intersects: [...CURVED, 'box box', 'hull hull'],
  'value-gradient': ['cylinder cone', 'box box'],
  castShape: [...CURVED, 'box box', 'hull hull', 'hull cylinder', 'sphere sphere', 'sphere box'],
  ray: ['sphere', 'box', 'capsule', 'cylinder', 'cone', 'ellipsoid', 'hull'],
  timeOfImpact: [...CURVED, 'box box', 'hull hull', 'sphere sphere'],
};

/**
 * The instructions per query of each case. One process runs all cases, because valgrind takes most of its
 * time to start. Callgrind writes a file after each call of the measured function.
 * @param {[string, string][]} cases
 */
function countAll(cases) {
  const folder = mkdtempSync(join(tmpdir(), 'growth-distance-'));
  try {
    const options = ['--toggle-collect=measured', '--dump-after=measured'];
    const out = `--callgrind-out-file=${join(folder, 'out')}`;
    const words = cases.flatMap(([query, pair]) => {
      const [a, b = a] = pair.split(' ');
      return [query, KINDS[a], KINDS[b]].map(String);
    });
    const run = ['--tool=callgrind', out, ...options, PROGRAM, ...words];
    const { stderr, status, error } = spawnSync('valgrind', run, { encoding: 'utf8' });
    if (error) throw error;
    if (status !== 0) throw new Error(`valgrind failed:\n${stderr}`);
    return cases.map((_, i) => {
      const [, total] = /^totals: (\d+)$/m.exec(readFileSync(join(folder, `out.${i + 1}`), 'utf8'));
      return Math.round(Number(total) / PAIRS);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const cases = Object.entries(CASES).flatMap(([query, pairs]) =>
    pairs.map((pair) => [query, pair]),
  );
  const found = countAll(cases);
  const counts = Object.fromEntries(cases.map((one, i) => [one.join(', '), found[i]]));
  if (process.argv.includes('--write')) {
    writeFileSync(RECORD, `${JSON.stringify(counts, null, 2)}\n`);
    return;
  }
  const record = JSON.parse(readFileSync(RECORD, 'utf8'));
  for (const [name, count] of Object.entries(counts)) {
    const before = record[name];
    const worse = !(count <= before * (1 + SLACK));
    console.log(
      `${name}: ${count}${count === before ? '' : `, recorded ${before}`}${worse ? '  MORE' : ''}`,
    );
    if (worse) process.exitCode = 1;
  }
}

main();
