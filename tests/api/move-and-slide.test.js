/*
 * moveAndSlide: a character among random obstacles never ends inside of one and passes through
 * nothing; walls, corners, slopes, steps, points, and starts in one or several bodies.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Box,
  Capsule,
  Circle,
  ConvexHull,
  Cylinder,
  Ellipsoid,
  HalfSpace,
  Point,
  Polygon,
  Rectangle,
  Sphere,
  Stadium,
  World,
  castShape,
  moveAndSlide,
  penetration,
} from '../../js/index.js';
import { ParallelWorld } from '../../js/workers.js';
import { HEROES as WALKERS, walk as walkAmong } from '../lib/character.js';
import { draw, random as seeded } from '../lib/random.js';
import { workerTest } from '../lib/worker-tests.js';

const near = (got, wanted, tolerance = 1e-3) =>
  got.forEach((x, i) => assert.ok(Math.abs(x - wanted[i]) <= tolerance, `${got}, not ${wanted}`));
const length = (v) => Math.hypot(...v);
const vector = (d, n, size) => Array.from({ length: n }, () => d.between(-size, size));

const OBSTACLES = {
  3: () => [
    new Sphere({ radius: 0.9 }),
    new Box({ halfExtents: [1, 0.4, 0.7] }),
    new Cylinder({ halfHeight: 1, radius: 0.5 }),
    new Ellipsoid({ radii: [1, 0.5, 0.8] }),
    new ConvexHull({ points: [0, 0, 0, 1.5, 0, 0, 0, 1.5, 0, 0, 0, 1.5, 1, 1, 1] }),
  ],
  2: () => [
    new Circle({ radius: 0.7 }),
    new Rectangle({ halfExtents: [1, 0.4] }),
    new Polygon({ points: [0, 0, 1.5, 0, 0, 1.5] }),
    new Stadium({ halfHeight: 0.8, radius: 0.3 }),
  ],
};
const HEROES = {
  3: () => new Capsule({ halfHeight: 0.4, radius: 0.3 }),
  2: () => new Stadium({ halfHeight: 0.4, radius: 0.3 }),
};

/** A room with random obstacles and walls of half-spaces. */
function roomOf(n, d, count, size) {
  const world = new World({ dimension: n });
  const shapes = OBSTACLES[n]();
  for (let axis = 0; axis < n; axis++)
    for (const sign of [1, -1]) {
      const normal = Array(n).fill(0).with(axis, sign);
      world.add(new HalfSpace({ normal, offset: -size }));
    }
  for (let i = 0; i < count; i++) {
    const pose = { position: vector(d, n, size) };
    if (n === 3) pose.quaternion = vector(d, 4, 1);
    else pose.angle = d.between(-3, 3);
    world.add(shapes[i % shapes.length], pose);
  }
  return world;
}

for (const [n, size, steps] of [
  [3, 12, 3000],
  [2, 22, 1500],
])
  test(`a character walks among 500 random obstacles in ${n}D and ends in none`, () => {
    const d = draw(seeded(6000 + n));
    const world = roomOf(n, d, 500, size);
    const hero = HEROES[n]();
    let pose = moveAndSlide(world, hero, { position: Array(n).fill(0) }, Array(n).fill(0)).pose;
    let [blocked, slid, way] = [0, 0, 0];
    for (let i = 0; i < steps; i++) {
      const displacement = vector(d, n, i % 50 === 0 ? 30 : 0.6);
      const { pose: next, hits, remaining } = moveAndSlide(world, hero, pose, displacement);
      assert.deepEqual(world.overlapping(hero, next), [], `step ${i}`);
      const moved = next.position.map((x, k) => x - pose.position[k]);
      assert.ok(length(moved) <= length(displacement) * (1 + 1e-9), `step ${i} is too long`);
      if (hits.length === 0) {
        near(moved, displacement, 1e-12 * size);
        near(remaining, Array(n).fill(0), 0);
      }
      for (const { body, status, normal } of hits) {
        assert.ok(world.has(body));
        assert.equal(status === 'overlapping', length(normal) === 0);
      }
      if (hits.length > 0) {
        blocked++;
        if (length(moved) > 0.3 * length(displacement)) slid++;
      }
      way += length(moved);
      pose = next;
    }
    assert.ok(blocked > steps / 5, `${blocked} blocked`);
    assert.ok(slid > blocked / 4, `${slid} of ${blocked} slid`);
    assert.ok(way > steps / 5, `${way}`);
  });

