/*
 * The digest of the bits of all results of a part, by the wasm module: every double of every result
 * that tests/package/bits.c computes, in the same order. Runs in browsers, too.
 */
import * as abi from '../../wasm/dist/abi.js';
import { Shape } from '../../js/index.js';
import { allocate, getCore } from '../../js/core/module.js';
import { FOUND } from '../../js/world/options.js';
import { flatPose } from '../bench/records.js';
import { kindPairs, pairs } from '../bench/scenes.js';
import { draw, random } from './random.js';

/**
 * In a part: pairs for every two shape types, pairs for each dimension above 3, and bodies of a
 * scene.
 */
const COUNT = 16;
const COUNT_ND = 16;
const BODIES = 24;
const DIMENSIONS = [4, 5, 6, 7, 8];

/**
 * The pairs of a part: every two shape types of 2D and of 3D, and sets of higher dimensions.
 * @param {number} part
 */
export const partOf = (part) => [
  ...[...kindPairs(3), ...kindPairs(2)].flatMap((kinds, i, all) =>
    pairs({ ...kinds, count: COUNT, seed: 3000 + all.length * part + i }),
  ),
  ...pairsOfSets(part),
];

/** Point sets and p-norm balls of more than three dimensions. @param {number} part */
function pairsOfSets(part) {
  const d = draw(random(900000 + part));
  return DIMENSIONS.flatMap((n) => {
    const cloud = () =>
      Array.from({ length: 2 * n + Math.floor(30 * d.next()) }, () => d.direction(n));
    const record = () =>
      d.next() < 0.7
        ? { type: 'points', points: cloud() }
        : { type: 'norm-ball', dimension: n, p: d.pick([1, 1.5, 2, 3, Infinity]), radius: 1 };
    const pose = () => ({ position: d.direction(n).map((x) => x * d.between(0, 3)) });
    return Array.from({ length: COUNT_ND }, () => ({
      recordA: record(),
      recordB: record(),
      poseA: pose(),
      poseB: pose(),
    }));
  });
}

/** Accumulates doubles in two lanes of 32 bits, and counts the results. */
function digest(memory) {
  let low = 0x811c9dc5 | 0;
  let high = 0x9e3779b9 | 0;
  let results = 0;
  return {
    /** @param {number} at a pointer @param {number} doubles @param {number} [count] of results */
    add(at, doubles, count = 1) {
      for (const word of new Uint32Array(memory.buffer, at, 2 * doubles)) {
        low = Math.imul(low ^ word, 0x01000193);
        high = Math.imul(high ^ word ^ (low >>> 15), 0x85ebca6b);
      }
      results += count;
    },
    /** The digest as tests/package/bits.c prints it. */
    text() {
      const hex = [low, high].map((x) => (x >>> 0).toString(16).padStart(8, '0'));
      return `${hex.join('')} ${results}`;
    },
  };
}

/** Makes a function that runs every query of a 2D or 3D pair. */
function pairAsker(core, sum) {
  const block = allocate(1024);
  const result = allocate(8 * abi.DISTANCE_GRADIENT_RESULT_STRIDE);
  const jacobians = allocate(8 * abi.JACOBIANS_STRIDE);
  const [shapes, order, poses, incremental, velocities, simplex] = [0, 8, 32, 640, 768, 896].map(
    (at) => block + at,
  );
  const write = (values, at) => new Float64Array(core.memory.buffer, at).set(values);
  write([1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1], velocities);
  write(
    [abi.DEFAULT_TOLERANCE, abi.DEFAULT_DEPTH_ITERATIONS, abi.METHOD_INCREMENTAL, 0, 0, 0, 0, 0, 0],
    incremental,
  );
  write([abi.DEFAULT_TOLERANCE, abi.DEFAULT_MAX_ITERATIONS, 0, 0, 0, 0, 0, 0, 1], simplex);
  new Uint32Array(core.memory.buffer, order).set([0, 1]);
  return (a, b, poseA, poseB) => {
    new Int32Array(core.memory.buffer, shapes).set([a.handle, b.handle]);
    write([...poseA, ...poseB], poses);
    const pair = [a.dimension, shapes, 2, poses, order, 1];
    const gradients = getCore();
    core.growth_distance(...pair, 0, 0, result);
    sum.add(result, abi.GROWTH_RESULT_STRIDE);
    core.collide(...pair, 0, 0, result);
    sum.add(result, abi.COLLISION_RESULT_STRIDE);
    core.distance(...pair, simplex, 0, result);
    sum.add(result, abi.DISTANCE_RESULT_STRIDE);
    core.penetration(...pair, 0, 0, result);
    sum.add(result, abi.PENETRATION_RESULT_STRIDE);
    core.penetration(...pair, incremental, 0, result);
    sum.add(result, abi.PENETRATION_RESULT_STRIDE);
    core.signed_distance(...pair, 0, 0, result);
    sum.add(result, abi.SIGNED_RESULT_STRIDE);
    gradients.growth_gradient(...pair, 0, velocities, jacobians, 0, result);
    sum.add(result, abi.GROWTH_GRADIENT_RESULT_STRIDE);
    sum.add(jacobians, abi.JACOBIANS_STRIDE);
    gradients.distance_gradient(...pair, simplex, 0, 0, 0, result);
    sum.add(result, abi.DISTANCE_GRADIENT_RESULT_STRIDE);
    gradients.penetration_gradient(...pair, 0, 0, jacobians, 0, result);
    sum.add(result, abi.PENETRATION_GRADIENT_RESULT_STRIDE);
    sum.add(jacobians, abi.JACOBIANS_STRIDE);
  };
}

