/*
 * The straight path of every query of one pair has the results and the errors of the full path. Traces and
 * custom shapes take the full path.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { inspect } from 'node:util';

import * as gd from '../../js/index.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';

const { CustomShape, Pair, Shape, Sphere } = gd;

const pairQuery = (name) => ({
  ask: ({ a, b, poseA, poseB }, options) => gd[name](a, poseA, b, poseB, options),
  warm: (pair, { poseA, poseB }, options) => pair[name](poseA, poseB, options),
});
const motionOf = ({ poseB, way, turn }) => ({ pose: poseB, velocity: way, angularVelocity: turn });
const QUERIES = {
  growthDistance: pairQuery('growthDistance'),
  distance: pairQuery('distance'),
  penetration: pairQuery('penetration'),
  signedDistance: pairQuery('signedDistance'),
  collide: pairQuery('collide'),
  castShape: {
    ask: ({ a, b, poseA, poseB, way }, options) => gd.castShape(a, poseA, b, poseB, way, options),
    warm: (pair, { poseA, poseB, way }, options) => pair.castShape(poseA, poseB, way, options),
  },
  timeOfImpact: {
    ask: (c, options) => gd.timeOfImpact(c.a, c.poseA, c.b, motionOf(c), options),
    warm: (pair, c, options) => pair.timeOfImpact(c.poseA, motionOf(c), options),
  },
  castRay: {
    ask: ({ a, poseA, origin, way }, options) =>
      gd.castRay(a, poseA, { origin, direction: way }, options),
  },
};

/** The result of the full path. */
function full(run, options) {
  const result = run({ ...options, trace: true });
  assert.ok(Array.isArray(result.trace));
  delete result.trace;
  return result;
}

const OPTIONS = [{}, { tolerance: 1e-3 }, { maxIterations: 3 }, { method: 'auto' }];
const INTERVALS = [{ maxTime: 0.7 }, { target: 0.2 }, { maxTime: 2, target: 0.1, tolerance: 1e-4 }];

test('the straight path has the results of the full path, bit for bit', () => {
  const d = draw(random(61));
  const moving = new Set(['castShape', 'timeOfImpact', 'castRay']);
  const kinds = [...kindsOf(3), ...COMPOSED];
  for (let i = 0; i < 150; i++) {
    const [a, b] = [0, 1].map(() => Shape.from(randomRecord(d, d.pick(kinds))));
    const [poseA, poseB] = [0, 1].map(() => randomPose(d, 3, d.size(0.5, 8)));
    const way = poseA.position.map((x, k) => x - poseB.position[k] + d.between(-1, 1));
    const turn = d.direction(3);
    const pose = { a, b, poseA, poseB, way, turn, origin: poseB.position };
    const flat = ({ position, quaternion }) => Float64Array.from([...position, ...quaternion]);
    const flatPoses = { ...pose, poseA: flat(poseA), poseB: flat(poseB) };
    for (const [name, { ask, warm }] of Object.entries(QUERIES)) {
      const options = d.pick(moving.has(name) ? [...OPTIONS, ...INTERVALS] : OPTIONS);
      const wanted = full((o) => ask(pose, o), options);
      const out = {};
      for (const c of [pose, flatPoses]) {
        assert.deepEqual(ask(c, options), wanted, name);
        assert.equal(ask(c, { ...options, out }), out);
        assert.deepEqual(out, wanted, `${name} with out`);
      }
      if (!warm) continue;
      const pair = new Pair(a, b);
      assert.deepEqual(warm(pair, flatPoses, options), wanted, `${name} of a new Pair`);
      const next = warm(pair, flatPoses, { ...options, out });
      const again = new Pair(a, b);
      full((o) => warm(again, pose, o), options);
      assert.deepEqual(
        full((o) => warm(again, pose, o), options),
        next,
        `${name} of a Pair`,
      );
      pair.dispose();
      again.dispose();
    }
    a.dispose();
    b.dispose();
  }
});

test('a vector may be an array, a typed array or an object', () => {
  const ball = new Sphere({ radius: 1 });
  const far = { position: [5, 0.25, 0] };
  const forms = [(v) => v, (v) => Float64Array.from(v), ([x, y, z]) => ({ x, y, z })];
  const [wanted, ...others] = forms.map((form) => [
    gd.castShape(ball, null, ball, far, form([-6, 0.5, 0])),
    gd.castRay(ball, null, { origin: form([5, 0.25, 0]), direction: form([-6, 0.5, 0]) }),
    gd.timeOfImpact(ball, null, ball, { pose: far, velocity: form([-6, 0.5, 0]) }),
  ]);
  for (const got of others) assert.deepEqual(got, wanted);
});