// make soak-character runs ten minutes of each
for (const [i, hero] of Object.keys(WALKERS).entries())
  test(`a ${hero} walks, jumps and falls, is inside of nothing and never stuck`, () => {
    const { deepest, stuck, way, blocked } = walkAmong({
      hero,
      seed: 7 + i,
      steps: 600,
      stepHeight: i % 2 === 0 ? 0.3 : 0,
    });
    assert.ok(deepest <= 1e-6, `${deepest}`);
    assert.ok(stuck <= 10, `${stuck}`);
    assert.ok(way > 10 && blocked > 200, `${way} ${blocked}`);
  });

test('nothing is passed through: the first part of a way ends at the first hit', () => {
  const d = draw(seeded(6010));
  const world = roomOf(3, d, 300, 10);
  const hero = HEROES[3]();
  const { pose } = moveAndSlide(world, hero, null, [0, 0, 0]);
  for (let i = 0; i < 50; i++) {
    const displacement = vector(d, 3, 40);
    const { hits } = moveAndSlide(world, hero, pose, displacement, { maxPlanes: 1 });
    assert.equal(hits.length, 1); // the walls are nearer than 40
    const [hit] = hits;
    const free = castShape(
      world.shape(hit.body),
      world.getPose(hit.body),
      hero,
      pose,
      displacement,
    );
    assert.deepEqual({ ...free, body: hit.body }, hit);
  }
});

const ground = () => {
  const world = new World();
  world.add(new HalfSpace({ normal: [0, 1, 0], offset: 0 }));
  return world;
};
const hero = new Capsule({ halfHeight: 0.5, radius: 0.4 });

test('on the ground and along a wall the rest of the way is free', () => {
  const world = ground();
  const { pose, hits } = moveAndSlide(world, hero, { position: [0, 1, 0] }, [0.5, -2, 0.3]);
  near(pose.position, [0.5, 0.9, 0.3]);
  assert.equal(hits.length, 1);
  near(hits[0].normal, [0, 1, 0]);
  world.add(new Box({ halfExtents: [1, 5, 50] }), { position: [3, 5, 0] });
  const along = moveAndSlide(world, hero, pose, [4, -0.1, 2]);
  near(along.pose.position, [1.6, 0.9, 2.3]);
  near(along.remaining, [0, 0, 0]);
  assert.deepEqual([...new Set(along.hits.map(({ body }) => body))].sort(), [0, 1]);
});

test('a corner of three planes stops the character, and maxPlanes ends the search', () => {
  const world = ground();
  world.add(new HalfSpace({ normal: [-1, 0, 0], offset: -5 }));
  world.add(new HalfSpace({ normal: [0, 0, -1], offset: -5 }));
  const start = { position: [0, 2, 0] };
  const { pose, remaining } = moveAndSlide(world, hero, start, [20, -20, 20]);
  near(pose.position, [4.6, 0.9, 4.6]);
  near(remaining, [0, 0, 0]);
  const one = moveAndSlide(world, hero, start, [20, -20, 20], { maxPlanes: 1 });
  assert.equal(one.hits.length, 1);
  near(one.pose.position, [1.1, 0.9, 1.1]);
  assert.ok(length(one.remaining) > 10);
});

