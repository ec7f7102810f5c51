/* The models of bodies: a convex shape in its principal axes about the centre of mass, its mass (density
 * 1), its inertia, and its support features. Polytopes and scans are hulls, the other shapes have their
 * own types. Several bodies share one model. */
import { Box, Capsule, Cone, ConvexHull, Cylinder, Ellipsoid, Sphere } from 'growth-distance';
import { featuresOf } from './features.js';
import { massOf, quaternionOf } from './mass.js';
import { POLYTOPES } from './polytopes.js';
import { SCANS } from './scans.js';

const UNIT = 1e-5;
/** Scans are a fifth of a metre long. Scaled by this factor, they are as large as the polytopes. */
const SCAN_SCALE = 5;

/**
 * @typedef {object} Model
 * @property {string} name
 * @property {string} type one of TYPES
 * @property {import('growth-distance').ConvexHull} shape or another shape type, about the centre of mass
 * @property {number} offset of the centre of mass along the shape's own y axis
 * @property {number} mass
 * @property {number[]} inertia
 * @property {number[]} axes quaternion from the principal axes to the axes of the given corners
 * @property {number} diameter
 * @property {number} lowest smallest possible height of the centre of mass above the floor
 * @property {import('./features.js').Features} features
 */

const numbers = (text) => text.split(' ').map((x) => Number(x) * UNIT);

/** @param {string} name @param {number[]} corners x y z … @param {string} [type] @returns {Model} */
export function hullModel(name, corners, type = 'hull') {
  const given = new ConvexHull({ points: corners });
  const { vertices, triangles } = given.surface();
  given.dispose();
  const { mass, center, axes, inertia } = massOf(vertices, triangles);
  const points = new Float64Array(vertices.length);
  for (let v = 0; v < points.length; v += 3)
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) points[v + i] += axes[3 * j + i] * (vertices[v + j] - center[j]);
  const shape = new ConvexHull({ points, center: [0, 0, 0] });
  const diameter = farthest(points);
  const model = finish(name, shape, { mass, inertia, diameter, axes: quaternionOf(axes) });
  return { ...model, type };
}

/** The largest distance between two corners. */
function farthest(points) {
  let most = 0;
  for (let i = 0; i < points.length; i += 3)
    for (let j = 0; j < i; j += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => points[i + k] - points[j + k]);
      most = Math.max(most, x * x + y * y + z * z);
    }
  return Math.sqrt(most);
}

function finish(name, shape, { mass, inertia, diameter, axes = [0, 0, 0, 1], offset = 0 }) {
  const lowest = shape.inradius;
  const features = featuresOf(shape);
  return { name, type: name, shape, offset, mass, inertia, axes, diameter, lowest, features };
}

const sphere = (r) => {
  const mass = (4 / 3) * Math.PI * r * r * r;
  const i = (2 / 5) * mass * r * r;
  return finish('sphere', new Sphere({ radius: r }), { mass, inertia: [i, i, i], diameter: 2 * r });
};

/** Inertia of a box or an ellipsoid: the mass times sums of squares, divided by a number. */
const ofSquares = (mass, [a, b, c], over) =>
  [b * b + c * c, c * c + a * a, a * a + b * b].map((x) => (mass * x) / over);

const ellipsoid = (...radii) => {
  const mass = (4 / 3) * Math.PI * radii[0] * radii[1] * radii[2];
  const inertia = ofSquares(mass, radii, 5);
  return finish('ellipsoid', new Ellipsoid({ radii }), {
    mass,
    inertia,
    diameter: 2 * Math.max(...radii),
  });
};

const box = (...halfExtents) => {
  const [x, y, z] = halfExtents;
  const mass = 8 * x * y * z;
  const inertia = ofSquares(mass, halfExtents, 3);
  const diameter = 2 * Math.sqrt(x * x + y * y + z * z);
  return finish('box', new Box({ halfExtents }), { mass, inertia, diameter });
};

