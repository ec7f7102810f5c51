/* The cells of the comparison: combinations of shapes, query, place, state and platform. */
import { poseFrom, readCases } from '../../lib/cases.js';
import { draw, random, randomPose, randomRecord } from '../../lib/random.js';
import { bodyRecords, moving } from '../moving.js';
import { flatPose } from '../records.js';
import { pairs, pairsOfHulls, placed, step } from '../scenes.js';

/** Names of the queries in the package. Their positions are the numbers in against.h. */
export const QUERIES = [
  'growthDistance',
  'collide',
  'intersects',
  'distance',
  'penetration',
  'growthGradient',
  'distanceGradient',
  'penetrationGradient',
  'findPairs',
  'castShape',
];

/** States of pairs, numbered as in against.h. `jacobians`: cold gradients with Jacobians. */
export const STATES = ['cold', 'warm', 'jacobians'];

/** Growth distances of the pairs. */
const PLACES = { far: 6, near: 1.25, grazing: 1.0001, overlapping: 0.6 };

/** Queries of pairs with their family, place and states. `quick`: also part of a quick run. */
const PAIR_QUERIES = [
  {
    family: 'growth',
    query: 'growthDistance',
    place: 'near',
    states: ['cold', 'warm'],
    quick: true,
  },
  { family: 'distance', query: 'distance', place: 'near', states: ['cold', 'warm'], quick: true },
  {
    family: 'depth',
    query: 'penetration',
    place: 'overlapping',
    states: ['cold', 'warm'],
    quick: true,
  },
  { family: 'overlap', query: 'intersects', place: 'far', states: ['cold'] },
  {
    family: 'overlap',
    query: 'intersects',
    place: 'grazing',
    states: ['cold', 'warm'],
    quick: true,
  },
  { family: 'overlap', query: 'intersects', place: 'overlapping', states: ['cold'] },
  { family: 'overlap', query: 'collide', place: 'near', states: ['cold'], quick: true },
  { family: 'gradients', query: 'growthGradient', place: 'near', states: ['cold'], quick: true },
  { family: 'gradients', query: 'distanceGradient', place: 'near', states: ['cold'], quick: true },
  {
    family: 'gradients',
    query: 'penetrationGradient',
    place: 'overlapping',
    states: ['cold'],
    quick: true,
  },
  {
    family: 'jacobians',
    query: 'growthGradient',
    place: 'near',
    states: ['jacobians'],
    quick: true,
  },
  {
    family: 'jacobians',
    query: 'distanceGradient',
    place: 'near',
    states: ['jacobians'],
    quick: true,
  },
  {
    family: 'jacobians',
    query: 'penetrationGradient',
    place: 'overlapping',
    states: ['jacobians'],
    quick: true,
  },
];
/** Queries of bodies: a frame finds the pairs and then runs the query for them. */
const FRAME_QUERIES = ['findPairs', 'growthDistance', 'collide', 'distance'];
const BODIES = [
  { bodies: 1000, quick: true },
  { bodies: 10000, quick: false },
];

/** `jacobians` are gradients with the derivatives of normal and points. `casts` compares with growth distances
 * of the same pairs if one side has no casts. */
export const FAMILIES = [
  'growth',
  'distance',
  'depth',
  'overlap',
  'gradients',
  'jacobians',
  'frames',
  'casts',
];
/** Families of which few shapes are measured. */
const DERIVATIVES = ['gradients', 'jacobians'];
export const PLATFORMS = ['node', 'native'];

// ---- pairs ------------------------------------------------------------------------------------------

const PAIRS = 40;
const FRAMES = 8;

const ofKinds = (typeA, typeB, dimension, seed) => (growth) =>
  pairs({ typeA, typeB, dimension, count: PAIRS, seed, growth });

/** Pairs from a small pool of hulls. There are fewer pairs of large hulls, because their queries take long.
 */
const ofHulls = (vertices, seed) => (growth) =>
  pairsOfHulls({ vertices, pool: 6, count: vertices > 500 ? 10 : PAIRS, seed }).map((item) =>
    placed(item, growth),
  );

