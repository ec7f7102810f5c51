/* The time that JavaScript adds: to a query, by the form of its poses; to a warm query of a Pair; to a
 * support call of a custom shape. */
import { Box, CustomShape, Ellipsoid, growthDistance } from '../../../js/index.js';
import { BOOLEANS, CURVED, kindPairs, pairs } from '../scenes.js';
import { coldJs, coldModule, prepare, release, warmJs, warmModule } from '../subjects.js';
import { ratio, table, time } from '../text.js';

/** The same warm queries of some pairs, by calls from JavaScript and inside the module. */
function warm() {
  const items = kindPairs(3)
    .slice(0, 8)
    .flatMap((kinds, i) => pairs({ ...kinds, count: 1, seed: 2000 + i }));
  const scene = prepare(items);
  scene.frames = scene.frames.map((frames) => frames.fill(frames[0]));
  return {
    subjects: { 'through JavaScript': warmJs(scene), 'in the module': warmModule(scene) },
    release: () => release(scene),
  };
}

/**
 * Support calls of an ellipsoid beside a box: built in; by a function that fills one array repeatedly; by a
 * function that creates a new array.
 */
function custom() {
  const box = new Box({ halfExtents: [1, 0.5, 0.7] });
  const own = [0.5, 0.5, 0.5];
  const size = (n) => 1 / Math.sqrt(n[0] * n[0] + 4 * n[1] * n[1] + 0.25 * n[2] * n[2]);
  const shapes = {
    'built in': new Ellipsoid({ radii: [1, 2, 0.5] }),
    'own, one array': new CustomShape({
      support: (n) => {
        const t = size(n);
        own[0] = t * n[0];
        own[1] = 4 * t * n[1];
        own[2] = 0.25 * t * n[2];
        return own;
      },
    }),
    'own, new arrays': new CustomShape({
      support: (n) => {
        const t = size(n);
        return [t * n[0], 4 * t * n[1], 0.25 * t * n[2]];
      },
    }),
  };
  const poses = Array.from({ length: 64 }, (_, i) => ({
    position: [3 + (i % 7) / 7, (i % 5) / 2 - 1, (i % 3) - 1],
    quaternion: [i % 4, (i % 9) - 4, 0.3, 0.5],
  }));
  // all by the cutting plane, so that only the support calls differ
  const options = { method: 'cutting-plane', out: {} };
  const calls = (shape) => () => {
    let count = 0;
    for (const pose of poses) count += growthDistance(shape, null, box, pose, options).iterations;
    return count;
  };
  return {
    subjects: Object.fromEntries(Object.entries(shapes).map(([name, s]) => [name, calls(s)])),
    release: () => [box, ...Object.values(shapes)].forEach((shape) => shape.dispose()),
  };
}

/** Forms of poses in users' programs. */
const FORMS = {
  'numbers in a row': (pose) => pose,
  arrays: ([x, y, z, ...quaternion]) => ({ position: [x, y, z], quaternion }),
  'x, y, z, w': ([x, y, z, qx, qy, qz, qw]) => ({
    position: { x, y, z },
    quaternion: { x: qx, y: qy, z: qz, w: qw },
  }),
};

/** Cold growth distances of near pairs: one call of the module for all, and one call from JavaScript for
 * each. */
async function forms() {
  const { Object3D } = await import('three');
  const object = (pose) => {
    const made = new Object3D();
    made.position.fromArray(pose);
    made.quaternion.fromArray(pose, 3);
    return made;
  };
  const growth = BOOLEANS.near;
  const scene = prepare(pairs({ typeA: CURVED, typeB: CURVED, count: 48, seed: 11, growth }));
  const held = Object.entries({ ...FORMS, "three.js's Object3D": object }).map(([name, make]) => [
    name,
    coldJs({ ...scene, poses: scene.poses.map((pose) => make([...pose])) }),
  ]);
  return {
    subjects: {
      'in the module': coldModule(scene),
      'Float64Array of 7': coldJs(scene),
      ...Object.fromEntries(held),
    },
    release: () => release(scene),
  };
}

const CASES = [
  { name: 'a cold query', what: 'form' },
  { name: 'a warm query of a Pair', what: 'query' },
  { name: 'an iteration with a custom shape', what: 'iteration' },
];

/** @type {import('../suite.js').Topic} */
export default {
  name: 'javascript',
  title: 'Overhead of JavaScript',
  platforms: ['node', 'chromium'],
  ratios: {
    'new arrays ÷ one array': ['node.own, new arrays', 'node.own, one array'],
    'JavaScript ÷ module': ['node.Float64Array of 7', 'node.in the module'],
  },
  cases: () => CASES,
  prepare: ({ what }) => ({ form: forms, query: warm, iteration: custom })[what](),
  report(rows) {
    const lines = rows.flatMap((row) =>
      Object.keys(row.times.node).map((name) => [
        `${row.name}: ${name}`,
        time(row.times.node[name]),
        time(row.times.chromium?.[name]),
      ]),
    );
    const arrays = rows.find(({ what }) => what === 'iteration');
    return {
      markdown: `- A cold query is a growth distance of near curved primitives. The module answers all pairs in one call, JavaScript needs one call for each pair. With poses in typed arrays, JavaScript takes ${ratio(rows.find(({ what }) => what === 'form').ratios['JavaScript ÷ module'])} times as long.
- The warm query repeats a query of a \`Pair\` at the same pose, for eight combinations of shape types.
- The custom shape is an ellipsoid's support function beside a box, solved by cutting planes. With a new array for every point, an iteration takes ${ratio(arrays.ratios['new arrays ÷ one array'])} times as long as with one array that the function fills again.

${table(['µs', 'Node', 'Chromium'], lines)}`,
    };
  },
};
