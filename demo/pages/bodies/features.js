/* Support features: the corner, edge or face of a shape that a plane from a given direction touches
 * first. With one pair of witness points per pair of bodies, a resting body could tilt about its contact
 * point. The features give the other contact points. They are points of the surface, so every contact
 * made of them is exact. */
import { ConvexHull } from 'growth-distance';

/** Triangles are one face if 1 - cos of the angle between their normals is smaller (a tenth of a degree). */
const COPLANAR = 1.5e-6;
/** Number of corners of the polygon that replaces a disc. */
const DISC = 8;
/** A disc faces a direction if the cosine between the direction and its axis is larger. */
const FACING = 0.9;
/** The side of a round body touches along a line if the cosine between plane normal and side is smaller. */
const ALONGSIDE = 0.25;

/**
 * A feature in local coordinates: 1 point (only the witness point), 2 points (an edge), or a convex
 * polygon with its outward normal.
 * @typedef {object} Feature
 * @property {number} count number of points
 * @property {number[]} points x y z …
 * @property {number[]} normal of a polygon
 */
/**
 * Writes the feature that is farthest along n; with `all`, every corner that could touch a plane.
 * @typedef {(n: readonly number[], out: Feature, all?: boolean) => void} Features
 */

/** @returns {Feature} */
export const newFeature = () => ({ count: 0, points: [], normal: [0, 0, 0] });

/** @param {any} shape of the package @returns {Features} */
export function featuresOf(shape) {
  if (shape.type === 'hull') return hullFeatures(shape.surface());
  if (shape.type === 'box') return boxFeatures(shape.halfExtents);
  if (shape.type === 'capsule') return capsuleFeatures(shape);
  if (shape.type === 'cylinder') return cylinderFeatures(shape);
  if (shape.type === 'cone') return coneFeatures(shape);
  return (n, out) => void (out.count = 1);
}

// ---- hulls

function boxFeatures([x, y, z]) {
  const signs = [-1, 1];
  const points = signs.flatMap((i) =>
    signs.flatMap((j) => signs.map((k) => [i * x, j * y, k * z])),
  );
  const hull = new ConvexHull({ points });
  const surface = hull.surface();
  hull.dispose();
  return hullFeatures(surface);
}

/** Among the faces at the corner that is farthest along n, the face whose normal is closest to n. */
function hullFeatures({ vertices, triangles }) {
  const faces = facesOf(vertices, triangles);
  const around = Array.from({ length: vertices.length / 3 }, () => []);
  for (const face of faces) for (const v of face.loop) around[v].push(face);
  return (n, out, all) => {
    if (all) {
      out.count = vertices.length / 3;
      for (let i = 0; i < vertices.length; i++) out.points[i] = vertices[i];
      return;
    }
    let most = -Infinity;
    let corner = 0;
    for (let v = 0; v < vertices.length; v += 3) {
      const h = n[0] * vertices[v] + n[1] * vertices[v + 1] + n[2] * vertices[v + 2];
      if (h > most) [most, corner] = [h, v / 3];
    }
    let best = around[corner][0];
    most = -Infinity;
    for (const face of around[corner]) {
      const cosine = n[0] * face.normal[0] + n[1] * face.normal[1] + n[2] * face.normal[2];
      if (cosine > most) [most, best] = [cosine, face];
    }
    out.count = best.loop.length;
    for (let i = 0; i < 3; i++) out.normal[i] = best.normal[i];
    for (let k = 0; k < best.loop.length; k++)
      for (let i = 0; i < 3; i++) out.points[3 * k + i] = vertices[3 * best.loop[k] + i];
  };
}

/**
 * The faces of a hull. Coplanar triangles are one face; each face is a loop of corners.
 * @param {Float64Array} vertices @param {Uint32Array} triangles
 * @returns {{ normal: number[], loop: number[] }[]}
 */
