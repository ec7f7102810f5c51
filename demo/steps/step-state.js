/* The current step of a trace, changed by buttons, keys and the player. The step number itself is part
 * of the page's state. */
import { makePlayer } from './player.js';
import { listenForKeys } from './transport.js';

export class StepState {
  /**
   * @param {object} page
   * @param {() => { step: number, speed: number }} page.state
   * @param {() => number} page.count of iterates
   * @param {() => void} page.onStep the step has changed
   * @param {() => void} page.onPlay it has started or stopped
   * @param {() => void} page.remember
   * @param {AbortSignal} signal ends it
   */
  constructor(page, signal) {
    this.page = page;
    this.player = makePlayer(() => this.#advance(), page.onPlay);
    listenForKeys(this, signal);
    signal.addEventListener('abort', () => this.stop());
  }

  get count() {
    return this.page.count();
  }

  /** The step in view: a moved shape may have left fewer. */
  get index() {
    return Math.max(0, Math.min(this.page.state().step, this.count - 1));
  }

  get playing() {
    return this.player.playing;
  }

  #goTo(index) {
    this.page.state().step = Math.max(0, Math.min(index, this.count - 1));
    this.page.onStep();
    this.page.remember();
  }

  /** @returns {boolean} whether there is a further step after this one */
  #advance() {
    this.#goTo(this.index + 1);
    return this.index < this.count - 1;
  }

  /** @param {number} to */
  step(to) {
    this.stop();
    this.#goTo(to);
  }

  /** Plays, from the first step where this is the last, or pauses. */
  toggle() {
    if (this.playing) return this.stop();
    if (this.count < 2) return;
    if (this.index >= this.count - 1) this.#goTo(0);
    this.player.play(this.page.state().speed);
  }

  stop() {
    this.player.stop();
  }

  /** @param {number} speed steps a second */
  setSpeed(speed) {
    this.page.state().speed = speed;
    this.player.setSpeed(speed);
  }
}
