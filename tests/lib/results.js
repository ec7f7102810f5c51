/*
 * The table of results: every field of every query, with the check that fails if the field is
 * wrong.
 *
 * A row is [field, check] or [field, check, role]. Checks read a result by role (`value`, `lower`,
 * `normal`, …), so a renamed field changes only its row. A dotted field is a part of another field.
 */
import assert from 'node:assert/strict';
import { derivativeRows } from './derivative-checks.js';
import {
  collision,
  count,
  depth,
  distance,
  generalized,
  growth,
  signed,
  supportCalls,
  unit,
} from './field-checks.js';

const DISTANCE_METHODS = [
  'auto',
  'gjk',
  'nesterov',
  'nesterov-normalized',
  'polyak',
  'frank-wolfe',
];
const DEPTH_METHODS = ['auto', 'incremental', 'sqp', 'mpr', 'epa'];
const GROWTH_METHODS = ['auto', 'cutting-plane', 'newton'];
const SETS_METHODS = ['auto', 'cutting-plane'];

/** Options that every query takes. */
export const COMMON_OPTIONS = ['tolerance', 'maxIterations', 'method', 'out'];
const DERIVATIVES = ['jacobians', 'velocityA', 'velocityB'];

const TRACE = ['trace', (x) => assert.ok(Array.isArray(x) && x.length > 0)];

const GROWTH = [
  ['value', growth.value],
  ['lower', growth.lower],
  ['upper', growth.upper],
  ['normal', unit],
  ['pointA', growth.point('a')],
  ['pointB', growth.point('b')],
  ['contact', growth.contact],
  ['iterations', count],
  ['status', growth.status],
  TRACE,
];
const DISTANCE = [
  ['value', distance.value],
  ['lower', distance.lower],
  ['upper', distance.upper],
  ['normal', distance.normal],
  ['pointA', distance.point('a')],
  ['pointB', distance.point('b')],
  ['simplexA', distance.simplex('a')],
  ['simplexB', distance.simplex('b')],
  ['iterations', count],
  ['status', distance.status],
  TRACE,
];
const PENETRATION = [
  ['value', depth.value],
  ['lower', depth.lower],
  ['upper', depth.upper],
  ['normal', depth.normal],
  ['pointA', depth.point('a')],
  ['pointB', depth.point('b')],
  ['iterations', count],
  ['supportCalls', supportCalls],
  ['status', depth.status],
  TRACE,
];

/**
 * By query: the rows, the methods with the default first, the options beside the common ones, and
 * every status of the query. `extra` are the options with which a result has every field.
 */
export const RESULTS = {
  growthDistance: {
    rows: GROWTH,
    methods: GROWTH_METHODS,
    options: ['trace'],
    statuses: ['optimal', 'coincident', 'max-iterations', 'precision'],
  },
  collide: {
    rows: [
      ['colliding', collision.colliding],
      ['point', collision.point],
      ['normal', collision.normal],
      ['lower', collision.lower],
      ['upper', collision.upper],
      ['iterations', count],
      ['status', collision.status],
      TRACE,
    ],
    methods: [...SETS_METHODS, ...DISTANCE_METHODS.slice(1)],
    options: ['subalgorithm', 'trace'],
    statuses: ['optimal', 'max-iterations', 'precision'],
  },
  distance: {
    rows: DISTANCE,
    methods: DISTANCE_METHODS,
    options: ['subalgorithm', 'simplex', 'trace'],
    extra: { simplex: true },
    statuses: ['optimal', 'max-iterations', 'precision'],
  },
  penetration: {
    rows: PENETRATION,
    methods: DEPTH_METHODS,
    options: ['direction', 'trace'],
    statuses: ['optimal', 'max-iterations', 'precision', 'local'],
  },
  signedDistance: {
    rows: [
      ['value', signed.value],
      ['lower', signed.lower],
      ['upper', signed.upper],
      ['normal', signed.normal],
      ['pointA', signed.point('a')],
      ['pointB', signed.point('b')],
      ['iterations', count],
      ['supportCalls', supportCalls],
      ['status', signed.status],
      TRACE,
    ],
    methods: DEPTH_METHODS,
    options: ['direction', 'trace'],
    statuses: ['optimal', 'max-iterations', 'precision', 'local'],
  },
  generalizedDistance: {
    rows: [
      ['value', generalized.value],
      ['lower', generalized.lower],
      ['upper', generalized.upper],
      ['contact', generalized.contact],
      ['normal', unit],
      ['pointA', generalized.pointA],
      ['pointB', generalized.pointB],
      ['iterations', generalized.iterations],
      ['rayIterations', generalized.rayIterations],
      ['status', generalized.status],
      TRACE,
    ],
    methods: SETS_METHODS,
    options: ['trace'],
    statuses: ['optimal', 'max-iterations', 'precision'],
  },
};