const capsule = (h, r) => {
  const tube = 2 * Math.PI * r * r * h;
  const ends = (4 / 3) * Math.PI * r * r * r;
  const along = (tube / 2 + (2 / 5) * ends) * r * r;
  const across = tube * (r * r * 0.25 + (h * h) / 3) + ends * (0.4 * r * r + h * h + 0.75 * h * r);
  const inertia = [across, along, across];
  const shape = new Capsule({ halfHeight: h, radius: r });
  return finish('capsule', shape, { mass: tube + ends, inertia, diameter: 2 * (h + r) });
};

const cylinder = (h, r) => {
  const mass = 2 * Math.PI * r * r * h;
  const across = mass * (r * r * 0.25 + (h * h) / 3);
  const inertia = [across, (mass * r * r) / 2, across];
  const diameter = 2 * Math.sqrt(r * r + h * h);
  const shape = new Cylinder({ halfHeight: h, radius: r });
  return finish('cylinder', shape, { mass, inertia, diameter });
};

/** The centre of mass of a cone is a quarter of its height above the base. */
const cone = (h, r) => {
  const mass = (2 / 3) * Math.PI * r * r * h;
  const across = mass * (0.15 * (r * r + h * h));
  const inertia = [across, 0.3 * mass * r * r, across];
  const diameter = Math.max(2 * r, Math.sqrt(r * r + 4 * h * h));
  const shape = new Cone({ halfHeight: h, radius: r, center: [0, -h / 2, 0] });
  return finish('cone', shape, { mass, inertia, diameter, offset: -h / 2 });
};

/** @type {Record<string, () => Model[]>} functions that make the models of each family */
const MAKERS = {
  polytopes: () => POLYTOPES.map(([corners], i) => hullModel(`polytope ${i}`, numbers(corners))),
  scans: () =>
    SCANS.map(([name, corners]) =>
      hullModel(
        name,
        numbers(corners).map((x) => SCAN_SCALE * x),
        'scan',
      ),
    ),
  round: () => [
    sphere(0.42),
    capsule(0.32, 0.26),
    cylinder(0.34, 0.36),
    ellipsoid(0.56, 0.3, 0.42),
    cone(0.42, 0.42),
    box(0.42, 0.3, 0.36),
    cylinder(0.15, 0.48),
    sphere(0.3),
  ],
};
let made = {};
const modelsOf = (family) => (made[family] ??= MAKERS[family]());

/** The families of bodies; `mixed` uses the other families alternately. */
export const FAMILIES = ['polytopes', 'scans', 'round', 'mixed'];

/** The model of a body. @param {string} family @param {number} i of the body @returns {Model} */
export function modelOf(family, i) {
  const own = family === 'mixed' ? ['polytopes', 'round', 'scans'][i % 3] : family;
  const models = modelsOf(own);
  return models[(family === 'mixed' ? Math.floor(i / 3) : i) % models.length];
}

const POLYTOPE_TYPES = { hull: 'polytope (hull)' };
const SCAN_TYPES = { scan: 'scan (hull)' };
const ROUND_TYPES = {
  sphere: 'sphere',
  capsule: 'capsule',
  cylinder: 'cylinder',
  ellipsoid: 'ellipsoid',
  cone: 'cone',
  box: 'box',
};
/**
 * The shape types of each family with their labels. Each type has its own colour; hulls of scans have a
 * different colour than hulls of polytopes.
 * @type {Record<string, Record<string, string>>}
 */
export const TYPES = {
  polytopes: POLYTOPE_TYPES,
  scans: SCAN_TYPES,
  round: ROUND_TYPES,
  mixed: { ...POLYTOPE_TYPES, ...SCAN_TYPES, ...ROUND_TYPES },
};

/** Disposes of the shapes of all models. Later calls of modelOf make new ones. */
export function disposeModels() {
  for (const { shape } of Object.values(made).flat()) shape.dispose();
  made = {};
}

/** The initial position and quaternion of polytope i in the reference scene. @param {number} i */
export function referencePose(i) {
  const pose = numbers(POLYTOPES[i][1]);
  return { position: pose.slice(0, 3), quaternion: pose.slice(3) };
}
