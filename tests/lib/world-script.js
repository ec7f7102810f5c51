/*
 * A script for worlds of every kind, with bodies that move, come and go. One process writes it as
 * plain data and others run it, also browsers, whose Math.pow differs from Node's.
 */
import { COMPOSED, draw, kindsOf, random, randomPose, randomRecord } from './random.js';

/** Query methods of every world. */
export const QUERIES = [
  'growthDistances',
  'intersections',
  'distances',
  'penetrations',
  'signedDistances',
];

/**
 * @param {{ seed: number, dimension: 2 | 3, frames?: number, count?: number }} options
 * @returns {object} plain data
 */
export function write({ seed, dimension, frames = 6, count = 60 }) {
  const d = draw(random(seed));
  const kinds = [...kindsOf(dimension), ...COMPOSED];
  const pose = () => randomPose(d, dimension, d.between(0, 25));
  const bodies = Array.from({ length: count }, () => ({
    record: randomRecord(d, d.pick(kinds), 1, dimension),
    pose: pose(),
  }));
  const normal = [0, 1, 0].slice(0, dimension);
  bodies.push({ record: { type: 'halfspace', normal, offset: -10 }, pose: null });
  const numbers = (dimension === 3 ? 7 : 3) * bodies.length;
  const moves = Array.from({ length: frames }, () =>
    Array.from({ length: numbers }, () => d.between(-0.2, 0.2)),
  );
  // enough rays for a ParallelWorld to send them to its workers
  const rays = [30, 1].map((size) =>
    Array.from({ length: 1100 * dimension }, () => d.between(-size, size)),
  );
  return { dimension, bodies, moves, late: pose(), rays };
}

/** The rows up to `count` of all columns, as plain numbers. */
function rowsOf({ count, ...columns }, dimension) {
  const width = (name) =>
    name === 'pairs' ? 2 : /normal|point|contact/.test(name) ? dimension : 1;
  return Object.fromEntries(
    Object.entries(columns).map(([name, list]) => [
      name,
      Array.from(list.subarray(0, width(name) * count)),
    ]),
  );
}

/**
 * Runs a script in a world, and disposes the world at the end.
 * @param {any} library growth-distance, as loaded here
 * @param {any} world
 * @param {any} story the script
 * @returns {Promise<Record<string, number[]>[]>} the rows of each query
 */
export async function tell({ Shape }, world, { dimension, bodies, moves, late, rays }) {
  const shapes = bodies.map(({ record }) => Shape.from(record));
  for (const [i, { pose }] of bodies.entries()) world.add(shapes[i], pose);
  const said = [];
  const hear = async (columns) => said.push(rowsOf(await columns, dimension));
  for (const [frame, move] of moves.entries()) {
    for (const name of QUERIES) await hear(world[name]());
    await hear(world.growthDistances({ margin: 1, tolerance: 1e-4 }));
    await hear(world.distances({ pairs: world.pairs }));
    const pairs = [5, 1, 1, 5, 2, 9, 5, 1].map((x) => x + frame);
    await hear(world.growthDistances({ pairs }));
    if (frame % 3 === 0)
      await hear(world.castRays(...rays, { exclude: [frame, 7], tolerance: 1e-6, maxTime: 50 }));
    const { poses } = world;
    for (let i = 0; i < poses.length; i++) poses[i] += move[i];
    if (frame === 1) world.remove(30);
    if (frame === 2) world.add(shapes[0], late, { group: 2 });
    if (frame === 3) world.reset();
  }
  world.dispose();
  for (const shape of shapes) shape.dispose();
  return said;
}