test('a start in contact is left along the depth', () => {
  const world = ground();
  const crate = world.add(new Box({ halfExtents: [1, 1, 1] }), { position: [0, 1, 0] });
  const { pose, hits } = moveAndSlide(world, hero, { position: [0.9, 1.5, 0] }, [0, 0, 0]);
  near(pose.position, [1.4, 1.5, 0]);
  assert.deepEqual(hits, []);
  assert.deepEqual(world.overlapping(hero, pose), []);
  const deep = moveAndSlide(world, hero, { position: [0, -5, 0] }, [0.1, 0, 0]);
  assert.deepEqual(world.overlapping(hero, deep.pose), []);
  assert.ok(deep.pose.position[1] > 0.8);
  const inside = moveAndSlide(world, hero, { position: [0, -5, 0] }, [0.1, 0, 0], {
    exclude: [0, crate],
  });
  near(inside.pose.position, [0.1, -5, 0], 1e-12);
});

/** Obstacles close together on a ground, and a start among them. */
function clutterOf(n, d, count) {
  const world = new World({ dimension: n });
  world.add(new HalfSpace({ normal: [0, 1, 0].slice(0, n), offset: 0 }));
  const shapes = OBSTACLES[n]();
  for (let i = 0; i < count; i++) {
    const at = vector(d, n, 0.8).with(1, d.between(0, 0.8));
    const turn = n === 3 ? { quaternion: d.quaternion() } : { angle: d.between(-3, 3) };
    const upright = n === 3 ? { quaternion: [0, 0, 0, 1] } : { angle: 0 };
    world.add(d.pick(shapes), { position: at, ...(i % 2 === 0 ? upright : turn) });
  }
  return { world, start: { position: vector(d, n, 1).with(1, d.between(-0.5, 1)) } };
}

for (const n of [3, 2])
  test(`a start in several bodies is left in ${n}D`, () => {
    const d = draw(seeded(6020 + n));
    const heroes = n === 3 ? Object.values(WALKERS).map((make) => make()) : [HEROES[2]()];
    let [starts, several] = [0, 0];
    for (let i = 0; i < 600; i++) {
      const { world, start } = clutterOf(n, d, 1 + (i % 8));
      const walker = heroes[i % heroes.length];
      const bodies = world.overlapping(walker, start).length;
      starts += Number(bodies > 0);
      several += Number(bodies > 2);
      const { pose, hits } = moveAndSlide(world, walker, start, Array(n).fill(0));
      assert.deepEqual(world.overlapping(walker, pose), [], `start ${i} in ${bodies} bodies`);
      assert.deepEqual(hits, []);
      if (bodies === 0) assert.deepEqual(pose.position, start.position);
      world.dispose();
    }
    assert.ok(starts > 400 && several > 150, `${starts} ${several}`);
  });

/** The depths of a shape in all bodies. */
const depthsOf = (world, shape, pose) =>
  world
    .bodies()
    .map((body) => penetration(world.shape(body), world.getPose(body), shape, pose).value);

test('without a free place, a character walks on and gets no deeper', () => {
  const d = draw(seeded(6030));
  for (let i = 0; i < 8; i++) {
    const world = ground();
    for (const x of [1, -1]) world.add(new HalfSpace({ normal: [x, 0, 0], offset: -0.3 }));
    world.add(new Box({ halfExtents: [1, 99, 1] }), { position: [0, 0, 5] });
    let pose = { position: [d.between(-0.5, 0.5), d.between(0, 1), d.between(-5, 3)] };
    let depths = depthsOf(world, hero, pose);
    let way = 0;
    for (let k = 0; k < 100; k++) {
      const { pose: next } = moveAndSlide(world, hero, pose, vector(d, 3, 0.5));
      const now = depthsOf(world, hero, next);
      assert.ok(Math.max(...now) <= Math.max(...depths) + 1e-9, `step ${k}: ${now}, ${depths}`);
      assert.ok(k === 0 || now.every((depth, body) => depth <= depths[body] + 1e-9));
      way += Math.abs(next.position[2] - pose.position[2]);
      assert.ok(next.position[2] < 3.6, 'it does not pass through the box');
      [pose, depths] = [next, now];
    }
    assert.ok(way > 5, `${way}`);
  }
});

