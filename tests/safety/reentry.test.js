/*
 * Calls of the module that end in the middle or begin within another call: a full stack of the
 * caller, support functions that make shapes, setters that run queries.
 */
import test, { afterEach } from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  CustomShape,
  Cylinder,
  MinkowskiSum,
  World,
  Sphere,
  Transformed,
  collide,
  distance,
  distanceGradient,
  growthDistance,
  penetration,
  signedDistance,
} from '../../js/index.js';
import { getCore } from '../../js/core/module.js';

const ball = new Sphere({ radius: 1 });
const box = new Box({ halfExtents: [1, 1, 1] });
const can = new Cylinder({ halfHeight: 1, radius: 1 });
const away = { position: [3, 0, 0] };
const near = { position: [0.3, 0.2, 0.1], quaternion: [0.1, 0.2, 0.3, 0.9] };
const round = (d) => [...d];

const wanted = penetration(can, null, box, near);
const top = getCore().__stack_pointer.value;

afterEach(() => {
  assert.equal(growthDistance(ball, null, ball, away).value, 1.5, 'the next call works');
  assert.deepEqual(penetration(can, null, box, near), wanted);
});

/** Calls itself and a query ever deeper, until the engine's stack is full. */
function overflow(ask) {
  const deeper = () => {
    ask();
    deeper();
  };
  assert.throws(deeper, RangeError);
}

test('a stack overflow of the caller leaves the module as it was', () => {
  const world = new World();
  for (const x of [0, 1.5]) world.add(ball, { position: [x, 0, 0] });
  for (const ask of [
    () => penetration(can, null, box, near),
    () => growthDistance(can, null, box, near),
    () => collide(can, null, box, near),
    () => distanceGradient(can, null, box, away),
    () => world.penetrations(),
    () => new Box({ halfExtents: [1, 2, 3] }).dispose(),
  ])
    for (let i = 0; i < 4; i++) overflow(ask);
  assert.equal(world.penetrations().value[0], 0.5);
  world.dispose();
  growthDistance(ball, null, ball, away);
  getCore();
  assert.equal(getCore().__stack_pointer.value, top);
});

test('an error of a support function does not reach a later query', () => {
  const angry = { now: false };
  const bad = new CustomShape({
    support(d) {
      if (angry.now) throw new Error('mine');
      return round(d);
    },
  });
  angry.now = true;
  for (let i = 0; i < 4; i++)
    overflow(() => {
      try {
        distance(bad, null, ball, away);
      } catch (error) {
        if (error instanceof RangeError) throw error;
        assert.equal(error.message, 'mine');
      }
    });
  angry.now = false;
  assert.equal(distance(bad, null, ball, away).value, distance(ball, null, ball, away).value);
});

test('a support function that makes shapes gets an error, and its own shape stays intact', () => {
  let inner;
  let shape = new CustomShape({
    support(d) {
      try {
        inner ??= new CustomShape({ support: round });
      } catch (error) {
        assert.match(error.message, /support function must not use growth-distance/);
      }
      return round(d);
    },
  });
  assert.equal(inner, undefined);
  const other = new CustomShape({ support: round });
  const value = () => growthDistance(shape, null, ball, away).value;
  assert.equal(growthDistance(other, null, ball, away).value, 1.5);
  assert.equal(value(), 1.5);
  // a getter of the options may make a shape
  shape = new CustomShape({
    support: round,
    center: {
      y: 0,
      z: 0,
      get x() {
        inner = new CustomShape({ support: round });
        return 0;
      },
    },
  });
  assert.equal(growthDistance(inner, null, ball, away).value, 1.5);
  assert.equal(value(), 1.5);
});

test('a refused call inside a support function does not change the running query', () => {
  let act = null;
  const egg = new CustomShape({
    support([x, y, z]) {
      if (act) assert.throws(act, /support function must not use growth-distance/);
      const s = Math.hypot(x, 2 * y, 3 * z);
      return [x / s, (4 * y) / s, (9 * z) / s];
    },
  });
  const aside = { position: [2.2, 1, 0.5] };
  for (const [ask, pose, tolerance] of [
    [distance, aside, 1e-12],
    [growthDistance, aside, 1e-12],
    [penetration, { position: [0.9, 0.3, 0.2] }, 1e-6],
  ]) {
    act = null;
    const undisturbed = ask(egg, null, box, pose, { tolerance });
    for (act of [
      () => ball.support([0, 0, 0.97]),
      () => ball.contains([0, 0, 0.97]),
      () => ball.boundingBox(near),
      () => growthDistance(ball, null, ball, near, { tolerance: 0.1 }),
      () => new Sphere({ radius: 0.5 }),
    ])
      assert.deepEqual(ask(egg, null, box, pose, { tolerance }), undisturbed, `${act}`);
  }
});

test('a part that a getter disposes causes an error', () => {
  for (const make of [
    (part, options) => new MinkowskiSum({ a: part, b: ball, ...options }),
    (part, options) => new MinkowskiSum({ a: ball, b: part, ...options }),
    (part) =>
      new Transformed({
        shape: part,
        matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        get margin() {
          part.dispose();
          return 0;
        },
      }),
  ]) {
    const part = new CustomShape({ support: round });
    const options = Object.defineProperty({}, 'margin', {
      enumerable: true,
      get() {
        part.dispose();
        return 0;
      },
    });
    assert.throws(() => make(part, options), { name: 'TypeError', message: /has been disposed/ });
  }
});

test('a support function may change the array of its direction', () => {
  const shape = new CustomShape({
    support(d) {
      const point = round(d);
      d.length = 0;
      return point;
    },
  });
  assert.equal(growthDistance(shape, null, ball, away).value, 1.5);
});

test('a setter of a result or a getter of out that runs a query causes an error', () => {
  for (const [ask, name] of [
    [growthDistance, 'value'],
    [distance, 'value'],
    [signedDistance, 'value'],
    [penetration, 'value'],
    [collide, 'lower'],
    [distanceGradient, 'unique'],
  ]) {
    const out = Object.defineProperty({}, name, {
      set() {
        growthDistance(ball, null, ball, { position: [7, 0, 0] });
      },
    });
    assert.throws(() => ask(ball, null, ball, away, { out }), {
      message: /setters of results must not use growth-distance/,
    });
    // the getter of out, when it is read for the second time
    let reads = 0;
    const options = {
      get out() {
        if (++reads > 1) growthDistance(ball, null, ball, { position: [7, 0, 0] });
        return {};
      },
    };
    assert.throws(
      () => ask(ball, null, ball, away, options),
      /must not use growth-distance: they run inside/,
    );
  }
});
