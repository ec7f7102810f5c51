/* The pairs of bodies that began or ceased to overlap between two calls of World.changes. */

/**
 * @typedef {object} OverlapChanges
 * @property {Uint32Array} begun two body numbers per pair, the smaller first: the pairs that overlap
 *   now, but did not at the previous call of `changes`. This includes pairs of bodies added since then
 * @property {Uint32Array} ended pairs that overlapped at the previous call and no longer overlap, or one
 *   of whose bodies was removed
 */

/** A list of pairs whose array doubles when it is full. */
class PairList {
  #numbers = new Uint32Array(64);
  /** @type {Uint32Array[]} the views that were returned, by number of pairs: a frame makes no new ones */
  #views = [];
  length = 0;

  /** @param {number} i @param {number} j */
  push(i, j) {
    if (this.length === this.#numbers.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.#numbers);
      this.#numbers = grown;
      this.#views = [];
    }
    this.#numbers[this.length] = i;
    this.#numbers[this.length + 1] = j;
    this.length += 2;
  }

  /** @param {number} k @returns {number} */
  at(k) {
    return /** @type {number} */ (this.#numbers[k]);
  }

  /** The pairs, without the spare room. The same length gives the same view until the array grows. */
  view() {
    return (this.#views[this.length / 2] ??= this.#numbers.subarray(0, this.length));
  }
}

/** The overlapping pairs of a world, compared from one update to the next. @internal */
export class Overlaps {
  /** Sorted like the pairs that a world finds. */
  #now = new PairList();
  #before = new PairList();
  /** Overlapping pairs that lost a body since the previous update. */
  #removed = new PairList();
  #begun = new PairList();
  #ended = new PairList();
  /** @type {OverlapChanges} */
  #changes = { begun: this.#begun.view(), ended: this.#ended.view() };

  /** Moves the pairs of a removed body to the ended ones. @param {number} body */
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

  /** Moves all pairs to the ended ones. */
  clear() {
    const all = this.#now;
    for (let k = 0; k < all.length; k += 2) this.#removed.push(all.at(k), all.at(k + 1));
    all.length = 0;
  }

  /**
   * @param {ArrayLike<any>} pairs contains the overlapping pairs, sorted
   * @param {number} first index of the first pair's first number @param {number} count pairs
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

  /** @param {PairList} list @param {number} at @returns {number} the index of the next pair */
  #end(list, at) {
    this.#ended.push(list.at(at), list.at(at + 1));
    return at + 2;
  }
}

/** @param {PairList} list @param {number} at @param {number} i @param {number} j */
const isBefore = (list, at, i, j) => list.at(at) < i || (list.at(at) === i && list.at(at + 1) < j);
