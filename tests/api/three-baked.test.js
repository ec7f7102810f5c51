/*
 * growth-distance/three: shapeAndPoseOf() turns an object into a shape, which includes its scale,
 * and a pose.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  Object3D,
  PlaneGeometry,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { Box, ConvexHull, GeometryError, Sphere, World, distance } from '../../js/index.js';
import { ObjectTracker, hullOf, poseOf, shapeAndPoseOf } from '../../js/three.js';
import { random } from '../lib/random.js';

const near = (got, wanted, tolerance, what = '') =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${what} ${got}, not ${wanted}`);

const meshOf = (geometry, ...scale) => {
  const mesh = new Mesh(geometry);
  if (scale.length > 0) mesh.scale.set(...scale);
  return mesh;
};

test('a geometry of three.js becomes the exact shape of its parameters, or else its hull', () => {
  const half = { thetaStart: 0, thetaLength: Math.PI };
  const cases = [
    [new BoxGeometry(2, 4, 6), [], { type: 'box', halfExtents: [1, 2, 3] }],
    [new BoxGeometry(2, 4, 6, 3, 2, 1), [2, 0.5, 1], { type: 'box', halfExtents: [2, 1, 3] }],
    [new SphereGeometry(2), [], { type: 'sphere', radius: 2 }],
    [new SphereGeometry(2, 16, 8), [3, 3, 3], { type: 'sphere', radius: 6 }],
    [new SphereGeometry(2), [1, 2, 3], { type: 'ellipsoid', radii: [2, 4, 6] }],
    [new CylinderGeometry(1, 1, 3), [], { type: 'cylinder', halfHeight: 1.5, radius: 1 }],
    [new CylinderGeometry(1, 1, 3), [2, 3, 2], { type: 'cylinder', halfHeight: 4.5, radius: 2 }],
    [
      new CylinderGeometry(1, 2, 3, 16, 1, true),
      [2, 1, 2],
      { type: 'frustum', halfHeight: 1.5, bottomRadius: 4, topRadius: 2 },
    ],
    [new CylinderGeometry(0, 2, 3), [], { type: 'cone', halfHeight: 1.5, radius: 2 }],
    [new ConeGeometry(2, 3), [], { type: 'cone', halfHeight: 1.5, radius: 2 }],
    [new CapsuleGeometry(0.5, 2), [2, 2, 2], { type: 'capsule', halfHeight: 2, radius: 1 }],
    // other geometries become their hull
    [new SphereGeometry(1, 16, 8, 0, 5), [], 'hull'],
    [new SphereGeometry(1, 16, 8, 0, 2 * Math.PI, 0, 2), [], 'hull'],
    [new CylinderGeometry(1, 1, 3, 16, 1, false, half.thetaStart, half.thetaLength), [], 'hull'],
    [new CylinderGeometry(1, 1, 3), [2, 1, 1], 'hull'],
    [new CapsuleGeometry(1, 1), [1, 2, 1], 'hull'],
    [new CylinderGeometry(1, 1, 3, 6), [], 'hull'],
    [new ConeGeometry(1, 1, 4), [], 'hull'],
    [new TorusKnotGeometry(1, 0.2, 32, 6), [], 'hull'],
  ];
  for (const [geometry, scale, wanted] of cases) {
    const { shape } = shapeAndPoseOf(meshOf(geometry, ...scale));
    if (wanted === 'hull') assert.equal(shape.type, 'hull', geometry.type);
    else assert.deepEqual(shape.toJSON(), wanted);
    const forced = shapeAndPoseOf(meshOf(geometry, ...scale), { shape: 'hull', margin: 0.5 });
    assert.equal(forced.shape.type, 'hull');
    assert.equal(forced.shape.margin, 0.5);
  }
});

test('a geometry with moved vertices becomes its hull, not the shape of its parameters', () => {
  for (const geometry of [
    new BoxGeometry(1, 1, 1).translate(0, 0.5, 0),
    new CylinderGeometry(1, 1, 2).rotateX(Math.PI / 2), // with the same bounding box
    new ConeGeometry(1, 2).rotateZ(Math.PI),
    new SphereGeometry(1).scale(1, 2, 1),
  ]) {
    const { shape } = shapeAndPoseOf(new Mesh(geometry));
    assert.equal(shape.type, 'hull');
    geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox;
    const box = shape.boundingBox();
    for (const [i, axis] of ['x', 'y', 'z'].entries()) {
      near(box.min[i], min[axis], 1e-15);
      near(box.max[i], max[axis], 1e-15);
    }
  }
});

test('the hull of a mesh includes its children, morph targets and instances', () => {
  const parent = new Mesh(new BoxGeometry(1, 1, 1));
  const child = new Mesh(new BoxGeometry(1, 1, 1));
  child.position.x = 5;
  parent.add(new Group().add(child));
  assert.deepEqual(shapeAndPoseOf(parent).shape.boundingBox().max, [5.5, 0.5, 0.5]);
  parent.children[0].remove(child);
  assert.equal(shapeAndPoseOf(parent).shape.type, 'box');
  const geometry = new BoxGeometry(2, 2, 2);
  const wide = geometry.attributes.position.clone();
  for (let i = 0; i < wide.count; i++) wide.setX(i, 3 * wide.getX(i));
  geometry.morphAttributes.position = [wide];
  const morphed = new Mesh(geometry);
  morphed.morphTargetInfluences[0] = 1;
  assert.deepEqual(shapeAndPoseOf(morphed).shape.boundingBox().max, [3, 1, 1]);
  const boxes = new InstancedMesh(new BoxGeometry(1, 1, 1), undefined, 1);
  boxes.setMatrixAt(0, new Matrix4().makeTranslation(5, 0, 0));
  assert.deepEqual(shapeAndPoseOf(boxes).shape.boundingBox().max, [5.5, 0.5, 0.5]);
});

/** A mesh below parents that scale and rotate it. */
function shearedMesh(next, geometry, factor) {
  const mesh = new Mesh(geometry);
  let at = mesh;
  for (let depth = 0; depth < 3; depth++) {
    at.position.set(next(), next(), next());
    at.rotation.set(6 * next(), 6 * next(), 6 * next());
    at.scale.set(factor(), factor(), factor());
    const above = new Group();
    above.add(at);
    at = above;
  }
  return mesh;
}

