/* Which pairs of bodies began and ceased to overlap between two looks at a world. */

/**
 * @typedef {object} OverlapChanges
 * @property {Uint32Array} begun two bodies a pair, the smaller number first: pairs that overlap and did not
 *   when `changes` was called last, or since when one of them was added
 * @property {Uint32Array} ended pairs that overlapped then and do not any more, also because a body was removed
 */

/** A list of pairs that grows by a factor. */
class PairList {
  #numbers = new Uint32Array(64);
  #view = this.#numbers.subarray(0, 0);
  length = 0;

  /** @param {number} i @param {number} j */
  push(i, j) {
    if (this.length === this.#numbers.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[this.length] = i;
    this.#numbers[this.length + 1] = j;
    this.length += 2;
  }

  /** @param {number} k @returns {number} */
  at(k) {
    return /** @type {number} */ (this.#numbers[k]);
  }

  /** Exactly the pairs. A view of the same length is the same. */
  view() {
    if (this.#view.length !== this.length || this.#view.buffer !== this.#numbers.buffer)
      this.#view = this.#numbers.subarray(0, this.length);
    return this.#view;
  }
}

/** The overlapping pairs of a world, from one look to the next. @internal */
export class Overlaps {
  /** Sorted, like the pairs that a world finds. */
  #now = new PairList();
  #before = new PairList();
  /** Overlapping pairs of bodies that were removed since the last look. */
  #removed = new PairList();
  #begun = new PairList();
  #ended = new PairList();
  /** @type {OverlapChanges} */
  #changes = { begun: this.#begun.view(), ended: this.#ended.view() };

  /** A body is removed, or its number is about to be another's. @param {number} body */
  remove(body) {
    const kept = this.#before;
    kept.length = 0;
    const all = this.#now;
    for (let k = 0; k < all.length; k += 2) {
      const [i, j] = [all.at(k), all.at(k + 1)];
      (i === body || j === body ? this.#removed : kept).push(i, j);
    }
    this.#before = all;
    this.#now = kept;
  }

  /** All bodies are removed. */
  clear() {
    const all = this.#now;
    for (let k = 0; k < all.length; k += 2) this.#removed.push(all.at(k), all.at(k + 1));
    all.length = 0;
  }

  /**
   * @param {ArrayLike<any>} pairs the overlapping pairs, sorted, from an index on
   * @param {number} first index @param {number} count pairs
   * @returns {OverlapChanges} always the same object
   */
  update(pairs, first, count) {
    const before = this.#now;
    const now = this.#before;
    now.length = this.#begun.length = this.#ended.length = 0;
    for (let k = 0; k < this.#removed.length; k += 2)
      this.#ended.push(this.#removed.at(k), this.#removed.at(k + 1));
    this.#removed.length = 0;
    let at = 0;
    for (let k = first; k < first + 2 * count; k += 2) {
      const i = pairs[k];
      const j = pairs[k + 1];
      now.push(i, j);
      while (at < before.length && isBefore(before, at, i, j)) at = this.#end(before, at);
      if (at < before.length && before.at(at) === i && before.at(at + 1) === j) at += 2;
      else this.#begun.push(i, j);
    }
    while (at < before.length) at = this.#end(before, at);
    this.#now = now;
    this.#before = before;
    this.#changes.begun = this.#begun.view();
    this.#changes.ended = this.#ended.view();
    return this.#changes;
  }

  /** @param {PairList} list @param {number} at @returns {number} the place of the next pair */
  #end(list, at) {
    this.#ended.push(list.at(at), list.at(at + 1));
    return at + 2;
  }
}

/** @param {PairList} list @param {number} at @param {number} i @param {number} j */
const isBefore = (list, at, i, j) => list.at(at) < i || (list.at(at) === i && list.at(at + 1) < j);
