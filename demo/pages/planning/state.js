/* The page's state as plain data, and its form in the address. The planner receives the rounded numbers
 * of the address, so that a link gives the same path. */
import { GOAL, OBSTACLES, START, partsOf } from './scene.js';

/**
 * @typedef {object} State
 * @property {number[]} start @property {number[]} goal radians, one per joint
 * @property {Record<string, { position: number[], quaternion: number[] }>} poses of obstacles, by name
 * @property {Set<string>} away obstacles that are removed
 * @property {string} method 'certified' or 'sampled'
 * @property {number} resolution @property {number} safety millimetres
 * @property {number} seed
 * @property {boolean} automatic whether a new plan starts after every movement
 * @property {boolean} calm whether plans run slowly, so that the visitor can watch
 * @property {'goal' | 'start'} edit the configuration that the joint sliders change
 * @property {string} mode of the handles
 * @property {number[] | null} camera
 */

export const RANGES = {
  resolution: { low: 2, high: 40, start: 10 },
  safety: { low: 0, high: 50, start: 10 },
  seed: { low: 1, high: 99, start: 32 },
};
export const METHODS = ['certified', 'sampled'];
/** Digits of numbers in the address: a tenth of a millimetre at the end of the arm. */
const DIGITS = 4;

/** Numbers rounded to the digits of the address. @param {ArrayLike<number>} list */
export const roundedList = (list, digits = DIGITS) =>
  Array.from(list, (x) => Number(x.toFixed(digits)));

const numbers = (text, count) => {
  const list = (text ?? '').split(',').map(Number);
  return list.length === count && list.every(Number.isFinite) ? list : null;
};
const inRange = (text, { low, high, start }) => {
  const x = Math.round(Number(text ?? NaN));
  return x >= low && x <= high ? x : start;
};

const firstPoses = () =>
  Object.fromEntries(
    OBSTACLES.map(({ name, position, quaternion }) => [name, { position, quaternion }]),
  );

/**
 * Values that are missing or invalid keep their defaults.
 * @param {URLSearchParams} params @returns {State}
 */
export function readState(params) {
  const configuration = (key, first) => {
    const list = numbers(params.get(key), first.length);
    return list?.every((x) => Math.abs(x) <= Math.PI) ? list : [...first];
  };
  const poses = firstPoses();
  for (const name of Object.keys(poses)) {
    const seven = numbers(params.get(name), 7);
    if (seven && Math.hypot(...seven.slice(3)) > 0.5 && seven.every((x) => Math.abs(x) < 100))
      poses[name] = { position: seven.slice(0, 3), quaternion: seven.slice(3) };
  }
  return {
    start: configuration('start', START),
    goal: configuration('goal', GOAL),
    poses,
    away: new Set((params.get('without') ?? '').split(',').filter((name) => poses[name])),
    method: METHODS.find((method) => method === params.get('method')) ?? METHODS[0],
    resolution: inRange(params.get('resolution'), RANGES.resolution),
    safety: inRange(params.get('safety'), RANGES.safety),
    seed: inRange(params.get('seed'), RANGES.seed),
    automatic: params.get('automatic') !== 'no',
    calm: params.get('watch') === 'yes',
    edit: params.get('edit') === 'start' ? 'start' : 'goal',
    mode: params.get('mode') === 'rotate' ? 'rotate' : 'translate',
    camera: numbers(params.get('camera'), 6),
  };
}

/** Writes the values that differ from the defaults. @param {State} state @returns {URLSearchParams} */
export function writeState(state) {
  const params = new URLSearchParams();
  const first = writeFull(readState(new URLSearchParams()));
  for (const [key, value] of Object.entries(writeFull(state)))
    if (value !== first[key]) params.set(key, value);
  return params;
}

const writeFull = (state) => ({
  start: roundedList(state.start).join(','),
  goal: roundedList(state.goal).join(','),
  ...Object.fromEntries(
    Object.entries(state.poses).map(([name, { position, quaternion }]) => [
      name,
      roundedList([...position, ...quaternion]).join(','),
    ]),
  ),
  without: [...state.away].join(','),
  method: state.method,
  resolution: String(state.resolution),
  safety: String(state.safety),
  seed: String(state.seed),
  automatic: state.automatic ? 'yes' : 'no',
  watch: state.calm ? 'yes' : 'no',
  edit: state.edit,
  mode: state.mode,
  camera: state.camera ? roundedList(state.camera).join(',') : '',
});

/** The obstacles that are not removed, with their poses. @param {State} state */
export const groupsOf = ({ poses, away }) =>
  OBSTACLES.filter(({ name }) => !away.has(name)).map((group) => ({
    ...group,
    ...poses[group.name],
  }));

/** The planner's problem for a state. @param {State} state @returns {import('./search.js').Problem} */
export const problemOf = (state) => ({
  start: state.start,
  goal: state.goal,
  obstacles: partsOf(groupsOf(state)),
  method: state.method,
  resolution: state.resolution / 1000,
  safety: state.safety / 1000,
  seed: state.seed,
});
