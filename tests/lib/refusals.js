/*
 * The table of refusals: for every query and option, the refused values, the class of the error and
 * a pattern of its message. Queries, methods and options are in tests/lib/results.js.
 */
import { METHOD_TEXTS, SUBALGORITHM_TEXTS } from '../../wasm/dist/abi.js';

/** [value, class, message]. @typedef {[unknown, string, RegExp]} Refusal */

const NO_NUMBER = ['1', null, [1], {}, true, 1n];

/** Refusals of values that are not numbers or out of range. @returns {Refusal[]} */
const numbers = (name, outside) => [
  ...NO_NUMBER.map((x) => [x, 'TypeError', new RegExp(`${name}.* must be a number, got `)]),
  ...outside.map((x) => [
    x,
    'RangeError',
    new RegExp(`${name}.*, got ${String(x).replace('+', '\\+')}`),
  ]),
];

/** Refusals of a body's velocity. @returns {Refusal[]} */
const velocity = (name) => (n) => [
  ...[5, 'fast', null, [1, 2, 3]].map((x) => [
    x,
    'TypeError',
    new RegExp(`${name} must be an object`),
  ]),
  [{ speed: 1 }, 'TypeError', new RegExp(`${name} has no option "speed"`)],
  [{ linear: 1 }, 'TypeError', new RegExp(`${name}.linear must be ${n} numbers`)],
  [
    { linear: Array(n).fill('1') },
    'TypeError',
    new RegExp(`${name}.linear\\[0\\] must be a number`),
  ],
  [{ linear: Array(n).fill(NaN) }, 'RangeError', new RegExp(`${name} must be finite`)],
  [{ angular: '1' }, 'TypeError', new RegExp(`${name}.angular must be `)],
  [{ angular: n === 2 ? Infinity : [0, 0, Infinity] }, 'RangeError', new RegExp(`${name} must be`)],
];

/** Refusals of values that are neither true nor false. */
const flag = (name) => (n, query) =>
  [1, 'yes', null, {}].map((x) => [
    x,
    'TypeError',
    new RegExp(`${query}: ${name} must be true or false, got `),
  ]);

/**
 * Refusals by option; n is the dimension of the shapes.
 * @type {Record<string, (n: number, query: string) => Refusal[]>}
 */
