/* The examples of the documents are short and do what their texts say. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Object3D, Scene, Vector3 } from 'three';

import { Box, Sphere, World, distance, penetration } from 'growth-distance';
import { launch, open, serve } from '../lib/browser.js';
import { garbageOf } from '../lib/garbage.js';

const folder = new URL('../../docs/examples/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
const IN_PAGES = ['walk', 'snapping', 'character', 'game-2d'];
/** Modules that other examples import. */
const PARTS = ['page', 'obstacles', 'picking', 'walker'];

const run = async (name, ...words) => {
  const file = fileURLToPath(new URL(`${name}.js`, folder));
  return (await promisify(execFile)(process.execPath, [file, ...words])).stdout;
};

test('every example has fewer than 60 lines, a test in this file and an entry in the list', () => {
  const own = readFileSync(fileURLToPath(import.meta.url), 'utf8');
  for (const name of names) {
    assert.ok(read(name).split('\n').length <= 60, name);
    assert.ok(own.includes(`'${name.replace('.js', '')}'`), `${name} is not run`);
    if (PARTS.includes(name.replace('.js', '')))
      assert.ok(
        names.some((other) => read(other).includes(`'./${name}'`)),
        `${name} is part of none`,
      );
    assert.ok(read('README.md').includes(`](${name})`), `${name} is not in the README`);
  }
});

test('an example with arguments has a help text', async () => {
  for (const name of names.filter((one) => read(one).includes('process.argv'))) {
    const help = await run(name.replace('.js', ''), '--help');
    assert.match(help, new RegExp(`^node docs/examples/${name}`), name);
  }
});

test('the hull of a scan has the size of the scan', async () => {
  const told = await run('hull-of-a-scan');
  const points = read('scan.obj').match(/^v .*$/gm);
  const rows = points.map((row) => row.split(' ').slice(1).map(Number));
  const size = [0, 1, 2].map((i) => {
    const column = rows.map((row) => row[i]);
    return (Math.max(...column) - Math.min(...column)).toFixed(4);
  });
  assert.match(told, new RegExp(`^${points.length} vertices, \\d+ corners`));
  assert.ok(told.includes(`size     ${size.join(' ')}`), told);
  const lowest = Math.min(...rows.map(([, y]) => y));
  assert.ok(told.includes(`rests at y = ${(-lowest).toFixed(4)}`), told);
});

test('the batch lists every pair within the margin, and more pairs with a wider margin', async () => {
  const [head, ...rows] = (await run('batch')).trim().split('\n');
  assert.equal(head, 'a,b,growth,lower,x,y,z,status');
  assert.ok(rows.length > 10);
  for (const row of rows) assert.match(row, /^\d+,\d+,\d+\.\d{6},.*,optimal$/);
  const wide = (await run('batch', '--margin', '1')).trim().split('\n').slice(1);
  for (const row of rows) assert.ok(wide.includes(row), row);
  assert.ok(wide.length > rows.length);
});

test('overlapping parts are separated at the end', async () => {
  const lines = (await run('separate')).trim().split('\n');
  const least = (line) => Number(/least (\S+)$/.exec(line)[1]);
  assert.ok(least(lines[0]) < 1, lines[0]);
  assert.match(lines.at(-1), /: 0 pairs below/);
  assert.ok(least(lines.at(-1)) >= 1.05, lines.at(-1));
});

test('the controlled robot arrives and keeps its margin', async () => {
  const told = await run('safety-margin');
  assert.match(told, /arrived after/);
  assert.ok(Number(/on the way: (\S+),/.exec(told)[1]) >= 1.2 - 1e-3, told);
});

