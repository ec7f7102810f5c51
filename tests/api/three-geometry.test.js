/* growth-distance/three: geometries of shapes and hulls of geometries, compared with the shapes. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { BoxGeometry, CapsuleGeometry, Group, Mesh, Vector3 } from 'three';
import { geometryOf, hullOf } from '../../js/three.js';
import {
  Box,
  Capsule,
  Circle,
  Cone,
  ConvexHull,
  CustomShape,
  Cylinder,
  Ellipsoid,
  Frustum,
  HalfSpace,
  MinkowskiSum,
  Point,
  PointSet,
  Segment,
  SmoothHull,
  Sphere,
  Transformed,
  Triangle,
} from '../../js/index.js';
import { random } from '../lib/random.js';

/**
 * Rounding error of a support value of single-precision positions, relative to the shape's size.
 */
const SINGLE = 4e-7;

const cloud = (count, seed) => {
  const next = random(seed);
  return Array.from({ length: 3 * count }, () => 2 * next() - 1);
};
const matrix = [
  [1, 0.5, 0],
  [0, 2, 0.25],
  [0.1, 0, 0.75],
];
const mirror = matrix.map((row, i) => row.map((x) => (i === 0 ? -x : x)));
const rod = { a: [1, 2, 3], b: [1.5, 2, 1] };
const sheet = { a: [0, 0, 0], b: [2, 0.5, 0], c: [0, 1, 1] };
const octahedron = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
const superball = ([x, y, z]) => {
  const t = [x, y, z].map(Math.cbrt);
  const size = Math.sqrt(Math.hypot(...t.map((c) => c * c)));
  return t.map((c) => c / size);
};

/** Solid shapes by name, each with its volume, or null if it has no closed form. */
const solids = (m) => {
  const ball = (r) => (4 / 3) * Math.PI * r ** 3;
  const flat = (shape) => ({ margin: m, ...shape });
  return {
    sphere: [new Sphere(flat({ radius: 2 })), ball(2 + m)],
    ellipsoid: [new Ellipsoid(flat({ radii: [1, 2, 0.5] })), m ? null : ball(1)],
    capsule: [
      new Capsule(flat({ halfHeight: 1, radius: 0.5 })),
      ball(0.5 + m) + 2 * Math.PI * (0.5 + m) ** 2,
    ],
    'capsule without height': [new Capsule(flat({ halfHeight: 0, radius: 0.5 })), ball(0.5 + m)],
    cylinder: [
      new Cylinder(flat({ halfHeight: 1, radius: 0.5 })),
      // the sum with a sphere: areas of the meridian's pieces, by Pappus
      2 * Math.PI * (0.5 + m) ** 2 +
        2 * m * Math.PI * 0.25 +
        2 * Math.PI * (0.5 * (Math.PI / 2) * m ** 2 + (2 / 3) * m ** 3),
    ],
    cone: [
      new Cone(flat({ halfHeight: 1, radius: 0.75 })),
      m ? null : (2 / 3) * Math.PI * 0.75 ** 2,
    ],
    frustum: [
      new Frustum(flat({ halfHeight: 1, bottomRadius: 0.5, topRadius: 1 })),
      m ? null : (2 / 3) * Math.PI * 1.75,
    ],
    'frustum on its tip': [
      new Frustum(flat({ halfHeight: 1, bottomRadius: 0, topRadius: 1 })),
      m ? null : (2 / 3) * Math.PI,
    ],
    box: [
      new Box(flat({ halfExtents: [1, 0.5, 0.25] })),
      1 + m * 7 + Math.PI * m ** 2 * 3.5 + ball(m),
    ],
    hull: [new ConvexHull(flat({ points: cloud(60, 1) })), null],
    octahedron: [
      new ConvexHull(flat({ points: octahedron })),
      4 / 3 + m * 4 * Math.sqrt(3) + 12 * Math.SQRT2 * (Math.acos(1 / 3) / 2) * m ** 2 + ball(m),
    ],
    'smooth hull': [new SmoothHull(flat({ points: cloud(30, 2), exponent: 12 })), null],
    image: [
      new Transformed(flat({ shape: new Cylinder({ halfHeight: 1, radius: 0.5 }), matrix })),
      null,
    ],
    'mirror image': [
      new Transformed(flat({ shape: new Box({ halfExtents: [1, 1, 1] }), matrix: mirror })),
      null,
    ],
    'mirror image of a ball': [
      new Transformed(flat({ shape: new Sphere({ radius: 1 }), matrix: mirror })),
      null,
    ],
    'image of an image': [
      new Transformed(
        flat({
          shape: new Transformed({ shape: new Sphere({ radius: 1 }), matrix, margin: 0.1 }),
          matrix: mirror,
          offset: [1, 2, 3],
        }),
      ),
      null,
    ],
    sum: [
      new MinkowskiSum(
        flat({
          a: new Box({ halfExtents: [1, 1, 1] }),
          b: new Segment({ a: [0, 0, 0], b: [1, 1, 0] }),
        }),
      ),
      m ? null : 8 + 8,
    ],
    custom: [new CustomShape(flat({ support: superball })), null],
    'image of a custom shape': [
      new Transformed(flat({ shape: new CustomShape({ support: superball }), matrix })),
      null,
    ],
    ...(m > 0 && {
      point: [new Point({ margin: m }), ball(m)],
      segment: [
        new Segment({ ...rod, margin: m }),
        ball(m) + Math.PI * m ** 2 * Math.hypot(0.5, 0, 2),
      ],
      'segment without length': [new Segment({ a: [1, 1, 1], b: [1, 1, 1], margin: m }), ball(m)],
      triangle: [
        new Triangle({ ...sheet, margin: m }),
        m * Math.hypot(0.5, -2, 2) +
          (Math.PI / 2) * m ** 2 * (Math.hypot(2, 0.5) + Math.hypot(1, 1) + Math.hypot(2, 0.5, 1)) +
          ball(m),
      ],
      'triangle in a line': [
        new Triangle({ a: [0, 0, 0], b: [1, 1, 1], c: [2, 2, 2], margin: m }),
        ball(m) + Math.PI * m ** 2 * Math.hypot(2, 2, 2),
      ],
    }),
  };
};

