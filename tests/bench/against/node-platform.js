/* Starts Node processes that measure two packages (node-session.js), and sends them requests. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SESSION = fileURLToPath(new URL('node-session.js', import.meta.url));
/** V8 compiles immediately and on the running thread. A background thread depends on the load of the machine,
 * and one side could stay slow for seconds. */
const FLAGS = ['--no-liftoff', '--single-threaded'];

/** One process with both packages, loaded in the given order. */
class NodeProcess {
  #child;
  #ended;

  /** @param {object[]} trees */
  constructor(trees) {
    this.#child = fork(SESSION, [JSON.stringify(trees)], {
      execArgv: FLAGS,
      serialization: 'advanced',
    });
    const ended = { error: 'the Node process ended early' };
    this.#ended = once(this.#child, 'exit').then(() => [ended]);
  }

  async #ask(request, ...given) {
    this.#child.send({ request, given });
    const [{ result, error }] = await Promise.race([once(this.#child, 'message'), this.#ended]);
    if (error) throw new Error(error);
    return result;
  }

  open(scene) {
    return this.#ask('open', scene);
  }

  /** Returns null if one of the packages lacks the query. */
  measure(cell, samples) {
    return this.#ask('measure', cell, samples);
  }

  close() {
    if (this.#child.connected) this.#child.disconnect();
  }
}

/** @returns {(swapped: boolean) => NodeProcess} starts a process */
export const prepareNode =
  ({ before, after }) =>
  (swapped) =>
    new NodeProcess(swapped ? [after, before] : [before, after]);
