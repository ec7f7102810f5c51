/* One description for each query of two shapes: its name, methods, options, call of the module, and the
 * fields of its result. The free functions, Pair, World and ParallelWorld use these descriptions.
 *
 * Each description is a separate constant, so that bundlers can remove the unused ones. */
import * as abi from '../../wasm/dist/abi.js';
import { core } from '../core/module.js';

/** @import { CollideMethod } from './collide.js' */
/** @import { DistanceMethod } from './distance.js' */
/** @import { GrowthMethod } from './growth.js' */
/** @import { PenetrationMethod } from './penetration.js' */

/**
 * Calls the module's function for the pair whose poses are in the scratch block. Each query has a callback of
 * its own, because the engine inlines a call of the module only if its target never changes (saves 30 ns a
 * query).
 * @callback PairCall
 * @param {number} a handle of the first shape
 * @param {number} b handle of the second shape
 * @param {number} settings pointer, 0: defaults
 * @param {number} warm pointer to the warm record, 0: none
 * @returns {number} the status of the result (intersects: 1 or 0), or an error < 0
 */

/**
 * Calls the module's batch function for one pair, the pair in the scratch block.
 * @callback BatchCall
 * @param {number} n dimension
 * @param {number} base pointer to the scratch block
 * @param {number} settings pointer, 0: defaults
 * @param {number} warm pointer to the warm record, 0: none
 * @returns {number} an error < 0, otherwise the status is in the result record
 */

/**
 * @typedef {object} QueryFacts
 * @property {string} name of the function, for messages
 * @property {readonly string[]} methods the supported methods; the first is the default
 * @property {readonly string[]} options the options besides tolerance, maxIterations, method and out
 * @property {number} [maxIterations] the default of the option maxIterations
 * @property {number} [tolerance] the default of the option tolerance
 * @property {string} [traced] if the query returns only a boolean: the query that has traces
 * @property {string} [range] of casts: the end of the message for a motion out of range
 */

/**
 * The description of a query, completed for the checks of its options.
 * @typedef {QueryFacts & { keys: ReadonlySet<string>, maxIterations: number, tolerance: number, checked: object | undefined }} Query
 *   `keys`: the names of all options. `checked`: the options object whose keys were checked last
 */

/**
 * A field of a result: its name, its offset in the module's record, and its form.
 * @typedef {readonly [string, number, number]} Field
 */

/**
 * The description of the World method that runs a query for all pairs.
 * @typedef {object} WorldFacts
 * @property {string} worldName name of the method
 * @property {number} code the module's number of the query
 * @property {readonly Field[]} columns the columns of its results
 */

/** @typedef {Query & { call: PairCall }} PairQuery */
/** @typedef {Query & { call: BatchCall }} BatchQuery */

/** The forms of a field. A vector has as many numbers as the world has dimensions. */
export const INTEGER = 0;
export const NUMBER = 1;
export const VECTOR = 2;

const COMMON = ['tolerance', 'maxIterations', 'method', 'out'];

/**
 * Completes the description of a query.
 * @template {QueryFacts} F
 * @param {F} facts
 * @returns {F & Query}
 */
export const describe = (facts) => ({
  ...facts,
  maxIterations: facts.maxIterations ?? abi.DEFAULT_MAX_ITERATIONS,
  tolerance: facts.tolerance ?? abi.DEFAULT_TOLERANCE,
  keys: new Set([...COMMON, ...facts.options]),
  checked: undefined,
});

/**
 * A description without the option `out`.
 * @template {Query} Q
 * @param {Q} query @returns {Q}
 * @internal
 */
/* @__NO_SIDE_EFFECTS__ */
export const withoutOut = ({ keys, ...query }) =>
  /** @type {any} */ ({ ...query, keys: new Set([...keys].filter((key) => key !== 'out')) });

/**
 * describe() with the type of a query of two shapes, so that the compiler checks the literals below.
 * @type {(facts: QueryFacts & WorldFacts & { call: PairCall }) => PairQuery & WorldFacts}
 */
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
/** The methods of all queries of point sets and p-norm balls. @type {readonly string[]} */
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

/** Like collide, but it returns only the boolean and fills no result. @type {PairQuery} */
export const INTERSECTS = /* @__PURE__ */ withoutOut(
  /* @__PURE__ */ describe({
    name: 'intersects',
    call: /** @type {PairCall} */ (
      (a, b, settings, warm) => core.pair_intersects(a, b, settings, warm)
    ),
    methods: OVERLAP_METHODS,
    options: ['subalgorithm'],
    traced: 'collide',
  }),
);

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

/** The facts that all queries of moving shapes share. @internal */
export const MOTION_FACTS = {
  methods: /** @type {readonly 'auto'[]} */ (['auto']),
  maxIterations: abi.DEFAULT_CAST_ITERATIONS,
};

/**
 * Describes a query of moving shapes.
 * @param {Omit<QueryFacts, 'methods'> & { call: PairCall }} facts @returns {PairQuery}
 */
const describeMotion = (facts) => /** @type {any} */ (describe({ ...MOTION_FACTS, ...facts }));
/** Messages for motions out of range. The checks in motion.js cover all other numbers. @internal */
export const CAST_RANGE =
  'the displacement must be zero or have a component of magnitude >= 1e-150';
/** @internal */
export const RAY_RANGE = 'ray.direction must have a component of magnitude >= 1e-150';
const CAST_OPTIONS = ['minTime', 'maxTime', 'target', 'trace'];
const IMPACT_OPTIONS = ['maxTime', 'target'];

export const CAST_SHAPE = /* @__PURE__ */ describeMotion({
  name: 'castShape',
  call: (a, b, settings, warm) => core.pair_cast_shape(a, b, settings, warm),
  options: CAST_OPTIONS,
  range: CAST_RANGE,
});

export const CAST_GRADIENT = /* @__PURE__ */ describeMotion({
  name: 'castGradient',
  call: (a, b, settings, warm) => core.pair_cast_gradient(a, b, settings, warm),
  options: CAST_OPTIONS,
  range: CAST_RANGE,
});

/** The second shape is the ray's point. */
export const CAST_RAY = /* @__PURE__ */ describeMotion({
  name: 'castRay',
  call: (shape, _, settings) => core.cast_ray(shape, settings),
  options: CAST_OPTIONS,
  range: RAY_RANGE,
});

export const TIME_OF_IMPACT = /* @__PURE__ */ describeMotion({
  name: 'timeOfImpact',
  call: (a, b, settings, warm) => core.pair_time_of_impact(a, b, settings, warm),
  options: [...IMPACT_OPTIONS, 'trace'],
  tolerance: abi.DEFAULT_IMPACT_TOLERANCE,
});

/** Like timeOfImpact, but it returns only a boolean and fills no result. */
export const STAYS_APART = /* @__PURE__ */ withoutOut(
  /* @__PURE__ */ describeMotion({
    name: 'staysApart',
    call: (a, b, settings, warm) => core.pair_stays_apart(a, b, settings, warm),
    options: IMPACT_OPTIONS,
    traced: 'timeOfImpact',
    tolerance: abi.DEFAULT_IMPACT_TOLERANCE,
  }),
);
