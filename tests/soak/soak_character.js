/* The soak test of moveAndSlide: characters of all sorts walk, run, jump and fall among 500 random obstacles.
 *
 * Usage: node tests/soak/soak_character.js [seed] [steps]. Steps of 1/60 s; the default is 36,000, ten minutes
 * each. Prints a line for every walk. Exits with 1 if a character was deeper in an obstacle than 1e-6 of its
 * size. Exits with 1, too, if one made no progress in more than 10 steps in a row although a way was free. */
import { HEROES, walk } from '../lib/character.js';

const [seed = 1, steps = 36000] = process.argv.slice(2).map(Number);
if (![seed, steps].every(Number.isInteger))
  throw new RangeError('seed and steps are whole numbers');

let failures = 0;
for (const hero of Object.keys(HEROES))
  for (const stepHeight of [0, 0.3]) {
    const { deepest, stuck, way, microseconds } = walk({ hero, seed, steps, stepHeight });
    const fails = !(deepest <= 1e-6) || stuck > 10;
    failures += Number(fails);
    const steep = stepHeight > 0 ? 'climbing' : 'without steps';
    console.log(
      `${fails ? 'FAILED ' : ''}${hero}, ${steep}: deepest ${deepest}, stuck for ${stuck} steps, ` +
        `${way.toFixed(0)} m, ${microseconds.toFixed(0)} µs a step`,
    );
  }
process.exitCode = failures > 0 ? 1 : 0;
