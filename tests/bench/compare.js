/* How fast other packages of the web answer the same questions about one pair of convex shapes, next
 * to ours, and how right. Prints tables; takes about a minute. */
import * as ours from 'growth-distance';
import { draw, random } from '../lib/random.js';
import { rotationOf, support } from '../lib/sets.js';
import { interleave } from './measure.js';
import { cells, normal, openPeers } from './peers.js';
import { bar, runFile, runReport, table } from './report.js';

const SEED = 1;
const OURS = 'growth-distance';
/** The same about as exact as the peers, which stop at 1e-4 to 1e-6 or compute in floats. */
const LOOSE = 'growth-distance at 1e-5';
/** A peer that is wrong by more does not answer the question, and is not compared with. */
const WRONG = 0.05;
/** Queries, and the time until the engine's last tier has what it needs. */
const WARM_UP = 10000;
const WARM_UP_MILLISECONDS = 50;

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

// ---- the truth about depth ----------------------------------------------------------------------

/** max of n·x over a posed set, quickly also for large hulls. */
function posedSupport(record, pose) {
  const R = rotationOf(pose);
  const at = pose.position;
  const points = record.points && Float64Array.from(record.points.flat());
  return (n) => {
    const local = [0, 1, 2].map((k) => R[0][k] * n[0] + R[1][k] * n[1] + R[2][k] * n[2]);
    const shift = n[0] * at[0] + n[1] * at[1] + n[2] * at[2];
    if (!points) return shift + support(record, local);
    let best = -Infinity;
    for (let i = 0; i < points.length; i += 3) {
      const x = points[i] * local[0] + points[i + 1] * local[1] + points[i + 2] * local[2];
      if (x > best) best = x;
    }
    return shift + best;
  };
}

/**
 * The penetration depth by its definition, the least way that separates: the minimum over all
 * directions, searched from many of them and from the normals of the answers. The value at any
 * direction is an upper bound, so that a wrong hint does no harm.
 */
function depthOf({ recordA, poseA, recordB, poseB }, hints) {
  const d = draw(random(7));
  const supportA = posedSupport(recordA, poseA);
  const supportB = posedSupport(recordB, poseB);
  const depth = (n) => supportA(n) + supportB(n.map((x) => -x));
  const hinted = hints.flatMap((n) => {
    const length = Math.hypot(...n);
    return length > 0 ? [n.map((x) => x / length), n.map((x) => -x / length)] : [];
  });
  const starts = [...hinted, ...Array.from({ length: 150 }, () => d.direction())]
    .map((n) => ({ n, value: depth(n) }))
    .sort((a, b) => a.value - b.value);
  let least = Infinity;
  for (let { n, value } of starts.slice(0, 4)) {
    for (let reach = 0.2; reach > 1e-5;) {
      let better = false;
      for (let i = 0; i < 12; i++) {
        const v = d.direction().map((x, k) => n[k] + reach * x);
        const length = Math.hypot(...v);
        const next = v.map((x) => x / length);
        const there = depth(next);
        if (there < value) {
          n = next;
          value = there;
          better = true;
        }
      }
      if (!better) reach /= 2;
    }
    least = Math.min(least, value);
  }
  return least;
}

// ---- our package as a peer ----------------------------------------------------------------------

function openOurs(name, options = {}) {
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
          return result.depth;
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
 * Runs every query of a list, times over. Each subject gets a function of its own, not a closure of
 * one: the engine would learn from all peers together and inline none of them.
 */
const looper = () =>
  new Function('list', 'times', 'for (; times > 0; times--) for (const query of list) query();');

/** A subject of `interleave`, warm, with rounds of about some milliseconds. */
function subject(list, milliseconds) {
  const loop = looper();
  const start = performance.now();
  let warm = 0;
  while (warm < WARM_UP || performance.now() - start < WARM_UP_MILLISECONDS) {
    loop(list, 10);
    warm += 10 * list.length;
  }
  const again = performance.now();
  loop(list, 10);
  const once = (performance.now() - again) / 10;
  const repeats = Math.max(1, Math.round(milliseconds / once));
  return () => {
    loop(list, repeats);
    return repeats * list.length;
  };
}

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
  for (let pass = 0; pass < 8; pass++) {
    for (const list of lists) {
      const start = performance.now();
      while (list && performance.now() - start < 6) loop(list, 1);
    }
  }
  peer.release();
}

/** Why a peer has no answer. */
function reason(peer, question, { recordA, recordB }) {
  const { why } = peer;
  return why[question.name] ?? why[recordA.type] ?? why[recordB.type] ?? 'not offered';
}

