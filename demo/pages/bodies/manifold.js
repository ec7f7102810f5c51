/* Contact manifold: the points where two bodies touch, from one normal.
 *
 * Both support features are projected along the normal n, from A to B. One polygon or edge is clipped by
 * the sides of the other. Within the overlap of the projections, the surfaces face each other. At the
 * corners of the overlap, the gap along n is exact: the height of B's face minus the height of A's face.
 * If the faces do not include the deepest point (round shapes, crossing edges), the solver's pair of
 * witness points is added.
 *
 * At most four touching points are kept: the deepest one, and the points that span the largest area with
 * it. */

/** Maximum number of additional points that are near but do not touch; the nearest are kept. */
const COMING = 4;
/** A face counts only if the cosine between its normal and the contact normal is larger. */
const STEEP = 0.3;
/** Points closer than this, relative to the size of the bodies, count as one point. */
const SAME = 1e-3;

/**
 * @typedef {object} Manifold
 * @property {number} count
 * @property {Float64Array} points on A's surface, x y z each, in world coordinates
 * @property {Float64Array} gaps along the normal to B's surface
 */

/** @returns {Manifold} */
export const newManifold = () => ({
  count: 0,
  points: new Float64Array(3 * 8),
  gaps: new Float64Array(8),
});

/** A tangent u of the contact plane; the other tangent is w = n × u. */
const u = [0, 0, 0];
const w = [0, 0, 0];
function tangents(n) {
  const k = Math.abs(n[0]) < 0.6 ? 0 : 1;
  const length = Math.sqrt(1 - n[k] * n[k]);
  for (let i = 0; i < 3; i++) u[i] = ((i === k ? 1 : 0) - n[k] * n[i]) / length;
  w[0] = n[1] * u[2] - n[2] * u[1];
  w[1] = n[2] * u[0] - n[0] * u[2];
  w[2] = n[0] * u[1] - n[1] * u[0];
}

/** The points of a world feature as (u, w, n) triples. */
function flatten(feature, n, out) {
  for (let k = 0; k < feature.count; k++) {
    const [x, y, z] = [feature.points[3 * k], feature.points[3 * k + 1], feature.points[3 * k + 2]];
    out[3 * k] = u[0] * x + u[1] * y + u[2] * z;
    out[3 * k + 1] = w[0] * x + w[1] * y + w[2] * z;
    out[3 * k + 2] = n[0] * x + n[1] * y + n[2] * z;
  }
  out.length = 3 * feature.count;
  return out;
}

/** The part of a polygon (or edge) on the left of the line from (ax, ay) to (bx, by). */
function clip(polygon, ax, ay, bx, by, out) {
  out.length = 0;
  const last = polygon.length - 3;
  const height = (i) => (bx - ax) * (polygon[i + 1] - ay) - (by - ay) * (polygon[i] - ax);
  let from = last;
  let before = polygon.length > 0 ? height(last) : 0;
  for (let i = 0; i <= last; i += 3) {
    const here = height(i);
    if (before < 0 !== here < 0) {
      const t = before / (before - here);
      for (let k = 0; k < 3; k++)
        out.push(polygon[from + k] + t * (polygon[i + k] - polygon[from + k]));
    }
    if (here >= 0) out.push(polygon[i], polygon[i + 1], polygon[i + 2]);
    [from, before] = [i, here];
  }
  return out;
}

const flatA = [];
const flatB = [];
const [ping, pong] = [[], []];

/** The part of `subject` within a convex polygon, which is counter-clockwise (sign 1) or clockwise (-1). */
function overlap(subject, polygon, sign) {
  let [from, to] = [subject, ping];
  const n = polygon.length;
  for (let i = 0; i < n && from.length > 0; i += 3) {
    const j = i + 3 === n ? 0 : i + 3;
    const [a, b] = sign > 0 ? [i, j] : [j, i];
    clip(from, polygon[a], polygon[a + 1], polygon[b], polygon[b + 1], to);
    from = to;
    to = from === ping ? pong : ping;
  }
  return from;
}

/** The height of a face above the contact plane at the position (x, y). */
function heightOn(flat, face, n, x, y) {
  const [fx, fy, fz] = face.normal;
  const across = [
    u[0] * fx + u[1] * fy + u[2] * fz,
    w[0] * fx + w[1] * fy + w[2] * fz,
    n[0] * fx + n[1] * fy + n[2] * fz,
  ];
  return flat[2] - (across[0] * (x - flat[0]) + across[1] * (y - flat[1])) / across[2];
}

const facing = (feature, n, sign) =>
  feature.count > 2 &&
  sign * (n[0] * feature.normal[0] + n[1] * feature.normal[1] + n[2] * feature.normal[2]) > STEEP;

