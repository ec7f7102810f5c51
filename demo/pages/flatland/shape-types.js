/* The 2D shape types to choose from: a label, parameters with ranges, corners that can be dragged, and
 * the record that they give. */

const length = (label, start, low = 0.1, high = 2) => ({ label, start, low, high });

/** Initial corners of a polygon. */
const PENTAGON = [
  [0.9, -0.1],
  [0.35, 0.8],
  [-0.7, 0.6],
  [-0.85, -0.45],
  [0.1, -0.8],
];
const TRIANGLE = [
  [-0.7, -0.6],
  [0.9, -0.4],
  [-0.1, 0.9],
];

export const MARGIN = { label: 'margin', start: 0, low: 0, high: 0.5 };

/** By the name in the address. Types with `corners` are defined by points. */
export const SHAPE_TYPES = {
  circle: {
    label: 'Circle',
    parameters: [length('radius', 0.8)],
    record: ([radius]) => ({ type: 'circle', radius }),
  },
  ellipse: {
    label: 'Ellipse',
    parameters: [length('radius x', 1.2), length('radius y', 0.6)],
    record: (radii) => ({ type: 'ellipse', radii }),
  },
  rectangle: {
    label: 'Rectangle',
    parameters: [length('half width', 1), length('half height', 0.6)],
    record: (halfExtents) => ({ type: 'rectangle', halfExtents }),
  },
  stadium: {
    label: 'Stadium',
    parameters: [length('half height', 0.7, 0), length('radius', 0.5)],
    record: ([halfHeight, radius]) => ({ type: 'stadium', halfHeight, radius }),
  },
  polygon: {
    label: 'Polygon',
    parameters: [],
    corners: PENTAGON,
    record: (_, points) => ({ type: 'polygon', points }),
  },
  smooth: {
    label: 'Smooth hull',
    parameters: [{ label: 'exponent', start: 8, low: 2, high: 40, step: 1 }],
    corners: TRIANGLE,
    record: ([exponent], points) => ({ type: 'dsf', points, exponent }),
  },
};

/** @typedef {{ type: string, values: number[], points: number[][], margin: number }} Choice */

/** @param {string} type @returns {Choice} a shape with the initial values of its type */
export const startOf = (type) => ({
  type,
  values: SHAPE_TYPES[type].parameters.map(({ start }) => start),
  points: (SHAPE_TYPES[type].corners ?? []).map((p) => [...p]),
  margin: MARGIN.start,
});

/** @param {Choice} choice @returns {import('growth-distance').ShapeRecord} */
export function recordOf({ type, values, points, margin }) {
  const record = SHAPE_TYPES[type].record(values, points);
  return margin > 0 ? { ...record, margin } : record;
}
