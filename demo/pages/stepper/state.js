/* The stepper's state as plain data, and as the part of the address a link restores. */
import { numbers, readBodies, writeBodies } from '../../shapes/bodies.js';
import { SPEED, readStep, whole, writeStep } from '../../steps/address.js';
import { FIRST_PRESET, stateOf } from './presets.js';
import { readRun, writeRun } from '../../steps/runs.js';

/** Methods that can be compared at a time. */
export const MOST_RUNS = 4;

/**
 * @typedef {object} State
 * @property {import('../../shapes/bodies.js').Body[]} bodies two
 * @property {import('../../steps/runs.js').Run[]} runs one at least
 * @property {number} focus index of the run in view
 * @property {number} step index of its iterate; there may be fewer after a shape has moved
 * @property {number} speed
 * @property {number[] | null} eye from what is looked at to the camera, in sizes of what is seen
 * @property {string} mode of the handles
 */

/** Whatever is missing or makes no sense is as at first. @param {URLSearchParams} params @returns {State} */
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
