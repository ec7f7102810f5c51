/* The bodies of the source papers, placed at a depth or a distance, with the true value. */
import { Shape, distance, penetration } from '../../../js/index.js';
import { rotationOf } from '../../lib/sets.js';
import { repeat } from '../report.js';

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const along = (a, t, b) => [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
export const length = (a) => Math.sqrt(dot(a, a));
export const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/** Bodies about 1 m large, as in [P] IV-A. `stretched` makes the ellipsoids of [N]. */
export const MAKE = {
  sphere: (d) => ({ type: 'sphere', radius: d.between(0.4, 0.6) }),
  capsule: (d) => ({
    type: 'capsule',
    halfHeight: d.between(0.4, 0.6),
    radius: d.between(0.4, 0.6),
  }),
  ball: (d) => ({ type: 'ellipsoid', radii: Array(3).fill(d.between(0.4, 0.6)) }),
  ellipsoid: (d) => ({ type: 'ellipsoid', radii: repeat(3, () => d.between(0.3, 0.7)) }),
  cylinder: (d) => ({
    type: 'cylinder',
    halfHeight: d.between(0.4, 0.6),
    radius: d.between(0.4, 0.6),
  }),
  cone: (d) => ({ type: 'cone', halfHeight: d.between(0.4, 0.6), radius: d.between(0.4, 0.6) }),
};
export const stretched = (d) => ({ type: 'ellipsoid', radii: repeat(3, () => d.between(0.2, 1)) });
export const cube = () => ({ type: 'box', halfExtents: [0.5, 0.5, 0.5] });

/** n evenly spread points on a sphere: a Fibonacci spiral. */
export function spiral(n, radius) {
  const turn = Math.PI * (3 - Math.sqrt(5));
  return repeat(n, (i) => {
    const y = 1 - (2 * i + 1) / n;
    const r = radius * Math.sqrt(1 - y * y);
    return [r * Math.cos(i * turn), radius * y, r * Math.sin(i * turn)];
  });
}

/** A hull with n vertices, all on an ellipsoid. */
export function lump(d, n) {
  const radii = repeat(3, () => d.between(0.5, 1.5));
  return { type: 'hull', points: repeat(n, () => d.direction().map((x, i) => x * radii[i])) };
}

const moved = (pose, normal, t) => ({ ...pose, position: along(pose.position, t, normal) });
export const dispose = (list) => list.forEach(({ a, b }) => (a.dispose(), b.dispose()));

/** The axis of a posed sphere or capsule: its middle, and half of it as a vector, which is 0 for a sphere. */
function axis(record, pose) {
  const R = rotationOf(pose);
  return { at: pose.position, half: R.map((row) => row[1] * (record.halfHeight ?? 0)) };
}

/** Depth and normal of spheres and capsules, from the nearest points of their axes. */
function closedForm(recordA, poseA, recordB, poseB) {
  const { at: p, half: u } = axis(recordA, poseA);
  const { at: q, half: v } = axis(recordB, poseB);
  const ends = [-1, 1];
  const onto = (x, middle, half) =>
    dot(half, half) > 0 ? clamp(dot(sub(x, middle), half) / dot(half, half), -1, 1) : 0;
  const pairs = [
    ...ends.map((s) => [s, onto(along(p, s, u), q, v)]),
    ...ends.map((t) => [onto(along(q, t, v), p, u), t]),
  ];
  const [uu, uv, vv] = [dot(u, u), dot(u, v), dot(v, v)];
  const determinant = uu * vv - uv * uv;
  const between = sub(q, p);
  const [pu, pv] = [dot(between, u), dot(between, v)];
  const s = (pu * vv - pv * uv) / determinant;
  const t = (pu * uv - pv * uu) / determinant;
  if (Math.abs(s) <= 1 && Math.abs(t) <= 1) pairs.push([s, t]);
  const gaps = pairs.map(([si, ti]) => sub(along(q, ti, v), along(p, si, u)));
  const gap = gaps.reduce((best, x) => (length(x) < length(best) ? x : best));
  const size = length(gap);
  const depth = (recordA.radius ?? recordA.radii[0]) + (recordB.radius ?? recordB.radii[0]) - size;
  return { value: depth, lower: depth, normal: gap.map((x) => x / size), status: 'optimal' };
}

/** A pair in deep overlap, with its true depth. */
export function deep(d, recordA, recordB, closed) {
  const a = Shape.from(recordA);
  const b = Shape.from(recordB);
  const poseA = { position: [0, 0, 0], quaternion: d.quaternion() };
  const apart = d.between(0.1, 0.5);
  const poseB = { position: d.direction().map((x) => x * apart), quaternion: d.quaternion() };
  const truth = closed
    ? closedForm(recordA, poseA, recordB, poseB)
    : penetration(a, poseA, b, poseB, { tolerance: 1e-12, maxIterations: 2000 });
  return { a, b, poseA, poseB, truth };
}

/** About the radius of a ball around a shape: half the diagonal of its box. */
function reach(shape) {
  const { min, max } = shape.boundingBox(null);
  return length(sub(max, min)) / 2;
}

/**
 * Poses at a signed distance, as in [N] IV. Random poses without intersection are moved along the nearest
 * points. For overlap they then move along the normal of the depth until the depth is right. The random poses
 * are close, because the nearest points of distant bodies are corners.
 * @returns {{ poseA: object, poseB: object } | null} null if the random poses intersect or the depth does not
 *   converge
 */
function place(d, a, b, at) {
  const poseA = { position: [0, 0, 0], quaternion: d.quaternion() };
  const radius = (reach(a) + reach(b)) * Math.cbrt(d.next());
  const start = {
    position: d.direction().map((x) => x * radius),
    quaternion: d.quaternion(),
  };
  const tight = { tolerance: 1e-12, maxIterations: 1000 };
  const { value, normal } = distance(a, poseA, b, start, tight);
  if (!(value > 0)) return null;
  let poseB = moved(start, normal, at - value);
  if (at >= 0) return { poseA, poseB };
  for (let k = 0; k < 8; k++) {
    const r = penetration(a, poseA, b, poseB, tight);
    if (Math.abs(r.value + at) < 1e-9 * Math.abs(at)) return { poseA, poseB };
    poseB = moved(poseB, r.normal, r.value + at);
  }
  return null;
}

/** A pair of shapes at a signed distance. Draws poses until `place` succeeds. */
export function placed(d, a, b, at) {
  for (;;) {
    const poses = place(d, a, b, at);
    if (poses) return { a, b, at, ...poses };
  }
}

/** A unit vector at an angle from n, turned about a random axis perpendicular to it. */
export function leaning(d, n, degrees) {
  const side = d.direction();
  const across = along(side, -dot(side, n), n);
  const angle = (degrees * Math.PI) / 180;
  const t = Math.sin(angle) / length(across);
  return n.map((x, i) => Math.cos(angle) * x + t * across[i]);
}
