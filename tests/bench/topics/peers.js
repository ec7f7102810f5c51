/* Speed and accuracy of other npm packages for the same queries of one pair of convex shapes. Runs in Node
 * after `make bench-peers` has installed them. */
import * as ours from '../../../js/index.js';
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
/** The queries: their pairs, functions, and errors. `title` is the name in the report. */
const QUESTIONS = [
  {
    name: 'distance',
    title: 'distance',
    pairs: 'separated',
    ask: (prepared) => prepared.distance,
    truth: ({ gap }) => gap, // by our distance()
    reference: OURS,
    error: relative,
  },
  {
    name: 'depth',
    title: 'depth',
    pairs: 'overlapping',
    ask: (prepared) => prepared.depth,
    truth: depthOf,
    error: relative,
  },
  {
    name: 'boolean, apart',
    title: 'overlap test, separated',
    pairs: 'separated',
    ask: (prepared) => prepared.boolean,
    truth: () => false,
    error: differs,
  },
  {
    name: 'boolean, overlapping',
    title: 'overlap test, overlapping',
    pairs: 'overlapping',
    ask: (prepared) => prepared.booleanOverlapping ?? prepared.boolean,
    truth: () => true,
    error: differs,
  },
];

// ---- our package as a peer ----------------------------------------------------------------------

function openOurs(name, normal, options = {}) {
  const shapes = new Map();
  const shapeOf = (record) => {
    if (!shapes.has(record)) shapes.set(record, ours.Shape.from(record));
    return shapes.get(record);
  };
  const flat = ({ position, quaternion }) => Float64Array.from([...position, ...quaternion]);
  const distanceOptions = { out: {}, ...options };
  const depthOptions = { out: {}, ...options };
  return {
    name,
    version: '',
    why: {},
    prepare(recordA, givenA, recordB, givenB) {
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
  const list = cell[question.pairs].map(({ recordA, poseA, recordB, poseB }) => {
    const prepared = peer.prepare(recordA, poseA, recordB, poseB);
    return prepared && question.ask(prepared);
  });
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
function reason(peer, question, { recordA, recordB }) {
  const { why } = peer;
  return why[question.name] ?? why[recordA.type] ?? why[recordB.type] ?? 'not offered';
}

/** All packages, opened and rehearsed once, and the pairs. */
let opened;
async function open() {
  const { cells, normal, openPeers } = await import('../peers.js');
  const all = cells(SEED);
  const peers = [
    openOurs(OURS, normal),
    openOurs(LOOSE, normal, { tolerance: 1e-5 }),
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
    facts.answers[name] = { error, worst: Math.max(...errors) };
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
  const show = (row, name, isReference) => {
    const answer = row.facts.answers[name];
    if (answer.why) return note(answer.why);
    const time = micro(row.times.node[name].median);
    if (isReference) return `${time} (reference)`;
    const error = answer.error === 0 ? '0' : answer.error.toExponential(0);
    return `${time} (${error})${answer.error > WRONG ? ' **wrong**' : ''}`;
  };
  const tableOf = ({ name, title, reference }) => {
    const head = [
      title,
      OURS,
      'at 1e-5',
      ...PEERS.map(short),
      'ours ÷ best peer',
      'at 1e-5 ÷ best',
    ];
    const lines = rows
      .filter((row) => row.question === name)
      .map((row) => {
        const best = bestOf(row);
        return [
          row.cell,
          show(row, OURS, reference === OURS),
          show(row, LOOSE),
          ...PEERS.map((peer) => show(row, peer)),
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
const QUANTITIES = { boolean: 'overlap test' };

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
    name: `peers-${name.replace(/, /, '-')}`,
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
      markdown: `The peers are physics and collision packages from npm. Each cell is the time of one query of one pair in microseconds, and in parentheses its error. The time includes passing the poses and reading the result. Each package uses its public call with the least overhead. The error is the mean relative error, and for overlap tests the share of wrong results.

The first column is our package at its default tolerance of 1.5e-8, with certified bounds. The second column is the same call with a tolerance of 1e-5, which is about as exact as the peers. A ratio below 1 means that ours is faster than the fastest peer. The true distances come from our \`distance\`, marked as reference. The true depths come from a slow search that uses no code of the library.

${tables(rows)}

The packages, their licences, and the calls that were measured:

${packageList(rows[0])}`,
      figures: [
        {
          figure: 'cells in which ours is at least as fast as the fastest of six peers',
          measured: `${ahead.length} of ${rows.length}`,
        },
      ],
      charts: asked.map((question) => chartOf(rows, question)),
    };
  },
};
