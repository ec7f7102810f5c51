/* The computations of the motion planning page: kinematics, collision checks, planner. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { Shape, intersects } from 'growth-distance';
import { Cell } from '../../demo/pages/planning/collision.js';
import { reachFor } from '../../demo/pages/planning/kinematics.js';
import { samples, sampledFree } from '../../demo/pages/planning/path.js';
import { compose, poseFrom } from '../../demo/pages/planning/poses.js';
import { randomFrom } from '../../demo/pages/planning/random.js';
import { Robot } from '../../demo/pages/planning/robot.js';
import { GOAL, OBSTACLES, START, partsOf } from '../../demo/pages/planning/scene.js';
import { Search, MAX_ITERATIONS, measure } from '../../demo/pages/planning/search.js';
import { checkStartAndGoal } from '../../demo/pages/planning/start-goal-check.js';
import { UR5E } from '../../demo/pages/planning/ur5e.js';
import { sharedFile, withoutShared } from '../lib/cases.js';

const robot = new Robot(UR5E);
const problem = {
  start: START,
  goal: GOAL,
  obstacles: partsOf(OBSTACLES),
  method: 'certified',
  resolution: 0.01,
  safety: 0.01,
  seed: 32,
};

const randomConfiguration = (random) =>
  Float64Array.from(robot.joints, ({ limit }) => limit * (2 * random() - 1));

/** Runs a search to its end. */
function solve(change = {}) {
  const search = new Search({ ...problem, ...change });
  const steps = search.run();
  let step = steps.next();
  while (!step.done) step = steps.next();
  const { nodes, iterations, verified, resolution } = search;
  const { checks } = search.cell;
  search.dispose();
  return { ...step.value, nodes, iterations, verified, resolution, checks };
}

test('the robot equals the robot of the shared data', { skip: withoutShared }, () => {
  const { links, home } = JSON.parse(readFileSync(sharedFile('ur5e.json')));
  const near = (a, b) => a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) < 1e-9, `${a} ${b}`));
  near(UR5E.home, home);
  links.forEach((link, i) => {
    const ours = UR5E.links[i];
    assert.equal(ours.name, link.name.replace('_', ' '));
    near(ours.p, link.pose.p);
    near(ours.q, link.pose.q);
    assert.deepEqual(ours.axis, link.axis);
    assert.equal(ours.limit || null, link.limit);
    assert.equal(ours.shapes.length, link.shapes.length);
    link.shapes.forEach(({ pose, ...record }, k) => {
      const { record: mine, p, q } = ours.shapes[k];
      assert.deepEqual(mine, record);
      near(p, pose.p);
      near(q, pose.q);
    });
  });
});

test('a chain of poses is the product of their rotations and shifts', () => {
  // a quarter turn about z takes x to y
  const quarter = poseFrom([1, 2, 3], [0, 0, Math.SQRT1_2, Math.SQRT1_2]);
  const at = compose(new Float64Array(7), quarter, poseFrom([1, 0, 0]));
  [1, 3, 3].forEach((x, k) => assert.ok(Math.abs(at[k] - x) < 1e-15));
});

test('all joints at zero stretch the arm to one side, and turning the base keeps the height', () => {
  robot.place([0, 0, 0, 0, 0, 0]);
  const [x, y, z] = robot.tool;
  // the horizontal distance, from the link lengths of the data
  assert.ok(Math.abs(Math.hypot(x, z) - Math.hypot(0.817, 0.234)) < 1e-12);
  robot.place([1, 0, 0, 0, 0, 0]);
  assert.ok(Math.abs(robot.tool[1] - y) < 1e-12);
  assert.ok(Math.hypot(robot.tool[0] - x, robot.tool[2] - z) > 0.5);
});

test('no point of a part moves farther than the motion bound', () => {
  const random = randomFrom(3);
  const before = new Float64Array(7);
  const after = new Float64Array(7);
  for (let round = 0; round < 500; round++) {
    const a = randomConfiguration(random);
    const b = a.map((x) => x + 0.2 * (random() - 0.5));
    robot.parts.forEach(({ record: { halfHeight, radius } }, i) => {
      const bound = robot.reach[i].reduce((sum, r, j) => sum + r * Math.abs(b[j] - a[j]), 0);
      for (const end of [-halfHeight, halfHeight]) {
        const point = poseFrom([radius * Math.cos(round), end, radius * Math.sin(round)]);
        robot.place(a);
        compose(before, robot.parts[i].pose, point);
        robot.place(b);
        compose(after, robot.parts[i].pose, point);
        const moved = Math.hypot(...[0, 1, 2].map((k) => after[k] - before[k]));
        assert.ok(moved <= bound + 1e-12, `part ${i}: ${moved} > ${bound}`);
      }
    });
    assert.ok(robot.motion(a, b) > 0);
  }
});

