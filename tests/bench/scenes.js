/* The scenes that benchmarks share: seeded pairs of every two kinds, with sizes over two decades. */
import { Shape, growthDistance } from 'growth-distance';
import { draw, kindsOf, random, randomPose, randomRecord } from '../lib/random.js';

/** Kinds with a curved surface: what the cutting plane needs most iterations for. */
const CURVED = ['sphere', 'ellipsoid', 'capsule', 'cylinder', 'cone', 'frustum'];

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

/** Where the centre of a posed shape is: the middle of the bounding box of a point there. */
export function worldCenter(shape, pose) {
  const dot = Shape.from({ type: 'segment', a: shape.center, b: shape.center });
  const { min } = dot.boundingBox(pose);
  dot.dispose();
  return min;
}

/**
 * @param {object} options
 * @param {string} options.typeA
 * @param {string} options.typeB
 * @param {2 | 3} [options.dimension]
 * @param {number} options.count
 * @param {number} options.seed
 * @param {number | null} [options.growth] the growth distance to place the pairs at; null: random
 * @returns {Item[]}
 */
export function pairs({ typeA, typeB, dimension = 3, count, seed, growth = null }) {
  const d = draw(random(seed));
  return Array.from({ length: count }, () => {
    const recordA = randomRecord(d, typeA);
    const recordB = randomRecord(d, typeB);
    delete recordA.margin;
    delete recordB.margin;
    const poseA = randomPose(d, dimension, d.size(0.1, 5));
    let poseB = randomPose(d, dimension, d.size(1, 20));
    if (growth !== null) {
      const a = Shape.from(recordA);
      const b = Shape.from(recordB);
      const { value } = growthDistance(a, poseA, b, poseB);
      poseB = movedApart(a, poseA, b, poseB, growth / value);
      a.dispose();
      b.dispose();
    }
    return { recordA, recordB, poseA, poseB };
  });
}

/** Every unordered pair of kinds. @param {2 | 3} dimension */
export function kindPairs(dimension) {
  const kinds = kindsOf(dimension);
  return kinds.flatMap((typeA, i) => kinds.slice(i).map((typeB) => ({ typeA, typeB, dimension })));
}

/** @param {string} typeA @param {string} typeB */
export const isCurved = (typeA, typeB) => CURVED.includes(typeA) && CURVED.includes(typeB);

/** The pose after a small step: a hundredth of the size, as from frame to frame. */
export function step(pose, k) {
  const t = 0.01 * Math.sin(k);
  const position = pose.position.map((x, i) => x + t * (i + 1));
  return pose.quaternion
    ? { position, quaternion: pose.quaternion.map((x, i) => x + 0.3 * t * (i - 1)) }
    : { position, angle: pose.angle + t };
}