/** The corners of the triangles, with their normals. */
function trianglesOf(geometry) {
  const { position, normal } = geometry.attributes;
  const count = geometry.index?.count ?? position.count;
  const at = (i) => geometry.index?.getX(i) ?? i;
  return Array.from({ length: count / 3 }, (_, t) =>
    [0, 1, 2].map((k) => {
      const i = at(3 * t + k);
      return {
        point: new Vector3().fromBufferAttribute(position, i),
        normal: new Vector3().fromBufferAttribute(normal, i),
      };
    }),
  );
}

function volumeOf(geometry) {
  const origin = new Vector3().fromBufferAttribute(geometry.attributes.position, 0);
  return trianglesOf(geometry).reduce((sum, corners) => {
    const [a, b, c] = corners.map(({ point }) => point.clone().sub(origin));
    return sum + a.dot(b.cross(c)) / 6;
  }, 0);
}

/** The largest height of the points along a direction. */
const reachOf = (points, d) => Math.max(...points.map((p) => p.x * d[0] + p.y * d[1] + p.z * d[2]));

const directions = (count) => {
  const next = random(7);
  return Array.from({ length: count }, () =>
    new Vector3(next() - 0.5, next() - 0.5, next() - 0.5).normalize().toArray(),
  );
};

/** One of the values of each key: triangles share most of their corners. */
const distinct = (values, keyOf) => [
  ...new Map(values.map((value) => [keyOf(value).join(), value])).values(),
];

for (const margin of [0, 0.2])
  for (const [name, [shape, volume]] of Object.entries(solids(margin)))
    test(`geometryOf() draws the shape: ${name}, margin ${margin}`, () => {
      const geometry = geometryOf(shape);
      const triangles = trianglesOf(geometry);
      const points = distinct(triangles.flat(), ({ point }) => point.toArray()).map(
        ({ point }) => point,
      );
      const { min, max } = shape.boundingBox();
      const size = Math.hypot(...max.map((x, i) => x - min[i])) / 2;
      const reach = Math.max(...[...min, ...max].map(Math.abs));
      const slack = SINGLE * reach;
      const middle = shape.center;
      for (const p of points) {
        // every vertex is on the boundary: 1e-5 nearer to the centre is inside, 1e-5 farther is
        // outside
        const moved = (t) => p.toArray().map((x, i) => middle[i] + (1 + t) * (x - middle[i]));
        assert.ok(shape.contains(moved(-1e-5)), `${p.toArray()} is outside`);
        assert.ok(!shape.contains(moved(1e-5)), `${p.toArray()} is inside`);
      }
      // 64 segments replace each circle by chords
      const chord = size * (1 - Math.cos(Math.PI / 64));
      for (const d of directions(200)) {
        const s = shape.support(d);
        const wanted = s[0] * d[0] + s[1] * d[1] + s[2] * d[2];
        const got = reachOf(points, d);
        assert.ok(got <= wanted + slack, `${d}: ${got} is beyond ${wanted}`);
        assert.ok(got >= wanted - 4 * chord - slack, `${d}: ${got} is short of ${wanted}`);
      }
      if (volume !== null) {
        const got = volumeOf(geometry);
        assert.ok(got <= volume * (1 + 1e-6), `${got} is more than ${volume}`);
        assert.ok(got >= volume * 0.99, `${got} is less than ${volume}`);
      }
    });

