/*
 * Shapes as mathematics, written from the conventions alone and without code of the library:
 * support functions and membership of records, against which results are checked.
 */
import { dot, length, sub } from './vectors.js';

/** The rotation matrix of a 2D or 3D pose, as rows. */
export function rotationOf(pose) {
  if (pose.angle === undefined && pose.quaternion === undefined)
    return pose.position.map((_, i) => pose.position.map((__, k) => (i === k ? 1 : 0)));
  if (pose.angle !== undefined) {
    const c = Math.cos(pose.angle);
    const s = Math.sin(pose.angle);
    return [
      [c, -s],
      [s, c],
    ];
  }
  const norm = length(pose.quaternion);
  const [x, y, z, w] = pose.quaternion.map((q) => q / norm);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}
const rotate = (R, v) => R.map((row) => dot(row, v));
const unrotate = (R, v) => v.map((_, i) => R.reduce((sum, row, k) => sum + row[i] * v[k], 0));

/** h(d) = max of d.x over the shape of a record, about its local origin. */
export function support(record, d) {
  const margin = (record.margin ?? 0) * length(d);
  return margin + coreSupport(record, d);
}

/** The dual norm, whose unit ball is the polar of the unit ball of the p-norm. */
function dualNorm(d, p) {
  const sizes = d.map(Math.abs);
  if (p === 1) return Math.max(...sizes);
  const q = p / (p - 1);
  const largest = Math.max(...sizes);
  return largest * sizes.reduce((sum, x) => sum + (x / largest) ** q, 0) ** (1 / q);
}

function coreSupport(record, d) {
  const axial = () => Math.hypot(d[0], d[2] ?? 0);
  const abs = Math.abs;
  switch (record.type) {
    case 'sphere':
    case 'circle':
      return record.radius * length(d);
    case 'ellipsoid':
    case 'ellipse':
      return length(d.map((x, i) => x * record.radii[i]));
    case 'box':
    case 'rectangle':
      return d.reduce((sum, x, i) => sum + abs(x) * record.halfExtents[i], 0);
    case 'capsule':
    case 'stadium':
      return record.halfHeight * abs(d[1]) + record.radius * length(d);
    case 'cylinder':
      return record.halfHeight * abs(d[1]) + record.radius * axial();
    case 'cone':
      return Math.max(record.halfHeight * d[1], record.radius * axial() - record.halfHeight * d[1]);
    case 'frustum':
      return Math.max(
        record.topRadius * axial() + record.halfHeight * d[1],
        record.bottomRadius * axial() - record.halfHeight * d[1],
      );
    case 'norm-ball':
      return record.radius * dualNorm(d, record.p);
    case 'points':
    case 'hull':
    case 'polygon':
      return Math.max(...record.points.map((p) => dot(p, d)));
    case 'point':
      return 0;
    case 'segment':
      return Math.max(dot(record.a, d), dot(record.b, d));
    case 'triangle':
      return Math.max(dot(record.a, d), dot(record.b, d), dot(record.c, d));
    case 'dsf': {
      const heights = record.points.map((p) => Math.max(0, dot(sub(p, record.center), d)));
      const largest = Math.max(...heights);
      const sum = heights.reduce((total, h) => total + (h / largest) ** record.exponent, 0);
      return dot(record.center, d) + largest * sum ** (1 / record.exponent);
    }
    case 'transformed': {
      const turned = d.map((_, k) => record.matrix.reduce((sum, row, i) => sum + row[k] * d[i], 0));
      return dot(record.offset, d) + support(record.shape, turned);
    }
    case 'sum':
      return support(record.a, d) + support(record.b, d);
    default:
      throw new Error(`no support function for ${record.type}`);
  }
}

/**
 * A posed shape from outside: its support function about its centre, and its centre in the world.
 */
export function posed(record, pose, center) {
  const R = rotationOf(pose);
  const at = rotate(R, center).map((x, i) => x + pose.position[i]);
  return {
    center: at,
    /** max of n.(x - centre) */
    reach: (n) => {
      const local = unrotate(R, n);
      return support(record, local) - dot(local, center);
    },
    /**
     * the largest distance by which a world point lies outside along the directions; <= 0 inside
     */
    outside: (x, directions) => {
      const local = unrotate(R, sub(x, pose.position));
      return Math.max(...directions.map((n) => dot(n, local) - support(record, n)));
    },
  };
}

/**
 * Checks a growth distance from the definitions: the lower bound that the normal proves, the gap,
 * and that the contact belongs to both scaled shapes. Returns the first error, or null.
 *
 * @param {object} result of growthDistance
 * @param {ReturnType<typeof posed>} a
 * @param {ReturnType<typeof posed>} b
 * @param {number[][]} directions along which membership is tested
 * @param {number} tolerance relative gap allowed
 */
export function complaint(result, a, b, directions, tolerance = 2 ** -26) {
  const { value, lower, upper, normal, contact, pointA, pointB } = result;
  const p = sub(b.center, a.center);
  const scale = Math.max(length(a.center), length(b.center));
  const numbers = [value, lower, upper, ...normal, ...contact, ...pointA, ...pointB];
  if (!numbers.every(Number.isFinite)) return 'a number is not finite';
  if (Math.abs(length(normal) - 1) > 1e-14) return `normal of length ${length(normal)}`;
  if (value !== upper) return 'the value is not the upper bound';
  if (!(lower <= upper)) return `lower ${lower} > upper ${upper}`;
  if (!(upper <= lower * (1 + tolerance) * (1 + 1e-15))) return `gap ${upper / lower - 1}`;
  const rise = dot(normal, p);
  const reach = a.reach(normal) + b.reach(normal.map((x) => -x));
  const condition = (scale + reach) / Math.abs(rise || 1);
  const slack = 1e-12 + 64 * condition * 2 ** -52;
  if (!(Math.abs(rise / reach - lower) <= slack * lower + 1e-300))
    return `the normal proves ${rise / reach}, not ${lower}`;
  // scaled back, the contact is the witness point of each shape, and must lie in the shape
  const extent = a.reach(normal) + b.reach(normal.map((x) => -x)) + scale;
  if (a.outside(pointA, directions) > 1e-12 * extent) return 'the witness point of A lies outside';
  if (b.outside(pointB, directions) > 1e-12 * extent) return 'the witness point of B lies outside';
  for (const [set, point] of [
    [a, pointA],
    [b, pointB],
  ]) {
    const back = contact.map((x, i) => x - (set.center[i] + value * (point[i] - set.center[i])));
    if (length(back) > 1e-11 * extent * Math.max(1, value))
      return `the contact misses a scaled set by ${length(back)}`;
  }
  return null;
}
