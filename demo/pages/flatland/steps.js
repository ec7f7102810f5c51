/* The trace of the page: the chosen method, its iterates for the chosen pair, and the current step.
 * Initially no method is chosen. */
import { nothing } from 'lit-html';
import { readRun, runOf, solve } from '../../steps/runs.js';
import { transport } from '../../steps/transport.js';
import { StepState } from '../../steps/step-state.js';
import { captionOf } from '../../steps/captions.js';

/** @typedef {{ run: object, rows: object[], index: number }} Trace data that the views draw */

export class Steps {
  /**
   * @param {import('./page.js').Flatland} page
   * @param {AbortSignal} signal stops the player and the keys
   */
  constructor(page, signal) {
    this.page = page;
    this.rows = [];
    this.error = '';
    this.stepState = new StepState(
      {
        state: () => page.state,
        count: () => this.rows.length,
        onStep: () => page.show(),
        onPlay: () => page.show(),
        remember: () => page.remember(),
      },
      signal,
    );
    this.act = {
      method: (text) => this.#choose(readRun(text)),
      subalgorithm: (name) => {
        const { query, method } = page.state.run;
        this.#choose(runOf(query, method, name));
      },
      speed: (speed) => {
        this.stepState.setSpeed(speed);
        page.changed(false);
      },
    };
  }

  /** @param {object | null} run null: shows no method */
  #choose(run) {
    this.stepState.stop();
    Object.assign(this.page.state, { run, step: 0 });
    this.page.changed(true);
  }

  /** Runs the chosen method again. @param {{ shape: object, pose: object }[]} pair */
  solve([a, b]) {
    const { run } = this.page.state;
    const { rows, error } = run ? solve(run, a, b) : { rows: [], error: '' };
    Object.assign(this, { rows, error });
  }

  /** @returns {Trace | null} */
  get trace() {
    const { run } = this.page.state;
    return run && { run, rows: this.rows, index: this.stepState.index };
  }

  /** The contents of the strip below the views. */
  strip() {
    const { trace } = this;
    if (!trace) return nothing;
    const { rows, index, run } = trace;
    return transport(
      this.stepState,
      rows.length > 0 ? captionOf(rows, index, run) : `${this.error}.`,
    );
  }
}