test('triangles and normals point outwards, and the triangles close the surface', () => {
  for (const margin of [0, 0.2])
    for (const [name, [shape]] of Object.entries(solids(margin))) {
      const geometry = geometryOf(shape, { segments: 24 });
      const middle = new Vector3(...shape.center);
      const edges = new Map();
      // the copies of a vertex with different normals are one point
      const key = (p) => p.toArray().join();
      for (const corners of trianglesOf(geometry)) {
        const [a, b, c] = corners.map(({ point }) => point);
        const keys = [a, b, c].map(key);
        if (new Set(keys).size < 3) continue;
        const face = b.clone().sub(a).cross(c.clone().sub(a));
        const outward = a.clone().add(b).add(c).divideScalar(3).sub(middle);
        assert.ok(face.dot(outward) > 0, `${name}: a triangle looks inwards`);
        for (const { point, normal } of corners) {
          assert.ok(Math.abs(normal.length() - 1) < 1e-5, `${name}: normal of ${normal.length()}`);
          assert.ok(normal.dot(point.clone().sub(middle)) > 0, `${name}: a normal looks inwards`);
        }
        keys.forEach((from, i) => {
          const to = keys[(i + 1) % 3];
          edges.set(`${from} ${to}`, (edges.get(`${from} ${to}`) ?? 0) + 1);
        });
      }
      for (const [edge, count] of edges)
        assert.equal(edges.get(edge.split(' ').reverse().join(' ')), count, `${name}: ${edge}`);
    }
});

test('the normals of smooth surfaces are exact: each tangent plane supports the shape', () => {
  for (const margin of [0, 0.2])
    for (const name of [
      'sphere',
      'ellipsoid',
      'capsule',
      'cylinder',
      'cone',
      'box',
      'octahedron',
    ]) {
      const [shape] = solids(margin)[name];
      const corners = trianglesOf(geometryOf(shape)).flat();
      const numbers = ({ point, normal }) => [...point.toArray(), ...normal.toArray()];
      for (const { point, normal } of distinct(corners, numbers)) {
        const n = normal.toArray();
        const s = new Vector3(...shape.support(n));
        assert.ok(Math.abs(s.sub(point).dot(normal)) < 2e-6, `${name}: ${point.toArray()} ${n}`);
      }
    }
});

test('more segments give more vertices and a larger volume', () => {
  const shape = new Capsule({ halfHeight: 1, radius: 1, margin: 0.5 });
  const [coarse, fine] = [8, 200].map((segments) => geometryOf(shape, { segments }));
  assert.ok(fine.attributes.position.count > 100 * coarse.attributes.position.count);
  assert.ok(volumeOf(coarse) < volumeOf(fine));
  const sampled = new SmoothHull({ points: octahedron, exponent: 3 });
  const [few, many] = [8, 100].map((segments) => geometryOf(sampled, { segments }));
  assert.ok(many.attributes.position.count > 10 * few.attributes.position.count);
});

test('a crease of 0 keeps every facet flat, and a crease of π smooths every edge', () => {
  const shape = new ConvexHull({ points: octahedron });
  const flat = trianglesOf(geometryOf(shape, { crease: 0 }));
  for (const [a, b, c] of flat) {
    const face = b.point.clone().sub(a.point).cross(c.point.clone().sub(a.point)).normalize();
    for (const { normal } of [a, b, c]) assert.ok(normal.distanceTo(face) < 1e-6);
  }
  const [[a, b]] = trianglesOf(geometryOf(shape, { crease: Math.PI }));
  assert.ok(a.normal.distanceTo(b.normal) > 1);
});

