/*
 * Counts the instructions of queries with callgrind, which gives the same number on every run, and compares
 * them with tests/bench/instructions.json: node tests/bench/instructions.js [--write | --help]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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

function countOf(query, pair) {
  const [a, b = a] = pair.split(' ');
  const kinds = [a, b].map((name) => String(KINDS[name]));
  const options = [
    '--tool=callgrind',
    '--callgrind-out-file=/dev/null',
    '--toggle-collect=measured',
  ];
  const { stderr, error } = spawnSync('valgrind', [...options, PROGRAM, query, ...kinds], {
    encoding: 'utf8',
  });
  if (error) throw error;
  const [, collected] = /Collected : (\d+)/.exec(stderr) ?? [];
  if (!collected) throw new Error(`valgrind counted nothing for ${query}, ${pair}:\n${stderr}`);
  return Math.round(Number(collected) / PAIRS);
}

function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const counts = {};
  for (const [query, pairs] of Object.entries(CASES))
    for (const pair of pairs) counts[`${query}, ${pair}`] = countOf(query, pair);
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
