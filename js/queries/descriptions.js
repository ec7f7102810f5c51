/* What the queries of two shapes are, written once: their names, methods, options, calls of the module, and
 * the fields of their results. The free functions, Pair, World and its workers read it here.
 *
 * Each description is a constant of its own, so that a bundle holds only those it uses. */
import * as abi from '../../wasm/dist/abi.js';
import { core } from '../core/module.js';

/** @import { CollideMethod } from './collide.js' */
/** @import { DistanceMethod } from './distance.js' */
/** @import { GrowthMethod } from './growth.js' */
/** @import { PenetrationMethod } from './penetration.js' */

/**
 * The module's call for the pair in the scratch block. Every query has a function of its own: the engine
 * inlines a call of the module only where it always calls the same one (30 ns a query).
 * @callback PairCall
 * @param {number} a handle
 * @param {number} b
 * @param {number} settings pointer, 0: defaults
 * @param {number} warm pointer, 0: cold
 * @returns {number} the status of the result, or an error
 */

/**
 * The module's call for the pair in the scratch block as a batch of one pair.
 * @callback BatchCall
 * @param {number} n dimension
 * @param {number} base scratch, in bytes
 * @param {number} settings pointer, 0: defaults
 * @param {number} warm pointer, 0: cold
 * @returns {number}
 */

/**
 * @typedef {object} QueryFacts
 * @property {string} name of the function, for messages
 * @property {readonly string[]} methods the first is the default
 * @property {readonly string[]} options beside tolerance, maxIterations, method and out
 * @property {number} [maxIterations] the default
 */

/**
 * A query as the checks of arguments see it.
 * @typedef {QueryFacts & { keys: ReadonlySet<string>, maxIterations: number }} Query `keys`: all options
 */

/** A field of a result: its name, its place in the module's record, its form. @typedef {readonly [string, number, number]} Field */

/**
 * The same query of all pairs of a World.
 * @typedef {object} WorldFacts
 * @property {string} worldName of the method
 * @property {number} code the module's number
 * @property {readonly Field[]} columns
 */

/** @typedef {Query & { call: PairCall }} PairQuery */
/** @typedef {Query & { call: BatchCall }} BatchQuery */

/** Forms of a field: numbers in a column; a vector has as many as the world has dimensions. */
export const INTEGER = 0;
export const NUMBER = 1;
export const VECTOR = 2;

const COMMON = ['tolerance', 'maxIterations', 'method', 'out'];

/**
 * @template {QueryFacts} F
 * @param {F} facts
 * @returns {F & Query}
 */
export const describe = (facts) => ({
  ...facts,
  maxIterations: facts.maxIterations ?? abi.DEFAULT_MAX_ITERATIONS,
  keys: new Set([...COMMON, ...facts.options]),
});

/** Typed, because an object literal in a call has the type of its parameter. @type {(facts: QueryFacts & WorldFacts & { call: PairCall }) => PairQuery & WorldFacts} */
const describePairs = describe;

/** @type {readonly GrowthMethod[]} */
export const GROWTH_METHODS = ['auto', 'cutting-plane', 'newton'];
/** @type {readonly DistanceMethod[]} */
export const DISTANCE_METHODS = [
  'auto',
  'gjk',
  'nesterov',
  'nesterov-normalized',
  'polyak',
  'frank-wolfe',
];
/** @type {readonly PenetrationMethod[]} */
export const DEPTH_METHODS = ['auto', 'incremental', 'sqp', 'mpr', 'epa'];
/** @type {readonly CollideMethod[]} */
export const OVERLAP_METHODS = [
  'auto',
  'cutting-plane',
  'gjk',
  'nesterov',
  'nesterov-normalized',
  'polyak',
  'frank-wolfe',
];
/** Of point sets and p-norm balls, whatever is asked. @type {readonly string[]} */
export const ND_METHODS = ['auto', 'cutting-plane'];

export const GROWTH = /* @__PURE__ */ describePairs({
  name: 'growthDistance',
  worldName: 'growthDistances',
  code: abi.WORLD_GROWTH,
  call: (a, b, settings, warm) => core.pair_growth_distance(a, b, settings, warm),
  methods: GROWTH_METHODS,
  options: ['trace'],
  columns: [
    ['value', abi.GROWTH_RESULT_VALUE, NUMBER],
    ['lower', abi.GROWTH_RESULT_LOWER, NUMBER],
    ['upper', abi.GROWTH_RESULT_UPPER, NUMBER],
    ['normal', abi.GROWTH_RESULT_NORMAL, VECTOR],
    ['pointA', abi.GROWTH_RESULT_POINT_A, VECTOR],
    ['pointB', abi.GROWTH_RESULT_POINT_B, VECTOR],
    ['contact', abi.GROWTH_RESULT_CONTACT, VECTOR],
    ['iterations', abi.GROWTH_RESULT_ITERATIONS, INTEGER],
    ['status', abi.GROWTH_RESULT_STATUS, INTEGER],
  ],
});

