/* What a call from JavaScript takes beyond the solver, in a process that has used every shape type with
 * every query. The solver's time comes from one call of the module for the same pairs. */
import { Pair, collide, distance, growthDistance, penetration } from '../../../js/index.js';
import { ownLoop } from '../measure.js';
import { kindPairs, pairs } from '../scenes.js';
import { coldJs, coldModule, prepare, release } from '../subjects.js';
import { plain, table } from '../text.js';

const QUERIES = {
  'growth distance': { query: growthDistance, method: 'growthDistance', inside: 'growth_distance' },
  distance: { query: distance, method: 'distance', inside: 'distance' },
  'penetration depth': { query: penetration, method: 'penetration', inside: 'penetration' },
  'overlap test with result': { query: collide, method: 'collide', inside: 'collide' },
};

/** The forms of a call, in the order of the columns. */
const FORMS = ['with out', 'new results', 'poses as objects, with out', 'Pair, with out'];
const MODULE = 'in the module';

const ALL = `for (let i = 0; i < shapes.length; i += 2)
  query(shapes[i], poses[i], shapes[i + 1], poses[i + 1]);
return shapes.length / 2;`;

const ALL_OF_PAIRS = (method) => `for (let i = 0; i < list.length; i++)
  list[i].${method}(poses[2 * i], poses[2 * i + 1], options);
return list.length;`;

const asObject = ([x, y, z, ...quaternion]) => ({ position: [x, y, z], quaternion });

/** Uses every pair of shape types with every query, so that no call in the engine has one type alone. */
function useAll({ shapes, poses }) {
  for (const { query } of Object.values(QUERIES))
    for (let i = 0; i < shapes.length; i += 2)
      for (const options of [undefined, { out: {} }])
        query(shapes[i], poses[i], shapes[i + 1], poses[i + 1], options);
}

/** Pairs of the same closed forms: their solver takes so little that the rest is visible. */
function prepareCase({ name }) {
  const { query, method, inside } = QUERIES[name];
  const every = prepare(
    kindPairs(3).flatMap((kinds, i) => pairs({ ...kinds, count: 1, seed: 3000 + i })),
  );
  for (let k = 0; k < 20; k++) useAll(every);
  const types = ['capsule', 'sphere'];
  const scene = prepare(pairs({ typeA: 'capsule', typeB: types, count: 48, seed: 17 }));
  const list = scene.items.map((_, i) => new Pair(scene.shapes[2 * i], scene.shapes[2 * i + 1]));
  const names = ['list', 'poses', 'options'];
  return {
    subjects: {
      [MODULE]: coldModule(scene, inside),
      'with out': coldJs(scene, query),
      'new results': ownLoop(['query', 'shapes', 'poses'], ALL)(query, scene.shapes, scene.poses),
      'poses as objects, with out': coldJs({ ...scene, poses: scene.poses.map(asObject) }, query),
      'Pair, with out': ownLoop(names, ALL_OF_PAIRS(method))(list, scene.poses, { out: {} }),
    },
    release() {
      release(scene);
      release(every);
    },
  };
}

const beyond = (times, form) => plain(times[form].median - times[MODULE].median);

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
          plain(times[platform][MODULE].median),
          ...FORMS.map((form) => beyond(times[platform], form)),
        ]),
    );
    return {
      markdown: `The first column of numbers is the solver's time in nanoseconds, in one call of the module for all pairs. The others are what a call from JavaScript adds to it. The pairs are a capsule and a sphere or capsule. The process has used every shape type with every query.

${table(['nanoseconds', MODULE, ...FORMS], lines)}`,
    };
  },
};
