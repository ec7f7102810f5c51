/* The stepper's state as plain data, and as the part of the address that a link restores. */
import { numbers, readBodies, writeBodies } from '../../shapes/bodies.js';
import { SPEED, readStep, whole, writeStep } from '../../steps/address.js';
import { FIRST_PRESET, stateOf } from './presets.js';
import { readRun, writeRun } from '../../steps/runs.js';

/** Maximum number of methods compared at the same time. */
export const MOST_RUNS = 4;

/**
 * @typedef {object} State
 * @property {import('../../shapes/bodies.js').Body[]} bodies two bodies
 * @property {import('../../steps/runs.js').Run[]} runs at least one run
 * @property {number} focus index of the run that is shown
 * @property {number} step index of its iterate. After a shape has moved, the trace may be shorter
 * @property {number} speed
 * @property {number[] | null} eye vector from the centre of a view to the camera, relative to the size
 *   of the view's contents
 * @property {string} mode of the handles
 */

/**
 * Values that are missing or invalid keep their defaults.
 * @param {URLSearchParams} params @returns {State}
 */
export function readState(params) {
  const state = { ...stateOf(FIRST_PRESET), speed: SPEED.start, eye: null, mode: 'translate' };
  state.bodies = readBodies(params, 2) ?? state.bodies;
  const runs = (params.get('runs') ?? '').split(';').slice(0, MOST_RUNS).map(readRun);
  if (runs.every(Boolean)) {
    state.runs = runs;
    state.focus = 0;
  }
  state.focus = whole(params.get('focus'), 0, state.runs.length - 1) ?? state.focus;
  readStep(params, state);
  const eye = numbers(params.get('eye'), 3);
  if (eye?.some((x) => x !== 0)) state.eye = eye;
  if (params.get('mode') === 'rotate') state.mode = 'rotate';
  return state;
}

/** @param {State} state @returns {URLSearchParams} */
export function writeState({ bodies, runs, focus, step, speed, eye, mode }) {
  const params = new URLSearchParams();
  writeBodies(params, bodies);
  params.set('runs', runs.map(writeRun).join(';'));
  params.set('focus', String(focus));
  writeStep(params, { step, speed });
  if (eye) params.set('eye', eye.map((x) => x.toFixed(3)).join(','));
  if (mode !== 'translate') params.set('mode', mode);
  return params;
}
