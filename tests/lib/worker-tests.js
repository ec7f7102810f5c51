/*
 * Tests that start workers. If a fault leaves a promise pending, the test fails by its name instead
 * of hanging the file.
 */
import nodeTest from 'node:test';

/** Milliseconds; longer than any of the tests takes on a slow machine. */
const TIMEOUT = 120_000;

/**
 * A test that may start workers. It fails after two minutes. Threads that it leaves behind are
 * terminated, because they would keep the process alive.
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
