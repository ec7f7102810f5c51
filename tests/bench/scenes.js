/* The scenes that benchmarks share: seeded pairs of every two kinds, with sizes over two decades. */
import { Shape, growthDistance } from '../../js/index.js';
import { draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';

/** Kinds with a curved surface: what the cutting plane needs most iterations for. */
export const CURVED = ['sphere', 'ellipsoid', 'capsule', 'cylinder', 'cone', 'frustum'];

/**
 * @typedef {object} Item
 * @property {object} recordA
 * @property {object} recordB
 * @property {object} poseA
 * @property {object} poseB
 */

/** The pose at which the growth distance is what it was times a factor: along the ray through the
 * centres it is linear. */
export function movedApart(a, poseA, b, poseB, factor) {
  const worldA = worldCenter(a, poseA);
  const worldB = worldCenter(b, poseB);
  const shift = worldB.map((x, i) => worldA[i] + factor * (x - worldA[i]) - x);
  return { ...poseB, position: poseB.position.map((x, i) => x + shift[i]) };
}

/** A pair whose B is moved along the ray through the centres to a growth distance.
 * @param {Item} item @param {number} growth @returns {Item} */
export function placed({ recordA, recordB, poseA, poseB }, growth) {
  const a = Shape.from(recordA);
  const b = Shape.from(recordB);
  const { value } = growthDistance(a, poseA, b, poseB);
  const moved = movedApart(a, poseA, b, poseB, growth / value);
  a.dispose();
  b.dispose();
  return { recordA, recordB, poseA, poseB: moved };
}

/** Where the centre of a posed shape is: the middle of the bounding box of a point there. */
export function worldCenter(shape, pose) {
  const dot = Shape.from({ type: 'segment', a: shape.center, b: shape.center });
  const { min } = dot.boundingBox(pose);
  dot.dispose();
  return min;
}

/**
 * @param {object} options
 * @param {string | string[]} options.typeA one of a list: a kind drawn for each pair
 * @param {string | string[]} options.typeB
 * @param {2 | 3} [options.dimension]
 * @param {number} options.count
 * @param {number} options.seed
 * @param {number | null} [options.growth] the growth distance to place the pairs at; null: random
 * @returns {Item[]}
 */
export function pairs({ typeA, typeB, dimension = 3, count, seed, growth = null }) {
  const d = draw(random(seed));
  const kind = (type) => (Array.isArray(type) ? d.pick(type) : type);
  return Array.from({ length: count }, () => {
    const recordA = randomRecord(d, kind(typeA));
    const recordB = randomRecord(d, kind(typeB));
    delete recordA.margin;
    delete recordB.margin;
    const poseA = randomPose(d, dimension, d.size(0.1, 5));
    const item = { recordA, recordB, poseA, poseB: randomPose(d, dimension, d.size(1, 20)) };
    return growth === null ? item : placed(item, growth);
  });
}

/**
 * Pairs of hulls, each of them one of a pool, with all vertices on an ellipsoid whose radii are of two
 * decades.
 * @param {{ vertices: number, pool: number, count: number, seed: number }} options
 * @returns {Item[]} in which a hull that comes again is the same record
 */
export function pairsOfHulls({ vertices, pool, count, seed }) {
  const d = draw(random(seed));
  const records = Array.from({ length: pool }, () => {
    const radii = [0, 1, 2].map(() => d.size(0.1, 10));
    const point = () => d.direction().map((x, i) => x * radii[i]);
    return { type: 'hull', points: Array.from({ length: vertices }, point) };
  });
  return Array.from({ length: count }, (_, i) => ({
    recordA: records[(2 * i) % pool],
    recordB: records[(2 * i + 1 + 2 * Math.floor((2 * i) / pool)) % pool],
    poseA: randomPose(d, 3, d.size(0.1, 5)),
    poseB: randomPose(d, 3, d.size(1, 20)),
  }));
}

/** Every unordered pair of kinds. @param {2 | 3} dimension */
export function kindPairs(dimension) {
  const kinds = kindsOf(dimension);
  return kinds.flatMap((typeA, i) => kinds.slice(i).map((typeB) => ({ typeA, typeB, dimension })));
}

/** The same pairs with A and B exchanged. @param {Item[]} items */
export const swapped = (items) =>
  items.map(({ recordA, recordB, poseA, poseB }) => ({
    recordA: recordB,
    recordB: recordA,
    poseA: poseB,
    poseB: poseA,
  }));

/** Growth distances at which booleans are asked, decided at a glance, soon, and late. */
export const BOOLEANS = { far: 6, near: 1.25, grazing: 1.0001 };

/** @param {string} typeA @param {string} typeB */
export const isCurved = (typeA, typeB) => CURVED.includes(typeA) && CURVED.includes(typeB);

/** Round a circle, seen from its side. */
const SWING = [0, 0.84, 0.91, 0.14, -0.76, -0.96, -0.28, 0.66];

/** The pose after a small step: a hundredth of the size, as from frame to frame. */
export function step(pose, k) {
  const t = 0.01 * SWING[k & 7];
  const position = pose.position.map((x, i) => x + t * (i + 1));
  return pose.quaternion
    ? { position, quaternion: pose.quaternion.map((x, i) => x + 0.3 * t * (i - 1)) }
    : { position, angle: pose.angle + t };
}
