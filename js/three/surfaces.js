/* Surfaces of shapes as triangles with normals, for drawing: plain lists of numbers, without a library.
 *
 * Two constructions are exact: every vertex is on the shape, and its normal is the normal of a
 * supporting plane. Shapes that are round about the y axis are surfaces of revolution. A polytope with a
 * margin consists of its facets, moved outwards, a piece of a cylinder per edge and a piece of a ball
 * per corner. */

/** @typedef {[number, number, number]} Vector */

/**
 * @typedef {object} Surface
 * @property {number[]} positions x y z of every vertex, in local coordinates
 * @property {number[]} normals unit and outward, one per vertex
 * @property {number[]} indices three per triangle, counter-clockwise seen from outside
 */

/** @returns {Surface} */
const empty = () => ({ positions: [], normals: [], indices: [] });

/** @param {Vector} a @param {Vector} b @returns {Vector} */
const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** @param {Vector} a @param {Vector} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Vector} a @param {Vector} b @returns {Vector} */
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @param {Vector} v @returns {Vector} NaN if the length is 0 */
const unit = (v) => {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
};

/** @param {Surface} surface @param {Vector} p @param {Vector} n @returns {number} the vertex's index */
function addVertex({ positions, normals }, p, n) {
  positions.push(...p);
  normals.push(...n);
  return positions.length / 3 - 1;
}

/** Number of straight pieces of an arc. @param {number} angle @param {number} segments per full turn */
const stepsOf = (angle, segments) =>
  Math.max(1, Math.ceil((segments * angle) / (2 * Math.PI) - 1e-9));

/**
 * The surface of revolution of a convex profile about the y axis, rounded by a radius.
 * @param {[number, number][]} corners distance from the axis and y, from bottom to top; the first and
 *   the last corner are on the axis
 * @param {number} radius of the rounding
 * @param {number} segments per full turn
 * @returns {Surface}
 */
export function turned(corners, radius, segments) {
  const outline = roundedProfile(corners, radius, segments);
  const surface = empty();
  const row = segments + 1;
  for (const { point, angle } of outline) {
    const [out, up] = [Math.cos(angle), Math.sin(angle)];
    for (let i = 0; i < row; i++) {
      // both ends of the seam have exactly the same coordinates
      const turn = ((i % segments) * 2 * Math.PI) / segments;
      const [x, z] = [Math.sin(turn), Math.cos(turn)];
      addVertex(surface, [point[0] * x, point[1], point[0] * z], [out * x, up, out * z]);
    }
  }
  for (let k = 0; k + 1 < outline.length; k++) {
    const [low, high] = [outline[k], outline[k + 1]].map((at) => at?.point[0]);
    for (let i = 0; i < segments; i++) {
      const at = k * row + i;
      if (low) surface.indices.push(at, at + 1, at + row);
      if (high) surface.indices.push(at + 1, at + row + 1, at + row);
    }
  }
  return surface;
}

/**
 * The points of the rounded profile and the angles of their normals above the horizontal. With radius 0
 * a corner occurs twice, with the normals of both sides.
 * @param {[number, number][]} corners @param {number} radius @param {number} segments
 */
function roundedProfile(corners, radius, segments) {
  /** @type {{ point: [number, number], angle: number }[]} */
  const outline = [];
  let before = -Math.PI / 2;
  corners.forEach(([x, y], i) => {
    const [x1, y1] = corners[i + 1] ?? [x - 1, y];
    const after = i + 1 < corners.length ? Math.atan2(x - x1, y1 - y) : Math.PI / 2;
    const steps = radius > 0 ? stepsOf(after - before, segments) : 1;
    for (let k = after > before ? 0 : steps; k <= steps; k++) {
      const angle = k < steps ? before + ((after - before) * k) / steps : after;
      // exactly 0 on the axis: cos(π/2) is not 0 in floating point
      const out = Math.abs(angle) === Math.PI / 2 ? 0 : radius * Math.cos(angle);
      outline.push({ point: [x + out, y + radius * Math.sin(angle)], angle });
    }
    before = after;
  });
  return outline;
}

/**
 * The Minkowski sum of a polytope and a ball. A triangle counts as a polytope of two facets.
 * @param {Vector[]} points corners
 * @param {Vector[]} triangles three corner indices each, counter-clockwise seen from outside; every edge
 *   belongs to two triangles
 * @param {number} radius > 0
 * @param {number} segments per full turn
 * @returns {Surface}
 */
