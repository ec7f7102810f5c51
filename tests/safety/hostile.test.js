/*
 * A hostile user of the JavaScript API: getters that dispose or query, custom iterators, frozen
 * results, other realms, other copies of the package. Every refusal is a typed error that names the
 * field and the value. Nothing is lost, and the next call works.
 */
import test, { afterEach } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import * as gd from '../../js/index.js';
import { getCore } from '../../js/core/module.js';
import { format } from '../../js/core/errors.js';
import { ParallelWorld } from '../../js/workers.js';

const { ConvexHull, CustomShape, NormBall, Pair, World, Shape, Sphere, growthDistance } = gd;
const ball = new Sphere({ radius: 1 });
const box = new gd.Box({ halfExtents: [1, 1, 1] });
const away = { position: [3, 0, 0] };
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const QUERIES = [
  'growthDistance',
  'collide',
  'distance',
  'penetration',
  'signedDistance',
  'growthGradient',
  'distanceGradient',
  'penetrationGradient',
  'generalizedDistance',
];
const REENTERED = /must not use growth-distance: they run inside/;

afterEach(() => {
  assert.equal(growthDistance(ball, null, ball, away).value, 1.5, 'the next call works');
  assert.deepEqual(box.support([1, 2, 3]), [1, 1, 1]);
});

/** A world of two spheres whose centres have the distance 1.5. */
function worldOfTwo() {
  const world = new World();
  for (const x of [0, 1.5]) world.add(ball, { position: [x, 0, 0] });
  return world;
}

test('messages show any value in a short form', () => {
  const round = [];
  round.push(round);
  const bomb = new Proxy({}, { get: () => assert.fail('read') });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const many = Array(16).fill(Array(16).fill(Array(16).fill(1)));
  assert.equal(format(round), '[[1 values]]');
  for (const value of [bomb, proxy]) assert.equal(format(value), 'an object that cannot be read');
  assert.ok(format(many).length < 4000);
  assert.ok(format('x'.repeat(1e6)).length < 100);
  assert.equal(format(new DataView(new ArrayBuffer(8))), 'DataView');
  assert.equal(format([1n, -0, 'a', null, Symbol('s')]), '[1n, -0, "a", null, Symbol(s)]');
  assert.equal(
    format([Math.sin, () => 1]),
    '[function sin, function ]',
    'by its name, never its text',
  );
  for (const radius of [round, bomb, proxy, many, 10n, Symbol('r'), Object.create(null)])
    assert.throws(() => new Sphere({ radius }), { name: 'TypeError', message: /^Sphere\.radius / });
  assert.throws(
    () => new Sphere({ ['x'.repeat(5000)]: 1 }),
    /^TypeError: Sphere has no option .{0,300}$/,
  );
});

test('a list is read by index, whatever its iterator returns', () => {
  const flooding = (list) => {
    list[Symbol.iterator] = function* flood() {
      for (let i = 0; i < 1000; i++) yield 7;
    };
    return list;
  };
  const length = Math.sqrt(14);
  const farthest = ball.support(flooding([1, 2, 3]));
  for (const [i, x] of farthest.entries()) assert.ok(Math.abs(x - (i + 1) / length) < 1e-15);
  assert.deepEqual(new gd.Ellipsoid({ radii: flooding([1, 2, 3]) }).radii, [1, 2, 3]);
  for (const matrix of [
    flooding([...IDENTITY]),
    flooding([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]),
  ])
    // prettier-ignore
    assert.deepEqual(new gd.Transformed({ shape: box, matrix }).support([1, 2, 3]), [1, 1, 1]);
});

