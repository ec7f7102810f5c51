/*
 * Shapes on a lattice, turned by right angles: rays through vertices and edges, parallel faces,
 * coplanar points. Rounding makes these cases hard. They are rare in random pairs and frequent
 * here.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Box,
  ConvexHull,
  Cylinder,
  Pair,
  Polygon,
  Rectangle,
  growthDistance,
} from '../../js/index.js';
import { draw, random } from '../lib/random.js';

const HALF = Math.SQRT1_2;
/** The 24 rotations of a cube, which permute and flip the axes. */
const TURNS = [];
for (const q of [
  [0, 0, 0, 1],
  [HALF, 0, 0, HALF],
  [0, HALF, 0, HALF],
  [0, 0, HALF, HALF],
  [0.5, 0.5, 0.5, 0.5],
  [0.5, 0.5, 0.5, -0.5],
]) {
  const [x, y, z, w] = q;
  TURNS.push(q, [w, z, -y, -x], [-z, w, x, -y], [y, -x, w, -z]);
}

/** Half extents of a box after a rotation that permutes the axes. */
function turned(halfExtents, [x, y, z, w]) {
  const R = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  return R.map((row) =>
    row.reduce((sum, r, i) => sum + Math.abs(Math.round(r)) * halfExtents[i], 0),
  );
}

const cornersOf = (h) =>
  [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => [-1, 1].map((z) => [x * h[0], y * h[1], z * h[2]])),
  );

/** Compares a result with the closed form; returns null if they agree. */
function complaint(r, truth) {
  if (r.status !== (truth === 0 ? 'coincident' : 'optimal')) return `status ${r.status}`;
  const slack = 1e-13 * truth;
  if (!(Math.abs(r.value - truth) <= slack + 2 ** -26 * truth)) return `${r.value}, not ${truth}`;
  if (!(r.lower <= truth + slack && r.upper >= truth - slack)) return `[${r.lower}, ${r.upper}]`;
  return null;
}

test('parallel boxes and hulls on a lattice have the growth distance of their tightest axis', () => {
  const d = draw(random(11));
  const lattice = () => (1 + Math.floor(4 * d.next())) / 4;
  for (let i = 0; i < 20_000; i++) {
    const hA = [lattice(), lattice(), lattice()];
    const hB = [lattice(), lattice(), lattice()];
    const shapes = [new Box({ halfExtents: hA }), new Box({ halfExtents: hB })];
    if (i % 4 === 1) shapes[0] = new ConvexHull({ points: cornersOf(hA) });
    if (i % 4 >= 2) shapes[1] = new ConvexHull({ points: cornersOf(hB) });
    const pair = new Pair(...shapes);
    for (let k = 0; k < 3; k++) {
      const qA = d.pick(TURNS);
      const qB = d.pick(TURNS);
      const position = [0, 1, 2].map(() => (Math.floor(17 * d.next()) - 8) / 4);
      const reach = turned(hA, qA).map((x, axis) => x + turned(hB, qB)[axis]);
      const truth = Math.max(...position.map((x, axis) => Math.abs(x) / reach[axis]));
      const poses = [{ quaternion: qA }, { position, quaternion: qB }];
      const cold = growthDistance(shapes[0], poses[0], shapes[1], poses[1]);
      const warm = pair.growthDistance(...poses);
      const what = complaint(cold, truth) ?? complaint(warm, truth);
      assert.equal(what, null, `${JSON.stringify({ i, k, hA, hB, qA, qB, position })}`);
    }
    pair.dispose();
    shapes[0].dispose();
    shapes[1].dispose();
  }
});

test('cylinders with parallel axes have the growth distance of their caps or of their sides', () => {
  const d = draw(random(12));
  const lattice = () => (1 + Math.floor(4 * d.next())) / 4;
  for (let i = 0; i < 20_000; i++) {
    const sizes = [lattice(), lattice(), lattice(), lattice()];
    const a = new Cylinder({ halfHeight: sizes[0], radius: sizes[1] });
    const b = new Cylinder({ halfHeight: sizes[2], radius: sizes[3] });
    const position = [0, 1, 2].map(() => (Math.floor(17 * d.next()) - 8) / 4);
    const rho = Math.hypot(position[0], position[2]);
    const truth = Math.max(
      Math.abs(position[1]) / (sizes[0] + sizes[2]),
      rho / (sizes[1] + sizes[3]),
    );
    const r = growthDistance(a, null, b, { position });
    assert.equal(complaint(r, truth), null, JSON.stringify({ sizes, position }));
    a.dispose();
    b.dispose();
  }
});

test('rectangles and polygons on a lattice have the growth distance of their tightest axis', () => {
  const d = draw(random(13));
  const lattice = () => (1 + Math.floor(4 * d.next())) / 4;
  for (let i = 0; i < 20_000; i++) {
    const hA = [lattice(), lattice()];
    const hB = [lattice(), lattice()];
    const a = new Rectangle({ halfExtents: hA });
    const b = new Polygon({
      points: [-1, 1].flatMap((x) => [-1, 1].map((y) => [x * hB[0], y * hB[1]])),
    });
    const quarter = Math.floor(4 * d.next());
    const position = [0, 1].map(() => (Math.floor(17 * d.next()) - 8) / 4);
    const hT = quarter % 2 ? [hB[1], hB[0]] : hB;
    const truth = Math.max(...position.map((x, axis) => Math.abs(x) / (hA[axis] + hT[axis])));
    const r = growthDistance(a, null, b, { position, angle: (quarter * Math.PI) / 2 });
    assert.equal(complaint(r, truth), null, JSON.stringify({ hA, hB, quarter, position }));
    a.dispose();
    b.dispose();
  }
});
