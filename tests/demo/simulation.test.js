/*
 * The rigid bodies of the demo without a browser: they come to rest, they hardly penetrate, and
 * their mass and inertia equal the reference scene.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { HalfSpace, Point, World, distance, growthDistance } from 'growth-distance';
import { facesOf } from '../../demo/pages/bodies/features.js';
import { PointerJoint, Thrower, ballModel } from '../../demo/pages/bodies/input.js';
import { manifoldOf, newManifold } from '../../demo/pages/bodies/manifold.js';
import { massOf, rotated } from '../../demo/pages/bodies/mass.js';
import { FAMILIES, modelOf } from '../../demo/pages/bodies/models.js';
import { RigidBody } from '../../demo/pages/bodies/rigid-body.js';
import { randomFrom, randomRotation } from '../../demo/pages/bodies/random.js';
import { Simulation } from '../../demo/pages/bodies/simulation.js';
import { readState, writeState } from '../../demo/pages/bodies/state.js';
import { sharedFile, withoutShared } from '../lib/cases.js';

const TEN_SECONDS = 600;
const settings = (more) => ({
  family: 'polytopes',
  count: 60,
  quantity: 'growth',
  seed: 1,
  ...more,
});

function run(simulation, steps, after = () => {}) {
  for (let i = 0; i < steps; i++) {
    simulation.step();
    after();
  }
  return simulation;
}

/** The largest penetration, computed by a separate world, relative to the smaller diameter. */
function watcher(simulation) {
  const world = new World();
  const floor = world.add(new HalfSpace({ normal: [0, 1, 0], offset: 0 }));
  const diameters = { [floor]: Infinity };
  const bodies = simulation.bodies.map((rigidBody) => {
    const body = world.add(rigidBody.model.shape);
    diameters[body] = rigidBody.model.diameter;
    return body;
  });
  return () => {
    simulation.bodies.forEach(({ body: { position, quaternion } }, k) =>
      world.setPose(bodies[k], { position, quaternion }),
    );
    const { count, pairs, value } = world.signedDistances();
    let most = 0;
    for (let k = 0; k < count; k++) {
      const smaller = Math.min(diameters[pairs[2 * k]], diameters[pairs[2 * k + 1]]);
      most = Math.max(most, -value[k] / smaller);
    }
    return most;
  };
}

for (const quantity of ['growth', 'signed'])
  test(`60 polytopes come to rest in ten seconds by ${quantity} distances`, (t) => {
    const simulation = new Simulation(settings({ quantity }));
    const look = watcher(simulation);
    let most = 0;
    run(simulation, TEN_SECONDS, () => (most = Math.max(most, look())));
    const left = simulation.energy / simulation.start;
    t.diagnostic(
      `energy left ${(100 * left).toFixed(2)} %, penetration ${(100 * most).toFixed(2)} %`,
    );
    assert.equal(simulation.bodies.length, 60);
    assert.ok(left < 0.05, `${100 * left} % of the energy is left`);
    assert.ok(left > 0, 'no body lies lower than it can');
    assert.ok(most < 0.02, `penetration of ${100 * most} % of the diameter`);
    const kinetic = simulation.bodies.reduce((sum, rigidBody) => sum + rigidBody.energy.kinetic, 0);
    assert.ok(kinetic < 1e-4 * simulation.start, 'they hardly move any more');
  });

test('the other families come to rest in ten seconds', (t) => {
  for (const family of FAMILIES.slice(1)) {
    const simulation = run(new Simulation(settings({ family, count: 30, seed: 3 })), TEN_SECONDS);
    const left = simulation.energy / simulation.start;
    t.diagnostic(
      `${family}: energy left ${(100 * left).toFixed(2)} %, penetration ${(100 * simulation.worst).toFixed(2)} %`,
    );
    assert.ok(left > 0 && left < 0.05, `${family}: ${100 * left} % of the energy is left`);
    assert.ok(simulation.worst < 0.05, `${family}: penetration ${simulation.worst}`);
  }
});

const state = ({ bodies }) =>
  bodies.map(({ body }) => [...body.position.toArray(), ...body.quaternion.toArray()]);

test('equal settings give equal runs, and other settings other runs', () => {
  const first = state(run(new Simulation(settings({ count: 20 })), 120));
  assert.deepEqual(state(run(new Simulation(settings({ count: 20 })), 120)), first);
  assert.notDeepEqual(state(run(new Simulation(settings({ count: 20, seed: 2 })), 120)), first);
  const signed = settings({ count: 20, quantity: 'signed' });
  assert.notDeepEqual(state(run(new Simulation(signed), 120)), first);
});