test('half-spaces, their images and their sums are drawn as squares of their plane', () => {
  const ground = new HalfSpace({ normal: [0, 3, 4], offset: 5, margin: 0.5 });
  const image = new Transformed({ shape: ground, matrix, offset: [1, 2, 3], margin: 1 });
  const solid = new Box({ halfExtents: [1, 2, 3] });
  const sums = [
    new MinkowskiSum({ a: solid, b: image }),
    new MinkowskiSum({ a: ground, b: solid }),
  ];
  for (const shape of [ground, image, ...sums]) {
    const geometry = geometryOf(shape, { extent: 3 });
    const triangles = trianglesOf(geometry);
    assert.equal(triangles.length, 2);
    for (const { point, normal } of triangles.flat()) {
      const moved = (t) => point.clone().addScaledVector(normal, t).toArray();
      assert.ok(shape.contains(moved(-1e-5)), `${point.toArray()}`);
      assert.ok(!shape.contains(moved(1e-5)), `${point.toArray()}`);
    }
    const [a, b, c] = triangles[0].map(({ point }) => point);
    assert.ok(Math.abs(a.distanceTo(b) - 6) < 1e-5 && Math.abs(b.distanceTo(c) - 6) < 1e-5);
  }
});

test('points, segments and triangles are drawn, and a flat sum throws an error', () => {
  const positions = (shape) => [...geometryOf(shape).attributes.position.array];
  assert.deepEqual(positions(new Point()), [0, 0, 0]);
  assert.deepEqual(positions(new Segment(rod)), [1, 2, 3, 1.5, 2, 1]);
  const both = trianglesOf(geometryOf(new Triangle(sheet)));
  assert.equal(both.length, 2);
  assert.ok(both[0][0].normal.dot(both[1][0].normal) < -0.999);
  for (const [a, b, c] of both) {
    const face = b.point.clone().sub(a.point).cross(c.point.clone().sub(a.point));
    assert.ok(face.normalize().distanceTo(a.normal) < 1e-6);
  }
  for (const map of [matrix, mirror]) {
    const line = new Transformed({ shape: new Segment(rod), matrix: map });
    const image = new Vector3(...positions(line).slice(3)).toArray();
    map.forEach((row, i) => {
      const x = row.reduce((sum, factor, k) => sum + factor * rod.b[k], 0);
      assert.ok(Math.abs(image[i] - x) < SINGLE * 5, `${image} at ${i} is not ${x}`);
    });
  }
  const flat = new MinkowskiSum({
    a: new Segment({ a: [0, 0, 0], b: [1, 0, 0] }),
    b: new Segment({ a: [0, 0, 0], b: [0, 1, 0] }),
  });
  assert.throws(() => geometryOf(flat), { name: 'GeometryError', code: 'flat', message: /margin/ });
});

test('a facet too thin to have a normal does not spoil the others', () => {
  const tiny = 2 ** -52;
  // the second corner is off the line of the first and third by less than rounding of the side
  // products
  const corners = [
    [0, 0, 0],
    [1 + tiny, 1, 0],
    [2, 2 - 2 * tiny, 0],
    [2, 0, -1],
    [0, 2, -1],
    [1, 1, -2],
  ];
  const height = (p, d) => p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
  const support = (d) => {
    if (d[0] === 0 && d[1] === 0 && d[2] > 0) return corners[1];
    return corners.reduce((best, p) => (height(p, d) > height(best, d) ? p : best));
  };
  const shape = new CustomShape({ support, center: [1, 1, -1] });
  const drawn = trianglesOf(geometryOf(shape)).flat();
  const points = drawn.map(({ point }) => point);
  for (const { normal } of drawn) assert.ok(normal.toArray().every(Number.isFinite));
  for (const d of directions(200)) {
    const wanted = Math.max(...corners.map((p) => height(p, d)));
    assert.ok(Math.abs(reachOf(points, d) - wanted) < 4 * SINGLE, `${d}`);
  }
});

test('a hull with slivers and a margin has finite positions and tangent planes', () => {
  const turned = (geometry, x, y, z) => {
    const mesh = new Mesh(geometry);
    mesh.rotation.set(x, y, z);
    return new Group().add(mesh);
  };
  const grid = new BoxGeometry(1, 1, 1, 3, 3, 3);
  for (const source of [
    turned(grid, 1.3274833538231827, 3.0127277062333784, 0.914558664390146),
    turned(grid, 0.1, 0.2, 0.3),
    turned(new CapsuleGeometry(), 1, 2, 3),
    new CapsuleGeometry(),
  ]) {
    const shape = hullOf(source, { margin: 0.1 });
    for (const { point, normal } of trianglesOf(geometryOf(shape, { segments: 8 })).flat()) {
      assert.ok([...point.toArray(), ...normal.toArray()].every(Number.isFinite));
      const s = new Vector3(...shape.support(normal.toArray()));
      const short = s.sub(point).dot(normal);
      assert.ok(Math.abs(short) < 4e-6, `${short}: no tangent plane`);
    }
  }
});