export const COLLIDE = /* @__PURE__ */ describePairs({
  name: 'collide',
  worldName: 'intersections',
  code: abi.WORLD_COLLISION,
  call: (a, b, settings, warm) => core.pair_collide(a, b, settings, warm),
  methods: OVERLAP_METHODS,
  options: ['subalgorithm', 'trace'],
  columns: [
    ['colliding', abi.COLLISION_RESULT_COLLIDING, INTEGER],
    ['point', abi.COLLISION_RESULT_POINT, VECTOR],
    ['normal', abi.COLLISION_RESULT_NORMAL, VECTOR],
    ['lower', abi.COLLISION_RESULT_LOWER, NUMBER],
    ['upper', abi.COLLISION_RESULT_UPPER, NUMBER],
    ['iterations', abi.COLLISION_RESULT_ITERATIONS, INTEGER],
    ['status', abi.COLLISION_RESULT_STATUS, INTEGER],
  ],
});

/** The answer of collide alone: there is no result to fill. @type {PairQuery} */
export const INTERSECTS = /* @__PURE__ */ describe({
  name: 'intersects',
  call: /** @type {PairCall} */ (
    (a, b, settings, warm) => core.pair_intersects(a, b, settings, warm)
  ),
  methods: OVERLAP_METHODS,
  options: ['subalgorithm'],
});

export const DISTANCE = /* @__PURE__ */ describePairs({
  name: 'distance',
  worldName: 'distances',
  code: abi.WORLD_DISTANCE,
  call: (a, b, settings, warm) => core.pair_distance(a, b, settings, warm),
  methods: DISTANCE_METHODS,
  options: ['subalgorithm', 'simplex', 'trace'],
  columns: [
    ['value', abi.DISTANCE_RESULT_VALUE, NUMBER],
    ['lower', abi.DISTANCE_RESULT_LOWER, NUMBER],
    ['upper', abi.DISTANCE_RESULT_VALUE, NUMBER],
    ['normal', abi.DISTANCE_RESULT_NORMAL, VECTOR],
    ['pointA', abi.DISTANCE_RESULT_POINT_A, VECTOR],
    ['pointB', abi.DISTANCE_RESULT_POINT_B, VECTOR],
    ['iterations', abi.DISTANCE_RESULT_ITERATIONS, INTEGER],
    ['status', abi.DISTANCE_RESULT_STATUS, INTEGER],
  ],
});

export const PENETRATION = /* @__PURE__ */ describePairs({
  name: 'penetration',
  worldName: 'penetrations',
  code: abi.WORLD_PENETRATION,
  call: (a, b, settings, warm) => core.pair_penetration(a, b, settings, warm),
  methods: DEPTH_METHODS,
  options: ['direction', 'trace'],
  maxIterations: abi.DEFAULT_DEPTH_ITERATIONS,
  columns: [
    ['value', abi.PENETRATION_RESULT_DEPTH, NUMBER],
    ['lower', abi.PENETRATION_RESULT_LOWER, NUMBER],
    ['upper', abi.PENETRATION_RESULT_DEPTH, NUMBER],
    ['normal', abi.PENETRATION_RESULT_NORMAL, VECTOR],
    ['pointA', abi.PENETRATION_RESULT_POINT_A, VECTOR],
    ['pointB', abi.PENETRATION_RESULT_POINT_B, VECTOR],
    ['iterations', abi.PENETRATION_RESULT_ITERATIONS, INTEGER],
    ['supportCalls', abi.PENETRATION_RESULT_SUPPORT_CALLS, INTEGER],
    ['status', abi.PENETRATION_RESULT_STATUS, INTEGER],
  ],
});

export const SIGNED = /* @__PURE__ */ describePairs({
  name: 'signedDistance',
  worldName: 'signedDistances',
  code: abi.WORLD_SIGNED,
  call: (a, b, settings, warm) => core.pair_signed_distance(a, b, settings, warm),
  methods: DEPTH_METHODS,
  options: ['direction', 'trace'],
  maxIterations: abi.DEFAULT_DEPTH_ITERATIONS,
  columns: [
    ['value', abi.SIGNED_RESULT_VALUE, NUMBER],
    ['lower', abi.SIGNED_RESULT_LOWER, NUMBER],
    ['upper', abi.SIGNED_RESULT_UPPER, NUMBER],
    ['normal', abi.SIGNED_RESULT_NORMAL, VECTOR],
    ['pointA', abi.SIGNED_RESULT_POINT_A, VECTOR],
    ['pointB', abi.SIGNED_RESULT_POINT_B, VECTOR],
    ['iterations', abi.SIGNED_RESULT_ITERATIONS, INTEGER],
    ['supportCalls', abi.SIGNED_RESULT_SUPPORT_CALLS, INTEGER],
    ['status', abi.SIGNED_RESULT_STATUS, INTEGER],
  ],
});