test('scale, shear and mirroring become part of the shape, which lies where three.js draws it', () => {
  const next = random(11);
  const factors = [() => 1, () => 0.5 + next(), () => (next() < 0.5 ? -1 : 1) * (0.5 + next())];
  const ball = new Sphere({ radius: 0.1 });
  for (const factor of factors)
    for (const choice of ['auto', 'hull', 'box'])
      for (let k = 0; k < 10; k++) {
        const mesh = shearedMesh(next, new TorusKnotGeometry(1, 0.3, 24, 5), factor);
        const { shape, pose } = shapeAndPoseOf(mesh, { shape: choice });
        near(pose.quaternion.length(), 1, 1e-12);
        mesh.updateWorldMatrix(true, false);
        const { position } = mesh.geometry.attributes;
        const drawn = Array.from({ length: position.count }, (_, i) =>
          new Vector3().fromBufferAttribute(position, i).applyMatrix4(mesh.matrixWorld),
        );
        if (choice === 'box') {
          const back = pose.quaternion.clone().invert();
          for (const point of drawn) {
            const local = point.sub(pose.position).applyQuaternion(back);
            const towards = local.toArray().map((x, i) => x * (1 - 1e-9) + 1e-9 * shape.center[i]);
            assert.ok(shape.contains(towards));
          }
          assert.equal(shape.vertexCount, 8);
          continue;
        }
        const hull = new ConvexHull({ points: drawn });
        near(shape.volume, hull.volume, 1e-9 * hull.volume);
        const far = { position: [5 * next(), 5 * next(), 5 + next()] };
        const mine = distance(shape, pose, ball, far).value;
        near(mine, distance(hull, null, ball, far).value, 1e-7);
      }
});

test('a cone mirrored by its scale stays a cone, turned by its pose', () => {
  const mesh = meshOf(new ConeGeometry(1, 2), 1, -1, 1);
  const { shape, pose } = shapeAndPoseOf(mesh);
  assert.equal(shape.type, 'cone');
  const point = new Sphere({ radius: 0.5 });
  near(distance(shape, pose, point, { position: [0, -3, 0] }).value, 1.5, 1e-12); // the apex
  near(distance(shape, pose, point, { position: [1, 3, 0] }).value, 1.5, 1e-12); // the base
});