test('mass and inertia equal the reference scene', { skip: withoutShared }, () => {
  const reference = JSON.parse(readFileSync(sharedFile('scene.json'), 'utf8')).bodies;
  assert.equal(reference.length, 100);
  const { bodies } = new Simulation(settings({ count: 100 }));
  const middle = [0, 2].map((k) => reference.reduce((sum, b) => sum + b.pose.p[k], 0) / 100);
  reference.forEach(({ volume, inertia, diameter, shape, pose }, i) => {
    const { model, body } = bodies[i];
    const near = (x, y, scale) =>
      assert.ok(Math.abs(x - y) < 3e-4 * scale, `body ${i}: ${x} instead of ${y}`);
    near(model.mass, volume, volume);
    near(model.diameter, diameter, diameter);
    // the principal moments have the tensor's invariants
    const trace = inertia[0][0] + inertia[1][1] + inertia[2][2];
    near(model.inertia[0] + model.inertia[1] + model.inertia[2], trace, trace);
    const square = inertia.flat().reduce((sum, x) => sum + x * x, 0);
    near(
      model.inertia.reduce((sum, x) => sum + x * x, 0),
      square,
      square,
    );
    // a corner of the reference body is at the same corner of this body
    const world = rotated(pose.q, shape.points[0]).map((x, k) => x + pose.p[k]);
    const corners = model.shape.surface().vertices;
    let least = Infinity;
    for (let v = 0; v < corners.length; v += 3) {
      const corner = body.pointToWorldFrame(body.position.clone().set(...corners.slice(v, v + 3)));
      const off = [
        corner.x + middle[0] - world[0],
        corner.y - world[1],
        corner.z + middle[1] - world[2],
      ];
      least = Math.min(least, Math.hypot(...off));
    }
    near(least, 0, 1);
  });
});

/** Corners and outward triangles of a box between two corners. */
function boxSurface(low, high) {
  const ends = [0, 1, 2].map((i) => [low[i], high[i]]);
  const corners = ends[0].flatMap((x) => ends[1].flatMap((y) => ends[2].flatMap((z) => [x, y, z])));
  const quads = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  const triangles = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return [Float64Array.from(corners), Uint32Array.from(triangles)];
}

test('mass properties of a box do not depend on its position', () => {
  const { mass, center, inertia } = massOf(...boxSurface([3, -1, 0], [5, 3, 6]));
  assert.ok(Math.abs(mass - 48) < 1e-12);
  [4, 1, 3].forEach((x, i) => assert.ok(Math.abs(center[i] - x) < 1e-12));
  const moments = [52, 40, 20].map((x) => (48 * x) / 12);
  [...inertia].sort((a, b) => b - a).forEach((x, i) => assert.ok(Math.abs(x - moments[i]) < 1e-9));
});

test('the growth distance gives the gap along its normal, separated or overlapping', () => {
  const [a, b] = [modelOf('polytopes', 0).shape, modelOf('polytopes', 1).shape];
  const random = randomFrom(5);
  for (let k = 0; k < 60; k++) {
    const position = [0, 1, 2].map(() => 1.4 * (random() - 0.5));
    const pose = { position, quaternion: randomRotation(random) };
    const { value, normal, pointA, pointB } = growthDistance(a, null, b, pose);
    const along = (v) => v.reduce((sum, x, i) => sum + x * normal[i], 0);
    const gap = along(pointB) - along(pointA);
    const known = (1 - 1 / value) * along(position);
    assert.ok(Math.abs(gap - known) < 1e-6, `${gap} instead of ${known}`);
  }
});

test('facets in one plane form one face', () => {
  const faces = facesOf(...boxSurface([-1, -1, -1], [1, 1, 1]));
  assert.deepEqual(
    faces.map(({ loop }) => loop.length),
    [4, 4, 4, 4, 4, 4],
  );
  // random polytopes have triangular faces: 2 V - 4 of them, by Euler's formula
  const { vertices, triangles } = modelOf('polytopes', 3).shape.surface();
  assert.equal(facesOf(vertices, triangles).length, (2 * vertices.length) / 3 - 4);
});

/** A simulation with only the floor. */
function empty() {
  const simulation = new Simulation(settings({ count: 0 }));
  assert.equal(simulation.bodies.length, 0);
  return simulation;
}
const boxModel = () => modelOf('round', 5);

test('every point of a manifold lies on both surfaces, with its gap between them', () => {
  const random = randomFrom(11);
  const manifold = newManifold();
  let several = 0;
  for (let k = 0; k < 300; k++) {
    const simulation = empty();
    const models = [0, 1].map(() => modelOf('mixed', Math.floor(random() * 100)));
    const [a, b] = models.map((model) => {
      const place = [0, 1, 2].map(() => 0.9 * (random() - 0.5));
      return simulation.add(model, place, randomRotation(random));
    });
    const poses = [a, b].map((rigidBody) => ({
      position: rigidBody.locate(),
      quaternion: rigidBody.body.quaternion,
    }));
    const r = growthDistance(a.model.shape, poses[0], b.model.shape, poses[1]);
    const n = Array.from(r.normal);
    const gap = n.reduce((sum, x, i) => sum + x * (r.pointB[i] - r.pointA[i]), 0);
    if (gap > 0.4) continue;
    const features = [a, b].map((rigidBody, side) => {
      const out = { count: 0, points: [], normal: [0, 0, 0] };
      rigidBody.feature(n, side === 0 ? 1 : -1, out);
      return out;
    });
    manifoldOf(...features, n, r.pointA, r.pointB, gap, 0.003, 0.4, 1, manifold);
    const straight = Math.hypot(...r.pointB.map((x, i) => x - r.pointA[i]));
    const beside = Math.sqrt(Math.max(0, straight ** 2 - gap ** 2));
    assert.ok(manifold.count >= 1 && manifold.count <= 8);
    if (manifold.count > 1) several++;
    for (let i = 0; i < manifold.count; i++) {
      const onA = Array.from(manifold.points.subarray(3 * i, 3 * i + 3));
      const onB = onA.map((x, j) => x + manifold.gaps[i] * n[j]);
      assert.ok(manifold.gaps[i] >= gap - 2e-3, 'none is deeper than the witness points');
      [onA, onB].forEach((position, side) => {
        const off = distance([a, b][side].model.shape, poses[side], new Point(), {
          position,
        }).value;
        assert.ok(off < 2e-3 + beside / 2, `${models[side].name}: a point ${off} outside`);
      });
    }
    simulation.dispose();
  }
  assert.ok(several > 100, `${several} manifolds of more than one point`);
});

