/*
 * Casts, rays and times of impact: certified cases, certificates of random pairs from the
 * definitions, forms of the arguments, warm pairs.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import {
  Circle,
  Box,
  Pair,
  Rectangle,
  Shape,
  Sphere,
  castRay,
  castShape,
  staysApart,
  timeOfImpact,
} from '../../js/index.js';
import { poseFrom, readCases } from '../lib/cases.js';
import { aimed, checkMotion, movingPair, rateOf } from '../lib/motion-checks.js';
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';
import { add, dot, length, scaled, sub } from '../lib/vectors.js';

const ULP = 2 ** -52;

/** Runs a check on every case and reports all failures together, one line each. A hit may have bounds that are
 * wider than check says, if its status is not optimal; at most `wide` hits do. */
function everyCase(cases, wide, check) {
  assert.ok(cases.length > 20, `there are ${cases.length} cases`);
  const failures = [];
  const open = [];
  for (const c of cases) {
    const { r, width, complaint } = check(c);
    if (complaint) failures.push(`${c.id}: ${complaint}`);
    if (r.hit && r.upper - r.lower > width)
      (r.status === 'optimal' ? failures : open).push(`${c.id}: wide, ${r.status}`);
  }
  assert.deepEqual(failures, [], `${failures.length} of ${cases.length} cases failed`);
  assert.ok(open.length <= wide, `wide bounds: ${open.join(', ')}`);
}

/** @returns {string | null} what is wrong with a result, given the truth and its slack */
function complaintOf(r, c, slack, width) {
  if (r.hit !== (c.class !== 'miss')) return `hit ${r.hit} of a ${c.class}`;
  if (!r.hit) return r.status === 'optimal' && r.time === Infinity ? null : `${r.status} ${r.time}`;
  if (c.class === 'overlapping') return r.status === 'overlapping' ? null : `status ${r.status}`;
  if (r.status === 'overlapping') return `status overlapping of a ${c.class}`;
  if (!(r.lower <= c.time + slack)) return `late: ${r.lower} > ${c.time}`;
  // the upper end of a grazing contact proves nothing, and the gap changes slowly there
  if (r.status === 'grazing')
    return r.time >= c.time - 1e-6 ? null : `early: ${r.time} < ${c.time}`;
  if (!(r.upper >= c.time - slack)) return `upper ${r.upper} < ${c.time}`;
  if (!(r.time >= c.time - width - slack)) return `early: ${r.time} < ${c.time}`;
  return null;
}

/** The options of a case. */
const optionsOf = ({ minTime, maxTime, target }) => ({
  ...(minTime === undefined ? {} : { minTime: Number(minTime) }),
  ...(maxTime === undefined ? {} : { maxTime: Number(maxTime) }),
  ...(target === undefined ? {} : { target }),
});

test('casts and rays of casts.json have the certified time, never later', () => {
  everyCase(readCases('casts'), 1, (c) => {
    const a = Shape.from(c.a);
    const slack = c.certGap + (32 * ULP * (c.scale ?? 1) * (c.cond ?? 1)) / (c.speed || 1);
    const width = (2 ** -26 * c.size) / (c.speed || 1);
    const options = optionsOf(c);
    const poseA = poseFrom(c.poseA);
    const r = c.origin
      ? castRay(a, poseA, { origin: c.origin, direction: c.direction }, options)
      : castShape(a, poseA, Shape.from(c.b), poseFrom(c.poseB), c.displacement, options);
    return { r, width, complaint: complaintOf(r, c, slack, width) };
  });
});

/** A motion of the data in the form that the package takes. */
const motionFrom = (m) =>
  m.from
    ? { from: poseFrom(m.from), to: poseFrom(m.to) }
    : m.pose
      ? { ...m, pose: poseFrom(m.pose) }
      : poseFrom(m);

