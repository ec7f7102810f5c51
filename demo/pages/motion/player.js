/* Plays a motion up to a time. */

/** How long the motion is played, in milliseconds, and the longest time between two frames. */
const DURATION = 2600;
const LONGEST_FRAME = 50;

export class Player {
  #frame = 0;

  /**
   * @param {(t: number) => void} onTime receives the time of each frame
   * @param {() => void} onChange called when the player starts or stops
   */
  constructor(onTime, onChange) {
    this.onTime = onTime;
    this.onChange = onChange;
  }

  get playing() {
    return this.#frame !== 0;
  }

  /** @param {number} from @param {number} end the whole way from 0 to the end takes DURATION */
  play(from, end) {
    let t = from;
    let before = null;
    const advance = (now) => {
      const passed = before === null ? 0 : Math.min(now - before, LONGEST_FRAME);
      before = now;
      t += (end * passed) / DURATION;
      if (!(t < end)) {
        this.#frame = 0;
        this.onTime(end);
        return;
      }
      this.#frame = requestAnimationFrame(advance);
      this.onTime(t);
    };
    this.#frame = requestAnimationFrame(advance);
    this.onChange();
  }

  stop() {
    if (!this.playing) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.onChange();
  }
}
