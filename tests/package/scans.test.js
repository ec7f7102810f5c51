/*
 * Hulls of scans and of awkward clouds, compared with brute force and with an independent package.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { Vector3 } from 'three';
import { ConvexHull as ThreeHull } from 'three/addons/math/ConvexHull.js';

import { ConvexHull, Pair, Polygon, growthDistance } from '../../js/index.js';
import { readObjVertices, sharedFile, withoutShared } from '../lib/cases.js';
import { draw, random } from '../lib/random.js';
import { dot } from '../lib/vectors.js';

const SCANS = ['YcbBanana', 'YcbCrackerBox', 'YcbMasterChefCan', 'YcbMustardBottle'];

/** h(n) of a cloud, by a loop over all points. */
function bruteSupport(points, n) {
  let h = -Infinity;
  for (let i = 0; i < points.length; i += 3) {
    h = Math.max(h, n[0] * points[i] + n[1] * points[i + 1] + n[2] * points[i + 2]);
  }
  return h;
}

const nested = (flat) =>
  Array.from({ length: flat.length / 3 }, (_, i) => Array.from(flat.subarray(3 * i, 3 * i + 3)));

/**
 * The bound of the growth distance that a normal proves, by loops over all vertices without a hull.
 */
function bruteGrowth(pointsA, centerA, poseB, pointsB, centerB, normal) {
  // The growth distance is the largest n.p / h_C(n). The value of a normal must not depend on
  // whether h comes from the hull or from every vertex.
  const p = poseB.position.map((x, i) => x + centerB[i] - centerA[i]);
  const reachA = bruteSupport(pointsA, normal) - dot(normal, centerA);
  const back = normal.map((x) => -x);
  const reachB = bruteSupport(pointsB, back) - dot(back, centerB);
  return dot(normal, p) / (reachA + reachB);
}

test(
  'making the hull of a scan takes less time than 1000 loops over all its points',
  { skip: withoutShared },
  (t) => {
    const timeOf = (action) => {
      const start = performance.now();
      action();
      return performance.now() - start;
    };
    const d = draw(random(3));
    const normals = Array.from({ length: 1000 }, () => d.direction());
    for (const name of SCANS) {
      const points = readObjVertices(sharedFile(`meshes/${name}.obj`));
      const [hulls, looks] = [[], []];
      for (let round = 0; round < 7; round++) {
        hulls.push(timeOf(() => new ConvexHull({ points }).dispose()));
        looks.push(timeOf(() => normals.forEach((n) => bruteSupport(points, n))));
      }
      // the fastest round of each, because other processes only add time
      const ratio = Math.min(...hulls) / Math.min(...looks);
      t.diagnostic(`${name}: ${points.length / 3} vertices, ${(1000 * ratio).toFixed(0)} looks`);
      assert.ok(ratio < 1, `${name} took the time of ${1000 * ratio} looks`);
    }
  },
);

test('a hull has the support values of all vertices of its scan', { skip: withoutShared }, () => {
  const d = draw(random(5));
  for (const name of SCANS) {
    const points = readObjVertices(sharedFile(`meshes/${name}.obj`));
    const hull = new ConvexHull({ points });
    for (let i = 0; i < 500; i++) {
      const n = d.direction();
      const h = dot(hull.support(n), n);
      const truth = bruteSupport(points, n);
      assert.ok(Math.abs(h - truth) <= 1e-15, `${name}: ${h}, all vertices ${truth}`);
    }
    hull.dispose();
  }
});

test(
  'growth distances of scans agree with all their vertices, cold and warm',
  {
    skip: withoutShared,
  },
  () => {
    const d = draw(random(6));
    const clouds = SCANS.map((name) => readObjVertices(sharedFile(`meshes/${name}.obj`)));
    const hulls = clouds.map((points) => new ConvexHull({ points }));
    for (const [i, a] of hulls.entries()) {
      for (const [j, b] of hulls.entries()) {
        const pair = new Pair(a, b);
        const position = d.direction().map((x) => 0.25 * x);
        for (let frame = 0; frame < 20; frame++) {
          const poseB = { position: position.map((x) => x + 0.002 * frame) };
          const results = [growthDistance(a, null, b, poseB), pair.growthDistance(null, poseB)];
          for (const r of results) {
            assert.equal(r.status, 'optimal');
            const proved = bruteGrowth(clouds[i], a.center, poseB, clouds[j], b.center, r.normal);
            assert.ok(Math.abs(proved - r.lower) <= 1e-12 * proved, `${proved} ${r.lower}`);
            assert.ok(r.upper <= proved * (1 + 2 ** -26 + 1e-12), `${r.upper} above ${proved}`);
          }
        }
        pair.dispose();
      }
    }
  },
);

