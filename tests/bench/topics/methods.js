/* Table I of the growth-distance paper, measured here: every method of growth distance, ours and the
 * comparison methods, on every group of shapes that it accepts. */
import { Shape, growthDistance } from '../../../js/dist/compare.js';
import { rank } from '../measure.js';
import { CURVED, worldCenter } from '../scenes.js';
import { coldJs, digest, prepare, release, results, warmJs } from '../subjects.js';
import { micro, ratioWithQuartiles, table, withQuartiles } from '../text.js';
import { draw, random, randomPose, randomRecord } from '../../lib/random.js';

const NAMES = {
  auto: 'ours (`auto`)',
  'cutting-plane': 'ours, cutting plane',
  newton: 'ours, Newton',
  ie: 'internal expanding, IE',
  zc: 'conic projection, ZC',
  'zc-ie': 'hybrid, ZC-IE',
  inc: 'facet walking, Inc',
  dcf: 'Newton on smooth hulls, DCF',
  dcol: 'interior point, DCol',
};
const METHODS = Object.keys(NAMES);
const WARM = 'ours, warm (`Pair`, 1 % motion)';
const COUNT = 150;

const SETS = {
  'curved primitives': CURVED,
  'boxes and small polytopes': ['box', 'small'],
  'hulls of 100 to 250 corners': ['mesh'],
  'smooth hulls': ['dsf'],
};

function recordOf(d, type) {
  if (type !== 'small' && type !== 'mesh') {
    const record = randomRecord(d, type);
    delete record.margin;
    return record;
  }
  const count = type === 'small' ? 8 + Math.floor(13 * d.next()) : 100 + Math.floor(151 * d.next());
  const radii = [0, 1, 2].map(() => d.size(0.1, 10));
  return {
    type: 'hull',
    points: Array.from({ length: count }, () => d.direction().map((x, i) => radii[i] * x)),
  };
}

function items(types, seed) {
  const d = draw(random(seed));
  return Array.from({ length: COUNT }, () => ({
    recordA: recordOf(d, d.pick(types)),
    recordB: recordOf(d, d.pick(types)),
    poseA: randomPose(d, 3, d.size(0.1, 5)),
    poseB: randomPose(d, 3, d.size(1, 20)),
  }));
}

const length = (v) => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));

/** The distance of the two scaled witness points, which should coincide, relative to the pair's size. */
function infeasibility(r, centers, extent) {
  const [a, b] = [r.pointA, r.pointB].map((x, k) =>
    x.map((t, i) => centers[k][i] + r.value * (t - centers[k][i])),
  );
  return length(a.map((x, i) => x - b[i])) / (extent * Math.max(1, r.value));
}

/** Iterations, largest infeasibility and number of results that are not optimal of one method. */
function judge(answers, scene) {
  const misses = answers.map((r, i) => {
    const { poseA, poseB } = scene.items[i];
    const [a, b] = scene.shapes.slice(2 * i, 2 * i + 2);
    const centers = [worldCenter(a, poseA), worldCenter(b, poseB)];
    return infeasibility(r, centers, a.boundingRadius + b.boundingRadius);
  });
  const iterations = answers.map((r) => r.iterations);
  return {
    median: rank(iterations, 0.5),
    high: rank(iterations, 0.9),
    infeasibility: Math.max(...misses),
    failed: answers.filter(({ status }) => status !== 'optimal').length,
  };
}

/** The results of a method for all pairs, or null if it does not accept one of them. */
function answersOf(scene, method) {
  try {
    return results(scene, growthDistance, { method });
  } catch (error) {
    if (error.code !== 'undefined') throw error;
    return null;
  }
}

function lines({ times, facts: { judged } }) {
  const cells = (label, name, { median, high, infeasibility: miss, failed }) => [
    label,
    withQuartiles(times.node[name]),
    times.chromium ? micro(times.chromium[name].median) : '–',
    `${median}, ${high}`,
    miss.toExponential(1),
    failed,
  ];
  return [
    ...METHODS.map((name) =>
      judged[name] ? cells(NAMES[name], name, judged[name]) : [NAMES[name], ...Array(5).fill('–')],
    ),
    [
      WARM,
      withQuartiles(times.node.warm),
      times.chromium ? micro(times.chromium.warm.median) : '–',
    ].concat(Array(3).fill('')),
  ];
}

/** @type {import('../suite.js').Topic} */
export default {
  name: 'methods',
  title: 'Methods of growth distance',
  page: 'methods',
  platforms: ['node', 'chromium'],
  ratios: { 'DCF ÷ ours': ['node.dcf', 'node.auto'] },
  cases: () => Object.keys(SETS).map((name, i) => ({ name, seed: 2026 + i })),
  prepare({ name, seed }) {
    const scene = prepare(items(SETS[name], seed));
    // the same shapes in the module of the comparison methods
    const compared = {
      ...scene,
      shapes: scene.items.flatMap((item) => [item.recordA, item.recordB].map(Shape.from)),
    };
    const answers = Object.fromEntries(
      METHODS.map((method) => [method, answersOf(compared, method)]),
    );
    const known = METHODS.filter((method) => answers[method]);
    return {
      subjects: {
        ...Object.fromEntries(
          known.map((method) => [method, coldJs(compared, growthDistance, { method })]),
        ),
        warm: warmJs(scene),
      },
      facts: {
        digest: digest(known.map((method) => answers[method])),
        judged: Object.fromEntries(known.map((m) => [m, judge(answers[m], compared)])),
      },
      release() {
        release(scene);
        for (const shape of compared.shapes) shape.dispose();
      },
    };
  },
  report(rows) {
    const head = [
      'method',
      'µs, Node',
      'µs, Chromium',
      'iterations (median, 90th)',
      'largest infeasibility',
      'not optimal',
    ];
    const smooth = rows.find(({ name }) => name === 'smooth hulls');
    const ratio = smooth?.ratios['DCF ÷ ours'];
    const tables = rows.map(
      (row) => `### ${row.name[0].toUpperCase()}${row.name.slice(1)}\n\n${table(head, lines(row))}`,
    );
    const [curved] = rows;
    return {
      markdown: `These tables repeat Table I of _A Ray Intersection Algorithm for Fast Growth Distance Computation_. Each table has ${COUNT} random pairs with sizes over two decades. Every query runs through JavaScript, and is cold except in rows marked warm. A time is the mean over the pairs: the median of the samples, with quartiles in parentheses. \`–\` means that the method does not accept the shapes. All methods run in the module of \`growth-distance/compare\`, except for the warm rows.

An iteration is a support call on each shape. For Inc it is a step from facet to facet, and for DCol an interior-point step with one factorisation. The largest infeasibility is the distance of the two scaled witness points, which should coincide, divided by the size of the scaled shapes. Results that are not optimal have bounds that hold but miss the tolerance of 1.5e-8. All methods stop by the same rule and report the same certified bounds.

${ratio ? `On smooth hulls DCF takes ${ratioWithQuartiles(ratio)} times as long as our second-order method.\n\n` : ''}${tables.join('\n\n')}`,
      charts: [
        {
          name: 'methods',
          kind: 'bars',
          title: 'Methods of growth distance',
          subtitle: `${curved.name}, cold, every method in the same module; Node, medians and quartiles`,
          x: { label: 'µs a query' },
          unit: 'micro',
          bars: METHODS.filter((name) => curved.times.node[name]).map((name) => ({
            label: NAMES[name].replaceAll('`', ''),
            own: name === 'auto',
            ...curved.times.node[name],
          })),
        },
      ],
    };
  },
};
