/* Mouse and finger in the picture: dragging a body pulls it, a click or tap throws a ball, and dragging
 * the background turns the camera. */

/** A press is a click if the pointer moves less, in pixels, and the press is shorter, in ms. */
const STILL = 6;
const SHORT = 350;

export class Pointer {
  #stop = new AbortController();
  /** The press of the pointer that is down. */
  #down = null;

  /**
   * @param {import('./picture.js').Picture} picture
   * @param {object} events
   * @param {(rigidBody: import('./rigid-body.js').RigidBody, point: import('three').Vector3) => void} events.grab
   * @param {(point: import('three').Vector3) => void} events.move
   * @param {() => void} events.release
   * @param {(point: import('three').Vector3) => void} events.tap
   */
  constructor(picture, events) {
    this.picture = picture;
    this.events = events;
    const { canvas } = picture.stage;
    const options = { signal: this.#stop.signal, capture: true };
    canvas.addEventListener('pointerdown', (event) => this.#press(event), options);
    canvas.addEventListener('pointermove', (event) => this.#move(event), options);
    canvas.addEventListener('pointerup', (event) => this.#end(event, true), options);
    canvas.addEventListener('pointercancel', (event) => this.#end(event, false), options);
  }

  #press(event) {
    if (!event.isPrimary) this.#cancel();
    if (event.button !== 0 || !event.isPrimary) return;
    const { rigidBody, point } = this.picture.pick(event);
    const { clientX: x, clientY: y, timeStamp: since } = event;
    this.#down = { id: event.pointerId, rigidBody, point, x, y, since, moved: false };
    if (!rigidBody) return;
    // the camera must not receive this event
    event.stopImmediatePropagation();
    event.preventDefault();
    const { canvas } = this.picture.stage;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const down = this.#down;
    if (down?.id !== event.pointerId) return;
    const far = Math.hypot(event.clientX - down.x, event.clientY - down.y) > STILL;
    if (far && !down.moved) {
      down.moved = true;
      if (down.rigidBody) this.events.grab(down.rigidBody, down.point);
    }
    if (!down.rigidBody) return;
    event.stopImmediatePropagation();
    const point = down.moved && this.picture.follow(event, down.point);
    if (point) this.events.move(point);
  }

  #end(event, tapped) {
    const down = this.#down;
    if (down?.id !== event.pointerId) return;
    this.#down = null;
    if (down.rigidBody && down.moved) this.events.release();
    else if (tapped && !down.moved && event.timeStamp - down.since < SHORT)
      this.events.tap(down.point);
  }

  /** Cancels the press when a second finger touches: two fingers control the camera. */
  #cancel() {
    if (this.#down?.rigidBody && this.#down.moved) this.events.release();
    this.#down = null;
  }

  dispose() {
    this.#stop.abort();
  }
}