test('both paths refuse invalid arguments with the same errors', () => {
  const ball = new Sphere({ radius: 1 });
  const support = ([x, y, z]) => [x, y, z];
  const own = new CustomShape({ support });
  const good = { poseA: null, poseB: { position: [5, 0, 0] }, way: [-6, 0, 0], turn: [0, 1, 0] };
  const flat = (...numbers) => Float64Array.from(numbers);
  const wrong = [
    ...[{ position: [NaN, 0, 0] }, { quaternion: [0, 0, 0, 0] }, flat(1, 2), 5, { angle: 1 }]
      .concat([flat(0, 0, 0, 0, 0, 0, 0), flat(NaN, 0, 0, 0, 0, 0, 1), new BigInt64Array(7)])
      .map((poseA) => [{ poseA }]),
    ...[null, 5, [], [1, 2], [1, '2', 3], [1, NaN, 3], [1e200, 0, 0], [1e-200, 0, 0]]
      .concat([
        Object.assign([1, 2], { x: 1, y: 2, z: 3 }),
        { x: 1, y: 2 },
        { x: 1, y: 2, z: '3' },
        flat(1, 2),
        [0, 0, Infinity],
      ])
      .map((way) => [{ way }, ['castShape', 'castRay', 'timeOfImpact']]),
    ...[[0, 0], [0, 0, '0'], [NaN, 0, 0], undefined, [1e200, 0, 0]].map((origin) => [
      { origin },
      ['castRay'],
    ]),
    [{ way: [0, 0, 0] }, ['castRay']],
    ...[null, 5, [], { tolerance: 2 }, { tolerance: '1' }, { maxIterations: 0.5 }, { out: 5 }]
      .concat([{ out: null }, { method: 'none' }, { tolerence: 1 }, { trace: 1 }])
      .map((options) => [{ options }]),
    ...[{ maxTime: '1' }, { maxTime: NaN }, { maxTime: -1 }, { target: -1 }, { target: '0' }]
      .concat([{ minTime: Infinity }, { minTime: 3, maxTime: 2 }, { maxTime: -Infinity }])
      .map((options) => [{ options }, ['castShape', 'castRay']]),
    ...[{ maxTime: Infinity }, { maxTime: '1' }, { target: NaN }].map((options) => [
      { options },
      ['timeOfImpact'],
    ]),
  ];
  const errorOf = (run) => {
    try {
      run();
    } catch ({ name, message }) {
      return `${name}: ${message}`;
    }
    return 'none';
  };
  let refused = 0;
  for (const [change, names = Object.keys(QUERIES)] of wrong)
    for (const name of names) {
      const { options, ...rest } = change;
      const c = { origin: [5, 0, 0], ...good, ...rest };
      const { ask } = QUERIES[name];
      const [straight, whole] = [ball, own].map((shape) =>
        errorOf(() => ask({ ...c, a: shape, b: shape }, options)),
      );
      assert.equal(straight, whole, `${name} of ${inspect(change)}`);
      if (straight !== 'none') refused++;
      const usual = errorOf(() => ask({ ...good, origin: [5, 0, 0], a: ball, b: ball }));
      assert.equal(usual, 'none', 'a refusal does not reach the next query');
    }
  assert.ok(refused > 200, `${refused} refusals`);
});

test('an option that appears later in a known options object counts', () => {
  const ball = new Sphere({ radius: 1 });
  const c = { a: ball, b: new Sphere({ radius: 2 }), poseA: null, poseB: { position: [5, 1, 0] } };
  Object.assign(c, { way: [-6, 0, 0], turn: [0, 0, 1], origin: [5, 0, 0] });
  for (const [name, { ask }] of Object.entries(QUERIES)) {
    const options = { out: {} };
    ask(c, options);
    for (const [key, value] of [
      ['tolerance', 2],
      ['maxIterations', 0],
      ['method', 'none'],
    ]) {
      options[key] = value;
      assert.throws(() => ask(c, options), { name: 'RangeError' }, `${name}: ${key}`);
      delete options[key];
      ask(c, options);
    }
    options.trace = true;
    assert.ok(Array.isArray(ask(c, options).trace), `${name}: trace`);
    options.trace = false;
    assert.equal('trace' in ask(c, options), false, `${name}: no trace`);
  }
});

test('objects that only have the field of a shape are refused', () => {
  const ball = new Sphere({ radius: 1 });
  const { _slot } = ball;
  const c = { poseA: null, poseB: null, way: [1, 0, 0], turn: [0, 0, 1], origin: [5, 0, 0] };
  const copy = { _slot: { ..._slot } };
  copy._slot.shape = copy;
  delete copy._slot.core;
  for (const wrong of [{ _slot }, copy, Object.create(ball), new Proxy(ball, {})])
    for (const [name, { ask }] of Object.entries(QUERIES))
      assert.throws(() => ask({ ...c, a: wrong, b: ball }), { name: 'TypeError' }, name);
  assert.deepEqual(Object.keys(ball), []);
});
