/* growth-distance/three: an object as a shape with its scale, and a pose. */
import test from 'node:test';
import assert from 'node:assert/strict';
import {
  BoxGeometry,
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
import { ConvexHull, Sphere, distance } from '../../js/index.js';
import { poseOf, shapeAndPoseOf } from '../../js/three.js';
import { random } from '../lib/random.js';

const near = (got, wanted, tolerance, what = '') =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${what} ${got}, not ${wanted}`);

const meshOf = (geometry, ...scale) => {
  const mesh = new Mesh(geometry);
  if (scale.length > 0) mesh.scale.set(...scale);
  return mesh;
};

test('geometries of three become the exact shape of their parameters', () => {
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
    // otherwise the hull
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

test('a geometry whose vertices were moved is not the shape of its parameters', () => {
  for (const geometry of [
    new BoxGeometry(1, 1, 1).translate(0, 0.5, 0),
    new CylinderGeometry(1, 1, 2).rotateX(Math.PI / 2), // in the same box
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

test('what is drawn below a mesh, or deforms it, is in its hull', () => {
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

/** A mesh below parents that scale and turn. */
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

test('scale, shear and mirroring are in the shape: it is where three draws it', () => {
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

test('a cone turned over by its scale is the same cone, turned by its pose', () => {
  const mesh = meshOf(new ConeGeometry(1, 2), 1, -1, 1);
  const { shape, pose } = shapeAndPoseOf(mesh);
  assert.equal(shape.type, 'cone');
  const point = new Sphere({ radius: 0.5 });
  near(distance(shape, pose, point, { position: [0, -3, 0] }).value, 1.5, 1e-12); // the apex
  near(distance(shape, pose, point, { position: [1, 3, 0] }).value, 1.5, 1e-12); // the base
});

test('the pose is that of poseOf where there is no scale, and nothing is written', () => {
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

test('shapeAndPoseOf names what is wrong', () => {
  const mesh = new Mesh(new BoxGeometry());
  const refused = (object, options, name, message) =>
    assert.throws(() => shapeAndPoseOf(object, options), { name, message });
  refused({}, {}, 'TypeError', /shapeAndPoseOf: object must be an Object3D/);
  refused(mesh, null, 'TypeError', /options must be an object/);
  refused(mesh, { shape: 'sphere' }, 'TypeError', /'auto', 'hull' or 'box', got "sphere"/);
  refused(mesh, { shapes: 'box' }, 'TypeError', /no option "shapes".*did you mean shape\?/);
  refused(mesh, { margin: -1 }, 'GeometryError', /Box\.margin must be/);
  refused(new Object3D(), {}, 'GeometryError', /shapeAndPoseOf: the object has no vertices/);
  refused(new Mesh(new PlaneGeometry()), {}, 'GeometryError', /flat/);
  mesh.name = 'crate';
  mesh.scale.y = 0;
  refused(mesh, {}, 'RangeError', /matrix of "crate" must be finite, and none of its scales 0/);
  mesh.scale.y = NaN;
  refused(mesh, {}, 'RangeError', /shapeAndPoseOf\.scale must be finite, got \[1, NaN, 1\]/);
});
