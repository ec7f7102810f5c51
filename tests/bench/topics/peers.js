/* Speed and accuracy of other npm packages for the same queries of one pair of convex shapes. Runs in Node
 * after `make bench-peers` has installed them. */
import { depthOf } from '../depth.js';
import { micro, table } from '../text.js';

const SEED = 1;
const OURS = 'growth-distance';
/** Our package about as exact as the peers, which stop at 1e-4 to 1e-6 or compute in single precision. */
const LOOSE = 'growth-distance at 1e-5';
const PEERS = [
  'crashcat',
  'jolt-physics',
  '@dimforge/rapier3d-compat',
  '@dimforge/rapier3d-simd-compat',
  '@mujoco/mujoco',
  'cannon-es',
  'three',
];
const short = (name) => name.replace(/^@[^/]*\//, '');
/** The names of the cells of peers.js. */
const CELLS = [
  'sphere',
  'box',
  'capsule',
  'cylinder–cone',
  'ellipsoid',
  'hull 33',
  'hull 141',
  'hull 626',
  'hull 2500',
];
/** A peer with a larger mean error counts as wrong and takes no part in the comparison. */
const WRONG = 0.05;

/** The relative error of a number, at most 1. */
const relative = (answer, truth) =>
  Number.isFinite(answer) ? Math.min(Math.abs(answer - truth) / truth, 1) : 1;
const differs = (answer, truth) => (answer === truth ? 0 : 1);
/** How far a time is outside of the certified interval, relative to the time. */
const outside = (time, { lower, upper }) =>
  Number.isFinite(time) ? Math.min(Math.max(lower - time, time - upper, 0) / upper, 1) : 1;

const ofPair = (peer, { recordA, poseA, recordB, poseB, displacement }) =>
  peer.prepare(recordA, poseA, recordB, poseB, displacement);
const ofRay = (peer, { record, pose, ray }, withNormal = false) =>
  peer.prepareRay?.(record, pose, ray, withNormal);
/** A question about casts and one about rays for pairs that hit, and for pairs that miss. */
const motions = (name, title, hits, misses, ask) => [
  {
    name: `${name}, hit`,
    title: `${title}, hit`,
    quantity: name,
    pairs: hits,
    ask,
    truth: (pair) => pair,
    worst: true,
    error: outside,
  },
  {
    name: `${name}, miss`,
    title: `${title}, miss`,
    quantity: name,
    pairs: misses,
    ask,
    truth: () => Infinity,
    error: differs,
  },
];
/**
 * The queries: their pairs, functions, and errors. `title` is the name in the report, `quantity` that in the
 * peers' lists, and `worst` means that the report shows the largest error instead of the mean.
 */
const QUESTIONS = [
  {
    name: 'distance',
    title: 'distance',
    pairs: 'separated',
    ask: (peer, pair) => ofPair(peer, pair)?.distance,
    truth: ({ gap }) => gap, // by our distance()
    reference: OURS,
    error: relative,
  },
  {
    name: 'depth',
    title: 'depth',
    pairs: 'overlapping',
    ask: (peer, pair) => ofPair(peer, pair)?.depth,
    truth: depthOf,
    error: relative,
  },
  {
    name: 'boolean, apart',
    title: 'overlap test, separated',
    quantity: 'boolean',
    pairs: 'separated',
    ask: (peer, pair) => ofPair(peer, pair)?.boolean,
    truth: () => false,
    error: differs,
  },
  {
    name: 'boolean, overlapping',
    title: 'overlap test, overlapping',
    quantity: 'boolean',
    pairs: 'overlapping',
    ask(peer, pair) {
      const prepared = ofPair(peer, pair);
      return prepared?.booleanOverlapping ?? prepared?.boolean;
    },
    truth: () => true,
    error: differs,
  },
  ...motions('cast', 'shape cast', 'hits', 'misses', (peer, pair) => ofPair(peer, pair)?.cast),
  ...motions('ray', 'ray', 'rayHits', 'rayMisses', ofRay),
  ...motions('ray with normal', 'ray with normal', 'rayHits', 'rayMisses', (peer, pair) =>
    ofRay(peer, pair, true),
  ).slice(0, 1), // a miss has no normal
];
/** The columns of a question: the peers that offer it in some row. */
const peersOf = (rows) =>
  PEERS.filter((name) => rows.some(({ facts }) => facts.answers[name].error !== undefined));

// ---- our package as a peer ----------------------------------------------------------------------

/** @param {typeof import('../../../js/index.js')} ours the module that the package exports */
function openOurs(ours, name, normal, options = {}) {
  const shapes = new Map();
  const shapeOf = (record) => {
    if (!shapes.has(record)) shapes.set(record, ours.Shape.from(record));
    return shapes.get(record);
  };
  const flat = ({ position, quaternion }) => Float64Array.from([...position, ...quaternion]);
  const distanceOptions = { out: {}, ...options };
  const depthOptions = { out: {}, ...options };
  const castOptions = { out: {}, ...options };
  const rayOptions = { maxTime: 1, out: {}, ...options };
  return {
    name,
    version: '',
    why: {},
    prepare(recordA, givenA, recordB, givenB, displacement) {
      const a = shapeOf(recordA);
      const b = shapeOf(recordB);
      const poseA = flat(givenA);
      const poseB = flat(givenB);
      return {
        distance: () => ours.distance(a, poseA, b, poseB, distanceOptions).value,
        depth() {
          const result = ours.penetration(a, poseA, b, poseB, depthOptions);
          normal[0] = result.normal[0];
          normal[1] = result.normal[1];
          normal[2] = result.normal[2];
          return result.value;
        },
        boolean: () => ours.intersects(a, poseA, b, poseB),
        cast: () => ours.castShape(a, poseA, b, poseB, displacement, castOptions).time,
      };
    },
    prepareRay(record, pose, ray, withNormal) {
      const shape = shapeOf(record);
      const place = flat(pose);
      if (!withNormal) return () => ours.castRay(shape, place, ray, rayOptions).time;
      return () => {
        const result = ours.castRay(shape, place, ray, rayOptions);
        normal[0] = result.normal[0];
        normal[1] = result.normal[1];
        normal[2] = result.normal[2];
        return result.time;
      };
    },
    release() {
      for (const shape of shapes.values()) shape.dispose();
      shapes.clear();
    },
  };
}

// ---- measuring ----------------------------------------------------------------------------------

/**
 * Runs every query of a list. Each subject gets compiled code of its own. With one shared function the engine
 * would collect type feedback of all peers and inline none of them.
 */
const looper = () => new Function('list', 'for (const query of list) query(); return list.length;');

/** The queries of a question and a cell, or null if the peer does not offer one of them. */
function queries(peer, question, cell) {
  const list = cell[question.pairs].map((pair) => question.ask(peer, pair));
  return list.every(Boolean) ? list : null;
}

/**
 * Runs every question and cell several times before the measurement. The engine compiles a JavaScript package
 * for the types that it has run with. New types discard that code, and the package then runs ten times slower for
 * a long time, sometimes for good.
 */
function rehearse(peer, all) {
  const lists = QUESTIONS.flatMap((question) => all.map((cell) => queries(peer, question, cell)));
  const loop = looper();
  for (let pass = 0; pass < 6; pass++) {
    for (const list of lists) {
      const start = performance.now();
      while (list && performance.now() - start < 5) loop(list);
    }
  }
  peer.release();
}

/** The reason for which a peer does not offer a query. */
function reason(
  { why },
  { name, quantity = name },
  { record, recordA = record, recordB = record },
) {
  return why[quantity] ?? why[recordA.type] ?? why[recordB.type] ?? 'not offered';
}

/** All packages, opened and rehearsed once, and the pairs. */
let opened;
async function open() {
  const { cells, normal, openPeers } = await import('../peers.js');
  const ours = await import('../../../js/dist/index.js'); // the published form, as of the peers
  const all = cells(SEED);
  const peers = [
    openOurs(ours, OURS, normal),
    openOurs(ours, LOOSE, normal, { tolerance: 1e-5 }),
    ...(await openPeers()),
  ];
  for (const peer of peers) rehearse(peer, all);
  return { all, peers, normal };
}

/** The results of a peer for every pair. Adds the normals of depths to the hints for the true depth. */
function answersOf(list, hints, normal) {
  return list.map((query, i) => {
    normal.fill(NaN);
    const value = query();
    if (normal.every(Number.isFinite)) hints[i].push([...normal]);
    return value;
  });
}

async function ready({ cell: cellName, question: questionName }) {
  opened ??= open();
  const { all, peers, normal } = await opened;
  const cell = all.find(({ name }) => name === cellName);
  const question = QUESTIONS.find(({ name }) => name === questionName);
  const pairs = cell[question.pairs];
  const hints = pairs.map(() => []);
  const facts = { answers: {} };
  const subjects = {};
  const values = {};
  for (const peer of peers) {
    const { name } = peer;
    const list = queries(peer, question, cell);
    if (!list) {
      facts.answers[name] = { why: reason(peer, question, pairs[0]) };
      continue;
    }
    values[name] = answersOf(list, hints, normal);
    const loop = looper();
    subjects[name] = () => loop(list);
  }
  const truths = pairs.map((pair, i) => question.truth(pair, hints[i]));
  for (const [name, list] of Object.entries(values)) {
    const errors = list.map((value, i) => question.error(value, truths[i]));
    const error = errors.reduce((sum, e) => sum + e, 0) / errors.length;
    const right = errors.filter((e) => e <= WRONG);
    const wrong = errors.length - right.length;
    facts.answers[name] = { error, worst: Math.max(0, ...right), wrong };
  }
  if (cellName === CELLS[0] && question === QUESTIONS[0])
    facts.packages = Object.fromEntries(
      peers
        .filter(({ api }) => api)
        .map(({ name, version, licence, api }) => [name, { version, licence, api }]),
    );
  return { subjects, facts, release: () => peers.forEach((peer) => peer.release()) };
}

// ---- the report ---------------------------------------------------------------------------------

/** The fastest peer of a row that is not wrong, or null. */
function bestOf({ times, facts: { answers } }) {
  const fit = PEERS.filter((name) => answers[name].error <= WRONG);
  const speed = (name) => times.node[name].median;
  return fit.length ? fit.reduce((a, b) => (speed(b) < speed(a) ? b : a)) : null;
}

const against = (row, own, best) => row.ratios[`${own} ÷ ${best}`];

function tables(rows) {
  const notes = [];
  const note = (text) => {
    if (!notes.includes(text)) notes.push(text);
    return `–[${notes.indexOf(text) + 1}]`;
  };
  const show = (row, name, { reference, worst }) => {
    const answer = row.facts.answers[name];
    if (answer.why) return note(answer.why);
    const time = micro(row.times.node[name].median);
    if (reference === name) return `${time} (reference)`;
    const error = worst ? answer.worst : answer.error;
    const shown = error === 0 ? '0' : error.toExponential(0);
    return `${time} (${shown})${answer.wrong > 0 ? ` **${answer.wrong} wrong**` : ''}`;
  };
  const tableOf = (question) => {
    const own = rows.filter((row) => row.question === question.name);
    const peers = peersOf(own);
    const head = [
      question.title,
      OURS,
      'at 1e-5',
      ...peers.map(short),
      'ours ÷ best peer',
      'at 1e-5 ÷ best',
    ];
    const lines = own.map((row) => {
      const best = bestOf(row);
      return [
        row.cell,
        show(row, OURS, question),
        show(row, LOOSE, question),
        ...peers.map((peer) => show(row, peer, question)),
        best ? `${against(row, OURS, best).median.toFixed(2)} (${short(best)})` : '',
        best ? against(row, LOOSE, best).median.toFixed(2) : '',
      ];
    });
    return table(head, lines);
  };
  const text = QUESTIONS.filter(({ name }) => rows.some((row) => row.question === name)).map(
    tableOf,
  );
  const reasons = notes.map((one, i) => `- [${i + 1}] ${one}`).join('\n');
  return [...text, 'The reasons for missing queries:', reasons].join('\n\n');
}

/** Names of the queries in the list of packages. */
const QUANTITIES = { boolean: 'overlap test', cast: 'shape cast' };

const packageList = ({ facts: { packages } }) =>
  Object.entries(packages)
    .map(
      ([name, { version, licence, api }]) =>
        `- ${name} ${version} (${licence})\n` +
        Object.entries(api)
          .map(([question, call]) => `  - ${QUANTITIES[question] ?? question}: ${call}`)
          .join('\n'),
    )
    .join('\n');

const dots = ({ times, facts: { answers } }) =>
  [OURS, ...PEERS]
    .filter((name) => times.node[name] && answers[name].error <= WRONG)
    .map((name) => ({ label: short(name), ...times.node[name] }));

function chartOf(rows, { name, title }) {
  const own = rows.filter((row) => row.question === name);
  return {
    name: `peers-${name.replace(/,? /g, '-')}`,
    kind: 'dots',
    title: `Other packages: ${title}`,
    subtitle:
      'one query of one pair; Node, medians; without peers that are wrong or lack the query',
    x: { label: 'µs a query', log: true },
    order: [OURS, ...PEERS.map(short)],
    rows: own.map((row) => ({ label: row.cell, dots: dots(row) })),
  };
}

/** @type {import('../suite.js').Topic} */
export default {
  name: 'peers',
  title: 'Comparison with other packages',
  page: 'peers',
  platforms: ['node'],
  ratios: Object.fromEntries(
    [OURS, LOOSE].flatMap((own) =>
      PEERS.map((peer) => [`${own} ÷ ${peer}`, [`node.${own}`, `node.${peer}`]]),
    ),
  ),
  async missing() {
    try {
      const { load } = await import('../peers/load.js');
      await load('crashcat');
      return null;
    } catch {
      return '`make bench-peers` installs them';
    }
  },
  cases: (quick) =>
    QUESTIONS.flatMap(({ name: question }) =>
      CELLS.filter((_, i) => !quick || i % 4 === 0).map((cell) => ({
        name: `${question}, ${cell}`,
        question,
        cell,
      })),
    ),
  prepare: ready,
  report(rows) {
    const ahead = rows.filter((row) => bestOf(row) && against(row, OURS, bestOf(row)).median <= 1);
    const asked = QUESTIONS.filter(({ name }) => rows.some((row) => row.question === name));
    return {
      markdown: `The peers are physics and collision packages from npm. Each cell is the time of one query of one pair in microseconds, and in parentheses its error. The time includes passing the poses and reading the result. Each package uses its public call with the least overhead and its default settings. The error is the mean relative error, and for overlap tests and misses the share of wrong results. For casts and rays that hit, the error is the largest distance of the time from the certified interval, relative to the time. Some packages give only the time of a ray; ours always computes the point and the normal, too. The rows for rays with normal compare those that can give it. A result is counted as wrong if its error exceeds 5 %.

The first column is our package at its default tolerance of 1.5e-8, with certified bounds. The second column is the same call with a tolerance of 1e-5, which is about as exact as the peers. A ratio below 1 means that ours is faster than the fastest peer. The true distances come from our \`distance\`, marked as reference. The true depths come from a slow search that uses no code of the library.

${tables(rows)}

The packages, their licences, and the calls that were measured:

${packageList(rows[0])}`,
      figures: [
        {
          figure: 'cells in which ours is at least as fast as the fastest of seven peers',
          measured: `${ahead.length} of ${rows.length}`,
        },
      ],
      charts: asked.map((question) => chartOf(rows, question)),
    };
  },
};
