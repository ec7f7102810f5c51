/*
 * Bad input throws a typed error that names the field and the value. No shape leaks, and the next
 * query works.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as compare from '../../js/compare.js';
import * as gd from '../../js/index.js';
import { ERROR_TEXTS } from '../../wasm/dist/abi.js';
import { getCore } from '../../js/core/module.js';

const ball = new gd.Sphere({ radius: 1 });
const cube = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z])));
const SQUARE = [0, 0, 1, 0, 0, 1];

/** [make, code or error class, message] */
const GEOMETRY = [
  [() => new gd.Sphere({ radius: -1 }), 'radius', /Sphere\.radius must be .* > 0, got -1/],
  [() => new gd.Sphere({ radius: 0 }), 'radius', /got 0/],
  [() => new gd.Sphere({ radius: NaN }), 'radius', /got NaN/],
  [() => new gd.Sphere({ radius: Infinity }), 'radius', /got Infinity/],
  [() => new gd.Sphere({ radius: 1e80 }), 'radius', /1e\+80.*between/],
  [() => new gd.Ellipsoid({ radii: [1, 0, 1] }), 'radii', /Ellipsoid\.radii .* got \[1, 0, 1\]/],
  [() => new gd.Box({ halfExtents: [1, -1, 1] }), 'half-extents', /Box\.halfExtents/],
  [
    () => new gd.Capsule({ halfHeight: -1, radius: 1 }),
    'half-height',
    /Capsule\.halfHeight .*>= 0/,
  ],
  [
    () => new gd.Cylinder({ halfHeight: 0, radius: 1 }),
    'half-height',
    /Cylinder\.halfHeight .*> 0/,
  ],
  [
    () => new gd.Frustum({ halfHeight: 1, bottomRadius: 0, topRadius: 0 }),
    'bottom-radius',
    /Frustum\.bottomRadius/,
  ],
  [
    () => new gd.Frustum({ halfHeight: 1, bottomRadius: 1, topRadius: -1 }),
    'top-radius',
    /Frustum\.topRadius .* got -1/,
  ],
  [() => new gd.Sphere({ radius: 1, margin: -0.1 }), 'margin', /Sphere\.margin .* got -0\.1/],
  [() => new gd.Sphere({ radius: 1, center: [2, 0, 0] }), 'center', /strictly inside.*\[2, 0, 0\]/],
  [() => new gd.Box({ halfExtents: [1, 1, 1], center: [1, 0, 0] }), 'center', /strictly inside/],
  [() => new gd.ConvexHull({ points: cube, center: [2, 0, 0] }), 'center', /strictly inside/],
  [() => new gd.ConvexHull({ points: cube.slice(0, 3) }), 'too-few-points', /at least 4 .* got 3/],
  [() => new gd.ConvexHull({ points: [] }), 'too-few-points', /got 0/],
  [
    () => new gd.ConvexHull({ points: cube.slice(0, 4) }),
    'flat',
    /must span a volume, got 4 coplanar points; pass flat: true to accept them$/,
  ],
  [() => new gd.ConvexHull({ points: cube.with(3, [NaN, 0, 0]) }), 'points', /NaN at flat index 9/],
  [() => new gd.Segment({ a: [0, 0, 0], b: [NaN, 0, 0] }), 'points', /Segment\.b .* \[NaN, 0, 0\]/],
  [
    () => new gd.Polygon({ points: [0, 0, 1, 1, 2, 2] }),
    'flat',
    /must span an area, got 3 collinear points/,
  ],
  [() => new gd.Polygon({ points: [0, 0, 1, 1] }), 'too-few-points', /at least 3/],
  [() => new gd.ConvexHull({ points: [], flat: true }), 'too-few-points', /at least 1 point/],
  [() => new gd.Polygon({ points: [[0, NaN]], flat: true }), 'points', /NaN at flat index 1/],
  [() => new gd.HalfSpace({ normal: [0, 0, 0], offset: 0 }), 'normal', /HalfSpace\.normal/],
  [() => new gd.HalfSpace({ normal: [0, 1, 0], offset: NaN }), 'offset', /HalfSpace\.offset/],
  [
    () => {
      const ground = new gd.HalfSpace({ normal: [0, 1, 0], offset: 0 });
      return gd.growthDistance(ground, null, ground, null);
    },
    'undefined',
    /half-spaces/,
  ],
  [
    () => gd.growthDistance(new gd.Point(), null, new gd.Point(), { position: [1, 0, 0] }),
    'undefined',
    /solid/,
  ],
  [() => new gd.SmoothHull({ points: cube, exponent: 0.5 }), 'exponent', /from 1 to 1e6, got 0\.5/],
  [
    () => new gd.Transformed({ shape: ball, matrix: [1, 0, 0, 0, 1, 0, 0, 0, 0] }),
    'matrix',
    /Transformed\.matrix .*invertible/,
  ],
  [
    () => {
      const ground = new gd.HalfSpace({ normal: [0, 1, 0], offset: 0 });
      return new gd.MinkowskiSum({ a: ground, b: ground });
    },
    'parts',
    /MinkowskiSum.a and MinkowskiSum.b must not both be half-spaces/,
  ],
  [
    () => new gd.HalfSpace({ normal: [0, 1, 0], offset: 0 }).support([1, 0, 0]),
    'undefined',
    /half-space/,
  ],
];

