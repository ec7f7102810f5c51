/* The time of one call from JavaScript, for every query and every form of poses. The same queries also run in
 * one call of the module for all pairs; the difference is the overhead of JavaScript.
 *
 *   node tests/bench/calls.js [FOLDER]   FOLDER: another checkout of the package, built, to compare with */
import { pathToFileURL } from 'node:url';

import { Object3D } from 'three';
import { interleave } from './measure.js';
import { pairs } from './scenes.js';

const COUNT = 48;
const REPEATS = 20;
/** Runs of each subject before the measurement: on a busy machine the engine optimises late. */
const WARM_UP = 10;
/** Growth distances of the pairs. */
const PLACES = { overlapping: 0.5, grazing: 1.0001, near: 1.25, far: 6 };
const QUERIES = [
  { query: 'growthDistance', place: 'near' },
  { query: 'distance', place: 'near' },
  { query: 'penetration', place: 'overlapping' },
  { query: 'signedDistance', place: 'near' },
  { query: 'collide', place: 'near' },
  ...['far', 'near', 'grazing', 'overlapping'].map((place) => ({ query: 'intersects', place })),
];
const EXPORTS = {
  growthDistance: ['growth_distance', 'GROWTH_RESULT_STRIDE'],
  distance: ['distance', 'DISTANCE_RESULT_STRIDE'],
  penetration: ['penetration', 'PENETRATION_RESULT_STRIDE'],
  signedDistance: ['signed_distance', 'SIGNED_RESULT_STRIDE'],
  collide: ['collide', 'COLLISION_RESULT_STRIDE'],
  intersects: ['collide', 'COLLISION_RESULT_STRIDE'],
};

/** Forms of poses in users' programs. */
const FORMS = {
  flat: ({ position: p, quaternion: q, angle }) =>
    Float64Array.from(q ? [...p, ...q] : [...p, angle]),
  arrays: (pose) => structuredClone(pose),
  named: ({ position: [x, y, z], quaternion: q, angle }) =>
    q
      ? { position: { x, y, z }, quaternion: { x: q[0], y: q[1], z: q[2], w: q[3] } }
      : { position: { x, y }, angle },
  three: ({ position, quaternion }) => {
    const object = new Object3D();
    object.position.fromArray(position);
    object.quaternion.fromArray(quaternion);
    return object;
  },
};

/** The package of a folder, with the internal modules that a benchmark needs. @param {URL} folder */
export async function openPackage(folder) {
  const load = (path) => import(new URL(path, folder).href);
  const [api, module, abi] = await Promise.all(
    ['js/index.js', 'js/core/module.js', 'wasm/dist/abi.js'].map(load),
  );
  return { api, module, abi };
}

/**
 * A loop over all pairs as a function of its own. In a loop that several subjects share, the engine compiles
 * calls in the slow form that suits all subjects.
 */
const loop = (body) =>
  new Function(
    'ask',
    'shapes',
    'poses',
    'pairs',
    'options',
    `return (repeats) => {
      let sum = 0;
      for (let k = 0; k < repeats; k++)
        for (let i = 0; i < shapes.length; i += 2) ${body}
      return sum;
    };`,
  );
const ONE_SHOT = 'sum += +ask(shapes[i], poses[i], shapes[i + 1], poses[i + 1], options)%;';
const OF_PAIR = 'sum += +pairs[i >> 1].@(poses[i], poses[i + 1], options)%;';

/** @param {string} query @param {string} body */
const bodyFor = (query, body) =>
  body.replace('@', query).replace('%', query === 'intersects' ? '' : '.iterations');

/** The shapes and poses of a scene as objects of one package. */
function scene({ api }, items, form) {
  const shapes = items.flatMap(({ recordA, recordB }) => [
    api.Shape.from(recordA),
    api.Shape.from(recordB),
  ]);
  const poses = items.flatMap(({ poseA, poseB }) => [FORMS[form](poseA), FORMS[form](poseB)]);
  return { shapes, poses };
}

/** A function that runs one query for all pairs of a scene, one call from JavaScript each. */
function throughJs(lib, items, { query, form, pair }) {
  const { shapes, poses } = scene(lib, items, form);
  const partners = pair
    ? items.map((_, i) => new lib.api.Pair(shapes[2 * i], shapes[2 * i + 1]))
    : [];
  const options = query === 'intersects' ? undefined : { out: {} };
  const run = loop(bodyFor(query, pair ? OF_PAIR : ONE_SHOT))(
    lib.api[query],
    shapes,
    poses,
    partners,
    options,
  );
  return () => {
    run(REPEATS);
    return REPEATS * items.length;
  };
}