export function facesOf(vertices, triangles) {
  const count = triangles.length / 3;
  const normals = Array.from({ length: count }, (_, t) => normalOf(vertices, triangles, 3 * t));
  const neighbour = new Map();
  for (let e = 0; e < triangles.length; e++)
    neighbour.set(`${triangles[e]} ${triangles[after(e)]}`, e);
  const across = (e) => neighbour.get(`${triangles[after(e)]} ${triangles[e]}`);
  const faceOf = new Int32Array(count).fill(-1);
  const faces = [];
  for (let first = 0; first < count; first++) {
    if (faceOf[first] >= 0) continue;
    const own = [first];
    faceOf[first] = faces.length;
    const edges = new Map();
    for (let k = 0; k < own.length; k++)
      for (let e = 3 * own[k]; e < 3 * own[k] + 3; e++) {
        const other = Math.floor(across(e) / 3);
        if (faceOf[other] < 0 && 1 - dot(normals[first], normals[other]) < COPLANAR) {
          faceOf[other] = faces.length;
          own.push(other);
        }
        if (faceOf[other] !== faces.length) edges.set(triangles[e], triangles[after(e)]);
      }
    faces.push({ normal: normals[first], loop: chain(edges) });
  }
  return faces;
}

/** The next edge of the same triangle. @param {number} e */
const after = (e) => (e % 3 === 2 ? e - 2 : e + 1);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function normalOf(vertices, triangles, t) {
  const [a, b, c] = [0, 1, 2].map((k) => vertices.subarray(3 * triangles[t + k]));
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(dot(n, n));
  return n.map((x) => x / length);
}

/** Connects edges to a loop of corners. @param {Map<number, number>} edges */
function chain(edges) {
  const [start] = edges.keys();
  const loop = [start];
  for (let v = edges.get(start); v !== start; v = edges.get(v)) loop.push(v);
  return loop;
}

// ---- round shapes, about the local y axis

/** A capsule: if n is nearly perpendicular to its axis, the line of its side that is farthest along n. */
function capsuleFeatures({ halfHeight: h, radius: r }) {
  return (n, out, all) => {
    out.count = all || Math.abs(n[1]) < ALONGSIDE ? 2 : 1;
    out.points = [r * n[0], h + r * n[1], r * n[2], r * n[0], r * n[1] - h, r * n[2]];
  };
}

/** A disc at height y as a polygon with a corner at the point that is farthest along n. */
function disc(n, y, r, out) {
  const across = Math.sqrt(n[0] * n[0] + n[2] * n[2]);
  let [x, z] = across > 1e-9 ? [(r * n[0]) / across, (r * n[2]) / across] : [r, 0];
  const half = Math.SQRT1_2;
  for (let k = 0; k < DISC; k++) {
    out.points[3 * k] = x;
    out.points[3 * k + 1] = y;
    out.points[3 * k + 2] = z;
    [x, z] = [half * (x - z), half * (x + z)];
  }
  out.count = DISC;
  out.normal = [0, y < 0 ? -1 : 1, 0];
}

/** Adds a point. */
function also(x, y, z, out) {
  [out.points[3 * out.count], out.points[3 * out.count + 1], out.points[3 * out.count + 2]] = [
    x,
    y,
    z,
  ];
  out.count++;
}

/** A line on the side, from radius `top` at height h to radius `bottom` at height -h. */
function side(n, h, top, bottom, out) {
  const across = Math.sqrt(n[0] * n[0] + n[2] * n[2]);
  const [x, z] = [n[0] / across, n[2] / across];
  out.points = [top * x, h, top * z, bottom * x, -h, bottom * z];
  out.count = 2;
}

function cylinderFeatures({ halfHeight: h, radius: r }) {
  return (n, out, all) => {
    if (all) {
      disc(n, n[1] > 0 ? h : -h, r, out);
      also(out.points[0], -out.points[1], out.points[2], out);
    } else if (Math.abs(n[1]) > FACING) disc(n, n[1] > 0 ? h : -h, r, out);
    else if (Math.abs(n[1]) < ALONGSIDE) side(n, h, r, r, out);
    else out.count = 1;
  };
}

function coneFeatures({ halfHeight: h, radius: r }) {
  const slant = Math.sqrt(4 * h * h + r * r);
  return (n, out, all) => {
    const across = Math.sqrt(n[0] * n[0] + n[2] * n[2]);
    // the sine of the angle between n and the normal of the side
    const off = (n[1] * 2 * h - across * r) / slant;
    if (all) {
      disc(n, -h, r, out);
      also(0, h, 0, out);
    } else if (n[1] < -FACING) disc(n, -h, r, out);
    else if (across > 0.1 && Math.abs(off) < ALONGSIDE) side(n, h, 0, r, out);
    else out.count = 1;
  };
}
