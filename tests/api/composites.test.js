/* Smooth hulls, affine images, Minkowski sums and custom shapes, in every query. */
import test from 'node:test';
import assert from 'node:assert/strict';

import * as gd from '../../js/index.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { complaint, posed } from '../lib/sets.js';

const { CustomShape, GeometryError, MinkowskiSum, Pair, Shape, SmoothHull, Transformed } = gd;

const near = (actual, expected, slack, what = '') =>
  assert.ok(Math.abs(actual - expected) <= slack, `${what} ${actual}, expected ${expected}`);
const diagonal = (...d) => d.map((x, i) => d.map((_, k) => (i === k ? x : 0)));

for (const dimension of /** @type {const} */ ([3, 2])) {
  test(`growth distances of composed shapes are certified in ${dimension}D at scales from 1e-6 to 1e6`, () => {
    const d = draw(random(41 + dimension));
    const others = [...kindsOf(dimension), ...COMPOSED];
    const failures = [];
    for (let i = 0; i < 1200; i++) {
      const scale = d.size(1e-6, 1e6);
      const recordA = randomRecord(d, COMPOSED[i % 3], scale, dimension);
      const recordB = randomRecord(d, others[i % others.length], scale, dimension);
      const a = Shape.from(recordA);
      const b = Shape.from(recordB);
      assert.ok(a.inradius > 0 && a.inradius <= a.boundingRadius);
      const directions = Array.from({ length: 6 }, () => d.direction(dimension));
      const pair = new Pair(a, b);
      for (let k = 0; k < 4; k++) {
        const poses = [0.1, 3].map((far) => randomPose(d, dimension, scale * d.size(0.01, far)));
        const sets = [posed(recordA, poses[0], a.center), posed(recordB, poses[1], b.center)];
        for (const r of [
          gd.growthDistance(a, poses[0], b, poses[1]),
          pair.growthDistance(...poses),
        ]) {
          const wrong = r.status !== 'optimal' ? r.status : complaint(r, ...sets, directions);
          if (wrong) failures.push(`${wrong} ${JSON.stringify({ recordA, recordB, poses })}`);
        }
        const signed = gd.signedDistance(a, poses[0], b, poses[1]);
        const { value } = gd.growthDistance(a, poses[0], b, poses[1]);
        if (Math.abs(value - 1) > 1e-6 && value > 1 !== signed.value > 0)
          failures.push(`growth ${value}, signed distance ${signed.value}`);
      }
      for (const x of [pair, a, b]) x.dispose();
    }
    assert.deepEqual(failures.slice(0, 3), [], `${failures.length} failed`);
  });
}

test('affine images of a sphere, a box and a half-space equal an ellipsoid, a box and a half-space', () => {
  const ball = new gd.Sphere({ radius: 1 });
  const pose = { position: [5, 1, 2], quaternion: [0.1, 0.2, 0.3, 0.9] };
  const cone = new gd.Cone({ halfHeight: 1, radius: 0.7 });
  const pairs = [
    [
      new Transformed({ shape: ball, matrix: diagonal(1, 2, 0.5) }),
      new gd.Ellipsoid({ radii: [1, 2, 0.5] }),
    ],
    [
      new Transformed({
        shape: new gd.Box({ halfExtents: [1, 1, 1] }),
        matrix: diagonal(3, -2, 0.5),
      }),
      new gd.Box({ halfExtents: [3, 2, 0.5] }),
    ],
    [
      new Transformed({
        shape: new gd.HalfSpace({ normal: [0, 1, 0], offset: 0.5 }),
        matrix: [1, 1, 0, 0, 2, 0, 0, 0, 1], // by columns: y grows with x
        offset: { x: 0, y: 1, z: 0 },
      }),
      new gd.HalfSpace({ normal: [-1, 1, 0], offset: 2 }),
    ],
  ];
  for (const [image, plain] of pairs) {
    const asked = ['growthDistance', 'distance', 'penetration', 'signedDistance'];
    for (const query of asked) {
      const [x, y] = [image, plain].map((shape) => gd[query](shape, null, cone, pose));
      near(x.value, y.value, 1e-7 * 6, query);
    }
    assert.equal(gd.intersects(image, null, cone, pose), gd.intersects(plain, null, cone, pose));
  }
});

