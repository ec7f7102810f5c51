/* How the cost of finding a hull's farthest vertex grows with their number: looking at all of them,
 * climbing over the surface, and looking up by direction, natively. */
import { pairsOfHulls } from '../scenes.js';
import { plain, table } from '../text.js';

const VERTICES = [8, 16, 32, 64, 125, 250, 500, 1000, 2000, 4000, 6000];
const SUBJECTS = {
  scan: 'looking at all',
  climb: 'climbing',
  find: 'ours',
};
/** Few hulls, which stay in the caches, and many directions. */
const HULLS = 4;
const DIRECTIONS = 128;
const OTHER = { type: 'sphere', radius: 1 };

/** @type {import('../suite.js').Topic} */
export default {
  name: 'support',
  title: 'Support vertices',
  platforms: ['native'],
  ratios: { scan: ['native.scan', 'native.find'], climb: ['native.climb', 'native.find'] },
  cases: (quick) =>
    VERTICES.filter((_, i) => !quick || i % 2 === 0).map((vertices) => ({
      name: `${vertices} vertices`,
      vertices,
    })),
  prepare({ vertices }) {
    const seed = 900 + vertices;
    const items = pairsOfHulls({ vertices, pool: HULLS, count: DIRECTIONS, seed }).map((item) => ({
      ...item,
      recordB: OTHER,
    }));
    const native = Object.keys(SUBJECTS).map((query) => [query, { query, items }]);
    return { subjects: {}, native: Object.fromEntries(native) };
  },
  report(rows) {
    const names = Object.keys(SUBJECTS);
    const ns = (row, name) => plain(row.times.native[name].median);
    const measured = rows.filter(({ times }) => times.native);
    return {
      markdown: `Nanoseconds of finding one vertex of ${HULLS / 2} hulls in ${DIRECTIONS} directions in turn, by native code; climbing starts from the vertex found last. All three find the same vertices.

${table(
  ['vertices', ...Object.values(SUBJECTS)],
  measured.map((row) => [row.vertices, ...names.map((name) => ns(row, name))]),
)}`,
      charts: [
        {
          name: 'support',
          kind: 'lines',
          title: 'A support vertex over vertices',
          subtitle: 'the vertex farthest along a direction; native, medians and quartiles',
          unit: 'nano',
          x: { label: 'vertices of the hull', log: true, ticks: [8, 32, 125, 500, 2000, 6000] },
          y: { label: 'ns', log: true },
          series: names.map((name) => ({
            label: SUBJECTS[name],
            points: measured.map(({ vertices, times }) => ({ x: vertices, y: times.native[name] })),
          })),
        },
      ],
    };
  },
};
