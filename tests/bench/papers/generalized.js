/* The tables of the paper on generalized distance, measured with this library. Tables I and II are about a
 * truncated cone and an ellipsoid in contact. Table III is about points on two balls in 3 to 10 dimensions,
 * compared with a solver of linear programs. */
import { PointSet, Shape, generalizedDistance } from '../../../js/index.js';
import { ballClouds } from '../../lib/clouds.js';
import { rotationOf } from '../../lib/sets.js';
import { median } from '../measure.js';
import { mean, repeat, table } from '../report.js';

// ---- Tables I and II: a truncated cone and an ellipsoid -----------------------------------------

const TRUTHS = [1, 2, 0.5];
/** The paper's error, milliseconds, K and N of its algorithm, for A a cone (I) and an ellipsoid (II). */
const PAPER = {
  frustum: [
    ['1.79e-3', 1.81, 1.78, 15.03],
    ['1.86e-4', 2.37, 1.95, 21.66],
    ['1.70e-5', 2.95, 2.07, 28.63],
    ['1.75e-6', 3.55, 2.18, 35.53],
    ['1.74e-7', 4.13, 2.26, 42.67],
    ['1.70e-8', 4.75, 2.31, 49.96],
    ['1.64e-9', 5.41, 2.39, 57.47],
    ['1.57e-10', 6.05, 2.45, 65.16],
    ['1.65e-11', 6.62, 2.51, 73.02],
  ],
  ellipsoid: [
    ['1.72e-3', 1.84, 1.78, 15.18],
    ['1.67e-4', 2.4, 1.94, 21.64],
    ['1.56e-5', 2.99, 2.06, 28.57],
    ['1.52e-6', 3.59, 2.17, 35.48],
    ['1.53e-7', 4.2, 2.25, 42.65],
    ['1.52e-8', 4.78, 2.32, 49.64],
    ['1.49e-9', 5.4, 2.38, 57.05],
    ['1.44e-10', 6.03, 2.43, 64.43],
    ['1.46e-11', 6.76, 2.49, 72.4],
  ],
};

const RECORDS = {
  frustum: (d) => ({
    type: 'frustum',
    halfHeight: d.between(0.4, 1.2),
    bottomRadius: d.between(0.4, 1.2),
    topRadius: d.between(0.2, 0.8),
  }),
  ellipsoid: (d) => ({ type: 'ellipsoid', radii: repeat(3, () => d.between(0.5, 1.5)) }),
};

const turned = (R, v) => R.map((row) => row.reduce((sum, x, i) => sum + x * v[i], 0));
const unturned = (R, v) => v.map((_, i) => R.reduce((sum, row, k) => sum + row[i] * v[k], 0));
const times = (k, record) =>
  Object.fromEntries(
    Object.entries(record).map(([key, x]) => [
      key,
      typeof x === 'number' ? k * x : Array.isArray(x) ? x.map((y) => k * y) : x,
    ]),
  );

/** The point of a posed shape farthest along a world direction. */
function farthest(shape, { position, quaternion }, direction) {
  const R = rotationOf({ quaternion });
  return turned(R, shape.support(unturned(R, direction))).map((x, i) => x + position[i]);
}

/** A and Q that touch at a point with a random common normal, and the same with Q at half and twice its size.
 */
function touching(d, kindA, kindQ) {
  const recordQ = RECORDS[kindQ](d);
  const poseQ = { position: repeat(3, () => d.between(-0.1, 0.1)), quaternion: d.quaternion() };
  const a = Shape.from(RECORDS[kindA](d));
  const poseA = { position: [0, 0, 0], quaternion: d.quaternion() };
  const normal = d.direction();
  const q = Shape.from(recordQ);
  const contact = farthest(q, poseQ, normal);
  const back = farthest(
    a,
    poseA,
    normal.map((x) => -x),
  );
  poseA.position = contact.map((x, i) => x - back[i]);
  q.dispose();
  return TRUTHS.map((truth) => ({
    truth,
    q: Shape.from(times(1 / truth, recordQ)),
    poseQ: { ...poseQ, position: poseQ.position.map((x) => x / truth) },
    a,
    poseA,
  }));
}