test('the drawing of a tilted needle includes its margin', () => {
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  for (const thin of [1e-3, 1e-5, 1e-7]) {
    const corners = [-1, 1].flatMap((x) =>
      [-1, 1].flatMap((y) => [-1, 1].map((z) => [x * thin, y, z * thin])),
    );
    const points = corners.flatMap(([x, y, z]) => [c * x - s * y, s * x + c * y, z + y / 3]);
    const shape = new ConvexHull({ points, margin: 0.02 });
    const drawn = trianglesOf(geometryOf(shape, { segments: 32 })).flat();
    const reached = drawn.map(({ point }) => point);
    for (const d of directions(100)) {
      const at = shape.support(d);
      const wanted = at[0] * d[0] + at[1] * d[1] + at[2] * d[2];
      assert.ok(wanted - reachOf(reached, d) < 0.1 * 0.02, `${thin}: ${d}`);
    }
  }
});

test('hulls have the same normals at every size', () => {
  const points = cloud(200, 3);
  const normalsOf = (scale, crease) => {
    const shape = new ConvexHull({ points: points.map((x) => scale * x) });
    return geometryOf(shape, { crease }).getAttribute('normal').array;
  };
  for (const crease of [0.45, 2, Math.PI])
    for (const scale of [1 / 512, 1 / 8, 1024])
      assert.deepEqual(normalsOf(scale, crease), normalsOf(1, crease), `${scale}, ${crease}`);
});

test('thin boxes are drawn exactly, and rounding images to single precision is the last step', () => {
  const extentsOf = (shape) => {
    const { array } = geometryOf(shape).getAttribute('position');
    return [0, 1, 2].map((axis) => Math.max(...array.filter((_, i) => i % 3 === axis)));
  };
  const thin = [1000, 1, 1e-12];
  assert.deepEqual(extentsOf(new Box({ halfExtents: thin })), thin.map(Math.fround));
  const rounded = extentsOf(new Box({ halfExtents: [1, 1, 1e-15], margin: 0.5 }));
  assert.deepEqual(rounded, [1.5, 1.5, 0.5]);
  const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const rows = (s) => [0, 3, 6].map((k) => unit.slice(k, k + 3).map((x) => s * x));
  const far = new ConvexHull({
    points: [0, 0, 0, 0.5, 0, 0, 0, 0.25, 0, 0, 0, 0.125].map((x) => 1e9 + x),
  });
  const home = new Transformed({ shape: far, matrix: rows(1), offset: [-1e9, -1e9, -1e9] });
  assert.deepEqual(extentsOf(home), [0.5, 0.25, 0.125]);
  const giant = new Sphere({ radius: 1e40 });
  const [reach] = extentsOf(new Transformed({ shape: giant, matrix: rows(1e-40) }));
  assert.ok(Math.abs(reach - 1) < 1e-6, `${reach}`);
  for (const radius of [1e40, 1e-50])
    assert.throws(() => geometryOf(new Sphere({ radius })), {
      name: 'RangeError',
      message: /coordinates must fit single precision/,
    });
});

test('geometryOf() refuses what it cannot draw, and wrong options', () => {
  const ball = new Sphere({ radius: 1 });
  for (const wrong of [
    null,
    {},
    'sphere',
    new Circle({ radius: 1 }),
    new PointSet({ points: [[1, 2]] }),
  ])
    assert.throws(() => geometryOf(wrong), /geometryOf: shape must be a 3D shape/);
  for (const [options, message] of [
    [null, /options must be an object/],
    [{ segment: 8 }, /no option "segment".*did you mean segments/],
    [{ segments: '8' }, /segments must be a number/],
    [{ segments: 7 }, /segments must be an integer from 8 to 1024, got 7/],
    [{ segments: 8.5 }, /segments must be an integer/],
    [{ crease: -1 }, /crease must be from 0 to π/],
    [{ crease: NaN }, /crease must be from 0 to π, got NaN/],
    [{ extent: 0 }, /extent must be finite and > 0/],
  ])
    assert.throws(() => geometryOf(ball, options), message);
  ball.dispose();
  assert.throws(() => geometryOf(ball), /disposed/);
});
