/*
 * node tests/bench/beside.js writes the README's comparison with other packages. The times come from the
 * previous run of `make bench-peers`, the sizes from the files that a page loads.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import * as prettier from 'prettier';
import { micro, table } from './text.js';

const ROOT = new URL('../../', import.meta.url);
const PEER_MODULES = 'tests/bench/peers/node_modules';
const MARKED = /(<!-- make bench-peers writes this table -->)[^]*?(<!-- end of the table -->)/;

/** The packages: name in the run, files that a page loads for the complete package, and number type. */
const PACKAGES = [
  {
    title: 'growth-distance',
    name: 'growth-distance',
    files: ['js/dist/growth-distance.min.js'],
    numbers: 'double',
    certified: 'yes',
  },
  {
    title: 'Rapier',
    name: '@dimforge/rapier3d-compat',
    files: ['node_modules/@dimforge/rapier3d-compat/dist/rapier.mjs'],
    numbers: 'single',
  },
  {
    title: 'Jolt',
    name: 'jolt-physics',
    files: ['js', 'wasm'].map(
      (type) => `${PEER_MODULES}/jolt-physics/dist/jolt-physics.wasm.${type}`,
    ),
    numbers: 'single',
  },
  {
    title: 'MuJoCo',
    name: '@mujoco/mujoco',
    files: ['js', 'wasm'].map((type) => `${PEER_MODULES}/@mujoco/mujoco/mujoco.${type}`),
    numbers: 'double',
  },
  {
    title: 'cannon-es',
    name: 'cannon-es',
    files: ['node_modules/cannon-es/dist/cannon-es.js'],
    numbers: 'double',
  },
];

/** The rows of times: label, and question and cell of the run. */
const TIMES = [
  ['distance, two boxes', 'distance', 'box'],
  ['distance, cylinder and cone', 'distance', 'cylinder–cone'],
  ['distance, two ellipsoids', 'distance', 'ellipsoid'],
  ['distance, hulls of 141 vertices', 'distance', 'hull 141'],
  ['distance, hulls of 2,500 vertices', 'distance', 'hull 2500'],
  ['depth, two boxes', 'depth', 'box'],
  ['depth, hulls of 141 vertices', 'depth', 'hull 141'],
  ['overlap test, two boxes', 'boolean, overlapping', 'box'],
  ['shape cast, two boxes', 'cast, hit', 'box'],
  ['shape cast, hulls of 141 vertices', 'cast, hit', 'hull 141'],
  ['ray on a hull of 141 vertices', 'ray, hit', 'hull 141'],
];

const { rows } = JSON.parse(readFileSync(new URL('docs/lab/benchmarks.json', ROOT), 'utf8'));

const rowOf = (question, cell) =>
  rows.peers.find((row) => row.question === question && row.cell === cell);

function timeOf({ name }, question, cell) {
  const row = rowOf(question, cell);
  return row.facts.answers[name].why ? '–' : micro(row.times.node[name].median);
}

/** The largest mean relative error of a package's distances, over all shapes. */
function errorOf({ name }) {
  const errors = rows.peers
    .filter(({ question }) => question === 'distance')
    .map(({ facts }) => facts.answers[name].error)
    .filter((error) => error !== undefined);
  if (name === 'growth-distance') return 'reference';
  return errors.length > 0 ? Math.max(...errors).toExponential(0) : '–';
}

const sizeOf = ({ files }) =>
  files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(new URL(file, ROOT)), { level: 9 }).length,
    0,
  );

const kilobytes = (bytes) => `${Math.round(bytes / 1000).toLocaleString('en-US')} kB`;

const tableText = table(
  ['property', ...PACKAGES.map(({ title }) => title)],
  [
    ['precision of numbers', ...PACKAGES.map(({ numbers }) => numbers)],
    ['certified bounds', ...PACKAGES.map(({ certified = 'no' }) => certified)],
    ['error of distances, worst shape', ...PACKAGES.map(errorOf)],
    ...TIMES.map(([label, question, cell]) => [
      `${label}, µs`,
      ...PACKAGES.map((one) => timeOf(one, question, cell)),
    ]),
    ['download, gzip', ...PACKAGES.map((one) => kilobytes(sizeOf(one)))],
  ],
);

const path = new URL('README.md', ROOT);
const readme = readFileSync(path, 'utf8');
if (!MARKED.test(readme)) throw new Error('README.md has no place for the table of bench-peers');
const written = readme.replace(MARKED, (_, start, end) => `${start}\n\n${tableText}\n\n${end}`);
const options = await prettier.resolveConfig(path);
writeFileSync(path, await prettier.format(written, { ...options, parser: 'markdown' }));
