/* Native time of finding the support vertex of a hull, over the number of its vertices. The methods are a
 * scan of all vertices, climbing over the surface, and the library's lookup by direction. */
import { pairsOfHulls } from '../scenes.js';
import { plain, table } from '../text.js';

const VERTICES = [8, 16, 32, 64, 125, 250, 500, 1000, 2000, 4000, 6000];
const SUBJECTS = {
  scan: 'scan of all',
  climb: 'climbing',
  find: 'ours',
};
/** Few hulls, so that they stay in the caches, and many directions. */
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
      markdown: `The times are nanoseconds for one support vertex, in native code. A pass finds the support vertices of ${HULLS / 2} hulls in ${DIRECTIONS} directions. Climbing starts from the previous vertex. All three methods find the same vertices.

${table(
  ['vertices', ...Object.values(SUBJECTS)],
  measured.map((row) => [row.vertices, ...names.map((name) => ns(row, name))]),
)}`,
      charts: [
        {
          name: 'support',
          kind: 'lines',
          title: 'Support vertex by number of vertices',
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