test('times of impact of motion.json are the certified ones, never later', () => {
  everyCase(readCases('motion'), 2, (c) => {
    const [a, b] = [Shape.from(c.a), Shape.from(c.b)];
    const [motionA, motionB] = [motionFrom(c.motionA), motionFrom(c.motionB)];
    const { maxTime = 1 } = c;
    const options = optionsOf(c);
    const r = timeOfImpact(a, motionA, b, motionB, options);
    const slack = c.certGap + 1e-12 * maxTime;
    const free = staysApart(a, motionA, b, motionB, options);
    const complaint =
      (free && c.class !== 'miss') || (!free && !r.hit)
        ? `staysApart ${free} of a ${c.class}`
        : complaintOf(r, c, slack, 4e-9 * maxTime);
    return { r, width: 1e-9 * maxTime, complaint };
  });
});

const REST = { 3: [0, 0, 0], 2: 0 };

/** Random pairs in 3D and 2D that B leaves or approaches. */
function* pairsOf(n, seed, count) {
  const d = draw(random(seed));
  for (let k = 0; k < count; k++) {
    const kinds = k % 7 === 6 ? COMPOSED : kindsOf(n);
    const records = [0, 1].map(() => randomRecord(d, d.pick(kinds), 0.3, n));
    const poses = [randomPose(d, n, 1), randomPose(d, n, d.size(1, 15))];
    yield { d, k, records, poses };
  }
}

const EXTENT = { tolerance: 1e-6 };

for (const n of [3, 2])
  test(`random casts in ${n}D have certified bounds`, () => {
    const seen = new Set();
    for (const { d, k, records, poses } of pairsOf(n, 4010 + n, 60)) {
      const rest = { linear: Array(n).fill(0), angular: REST[n] };
      const still = movingPair(records, poses, [rest, rest]);
      const displacement = aimed(d, still, 2);
      const pair = movingPair(records, poses, [rest, { linear: displacement, angular: REST[n] }]);
      const target = k % 3 === 0 ? d.between(0, 1) : 0;
      const [minTime, maxTime] = k % 4 === 0 ? [-1, 3] : [0, 1];
      const asked = { minTime, maxTime, target, ...EXTENT };
      asked.width = (2 ** -25 * pair.start.size * 2) / rateOf(pair);
      const [a, b] = pair.shapes;
      const options = { minTime, maxTime, target };
      const r = castShape(a, poses[0], b, poses[1], displacement, options);
      try {
        checkMotion(r, pair, asked);
      } catch (error) {
        error.message += `\n${JSON.stringify({ records, poses, displacement, asked, r })}`;
        throw error;
      }
      seen.add(r.status === 'overlapping' ? r.status : r.hit);
    }
    assert.deepEqual([...seen].sort(), [false, 'overlapping', true].sort());
  });

for (const n of [3, 2])
  test(`random times of impact in ${n}D have certified bounds`, () => {
    const seen = new Set();
    for (const { d, records, poses } of pairsOf(n, 4020 + n, 50)) {
      const rest = { linear: Array(n).fill(0), angular: REST[n] };
      const still = movingPair(records, poses, [rest, rest]);
      const spin = () => (n === 2 ? d.between(-3, 3) : scaled(d.between(0, 3), d.direction(3)));
      const velocities = [
        { linear: scaled(d.between(0, 1), d.direction(n)), angular: spin() },
        { linear: aimed(d, still, 2), angular: spin() },
      ];
      const pair = movingPair(records, poses, velocities);
      const motions = velocities.map(({ linear, angular }, i) => ({
        pose: poses[i],
        velocity: linear,
        angularVelocity: angular,
      }));
      const [a, b] = pair.shapes;
      const r = timeOfImpact(a, motions[0], b, motions[1]);
      const asked = { minTime: 0, maxTime: 1, target: 0, width: 1.001e-9, ...EXTENT };
      try {
        checkMotion(r, pair, asked);
        const apart = staysApart(a, motions[0], b, motions[1]);
        assert.equal(apart, !r.hit, 'staysApart');
      } catch (error) {
        error.message += `\n${JSON.stringify({ records, poses, velocities, r })}`;
        throw error;
      }
      seen.add(r.status === 'overlapping' ? r.status : r.hit);
    }
    assert.deepEqual([...seen].sort(), [false, 'overlapping', true].sort());
  });

