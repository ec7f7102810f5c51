/*
 * The package as users get it: packed, installed in an empty folder, and used as the README says.
 */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import { deadLinksOf, linksOf } from '../lib/documents.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder;
let files;
let size;
/** Largest size of the tarball, in bytes; a quarter of it is the script for pages without modules. */
const PACKED = 1135e3;

const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Installs three.js beside the package, as a user would. */
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

test('the tarball contains the built code, its types and the documents, and nothing else', () => {
  const built = [...ENTRIES, 'shared', 'worker', 'growth-distance.min'].map((name) => `${name}.js`);
  const bytes = ['core', 'compare'].map((name) => `wasm/dist/${name}-bytes.js`);
  const wanted = [
    ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
    ...built.map((name) => `js/dist/${name}`),
    ...[...bytes, 'wasm/dist/core-file.js', 'wasm/dist/core.wasm'],
  ];
  for (const path of wanted) assert.ok(files.includes(path), `${path} is missing`);
  const others = files.filter(
    (path) =>
      !wanted.includes(path) &&
      !/^js\/types\/.*\.d\.ts$|^docs\/(README\.md|guides\/|examples\/)/.test(path),
  );
  assert.deepEqual(others, []);
});

test('the tarball has at most 1,135 kB', (t) => {
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= PACKED, `${size} bytes`);
});

