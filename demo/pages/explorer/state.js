/* The explorer's state as plain data, and as the part of the address that a link restores. */
import { bodyOf, numbers, readBodies, roundedPose, writeBodies } from '../../shapes/bodies.js';

export { bodyOf, roundedPose };

/** @typedef {import('../../shapes/bodies.js').Pose} Pose */
/** @typedef {import('../../shapes/bodies.js').Body} Body */
/** @typedef {{ bodies: Body[], pair: number[], show: Set<string>, mode: string, camera: number[] | null }} State */

/** The layers that can be drawn. */
export const LAYERS = ['growth', 'distance', 'plane', 'gradient'];
export const MOST_BODIES = 6;

/** The state for an address without parameters. @returns {State} */
const initial = () => ({
  bodies: [
    bodyOf('box', [-0.95, 0, 0], [0.1, 0.25, 0, 0.963]),
    bodyOf('gem', [1.7, 0.35, 0.1], [0.05, 0.1, 0.3, 0.947]),
  ],
  pair: [0, 1],
  show: new Set(['growth']),
  mode: 'translate',
  camera: null,
});

/**
 * Values that are missing or invalid keep their defaults.
 * @param {URLSearchParams} params @returns {State}
 */
export function readState(params) {
  const state = initial();
  state.bodies = readBodies(params, MOST_BODIES) ?? state.bodies;
  const pair = numbers(params.get('pair'), 2);
  if (pair && pair[0] !== pair[1] && pair.every((i) => state.bodies[i])) state.pair = pair;
  const show = params.get('show');
  if (show !== null) state.show = new Set(show.split(',').filter((x) => LAYERS.includes(x)));
  if (params.get('mode') === 'rotate') state.mode = 'rotate';
  state.camera = numbers(params.get('camera'), 6);
  return state;
}

/** @param {State} state @returns {URLSearchParams} */
export function writeState({ bodies, pair, show, mode, camera }) {
  const params = new URLSearchParams();
  writeBodies(params, bodies);
  if (bodies.length > 2) params.set('pair', pair.join(','));
  params.set('show', [...show].join(','));
  if (mode !== 'translate') params.set('mode', mode);
  if (camera) params.set('camera', camera.map((x) => x.toFixed(3)).join(','));
  return params;
}