function contacts(d, kindA, kindQ, size, rounds) {
  const list = repeat(size, () => touching(d, kindA, kindQ)).flat();
  const rows = PAPER[kindA].map((paper, i) => {
    const options = { tolerance: 10 ** -(i + 2), out: {} };
    const found = list.map(({ truth, q, poseQ, a, poseA }) => {
      const { value, iterations, rayIterations, status } = generalizedDistance(
        q,
        poseQ,
        a,
        poseA,
        options,
      );
      return { error: Math.abs(value - truth), iterations, rayIterations, status };
    });
    const rates = repeat(rounds, () => {
      const start = performance.now();
      for (const { q, poseQ, a, poseA } of list) generalizedDistance(q, poseQ, a, poseA, options);
      return (performance.now() - start) / list.length;
    });
    return {
      tolerance: options.tolerance,
      error: mean(found.map(({ error }) => error)),
      worst: Math.max(...found.map(({ error }) => error)),
      time: median(rates),
      iterations: mean(found.map(({ iterations }) => iterations)),
      rayIterations: mean(found.map(({ rayIterations }) => rayIterations)),
      unfinished: found.filter(({ status }) => status !== 'optimal').length,
      paper,
    };
  });
  for (const { q } of list) q.dispose();
  return { kindA, kindQ, queries: list.length, rows };
}

const contactTable = ({ rows }) =>
  table(
    ['ε', 'mean error', 'µs', 'K', 'N', 'paper: error', 'ms', 'K', 'N'],
    rows.map((row) => [
      row.tolerance.toExponential(0),
      row.error.toExponential(2),
      (1000 * row.time).toFixed(1),
      row.iterations.toFixed(2),
      row.rayIterations.toFixed(2),
      ...row.paper.map((x) => (typeof x === 'number' ? x.toFixed(2) : x)),
    ]),
  );

// ---- Table III: points on two balls -------------------------------------------------------------

const DIMENSIONS = [3, 4, 5, 6, 7, 8, 9, 10];
const COUNTS = [200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000];
/** The paper's ratios of its time to the time of the simplex method, at N = 200 and 2000. */
const PAPER_RATIOS = {
  3: '0.19 to 0.06',
  4: '0.27 to 0.09',
  5: '0.37 to 0.11',
  6: '0.48 to 0.14',
  7: '0.59 to 0.17',
  8: '0.69 to 0.20',
  9: '0.87 to 0.24',
  10: '0.99 to 0.27',
};
const TOLERANCE = 1e-6;

/** The linear program of [7] in the paper: min Σ b over Σ b q = Σ a x, Σ a = 1, all ≥ 0. */
function linearProgram(highs, { Q, A }) {
  const n = Q[0].length;
  const columns = [...Q.map((q) => [...q, 0]), ...A.map((x) => [...x.map((y) => -y), 1])];
  const size = columns.length;
  const starts = [0];
  const indices = [];
  const values = [];
  for (const column of columns) {
    column.forEach((x, row) => {
      if (x === 0) return;
      indices.push(row);
      values.push(x);
    });
    starts.push(indices.length);
  }
  const sides = [...Array(n).fill(0), 1];
  return highs.createModel({
    numCols: size,
    numRows: n + 1,
    colCost: columns.map((_, i) => (i < Q.length ? 1 : 0)),
    colLower: Array(size).fill(0),
    colUpper: Array(size).fill(highs.infinity),
    rowLower: sides,
    rowUpper: sides,
    matrix: { format: 'csc', numRows: n + 1, numCols: size, starts, indices, values },
  });
}

/** The fastest of the tried settings on these programs: the simplex method without presolve. */
const HIGHS = {
  output_flag: false,
  solver: 'simplex',
  presolve: 'off',
  primal_feasibility_tolerance: TOLERANCE,
  dual_feasibility_tolerance: TOLERANCE,
};

/** Milliseconds of one pair of clouds by both solvers, and the relative difference of their results. */
function measureClouds(highs, clouds, repeats) {
  const q = new PointSet({ points: clouds.Q });
  const a = new PointSet({ points: clouds.A });
  const options = { tolerance: TOLERANCE, out: {} };
  let result;
  const rates = repeat(repeats, () => {
    const start = performance.now();
    for (let k = 0; k < 8; k++) result = generalizedDistance(q, null, a, null, options);
    return (performance.now() - start) / 8;
  });
  const peers = repeat(3, () => {
    const model = linearProgram(highs, clouds);
    model.options.set(HIGHS);
    const start = performance.now();
    model.run();
    const time = performance.now() - start;
    const value = model.getObjectiveValue();
    model.dispose();
    return { time, value };
  });
  q.dispose();
  a.dispose();
  return {
    time: median(rates),
    peer: median(peers.map(({ time }) => time)),
    rayIterations: result.rayIterations,
    disagreement: Math.abs(result.value / peers[0].value - 1),
    optimal: result.status === 'optimal',
  };
}

