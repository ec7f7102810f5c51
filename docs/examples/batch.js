/* Reads poses from a CSV file and prints the growth distances of all pairs that are near each other, as CSV. */
import { readFileSync } from 'node:fs';
import { Box, World } from 'growth-distance';

const help = `node docs/examples/batch.js [POSES.csv] [--margin M]

Reads one body a line, x,y,z,qx,qy,qz,qw (default: poses.csv here), each a box of 1 × 0.6 × 0.4.
Prints a line for every pair whose bounding boxes come as near as M (default 0.25).`;
if (process.argv.includes('--help')) {
  console.log(help);
  process.exit();
}
const words = process.argv.slice(2);
const at = words.indexOf('--margin');
const margin = at < 0 ? 0.25 : Number(words.splice(at, 2)[1]);
const file = words[0] ?? new URL('poses.csv', import.meta.url);

const world = new World({ margin });
const crate = new Box({ halfExtents: [0.5, 0.3, 0.2] }); // one shape serves all bodies
for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1))
  world.add(crate, line.split(',').map(Number)); // seven numbers are one form of a pose

const { count, pairs, value, lower, contact, status } = world.growthDistances();
console.log('a,b,growth,lower,x,y,z,status');
for (let k = 0; k < count; k++) {
  const bounds = [value[k].toFixed(6), lower[k].toFixed(6)];
  const point = Array.from(contact.subarray(3 * k, 3 * k + 3), (x) => x.toFixed(4));
  const text = World.statusText(status[k]);
  console.log([pairs[2 * k], pairs[2 * k + 1], ...bounds, ...point, text].join(','));
}
const overlapping = value.subarray(0, count).filter((x) => x < 1).length;
console.error(`${world.size} bodies, ${count} pairs near each other, ${overlapping} overlap`);
world.dispose();
