/* Times of impact of all bodies of a world, each with its own velocities. */
import * as abi from '../../wasm/dist/abi.js';
import { format, statusError, wrongType } from '../core/errors.js';
import { beginCall, callId, core, f64, reentered, u32 } from '../core/module.js';
import { MOTION_FACTS, describe, withoutOut } from '../queries/descriptions.js';
import { readEnd } from '../queries/impact.js';
import { fastMotion, readTarget } from '../queries/motion.js';
import { writeSettings } from '../queries/options.js';
import { isList } from '../core/is-list.js';
import { checkStatus } from './casts.js';
import { MotionColumns, writeRow } from './motion-columns.js';

/** @import { Query } from '../queries/descriptions.js' */
/** @import { WorldState } from './state.js' */

/**
 * The velocities of all bodies, one row for each body number up to the largest one. Arrays may be longer.
 * @typedef {object} WorldVelocities
 * @property {ArrayLike<number> | undefined} [velocities] of the local origins, in world coordinates: 3 numbers
 *   per body, in 2D 2 (default: all zero)
 * @property {ArrayLike<number> | undefined} [angularVelocities] in radians per unit of time: 3 numbers per body,
 *   in 2D 1 (default: all zero)
 */

const QUERY = /* @__PURE__ */ describeImpacts();
const VELOCITY_KEYS = ['velocities', 'angularVelocities'];

/** @returns {Query} */
/* @__NO_SIDE_EFFECTS__ */
function describeImpacts() {
  const query = describe({
    ...MOTION_FACTS,
    name: 'World.timesOfImpact',
    options: ['maxTime', 'target'],
    tolerance: abi.DEFAULT_IMPACT_TOLERANCE,
  });
  return withoutOut(query);
}

/** Module memory for the velocities, reused by all worlds: 6 doubles per body. */
let block = 0;
let room = 0;

/** Makes room for the velocities. @param {number} bodies */
function reserve(bodies) {
  if (bodies <= room) return;
  const more = Math.max(2 * bodies, 64);
  const grown = core.alloc(48 * more);
  if (grown === 0) throw statusError(abi.ERROR_MEMORY, QUERY.name);
  if (block !== 0) core.release(block);
  block = grown;
  room = more;
}

/**
 * Writes one of the arrays: its rows begin at `offset` of the 6 doubles of each body.
 * @param {any} list @param {string} name @param {number} width numbers per body @param {number} bodies
 * @param {number} offset
 */
function writeRows(list, name, width, bodies, offset) {
  const label = `${QUERY.name}: ${name}`;
  if (list === undefined) {
    for (let k = 0; k < bodies; k++)
      f64.fill(0, block / 8 + 6 * k + offset, block / 8 + 6 * k + offset + 3);
    return;
  }
  if (!isList(list)) throw wrongType(label, `${width} numbers per body`, list);
  if (list.length < width * bodies)
    throw new RangeError(
      `${label} must have ${width} numbers for each of ${bodies} body numbers, got ${list.length} numbers`,
    );
  for (let k = 0; k < bodies; k++) writeRow(list, k, width, block / 8 + 6 * k + offset, label);
}

/** Throws for an error, of all bodies or of a pair. @param {WorldState} state @param {number} status @param {number} maxTime */
function checkImpacts(state, status, maxTime) {
  if (status !== abi.ERROR_MOTION) {
    checkStatus(state, status, QUERY);
    return;
  }
  const owners = state.bodies.map((body, number) => body && `body ${number}`);
  throw new RangeError(`${QUERY.name}: ${fastMotion(block / 8, owners, maxTime)}`);
}

/** The columns of timesOfImpact. @internal */
export class ImpactColumns extends MotionColumns {
  /** @override @param {number} rows @param {number} n dimension */
  resize(rows, n) {
    super.resize(rows, n);
    this.result.pairs = new Uint32Array(2 * rows);
  }

  /**
   * Finds the first contact of every pair.
   * @param {WorldState} state @param {any} motion @param {any} options @returns {any}
   */
  find(state, motion, options) {
    const { name } = QUERY;
    const call = beginCall();
    const n = state.dimension || 3;
    if (typeof motion !== 'object' || motion === null || isList(motion))
      throw wrongType(`${name}: the motion`, '{ velocities, angularVelocities }', motion);
    for (const key in motion)
      if (!VELOCITY_KEYS.includes(key))
        throw new TypeError(
          `${name}: the motion has no field ${format(key)}; it has ${VELOCITY_KEYS.join(', ')}`,
        );
    const { velocities, angularVelocities } = motion;
    const settings = options === undefined ? 0 : writeSettings(options, QUERY, n);
    const maxTime = readEnd(options?.maxTime, name);
    const target = readTarget(options?.target, name);
    const bodies = state.bodies.length;
    reserve(bodies);
    writeRows(velocities, 'velocities', n, bodies, 0);
    writeRows(angularVelocities, 'angularVelocities', n === 3 ? 3 : 1, bodies, 3);
    if (callId !== call) throw reentered();
    this.result.count = 0;
    if (state.id === 0) return this.result;
    state.fit(name);
    const status = core.world_times_of_impact(state.id, block, maxTime, target, settings);
    checkImpacts(state, status, maxTime);
    return this.#copy(state, status, n, maxTime);
  }

  /**
   * Copies the module's rows.
   * @param {WorldState} state @param {number} count @param {number} n @param {number} maxTime
   */
  #copy(state, count, n, maxTime) {
    this.fit(count, n);
    const { result } = this;
    if (count === 0) return result;
    const pairs = core.world_array(state.id, abi.WORLD_ARRAY_MOVING) >>> 2;
    const rows = core.world_array(state.id, abi.WORLD_ARRAY_IMPACTS) >>> 3;
    for (let k = 0; k < 2 * count; k++) result.pairs[k] = u32[pairs + k];
    const view = /** @type {ArrayLike<any>} */ (f64);
    for (let k = 0; k < count; k++) {
      const at = rows + k * abi.CAST_RESULT_STRIDE;
      checkImpacts(state, view[at + abi.CAST_RESULT_STATUS], maxTime);
      this.copyRow(view, at, k, n);
    }
    result.count = count;
    return result;
  }
}
