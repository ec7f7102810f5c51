/* make bench: prints tables and writes docs/benchmarks.md and docs/benchmarks.json. Takes about a
 * minute. Options: --quick (fewer rounds, writes nothing). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

import * as measure from './measure.js';
import { isCurved, kindPairs, pairs } from './scenes.js';
import { sceneDoubles } from './records.js';

if (process.argv.includes('--help')) {
  console.log('node tests/bench/bench.js [--quick]\n\n  --quick  fewer rounds, writes no report');
  process.exit();
}
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 3 : 9;
const COUNT = 60;
const REPEATS = quick ? 10 : 40;
const NATIVE = new URL('../../build/clang/bench', import.meta.url).pathname;
const BUILD = new URL('../../build/', import.meta.url);

const ns = (x) => (x < 100 ? x.toFixed(0) : x < 1000 ? x.toFixed(0) : (x / 1000).toFixed(2) + 'k');

function progress(done, total, label) {
  if (!process.stderr.isTTY) return;
  const bar = '█'.repeat(Math.round((30 * done) / total)).padEnd(30, '·');
  process.stderr.write(`\r${bar} ${label.padEnd(30)}${done === total ? '\n' : ''}`);
}

/** The scene as the native program reads it. */
function writeScene(items, name) {
  const path = new URL(name, BUILD);
  writeFileSync(path, sceneDoubles(items));
  return path.pathname;
}

const native = (path, rounds) =>
  execFileSync(NATIVE, [path, String(rounds)], { encoding: 'utf8' })
    .trim()
    .split(' ')
    .map(Number);

/** Growth cold and warm, boolean far, near and grazing, of one pair of kinds. */
function measureKinds(kinds, seed) {
  const scene = measure.prepare(pairs({ ...kinds, count: COUNT, seed }));
  const booleans = Object.fromEntries(
    Object.entries({ far: 6, near: 1.25, grazing: 1.0001 }).map(([name, growth]) => [
      name,
      measure.prepare(pairs({ ...kinds, count: COUNT, seed, growth })),
    ]),
  );
  const times = measure.interleave(
    {
      cold: measure.coldJs(scene, REPEATS),
      warm: measure.warmJs(scene, REPEATS),
      ...Object.fromEntries(
        Object.entries(booleans).map(([name, s]) => [name, measure.booleanJs(s, REPEATS)]),
      ),
    },
    ROUNDS,
  );
  const row = { ...kinds, iterations: measure.iterations(scene), ...times };
  for (const s of [scene, ...Object.values(booleans)]) measure.release(s);
  return row;
}

const isSmooth = (type) => type === 'sphere' || type === 'ellipsoid';

/** Curved primitives in wasm and natively, the same queries in turn; those that the cutting plane
 * solves, since a step of Newton's costs more. */
function measureNative() {
  const items = kindPairs(3)
    .filter(({ typeA, typeB }) => isCurved(typeA, typeB) && !(isSmooth(typeA) && isSmooth(typeB)))
    .flatMap((kinds, i) => pairs({ ...kinds, count: 20, seed: 1000 + i }));
  const path = writeScene(items, 'bench-curved.bin');
  const scene = measure.prepare(items);
  const wasm = [];
  const nativeTimes = [];
  const run = measure.coldModule(scene, 50);
  measure.interleave({ run }, 2);
  for (let round = 0; round < ROUNDS; round++) {
    const { time } = measure.interleave({ time: run }, 1);
    wasm.push(time);
    nativeTimes.push(native(path, 3)[0]);
  }
  const steps = measure.iterations(scene);
  measure.release(scene);
  return {
    iterations: steps,
    native: measure.median(nativeTimes) / steps,
    wasm: measure.median(wasm) / steps,
  };
}

/**
 * What JavaScript adds to a query of a Pair: the same warm queries of a few pairs, again and again,
 * by calls from JavaScript and inside the module.
 */
