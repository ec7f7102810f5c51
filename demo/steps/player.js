/* Plays steps one after the other at a given speed. */

/**
 * @param {() => boolean} advance takes a step and returns whether there is another one
 * @param {() => void} onChange called when the player starts or stops
 */
export function makePlayer(advance, onChange) {
  let timer = 0;
  let pace = 1;
  const player = {
    get playing() {
      return timer !== 0;
    },
    /** @param {number} speed steps per second */
    play(speed) {
      pace = speed;
      if (timer === 0) later();
      onChange();
    },
    stop() {
      if (timer === 0) return;
      clearTimeout(timer);
      timer = 0;
      onChange();
    },
    /** @param {number} speed */
    setSpeed(speed) {
      pace = speed;
    },
  };
  function later() {
    timer = setTimeout(() => {
      if (advance()) later();
      else player.stop();
    }, 1000 / pace);
  }
  return player;
}
