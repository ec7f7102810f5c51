/* The poses of a world's bodies: one plain array for the world's life, which gets longer with the bodies.
 *
 * The module has a copy. Users may write to the array at any time, so once they have it, every query copies
 * it (10,000 poses in 12 µs); before, only setPose can have changed a pose. */
import { WORLD_BODIES_MAX } from '../../wasm/dist/abi.js';
import { f64 } from '../core/module.js';

const BYTES = 8;
const LONGEST = 7;

/** @internal */
export class PoseArray {
  /** Numbers a body. */
  #stride = 0;
  #buffer = resizable(BYTES * LONGEST * WORLD_BODIES_MAX);
  /** As long as the buffer, always. */
  numbers = new Float64Array(this.#buffer);
  #shared = false;
  /** Whether the module's copy is old. */
  #written = false;

  /** @param {number} dimension */
  open(dimension) {
    this.#stride = dimension === 3 ? 7 : 3;
  }

  /** The array, which its user may write to from now on. */
  share() {
    this.#shared = true;
    return this.numbers;
  }

  /** A pose that the module has. @param {number} body @param {number} at index into f64 */
  store(body, at) {
    const stride = this.#stride;
    const first = stride * body;
    if (first === this.numbers.length) this.#buffer.resize(BYTES * (first + stride));
    for (let i = 0; i < stride; i++) this.numbers[first + i] = /** @type {number} */ (f64[at + i]);
  }

  /** A pose that the module gets with the next query. @param {number} body @param {number} at index into f64 */
  write(body, at) {
    this.store(body, at);
    this.#written = true;
  }

  /** @param {number} body @param {any} [out] @returns {any} */
  read(body, out = {}) {
    const first = this.#stride * body;
    const three = this.#stride === LONGEST;
    out.position = copy(this.numbers, first, three ? 3 : 2, out.position);
    if (three) out.quaternion = copy(this.numbers, first + 3, 4, out.quaternion);
    else out.angle = this.numbers[first + 2];
    return out;
  }

  /**
   * To the module, unless its copy is as new.
   * @param {number} pointer of the module's poses @returns {boolean} whether they were copied
   */
  pass(pointer) {
    if (!this.#shared && !this.#written) return false;
    f64.set(this.numbers, pointer >>> 3);
    this.#written = false;
    return true;
  }
}

/** @param {Float64Array} from @param {number} first @param {number} n @param {unknown} given @returns {number[]} */
function copy(from, first, n, given) {
  const out = Array.isArray(given) && given.length === n ? given : new Array(n).fill(0.5);
  for (let i = 0; i < n; i++) out[i] = from[first + i];
  return out;
}

/** An empty buffer that can grow. @param {number} most bytes */
function resizable(most) {
  if (!('resizable' in ArrayBuffer.prototype))
    throw new Error(
      'World needs resizable ArrayBuffers, which this engine lacks (Chrome 111, Firefox 128, Safari 16.4)',
    );
  return new ArrayBuffer(0, { maxByteLength: most });
}