test('the sum with a sphere equals a margin, and the sum with a half-space is a half-space', () => {
  const box = new gd.Box({ halfExtents: [1, 2, 3] });
  const sum = new MinkowskiSum({ a: box, b: new gd.Sphere({ radius: 0.5 }) });
  const rounded = new gd.Box({ halfExtents: [1, 2, 3], margin: 0.5 });
  const hull = new gd.ConvexHull({ points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] });
  for (const far of [0.5, 3, 8]) {
    const pose = { position: [far, far / 2, 1], quaternion: [1, 2, 3, 4] };
    const [x, y] = [sum, rounded].map((shape) => gd.signedDistance(shape, null, hull, pose));
    near(x.value, y.value, 1e-7 * 12);
    const [s, t] = [sum, rounded].map((shape) => gd.growthDistance(shape, null, hull, pose));
    near(s.value, t.value, 1e-7 * t.value);
  }
  const ground = new MinkowskiSum({
    a: box,
    b: new gd.HalfSpace({ normal: [0, 2, 0], offset: 4 }),
  });
  assert.equal(ground.boundingRadius, Infinity);
  assert.equal(gd.distance(ground, null, new gd.Point(), { position: [9, 7, 9] }).value, 3);
  assert.throws(
    () => gd.growthDistance(ground, null, ground, null),
    (error) => error instanceof GeometryError && /two half-spaces/.test(error.message),
  );
});

test('a sum of flat shapes can be solid: three segments make a cube', () => {
  const [a, b, c] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((v) => new gd.Segment({ a: v.map((x) => -x), b: v }));
  const sheet = new MinkowskiSum({ a, b });
  assert.equal(sheet.inradius, 0);
  const cube = new MinkowskiSum({ a: sheet, b: c });
  near(cube.inradius, 1, 1e-12);
  const point = new gd.Point();
  near(gd.growthDistance(cube, null, point, { position: [3, 1, 0] }).value, 3, 1e-7);
  assert.throws(
    () => gd.growthDistance(sheet, null, point, { position: [3, 1, 0] }),
    (error) => error instanceof GeometryError && error.code === 'undefined',
  );
  near(gd.distance(sheet, null, point, { position: [3, 1, 4] }).value, Math.hypot(2, 4), 1e-12);
});

test('a smooth hull contains its points and approaches the convex hull as the exponent grows', () => {
  const d = draw(random(7));
  const points = Array.from({ length: 20 }, () => d.direction(3));
  const hull = new gd.ConvexHull({ points });
  const { center } = hull;
  let before = Infinity;
  for (const exponent of [1, 1.5, 2, 4, 16, 256, 1e6]) {
    const smooth = new SmoothHull({ points, exponent, center });
    let worst = 0;
    for (let i = 0; i < 200; i++) {
      const n = d.direction(3);
      const h = (s) => s.reduce((sum, x, k) => sum + x * n[k], 0);
      const excess = h(smooth.support(n)) - h(hull.support(n));
      assert.ok(excess >= -1e-14, `${excess}`);
      worst = Math.max(worst, excess);
    }
    assert.ok(worst < before, `exponent ${exponent}: ${worst} after ${before}`);
    before = worst;
    assert.ok(smooth.inradius <= smooth.boundingRadius);
  }
  assert.ok(before < 1e-5);
});

// ---- custom shapes

const sign = (x) => (x < 0 ? -1 : 1);
/** Support functions written by hand, each with the built-in shape that has the same one. */
const KNOWN = [
  [new gd.Sphere({ radius: 2 }), (n) => n.map((x) => 2 * x)],
  [
    new gd.Ellipsoid({ radii: [1, 2, 0.5] }),
    ([x, y, z]) => {
      const t = Math.hypot(x, 2 * y, 0.5 * z);
      return { x: x / t, y: (4 * y) / t, z: (0.25 * z) / t };
    },
  ],
  [
    new gd.Box({ halfExtents: [1, 2, 3] }),
    (n) => Float64Array.from(n, (x, i) => (i + 1) * sign(x)),
  ],
  [
    new gd.Cone({ halfHeight: 1, radius: 0.5 }),
    ([x, y, z]) => {
      const rho = Math.hypot(x, z);
      if (2 * y > 0.5 * rho) return [0, 1, 0];
      return rho > 0 ? [(0.5 * x) / rho, -1, (0.5 * z) / rho] : [0, -1, 0];
    },
  ],
  [new gd.Segment({ a: [-1, 0, 0], b: [1, 0, 0] }), ([x]) => [sign(x), 0, 0]],
  [
    new gd.Ellipse({ radii: [2, 1] }),
    ([x, y]) => [(4 * x) / Math.hypot(2 * x, y), y / Math.hypot(2 * x, y)],
  ],
  [new gd.Rectangle({ halfExtents: [2, 1] }), ([x, y]) => ({ x: 2 * sign(x), y: sign(y) })],
];

