/*
 * The page Motion without a browser. Its poses agree with the library's motions, each example shows what
 * its title says, and sentences and links match the numbers.
 */
import test from 'node:test';
import assert from 'node:assert/strict';

import { Shape, distance, timeOfImpact } from 'growth-distance';
import { answer, samplesNeeded } from '../../demo/pages/motion/answer.js';
import {
  angularVelocityOf,
  carried,
  displacementOf,
  endAtSpeed,
  motionOf,
  poseOver,
  speedOf,
} from '../../demo/pages/motion/path.js';
import { PRESETS, presetOf, stateOf } from '../../demo/pages/motion/presets.js';
import { bodiesAsked, readState, writeState } from '../../demo/pages/motion/state.js';
import { stepSentence, stepsOf } from '../../demo/pages/motion/steps.js';
import { cutTime, relationOf, sentence } from '../../demo/pages/motion/words.js';
import { recordOf } from '../../demo/shapes/shape-types.js';
import { random as randomFrom } from '../lib/random.js';

const NAMES = Object.keys(PRESETS);

function sceneOf(state) {
  const bodies = bodiesAsked(state);
  const shapes = bodies.map((body) => Shape.from(recordOf(body)));
  return { query: state.query, target: state.target, shapes, bodies };
}

const found = (state) => answer(sceneOf(state), state.samples);

/** The distance of both bodies at a time. */
function gapAt({ shapes: [a, b], bodies }, t) {
  const [poseA, poseB] = bodies.map((body) => poseOver(body)(t));
  return distance(a, poseA, b, poseB).value;
}

const near = (p, q, tolerance) =>
  p.every((x, k) => Math.abs(x - q[k]) < tolerance) ||
  // a quaternion and its negative are the same rotation
  (p.length === 4 && p.every((x, k) => Math.abs(x + q[k]) < tolerance));

test('each path starts at the start and ends at the end, whatever the number of turns', () => {
  for (const name of NAMES)
    for (const body of stateOf(name).bodies.filter(({ moves }) => moves))
      for (const turns of [0, 1, -7]) {
        const pose = poseOver({ ...body, turns });
        for (const [t, { position, quaternion }] of [
          [0, body.pose],
          [1, body.to],
        ]) {
          assert.ok(near(pose(t).position, position, 1e-12), name);
          assert.ok(near(pose(t).quaternion, quaternion, 1e-5), `${name}: ${pose(t).quaternion}`);
        }
      }
});

test('the bodies touch at the time of contact and are separated at earlier times', () => {
  for (const name of NAMES) {
    const state = stateOf(name);
    const scene = sceneOf(state);
    const { result } = answer(scene, 1);
    const end = result.hit ? result.lower : 1;
    if (result.hit) assert.ok(gapAt(scene, end) < 1e-7, `${name}: ${gapAt(scene, end)}`);
    for (let k = 0; k < 400; k++) assert.ok(gapAt(scene, (end * k) / 400) > 0, `${name} ${k}`);
  }
});

test('start and end, and velocities, are the same motion', () => {
  for (const name of ['tumbling', 'miss', 'graze']) {
    const state = stateOf(name);
    const scene = sceneOf(state);
    const moving = scene.bodies.map((body) =>
      body.moves
        ? {
            pose: body.pose,
            velocity: displacementOf(body),
            angularVelocity: angularVelocityOf(body),
          }
        : body.pose,
    );
    assert.ok(scene.bodies.map(motionOf).some((motion) => 'from' in motion));
    const { result } = answer(scene, 1);
    const [a, b] = scene.shapes;
    const other = timeOfImpact(a, moving[0], b, moving[1]);
    assert.equal(result.hit, other.hit);
    if (result.hit && result.status === 'optimal')
      assert.ok(Math.abs(result.lower - other.lower) < 1e-8, `${result.lower} ${other.lower}`);
  }
});

test('a path that is carried leads the body through the pose', () => {
  const target = { position: [0.3, -1, 2], quaternion: [0.5, 0.5, -0.5, 0.5] };
  for (const name of NAMES)
    for (const body of stateOf(name).bodies) {
      const moved = { ...body, ...carried(body, 0.37, target) };
      const now = poseOver(moved)(0.37);
      assert.ok(near(now.position, target.position, 1e-9), name);
      assert.ok(near(now.quaternion, target.quaternion, 1e-9), name);
      assert.ok(Math.abs(speedOf(moved) - speedOf(body)) < 1e-9, name);
    }
});

test('each example shows what its title says', () => {
  const expected = { miss: 'free', graze: 'grazing' };
  for (const name of NAMES) {
    const state = stateOf(name);
    const { result, samples } = found(state);
    assert.equal(relationOf(result), expected[name] ?? 'contact', name);
    if (name === 'blade' || name === 'bullet')
      assert.ok(!samples.some(({ hit }) => hit), `${name}: a sample sees the contact`);
  }
  assert.ok(gapAt(sceneOf(stateOf('miss')), 0.5) < 0.06, 'the miss is near');
});