/** Tests every pair with a plain query. */
function collidesPlainly(q) {
  robot.place(q);
  const { parts } = robot;
  return parts.some(
    (a) =>
      problem.obstacles.some((b) => intersects(a.shape, a.pose, b.shape, b.pose)) ||
      (a.link > 1 && lowest(a) <= 0) ||
      parts.some((b) => a.link - b.link >= 2 && intersects(a.shape, a.pose, b.shape, b.pose)),
  );
}
const lowest = ({ shape, pose }) => shape.boundingBox(pose).min[1];

test('boxes, order and warm starts do not change which configurations collide', () => {
  for (const obstacle of problem.obstacles) obstacle.shape = Shape.from(obstacle.record);
  const cell = new Cell(robot, problem.obstacles);
  const random = randomFrom(5);
  let hits = 0;
  for (let round = 0; round < 3000; round++) {
    const q = randomConfiguration(random);
    const truth = collidesPlainly(q);
    assert.equal(cell.collides(q), truth, `${q}`);
    assert.equal(cell.contacts(q).length > 0, truth);
    hits += truth;
  }
  assert.ok(hits > 500 && hits < 2900, `${hits} of 3000`);
  cell.dispose();
});

test('all parts of the robot are paired except neighbours', () => {
  const cell = new Cell(robot, []);
  const names = new Set(cell.pairs.map(({ a, b }) => `${a.name}, ${b.name}`));
  assert.ok(!names.has('forearm, upper arm') && !names.has('shoulder, floor'));
  assert.ok(names.has('wrist 1, upper arm') && names.has('wrist 3, wrist 1'));
  assert.ok(names.has('forearm, floor'));
  assert.equal(cell.contacts(UR5E.home).length, 0);
  cell.dispose();
});

test('a safety distance reports nearer parts as contacts, and the clearance is the least distance', () => {
  const bare = new Cell(robot, problem.obstacles);
  const { value, names } = bare.clearance(START);
  assert.ok(value > 0.02 && names.length === 2);
  for (const [factor, expected] of [
    [0.999, 0],
    [1.001, 1],
  ]) {
    const cell = new Cell(robot, problem.obstacles, { safety: value * factor });
    const contacts = cell.contacts(START);
    assert.equal(contacts.length, expected);
    assert.ok(contacts.every(({ hits }) => !hits));
    cell.dispose();
  }
  bare.dispose();
});

test('a certified move is free at every sample, and a blocked one comes near something', () => {
  const safety = 0.005;
  const finest = 0.001;
  const certain = new Cell(robot, problem.obstacles, { safety, finest });
  const bare = new Cell(robot, problem.obstacles);
  const random = randomFrom(11);
  const counts = { free: 0, blocked: 0 };
  for (let round = 0; round < 400; round++) {
    const a = randomConfiguration(random);
    if (certain.collides(a)) continue;
    const b = a.map((x) => x + 0.8 * (random() - 0.5));
    const free = certain.certify(a, b);
    counts[free ? 'free' : 'blocked']++;
    let least = Infinity;
    for (const q of samples([a, b], robot, 0.002)) least = bare.clearance(q, least).value;
    if (free) assert.ok(least >= safety, `${least}`);
    // between two samples, at most 1 mm of motion on either side is missed
    else assert.ok(least <= safety + finest * Math.SQRT2 + 0.001, `${least}`);
  }
  assert.ok(counts.free > 20 && counts.blocked > 20, JSON.stringify(counts));
});

test('a sampled move checks its end and as many configurations as the resolution requires', () => {
  const cell = new Cell(robot, []);
  const a = UR5E.home;
  const b = a.map((x, j) => x + (j === 0 ? 0.5 : 0));
  assert.equal(sampledFree(cell, a, b, 0.01), true);
  assert.equal(cell.configurations, Math.ceil(robot.motion(a, b) / 0.01));
  // into the floor
  const down = [a[0], 0.3, 0, 0, 0, 0];
  assert.equal(sampledFree(cell, a, down, 0.01), false);
});

test('inverse kinematics reaches the target again after a push', () => {
  const random = randomFrom(7);
  for (let round = 0; round < 100; round++) {
    const q = randomConfiguration(random).map((x) => 0.8 * x);
    robot.place(q);
    const target = robot.tool.slice();
    const { q: found, miss } = reachFor(
      robot,
      q.map((x) => x + 0.3 * (random() - 0.5)),
      target,
    );
    assert.ok(miss < 1e-3, `missed by ${miss} m`);
    robot.place(found);
    assert.ok(Math.hypot(...[0, 1, 2].map((k) => robot.tool[k] - target[k])) < 1e-3);
  }
  // out of reach: the result is finite and misses by the rest
  const { q, miss } = reachFor(robot, UR5E.home, poseFrom([3, 0.5, 0]));
  assert.ok(miss > 1.5 && q.every(Number.isFinite));
});