test('lists that change while read, detached and endless lists cause an error or are read once', () => {
  const corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]; // prettier-ignore
  const changing = (change) => {
    const points = [...corners, [1, 1, 1]];
    points[0] = { get x() { return change(points); }, y: 0, z: 0 }; // prettier-ignore
    return points;
  };
  assert.equal(new ConvexHull({ points: changing((p) => p.push([9, 9, 9]) * 0) }).vertexCount, 5);
  assert.throws(() => new ConvexHull({ points: changing((p) => (p.length = 4) * 0) }), {
    name: 'TypeError',
    message: /ConvexHull\.points\[4\] must be 3 numbers .* got undefined/,
  });
  const wrong = {
    name: 'RangeError',
    message: /points must have at most .* got 4294967295 values/,
  };
  assert.throws(() => new ConvexHull({ points: Array(2 ** 32 - 1) }), wrong);
  const detached = new Float64Array(12);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  assert.throws(() => new ConvexHull({ points: detached }), { code: 'too-few-points' });
  assert.throws(() => ball.support(detached), /direction must be 3 numbers, got \[\]/);
  const resizable = new ArrayBuffer(96, { maxByteLength: 192 });
  const points = new Float64Array(resizable);
  points.set(corners.flat());
  assert.equal(new ConvexHull({ points }).vertexCount, 4);
  resizable.resize(48);
  assert.throws(() => new ConvexHull({ points }), { code: 'too-few-points', message: /got 2/ });
  assert.throws(() => new ConvexHull({ points: new BigInt64Array(12) }), /points\[0\] .* got 0n/);
  assert.throws(() => new ConvexHull({ points: new DataView(resizable) }), /got DataView/);
});

test('a getter that disposes a shape or runs a query causes an error, and nothing is written', () => {
  const shapes = getCore().shape_count();
  const make = () => new Sphere({ radius: 1 });
  const trap = (act, key = 'position') => ({ get [key]() { act(); return [0, 0, 0]; } }); // prettier-ignore
  const one = (act) => ({ get x() { act(); return 1; }, y: 0, z: 0 }); // prettier-ignore
  for (const act of [(s) => s.dispose(), () => box.support([0, 1, 0]), () => box.boundingBox()]) {
    const gone = make();
    assert.throws(
      () =>
        growthDistance(
          gone,
          trap(() => act(gone)),
          ball,
          away,
        ),
      REENTERED,
    );
    const again = make();
    assert.throws(() => again.boundingBox(trap(() => act(again))), REENTERED);
    for (const s of [gone, again]) s.dispose();
  }
  for (const question of ['support', 'contains']) {
    const gone = make();
    assert.throws(() => gone[question](one(() => gone.dispose())), /Sphere has been disposed/);
    const set = new NormBall({ dimension: 3, p: 2 });
    assert.throws(() => set[question](one(() => set.dispose())), /NormBall has been disposed/);
  }
  const part = make();
  assert.throws(
    () => new gd.Transformed({ shape: part, get matrix() { part.dispose(); return IDENTITY; } }), // prettier-ignore
    /Transformed\.shape: this Sphere has been disposed/,
  );
  const pair = new Pair(ball, box);
  assert.throws(
    () =>
      pair.distance(
        trap(() => pair.dispose()),
        away,
      ),
    REENTERED,
  );
  assert.throws(() => pair.distance(null, away), /Pair has been disposed/);
  assert.equal(getCore().shape_count(), shapes);
});

test('a getter that disposes or changes the world that reads it causes an error', () => {
  const calls = {
    'add, pose': (s, act) => s.add(ball, { get position() { act(); return [0, 0, 0]; } }), // prettier-ignore
    'add, group': (s, act) => s.add(ball, null, { get group() { act(); return 1; } }), // prettier-ignore
    setPose: (s, act) => s.setPose(1, { get position() { act(); return [9, 9, 9]; } }), // prettier-ignore
    findPairs: (s, act) => s.findPairs({ get margin() { act(); return 1; } }), // prettier-ignore
    options: (s, act) => s.distances({ get tolerance() { act(); return 1e-6; } }), // prettier-ignore
    pairs: (s, act) =>
      s.distances({ pairs: Object.defineProperty([0, 1], 1, { get: () => (act(), 1) }) }),
  };
  for (const [name, call] of Object.entries(calls))
    for (const act of [(s) => s.dispose(), (s) => s.has(0) && s.remove(0)]) {
      const world = worldOfTwo();
      assert.throws(
        () => call(world, () => act(world)),
        /they run inside one of its calls|does not exist|has been disposed/,
        name,
      );
      assert.ok(world.size <= 1, 'nothing was added');
      world.dispose();
    }
  const world = worldOfTwo();
  let calm = 0;
  const growing = () => {
    if (calm++ < 2) growthDistance(ball, null, ball, away);
    return 1;
  };
  const pairs = Object.defineProperty([0, 1], 1, { get: growing });
  assert.throws(() => world.distances({ pairs }), REENTERED);
  calm = 2;
  const changing = Object.defineProperty([0, 1], 1, { get: () => (calm++ === 2 ? 1 : 999) });
  const { count, value } = world.signedDistances({ pairs: changing });
  assert.deepEqual([count, value[0], calm], [1, -0.5, 3], 'each number is read once');
  world.dispose();
});