test('a character walks out of a wedge that is too narrow for it', () => {
  const world = new World();
  for (const y of [1, -1]) world.add(new HalfSpace({ normal: [1e-4, y, 0], offset: -0.85 }));
  let pose = { position: [0, 0.01, 0] };
  for (let k = 0; k < 20; k++) {
    const { pose: next, hits } = moveAndSlide(world, hero, pose, [100, 0, 0]);
    near(next.position, [pose.position[0] + 100, 0, 0], 0.02);
    assert.deepEqual(hits, []);
    pose = next;
  }
  assert.deepEqual(world.overlapping(hero, pose), []);
});

test('a point walks along walls and leaves bodies', () => {
  for (const [n, make] of [
    [3, () => new Point()],
    [2, () => new Polygon({ points: [0, 0], flat: true })],
  ]) {
    const d = draw(seeded(6040 + n));
    const world = roomOf(n, d, 100, 10);
    const point = make();
    const zero = Array(n).fill(0);
    let { pose } = moveAndSlide(world, point, { position: zero }, zero);
    let [blocked, still] = [0, 0];
    for (let i = 0; i < 2000; i++) {
      const displacement = vector(d, n, i % 50 === 0 ? 30 : 0.6);
      const { pose: next, hits } = moveAndSlide(world, point, pose, displacement);
      assert.deepEqual(world.overlapping(point, next), [], `${n}D, step ${i}`);
      blocked += Number(hits.length > 0);
      still = length(next.position.map((x, k) => x - pose.position[k])) > 0 ? 0 : still + 1;
      assert.ok(still < 20, `${n}D, step ${i}`);
      pose = next;
    }
    assert.ok(blocked > 300, `${n}D: ${blocked}`);
    const wall = new World({ dimension: n });
    wall.add(new HalfSpace({ normal: zero.with(0, -1), offset: -2 }));
    const { pose: left } = moveAndSlide(wall, point, { position: zero.with(0, 3) }, zero);
    assert.deepEqual(wall.overlapping(point, left), []);
    near(left.position, zero.with(0, 2));
    const along = moveAndSlide(wall, point, left, zero.with(0, 1).with(1, 0.5)).pose;
    near(along.position, zero.with(0, 2).with(1, 0.5));
  }
});

test('a point that touches a body leaves it on its side, however small the displacements', () => {
  const shapes = [
    new Box({ halfExtents: [1, 1, 1] }),
    new Sphere({ radius: 1 }),
    new ConvexHull({ points: [-2, 1, -1, 2, 1, -1, 0, 1, 2, 0, -2, 0] }),
  ];
  for (const shape of shapes)
    for (const x of [0, 1e3, 1e6])
      for (const small of [0, 1e-300, 1e-15, 1e-12, 1e-9, 1e-6]) {
        const world = new World();
        world.add(shape, { position: [x, 0, 0] });
        let pose = { position: [x, 1, 0] };
        for (let i = 0; i < 3; i++)
          ({ pose } = moveAndSlide(world, new Point(), pose, [small, -small, 0]));
        near(pose.position, [x, 1, 0], 1e-4);
        const { pose: next } = moveAndSlide(world, new Point(), pose, [0.06, -0.02, 0]);
        near(next.position, [x + 0.06, 1, 0], 1e-2);
        assert.deepEqual(world.overlapping(new Point(), next), []);
      }
});

test('a trapped character does not hang and does not throw', () => {
  const world = new World();
  for (const x of [-1, 1]) world.add(new Box({ halfExtents: [1, 9, 9] }), { position: [x, 0, 0] });
  const { pose } = moveAndSlide(world, hero, null, [0.1, 0.2, 0.3]);
  assert.ok(pose.position.every(Number.isFinite));
});

