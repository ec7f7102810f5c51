/*
 * Two posed records and what follows from the definitions: support heights, separation, membership.
 */
import { Shape, growthDistance } from '../../js/index.js';
import { posed } from './sets.js';
import { add, dot, length, scaled, sub } from './vectors.js';

/** h(n) of a posed shape, in world coordinates. */
export const height = (set, n) => set.reach(n) + dot(n, set.center);

/**
 * The radius of the ball that the solvers take off a record: its margin and its own radius, if it
 * is round. The method `auto` also takes off the ball that rolls inside an ellipsoid.
 */
export function radiusOf({ type, margin = 0, radius, radii, a, b }, method) {
  if (type === 'sum') return margin + radiusOf(a, method) + radiusOf(b, method);
  if (radii && method === 'auto') return margin + Math.min(...radii) ** 2 / Math.max(...radii);
  const round = ['sphere', 'circle', 'capsule', 'stadium'].includes(type);
  return round ? margin + radius : margin;
}

/** Unit vectors that span the space together with n. @param {number[]} n */
function tangents(n) {
  const found = [];
  for (let axis = 0; axis < n.length && found.length < n.length - 1; axis++) {
    let t = n.map((_, i) => (i === axis ? 1 : 0));
    for (const known of [n, ...found]) t = sub(t, scaled(dot(t, known), known));
    if (length(t) > 0.3) found.push(scaled(1 / length(t), t));
  }
  return found;
}

/**
 * A direction and others near it: a point that left a curved surface is outside along one of them.
 */
function around(n) {
  const near = [n];
  for (const t of tangents(n))
    for (const tilt of [1, 0.1, 0.01, 1e-3, -1e-3, -0.01, -0.1, -1]) {
      const d = add(n, scaled(tilt, t));
      near.push(scaled(1 / length(d), d));
    }
  return near;
}

/**
 * A pair with the functions that the checks need.
 * @param {object[]} records of A and B
 * @param {object[]} poses { position, quaternion } or { position, angle }, in 4D { position }
 * @param {number[][]} [directions] along which the least overlap is sought
 */
export function posePair(records, poses, directions = []) {
  const shapes = records.map((record) => Shape.from(record));
  const [a, b] = records.map((record, i) => posed(record, poses[i], shapes[i].center));
  const n = a.center.length;
  const axes = a.center.flatMap((_, i) =>
    [1, -1].map((sign) => a.center.map((__, k) => (i === k ? sign : 0))),
  );
  const size =
    Math.max(...axes.flatMap((d) => [a.reach(d), b.reach(d)])) +
    length(a.center) +
    length(b.center);
  const overlap = (d) => height(a, d) + height(b, scaled(-1, d));
  return {
    n,
    a,
    b,
    records,
    poses,
    shapes,
    size,
    slack: 1e-12 * size,
    /** How far the shapes overlap along a direction from A to B; < 0 if a plane separates them. */
    overlap,
    /** The least overlap found, an upper bound of the depth. */
    leastOverlap: (normal) => Math.min(...[normal, ...directions, ...axes].map(overlap)),
    /** How far a world point lies outside a shape; `normal` points outwards near the point. */
    outside: (set, x, normal) => Math.max(...around(normal).map((d) => dot(d, x) - height(set, d))),
    /** The growth distance after B has moved by a shift. */
    growthAfter: (shift) => {
      const moved = { ...poses[1], position: add(poses[1].position, shift) };
      return growthDistance(shapes[0], poses[0], shapes[1], moved).upper;
    },
    dispose: () => shapes.forEach((shape) => shape.dispose()),
  };
}

/**
 * The point of a simplex nearest to the origin, the best of all faces. @param {number[][]} points
 */
export function nearestOfHull(points) {
  let best = null;
  for (let subset = 1; subset < 2 ** points.length; subset++) {
    const face = points.filter((_, i) => subset & (2 ** i));
    const point = projection(face);
    if (point && !(best && length(best) <= length(point))) best = point;
  }
  return best;
}

/** The origin projected on the hull of affinely independent points; null if it falls outside. */
function projection([origin, ...others]) {
  const edges = others.map((p) => sub(p, origin));
  const rows = edges.map((e) => [...edges.map((f) => dot(e, f)), -dot(e, origin)]);
  const weights = solve(rows);
  if (!weights) return null;
  const rest = 1 - weights.reduce((sum, w) => sum + w, 0);
  if (Math.min(rest, ...weights) < -1e-9) return null;
  return edges.reduce((sum, e, i) => add(sum, scaled(weights[i], e)), origin);
}

/**
 * Gaussian elimination with pivots; null if singular. @param {number[][]} rows with the right side
 */
function solve(rows) {
  const m = rows.map((row) => [...row]);
  for (let k = 0; k < m.length; k++) {
    const pivot = m
      .slice(k)
      .reduce((p, row, i) => (Math.abs(row[k]) > Math.abs(m[p][k]) ? k + i : p), k);
    [m[k], m[pivot]] = [m[pivot], m[k]];
    if (!(Math.abs(m[k][k]) > 1e-14 * Math.max(...m[k].map(Math.abs), 1e-300))) return null;
    for (let i = 0; i < m.length; i++) {
      if (i === k) continue;
      const factor = m[i][k] / m[k][k];
      m[i] = m[i].map((x, j) => x - factor * m[k][j]);
    }
  }
  return m.map((row, k) => row.at(-1) / row[k]);
}