export const OPTION_REFUSALS = {
  tolerance: (n, query) => numbers(`${query}: tolerance`, [0, 1, -1, 2, NaN, Infinity]),
  maxIterations: (n, query) =>
    numbers(`${query}: maxIterations`, [0, -1, 1.5, 1e6 + 1, NaN, Infinity]),
  out: (n, query) => [
    ...[5, null, 'x', true].map((x) => [
      x,
      'TypeError',
      new RegExp(`${query}: out must be a result`),
    ]),
    [Object.freeze({}), 'TypeError', /out must be a result object that is not frozen/],
  ],
  trace: flag('trace'),
  simplex: flag('simplex'),
  jacobians: flag('jacobians'),
  direction: (n, query) => [
    ...[5, null, 'up', [1], [1, 2, 3, 4], {}].map((x) => [
      x,
      'TypeError',
      new RegExp(`${query}: direction must be ${n} numbers`),
    ]),
    [Array(n).fill('1'), 'TypeError', /direction\[0\] must be a number, got "1"/],
    ...[0, NaN, Infinity, 1e200].map((x) => [
      Array(n).fill(x),
      'RangeError',
      /direction must be finite and not zero, got \[/,
    ]),
  ],
  minTime: (n, query) => [
    ...numbers(`${query}: minTime`, [Infinity]),
    [NaN, 'RangeError', new RegExp(`${query}: minTime must not be NaN`)],
  ],
  maxTime: (n, query) => [
    ...numbers(`${query}: maxTime`, [-1, -Infinity]),
    [NaN, 'RangeError', new RegExp(`${query}: maxTime must not be NaN`)],
  ],
  target: (n, query) => numbers(`${query}: target`, [-1, NaN, Infinity]),
  velocityA: velocity('velocityA'),
  velocityB: velocity('velocityB'),
};

/**
 * Refusals of a name outside a list: all other names of the module, and values that are no names.
 */
const names = (what, all, taken, query) => [
  ...all
    .filter((name) => !taken.includes(name))
    .map((name) => [
      name,
      'RangeError',
      new RegExp(`${query} has no ${what} "${name}"; its ${what}s are `),
    ]),
  ...['', 'fast', 'AUTO', 5, null, {}, true].map((x) => [
    x,
    'RangeError',
    new RegExp(`${query} has no ${what} `),
  ]),
];
export const SUBALGORITHMS = SUBALGORITHM_TEXTS;
export const methodRefusals = (query, taken) => names('method', METHOD_TEXTS, taken, query);
export const subalgorithmRefusals = (query) =>
  names('subalgorithm', SUBALGORITHM_TEXTS, SUBALGORITHM_TEXTS, query);

/** Values that every query refuses as its options. */
export const NO_OPTIONS = [5, 'x', true, null, [], [1]];

/** Refusals of the options of worlds and their bodies, by option. */
export const WORLD_REFUSALS = {
  margin: () => numbers('margin', [-1, NaN, -Infinity, 1e300]),
  group: () => numbers('group', [-1, 0.5, 2 ** 32, NaN]),
  mask: () => numbers('mask', [-1, 0.5, 2 ** 32, NaN]),
  dimension: () =>
    [1, 4, 2.5, NaN, '3', null].map((x) => [
      x,
      'RangeError',
      /World: dimension must be 2 or 3, got /,
    ]),
  workers: () => numbers('workers', [0, 1.5, 257, NaN]),
  shared: () => [1, 'yes', null].map((x) => [x, 'TypeError', /shared must be true or false, got /]),
  pairs: () => [
    ...[5, 'ab', null, {}].map((x) => [x, 'TypeError', /pairs must be body numbers, two per pair/]),
    [[0], 'TypeError', /pairs must contain two body numbers per pair, got 1 numbers/],
    [[[0]], 'TypeError', /pairs\[0\] must be two body numbers/],
    [['0', 1], 'TypeError', /pair 0 must be two body numbers/],
    ...[9, -1, 0.5, NaN].map((x) => [
      [0, x],
      'RangeError',
      /pair 0 contains body .*, which does not exist/,
    ]),
  ],
  count: () => [[1, 'TypeError', /count applies only to a list of pairs, got 1 without a list/]],
  data: () => [], // anything
};

/** Refusals of the options of nearest() and overlapping(), if they differ from the tables above. */
export const PROBE_REFUSALS = {
  count: () => numbers('count', [0, -1, 0.5, NaN, Infinity]),
  maxDistance: () => numbers('maxDistance', [-1, NaN, -Infinity]),
  exclude: () => [
    ...['0', null, {}, ['0'], [null]].map((x) => [
      x,
      'TypeError',
      /exclude must be a body or a list of bodies, got /,
    ]),
    ...[-1, 0.5, NaN, [-1], [0, 1e9]].map((x) => [
      x,
      'RangeError',
      /exclude must contain body numbers, integers >= 0, got /,
    ]),
  ],
  out: () => [5, 'x', null, {}].map((x) => [x, 'TypeError', /out must be an array to fill, got /]),
};

/**
 * Shape types that newton accepts. In 3D both shapes must be primitives or smooth hulls and one of
 * them curved; in 2D one must be curved.
 */
const NEWTON_3D = {
  sphere: { radius: 1 },
  ellipsoid: { radii: [1, 2, 3] },
  box: { halfExtents: [1, 2, 3] },
  capsule: { halfHeight: 1, radius: 1 },
  cylinder: { halfHeight: 1, radius: 1 },
  cone: { halfHeight: 1, radius: 1 },
  frustum: { halfHeight: 1, bottomRadius: 1, topRadius: 0.5 },
  dsf: {
    points: [[1, 1, 1], [-1, -1, 1], [-1, 1, -1], [1, -1, -1]],
    exponent: 3,
  },
  point: { margin: 1 },
  hull: { points: [[1, 1, 1], [-1, -1, 1], [-1, 1, -1], [1, -1, -1]] },
  segment: { a: [-1, 0, 0], b: [1, 0, 0], margin: 0.5 },
  triangle: { a: [-1, 0, 0], b: [1, 0, 0], c: [0, 1, 0], margin: 0.5 },
}; // prettier-ignore
const REFUSED_3D = {
  sum: { a: { type: 'sphere', radius: 1 }, b: { type: 'box', halfExtents: [1, 1, 1] } },
  halfspace: { normal: [0, 1, 0], offset: -9 },
}; // prettier-ignore
const CURVED_2D = {
  circle: { radius: 1 },
  ellipse: { radii: [1, 2] },
  stadium: { halfHeight: 1, radius: 1 },
  dsf: { points: [[1, 0], [-1, 0], [0, 1], [0, -1]], exponent: 3 },
  point: { dimension: 2, margin: 1 },
  segment: { a: [-1, 0], b: [1, 0], margin: 0.5 },
  triangle: { a: [-1, 0], b: [1, 0], c: [0, 1], margin: 0.5 },
  sum: { a: { type: 'circle', radius: 1 }, b: { type: 'rectangle', halfExtents: [1, 1] } },
}; // prettier-ignore
const POLYGONS_2D = {
  rectangle: { halfExtents: [1, 2] },
  polygon: { points: [[1, 0], [-1, 0], [0, 1]] },
}; // prettier-ignore
const flat = ['box', 'hull'];
/** { n, types that newton accepts, types that it refuses, accepted types that are not curved } */
export const NEWTON = [
  { n: 3, known: NEWTON_3D, unknown: REFUSED_3D, flat },
  { n: 2, known: { ...CURVED_2D, ...POLYGONS_2D }, unknown: {}, flat: Object.keys(POLYGONS_2D) },
];