test('steps are climbed up to their height, along up', () => {
  const world = ground();
  world.add(new Box({ halfExtents: [1, 0.25, 5] }), { position: [2, 0.25, 0] });
  const start = moveAndSlide(world, hero, { position: [0, 0.9, 0] }, [0, -1, 0]).pose;
  const walk = (options, stride) => {
    let pose = start;
    for (let way = 0; way < 1.8; way += stride)
      ({ pose } = moveAndSlide(world, hero, pose, [stride, -0.2 * stride, 0], options));
    return pose.position;
  };
  for (const stride of [0.01, 0.05, 0.2, 0.6]) {
    const position = walk({ stepHeight: 0.55 }, stride);
    near(position.slice(1), [1.4, 0]);
    assert.ok(position[0] > 1.5 && position[0] < 2.5, `${position}`);
    assert.ok(walk({}, stride)[0] < 0.7);
    assert.ok(walk({ stepHeight: 0.3 }, stride)[0] < 0.7);
  }
  const side = new World();
  side.add(new HalfSpace({ normal: [0, 0, 1], offset: 0 }));
  side.add(new Box({ halfExtents: [1, 5, 0.25] }), { position: [2, 0, 0.25] });
  let pose = { position: [0, 0, 1], quaternion: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };
  for (let i = 0; i < 12; i++)
    ({ pose } = moveAndSlide(side, hero, pose, [0.15, 0, -0.02], {
      stepHeight: 0.55,
      up: [0, 0, 2],
    }));
  assert.ok(pose.position[0] > 1.65 && pose.position[2] > 1.35, `${pose.position}`);
});

test('a step higher than stepHeight is not climbed, whatever the foot', () => {
  const walkers = [
    hero,
    new Sphere({ radius: 0.5 }),
    new Cylinder({ halfHeight: 0.9, radius: 0.4 }),
    new Box({ halfExtents: [0.4, 0.9, 0.4] }),
  ];
  // upright, and with all that stands turned by a quarter of a right angle
  for (const turn of [0, Math.PI / 8])
    for (const walker of walkers)
      for (const [high, stepHeight] of [0.3, 0.35, 0.45, 0.6].flatMap((height) =>
        [-0.25, -0.1, -0.01, 0.01, 0.1].map((more) => [height, height + more]),
      )) {
        const [s, c] = [Math.sin(turn), Math.cos(turn)];
        const quaternion = [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)];
        const turned = ([x, y, z]) => [c * x - s * y, s * x + c * y, z];
        const world = new World();
        const up = turned([0, 1, 0]);
        world.add(new HalfSpace({ normal: up, offset: 0 }));
        const ledge = new Box({ halfExtents: [5, high / 2, 5] });
        world.add(ledge, { position: turned([6, high / 2, 0]), quaternion });
        const foot = walker.support([0, -1, 0])[1];
        let pose = { position: turned([0, 1e-3 - foot, 0]), quaternion };
        for (let i = 0; i < 50; i++)
          ({ pose } = moveAndSlide(world, walker, pose, turned([0.06, -0.03, 0]), {
            stepHeight,
            up,
          }));
        const [x, y] = pose.position;
        const climbed = c * x + s * y > 1.5;
        assert.equal(climbed, stepHeight > high, `${walker.type}, ${high}, ${stepHeight}, ${turn}`);
      }
});

/** The place after some steps from a start. */
function walked(world, shape, start, way, steps, options) {
  let pose = moveAndSlide(world, shape, { position: start }, [0, -2, 0]).pose;
  for (let i = 0; i < steps; i++) ({ pose } = moveAndSlide(world, shape, pose, way, options));
  return pose.position;
}

test('a round foot climbs stairs whose treads are as long as its radius', () => {
  const world = ground();
  for (let i = 1; i <= 20; i++)
    world.add(new Box({ halfExtents: [0.15, 0.1 * i, 2] }), {
      position: [1.7 + 0.3 * i, 0.1 * i, 0],
    });
  const capsule = new Capsule({ halfHeight: 0.5, radius: 0.3 });
  const climb = (options) => walked(world, capsule, [1, 1, 0], [0.05, -0.02, 0], 200, options);
  assert.ok(climb({ stepHeight: 0.3 })[1] > 4);
  assert.ok(climb({})[1] < 1.1); // without, it slides back down
});

