/* What is measured again and again: scenes made ready, and queries over all their pairs as subjects. */
import * as abi from '../../wasm/dist/abi.js';
import { Pair, Shape, growthDistance, intersects } from '../../js/index.js';
import { MOTION, POSES, allocate, f64, getCore, i32, scratch, u32 } from '../../js/core/module.js';
import { writePose } from '../../js/poses/pose.js';
import { resultAt } from '../../js/queries/query.js';
import { ownLoop } from './measure.js';
import { step } from './scenes.js';

/** The size of the largest result of all queries, in doubles. */
const RESULT_STRIDE = Math.max(
  abi.GROWTH_RESULT_STRIDE,
  abi.COLLISION_RESULT_STRIDE,
  abi.DISTANCE_RESULT_STRIDE,
  abi.PENETRATION_RESULT_STRIDE,
);

/** Writes the default settings with a method. @param {number} pointer @param {number} method */
function writeSettings(pointer, method) {
  const at = pointer / 8;
  f64.fill(0, at, at + abi.SETTINGS_STRIDE);
  f64[at + abi.SETTINGS_TOLERANCE] = abi.DEFAULT_TOLERANCE;
  f64[at + abi.SETTINGS_MAX_ITERATIONS] = abi.DEFAULT_MAX_ITERATIONS;
  f64[at + abi.SETTINGS_METHOD] = method;
}

/** Prepares a scene: shapes and poses as JavaScript objects, and the same data in the module's memory. */
export function prepare(items) {
  const dimension = items[0].poseA.quaternion ? 3 : 2;
  const stride = dimension === 3 ? 7 : 3;
  const known = new Map(); // the same record gives the same shape
  const shapeOf = (record) => {
    if (!known.has(record)) known.set(record, Shape.from(record));
    return known.get(record);
  };
  const shapes = items.flatMap(({ recordA, recordB }) => [shapeOf(recordA), shapeOf(recordB)]);
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
    results: allocate(8 * RESULT_STRIDE * count),
    settings: allocate(8 * abi.SETTINGS_STRIDE),
    cuttingPlane: allocate(8 * abi.SETTINGS_STRIDE),
  };
  writeSettings(block.settings, abi.METHOD_AUTO);
  writeSettings(block.cuttingPlane, abi.METHOD_CUTTING_PLANE);
  f64.fill(0, block.results / 8, block.results / 8 + RESULT_STRIDE * count);
  shapes.forEach((shape, i) => (i32[block.shapes / 4 + i] = shape.handle));
  poses.forEach((pose, i) => f64.set(pose, block.poses / 8 + stride * i));
  for (let i = 0; i < 2 * count; i++) u32[block.pairs / 4 + i] = i;
  return { items, dimension, stride, shapes, poses, frames, count, block };
}

export function release(scene) {
  for (const shape of new Set(scene.shapes)) shape.dispose();
  for (const pointer of Object.values(scene.block)) getCore().release(pointer);
}

/** Only some pairs in each run, starting where the previous run ended, so that a run is not longer than a
 * sample. */
const SOME_PAIRS = `for (let i = 0; i < some; i++, next += 2) {
  if (next === shapes.length) next = 0;
  query(shapes[next], poses[next], shapes[next + 1], poses[next + 1], options);
}
return some;`;
const ALL_PAIRS = `for (let i = 0; i < shapes.length; i += 2)
  query(shapes[i], poses[i], shapes[i + 1], poses[i + 1], options);
return shapes.length / 2;`;

/**
 * Queries through JavaScript, one call each, results reused.
 * @param {ReturnType<typeof prepare>} scene
 * @param {Function} [query] growthDistance, distance, penetration, ...
 * @param {object} [settings] its options
 */
export const coldJs = ({ shapes, poses }, query = growthDistance, settings = {}) =>
  ownLoop(['query', 'shapes', 'poses', 'options'], ALL_PAIRS)(query, shapes, poses, {
    ...settings,
    out: {},
  });

/** Growth distances of some pairs in each run; the next run continues with the following pairs. */
export const someJs = ({ shapes, poses }, some) => {
  const names = ['query', 'shapes', 'poses', 'options', 'some', 'next'];
  return ownLoop(names, SOME_PAIRS)(growthDistance, shapes, poses, { out: {} }, some, 0);
};

/** Growth distances of one pair in each run, several times in a row; the next run takes the next pair. */
export const repeatedJs = ({ shapes, poses }, times) => {
  const body = `if (next === shapes.length) next = 0;
for (let k = 0; k < times; k++)
  query(shapes[next], poses[next], shapes[next + 1], poses[next + 1], options);
next += 2;
return times;`;
  const names = ['query', 'shapes', 'poses', 'options', 'times', 'next'];
  return ownLoop(names, body)(growthDistance, shapes, poses, { out: {} }, times, 0);
};

/** Growth distances inside the module by our method and by the plain cutting plane, without JavaScript. */
export const methodsInModule = (scene) => ({
  'in the module': coldModule(scene, 'growth_distance', scene.block.settings),
  'cutting plane in the module': coldModule(scene, 'growth_distance', scene.block.cuttingPlane),
});

export const booleanJs = ({ shapes, poses }) =>
  ownLoop(['query', 'shapes', 'poses', 'options'], ALL_PAIRS)(intersects, shapes, poses);

