/* A worker of Node's or of a browser that answers one message after the other. */

import { format, wrongType } from '../core/errors.js';
import { nodeModule } from '../core/module.js';

/** @import { Reply } from './messages.js' */

/** Threads that the machine runs at once. @returns {number} */
export function threadCount() {
  const { hardwareConcurrency } = /** @type {any} */ (globalThis).navigator ?? {};
  return hardwareConcurrency ?? nodeModule('os')?.availableParallelism() ?? 2;
}

/** Whether threads can share memory here. */
export const canShare = () =>
  typeof SharedArrayBuffer === 'function' &&
  /** @type {any} */ (globalThis).crossOriginIsolated !== false;

/** A thread that answers one message after the other. */
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
      this.stop(new Error(`a worker of a world failed: ${event?.message ?? 'it could not start'}`));
    if (typeof Worker === 'function') {
      // in this form, so that bundlers find the file
      this.#worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
      this.#worker.onmessage = (/** @type {any} */ { data }) => receive(data);
      this.#worker.onerror = fail;
      return;
    }
    const { Worker: NodeWorker } = nodeModule('worker_threads') ?? {};
    if (NodeWorker === undefined) throw new Error('this engine has no workers');
    // in another form, so that they do not find it twice
    const file = new URL(import.meta.url.replace(/[^/]*$/, 'worker.js'));
    // flags of the main thread may not suit a file (--input-type)
    this.#worker = new NodeWorker(file, { execArgv: [] });
    this.#worker.on('message', receive);
    this.#worker.on('error', fail);
    this.#worker.on('exit', fail);
    this.#worker.unref();
  }

  /** @param {Reply} reply */
  #receive(reply) {
    const { resolve, reject } = this.#waiting.shift() ?? {};
    // a thread that nobody waits for does not keep Node alive
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
        // too much for a message: what it told the worker, no later one tells
        this.stop(/** @type {Error} */ (error));
      }
    });
  }

  /** @param {Error} reason given to whoever waits */
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
    throw new RangeError('ParallelWorld: shared memory needs a page that is cross-origin isolated');
}