test('joints between boxes of a floor or a wall do not stop the character', () => {
  const world = new World();
  for (let i = 0; i < 30; i++)
    for (let k = 0; k < 3; k++)
      world.add(new Box({ halfExtents: [0.5, 0.5, 0.5] }), {
        position: [i, k === 2 ? 0.5 : -0.5, k],
      });
  for (const options of [{}, { stepHeight: 0.3 }]) {
    const end = walked(world, hero, [1, 1.2, 0.6], [0.05, -0.02, 0.05], 300, options);
    near(end, [16, 0.9, 1.1], 1e-3);
  }
});

test('the forms of poses and displacements are those of other queries', () => {
  const world = ground();
  const wanted = moveAndSlide(world, hero, { position: [0, 1, 0] }, [1, -1, 0]).pose;
  assert.deepEqual(wanted.quaternion, [0, 0, 0, 1]);
  for (const pose of [[0, 1, 0, 0, 0, 0, 1], { position: { x: 0, y: 1, z: 0 } }])
    assert.deepEqual(moveAndSlide(world, hero, pose, { x: 1, y: -1, z: 0 }).pose, wanted);
  const flat = new World({ dimension: 2 });
  flat.add(new HalfSpace({ normal: [0, 1], offset: 0 }));
  const disk = new Circle({ radius: 1 });
  const { pose, remaining } = moveAndSlide(flat, disk, [0, 2, 0.5], [1, -4]);
  near(pose.position, [1, 1]);
  assert.equal(pose.angle, 0.5);
  assert.deepEqual(remaining, [0, 0]);
});

test('wrong arguments are refused by field and value', () => {
  const world = ground();
  const refuses = (call, name, message) => assert.throws(call, { name, message });
  const move = (options) => moveAndSlide(world, hero, null, [1, 0, 0], options);
  refuses(() => moveAndSlide(world, hero, null), 'TypeError', /a world, a shape, a pose and/);
  refuses(() => moveAndSlide({}, hero, null, [1, 0, 0]), 'TypeError', /world must be a World/);
  refuses(
    () => moveAndSlide(world, 5, null, [1, 0, 0]),
    'TypeError',
    /^moveAndSlide: shape must be a shape, got 5/,
  );
  refuses(
    () => moveAndSlide(world, new Circle({ radius: 1 }), null, [1, 0]),
    'TypeError',
    /^moveAndSlide: shape must be 3D like this world, got a circle/,
  );
  refuses(() => moveAndSlide(world, hero, null, [1, 0]), 'TypeError', /^displacement must be 3/);
  refuses(
    () => moveAndSlide(world, hero, null, [1, 0, NaN]),
    'RangeError',
    /^displacement must be/,
  );
  refuses(
    () => moveAndSlide(world, hero, [NaN, 0, 0, 0, 0, 0, 1], [1, 0, 0]),
    'RangeError',
    /^pose/,
  );
  refuses(() => move({ maxPlanes: 0 }), 'RangeError', /maxPlanes must be an integer from 1 to 100/);
  refuses(() => move({ maxPlanes: '4' }), 'TypeError', /maxPlanes must be a number, got "4"/);
  refuses(() => move({ stepHeight: -1 }), 'RangeError', /stepHeight must be finite and >= 0/);
  refuses(() => move({ up: [0, 0, 0] }), 'RangeError', /up must be finite and not zero/);
  refuses(() => move({ step: 1 }), 'TypeError', /has no option "step"/);
  refuses(() => move({ mask: -1 }), 'RangeError', /^moveAndSlide: mask must be 32 bits/);
  refuses(() => move({ exclude: -1 }), 'RangeError', /^moveAndSlide: exclude must contain body/);
  refuses(() => move({ exclude: '1' }), 'TypeError', /^moveAndSlide: exclude must be a body or/);
  refuses(
    () => moveAndSlide(world, new HalfSpace({ normal: [0, 1, 0], offset: 0 }), null, [1, 0, 0]),
    'TypeError',
    /shape must be bounded, got a HalfSpace/,
  );
});

workerTest('a ParallelWorld is refused', () => {
  const world = new ParallelWorld({ workers: 1 });
  assert.throws(() => moveAndSlide(world, hero, null, [1, 0, 0]), { message: /must be a World/ });
  world.dispose();
});