test('invalid geometry throws a GeometryError with a code', () => {
  for (const [make, code, message] of GEOMETRY) {
    const before = getCore().shape_count();
    assert.throws(make, (error) => {
      assert.ok(error instanceof gd.GeometryError, `${make}: ${error}`);
      assert.equal(error.code, code);
      assert.match(error.message, message);
      return true;
    });
    // at most the valid shapes of the query remain
    assert.ok(getCore().shape_count() - before <= 2);
  }
});

test('these tests cause every error code of the ABI that a user can cause', () => {
  const met = new Set(GEOMETRY.map(([, code]) => code));
  // These codes are wrong calls, which JavaScript refuses before it calls the module (below and in
  // pose.test.js), or the module's own checks, which host.test.js drives.
  const elsewhere = ['kind', 'length', 'memory', 'handle', 'dimension', 'pose', 'settings'];
  elsewhere.push('buffer', 'index', 'direction', 'motion');
  for (const code of ERROR_TEXTS)
    assert.ok(met.has(code) || elsewhere.includes(code), `${code} is never met`);
});

test('an error suggests a name only if one is similar', () => {
  const messageOf = (make) => {
    try {
      make();
    } catch (error) {
      return error.message;
    }
    return assert.fail('nothing was thrown');
  };
  for (const make of [
    () => new gd.Sphere({ radius: 1, colour: 2 }),
    () => new gd.Sphere({ size: 1 }),
    () => new gd.Sphere({ radius: 1, vertices: [] }),
    () => new gd.Box({ toString: 0, mass: 1 }),
    () => gd.Shape.from({ type: 'torus' }),
    () => gd.Shape.from({ type: 5 }),
  ])
    assert.doesNotMatch(messageOf(make), /did you mean/);
});

