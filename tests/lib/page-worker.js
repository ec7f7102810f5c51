/*
 * The Worker of a page on a thread of Node, so that a test can imitate a page whose engine runs out
 * of a resource.
 */
import { Worker as NodeWorker } from 'node:worker_threads';

/**
 * A class to use as globalThis.Worker.
 * @param {object} [faults]
 * @param {string} [faults.before] code that runs in the thread before the worker's file
 * @param {(count: number) => void} [faults.post] called before each message is posted, with the
 *   number of earlier messages; may throw
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