/**
 * Cold queries of all pairs in one call of the module.
 * @param {ReturnType<typeof prepare>} scene
 * @param {'growth_distance' | 'collide' | 'distance' | 'penetration'} [query]
 * @param {number} [settings] pointer, 0: defaults
 */
export const coldModule = (
  { dimension, count, block },
  query = 'growth_distance',
  settings = 0,
) => {
  const { shapes, poses, pairs, results: out } = block;
  const ask = getCore()[query];
  return () => {
    const status = ask(dimension, shapes, 2 * count, poses, pairs, count, settings, 0, out);
    if (status !== abi.STATUS_OPTIMAL) throw new Error(`${query} was refused: ${status}`);
    return count;
  };
};

/** Where casts, rays and times of impact find their arguments in the module, and the size of a result. */
const MOTIONS = {
  cast: ['pair_cast_shape', abi.CAST_RESULT_STRIDE],
  ray: ['cast_ray', abi.RAY_RESULT_STRIDE],
  impact: ['pair_time_of_impact', abi.CAST_RESULT_STRIDE],
};

/**
 * Motions of all pairs, one call each. The module has no batches of them.
 * @param {ReturnType<typeof prepare>} scene whose items have a flat `motion`
 * @param {'cast' | 'ray' | 'impact'} query
 * @returns {{ run: () => number, idle: () => number, digest: string }} idle only writes the arguments and
 *   makes an empty call; the digest is as native.c computes it
 */
export function motionModule({ items, shapes, poses, stride }, query) {
  const [name, size] = MOTIONS[query];
  const handles = shapes.map((shape) => shape.handle);
  const poseDoubles = query === 'ray' ? stride : 2 * stride;
  const motionDoubles = items[0].motion.length;
  const given = Float64Array.from(
    items.flatMap(({ motion }, i) => [
      ...[...poses[2 * i], ...poses[2 * i + 1]].slice(0, poseDoubles),
      ...motion,
    ]),
  );
  const ask = `query(handles[2 * i], ${query === 'ray' ? '' : 'handles[2 * i + 1], 0, '}0);`;
  const loop = (then) => `for (let i = 0, from = 0; i < count; i++) {
  for (let k = 0; k < poseDoubles; k++) f64[toPoses + k] = given[from++];
  for (let k = 0; k < motionDoubles; k++) f64[toMotion + k] = given[from++];
  ${then}
}
return count;`;
  const fixed = { handles, given, poseDoubles, motionDoubles, count: items.length, f64 };
  const places = { toPoses: (scratch + POSES) / 8, toMotion: (scratch + MOTION) / 8 };
  const results = [];
  const keep = () => results.push(f64.slice(resultAt(), resultAt() + size));
  const runOf = (call, then) => {
    const all = { ...fixed, ...places, query: getCore()[call], keep };
    return ownLoop(Object.keys(all), loop(then))(...Object.values(all));
  };
  runOf(name, `${ask} keep();`)();
  return { run: runOf(name, ask), idle: runOf('abi_version', 'query();'), digest: digest(results) };
}

/** Warm growth distances of pairs that move by a hundredth of their size between queries. */
export const warmJs = ({ shapes, poses, frames }) => {
  const list = frames.map((_, i) => new Pair(shapes[2 * i], shapes[2 * i + 1]));
  const body = `for (let i = 0; i < list.length; i++)
  list[i].growthDistance(poses[2 * i], frames[i][k & 7], options);
k++;
return list.length;`;
  const names = ['list', 'poses', 'frames', 'options', 'k'];
  return ownLoop(names, body)(list, poses, frames, { out: {} }, 0);
};

/** The same in one call of the module. The time includes writing B's poses to the module's memory. */
export const warmModule = ({ dimension, stride, frames, count, block }) => {
  const core = getCore();
  const { shapes, poses, pairs, warm, results } = block;
  let k = 0;
  return () => {
    for (let i = 0; i < count; i++) f64.set(frames[i][k & 7], poses / 8 + stride * (2 * i + 1));
    k++;
    core.growth_distance(dimension, shapes, 2 * count, poses, pairs, count, 0, warm, results);
    return count;
  };
};

/**
 * The results of cold queries.
 * @param {ReturnType<typeof prepare>} scene @param {Function} [query] @param {object} [options]
 */
export const results = ({ shapes, poses, count }, query = growthDistance, options = undefined) =>
  Array.from({ length: count }, (_, i) =>
    query(shapes[2 * i], poses[2 * i], shapes[2 * i + 1], poses[2 * i + 1], options),
  );

/** A digest of the bits of all numbers in plain data, in order. */
export function digest(data) {
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  let hash = 0x811c9dc5;
  const add = (x) => {
    if (typeof x === 'number') {
      double[0] = x;
      hash = Math.imul(hash ^ words[0], 0x01000193);
      hash = Math.imul(hash ^ words[1], 0x01000193);
    } else if (x && typeof x === 'object') Object.values(x).forEach(add);
  };
  add(data);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The digest of the results that the module wrote; native.c computes the same one. */
export const digestModule = ({ count, block }, stride) =>
  digest(f64.subarray(block.results / 8, block.results / 8 + stride * count));