test('a tower of four boxes stands', () => {
  const simulation = empty();
  const heights = [0.301, 0.903, 1.505, 2.107];
  const boxes = heights.map((y) => simulation.add(boxModel(), [0, y, 0], [0, 0, 0, 1]));
  run(simulation, 300);
  boxes.forEach(({ body: { position } }, i) => {
    assert.ok(Math.abs(position.y - 0.3 * (2 * i + 1)) < 0.005, `box ${i} at ${position}`);
    assert.ok(Math.hypot(position.x, position.z) < 0.03, `box ${i} at ${position}`);
  });
  assert.equal(simulation.asleep, 4);
});

test('friction holds a box on a slope below the friction angle, and not on a steeper slope', () => {
  const slide = (slope) => {
    const simulation = empty();
    const box = simulation.add(boxModel(), [0, 0.3, 0], [0, 0, 0, 1]);
    // tilted gravity is a tilted floor; the friction coefficient is 1/2
    simulation.world.gravity.set(9 * slope, -9, 0);
    run(simulation, 60);
    return box.body.position.x;
  };
  assert.ok(slide(0.4) < 0.01);
  const x = slide(0.8);
  assert.ok(Math.abs(x - (9 * (0.8 - 0.5)) / 2) < 0.1, `it slid ${x}`);
});

test('a body that loses its support wakes up and falls', () => {
  const simulation = empty();
  const [lower, upper] = [0.301, 0.903].map((y) =>
    simulation.add(boxModel(), [0, y, 0], [0, 0, 0, 1]),
  );
  run(simulation, 150);
  assert.ok(upper.resting);
  simulation.remove(lower);
  run(simulation, 60);
  assert.ok(Math.abs(upper.body.position.y - 0.3) < 0.01);
});

test('a thrown ball hits its target, and the pointer lifts a body and drops it', () => {
  const simulation = empty();
  const box = simulation.add(boxModel(), [0, 0.3, 0], [0, 0, 0, 1]);
  run(simulation, 120);
  assert.ok(box.resting);
  const thrower = new Thrower(simulation, ballModel());
  thrower.throw([6, 4, 7], [0, 0.3, 0]);
  run(simulation, 60);
  assert.ok(Math.hypot(box.body.position.x, box.body.position.z) > 0.1, 'it was hit');
  for (let i = 0; i < 30; i++) thrower.throw([6, 4, 7], [i, 9, -20]);
  assert.ok(simulation.bodies.length <= 13, 'old balls go');

  const joint = new PointerJoint(simulation, box, box.body.position.toArray());
  joint.move([0, 3, 0]);
  run(simulation, 90);
  assert.ok(Math.hypot(...joint.held.map((x, i) => x - [0, 3, 0][i])) < 0.05, `${joint.held}`);
  joint.letGo();
  run(simulation, 90);
  assert.ok(box.body.position.y < 0.6);
});

test('a body that leaves the scene is removed', () => {
  const simulation = empty();
  simulation.add(boxModel(), [0, 0.3, 0], [0, 0, 0, 1]);
  simulation.add(boxModel(), [39, 5, 0], [0, 0, 0, 1]).body.velocity.set(200, 0, 0);
  run(simulation, 10);
  assert.equal(simulation.bodies.length, 1);
  assert.ok(simulation.bodies[0] instanceof RigidBody);
});

test('the address keeps the state, and nonsense gives the default state', () => {
  const first = readState(new URLSearchParams());
  const other = {
    family: 'mixed',
    count: 25,
    quantity: 'signed',
    seed: 7,
    normals: true,
    steps: 90,
  };
  assert.deepEqual(readState(new URLSearchParams(writeState(other))), other);
  assert.deepEqual(readState(new URLSearchParams(writeState(first))), first);
  const nonsense = 'kind=cats&count=-3&quantity=x&seed=1e3&normals=maybe&steps=abc';
  assert.deepEqual(readState(new URLSearchParams(nonsense)), first);
  assert.equal(readState(new URLSearchParams('count=9999')).count, 100);
});
