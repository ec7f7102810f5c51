/*
 * Every refusal of every query, from the table in tests/lib/refusals.js: unknown options, wrong
 * types, values out of range, methods that do not support a shape, disposed objects.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as gd from '../../js/index.js';
import { ParallelWorld } from '../../js/workers.js';
import {
  NEWTON,
  NO_OPTIONS,
  OPTION_REFUSALS,
  PROBE_REFUSALS,
  WORLD_REFUSALS,
  SUBALGORITHMS,
  methodRefusals,
  subalgorithmRefusals,
} from '../lib/refusals.js';
import { COMMON_OPTIONS, QUERIES, RESULTS } from '../lib/results.js';
import { WORLDS } from '../lib/world-columns.js';
import { workerTest } from '../lib/worker-tests.js';

const SHAPES = {
  3: [new gd.Sphere({ radius: 1 }), new gd.Ellipsoid({ radii: [1, 2, 3] })],
  2: [new gd.Circle({ radius: 1 }), new gd.Ellipse({ radii: [1, 2] })],
};
const AWAY = { 3: { position: [5, 4, 3] }, 2: { position: [5, 4] } };

const RAY = {
  3: { origin: [9, 0, 0], direction: [-1, 0, 0] },
  2: { origin: [9, 0], direction: [-1, 0] },
};

/** Every way to call a query with options: [query, label, call]. */
function* askers(n) {
  const [a, b] = SHAPES[n];
  const pair = new gd.Pair(a, b);
  const { position } = AWAY[n];
  yield* [
    ['castShape', 'castShape', (options) => gd.castShape(a, null, b, null, position, options)],
    ['castShape', 'Pair.castShape', (options) => pair.castShape(null, null, position, options)],
    [
      'castGradient',
      'castGradient',
      (options) => gd.castGradient(a, null, b, null, position, options),
    ],
    [
      'castGradient',
      'Pair.castGradient',
      (options) => pair.castGradient(null, null, position, options),
    ],
    ['castRay', 'castRay', (options) => gd.castRay(a, null, RAY[n], options)],
  ];
  for (const name of Object.keys(QUERIES)) {
    if (name.startsWith('cast')) continue;
    yield [name, name, (options) => gd[name](a, null, b, AWAY[n], options)];
    if (name in pair) yield [name, `Pair.${name}`, (options) => pair[name](null, AWAY[n], options)];
  }
}