let browser;
let server;
before(async () => {
  server = await serve(new URL('../..', import.meta.url));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The actions of a user in each example. */
const USES = {
  walk: async ({ keyboard }) => keyboard.down('ArrowRight'),
  snapping: async ({ mouse }) => {
    await mouse.move(286, 464);
    await mouse.down();
    await mouse.move(420, 440, { steps: 4 });
    await mouse.up();
  },
  character: async ({ keyboard }) => keyboard.down('ArrowRight'),
  'game-2d': async ({ keyboard }) => keyboard.down('ArrowUp'),
};

for (const name of IN_PAGES)
  test(`the page "${name}" draws, changes when it is used, and logs nothing`, async () => {
    const url = `${server.url}docs/examples/index.html?${name}`;
    const { page, log, close } = await open(browser, url);
    await page.waitForSelector('canvas');
    const colours = () =>
      page.evaluate(async () => {
        const bitmap = await new Promise((resolve) =>
          requestAnimationFrame(() => resolve(createImageBitmap(document.querySelector('canvas')))),
        );
        const canvas = new OffscreenCanvas(160, 100);
        const context = canvas.getContext('2d');
        context.drawImage(bitmap, 0, 0, 160, 100);
        const { data } = context.getImageData(0, 0, 160, 100);
        return new Set(Array.from({ length: 16000 }, (_, i) => data.slice(4 * i, 4 * i + 3).join()))
          .size;
      });
    await page.waitForTimeout(300);
    const drawn = await colours();
    assert.ok(drawn > 8, `${drawn} colours`);
    const unused = await page.screenshot();
    await USES[name](page);
    await page.waitForTimeout(500);
    const used = await page.screenshot({
      path: fileURLToPath(new URL(`../output/example-${name}.png`, import.meta.url)),
    });
    assert.ok(!unused.equals(used));
    assert.deepEqual(log, []);
    await close();
  });

test('picking takes the nearest body along the ray, not the first in the list', async () => {
  const { firstAlong } = await import('../../docs/examples/picking.js');
  const wide = [new Box({ halfExtents: [9, 9, 0.5] }), 0];
  const near = [new Sphere({ radius: 0.5 }), 4];
  const beside = [new Sphere({ radius: 0.5 }), 6, 3];
  const worldOf = (bodies) => {
    const world = new World();
    for (const [shape, z, x = 0] of bodies) {
      const mesh = new Object3D();
      world.add(shape, mesh, { data: mesh });
      mesh.position.set(x, 0, z); // moved since it was added
    }
    return world;
  };
  const ray = { origin: new Vector3(0, 0, 9), direction: [0, 0, -1] };
  for (const bodies of [
    [wide, near, beside],
    [beside, near, wide],
  ])
    assert.equal(firstAlong(worldOf(bodies), ray), 1);
  assert.equal(firstAlong(worldOf([wide, beside]), ray), 0);
  assert.equal(firstAlong(worldOf([beside]), ray), -1);
  assert.equal(firstAlong(worldOf([near]), { ...ray, direction: [0, 0, 1] }), -1);
});

test('the walker slides along obstacles without penetrating them, and finds the nearest body', async () => {
  const { makeWalker } = await import('../../docs/examples/walker.js');
  const hero = new Object3D();
  hero.position.set(0, 0.75, 0);
  const scene = new Scene();
  const { world, tracker, capsule, step } = makeWalker(scene, hero);
  assert.equal(world.size, 61);
  const touched = new Set();
  let way = 0;
  for (let k = 0; k < 6000; k++) {
    const [x, z] = [hero.position.x, hero.position.z];
    const angle = 0.02 * k + Math.sin(0.003 * k) * 3;
    const nearest = step(5 * Math.cos(angle) - 0.2 * x, 5 * Math.sin(angle) - 0.2 * z, 1 / 60);
    way += Math.hypot(hero.position.x - x, hero.position.z - z);
    const all = world
      .bodies()
      .slice(0, 60)
      .map((body) => ({
        body,
        value: distance(world.shape(body), world.getPose(body), capsule, hero).value,
      }));
    const least = all.reduce((a, b) => (b.value < a.value ? b : a));
    if (nearest) assert.deepEqual([nearest.body, nearest.value], [least.body, least.value]);
    else assert.ok(least.value > 6);
    for (const { body, value } of all) {
      if (value < 0.01) touched.add(body);
      if (value > 0) continue;
      const depth = penetration(world.shape(body), world.getPose(body), capsule, hero).value;
      assert.ok(depth < 1e-3, `step ${k}: ${depth} deep in ${tracker.objectOf(body)}`);
    }
  }
  assert.ok(way > 100 && touched.size > 15, `${way} m, ${touched.size} obstacles`);
});

const WALK = `
  import { Object3D, Scene, Vector3 } from 'three';
  import { makeWalker } from './docs/examples/walker.js';
  const hero = new Object3D();
  hero.position.set(0, 0.75, 0);
  const { step } = makeWalker(new Scene(), hero);
  const run = (count) => { for (let k = 0; k < count; k++) step(((k >> 6) % 3) - 1, ((k >> 7) % 3) - 1, 1 / 60); };
`;

test('a step of the walker makes no garbage', () => {
  const { bytes } = garbageOf(WALK, { warm: 10000, count: 1000 });
  assert.ok(bytes < 1000, `${bytes} bytes in 1,000 steps`);
});
