/*
 * Seeded random numbers: the same cases in the same order on every machine, to the last bit. Only +
 * - * / and square roots occur, because engines differ in powers and hypotenuses.
 */

/** @param {number} seed @returns {() => number} uniform in [0, 1) */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    // a Weyl sequence through a 32-bit mixer
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** base ** t for t in [0, 1) of 32 bits, as a product of repeated square roots. */
function power(base, t) {
  let product = 1;
  let root = base;
  for (let rest = t; rest > 0;) {
    root = Math.sqrt(root);
    rest *= 2;
    if (rest >= 1) {
      rest -= 1;
      product *= root;
    }
  }
  return product;
}

/** Random geometry from a generator. @param {() => number} next */
export function draw(next) {
  const between = (low, high) => low + (high - low) * next();
  /** log-uniform, so that every decade is equally likely */
  const size = (low, high) => low * power(high / low, next());
  const normal = () => {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += next();
    return sum;
  };
  const direction = (dimension = 3) => {
    for (;;) {
      const d = Array.from({ length: dimension }, normal);
      const length = Math.sqrt(d.reduce((sum, x) => sum + x * x, 0));
      if (length > 1e-3) return d.map((x) => x / length);
    }
  };
  const quaternion = () => direction(4);
  const pick = (list) => list[Math.floor(next() * list.length)];
  return { next, between, size, normal, direction, quaternion, pick };
}

const KINDS = {
  3: ['sphere', 'ellipsoid', 'box', 'capsule', 'cylinder', 'cone', 'frustum', 'hull'],
  2: ['circle', 'ellipse', 'rectangle', 'polygon', 'stadium'],
};
/** The bounded solid shape types of a dimension. @param {2 | 3} dimension */
export const kindsOf = (dimension) => KINDS[dimension];
/** Shape types made of other shapes or of weighted points, in 2D and 3D. */
export const COMPOSED = ['dsf', 'transformed', 'sum'];

/**
 * A random record of a shape type, with sizes over two decades times `scale`.
 * @param {ReturnType<typeof draw>} d
 * @param {string} type
 * @param {number} [scale]
 * @param {2 | 3} [dimension] of composed types
 */
export function randomRecord(d, type, scale = 1, dimension = 3) {
  const size = () => scale * d.size(0.1, 10);
  const record = { type };
  const cloud = (n, count) => {
    const radii = Array.from({ length: n }, size);
    return Array.from({ length: count }, () =>
      d.direction(n).map((x, i) => x * radii[i] * d.between(0.7, 1)),
    );
  };
  switch (type) {
    case 'sphere':
    case 'circle':
      record.radius = size();
      break;
    case 'ellipsoid':
      record.radii = [size(), size(), size()];
      break;
    case 'ellipse':
      record.radii = [size(), size()];
      break;
    case 'box':
      record.halfExtents = [size(), size(), size()];
      break;
    case 'rectangle':
      record.halfExtents = [size(), size()];
      break;
    case 'capsule':
    case 'stadium':
    case 'cylinder':
    case 'cone':
      record.halfHeight = size();
      record.radius = size();
      break;
    case 'frustum':
      record.halfHeight = size();
      record.bottomRadius = size();
      record.topRadius = size();
      break;
    case 'hull':
      record.points = cloud(3, 8 + Math.floor(d.next() * 150));
      break;
    case 'polygon':
      record.points = cloud(2, 5 + Math.floor(d.next() * 20));
      break;
    case 'dsf':
      record.exponent = d.pick([2.5, 3, 4.7, 8, 20]);
      // opposite points, so that the centre lies inside
      record.points = cloud(dimension, 6 + Math.floor(d.next() * 6));
      record.points.push(...record.points.map((p) => p.map((x) => -x)));
      record.center = Array(dimension).fill(0);
      break;
    case 'transformed':
      record.matrix = randomMatrix(d, dimension);
      record.offset = d.direction(dimension).map((x) => scale * x);
      record.shape = randomRecord(d, d.pick(KINDS[dimension]), scale, dimension);
      break;
    case 'sum':
      record.a = randomRecord(d, d.pick(KINDS[dimension]), scale, dimension);
      record.b = randomRecord(d, d.pick(KINDS[dimension]), scale, dimension);
      break;
    default:
      throw new Error(`no random ${type}`);
  }
  if (d.next() < 0.25) record.margin = scale * d.size(0.01, 1);
  return record;
}

/**
 * An invertible matrix, as rows: a diagonal that stretches by up to a decade, and a small shear.
 */
function randomMatrix(d, dimension) {
  return Array.from({ length: dimension }, (_, i) => {
    const row = d.direction(dimension).map((x) => 0.3 * x);
    row[i] += d.pick([-1, 1]) * d.size(0.3, 3);
    return row;
  });
}

/**
 * A random pose at a distance from the origin, as { position, quaternion } or { position, angle }.
 */
export function randomPose(d, dimension, distance) {
  const position = d.direction(dimension).map((x) => x * distance);
  return dimension === 3
    ? { position, quaternion: d.quaternion() }
    : { position, angle: d.between(-Math.PI, Math.PI) };
}
