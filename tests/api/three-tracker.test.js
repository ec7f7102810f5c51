/*
 * growth-distance/three: ObjectTracker moves bodies of a world with their objects; debugLines()
 * draws results over a scene.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import {
  BoxGeometry,
  Group,
  InstancedMesh,
  LineSegments,
  Matrix4,
  Mesh,
  Object3D,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { Box, Circle, Sphere, World, HalfSpace } from '../../js/index.js';
import { ParallelWorld } from '../../js/workers.js';
import { garbageOf } from '../lib/garbage.js';
import { workerTest } from '../lib/worker-tests.js';
import { ObjectTracker, debugLines, poseOf, shapeAndPoseOf } from '../../js/three.js';

const near = (got, wanted, tolerance = 1e-12) =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got}, not ${wanted}`);

/** The seven numbers of a body's pose. */
const posed = (world, body) => Array.from(world.poses.subarray(7 * body, 7 * body + 7));
const named = (name, geometry = new BoxGeometry()) => Object.assign(new Mesh(geometry), { name });

test('bodies follow their objects below any parents', () => {
  const world = new World({ margin: 1000 });
  const tracker = new ObjectTracker(world);
  const car = new Group();
  const wheel = named('wheel', new SphereGeometry(1));
  car.add(wheel);
  const crate = named('crate');
  crate.scale.set(2, 4, 6);
  const [a, b] = [
    tracker.add(wheel),
    tracker.add(crate, { shape: 'box', group: 2, mask: 3, data: 'box' }),
  ];
  assert.equal(world.shape(a).type, 'sphere');
  assert.deepEqual(world.shape(b).boundingBox().max, [1, 2, 3]);
  assert.equal(world.data(b), 'box');
  assert.equal(tracker.objectOf(a), wheel);
  assert.equal(tracker.objectOf(b), crate);
  assert.equal(tracker.objectOf(99), undefined);
  assert.equal(tracker.instanceIdOf(a), undefined);
  car.position.set(10, 0, 0);
  car.rotation.z = Math.PI / 2;
  wheel.position.set(3, 0, 0);
  crate.rotation.y = 0.5;
  crate.position.z = -4;
  tracker.update();
  near(world.poses[7 * a], 10);
  near(world.poses[7 * a + 1], 3);
  const pose = poseOf(wheel);
  assert.deepEqual(posed(world, a), [...pose.position.toArray(), ...pose.quaternion.toArray()]);
  near(Math.abs(new Quaternion(...posed(world, b).slice(3)).dot(crate.quaternion)), 1);
  const { count, value } = world.distances();
  assert.equal(count, 1);
  assert.ok(value[0] > 5);
});

workerTest('bodies of a ParallelWorld follow their objects', async () => {
  const world = new ParallelWorld({ workers: 1, margin: 1000 });
  const tracker = new ObjectTracker(world);
  const [a, b] = [named('a'), named('b')];
  for (const mesh of [a, b]) tracker.add(mesh, { shape: new Sphere({ radius: 1 }) });
  new Group().add(b).position.set(7, 0, 0);
  tracker.update();
  assert.equal((await world.distances()).value[0], 5);
  tracker.remove(b);
  assert.equal(world.size, 1);
  world.dispose();
});

test('a tracker makes the shape, or takes one given in its true size', () => {
  const world = new World();
  const tracker = new ObjectTracker(world);
  const [tall, shared] = [named('tall'), named('shared')];
  tall.scale.set(1, 3, 1);
  shared.scale.set(1, 3, 1);
  const { shape } = shapeAndPoseOf(tall);
  const bodies = [tracker.add(tall, { shape }), tracker.add(shared, { shape })];
  for (const body of bodies) assert.equal(world.shape(body), shape);
  tall.position.x = 5;
  tracker.update();
  assert.deepEqual(posed(world, bodies[0]), [5, 0, 0, 0, 0, 0, 1]);
  const round = named('round');
  const body = tracker.add(round, { shape: 'hull', margin: 0.25 });
  assert.equal(world.shape(body).margin, 0.25);
});

