/*
 * The rules of the tree. They say which folder may use which, by includes and by symbols of object
 * files. No files form a cycle, every source has a unit test, files have a limited length, and no
 * query may allocate or print.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => readFileSync(root + path, 'utf8');
const list = (folder, ...endings) =>
  existsSync(root + folder)
    ? readdirSync(root + folder)
        .filter((name) => endings.some((ending) => name.endsWith(ending)))
        .map((name) => `${folder}/${name}`)
    : [];
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*/g, '');

/** The ranks of the folders of src. A folder uses only folders of lower rank. */
const RANKS = {
  math: 1,
  shapes: 2,
  minkowski: 3,
  closed: 4,
  second_order: 4,
  growth: 5,
  distance: 5,
  nd: 5,
  depth: 6,
  convex: 7,
  casts: 8,
  motion: 8,
  contact: 8,
  compound: 9,
  queries: 10,
  derivatives: 11,
  compare: 11,
  world: 12,
};
/** The folders that answer queries, which must not allocate. */
const QUERIES = Object.keys(RANKS).filter((name) => !['math', 'shapes', 'world'].includes(name));

const folders = readdirSync(`${root}src`).filter((name) => !name.includes('.'));
const sources = folders.flatMap((folder) => list(`src/${folder}`, '.c', '.h'));
const folderOf = (path) => path.split('/')[1];
const base = (path) => path.split('/').at(-1);
const includes = (path) => [...read(path).matchAll(/#include "([^"]+)"/g)].map((m) => m[1]);

/** Whether files of one folder may use files of another. */
const mayUse = (from, to) => from === to || RANKS[to] < RANKS[from];

/** The cycles of a graph: sets of nodes that all reach each other. */
function circles(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) found.push(circle);
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}

/** Symbols that the object files of a native build define and need, by source; null without a build. */
function symbols() {
  const build = ['gcc', 'clang'].find((name) =>
    existsSync(`${root}build/${name}/libgrowth-distance.a`),
  );
  if (!build) return null;
  const needs = new Map();
  const definedBy = new Map();
  const paths = sources.filter((name) => name.endsWith('.c'));
  const objects = paths.map((path) => `${root}build/${build}/${path.slice(4, -2)}.o`);
  for (const object of objects)
    assert.ok(existsSync(object), `${object} is missing: make build/${build}/libgrowth-distance.a`);
  // prints the symbols of each object below its name
  const text = execFileSync('nm', objects, { encoding: 'utf8' });
  for (const [k, path] of paths.entries()) {
    const own = text.split(`${objects[k]}:\n`)[1].split('\n\n')[0];
    const entries = own.split('\n').map((line) => line.trim().split(/\s+/).slice(-2));
    for (const [type, name] of entries)
      if (/^[A-TV-Z]$/.test(type) && name.startsWith('gd_')) definedBy.set(name, path);
    const needed = entries.filter(([type, name]) => type === 'U' && name.startsWith('gd_'));
    needs.set(
      path,
      needed.map(([, name]) => name),
    );
  }
  return { needs, definedBy };
}

test('a folder includes only folders of lower rank', () => {
  for (const folder of folders) assert.ok(RANKS[folder], `src/${folder} has no rank`);
  for (const path of sources)
    for (const used of includes(path)) {
      if (!used.includes('/')) {
        assert.ok(existsSync(`${root}src/${used}`), `${path} includes ${used}`);
        continue;
      }
      assert.ok(existsSync(`${root}src/${used}`), `${path} includes ${used}, which is not there`);
      assert.ok(mayUse(folderOf(path), used.split('/')[0]), `${path} includes ${used}`);
    }
  for (const path of list('src', '.h'))
    for (const used of includes(path)) assert.ok(!used.includes('/'), `${path} includes ${used}`);
});

test('an object file needs only symbols of lower ranks, and no files use each other in a cycle', (t) => {
  const graph = new Map(sources.map((path) => [path, includes(path).map((used) => `src/${used}`)]));
  assert.deepEqual(circles(graph), []);
  const found = symbols();
  if (!found) {
    t.skip('without a native build: make build/gcc/libgrowth-distance.a');
    return;
  }
  for (const [path, needed] of found.needs)
    for (const name of needed) {
      const definition = found.definedBy.get(name);
      assert.ok(definition, `${path} needs ${name}, which nothing defines`);
      assert.ok(
        mayUse(folderOf(path), folderOf(definition)),
        `${path} calls ${name} of ${definition}`,
      );
      graph.get(path).push(definition);
    }
  assert.deepEqual(circles(graph), []);
});

test('every external symbol begins with gd_', (t) => {
  const found = symbols();
  if (!found) {
    t.skip('without a native build: make build/gcc/libgrowth-distance.a');
    return;
  }
  for (const path of sources.filter((name) => name.endsWith('.h')))
    for (const [, name] of read(path).matchAll(/^GD_(?:API|INTERNAL) [\w\s*]*?(\w+)\(/gm))
      assert.match(name, /^gd_/, `${path} declares ${name}`);
});

test('functions outside the public ABI take at most six parameters', () => {
  const abi = list('src', '.h').map(read).join('');
  for (const path of sources)
    for (const [, name, parameters] of withoutComments(read(path)).matchAll(
      /^[\w*][\w* ]*?\**(\w+)\(([^;{}]*?)\) \{$/gm,
    )) {
      // the query of the comparison methods has the signature of the public queries
      if (abi.includes(` ${name}(`) || name === 'gd_compare_growth_distance') continue;
      const count = parameters.replace(/\([^)]*\)/g, '').split(',').length;
      assert.ok(count <= 6, `${name} of ${path} takes ${count} parameters`);
    }
});

test('solvers do not test shape types', () => {
  for (const folder of ['minkowski', 'growth', 'distance', 'nd', 'depth'])
    for (const path of list(`src/${folder}`, '.c', '.h'))
      assert.ok(!/GD_KIND_|GD_CORE_/.test(read(path)), `${path} asks for shape types`);
  for (const path of list('src/compare', '.c', '.h'))
    if (/^(ie|zc|zc_ie|conic_projection|ray)\./.test(base(path)))
      assert.ok(!/GD_KIND_|GD_CORE_/.test(read(path)), `${path} asks for shape types`);
});

test('only the comparison module uses the comparison methods', () => {
  const others = [
    ...sources.filter((path) => folderOf(path) !== 'compare'),
    ...list('wasm', '.c', '.h').filter((path) => !base(path).includes('compare')),
  ];
  for (const path of others)
    for (const used of includes(path))
      assert.ok(!used.startsWith('compare/'), `${path} includes ${used}`);
});

test('a world uses boxes of shapes and public queries, and no solver', () => {
  for (const path of list('src/world', '.c', '.h')) {
    for (const used of includes(path))
      assert.match(used, /^(math|shapes|world)\/|^growth_distance/, `${path} includes ${used}`);
    if (!base(path).startsWith('aabb'))
      assert.ok(!/GD_KIND_|GD_CORE_/.test(read(path)), `${path} asks for shape types`);
  }
});

test('every source file has a unit test of its name', () => {
  const units = sources.filter((name) => name.endsWith('.c'));
  const missing = [];
  for (const path of units) {
    const name = base(path).slice(0, -2);
    const twice = units.filter((other) => base(other) === base(path)).length > 1;
    const unit = twice ? `${folderOf(path)}_${name}` : name;
    const file = `tests/unit/test_${unit}.c`;
    if (!existsSync(root + file)) missing.push(`${path} has no ${file}`);
    else if (!read(file).includes(`\nTEST(${unit}) {`))
      missing.push(`${file} has no TEST(${unit})`);
  }
  assert.ok(missing.length === 0, missing.join('\n'));
});

test('every source file is in a module', () => {
  const units = list('wasm', '.c', '.h').filter((path) => !base(path).includes('compare'));
  const taken = new Set(units.flatMap(includes));
  const compared = new Set(list('wasm', '.c').flatMap(includes));
  for (const path of sources.filter((name) => name.endsWith('.c')))
    assert.ok((folderOf(path) === 'compare' ? compared : taken).has(path.slice(4)), path);
});

/* ---- JavaScript -------------------------------------------------------------------------------- */

/** The folders of js in the order in which they build on each other; entries stand beside them. */
const JS_FOLDERS = ['core', 'poses', 'shapes', 'queries', 'world', 'three'];
const scripts = [
  ...list('js', '.js').filter((path) => base(path) !== 'rolldown.config.js'),
  ...JS_FOLDERS.flatMap((folder) => list(`js/${folder}`, '.js')),
];
const jsRank = (path) => {
  const folder = path.split('/')[1];
  return folder.endsWith('.js') ? JS_FOLDERS.length : JS_FOLDERS.indexOf(folder);
};

/**
 * The scripts of js that the imports of a text name. @param {string} path @param {string} text
 * @param {RegExp} pattern
 */
const named = (path, text, pattern) =>
  [...text.matchAll(pattern)]
    .map((m) => new URL(m[1], `file:///${path}`).pathname.slice(1))
    .filter((name) => name.startsWith('js/'));

/** The scripts that a script imports, statically or dynamically. */
const imports = (path) =>
  named(path, withoutComments(read(path)), /(?:from |import |import\()'(\.[^']+)'/g);

/** The scripts whose types a script uses in its comments. */
const typeImports = (path) =>
  named(path, read(path), /(?:@import \{[^}]*\} from |import\()'(\.[^']+)'/g);

test('a folder of js uses only folders before it, also for types', () => {
  for (const path of scripts)
    for (const used of [...imports(path), ...typeImports(path)]) {
      assert.ok(scripts.includes(used), `${path} imports ${used}, which is not there`);
      assert.ok(jsRank(used) <= jsRank(path), `${path} imports ${used}`);
    }
});

test('no scripts of js import each other in a cycle', () => {
  assert.deepEqual(circles(new Map(scripts.map((path) => [path, imports(path)]))), []);
});

test('no script of js imports an entry, except js/external.js', () => {
  const entries = scripts.filter((path) => jsRank(path) === JS_FOLDERS.length);
  assert.deepEqual(
    entries.map(base).sort(),
    ['compare.js', 'external.js', 'index.js', 'three.js', 'workers.js'],
    'only entries stand beside the folders',
  );
  for (const path of scripts.filter((name) => name !== 'js/external.js'))
    for (const used of imports(path))
      assert.ok(!entries.includes(used), `${path} imports the entry ${used}`);
});

test('js uses no package and no inexact mathematics; js/three uses only three.js and not the ABI', () => {
  for (const path of scripts.filter((name) => !name.startsWith('js/three'))) {
    const text = read(path);
    if (path !== 'js/three.js') assert.ok(!/from '(?!\.)/.test(text), `${path} uses a package`);
    assert.ok(!/Math\.(sin|cos|tan|atan|pow|exp|log)/.test(text), `${path} computes geometry`);
  }
  // drawing is the exception, and depends on three.js alone
  for (const path of list('js/three', '.js')) {
    const text = read(path);
    assert.ok(!/from '(?!\.|three['/])/.test(text), `${path} depends on another package`);
    assert.ok(!/wasm\//.test(text), `${path} touches the ABI`);
  }
});

/* ---- all files --------------------------------------------------------------------------------- */

test('files have at most 500 lines, with two exceptions, and no leftover notes', () => {
  const tests = readdirSync(`${root}tests`).filter(
    (name) => !name.includes('.') && !['data', 'output'].includes(name),
  );
  const files = [
    ...list('src', '.h'),
    ...sources,
    ...scripts,
    ...list('wasm', '.c', '.h'),
    ...tests.flatMap((folder) => list(`tests/${folder}`, '.js', '.c', '.h')),
  ];
  for (const path of files) {
    const text = read(path);
    // the header is the manual in one piece
    const limit = path === 'src/growth_distance.h' ? 850 : 500;
    assert.ok(text.split('\n').length <= limit, `${path} is longer than ${limit} lines`);
    assert.ok(!/#if\s0|\bTO[D]O\b|\bFIX[M]E\b/.test(text), `${path} has something left over`);
  }
});

test('no query allocates, prints, or uses the platform’s mathematics', () => {
  for (const path of sources) {
    const text = withoutComments(read(path));
    if (QUERIES.includes(folderOf(path)))
      assert.ok(!/\b(malloc|calloc|realloc|free|printf)\(/.test(text), `${path} allocates`);
    const found = /\b(sin|cos|tan|acos|atan2|pow|exp|log|hypot|cbrt|fma)\(/.exec(text);
    assert.equal(found, null, `${path} calls ${found?.[1]}`);
  }
});
