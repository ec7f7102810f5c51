/* The trace of the room: the method in view, its iterates on the pair in view, and the walk through
 * them. Nothing is in view at first. */
import { nothing } from 'lit-html';
import { readRun, runOf, solve } from '../../steps/runs.js';
import { transport } from '../../steps/transport.js';
import { Walk } from '../../steps/step-state.js';
import { wordsOf } from '../../steps/captions.js';

/** @typedef {{ run: object, rows: object[], index: number }} Trace what the views draw */

export class Steps {
  /**
   * @param {import('./page.js').Flatland} room
   * @param {AbortSignal} signal ends it
   */
  constructor(room, signal) {
    this.room = room;
    this.rows = [];
    this.error = '';
    this.walk = new Walk(
      {
        state: () => room.state,
        count: () => this.rows.length,
        onStep: () => room.show(),
        onPlay: () => room.show(),
        remember: () => room.remember(),
      },
      signal,
    );
    this.act = {
      method: (text) => this.#choose(readRun(text)),
      subalgorithm: (name) => {
        const { query, method } = room.state.run;
        this.#choose(runOf(query, method, name));
      },
      speed: (speed) => {
        this.walk.setSpeed(speed);
        room.changed(false);
      },
    };
  }

  /** @param {object | null} run null: no method is in view */
  #choose(run) {
    this.walk.stop();
    Object.assign(this.room.state, { run, step: 0 });
    this.room.changed(true);
  }

  /** Searches anew. @param {{ shape: object, pose: object }[]} pair */
  solve([a, b]) {
    const { run } = this.room.state;
    const { rows, error } = run ? solve(run, a, b) : { rows: [], error: '' };
    Object.assign(this, { rows, error });
  }

  /** @returns {Trace | null} */
  get trace() {
    const { run } = this.room.state;
    return run && { run, rows: this.rows, index: this.walk.index };
  }

  /** What stands below the views. */
  strip() {
    const { trace } = this;
    if (!trace) return nothing;
    const { rows, index, run } = trace;
    return transport(this.walk, rows.length > 0 ? wordsOf(rows, index, run) : `${this.error}.`);
  }
}
