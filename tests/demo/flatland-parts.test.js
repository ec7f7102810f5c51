/*
 * The parts of Flatland without a browser: outlines, Minkowski differences and level curves
 * compared with the library, state and address, edits, the camera.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { Shape, growthDistance, signedDistance } from 'growth-distance';
import { cameraOf, fitted, panned, zoomed } from '../../demo/pages/flatland/camera.js';
import { differenceOf, eroded, levelCurves } from '../../demo/pages/flatland/difference.js';
import { Drawing } from '../../demo/pages/flatland/drawing.js';
import { added, dragged, moveByKey, removed } from '../../demo/pages/flatland/edits.js';
import { SHAPE_TYPES, recordOf, startOf } from '../../demo/pages/flatland/shape-types.js';
import { outlineOf, supportOf, toWorld } from '../../demo/pages/flatland/outline.js';
import * as stateModule from '../../demo/pages/flatland/state.js';

const { bodyOf, readState, roundedPose, writeState } = stateModule;
const near = (x, y, slack, what = '') =>
  assert.ok(Math.abs(x - y) <= slack, `${what} ${x} is not ${y}`);
const IDENTITY = { position: [0, 0], angle: 0 };
const types = Object.keys(SHAPE_TYPES);
/** A posed body of every type, with and without a margin. */
const bodies = types.flatMap((type, i) =>
  [0, 0.3].map((margin) => {
    const choice = { ...startOf(type), margin };
    return { type, shape: Shape.from(recordOf(choice)), pose: { position: [i, -i], angle: i + 1 } };
  }),
);

test('the outline of a polygon is its corners, to the last bit and each once', () => {
  const points = SHAPE_TYPES.polygon.corners;
  const shape = Shape.from({ type: 'polygon', points: [...points, [0, 0], [0.1, 0.1]] });
  const outline = outlineOf(supportOf({ shape, pose: IDENTITY }), 0);
  assert.equal(outline.length, points.length);
  for (const p of points) assert.ok(outline.some(([x, y]) => x === p[0] && y === p[1]));
});

test('outlines are counter-clockwise and approximate their shapes from inside within the tolerance', () => {
  for (const tolerance of [1e-2, 1e-5])
    for (const { type, shape, pose } of bodies) {
      const support = supportOf({ shape, pose });
      const outline = outlineOf(support, tolerance);
      const center = toWorld(pose, shape.center);
      let area = 0;
      outline.forEach(([x, y], i) => {
        const [u, v] = outline[(i + 1) % outline.length];
        area += ((x - center[0]) * (v - center[1]) - (y - center[1]) * (u - center[0])) / 2;
      });
      assert.ok(area > 0.5, `${type}: area ${area}`);
      for (let k = 0; k < 100; k++) {
        const d = [Math.cos(k), Math.sin(k)];
        const s = support(d);
        const reach = Math.max(...outline.map(([x, y]) => d[0] * x + d[1] * y));
        const wanted = d[0] * s[0] + d[1] * s[1];
        assert.ok(reach <= wanted + 1e-12, `${type} reaches ${reach - wanted} too far`);
        assert.ok(reach >= wanted - tolerance, `${type} is ${wanted - reach} short`);
      }
    }
});

test('growth distance and signed distance are constant along their level curves', () => {
  let count = 0;
  for (const [i, a] of bodies.entries())
    for (const b of [bodies[(i + 3) % bodies.length], bodies[(i + 6) % bodies.length]]) {
      const { support, from, p } = differenceOf(a, b);
      near(from[0] + p[0], toWorld(b.pose, b.shape.center)[0], 1e-12, 'p');
      const value = {
        growth: (pose) => growthDistance(a.shape, a.pose, b.shape, pose).value,
        signed: (pose) => signedDistance(a.shape, a.pose, b.shape, pose).value,
      };
      for (const type of ['growth', 'signed'])
        for (const curve of levelCurves(support, type, 1e-6)) {
          assert.ok(curve.points.length >= 3);
          for (const k of [0, 0.37, 0.71]) {
            const q = curve.points[Math.floor(k * curve.points.length)];
            const position = b.pose.position.map((x, j) => x + q[j] - p[j]);
            // the inner curves come from a coarser outline
            const slack = curve.value < 0 ? 5e-3 : 1e-5;
            const got = value[type]({ ...b.pose, position });
            near(got, curve.value, slack, `${a.type} ${b.type} ${type}`);
            count++;
          }
        }
    }
  assert.ok(count > 1000);
});

test('the point p lies on the boundary of σC, where σ is the growth distance', () => {
  for (const [i, a] of bodies.entries()) {
    const b = bodies[(i + 5) % bodies.length];
    const { support, p } = differenceOf(a, b);
    const { value, normal } = growthDistance(a.shape, a.pose, b.shape, b.pose, {
      tolerance: 1e-12,
    });
    const s = support(normal);
    const height = normal[0] * s[0] + normal[1] * s[1];
    near(normal[0] * p[0] + normal[1] * p[1], value * height, 1e-8 * (1 + value * height));
  }
});

test('edges that move inwards leave a smaller polygon, and finally none', () => {
  const square = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  const inner = eroded(square, 0.25);
  assert.equal(inner.length, 4);
  for (const [x, y] of inner) assert.deepEqual([Math.abs(x), Math.abs(y)], [0.75, 0.75]);
  assert.deepEqual(eroded(square, 1.01), []);
});

