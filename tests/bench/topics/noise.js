/* What the machine's noise is: one and the same subject as if it were two. */
import { CURVED, pairs } from '../scenes.js';
import { coldJs, prepare, release } from '../subjects.js';
import { ratioWithQuartiles, table, withQuartiles } from '../text.js';

/** @type {import('../suite.js').Topic} */
export default {
  name: 'noise',
  title: 'The noise of this machine',
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
    markdown: `One and the same queries measured as if they were two subjects, at several times of the run: what ratios and times differ by here, they may differ by elsewhere without meaning.

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
