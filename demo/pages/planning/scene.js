/* The initial obstacles. An obstacle has one or more parts, which are records of the package in the
 * obstacle's own frame, and moves as a whole. Lengths are in metres, y points up, and the robot is at
 * the origin. */
import { compose, poseFrom } from './poses.js';

const box = (halfExtents, p, q) => ({ record: { type: 'box', halfExtents }, p, q });

/** A cut stone: points in a golden spiral on a flattened ball. */
const STONE = Array.from({ length: 26 }, (_, i) => {
  const y = 1 - (2 * i + 1) / 26;
  const angle = 2.399963 * i;
  const ring = Math.sqrt(1 - y * y);
  return [0.13 * ring * Math.cos(angle), 0.085 * y, 0.1 * ring * Math.sin(angle)];
});

/** @typedef {{ name: string, parts: object[], position: number[], quaternion: number[] }} Group */

/** @type {Group[]} */
export const OBSTACLES = [
  {
    name: 'rack',
    position: [0.62, 0, 0],
    quaternion: [0, 0, 0, 1],
    parts: [
      box([0.108, 0.012, 0.408], [0, 0.05, 0]),
      box([0.108, 0.012, 0.408], [0, 0.41, 0]),
      box([0.108, 0.012, 0.408], [0, 0.77, 0]),
      box([0.11, 0.391, 0.012], [0, 0.391, -0.42]),
      box([0.11, 0.391, 0.012], [0, 0.391, 0]),
      box([0.11, 0.391, 0.012], [0, 0.391, 0.42]),
    ],
  },
  {
    name: 'pillar',
    position: [0.36, 0.5, 0],
    quaternion: [0, 0, 0, 1],
    parts: [{ record: { type: 'cylinder', halfHeight: 0.5, radius: 0.03 }, p: [0, 0, 0] }],
  },
  {
    name: 'beam',
    position: [0.2, 0.74, -0.42],
    quaternion: [0, -0.1305, 0, 0.9914],
    parts: [box([0.4, 0.035, 0.05], [0, 0, 0])],
  },
  {
    name: 'stone',
    position: [0.6, 0.867, 0.14],
    quaternion: [0, 0.2588, 0, 0.9659],
    parts: [{ record: { type: 'hull', points: STONE }, p: [0, 0, 0] }],
  },
  {
    name: 'cone',
    position: [0.02, 0.2, -0.62],
    quaternion: [0, 0, 0, 1],
    parts: [{ record: { type: 'cone', halfHeight: 0.2, radius: 0.12 }, p: [0, 0, 0] }],
  },
];

/** Deep in one compartment of the rack, and deep in another one. */
export const START = [-1.27, -0.77, 1.61, 2.57, -2.12, 0];
export const GOAL = [-2.14, -1.27, 1.19, -0.27, 0.75, 0];

/** The initial view: from behind the arm, into both compartments. */
export const EYE = [-0.95, 1.2, 1.75];
export const TARGET = [0.27, 0.4, 0];

/** All parts with their poses in the world, in the form for Cell. @param {Group[]} groups */
export const partsOf = (groups) =>
  groups.flatMap(({ name, parts, position, quaternion }) =>
    parts.map(({ record, p, q }) => ({
      name,
      record,
      pose: compose(new Float64Array(7), poseFrom(position, quaternion), poseFrom(p, q)),
    })),
  );
