/* Every exported query answers as the first one of a fresh program: nothing else has loaded what it needs.
 *
 * Each runs in a thread of its own, with its own copy of the library, and gives what it gives here, where
 * all queries have run before. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { workerTest } from '../lib/worker-tests.js';

const ROOT = new URL('../../', import.meta.url);

/** How to ask each query, as source that runs anywhere: m is the entry, gd the main entry. */
const ARGUMENTS = {
  nearest: 'new gd.Sphere({ radius: 1 }), null, { count: 2 }',
  overlapping: 'new gd.Sphere({ radius: 1 }), null',
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
const ofPair = (name) => `${pair} return new gd.Pair(a, b).${name}(null, pose);`;
const ofShape = (call) => `${pair} return a.${call};`;

/** By entry: what is asked, by name. What is no query is not asked. */
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
      ].map((name) => [name, free(name)]),
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
/** Entries without queries of their own: the main entry with its module in a file, and pictures. */
const OTHERS = ['./external', './three'];

const SHAPES = {
  support: ofShape('support([1, 2, 3])'),
  contains: ofShape('contains([0.5, 0.5, 0.5])'),
  boundingBox: ofShape('boundingBox(pose)'),
  surface: `return new gd.ConvexHull({ points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }).surface();`,
};

const isClass = (x) => /^class\b/.test(Function.prototype.toString.call(x));
const PACKAGE = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
/** The entry's source; of `compare`, which has a module of its own, what is built of it. */
const fileOf = (entry) => {
  const source = `js/${entry === '.' ? 'index' : entry.slice(2)}.js`;
  return new URL(entry === './compare' ? PACKAGE.exports[entry].default : source, ROOT).href;
};

/** What a query gives in a thread of its own. */
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

/** What it gives here. */
async function here(entry, body) {
  const [m, gd] = await Promise.all([import(fileOf(entry)), import(fileOf('.'))]);
  return new Function('m', 'gd', `return (async () => { ${body} })();`)(m, gd);
}

/** Every query of an entry: [label, source]. Fails for one that the table does not name. */
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
    const names = Object.getOwnPropertyNames(exported[type].prototype);
    for (const name of names)
      if (name !== 'constructor' && !row.others.includes(name))
        list.push([`${type}.${name}`, row.ask(name)]);
  }
  return list;
}

test('every entry of the package is looked through', () => {
  const { exports } = PACKAGE;
  const entries = Object.keys(exports).filter((name) => exports[name].types);
  assert.deepEqual(entries.sort(), [...Object.keys(ASKED), ...OTHERS].sort());
});

for (const entry of [...Object.keys(ASKED), 'shapes'])
  workerTest(`every query of ${entry} answers as the first one`, async () => {
    const list = entry === 'shapes' ? Object.entries(SHAPES) : await queriesOf(entry);
    const from = entry === 'shapes' ? '.' : entry;
    assert.ok(list.length > 0);
    const ask = async ([label, body]) => {
      // the worker of a ParallelWorld is a thread of its own, and nothing has run in it
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
