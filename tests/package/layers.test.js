/* The house rules a reader relies on, checked: who may include whom, how long a file may be, and
 * what must not be found anywhere. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';

const root = new URL('../..', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const list = (folder, ending) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

/** The library's folders: any dimension, derivatives, and scenes, apart from the rest. */
const LIBRARY = ['src', 'src/nd', 'src/derivatives', 'src/scene'];
const library = (ending) => LIBRARY.flatMap((folder) => list(folder, ending));
const named = (name) => library('').find((path) => path.endsWith(`/${name}`));
const base = (path) => path.split('/').at(-1);

/** From what everything may use to what uses everything; a header includes lower ranks only. */
const RANKS = [
  ['growth_distance_trace.h'],
  ['base.h', 'growth_distance.h'],
  ['growth_distance_scene.h', 'lanes.h', 'vec.h'],
  ['exact.h', 'hull.h', 'pose.h', 'power.h', 'simplex.h', 'smooth.h', 'stop.h'],
  ['shape.h'],
  ['composite.h', 'vertices.h'],
  ['core.h', 'nset.h', 'points.h', 'support.h', 'solvers.h'],
  ['boxes.h', 'cone.h', 'curvature.h', 'glance.h', 'pair.h'],
  ['portal.h', 'sight.h', 'touch.h'],
  ['growth.h', 'hinge.h', 'zonogon.h'],
  ['newton.h'],
  ['trace.h'],
  ['query.h', 'warm.h'],
  ['gjk.h'],
  ['seed.h'],
  ['depth.h'],
  ['cover.h'],
  ['tree.h'],
  ['list.h'],
];
const rankOf = (name) => RANKS.findIndex((row) => row.includes(name));

const includes = (text) => [...text.matchAll(/#include "([^"]+)"/g)].map((m) => m[1]);

test('headers include only what lies below them', () => {
  for (const path of library('.h')) {
    const name = base(path);
    assert.ok(rankOf(name) >= 0, `${name} has no rank`);
    for (const used of includes(read(path)).map(base))
      assert.ok(rankOf(used) < rankOf(name), `${name} includes ${used}`);
  }
});

test('solvers know support functions, never shapes; shapes never know solvers', () => {
  const solvers = [
    'growth',
    'growth2',
    'zonogon',
    'newton',
    'hinge',
    'growthn',
    'queryn',
    'generalized',
    'cone',
    'gjk',
    'distance',
    'seed',
    'epa',
    'epa2',
    'penetration',
  ];
  for (const solver of [...solvers, 'incremental', 'incremental2'].map((name) => `${name}.c`)) {
    const text = read(named(solver));
    assert.ok(!/GD_KIND_|GD_CORE_/.test(text), `${solver} looks at kinds of shapes`);
  }
  for (const shape of ['shape.c', 'core.c', 'hull.c', 'hull2.c', 'hull_surface.c', 'exact.c']) {
    const used = includes(read(named(shape)));
    for (const name of ['solvers.h', 'portal.h', 'pair.h', 'warm.h'])
      assert.ok(!used.includes(name), `${shape} includes ${name}`);
  }
});

test('nothing knows the comparison methods, which know support functions and one another', () => {
  for (const path of [
    ...library('.c'),
    ...library('.h'),
    ...list('wasm', '.c').filter((unit) => unit !== 'wasm/compare.c'),
  ])
    for (const used of includes(read(path)))
      assert.ok(!/\bcompare\//.test(used), `${path} includes ${used}`);
  for (const path of [...list('src/compare', '.c'), ...list('src/compare', '.h')]) {
    const text = read(path);
    for (const used of includes(text))
      assert.ok(
        (used.startsWith('../../') && rankOf(base(used)) >= 0) ||
          list('src/compare', '.h').includes(`src/compare/${used}`),
        `${path} includes ${used}`,
      );
    assert.ok(!/\b(malloc|calloc|realloc|free|printf)\(/.test(text), `${path} allocates or prints`);
  }
  for (const name of ['ie.c', 'zc.c', 'zc_ie.c', 'cone.c', 'cone.h', 'ray.c', 'ray.h'])
    assert.ok(!/GD_KIND_|GD_CORE_/.test(read(`src/compare/${name}`)), `${name} looks at kinds`);
});

test('a scene knows covers of shapes and public queries, no solver', () => {
  const above = RANKS.slice(
    RANKS.findIndex((row) => row.includes('support.h')),
    -3,
  ).flat();
  for (const path of [...list('src/scene', '.c'), ...list('src/scene', '.h')]) {
    for (const used of includes(read(path)).map(base))
      assert.ok(!above.includes(used), `${path} includes ${used}`);
    if (base(path) !== 'cover.c')
      assert.ok(!/GD_KIND_|GD_CORE_/.test(read(path)), `${path} looks at kinds`);
  }
});

test('every source file is in the core or in an extension', () => {
  const units = [
    'wasm/sources.h',
    ...list('wasm', '.c').filter((path) => !path.includes('compare')),
  ];
  const taken = units.flatMap((unit) => includes(read(unit)));
  for (const path of library('.c')) assert.ok(taken.includes(`../../${path}`), path);
});

test('only JavaScript below the module touches the ABI, and nobody types its numbers', () => {
  for (const path of list('js', '.js')) {
    const text = read(path);
    assert.ok(!/from '(?!\.)/.test(text), `${path} depends on a package`);
    assert.ok(!/Math\.(sin|cos|tan|atan|pow|exp|log)/.test(text), `${path} computes geometry`);
  }
  // drawing is the one exception, and asks for three alone
  for (const path of list('js/three', '.js')) {
    const text = read(path);
    assert.ok(!/from '(?!\.|three['/])/.test(text), `${path} depends on another package`);
    assert.ok(!/wasm\//.test(text), `${path} touches the ABI`);
  }
});

test('files fit in a head, and nothing is left over', () => {
  const files = [
    ...library('.c'),
    ...library('.h'),
    ...list('src/compare', '.c'),
    ...list('src/compare', '.h'),
    ...list('js', '.js'),
    ...list('js/three', '.js'),
    ...list('wasm', '.c'),
    ...list('tests', '.js'),
    ...list('tests/c', '.c'),
  ];
  for (const path of files) {
    const text = read(path);
    // the header is the manual, in one piece
    const limit = path === 'src/growth_distance.h' ? 800 : 500;
    assert.ok(text.split('\n').length <= limit, `${path} is longer than ${limit} lines`);
    assert.ok(!/#if\s0|\bTO[D]O\b|\bFIX[M]E\b/.test(text), `${path} has something left over`);
  }
});

test('no query allocates, prints, or uses the platform’s mathematics', () => {
  const queries = [
    'growth.c',
    'growth2.c',
    'growthn.c',
    'generalized.c',
    'cone.c',
    'nset.c',
    'closed.c',
    'query.c',
    'portal.h',
    'pair.h',
    'support.h',
  ];
  for (const name of queries) {
    const text = read(named(name));
    assert.ok(!/\b(malloc|calloc|realloc|free|printf)\(/.test(text), `${name} allocates or prints`);
  }
  const folders = [...LIBRARY, 'src/compare'];
  for (const path of folders.flatMap((at) => [...list(at, '.c'), ...list(at, '.h')])) {
    const found = /\b(sin|cos|tan|acos|atan2|pow|exp|log|hypot|cbrt|fma)\(/.exec(
      read(path).replace(/\/\*[\s\S]*?\*\//g, ''),
    );
    assert.equal(found, null, `${path} calls ${found?.[1]}`);
  }
});