/** Makes a function that lets B fly through A, and casts a ray from B. */
function motionAsker(core, sum) {
  const block = core.argument_block();
  const poses = 2 + abi.SETTINGS_STRIDE;
  const motion = poses + 14;
  const result = block + 8 * (motion + abi.MOTION_STRIDE);
  const write = (values, at) => new Float64Array(core.memory.buffer, block + 8 * at).set(values);
  const three = ([x, y, z = 0]) => [x, y, z];
  return (a, b, poseA, poseB) => {
    const n = a.dimension;
    const way = three(poseA.slice(0, n).map((x, k) => x - poseB[k]));
    const scaled = (s) => way.map((x) => s * x);
    write([...poseA, ...poseB], poses);
    write([...scaled(2), -1, 2, 0], motion);
    core.pair_cast_gradient(a.handle, b.handle, 0, 0);
    sum.add(result, abi.CAST_GRADIENT_RESULT_STRIDE);
    write([...three(poseB.slice(0, n)), ...way, 0, Infinity, 0], motion);
    core.cast_ray(a.handle, 0);
    sum.add(result, abi.RAY_RESULT_STRIDE);
    write([0, 0, 0, 1, -2, 0.5, ...scaled(1.5), -0.5, 1.5, 1, 1, 0], motion);
    core.pair_time_of_impact(a.handle, b.handle, 0, 0);
    sum.add(result, abi.CAST_RESULT_STRIDE);
  };
}

/** Makes a function that runs the queries of any dimension. */
function setAsker(core, sum) {
  const nd = getCore();
  const most = Math.max(...DIMENSIONS);
  const workspace = allocate(8 * nd.workspace(most));
  const result = allocate(8 * (abi.GENERALIZED_RESULT_STRIDE + 4 * most));
  const places = allocate(3 * 8 * 8);
  const [origin, atA, atB] = [places, places + 64, places + 128];
  return (a, b, poseA, poseB) => {
    const n = a.dimension;
    const write = (values, at) => new Float64Array(core.memory.buffer, at).set(values);
    write(n === 3 ? [0, 0, 0, 0, 0, 0, 1, 0] : new Array(8).fill(0), origin);
    write(poseA, atA);
    write(poseB, atB);
    const [ha, hb] = [a.handle, b.handle];
    nd.growth_distance_n(ha, atA, hb, atB, 0, workspace, result);
    sum.add(result, abi.GROWTH_N_RESULT_STRIDE + 4 * n);
    nd.collide_n(ha, atA, hb, atB, 0, workspace, result);
    sum.add(result, abi.COLLISION_N_RESULT_STRIDE + 2 * n);
    for (const minus of [0, ha]) {
      nd.generalized_distance(ha, origin, minus, atA, hb, atB, 0, workspace, result);
      sum.add(result, abi.GENERALIZED_RESULT_STRIDE + 4 * n);
    }
  };
}

/** Doubles in a row of each query's columns; rows of distances leave out the simplex. */
const COLUMNS = [
  abi.GROWTH_RESULT_STRIDE,
  abi.COLLISION_RESULT_STRIDE,
  abi.DISTANCE_RESULT_STRIDE - 25,
  abi.PENETRATION_RESULT_STRIDE,
  abi.SIGNED_RESULT_STRIDE,
];

/** Runs the queries of a world in two frames; the second frame starts warm. */
function askScene(core, sum, dimension, bodies) {
  const own = getCore();
  const id = own.world_create(dimension);
  const place = allocate(64);
  for (const { shape, pose } of bodies) {
    new Float64Array(core.memory.buffer, place).set(pose);
    own.world_add(id, shape.handle, place, 1, 1);
  }
  for (let frame = 0; frame < 2; frame++) {
    own.world_find(id, 0.5);
    for (const query of COLUMNS.keys()) {
      const rows = own.world_ask(id, query, FOUND, 0, 0, 1);
      const array = abi.WORLD_ARRAY_COLUMNS + query;
      sum.add(own.world_array(id, array), COLUMNS[query] * own.world_room(id, array), rows);
    }
    const poses = own.world_array(id, abi.WORLD_ARRAY_POSES);
    const stride = dimension === 3 ? 7 : 3;
    const view = new Float64Array(core.memory.buffer, poses, stride * bodies.length);
    for (let i = 0; i < bodies.length; i++) view[stride * i] += 0.0625 * (i % 3);
  }
  own.world_destroy(id);
}

/**
 * @param {ReturnType<typeof partOf>} items
 * @returns {string} 16 hexadecimal digits, and the number of results
 */
export function wasmDigest(items) {
  const core = getCore();
  const sum = digest(core.memory);
  const askPair = pairAsker(core, sum);
  const askMotions = motionAsker(core, sum);
  const askSets = setAsker(core, sum);
  const kept = { 2: [], 3: [] };
  for (const { recordA, recordB, poseA, poseB } of items) {
    const a = Shape.from(recordA);
    const b = Shape.from(recordB);
    const [flatA, flatB] = [flatPose(poseA), flatPose(poseB)];
    if (a.dimension <= 3) {
      askPair(a, b, flatA, flatB);
      askMotions(a, b, flatA, flatB);
    }
    askSets(a, b, flatA, flatB);
    const bodies = kept[a.dimension];
    if (bodies?.length < BODIES) {
      bodies.push({ shape: a, pose: flatA }, { shape: b, pose: flatB });
    } else {
      a.dispose();
      b.dispose();
    }
  }
  for (const dimension of [2, 3]) {
    askScene(core, sum, dimension, kept[dimension]);
    for (const { shape } of kept[dimension]) shape.dispose();
  }
  return sum.text();
}
