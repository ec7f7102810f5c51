/*
 * growth-distance/three: rayOf() gives the rays of three's Raycaster, and ObjectTracker.pick() the
 * object in front.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import {
  BoxGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  Ray,
  Raycaster,
  Vector2,
  Vector3,
} from 'three';
import { Sphere, World } from '../../js/index.js';
import { ParallelWorld } from '../../js/workers.js';
import { ObjectTracker, rayOf } from '../../js/three.js';
import { workerTest } from '../lib/worker-tests.js';

const canvas = {
  getBoundingClientRect: () => ({ left: 20, top: 10, width: 640, height: 480 }),
};
const near = (got, wanted) =>
  got.forEach((x, i) => assert.ok(Math.abs(x - wanted[i]) < 1e-9, `${got}, not ${wanted}`));

/** Cameras below a moved and turned parent, with matrices that three has not updated. */
function cameras() {
  const list = [
    new PerspectiveCamera(50, 4 / 3, 0.1, 100),
    new OrthographicCamera(-4, 4, 3, -3, 0.5, 60),
  ];
  return list.map((camera) => {
    const head = new Group();
    head.position.set(1, 2, 9);
    head.rotation.set(-0.2, 0.3, 0.1);
    camera.position.set(0.5, 0, 0);
    camera.rotation.y = 0.2;
    camera.zoom = 1.5;
    camera.updateProjectionMatrix();
    head.add(camera);
    return { head, camera };
  });
}

test('the ray of a pointer event equals the ray of a Raycaster', () => {
  for (const { head, camera } of cameras())
    for (const [clientX, clientY] of [
      [20, 10],
      [340, 250],
      [123, 456],
    ]) {
      const { origin, direction } = rayOf({ clientX, clientY, target: canvas }, camera);
      assert.deepEqual(camera.matrixWorld.elements, new Matrix4().elements, 'nothing is updated');
      const caster = new Raycaster();
      head.updateMatrixWorld(true);
      const at = new Vector2(((clientX - 20) / 640) * 2 - 1, 1 - ((clientY - 10) / 480) * 2);
      caster.setFromCamera(at, camera);
      near(origin, caster.ray.origin.toArray());
      near(direction, caster.ray.direction.toArray());
      camera.matrixWorld.identity();
    }
});

test('rayOf refuses what is no event, camera or element', () => {
  const camera = new PerspectiveCamera();
  const event = { clientX: 1, clientY: 2, target: canvas };
  const refuses = (call, message) => assert.throws(call, { name: 'TypeError', message });
  refuses(() => rayOf(null, camera), /event must be an event with clientX and clientY, got null/);
  refuses(() => rayOf({ clientX: 1 }, camera), /event must be/);
  refuses(() => rayOf(event, new Group()), /camera must be a Camera/);
  refuses(() => rayOf({ ...event, target: null }, camera), /must be an element; pass the canvas/);
  const empty = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 0, height: 480 }) };
  assert.throws(() => rayOf(event, camera, empty), {
    name: 'RangeError',
    message: 'rayOf: the element must have a finite size > 0, got 0 × 480',
  });
  const box = canvas.getBoundingClientRect();
  for (const x of [NaN, Infinity, -Infinity]) {
    const wrong = (call) => assert.throws(call, { name: 'RangeError', message: /finite/ });
    wrong(() => rayOf({ ...event, clientX: x }, camera));
    wrong(() => rayOf({ ...event, clientY: x }, camera));
    for (const side of ['left', 'top', 'width', 'height'])
      wrong(() => rayOf(event, camera, { getBoundingClientRect: () => ({ ...box, [side]: x }) }));
  }
  assert.ok(rayOf({ ...event, target: null }, camera, canvas));
});

test('pick returns the first object, as a Raycaster does', () => {
  const world = new World();
  const tracker = new ObjectTracker(world);
  const material = new MeshBasicMaterial();
  const crates = [-4, 0, 3].map((z, i) => {
    const mesh = new Mesh(new BoxGeometry(2, 2, 2), material);
    mesh.position.set(0.1 * i, 0, z);
    mesh.scale.setScalar(0.5 + 0.3 * i);
    tracker.add(mesh);
    return mesh;
  });
  const ray = new Ray(new Vector3(0, 0.1, 20), new Vector3(0, 0, -1));
  const hit = tracker.pick(ray);
  const [wanted] = new Raycaster(ray.origin, ray.direction).intersectObjects(
    crates.map((crate) => {
      crate.updateMatrixWorld();
      return crate;
    }),
  );
  assert.equal(hit.object, wanted.object);
  assert.equal(hit.object, crates[2]);
  assert.ok(Math.abs(hit.time - wanted.distance) < 1e-6);
  near(hit.normal, [0, 0, 1]);
  hit.point.forEach((x, i) => assert.ok(Math.abs(x - wanted.point.toArray()[i]) < 1e-6));
  assert.equal(hit.instanceId, undefined);
  crates[2].position.x = 50;
  tracker.update();
  assert.equal(tracker.pick(ray).object, crates[1]);
  assert.equal(tracker.pick(ray, { exclude: hit.body, maxTime: 5 }), null);
  const body = world.add(new Sphere({ radius: 1 }), { position: [0, 0, 10] });
  const { object, body: found } = tracker.pick(ray);
  assert.deepEqual([object, found], [undefined, body]);
  assert.throws(() => tracker.pick({ origin: [0, 0, 0], direction: [0, 0, 0] }), RangeError);
});

test('pick returns the instance of an InstancedMesh', () => {
  const tracker = new ObjectTracker(new World());
  const mesh = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 3);
  for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, new Matrix4().setPosition(0, 0, -5 * i));
  tracker.add(mesh);
  const hit = tracker.pick({ origin: [0, 0, -30], direction: [0, 0, 1] });
  assert.deepEqual([hit.object, hit.instanceId], [mesh, 2]);
});

workerTest('pick refuses a ParallelWorld', () => {
  const world = new ParallelWorld({ workers: 1 });
  const tracker = new ObjectTracker(world);
  tracker.add(new Mesh(new BoxGeometry()));
  const ray = { origin: [0, 0, 9], direction: [0, 0, -1] };
  // the rejection of a wrong ray must not stay unhandled
  for (const given of [ray, null])
    assert.throws(() => tracker.pick(given), { message: /pick needs a World/ });
  world.dispose();
});