/** Asserts the class and the message of the error that a call throws. */
const refuses = (call, [value, name, message], label) => {
  const what = `${label} of ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
  assert.throws(call, (error) => {
    assert.equal(error.name, name, `${what}: ${error.name}: ${error.message}`);
    assert.match(error.message, message, what);
    return true;
  });
};

/** The names that an error message lists, as in 'it takes a, b' or 'its methods are a, b'. */
const listed = (call, pattern) => {
  try {
    call();
  } catch (error) {
    return pattern.exec(error.message)[1].split(', ');
  }
  return assert.fail('not refused');
};

test('every option of every query has its refusals, and all others are unknown', () => {
  const known = new Set([...Object.values(QUERIES).flatMap(({ options }) => options)]);
  for (const n of [3, 2])
    for (const [name, label, ask] of askers(n)) {
      const { methods, options, withoutOut } = QUERIES[name];
      const common = COMMON_OPTIONS.filter((option) => !(withoutOut && option === 'out'));
      const taken = [...common, ...options];
      assert.deepEqual(
        listed(() => ask({ nonsense: 1 }), /it takes ([^(]*)$/),
        taken,
        label,
      );
      for (const x of NO_OPTIONS)
        refuses(
          () => ask(x),
          [x, 'TypeError', new RegExp(`the options of ${name} must be`)],
          label,
        );
      for (const option of known)
        if (!taken.includes(option))
          refuses(() => ask({ [option]: undefined }), [option, 'TypeError', /option|trace/], label);
      for (const option of taken) {
        if (option === 'method' || option === 'subalgorithm') continue;
        for (const refusal of OPTION_REFUSALS[option](n, name))
          refuses(() => ask({ [option]: refusal[0] }), refusal, `${label}: ${option}`);
      }
      const list = listed(() => ask({ method: '?' }), /its methods are (.*)$/);
      assert.deepEqual([...list].sort(), [...methods].sort(), label);
      for (const refusal of methodRefusals(name, methods))
        refuses(() => ask({ method: refusal[0] }), refusal, `${label}: method`);
      if (!taken.includes('subalgorithm')) continue;
      const subalgorithms = listed(() => ask({ subalgorithm: '?' }), /its subalgorithms are (.*)$/);
      assert.deepEqual(subalgorithms, [...SUBALGORITHMS]);
      for (const refusal of subalgorithmRefusals(name))
        refuses(() => ask({ subalgorithm: refusal[0] }), refusal, `${label}: subalgorithm`);
      for (const subalgorithm of subalgorithms) ask({ subalgorithm });
    }
});

for (const { n, known, unknown, flat } of NEWTON)
  test(`newton in ${n}D accepts and refuses pairs by their shape types`, () => {
    const all = { ...known, ...unknown };
    const shapes = Object.fromEntries(
      Object.entries(all).map(([type, options]) => [type, gd.Shape.from({ type, ...options })]),
    );
    for (const typeA of Object.keys(all))
      for (const typeB of Object.keys(all)) {
        const ask = () =>
          gd.growthDistance(shapes[typeA], null, shapes[typeB], AWAY[n], { method: 'newton' });
        const curved = !(flat.includes(typeA) && flat.includes(typeB));
        if (typeA in known && typeB in known && curved) {
          const auto = gd.growthDistance(shapes[typeA], null, shapes[typeB], AWAY[n]);
          const { lower, upper } = ask();
          assert.ok(lower <= auto.upper * (1 + 1e-12) && auto.lower <= upper * (1 + 1e-12));
        } else {
          assert.throws(ask, { name: 'GeometryError', code: 'undefined' }, `${typeA}, ${typeB}`);
        }
      }
    const [box] = flat.map((type) => shapes[type]);
    assert.throws(() => gd.growthDistance(box, null, box, AWAY[n], { method: 'newton' }), {
      message: /'newton' needs a curved shape, and in 3D primitives, hulls and smooth shapes only/,
    });
  });

/** The methods of a class and of its base classes, by name. */
const methodsOf = ({ prototype }) => {
  const names = Object.getOwnPropertyNames(prototype).filter(
    (name) => typeof Object.getOwnPropertyDescriptor(prototype, name).value === 'function',
  );
  const base = Object.getPrototypeOf(prototype);
  return base === Object.prototype
    ? names
    : [...new Set([...names, ...methodsOf(base.constructor)])];
};

test('every method of a disposed Pair throws an error', () => {
  const [a, b] = SHAPES[3];
  const names = methodsOf(gd.Pair).filter((name) => !['constructor', 'dispose'].includes(name));
  assert.ok(Object.keys(RESULTS).every((name) => names.includes(name) || !(name in gd.Pair)));
  for (const name of names)
    for (const warm of [false, true]) {
      const pair = new gd.Pair(a, b);
      if (warm) pair[name](null, AWAY[3], name.startsWith('cast') ? [1, 0, 0] : undefined);
      pair.dispose();
      const refusal = [name, 'TypeError', /this Pair has been disposed/];
      refuses(() => pair[name](null, AWAY[3]), refusal, `Pair.${name}`);
      pair.dispose();
    }
});

/** Arguments for the methods of a world; methods without an entry take none. */
const ARGUMENTS = {
  add: () => [SHAPES[3][0]],
  remove: (body) => [body],
  has: (body) => [body],
  shape: (body) => [body],
  data: (body) => [body],
  setShape: (body) => [body, SHAPES[3][0]],
  setFilter: (body) => [body, {}],
  setPose: (body) => [body, null],
  getPose: (body) => [body],
  nearest: () => [SHAPES[3][0], null],
  overlapping: () => [SHAPES[3][0], null],
  castShape: () => [SHAPES[3][0], null, [1, 0, 0]],
  castRay: () => [RAY[3]],
  castRayAll: () => [RAY[3]],
  castRayAny: () => [RAY[3]],
  castRays: () => [
    [0, 0, 0],
    [1, 0, 0],
  ],
  timesOfImpact: () => [{}],
};

/** Calls every method of a disposed world, and reads its arrays. */
async function checkDisposed(type, make) {
  for (const name of methodsOf(type)) {
    if (['constructor', 'dispose'].includes(name)) continue;
    const world = make();
    const body = world.add(SHAPES[3][0]);
    world.dispose();
    world.dispose();
    assert.equal(world.size, 0);
    const disposed = { name: 'TypeError', message: /World has been disposed/ };
    const call = async () => world[name](...(ARGUMENTS[name]?.(body) ?? []));
    await assert.rejects(call(), disposed, name);
    for (const array of ['poses', 'pairs', 'pairCount'])
      assert.throws(() => world[array], disposed, array);
  }
}

test('every method and array of a disposed World throws an error', () =>
  checkDisposed(gd.World, () => new gd.World()));

workerTest('every method and array of a disposed ParallelWorld throws an error', () =>
  checkDisposed(ParallelWorld, () => new ParallelWorld({ workers: 1 })),
);

/** The casts of a world and its times of impact: [name, options, call, methods]. */
function castsOf(world) {
  const settings = ['tolerance', 'maxIterations', 'method'];
  const cast = [...settings, 'minTime', 'maxTime', 'target', 'mask', 'group', 'exclude'];
  const ray = RAY[3];
  const ball = SHAPES[3][0];
  return [
    ['World.castShape', [...cast, 'out'], (given) => world.castShape(ball, null, [1, 0, 0], given)],
    ['World.castRay', [...cast, 'out'], (given) => world.castRay(ray, given)],
    ['World.castRayAll', [...cast, 'out'], (given) => world.castRayAll(ray, given)],
    ['World.castRayAny', cast, (given) => world.castRayAny(ray, given)],
    ['World.castRays', cast, (given) => world.castRays([0, 0, 0], [1, 0, 0], given)],
    [
      'World.timesOfImpact',
      [...settings, 'maxTime', 'target'],
      (given) => world.timesOfImpact({}, given),
    ],
  ].map((row) => [...row, ['auto']]);
}

/** Checks the refusals of all options of a world, its bodies and its queries. */
async function checkWorldOptions(make, own) {
  const Type = make().constructor;
  const world = make();
  const ball = SHAPES[3][0];
  for (const x of [0, 1]) world.add(ball, { position: [x, 0, 0] });
  const calls = [
    ['constructor', ['dimension', 'margin', ...own], (options) => new Type(options)],
    ['add', ['group', 'mask', 'data'], (options) => world.add(ball, null, options)],
    ['setFilter', ['group', 'mask'], (options) => world.setFilter(0, options)],
    [
      'nearest',
      ['count', 'maxDistance', 'mask', 'exclude', 'out'],
      (options) => world.nearest(ball, null, options),
    ],
    [
      'overlapping',
      ['mask', 'exclude', 'out'],
      (options) => world.overlapping(ball, null, options),
    ],
    ['findPairs', ['margin'], (options) => world.findPairs(options)],
    ...castsOf(world),
  ];
  for (const [name, { methods, options }] of Object.entries(WORLDS)) {
    const taken = ['tolerance', 'maxIterations', 'method', 'pairs', 'count', 'margin', ...options];
    calls.push([name, taken, (given) => world[name](given), methods]);
  }
  const rejected = async (call, [value, name, message], label) => {
    const what = `${label} of ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
    await assert.rejects(
      async () => call(),
      (error) => {
        assert.equal(error.name, name, `${what}: ${error.message}`);
        assert.match(error.message, message, what);
        return true;
      },
      what,
    );
  };
  for (const [label, taken, ask, methods] of calls) {
    const unknown = await Promise.resolve()
      .then(() => ask({ nonsense: 1 }))
      .catch((error) => error.message);
    const list = /it takes ([^(]*)$/.exec(unknown)[1].split(', ');
    assert.deepEqual(list.sort(), [...taken].sort(), label);
    for (const x of NO_OPTIONS)
      await rejected(() => ask(x), [x, 'TypeError', /options.*must be an object/], label);
    for (const option of taken) {
      const probes = ['nearest', 'overlapping'].includes(label);
      const cast = label.startsWith('World.cast') && option === 'exclude';
      const probe = (probes || cast) && PROBE_REFUSALS[option];
      const table = probe || WORLD_REFUSALS[option] || OPTION_REFUSALS[option];
      const refusals =
        option === 'method'
          ? methodRefusals(label, methods)
          : option === 'subalgorithm'
            ? subalgorithmRefusals(label)
            : table(3, label);
      for (const refusal of refusals)
        await rejected(() => ask({ [option]: refusal[0] }), refusal, `${label}: ${option}`);
    }
    if (!taken.includes('pairs')) continue;
    for (const refusal of [
      ['1', 'TypeError', /count must be a number, got "1"/],
      ...[-1, 2, 0.5, NaN].map((x) => [
        x,
        'RangeError',
        /count must be an integer from 0 to 1, got/,
      ]),
    ])
      await rejected(() => ask({ pairs: [0, 1], count: refusal[0] }), refusal, `${label}: count`);
  }
  world.dispose();
}

test('every option of a World and its queries has its refusals', () =>
  checkWorldOptions(() => new gd.World(), []));

workerTest('every option of a ParallelWorld and its queries has its refusals', () =>
  checkWorldOptions(() => new ParallelWorld({ workers: 1 }), ['workers', 'shared']),
);