/** Pairs of a shape and a half-space. A's centre lies outside the half-space. */
const withHalfSpace = (type, seed) => (growth) => {
  const d = draw(random(seed));
  return Array.from({ length: PAIRS }, () => {
    const poseA = randomPose(d, 3, d.size(1, 20));
    const tilt = d.direction();
    const { position } = poseA;
    const length = Math.sqrt(position.reduce((sum, x) => sum + x * x, 0));
    const normal = position.map((x, i) => x / length + 0.5 * tilt[i]);
    const recordA = randomRecord(d, type);
    delete recordA.margin;
    const recordB = { type: 'halfspace', normal, offset: 0 };
    const poseB = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };
    return placed({ recordA, recordB, poseA, poseB }, growth);
  });
};

/** The shapes of pairs. `gradients`: also measured with derivatives, for which few pairs of types suffice. */
const SHAPES = [
  { name: 'sphere–sphere', items: ofKinds('sphere', 'sphere', 3, 1) },
  { name: 'capsule–capsule', items: ofKinds('capsule', 'capsule', 3, 2) },
  { name: 'box–box', items: ofKinds('box', 'box', 3, 3), quick: true, gradients: true },
  { name: 'cylinder–cylinder', items: ofKinds('cylinder', 'cylinder', 3, 4), gradients: true },
  { name: 'cone–cone', items: ofKinds('cone', 'cone', 3, 5) },
  { name: 'frustum–frustum', items: ofKinds('frustum', 'frustum', 3, 6) },
  { name: 'ellipsoid–ellipsoid', items: ofKinds('ellipsoid', 'ellipsoid', 3, 7), gradients: true },
  { name: 'sphere–box', items: ofKinds('sphere', 'box', 3, 8) },
  { name: 'box–cylinder', items: ofKinds('box', 'cylinder', 3, 9), quick: true },
  { name: 'capsule–ellipsoid', items: ofKinds('capsule', 'ellipsoid', 3, 10), gradients: true },
  { name: 'cone–frustum', items: ofKinds('cone', 'frustum', 3, 11) },
  { name: 'sphere–half-space', items: withHalfSpace('sphere', 12) },
  { name: 'box–half-space', items: withHalfSpace('box', 13) },
  { name: 'hulls of 8', items: ofHulls(8, 14) },
  { name: 'hulls of 33', items: ofHulls(33, 15), quick: true, gradients: true },
  { name: 'hulls of 141', items: ofHulls(141, 16) },
  { name: 'hulls of 626', items: ofHulls(626, 17) },
  { name: 'hulls of 2500', items: ofHulls(2500, 18) },
  { name: 'circle–circle', items: ofKinds('circle', 'circle', 2, 19) },
  { name: 'rectangle–rectangle', items: ofKinds('rectangle', 'rectangle', 2, 20), quick: true },
  { name: 'polygon–polygon', items: ofKinds('polygon', 'polygon', 2, 21), gradients: true },
  { name: 'ellipse–stadium', items: ofKinds('ellipse', 'stadium', 2, 22) },
  { name: 'sphere–cylinder', items: ofKinds('sphere', 'cylinder', 3, 23), quick: true },
  { name: 'sphere–cone', items: ofKinds('sphere', 'cone', 3, 24) },
  { name: 'sphere–frustum', items: ofKinds('sphere', 'frustum', 3, 25) },
  { name: 'sphere–ellipsoid', items: ofKinds('sphere', 'ellipsoid', 3, 26) },
  { name: 'capsule–box', items: ofKinds('capsule', 'box', 3, 27) },
];

/** A scene of pairs as plain data: records, and poses as flat numbers. */
function scenePairs(items) {
  const records = [...new Set(items.flatMap(({ recordA, recordB }) => [recordA, recordB]))];
  return {
    bodies: false,
    records,
    stride: flatPose(items[0].poseA).length,
    pairs: items.map(({ recordA, recordB, poseA, poseB }) => ({
      a: records.indexOf(recordA),
      b: records.indexOf(recordB),
      poseA: Float64Array.from(flatPose(poseA)),
      posesB: Array.from({ length: FRAMES }, (_, k) =>
        Float64Array.from(flatPose(k === 0 ? poseB : step(poseB, k))),
      ),
    })),
  };
}

// ---- bodies -----------------------------------------------------------------------------------------