const ball = new Sphere({ radius: 1 });
const box = new Box({ halfExtents: [1, 1, 1] });

test('a cast without a displacement is overlapping or a miss, whatever the interval', () => {
  for (const options of [
    {},
    { minTime: 3, maxTime: 3 },
    { minTime: -Infinity, maxTime: Infinity },
  ]) {
    const near = castShape(ball, null, ball, { position: [2, 0, 0] }, [0, 0, 0], options);
    const { minTime = 0, maxTime = 1 } = options;
    assert.deepEqual([near.hit, near.status, near.time], [true, 'overlapping', minTime]);
    const far = castShape(ball, null, ball, { position: [3, 0, 0] }, [0, 0, 0], options);
    assert.deepEqual([far.hit, far.status, far.lower], [false, 'optimal', maxTime]);
    assert.deepEqual(far.normal, [1, 0, 0]);
  }
});

/** A ball's place at its first contact with a cuboid, on a face, an edge or a corner. */
function touching(d, radius, half, feature) {
  const outward = [0, 1, 2].map((axis) => (axis <= feature ? d.between(0.05, 1) : 0));
  const normal = scaled(1 / length(outward), outward);
  const point = [0, 1, 2].map((axis) => (axis <= feature ? half : half * d.between(-1, 1)));
  return { normal, place: add(point, scaled(radius, normal)) };
}

// Rapier 0.21 errs by up to 2.5, 23 and 297 mm here, if lengths are metres: see dimforge/parry#429.
test('a small ball meets large cuboids at the exact time', () => {
  const d = draw(random(429));
  const radius = 0.5166;
  const small = new Sphere({ radius });
  for (const half of [5, 50, 500]) {
    const cuboid = new Box({ halfExtents: [half, half, half] });
    for (let i = 0; i < 300; i++) {
      const { normal, place } = touching(d, radius, half, i % 3);
      let way = d.direction(3);
      while (dot(way, normal) > -0.3) way = d.direction(3);
      const displacement = scaled(half * d.between(0.2, 6), way);
      const pose = { position: sub(place, scaled(0.5, displacement)) };
      // with the default tolerance, an edge is met within the bounds only
      const options = i % 3 === 1 ? { tolerance: 1e-14 } : {};
      const { hit, time } = castShape(cuboid, null, small, pose, displacement, options);
      assert.ok(hit);
      const error = Math.abs(time - 0.5) * length(displacement);
      assert.ok(error <= 1e-12 * half, `${error} on a cuboid of ${half}`);
    }
  }
});

test('a target moves the contact away by its length', () => {
  for (const target of [0, 0.25, 1]) {
    const r = castShape(box, null, ball, { position: [6, 0, 0] }, [-8, 0, 0], { target });
    assert.ok(r.lower <= (4 - target) / 8 && r.upper >= (4 - target) / 8 - 1e-15);
    assert.ok(Math.abs(r.time - (4 - target) / 8) < 1e-7);
    const ray = { origin: [6, 0, 0], direction: [-2, 0, 0] };
    assert.ok(Math.abs(castRay(box, null, ray, { target }).time - (5 - target) / 2) < 1e-7);
  }
});