test('a changed scale throws an error that names the object, and no pose is written', () => {
  const world = new World();
  const tracker = new ObjectTracker(world);
  const [first, crate] = [named('first'), named('crate')];
  const arm = new Group().add(crate);
  const body = tracker.add(first);
  tracker.add(crate);
  const refused = (message) => {
    first.position.x++;
    assert.throws(() => tracker.update(), { name: 'RangeError', message });
    assert.equal(world.poses[7 * body], 0);
  };
  crate.scale.set(1, 2, 1);
  refused(
    /ObjectTracker\.update: "crate" has the world scale \[1, 2, 1\], .* made for \[1, 1, 1\]/,
  );
  crate.scale.set(1, 1, 1);
  arm.scale.set(1, 2, 1);
  crate.rotation.z = 0.5;
  refused(/"crate" has /);
  arm.scale.setScalar(1 + 5e-7); // rounding
  first.position.x = 0;
  tracker.update();
  arm.scale.setScalar(1);
  arm.position.y = NaN;
  refused(/ObjectTracker\.update: position of its ancestor the Group must be finite/);
  arm.position.y = 0;
  tracker.remove(crate);
  crate.scale.set(2, 2, 2);
  const again = tracker.add(crate);
  tracker.update();
  assert.deepEqual(world.shape(again).toJSON().halfExtents, [1, 1, 1]);
});

test('the instances of a mesh are bodies that share one shape', () => {
  const world = new World({ margin: 1000 });
  const tracker = new ObjectTracker(world);
  const rocks = new InstancedMesh(new BoxGeometry(1, 1, 1), undefined, 3);
  rocks.name = 'rocks';
  const placed = (x, s = 2) =>
    new Matrix4().compose(
      new Vector3(x, 0, 0),
      new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), x),
      new Vector3(s, s, s),
    );
  for (let i = 0; i < 3; i++) rocks.setMatrixAt(i, placed(5 * i));
  rocks.scale.setScalar(0.5);
  tracker.add(named('other'));
  const bodies = tracker.add(rocks);
  assert.deepEqual(bodies, [1, 2, 3]);
  for (const [i, body] of bodies.entries()) {
    assert.equal(world.shape(body), world.shape(bodies[0]));
    assert.equal(tracker.objectOf(body), rocks);
    assert.equal(tracker.instanceIdOf(body), i);
  }
  assert.equal(world.shape(bodies[0]).type, 'box');
  near(world.shape(bodies[0]).halfExtents[0], 0.5, 1e-6);
  rocks.position.y = 7;
  rocks.setMatrixAt(2, placed(20));
  tracker.update();
  for (const [i, x] of [0, 2.5, 10].entries()) {
    near(world.poses[7 * bodies[i]], x);
    near(world.poses[7 * bodies[i] + 1], 7);
  }
  rocks.setMatrixAt(1, placed(5, 3));
  assert.throws(() => tracker.update(), {
    name: 'RangeError',
    message: /instance 1 of "rocks" has the world scale .* have one shape/,
  });
  const mirrored = placed(5).scale(new Vector3(1, 1, -1));
  rocks.setMatrixAt(1, mirrored);
  assert.throws(() => tracker.update(), {
    name: 'RangeError',
    message:
      /instance 1 of "rocks" is mirrored and has the world scale \[-1(\.\d+)?, .* for \[1(\.\d+)?, /,
  });
  rocks.setMatrixAt(1, placed(5));
  rocks.count = 2;
  assert.throws(() => tracker.update(), /"rocks" has 2 instances, but had 3/);
  rocks.count = 3;
  tracker.update();
  tracker.remove(rocks);
  assert.equal(world.size, 1);
  assert.equal(tracker.objectOf(bodies[0]), undefined);
  rocks.setMatrixAt(1, placed(5, 3));
  assert.throws(() => tracker.add(rocks), /instance 1 of "rocks" has the world scale/);
  assert.equal(world.size, 1);
  rocks.count = 0;
  assert.throws(() => tracker.add(rocks), /"rocks" has no instances/);
});

