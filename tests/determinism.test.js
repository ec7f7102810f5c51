/* The same bits from gcc, clang and the wasm module: every double of every result. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import * as abi from '../wasm/dist/abi.js';
import { Shape } from '../js/index.js';
import { derivatives } from '../js/gradient.js';
import { distances } from '../js/distances.js';
import { allocate, f64, getCore, i32, u32 } from '../js/module.js';
import { sceneDoubles } from './bench/records.js';
import { kindPairs, pairs } from './bench/scenes.js';
import { OUTPUT } from './lib/browser.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** FNV-1a over the bytes of results, one pair after the other. */
function wasmDigest(items) {
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
  let digest = 0xcbf29ce484222325n;
  const add = (doubles) => {
    const bytes = new Uint8Array(core.memory.buffer, result, 8 * doubles);
    for (const byte of bytes) digest = BigInt.asUintN(64, (digest ^ BigInt(byte)) * 0x100000001b3n);
  };
  u32.set([0, 1], order / 4);
  for (const { recordA, recordB, poseA, poseB } of items) {
    const a = Shape.from(recordA);
    const b = Shape.from(recordB);
    i32.set([a.handle, b.handle], shapes / 4);
    const flat = [poseA, poseB].flatMap((p) => [...p.position, ...p.quaternion]);
    f64.set(flat, poses / 8);
    core.growth_distance(3, shapes, 2, poses, order, 1, 0, 0, result);
    add(abi.GROWTH_RESULT_STRIDE);
    core.collide(3, shapes, 2, poses, order, 1, 0, 0, result);
    add(abi.COLLISION_RESULT_STRIDE);
    core.distance(3, shapes, 2, poses, order, 1, 0, 0, result);
    add(abi.DISTANCE_RESULT_STRIDE);
    core.penetration(3, shapes, 2, poses, order, 1, 0, 0, result);
    add(abi.PENETRATION_RESULT_STRIDE);
    core.penetration(3, shapes, 2, poses, order, 1, incremental, 0, result);
    add(abi.PENETRATION_RESULT_STRIDE);
    core.signed_distance(3, shapes, 2, poses, order, 1, 0, 0, result);
    add(abi.SIGNED_RESULT_STRIDE);
    derivatives().growth_gradient(3, shapes, 2, poses, order, 1, 0, velocities, 0, result);
    add(abi.GROWTH_GRADIENT_RESULT_STRIDE);
    derivatives().penetration_gradient(3, shapes, 2, poses, order, 1, 0, 0, 0, result);
    add(abi.PENETRATION_GRADIENT_RESULT_STRIDE);
    a.dispose();
    b.dispose();
  }
  return digest.toString(16).padStart(16, '0');
}

test('gcc, clang and wasm agree to the last bit', () => {
  const items = kindPairs(3).flatMap((kinds, i) => pairs({ ...kinds, count: 20, seed: 3000 + i }));
  mkdirSync(OUTPUT, { recursive: true });
  const scene = `${OUTPUT}bits.bin`;
  writeFileSync(scene, sceneDoubles(items));
  const wasm = wasmDigest(items);
  for (const compiler of ['gcc', 'clang', 'sanitized']) {
    const native = execFileSync(`${root}build/${compiler}/bits`, [scene], { encoding: 'utf8' });
    assert.equal(native.trim(), wasm, `${compiler} differs from wasm`);
  }
});
