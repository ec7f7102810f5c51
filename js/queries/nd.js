/* Queries of pairs with a point set or a p-norm ball, in any dimension. In 2D and 3D the other shape can be
 * of any type. Arguments and results use the memory block of the dimension (core/block-nd.js). */
import * as abi from '../../wasm/dist/abi.js';
import { failure, rethrow, running } from '../core/callbacks.js';
import { format, statusError, wrongType } from '../core/errors.js';
import { isList } from '../core/is-list.js';
import { blockOf } from '../core/block-nd.js';
import { callId, beginCall, core, f64, insideSupport, reentered } from '../core/module.js';
import { isEmpty, writePose, writeValidPose } from '../poses/pose.js';
import { ND_METHODS, describe, withoutOut } from './descriptions.js';
import { writeSettings } from './options.js';
import { readStatus } from './query.js';
import { NOT_SOLID, undefinedOf } from '../shapes/point-sets.js';
import { liveHandle } from '../shapes/slot.js';
import { callTraced, dropTrace, finish } from './trace.js';

/** @import { Block } from '../core/block-nd.js' */
/** @import { CollideOptions, CollisionResult, IntersectsOptions } from './collide.js' */
/** @import { GrowthOptions, GrowthResult } from './growth.js' */
/** @import { Pose } from '../poses/pose.js' */
/** @import { Query } from './descriptions.js' */
/** @import { Slot } from '../shapes/slot.js' */

/**
 * Writes a pose in n > 3 dimensions.
 * @param {any} pose
 * @param {number} n
 * @param {number} at index into f64
 * @param {string} name
 */
function writeTranslation(pose, n, at, name) {
  if (pose === undefined || pose === null) {
    f64.fill(0, at, at + n);
    return;
  }
  const wanted = `a translation: ${n} numbers, { position } or null`;
  if (typeof pose !== 'object') throw wrongType(name, wanted, pose);
  for (const field of ['quaternion', 'angle', 'rotation', 'orientation', 'scale'])
    if (pose[field] !== undefined)
      throw new TypeError(`${name} of a ${n}D shape must be ${wanted}, without ${field}`);
  const list = isList(pose) ? pose : isEmpty(pose) ? new Array(n).fill(0) : pose.position;
  if (!isList(list) || list.length !== n) throw wrongType(name, wanted, pose);
  for (let i = 0; i < n; i++) {
    const x = list[i];
    if (typeof x !== 'number') throw wrongType(`${name}[${i}]`, 'a number', x);
    if (!(Math.abs(x) <= abi.POSITION_MAX))
      throw new RangeError(`${name}[${i}] must be finite, got ${format(x)}`);
    f64[at + i] = x;
  }
}

/**
 * Writes a pose in n dimensions.
 * @param {Pose} pose
 * @param {number} n
 * @param {number} pointer
 * @param {string} name
 */
function writePlace(pose, n, pointer, name) {
  if (n > 3) writeTranslation(pose, n, pointer / 8, name);
  else writePose(pose, n, pointer / 8, name);
}

/**
 * Writes the arguments, calls the module, and throws an error if it refuses the query.
 * @param {Query} query
 * @param {readonly Slot[]} slots one to three shapes of the same dimension
 * @param {readonly Pose[]} poses
 * @param {readonly string[]} names of the poses, for messages
 * @param {object | undefined} options
 * @param {(handles: readonly number[], block: Block, settings: number) => number} callModule
 * @param {string} undefinedWhy the reason in the message if the result is undefined
 * @returns {number} index of the result in f64
 */
export function runSets(query, slots, poses, names, options, callModule, undefinedWhy) {
  if (running) throw insideSupport();
  const n = /** @type {Slot} */ (slots[0]).dimension;
  const block = blockOf(n);
  const call = beginCall();
  const pointerOf = (/** @type {number} */ i) => /** @type {number} */ (block.poses[i]);
  for (const [i, pose] of poses.entries())
    writePlace(pose, n, pointerOf(i), /** @type {string} */ (names[i]));
  const settings = options === undefined ? 0 : writeSettings(options, query, n);
  if (callId !== call) throw reentered();
  const handles = slots.map(liveHandle);
  const refused =
    settings !== 0 && f64[settings / 8 + abi.SETTINGS_TRACE] !== 0
      ? callTraced(() => callModule(handles, block, settings), n, 0, settings, 0)
      : callModule(handles, block, settings);
  if (failure !== null) {
    dropTrace();
    rethrow();
  }
  const at = block.result / 8;
  const status = refused < 0 ? refused : Number(f64[at]);
  if (status >= 0) return at;
  dropTrace();
  if (n <= 3)
    for (const [i, pose] of poses.entries())
      writeValidPose(pose, n, pointerOf(i) / 8, /** @type {string} */ (names[i]));
  if (status !== abi.ERROR_UNDEFINED) throw statusError(status, query.name);
  throw undefinedOf(query.name, slots, undefinedWhy);
}

