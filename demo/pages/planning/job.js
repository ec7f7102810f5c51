/* The state of the page's plan: none, running or done. Every change is reported by an event; a new plan
 * replaces the previous one. */
import { Client } from './client.js';
import { stations } from './path.js';
import { MAX_ITERATIONS } from './search.js';

/** Minimum time between the starts of two plans while something is dragged, in milliseconds. */
const INTERVAL = 150;
/** A plan that takes longer, in milliseconds, shows its progress. */
const PATIENCE = 500;

const PHASES = { searching: 'Searching', shortening: 'Shortening', verifying: 'Verifying' };
const NO_PATH =
  `No path found in ${MAX_ITERATIONS.toLocaleString('en')} iterations. There may be no path: move an obstacle, ` +
  'reduce the safety distance, or try another seed.';

export class Job {
  #client;
  #events;
  #timer = 0;
  #begun = -Infinity;
  #asked = false;

  /**
   * @param {object} events
   * @param {(branches: Float32Array[], fresh: boolean) => void} events.onGrow fresh: the branches belong
   *   to new trees
   * @param {(found: boolean, asked: boolean) => void} events.onEnd asked: whether the visitor started
   *   the plan
   * @param {(label: string, fraction?: number) => void} events.busy
   */
  constructor(events) {
    this.#events = events;
    this.#client = new Client({
      onReport: (report) => this.#report(report),
      onResult: (result) => this.#finish(result),
      onError: (message) => this.#end({ word: 'no plan', tone: 'overlapping' }, message),
    });
    this.clear();
  }

  get running() {
    return this.#client.running;
  }

  /** Cancels the current plan and discards the result. */
  clear() {
    this.#stop();
    this.path = null;
    /** positions of the path's corners, in metres of motion */
    this.at = null;
    this.figures = {};
    this.answer = { word: 'no plan', tone: '' };
    this.failure = '';
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#client.cancel();
    this.#events.busy('');
  }

  /** Calls an action that starts a plan, as soon as INTERVAL allows it. @param {() => void} action */
  soon(action) {
    const wait = this.#begun + INTERVAL - performance.now();
    this.#timer ||= setTimeout(action, Math.max(0, wait));
  }

  /** @param {string} which configuration is not free, so that no plan is possible */
  refuse(which) {
    this.clear();
    this.answer = { word: `${which} not free`, tone: 'overlapping' };
  }

  /**
   * @param {import('./search.js').Problem} problem
   * @param {{ asked: boolean, calm: boolean }} how
   */
  begin(problem, { asked, calm }) {
    this.clear();
    this.#begun = performance.now();
    this.#asked = asked;
    this.answer = { word: 'planning …', tone: '' };
    this.#client.plan(problem, calm);
  }

  cancel() {
    this.#stop();
    this.answer = { word: 'cancelled', tone: '' };
  }

  #report({ phase, fraction, fresh, branches, ...figures }) {
    this.figures = figures;
    if (PHASES[phase] && performance.now() - this.#begun > PATIENCE) {
      const label = `${PHASES[phase]}: ${figures.nodes.toLocaleString('en')} nodes`;
      this.#events.busy(label, fraction);
    }
    this.#events.onGrow(branches, fresh);
  }

  #finish({ outcome, path, ...figures }) {
    this.figures = figures;
    if (outcome !== 'found') return this.#end({ word: 'no path', tone: 'overlapping' }, NO_PATH);
    this.path = path;
    this.#end({ word: 'path found', tone: 'separated' }, '');
  }

  #end(answer, failure) {
    this.#events.busy('');
    this.answer = answer;
    this.failure = failure;
    this.#events.onEnd(this.path !== null, this.#asked);
  }

  /** @param {import('./robot.js').Robot} robot */
  measureWith(robot) {
    this.at = this.path && stations(this.path, robot);
  }

  dispose() {
    this.#stop();
    this.#client.dispose();
  }
}
