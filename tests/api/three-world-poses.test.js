/*
 * A three.js object as a pose is its current pose in the world, whether or not three.js has updated
 * it.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import {
  BoxGeometry,
  Euler,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  Object3D,
  Quaternion,
  Scene,
  Vector3,
} from 'three';
import { Box, Sphere, World, distance, growthDistance } from '../../js/index.js';
import { ObjectTracker, hullOf, poseOf, shapeAndPoseOf } from '../../js/three.js';
import { random } from '../lib/random.js';

const ball = new Sphere({ radius: 1 });
const crate = new Box({ halfExtents: [1, 2, 3] });

const near = (got, wanted, tolerance = 1e-13) =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got}, not ${wanted}`);

/** The numbers of a pose as a world stores them. */
const storedPose = (object) => {
  const world = new World();
  const body = world.add(ball, object);
  const numbers = Array.from(world.poses.subarray(7 * body, 7 * body + 7));
  world.dispose();
  return numbers;
};

/** The world pose as three.js computes it. Updates the matrices of the object. */
const posedByThree = (object) => {
  const root = object;
  root.updateWorldMatrix(true, false);
  const [position, quaternion] = [new Vector3(), new Quaternion()];
  root.matrixWorld.decompose(position, quaternion, new Vector3());
  return { position, quaternion };
};

/** An object in a chain of parents with random poses and the given scales. */
function chain(next, scales) {
  const object = new Mesh();
  let at = object;
  for (const scale of scales) {
    at.position.set(next() - 0.5, 3 * next(), next());
    at.rotation.copy(new Euler(6 * next(), 6 * next(), 6 * next()));
    at.scale.setScalar(scale);
    const parent = new Group();
    parent.add(at);
    at = parent;
  }
  return object;
}

test('a child of moved, rotated and scaled parents is where three.js draws it', () => {
  const next = random(3);
  for (const scales of [[1], [1, 1, 1], [0.5, 2], [4, 0.25, 1], [1, 1 + 4e-7, 1]]) {
    for (let k = 0; k < 20; k++) {
      const object = chain(next, scales);
      const own = poseOf(object);
      const mine = growthDistance(ball, null, crate, object).value;
      const { position, quaternion } = posedByThree(object);
      near(own.position.distanceTo(position), 0, 1e-12);
      near(Math.abs(own.quaternion.dot(quaternion)), 1, 1e-12);
      near(mine, growthDistance(ball, null, crate, { position, quaternion }).value, 1e-7);
    }
  }
});

test('a pose does not depend on whether three.js has updated its matrices', () => {
  const parent = new Group();
  const child = new Mesh();
  new Scene().add(parent.add(child));
  child.position.x = 3;
  parent.updateMatrixWorld(true);
  parent.position.x = 7; // not drawn yet
  assert.equal(distance(ball, null, ball, child).value, 8);
  assert.equal(poseOf(child).position.x, 10);
  parent.position.x = 9;
  assert.equal(distance(ball, null, ball, child).value, 10);
});

test('a query writes nothing to an object', () => {
  const parent = new Group();
  const child = new Mesh();
  parent.add(child);
  parent.position.set(1, 2, 3);
  parent.scale.setScalar(2);
  child.scale.setScalar(0.5);
  const frozen = [parent, child].flatMap((o) => [o.matrix.elements, o.matrixWorld.elements]);
  frozen.forEach(Object.freeze); // a write would throw
  const { position } = parent;
  assert.equal(distance(ball, null, ball, child).value, Math.sqrt(14) - 2);
  assert.deepEqual(poseOf(child).position.toArray(), [1, 2, 3]);
  assert.equal(parent.position, position);
  assert.equal(child.matrixWorldNeedsUpdate, false);
});

test('identity ancestors leave the numbers of an object unchanged, to the bit', () => {
  const next = random(8);
  for (let k = 0; k < 50; k++) {
    const object = new Mesh();
    object.position.set(next() - 0.5, -0, 1e-9 * next());
    object.quaternion.set(next(), next(), next(), next()).normalize();
    const still = new Group();
    still.matrixAutoUpdate = false; // its matrix is the identity
    if (k % 2) new Scene().add(still.add(new Group().add(object)));
    if (k % 5 === 4) object.scale.setScalar(1 - 2 ** -53);
    const own = [...object.position.toArray(), ...object.quaternion.toArray()];
    assert.deepEqual(storedPose(object), own);
    const pose = poseOf(object);
    assert.deepEqual([...pose.position.toArray(), ...pose.quaternion.toArray()], own);
  }
});