function cloudRows(highs, { counts, pairs, repeats }, progress) {
  return DIMENSIONS.map((n) => {
    progress(`points on balls: ${n} dimensions`);
    const cells = counts.map((N) => {
      const runs = repeat(pairs, (i) =>
        measureClouds(
          highs,
          ballClouds({ n, N, seed: 1000 * n + N + i, centerDistance: 3 }),
          repeats,
        ),
      );
      const of = (name) => mean(runs.map((run) => run[name]));
      return {
        N,
        time: of('time'),
        peer: of('peer'),
        ratio: of('time') / of('peer'),
        rayIterations: of('rayIterations'),
        disagreement: Math.max(...runs.map(({ disagreement }) => disagreement)),
        optimal: runs.every(({ optimal }) => optimal),
      };
    });
    return { n, cells };
  });
}

const cloudTable = (rows, counts) =>
  table(
    ['ms (ratio)', ...counts.map((N, i) => (i === 0 ? `N = ${N}` : String(N))), "paper's ratios"],
    rows.map(({ n, cells }) => [
      `n = ${n}`,
      ...cells.map(({ time, ratio }) => `${time.toPrecision(2)} (${ratio.toPrecision(2)})`),
      PAPER_RATIOS[n],
    ]),
  );

// ---- the section ----------------------------------------------------------------------------------

/** How many times `progress` is called. */
export const STEPS = 2 + DIMENSIONS.length;

/**
 * @param {object} d from draw()
 * @param {{ quick: boolean, highs: object, progress: (label: string) => void }} options highs is the loaded
 *   package of that name
 */
export function generalizedTables(d, { quick, highs, progress }) {
  const size = quick ? 20 : 3000;
  const rounds = quick ? 3 : 5;
  const pairs = [
    ['frustum', 'ellipsoid'],
    ['ellipsoid', 'frustum'],
  ];
  contacts(d, 'frustum', 'ellipsoid', 100, 3); // warms up
  const tables = pairs.map(([kindA, kindQ]) => {
    progress(`generalized: ${kindA} from ${kindQ}`);
    return contacts(d, kindA, kindQ, size, rounds);
  });
  const counts = quick ? COUNTS.filter((N) => N % 900 === 200) : COUNTS;
  const rows = cloudRows(highs, { counts, pairs: quick ? 1 : 3, repeats: quick ? 3 : 9 }, progress);
  const cells = rows.flatMap((row) => row.cells);
  const ratios = cells.map(({ ratio }) => ratio);
  const slower = ratios.filter((x) => x >= 1).length;
  const { major, minor, patch } = highs.version;
  const unfinished = tables
    .flatMap(({ rows: list }) => list)
    .reduce((sum, r) => sum + r.unfinished, 0);
  const prose = [
    `As in Tables I and II of the paper, a truncated cone and an ellipsoid touch. Q then gets half and twice its size, so the true distances are 1, 2 and 0.5. Each row has ${size} pairs and ${tables[0].queries} queries. The paper's times are milliseconds in MATLAB, and the times here are microseconds.`,
    `Here ε bounds the certified gap upper / lower − 1, and in the paper |σ − 1|. The value is the upper bound. K counts growth problems, and N support calls on each shape in all growth problems. A growth problem ends as soon as its bounds are close compared with |σ − 1|. Therefore K is larger than in the paper, and each problem is shorter. Queries that missed ε: ${unfinished} of ${2 * 9 * tables[0].queries}.`,
    '_A is the truncated cone, Q the ellipsoid_ (Table I):',
    contactTable(tables[0]),
    '_A is the ellipsoid, Q the truncated cone_ (Table II):',
    contactTable(tables[1]),
    `_Points on two unit balls_ (Table III): each ball has N points, the centres have distance 3, and ε = 1e-6. A cell is milliseconds a query through JavaScript, and in parentheses the ratio to HiGHS ${major}.${minor}.${patch} on the same linear program. HiGHS runs in WebAssembly (the package \`highs\`). It uses the simplex method without presolve, its fastest setting here. Its time is only \`run\`, with the model in memory.`,
    `A cell is the mean of ${quick ? 1 : 3} pairs. The ratios are ${Math.min(...ratios).toPrecision(2)} to ${Math.max(...ratios).toPrecision(2)}. This library is slower in ${slower} of ${cells.length} cells. The two results agree to ${Math.max(...cells.map(({ disagreement }) => disagreement)).toExponential(1)}. The last column is the paper's ratio to MATLAB's simplex method from N = 200 to 2000.`,
    cloudTable(rows, counts),
  ];
  return { markdown: prose.join('\n\n'), data: { contacts: tables, clouds: rows } };
}