test('rays: the direction gives the unit of time, rays from inside overlap', () => {
  const from = (origin, direction, options) => castRay(ball, null, { origin, direction }, options);
  assert.ok(Math.abs(from([5, 0, 0], [-2, 0, 0]).time - 2) < 1e-7);
  assert.equal(from([5, 0, 0], [2, 0, 0]).hit, false);
  const behind = from([5, 0, 0], [2, 0, 0], { minTime: -Infinity });
  assert.ok(Math.abs(behind.time + 3) < 1e-7);
  assert.equal(from([5, 0, 0], [-1, 0, 0], { maxTime: 3.9 }).hit, false);
  const inside = from([0.2, 0, 0], [1, 0, 0]);
  assert.deepEqual([inside.hit, inside.time, inside.status], [true, 0, 'overlapping']);
  const { point, normal } = from([3, 0.6, 0], [-1, 0, 0]);
  for (const [i, x] of [0.8, 0.6, 0].entries()) {
    assert.ok(Math.abs(point[i] - x) < 1e-7);
    assert.ok(Math.abs(normal[i] - x) < 1e-7);
  }
  const circle = new Circle({ radius: 1 });
  const flat = castRay(circle, [1, 0, 2], { origin: [1, -5], direction: [0, 1] });
  assert.equal(flat.point.length, 2);
  assert.ok(Math.abs(flat.time - 4) < 1e-7);
});

test('all forms of a motion mean the same', () => {
  const turn = { position: [1, 0, 0], quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] };
  const forms = [
    { from: { position: [4, 0, 0] }, to: turn },
    { from: [4, 0, 0, 0, 0, 0, 1], to: turn },
    {
      pose: { position: { x: 4, y: 0, z: 0 }, quaternion: { x: 0, y: 0, z: 0, w: 1 } },
      velocity: { x: -3, y: 0, z: 0 },
      angularVelocity: { x: 0, y: 0, z: Math.PI / 2 },
    },
    {
      pose: { position: [4, 0, 0] },
      velocity: new Float64Array([-3, 0, 0]),
      angularVelocity: new Float32Array([0, 0, Math.PI / 2]),
    },
  ];
  const times = forms.map((motion) => timeOfImpact(ball, null, box, motion).time);
  for (const time of times) assert.ok(Math.abs(time - times[0]) < 1e-7 && time > 0.5, `${times}`);
  const still = timeOfImpact(ball, null, box, { pose: { position: [4, 0, 0] } });
  assert.equal(still.hit, false);
  assert.deepEqual(timeOfImpact(ball, null, box, { position: [4, 0, 0] }), still);
  const [disk, spin] = [new Circle({ radius: 1 }), { pose: [4, 0, 0], angularVelocity: 2 }];
  assert.equal(timeOfImpact(disk, null, disk, spin).hit, false);
  assert.ok(timeOfImpact(disk, null, disk, { ...spin, velocity: [-4, 0] }).hit);
});

test('a half turn takes one of its two ways', () => {
  const rod = new Box({ halfExtents: [2, 0.1, 0.1] });
  const meets = (to, y) => timeOfImpact(rod, { from: null, to }, ball, { position: [0, y, 0] });
  for (const w of [0, 1e-300, -1e-300])
    for (const z of [1, -1]) {
      const to = { quaternion: [0, 0, z, w] };
      const hits = [2.5, -2.5].map((y) => meets(to, y));
      // both ways pass the half-way position
      for (const { hit, time } of hits) assert.ok(hit && time > 0.3 && time < 0.5, `${time}`);
    }
  const bar = new Rectangle({ halfExtents: [2, 0.1] });
  const disk = new Circle({ radius: 0.1 });
  // Math.PI is less than half a turn
  for (const [angle, middle] of [
    [Math.PI, 0.75],
    [-Math.PI, 0.25],
  ]) {
    const motion = { from: null, to: [0, 0, angle] };
    const { time } = timeOfImpact(bar, motion, disk, [Math.SQRT2, -Math.SQRT2, 0]);
    assert.ok(time < middle && time > middle - 0.04, `${time}`);
  }
});

test('a path goes on after the time 1', () => {
  const motion = { from: { position: [5, 0, 0] }, to: { position: [4, 0, 0] } };
  assert.equal(timeOfImpact(ball, null, ball, motion).hit, false);
  const { time } = timeOfImpact(ball, null, ball, motion, { maxTime: 4 });
  assert.ok(Math.abs(time - 3) < 1e-7);
});