test('without a scale the pose equals poseOf(), and no matrix is written', () => {
  const arm = new Group();
  arm.position.set(1, 2, 3);
  arm.rotation.y = 1;
  const mesh = new Mesh(new BoxGeometry());
  mesh.position.x = 2;
  arm.add(mesh);
  for (const { matrix, matrixWorld } of [arm, mesh]) {
    Object.freeze(matrix.elements);
    Object.freeze(matrixWorld.elements);
  }
  assert.deepEqual(shapeAndPoseOf(mesh).pose, poseOf(mesh));
  mesh.scale.setScalar(1 - 2 ** -53);
  assert.deepEqual(shapeAndPoseOf(mesh).shape.toJSON(), {
    type: 'box',
    halfExtents: [0.5, 0.5, 0.5],
  });
});

test('a flat object throws an error that names it and a remedy', () => {
  const plane = Object.assign(new Mesh(new PlaneGeometry()), { name: 'floor' });
  const plate = new Mesh(new BoxGeometry(1, 0, 1));
  const squashed = new Mesh(new BoxGeometry()); // flat up to rounding
  squashed.rotation.z = 0.5;
  new Group().add(squashed).scale.set(1e-17, 1, 1);
  const instances = new InstancedMesh(new PlaneGeometry(), undefined, 2);
  instances.name = 'tiles';
  for (let i = 0; i < 2; i++) instances.setMatrixAt(i, new Matrix4());
  const refused = (name, label, make) =>
    assert.throws(make, (error) => {
      assert.ok(error instanceof GeometryError);
      const { code, field, message } = error;
      assert.deepEqual([code, field], ['flat', 'points'], message);
      assert.match(message, new RegExp(`^${name}: ${label} is flat: its points span no volume; `));
      assert.match(
        message,
        /give it thickness \(a margin does not help\) or pass a shape of your own$/,
      );
      return true;
    });
  const world = new World();
  for (const options of [{}, { margin: 0.1 }, { shape: 'box' }, { shape: 'hull' }]) {
    for (const [object, label] of [
      [plane, '"floor"'],
      [plate, 'the Mesh'],
      [squashed, 'the Mesh'],
    ]) {
      refused('shapeAndPoseOf', label, () => shapeAndPoseOf(object, options));
      refused('ObjectTracker.add', label, () => new ObjectTracker(world).add(object, options));
    }
    const tracker = new ObjectTracker(world);
    refused('ObjectTracker.add', '"tiles"', () => tracker.add(instances, options));
  }
  assert.equal(world.size, 0);
  refused('hullOf', '"floor"', () => hullOf(plane, { margin: 0.1 }));
  refused('hullOf', 'the geometry', () => hullOf(new PlaneGeometry()));
  const triangle = new BufferGeometry().setFromPoints([
    new Vector3(),
    new Vector3(1, 0, 0),
    new Vector3(0, 1, 0),
  ]);
  assert.throws(() => shapeAndPoseOf(new Mesh(triangle)), {
    code: 'too-few-points',
    message: /^shapeAndPoseOf: the Mesh is flat: /,
  });
  // the remedy
  const tracker = new ObjectTracker(world);
  tracker.add(plane, { shape: new Box({ halfExtents: [1, 1, 0.01] }) });
  assert.equal(world.size, 1);
});

test('shapeAndPoseOf() names the wrong argument', () => {
  const mesh = new Mesh(new BoxGeometry());
  const refused = (object, options, name, message) =>
    assert.throws(() => shapeAndPoseOf(object, options), { name, message });
  refused({}, {}, 'TypeError', /shapeAndPoseOf: object must be an Object3D/);
  refused(mesh, null, 'TypeError', /options must be an object/);
  refused(mesh, { shape: 'sphere' }, 'TypeError', /'auto', 'hull' or 'box', got "sphere"/);
  refused(mesh, { shapes: 'box' }, 'TypeError', /no option "shapes".*did you mean shape\?/);
  refused(mesh, { margin: -1 }, 'GeometryError', /Box\.margin must be/);
  refused(new Object3D(), {}, 'GeometryError', /shapeAndPoseOf: the Object3D has no vertices/);
  mesh.name = 'crate';
  mesh.scale.y = 0;
  refused(mesh, {}, 'RangeError', /matrix of "crate" must be finite and must not scale by 0/);
  mesh.scale.y = NaN;
  refused(mesh, {}, 'RangeError', /shapeAndPoseOf\.scale must be finite, got \[1, NaN, 1\]/);
});
