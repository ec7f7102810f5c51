/* A walk through the iterates of a trace: where it is, by hand, by keys and by the clock. The step
 * itself stands in the room's state. */
import { makePlayer } from './player.js';
import { listenForKeys } from './transport.js';

export class Walk {
  /**
   * @param {object} room
   * @param {() => { step: number, speed: number }} room.state
   * @param {() => number} room.count of iterates
   * @param {() => void} room.onStep the step is another
   * @param {() => void} room.onPlay it has started or stopped
   * @param {() => void} room.remember
   * @param {AbortSignal} signal ends it
   */
  constructor(room, signal) {
    this.room = room;
    this.player = makePlayer(() => this.#advance(), room.onPlay);
    listenForKeys(this, signal);
    signal.addEventListener('abort', () => this.stop());
  }

  get count() {
    return this.room.count();
  }

  /** The step in view: a moved shape may have left fewer. */
  get index() {
    return Math.max(0, Math.min(this.room.state().step, this.count - 1));
  }

  get playing() {
    return this.player.playing;
  }

  #goTo(index) {
    this.room.state().step = Math.max(0, Math.min(index, this.count - 1));
    this.room.onStep();
    this.room.remember();
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
    this.player.play(this.room.state().speed);
  }

  stop() {
    this.player.stop();
  }

  /** @param {number} speed steps a second */
  setSpeed(speed) {
    this.room.state().speed = speed;
    this.player.setSpeed(speed);
  }
}
