/* The tables of the source papers, measured with this library: [P] is the incremental penetration
 * depth, [N] GJK with Nesterov's momentum; those of [Q], generalized distance, are in generalized.js.
 * Run by itself it writes docs/papers.md and docs/papers.json; takes about two minutes. */
import * as abi from '../../wasm/dist/abi.js';
import { Shape, collide, distance, intersects, penetration } from '../../js/index.js';
import { draw, random } from '../lib/random.js';
import { rotationOf } from '../lib/sets.js';
import { STEPS as GENERALIZED_STEPS, generalizedTables } from './generalized.js';
import { interleave, median } from './measure.js';
import { load } from './peers/load.js';
import {
  count,
  factor,
  judged,
  listed,
  mean,
  micro,
  microSpread,
  percent,
  prose,
  range,
  repeat,
  runReport,
  spread,
  summary,
  table,
  two,
} from './report.js';

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const along = (a, t, b) => [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
const length = (a) => Math.sqrt(dot(a, a));
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

// ---- shapes and pairs -------------------------------------------------------------------------

/** Bodies about 1 m large, as [P] IV-A; ellipsoids of [N] are made by `stretched`. */
const MAKE = {
  sphere: (d) => ({ type: 'sphere', radius: d.between(0.4, 0.6) }),
  capsule: (d) => ({
    type: 'capsule',
    halfHeight: d.between(0.4, 0.6),
    radius: d.between(0.4, 0.6),
  }),
  ball: (d) => ({ type: 'ellipsoid', radii: Array(3).fill(d.between(0.4, 0.6)) }),
  ellipsoid: (d) => ({ type: 'ellipsoid', radii: repeat(3, () => d.between(0.3, 0.7)) }),
  cylinder: (d) => ({
    type: 'cylinder',
    halfHeight: d.between(0.4, 0.6),
    radius: d.between(0.4, 0.6),
  }),
  cone: (d) => ({ type: 'cone', halfHeight: d.between(0.4, 0.6), radius: d.between(0.4, 0.6) }),
};
const stretched = (d) => ({ type: 'ellipsoid', radii: repeat(3, () => d.between(0.2, 1)) });
const cube = () => ({ type: 'box', halfExtents: [0.5, 0.5, 0.5] });

/** n points on a sphere, spread evenly: Fibonacci's spiral. */
function spiral(n, radius) {
  const turn = Math.PI * (3 - Math.sqrt(5));
  return repeat(n, (i) => {
    const y = 1 - (2 * i + 1) / n;
    const r = radius * Math.sqrt(1 - y * y);
    return [r * Math.cos(i * turn), radius * y, r * Math.sin(i * turn)];
  });
}

/** A body of n vertices, all on an ellipsoid. */
function lump(d, n) {
  const radii = repeat(3, () => d.between(0.5, 1.5));
  return { type: 'hull', points: repeat(n, () => d.direction().map((x, i) => x * radii[i])) };
}

const moved = (pose, normal, t) => ({ ...pose, position: along(pose.position, t, normal) });
const dispose = (list) => list.forEach(({ a, b }) => (a.dispose(), b.dispose()));

/** The axis of a posed sphere or capsule, as its middle and half of it; a ball has none. */
function axis(record, pose) {
  const R = rotationOf(pose);
  return { at: pose.position, half: R.map((row) => row[1] * (record.halfHeight ?? 0)) };
}

/** Depth and normal of spheres and capsules: from the nearest points of their axes. */
function closedForm(recordA, poseA, recordB, poseB) {
  const { at: p, half: u } = axis(recordA, poseA);
  const { at: q, half: v } = axis(recordB, poseB);
  const ends = [-1, 1];
  const onto = (x, middle, half) =>
    dot(half, half) > 0 ? clamp(dot(sub(x, middle), half) / dot(half, half), -1, 1) : 0;
  const pairs = [
    ...ends.map((s) => [s, onto(along(p, s, u), q, v)]),
    ...ends.map((t) => [onto(along(q, t, v), p, u), t]),
  ];
  const [uu, uv, vv] = [dot(u, u), dot(u, v), dot(v, v)];
  const determinant = uu * vv - uv * uv;
  const between = sub(q, p);
  const [pu, pv] = [dot(between, u), dot(between, v)];
  const s = (pu * vv - pv * uv) / determinant;
  const t = (pu * uv - pv * uu) / determinant;
  if (Math.abs(s) <= 1 && Math.abs(t) <= 1) pairs.push([s, t]);
  const gaps = pairs.map(([si, ti]) => sub(along(q, ti, v), along(p, si, u)));
  const gap = gaps.reduce((best, x) => (length(x) < length(best) ? x : best));
  const size = length(gap);
  const depth = (recordA.radius ?? recordA.radii[0]) + (recordB.radius ?? recordB.radii[0]) - size;
  return { depth, lower: depth, normal: gap.map((x) => x / size), status: 'optimal' };
}

/** A pair in deep overlap, and how deep it truly is. */
function deep(d, recordA, recordB, closed) {
  const a = Shape.from(recordA);
  const b = Shape.from(recordB);
  const poseA = { position: [0, 0, 0], quaternion: d.quaternion() };
  const apart = d.between(0.1, 0.5);
  const poseB = { position: d.direction().map((x) => x * apart), quaternion: d.quaternion() };
  const truth = closed
    ? closedForm(recordA, poseA, recordB, poseB)
    : penetration(a, poseA, b, poseB, { tolerance: 1e-12, maxIterations: 2000 });
  return { a, b, poseA, poseB, truth };
}

/** The radius of a ball that holds a shape, about: half its box's diagonal. */
function reach(shape) {
  const { min, max } = shape.boundingBox(null);
  return length(sub(max, min)) / 2;
}

/**
 * Poses at a signed distance as [N] IV: random ones that do not intersect, then moved along the
 * nearest points; in overlap along the normal of the depth until it is the one wanted. The random
 * ones are near, because far bodies see each other's corners only.
 * @returns {{ poseA: object, poseB: object } | null} null: not on this way
 */
function place(d, a, b, at) {
  const poseA = { position: [0, 0, 0], quaternion: d.quaternion() };
  const radius = (reach(a) + reach(b)) * Math.cbrt(d.next());
  const start = {
    position: d.direction().map((x) => x * radius),
    quaternion: d.quaternion(),
  };
  const tight = { tolerance: 1e-12, maxIterations: 1000 };
  const { value, normal } = distance(a, poseA, b, start, tight);
  if (!(value > 0)) return null;
  let poseB = moved(start, normal, at - value);
  if (at >= 0) return { poseA, poseB };
  for (let k = 0; k < 8; k++) {
    const r = penetration(a, poseA, b, poseB, tight);
    if (Math.abs(r.depth + at) < 1e-9 * Math.abs(at)) return { poseA, poseB };
    poseB = moved(poseB, r.normal, r.depth + at);
  }
  return null;
}

/** A pair of records placed at a signed distance; new poses until it can be. */
function placed(d, a, b, at) {
  for (;;) {
    const poses = place(d, a, b, at);
    if (poses) return { a, b, at, ...poses };
  }
}

/** A unit vector at an angle from n, turned about a random axis perpendicular to it. */
function leaning(d, n, degrees) {
  const side = d.direction();
  const across = along(side, -dot(side, n), n);
  const angle = (degrees * Math.PI) / 180;
  const t = Math.sin(angle) / length(across);
  return n.map((x, i) => Math.cos(angle) * x + t * across[i]);
}

// ---- [P] Tables I, II, Figures 5, 6 -------------------------------------------------------------

const ANGLES = [5, 25, 45];
/** What tells another minimum from an unfinished one: deeper, and another way out. */
const ELSEWHERE = { excess: 1e-6, cosine: Math.cos(Math.PI / 180) };
const COARSE = 1e-6;

/** Every way to ask for the depths of a list: by name, ask(pair, its index) -> result. */
function depthWays(list, d) {
  const starts = Object.fromEntries(
    ANGLES.map((angle) => [angle, list.map((p) => leaning(d, p.truth.normal, angle))]),
  );
  // one object of options for all calls of a way: its keys are looked at once
  const way = (options, directions) => {
    options.out = {};
    return (p, i) => {
      if (directions) options.direction = directions[i];
      return penetration(p.a, p.poseA, p.b, p.poseB, options);
    };
  };
  return {
    ...Object.fromEntries(
      ANGLES.map((angle) => [`${angle}°`, way({ method: 'incremental' }, starts[angle])]),
    ),
    'sqp 45°': way({ method: 'sqp' }, starts[45]),
    epa: way({ method: 'epa' }),
    'epa, coarse': way({ method: 'epa', tolerance: COARSE }),
    auto: way({}),
  };
}

/** Errors, local minima, support calls and times of all ways. */
function depths(list, d, rounds) {
  const ways = depthWays(list, d);
  const runs = Object.entries(ways).map(([name, ask]) => [
    name,
    () => {
      list.forEach(ask);
      return list.length;
    },
  ]);
  const time = interleave(Object.fromEntries(runs), rounds);
  const of = (name, ask) => {
    const found = { errors: [], calls: [], excess: [], unfinished: 0, below: 0, statuses: {} };
    list.forEach((p, i) => {
      const { depth, normal, supportCalls, status } = ask(p, i);
      const error = depth - p.truth.depth;
      found.calls.push(supportCalls);
      found.statuses[status] = (found.statuses[status] ?? 0) + 1;
      const other = dot(normal, p.truth.normal) < ELSEWHERE.cosine;
      if (error > ELSEWHERE.excess * p.truth.depth && other) {
        found.excess.push(error / p.truth.depth);
        return;
      }
      found.errors.push(Math.abs(error) * 1e6);
      if (error > ELSEWHERE.excess * p.truth.depth) found.unfinished++;
      if (depth < p.truth.lower - 1e-12) found.below++;
    });
    return {
      error: found.errors.length ? mean(found.errors) : 0,
      worst: Math.max(0, ...found.errors),
      elsewhere: found.excess.length,
      excess: found.excess.length ? mean(found.excess) : 0,
      unfinished: found.unfinished,
      below: found.below,
      calls: mean(found.calls),
      time: time[name],
      statuses: found.statuses,
    };
  };
  return {
    pairs: list.length,
    uncertainty: Math.max(...list.map(({ truth }) => truth.depth - truth.lower)) * 1e6,
    ...Object.fromEntries(Object.entries(ways).map(([name, ask]) => [name, of(name, ask)])),
  };
}

const PRIMITIVES = [
  ['sphere', 'sphere', true],
  ['capsule', 'capsule', true],
  ['sphere', 'capsule', true],
  ['ball', 'ball', true],
  ['ball', 'capsule', true],
  ['ellipsoid', 'ellipsoid', false],
  ['cylinder', 'ellipsoid', false],
  ['cone', 'cylinder', false],
];
const CLOSED_ROWS = 3;

const TABLE_1 = ['5°', '25°', '45°', 'epa', 'epa, coarse'];
const HEADS = { epa: 'EPA', 'epa, coarse': 'EPA, 1e-6', auto: '`auto`', 'sqp 45°': '`sqp` 45°' };
const heads = (names) => names.map((name) => HEADS[name] ?? name);

/** Before anything counts: otherwise the first row pays for the engine's compiling. */
function warmUp() {
  const d = draw(random(1));
  const list = repeat(50, () => deep(d, MAKE.sphere(d), MAKE.capsule(d), true));
  depths(list, d, 60);
  dispose(list);
  const near = repeat(50, () => placed(d, Shape.from(stretched(d)), Shape.from(stretched(d)), 0.5));
  for (let k = 0; k < 3; k++)
    family(near, { methods: [...FAMILY, 'auto'], rounds: 3, paper: true });
  dispose(near);
}

function primitives(d, size, rounds, progress) {
  const rows = PRIMITIVES.map(([typeA, typeB, closed]) => {
    progress(`depth: ${typeA}–${typeB}`);
    const list = repeat(size, () => deep(d, MAKE[typeA](d), MAKE[typeB](d), closed));
    const row = { pair: `${typeA}–${typeB}`, ...depths(list, d, rounds) };
    dispose(list);
    return row;
  });
  const shipped = rows.slice(0, CLOSED_ROWS);
  const iterated = rows.slice(CLOSED_ROWS);
  const minima = ANGLES.map((angle) => `${angle}°`);
  const errors = table(
    ['mean error, µm', ...heads(TABLE_1), 'reference ±'],
    rows.map((row) => [
      row.pair,
      ...TABLE_1.map((name) => row[name].error.toPrecision(2)),
      row.uncertainty === 0 ? 'closed form' : row.uncertainty.toPrecision(1),
    ]),
  );
  const local = table(
    ['not the global minimum (mean excess)', ...minima, '`sqp` 45°'],
    iterated.map((row) => [
      row.pair,
      ...[...minima, 'sqp 45°'].map((name) =>
        row[name].elsewhere ? `${row[name].elsewhere} (${percent(row[name].excess)})` : '0',
      ),
    ]),
  );
  const timed = [...TABLE_1, 'auto'];
  const times = table(
    ['µs (support calls)', ...heads(timed), 'EPA / 5°', 'EPA, 1e-6 / 5°'],
    rows.map((row) => [
      row.pair,
      ...timed.map((name) => `${micro(row[name].time)} (${factor(row[name].calls)})`),
      factor(row.epa.time / row['5°'].time),
      factor(row['epa, coarse'].time / row['5°'].time),
    ]),
  );
  const ratios = iterated.map((row) => row.epa.time / row['5°'].time);
  const calls = shipped.map((row) => Math.max(...timed.map((name) => row[name].calls)));
  const unfinished = iterated.flatMap((row) =>
    minima.flatMap((name) =>
      row[name].unfinished ? [`${row.pair} ${name}: ${row[name].unfinished}`] : [],
    ),
  );
  const below = rows.reduce(
    (sum, row) => sum + [...timed, 'sqp 45°'].reduce((n, name) => n + row[name].below, 0),
    0,
  );
  const odd = oddStatuses(iterated, [...timed, 'sqp 45°']);
  const text = prose(`
    The paper (Table I) reports mean errors of 0.909 to 1.31 µm for its method and 0.39 to 1.72 µm
    for EPA, and (Table II) 1.6 to 2.4 µs against 39.5 to 85.1 µs, on 10,000 pairs
    in C++, both tuned to about the same accuracy; it calls that 20 to 30 times as fast, its figures give
    20 to 45. Here are ${size} pairs a row, bodies
    about 1 m large with centres 0.1 to 0.5 apart; the first direction is the true normal turned by
    5, 25 or 45 degrees about a random axis perpendicular to it. The default tolerance is ${abi.DEFAULT_TOLERANCE.toPrecision(2)} of
    the depth where the paper's figures are about 1e-6 of it, so EPA at ${COARSE.toExponential()} stands
    beside it.

    *As shipped* (the first ${CLOSED_ROWS} rows): a sphere is a point with a radius, a capsule a
    segment with one; the distance of what is left has a closed form, so no method iterates (at most
    ${Math.max(...calls)} support calls) and the error is the rounding of the last step. These rows
    are the paper's pairs but not the paper's algorithm; the time is mostly the call through
    JavaScript.

    *Iterating* (the other rows): a ball is a sphere given as an ellipsoid of equal radii, which
    only \`auto\` takes to a point; truth is the closed form where there is one, otherwise \`auto\` at a
    tolerance of 1e-12 with the largest certified uncertainty of it in the last column. EPA takes
    ${range(ratios, factor)} times as long as \`incremental\` from 5°, where the paper has 20 to 45. This EPA
    takes ${range(
      iterated.map((row) => row.epa.time),
      micro,
    )} µs on these pairs, the paper's 39.5 to 85.1 on its own; every method here first searches
    for the overlap, and the call through JavaScript is part of the time. On smooth bodies (balls,
    ellipsoids) \`incremental\` here is a quasi-Newton descent, hence the small errors.
    Where a body has flat or straight parts (capsule, cylinder, cone) the depth has kinks, the
    descent gives up and the paper's rays follow: those rows are nearest to the paper's method.

    Errors are means over the pairs that reached the global minimum; those in another local minimum
    (deeper by more than ${ELSEWHERE.excess.toExponential()} of the depth, and another normal by more than 1°) are
    counted apart, with how much deeper it is. The paper does not tell the two apart. Deeper by as much but along the same normal, so unfinished and part of the error:
    ${listed(unfinished)}. Depths below the certified lower bound of the reference: ${below}. Statuses other
    than optimal and local: ${listed(odd)}.`);
  return { rows, markdown: [text, errors, local, times].join('\n\n') };
}

/** How often a status other than the promised ones came. */
const oddStatuses = (rows, names) =>
  rows.flatMap((row) =>
    names.flatMap((name) =>
      Object.entries(row[name].statuses)
        .filter(([status]) => status !== 'optimal' && status !== 'local')
        .map(([status, n]) => `${row.pair} ${HEADS[name] ?? name}: ${n} × ${status}`),
    ),
  );

const SIZES = [20, 50, 100, 200, 500, 1000, 2000];

function polyhedra(d, size, rounds, progress) {
  const rows = SIZES.map((n) => {
    progress(`depth: hulls of ${n} vertices`);
    // one hull for all pairs of a row: what differs is where the capsule is
    const record = { type: 'hull', points: spiral(n, 0.5) };
    const list = repeat(size, () => deep(d, record, MAKE.capsule(d), false));
    const row = { pair: `${n} vertices`, n, ...depths(list, d, rounds) };
    dispose(list);
    return row;
  });
  const names = ['5°', '45°', 'epa'];
  const ratios = rows.map((row) => row.epa.time / row['5°'].time);
  const text = prose(`
    The paper (Figure 6) replaces the sphere of sphere–capsule by polyhedra and finds its method 5
    to 10 times as fast as EPA at every size. Here ${size} pairs a row, Fibonacci points on a sphere
    of radius 0.5 in a capsule as above: EPA takes ${range(ratios, factor)} times as long as
    \`incremental\` from 5°. The paper's baseline is libccd's EPA; this one ends on an exact facet after
    ${range(
      rows.map((row) => row.epa.calls),
      (x) => x.toFixed(0),
    )} support calls, the search for overlap included, which \`incremental\` needs as well: with
    ${range(
      rows.map((row) => row['5°'].calls),
      (x) => x.toFixed(0),
    )} calls from 5° there is little left to save. Every facet whose foot lies on itself is a local minimum of
    a polyhedron, so the finer it is the more of them are near the global one: the last columns count the
    pairs that ended in another. Statuses other than optimal and local:
    ${listed(oddStatuses(rows, [...names, 'sqp 45°']))}.`);
  const lines = table(
    [
      'vertices, µs (support calls)',
      ...heads(names),
      'EPA / 5°',
      'not global, 5° (mean excess)',
      'not global, 45°',
    ],
    rows.map((row) => [
      row.n,
      ...names.map((name) => `${micro(row[name].time)} (${row[name].calls.toFixed(1)})`),
      factor(row.epa.time / row['5°'].time),
      ...['5°', '45°'].map((name) =>
        row[name].elsewhere ? `${row[name].elsewhere} (${percent(row[name].excess)})` : '0',
      ),
    ]),
  );
  return { rows, markdown: `${text}\n\n${lines}` };
}

function shortcut(smooth, hulls) {
  const ratio = (row, what) => row['sqp 45°'][what] / row['45°'][what];
  const show = (row, what) => ratio(row, what).toFixed(2);
  const lines = table(
    ['from 45°', 'calls with', 'calls without', 'µs with', 'µs without', 'calls ×', 'time ×'],
    [...hulls, ...smooth].map((row) => [
      row.pair,
      row['45°'].calls.toFixed(1),
      row['sqp 45°'].calls.toFixed(1),
      micro(row['45°'].time),
      micro(row['sqp 45°'].time),
      show(row, 'calls'),
      show(row, 'time'),
    ]),
  );
  const of = (rows, what) =>
    range(
      rows.map((row) => ratio(row, what)),
      (x) => x.toFixed(2),
    );
  const text = prose(`
    The paper (Figure 5) finds that the shortcut halves the support calls and makes the whole 2 to 3
    times as fast, from 45°. With is \`incremental\`, without is \`sqp\`. On the polyhedra both follow
    rays, so the difference is the shortcut and nothing else: ${of(hulls, 'calls')} times the calls,
    ${of(hulls, 'time')} times the time. The paper has 2, and 2 to 3. The calls of the search
    for overlap and of the first tetrahedron come before either and are part of the figures, and a ray here
    starts from the last portal's vertices, so that following one to its end adds few. On smooth bodies the figures
    (${of(smooth, 'calls')} times the calls, ${of(smooth, 'time')} times the time) are not the shortcut's:
    there \`incremental\` first descends by quasi-Newton steps, and only where that meets an edge do the
    rays take over, with the calls of both in the figure.`);
  return { markdown: `${text}\n\n${lines}` };
}

// ---- [N] Figure 5, Table I ----------------------------------------------------------------------

const FAMILY = ['gjk', 'nesterov', 'nesterov-normalized', 'polyak'];
const BATCH = 3;
/** The relative gap that is a duality gap of 1e-8 of |x|² at this distance. */
const paperTolerance = (at) => clamp(1e-8 / (2 * at * at), 1e-12, 0.1);

/** Iterations of distance and boolean, and times by pair, so that they have a deviation too. */
function family(list, { methods, rounds, paper = false }) {
  const out = {};
  const ways = {};
  for (const method of methods) {
    const ours = { method, out };
    const theirs = { method, tolerance: 0.5, out };
    const boolean = { method };
    const witness = { method, out: {} };
    ways[`distance ${method}`] = {
      ask: (p) => distance(p.a, p.poseA, p.b, p.poseB, ours),
      result: (p) => distance(p.a, p.poseA, p.b, p.poseB, ours),
    };
    if (paper) {
      const ask = (p) => {
        theirs.tolerance = paperTolerance(p.at);
        return distance(p.a, p.poseA, p.b, p.poseB, theirs);
      };
      ways[`paper ${method}`] = { ask, result: ask };
    }
    ways[`boolean ${method}`] = {
      ask: (p) => intersects(p.a, p.poseA, p.b, p.poseB, boolean),
      result: (p) => collide(p.a, p.poseA, p.b, p.poseB, witness),
    };
  }
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (const p of list) {
    const subjects = Object.entries(ways).map(([name, { ask }]) => [
      name,
      () => {
        for (let k = 0; k < BATCH; k++) ask(p);
        return BATCH;
      },
    ]);
    const medians = interleave(Object.fromEntries(subjects), rounds);
    for (const [name, ns] of Object.entries(medians)) times[name].push(ns);
  }
  return Object.fromEntries(
    Object.entries(ways).map(([name, { result }]) => {
      const steps = [];
      const statuses = {};
      let wrong = 0;
      for (const p of list) {
        const r = result(p);
        steps.push(r.iterations);
        statuses[r.status] = (statuses[r.status] ?? 0) + 1;
        if (name.startsWith('boolean')) wrong += r.colliding === p.at > 0 ? 1 : 0;
        else {
          const miss = Math.abs(r.value - Math.max(p.at, 0));
          wrong += miss > Math.max(r.gap, 1e-9) ? 1 : 0;
        }
      }
      const row = { steps: summary(steps), time: summary(times[name]), statuses, wrong };
      return [name, row];
    }),
  );
}

const DISTANCES = [-0.1, -0.01, 0.001, 0.01, 0.05, 0.1, 0.5, 1];

/** What went wrong in rows of `family`, for the text. */
function troubles(rows, label) {
  return rows.flatMap((row) =>
    Object.entries(row.ways).flatMap(([name, { statuses, wrong }]) => [
      ...Object.entries(statuses)
        .filter(([status]) => status !== 'optimal')
        .map(([status, n]) => `${label(row)} ${name}: ${n} × ${status}`),
      ...(wrong ? [`${label(row)} ${name}: ${wrong} × wrong`] : []),
    ]),
  );
}

const cell = ({ steps, time }) => `${spread(steps)} (${microSpread(time)})`;

function ellipsoids(d, size, rounds, progress) {
  const methods = [...FAMILY, 'auto'];
  const rows = DISTANCES.map((at) => {
    progress(`ellipsoids at ${at}`);
    const list = repeat(size, () =>
      placed(d, Shape.from(stretched(d)), Shape.from(stretched(d)), at),
    );
    const ways = family(list, { methods, rounds, paper: true });
    dispose(list);
    return { at, ways };
  });
  const lines = (kind, names, chosen = rows) =>
    table(
      [`${kind}, iterations (µs)`, ...names.map((m) => `\`${m}\``)],
      chosen.map(({ at, ways }) => [at, ...names.map((m) => cell(ways[`${kind} ${m}`]))]),
    );
  const apart = rows.filter(({ at }) => at > 0);
  const close = rows.filter(({ at }) => at > 0 && at <= 0.1);
  const gain = (chosen, kind, what, method = 'nesterov') =>
    range(
      chosen.map(
        ({ ways }) => ways[`${kind} gjk`][what].mean / ways[`${kind} ${method}`][what].mean,
      ),
      two,
    );
  const overlapping = rows.filter(({ at }) => at < 0);
  const text = prose(`
    The paper (Figure 5; its Table II has the figures) reports for ellipsoids 16 ± 5 iterations of GJK
    against 7 ± 2 of Nesterov's within 0.1, equal ones (6 ± 2, 6 ± 3) in overlap, and 4 ± 1 against 13 ± 4
    far apart, where momentum harms. Here ${size} random pairs a row, radii 0.2 to 1 (the paper draws
    positive definite matrices), placed along their nearest points and, in overlap, by certified depth.
    Times are means over pairs of each pair's median of ${rounds} interleaved rounds of ${BATCH}.

    GJK over Nesterov, iterations: ${gain(close, 'distance', 'steps')} within 0.1 (time
    ${gain(close, 'distance', 'time')}), ${gain(overlapping, 'distance', 'steps')} in overlap,
    ${gain(rows.slice(-1), 'distance', 'steps')} at ${DISTANCES.at(-1)}; above 1 momentum saves, below 1 it
    costs. At the paper's gap it is ${gain(close, 'paper', 'steps')} within 0.1. Absolute counts are above the
    paper's, for these ellipsoids and for a tolerance of ${abi.DEFAULT_TOLERANCE.toPrecision(2)} of the distance.
    Plain Nesterov here may take two steps without gain before its momentum is dropped, which [N] Alg. 7 does at the
    first. GJK over normalised momentum, which is meant for polytopes: ${gain(close, 'distance', 'steps', 'nesterov-normalized')}
    within 0.1; over the heavy ball: ${gain(close, 'distance', 'steps', 'polyak')}.

    Booleans, GJK over Nesterov: ${gain(close, 'boolean', 'steps')} times the iterations within 0.1,
    ${gain(overlapping, 'boolean', 'steps')} times in overlap. They stop at the first separating plane or common
    point, so few steps are left to save. \`auto\` is GJK on the ellipsoids without their balls for distances, and
    cutting planes for booleans. Where only the balls overlap, its distance goes on
    to the distance of what is left, where plain GJK ends at a common point.
    Statuses other than optimal, and wrong answers: ${listed(troubles(rows, ({ at }) => at))}.`);
  const markdown = [
    text,
    lines('distance', methods),
    "At the paper's duality gap of 1e-8, which in overlap ends nothing, so those rows are left out:",
    lines('paper', methods, apart),
    lines('boolean', methods),
  ].join('\n\n');
  return { rows, markdown };
}

const VERTICES = [33, 141, 626, 2500];
const HULLS = 6;

function lumps(d, size, rounds, progress) {
  const methods = ['gjk', 'nesterov-normalized', 'nesterov'];
  const shapes = Object.fromEntries(
    VERTICES.map((n) => [n, repeat(HULLS, () => Shape.from(lump(d, n)))]),
  );
  const rows = VERTICES.flatMap((n, i) =>
    VERTICES.slice(i).map((m) => {
      progress(`hulls of ${n} and ${m} vertices`);
      const list = repeat(size, (k) =>
        placed(d, shapes[n][k % HULLS], shapes[m][(k + 1) % HULLS], d.between(-0.1, 0.1)),
      );
      return { n, m, ways: family(list, { methods, rounds }) };
    }),
  );
  for (const list of Object.values(shapes)) for (const shape of list) shape.dispose();
  const lines = (kind) =>
    table(
      [`${kind}, iterations (µs)`, ...methods.map((m) => `\`${m}\``), 'time gjk / normalized'],
      rows.map(({ n, m, ways }) => [
        `${n}–${m}`,
        ...methods.map((method) => cell(ways[`${kind} ${method}`])),
        (ways[`${kind} gjk`].time.mean / ways[`${kind} nesterov-normalized`].time.mean).toFixed(2),
      ]),
    );
  const ratios = (kind, method, what) =>
    rows.map(({ ways }) => ways[`${kind} gjk`][what].mean / ways[`${kind} ${method}`][what].mean);
  const gain = (kind, method, what) => range(ratios(kind, method, what), two);
  const text = prose(`
    The paper (Table I, meshes of ShapeNet) reports for distances 0.8 ± 0.3 µs of GJK against 0.8 ± 0.2
    with normalised momentum at 33–33 vertices, 1.5 ± 0.4 against 1.2 ± 0.3 at 141–141, 1.8 ± 0.6
    against 1.4 ± 0.4 at 626–626, 4.1 ± 1.1 against 2.7 ± 0.9 at 2500–2500; for booleans 0.6 and 0.6, 0.9
    and 0.7, 1.4 and 1.0, 3.3 and 2.2: factors of 1.0 to 1.6, never below 1. Here ${size} pairs a row,
    random points on ellipsoids of radii 0.5 to 1.5, ${HULLS} bodies of each size, signed distances
    uniform in [-0.1, 0.1], at the default tolerance.

    GJK over normalised momentum: ${gain('distance', 'nesterov-normalized', 'steps')} times the
    iterations and ${gain('distance', 'nesterov-normalized', 'time')} times the time of a distance,
    ${gain('boolean', 'nesterov-normalized', 'time')} times the time of a boolean (in time,
    distances: ${judged(ratios('distance', 'nesterov-normalized', 'time'))}, booleans: ${judged(ratios('boolean', 'nesterov-normalized', 'time'))}). Plain
    Nesterov: ${gain('distance', 'nesterov', 'steps')}, ${gain('distance', 'nesterov', 'time')} and
    ${gain('boolean', 'nesterov', 'time')} (distances: ${judged(ratios('distance', 'nesterov', 'time'))}, booleans:
    ${judged(ratios('boolean', 'nesterov', 'time'))}). In the paper's Figure 6 the normalised one is the better
    of the two. GJK here starts along the line of the centres and ends on exact vertices after few
    iterations; a step with momentum costs more than one without, which asks for supports along
    vectors of any length. These bodies may be rounder than the paper's meshes: random points on
    ellipsoids have neither flat sides nor thin parts.
    Statuses other than optimal, and wrong answers: ${listed(troubles(rows, ({ n, m }) => `${n}–${m}`))}.`);
  return { rows, markdown: [text, lines('distance'), lines('boolean')].join('\n\n') };
}

// ---- [N] Table II -------------------------------------------------------------------------------

/** Nearest point of an ellipsoid to a local point: r² x / (r² + t), with t where it is on it. */
function ontoEllipsoid(radii, x) {
  const level = (t) => radii.reduce((sum, r, i) => sum + ((r * x[i]) / (r * r + t)) ** 2, 0);
  if (level(0) <= 1) return x;
  let t = 0;
  // Newton from the left: the level is convex and falls, so every step stays on the left
  for (let k = 0; k < 100; k++) {
    const slope = radii.reduce((sum, r, i) => sum - (2 * (r * x[i]) ** 2) / (r * r + t) ** 3, 0);
    const step = (1 - level(t)) / slope;
    t += step;
    if (!(step > 1e-15 * t)) break;
  }
  return radii.map((r, i) => (r * r * x[i]) / (r * r + t));
}

const ontoBox = (half, x) => half.map((h, i) => clamp(x[i], -h, h));

/** The projection on a posed record. */
function projection(record, { position, quaternion }) {
  const R = rotationOf({ quaternion });
  const columns = repeat(3, (i) => R.map((row) => row[i]));
  return (x) => {
    const world = sub(x, position);
    const local = columns.map((column) => dot(column, world));
    const on = record.radii
      ? ontoEllipsoid(record.radii, local)
      : ontoBox(record.halfExtents, local);
    return R.map((row, i) => dot(row, on) + position[i]);
  };
}

const NESMINO_LIMIT = 20_000;
const NESMINO_MISS = 1e-4;

/**
 * Projected gradient with Nesterov's acceleration on |a - b|² over a in A and b in B, from the
 * centres.
 * @param {(x: number[]) => number[]} onA @param {(x: number[]) => number[]} onB
 * @param {number[]} truth the separation b - a, 0 in overlap
 * @returns {{ value: number, vector: number }} steps until the distance, and until the separation as
 *   a vector, is within 1e-4 of the truth
 */
function nesmino(onA, startA, onB, startB, truth) {
  const goal = length(truth);
  let [a, b] = [startA, startB];
  let [beforeA, beforeB] = [a, b];
  let value = -1;
  for (let k = 0; k < NESMINO_LIMIT; k++) {
    const gap = sub(b, a);
    if (value < 0 && Math.abs(length(gap) - goal) <= NESMINO_MISS) value = k;
    if (length(sub(gap, truth)) <= NESMINO_MISS) return { value, vector: k };
    const beta = k / (k + 3);
    const ya = along(a, beta, sub(a, beforeA));
    const yb = along(b, beta, sub(b, beforeB));
    // the gradient is 2 (a - b, b - a), its Lipschitz constant 4
    const half = sub(yb, ya);
    [beforeA, beforeB] = [a, b];
    [a, b] = [onA(along(ya, 0.5, half)), onB(along(yb, -0.5, half))];
  }
  return { value: value < 0 ? NESMINO_LIMIT : value, vector: NESMINO_LIMIT };
}

const RANGES = { overlapping: [-0.1, -0.001], 'within 0.1': [0, 0.1], distant: [1, 2] };
/** Frank-Wolfe runs by itself for a quarter of these. */
const ALONE = 1e6;

function strategies(d, sizes, progress) {
  const rows = [];
  for (const [kind, make] of Object.entries({ ellipsoids: stretched, cubes: cube })) {
    for (const [name, [low, high]] of Object.entries(RANGES)) {
      progress(`Frank–Wolfe and projected gradient: ${kind}, ${name}`);
      const steps = { 'frank-wolfe': [], value: [], vector: [], gjk: [], nesterov: [] };
      for (let i = 0; i < sizes[kind]; i++) {
        const [recordA, recordB] = [make(d), make(d)];
        const [a, b] = [Shape.from(recordA), Shape.from(recordB)];
        const at = d.between(low, high);
        const { poseA, poseB } = placed(d, a, b, at);
        const options = { maxIterations: ALONE, ...(at > 0 && { tolerance: paperTolerance(at) }) };
        for (const method of ['frank-wolfe', 'gjk', 'nesterov'])
          steps[method].push(distance(a, poseA, b, poseB, { ...options, method }).iterations);
        const { pointA, pointB } = distance(a, poseA, b, poseB, {
          method: 'gjk',
          tolerance: 1e-12,
          maxIterations: 1000,
        });
        const { value, vector } = nesmino(
          projection(recordA, poseA),
          poseA.position,
          projection(recordB, poseB),
          poseB.position,
          sub(pointB, pointA),
        );
        steps.value.push(value);
        steps.vector.push(vector);
        dispose([{ a, b }]);
      }
      rows.push({
        pair: `${kind}, ${name}`,
        pairs: sizes[kind],
        ...Object.fromEntries(Object.entries(steps).map(([m, list]) => [m, summary(list)])),
        median: median(steps['frank-wolfe']),
        givenUp: count(steps['frank-wolfe'], (n) => n >= ALONE / 4),
        limited: count(steps.vector, (n) => n >= NESMINO_LIMIT),
      });
    }
  }
  const PAPER = ['73, 50, 6, 6', '48, 74, 16, 7', '4, 18, 4, 13'].concat([
    '5.4k, 922, 6, 5',
    '14.3k, 828, 5, 4',
    '13.1k, 623, 4, 3',
  ]);
  const lines = table(
    [
      'steps (pairs)',
      'Frank–Wolfe (median)',
      'NESMINO, distance',
      'NESMINO, separation',
      'GJK',
      'Nesterov',
      'paper: FW, NESMINO, GJK, Nesterov',
    ],
    rows.map((row, i) => [
      `${row.pair} (${row.pairs})`,
      `${row.givenUp ? '≥ ' : ''}${spread(row['frank-wolfe'])} (${row.median})`,
      ...['value', 'vector', 'gjk', 'nesterov'].map((m) => spread(row[m])),
      PAPER[i],
    ]),
  );
  const givenUp = rows.filter((row) => row.givenUp).map((row) => `${row.pair}: ${row.givenUp}`);
  const limited = rows.filter((row) => row.limited).map((row) => `${row.pair}: ${row.limited}`);
  const text = prose(`
    The paper's Table II, 1000 pairs each, is quoted in the last column; its deviations are 62, 42 and 1
    for Frank–Wolfe on ellipsoids, 4.8k, 9.7k and 13.5k on cubes. Ellipsoids as above, cubes of side 1,
    overlapping by 0.001 to 0.1, within 0.1, and 1 to 2 apart. A duality gap of 1e-8 ends Frank–Wolfe, GJK
    and Nesterov where the sets are apart. In overlap Frank–Wolfe goes on to the rounding of doubles, far
    below the gap at which the paper's stops; where they are apart its count includes up to 4 steps of
    GJK that end it. It may take ${(ALONE / 4).toLocaleString('en')} steps by itself, after which GJK takes over
    and the count ends (pairs: ${listed(givenUp)}). On cubes it depends on where the nearest
    points lie: corner to corner takes two or three steps, on edges and faces the gap falls as 1/k, the
    rate the paper gives, and the ceiling is met. So the mean says little; the paper's figures may be of
    smaller cubes or another gap. Random poses are drawn near:
    from far away almost all nearest points of cubes are corners.

    NESMINO is written here as accelerated projected gradient on |a − b|² from the centres, with the
    step of this quadratic, exact projections and no restarts. It is stopped when its distance is
    within 1e-4 of GJK's, and, as the paper may also be read, when its separation as a vector is (at most
    ${NESMINO_LIMIT.toLocaleString('en')} steps; pairs ended by that: ${listed(limited)}). The paper says of the original that it
    smooths the distance, which this does not; that may be why it takes fewer steps than the paper has
    for it, above all on cubes. A step is not a support call: each projects on both sets, which
    only bodies like ellipsoids and boxes make cheap.`);
  return { rows, markdown: `${text}\n\n${lines}` };
}

// ---- the report ---------------------------------------------------------------------------------

const STEPS = PRIMITIVES.length + SIZES.length + DISTANCES.length + 10 + 6 + GENERALIZED_STEPS;

/**
 * Measures everything.
 * @param {{ quick?: boolean, highs: object, progress?: (done: number, total: number, label: string) => void }} options
 *   highs: the loaded package of that name
 * @returns {{ markdown: string, data: object }}
 */
export function paperTables({ quick = false, highs, progress = () => {} }) {
  const d = draw(random(2026));
  let done = 0;
  const next = (label) => progress(done++, STEPS, label);
  const full = (many, few) => (quick ? few : many);
  const rounds = full(7, 3);
  warmUp();
  const depth = primitives(d, full(500, 40), rounds, next);
  const growing = polyhedra(d, full(150, 20), rounds, next);
  const cut = shortcut(depth.rows.slice(CLOSED_ROWS), growing.rows);
  const smooth = ellipsoids(d, full(1000, 30), full(5, 3), next);
  const meshes = lumps(d, full(150, 15), full(5, 3), next);
  const methods = strategies(d, { ellipsoids: full(1000, 20), cubes: full(300, 10) }, next);
  const generalized = generalizedTables(draw(random(2027)), { quick, highs, progress: next });
  progress(STEPS, STEPS, 'done');
  const markdown = `# The papers' tables

${prose(`Random pairs from a fixed seed${quick ? ', far fewer than in a full run' : ''}. Times are microseconds a
query through JavaScript, one call at a time, medians of interleaved rounds; they depend on the
machine (shared, Node ${process.versions.node.split('.')[0]}), while errors, iterations and support calls do
not. The papers' times are of C++ on other machines, so only ratios compare.`)}

## Incremental penetration depth against EPA

${depth.markdown}

## Polyhedra of growing size

${growing.markdown}

## The shortcut

${cut.markdown}

## GJK against Nesterov: ellipsoids

${smooth.markdown}

## GJK against Nesterov: hulls

${meshes.markdown}

## Frank–Wolfe and projected gradient

${methods.markdown}

## Generalized distance

${generalized.markdown}
`;
  return {
    markdown,
    data: {
      depth: depth.rows,
      polyhedra: growing.rows,
      ellipsoids: smooth.rows,
      hulls: meshes.rows,
      strategies: methods.rows,
      generalized: generalized.data,
    },
  };
}

await runReport(import.meta.url, 'papers', async ({ quick, progress }) => {
  const { default: loadHighs } = await load('highs');
  return paperTables({ quick, highs: await loadHighs(), progress });
});