function measure(question, cell, peers, { rounds, milliseconds }) {
  const pairs = cell[question.pairs];
  const answers = {};
  const lists = {};
  const hints = pairs.map(() => []);
  for (const peer of peers) {
    const list = queries(peer, question, cell);
    if (!list) {
      answers[peer.name] = { time: null, why: reason(peer, question, pairs[0]) };
      continue;
    }
    const values = list.map((query, i) => {
      normal.fill(NaN);
      const value = query();
      if (normal.every(Number.isFinite)) hints[i].push([...normal]);
      return value;
    });
    lists[peer.name] = list;
    answers[peer.name] = { time: null, values };
  }
  const truths = pairs.map((pair, i) => question.truth(pair, hints[i]));
  const subjects = {};
  for (const [name, list] of Object.entries(lists)) {
    const errors = answers[name].values.map((value, i) => question.error(value, truths[i]));
    const error = errors.reduce((sum, e) => sum + e, 0) / errors.length;
    answers[name] = { time: null, error, worst: Math.max(...errors) };
    subjects[name] = subject(list, milliseconds);
  }
  const times = interleave(subjects, rounds);
  for (const [name, time] of Object.entries(times)) answers[name].time = time;
  for (const peer of peers) peer.release();

  const { [OURS]: our, [LOOSE]: loose, ...others } = answers;
  const fit = Object.entries(others).filter(([, a]) => a.time !== null && a.error <= WRONG);
  fit.sort(([, a], [, b]) => a.time - b.time);
  const best = fit[0]?.[0] ?? null;
  const against = ({ time, error }) =>
    best !== null && time !== null && error <= WRONG ? time / others[best].time : null;
  return {
    cell: cell.name,
    question: question.name,
    ours: our,
    loose,
    peers: others,
    best,
    ratio: against(our),
    looseRatio: against(loose),
  };
}

/**
 * @typedef {object} Answer
 * @property {number | null} time nanoseconds a query; null when there is no answer
 * @property {number} [error] mean relative error; of booleans the share of wrong ones
 * @property {number} [worst] the largest
 * @property {string} [why] what is missing
 */

/**
 * @param {object} [options]
 * @param {boolean} [options.quick] fewer and shorter rounds
 * @returns {Promise<{ rows: { cell: string, question: string, ours: Answer,
 *   peers: Record<string, Answer>, best: string | null, ratio: number | null }[], peers: object[] }>}
 */
export async function compare({ quick = false } = {}) {
  const settings = quick ? { rounds: 5, milliseconds: 2 } : { rounds: 9, milliseconds: 4 };
  const peers = await openPeers();
  const subjects = [openOurs(OURS), openOurs(LOOSE, { tolerance: 1e-5 }), ...peers];
  const rows = [];
  const list = cells(SEED);
  const total = list.length * QUESTIONS.length;
  for (const peer of subjects) {
    bar(0, total, `warming up ${peer.name}`);
    rehearse(peer, list);
  }
  for (const question of QUESTIONS) {
    for (const cell of list) {
      bar(rows.length, total, `${question.name}: ${cell.name}`);
      rows.push(measure(question, cell, subjects, settings));
    }
  }
  bar(total, total, 'done');
  return {
    rows,
    peers: peers.map(({ name, version, licence, api }) => ({ name, version, licence, api })),
  };
}

// ---- the report ---------------------------------------------------------------------------------

const microseconds = (ns) => (ns / 1000).toPrecision(ns < 100 ? 2 : 3);
const short = (name) => name.replace(/^@[^/]*\//, '');

/** @param {Awaited<ReturnType<typeof compare>>} results */
export function report({ rows, peers }) {
  const notes = [];
  const note = (text) => {
    if (!notes.includes(text)) notes.push(text);
    return `–[${notes.indexOf(text) + 1}]`;
  };
  const show = (answer, isReference) => {
    if (answer.time === null) return note(answer.why);
    if (isReference) return `${microseconds(answer.time)} (reference)`;
    const error = answer.error === 0 ? '0' : answer.error.toExponential(0);
    return `${microseconds(answer.time)} (${error})${answer.error > WRONG ? ' **wrong**' : ''}`;
  };
  const tableOf = ({ name, reference }) => {
    const head = [
      name,
      OURS,
      'at 1e-5',
      ...peers.map((peer) => short(peer.name)),
      'ours / best peer',
      'at 1e-5 / best',
    ];
    const lines = rows
      .filter((row) => row.question === name)
      .map((row) => [
        row.cell,
        show(row.ours, reference === OURS),
        show(row.loose),
        ...peers.map((peer) => show(row.peers[peer.name])),
        row.ratio === null ? '' : `${row.ratio.toFixed(2)} (${short(row.best)})`,
        row.looseRatio === null ? '' : row.looseRatio.toFixed(2),
      ]);
    return table(head, lines);
  };
  const tables = QUESTIONS.map(tableOf).join('\n\n');
  return `# Beside other packages of the web

Made by \`make bench-peers\`. Microseconds a query of one pair, poses passed and the answer read, in Node
${process.versions.node.split('.')[0]}; medians of interleaved rounds after ${WARM_UP} queries of
warm-up. In parentheses the mean relative error, of booleans the share of wrong answers. The second
column is the same call with a tolerance of 1e-5, about as exact as the peers; ours by default stops at
1.5e-8 with a certificate.

${tables}

${notes.map((text, i) => `[${i + 1}] ${text}`).join('  \n')}

${peers
  .map(
    ({ name, version, licence, api }) =>
      `- ${name} ${version} (${licence}): ` +
      Object.entries(api)
        .map(([question, call]) => `${question} by ${call}`)
        .join('; '),
  )
  .join('\n')}`;
}

await runReport(import.meta.url, 'peers', async ({ quick }) => {
  const data = await compare({ quick });
  return { markdown: report(data), data };
});
if (runFile(import.meta.url)) process.exit(); // some peers keep a handle open