/** The same in one call of the module for all pairs. */
function inModule({ api, module, abi }, items, { query }) {
  const { shapes, poses } = scene({ api }, items, 'flat');
  const [name, strideName] = EXPORTS[query];
  const core = module.getCore();
  const stride = poses[0].length;
  const count = items.length;
  const at = {
    shapes: module.allocate(4 * 2 * count),
    poses: module.allocate(8 * stride * 2 * count),
    pairs: module.allocate(4 * 2 * count),
    results: module.allocate(8 * abi[strideName] * count),
  };
  const dimension = stride === 7 ? 3 : 2;
  shapes.forEach((shape, i) => (module.i32[at.shapes / 4 + i] = shape.handle));
  poses.forEach((pose, i) => module.f64.set(pose, at.poses / 8 + stride * i));
  for (let i = 0; i < 2 * count; i++) module.u32[at.pairs / 4 + i] = i;
  return () => {
    for (let k = 0; k < REPEATS; k++)
      core[name](
        dimension,
        at.shapes,
        2 * count,
        at.poses,
        at.pairs,
        count,
        0,
        0,
        at.results,
        abi.ERROR_KIND,
      );
    return REPEATS * count;
  };
}

/** @param {2 | 3} dimension @returns {Record<string, object[]>} pairs of curved types at every place */
export function callScenes(dimension) {
  const kinds =
    dimension === 3
      ? [
          ['ellipsoid', 'cylinder'],
          ['cone', 'capsule'],
          ['ellipsoid', 'ellipsoid'],
          ['cylinder', 'frustum'],
        ]
      : [
          ['ellipse', 'rectangle'],
          ['ellipse', 'stadium'],
          ['polygon', 'ellipse'],
          ['rectangle', 'polygon'],
        ];
  return Object.fromEntries(
    Object.entries(PLACES).map(([place, growth]) => [
      place,
      kinds.flatMap(([typeA, typeB], i) =>
        pairs({ typeA, typeB, dimension, count: COUNT / kinds.length, seed: 11 + i, growth }),
      ),
    ]),
  );
}

/**
 * @param {object} options
 * @param {Record<string, object>} options.libs packages by name, as openPackage gives them
 * @param {2 | 3} [options.dimension]
 * @param {string[]} [options.forms] of poses
 * @param {number} [options.rounds]
 * @param {(name: string) => boolean} [options.only]
 * @returns {Record<string, number>} nanoseconds a query by 'query place, form, package'
 */
export function measureCalls({ libs, dimension = 3, forms, rounds = 15, only = () => true }) {
  const scenes = callScenes(dimension);
  const asked = forms ?? Object.keys(FORMS).filter((form) => dimension === 3 || form !== 'three');
  const subjects = {};
  const add = (name, make) => {
    if (only(name)) subjects[name] = make();
  };
  for (const { query, place } of QUERIES)
    for (const [name, lib] of Object.entries(libs)) {
      const items = scenes[place];
      add(`${query} ${place}, module, ${name}`, () => inModule(lib, items, { query }));
      add(`${query} ${place}, pair, ${name}`, () =>
        throughJs(lib, items, { query, form: 'flat', pair: true }),
      );
      for (const form of asked)
        add(`${query} ${place}, ${form}, ${name}`, () => throughJs(lib, items, { query, form }));
    }
  for (const run of Object.values(subjects)) for (let i = 0; i < WARM_UP; i++) run();
  return interleave(subjects, rounds);
}

/** @param {Record<string, number>} times as measureCalls returns them */
export function callTable(times) {
  const rows = new Map();
  for (const [key, time] of Object.entries(times)) {
    const [what, form, name] = key.split(', ');
    const row = rows.get(`${what}, ${form}`) ?? {};
    row[name] = time;
    rows.set(`${what}, ${form}`, row);
  }
  return [...rows].map(([name, row]) => {
    const list = Object.values(row);
    const ratio = list.length === 2 ? `  ${(list[0] / list[1]).toFixed(2)}` : '';
    return `${name.padEnd(36)} ${list.map((x) => x.toFixed(0).padStart(6)).join('')}${ratio}`;
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, pattern = ''] = process.argv.slice(2);
  const here = new URL('../../', import.meta.url);
  const libs = { own: await openPackage(here) };
  if (folder) libs.other = await openPackage(pathToFileURL(`${folder}/`));
  const only = (name) => new RegExp(pattern).test(name);
  for (const dimension of [3, 2]) {
    console.log(`${dimension}D, ns a query: ${Object.keys(libs).join(', ')}`);
    for (const line of callTable(measureCalls({ libs, dimension, only }))) console.log('  ' + line);
  }
}
