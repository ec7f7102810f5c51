/*
 * Every exported query works as the first query of a fresh program, in which no other query has
 * loaded what it needs.
 *
 * Each query runs in a thread with its own copy of the library. Its result must equal the result in
 * this thread, where other queries have run before.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { workerTest } from '../lib/worker-tests.js';

const ROOT = new URL('../../', import.meta.url);

/** Queries as source text that runs in any thread: m is the entry under test, gd the main entry. */
const ARGUMENTS = {
  nearest: 'new gd.Sphere({ radius: 1 }), null, { count: 2 }',
  overlapping: 'new gd.Sphere({ radius: 1 }), null',
  castShape: 'new gd.Sphere({ radius: 1 }), { position: [-9, 0, 0] }, [20, 0, 0]',
  castRay: '{ origin: [-9, 0, 0], direction: [1, 0, 0] }',
  castRayAll: '{ origin: [-9, 0, 0], direction: [1, 0, 0] }',
  castRayAny: '{ origin: [-9, 0, 0], direction: [1, 0, 0] }',
  castRays: '[-9, 0, 0], [1, 0, 0]',
  timesOfImpact: '{ velocities: [1, 0, 0, 0, 0, 0] }',
};
const inWorld = (make, name) => `
  const world = new ${make};
  for (const x of [0, 1.25]) world.add(new gd.Ellipsoid({ radii: [1, 0.75, 0.5] }), { position: [x, 0, 0] });
  const answer = await world.${name}(${ARGUMENTS[name] ?? ''});
  const first = Array.isArray(answer)
    ? answer
    : Object.values(answer).map((column) => (typeof column === 'number' ? column : column[0]));
  world.dispose();
  return first;`;
const world = (name) => inWorld('gd.World()', name);
const workers = (name) => inWorld('m.ParallelWorld({ workers: 1 })', name);
const pair = `
  const a = new gd.Ellipsoid({ radii: [1, 2, 3] });
  const b = new gd.Cylinder({ halfHeight: 1, radius: 0.5 });
  const pose = { position: [1, 1.5, 2], quaternion: [0.1, 0.2, 0.3, 0.9] };`;
const free = (name) => `${pair} return m.${name}(a, null, b, pose);`;
const way = (name) => (name.startsWith('cast') ? ', [-1, -2, -3]' : '');
const ofPair = (name) => `${pair} return new gd.Pair(a, b).${name}(null, pose${way(name)});`;
const ofShape = (call) => `${pair} return a.${call};`;

/** By entry: the source of each query by name, and the exports that are not queries. */
const ASKED = {
  '.': {
    functions: Object.fromEntries(
      [
        'collide',
        'distance',
        'distanceGradient',
        'generalizedDistance',
        'growthDistance',
        'growthGradient',
        'intersects',
        'penetration',
        'penetrationGradient',
        'signedDistance',
        'staysApart',
        'timeOfImpact',
      ]
        .map((name) => [name, free(name)])
        .concat([
          ['castShape', `${pair} return m.castShape(a, null, b, pose, [-1, -2, -3]);`],
          ['castGradient', `${pair} return m.castGradient(a, null, b, pose, [-1, -2, -3]);`],
          [
            'castRay',
            `${pair} return m.castRay(a, pose, { origin: [9, 1, 2], direction: [-1, 0, 0] });`,
          ],
          ['moveAndSlide', `${pair} return m.moveAndSlide(new m.World(), b, pose, [1, 2, 3]);`],
        ]),
    ),
    others: ['init'],
    methods: {
      Pair: {
        ask: ofPair,
        others: ['a', 'b', 'dispose', 'reset', 'summary'],
      },
      World: {
        ask: world,
        others: [
          ...['add', 'remove', 'has', 'shape', 'setPose', 'reset', 'dispose'],
          ...['clear', 'bodies', 'data', 'setShape', 'setFilter', 'getPose'],
          ...['size', 'dimension', 'poses', 'pairs', 'pairCount', 'summary'],
        ],
      },
    },
  },
  './workers': {
    functions: {},
    others: [],
    methods: {
      ParallelWorld: {
        ask: workers,
        others: [
          ...['add', 'remove', 'has', 'shape', 'setPose', 'reset', 'dispose'],
          ...['clear', 'bodies', 'data', 'setShape', 'setFilter', 'getPose'],
          ...['size', 'dimension', 'poses', 'pairs', 'pairCount', 'workers', 'summary'],
        ],
      },
    },
  },
  './compare': {
    functions: {
      growthDistance: `
        const a = new m.Ellipsoid({ radii: [1, 2, 3] });
        const b = new m.Cylinder({ halfHeight: 1, radius: 0.5 });
        return m.growthDistance(a, null, b, { position: [1, 1.5, 2] }, { method: 'ie' });`,
    },
    others: ['init'],
    methods: {},
  },
};
/** Entries without queries of their own: the main entry with its module in a file, and three.js. */
const OTHERS = ['./external', './three'];

