/* The bytes of heap that a loop leaves behind, measured in a process of its own. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string} source of a module that defines `run(count)`; its imports are relative to the
 *   root
 * @param {{ warm: number, count: number, rounds?: number, answer?: string }} options warm: runs
 *   before the first round, in which the engine optimises; count: runs in a round; rounds: number
 *   of rounds; answer: an expression that is evaluated at the end
 * @returns {{ bytes: number, answer: any }} bytes of the round with the fewest, without the bytes
 *   of the measurement itself
 */
export function garbageOf(source, { warm, count, rounds = 5, answer = 'null' }) {
  const measured = `${source}
    run(${warm});
    let least = Infinity;
    for (let round = 0; round < ${rounds}; round++) {
      gc();
      const before = process.memoryUsage().heapUsed;
      run(${count});
      least = Math.min(least, process.memoryUsage().heapUsed - before);
    }
    gc();
    const before = process.memoryUsage().heapUsed;
    const empty = process.memoryUsage().heapUsed - before;
    console.log(JSON.stringify({ bytes: least - empty, answer: ${answer} }));`;
  const flags = ['--expose-gc', '--single-threaded', '--input-type=module', '-e', measured];
  return JSON.parse(execFileSync(process.execPath, flags, { cwd: ROOT, encoding: 'utf8' }));
}