function measureOverhead() {
  const items = kindPairs(3)
    .slice(0, 8)
    .flatMap((kinds, i) => pairs({ ...kinds, count: 1, seed: 2000 + i }));
  const scene = measure.prepare(items);
  scene.frames = scene.frames.map((frames) => frames.fill(frames[0]));
  const times = measure.interleave(
    { js: measure.warmJs(scene, 5000), module: measure.warmModule(scene, 5000) },
    3 * ROUNDS,
  );
  measure.release(scene);
  return { ...times, added: times.js - times.module };
}

function table(rows) {
  const head = ['pair', 'iterations', 'cold', 'warm', 'far', 'near', 'grazing'];
  const lines = rows.map((r) => [
    `${r.typeA}–${r.typeB}`,
    r.iterations.toFixed(1),
    ...['cold', 'warm', 'far', 'near', 'grazing'].map((name) => ns(r[name])),
  ]);
  return [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const all = [...kindPairs(3), ...kindPairs(2)];
const rows = all.map((kinds, i) => {
  progress(i, all.length + 2, `${kinds.typeA}–${kinds.typeB}`);
  return measureKinds(kinds, 100 + i);
});
progress(all.length, all.length + 2, 'native against wasm');
const curved = measureNative();
progress(all.length + 1, all.length + 2, 'overhead of JavaScript');
const overhead = measureOverhead();
const custom = measure.customSupport(5 * ROUNDS);
progress(all.length + 2, all.length + 2, 'done');

const in3d = rows.filter((r) => r.dimension === 3);
const curvedRows = in3d.filter((r) => isCurved(r.typeA, r.typeB));
const mid = (list, name) => ns(measure.median(list.map((r) => r[name])));
const report = `# Benchmarks

Made by \`make bench\`. Nanoseconds a query in Node ${process.versions.node.split('.')[0]} through
JavaScript, one call at a time; medians of ${ROUNDS} interleaved rounds after a warm-up,
${COUNT} random pairs with sizes over two decades per row. Times depend on the machine (here
${cpus().length} cores, shared with others); iterations do not.

| figure | measured |
| --- | ---: |
| curved primitives, cold, native (clang -O3), per iteration of the cutting plane | ${curved.native.toFixed(1)} ns |
| the same in wasm | ${curved.wasm.toFixed(1)} ns, ${(curved.wasm / curved.native).toFixed(2)} × native |
| iterations of those, mean | ${curved.iterations.toFixed(1)} |
| a warm \`Pair\` query through JavaScript | ${overhead.js.toFixed(0)} ns |
| the same inside the module | ${overhead.module.toFixed(0)} ns, so JavaScript adds ${overhead.added.toFixed(0)} ns |
| a support call of a \`CustomShape\` that reuses its array | ${custom.reused.toFixed(0)} ns more than a built-in one |
| the same with a new array for every point | ${custom.fresh.toFixed(0)} ns more |
| median over curved pairs: cold, warm | ${mid(curvedRows, 'cold')}, ${mid(curvedRows, 'warm')} |
| median over curved pairs: boolean far, near, grazing | ${['far', 'near', 'grazing'].map((n) => mid(curvedRows, n)).join(', ')} |

Cold and warm are growth distances; warm pairs move by a hundredth of their size between queries.
Far, near and grazing are booleans at growth distances of 6, 1.25 and 1.0001.

## In space

${table(in3d)}

## In the plane

${table(rows.filter((r) => r.dimension === 2))}
`;
console.log(report);
if (!quick) {
  mkdirSync(new URL('../../docs/', import.meta.url), { recursive: true });
  writeFileSync(new URL('../../docs/benchmarks.md', import.meta.url), report);
  const data = { rows, curved, overhead, custom };
  writeFileSync(
    new URL('../../docs/benchmarks.json', import.meta.url),
    JSON.stringify(data, (_, x) => (typeof x === 'number' ? Number(x.toPrecision(5)) : x), 1) +
      '\n',
  );
}