test('a custom shape gives the results of the built-in shape with the same support function', () => {
  const d = draw(random(12));
  for (const [plain, support] of KNOWN) {
    const { dimension } = plain;
    const custom = new CustomShape({ dimension, support });
    assert.ok(custom.inradius <= plain.inradius + 1e-15 && custom.inradius >= 0.9 * plain.inradius);
    assert.ok(custom.boundingRadius >= plain.boundingRadius * (1 - 1e-12));
    const other = Shape.from(randomRecord(d, dimension === 3 ? 'cylinder' : 'polygon'));
    const pair = new Pair(other, custom);
    for (let k = 0; k < 40; k++) {
      const poses = [1, 6].map((far) => randomPose(d, dimension, d.size(0.01, far)));
      const [x, y] = [custom, plain].map((s) => gd.growthDistance(s, poses[0], other, poses[1]));
      near(x.value, y.value, 2 ** -25 * y.value, plain.type);
      const warm = pair.growthDistance(poses[1], poses[0]);
      near(warm.value, y.value, 2 ** -25 * y.value, plain.type);
      const [s, t] = [custom, plain].map((a) => gd.signedDistance(a, poses[0], other, poses[1]));
      near(s.value, t.value, 1e-7 * (1 + Math.abs(t.value)), plain.type);
      assert.equal(
        gd.intersects(custom, poses[0], other, poses[1]),
        gd.intersects(plain, poses[0], other, poses[1]),
      );
    }
    const moved = new Transformed({
      shape: custom,
      matrix: diagonal(...Array(dimension).fill(2)),
    });
    custom.dispose(); // the image still calls the support function
    const n = d.direction(dimension);
    moved
      .support(n)
      .forEach((x, i) => near(x, 2 * plain.support(n)[i], 1e-14, `${plain.type} twice as large`));
    moved.dispose();
    pair.dispose();
  }
});

const plainAnswer = (answer) =>
  answer instanceof Shape ? answer.support([1, 2, 3]).join() : JSON.stringify(answer);

test('an error thrown by a support function reaches the caller, and the next query works', () => {
  let trouble = false;
  const custom = new CustomShape({
    support: (n) => {
      if (trouble) throw new SyntaxError('a bug of the user’s');
      return [...n];
    },
  });
  const box = new gd.Box({ halfExtents: [1, 1, 1] });
  const pose = { position: [2.2, 0.3, 0.2] };
  const pair = new Pair(custom, box);
  const queries = [
    ...[
      'growthDistance',
      'collide',
      'intersects',
      'distance',
      'penetration',
      'signedDistance',
    ].flatMap((name) => [
      () => gd[name](custom, null, box, pose),
      () => (pair.reset(), pair[name](null, pose)),
    ]),
    () => custom.support([1, 0, 0]),
    () => custom.boundingBox(),
    () => custom.contains([0.6, 0.6, 0.6]),
    () => new Transformed({ shape: custom, matrix: diagonal(1, 2, 3) }),
    () => new MinkowskiSum({ a: custom, b: box }),
  ];
  const plain = queries.map((query) => plainAnswer(query()));
  trouble = true;
  for (const query of queries) assert.throws(query, SyntaxError);
  trouble = false;
  assert.deepEqual(
    queries.map((query) => plainAnswer(query())),
    plain,
  );
  trouble = true;
  assert.throws(() => new CustomShape({ support: () => assert.fail('no set') }), /no set/);
});

test('a support function that does not return a finite point throws a typed error', () => {
  const box = new gd.Box({ halfExtents: [1, 1, 1] });
  for (const wrong of [
    undefined,
    null,
    3,
    [1, 2],
    [1, NaN, 0],
    ['1', 0, 0],
    { x: 1 },
    [1, 0, Infinity],
  ]) {
    let ready = false;
    const support = (n) => (ready ? wrong : [...n]);
    const custom = new CustomShape({ support });
    ready = true;
    assert.throws(
      () => gd.growthDistance(custom, null, box, { position: [4, 0, 0] }),
      (error) =>
        error instanceof TypeError || (error instanceof GeometryError && error.code === 'support'),
      `${JSON.stringify(wrong)} was accepted`,
    );
  }
});

