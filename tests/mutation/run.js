/* Runs commands in process groups, and kills a group if its time is over or the tool stops. */
import { spawn } from 'node:child_process';

/** The environment without the variables of `make mutate` and `node --test`. */
const outside = { ...process.env };
for (const name of [
  'NODE_TEST_CONTEXT',
  'MAKEFLAGS',
  'MFLAGS',
  'MAKELEVEL',
  'SEED',
  'COUNT',
  'FILES',
])
  delete outside[name];

const running = new Set();

/** Kills a child and all processes that it started. */
function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    /* the group has already ended */
  }
}

/** Kills all running commands. */
export function endAll() {
  for (const child of running) end(child);
}

/** @param {string} command of the shell @param {string} cwd
 * @param {{ seconds?: number, env?: Record<string, string> }} [options]
 * @returns {Promise<{ ok: boolean, hang: boolean, output: string, seconds: number }>} */
export function run(command, cwd, { seconds = 900, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn('sh', ['-c', command], {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...outside, ...env },
    });
    running.add(child);
    let output = '';
    let hang = false;
    const keep = (chunk) => {
      if (output.length < 1e7) output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const timer = setTimeout(() => {
      hang = true;
      end(child);
    }, 1000 * seconds);
    child.on('error', reject);
    child.on('exit', () => {
      clearTimeout(timer);
      running.delete(child);
      end(child);
    });
    child.on('close', (code) => {
      resolve({ ok: code === 0, hang, output, seconds: (performance.now() - begun) / 1000 });
    });
  });
}

/** Processes every item of a list. Each worker takes the next item when it has finished one.
 * @template W, T @param {W[]} workers @param {T[]} list @param {(worker: W, item: T) => Promise<void>} work */
export async function together(workers, list, work) {
  let next = 0;
  const one = async (worker) => {
    while (next < list.length) await work(worker, list[next++]);
  };
  await Promise.all(workers.map(one));
}
