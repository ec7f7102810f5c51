/* Worlds of many moving bodies, frame by frame: time over the number of pairs whose boxes overlap. */
import * as gd from '../../../js/index.js';
import { bodyShapes, moving } from '../moving.js';
import { digest } from '../subjects.js';
import { plain, table } from '../text.js';

const BODIES = [100, 300, 1000, 3000, 10000];
/** Frames before the measurement, so that pairs are warm and all memory is allocated. */
const FRAMES = 8;
const FRAME = 'growth distances';
const WORKERS = 2;
const SPREAD = `${FRAME} by ${WORKERS} workers`;

const milli = ({ median, low, high }) =>
  `${plain(median / 1e6)} (${plain(low / 1e6)}–${plain(high / 1e6)})`;
const short = (time) => (time ? plain(time.median / 1e6) : '–');

const SUBJECTS = {
  moving: () => {},
  'finding pairs': (world) => world.findPairs(),
  [FRAME]: (world) => world.growthDistances(),
  [SPREAD]: (world) => world.growthDistances(),
  intersections: (world) => world.intersections(),
  distances: (world) => world.distances(),
};

/** @type {import('../suite.js').Topic} */
export default {
  name: 'world',
  title: 'Worlds of moving bodies',
  platforms: ['node', 'chromium'],
  turns: 3,
  cases: (quick) =>
    BODIES.filter((bodies) => !quick || bodies <= 1000).map((bodies) => ({
      name: `${bodies} bodies`,
      bodies,
    })),
  async prepare({ bodies }) {
    const { ParallelWorld } = await import('../../../js/workers.js');
    const shapes = bodyShapes(bodies);
    // each subject has its own world, so that no subject uses the warm states of another
    const worlds = Object.keys(SUBJECTS).map((name) => {
      const world = name === SPREAD ? new ParallelWorld({ workers: WORKERS }) : new gd.World();
      return { name, world, step: moving(shapes, world) };
    });
    for (const { name, world, step } of worlds)
      for (let k = 0; k < FRAMES; k++) {
        step();
        await SUBJECTS[name](world);
      }
    const answer = async (wanted) => {
      const { count, value } = await worlds
        .find(({ name }) => name === wanted)
        .world.growthDistances();
      return { pairs: count, digest: digest(value.subarray(0, count)) };
    };
    const facts = await answer(FRAME);
    if ((await answer(SPREAD)).digest !== facts.digest)
      throw new Error('ParallelWorld and World give different results');
    const subjects = worlds.map(({ name, world, step }) => [
      name,
      () => {
        step();
        const columns = SUBJECTS[name](world);
        return columns instanceof Promise ? columns.then(() => 1) : 1;
      },
    ]);
    return {
      subjects: Object.fromEntries(subjects),
      facts,
      release() {
        for (const { world } of worlds) world.dispose();
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
      markdown: `The bodies are about a metre large. One in ten is a hull with 40 vertices, and the others are primitives of all types. Their bounding balls fill a quarter of a cube. In each frame the bodies move by up to a centimetre along every axis and turn by about a degree.

Times are milliseconds a frame, medians of 15 frames or more. Every column includes moving the bodies in JavaScript. All columns after the first also include finding the pairs whose bounding boxes overlap. The query columns add one query of all these pairs, warm from the previous frame.

${table(['bodies', 'pairs', ...names.map((name, i) => (i === 0 ? `${name}, ms Node / Chromium` : name))], lines)}`,
      figures,
      charts: [
        {
          name: 'world',
          kind: 'lines',
          title: 'Time by number of pairs',
          subtitle: 'a frame of 100 to 10,000 moving bodies; Node, medians and quartiles',
          unit: 'milli',
          x: { label: 'pairs of bodies whose boxes overlap', log: true },
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
