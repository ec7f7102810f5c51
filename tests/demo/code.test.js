/*
 * 'Copy as code': the snippet runs unchanged and prints the numbers of the scene, to the last bit.
 */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as library from 'growth-distance';
import { codeOf } from '../../demo/shapes/code.js';
import { random } from '../lib/random.js';

const { Shape } = library;
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'growth-distance-code-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  const root = fileURLToPath(new URL('../..', import.meta.url));
  symlinkSync(root, join(folder, 'node_modules/growth-distance'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a snippet and returns what it prints. */
function run(code) {
  writeFileSync(join(folder, 'snippet.js'), code);
  return execFileSync(process.execPath, ['snippet.js'], { cwd: folder, encoding: 'utf8' });
}
/** The object that a snippet prints: Node prints plain data as source. */
const printed = (code) => new Function(`return (${run(code)})`)();

const at = (position, more) => ({ position, ...more });
const cloud = (count, n) => {
  const next = random(count + n);
  return Array.from({ length: count }, () => Array.from({ length: n }, () => next() - 0.5));
};
const box = { type: 'box', halfExtents: [1, 0.5, 0.25], margin: 0.1 };
const egg = {
  type: 'transformed',
  shape: { type: 'sphere', radius: 0.7 },
  matrix: [
    [1, 0.2, 0],
    [0, 1.5, 0],
    [0, 0, 1],
  ],
  offset: [0, 0.1, 0],
};
const sum = { type: 'sum', a: egg, b: { type: 'segment', a: [0, 0, 0], b: [0, 0, 1] } };
const hull = { type: 'hull', points: cloud(40, 3), center: [0.01, 0, 0] };
const smooth = { type: 'dsf', points: cloud(30, 3).flat(), exponent: 8 };
const polygon = { type: 'polygon', points: cloud(12, 2) };
const stadium = { type: 'stadium', halfHeight: 0.5, radius: 1 / 3, margin: 0.05 };
const turned = { quaternion: [0.1, 0.2, 0.3, 0.9273618495495703] };

const SCENES = {
  'a box and an egg': [box, null, egg, at([3.1, 0.2, -0.1], turned), {}],
  'a sum and a hull of points': [sum, at([-1, 0, 0], turned), hull, at([2, 1, 1]), {}],
  'a smooth hull': [smooth, null, box, [2.5, 0, 0, 0, 0, 0.6, 0.8], { tolerance: 1e-6 }],
  'the plane': [polygon, at([0, 0], { angle: 0.3 }), stadium, at([1.4, 0.2], { angle: 1 }), {}],
};

for (const [name, [a, poseA, b, poseB, options]] of Object.entries(SCENES))
  test(`the code of a scene prints its numbers: ${name}`, () => {
    const shapes = [
      { name: 'A', record: a },
      { name: 'B', record: b },
    ];
    const made = shapes.map(({ record }) => Shape.from(record));
    for (const query of ['growthDistance', 'signedDistance', 'distance', 'growthGradient']) {
      const code = codeOf({ shapes, poses: [poseA, poseB], query, options });
      assert.ok(
        code.split('\n').every((line) => line.length <= 100),
        code,
      );
      const got = printed(code);
      const wanted = library[query](made[0], poseA, made[1], poseB, options);
      assert.ok(Object.keys(got).length > 2);
      for (const [field, value] of Object.entries(got)) assert.deepEqual(value, wanted[field]);
    }
  });

test('the code computes depths and overlap tests, and passes the options', () => {
  const shapes = [
    { name: 'crate', record: box },
    { name: 'crate', record: { ...box, margin: 0 } },
  ];
  const poses = [null, at([0.5, 0.1, 0.1])];
  const scene = { shapes, poses };
  const [a, b] = shapes.map(({ record }) => Shape.from(record));
  const { value } = library.penetration(a, null, b, poses[1]);
  assert.equal(printed(codeOf({ ...scene, query: 'penetration' })).value, value);
  assert.equal(run(codeOf({ ...scene, query: 'intersects' })), 'true\n');
  assert.equal(printed(codeOf({ ...scene, query: 'collide' })).colliding, true);
  const other = codeOf({ ...scene, query: 'penetration', options: { method: 'epa' } });
  assert.match(other, /const options = \{ method: 'epa' \};/);
  assert.match(other, /penetration\(crate, poseCrate, crate2, poseCrate2, options\)/);
  assert.equal(printed(other).value, value);
});

test('the code of three shapes queries every pair', () => {
  const shapes = ['a', 'b', 'c'].map((name) => ({ name, record: stadium }));
  const poses = [at([0, 0], { angle: 0 }), at([2, 0], { angle: 1 }), at([0, 3], { angle: 2 })];
  const made = Shape.from(stadium);
  const lines = run(codeOf({ shapes, poses, query: 'growthDistance' }))
    .trim()
    .split('\n');
  const wanted = [
    [0, 1],
    [0, 2],
    [1, 2],
  ].map(([i, j]) => `${i} ${j} ${library.growthDistance(made, poses[i], made, poses[j]).value}`);
  assert.deepEqual(lines, wanted);
});

test('the code is valid whatever the names of the shapes are', () => {
  const record = { type: 'circle', radius: 1 };
  const names = ['Big rock.obj', '3 balls', 'class', 'r', '…', 'a"b\n', 'growthDistance', 'a', 'A'];
  for (let i = 0; i + 1 < names.length; i++) {
    const shapes = names.slice(i, i + 2).map((name) => ({ name, record }));
    const poses = [null, { position: [4, 0], angle: 0 }];
    assert.equal(printed(codeOf({ shapes, poses, query: 'growthDistance' })).value, 2);
  }
  assert.throws(() => codeOf({ shapes: [], poses: [], query: 'nearest' }), /no query nearest/);
});