test('a query fills and returns out, and reuses its vectors', () => {
  const displacement = [-6, 0, 0];
  const far = { position: [5, 0, 0] };
  for (const [ask, wanted] of [
    [(options) => castShape(ball, null, ball, far, displacement, options)],
    [(options) => castRay(ball, null, { origin: [5, 0, 0], direction: [-1, 0, 0] }, options)],
    [(options) => timeOfImpact(ball, null, ball, { pose: far, velocity: displacement }, options)],
  ].map(([call]) => [call, call()])) {
    const out = {};
    assert.equal(ask({ out }), out);
    assert.deepEqual(out, wanted);
    const { normal } = out;
    assert.equal(ask({ out }).normal, normal);
    assert.deepEqual(out, wanted);
  }
});

test('a warm pair has the results of the free functions within their bounds', () => {
  for (const n of [3, 2])
    for (const { d, records, poses } of pairsOf(n, 4030 + n, 12)) {
      const [a, b] = records.map((record) => Shape.from(record));
      const pair = new Pair(a, b);
      for (let i = 0; i < 6; i++) {
        const displacement = scaled(d.between(1, 12), d.direction(n));
        const motion = { pose: poses[1], velocity: displacement };
        for (const [cold, warm] of [
          [
            castShape(a, poses[0], b, poses[1], displacement),
            pair.castShape(poses[0], poses[1], displacement),
          ],
          [timeOfImpact(a, poses[0], b, motion), pair.timeOfImpact(poses[0], motion)],
        ]) {
          assert.equal(warm.hit, cold.hit);
          const slack = 1e-12 * (1 + Math.abs(cold.time));
          assert.ok(warm.lower <= cold.upper + slack && cold.lower <= warm.upper + slack);
        }
        const free = staysApart(a, poses[0], b, motion);
        assert.equal(pair.staysApart(poses[0], motion), free);
      }
      pair.dispose();
    }
});

/** Asserts the class and the message of an error. */
const refuses = (call, name, message) => assert.throws(call, { name, message });

test('arguments that are wrong are refused by field and value', () => {
  const cast = (displacement, options) => castShape(ball, null, box, null, displacement, options);
  refuses(() => castShape(ball, null, box, null), 'TypeError', /displacement is missing/);
  refuses(() => castRay(ball, null), 'TypeError', /ray is missing/);
  refuses(() => timeOfImpact(ball, null, box), 'TypeError', /motionB is missing/);
  refuses(() => staysApart(ball), 'TypeError', /motionA is missing/);
  refuses(() => cast([1, 2]), 'TypeError', /^displacement must be 3 numbers, got \[1, 2\]/);
  refuses(
    () => cast(null),
    'TypeError',
    /^displacement must be 3 numbers or \{ x, y, z \}, got null/,
  );
  refuses(() => cast([1, '2', 3]), 'TypeError', /^displacement\[1\] must be a number, got "2"/);
  refuses(
    () => cast([1, NaN, 3]),
    'RangeError',
    /^displacement must be finite .*, got \[1, NaN, 3\]/,
  );
  refuses(
    () => cast([1, 0, 0], { minTime: 2 }),
    'RangeError',
    /maxTime must be >= minTime \(2\), got 1/,
  );
  refuses(() => cast([1e-200, 0, 0]), 'RangeError', /the displacement must be zero or have/);
  const ray = (origin, direction) => castRay(ball, null, { origin, direction });
  refuses(
    () => castRay(ball, null, null),
    'TypeError',
    /^ray must be \{ origin, direction \}, got null/,
  );
  refuses(
    () => castRay(ball, null, { ray: { origin: [0, 0, 0], direction: [1, 0, 0] } }),
    'TypeError',
    /of a Raycaster, pass raycaster.ray/,
  );
  refuses(() => ray([0, 0], [1, 0, 0]), 'TypeError', /^ray.origin must be 3 numbers/);
  refuses(() => ray([0, 0, 0]), 'TypeError', /^ray.direction must be 3 numbers .*, got undefined/);
  refuses(() => ray([0, 0, 0], [0, 0, 0]), 'RangeError', /^ray.direction must not be zero/);
  refuses(() => ray([0, 0, 0], [0, Infinity, 0]), 'RangeError', /^ray.direction must be finite/);
  refuses(() => castRay(5, null, {}), 'TypeError', /the shape of castRay must be a shape, got 5/);
  refuses(
    () => castShape(ball, { quaternion: [0, 0, 0, 0] }, box, null, [1, 0, 0]),
    'RangeError',
    /^poseA.quaternion must not be zero/,
  );
});

