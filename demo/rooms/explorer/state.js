/* The explorer's state as plain data, and as the part of the address a link restores. */
import { KINDS, MARGIN, parametersOf, startOf } from '../../shapes/kinds.js';
import { parseScan, writeScan } from '../../shapes/scans.js';

/** @typedef {{ position: number[], quaternion: number[] }} Pose */
/** @typedef {import('../../shapes/kinds.js').Choice & { pose: Pose }} Body */
/** @typedef {{ bodies: Body[], pair: number[], show: Set<string>, mode: string, camera: number[] | null }} State */

/** What can be drawn. */
export const LAYERS = ['growth', 'distance', 'plane', 'gradient'];
export const MOST_BODIES = 6;
/** Digits of what enters the address: what is measured is what a link restores. */
const DIGITS = 6;

const round = (x) => Number(x.toFixed(DIGITS));
const clamp = (x, { low, high }) => Math.min(high, Math.max(low, x));
const numbers = (text, count) => {
  const list = (text ?? '').split(',').map(Number);
  return list.length === count && list.every(Number.isFinite) ? list : null;
};

/** A pose with the digits of the address. @param {{ position: any, quaternion: any }} pose */
export const settled = ({ position, quaternion }) => ({
  position: Array.from(position, round),
  quaternion: Array.from(quaternion, round),
});

/** @param {string} kind @param {number[]} [position] @param {number[]} [quaternion] @returns {Body} */
export const bodyOf = (kind, position = [0, 0, 0], quaternion = [0, 0, 0, 1]) => ({
  ...startOf(kind),
  pose: { position, quaternion },
});

/** What a visitor meets first. @returns {State} */
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

/** Whatever is missing or makes no sense is as at first. @param {URLSearchParams} params @returns {State} */
export function readState(params) {
  const state = initial();
  const bodies = (params.get('shapes') ?? '')
    .split(';')
    .slice(0, MOST_BODIES)
    .map((text, i) => readBody(text, params.get(`scan${i}`)));
  if (bodies.length >= 2 && bodies.every(Boolean)) state.bodies = bodies;
  const pair = numbers(params.get('pair'), 2);
  if (pair && pair[0] !== pair[1] && pair.every((i) => state.bodies[i])) state.pair = pair;
  const show = params.get('show');
  if (show !== null) state.show = new Set(show.split(',').filter((x) => LAYERS.includes(x)));
  if (params.get('mode') === 'rotate') state.mode = 'rotate';
  state.camera = numbers(params.get('camera'), 6);
  return state;
}

/** `kind,parameters…,margin@pose`; the vertices of a scan are a parameter of their own. */
function readBody(text, scanText) {
  const [shape, pose] = text.split('@');
  const [kind, ...values] = shape.split(',');
  const scan = kind.startsWith('scan:') ? parseScan(kind.slice(5), scanText ?? '') : null;
  if (!scan && !Object.hasOwn(KINDS, kind)) return null;
  const body = scan ? { ...bodyOf('sphere'), kind, scan } : bodyOf(kind);
  const parameters = parametersOf(body);
  body.values = parameters.map(({ start }) => start);
  const given = numbers(values.join(','), parameters.length + 1);
  if (given) {
    body.margin = clamp(given.pop(), MARGIN);
    body.values = given.map((x, i) => clamp(x, parameters[i]));
  }
  const seven = numbers(pose, 7);
  if (seven?.slice(3).some((x) => x !== 0))
    body.pose = { position: seven.slice(0, 3), quaternion: seven.slice(3) };
  return body;
}

/** @param {State} state @returns {URLSearchParams} */
export function writeState({ bodies, pair, show, mode, camera }) {
  const params = new URLSearchParams();
  const text = ({ kind, values, margin, pose }) =>
    `${[kind.replace(/[,;@]/g, '_'), ...values.map(round), round(margin)].join(',')}@` +
    [...pose.position, ...pose.quaternion].map(round).join(',');
  params.set('shapes', bodies.map(text).join(';'));
  if (bodies.length > 2) params.set('pair', pair.join(','));
  params.set('show', [...show].join(','));
  if (mode !== 'translate') params.set('mode', mode);
  if (camera) params.set('camera', camera.map((x) => x.toFixed(3)).join(','));
  bodies.forEach(({ scan }, i) => scan && params.set(`scan${i}`, writeScan(scan)));
  return params;
}
