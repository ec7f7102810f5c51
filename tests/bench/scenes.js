/* Scenes of the benchmarks: seeded random pairs of every two shape types, with sizes over two decades. */
import { Shape, growthDistance } from '../../js/index.js';
import { draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';

/** Shape types with a curved surface, for which the cutting plane needs the most iterations. */
export const CURVED = ['sphere', 'ellipsoid', 'capsule', 'cylinder', 'cone', 'frustum'];

/**
 * @typedef {object} Item
 * @property {object} recordA
 * @property {object} recordB
 * @property {object} poseA
 * @property {object} poseB
 */

/** The pose of B at which the growth distance is larger by a factor. Along the ray through the centres the
 * growth distance is linear. */
export function movedApart(a, poseA, b, poseB, factor) {
  const worldA = worldCenter(a, poseA);
  const worldB = worldCenter(b, poseB);
  const shift = worldB.map((x, i) => worldA[i] + factor * (x - worldA[i]) - x);
  return { ...poseB, position: poseB.position.map((x, i) => x + shift[i]) };
}

/** Moves B along the ray through the centres to a growth distance.
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

/** The centre of a posed shape in the world, as the bounding box of a point at the centre. */
export function worldCenter(shape, pose) {
  const dot = Shape.from({ type: 'segment', a: shape.center, b: shape.center });
  const { min } = dot.boundingBox(pose);
  dot.dispose();
  return min;
}

/**
 * @param {object} options
 * @param {string | string[]} options.typeA a list means that each pair draws a type from it
 * @param {string | string[]} options.typeB
 * @param {2 | 3} [options.dimension]
 * @param {number} options.count
 * @param {number} options.seed
 * @param {number | null} [options.growth] the growth distance of the pairs; null: random
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
 * Pairs of hulls from a pool. All vertices of a hull lie on an ellipsoid with radii over two decades.
 * @param {{ vertices: number, pool: number, count: number, seed: number }} options
 * @returns {Item[]} pairs with the same hull share its record
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

/** Every unordered pair of shape types. @param {2 | 3} dimension */
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

/** Growth distances for overlap tests. Bounding balls decide the far pairs; grazing pairs take the most
 * steps. */
export const BOOLEANS = { far: 6, near: 1.25, grazing: 1.0001 };

/** @param {string} typeA @param {string} typeB */
export const isCurved = (typeA, typeB) => CURVED.includes(typeA) && CURVED.includes(typeB);

/** Sines of 0, 1, ..., 7, so that repeated steps go back and forth. */
const SWING = [0, 0.84, 0.91, 0.14, -0.76, -0.96, -0.28, 0.66];

/** The pose after step k. A step is about a hundredth of the size, like the motion between frames. */
export function step(pose, k) {
  const t = 0.01 * SWING[k & 7];
  const position = pose.position.map((x, i) => x + t * (i + 1));
  return pose.quaternion
    ? { position, quaternion: pose.quaternion.map((x, i) => x + 0.3 * t * (i - 1)) }
    : { position, angle: pose.angle + t };
}