test('motions that are wrong are refused by field and value', () => {
  const impact = (motion, shape = ball) => timeOfImpact(shape, null, shape, motion);
  refuses(() => impact({ from: null }), 'TypeError', /^motionB.to is missing/);
  refuses(() => impact({ to: null }), 'TypeError', /^motionB.from is missing/);
  refuses(
    () => impact({ from: null, to: null, velocity: [1, 0, 0] }),
    'TypeError',
    /^motionB has no field "velocity"; it takes from, to/,
  );
  refuses(() => impact({ velocity: [1, 0, 0] }), 'TypeError', /^motionB.pose is missing/);
  refuses(
    () => impact({ pose: null, velocity: [1, 0, 0], angular: [1, 0, 0] }),
    'TypeError',
    /^motionB has no field "angular"/,
  );
  refuses(
    () => impact({ pose: null, velocity: [1, NaN, 0] }),
    'RangeError',
    /^motionB.velocity must be finite/,
  );
  refuses(
    () => impact({ pose: null, velocity: 3 }),
    'TypeError',
    /^motionB.velocity must be 3 numbers/,
  );
  refuses(
    () => impact({ from: null, to: { quaternion: [0, 0, 0, 0] } }),
    'RangeError',
    /^motionB.to.quaternion must not be zero/,
  );
  refuses(
    () => impact({ pose: [NaN, 0, 0, 0, 0, 0, 1], velocity: [1, 0, 0] }),
    'RangeError',
    /^motionB.pose.position.x must be a finite number/,
  );
  refuses(() => impact([NaN, 0, 0, 0, 0, 0, 1]), 'RangeError', /^motionB.position.x must be/);
  refuses(() => impact('still'), 'TypeError', /^motionB must be/);
  const fast = { pose: null, angularVelocity: [0, 0, 1e20] };
  refuses(
    () => impact(fast),
    'RangeError',
    /^timeOfImpact: the angular velocity of motionB times maxTime must be at most 500000000 .*, got \[0, 0, 1.*\] times 1$/,
  );
  const far = { from: null, to: { position: [1e100, 0, 0] } };
  refuses(
    () => staysApart(ball, far, ball, null, { maxTime: 1e60 }),
    'RangeError',
    /^staysApart: the velocity of motionA times maxTime .*, got \[1e\+100, 0, 0\] times 1e\+60$/,
  );
  refuses(
    () => timeOfImpact(ball, null, ball, null, { maxTime: 1e200 }),
    'RangeError',
    /^timeOfImpact: maxTime must be at most 1e\+150, got 1e\+200$/,
  );
  refuses(
    () => staysApart(ball, null, ball, null, /** @type {any} */ ({ out: {} })),
    'TypeError',
    /^staysApart has no option "out"/,
  );
  const disk = new Circle({ radius: 1 });
  refuses(
    () => impact({ pose: null, angularVelocity: [0, 0, 1] }, disk),
    'TypeError',
    /^motionB.angularVelocity must be a number/,
  );
  refuses(() => impact({ pose: null, angularVelocity: NaN }, disk), 'RangeError', /got NaN/);
});
