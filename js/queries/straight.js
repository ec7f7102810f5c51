/* The straight way of a query of two 3D shapes from its arguments to its result.
 *
 * Each query has a straight function of its own, which answers the usual case. Everything else takes the full
 * path (runPair): 2D, support functions of the user, traces and simplices. Both check the same arguments in the
 * same order and throw the same errors. If a straight cast or the module refuses an argument, the full path finds
 * the error. A function that all queries share would cost 5 to 55 ns more.
 * The engine does not inline calls whose target varies, and it caches the position of a field for few forms of
 * objects only. For the same reason each query has a function haveDefaults, a new result is one object literal,
 * and the functions that fill a given one write every number out. */
import * as abi from '../../wasm/dist/abi.js';
import { isList } from '../core/is-list.js';
import { beginQuery, callId, pairMotion, reentered } from '../core/module.js';
import { writePoses } from '../poses/pair.js';
import { writeSettings } from './options.js';

/** @import { Pose } from '../poses/pose.js' */
/** @import { Slot } from '../shapes/slot.js' */
/** @import { Query } from './descriptions.js' */

/** Whether the straight functions take two shapes. @param {Slot} a @param {Slot} b */
export const areStraight = (a, b) => (a.straight & b.straight) === 1;

/**
 * Checks the poses and options, and writes them to the scratch block.
 * @param {Query} query @param {Pose} poseA @param {Pose} poseB
 * @param {object | undefined} options undefined also if they have the defaults
 * @returns {number} pointer to settings, 0: defaults
 */
export function writeStraight(query, poseA, poseB, options) {
  const call = beginQuery();
  writePoses(poseA, poseB);
  const settings = options === undefined ? 0 : writeSettings(options, query, 3);
  if (callId !== call) throw reentered();
  return settings;
}

/**
 * Writes a vector to the motion's part of the scratch block, if it is an array or object of 3 numbers. Both forms
 * write their own numbers: common variables cost 3 to 5 ns a vector.
 * @param {any} v @param {number} field
 * @returns {boolean} whether it is
 */
export function storeVector(v, field) {
  const view = pairMotion;
  if (isVector3(v)) {
    const x = v[0];
    const y = v[1];
    const z = v[2];
    if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return false;
    view[field] = x;
    view[field + 1] = y;
    view[field + 2] = z;
    return true;
  }
  if (typeof v !== 'object' || v === null || isList(v)) return false;
  const { x, y, z } = v;
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return false;
  view[field] = x;
  view[field + 1] = y;
  view[field + 2] = z;
  return true;
}

/**
 * Writes the interval and the target of a cast there, if they are numbers.
 * @param {any} options @param {number} field the first of three
 * @param {number} end the default of maxTime
 * @returns {boolean} whether they are
 */
export function storeInterval(options, field, end) {
  let minTime = 0;
  let maxTime = end;
  let target = 0;
  if (options !== undefined) ({ minTime = 0, maxTime = end, target = 0 } = options);
  if (typeof minTime !== 'number' || typeof maxTime !== 'number' || typeof target !== 'number')
    return false;
  const view = pairMotion;
  view[field] = minTime;
  view[field + 1] = maxTime;
  view[field + 2] = target;
  return true;
}

/**
 * The text of a status.
 * @param {number} status @returns {any} a Status or a MotionStatus
 */
export const textOf = (status) => abi.STATUS_TEXTS[/** @type {0} */ (status)];

/**
 * A new vector of a result.
 * @param {ArrayLike<any>} view @param {number} at index
 * @returns {[number, number, number]}
 */
export const vector3 = (view, at) => [view[at], view[at + 1], view[at + 2]];

/** Whether the option `out` is valid. @param {unknown} out */
export const isOut = (out) => out === undefined || (typeof out === 'object' && out !== null);

/** Whether a field of a result object is a vector that can be reused. @param {any} v */
export const isVector3 = (v) => Array.isArray(v) && v.length === 3;