test('a support function that calls the library throws an error', () => {
  const box = new gd.Box({ halfExtents: [1, 1, 1] });
  let inside = () => {};
  const custom = new CustomShape({ support: (n) => (inside(), [...n]) });
  const attempts = [
    () => gd.growthDistance(box, null, box, { position: [3, 0, 0] }),
    () => new gd.Sphere({ radius: 1 }),
    () => box.support([1, 0, 0]),
    () => box.dispose(),
  ];
  for (const attempt of attempts) {
    inside = attempt;
    assert.throws(
      () => gd.distance(custom, null, box, { position: [4, 0, 0] }),
      /support function/,
    );
  }
  inside = () => {};
  near(gd.distance(custom, null, box, { position: [4, 0, 0] }).value, 2, 1e-12);
});

test('an invalid composite throws an error that names the field and the value', () => {
  const box = new gd.Box({ halfExtents: [1, 1, 1] });
  const disk = new gd.Circle({ radius: 1 });
  const gone = new gd.Sphere({ radius: 1 });
  gone.dispose();
  const half = new gd.HalfSpace({ normal: [0, 1, 0], offset: 0 });
  const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const cases = [
    [() => new SmoothHull({ points, exponent: 0.5 }), /SmoothHull\.exponent .* got 0\.5/],
    [() => new SmoothHull({ points, exponent: NaN }), /SmoothHull\.exponent .* got NaN/],
    [() => new SmoothHull({ points: points.slice(3), exponent: 3 }), /at least 4/],
    [() => new SmoothHull({ points, exponent: 3, center: [1, 1, 1] }), /SmoothHull\.center/],
    [
      () => new Transformed({ shape: box, matrix: diagonal(1, 0, 1) }),
      /Transformed\.matrix .*invertible/,
    ],
    [() => new Transformed({ shape: box, matrix: diagonal(1, NaN, 1) }), /Transformed\.matrix/],
    [
      () => new Transformed({ shape: box, matrix: [1, 2, 3] }),
      /Transformed\.matrix must be 3 rows/,
    ],
    [() => new Transformed({ shape: box, matrix: diagonal(1, 1) }), /Transformed\.matrix/],
    [
      () => new Transformed({ shape: {}, matrix: diagonal(1, 1, 1) }),
      /Transformed\.shape .* a shape/,
    ],
    [
      () => new Transformed({ shape: gone, matrix: diagonal(1, 1, 1) }),
      /Transformed\.shape.*disposed/,
    ],
    [
      () => new Transformed({ shape: box, matrix: diagonal(1, 1, 1), offset: [1] }),
      /Transformed\.offset/,
    ],
    [
      () => new Transformed({ shape: box, matrix: diagonal(1, 1, 1), center: [2, 0, 0] }),
      /Transformed\.center/,
    ],
    [() => new MinkowskiSum({ a: box, b: disk }), /same dimension, got 3D and 2D/],
    [() => new MinkowskiSum({ a: box }), /MinkowskiSum\.b must be a shape/],
    [() => new MinkowskiSum({ a: half, b: half }), /half-spaces/],
    [() => new CustomShape({}), /CustomShape\.support must be a function, got undefined/],
    [() => new CustomShape({ support: (n) => n, dimension: 4 }), /dimension must be 2 or 3, got 4/],
    [() => new CustomShape({ support: ([x, y, z]) => [x + 5, y, z] }), /CustomShape\.center/],
    [() => new CustomShape({ support: (n) => n }).toJSON(), /no record/],
  ];
  for (const [make, message] of cases) assert.throws(make, { message });
  let nested = box;
  assert.throws(() => {
    for (let i = 0; i < 20; i++)
      nested = new Transformed({ shape: nested, matrix: diagonal(1, 1, 1) });
  }, /16 deep/);
});

