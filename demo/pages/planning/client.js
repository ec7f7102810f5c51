/* The interface of the planner's worker: one job at a time, a newer one replaces it. */
import { startThread } from '../../ui/preload.js';
import url from './worker.js?worker&url';

export class Client {
  #worker;
  #id = 0;
  #events;

  /**
   * @param {object} events
   * @param {(report: object) => void} events.onReport of the job that is under way
   * @param {(result: object) => void} events.onResult
   * @param {(message: string) => void} events.onError
   */
  constructor(events) {
    this.#events = events;
    this.running = false;
  }

  /** @param {import('./search.js').Problem} problem @param {boolean} calm slowly, to be watched */
  plan(problem, calm) {
    this.#worker ??= this.#start();
    this.running = true;
    this.#worker.postMessage({ plan: problem, id: ++this.#id, calm });
  }

  /** Reports that are still under way are dropped. */
  cancel() {
    if (!this.running) return;
    this.running = false;
    this.#id++;
    this.#worker.postMessage({ cancel: true });
  }

  #start() {
    const worker = startThread(url);
    worker.addEventListener('message', ({ data }) => this.#take(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail(event.message || 'This browser could not start the planner’s thread.');
    });
    return worker;
  }

  #take({ id, result, error, ...report }) {
    if (id !== this.#id || !this.running) return;
    if (error) this.#fail(error);
    else if (result) {
      this.running = false;
      this.#events.onResult(result);
    } else this.#events.onReport(report);
  }

  /** The next job gets a new thread. */
  #fail(message) {
    this.dispose();
    this.#events.onError(message);
  }

  dispose() {
    this.#worker?.terminate();
    this.#worker = null;
    this.running = false;
  }
}
