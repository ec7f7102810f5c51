/* The page's state as plain data, and as the part of the address that a link restores. */
import { numbers, readBodies, readPose, writeBodies, writePose } from '../../shapes/bodies.js';
import { startOf } from '../../shapes/shape-types.js';
import { FIRST_PRESET, SAMPLES, stateOf } from './presets.js';

/**
 * @typedef {object} State
 * @property {import('./path.js').MovingBody[]} bodies A and B
 * @property {'impact' | 'cast' | 'ray'} query
 * @property {number} samples number of steps of the test that looks at single times
 * @property {number} target the distance that counts as contact
 * @property {number | null} time shown; null: the time of contact, or the end of a free motion
 * @property {number | null} step of the solver that is shown, which sets the time
 * @property {Set<string>} show
 * @property {string} mode of the handles
 * @property {number[] | null} camera
 */

export const QUERIES = {
  impact: 'Impact: both move and turn',
  cast: 'Shape cast: B does not turn',
  ray: 'Ray: a point moves towards A',
};
export const LAYERS = { samples: 'Samples', plane: 'Plane that proves the lower bound' };
const FIRST_LAYERS = 'samples';

/** Of speeds, the decimal logarithm. */
export const RANGES = {
  samples: { low: 1, high: 60 },
  turns: { low: -9, high: 9 },
  target: { low: 0, high: 0.5 },
  speed: { low: -1, high: 3 },
};

const clamp = (x, { low, high }) => Math.min(high, Math.max(low, x));

/** @param {string | null} text @param {{ low: number, high: number }} range @param {number} otherwise */
const inRange = (text, range, otherwise) => {
  const [x] = numbers(text || 'none', 1) ?? [otherwise];
  return clamp(x, range);
};

/**
 * Values that are missing or invalid keep their defaults.
 * @param {URLSearchParams} params @returns {State}
 */
export function readState(params) {
  const first = stateOf(FIRST_PRESET);
  const bodies = readPaths(params);
  const samples = Math.round(inRange(params.get('samples'), RANGES.samples, SAMPLES));
  const show = params.get('show');
  const query = params.get('query') ?? '';
  const time = params.get('t');
  const step = params.get('step');
  return {
    bodies: bodies ?? first.bodies,
    query: Object.hasOwn(QUERIES, query) ? query : bodies ? 'impact' : first.query,
    samples,
    target: inRange(params.get('target'), RANGES.target, 0),
    time: time ? inRange(time, { low: 0, high: 1 }, 0) : null,
    step: step ? Math.round(inRange(step, { low: 0, high: 1e6 }, 0)) : null,
    show: new Set((show ?? FIRST_LAYERS).split(',').filter((x) => Object.hasOwn(LAYERS, x))),
    mode: params.get('mode') === 'rotate' ? 'rotate' : 'translate',
    camera: numbers(params.get('camera'), 6),
  };
}

function readPaths(params) {
  const ends = (params.get('to') ?? '').split(';');
  const turns = (params.get('turns') ?? '').split(',');
  const moves = params.get('moves') ?? '';
  return readBodies(params, 2)?.map((body, k) => ({
    ...body,
    to: readPose(ends[k]) ?? body.pose,
    moves: moves.includes('ab'[k]),
    turns: Math.round(inRange(turns[k], RANGES.turns, 0)),
  }));
}

/** @param {State} state @returns {URLSearchParams} */
export function writeState({ bodies, query, samples, target, time, step, show, mode, camera }) {
  const params = new URLSearchParams();
  writeBodies(params, bodies);
  params.set('to', bodies.map(({ to }) => writePose(to)).join(';'));
  params.set('moves', ['a', 'b'].filter((_, k) => bodies[k].moves).join(''));
  params.set('turns', bodies.map(({ turns }) => turns).join(','));
  params.set('query', query);
  params.set('samples', String(samples));
  if (target > 0) params.set('target', String(target));
  params.set('show', [...show].join(','));
  if (step !== null) params.set('step', String(step));
  else if (time !== null) params.set('t', String(time));
  if (mode !== 'translate') params.set('mode', mode);
  if (camera) params.set('camera', camera.map((x) => x.toFixed(3)).join(','));
  return params;
}

/**
 * The bodies as the query takes them: a shape cast moves only B and does not turn it; a ray is a point.
 * @param {State} state @returns {import('./path.js').MovingBody[]}
 */
export function bodiesAsked({ bodies: [a, b], query }) {
  if (query === 'impact') return [a, b];
  const to = { position: b.to.position, quaternion: b.pose.quaternion };
  const straight = { ...b, to, moves: true, turns: 0 };
  return [
    { ...a, moves: false, turns: 0 },
    query === 'ray' ? { ...straight, ...startOf('point') } : straight,
  ];
}