const apart = { position: [3, 0, 0] };
const CALLS = [
  [() => new gd.Sphere(), TypeError, /Sphere takes an object \{ radius \}/],
  [() => new gd.Sphere({}), TypeError, /Sphere\.radius must be a number, got undefined/],
  [() => new gd.Sphere({ radius: '1' }), TypeError, /got "1"/],
  [() => new gd.Sphere({ radius: null }), TypeError, /got null/],
  [() => new gd.Sphere({ radius: 1, color: 2 }), TypeError, /no option "color"; it takes radius/],
  [() => new gd.Sphere({ raduis: 1 }), TypeError, /did you mean radius\?/],
  [() => new gd.Box({ size: [1, 1, 1] }), TypeError, /mean halfExtents, half of the size\?/],
  [() => new gd.Box({ width: 1, depth: 2 }), TypeError, /mean halfExtents, half of the size\?/],
  [() => new gd.Box({ height: 1 }), TypeError, /mean halfExtents, half of the size\?/],
  [() => new gd.Rectangle({ size: [1, 1] }), TypeError, /mean halfExtents, half of the size\?/],
  [() => new gd.Cylinder({ height: 1 }), TypeError, /mean halfHeight, half of the height\?/],
  [() => new gd.ConvexHull({ vertices: cube }), TypeError, /did you mean points\?/],
  [() => new gd.Polygon({ vertices: SQUARE }), TypeError, /did you mean points\?/],
  [() => new gd.ConvexHull(cube), TypeError, /takes an object .*: pass \{ points: array \}/],
  [() => new gd.ConvexHull(new Float32Array(12)), TypeError, /: pass \{ points: array \}/],
  [() => new gd.Polygon(SQUARE), TypeError, /takes an object .*: pass \{ points: array \}/],
  [() => new gd.SmoothHull(cube), TypeError, /: pass \{ exponent, points: array \}/],
  [
    () => new gd.Box([1, 1, 1]),
    TypeError,
    /Box takes an object \{ halfExtents \}, got \[1, 1, 1\]$/,
  ],
  [() => gd.Shape.from({ type: 'Box' }), TypeError, /no type "Box".*did you mean box\?/],
  [() => gd.Shape.from({ type: 'ConvexHull' }), TypeError, /did you mean hull\?/],
  [() => gd.Shape.from({ type: 'cylindre' }), TypeError, /did you mean cylinder\?/],
  [() => new gd.Shape({ radius: 1 }), TypeError, /no public constructor/],
  [() => new gd.Point({ dimension: 4 }), RangeError, /Point\.dimension must be 2 or 3, got 4/],
  [() => new gd.Sphere({ radius: 1, margin: '1' }), TypeError, /Sphere\.margin/],
  [
    () => new gd.Sphere({ radius: 1, center: [0, 0] }),
    TypeError,
    /Sphere\.center must be 3 numbers/,
  ],
  [() => new gd.Box({ halfExtents: [1, 1] }), TypeError, /Box\.halfExtents must be 3 numbers/],
  [() => new gd.Box({ halfExtents: 1 }), TypeError, /Box\.halfExtents/],
  [() => new gd.ConvexHull({ points: [1, 2, 3, 4] }), TypeError, /multiple of 3/],
  [() => new gd.ConvexHull({ points: 'abc' }), TypeError, /ConvexHull\.points/],
  [() => new gd.ConvexHull({ points: [[1, 2]] }), TypeError, /ConvexHull\.points\[0\]/],
  [
    () => new gd.SmoothHull({ points: cube, exponent: 2, dimension: 2 }),
    TypeError,
    /SmoothHull\.points\[0\] must be 2 numbers/,
  ],
  [
    () => new gd.SmoothHull({ points: cube, exponent: 2, dimension: 4 }),
    RangeError,
    /SmoothHull\.dimension must be 2 or 3, got 4/,
  ],
  [() => gd.Shape.from({ type: 'torus' }), TypeError, /no type "torus"; the types are sphere/],
  [() => gd.Shape.from({ type: 'toString' }), TypeError, /no type/],
  [() => gd.Shape.from(null), TypeError, /record/],
  [() => gd.growthDistance({}, null, ball, null), TypeError, /first shape/],
  [() => gd.growthDistance(ball, null, null, null), TypeError, /second shape/],
  [
    () => gd.growthDistance(ball, null, new gd.Circle({ radius: 1 }), null),
    TypeError,
    /same dimension/,
  ],
  [
    () => gd.growthDistance(ball, null, ball, apart, { tolerance: 0 }),
    RangeError,
    /^growthDistance: tolerance must be > 0 and < 1, got 0$/,
  ],
  [() => gd.growthDistance(ball, null, ball, apart, { tolerance: '1' }), TypeError, /tolerance/],
  [
    () => gd.growthDistance(ball, null, ball, apart, { maxIterations: 1.5 }),
    RangeError,
    /^growthDistance: maxIterations must be an integer from 1 to 1000000, got 1\.5$/,
  ],
  [
    () => gd.growthDistance(ball, null, ball, apart, { maxIterations: '9' }),
    TypeError,
    /maxIterations must be a number, got "9"/,
  ],
  [
    () => gd.growthDistance(ball, null, ball, apart, { method: 'fast' }),
    RangeError,
    /no method "fast"/,
  ],
  [() => gd.growthDistance(ball, null, ball, apart, { warm: true }), TypeError, /no option "warm"/],
  [() => gd.growthDistance(ball, null, ball, apart, 5), TypeError, /options of growthDistance/],
  [() => gd.growthDistance(ball, null, ball, apart, { out: 5 }), TypeError, /out must be .*got 5/],
  [() => gd.growthDistance(ball, null, ball, new Date()), TypeError, /poseB must be/],
  [() => gd.growthDistance({}, null, ball, apart), TypeError, /must be a shape, got \{\}$/],
  [
    () => new gd.World().add(ball, null, 5),
    TypeError,
    /^World\.add: options must be an object, got 5$/,
  ],
  [
    () => gd.growthDistance(ball, null, ball, { ...apart, orientation: [0, 0, 0, 1] }),
    TypeError,
    /poseB .* quaternion/,
  ],
  [
    () => gd.growthDistance(ball, null, ball, { ...apart, quaternion: [0, 0, 0, 1], scale: 0 }),
    RangeError,
    /poseB\.scale/,
  ],
  [
    () => gd.penetration(ball, null, ball, null, { direction: [1n, 0n, 0n] }),
    TypeError,
    /direction\[0\] must be a number, got 1n/,
  ],
  [
    () => gd.penetration(ball, null, ball, null, { direction: [0, Symbol('up'), 0] }),
    TypeError,
    /direction\[1\] must be a number, got Symbol\(up\)/,
  ],
  [
    () => new gd.ConvexHull({ points: cube, flat: 1 }),
    TypeError,
    /ConvexHull\.flat must be a boolean, got 1/,
  ],
  [() => new gd.Box({ halfExtents: [1, 1, 1], flat: true }), TypeError, /flat/],
  [() => new gd.Pair(ball, 1), TypeError, /second shape of Pair/],
  [() => new gd.Pair(ball, new gd.Circle({ radius: 1 })), TypeError, /same dimension/],
  [() => ball.support([0, 0, 0]), RangeError, /direction must be finite and not zero/],
  [() => ball.support([1, 0]), TypeError, /direction must be 3 numbers/],
  [() => ball.contains([NaN, 0, 0]), RangeError, /point must be finite/],
];

