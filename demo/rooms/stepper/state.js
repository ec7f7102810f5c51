/* The stepper's state as plain data, and as the part of the address a link restores. */
import { numbers, readBodies, writeBodies } from '../../shapes/bodies.js';
import { FIRST_PRESET, stateOf } from './presets.js';
import { readRun, writeRun } from './runs.js';

/** Methods that can be compared at a time. */
export const MOST_RUNS = 4;
/** Steps a second. */
export const SPEED = { low: 0.5, high: 8, start: 1.5 };

/**
 * @typedef {object} State
 * @property {import('../../shapes/bodies.js').Body[]} bodies two
 * @property {import('./runs.js').Run[]} runs one at least
 * @property {number} focus index of the run in view
 * @property {number} step index of its iterate; there may be fewer after a shape has moved
 * @property {number} speed
 * @property {number[] | null} eye from what is looked at to the camera, in sizes of what is seen
 * @property {string} mode of the handles
 */

const whole = (text, low, high) => {
  const x = text === null ? NaN : Number(text);
  return Number.isInteger(x) && x >= low && x <= high ? x : null;
};

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
  const step = whole(params.get('step'), 1, 1e6);
  if (step !== null) state.step = step - 1;
  const speed = Number(params.get('speed') ?? NaN);
  if (speed >= SPEED.low && speed <= SPEED.high) state.speed = speed;
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
  params.set('step', String(step + 1));
  if (speed !== SPEED.start) params.set('speed', String(speed));
  if (eye) params.set('eye', eye.map((x) => x.toFixed(3)).join(','));
  if (mode !== 'translate') params.set('mode', mode);
  return params;
}
