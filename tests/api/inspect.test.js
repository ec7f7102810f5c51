/* Node's console prints every object of the package in a readable form. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { inspect } from 'node:util';

import * as gd from '../../js/index.js';
import { ParallelWorld } from '../../js/workers.js';

const { Box, ConvexHull, CustomShape, MinkowskiSum, Pair, Shape, Sphere, Transformed, World } = gd;

const box = new Box({ halfExtents: [1, 1, 1] });
const ball = new Sphere({ radius: 2, margin: 0.5, center: [0.1, 0, 0] });

test('a shape is printed as its class and its record', () => {
  assert.equal(inspect(box), "Box { type: 'box', halfExtents: [ 1, 1, 1 ] }");
  const record = "{ type: 'sphere', radius: 2, center: [ 0.1, 0, 0 ], margin: 0.5 }";
  assert.equal(inspect(ball, { breakLength: 100 }), `Sphere ${record}`);
  const { type, ...options } = ball.toJSON();
  assert.equal(type, 'sphere');
  assert.equal(inspect(Shape.from({ type, ...options })), inspect(ball));
});

test('a long list of points is shortened as Node shortens lists', () => {
  const points = Array.from({ length: 150 }, (_, i) => [Math.cos(i), Math.sin(i), i % 7]);
  const text = inspect(new ConvexHull({ points }));
  assert.match(text, /^ConvexHull {\n {2}type: 'hull',\n {2}points: \[/);
  assert.match(text, /\.\.\. 50 more items/);
});

test('the options of util.inspect apply to shapes', () => {
  assert.equal(inspect({ pair: { box } }, { depth: 1 }), '{ pair: { box: [Box] } }');
  assert.ok(inspect(box, { colors: true }).includes(`\u001b[32m'box'`));
});

test('the parts of a shape are printed as shapes', () => {
  const image = new Transformed({ shape: box, matrix: [1, 0, 0, 0, 2, 0, 0, 0, 1] });
  assert.match(
    inspect(image),
    /^Transformed {[^]*shape: Box { type: 'box', halfExtents: \[ 1, 1, 1 \] }/,
  );
  const support = ([x, y]) => [x, y];
  const disk = new CustomShape({ dimension: 2, support, margin: 1 });
  assert.equal(inspect(disk), "CustomShape { type: 'custom', margin: 1, dimension: 2 }");
  const sum = new MinkowskiSum({ a: disk, b: disk });
  assert.match(inspect(sum), /^MinkowskiSum {[^]*a: CustomShape {/);
});

test('a Pair, a World and a ParallelWorld are printed with their contents', () => {
  const pair = new Pair(box, ball);
  assert.equal(
    inspect(pair, { breakLength: Infinity, depth: 0 }),
    'Pair { a: [Box], b: [Sphere] }',
  );
  const world = new World();
  assert.equal(inspect(world), 'World { dimension: undefined, size: 0 }');
  world.add(box);
  world.add(ball, [4, 0, 0, 0, 0, 0, 1]);
  assert.equal(inspect(world), 'World { dimension: 3, size: 2 }');
  const spread = new ParallelWorld({ workers: 1, dimension: 2 });
  assert.equal(inspect(spread), 'ParallelWorld { dimension: 2, size: 0, workers: 1 }');
  spread.dispose();
});

test('the fields of every result have one fixed order', () => {
  const [LENGTHS, END] = [
    ['value', 'lower', 'upper', 'normal', 'pointA', 'pointB'],
    ['iterations', 'status'],
  ];
  const growth = [...LENGTHS, 'contact', ...END];
  const depth = [...LENGTHS, 'iterations', 'supportCalls', 'status'];
  const derived = ['gradient', 'unique', 'directional'];
  const collision = ['colliding', 'point', 'normal', 'lower', 'upper', ...END];
  const general = [...LENGTHS, 'contact', 'iterations', 'rayIterations', 'status'];
  const cloud = new gd.PointSet({
    points: [
      [-1, -1, -1],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  });
  for (const [name, shape, fields] of [
    ['growthDistance', box, growth],
    ['growthDistance', cloud, growth],
    ['collide', box, collision],
    ['collide', cloud, collision],
    ['distance', box, [...LENGTHS, ...END]],
    ['penetration', box, depth],
    ['signedDistance', box, depth],
    ['growthGradient', box, [...growth, ...derived]],
    ['distanceGradient', box, [...LENGTHS, ...END, ...derived]],
    ['penetrationGradient', box, [...depth, ...derived]],
    ['generalizedDistance', box, general],
  ])
    for (const options of [undefined, { out: {} }]) {
      const result = gd[name](shape, null, ball, { position: [0.5, 9, 0] }, options);
      assert.deepEqual(Object.keys(result), fields, name);
    }
  const world = new World();
  world.add(box);
  const [nearest] = world.nearest(ball, null);
  assert.deepEqual(Object.keys(nearest), [...LENGTHS, ...END, 'body']);
});

test('a disposed object is printed as disposed, alone and inside others', () => {
  class Crate extends Box {}
  const crate = new Crate({ halfExtents: [1, 2, 3] });
  const disk = new CustomShape({ dimension: 2, support: ([x, y]) => [x, y], margin: 1 });
  const pair = new Pair(crate, ball);
  const world = new World({ dimension: 3 });
  const spread = new ParallelWorld({ workers: 1 });
  crate.dispose();
  assert.equal(
    inspect(pair, { breakLength: Infinity, depth: 0 }),
    'Pair { a: Crate (disposed), b: [Sphere] }',
  );
  for (const value of [disk, pair, world, spread]) value.dispose();
  for (const value of [crate, disk, pair, world, spread])
    assert.equal(inspect(value), `${value.constructor.name} (disposed)`);
  assert.equal(inspect([crate]), '[ Crate (disposed) ]');
});

test('a prototype can be printed', () => {
  for (const value of [Box, World, Pair, Shape])
    assert.equal(typeof inspect(value.prototype), 'string');
});

test('printing a shape does not change it', () => {
  const before = inspect(ball);
  assert.deepEqual(Object.keys(ball), []);
  assert.equal(JSON.stringify(ball), JSON.stringify(ball.toJSON()));
  assert.equal(inspect(ball), before);
});
