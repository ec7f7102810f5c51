/* Measuring: rounds of several subjects in turn, so that a slow moment hits all of them alike, and
 * the median of each. */
import * as abi from '../../wasm/dist/abi.js';
import {
  Box,
  CustomShape,
  Ellipsoid,
  Pair,
  Shape,
  growthDistance,
  intersects,
} from 'growth-distance';
import { allocate, f64, getCore, i32, u32 } from '../../js/module.js';
import { writePose } from '../../js/pose.js';
import { step } from './scenes.js';

export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/**
 * @param {Record<string, () => number>} subjects each runs once and returns how many queries it made
 * @param {number} rounds
 * @returns {Record<string, number>} nanoseconds a query
 */
export function interleave(subjects, rounds) {
  const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const [name, run] of Object.entries(subjects)) {
      const start = performance.now();
      const queries = run();
      const time = ((performance.now() - start) * 1e6) / queries;
      if (round >= 0) times[name].push(time); // the first two warm up
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/** A scene made ready: shapes, poses as people hold them, and the same in the module's memory. */
export function prepare(items) {
  const dimension = items[0].poseA.quaternion ? 3 : 2;
  const stride = dimension === 3 ? 7 : 3;
  const shapes = items.flatMap(({ recordA, recordB }) => [
    Shape.from(recordA),
    Shape.from(recordB),
  ]);
  const flat = (pose) => {
    const block = allocate(64);
    writePose(pose, dimension, block / 8, 'pose');
    const list = Float64Array.from(f64.subarray(block / 8, block / 8 + stride));
    getCore().release(block);
    return list;
  };
  const poses = items.flatMap(({ poseA, poseB }) => [flat(poseA), flat(poseB)]);
  const frames = items.map(({ poseB }) =>
    Array.from({ length: 8 }, (_, k) => flat(step(poseB, k))),
  );
  const count = items.length;
  const block = {
    shapes: allocate(4 * 2 * count),
    poses: allocate(8 * stride * 2 * count),
    pairs: allocate(4 * 2 * count),
    warm: allocate(8 * abi.WARM_STRIDE * count),
    results: allocate(8 * abi.GROWTH_RESULT_STRIDE * count),
  };
  shapes.forEach((shape, i) => (i32[block.shapes / 4 + i] = shape.handle));
  poses.forEach((pose, i) => f64.set(pose, block.poses / 8 + stride * i));
  for (let i = 0; i < 2 * count; i++) u32[block.pairs / 4 + i] = i;
  return { items, dimension, stride, shapes, poses, frames, count, block };
}

export function release(scene) {
  for (const shape of scene.shapes) shape.dispose();
  for (const pointer of Object.values(scene.block)) getCore().release(pointer);
}

/** Cold growth distances through JavaScript, one call each, results reused. */
export const coldJs = ({ shapes, poses, count }, repeats) => {
  const options = { out: {} };
  return () => {
    for (let k = 0; k < repeats; k++)
      for (let i = 0; i < 2 * count; i += 2)
        growthDistance(shapes[i], poses[i], shapes[i + 1], poses[i + 1], options);
    return repeats * count;
  };
};

/** The same in one call of the module. */
export const coldModule = ({ dimension, count, block }, repeats) => {
  const core = getCore();
  return () => {
    for (let k = 0; k < repeats; k++)
      core.growth_distance(
        dimension,
        block.shapes,
        2 * count,
        block.poses,
        block.pairs,
        count,
        0,
        0,
        block.results,
      );
    return repeats * count;
  };
};

/** Warm growth distances of pairs that move a hundredth of their size between queries. */
export const warmJs = ({ shapes, poses, frames, count }, repeats) => {
  const options = { out: {} };
  const list = frames.map((_, i) => new Pair(shapes[2 * i], shapes[2 * i + 1]));
  let k = 0;
  return () => {
    for (let r = 0; r < repeats; r++, k++)
      for (let i = 0; i < count; i++)
        list[i].growthDistance(poses[2 * i], frames[i][k & 7], options);
    return repeats * count;
  };
};

/** The same in one call of the module; writing the poses is not part of the query. */
export const warmModule = ({ dimension, stride, frames, count, block }, repeats) => {
  const core = getCore();
  let k = 0;
  return () => {
    for (let r = 0; r < repeats; r++, k++) {
      for (let i = 0; i < count; i++)
        f64.set(frames[i][k & 7], block.poses / 8 + stride * (2 * i + 1));
      core.growth_distance(
        dimension,
        block.shapes,
        2 * count,
        block.poses,
        block.pairs,
        count,
        0,
        block.warm,
        block.results,
      );
    }
    return repeats * count;
  };
};

export const booleanJs =
  ({ shapes, poses, count }, repeats) =>
  () => {
    for (let k = 0; k < repeats; k++)
      for (let i = 0; i < 2 * count; i += 2)
        intersects(shapes[i], poses[i], shapes[i + 1], poses[i + 1]);
    return repeats * count;
  };

/**
 * What a support call costs more by a function in JavaScript than built in: growth distances of an
 * ellipsoid and a box, the ellipsoid once as a CustomShape that fills one array again and again, and
 * once as one that makes a new one.
 */
export function customSupport(rounds) {
  const box = new Box({ halfExtents: [1, 0.5, 0.7] });
  const own = [0.5, 0.5, 0.5];
  const reuse = (n) => {
    const t = 1 / Math.sqrt(n[0] * n[0] + 4 * n[1] * n[1] + 0.25 * n[2] * n[2]);
    own[0] = t * n[0];
    own[1] = 4 * t * n[1];
    own[2] = 0.25 * t * n[2];
    return own;
  };
  const make = (n) => {
    const t = 1 / Math.sqrt(n[0] * n[0] + 4 * n[1] * n[1] + 0.25 * n[2] * n[2]);
    return [t * n[0], 4 * t * n[1], 0.25 * t * n[2]];
  };
  const shapes = {
    builtIn: new Ellipsoid({ radii: [1, 2, 0.5] }),
    reused: new CustomShape({ support: reuse }),
    fresh: new CustomShape({ support: make }),
  };
  const poses = Array.from({ length: 64 }, (_, i) => ({
    position: [3 + Math.sin(i), 2 * Math.cos(2 * i), Math.sin(3 * i)],
    quaternion: [Math.sin(i), Math.cos(i), 0.3, 0.5],
  }));
  const options = { out: {} };
  const calls = (shape) => () => {
    let count = 0;
    for (let i = 0; i < 2000; i++)
      count += growthDistance(shape, null, box, poses[i & 63], options).iterations;
    return count;
  };
  const times = interleave(
    Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, calls(shape)])),
    rounds,
  );
  return { reused: times.reused - times.builtIn, fresh: times.fresh - times.builtIn };
}

/** Mean number of iterations of cold queries. */
export function iterations({ shapes, poses, count }) {
  let sum = 0;
  for (let i = 0; i < 2 * count; i += 2)
    sum += growthDistance(shapes[i], poses[i], shapes[i + 1], poses[i + 1]).iterations;
  return sum / count;
}