/** Candidates as (u, w, height on A, gap). */
const candidates = [];

function candidatesOf(a, b, n, pointA) {
  candidates.length = 0;
  const [solidA, solidB] = [facing(a, n, 1), facing(b, n, -1)];
  // seen along n, A's face is counter-clockwise and B's face is clockwise
  const [flatOfA, flatOfB] = [flatten(a, n, flatA), flatten(b, n, flatB)];
  if (a.count === 0) {
    const height = n[0] * pointA[0] + n[1] * pointA[1] + n[2] * pointA[2];
    if (b.count > 1)
      for (let i = 0; i < flatOfB.length; i += 3)
        candidates.push(flatOfB[i], flatOfB[i + 1], height, flatOfB[i + 2] - height);
  } else if (solidB && (solidA || a.count === 2)) {
    const part = overlap(flatOfA, flatOfB, -1);
    for (let i = 0; i < part.length; i += 3) {
      const gap = heightOn(flatOfB, b, n, part[i], part[i + 1]) - part[i + 2];
      candidates.push(part[i], part[i + 1], part[i + 2], gap);
    }
  } else if (solidA && b.count === 2) {
    const part = overlap(flatOfB, flatOfA, 1);
    for (let i = 0; i < part.length; i += 3) {
      const height = heightOn(flatOfA, a, n, part[i], part[i + 1]);
      candidates.push(part[i], part[i + 1], height, part[i + 2] - height);
    }
  }
}

/**
 * @param {import('./features.js').Feature} a A's feature along n, in world coordinates; no points: a
 *   half-space
 * @param {import('./features.js').Feature} b B's feature along -n, in world coordinates
 * @param {readonly number[]} n unit, from A to B
 * @param {readonly number[]} pointA the solver's witness point on A
 * @param {readonly number[]} pointB the solver's witness point on B
 * @param {number} gap of the witness points along n
 * @param {number} near points with at most this gap are touching
 * @param {number} reach points with a larger gap are left out
 * @param {number} size of the bodies
 * @param {Manifold} out
 */
export function manifoldOf(a, b, n, pointA, pointB, gap, near, reach, size, out) {
  tangents(n);
  candidatesOf(a, b, n, pointA);
  let deepest = Infinity;
  for (let i = 3; i < candidates.length; i += 4) deepest = Math.min(deepest, candidates[i]);
  if (!(deepest <= gap + SAME * size)) {
    let [x, y, height] = [0, 0, 0];
    for (let i = 0; i < 3; i++) {
      // the witness points of a growth distance do not differ exactly along n
      const middle = 0.5 * (pointA[i] + pointB[i]);
      x += u[i] * middle;
      y += w[i] * middle;
      height += n[i] * pointA[i];
    }
    candidates.push(x, y, height, gap);
  }
  keep(near, reach, SAME * size);
  out.count = kept.length;
  kept.forEach((c, k) => {
    for (let i = 0; i < 3; i++)
      out.points[3 * k + i] =
        u[i] * candidates[c] + w[i] * candidates[c + 1] + n[i] * candidates[c + 2];
    out.gaps[k] = candidates[c + 3];
  });
}

/** Indices of the candidates that are kept. @type {number[]} */
const kept = [];

/** Keeps the candidate with the largest score, if this score is larger than `least`. */
function take(score, least, from, to) {
  let [best, most] = [-1, least];
  for (let i = 0; i < candidates.length; i += 4) {
    const gap = candidates[i + 3];
    if (gap < from || gap > to || kept.includes(i)) continue;
    const s = score(i);
    if (s > most) [best, most] = [i, s];
  }
  if (best >= 0) kept.push(best);
  return best >= 0;
}

const nearness = (i) => -candidates[i + 3];

function keep(near, reach, same) {
  kept.length = 0;
  if (take(nearness, -Infinity, -Infinity, near)) spread(near, same);
  for (let k = 0; k < COMING && take(nearness, -Infinity, near, reach); k++);
}

/** Keeps up to three more touching points, which span the largest area with the deepest point. */
function spread(near, same) {
  const [p] = kept;
  const apart = (i) =>
    (candidates[i] - candidates[p]) ** 2 + (candidates[i + 1] - candidates[p + 1]) ** 2;
  if (!take(apart, same * same, -Infinity, near)) return;
  const q = kept[1];
  const beside = (i) =>
    (candidates[q] - candidates[p]) * (candidates[i + 1] - candidates[p + 1]) -
    (candidates[q + 1] - candidates[p + 1]) * (candidates[i] - candidates[p]);
  const least = same * Math.sqrt(apart(q));
  take(beside, least, -Infinity, near);
  take((i) => -beside(i), least, -Infinity, near);
}
