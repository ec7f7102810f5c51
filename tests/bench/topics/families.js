/* WebAssembly against the same source compiled by clang -O3. A case is a query and a set of pairs: one call
 * of the module, and one loop of the native program. */
import * as abi from '../../../wasm/dist/abi.js';
import { CURVED, pairs, pairsOfHulls } from '../scenes.js';
import { coldModule, digestModule, motionModule, prepare, release } from '../subjects.js';
import { ratio, ratioWithQuartiles, table, time } from '../text.js';
import { draw, kindsOf, random } from '../../lib/random.js';
import { motionOf } from './motion.js';

const COUNT = 120;
const QUERIES = {
  growth: ['growth_distance', abi.GROWTH_RESULT_STRIDE],
  collide: ['collide', abi.COLLISION_RESULT_STRIDE],
  distance: ['distance', abi.DISTANCE_RESULT_STRIDE],
  penetration: ['penetration', abi.PENETRATION_RESULT_STRIDE],
};

const kinds =
  (types, dimension = 3) =>
  (seed, growth) =>
    pairs({ typeA: types, typeB: types, dimension, count: COUNT, seed, growth });

const hulls = (vertices) => (seed) =>
  pairsOfHulls({ vertices, pool: 2 * COUNT, count: COUNT, seed });

const SETS = {
  'curved primitives': kinds(CURVED),
  ellipsoids: kinds(['ellipsoid']),
  boxes: kinds(['box']),
  'hulls of 16': hulls(16),
  'hulls of 60': hulls(60),
  'hulls of 500': hulls(500),
  '2D shapes': kinds(kindsOf(2), 2),
};

const CASES = [
  ...Object.keys(SETS).map((set) => ({ query: 'growth', set })),
  { query: 'collide', set: 'curved primitives' },
  { query: 'collide', set: 'hulls of 60' },
  { query: 'distance', set: 'curved primitives' },
  { query: 'distance', set: 'boxes' },
  { query: 'distance', set: 'hulls of 60' },
  { query: 'penetration', set: 'curved primitives', growth: 0.7 },
  { query: 'penetration', set: 'boxes', growth: 0.7 },
  ...['cast', 'ray', 'impact'].flatMap((query) =>
    ['curved primitives', 'boxes', 'hulls of 60', '2D shapes'].map((set) => ({
      query,
      set,
      growth: 2.5,
      moving: true,
    })),
  ),
].map((one, i) => ({ name: `${one.query}, ${one.set}`, growth: null, seed: 400 + i, ...one }));

/** The items with their motions as the module and native.c read them. */
function withMotions(items, query, seed) {
  const d = draw(random(seed));
  const wide = (list) => [...list, 0].slice(0, 3);
  return items.map((item) => {
    const { displacement, angularVelocity } = motionOf(d, item);
    const velocity = wide(displacement);
    const turn = typeof angularVelocity === 'number' ? [angularVelocity, 0, 0] : angularVelocity;
    const motions = {
      cast: [...velocity, 0, 1, 0],
      ray: [...wide(item.poseB.position), ...velocity, 0, 1, 0],
      impact: [0, 0, 0, 0, 0, 0, ...velocity, ...turn, 1, 0],
    };
    return { ...item, motion: motions[query] };
  });
}

function prepareMotion({ query, set, growth, seed }) {
  const items = withMotions(SETS[set](seed, growth), query, seed);
  const scene = prepare(items);
  const { run, idle, digest } = motionModule(scene, query);
  return {
    subjects: { query: run, arguments: idle },
    facts: { digest },
    native: { query: { query, items } },
    release: () => release(scene),
  };
}

/** @type {import('../suite.js').Topic} */
export default {
  name: 'families',
  title: 'WebAssembly and native code',
  platforms: ['node', 'chromium', 'native'],
  ratios: {
    node: ['node.query', 'native.query', 'node.arguments'],
    chromium: ['chromium.query', 'native.query', 'chromium.arguments'],
  },
  cases: () => CASES,
  prepare({ query, set, growth, seed, moving }) {
    if (moving) return prepareMotion({ query, set, growth, seed });
    const items = SETS[set](seed, growth);
    const scene = prepare(items);
    const [name, stride] = QUERIES[query];
    const run = coldModule(scene, name);
    run();
    return {
      subjects: { query: run },
      facts: { digest: digestModule(scene, stride) },
      native: { query: { query, items } },
      release: () => release(scene),
    };
  },
  report(rows) {
    const lines = rows.map((row) => [
      row.name,
      time(row.times.native?.query),
      time(row.times.node.query),
      time(row.times.chromium?.query),
      time(row.times.node.arguments),
      ratio(row.ratios.node),
      ratio(row.ratios.chromium),
    ]);
    const of = (test) => rows.filter(test).filter(({ ratios }) => ratios.node);
    const worst = (list) =>
      list.reduce((a, b) => (b.ratios.node.median > a.ratios.node.median ? b : a));
    const figure = (name, list, goal) =>
      list.length === 0
        ? []
        : [
            {
              figure: name,
              measured: `${ratioWithQuartiles(worst(list).ratios.node)}, ${worst(list).name}`,
              goal,
            },
          ];
    return {
      markdown: `Emscripten and clang compile the same source with -O3 and without contraction. Each row has ${COUNT} pairs, measured inside the module and inside the native program. Casts, rays and times of impact have no batches. Their times in the module include a call for each pair and the writing of its arguments. The column of arguments gives the time of both with an empty call, in Node. The ratios are without it. All three platforms give the same bits.

${table(['µs a query', 'native', 'Node', 'Chromium', 'arguments', 'Node ÷ native', 'Chromium ÷ native'], lines)}`,
      figures: [
        ...figure(
          'wasm ÷ native, the worst family',
          of(({ moving }) => !moving),
          '≤ 1.15',
        ),
        ...figure(
          'wasm ÷ native, the worst family of motions',
          of(({ moving }) => moving),
          '≤ 1.3',
        ),
        ...figure(
          'wasm ÷ native, the worst family of hulls (SIMD)',
          of(({ set, moving }) => !moving && /hull/.test(set)),
          '≤ 1.0',
        ),
      ],
      charts: [
        {
          name: 'native',
          kind: 'bars',
          title: 'WebAssembly and native code',
          subtitle: 'time divided by the time of clang -O3, same source, same bits; Node',
          x: { label: 'wasm ÷ native', reference: 1 },
          bars: of(() => true).map(({ name, ratios }) => ({ label: name, ...ratios.node })),
        },
      ],
    };
  },
};
