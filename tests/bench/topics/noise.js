/* The noise of the machine: the same queries, measured as two subjects. */
import { CURVED, pairs } from '../scenes.js';
import { coldJs, prepare, release } from '../subjects.js';
import { ratioWithQuartiles, table, withQuartiles } from '../text.js';

/** @type {import('../suite.js').Topic} */
export default {
  name: 'noise',
  title: 'Noise of this machine',
  platforms: ['node', 'chromium'],
  spread: true,
  ratios: {
    node: ['node.second', 'node.first'],
    chromium: ['chromium.second', 'chromium.first'],
  },
  cases: () => [1, 2, 3, 4].map((run) => ({ name: `run ${run}` })),
  prepare() {
    const scene = prepare(pairs({ typeA: CURVED, typeB: CURVED, count: 240, seed: 1 }));
    return {
      subjects: { first: coldJs(scene), second: coldJs(scene) },
      release: () => release(scene),
    };
  },
  report: (rows) => ({
    markdown: `The same queries are measured as two subjects, at several times of the run. Differences of this size in the other tables mean nothing.

${table(
  ['run', 'Node: µs', 'ratio', 'Chromium: µs', 'ratio'],
  rows.map(({ name, times, ratios }) => [
    name,
    ...['node', 'chromium'].flatMap((platform) =>
      times[platform]
        ? [withQuartiles(times[platform].first), ratioWithQuartiles(ratios[platform])]
        : ['–', '–'],
    ),
  ]),
)}`,
  }),
};