test('a frozen result causes an error, and a result that throws leaves no trace behind', () => {
  const four = new NormBall({ dimension: 4, p: 2 });
  for (const name of QUERIES) {
    const frozen = { out: Object.freeze({}) };
    const wanted = { name: 'TypeError', message: new RegExp(`^${name}: out must be .*not frozen`) };
    assert.throws(() => gd[name](ball, null, box, away, frozen), wanted);
    assert.throws(() => gd[name](ball, null, box, away, { ...frozen, trace: true }), wanted);
  }
  assert.throws(() => growthDistance(four, null, four, null, { out: Object.freeze([]) }), /frozen/);
  const refuse = () => {
    throw new RangeError('mine');
  };
  const out = Object.defineProperty({}, 'value', { set: refuse });
  assert.throws(() => growthDistance(ball, null, box, away, { out, trace: true }), /mine/);
  assert.equal(growthDistance(ball, null, box, away).trace, undefined);
  four.dispose();
});

test('the pose of a set of many dimensions is a translation only', () => {
  const four = new NormBall({ dimension: 4, p: 2 });
  const ask = (pose) => growthDistance(four, null, four, pose).value;
  for (const pose of [undefined, null, {}, [0, 0, 0, 0], { position: [0, 0, 0, 0] }])
    assert.equal(ask(pose), 0);
  for (const pose of [
    5,
    'abcd',
    true,
    { foo: 1 },
    { position: 3 },
    [1, 2, 3],
    { translation() {} },
  ])
    assert.throws(() => ask(pose), { name: 'TypeError', message: /^poseB must be a translation/ });
  for (const turn of ['quaternion', 'angle', 'rotation', 'orientation', 'scale'])
    assert.throws(() => ask({ position: [1, 2, 3, 4], [turn]: 1 }), new RegExp(`without ${turn}`));
  assert.throws(() => ask([1, 2, 3, 1e300]), {
    name: 'RangeError',
    message: /poseB\[3\].*1e\+300/,
  });
  assert.throws(() => ask([1, 2, 3, '4']), { name: 'TypeError', message: /poseB\[3\].*"4"/ });
  four.dispose();
});