test('the worker script of a ParallelWorld has less than 20 kB, because it contains no module', (t) => {
  const worker = readFileSync(join(folder, 'node_modules/growth-distance/js/dist/worker.js'));
  t.diagnostic(`${worker.length} bytes`);
  assert.ok(worker.length < 20e3);
  assert.ok(!/\bfrom *["']|\bimport *["'(]/.test(worker), 'it imports another file');
});

test('the package has no dependency, and tools that do not read `exports` find the same files', () => {
  const manifest = JSON.parse(
    readFileSync(join(folder, 'node_modules/growth-distance/package.json'), 'utf8'),
  );
  assert.deepEqual(Object.keys(manifest.dependencies ?? {}), []);
  const { '.': main, ...entries } = manifest.exports;
  assert.deepEqual(main, { types: manifest.types, default: manifest.main });
  const typed = Object.entries(entries).filter(([, { types }]) => types);
  assert.deepEqual(
    manifest.typesVersions['*'],
    Object.fromEntries(typed.map(([name, { types }]) => [name.replace('./', ''), [types]])),
  );
});

test('every packed file is reachable from an entry', () => {
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

test('links of the documents work in the tarball, or lead to the home that package.json names', (t) => {
  const sample =
    '[a](docs/a.md) [b](CHANGELOG.md#one) [c](https://x.example/docs/a.md) ![d](d.png)';
  const home = { repository: { url: 'https://x.example' } };
  assert.deepEqual(deadLinksOf(sample, files, home), ['docs/a.md', 'd.png']);
  assert.deepEqual(deadLinksOf(sample, files, {}), []);
  const installed = (name) =>
    readFileSync(join(folder, 'node_modules/growth-distance', name), 'utf8');
  const manifest = JSON.parse(installed('package.json'));
  const documents = files.filter((path) => path.endsWith('.md'));
  assert.ok(documents.length > 15);
  const waiting = [];
  for (const path of documents) {
    const text = installed(path);
    const inFolder = files.map((file) => posix.relative(posix.dirname(path), file));
    assert.deepEqual(deadLinksOf(text, inFolder, manifest), [], path);
    waiting.push(...deadLinksOf(text, inFolder, home));
  }
  assert.ok(linksOf(installed('README.md')).length > 10);
  // links lead to files of the package; only the pictures wait for a home in package.json
  assert.deepEqual(
    waiting.filter((link) => !/\.(webp|svg)$/.test(link)),
    [],
  );
  if (!manifest.repository && !manifest.homepage)
    t.diagnostic(`package.json names no home: ${waiting.length} pictures lead out of the tarball`);
});

test('the JavaScript of the README runs from the installed package', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((m) => m[1]);
  assert.ok(blocks.length > 0);
  // blocks that do not import three.js must run without it
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
  // the declarations of three.js need the DOM, and the declarations of its addons have errors
  for (const resolution of ['nodenext', 'bundler'])
    compile('use.ts', use, resolution, { lib: ['es2023', 'dom', 'esnext.disposable'] });
});

/** Compiles a program in the folder with strict options. */
function compile(name, program, resolution, options) {
  writeFileSync(join(folder, name), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    types: [],
    module: { nodenext: 'nodenext', bundler: 'esnext', node10: 'esnext' }[resolution],
    moduleResolution: resolution,
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [name] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  try {
    run(process.execPath, [tsc, '-p', folder], folder);
  } catch (error) {
    assert.fail(`${resolution}:\n${error.stdout}`);
  }
}

const TYPES = `
import { Box, Circle, HalfSpace, NormBall, Pair, Point, PointSet, Rectangle, Segment, Shape, Sphere, Transformed, World, collide, distance, distanceGradient, generalizedDistance, growthDistance, growthGradient, init, intersects, moveAndSlide, penetration, signedDistance, staysApart, timeOfImpact } from 'growth-distance';
import type { DistanceOptions, DistanceResult, GrowthOptions, GrowthResult, Pose, Quat, ShapeRecord, Vec2, Vec3 } from 'growth-distance';

type Same<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false;
const same = <X, Y>(_: Same<X, Y>): void => {};
type Two = [number, number];
type Three = [number, number, number];
declare class Vector3 { constructor(x?: number, y?: number, z?: number); x: number; y: number; z: number }
declare class URLOfThePlatform { readonly href: string; readonly protocol: string }

const box = new Box({ halfExtents: [1, 1, 1] });
const ball = new Sphere({ radius: 1, margin: undefined });
const disc = new Circle({ radius: 1 });
const square = new Rectangle({ halfExtents: new Float64Array([1, 1]) });
const pose: Pose = { position: [3, 0, 0] };

// vectors are tuples of the shapes' dimension
const g = growthDistance(box, null, ball, pose);
same<typeof g.normal, Three>(true);
same<typeof g.contact, Three>(true);
new Vector3(...g.normal);
for (const r of [distance(box, null, ball, pose), penetration(box, null, ball, pose), signedDistance(box, null, ball, pose)])
  new Vector3(...r.pointA);
const hit = collide(box, null, ball, pose);
if (hit.point) new Vector3(...hit.point);
const flat = distance(disc, null, square, { position: [3, 0] });
same<typeof flat.pointB, Two>(true);
same<typeof box.center, Three>(true);
same<typeof square.halfExtents, Two>(true);
const support: Three = box.support([1, 0, 0]);

// a dimension that is not known gives a union, and that of the other shape if it is known
const some: Shape = Shape.from({ type: 'circle', radius: 1 });
const unknown = signedDistance(some, null, some, null);
same<typeof unknown.normal, Two | Three>(true);
const known = growthDistance(some, null, disc, null);
same<typeof known.normal, Two>(true);
const kept: GrowthResult = known;
const named: GrowthResult<2> = known;
const ground = new HalfSpace({ normal: [0, 1, 0], offset: 0 });
const wall = new HalfSpace({ normal: { x: 0, y: 1 }, offset: 0 });
const rod = new Segment({ a: [0, 0], b: [1, 0] });
same<typeof ground.dimension, 3>(true);
same<typeof wall.dimension, 2>(true);
same<typeof rod.center, Two>(true);
const image = new Transformed({ shape: box, matrix: [1, 0, 0, 0, 2, 0, 0, 0, 1] });
new Vector3(...distance(ground, null, image, null).normal);
const shape: Shape = box;
const solid: Shape<3> = ball;
const list: Shape[] = [box, disc, rod, new Point()];
if (some instanceof Shape) some.dispose();

// fields that options ask for
const plain = distance(box, null, ball, pose, { tolerance: 1e-9 });
same<'simplexA' extends keyof typeof plain ? true : false, false>(true);
const full = distance(box, null, ball, pose, { simplex: true });
same<typeof full.simplexA, Three[]>(true);
const without = growthGradient(box, null, ball, pose);
same<'regular' extends keyof typeof without ? true : false, false>(true);
const jacobians = growthGradient(box, null, ball, pose, { jacobians: true });
const regular: boolean = jacobians.regular;
const rows: number[][] | undefined = jacobians.jacobian?.contact.a;
same<typeof jacobians.gradient.rotationA, Three>(true);
same<(typeof unknownGradient)['gradient']['rotationA'], number | Three>(true);
const unknownGradient = distanceGradient(some, null, some, null, { simplex: true, jacobians: true });
const both: boolean | Two[] | Three[] = [unknownGradient.simplexA, unknownGradient.regular][0] as boolean;

// pairs, results to fill, options kept in a variable
const pair = new Pair(box, ball);
new Vector3(...pair.distance(null, pose, { simplex: true }).simplexB[0]!);
pair.growthDistance(null, pose, { out: g });
const anyPair: Pair = pair;
const options: GrowthOptions = { method: 'newton', out: g };
growthDistance(box, null, ball, pose, options);
const distanceOptions: DistanceOptions = { method: 'gjk', subalgorithm: 'johnson' };
const loose: DistanceResult<3> = distance(box, null, ball, pose, distanceOptions);

// any dimension
const set = new PointSet({ points: [[0, 0, 0, 0], [1, 0, 0, 0]] });
const many: number[] = growthDistance(set, null, new NormBall({ dimension: 4, p: 2 }), null).normal;
new Vector3(...growthDistance(new NormBall({ dimension: 3, p: 1 }), null, box, null).normal);
new Vector3(...generalizedDistance(box, null, [ball, ball], [null, pose]).contact);

// records are told apart by their type
const record: ShapeRecord = box.toJSON();
if (record.type === 'box') record.halfExtents.length;
if (record.type === 'transformed') record.shape.type.length;
Shape.from(record).dispose();
Shape.from(JSON.parse('{ "type": "sphere", "radius": 1 }') as any);
const vectors: [Vec2, Vec3, Quat] = [[0, 1], { x: 0, y: 1, z: 2 }, [0, 0, 0, 1]];

const world = new World();
world.add(box, pose);
const hits: boolean = intersects(box, null, ball, pose);
declare const url: URLOfThePlatform;
void init({ wasm: url });
void init({ wasm: new Uint8Array(8) });
export { support, kept, named, shape, solid, list, regular, rows, both, anyPair, loose, many, vectors, hits };

// @ts-expect-error a 2D and a 3D shape do not go together
distance(box, null, disc, null);
// @ts-expect-error nor in a growth distance
growthDistance(disc, null, ground, null);
// @ts-expect-error nor in a pair
new Pair(rod, ball);
// @ts-expect-error nor a 3D character in a 2D world
moveAndSlide(new World({ dimension: 2 }), ball, null, [1, 0]);
// @ts-expect-error nor in the gradient
growthGradient(box, null, square, null);
// @ts-expect-error sets of any dimension have no distance
distance(set, null, set, null);
// @ts-expect-error a comparison method is of growth-distance/compare
growthDistance(box, null, ball, null, { method: 'dcol' });
// @ts-expect-error a misspelt option
distance(box, null, ball, null, { tolerence: 1e-9 });
// @ts-expect-error a misspelt option beside a right one
distance(box, null, ball, null, { tolerance: 1e-9, simplx: true });
// @ts-expect-error an option of another query
growthDistance(box, null, ball, null, { simplex: true });
// @ts-expect-error simplices were not asked for
plain.simplexA;
// @ts-expect-error nor Jacobians
without.jacobian;
// @ts-expect-error a pose is missing
distance(box, null, ball);
// @ts-expect-error a pose is missing
pair.distance(null);
// @ts-expect-error shapes are made by their classes
new Shape();
timeOfImpact(ball, { from: null, to: [3, 0, 0, 0, 0, 0, 1] }, ball, { pose: null, velocity: [1, 0, 0] });
// @ts-expect-error two poses give the velocity
timeOfImpact(ball, { from: null, to: null, velocity: [1, 0, 0] }, ball, null);
// @ts-expect-error a boolean fills no result
staysApart(ball, null, ball, null, { out: {} });
// @ts-expect-error there is no such shape type
Shape.from({ type: 'cube', halfExtents: [1, 1, 1] });
// @ts-expect-error a box has no radius
Shape.from({ type: 'box', radius: 1 });
`;

const COMPARED = `
import { Box, METHODS, Sphere, growthDistance } from 'growth-distance/compare';
import type { ComparisonMethod } from 'growth-distance/compare';
import { ParallelWorld } from 'growth-distance/workers';
import { Sphere as External } from 'growth-distance/external';

const method: ComparisonMethod = METHODS[0] ?? 'dcol';
const box = new Box({ halfExtents: [1, 1, 1] });
const r = growthDistance(box, null, new Sphere({ radius: 1 }), [3, 0, 0, 0, 0, 0, 1], { method });
export const x: number = r.normal[0] + r.contact[2];
export const world = new ParallelWorld({ workers: 2 });
export const ball = new External({ radius: 1 });
// @ts-expect-error there is no such method
growthDistance(box, null, box, null, { method: 'fast' });
`;

const STRICTEST = { noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true };

test('the declarations compile without the DOM and Node libraries', () => {
  const options = { ...STRICTEST, skipLibCheck: false, lib: ['es2022'] };
  for (const resolution of ['nodenext', 'bundler']) {
    compile('types.ts', TYPES, resolution, options);
    compile('compared.ts', COMPARED, resolution, options);
  }
});

test('`using` shapes, pairs and worlds compiles with the library esnext.disposable', () => {
  const program = `
import { Box, Pair, World } from 'growth-distance';
{
  using box = new Box({ halfExtents: [1, 1, 1] });
  using pair = new Pair(box, box);
  using world = new World();
  world.add(box);
  pair.reset();
}
`;
  compile('using.ts', program, 'nodenext', { lib: ['es2022', 'esnext.disposable'] });
});

test('the declarations contain no internal names', () => {
  const text = files
    .filter((path) => /\.d\.ts$/.test(path))
    .map((path) => readFileSync(join(folder, 'node_modules/growth-distance', path), 'utf8'))
    .join('\n');
  for (const word of ['DISPOSE', 'slotOf', 'recordOf', 'reference lib', 'WebAssembly.'])
    assert.ok(!code(text).includes(word), word);
});

/** The code of declarations, without comments. @param {string} text */
const code = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '');
