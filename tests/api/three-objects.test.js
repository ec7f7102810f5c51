/* growth-distance/three: hullOf() and poseOf() read geometries and objects, and write nothing. */
import test from 'node:test';
import assert from 'node:assert/strict';
import {
  BatchedMesh,
  Bone,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Group,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LatheGeometry,
  LineSegments,
  Matrix4,
  Mesh,
  Object3D,
  Points,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
} from 'three';
import * as entry from '../../js/three.js';
import { ConvexHull, GeometryError, Sphere, growthDistance } from '../../js/index.js';
import { random } from '../lib/random.js';

const { geometryOf, hullOf, poseOf } = entry;

test('the hull of a geometry has the corners of the geometry', () => {
  const hull = hullOf(new BoxGeometry(2, 4, 6), { margin: 0.5, center: [0, 1, 0] });
  assert.ok(hull instanceof ConvexHull);
  assert.equal(hull.vertexCount, 8);
  assert.equal(hull.volume, 48);
  assert.equal(hull.margin, 0.5);
  assert.deepEqual(hull.center, [0, 1, 0]);
});

test('positions may be interleaved or normalised', () => {
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const mixed = Float32Array.from({ length: 20 }, (_, i) =>
    i % 5 < 3 ? corners[3 * Math.floor(i / 5) + (i % 5)] : 99,
  );
  const interleaved = new BufferGeometry().setAttribute(
    'position',
    new InterleavedBufferAttribute(new InterleavedBuffer(mixed, 5), 3, 0),
  );
  const bytes = Uint8Array.from(corners, (x) => 255 * x);
  const normalised = new BufferGeometry().setAttribute(
    'position',
    new BufferAttribute(bytes, 3, true),
  );
  for (const geometry of [interleaved, normalised]) {
    const hull = hullOf(geometry);
    assert.equal(hull.vertexCount, 4);
    assert.ok(Math.abs(hull.volume - 1 / 6) < 1e-15);
  }
});

test('the hull of an object is in its own coordinates and includes its children', () => {
  const root = new Group();
  root.position.set(100, 0, 0);
  root.scale.setScalar(3);
  const child = new Mesh(new BoxGeometry(2, 2, 2));
  child.position.set(1, 0, 0);
  child.scale.set(1, 2, 1);
  const grandchild = new Points(new BufferGeometry().setFromPoints([new Vector3(0, 3, 0)]));
  child.add(grandchild);
  root.add(child, new Object3D());
  const { min, max } = hullOf(root).boundingBox();
  assert.deepEqual({ min, max }, { min: [0, -2, -1], max: [2, 6, 1] });
  assert.deepEqual(hullOf(child).boundingBox(), { min: [-1, -1, -1], max: [1, 3, 1] });
});

test('instances and morph targets count with their current poses', () => {
  const boxes = new InstancedMesh(new BoxGeometry(1, 1, 1), undefined, 2);
  boxes.setMatrixAt(0, new Matrix4());
  boxes.setMatrixAt(1, new Matrix4().makeTranslation(5, 0, 0));
  assert.deepEqual(hullOf(boxes).boundingBox(), { min: [-0.5, -0.5, -0.5], max: [5.5, 0.5, 0.5] });
  const geometry = new BoxGeometry(2, 2, 2);
  const wide = geometry.attributes.position.clone();
  for (let i = 0; i < wide.count; i++) wide.setX(i, 3 * wide.getX(i));
  geometry.morphAttributes.position = [wide];
  const mesh = new Mesh(geometry);
  mesh.morphTargetInfluences[0] = 0.5;
  assert.deepEqual(hullOf(mesh).boundingBox(), { min: [-2, -1, -1], max: [2, 1, 1] });
});

test('morph targets of points, lines and single instances count, too', () => {
  const geometry = new BoxGeometry(2, 2, 2);
  const wide = geometry.attributes.position.clone();
  for (let i = 0; i < wide.count; i++) wide.setX(i, 3 * wide.getX(i));
  geometry.morphAttributes.position = [wide];
  for (const object of [new Points(geometry), new LineSegments(geometry)]) {
    object.morphTargetInfluences[0] = 1;
    assert.deepEqual(hullOf(object).boundingBox(), { min: [-3, -1, -1], max: [3, 1, 1] });
  }
  const boxes = new InstancedMesh(geometry, undefined, 2);
  for (const [i, influence] of [0, 1].entries()) {
    boxes.setMatrixAt(i, new Matrix4().makeTranslation(0, 10 * i, 0));
    boxes.setMorphAt(i, { morphTargetInfluences: [influence] });
  }
  assert.deepEqual(hullOf(boxes).boundingBox(), { min: [-3, -1, -1], max: [3, 11, 1] });
});

/** A box of edge 1, skinned to one bone. */
const skinned = () => {
  const geometry = new BoxGeometry(1, 1, 1);
  const { count } = geometry.attributes.position;
  const weights = Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 ? 0 : 1));
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(4 * count), 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  return { mesh: new SkinnedMesh(geometry), bone: new Bone() };
};

