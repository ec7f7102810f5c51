/* Prints facts about the convex hull of a scanned object, and its height on a table. */
import { readFileSync } from 'node:fs';
import { ConvexHull, HalfSpace, signedDistance } from 'growth-distance';

const help = `node docs/examples/hull-of-a-scan.js [FILE.obj]

Prints facts about the convex hull of the vertices of a Wavefront OBJ file (default: scan.obj here).`;
if (process.argv.includes('--help')) {
  console.log(help);
  process.exit();
}
const file = process.argv[2] ?? new URL('scan.obj', import.meta.url);

const rows = readFileSync(file, 'utf8').split('\n');
const points = rows
  .filter((row) => row.startsWith('v '))
  .flatMap((row) => row.trim().split(/\s+/).slice(1, 4).map(Number));
const start = performance.now();
const hull = new ConvexHull({ points }); // a flat list: x, y, z of every point
const took = performance.now() - start;

const list = (v) => v.map((x) => x.toFixed(4)).join(' ');
const { min, max } = hull.boundingBox();
const size = max.map((x, i) => x - min[i]);
console.log(`${points.length / 3} vertices, ${hull.vertexCount} corners, in ${took.toFixed(1)} ms`);
console.log(`size     ${list(size)}`);
console.log(`volume   ${hull.volume.toPrecision(4)}`);
console.log(
  `fills    ${((100 * hull.volume) / size.reduce((v, x) => v * x)).toFixed(1)} % of its box`,
);
console.log(`centroid ${list(hull.center)}`);
console.log(`lowest   ${list(hull.support([0, -1, 0]))}`);

// the smallest width over 2,000 directions; the width along n lies between the support points of n and -n
let least = { width: Infinity, n: [0, 1, 0] };
for (let i = 0; i < 2000; i++) {
  const y = 1 - (2 * i + 1) / 2000;
  const angle = i * Math.PI * (3 - Math.sqrt(5));
  const n = [Math.sqrt(1 - y * y) * Math.cos(angle), y, Math.sqrt(1 - y * y) * Math.sin(angle)];
  const [high, low] = [hull.support(n), hull.support(n.map((x) => -x))];
  const width = n.reduce((sum, x, k) => sum + x * (high[k] - low[k]), 0);
  if (width < least.width) least = { width, n };
}
console.log(`narrow   ${least.width.toFixed(4)} along ${list(least.n)}`);

// the height at which it touches a table at y = 0
const table = new HalfSpace({ normal: [0, 1, 0], offset: 0 });
console.log(`rests at y = ${(-signedDistance(hull, null, table, null).value).toFixed(4)}`);
