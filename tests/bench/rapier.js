/* The errors of Rapier's distances. node tests/bench/rapier.js prints the table of
 * docs/guides/rapier-distance.md. The reference is certified bounds. The normal proves the lower bound by the
 * definition of the shapes. The upper bound is the distance of the two witness points, or the certified
 * depth. */
import { fileURLToPath } from 'node:url';
import RAPIER from '@dimforge/rapier3d-compat';

import { growthDistance, signedDistance } from '../../js/index.js';
import { posePair } from '../lib/posed-pairs.js';
import { draw, random, randomPose } from '../lib/random.js';
import { length, sub } from '../lib/vectors.js';
import { quartiles, rank } from './measure.js';
import { movedApart } from './scenes.js';
import { table } from './text.js';

const SEED = 1;
const COUNT = 1000;
/** Rapier reports distances up to this limit. */
const FAR = 100;

/** By shape type: random parameters for both packages, and Rapier's description of the shape. */
const round = {
  draw: (size) => ({ halfHeight: size(), radius: size() }),
  describe: ({ type, halfHeight, radius }) => RAPIER.ColliderDesc[type](halfHeight, radius),
};
const TYPES = {
  sphere: {
    draw: (size) => ({ radius: size() }),
    describe: ({ radius }) => RAPIER.ColliderDesc.ball(radius),
  },
  box: {
    draw: (size) => ({ halfExtents: [size(), size(), size()] }),
    describe: ({ halfExtents }) => RAPIER.ColliderDesc.cuboid(...halfExtents),
  },
  hull: {
    draw: (size, direction) => ({
      points: Array.from({ length: 20 }, () => direction().map((x) => Math.fround(x * size()))),
    }),
    describe: ({ points }) => RAPIER.ColliderDesc.convexHull(Float32Array.from(points.flat())),
  },
  capsule: round,
  cylinder: round,
  cone: round,
};

/** Groups of pairs for which Rapier's errors differ. */
const GROUPS = {
  'a sphere with anything, boxes and hulls': (types) =>
    types.includes('sphere') || types.every((type) => ['box', 'hull'].includes(type)),
  'capsules, cylinders and cones with all but spheres': () => true,
};

/** Rounds to single precision, so that both packages get the same numbers. */
const rounded = ({ position, quaternion }) => ({
  position: position.map(Math.fround),
  quaternion: quaternion.map(Math.fround),
});

/** Pairs with half sizes from 0.5 to 1.5, at growth distances from 0.6 to 1.4. */
function* pairs(seed, count) {
  const d = draw(random(seed));
  const size = () => Math.fround(d.between(0.5, 1.5));
  const record = () => {
    const type = d.pick(Object.keys(TYPES));
    return { type, ...TYPES[type].draw(size, () => d.direction()) };
  };
  for (let k = 0; k < count; k++) {
    const records = [record(), record()];
    const [poseA, start] = [randomPose(d, 3, 1), randomPose(d, 3, 6)];
    const { shapes, dispose } = posePair(records, [poseA, start]);
    const [a, b] = shapes;
    const { value } = growthDistance(a, poseA, b, start);
    const poseB = movedApart(a, poseA, b, start, d.between(0.6, 1.4) / value);
    dispose();
    yield { records, poses: [poseA, poseB].map(rounded) };
  }
}

/** Certified bounds of the signed distance. @returns {[number, number]} */
function boundsOf({ records, poses }) {
  const { shapes, overlap, slack, dispose } = posePair(records, poses);
  const result = signedDistance(shapes[0], poses[0], shapes[1], poses[1]);
  const { value, normal, pointA, pointB } = result;
  const lower = -overlap(normal) - slack;
  const upper = (value > 0 ? length(sub(pointB, pointA)) : result.upper) + slack;
  dispose();
  if (!(lower <= upper)) throw new Error(`no bounds of ${JSON.stringify(records)}`);
  return [lower, upper];
}

/** @returns {Promise<{ version: string, groups: Record<string, number[]>, width: number }>} Rapier's version,
 *   the errors of each group in ascending order, and the width of the widest bounds */
export async function measure() {
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  const collider = (record, { position, quaternion: [x, y, z, w] }) => {
    const description = TYPES[record.type].describe(record).setTranslation(...position);
    return world.createCollider(description.setRotation({ x, y, z, w }));
  };
  const groups = Object.fromEntries(Object.keys(GROUPS).map((name) => [name, []]));
  let width = 0;
  for (const pair of pairs(SEED, COUNT)) {
    const [lower, upper] = boundsOf(pair);
    const [a, b] = pair.records.map((record, i) => collider(record, pair.poses[i]));
    const { distance } = a.contactCollider(b, FAR);
    const types = pair.records.map(({ type }) => type);
    const group = Object.keys(GROUPS).find((name) => GROUPS[name](types));
    groups[group].push(Math.max(lower - distance, distance - upper, 0));
    width = Math.max(width, upper - lower);
    for (const one of [a, b]) world.removeCollider(one, false);
  }
  world.free();
  for (const errors of Object.values(groups)) errors.sort((x, y) => x - y);
  return { version: RAPIER.version(), groups, width };
}

/** The table of the guide. */
export function report({ groups }) {
  const shown = (x) => x.toExponential(1);
  const rows = Object.entries(groups).map(([name, errors]) => [
    ...[name, errors.length, shown(quartiles(errors).median)],
    ...[shown(rank(errors, 0.9)), shown(errors.at(-1))],
  ]);
  return table(['pairs', 'count', 'median', '90 %', 'worst'], rows);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const measured = await measure();
  console.log(`Rapier ${measured.version}; bounds at most ${measured.width.toExponential(1)} wide`);
  console.log(report(measured));
}