test('skins count with their current pose, even if three.js has not updated its matrices', () => {
  const near = (hull, min, max) => {
    const box = hull.boundingBox();
    [...min, ...max].forEach((x, i) => {
      const got = [...box.min, ...box.max][i];
      assert.ok(Math.abs(got - x) < 1e-12, `${JSON.stringify(box)}, not ${min} to ${max}`);
    });
  };
  const { mesh, bone } = skinned();
  mesh.add(bone);
  mesh.bind(new Skeleton([bone]));
  const root = new Group().add(mesh);
  mesh.position.x = 10;
  near(hullOf(mesh), [-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]);
  root.position.set(0, 5, 0);
  root.rotation.z = 1;
  near(hullOf(root), [9.5, -0.5, -0.5], [10.5, 0.5, 0.5]);
  // as in glTF: the bones hang beside the mesh
  const beside = skinned();
  const scene = new Group().add(beside.mesh, beside.bone);
  beside.mesh.bind(new Skeleton([beside.bone]));
  beside.bone.position.y = 3;
  scene.position.z = 7;
  near(hullOf(beside.mesh), [-0.5, 2.5, -0.5], [0.5, 3.5, 0.5]);
});

test('hulls of surfaces whose seam differs by rounding find their farthest corner', () => {
  const next = random(9);
  const profile = [0, 1, 1.5, 1.2, 0.1].map((x, i) => new Vector2(x, i));
  for (const geometry of [
    new SphereGeometry(),
    new SphereGeometry(2, 48, 24),
    new CapsuleGeometry(0.5, 1, 6, 12),
    new TorusGeometry(),
    new LatheGeometry(profile, 24),
  ]) {
    const hull = hullOf(geometry);
    const { position } = geometry.attributes;
    const corners = Array.from({ length: position.count }, (_, i) =>
      new Vector3().fromBufferAttribute(position, i),
    );
    for (let k = 0; k < 2000; k++) {
      const d = new Vector3(next() - 0.5, next() - 0.5, next() - 0.5);
      const wanted = Math.max(...corners.map((p) => p.dot(d)));
      const got = new Vector3(...hull.support(d.toArray())).dot(d);
      assert.ok(Math.abs(got - wanted) < 1e-14, `${geometry.type}: ${got}, not ${wanted}`);
    }
  }
});

test('the hull of the drawing of a hull is the same hull', () => {
  const next = random(5);
  const points = Array.from({ length: 120 }, () => Math.fround(2 * next() - 1));
  const hull = new ConvexHull({ points });
  const again = hullOf(new Mesh(geometryOf(hull)));
  assert.equal(again.vertexCount, hull.vertexCount);
  assert.equal(again.volume, hull.volume);
});

test('a repeated point counts once', () => {
  const next = random(5);
  const cloud = Array.from({ length: 400 }, () => [next() - 0.5, next() - 0.5, next() - 0.5]);
  const geometry = (points) =>
    new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(new Float64Array(points.flat()), 3),
    );
  const once = hullOf(geometry([...cloud, [0, 0, 0]])).surface();
  const soup = [...cloud, [0, 0, 0], ...cloud.toReversed(), ...cloud, [-0, 0, -0]];
  assert.deepEqual(hullOf(geometry(soup)).surface(), once);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2]);
  const cube = hullOf(geometry(Array(9).fill(corners).flat()));
  assert.equal(cube.vertexCount, 8);
  assert.equal(cube.volume, 1);
  const flat = geometry(Array(9).fill(corners.slice(0, 3)).flat());
  assert.throws(() => hullOf(flat), { code: 'too-few-points' });
});

