/* A page's Worker as Node has it: the same interface over a thread of Node's, so that a test can be what a
 * page's engine is when it runs out of something. */
import { Worker as NodeWorker } from 'node:worker_threads';

/**
 * A class to stand as globalThis.Worker.
 * @param {object} [faults]
 * @param {string} [faults.before] code that runs in the thread before the worker's file
 * @param {(count: number) => void} [faults.post] called before a message is posted, with how many were
 *   before; may throw
 */
export const pageWorker = ({ before = '', post = () => {} } = {}) =>
  class {
    #thread;
    #posted = 0;
    /** @param {URL} url */
    constructor(url) {
      this.#thread = new NodeWorker(`${before}; import(${JSON.stringify(url.href)});`, {
        eval: true,
      });
      this.#thread.on('message', (data) => this.onmessage({ data }));
      this.#thread.on('error', (error) => this.onerror(error));
    }
    postMessage(message, transfer) {
      post(this.#posted++);
      this.#thread.postMessage(message, transfer);
    }
    terminate() {
      this.#thread.terminate();
    }
  };