/** The queries with derivatives: the rows of the query without derivatives, and rows for these. */
export const GRADIENTS = {
  growthGradient: {
    of: 'growthDistance',
    vectors: ['normal', 'pointA', 'pointB', 'contact'],
  },
  distanceGradient: { of: 'distance', vectors: ['normal', 'pointA', 'pointB'] },
  penetrationGradient: { of: 'penetration', vectors: ['normal', 'pointA', 'pointB'] },
};
for (const row of Object.values(GRADIENTS)) {
  const plain = RESULTS[row.of];
  row.methods = plain.methods;
  row.options = [...plain.options, ...DERIVATIVES];
  row.extra = { ...plain.extra, jacobians: true };
  row.rows = [...plain.rows, ...derivativeRows(row.vectors)];
}

/** The queries of moving shapes: tests/lib/motion-checks.js checks their fields. */
export const MOTIONS = {
  castShape: { options: ['minTime', 'maxTime', 'target', 'trace'] },
  castGradient: { options: ['minTime', 'maxTime', 'target', 'trace'] },
  timeOfImpact: { options: ['maxTime', 'target', 'trace'] },
  staysApart: { options: ['maxTime', 'target'], withoutOut: true },
  castRay: { options: ['minTime', 'maxTime', 'target', 'trace'] },
};
for (const row of Object.values(MOTIONS)) row.methods = ['auto'];

/** The overlap test that returns true or false. */
export const INTERSECTS = {
  methods: RESULTS.collide.methods,
  options: ['subalgorithm'],
  withoutOut: true,
};

/** Every query of the main entry that takes options, by name. */
export const QUERIES = { ...RESULTS, ...GRADIENTS, ...MOTIONS, intersects: INTERSECTS };

/** Fields and parts of fields of a result, by dotted name. @param {object} result */
export function flatten(result, prefix = '') {
  return Object.entries(result).flatMap(([key, x]) => {
    const name = prefix + key;
    const plain = typeof x === 'object' && x !== null && !Array.isArray(x);
    return [[name, x], ...(plain ? flatten(x, `${name}.`) : [])];
  });
}

/** A result by role, in the form that checks read. @param {any[][]} rows @param {object} result */
export function byRole(rows, result) {
  const fields = new Map(flatten(result));
  return Object.fromEntries(rows.map(([field, , role = field]) => [role, fields.get(field)]));
}

/**
 * Checks every field of a result; a field without a row is an error.
 * @param {any[][]} rows @param {object} result
 * @param {object} pair of tests/lib/posed-pairs.js
 * @param {object} asked the query: method, options, known
 * @returns {string[]} the fields that were checked
 */
export function checkResult(rows, result, pair, asked) {
  const checks = new Map(rows);
  const facts = byRole(rows, result);
  const fields = flatten(result);
  for (const [field, x] of fields) {
    const check = checks.get(field);
    assert.ok(check, `the field ${field} has no check: give it a row in tests/lib/results.js`);
    try {
      check(x, facts, pair, asked);
    } catch (error) {
      error.message = `${field}: ${error.message}`;
      throw error;
    }
  }
  return fields.map(([field]) => field);
}
