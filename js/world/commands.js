/* The changes of the bodies of a ParallelWorld that its workers have not applied yet. A query takes the
 * commands at the time of its call and sends them when the previous queries have finished. Workers know a
 * shape by a number, from the first body with the shape to the last. */
import { Shape } from '../shapes/shape.js';

/** @import { Command } from './messages.js' */

/** @internal */
export class Commands {
  /** @type {Command[]} */
  #queued = [];
  /** Commands of a query that could not be sent; the next query sends them first. @type {Command[]} */
  #unsent = [];
  /** The number of each shape, and how many bodies have it. @type {Map<Shape, { shape: number, uses: number }>} */
  #uses = new Map();
  #lastShape = 0;
  /** Whether the command to create the workers' worlds is queued or sent. */
  opened = false;

  /** Creates the workers' worlds, unless that is done. @param {number} dimension */
  open(dimension) {
    if (!this.opened) this.push({ do: 'open', dimension });
    this.opened = true;
  }

  /** @param {Command} command */
  push(command) {
    this.#queued.push(command);
  }

  /** Counts a body with a shape and sends a new shape. @param {Shape} shape @returns {number} its number */
  use(shape) {
    const known = this.#uses.get(shape);
    const use = known ?? { shape: ++this.#lastShape, uses: 0 };
    use.uses++;
    if (!known) {
      this.#uses.set(shape, use);
      this.push({ do: 'shape', shape: use.shape, record: Shape.recordOf(shape) });
    }
    return use.shape;
  }

  /** Counts one body less with a shape. @param {Shape} shape */
  release(shape) {
    const use = this.#uses.get(shape);
    if (!use || --use.uses > 0) return;
    this.#uses.delete(shape);
    this.push({ do: 'forget', shape: use.shape });
  }

  /** Whether the shape of a body has been disposed. */
  hasDisposedShape() {
    for (const shape of this.#uses.keys()) if (Shape.slotOf(shape)?.handle === 0) return true;
    return false;
  }

  /** Empties the queue. @returns {Command[]} what it contained */
  take() {
    return this.#queued.splice(0);
  }

  /** All commands to send with a query that took `commands`. @param {Command[]} commands */
  withUnsent(commands) {
    this.#unsent = this.#unsent.concat(commands);
    return this.#unsent;
  }

  /** Notes that a message with all commands of withUnsent() was sent. */
  sent() {
    this.#unsent = [];
  }
}

/** @param {unknown} shape @param {string} method @internal */
export function checkSendable(shape, method) {
  const slot = Shape.slotOf(shape);
  if (slot && slot.supports.length > 0)
    throw new TypeError(
      `ParallelWorld.${method}: shape must not have a support function, which cannot be sent to workers, got a ${slot.owner}`,
    );
}
