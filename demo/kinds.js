/* The shapes to choose from: a label, parameters with ranges, and how to make one. */
import {
  Box,
  Capsule,
  Cone,
  ConvexHull,
  Cylinder,
  Ellipsoid,
  Frustum,
  Sphere,
} from 'growth-distance';
import { samples } from './samples.js';

const length = (label, start, low = 0.1, high = 2) => ({ label, start, low, high });
const size = length('size', 1, 0.3, 2);
const halfHeight = length('half height', 1);
const radius = length('radius', 0.6);

/** A sample hull, scaled: its points are within the unit ball. */
const sample = (label, points) => ({
  label,
  parameters: [size],
  make: ([s], margin) => new ConvexHull({ points: points.map((x) => s * x), margin }),
});

export const MARGIN = { label: 'margin', start: 0, low: 0, high: 0.5 };

/** By the name that stands in the address. */
export const KINDS = {
  sphere: {
    label: 'Sphere',
    parameters: [length('radius', 0.9)],
    make: ([r], margin) => new Sphere({ radius: r, margin }),
  },
  ellipsoid: {
    label: 'Ellipsoid',
    parameters: [length('radius x', 1.2), length('radius y', 0.5), length('radius z', 0.8)],
    make: (radii, margin) => new Ellipsoid({ radii, margin }),
  },
  box: {
    label: 'Box',
    parameters: [length('half x', 0.9), length('half y', 0.6), length('half z', 0.6)],
    make: (halfExtents, margin) => new Box({ halfExtents, margin }),
  },
  capsule: {
    label: 'Capsule',
    parameters: [length('half height', 0.8, 0), radius],
    make: ([h, r], margin) => new Capsule({ halfHeight: h, radius: r, margin }),
  },
  cylinder: {
    label: 'Cylinder',
    parameters: [halfHeight, radius],
    make: ([h, r], margin) => new Cylinder({ halfHeight: h, radius: r, margin }),
  },
  cone: {
    label: 'Cone',
    parameters: [halfHeight, length('radius', 0.8)],
    make: ([h, r], margin) => new Cone({ halfHeight: h, radius: r, margin }),
  },
  frustum: {
    label: 'Frustum',
    parameters: [halfHeight, length('bottom', 0.9), length('top', 0.4)],
    make: ([h, bottomRadius, topRadius], margin) =>
      new Frustum({ halfHeight: h, bottomRadius, topRadius, margin }),
  },
  gem: sample('Hull: cut gem', samples.gem),
  rock: sample('Hull: rock', samples.rock),
  pillow: sample('Hull: pillow', samples.pillow),
};
