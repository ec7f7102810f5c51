/* The interface of the worker that reads files. It reads one file at a time; a newer file cancels the
 * previous one. */
import { startThread } from '../ui/preload.js';
import url from './worker.js?worker&url';

/** @typedef {import('./scans.js').Scan & { note: string }} Result */

export class Reader {
  #worker = null;
  #id = 0;
  /** The file that is being read. */
  #job = null;

  /**
   * @param {File} file
   * @param {(stage: string) => void} onStage receives the name of each stage
   * @returns {Promise<Result | null>} null if a newer file replaced this one, or the reader was disposed
   *   of
   * @throws {Error} whose message names the file and the problem
   */
  read(file, onStage) {
    // a busy worker receives no messages, so the next file gets a new worker
    if (this.#job) this.dispose();
    this.#worker ??= this.#start();
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#job = { resolve, reject, onStage, file };
      this.#worker.postMessage({ file, id });
    });
  }

  #start() {
    const worker = startThread(url);
    worker.addEventListener('message', ({ data }) => {
      if (data.id === this.#id) this.#take(data);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#fail(event.message);
    });
    return worker;
  }

  #take({ stage, scan, error }) {
    const { resolve, reject, onStage } = this.#job;
    if (stage) return onStage(stage);
    this.#job = null;
    if (error) reject(new Error(error));
    else resolve(scan);
  }

  /** Called if a worker cannot start or runs out of memory. */
  #fail(message) {
    const { reject, file } = this.#job ?? {};
    this.#job = null;
    this.dispose();
    const reason = message || 'this browser could not start the worker that reads it';
    reject?.(new Error(`${file.name} could not be read: ${reason}`));
  }

  dispose() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#job?.resolve(null);
    this.#job = null;
  }
}
