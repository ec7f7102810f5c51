/* Flatland's state as plain data, and as the part of the address that a link restores. */
import { SPEED, readStep, writeStep } from '../../steps/address.js';
import { readRun, writeRun } from '../../steps/runs.js';
import { SHAPE_TYPES, MARGIN, startOf } from './shape-types.js';

/** @typedef {{ position: number[], angle: number }} Pose */
/** @typedef {import('./shape-types.js').Choice & { pose: Pose }} Body */
/**
 * @typedef {object} State
 * @property {Body[]} bodies
 * @property {number[]} pair indices of the two measured bodies
 * @property {Set<string>} show
 * @property {string} levels quantity whose level curves are drawn
 * @property {string} query of the generated code
 * @property {import('../../steps/runs.js').Run | null} run whose steps are shown, if any
 * @property {number} step index of its iterate. After a shape has moved, the trace may be shorter
 * @property {number} speed steps per second while playing
 * @property {{ x: number, y: number, zoom: number }} view centre and magnification of the picture
 */

/** The layers that can be drawn. */
export const LAYERS = ['growth', 'distance', 'plane', 'gradient', 'difference'];
export const LEVELS = ['none', 'growth', 'signed'];
export const QUERIES = ['growthDistance', 'signedDistance', 'growthGradient', 'intersects'];
export const MOST_BODIES = 6;
export const MOST_POINTS = 40;
/** Largest coordinate in the picture, in units. */
export const FAR = 1000;
/**
 * Digits of numbers in the address. The state has the same digits, so a link restores the same
 * measurements.
 */
const DIGITS = 4;

export const round = (x) => Number(x.toFixed(DIGITS));
const clamp = (x, { low, high }) => Math.min(high, Math.max(low, x));
const isNear = (x) => Number.isFinite(x) && Math.abs(x) <= FAR;
const numbers = (text) => (text ? text.split(',').map(Number) : []);

/**
 * A pose rounded to the digits of the address, with an angle from -π to π.
 * @param {Pose} pose @returns {Pose}
 */
export const roundedPose = ({ position, angle }) => ({
  position: position.map((x) => round(Math.min(FAR, Math.max(-FAR, x)))),
  angle: round(angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))),
});

/** @param {string} type @param {number[]} [position] @param {number} [angle] @returns {Body} */
export const bodyOf = (type, position = [0, 0], angle = 0) => ({
  ...startOf(type),
  pose: { position, angle },
});

/** The state for an address without parameters. @returns {State} */
const initial = () => ({
  bodies: [bodyOf('ellipse', [-1.6, -0.3], 0.9), bodyOf('polygon', [1.4, 0.6], 0.2)],
  pair: [0, 1],
  show: new Set(['growth', 'difference']),
  levels: 'none',
  query: QUERIES[0],
  run: null,
  step: 0,
  speed: SPEED.start,
  view: { x: 0, y: 0, zoom: 1 },
});

/**
 * Values that are missing or invalid keep their defaults.
 * @param {URLSearchParams} params @returns {State}
 */
export function readState(params) {
  const state = initial();
  const bodies = (params.get('shapes') ?? '').split(';').slice(0, MOST_BODIES).map(readBody);
  if (bodies.length >= 2 && bodies.every(Boolean)) state.bodies = bodies;
  const pair = numbers(params.get('pair'));
  if (pair.length === 2 && pair[0] !== pair[1] && pair.every((i) => state.bodies[i]))
    state.pair = pair;
  const show = params.get('show');
  if (show !== null) state.show = new Set(show.split(',').filter((x) => LAYERS.includes(x)));
  const [levels, query] = [params.get('levels'), params.get('query')];
  if (LEVELS.includes(levels)) state.levels = levels;
  if (QUERIES.includes(query)) state.query = query;
  state.run = readRun(params.get('run') ?? '');
  readStep(params, state);
  const [x, y, zoom] = numbers(params.get('view'));
  if (isNear(x) && isNear(y) && zoom >= 0.02 && zoom <= 100) state.view = { x, y, zoom };
  return state;
}

/** Reads `type,parameters…,margin@x,y,angle`, followed by `@x,y,x,y…` if the shape is defined by points. */
function readBody(text) {
  const [shape, pose, corners] = text.split('@');
  const [type, ...rest] = shape.split(',');
  if (!Object.hasOwn(SHAPE_TYPES, type)) return null;
  const body = bodyOf(type);
  const { parameters } = SHAPE_TYPES[type];
  const values = rest.map(Number);
  if (values.length === parameters.length + 1 && values.every(Number.isFinite)) {
    body.margin = clamp(values.pop(), MARGIN);
    body.values = values.map((x, i) => clamp(x, parameters[i]));
  }
  const three = numbers(pose);
  if (three.length === 3 && three.every(isNear))
    body.pose = { position: three.slice(0, 2), angle: three[2] };
  const flat = numbers(corners);
  const count = flat.length / 2;
  if (body.points.length > 0 && count >= 3 && count <= MOST_POINTS && flat.every(isNear))
    body.points = Array.from({ length: Math.floor(count) }, (_, i) => flat.slice(2 * i, 2 * i + 2));
  return body;
}

function writeBody({ type, values, points, margin, pose }) {
  const parts = [
    [type, ...values.map(round), round(margin)],
    [...pose.position, pose.angle].map(round),
    ...(points.length > 0 ? [points.flat().map(round)] : []),
  ];
  return parts.map((list) => list.join(',')).join('@');
}

/** @param {State} state @returns {URLSearchParams} */
export function writeState({ bodies, pair, show, levels, query, run, step, speed, view }) {
  const params = new URLSearchParams();
  params.set('shapes', bodies.map(writeBody).join(';'));
  if (bodies.length > 2 || pair[0] !== 0) params.set('pair', pair.join(','));
  params.set('show', [...show].join(','));
  if (levels !== 'none') params.set('levels', levels);
  if (query !== QUERIES[0]) params.set('query', query);
  if (run) {
    params.set('run', writeRun(run));
    writeStep(params, { step, speed });
  }
  const { x, y, zoom } = view;
  if (x !== 0 || y !== 0 || zoom !== 1) params.set('view', [x, y, zoom].map(round).join(','));
  return params;
}