test('the rounded scale that attach() leaves is accepted', () => {
  const [hand, room] = [new Group(), new Scene()];
  const tool = new Mesh();
  hand.rotation.set(0.3, 0.2, 0.1);
  hand.scale.setScalar(0.1);
  hand.position.set(1, 2, 3);
  room.add(hand, tool);
  tool.position.set(5, 0, 0);
  hand.attach(tool);
  const { value } = distance(ball, null, ball, tool);
  near(value, 3, 1e-12);
  room.attach(tool);
  assert.notDeepEqual(tool.scale.toArray(), [1, 1, 1]); // attach() rounds the scale
  near(distance(ball, null, ball, tool).value, 3, 1e-12);
});

test('the matrix counts if matrixAutoUpdate is false, whatever the position is', () => {
  const fixed = new Group();
  fixed.matrixAutoUpdate = false;
  fixed.matrix.makeRotationZ(Math.PI / 2).setPosition(10, 0, 0);
  const child = new Mesh();
  child.position.x = 3;
  fixed.add(child);
  assert.deepEqual(poseOf(child).position.toArray().map(Math.round), [10, 3, 0]);
  near(distance(ball, null, ball, child).value, Math.sqrt(109) - 2);
  near(distance(ball, null, ball, fixed).value, 8);
  const rows = fixed.matrix.clone().transpose();
  for (const matrix of [rows, rows.toArray()])
    assert.throws(() => distance(ball, null, ball, matrix), {
      name: 'RangeError',
      message:
        'poseB must have the last row 0, 0, 0, 1, got [10, 0, 0, 1] (the 16 numbers are column-major)',
    });
  fixed.matrix.elements[3] = 0.5;
  fixed.name = 'camera';
  assert.throws(() => poseOf(child), /matrix of its ancestor "camera" must have the last row/);
  assert.throws(() => distance(ball, null, ball, fixed), /poseB\.matrix must have the last row/);
});

test(
  'a pivot moves the object that rotates about it',
  { skip: !('pivot' in new Object3D()) },
  () => {
    const door = new Mesh();
    door.pivot = new Vector3(1, 0, 0);
    door.rotation.y = Math.PI / 2;
    const handle = new Mesh();
    handle.position.set(-1, 0, 0);
    door.add(handle);
    for (const object of [door, handle]) {
      const pose = poseOf(object);
      const { position } = posedByThree(object);
      near(pose.position.distanceTo(position), 0);
      assert.ok(position.length() > 1);
    }
  },
);

test('a scale or a shear throws an error that names the remedy', () => {
  const parent = new Group();
  const child = new Mesh();
  child.name = 'wheel';
  parent.add(child);
  const refused = (message) => {
    for (const use of [() => distance(ball, null, ball, child), () => poseOf(child)])
      assert.throws(use, (error) => {
        assert.ok(error instanceof RangeError);
        assert.match(error.message, message);
        assert.match(error.message, /Transformed.*shapeAndPoseOf of growth-distance\/three/);
        return true;
      });
  };
  parent.scale.set(2, 2, 2);
  refused(/world matrix of "wheel" scales by \[2, 2, 2\]/);
  parent.scale.set(1, 3, 1);
  refused(/world matrix of "wheel" scales/);
  child.rotation.z = 0.5;
  refused(/world matrix of "wheel" shears/);
  parent.scale.set(-1, 1, 1);
  refused(/world matrix of "wheel" mirrors/);
});