/** Clouds that break hull algorithms: [name, points]. */
function* awkwardClouds() {
  const d = draw(random(7));
  const from = (list) => Float64Array.from(list.flat());
  yield ['a sphere', from(Array.from({ length: 400 }, () => d.direction()))];
  yield ['a ball', from(Array.from({ length: 400 }, () => d.direction().map((x) => x * d.next())))];
  const grid = [];
  for (let x = 0; x < 6; x++)
    for (let y = 0; y < 6; y++) for (let z = 0; z < 6; z++) grid.push([x, y, z]);
  yield ['a grid', from(grid)];
  const q = d.quaternion();
  const rotate = ([x, y, z]) => {
    const [a, b, c, w] = q;
    const t = [b * z - c * y, c * x - a * z, a * y - b * x].map((v) => 2 * v);
    return [
      x + w * t[0] + b * t[2] - c * t[1],
      y + w * t[1] + c * t[0] - a * t[2],
      z + w * t[2] + a * t[1] - b * t[0],
    ];
  };
  yield ['a turned grid', from(grid.map(rotate))];
  yield ['duplicates', from([...grid.slice(0, 80), ...grid])];
  yield [
    'a slab of 1e-7',
    from(Array.from({ length: 200 }, () => [d.normal(), 1e-7 * d.normal(), d.normal()])),
  ];
  yield [
    'a needle',
    from(Array.from({ length: 200 }, () => [1e-4 * d.normal(), d.normal(), 1e-4 * d.normal()])),
  ];
  yield [
    'a cylinder',
    from(
      Array.from({ length: 128 }, (_, i) => {
        const angle = (2 * Math.PI * (i % 64)) / 64;
        return [Math.cos(angle), i < 64 ? -1 : 1, Math.sin(angle)];
      }),
    ),
  ];
}

test('hulls of awkward clouds agree with an independent package', () => {
  const d = draw(random(8));
  for (const [name, points] of awkwardClouds()) {
    const hull = new ConvexHull({ points });
    const { vertices, triangles } = hull.surface();
    assert.equal(triangles.length / 3, 2 * hull.vertexCount - 4, `${name}: not a closed surface`);
    // every corner is an input point, and no input point is outside the hull
    const given = new Set(nested(points).map(String));
    for (const v of nested(vertices)) assert.ok(given.has(String(v)), `${name}: moved ${v}`);
    for (let i = 0; i < 200; i++) {
      const n = d.direction();
      const gap = bruteSupport(points, n) - bruteSupport(vertices, n);
      assert.ok(Math.abs(gap) <= 1e-14, `${name}: a corner is missing, ${gap}`);
    }
    const theirs = new ThreeHull().setFromPoints(nested(points).map((p) => new Vector3(...p)));
    let volume = 0;
    for (const face of theirs.faces) {
      const corner = [face.edge, face.edge.next, face.edge.prev].map((e) => e.head().point);
      volume += corner[0].dot(new Vector3().crossVectors(corner[1], corner[2])) / 6;
    }
    const slack = name.startsWith('a slab') ? 1e-6 : 1e-9;
    assert.ok(
      Math.abs(Math.abs(volume) - hull.volume) <= slack * hull.volume,
      `${name}: volume ${hull.volume}, theirs ${volume}`,
    );
    hull.dispose();
  }
});

test('the hull of a cube filled with points has only its eight corners', () => {
  const points = [];
  for (let x = -4; x <= 4; x++)
    for (let y = -4; y <= 4; y++) for (let z = -4; z <= 4; z++) points.push([x, y, z]);
  const cube = new ConvexHull({ points });
  assert.equal(cube.vertexCount, 8);
  assert.equal(cube.volume, 512);
  assert.deepEqual(cube.center, [0, 0, 0]);
  assert.equal(cube.inradius, 4);
});

test('100,000 points on a sphere are all corners', () => {
  const d = draw(random(9));
  const points = new Float64Array(300_000);
  for (let i = 0; i < points.length; i += 3) points.set(d.direction(), i);
  const hull = new ConvexHull({ points });
  assert.equal(hull.vertexCount, 100_000);
  for (let i = 0; i < 50; i++) {
    const n = d.direction();
    assert.equal(dot(hull.support(n), n), bruteSupport(points, n));
  }
  hull.dispose();
});

test('a polygon keeps its corners whatever the order of its points', () => {
  const square = new Polygon({
    points: [
      [0, 0],
      [2, 2],
      [1, 1],
      [2, 0],
      [1, 0],
      [0, 2],
      [0, 0],
    ],
  });
  assert.equal(square.vertexCount, 4);
  assert.equal(square.volume, 4);
  assert.deepEqual(square.center, [1, 1]);
  assert.equal(square.inradius, 1);
});
