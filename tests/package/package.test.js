/* The package as users get it: packed, installed in an empty folder, used by what the README says. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder;
let files;
let size;
/** Bytes of the tarball; a third of it is the script for pages without modules. */
const PACKED = 680e3;

const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** As a user has it who installed three beside the package. */
function linkThree() {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['three', '@types/three'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'growth-distance-'));
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename, files: list, ...packed }] = Object.values(JSON.parse(run('npm', pack, root)));
  files = list.map(({ path }) => path);
  size = packed.size;
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  run('npm', ['install', '--no-audit', '--no-fund', '--offline', `./${filename}`], folder);
});
after(() => rmSync(folder, { recursive: true, force: true }));

const ENTRIES = ['index', 'compare', 'external', 'three', 'workers'];

test('the tarball holds what runs, its types and what tells of them, and nothing else', () => {
  const built = [...ENTRIES, 'shared', 'worker', 'growth-distance.min'].map((name) => `${name}.js`);
  const bytes = ['core', 'compare'].map((name) => `wasm/dist/${name}-bytes.js`);
  const wanted = [
    ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
    ...built.map((name) => `js/dist/${name}`),
    ...[...bytes, 'wasm/dist/core-file.js', 'wasm/dist/core.wasm'],
  ];
  for (const path of wanted) assert.ok(files.includes(path), `${path} is missing`);
  const others = files.filter(
    (path) => !wanted.includes(path) && !/^js\/types\/.*\.d\.ts$/.test(path),
  );
  assert.deepEqual(others, []);
});

test('the tarball stays small', (t) => {
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= PACKED, `${size} bytes`);
});

