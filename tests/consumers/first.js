/* node tests/consumers/first.js: measures the time from the start of a Node process to its first result,
 * and the share of this package. Medians of 15 processes. */
import { fileURLToPath } from 'node:url';
import { Users, node } from './user.js';

const RUNS = 15;

/* `performance.now()` counts from the start of the process. The time before the import is Node's own, and
 * so is the import of an empty module. */
const MAIN = `const started = performance.now();
await import('./empty.js');
const empty = performance.now();
const { Box, growthDistance } = await import('growth-distance');
const imported = performance.now();
const box = new Box({ halfExtents: [1, 0.5, 0.5] });
const { value } = growthDistance(box, null, box, { position: [3, 0, 0] });
const asked = performance.now();
const again = growthDistance(box, null, box, { position: [3, 0, 0] });
const end = performance.now();
if (!(value > 1 && again.value === value)) throw new Error(value);
console.log(JSON.stringify({
  node: started,
  empty: empty - started,
  import: imported - empty,
  query: asked - imported,
  second: end - asked,
}));
`;

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Medians of the times, in milliseconds. */
export async function firstQuery(users) {
  const folder = users.folder({ 'main.js': MAIN, 'empty.js': 'export {};\n' });
  const runs = [];
  for (let run = 0; run < RUNS; run++)
    runs.push(JSON.parse((await node(folder, 'main.js')).stdout));
  return Object.fromEntries(
    Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const users = new Users();
  console.log(await firstQuery(users));
  await users.close();
}
