/* The current step of a trace, which buttons, keys and the player change. The step number itself is part
 * of the page's state. */
import { makePlayer } from './player.js';
import { listenForKeys } from './transport.js';

export class StepState {
  /**
   * @param {object} page
   * @param {() => { step: number, speed: number }} page.state
   * @param {() => number} page.count number of iterates
   * @param {() => void} page.onStep called when the step changes
   * @param {() => void} page.onPlay called when the player starts or stops
   * @param {() => void} page.remember
   * @param {AbortSignal} signal stops the player and the keys
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

  /** The current step. After a shape has moved, the trace may have fewer steps than the state's number. */
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

  /** @returns {boolean} whether another step follows */
  #advance() {
    this.#goTo(this.index + 1);
    return this.index < this.count - 1;
  }

  /** @param {number} to */
  step(to) {
    this.stop();
    this.#goTo(to);
  }

  /** Pauses, or plays; from the first step if the current step is the last. */
  toggle() {
    if (this.playing) return this.stop();
    if (this.count < 2) return;
    if (this.index >= this.count - 1) this.#goTo(0);
    this.player.play(this.page.state().speed);
  }

  stop() {
    this.player.stop();
  }

  /** @param {number} speed steps per second */
  setSpeed(speed) {
    this.page.state().speed = speed;
    this.player.setSpeed(speed);
  }
}