test('a wrong call throws an error that names the field and the value', () => {
  for (const [call, type, message] of CALLS) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof type, `${call}: ${error.name} ${error.message}`);
      assert.match(error.message, message);
      return true;
    });
    assert.equal(gd.growthDistance(ball, null, ball, apart).value, 1.5);
  }
});

test('a missing pose is named in the error, and null or undefined is the identity', () => {
  const pair = new gd.Pair(ball, ball);
  const moving = ['castShape', 'castGradient', 'timeOfImpact', 'staysApart']; // in motion.test.js
  const ofPair = Object.getOwnPropertyNames(gd.Pair.prototype).filter(
    (name) => name in gd && !moving.includes(name),
  );
  assert.equal(ofPair.length, 9);
  const Q = new gd.NormBall({ dimension: 3, p: 1 });
  const calls = [
    ...ofPair.map((name) => [name, gd[name], ['a', 'poseA', 'b', 'poseB'], [ball, null, ball]]),
    ...ofPair.map((name) => [`Pair.${name}`, pair[name].bind(pair), ['poseA', 'poseB'], [null]]),
    [
      'generalizedDistance',
      gd.generalizedDistance,
      ['Q', 'poseQ', 'A', 'poseA'],
      [Q, null, new gd.Point()],
    ],
    [
      'growthDistance',
      compare.growthDistance,
      ['a', 'poseA', 'b', 'poseB'],
      [new compare.Sphere({ radius: 1 }), null, new compare.Sphere({ radius: 1 })],
    ],
  ];
  for (const [name, call, names, given] of calls) {
    for (let count = 0; count < names.length; count++)
      assert.throws(() => call(...given.slice(0, count)), {
        name: 'TypeError',
        message:
          `${name}(${names.join(', ')}): ${names[count]} is missing; ` +
          'pass a pose for each shape, null is the identity',
      });
    assert.deepEqual(call(...given, undefined), call(...given, null), name);
  }
  pair.dispose();
});

test('init() rejects unknown options and may be called again', async () => {
  await gd.init();
  await gd.init({});
  await assert.rejects(gd.init({ wsam: 1 }), /no option "wsam"/);
  await assert.rejects(gd.init(5), TypeError);
});
