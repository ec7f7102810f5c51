/* Instructive motions. */
import { bodyOf } from '../../shapes/bodies.js';

const NONE = [0, 0, 0, 1];

/** The unit quaternion of a rotation about an axis, in degrees. */
function turn(axis, degrees) {
  const half = (degrees * Math.PI) / 360;
  const s = Math.sin(half) / Math.hypot(...axis);
  return [...axis.map((x) => x * s), Math.cos(half)].map((x) => Number(x.toFixed(6)));
}

/** A body at rest. */
const still = (type, values, position, quaternion = NONE) => ({
  ...bodyOf(type, position, quaternion),
  values,
  to: { position, quaternion },
  moves: false,
  turns: 0,
});

/** A body with a path: its start, its end and whole turns in addition. */
const moving = (type, values, [from, q], [to, p], turns = 0) => ({
  ...still(type, values, from, q),
  to: { position: to, quaternion: p },
  moves: true,
  turns,
});

/**
 * @typedef {object} Preset
 * @property {string} label
 * @property {'impact' | 'cast' | 'ray'} query
 * @property {() => import('./path.js').MovingBody[]} bodies
 * @property {number} [samples]
 */

/** @type {Record<string, Preset>} */
export const PRESETS = {
  blade: {
    label: 'A spinning blade and a thrown ball',
    query: 'impact',
    bodies: () => [
      moving('box', [1.7, 0.06, 0.22], [[0, 0, 0], NONE], [[0, 0, 0], turn([0, 0, 1], 40)], 3),
      moving('sphere', [0.3], [[-3.1, 1.3, 0], NONE], [[2.9, 0.5, 0], NONE]),
    ],
  },
  bullet: {
    label: 'A bullet through paper',
    query: 'cast',
    bodies: () => [
      still('box', [0.01, 1.2, 1], [0.33, 0, 0]),
      moving(
        'capsule',
        [0.17, 0.13],
        [[-3.3, 0.1, 0], turn([0, 0, 1], -90)],
        [[3.3, 0.1, 0], turn([0, 0, 1], -90)],
      ),
    ],
  },
  tumbling: {
    label: 'Two tumbling bodies',
    query: 'impact',
    bodies: () => [
      moving(
        'box',
        [0.9, 0.5, 0.6],
        [[-2.6, 0.3, 0], turn([1, 2, 0], 30)],
        [[1.2, -0.2, 0], turn([1, 1, 3], 150)],
      ),
      moving(
        'gem',
        [1],
        [[2.6, -0.3, 0.2], turn([0, 1, 1], 20)],
        [[-1, 0.4, 0], turn([3, 0, 1], 160)],
      ),
    ],
    samples: 6,
  },
  miss: {
    label: 'A near miss: proved free',
    query: 'impact',
    bodies: () => [
      moving('box', [0.7, 0.5, 0.5], [[-3, 1.06, 0], NONE], [[3, 1.06, 0], turn([0, 0, 1], -90)]),
      still('cylinder', [0.5, 0.6], [0, -0.34, 0]),
    ],
  },
  graze: {
    label: 'A graze of a rod and a ball',
    query: 'impact',
    bodies: () => [
      moving(
        'capsule',
        [1.4, 0.2],
        [[0, -1.2, 0], turn([0, 0, 1], 50)],
        [[0, -1.2, 0], turn([0, 0, 1], -50)],
      ),
      still('sphere', [0.6], [0, 1, 0]),
    ],
    samples: 9,
  },
  ray: {
    label: 'A ray that hits a rock',
    query: 'ray',
    bodies: () => [
      still('rock', [1.3], [0.3, 0, 0], turn([1, 1, 0], 20)),
      moving('point', [], [[-3, 1.2, 0.6], NONE], [[3, -0.6, -0.4], NONE]),
    ],
  },
};

export const FIRST_PRESET = 'blade';
export const SAMPLES = 10;

/** The page's state for a preset. @param {string} name */
export function stateOf(name) {
  const { bodies, query, samples = SAMPLES } = PRESETS[name];
  return { bodies: bodies(), query, samples, target: 0, time: null, step: null };
}

/** The preset with these bodies. @param {import('./state.js').State} state @returns {string} '' if there is none */
export function presetOf({ bodies, query }) {
  const text = JSON.stringify([bodies, query]);
  const same = (name) => JSON.stringify([PRESETS[name].bodies(), PRESETS[name].query]) === text;
  return Object.keys(PRESETS).find(same) ?? '';
}