const SHAPES = {
  support: ofShape('support([1, 2, 3])'),
  contains: ofShape('contains([0.5, 0.5, 0.5])'),
  boundingBox: ofShape('boundingBox(pose)'),
  surface: `return new gd.ConvexHull({ points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }).surface();`,
};

const isClass = (x) => /^class\b/.test(Function.prototype.toString.call(x));
const PACKAGE = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
/** The source of an entry. `compare` has a module of its own, so its built bundle is used. */
const fileOf = (entry) => {
  const source = `js/${entry === '.' ? 'index' : entry.slice(2)}.js`;
  return new URL(entry === './compare' ? PACKAGE.exports[entry].default : source, ROOT).href;
};

/** Runs a query in a thread of its own; resolves to { answer } or { error }. */
function inThread(entry, body) {
  const source = `
    const { parentPort } = require('node:worker_threads');
    (async () => {
      const m = await import(${JSON.stringify(fileOf(entry))});
      const gd = await import(${JSON.stringify(fileOf('.'))});
      return (async () => { ${body} })();
    })().then((answer) => parentPort.postMessage({ answer }), (error) => parentPort.postMessage({ error: String(error) }));`;
  return new Promise((resolve, reject) => {
    const thread = new Worker(source, { eval: true });
    thread.on('message', (message) => {
      resolve(message);
      thread.terminate();
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('the thread ended without an answer')));
  });
}

/** Runs a query in this thread. */
async function here(entry, body) {
  const [m, gd] = await Promise.all([import(fileOf(entry)), import(fileOf('.'))]);
  return new Function('m', 'gd', `return (async () => { ${body} })();`)(m, gd);
}

/** Every query of an entry as [label, source]. Fails if the table misses an export. */
async function queriesOf(entry) {
  const { functions, others, methods } = ASKED[entry];
  const exported = await import(fileOf(entry));
  const found = Object.keys(exported).filter(
    (name) => typeof exported[name] === 'function' && !isClass(exported[name]),
  );
  const named = [...Object.keys(functions), ...others];
  assert.deepEqual(found.sort(), named.sort(), `functions of ${entry}`);
  const list = Object.entries(functions);
  for (const [type, row] of Object.entries(methods)) {
    // a query may belong to a base class
    const { prototype } = exported[type];
    const names = [prototype, Object.getPrototypeOf(prototype)].flatMap(Object.getOwnPropertyNames);
    for (const name of names)
      if (name !== 'constructor' && !row.others.includes(name))
        list.push([`${type}.${name}`, row.ask(name)]);
  }
  return list;
}

test('the tables name every entry of the package', () => {
  const { exports } = PACKAGE;
  const entries = Object.keys(exports).filter((name) => exports[name].types);
  assert.deepEqual(entries.sort(), [...Object.keys(ASKED), ...OTHERS].sort());
});

for (const entry of [...Object.keys(ASKED), 'shapes'])
  workerTest(`every query of ${entry} works as the first query of a program`, async () => {
    const list = entry === 'shapes' ? Object.entries(SHAPES) : await queriesOf(entry);
    const from = entry === 'shapes' ? '.' : entry;
    assert.ok(list.length > 0);
    const ask = async ([label, body]) => {
      // a ParallelWorld starts a worker, a thread in which no query has run
      if (entry === './workers') return void (await here(from, body));
      const { answer, error } = await inThread(from, body);
      assert.equal(error, undefined, `${label}: ${error}`);
      assert.deepEqual(answer, await here(from, body), label);
    };
    const waiting = [...list];
    const run = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await ask(next);
    };
    await Promise.all([run(), run()]);
  });
