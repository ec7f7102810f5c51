/* Surfaces of shapes as triangles with normals, for drawing: plain lists of numbers, no library.
 *
 * Two constructions are exact: every vertex is a point of the shape and its normal that of a tangent
 * plane. Shapes round about Y are turned profiles. A polytope rounded by a margin is made of its
 * facets, moved outwards, a piece of a cylinder for every edge and a piece of a ball for every corner. */

/** @typedef {[number, number, number]} Vector */

/**
 * @typedef {object} Surface
 * @property {number[]} positions x y z of every vertex, local
 * @property {number[]} normals unit and outward, one for every vertex
 * @property {number[]} indices three a triangle, counter-clockwise from outside
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
/** @param {Vector} v @returns {Vector} NaN for a vector without length */
const unit = (v) => {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
};

/** @param {Surface} surface @param {Vector} p @param {Vector} n @returns {number} the vertex's number */
function addVertex({ positions, normals }, p, n) {
  positions.push(...p);
  normals.push(...n);
  return positions.length / 3 - 1;
}

/** Steps that an arc takes. @param {number} angle @param {number} segments of a full turn */
const stepsOf = (angle, segments) =>
  Math.max(1, Math.ceil((segments * angle) / (2 * Math.PI) - 1e-9));

/**
 * A convex profile turned about Y and rounded.
 * @param {[number, number][]} corners distance from the axis and y, from bottom to top; the first and
 *   the last on the axis
 * @param {number} radius of the rounding
 * @param {number} segments of a full turn
 * @returns {Surface}
 */
export function turned(corners, radius, segments) {
  const outline = roundedProfile(corners, radius, segments);
  const surface = empty();
  const row = segments + 1;
  for (const { point, angle } of outline) {
    const [out, up] = [Math.cos(angle), Math.sin(angle)];
    for (let i = 0; i < row; i++) {
      // the seam's two ends are one point to the last bit
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
 * Points of the rounded profile and the angles of its normals above the horizontal. A corner that is
 * not rounded stands twice, with the normals of both sides.
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
      // on the axis exactly, where cos(π/2) is not 0
      const out = Math.abs(angle) === Math.PI / 2 ? 0 : radius * Math.cos(angle);
      outline.push({ point: [x + out, y + radius * Math.sin(angle)], angle });
    }
    before = after;
  });
  return outline;
}

/**
 * A polytope, or a triangle as one of two facets, summed to a ball.
 * @param {Vector[]} points its corners
 * @param {Vector[]} triangles three numbers of corners each, counter-clockwise from outside; every edge
 *   of one is the edge of another
 * @param {number} radius > 0
 * @param {number} segments of a full turn
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
  // by both ends of an edge: the facet on its left, and the normals from that facet's to the other's
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

  /** Normals around a corner, counter-clockwise. @param {number} v @param {number} first */
  function ringAround(v, first) {
    /** @type {Vector[]} */
    const ring = [];
    let to = first;
    do {
      const { facet } = edge(v, to);
      const last = sides(/** @type {Vector} */ (triangles[facet])).find(([, end]) => end === v);
      to = /** @type {[number, number]} */ (last)[0];
      // the arc of an edge leads from the facet on its left to the one on its right
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
 * Normals from one facet to the next about their edge; only one where the facets lie in one plane.
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
 * The piece of a ball over a corner: rings of normals from the middle to the ring around it.
 * @param {Surface} surface
 * @param {(n: Vector) => number} put
 * @param {Vector[]} ring counter-clockwise
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
    // the ring itself to the last bit, where it meets its neighbours
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
