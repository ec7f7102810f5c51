/* What a call from JavaScript takes beyond the solver, in a process that has used every shape type with
 * every query. The solver's time comes from one call of the module for the same pairs. For casts there is
 * none: their solver's time comes from calls with prepared arguments, less the time of copying the arguments. */
import {
  Pair,
  castRay,
  castShape,
  collide,
  distance,
  growthDistance,
  penetration,
} from '../../../js/index.js';
import { POSES, RESULT, f64, getCore, scratch } from '../../../js/core/module.js';
import { draw, random } from '../../lib/random.js';
import { ownLoop } from '../measure.js';
import { kindPairs, pairs } from '../scenes.js';
import { coldModule, prepare, release } from '../subjects.js';
import { plain, table } from '../text.js';

const PAIR = 'shapes[i], poses[i], shapes[i + 1], poses[i + 1]';
const OF_PAIR = 'list[i >> 1].METHOD(poses[i], poses[i + 1]';

/** The queries: the function, its arguments, the call of a method of Pair, and the module's function for all
 * pairs (inside) or for one (call). */
const QUERIES = {
  'growth distance': {
    query: growthDistance,
    takes: PAIR,
    warm: OF_PAIR,
    inside: 'growth_distance',
  },
  distance: { query: distance, takes: PAIR, warm: OF_PAIR, inside: 'distance' },
  'penetration depth': { query: penetration, takes: PAIR, warm: OF_PAIR, inside: 'penetration' },
  'overlap test with result': { query: collide, takes: PAIR, warm: OF_PAIR, inside: 'collide' },
  'shape cast': {
    query: castShape,
    takes: `${PAIR}, rays[i >> 1].direction`,
    warm: `${OF_PAIR}, rays[i >> 1].direction`,
    call: 'core.pair_cast_shape(handles[2 * i], handles[2 * i + 1], 0, 0)',
  },
  'ray cast': {
    query: castRay,
    takes: 'shapes[i], poses[i], rays[i >> 1]',
    call: 'core.cast_ray(handles[2 * i], 0)',
  },
};
/** The forms of a call, in the order of the columns. */
const FORMS = ['with out', 'new results', 'poses as objects, with out', 'Pair, with out'];
const MODULE = 'in the module';
const COPY = 'copying arguments';

/** Runs a query for all pairs of a scene. */
const runs = (call, query, { shapes, poses, rays, list }, options) =>
  ownLoop(
    ['query', 'shapes', 'poses', 'rays', 'list', 'options'],
    `for (let i = 0; i < shapes.length; i += 2) ${call}, options);
return shapes.length / 2;`,
  )(query, shapes, poses, rays, list, options);

const asObject = ([x, y, z, ...quaternion]) => ({ position: [x, y, z], quaternion });

/** A scene with a ray from each B past the middle of A. */
function sceneOf(items) {
  const d = draw(random(29));
  const rays = items.map(({ poseA, poseB }) => ({
    origin: poseB.position,
    direction: poseA.position.map((x, i) => 1.2 * (x - poseB.position[i]) + d.between(-0.3, 0.3)),
  }));
  return { ...prepare(items), rays };
}

/** Uses every pair of shape types with every query, so that no call in the engine has one type alone. */
function useAll(every) {
  const loops = Object.values(QUERIES).flatMap(({ query, takes }) =>
    [undefined, { out: {} }].map((options) => runs(`query(${takes}`, query, every, options)),
  );
  for (let k = 0; k < 20; k++) for (const loop of loops) loop();
}

/** The solver of a cast with prepared arguments, and the copying of these. */
function castSubjects({ query, takes, call }, scene) {
  const at = (scratch + POSES) / 8;
  const blocks = [];
  const keep = (...values) => {
    query(...values);
    blocks.push(f64.slice(at, (scratch + RESULT) / 8));
  };
  runs(`query(${takes}`, keep, scene)();
  const loop = (body) =>
    ownLoop(
      ['blocks', 'handles', 'f64', 'core'],
      `for (let i = 0; i < blocks.length; i++) { f64.set(blocks[i], ${at}); ${body} }
return blocks.length;`,
    )(
      blocks,
      scene.shapes.map(({ handle }) => handle),
      f64,
      getCore(),
    );
  return { [MODULE]: loop(call), [COPY]: loop('') };
}

/** Pairs of the same closed forms: their solver takes so little that the rest is visible. */
function prepareCase({ name }) {
  const one = QUERIES[name];
  const { query, takes, warm, inside } = one;
  const every = sceneOf(
    kindPairs(3).flatMap((kinds, i) => pairs({ ...kinds, count: 1, seed: 3000 + i })),
  );
  useAll(every);
  const types = ['capsule', 'sphere'];
  const scene = sceneOf(pairs({ typeA: 'capsule', typeB: types, count: 48, seed: 17 }));
  scene.list = scene.items.map((_, i) => new Pair(scene.shapes[2 * i], scene.shapes[2 * i + 1]));
  const call = `query(${takes}`;
  const objects = { ...scene, poses: scene.poses.map(asObject) };
  return {
    subjects: {
      ...(inside ? { [MODULE]: coldModule(scene, inside) } : castSubjects(one, scene)),
      'with out': runs(call, query, scene, { out: {} }),
      'new results': runs(call, query, scene),
      'poses as objects, with out': runs(call, query, objects, { out: {} }),
      ...(warm && {
        'Pair, with out': runs(warm.replace('METHOD', query.name), null, scene, { out: {} }),
      }),
    },
    release() {
      for (const pair of scene.list) pair.dispose();
      release(scene);
      release(every);
    },
  };
}

/** The time of the solver. */
const solver = (times) => times[MODULE].median - (times[COPY]?.median ?? 0);
const beyond = (times, form) => (times[form] ? plain(times[form].median - solver(times)) : '');

/** @type {import('../suite.js').Topic} */
export default {
  name: 'boundary',
  title: 'From JavaScript into the module',
  platforms: ['node', 'chromium'],
  ratios: {},
  cases: () => Object.keys(QUERIES).map((name) => ({ name })),
  prepare: prepareCase,
  report(rows) {
    const lines = ['node', 'chromium'].flatMap((platform) =>
      rows
        .filter((row) => row.times[platform])
        .map(({ name, times }) => [
          `${name}, ${platform === 'node' ? 'Node' : 'Chromium'}`,
          plain(solver(times[platform])),
          ...FORMS.map((form) => beyond(times[platform], form)),
        ]),
    );
    return {
      markdown: `The first column of numbers is the solver's time in nanoseconds, in one call of the module for all pairs. Casts have it from calls with prepared arguments. The other columns are what a call from JavaScript adds to it. The pairs are a capsule and a sphere or capsule. The process has used every shape type with every query.

${table(['nanoseconds', MODULE, ...FORMS], lines)}`,
    };
  },
};
