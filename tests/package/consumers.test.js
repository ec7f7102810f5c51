/*
 * The package as a new user installs it from its tarball, in every environment that has a tool.
 *
 * With --write, the test also writes docs/lab/environments.md.
 */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DOCUMENT, isUpToDate, write } from '../consumers/document.js';
import { ENVIRONMENTS } from '../consumers/environments.js';
import { FEATURES, DOCUMENT as SIZES, measure } from '../consumers/features.js';
import { firstQuery } from '../consumers/first.js';
import { BUNDLERS, firstSnippet } from '../consumers/sizes.js';
import { Users, node, script, versionOf } from '../consumers/user.js';

/**
 * Largest compressed size of a bundle of the first snippet, in bytes: its JavaScript and the
 * module.
 */
const FIRST_SNIPPET = 260e3;

/** Largest relative difference between a stated and a measured size. */
const DRIFT = 0.1;

/** Code that the first snippet does not use: calls of the module, a field of another shape. */
const UNUSED =
  /\.(pair_(distance|collide|intersects|penetration|signed_distance)|world_create)\b|bottomRadius/;

const writing = process.argv.includes('--write');
/** The data of the document. */
const record = { results: [], checks: [], sizes: [] };
/** @type {Users} */
let users;

before(() => {
  users = new Users();
});
after(() => users.close());

const version = async (tool) => {
  if (tool === 'node') return `Node ${process.versions.node}`;
  if (tool === 'chromium') return `Chromium ${await users.browserVersion()}`;
  return versionOf(tool);
};

for (const { name, tool, note, run } of ENVIRONMENTS)
  test(name, async () => {
    const said = await run(users);
    // the first environment gives the expected bits
    const [first] = record.results;
    record.results.push({ name, note, version: await version(tool), said });
    const expected = first?.said ?? said;
    assert.ok('main' in said);
    for (const [entry, hash] of Object.entries(said)) {
      assert.match(hash, /^[0-9a-f]{16}$/);
      assert.equal(hash, expected[entry], `${entry} has other bits than in ${first?.name}`);
    }
  });

test('publint finds no problem in the package', async () => {
  const options = ['run', 'node_modules/growth-distance', '--strict', '--pack', 'false'];
  const { stdout } = await node(users.folder({}), script('publint'), ...options);
  assert.match(stdout, /All good/);
  record.checks.push({ name: 'publint', version: versionOf('publint'), note: 'strict' });
});

test('attw finds only the known problem: CommonJS resolves to ES modules', async () => {
  // These are not modules, so they have no types.
  const excluded = ['--exclude-entrypoints', './core.wasm', './growth-distance.min.js'];
  // The package holds ES modules only. TypeScript's `node16` lets CommonJS import() them, not require()
  // them. Node can do both from 20.19 on, the oldest version in `engines`: see the environment above.
  const ignored = ['--ignore-rules', 'cjs-resolves-to-esm'];
  const tarball = join('..', users.packed.filename);
  const attw = '@arethetypeswrong/cli';
  // `strict`: all four resolutions, also node10, which does not read `exports`
  const options = [tarball, '--profile', 'strict', '--format', 'json', ...excluded, ...ignored];
  const { stdout } = await node(users.folder({}), script(attw), ...options);
  const { analysis } = JSON.parse(stdout);
  const kinds = analysis.problems.map(({ kind }) => kind);
  assert.deepEqual([...new Set(kinds)], ['CJSResolvesToESM']);
  const entries = Object.keys(analysis.entrypoints);
  for (const name of ['.', './external', './three', './workers', './compare'])
    assert.ok(entries.includes(name), `${name} is not checked`);
  const note =
    'all resolutions, as ES modules; without `./core.wasm` and the script, which are not modules';
  record.checks.push({ name: 'attw', version: versionOf(attw), note });
});

for (const bundler of Object.keys(BUNDLERS))
  test(`${bundler} leaves out the code that the first snippet does not use`, async () => {
    const { text, ...size } = await firstSnippet(users, bundler);
    assert.match(text, /\.pair_growth_distance\b/);
    assert.equal(UNUSED.exec(text)?.[0], undefined);
    record.sizes.push({ bundler, version: versionOf(bundler), ...size });
    assert.ok(size.printed > 1);
    assert.ok(size.gzip <= FIRST_SNIPPET, `${size.gzip} bytes compressed`);
  });

test('docs/lab/sizes.md states the sizes of the feature bundles within 10 %', async () => {
  const lines = readFileSync(SIZES, 'utf8').split('\n');
  for (const { name, code } of FEATURES) {
    const { bytes } = (await measure(users, code)).script;
    const line = lines.find((text) => text.startsWith(`| ${name} `));
    const stated = 1000 * Number(/\| ([\d.]+) kB/.exec(line)?.[1]);
    assert.ok(
      Math.abs(bytes / stated - 1) < DRIFT,
      `${name}: ${bytes} bytes, stated ${stated}: run  make sizes`,
    );
  }
});

test('docs/lab/environments.md lists these environments', async () => {
  assert.equal(record.results.length, ENVIRONMENTS.length, 'not all were tried');
  if (writing) {
    const iife = join(
      users.folder({}),
      'node_modules/growth-distance/js/dist/growth-distance.min.js',
    );
    const text = await write({
      ...record,
      packed: users.packed,
      iife: { bytes: statSync(iife).size, gzip: gzipSync(readFileSync(iife), { level: 9 }).length },
      time: await firstQuery(users),
    });
    writeFileSync(DOCUMENT, text);
  }
  assert.ok(isUpToDate(record.results), 'run  make environments');
});