export function roundedPolytope(points, triangles, radius, segments) {
  const surface = empty();
  const corner = (/** @type {number} */ i) => /** @type {Vector} */ (points[i]);
  const facetNormals = triangles.map(([a, b, c]) =>
    unit(cross(subtract(corner(b), corner(a)), subtract(corner(c), corner(a)))),
  );
  const put = (/** @type {number} */ i, /** @type {Vector} */ n) => {
    const [x, y, z] = corner(i);
    return addVertex(surface, [x + radius * n[0], y + radius * n[1], z + radius * n[2]], n);
  };
  // by the two ends of an edge: the facet on its left, and the arc of normals from that facet to the
  // facet on its right
  /** @type {Map<number, { facet: number, arc: Vector[] }>} */
  const edges = new Map();
  const key = (/** @type {number} */ a, /** @type {number} */ b) => a * points.length + b;
  triangles.forEach((triangle, facet) => {
    for (const [a, b] of sides(triangle)) edges.set(key(a, b), { facet, arc: [] });
  });
  const normalOf = (/** @type {number} */ facet) => /** @type {Vector} */ (facetNormals[facet]);
  const edge = (/** @type {number} */ a, /** @type {number} */ b) =>
    /** @type {{ facet: number, arc: Vector[] }} */ (edges.get(key(a, b)));
  triangles.forEach((triangle, facet) => {
    const [a, b, c] = triangle;
    const n = normalOf(facet);
    surface.indices.push(put(a, n), put(b, n), put(c, n));
    for (const [from, to] of sides(triangle)) {
      if (from > to) continue;
      const other = edge(to, from);
      const along = unit(subtract(corner(to), corner(from)));
      const arc = arcBetween(n, normalOf(other.facet), along, segments);
      edge(from, to).arc = arc;
      other.arc = [...arc].reverse();
      if (arc.length < 2) continue;
      const rows = arc.map((m) => [put(from, m), put(to, m)]);
      rows.slice(1).forEach(([low = 0, high = 0], i) => {
        const [before = 0, beside = 0] = rows[i] ?? [];
        surface.indices.push(before, low, beside, beside, low, high);
      });
    }
  });
  /** @type {Set<number>} */
  const done = new Set();
  for (const triangle of triangles)
    for (const [from, to] of sides(triangle)) {
      if (done.has(from)) continue;
      done.add(from);
      addBall(surface, (n) => put(from, n), ringAround(from, to), segments);
    }
  return surface;

  /** The normals around a corner, counter-clockwise. @param {number} v @param {number} first */
  function ringAround(v, first) {
    /** @type {Vector[]} */
    const ring = [];
    let to = first;
    do {
      const { facet } = edge(v, to);
      const last = sides(/** @type {Vector} */ (triangles[facet])).find(([, end]) => end === v);
      to = /** @type {[number, number]} */ (last)[0];
      // the arc of an edge goes from the facet on its left to the facet on its right
      ring.push(...edge(to, v).arc.slice(1));
    } while (to !== first);
    return ring;
  }
}

/** @param {Vector} triangle @returns {[number, number][]} */
const sides = ([a, b, c]) => [
  [a, b],
  [b, c],
  [c, a],
];

/**
 * The normals from one facet to the next, rotating about their common edge; one normal if the facets are
 * coplanar.
 * @param {Vector} from @param {Vector} to @param {Vector} along the edge, unit
 * @param {number} segments
 */
function arcBetween(from, to, along, segments) {
  const angle = Math.abs(Math.atan2(dot(cross(from, to), along), dot(from, to)));
  if (angle < 1e-7) return [from];
  const steps = stepsOf(angle, segments);
  const side = cross(along, from);
  /** @type {Vector[]} */
  const arc = [from];
  for (let i = 1; i < steps; i++) {
    const [c, s] = [Math.cos((angle * i) / steps), Math.sin((angle * i) / steps)];
    arc.push([c * from[0] + s * side[0], c * from[1] + s * side[1], c * from[2] + s * side[2]]);
  }
  return [...arc, to];
}

/**
 * Adds the piece of a ball over a corner, as rings of normals between the middle and the outermost ring.
 * @param {Surface} surface
 * @param {(n: Vector) => number} put
 * @param {Vector[]} ring outermost, counter-clockwise
 * @param {number} segments
 */
function addBall(surface, put, ring, segments) {
  if (ring.length < 3) return;
  const middle = unit(
    ring.reduce((sum, n) => [sum[0] + n[0], sum[1] + n[1], sum[2] + n[2]], [0, 0, 0]),
  );
  const least = ring.reduce((low, n) => Math.min(low, dot(n, middle)), 1);
  const widest = Math.acos(Math.max(-1, least));
  const steps = stepsOf(widest, segments);
  const between = (/** @type {Vector} */ n, /** @type {number} */ t) => {
    const at = (/** @type {0 | 1 | 2} */ i) => (1 - t) * middle[i] + t * n[i];
    // the outermost ring keeps its exact bits, because the neighbouring pieces have the same vertices
    return t === 1 ? n : unit([at(0), at(1), at(2)]);
  };
  let inner = ring.map(() => -1);
  const top = put(middle);
  for (let k = 1; k <= steps; k++) {
    const outer = ring.map((n) => put(between(n, k / steps)));
    ring.forEach((_, i) => {
      const j = (i + 1) % ring.length;
      const [a = 0, b = 0, c = 0, d = 0] = [inner[i], inner[j], outer[i], outer[j]];
      if (k === 1) surface.indices.push(top, c, d);
      else surface.indices.push(a, c, d, a, d, b);
    });
    inner = outer;
  }
}
