/* Other packages of the web beside ours: the same questions about one pair of convex shapes, how fast
 * they are answered, and how right. In Node, once `make bench-peers` has installed them. */
import * as ours from '../../../js/index.js';
import { depthOf } from '../depth.js';
import { micro, table } from '../text.js';

const SEED = 1;
const OURS = 'growth-distance';
/** The same about as exact as the peers, which stop at 1e-4 to 1e-6 or compute in floats. */
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
/** Pairs by shapes, as peers.js makes them. */
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
/** A peer that is wrong by more does not answer the question, and is not compared with. */
const WRONG = 0.05;

/** What is asked: of which pairs, by which function, and how wrong an answer is. */
const relative = (answer, truth) =>
  Number.isFinite(answer) ? Math.min(Math.abs(answer - truth) / truth, 1) : 1;
const differs = (answer, truth) => (answer === truth ? 0 : 1);
const QUESTIONS = [
  {
    name: 'distance',
    pairs: 'separated',
    ask: (prepared) => prepared.distance,
    truth: ({ gap }) => gap, // by our distance()
    reference: OURS,
    error: relative,
  },
  {
    name: 'depth',
    pairs: 'overlapping',
    ask: (prepared) => prepared.depth,
    truth: depthOf,
    error: relative,
  },
  {
    name: 'boolean, apart',
    pairs: 'separated',
    ask: (prepared) => prepared.boolean,
    truth: () => false,
    error: differs,
  },
  {
    name: 'boolean, overlapping',
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
 * Runs every query of a list. Each subject gets a function of its own, not a closure of one: the
 * engine would learn from all peers together and inline none of them.
 */
const looper = () => new Function('list', 'for (const query of list) query(); return list.length;');

/** The queries of a question and a cell, null where a peer has no answer. */
function queries(peer, question, cell) {
  const list = cell[question.pairs].map(({ recordA, poseA, recordB, poseB }) => {
    const prepared = peer.prepare(recordA, poseA, recordB, poseB);
    return prepared && question.ask(prepared);
  });
  return list.every(Boolean) ? list : null;
}

/**
 * Every question and cell in turn, several times, before anything is measured. A package in
 * JavaScript is compiled for what it has seen: what comes new later throws the code away, and for a
 * long while it runs ten times slower or, now and then, stays so.
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

/** Why a peer has no answer. */
function reason(peer, question, { recordA, recordB }) {
  const { why } = peer;
  return why[question.name] ?? why[recordA.type] ?? why[recordB.type] ?? 'not offered';
}

/** All packages, opened and rehearsed once, and the pairs they are asked about. */
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

/** What a peer answers to every pair, and the normals it gives with depths as hints for the truth. */
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

/** The fastest peer of a row that answers rightly. */
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
  const tableOf = ({ name, reference }) => {
    const head = [name, OURS, 'at 1e-5', ...PEERS.map(short), 'ours ÷ best peer', 'at 1e-5 ÷ best'];
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
  return [...text, notes.map((one, i) => `[${i + 1}] ${one}`).join('  \n')].join('\n\n');
}

const packageList = ({ facts: { packages } }) =>
  Object.entries(packages)
    .map(
      ([name, { version, licence, api }]) =>
        `- ${name} ${version} (${licence}): ` +
        Object.entries(api)
          .map(([question, call]) => `${question} by ${call}`)
          .join('; '),
    )
    .join('\n');

const dots = ({ times, facts: { answers } }) =>
  [OURS, ...PEERS]
    .filter((name) => times.node[name] && answers[name].error <= WRONG)
    .map((name) => ({ label: short(name), ...times.node[name] }));

function chartOf(rows, { name }) {
  const own = rows.filter((row) => row.question === name);
  return {
    name: `peers-${name.replace(/, /, '-')}`,
    kind: 'dots',
    title: `Beside other packages: ${name}`,
    subtitle:
      'one query of one pair; Node, medians; peers that answer wrongly or not at all left out',
    x: { label: 'µs a query', log: true },
    order: [OURS, ...PEERS.map(short)],
    rows: own.map((row) => ({ label: row.cell, dots: dots(row) })),
  };
}

/** @type {import('../suite.js').Topic} */
export default {
  name: 'peers',
  title: 'Beside other packages of the web',
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
      markdown: `Microseconds a query of one pair, poses passed and the answer read, by the public call with the least overhead. In parentheses the mean relative error, of booleans the share of wrong answers. The second column is the same call with a tolerance of 1e-5, about as exact as the peers; ours by default stops at 1.5e-8 with a certificate.

${tables(rows)}

${packageList(rows[0])}`,
      figures: [
        {
          figure:
            'at least as fast as the fastest of six other packages, over all questions and shapes',
          measured: `${ahead.length} of ${rows.length}`,
        },
      ],
      charts: asked.map((question) => chartOf(rows, question)),
    };
  },
};
