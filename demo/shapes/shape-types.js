/* The 3D shape types to choose from: a label, parameters with ranges, and the record that they give
 * (`Shape.from` turns it into a shape). */
import { samples } from './samples.js';

const length = (label, start, low = 0.1, high = 2) => ({ label, start, low, high });
const size = length('size', 1, 0.3, 2);
const halfHeight = length('half height', 1);
const radius = length('radius', 0.6);

/** A flat list as triples. */
const triples = (flat) =>
  Array.from({ length: flat.length / 3 }, (_, i) => Array.from(flat.slice(3 * i, 3 * i + 3)));
const scaled = (points, s) => triples(points.map((x) => Number((s * x).toFixed(6))));

/** A sample hull. Its points are within the unit ball. */
const sample = (label, points) => ({
  label,
  group: 'Points',
  parameters: [size],
  record: ([s]) => ({ type: 'hull', points: scaled(points, s) }),
});

const OCTAHEDRON = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];

export const MARGIN = { label: 'margin', start: 0, low: 0, high: 0.5 };

/** By the name in the address. */
export const SHAPE_TYPES = {
  sphere: {
    label: 'Sphere',
    group: 'Round',
    parameters: [length('radius', 0.9)],
    record: ([r]) => ({ type: 'sphere', radius: r }),
  },
  ellipsoid: {
    label: 'Ellipsoid',
    group: 'Round',
    parameters: [length('radius x', 1.2), length('radius y', 0.5), length('radius z', 0.8)],
    record: (radii) => ({ type: 'ellipsoid', radii }),
  },
  capsule: {
    label: 'Capsule',
    group: 'Round',
    parameters: [length('half height', 0.8, 0), radius],
    record: ([h, r]) => ({ type: 'capsule', halfHeight: h, radius: r }),
  },
  cylinder: {
    label: 'Cylinder',
    group: 'Round',
    parameters: [halfHeight, radius],
    record: ([h, r]) => ({ type: 'cylinder', halfHeight: h, radius: r }),
  },
  cone: {
    label: 'Cone',
    group: 'Round',
    parameters: [halfHeight, length('radius', 0.8)],
    record: ([h, r]) => ({ type: 'cone', halfHeight: h, radius: r }),
  },
  frustum: {
    label: 'Frustum',
    group: 'Round',
    parameters: [halfHeight, length('bottom', 0.9), length('top', 0.4)],
    record: ([h, bottom, top]) => ({
      type: 'frustum',
      halfHeight: h,
      bottomRadius: bottom,
      topRadius: top,
    }),
  },
  box: {
    label: 'Box',
    group: 'Points',
    // thin enough for a sheet of paper
    parameters: [
      length('half x', 0.9, 0.01),
      length('half y', 0.6, 0.01),
      length('half z', 0.6, 0.01),
    ],
    record: (halfExtents) => ({ type: 'box', halfExtents }),
  },
  gem: sample('Hull: cut gem', samples.gem),
  rock: sample('Hull: rock', samples.rock),
  pillow: sample('Hull: pillow', samples.pillow),
  smooth: {
    label: 'Smooth hull',
    group: 'Points',
    parameters: [size, { label: 'exponent', start: 6, low: 2, high: 30, step: 1 }],
    record: ([s, exponent]) => ({ type: 'dsf', points: scaled(OCTAHEDRON, s), exponent }),
  },
  sheared: {
    label: 'Transformed: sheared cylinder',
    group: 'Composites',
    parameters: [length('half height', 0.8), radius, length('shear', 0.5, -1, 1)],
    record: ([h, r, shear]) => ({
      type: 'transformed',
      shape: { type: 'cylinder', halfHeight: h, radius: r },
      matrix: [1, 0, 0, shear, 1, 0, 0, 0, 1],
    }),
  },
  sum: {
    label: 'Sum: box and disc',
    group: 'Composites',
    parameters: [length('half extent', 0.6), length('disc radius', 0.4)],
    record: ([h, r]) => ({
      type: 'sum',
      a: { type: 'box', halfExtents: [h, h, h] },
      b: { type: 'cylinder', halfHeight: 0.05, radius: r },
    }),
  },
  halfspace: {
    label: 'Half-space',
    group: 'Unbounded or not solid',
    parameters: [length('offset', 0, -1, 1)],
    record: ([offset]) => ({ type: 'halfspace', normal: [0, 1, 0], offset }),
  },
  triangle: {
    label: 'Triangle',
    group: 'Unbounded or not solid',
    parameters: [size],
    record: ([s]) => ({
      type: 'triangle',
      a: [-s, -0.6 * s, 0],
      b: [s, -0.6 * s, 0],
      c: [0, s, 0],
    }),
  },
  segment: {
    label: 'Segment',
    group: 'Unbounded or not solid',
    parameters: [halfHeight],
    record: ([h]) => ({ type: 'segment', a: [0, -h, 0], b: [0, h, 0] }),
  },
  point: {
    label: 'Point',
    group: 'Unbounded or not solid',
    parameters: [],
    record: () => ({ type: 'point' }),
  },
};

/** The options of a select. */
const SHAPE_TYPE_OPTIONS = Object.entries(SHAPE_TYPES).map(([value, { label, group }]) => ({
  value,
  label,
  group,
}));

/** The options for a body, which may be a scan. @param {Choice} body */
export const shapeTypeOptions = ({ type, scan }) =>
  scan ? [{ value: type, label: `Scan: ${scan.name}` }, ...SHAPE_TYPE_OPTIONS] : SHAPE_TYPE_OPTIONS;

/**
 * @param {string} type
 * @returns {{ type: string, values: number[], margin: number, scan: null }} with initial values
 */
export const startOf = (type) => ({
  type,
  values: SHAPE_TYPES[type].parameters.map(({ start }) => start),
  margin: MARGIN.start,
  scan: null,
});

/** @typedef {{ type: string, values: number[], margin: number, scan: import('./scans.js').Scan | null }} Choice */

/** The parameters that have sliders. @param {Choice} choice */
export const parametersOf = ({ type, scan }) => (scan ? [size] : SHAPE_TYPES[type].parameters);

/** @param {Choice} choice @returns {import('growth-distance').ShapeRecord} */
export function recordOf({ type, values, margin, scan }) {
  const record = scan
    ? { type: 'hull', points: scaled(scan.points, values[0]) }
    : SHAPE_TYPES[type].record(values);
  return margin > 0 ? { ...record, margin } : record;
}
