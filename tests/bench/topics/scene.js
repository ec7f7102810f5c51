/* Scenes of many moving bodies, frame by frame: how cost grows with the pairs that are near. */
import * as gd from '../../../js/index.js';
import { bodyShapes, moving } from '../moving.js';
import { digest } from '../subjects.js';
import { plain, table } from '../text.js';

const BODIES = [100, 300, 1000, 3000, 10000];
/** Frames before anything is asked about: every pair is warm, and all memory there. */
const FRAMES = 8;
const FRAME = 'growth distances';
const WORKERS = 2;
const SPREAD = `${FRAME} by ${WORKERS} workers`;

const milli = ({ median, low, high }) =>
  `${plain(median / 1e6)} (${plain(low / 1e6)}–${plain(high / 1e6)})`;
const short = (time) => (time ? plain(time.median / 1e6) : '–');

const SUBJECTS = {
  moving: () => {},
  'finding pairs': (scene) => scene.findPairs(),
  [FRAME]: (scene) => scene.growthDistances(),
  [SPREAD]: (scene) => scene.growthDistances(),
  intersections: (scene) => scene.intersections(),
  distances: (scene) => scene.distances(),
};

/** @type {import('../suite.js').Topic} */
export default {
  name: 'scene',
  title: 'Scenes of moving bodies',
  platforms: ['node', 'chromium'],
  turns: 3,
  cases: (quick) =>
    BODIES.filter((bodies) => !quick || bodies <= 1000).map((bodies) => ({
      name: `${bodies} bodies`,
      bodies,
    })),
  async prepare({ bodies }) {
    const { WorkerScene } = await import('../../../js/workers.js');
    const shapes = bodyShapes(bodies);
    // each its own scene, so that what one leaves behind does not serve another
    const scenes = Object.keys(SUBJECTS).map((name) => {
      const scene = name === SPREAD ? new WorkerScene({ workers: WORKERS }) : new gd.Scene();
      return { name, scene, step: moving(shapes, scene) };
    });
    for (const { name, scene, step } of scenes)
      for (let k = 0; k < FRAMES; k++) {
        step();
        await SUBJECTS[name](scene);
      }
    const answer = async (wanted) => {
      const { count, value } = await scenes
        .find(({ name }) => name === wanted)
        .scene.growthDistances();
      return { pairs: count, digest: digest(value.subarray(0, count)) };
    };
    const facts = await answer(FRAME);
    if ((await answer(SPREAD)).digest !== facts.digest)
      throw new Error('workers give other results than a scene');
    const subjects = scenes.map(({ name, scene, step }) => [
      name,
      () => {
        step();
        const columns = SUBJECTS[name](scene);
        return columns instanceof Promise ? columns.then(() => 1) : 1;
      },
    ]);
    return {
      subjects: Object.fromEntries(subjects),
      facts,
      release() {
        for (const { scene } of scenes) scene.dispose();
        for (const shape of shapes) shape.dispose();
      },
    };
  },
  report(rows) {
    const names = Object.keys(SUBJECTS);
    const lines = rows.map((row) => [
      row.bodies,
      row.facts.pairs,
      ...names.map(
        (name) => `${short(row.times.node[name])} / ${short(row.times.chromium?.[name])}`,
      ),
    ]);
    const points = (name) =>
      rows.map(({ facts, times }) => ({ x: facts.pairs, y: times.node[name] }));
    const figures = rows
      .filter(({ bodies }) => bodies === 1000 || bodies === 10000)
      .map((row) => ({
        figure: `a frame of ${row.bodies} moving bodies: broad phase and ${FRAME}`,
        measured: `${milli(row.times.node[FRAME])} ms`,
        ...(row.bodies === 1000 && { goal: '≤ 2 ms' }),
      }));
    return {
      markdown: `Bodies about a metre large, one in ten a hull of 40 corners, the others primitives of all kinds, that fill a quarter of a cube by their bounding balls and in a frame drift by up to a hundredth of a metre along every axis and turn by a degree or so. Milliseconds a frame, medians of 15 frames or more, every column with moving the bodies in JavaScript and, from the second on, with finding the pairs whose bounding boxes meet; then each query of all of these, warm from the frame before.

${table(['bodies', 'pairs', ...names.map((name, i) => (i === 0 ? `${name}, ms Node / Chromium` : name))], lines)}`,
      figures,
      charts: [
        {
          name: 'scene',
          kind: 'lines',
          title: 'Cost over pairs',
          subtitle: 'a frame of 100 to 10,000 moving bodies; Node, medians and quartiles',
          unit: 'milli',
          x: { label: 'pairs of bodies whose boxes meet', log: true },
          y: { label: 'ms a frame', log: true },
          series: ['distances', FRAME, 'intersections', 'finding pairs'].map((name) => ({
            label: name,
            points: points(name),
          })),
        },
      ],
    };
  },
};
