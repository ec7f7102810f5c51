/* The interface of the planner's worker. It runs one job at a time; a new job replaces the previous one. */
import { startThread } from '../../ui/preload.js';
import url from './worker.js?worker&url';

export class Client {
  #worker;
  #id = 0;
  #events;

  /**
   * @param {object} events
   * @param {(report: object) => void} events.onReport progress of the current job
   * @param {(result: object) => void} events.onResult
   * @param {(message: string) => void} events.onError
   */
  constructor(events) {
    this.#events = events;
    this.running = false;
  }

  /**
   * @param {import('./search.js').Problem} problem
   * @param {boolean} calm slowly, so that the visitor can watch
   */
  plan(problem, calm) {
    this.#worker ??= this.#start();
    this.running = true;
    this.#worker.postMessage({ plan: problem, id: ++this.#id, calm });
  }

  /** Cancels the job. Reports that arrive later are ignored. */
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
      this.#fail(event.message || 'This browser could not start the planner’s worker.');
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

  /** Ends the worker. The next job gets a new one. */
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