const FRAMES = `
  import { BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, Scene } from 'three';
  import { World, intersects } from './js/index.js';
  import { ObjectTracker } from './js/three.js';
  const world = new World();
  const tracker = new ObjectTracker(world);
  const geometry = new BoxGeometry();
  const parents = [new Scene(), new Group(), new Group()];
  parents[1].rotation.x = 1;
  parents[2].scale.set(1, 2, 3);
  const meshes = Array.from({ length: 200 }, () => new Mesh(geometry));
  for (const [i, mesh] of meshes.entries()) {
    parents[i % 3].add(mesh);
    tracker.add(mesh);
  }
  const instances = new InstancedMesh(geometry, undefined, 50);
  for (let i = 0; i < 50; i++) instances.setMatrixAt(i, new Matrix4().makeTranslation(i, 0, 0));
  tracker.add(instances);
  const shape = world.shape(0);
  let k = 0;
  const run = (count) => {
    for (let end = k + count; k < end; k++) {
      for (let i = 0; i < meshes.length; i++) meshes[i].position.x = (i * k) % 7;
      tracker.update();
      for (let i = 0; i + 1 < meshes.length; i += 3) intersects(shape, meshes[i], shape, meshes[i + 1]);
    }
  };
`;

test('a frame of a tracker and of queries with objects makes no garbage', () => {
  const { bytes, answer } = garbageOf(FRAMES, {
    warm: 1500,
    count: 300,
    rounds: 12,
    answer: '[world.poses[7 * 3], (3 * (k - 1)) % 7]',
  });
  const [x, wanted] = answer;
  assert.equal(x, wanted);
  // 250 poses and 67 queries a frame: one number on the heap for each would be 1.5 MB
  assert.ok(bytes < 3000, `${bytes} bytes in 300 frames`);
});

test('remove() takes the bodies out of the world', () => {
  const world = new World();
  const tracker = new ObjectTracker(world);
  const [a, b] = [named('a'), named('b')];
  const bodies = [tracker.add(a), tracker.add(b)];
  tracker.remove(a);
  assert.equal(world.has(bodies[0]), false);
  assert.equal(tracker.objectOf(bodies[0]), undefined);
  tracker.update();
  assert.throws(() => tracker.remove(a), { message: 'ObjectTracker.remove: "a" is not tracked' });
  world.remove(bodies[1]);
  assert.throws(() => tracker.update(), /body 1 of "b" was removed from the world/);
  tracker.remove(b);
  tracker.update();
  assert.equal(world.size, 0);
});

test('a body that took the number of a removed one is neither moved nor removed', () => {
  const ball = new Sphere({ radius: 1 });
  const other = new Sphere({ radius: 2 });
  const takers = {
    'another shape': (world) => world.add(other, null),
    'other data': (world) => world.add(ball, null, { data: 'theirs' }),
    'another object of the tracker': (world, tracker) =>
      tracker.add(named('successor'), { shape: ball, data: 'ours' }),
  };
  for (const [label, take] of Object.entries(takers)) {
    const world = new World();
    const tracker = new ObjectTracker(world);
    const mesh = named('mesh');
    const body = tracker.add(mesh, { shape: ball, data: 'ours' });
    world.remove(body);
    assert.equal(take(world, tracker), body, label);
    mesh.position.x = 5;
    assert.throws(
      () => tracker.update(),
      {
        name: 'RangeError',
        message: /body 0 of "mesh" was removed from the world or replaced: remove objects with Obj/,
      },
      label,
    );
    assert.equal(world.poses[0], 0, label);
    const successor = tracker.objectOf(body);
    tracker.remove(mesh);
    assert.equal(world.has(body), true, label);
    assert.equal(tracker.objectOf(body), successor === mesh ? undefined : successor, label);
    tracker.update();
  }
});