test('every query refuses shapes of another dimension and shape types that it does not support', () => {
  const others = { '2D': new gd.Circle({ radius: 1 }), '4D': new NormBall({ dimension: 4, p: 2 }) };
  for (const name of [...QUERIES, 'intersects'])
    for (const [dimension, other] of Object.entries(others)) {
      const said = { name: 'TypeError', message: /both must have the same dimension/ };
      assert.throws(() => gd[name](ball, null, other, null), said, `${name}, ${dimension}`);
      assert.throws(() => gd[name](other, null, ball, null), said, `${name}, ${dimension}`);
    }
  const set = new NormBall({ dimension: 3, p: 2 });
  const known = /^(growthDistance|collide|generalizedDistance)$/;
  for (const name of QUERIES.filter((query) => !known.test(query)))
    for (const pair of [
      [ball, set],
      [set, ball],
    ])
      // prettier-ignore
      assert.throws(() => gd[name](pair[0], null, pair[1], away), {
        name: 'TypeError',
        message: new RegExp(`${name} does not support a NormBall`),
      });
  assert.throws(() => set.contains([1e80, 0, 0]), { name: 'RangeError', message: /point.*1e\+80/ });
  assert.throws(() => set.support([0, 0, 0]), { name: 'RangeError', message: /\[0, 0, 0\]/ });
  for (const [q, poses] of [
    [5, null],
    [[0, 0, 0], 5],
    [[0, 0, 0], [null]],
  ])
    // prettier-ignore
    assert.throws(() => gd.generalizedDistance(ball, q, [ball, box], poses), TypeError);
  const pair = new Pair(ball, box);
  assert.deepEqual([pair.a, pair.b], [ball, box]);
  pair[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
  assert.throws(() => pair.distance(null, away), /Pair has been disposed/);
  for (const shape of [set, ...Object.values(others)]) shape.dispose();
});

test('a shape is recognised by its own data, not by its class, a proxy or another copy', () => {
  class Crate extends Sphere {
    get dimension() {
      return 300;
    }
  }
  const crate = new Crate({ radius: 1 });
  assert.equal(growthDistance(crate, null, ball, away).value, 1.5);
  assert.deepEqual(crate.support([1, 0, 0]), [1, 0, 0]);
  assert.throws(() => crate.support(Array(300).fill(1)), /direction must be 3 numbers/);
  class Small extends NormBall {
    get dimension() {
      return 2;
    }
  }
  const small = new Small({ dimension: 200, p: 2 });
  assert.equal(small.center.length, 200);
  assert.equal(small.support(Array(200).fill(1)).length, 200);
  const other = {
    wanted: {
      name: 'TypeError',
      message: /this copy of growth-distance, got a shape of another copy or a proxy/,
    },
  };
  for (const value of [new Proxy(ball, {}), Object.create(ball)]) {
    assert.throws(() => growthDistance(value, null, ball, away), other.wanted);
    assert.throws(() => growthDistance(ball, null, value, away), other.wanted);
    assert.throws(() => new Pair(ball, value), other.wanted);
    assert.throws(() => new World().add(value), other.wanted);
    assert.throws(() => new gd.Transformed({ shape: value, matrix: IDENTITY }), other.wanted);
  }
  assert.throws(() => new Shape({ radius: 1 }), /no public constructor/);
  for (const s of [crate, small]) s.dispose();
});

test('records that are invalid, too deep or endless throw an error, and no shape remains', () => {
  const shapes = getCore().shape_count();
  const from = (record, name, message) =>
    assert.throws(() => Shape.from(record), { name, message });
  from({ type: 'torus', radius: 1 }, 'TypeError', /has no type "torus"/);
  from({ type: ['sphere'], radius: 1 }, 'TypeError', /has no type \["sphere"\]/);
  from({ type: Object.create(null) }, 'TypeError', /has no type \{\}/);
  from({ type: '__proto__' }, 'TypeError', /has no type "__proto__"/);
  from({ type: 'sphere', radius: 1, version: 2 }, 'TypeError', /Sphere has no option "version"/);
  from({ type: 'sum', a: ball.toJSON(), b: { type: 'new' } }, 'TypeError', /has no type "new"/);
  let deep = ball.toJSON();
  for (let i = 0; i < 1e5; i++) deep = { type: 'transformed', matrix: IDENTITY, shape: deep };
  const round = { type: 'sum', a: ball.toJSON() };
  round.b = round;
  for (const record of [deep, round]) from(record, 'GeometryError', /nested more than 16 deep/);
  assert.equal(getCore().shape_count(), shapes);
});

test('during a support function, every use of the module throws an error', () => {
  let act = null;
  const custom = new CustomShape({ support: (d) => (act?.(), d) });
  const pair = new Pair(custom, box);
  const world = worldOfTwo();
  const four = new NormBall({ dimension: 4, p: 2 });
  const acts = {
    query: () => growthDistance(ball, null, ball, away),
    set: () => growthDistance(four, null, four, null),
    generalized: () => gd.generalizedDistance(ball, null, ball, away),
    make: () => new Sphere({ radius: 1 }),
    'make one of its own': () => new CustomShape({ support: (d) => d }),
    'dispose itself': () => custom.dispose(),
    support: () => ball.support([1, 0, 0]),
    boundingBox: () => ball.boundingBox({ position: [1, 2, 3] }),
    'Pair.dispose': () => pair.dispose(),
    'Pair.reset': () => pair.reset(),
    'World.add': () => world.add(ball),
    'World.dispose': () => world.dispose(),
    ParallelWorld: () => new ParallelWorld({ workers: 1 }),
  };
  const { value } = pair.growthDistance(null, away);
  for (const [name, use] of Object.entries(acts)) {
    act = use;
    assert.throws(
      () => pair.growthDistance(null, away),
      /support function must not use growth-distance/,
      name,
    );
    for (const options of [{}, { trace: true }])
      assert.throws(
        () => gd.generalizedDistance(ball, null, custom, away, options),
        /support function must not use growth-distance/,
        name,
      );
    act = null;
    assert.equal(growthDistance(custom, null, box, away).value, value, `after ${name}`);
  }
  assert.equal(world.distances().count, 1);
  for (const held of [pair, world, custom, four]) held.dispose();
});

test('values of another realm work like values of this realm', async () => {
  const there = runInNewContext(`({ empty: {}, pose: { position: new Float64Array([3, 0, 0]) },
    points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], options: { tolerance: 1e-6 }, out: {} })`);
  const { pose, empty, options, out, points } = there;
  assert.equal(growthDistance(ball, empty, ball, pose, { ...options, out }), out);
  assert.equal(out.value, 1.5);
  assert.equal(growthDistance(ball, empty, ball, pose, options).value, 1.5);
  const circle = new gd.Circle({ radius: 1 });
  assert.equal(growthDistance(circle, empty, circle, { position: [3, 0] }).value, 1.5);
  const hull = new ConvexHull({ points });
  assert.equal(hull.vertexCount, 4);
  for (const shape of [circle, hull]) shape.dispose();
});

test("an engine without Symbol.dispose gets Symbol.for('Symbol.dispose')", () => {
  const url = new URL('../../js/core/dispose.js', import.meta.url);
  const source = readFileSync(url, 'utf8').replace(/^export/gm, '      ');
  const symbol = runInNewContext(
    `${source}; DISPOSE`,
    { Symbol: { for: Symbol.for } },
    { filename: url.href },
  );
  assert.equal(symbol, Symbol.for('Symbol.dispose'));
});

test('bodies and counts must be numbers', () => {
  const world = worldOfTwo();
  for (const body of ['0', 0n, null, undefined, NaN, 0.5, -1, Object.create(null)])
    assert.equal(world.has(body), false);
  for (const body of ['0', 0n, null]) {
    assert.throws(() => world.shape(body), TypeError);
    assert.throws(() => world.setPose(body, null), TypeError);
    assert.throws(() => world.distances({ pairs: [body, 1] }), TypeError);
  }
  assert.throws(
    () => world.distances({ pairs: [[0, 1], 1] }),
    /pairs\[1\] must be two body numbers/,
  );
  assert.throws(
    () => world.distances({ pairs: [[0, 1], [0]] }),
    /pairs\[1\] must be two body numbers/,
  );
  for (const count of [Symbol('two'), 1n, '1', null, {}])
    assert.throws(() => world.distances({ pairs: [0, 1], count }), {
      name: 'TypeError',
      message: /distances: count must be a number, got /,
    });
  assert.throws(() => new World([]), {
    name: 'TypeError',
    message: 'World: options must be an object, got []',
  });
  const many = Array.from({ length: 100 }, () => [1, 0]);
  assert.equal(world.distances({ pairs: many }).count, 100);
  world.poses[0] = 1e300;
  assert.throws(() => world.distances(), { name: 'RangeError', message: /body 0.*1e\+300/ });
  world.poses[0] = 0;
  assert.equal(world.distances().count, 1);
  world.dispose();
});
