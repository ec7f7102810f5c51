/* A worker thread of Node or of a browser that replies to one message after the other. */

import { format, wrongType } from '../core/errors.js';
import { nodeModule } from '../core/module.js';

/** @import { Reply } from './messages.js' */

/** Number of threads that the machine runs at once. @returns {number} */
export function threadCount() {
  const { hardwareConcurrency } = /** @type {any} */ (globalThis).navigator ?? {};
  return hardwareConcurrency ?? nodeModule('os')?.availableParallelism() ?? 2;
}

/** Whether threads can share memory in this environment. */
export const canShare = () =>
  typeof SharedArrayBuffer === 'function' &&
  /** @type {any} */ (globalThis).crossOriginIsolated !== false;

/** A thread that replies to messages in their order. */
export class WorkerThread {
  /** @type {any} */
  #worker;
  /** @type {{ resolve: (answer: Reply) => void, reject: (reason: Error) => void }[]} */
  #waiting = [];
  /** @type {Error | undefined} */
  #broken;

  constructor() {
    const receive = (/** @type {Reply} */ reply) => this.#receive(reply);
    const fail = (/** @type {any} */ event) =>
      this.stop(
        new Error(`ParallelWorld: a worker failed: ${event?.message ?? 'it could not start'}`),
      );
    if (typeof Worker === 'function') {
      // bundlers recognise this form and include the file
      this.#worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
      this.#worker.onmessage = (/** @type {any} */ { data }) => receive(data);
      this.#worker.onerror = fail;
      return;
    }
    const { Worker: NodeWorker } = nodeModule('worker_threads') ?? {};
    if (NodeWorker === undefined)
      throw new Error('ParallelWorld needs workers, which this engine lacks');
    // bundlers must not recognise this form, or they include the file twice
    const file = new URL(import.meta.url.replace(/[^/]*$/, 'worker.js'));
    // options of the main thread, such as --input-type, may be invalid for a file
    this.#worker = new NodeWorker(file, { execArgv: [] });
    this.#worker.on('message', receive);
    this.#worker.on('error', fail);
    this.#worker.on('exit', fail);
    this.#worker.unref();
  }

  /** @param {Reply} reply */
  #receive(reply) {
    const { resolve, reject } = this.#waiting.shift() ?? {};
    // without pending requests the thread must not keep Node alive
    if (this.#waiting.length === 0) this.#worker.unref?.();
    if (reply.failed !== undefined) reject?.(new Error(reply.failed));
    else resolve?.(reply);
  }

  /** @param {any} message @param {any[]} [transfer] @returns {Promise<Reply>} */
  request(message, transfer = []) {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.ref?.();
      try {
        this.#worker.postMessage(message, transfer);
      } catch (error) {
        // The message is too large. Its commands are lost, so the worker's bodies are no longer valid.
        this.stop(/** @type {Error} */ (error));
      }
    });
  }

  /** @param {Error} reason rejects all pending requests */
  stop(reason) {
    this.#broken ??= reason;
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
    this.#worker.terminate();
  }
}

/** @param {unknown} workers @param {unknown} shared options of a ParallelWorld */
export function checkWorkers(workers, shared) {
  if (workers !== undefined && typeof workers !== 'number')
    throw wrongType('ParallelWorld: workers', 'a number', workers);
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= 256))
    throw new RangeError(
      `ParallelWorld: workers must be an integer from 1 to 256, got ${format(workers)}`,
    );
  if (shared !== undefined && typeof shared !== 'boolean')
    throw wrongType('ParallelWorld: shared', 'true or false', shared);
  if (shared === true && !canShare())
    throw new RangeError(
      'ParallelWorld: shared must be false where memory cannot be shared (a page must be cross-origin isolated), got true',
    );
}
