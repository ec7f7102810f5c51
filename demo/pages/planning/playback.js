/* Plays a path over time. */

/** Metres of motion per second, and the minimum and maximum duration in seconds. */
const SPEED = 1.3;
const SHORTEST = 2;
const LONGEST = 12;
/**
 * Maximum duration of a frame in milliseconds: after a pause out of sight, playback continues where it
 * was.
 */
const FRAME = 100;

export class Playback {
  #frame = 0;
  #onMove;

  /** @param {(fraction: number) => void} onMove */
  constructor(onMove) {
    this.#onMove = onMove;
    this.fraction = 0;
    this.duration = SHORTEST;
  }

  get playing() {
    return this.#frame !== 0;
  }

  /** @param {number} length metres of motion of the whole path */
  setLength(length) {
    this.duration = Math.min(LONGEST, Math.max(SHORTEST, length / SPEED));
  }

  play() {
    if (this.playing) return;
    if (this.fraction >= 1) this.fraction = 0;
    let last = null;
    const step = (now) => {
      const passed = Math.min(FRAME, now - (last ?? now));
      this.fraction = Math.min(1, this.fraction + passed / (1000 * this.duration));
      last = now;
      this.#frame = this.fraction < 1 ? requestAnimationFrame(step) : 0;
      this.#onMove(this.fraction);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Stops and returns to the start. */
  rewind() {
    this.pause();
    this.fraction = 0;
  }

  pause() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }
}
