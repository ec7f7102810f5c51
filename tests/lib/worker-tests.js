/* Tests that start workers: a fault that leaves a promise open fails by the test's name instead of
 * hanging the file. */
import nodeTest from 'node:test';

/** Longer than any of them takes on a slow machine. */
const TIMEOUT = 120_000;

/**
 * A test that may start workers. It fails after two minutes, and threads that it leaves behind are ended, for
 * they would keep the process alive.
 * @param {string} name
 * @param {(t: import('node:test').TestContext) => unknown} body
 * @param {{ timeout?: number }} [options]
 */
export const workerTest = (name, body, { timeout = TIMEOUT } = {}) =>
  nodeTest(name, { timeout }, async (t) => {
    const started = [];
    const keep = (worker) => started.push(worker);
    process.on('worker', keep);
    t.after(async () => {
      process.off('worker', keep);
      await Promise.all(started.map((worker) => worker.terminate()));
    });
    await body(t);
  });
