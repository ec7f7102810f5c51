/* Casts of shapes and rays, and times of impact, beside growth distances of the same pairs. B starts at a
 * growth distance of 2.5 and moves towards A; about one in four motions misses. */
import { castRay, castShape, growthDistance, timeOfImpact } from '../../../js/index.js';
import { draw, random } from '../../lib/random.js';
import { ownLoop } from '../measure.js';
import { pairs } from '../scenes.js';
import { coldJs, digest, prepare, release } from '../subjects.js';
import { ratio, table, time } from '../text.js';

const COUNT = 60;
const GROWTH = 2.5;
/** How far a motion passes beside A at most, as a part of the distance of the positions. */
const BESIDE = 0.6;
const KINDS = {
  3: ['sphere', 'box', 'ellipsoid', 'capsule', 'cylinder', 'cone', 'hull'],
  2: ['circle', 'rectangle', 'ellipse', 'stadium', 'polygon'],
};

/** The displacement of B, and its angular velocity in 3D or 2D. */
export function motionOf(d, { poseA, poseB }) {
  const way = poseA.position.map((x, i) => x - poseB.position[i]);
  const reach = BESIDE * Math.hypot(...way);
  const displacement = way.map((x) => 1.2 * x + reach * (2 * d.next() - 1));
  const turn = () => 2 * d.next() - 1;
  return { displacement, angularVelocity: poseA.quaternion ? [turn(), turn(), turn()] : turn() };
}

const loop = (call) =>
  ownLoop(
    ['query', 'shapes', 'poses', 'motions', 'options'],
    `for (let i = 0; i < shapes.length; i += 2) ${call};
return shapes.length / 2;`,
  );
const CALLS = {
  castShape: loop(
    'query(shapes[i], poses[i], shapes[i + 1], poses[i + 1], motions[i >> 1].displacement, options)',
  ),
  castRay: loop('query(shapes[i], poses[i], motions[i >> 1].ray, options)'),
  timeOfImpact: loop('query(shapes[i], poses[i], shapes[i + 1], motions[i >> 1].of, options)'),
};
const QUERIES = { castShape, castRay, timeOfImpact };

const cases = Object.entries(KINDS).flatMap(([dimension, kinds]) =>
  kinds.flatMap((typeA, i) =>
    kinds.slice(i).map((typeB, j) => ({
      name: `${typeA}–${typeB}`,
      typeA,
      typeB,
      dimension: Number(dimension),
      seed: 700 + 50 * i + j,
    })),
  ),
);

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** @type {import('../suite.js').Topic} */
export default {
  name: 'motion',
  title: 'Casts and times of impact',
  platforms: ['node', 'chromium'],
  ratios: { node: ['node.castShape', 'node.growthDistance'] },
  cases: (quick) => cases.filter((_, i) => !quick || i % 6 === 0),
  prepare({ typeA, typeB, dimension, seed }) {
    const items = pairs({ typeA, typeB, dimension, count: COUNT, seed, growth: GROWTH });
    const d = draw(random(seed));
    const motions = items.map((item) => {
      const { displacement, angularVelocity } = motionOf(d, item);
      const ray = { origin: item.poseB.position, direction: displacement };
      return {
        displacement,
        ray,
        of: { pose: item.poseB, velocity: displacement, angularVelocity },
      };
    });
    const scene = prepare(items);
    const { shapes, poses } = scene;
    const subjects = Object.entries(CALLS).map(([name, call]) => [
      name,
      call(QUERIES[name], shapes, poses, motions, { out: {} }),
    ]);
    const casts = motions.map(({ displacement }, i) =>
      castShape(shapes[2 * i], poses[2 * i], shapes[2 * i + 1], poses[2 * i + 1], displacement),
    );
    return {
      subjects: { growthDistance: coldJs(scene, growthDistance), ...Object.fromEntries(subjects) },
      facts: { digest: digest(casts), hits: casts.filter(({ hit }) => hit).length },
      release: () => release(scene),
    };
  },
  report(rows) {
    const names = ['growthDistance', ...Object.keys(CALLS)];
    const lines = rows.map((row) => [
      row.name,
      row.facts.hits,
      ...names.map((name) => `${time(row.times.node[name])} / ${time(row.times.chromium?.[name])}`),
      ratio(row.ratios.node),
    ]);
    const middle = (dimension) =>
      median(rows.filter((row) => row.dimension === dimension).map((r) => r.ratios.node.median));
    return {
      markdown: `B starts at a growth distance of ${GROWTH} and moves towards A. Each row has ${COUNT} pairs. The ray starts at the position of B and moves as B, against A alone. For times of impact B also turns by up to a radian about every axis. Times are medians of cold queries with \`out\`, one call from JavaScript each.

${table(['µs, Node / Chromium', `hits of ${COUNT}`, ...names, 'castShape ÷ growthDistance'], lines)}`,
      figures: [3, 2].map((dimension) => ({
        figure: `castShape ÷ growthDistance in ${dimension}D, median of type pairs`,
        measured: middle(dimension).toFixed(2),
        ...(dimension === 3 && { goal: '≤ 1.05' }),
      })),
      charts: [],
    };
  },
};