test('a scale of 0 throws an error that names no remedy, as none accepts it', () => {
  const parent = new Group();
  const child = new Mesh(new BoxGeometry());
  child.name = 'wheel';
  parent.add(child);
  const refused = (what) => {
    for (const [name, use] of [
      ['poseB', () => distance(ball, null, ball, child)],
      ['poseOf', () => poseOf(child)],
    ])
      assert.throws(use, {
        name: 'RangeError',
        message:
          `${name}: the world matrix of "wheel" ${what}, but a pose must be rigid: ` +
          'a scale of 0 leaves no volume',
      });
  };
  parent.scale.set(0, 1, 1);
  refused('scales by [0, 1, 1]');
  for (const angle of [0.5, 1, 2, 3]) {
    child.rotation.z = angle;
    refused('flattens');
  }
  parent.scale.set(0, 0, 0);
  refused('scales by [0, 0, 0]');
  const flat = new Matrix4().makeScale(1, 0, 1);
  assert.throws(() => distance(ball, null, ball, flat), {
    message:
      'poseB is a matrix that scales by [1, 0, 1], but a pose must be rigid: a scale of 0 leaves no volume',
  });
  for (const scale of [0, [1, 0, 1], { x: 1, y: 1, z: 0 }])
    assert.throws(() => distance(ball, null, ball, { position: [3, 0, 0], scale }), {
      name: 'RangeError',
      message: /poseB\.scale must be 1, got .*0.*: a scale of 0 leaves no volume$/,
    });
  parent.scale.set(1e-6, 1, 1);
  assert.throws(() => poseOf(child), /"wheel" shears, but a pose must be rigid: .*shapeAndPoseOf/);
});

test('the error names an ancestor with a wrong number, and the world does not change', () => {
  const parent = new Group();
  const child = new Mesh();
  parent.add(child);
  const world = new World();
  const body = world.add(ball, child);
  parent.name = 'arm';
  parent.position.y = NaN;
  assert.throws(() => world.setPose(body, child), {
    name: 'RangeError',
    message: 'pose: position of its ancestor "arm" must be finite, got [0, NaN, 0]',
  });
  assert.throws(() => distance(ball, null, ball, child), /poseB: position of its ancestor "arm"/);
  parent.position.y = '5';
  assert.throws(() => poseOf(child), /position of its ancestor "arm" must be 3 numbers/);
  parent.position.y = 1e300;
  assert.throws(() => world.setPose(body, child), /pose\.position\.y must be a finite number/);
  assert.deepEqual(Array.from(world.poses), [0, 0, 0, 0, 0, 0, 1]);
  parent.position.y = 5;
  world.setPose(body, child);
  assert.equal(world.poses[1], 5);
});

test('a cycle of parents throws an error that names the object', () => {
  const cycles = {
    'of plain objects': () => {},
    'with a scale': (a) => a.scale.setScalar(2),
    'with a matrix': (a) => Object.assign(a, { matrixAutoUpdate: false }).matrix.makeScale(2, 2, 2),
    'with NaN': (a) => a.position.setX(NaN),
  };
  for (const [label, change] of Object.entries(cycles)) {
    const [a, b] = [new Group(), new Mesh(new BoxGeometry())];
    b.name = 'wheel';
    a.add(b);
    b.add(a);
    change(a);
    const tracker = new ObjectTracker(new World());
    for (const [name, use] of [
      ['poseB', () => distance(ball, null, ball, b)],
      ['pose', () => new World().add(ball, b)],
      ['poseOf', () => poseOf(b)],
      ['shapeAndPoseOf', () => shapeAndPoseOf(b)],
      ['ObjectTracker.add', () => tracker.add(b)],
      ['hullOf', () => hullOf(b)],
    ])
      assert.throws(
        use,
        {
          name: 'RangeError',
          message: `${name}: "wheel" has more than 10000 ancestors: its parents must not form a cycle`,
        },
        `${name} ${label}`,
      );
  }
  const rocks = new InstancedMesh(new BoxGeometry(), undefined, 1);
  rocks.add(new Group().add(rocks));
  assert.throws(() => new ObjectTracker(new World()).add(rocks), /10000 ancestors/);
});

test('an object with 10,000 ancestors has a pose', () => {
  const object = new Mesh();
  let top = object;
  for (let k = 0; k < 10000; k++) [top] = [new Group().add(top)];
  top.position.x = 3;
  assert.equal(distance(ball, null, ball, object).value, 1);
  top.scale.setScalar(2);
  assert.throws(() => distance(ball, null, ball, object), /scales by \[2, 2, 2\]/);
  assert.throws(() => distance(ball, null, ball, (new Group().add(top), object)), /cycle/);
});

test('the world matrix of an object is the same pose as the object', () => {
  const object = chain(random(4), [1, 1]);
  object.updateWorldMatrix(true, false);
  const byMatrix = growthDistance(ball, null, crate, object.matrixWorld).value;
  near(growthDistance(ball, null, crate, object).value, byMatrix, 1e-7);
  const halved = new Matrix4().copy(object.matrixWorld).scale(new Vector3(0.5, 0.5, 0.5));
  assert.throws(() => growthDistance(ball, null, crate, halved), /scales by \[0\.5/);
});