/**
 * Copies n numbers of f64 into `out` if it is an array of length n, otherwise into a new array.
 * @param {number} at @param {number} n @param {unknown} out
 * @returns {number[]}
 */
export function copyVector(at, n, out) {
  const v = Array.isArray(out) && out.length === n ? out : new Array(n).fill(0.5);
  for (let i = 0; i < n; i++) v[i] = f64[at + i];
  return v;
}

const LIMIT = abi.DEFAULT_RAY_ITERATIONS;
const GROWTH = /* @__PURE__ */ describe({
  name: 'growthDistance',
  methods: ND_METHODS,
  options: ['trace'],
  maxIterations: LIMIT,
});
const COLLIDE = /* @__PURE__ */ describe({
  name: 'collide',
  methods: ND_METHODS,
  options: ['trace'],
  maxIterations: LIMIT,
});
const INTERSECTS = /* @__PURE__ */ withoutOut(
  /* @__PURE__ */ describe({
    name: 'intersects',
    methods: ND_METHODS,
    options: [],
    maxIterations: LIMIT,
  }),
);

const NAMES = ['poseA', 'poseB'];

/**
 * growthDistance of a pair with a point set or a p-norm ball.
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {GrowthOptions | undefined} options
 * @returns {any} a GrowthResult
 */
export function growthOfSets(a, poseA, b, poseB, options) {
  const n = a.dimension;
  const at = runSets(
    GROWTH,
    [a, b],
    [poseA, poseB],
    NAMES,
    options,
    ([ha = 0, hb = 0], { poses: [pa = 0, pb = 0], result, workspace }, settings) =>
      core.growth_distance_n(ha, pa, hb, pb, settings, workspace, result),
    NOT_SOLID,
  );
  const call = callId;
  const out = /** @type {GrowthResult<number>} */ (options?.out ?? {});
  const vectors = at + abi.GROWTH_N_RESULT_STRIDE;
  out.value = Number(f64[at + abi.GROWTH_N_RESULT_VALUE]);
  out.lower = Number(f64[at + abi.GROWTH_N_RESULT_LOWER]);
  out.upper = Number(f64[at + abi.GROWTH_N_RESULT_UPPER]);
  out.normal = copyVector(vectors, n, out.normal);
  out.pointA = copyVector(vectors + n, n, out.pointA);
  out.pointB = copyVector(vectors + 2 * n, n, out.pointB);
  out.contact = copyVector(vectors + 3 * n, n, out.contact);
  out.iterations = Number(f64[at + abi.GROWTH_N_RESULT_ITERATIONS]);
  out.status = readStatus(at + abi.GROWTH_N_RESULT_STATUS);
  return finish(out, call);
}

/**
 * Calls the module for intersects and collide.
 * @param {Query} query
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {object | undefined} options
 * @returns {number} index of the result in f64
 */
function runCollideOfSets(query, a, poseA, b, poseB, options) {
  return runSets(
    query,
    [a, b],
    [poseA, poseB],
    NAMES,
    options,
    ([ha = 0, hb = 0], { poses: [pa = 0, pb = 0], result, workspace }, settings) =>
      core.collide_n(ha, pa, hb, pb, settings, workspace, result),
    NOT_SOLID,
  );
}

/**
 * intersects of a pair with a point set or a p-norm ball.
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {IntersectsOptions | undefined} options
 */
export function intersectsOfSets(a, poseA, b, poseB, options) {
  const at = runCollideOfSets(INTERSECTS, a, poseA, b, poseB, options);
  return f64[at + abi.COLLISION_N_RESULT_COLLIDING] === 1;
}

/**
 * collide of a pair with a point set or a p-norm ball.
 * @param {Slot} a @param {Pose} poseA @param {Slot} b @param {Pose} poseB
 * @param {CollideOptions | undefined} options
 * @returns {any} a CollisionResult
 */
export function collideOfSets(a, poseA, b, poseB, options) {
  const n = a.dimension;
  const at = runCollideOfSets(COLLIDE, a, poseA, b, poseB, options);
  const call = callId;
  const out = /** @type {CollisionResult<number>} */ (options?.out ?? {});
  const vectors = at + abi.COLLISION_N_RESULT_STRIDE;
  out.colliding = f64[at + abi.COLLISION_N_RESULT_COLLIDING] === 1;
  const vector = copyVector(out.colliding ? vectors + n : vectors, n, out.point ?? out.normal);
  out.point = out.colliding ? vector : null;
  out.normal = out.colliding ? null : vector;
  out.lower = Number(f64[at + abi.COLLISION_N_RESULT_LOWER]);
  out.upper = Number(f64[at + abi.COLLISION_N_RESULT_UPPER]);
  out.iterations = Number(f64[at + abi.COLLISION_N_RESULT_ITERATIONS]);
  out.status = readStatus(at + abi.COLLISION_N_RESULT_STATUS);
  return finish(out, call);
}
