/* A digest of the bits of all results of a scene, by the wasm module: every double of every result of
 * the queries that tests/c/bits.c asks, in its order. Runs in browsers, too. */
import * as abi from '../../wasm/dist/abi.js';
import { Shape } from '../../js/index.js';
import { derivatives } from '../../js/gradient.js';
import { distances } from '../../js/distances.js';
import { allocate, f64, getCore, i32, u32 } from '../../js/module.js';
import { kindPairs, pairs } from '../bench/scenes.js';

/** Results of a pair. */
export const RESULTS = 9;
/** Pairs of every two kinds in a part. */
const COUNT = 32;

/** The pairs of a part: 1152 of them, so that part 0 alone has 10 368 results. @param {number} part */
export const partOf = (part) =>
  kindPairs(3).flatMap((kinds, i, all) =>
    pairs({ ...kinds, count: COUNT, seed: 3000 + all.length * part + i }),
  );

/** @param {ReturnType<typeof partOf>} items @returns {string} 16 hexadecimal digits */
export function wasmDigest(items) {
  const core = { ...getCore(), ...distances() };
  const block = allocate(1024);
  const result = allocate(8 * abi.DISTANCE_GRADIENT_RESULT_STRIDE);
  const [shapes, order, poses] = [block, block + 8, block + 32];
  const incremental = block + 640;
  const velocities = block + 768;
  f64.set([1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1], velocities / 8);
  f64.set(
    [abi.DEFAULT_TOLERANCE, abi.DEFAULT_DEPTH_ITERATIONS, abi.METHOD_INCREMENTAL, 0, 0, 0, 0],
    incremental / 8,
  );
  let low = 0x811c9dc5 | 0;
  let high = 0x9e3779b9 | 0;
  const add = (doubles) => {
    const words = new Uint32Array(core.memory.buffer, result, 2 * doubles);
    for (const word of words) {
      low = Math.imul(low ^ word, 0x01000193);
      high = Math.imul(high ^ word ^ (low >>> 15), 0x85ebca6b);
    }
  };
  u32.set([0, 1], order / 4);
  for (const { recordA, recordB, poseA, poseB } of items) {
    const a = Shape.from(recordA);
    const b = Shape.from(recordB);
    i32.set([a.handle, b.handle], shapes / 4);
    const flat = [poseA, poseB].flatMap((p) => [...p.position, ...p.quaternion]);
    f64.set(flat, poses / 8);
    const pair = [3, shapes, 2, poses, order, 1];
    core.growth_distance(...pair, 0, 0, result);
    add(abi.GROWTH_RESULT_STRIDE);
    core.collide(...pair, 0, 0, result);
    add(abi.COLLISION_RESULT_STRIDE);
    core.distance(...pair, 0, 0, result);
    add(abi.DISTANCE_RESULT_STRIDE);
    core.penetration(...pair, 0, 0, result);
    add(abi.PENETRATION_RESULT_STRIDE);
    core.penetration(...pair, incremental, 0, result);
    add(abi.PENETRATION_RESULT_STRIDE);
    core.signed_distance(...pair, 0, 0, result);
    add(abi.SIGNED_RESULT_STRIDE);
    derivatives().growth_gradient(...pair, 0, velocities, 0, result);
    add(abi.GROWTH_GRADIENT_RESULT_STRIDE);
    derivatives().distance_gradient(...pair, 0, 0, 0, result);
    add(abi.DISTANCE_GRADIENT_RESULT_STRIDE);
    derivatives().penetration_gradient(...pair, 0, 0, 0, result);
    add(abi.PENETRATION_GRADIENT_RESULT_STRIDE);
    a.dispose();
    b.dispose();
  }
  return [low, high].map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
}