test('a start in a gap too narrow for certified moves is refused without a search', () => {
  const bare = new Cell(robot, problem.obstacles);
  const { value } = bare.clearance(START);
  bare.dispose();
  const tight = { safety: value - 0.0005 };
  assert.equal(solve({ ...tight, method: 'certified' }).outcome, 'start');
  assert.notEqual(solve({ ...tight, method: 'sampled' }).outcome, 'start');
  assert.match(
    checkStartAndGoal(robot, { ...problem, ...tight }).sentence,
    /is nearer than [\d.]+ mm to/,
  );
});

for (const method of ['certified', 'sampled']) {
  test(`the first scene is solved (${method}), and its path is free at ten times the resolution`, () => {
    const found = solve({ method });
    assert.equal(found.outcome, 'found');
    assert.ok(found.nodes > 50, 'the scene is no challenge');
    assert.deepEqual([...found.path[0]], START);
    assert.deepEqual([...found.path.at(-1)], GOAL);
    const bare = new Cell(robot, problem.obstacles);
    let looks = 0;
    for (const q of samples(found.path, robot, problem.resolution / 10)) {
      assert.equal(bare.collides(q), false);
      looks++;
    }
    assert.equal(found.verified, looks);
    const { clearance, length } = measure(found.path, problem, problem.resolution);
    assert.ok(clearance > 0.8 * problem.safety, `clearance ${clearance}`);
    assert.ok(length > 0.5);
    bare.dispose();
  });
}

test('the same seed gives the same path, and another seed another path', () => {
  const [a, b, c] = [1, 1, 2].map((seed) => solve({ seed }));
  assert.deepEqual(a, b);
  assert.notDeepEqual(a.path, c.path);
});

test('both methods solve the scene with every seed from 10 to 15', () => {
  for (let seed = 10; seed < 16; seed++)
    for (const method of ['certified', 'sampled'])
      assert.equal(solve({ seed, method }).outcome, 'found', `seed ${seed}, ${method}`);
});

test('a start or goal in collision is detected, and the message names what collides', () => {
  const down = [0, 0.4, 0, 0, 0, 0];
  assert.equal(solve({ start: down }).outcome, 'start');
  assert.equal(solve({ goal: down }).outcome, 'goal');
  const { which, sentence } = checkStartAndGoal(robot, { ...problem, goal: down });
  assert.equal(which, 'goal');
  assert.match(sentence, /^The goal is not free: the .* hits the (floor|rack|pillar)\.$/);
  const cell = new Cell(robot, []);
  const names = cell.contacts(down).map(({ part, other }) => `${part.name}, ${other.name}`);
  assert.ok(names.includes('forearm, floor'), names.join('; '));
});

test('a clamped arm has no path, and the search ends', () => {
  robot.place(UR5E.home);
  const forearm = robot.parts.filter(({ name }) => name === 'forearm')[1];
  // four bars around the forearm: neither elbow nor wrist fits through
  const bars = [
    [
      [0.05, 0, 0],
      [0.01, 0.02, 0.06],
    ],
    [
      [-0.05, 0, 0],
      [0.01, 0.02, 0.06],
    ],
    [
      [0, 0, 0.05],
      [0.06, 0.02, 0.01],
    ],
    [
      [0, 0, -0.05],
      [0.06, 0.02, 0.01],
    ],
  ].map(([p, halfExtents]) => ({
    name: 'clamp',
    record: { type: 'box', halfExtents },
    pose: compose(new Float64Array(7), forearm.pose, poseFrom(p)),
  }));
  const goal = UR5E.home.map((x, j) => (j ? x : x + 2));
  const { outcome, iterations } = solve({ obstacles: bars, start: UR5E.home, goal, safety: 0 });
  assert.equal(outcome, 'none');
  assert.equal(iterations, MAX_ITERATIONS);
});

test('a colliding path that sampling let through is detected and planned again more finely', () => {
  const coarse = solve({ method: 'sampled', resolution: 0.3, safety: 0, seed: 3 });
  assert.equal(coarse.outcome, 'found');
  assert.ok(coarse.resolution < 0.3);
  const cell = new Cell(robot, problem.obstacles);
  for (const q of samples(coarse.path, robot, coarse.resolution / 10))
    assert.equal(cell.collides(q), false);
  cell.dispose();
});