test('hullOf() names what it cannot read', () => {
  const named = new BufferGeometry();
  named.name = 'broken';
  const withNumbers = (list, size) =>
    new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(Float32Array.from(list), size),
    );
  const mesh = new Mesh(withNumbers([0, 0, 0, NaN, 1, 2], 3));
  mesh.name = 'rock';
  const refused = (source, options, name, message, code) =>
    assert.throws(
      () => hullOf(source, options),
      (error) => error.name === name && message.test(error.message) && error.code === code,
    );
  refused(named, {}, 'GeometryError', /"broken" has no vertices/, 'too-few-points');
  refused(new Group(), {}, 'GeometryError', /the Group has no vertices/, 'too-few-points');
  refused(mesh, {}, 'GeometryError', /vertex 1 of "rock" must be finite, got \[NaN/, 'points');
  refused(withNumbers([1, 2], 2), {}, 'TypeError', /3 numbers a vertex, got 2/);
  refused(
    withNumbers([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], 3),
    {},
    'GeometryError',
    /flat/,
    'flat',
  );
  refused(new BoxGeometry(), { margin: -1 }, 'GeometryError', /margin must be/, 'margin');
  refused(new BoxGeometry(), { radius: 1 }, 'TypeError', /no option "radius"/);
  refused(new BoxGeometry(), { points: [] }, 'TypeError', /no option "points"/);
  const scaled = new Group().add(new Mesh(new BoxGeometry()));
  scaled.children[0].scale.x = NaN;
  refused(scaled, {}, 'GeometryError', /vertex 0 of a Mesh must be finite, got \[NaN/, 'points');
  refused(new BatchedMesh(1, 8, 36), {}, 'TypeError', /must not be a BatchedMesh, which has many/);
  refused(skinned().mesh, {}, 'TypeError', /SkinnedMesh must have a skeleton/);
  const uploaded = new BoxGeometry();
  uploaded.attributes.position.array = null;
  refused(
    uploaded,
    {},
    'TypeError',
    /array of the position attribute of the geometry must be a typed array/,
  );
  refused(new BoxGeometry(), null, 'TypeError', /options must be an object/);
  for (const wrong of [null, [1, 2, 3], {}])
    refused(wrong, {}, 'TypeError', /must be a BufferGeometry or an Object3D/);
});

test('poseOf() returns the pose of an object in the world, which queries accept', () => {
  const arm = new Group();
  arm.position.set(1, 2, 3);
  arm.rotation.set(0.3, -1, 2);
  const hand = new LineSegments();
  hand.position.set(0, 5, 0);
  hand.rotation.y = 1;
  arm.add(hand);
  const pose = poseOf(hand);
  const [position, quaternion] = [new Vector3(), new Quaternion()];
  hand.getWorldPosition(position);
  hand.getWorldQuaternion(quaternion);
  assert.ok(pose.position.distanceTo(position) < 1e-14);
  assert.ok(1 - Math.abs(pose.quaternion.dot(quaternion)) < 1e-14);
  const out = { position: new Vector3(), quaternion: new Quaternion() };
  assert.equal(poseOf(hand, out), out);
  assert.deepEqual(out, pose);
  const ball = new Sphere({ radius: 1 });
  const { value } = growthDistance(ball, null, ball, poseOf(hand));
  assert.ok(Math.abs(value - position.length() / 2) < 1e-12);
});

test('poseOf() refuses what a pose cannot do, and names Transformed', () => {
  const [root, child] = [new Group(), new Mesh()];
  root.add(child);
  child.name = 'wheel';
  root.scale.set(1, 2, 1);
  assert.throws(() => poseOf(child), /matrix of "wheel" scales by \[1, 2, 1\].*Transformed/);
  child.rotation.z = 1;
  assert.throws(() => poseOf(child), /matrix of "wheel" shears.*Transformed.*shapeAndPoseOf/);
  root.scale.set(1, 1, -1);
  assert.throws(() => poseOf(child), /mirrors.*Transformed/s);
  root.name = 'cart';
  root.scale.set(NaN, 1, 1);
  assert.throws(
    () => poseOf(child),
    /scale of its ancestor "cart" must be finite, got \[NaN, 1, 1\]/,
  );
  root.scale.set(1, 1, 1);
  root.position.y = Infinity;
  assert.throws(() => poseOf(child), /poseOf: position of its ancestor "cart" must be finite/);
  root.position.y = 0;
  root.quaternion.set(0, 0, 0, NaN);
  assert.throws(() => poseOf(child), /quaternion of its ancestor "cart" must be finite/);
  root.quaternion.set(0, 0, 0, 0);
  assert.throws(() => poseOf(child), /quaternion of its ancestor "cart" must not be zero/);
  for (const wrong of [null, {}, new SphereGeometry()])
    assert.throws(() => poseOf(wrong), /object must be an Object3D/);
  for (const wrong of [0, null, {}, { position: [0, 0, 0], quaternion: [0, 0, 0, 1] }])
    assert.throws(() => poseOf(new Mesh(), wrong), /poseOf: out must be an object with a Vector3/);
});

test('hullOf() and poseOf() read the current state, and write nothing to the object', () => {
  const { mesh, bone } = skinned();
  mesh.add(bone);
  const root = new Group().add(mesh);
  mesh.bind(new Skeleton([bone]));
  const seen = () =>
    [root, mesh, bone].map((object) => [
      object.matrix.toArray(),
      object.matrixWorld.toArray(),
      object.matrixWorldNeedsUpdate,
      mesh.bindMatrixInverse.toArray(),
    ]);
  const before = seen();
  root.position.x = 5;
  bone.position.y = 3;
  assert.deepEqual(hullOf(root).boundingBox().max, [0.5, 3.5, 0.5]);
  poseOf(bone);
  assert.deepEqual(seen(), before);
  mesh.bindMode = 'detached';
  assert.deepEqual(hullOf(mesh).boundingBox().max, [5.5, 3.5, 0.5]);
});

test('the entry exports its documented functions, which throw errors of the package', () => {
  assert.throws(() => hullOf(new BufferGeometry()), GeometryError);
  assert.deepEqual(Object.keys(entry).sort(), [
    'ObjectTracker',
    'debugLines',
    'geometryOf',
    'hullOf',
    'poseOf',
    'rayOf',
    'shapeAndPoseOf',
  ]);
});
