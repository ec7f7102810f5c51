/* Poses: every accepted form in 3D and 2D, and a typed error for every wrong one. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { Euler, Matrix4, Object3D, Quaternion, Vector3 } from 'three';

import { Box, Rectangle, Sphere, growthDistance } from '../../js/index.js';

const ball = new Sphere({ radius: 1 });
const box = new Box({ halfExtents: [1, 2, 3] });

const q = new Quaternion(0.1, -0.2, 0.3, 0.9).normalize();
const p = new Vector3(4, 5, 6);
const reference = { position: p.toArray(), quaternion: q.toArray() };
const expected = growthDistance(ball, null, box, reference);

const object = new Object3D();
object.position.copy(p);
object.quaternion.copy(q);
object.updateMatrix();

const FORMS = {
  arrays: reference,
  'typed arrays': {
    position: Float64Array.from(p.toArray()),
    quaternion: Float64Array.from(q.toArray()),
  },
  'named components': {
    position: { x: 4, y: 5, z: 6 },
    quaternion: { x: q.x, y: q.y, z: q.z, w: q.w },
  },
  'a three.js object': object,
  'a Rapier body': { translation: () => p, rotation: () => q },
  'a three.js matrix': object.matrix,
  '16 numbers': object.matrix.toArray(),
  '16 single-precision numbers': Float32Array.from(object.matrix.toArray()),
  '7 numbers': [...p.toArray(), ...q.toArray()],
  'a pose with a scale of 1': { ...reference, scale: [1, 1, 1] },
  '7 typed numbers': Float64Array.of(...p.toArray(), ...q.toArray()),
  'a quaternion of length 3': { position: p, quaternion: q.toArray().map((x) => 3 * x) },
};

for (const [name, pose] of Object.entries(FORMS)) {
  test(`a pose may be ${name}`, () => {
    const r = growthDistance(ball, null, box, pose);
    assert.ok(Math.abs(r.value - expected.value) <= 2e-7 * expected.value, `${r.value}`);
  });
}

test('a rotation matrix and its quaternion give the same result', () => {
  for (const axis of [
    new Vector3(1, 0, 0),
    new Vector3(0, 1, 0),
    new Vector3(0, 0, 1),
    p.clone().normalize(),
  ]) {
    for (let degrees = 0; degrees <= 360; degrees += 15) {
      const turn = new Quaternion().setFromAxisAngle(axis, (degrees * Math.PI) / 180);
      const matrix = new Matrix4().compose(p, turn, new Vector3(1, 1, 1));
      const byMatrix = growthDistance(ball, null, box, matrix);
      const byQuaternion = growthDistance(ball, null, box, { position: p, quaternion: turn });
      assert.ok(Math.abs(byMatrix.value - byQuaternion.value) <= 1e-7);
    }
  }
});

test('a missing or empty pose is the identity', () => {
  for (const pose of [undefined, null, {}, { position: [0, 0, 0] }, [0, 0, 0, 0, 0, 0, 1]]) {
    const { value } = growthDistance(ball, pose, box, [2, 0, 0, 0, 0, 0, 1]);
    assert.ok(Math.abs(value - 1) <= 2 ** -26, `${value}`);
  }
});

test('a 2D pose has a position and an angle in every form', () => {
  const bar = new Rectangle({ halfExtents: [2, 1] });
  const forms = [
    Float64Array.of(0, 4, Math.PI / 2),
    { position: [0, 4], angle: Math.PI / 2 },
    { position: { x: 0, y: 4 }, angle: Math.PI / 2 },
    [0, 4, Math.PI / 2],
    { translation: () => ({ x: 0, y: 4 }), rotation: () => Math.PI / 2 },
  ];
  for (const pose of forms) {
    const r = growthDistance(bar, null, bar, pose);
    assert.ok(Math.abs(r.value - 4 / 3) < 1e-7);
    assert.equal(r.normal.length, 2);
    assert.equal(r.contact.length, 2);
  }
});

const scaled = new Object3D();
scaled.scale.set(2, 2, 2);

const WRONG = [
  [{ position: [NaN, 0, 0] }, RangeError, /poseB\.position\.x must be a finite number .* got NaN/],
  [{ position: [0, Infinity, 0] }, RangeError, /poseB\.position\.y .* got Infinity/],
  [{ position: [0, 0] }, TypeError, /poseB\.position must have 3 numbers, got \[0, 0\]/],
  [{ position: ['1', 0, 0] }, TypeError, /poseB\.position\.x must be a number, got "1"/],
  [{ position: 3 }, TypeError, /poseB\.position must be 3 numbers/],
  [{ quaternion: [0, 0, 0, 0] }, RangeError, /poseB\.quaternion must not be zero/],
  [{ quaternion: [0, 0, NaN, 1] }, RangeError, /poseB\.quaternion must be finite/],
  [{ quaternion: [1e308, 1e308, 1e308, 1e308] }, RangeError, /poseB\.quaternion .* finite length/],
  [{ quaternion: [0, 0, 1] }, TypeError, /poseB\.quaternion must have 4 numbers/],
  [{ quaternion: { x: 0, y: 0, z: 0 } }, TypeError, /poseB\.quaternion must be 4 numbers/],
  [
    { position: [0, 0, 0], rotation: [0, 1, 0] },
    TypeError,
    /poseB must not have the key rotation: .* as a quaternion/,
  ],
  [
    { position: [0, 0, 0], angle: 1 },
    TypeError,
    /poseB must not have the key angle: .* as a quaternion/,
  ],
  [
    { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
    TypeError,
    /poseB must not have the key orientation: .*setFromEuler/,
  ],
  [
    { position: [0, 0, 0], euler: [0, 1, 0] },
    TypeError,
    /poseB must not have the key euler: .*setFromEuler/,
  ],
  [
    { rotation: new Euler(0, 1, 0) },
    TypeError,
    /poseB must not have the key rotation: .*setFromEuler/,
  ],
  [{ euler: { x: 0, y: 1, z: 0 } }, TypeError, /poseB must not have the key euler: .*setFromEuler/],
  [[1, 2, 3], TypeError, /poseB must be a 3D pose .*, got 3 numbers/],
  ['here', TypeError, /poseB must be .* got "here"/],
  [5, TypeError, /poseB must be/],
  [{ p: [0, 0, 0], q: [0, 0, 0, 1] }, TypeError, /poseB must be/],
  [new Matrix4().makeScale(1, 2, 1), RangeError, /scales.*Transformed/],
  [new Matrix4().makeScale(1, 1, -1), RangeError, /mirrors.*Transformed/],
  [new Matrix4().makeShear(0.5, 0, 0, 0, 0, 0), RangeError, /Transformed/],
  [new Matrix4().makePerspective(-1, 1, 1, -1, 1, 9), RangeError, /last row/],
  [new Array(16).fill(NaN), RangeError, /poseB\[3\]|poseB\[0\]/],
  [new Array(16).fill('1'), TypeError, /poseB\[\d+\] must be a number, got "1"/],
  [{ position: [0, 0, 0], quaternion: 5 }, TypeError, /poseB\.quaternion must be 4 numbers/],
  [{ position: [0, 0, 0], quaternion: ['0', 0, 0, 1] }, TypeError, /poseB\.quaternion .*"0"/],
  [{ ...reference, scale: [1, 2, 1] }, RangeError, /poseB\.scale must be 1, got \[1, 2, 1\]/],
  [
    { ...reference, scale: 2 },
    RangeError,
    /poseB\.scale must be 1, got 2: .*Transformed.*shapeAndPoseOf/,
  ],
  [{ ...reference, scale: '1' }, TypeError, /poseB\.scale must be a number, 3 numbers/],
  [
    scaled,
    RangeError,
    /poseB: the world matrix .* scales by \[2, 2, 2\].*Transformed.*shapeAndPoseOf/,
  ],
];
for (const [pose, type, message] of WRONG) {
  test(`a wrong pose throws: ${message.source}`, () => {
    assert.throws(
      () => growthDistance(ball, null, box, pose),
      (error) => {
        assert.ok(error instanceof type, `${error.name}: ${error.message}`);
        assert.match(error.message, message);
        return true;
      },
    );
    assert.equal(growthDistance(ball, null, ball, { position: [3, 0, 0] }).value, 1.5);
  });
}

test('a scale other than 1 throws an error in every form of pose', () => {
  const bar = new Rectangle({ halfExtents: [2, 1] });
  const cube = new Box({ halfExtents: [1, 1, 1] });
  const placed = { position: [5, 0], angle: 0 };
  const body = { translation: () => [5, 0, 0], rotation: () => [0, 0, 0, 1] };
  const flat = { translation: () => ({ x: 5, y: 0 }), rotation: () => 0 };
  for (const scale of [[2, 2], [1, 2], { x: 2, y: 2 }]) {
    for (const pose of [placed, flat, { angle: 0 }])
      assert.throws(() => growthDistance(bar, null, bar, { ...pose, scale }), {
        name: 'RangeError',
        message: /poseB\.scale must be 1, got \[.*\]: /,
      });
    assert.throws(() => growthDistance(cube, null, cube, { ...body, scale }), /poseB\.scale/);
  }
  for (const scale of [[1, 1], { x: 1, y: 1 }, 1])
    assert.equal(growthDistance(bar, null, bar, { ...placed, scale }).value, 1.25);
  const whole = { ...body, scale: { x: 1, y: 1, z: 1 } };
  assert.equal(growthDistance(cube, null, cube, whole).value, 2.5);
  // a sprite also has `angle`, in degrees, beside its rotation in radians
  assert.equal(growthDistance(bar, null, bar, { ...placed, rotation: 0 }).value, 1.25);
  assert.throws(() => growthDistance(bar, null, bar, { ...placed, angle: 90, rotation: 1.5 }), {
    name: 'TypeError',
    message:
      /differs from its angle, got angle 90 and rotation 1\.5: pass \{ position, angle \} in radians/,
  });
});

test('a scale within 1e-6 of 1 is accepted as rounding in every form of pose', () => {
  const matrixOf = (s) => new Matrix4().compose(p, q, new Vector3(s, s, s));
  const objectOf = (s) => {
    const one = new Object3D();
    one.position.copy(p);
    one.quaternion.copy(q);
    one.scale.setScalar(s);
    return one;
  };
  const forms = {
    list: (s) => ({ ...reference, scale: [s, s, s] }),
    names: (s) => ({ ...reference, scale: { x: s, y: s, z: s } }),
    number: (s) => ({ ...reference, scale: s }),
    'Rapier body': (s) => ({ translation: () => p, rotation: () => q, scale: [s, s, s] }),
    matrix: matrixOf,
    '16 numbers': (s) => matrixOf(s).toArray(),
    object: objectOf,
    child: (s) => {
      const parent = new Object3D();
      parent.scale.setScalar(s);
      parent.add(objectOf(1));
      return parent.children[0];
    },
  };
  for (const [name, form] of Object.entries(forms)) {
    for (const s of [1 - 2 ** -53, 1 + 1e-6, 1 - 1e-6]) {
      const { value } = growthDistance(ball, null, box, form(s));
      assert.ok(Math.abs(value - expected.value) <= 2e-6 * expected.value, `${name}: ${value}`);
    }
    for (const s of [1 + 2e-6, 1 - 2e-6, 1.001])
      assert.throws(
        () => growthDistance(ball, null, box, form(s)),
        { name: 'RangeError', message: /scale.*Transformed.*shapeAndPoseOf/ },
        `${name} of ${s}`,
      );
  }
  const bar = new Rectangle({ halfExtents: [2, 1] });
  for (const scale of [1 + 1e-6, [1, 1 - 1e-6], { x: 1 - 2 ** -53, y: 1 }])
    assert.equal(growthDistance(bar, null, bar, { position: [5, 0], angle: 0, scale }).value, 1.25);
  for (const scale of [1 + 2e-6, [1, 1 - 2e-6]])
    assert.throws(
      () => growthDistance(bar, null, bar, { position: [5, 0], angle: 0, scale }),
      /poseB\.scale must be 1, got .*Transformed/,
    );
});

test('a rotation under another key throws an error that names the key, unless a quaternion is there', () => {
  const bar = new Rectangle({ halfExtents: [2, 1] });
  for (const key of ['rotation', 'orientation', 'euler', 'quaternion'])
    for (const pose of [{ position: [5, 0], [key]: 1 }, { [key]: 1 }])
      assert.throws(() => growthDistance(bar, null, bar, pose), {
        name: 'TypeError',
        message: new RegExp(`poseB must not have the key ${key}: .*angle in radians`),
      });
  const both = { ...reference, rotation: new Euler(1, 2, 3) };
  assert.equal(growthDistance(ball, null, box, both).value, expected.value);
});

test('a 2D shape refuses 3D and invalid poses', () => {
  const bar = new Rectangle({ halfExtents: [2, 1] });
  assert.throws(() => growthDistance(bar, null, bar, new Object3D()), {
    name: 'TypeError',
    message:
      'poseB must be a 2D pose such as { position, angle }, got an Object3D, which is a 3D pose',
  });
  for (const pose of [
    reference,
    [0, 0, 0, 0, 0, 0, 1],
    { position: [1, 2, 3] },
    { angle: NaN },
    { angle: '1' },
    { position: { x: '0', y: 0 }, angle: 1 },
    { position: 5, angle: 1 },
    { position: [0, 0], rotation: 1 },
    [1, 2],
    Float64Array.of(1, 2, NaN),
    'here',
    { p: 1 },
  ])
    assert.throws(() => growthDistance(bar, null, bar, pose), /poseB/);
});
