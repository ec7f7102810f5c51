/* The poses of a world's bodies: one typed array that stays the same and grows with the number of
 * bodies.
 *
 * The module has a copy. Users may write to the array at any time, so once they have read `World.poses`,
 * every query copies all poses (10,000 poses in 12 µs). Before that, only `setPose` can have changed a
 * pose. */
import { WORLD_BODIES_MAX } from '../../wasm/dist/abi.js';
import { f64 } from '../core/module.js';

const BYTES = 8;
const LONGEST = 7;

/** @internal */
export class PoseArray {
  /** Numbers per body. */
  #stride = 0;
  #buffer = resizable(BYTES * LONGEST * WORLD_BODIES_MAX);
  /** Its length follows the buffer's. */
  numbers = new Float64Array(this.#buffer);
  #shared = false;
  /** Numbers of all bodies together. */
  #length = 0;
  /** Whether the module's copy is out of date. */
  #written = false;

  /** @param {number} dimension */
  open(dimension) {
    this.#stride = dimension === 3 ? 7 : 3;
  }

  /** Returns the array to the user, who may write to it from now on. */
  share() {
    this.#shared = true;
    return this.numbers;
  }

  /** Stores a pose that the module already has. @param {number} body @param {number} at index into f64 */
  store(body, at) {
    const stride = this.#stride;
    const first = stride * body;
    if (this.numbers.length !== this.#length) throw foreignBuffer();
    if (first === this.#length) {
      this.#length += stride;
      this.#buffer.resize(BYTES * this.#length);
    }
    for (let i = 0; i < stride; i++) this.numbers[first + i] = /** @type {number} */ (f64[at + i]);
  }

  /**
   * Stores a pose that the next query copies to the module.
   * @param {number} body @param {number} at index into f64
   */
  write(body, at) {
    this.store(body, at);
    this.#written = true;
  }

  /** Removes the poses of all bodies. */
  clear() {
    this.#length = 0;
    this.#buffer.resize(0);
  }

  /**
   * @param {number} body
   * @param {any} [out] receives `position`, and `quaternion` or `angle`. Existing vectors are filled,
   *   both arrays and objects with x, y and z, such as the vectors of an Object3D
   * @returns {any}
   */
  read(body, out = {}) {
    const first = this.#stride * body;
    const three = this.#stride === LONGEST;
    fill(out, 'position', this.numbers, first, three ? 3 : 2);
    if (three) fill(out, 'quaternion', this.numbers, first + 3, 4);
    else out.angle = this.numbers[first + 2];
    return out;
  }

  /**
   * Copies the poses to the module unless its copy is up to date.
   * @param {number} pointer to the module's poses @returns {boolean} whether they were copied
   */
  pass(pointer) {
    if (!this.#shared && !this.#written) return false;
    if (this.numbers.length !== this.#length) throw foreignBuffer();
    f64.set(this.numbers, pointer >>> 3);
    this.#written = false;
    return true;
  }
}

const NAMES = ['x', 'y', 'z', 'w'];

/**
 * Copies numbers into a vector of a pose.
 * @param {any} out @param {string} key @param {Float64Array} from @param {number} first @param {number}
 *   n
 */
function fill(out, key, from, first, n) {
  const given = out[key];
  const named = typeof given === 'object' && given !== null && typeof given.x === 'number';
  if (named) {
    for (let i = 0; i < n; i++) given[/** @type {string} */ (NAMES[i])] = from[first + i];
    return;
  }
  const list = Array.isArray(given) && given.length === n ? given : new Array(n).fill(0.5);
  for (let i = 0; i < n; i++) list[i] = from[first + i];
  if (list !== given) out[key] = list;
}

const foreignBuffer = () =>
  new TypeError(
    'World.poses must keep its buffer, which was resized or transferred; transfer world.poses.slice() instead',
  );

/** An empty buffer that can grow. @param {number} most maximum number of bytes */
function resizable(most) {
  if (!('resizable' in ArrayBuffer.prototype))
    throw new Error(
      'World needs resizable ArrayBuffers (Chrome 111, Firefox 128, Safari 16.4 or newer), which this engine lacks',
    );
  return new ArrayBuffer(0, { maxByteLength: most });
}
