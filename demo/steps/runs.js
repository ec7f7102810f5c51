/* The queries and methods that can be traced, and the trace of one of them for a pair of shapes. */
import { collide, distance, growthDistance, penetration, signedDistance } from 'growth-distance';
import {
  METHODS as COMPARED,
  Shape as ComparedShape,
  growthDistance as growthDistanceBy,
} from 'growth-distance/compare';

const GROWTH_METHODS = {
  auto: 'automatic',
  'cutting-plane': 'cutting planes',
  newton: 'Newton',
  ie: 'internal expanding',
  zc: 'conic projection',
  'zc-ie': 'hybrid of both',
  inc: 'facet walk',
  dcf: 'Newton on smooth hulls',
  dcol: 'interior point',
};
const DISTANCE_METHODS = {
  auto: 'automatic',
  gjk: 'GJK',
  nesterov: 'Nesterov GJK',
  'nesterov-normalized': 'Nesterov, normalised',
  polyak: 'Polyak GJK',
  'frank-wolfe': 'Frank-Wolfe',
};
const DEPTH_METHODS = {
  auto: 'automatic',
  epa: 'EPA',
  incremental: 'incremental',
  sqp: 'SQP',
  mpr: 'MPR',
};

/** The solvers for the nearest point of a simplex; the library uses the first one by default. */
export const SUBALGORITHMS = {
  'signed-volumes': 'signed volumes',
  johnson: 'Johnson',
  'divide-and-conquer': 'divide and conquer',
};

/**
 * @typedef {object} Query
 * @property {string} label
 * @property {string} symbol of the quantity that the bounds enclose
 * @property {string} meaning of the symbol, in words
 * @property {Record<string, string>} methods name by key
 * @property {boolean} [simplex] whether the query depends on the subalgorithm
 * @property {(r: any) => string} value short text of the result
 * @property {(...pair: any[]) => any} ask runs the query
 */

/** The same shapes in the module of the comparison methods, each made once. */
const compared = new WeakMap();
function comparedShape(shape) {
  if (!compared.has(shape)) compared.set(shape, ComparedShape.from(shape.toJSON()));
  return compared.get(shape);
}

const number = (x) => x.toPrecision(6);

/** @type {Record<string, Query>} */
export const QUERIES = {
  growthDistance: {
    label: 'Growth distance',
    symbol: 'σ',
    meaning: 'growth distance',
    methods: GROWTH_METHODS,
    value: (r) => number(r.value),
    ask: (a, poseA, b, poseB, options) =>
      COMPARED.includes(options.method)
        ? growthDistanceBy(comparedShape(a), poseA, comparedShape(b), poseB, options)
        : growthDistance(a, poseA, b, poseB, options),
  },
  distance: {
    label: 'Distance',
    symbol: 'd',
    meaning: 'distance',
    methods: DISTANCE_METHODS,
    simplex: true,
    value: (r) => number(r.value),
    ask: distance,
  },
  penetration: {
    label: 'Penetration depth',
    symbol: 'δ',
    meaning: 'penetration depth',
    methods: DEPTH_METHODS,
    value: (r) => number(r.value),
    ask: penetration,
  },
  signedDistance: {
    label: 'Signed distance',
    symbol: 's',
    meaning: 'signed distance',
    methods: DEPTH_METHODS,
    value: (r) => number(r.value),
    ask: signedDistance,
  },
  collide: {
    label: 'Collision',
    symbol: 'σ',
    meaning: 'growth distance',
    methods: { ...DISTANCE_METHODS, 'cutting-plane': 'cutting planes' },
    simplex: true,
    value: (r) => (r.colliding ? 'overlap' : 'separated'),
    ask: collide,
  },
};

/**
 * @typedef {{ query: string, method: string, subalgorithm: string }} Run subalgorithm: '' if the run
 *   uses none
 */

const USES_SIMPLEX = Object.keys(DISTANCE_METHODS);

/** Whether a run computes the nearest point of a simplex. @param {Run} run */
export const hasSubalgorithm = ({ query, method }) =>
  QUERIES[query].simplex === true && USES_SIMPLEX.includes(method) && method !== 'auto';

/** @param {string} query @param {string} method @param {string} [subalgorithm] @returns {Run} */
export function runOf(query, method, subalgorithm = 'signed-volumes') {
  const run = { query, method, subalgorithm: '' };
  return hasSubalgorithm(run) ? { ...run, subalgorithm } : run;
}

/** `query:method:subalgorithm`; the default subalgorithm is left out. @param {Run} run */
export const writeRun = ({ query, method, subalgorithm }) =>
  [
    query,
    method,
    ...(subalgorithm in SUBALGORITHMS && subalgorithm !== 'signed-volumes' ? [subalgorithm] : []),
  ].join(':');

/** @param {string} text @returns {Run | null} */
export function readRun(text) {
  const [query, method, subalgorithm = 'signed-volumes'] = text.split(':');
  if (!Object.hasOwn(QUERIES, query)) return null;
  if (!Object.hasOwn(QUERIES[query].methods, method)) return null;
  if (!Object.hasOwn(SUBALGORITHMS, subalgorithm)) return null;
  return runOf(query, method, subalgorithm);
}

/** A short name of a run. @param {Run} run */
export function nameOf({ query, method, subalgorithm }) {
  const { symbol, methods } = QUERIES[query];
  const beside =
    subalgorithm && subalgorithm !== 'signed-volumes' ? `, ${SUBALGORITHMS[subalgorithm]}` : '';
  return `${query === 'collide' ? 'collision' : symbol}: ${methods[method]}${beside}`;
}

/** All methods of all queries, as options of a select. */
export const METHOD_OPTIONS = Object.entries(QUERIES).flatMap(([query, { label, methods }]) =>
  Object.keys(methods).map((method) => ({
    value: `${query}:${method}`,
    label: nameOf(runOf(query, method)),
    group: label,
  })),
);

/**
 * If the shapes are separated, the point in the last row belongs to neither shape. This function removes
 * it.
 */
const withoutPoint = (rows) => rows.with(-1, { ...rows.at(-1), vertices: [], point: null });

/**
 * @typedef {object} Solved
 * @property {Run} run
 * @property {import('growth-distance').TraceIterate[]} rows empty if the method does not support the
 *   shapes
 * @property {number | null} iterations
 * @property {number | null} supportCalls per shape
 * @property {string} value
 * @property {string} status
 * @property {string} error a sentence; '' without error
 */

/**
 * @param {Run} run
 * @param {{ shape: import('growth-distance').Shape, pose: object }} a
 * @param {{ shape: import('growth-distance').Shape, pose: object }} b
 * @returns {Solved}
 */
export function solve(run, a, b) {
  const { ask, value } = QUERIES[run.query];
  const options = { method: run.method, trace: true };
  if (run.subalgorithm) options.subalgorithm = run.subalgorithm;
  try {
    const r = ask(a.shape, a.pose, b.shape, b.pose, options);
    const asked = r.trace.filter((row) => row.support).length;
    return {
      run,
      rows: r.colliding === false ? withoutPoint(r.trace) : r.trace,
      iterations: r.iterations,
      supportCalls: r.supportCalls ?? Math.max(asked, run.method === 'dcol' ? 0 : r.iterations),
      value: value(r),
      status: r.status,
      error: '',
    };
  } catch (error) {
    return {
      ...{ run, rows: [], iterations: null, supportCalls: null },
      value: '–',
      status: 'not for this pair',
      error: error.message,
    };
  }
}