/** A scene of moving bodies as plain data: records, and the poses of all frames. */
function sceneBodies(count) {
  const records = bodyRecords(count);
  const start = [];
  const world = { poses: undefined, add: (_, pose) => start.push(...flatPose(pose)) };
  const move = moving(records.map(boundOf), world);
  world.poses = Float64Array.from(start);
  const frames = Array.from({ length: FRAMES }, () => {
    move();
    return world.poses.slice();
  });
  return { bodies: true, records, stride: 7, frames };
}

/** The radius of a ball around a body of moving.js, from its record. */
function boundOf({
  radius = 0,
  radii,
  halfExtents,
  halfHeight = 0,
  bottomRadius = 0,
  topRadius = 0,
  points,
}) {
  const farthest = points?.map((p) => Math.hypot(...p)) ?? [];
  const corner = halfExtents ? Math.hypot(...halfExtents) : 0;
  const round = Math.hypot(halfHeight, Math.max(radius, bottomRadius, topRadius));
  return { boundingRadius: Math.max(round, corner, ...(radii ?? []), ...farthest) };
}

// ---- casts ------------------------------------------------------------------------------------------

const NOT_SOLID = ['point', 'segment', 'triangle'];

/** The casts of the certified data with the default interval and target. B moves from frame 0 to frame 1. A
 * growth distance needs a solid shape, so one of the two is. */
function sceneCasts(dimension) {
  const solid = ({ type, margin = 0 }) => margin > 0 || !NOT_SOLID.includes(type);
  const cases = readCases('casts').filter(
    ({ a, b, poseA, minTime, maxTime, target }) =>
      b &&
      (solid(a) || solid(b)) &&
      poseA.p.length === dimension &&
      (minTime ?? maxTime ?? target) === undefined,
  );
  const records = cases.flatMap(({ a, b }) => [a, b]);
  const moves = cases.map(({ poseA, poseB, displacement }, i) => {
    const from = Float64Array.from(flatPose(poseFrom(poseB)));
    const to = from.map((x, k) => x + (displacement[k] ?? 0));
    return {
      a: 2 * i,
      b: 2 * i + 1,
      poseA: Float64Array.from(flatPose(poseFrom(poseA))),
      posesB: [from, to],
    };
  });
  return { bodies: false, records, stride: dimension === 3 ? 7 : 3, pairs: moves };
}

// ---- all --------------------------------------------------------------------------------------------

/**
 * All cells, grouped by scene.
 * @param {{ quick: boolean, families: string[], platforms: string[] }} options
 * @returns {{ scene: string, open: () => object, cells: object[] }[]}
 */
export function scenesOf({ quick, families, platforms }) {
  const asked = ({ family }) => families.includes(family);
  const taken = (one) => !quick || one.quick;
  const scenes = [];
  for (const shapes of SHAPES.filter(taken))
    for (const [place, growth] of Object.entries(PLACES)) {
      const queries = PAIR_QUERIES.filter(asked)
        .filter(taken)
        .filter((one) => one.place === place)
        .filter(({ family }) => !DERIVATIVES.includes(family) || shapes.gradients);
      const cells = queries.flatMap(({ family, query, states }) =>
        states.flatMap((state) =>
          platforms.map((platform) => ({
            family,
            query,
            shapes: shapes.name,
            place,
            state,
            platform,
          })),
        ),
      );
      const open = () => scenePairs(shapes.items(growth));
      if (cells.length > 0) scenes.push({ scene: `${shapes.name}, ${place}`, open, cells });
    }
  for (const { bodies } of families.includes('frames') ? BODIES.filter(taken) : []) {
    const shapes = `${bodies} bodies`;
    const cells = FRAME_QUERIES.flatMap((query) =>
      platforms.map((platform) => ({
        family: 'frames',
        query,
        shapes,
        place: '',
        state: 'warm',
        platform,
      })),
    );
    scenes.push({ scene: shapes, open: () => sceneBodies(bodies), cells });
  }
  for (const dimension of families.includes('casts') ? [3, 2] : []) {
    const shapes = `casts.json in ${dimension}D`;
    const cells = platforms.map((platform) => ({
      family: 'casts',
      query: 'castShape',
      shapes,
      place: '',
      state: 'cold',
      platform,
    }));
    scenes.push({ scene: shapes, open: () => sceneCasts(dimension), cells });
  }
  return scenes;
}

/** The name of a cell in messages and tables. */
export const nameOf = ({ query, shapes, place, state, platform }) =>
  [`${platform} ${query}`, shapes, place, state].filter(Boolean).join(', ');