test('newton and cutting-plane agree on curved pairs, and newton takes 2.5 times fewer iterations', () => {
  const d = draw(random(99));
  const counts = { newton: [], 'cutting-plane': [] };
  const curved = ['dsf', 'ellipsoid', 'sphere'];
  for (let i = 0; i < 600; i++) {
    const scale = d.size(1e-6, 1e6);
    const records = [0, 1].map((k) =>
      randomRecord(d, curved[(k ? Math.floor(i / 3) : i) % 3], scale),
    );
    const [a, b] = records.map(Shape.from);
    const poses = [1, 20].map((far) => randomPose(d, 3, scale * d.size(0.01, far)));
    const sets = [posed(records[0], poses[0], a.center), posed(records[1], poses[1], b.center)];
    const directions = Array.from({ length: 6 }, () => d.direction());
    for (const method of /** @type {const} */ (['newton', 'cutting-plane'])) {
      const r = gd.growthDistance(a, poses[0], b, poses[1], { method });
      counts[method].push(r.iterations);
      assert.equal(r.status, 'optimal');
      assert.equal(complaint(r, ...sets, directions), null, JSON.stringify({ records, poses }));
    }
    a.dispose();
    b.dispose();
  }
  const median = (list) => list.sort((x, y) => x - y)[list.length / 2];
  assert.ok(median(counts.newton) * 2.5 <= median(counts['cutting-plane']));
  const box = new gd.Box({ halfExtents: [1, 1, 1] });
  assert.throws(
    () => gd.growthDistance(box, null, box, { position: [3, 0, 0] }, { method: 'newton' }),
    { name: 'GeometryError', code: 'undefined', message: /needs a curved shape/ },
  );
});

test('an argument that calls the library while a query reads it throws an error', () => {
  const box = new gd.Box({ halfExtents: [1, 2, 3] });
  const ball = new gd.Sphere({ radius: 1 });
  const pose = { position: [5, 0.5, 0.25] };
  const others = [
    () => gd.growthDistance(ball, null, ball, { position: [7, 0, 0] }),
    () => ball.support([1, 0, 0]),
    () => new gd.Sphere({ radius: 2 }),
  ];
  const { value } = gd.growthDistance(box, null, ball, pose);
  for (const other of others) {
    const asking = (x) => (other(), x);
    const calls = [
      () =>
        gd.growthDistance(box, null, ball, {
          get position() {
            return asking([5, 0.5, 0.25]);
          },
        }),
      () =>
        gd.growthDistance(box, null, ball, {
          translation: () => asking({ x: 5, y: 0.5, z: 0.25 }),
          rotation: () => ({ x: 0, y: 0, z: 0, w: 1 }),
        }),
      () =>
        gd.distance(box, null, ball, pose, {
          get tolerance() {
            return asking(1e-6);
          },
        }),
      () =>
        gd.generalizedDistance(ball, null, box, pose, {
          get tolerance() {
            return asking(1e-6);
          },
        }),
    ];
    for (const call of calls) assert.throws(call, /must not use growth-distance/);
    assert.equal(gd.growthDistance(box, null, ball, pose).value, value);
  }
});

test('a custom shape refuses missing and distant points, and bounds the inradius of 1,000 frustums', () => {
  const far = { support: (n) => n.map((x) => 1e100 * x) };
  assert.throws(() => new CustomShape(far), { code: 'support', message: /magnitude <= 1e\+75/ });
  for (const wrong of [() => {}, () => null, () => [1n, 0, 0], () => [null, 1, true]])
    assert.throws(() => new CustomShape({ support: wrong }), { code: 'support' });
  const d = draw(random(17));
  for (let i = 0; i < 1000; i++) {
    const [h, bottom, top] = [d.between(0.1, 2), d.between(0.1, 2), d.between(0.1, 2)];
    const custom = new CustomShape({
      support: ([x, y, z]) => {
        const rho = Math.hypot(x, z);
        const r = h * y + top * rho >= bottom * rho - h * y ? top : -bottom;
        const t = rho > 0 ? Math.abs(r) / rho : 0;
        return [t * x, r > 0 ? h : -h, t * z];
      },
    });
    const plain = new gd.Frustum({ halfHeight: h, bottomRadius: bottom, topRadius: top });
    assert.ok(custom.inradius > 0.8 * plain.inradius && custom.inradius <= plain.inradius + 1e-12);
    custom.dispose();
    plain.dispose();
  }
});

test('a composite has at most 256 parts, and a point set cannot be a part', () => {
  let sum = new gd.Sphere({ radius: 1 });
  assert.throws(() => {
    for (let i = 0; i < 10; i++) sum = new MinkowskiSum({ a: sum, b: sum });
  }, /at most 256 shapes/);
  const cloud = new gd.PointSet({ points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], dimension: 3 });
  const matrix = diagonal(1, 1, 1);
  assert.throws(
    () => new Transformed({ shape: cloud, matrix }),
    /must be a 2D or 3D shape such as a ConvexHull, got a PointSet/,
  );
});