test('a wrong argument of a tracker throws an error that names it, and nothing changes', () => {
  const world = new World();
  const tracker = new ObjectTracker(world);
  const mesh = named('crate');
  for (const wrong of [null, {}, new Box({ halfExtents: [1, 1, 1] })])
    assert.throws(() => new ObjectTracker(wrong), /world must be a World or a ParallelWorld/);
  const flat = new World({ dimension: 2 });
  assert.throws(() => new ObjectTracker(flat), /world must be 3D.*got a 2D world/);
  const refused = (object, options, message) => {
    assert.throws(() => tracker.add(object, options), { message });
    assert.equal(world.size, 0);
  };
  refused({}, {}, /ObjectTracker\.add: object must be an Object3D/);
  refused(mesh, 'box', /options must be an object/);
  refused(mesh, { shape: 'ball' }, /shape must be 'auto', 'hull' or 'box', got "ball"/);
  refused(
    mesh,
    { shape: new Sphere({ radius: 1 }), margin: 1 },
    /margin must be left out if shape is a shape/,
  );
  refused(mesh, { shape: new Circle({ radius: 1 }), dimension: 2 }, /no option "dimension"|2D/);
  refused(mesh, { mask: -1 }, /mask must be 32 bits/);
  refused(mesh, { groups: 1 }, /no option "groups".*did you mean group\?/);
  refused(new Object3D(), {}, /the Object3D has no vertices/);
  tracker.add(mesh);
  assert.throws(() => tracker.add(mesh), /"crate" is already tracked/);
  assert.equal(world.size, 1);
});

test('debugLines() draws contacts, normals and boxes of every frame', () => {
  const world = new World({ margin: 10 });
  const ball = new Sphere({ radius: 1 });
  const a = world.add(ball);
  world.add(ball, { position: [3, 0, 0] });
  const lines = debugLines(world.distances(), { normalLength: 2 });
  assert.ok(lines instanceof LineSegments);
  const drawn = () =>
    Array.from(
      lines.geometry.attributes.position.array.subarray(0, 3 * lines.geometry.drawRange.count),
    );
  assert.deepEqual(drawn(), [1, 0, 0, 2, 0, 0, 1, 0, 0, 3, 0, 0]);
  world.setPose(a, { position: [0.5, 0, 0] });
  lines.update(world.distances());
  assert.deepEqual(drawn().slice(0, 6), [1.5, 0, 0, 2, 0, 0]);
  const boxes = debugLines(world.distances(), { world });
  assert.equal(boxes.geometry.drawRange.count, 4 + 2 * 24);
  world.add(new HalfSpace({ normal: [0, 1, 0], offset: -9 }));
  for (let i = 0; i < 40; i++) world.add(ball, { position: [0, 3 * i, 0] });
  const columns = world.distances();
  boxes.update(columns);
  assert.equal(boxes.geometry.drawRange.count, 4 * columns.count + 42 * 24);
  assert.ok(boxes.geometry.attributes.color.count >= boxes.geometry.drawRange.count);
  assert.ok(drawn().every(Number.isFinite));
});

test('debugLines() draws 2D at z = 0, and names wrong arguments', () => {
  const world = new World({ margin: 10 });
  const disk = new Circle({ radius: 1 });
  world.add(disk);
  world.add(disk, { position: [0, 3] });
  const lines = debugLines(world.distances(), { world, normalLength: 0 });
  assert.equal(lines.geometry.drawRange.count, 4 + 2 * 8);
  const { array } = lines.geometry.attributes.position;
  assert.deepEqual(Array.from(array.subarray(0, 6)), [0, 1, 0, 0, 2, 0]);
  assert.throws(() => debugLines({}), /columns\.pointA must be a column/);
  assert.throws(() => debugLines(world.intersections()), /columns\.pointA must be a column/);
  assert.throws(() => debugLines(world.distances(), { normalLength: -1 }), /normalLength must be/);
  assert.throws(() => debugLines(world.distances(), { word: world }), /did you mean world\?/);
  assert.throws(() => debugLines(world.distances(), { world: 1 }), /world must be a World/);
});