test('every file that is packed is reached from an entry', () => {
  const installed = (path) => join(folder, 'node_modules/growth-distance', path);
  const reached = new Set();
  const reach = (path) => {
    if (reached.has(path)) return;
    reached.add(path);
    assert.ok(files.includes(path), `${path} is imported and missing`);
    const text = readFileSync(installed(path), 'utf8');
    const found = text.matchAll(/(?:from|import\(|new URL\(|import)\s*["'](\.[^"'\n]*)["']/g);
    for (const [, name] of found) {
      const other = posix.join(posix.dirname(path), name);
      reach(path.endsWith('.d.ts') ? other.replace(/\.js$/, '.d.ts') : other);
    }
  };
  for (const name of ENTRIES) {
    reach(`js/dist/${name}.js`);
    reach(`js/types/js/${name}.d.ts`);
  }
  const left = files.filter((path) => /^(js|wasm\/dist)\//.test(path) && !reached.has(path));
  assert.deepEqual(left, ['js/dist/growth-distance.min.js']);
});

test('the JavaScript of the README runs from the installed package', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((m) => m[1]);
  assert.ok(blocks.length > 0);
  // what does not ask for three runs where there is none
  const asksThree = (block) => Number(/from 'three'/.test(block));
  blocks.sort((a, b) => asksThree(a) - asksThree(b));
  assert.ok(!asksThree(blocks[0]) && asksThree(blocks.at(-1)));
  for (const [i, block] of blocks.entries()) {
    if (asksThree(block)) linkThree();
    // an expression with a comment states its value: "r.value; // 2.57…"
    const checked = block.replace(
      /^(.+); \/\/ (\d+\.\d+)….*$/gm,
      (_, expression, digits) =>
        `if (!String(${expression}).startsWith('${digits}')) throw new Error('${expression} is ' + ${expression});`,
    );
    writeFileSync(join(folder, `readme-${i}.js`), checked);
    run(process.execPath, [`readme-${i}.js`], folder);
  }
});

test('strict TypeScript accepts right calls and refuses wrong ones', () => {
  const use = `
import { Box, ConvexHull, CustomShape, GeometryError, HalfSpace, MinkowskiSum, NormBall, Pair, PointSet, World, Segment, Shape, SmoothHull, Sphere, Transformed, collide, generalizedDistance, growthDistance, growthGradient, init, intersects } from 'growth-distance';
import type { GrowthResult, Pose, Status, TraceIterate } from 'growth-distance';
import { METHODS, growthDistance as compared } from 'growth-distance/compare';
import { ParallelWorld } from 'growth-distance/workers';
import type { GrowthColumns } from 'growth-distance';
import { geometryOf, hullOf, poseOf } from 'growth-distance/three';
import { Mesh, type BufferGeometry } from 'three';

const ball = new Sphere({ radius: 1, margin: 0.1, center: [0, 0, 0] });
const hull = new ConvexHull({ points: new Float32Array(12) });
const pose: Pose = { position: [1, 2, 3], quaternion: { x: 0, y: 0, z: 0, w: 1 } };
const r: GrowthResult = growthDistance(ball, pose, hull, null, { tolerance: 1e-10 });
const status: Status = r.status;
const x: number = r.normal[0] ?? 0;
const hit: boolean = intersects(ball, undefined, hull, [0, 0, 0, 0, 0, 0, 1]);
const { point, normal } = collide(ball, pose, hull, pose);
const p: number[] | null = point ?? normal;
const pair = new Pair(ball, new Box({ halfExtents: [1, 1, 1] }));
pair.growthDistance(pose, pose, { out: r }).value.toFixed();
const shape: Shape = Shape.from({ type: 'sphere', radius: 1 });
{
  using held = new Sphere({ radius: 1, margin: undefined });
  using both = new Pair(held, held);
  both.reset();
}
const points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
const smooth: Shape = new SmoothHull({ points, exponent: 4 });
const image = new Transformed({ shape: smooth, matrix: [[1, 0, 0], [0, 2, 0], [0, 0, 1]], offset: { x: 0, y: 1, z: 0 } });
const sum = new MinkowskiSum({ a: image, b: new CustomShape({ support: ([x = 0, y = 0, z = 0]) => [x, y, z] }) });
const trace: TraceIterate[] | undefined = growthDistance(sum, null, ball, pose, { trace: true }).trace;
const turning: number | number[] = growthGradient(sum, null, ball, pose, { velocityB: { linear: [1, 0, 0] } }).gradient.rotationB;
const d: number = generalizedDistance(new NormBall({ dimension: 3, p: Infinity }), null, [ball, new PointSet({ points })], [pose, null]).value;
const other: GrowthResult = compared(ball, pose, hull, null, { method: METHODS[0] ?? 'dcol' });
const world = new World({ margin: 0.1 });
const body: number = world.add(ball, pose, { group: 2 });
world.poses[7 * body] = 1;
const columns: GrowthColumns = world.growthDistances({ tolerance: 1e-6, pairs: [[0, 1]] });
const column: number = (columns.value[0] ?? 0) + (columns.status[0] ?? 0);
const spread: Promise<GrowthColumns> = new ParallelWorld({ workers: 2 }).growthDistances();
const drawn: BufferGeometry = geometryOf(ball, { segments: 32, crease: undefined });
const mesh = new Mesh(drawn);
const carried: number = growthDistance(hullOf(mesh, { margin: 0.1 }), poseOf(mesh), ball, pose).value;
await init({ wasm: new URL('https://example.org/core.wasm') });
new PointSet({ points: [{ x: 1, y: 2, z: 3 }] }).support({ x: 1, y: 0, z: 0 });
const flat = new Segment({ a: { x: 0, y: 0 }, b: { x: 1, y: 0 } });
new HalfSpace({ normal: { x: 0, y: 1 }, offset: 0 }).contains({ x: 1, y: 0 });
new CustomShape({ dimension: 2, support: ([x, y]) => ({ x, y }) });
new CustomShape({ support: (n: number[]) => n });
generalizedDistance(ball, null, [ball, ball] as const, [null, pose] as const);
growthDistance(flat, null, flat, { translation: () => [3, 0], rotation: () => 0 });
export { trace, turning, d, other, column, spread, carried };
export { status, x, hit, p, shape, GeometryError };

// @ts-expect-error a radius is a number
new Sphere({ radius: '1' });
// @ts-expect-error a sphere has a radius
new Sphere({});
// @ts-expect-error there is no such method
growthDistance(ball, pose, hull, pose, { method: 'fast' });
// @ts-expect-error a pair is not asked by the methods of the comparison
new Pair(ball, hull).growthDistance(pose, null, { method: 'ie' });
// @ts-expect-error nor are derivatives
growthGradient(ball, pose, hull, null, { method: 'dcol' });
// @ts-expect-error a support function returns a point
new CustomShape({ support: () => 1 });
// @ts-expect-error a world's columns are not filled elsewhere
world.growthDistances({ out: columns });
// @ts-expect-error a shape is drawn, not an object
geometryOf(mesh);
// @ts-expect-error a shape is no pose
growthDistance(pose, ball, hull, pose);
`;
  writeFileSync(join(folder, 'use.ts'), use);
  for (const resolution of ['nodenext', 'bundler']) {
    const options = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['es2023', 'dom'],
        types: [],
        module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
        moduleResolution: resolution,
      },
      files: ['use.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    try {
      run(process.execPath, [tsc, '-p', folder], folder);
    } catch (error) {
      assert.fail(`${resolution}:\n${error.stdout}`);
    }
  }
});
