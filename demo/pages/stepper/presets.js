/* Instructive pairs, each with methods to compare and an interesting step. */
import { bodyOf } from '../../shapes/bodies.js';
import { readRun } from '../../steps/runs.js';

const body = (type, values, position, quaternion) => ({
  ...bodyOf(type, position, quaternion),
  values,
});

/** The unit quaternion of a rotation about an axis, in degrees. */
function turn(axis, degrees) {
  const half = (degrees * Math.PI) / 360;
  const s = Math.sin(half) / Math.hypot(...axis);
  return [...axis.map((x) => x * s), Math.cos(half)].map((x) => Number(x.toFixed(6)));
}

/** @typedef {{ label: string, bodies: () => import('../../shapes/bodies.js').Body[], runs: string[], focus: number, step: number }} Preset */

/** @type {Record<string, Preset>} */
export const PRESETS = {
  portal: {
    label: 'Growth distance: where the ray leaves the difference',
    bodies: () => [
      body('cylinder', [0.9, 0.65], [-1.2, -0.1, 0], turn([1, 0, -1], 20)),
      body('box', [0.9, 0.6, 0.6], [1.35, 0.3, 0.2], turn([2, 3, 1], 50)),
    ],
    runs: [
      'growthDistance:cutting-plane',
      'growthDistance:newton',
      'growthDistance:ie',
      'distance:gjk',
    ],
    focus: 0,
    step: 2,
  },
  edges: {
    label: 'GJK: two boxes, edge against edge',
    bodies: () => [
      body('box', [0.9, 0.6, 0.6], [-1.15, 0, 0], turn([0, 0, 1], 45)),
      body('box', [0.6, 0.9, 0.7], [1.2, 0.1, 0.1], turn([0.2, 1, 0.1], 50)),
    ],
    runs: ['distance:gjk', 'distance:nesterov', 'distance:polyak', 'distance:frank-wolfe'],
    focus: 0,
    step: 2,
  },
  rims: {
    label: 'Rim against rim: slow for all methods except Newton',
    bodies: () => [
      body('cylinder', [0.9, 0.7], [-0.9, -0.2, 0], turn([0, 0, 1], 35)),
      body('cylinder', [0.8, 0.8], [1.2, 0.4, 0.1], turn([1, 0.2, -0.6], 50)),
    ],
    runs: ['growthDistance:ie', 'growthDistance:newton', 'distance:gjk', 'distance:nesterov'],
    focus: 0,
    step: 4,
  },
  deep: {
    label: 'Deep overlap: global and local depth',
    bodies: () => [
      body('box', [0.9, 0.6, 0.6], [-0.2, 0, 0], turn([1, 2, 0], 20)),
      body('cylinder', [1, 0.6], [0.3, 0.2, 0.1], turn([1, 0, 1], 35)),
    ],
    runs: ['penetration:epa', 'penetration:incremental', 'penetration:sqp', 'penetration:mpr'],
    focus: 0,
    step: 8,
  },
  zigzag: {
    label: 'Nearly parallel faces: Frank-Wolfe zigzags',
    bodies: () => [
      body('box', [1.1, 0.5, 0.9], [0, -0.75, 0], turn([0, 1, 0], 10)),
      body('box', [0.7, 0.4, 0.6], [0.2, 0.75, 0.1], turn([1, 0, 0.6], 3)),
    ],
    runs: ['distance:frank-wolfe', 'distance:nesterov', 'distance:gjk', 'growthDistance:ie'],
    focus: 0,
    step: 6,
  },
  momentum: {
    label: 'Flat ellipsoids: momentum halves the steps',
    bodies: () => [
      body('ellipsoid', [1.4, 0.3, 1.1], [0, -0.7, 0], turn([0, 0, 1], 6)),
      body('ellipsoid', [1.2, 0.35, 0.7], [0.2, 0.6, 0.1], turn([1, 0, 0.4], 9)),
    ],
    runs: ['distance:nesterov', 'distance:gjk', 'distance:polyak', 'distance:frank-wolfe'],
    focus: 0,
    step: 5,
  },
};

export const FIRST_PRESET = 'portal';

/** The page's state for a preset. @param {string} name */
export function stateOf(name) {
  const { bodies, runs, focus, step } = PRESETS[name];
  return { bodies: bodies(), runs: runs.map(readRun), focus, step };
}