test('a miss names the time of its least gap', () => {
  const scene = sceneOf(stateOf('miss'));
  const { nearest } = answer(scene, 1);
  assert.equal(gapAt(scene, nearest.time), nearest.gap);
  for (let k = 0; k <= 1000; k++)
    assert.ok(gapAt(scene, k / 1000) >= nearest.gap, `t = ${k / 1000}`);
  assert.equal(found(stateOf('blade')).nearest, null);
});

test('the bullet hits the paper at any speed, at the same place', () => {
  const place = [];
  for (const speed of [4, 10, 57, 200, 990]) {
    const state = stateOf('bullet');
    const [, bullet] = state.bodies;
    bullet.to = endAtSpeed(bullet, speed);
    const { result } = found(state);
    assert.equal(result.status, 'optimal');
    place.push(speed * result.time);
  }
  for (const x of place) assert.ok(Math.abs(x - place[0]) < 1e-6, `${place}`);
});

test('the number of samples needed sees the contact, and half of it does not', () => {
  for (const name of NAMES) {
    const state = stateOf(name);
    const scene = sceneOf(state);
    if (relationOf(answer(scene, 1).result) !== 'contact') continue;
    const needed = samplesNeeded(scene);
    const sees = (count) => answer(scene, count).samples.some(({ hit }) => hit);
    assert.ok(sees(needed), `${name}: ${needed} samples`);
    if (needed > 1) assert.ok(!sees(needed / 2), `${name}: ${needed / 2} samples`);
  }
  assert.equal(samplesNeeded(sceneOf(stateOf('miss'))), null);
});

test('a time in a sentence is cut, so it is never late', () => {
  const random = randomFrom(7);
  for (let i = 0; i < 2000; i++) {
    const t = 10 ** (-9 * random());
    const shown = cutTime(t);
    assert.match(shown, /^0\.\d+…$/);
    const x = parseFloat(shown);
    assert.ok(x <= t && x > t * (1 - 1e-3), `${t}: ${shown}`);
  }
  assert.equal(cutTime(0), '0');
});

test('the sentence says what is proved and what the samples see', () => {
  const say = (name, change) => {
    const state = { ...stateOf(name), ...change };
    return sentence(state, found(state));
  };
  assert.match(say('bullet'), /^10 samples miss the contact; the contact is at t = 0\.\d{4}…/);
  assert.match(say('bullet', { samples: 1 }), /^1 sample misses the contact/);
  assert.match(say('tumbling'), /Of 6 samples, the first to see it is at t = 0\.5, late by 0\.0/);
  assert.match(
    say('miss'),
    /^Proved: no contact from t = 0 to t = 1\. The gap is least at t = 0\.\d+: 0\.0\d+\. 10 samples see none/,
  );
  assert.match(say('miss', { target: 0.2 }), /distance of 0\.2 is at t = 0\./);
  assert.match(say('graze'), /^A graze at t = 0\.4999….* 9 samples miss it\.$/);
  assert.match(say('graze', { samples: 2 }), /the one at t = 0\.5 sees contact|2 samples miss it/);
  assert.match(say('ray'), /^The hit is at t = 0\..*late by 0\.\d+, at a depth of 0\.\d+\.$/);
  const state = stateOf('bullet');
  state.bodies[1].pose.position = [...state.bodies[0].pose.position];
  assert.match(sentence(state, found(state)), /^The motion starts in contact\.$/);
});

test('the steps of the solver follow each other until the contact, and say what they prove', () => {
  for (const name of NAMES) {
    const state = stateOf(name);
    const { result, steps } = found(state);
    let free = 0;
    for (const [k, step] of steps.entries()) {
      const text = stepSentence(steps, k);
      assert.ok(text.startsWith(`Step ${k + 1} of ${steps.length}: `), text);
      if (step.type === 'test') {
        assert.match(text, step.contact ? /shows contact\.$/ : /shows no contact\.$/);
        continue;
      }
      assert.ok(Math.abs(step.start - free) < 1e-12 && step.end >= step.start, `${name}: ${k}`);
      free = step.end;
    }
    if (steps.length === 0) assert.equal(name, 'ray', 'only the ray has a closed form');
    else assert.ok(Math.abs(free - (result.hit ? result.lower : 1)) < 1e-9, `${name}: ${free}`);
    assert.deepEqual(stepsOf(result.trace), steps);
  }
  const { steps } = found(stateOf('tumbling'));
  assert.match(stepSentence(steps, 2), /which turns by 2\.\d+ rad per unit of time, separates/);
  assert.equal(steps.filter(({ contact }) => contact).length, 1);
});

test('a link restores every example, and a senseless address opens the first', () => {
  for (const name of NAMES) {
    const state = { ...readState(new URLSearchParams()), ...stateOf(name) };
    const again = readState(writeState(state));
    assert.equal(presetOf(again), name);
    assert.deepEqual(found(again).result, found(state).result, name);
  }
  const senseless = 'shapes=torus&to=1;2&turns=x,1e9&samples=-3&query=__proto__&t=NaN&target=9';
  const { bodies, query, samples, time, target } = readState(new URLSearchParams(senseless));
  assert.deepEqual([query, samples, time, target], ['impact', 1, 0, 0.5]);
  assert.deepEqual(bodies, stateOf('blade').bodies);
});
