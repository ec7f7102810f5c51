/* The topics of the benchmark page. A topic has subjects, which are measured alternately. Each subject
 * has a name, a group, and a function that runs some queries and returns their number. */
import * as gd from 'growth-distance';
import { METHODS, growthDistance as compared } from 'growth-distance/compare';
import { TYPE_PAIRS, cloud, pairsOf, randomFrom } from './scenes.js';

/**
 * @typedef {{ name: string, group: string, x?: number, run: () => number }} Subject x: position on the x
 *   axis
 * @typedef {{ title: string, note: string, unit: string, scale?: string, subjects: () => Subject[] }}
 *   Topic scale: label of the x axis of a line chart; without it the chart has bars. unit: 'ns' per
 *   query, or 'ms' per frame
 */

const PAIRS = 64;
const QUERIES = {
  'growth distance': () => {
    const options = { out: { normal: [], pointA: [], pointB: [], contact: [] } };
    return (pair) => gd.growthDistance(...pair, options);
  },
  intersects: () => (pair) => gd.intersects(...pair),
  distance: () => {
    const options = { out: { normal: [], pointA: [], pointB: [] } };
    return (pair) => gd.distance(...pair, options);
  },
  penetration: () => {
    const options = { out: { normal: [], pointA: [], pointB: [] } };
    return (pair) => gd.penetration(...pair, options);
  },
  'shape cast': () => {
    // B comes from outside to its pose, past the centre of A
    const options = { minTime: -3, maxTime: 0, out: { normal: [], pointA: [], pointB: [] } };
    return ([a, poseA, b, poseB]) => {
      const [x, y, z] = poseB;
      const displacement = poseB.length === 3 ? [-x, 0.3 - y] : [-x, 0.3 - y, -z];
      return gd.castShape(a, poseA, b, poseB, displacement, options);
    };
  },
};

const each = (pairs, ask) => () => {
  for (const pair of pairs) ask(pair);
  return pairs.length;
};

/** @type {Topic} */
const queries = {
  title: 'Queries by shape type',
  note: 'One query of one pair through JavaScript, cold. Random sizes, poses and gaps; about half overlap. A cast moves B from outside to its pose.',
  unit: 'ns',
  subjects: () =>
    TYPE_PAIRS.flatMap((types) => {
      const pairs = pairsOf(types, PAIRS);
      return Object.entries(QUERIES).map(([group, make]) => ({
        name: types.join(' – '),
        group,
        run: each(pairs, make()),
      }));
    }),
};

/** @type {Topic} */
const vertices = {
  title: 'Hulls: cost by vertices',
  note: 'Growth distance of two hulls. Cold: each query has another pose. Warm: the pair moves a little between queries, and each query starts from the previous result.',
  unit: 'ns',
  scale: 'vertices of each hull, number',
  subjects: () =>
    [8, 32, 128, 512, 2048, 8192].flatMap((count) => {
      const random = randomFrom(count);
      const [a, b] = [0, 1].map(() => new gd.ConvexHull({ points: cloud(random, count) }));
      const poses = Array.from({ length: 32 }, () =>
        Float64Array.of(1.2 + random(), random(), random(), random(), random(), random(), 0.5),
      );
      const options = { out: { normal: [], pointA: [], pointB: [], contact: [] } };
      const pair = new gd.Pair(a, b);
      const moving = Float64Array.of(2, 0.3, 0.1, 0, 0, 0, 1);
      let time = 0;
      return [
        {
          name: `${count} vertices`,
          group: 'cold',
          x: count,
          run: each(poses, (pose) => gd.growthDistance(a, null, b, pose, options)),
        },
        {
          name: `${count} vertices`,
          group: 'warm, moving',
          x: count,
          run: () => {
            for (let i = 0; i < 32; i++) {
              time += 0.01;
              moving[1] = 0.3 * Math.sin(time);
              moving[3] = 0.1 * Math.cos(time);
              pair.growthDistance(null, moving, options);
            }
            return 32;
          },
        },
      ];
    }),
};

/** @type {Topic} */
const methods = {
  title: 'Growth distance by method',
  note: 'The same pairs, solved by this library and by the methods of other papers (growth-distance/compare), to the same tolerance. A method without a bar does not support these shapes.',
  unit: 'ns',
  subjects: () => {
    const options = (method) => ({
      method,
      out: { normal: [], pointA: [], pointB: [], contact: [] },
    });
    return [
      ['ellipsoid', 'ellipsoid'],
      ['cylinder', 'cone'],
      ['hull', 'hull'],
    ].flatMap((types) => {
      const pairs = pairsOf(types, 16);
      return ['auto', 'cutting-plane', ...METHODS].flatMap((method) => {
        const chosen = options(method);
        try {
          for (const pair of pairs) compared(...pair, chosen);
        } catch {
          return []; // the method does not support these shapes
        }
        const run = each(pairs, (pair) => compared(...pair, chosen));
        return [{ name: types.join(' – '), group: method, run }];
      });
    });
  },
};

/** A swarm in a box: bodies bounce, and every frame computes the growth distances of all near pairs. */
function swarm(count) {
  const random = randomFrom(count);
  const world = new gd.World();
  const shapes = ['sphere', 'box', 'capsule', 'cylinder', 'hull'].flatMap((type) =>
    pairsOf([type, type], 2).flatMap(([a, , b]) => [a, b]),
  );
  const half = 1.7 * Math.cbrt(count);
  const speeds = [];
  for (let i = 0; i < count; i++) {
    const place = [0, 0, 0].map(() => half * (2 * random() - 1));
    world.add(shapes[i % shapes.length], [...place, random(), random(), random(), 1]);
    speeds.push(...[0, 0, 0].map(() => 0.06 * (random() - 0.5)));
  }
  return () => {
    const { poses } = world;
    for (let i = 0; i < count; i++)
      for (let k = 0; k < 3; k++) {
        const x = poses[7 * i + k] + speeds[3 * i + k];
        if (Math.abs(x) > half) speeds[3 * i + k] *= -1;
        else poses[7 * i + k] = x;
      }
    world.growthDistances();
    return 1;
  };
}

/** @type {Topic} */
const scenes = {
  title: 'Scenes of moving bodies',
  note: 'One frame: all bodies move, and one call finds the near pairs and computes their growth distances. At 60 frames per second, a frame lasts 16.7 ms.',
  unit: 'ms',
  scale: 'bodies, number',
  subjects: () =>
    [100, 300, 1000, 3000].map((count) => ({
      name: `${count} bodies`,
      group: 'frame',
      x: count,
      run: swarm(count),
    })),
};

/** @type {Record<string, Topic>} */
export const TOPICS = { queries, methods, vertices, scenes };