test('every state is restored from its address', () => {
  const state = readState(new URLSearchParams());
  state.bodies = types.map((type, i) => ({
    ...bodyOf(type),
    margin: 0.1 * (i % 3),
    pose: roundedPose({ position: [i + 0.12345, -i], angle: i }),
  }));
  state.bodies.forEach((body) => (body.values = body.values.map((x) => x + 0.25)));
  state.pair = [4, 2];
  state.show = new Set(['plane', 'distance']);
  state.levels = 'signed';
  state.query = 'intersects';
  state.run = { query: 'distance', method: 'gjk', subalgorithm: 'johnson' };
  Object.assign(state, { step: 4, speed: 4 });
  state.view = { x: 1.5, y: -2, zoom: 3.25 };
  const params = writeState(state);
  const again = readState(new URLSearchParams(params.toString()));
  assert.deepEqual(again, { ...state, bodies: state.bodies });
  assert.equal(writeState(again).toString(), params.toString());
});

test('a senseless address gives the default state', () => {
  const first = readState(new URLSearchParams());
  for (const text of [
    'shapes=',
    'shapes=circle,1,0@0,0,0',
    'shapes=torus,1@0,0,0;circle,1,0@0,0,0',
    'shapes=circle,x,0@0,0;;',
    'pair=0,0&levels=steep&query=nearest&view=0,0,0',
    'pair=1,9&view=NaN,0,1',
    'view=1,2',
    'run=distance:epa&step=-1&speed=99',
  ])
    assert.deepEqual(readState(new URLSearchParams(text)), first, text);
  const odd = readState(
    new URLSearchParams(
      'shapes=circle,99,7@1e9,0,0;polygon,0@0,0,0@1,2,3;polygon,0@0,0,0@0,0,1,x,2,2&show=x,plane',
    ),
  );
  assert.deepEqual(odd.bodies[0].values, [2]);
  assert.deepEqual(odd.bodies[0].pose.position, [0, 0]);
  assert.deepEqual(odd.bodies[1].points, SHAPE_TYPES.polygon.corners);
  assert.deepEqual(odd.bodies[2].points, SHAPE_TYPES.polygon.corners);
  assert.deepEqual([...odd.show], ['plane']);
});

test('edits move and rotate a body, and pull, add and remove corners', () => {
  const body = bodyOf('polygon', [1, 2], 0.5);
  const center = Shape.from(recordOf(body)).center;
  const held = (role, corner) => ({ target: { role, corner }, point: [1, 1], body });
  const moved = dragged(held('body'), body, [3, 0], center);
  assert.deepEqual(moved.pose, { position: [3, 1], angle: 0.5 });
  const middle = toWorld(body.pose, center);
  const rotated = dragged(held('turn'), body, [middle[0] - 5, middle[1]], center).pose;
  near(rotated.angle, Math.PI / 2, 1e-12);
  toWorld(rotated, center).forEach((x, k) => near(x, middle[k], 1e-12));
  const pulled = dragged(held('corner', 2), body, [0, 0], center).points;
  toWorld(body.pose, pulled[2]).forEach((x) => near(x, 0, 1e-4));
  assert.equal(added(body, 4).points.length, 6);
  assert.deepEqual(added(body, 4).points[5], [0.5, -0.45]);
  assert.deepEqual(removed(body, 0).points, body.points.slice(1));
  const full = { ...body, points: Array.from({ length: 40 }, (_, i) => [i, i * i]) };
  assert.deepEqual(added(full, 0), {});
  const key = (name, target = {}, shiftKey = false) =>
    moveByKey({ key: name, shiftKey }, body, target);
  assert.deepEqual(key('ArrowUp').pose.position, [1, 2.05]);
  assert.ok(key('[').pose.angle > 0.5 && key(']', {}, true).pose.angle < 0.5);
  const nudged = key('ArrowRight', { role: 'corner', corner: 1 }).points[1];
  const [before, after] = [body.points[1], nudged].map((p) => toWorld(body.pose, p));
  near(after[0] - before[0], 0.05, 1e-4);
  assert.equal(key('x'), null);
});

test('a drawing ends at its first point and makes a polygon about its middle', () => {
  const made = [];
  const drawing = new Drawing((body) => made.push(body));
  drawing.start(true);
  for (const p of [
    [0, 0],
    [4, 0],
    [4, 0.001],
    [4, 4],
    [0, 4],
  ])
    drawing.press(p, 0.2);
  assert.equal(drawing.points.length, 4);
  drawing.press([0.1, 0.1], 0.2);
  assert.equal(drawing.points, null);
  const body = made.at(-1);
  assert.deepEqual(body.pose, { position: [2, 2], angle: 0 });
  assert.equal(Shape.from(recordOf(body)).volume, 16);
});

test('the camera maps to the screen and back, zooms about a point, and fits all points', () => {
  const view = { x: 1, y: 2, zoom: 1.5 };
  const camera = cameraOf(view, 800, 600);
  const at = [123, 456];
  camera.toScreen(camera.toWorld(at)).forEach((x, k) => near(x, at[k], 1e-9));
  const closer = cameraOf(zoomed(view, camera, at, 2), 800, 600);
  near(closer.scale, 2 * camera.scale, 1e-9);
  closer.toWorld(at).forEach((x, k) => near(x, camera.toWorld(at)[k], 1e-12));
  assert.equal(zoomed(view, camera, at, 1e9).zoom, 100);
  assert.deepEqual(panned(view, [1e9, -1]), { x: 1000, y: 1, zoom: 1.5 });
  const points = [
    [10, 20],
    [13, 21],
  ];
  const all = cameraOf(fitted(points, 800, 600), 800, 600);
  for (const [x, y] of points.map(all.toScreen)) {
    assert.ok(x > 50 && x < 750 && y > 50 && y < 550);
  }
});
