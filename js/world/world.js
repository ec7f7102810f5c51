/* Many moving shapes at once. A world finds the pairs of bodies that are near each other and runs a
 * query on all of them in one call of the module. The module keeps a warm start for each pair from frame
 * to frame. */
import * as abi from '../../wasm/dist/abi.js';
import { failure, rethrow, running } from '../core/callbacks.js';
import { DISPOSED } from '../core/dispose.js';
import { errorText, format, wrongType } from '../core/errors.js';
import { callId, beginCall, core, insideSupport, reentered, scratch, u32 } from '../core/module.js';
import { Overlaps } from './changes.js';
import {
  NEAREST,
  OVERLAPPING,
  excludeList,
  missingPose,
  readNeighbors,
  readProbe,
} from './nearest.js';
import {
  FIND_KEYS,
  WORLD_KEYS,
  checkMargin,
  checkOptions,
  explainRefusal,
  readFilters,
} from './options.js';
import { PairQueries } from './pair-queries.js';
import { WorldCasts } from './world-casts.js';

/** @import { CollisionColumns, DistanceColumns, GrowthColumns, PenetrationColumns, WorldPairs, SignedDistanceColumns } from './columns.js' */
/** @import { OverlapChanges } from './changes.js' */
/** @import { NearestOptions, Neighbor, OverlappingOptions } from './nearest.js' */
/** @import { Pose } from '../poses/pose.js' */
/** @import { Shape } from '../shapes/shape.js' */
/** @import { BodyOptions, BodyPose, FilterOptions, NamedPose, WorldDistanceOptions, WorldGrowthOptions, WorldIntersectionOptions, WorldOptions, WorldPenetrationOptions } from './options.js' */

const NO_PAIRS = /* @__PURE__ */ new Uint32Array(0);

/**
 * Many shapes with poses, called bodies, and queries on all pairs of bodies that are near each other.
 *
 * `add` returns the body's number, which stays the same until the body is removed. A query first finds
 * the pairs of bodies whose bounding boxes are at most `margin` apart, sorted by number. It returns
 * columns: row k of every array belongs to the pair `pairs[2 * k]`, `pairs[2 * k + 1]`. The world keeps
 * a warm start for each pair. Its results are bit for bit the results of a `Pair` with the same history.
 *
 * Columns are plain typed arrays outside the module's memory. A query returns the same object each time.
 * Its arrays stay readable until the same query of the same world runs again. Queries allocate memory
 * only if there are more pairs than ever before.
 *
 * @template {2 | 3} [N=3] its dimension
 * @extends {WorldCasts<N>}
 * @example
 * const world = new World({ margin: 0.1 });
 * const crate = world.add(new Box({ halfExtents: [1, 1, 1] }));
 * const ball = world.add(new Sphere({ radius: 1 }), { position: [2.05, 0, 0] });
 * world.poses[7 * ball] -= 0.1;
 * const { count, pairs, value } = world.growthDistances();
 * for (let k = 0; k < count; k++)
 *   if (value[k] < 1) console.log(`${pairs[2 * k]} and ${pairs[2 * k + 1]} collide`);
 */
export class World extends WorldCasts {
  #state = WorldCasts.stateOf(this);
  #queries = new PairQueries(this.#state);
  #margin = 0;
  /** @type {Overlaps | undefined} */
  #overlaps;

  /**
   * @param {WorldOptions<N>} [options]
   * @throws {TypeError | RangeError} for wrong options; the message names the field and the value
   */
  constructor(options = {}) {
    super();
    checkOptions(options, 'World', WORLD_KEYS);
    const { dimension, margin } = options;
    if (margin !== undefined) this.#margin = checkMargin(margin, 'World: margin');
    if (dimension === undefined) return;
    if (dimension !== 2 && dimension !== 3)
      throw new RangeError(`World: dimension must be 2 or 3, got ${format(dimension)}`);
    this.#state.open(dimension);
  }

  // ---- bodies --------------------------------------------------------------------------------

  /**
   * Adds a body. It copies the pose, so the body does not follow an object passed as its pose.
   *
   * @param {Shape<N>} shape of the world's dimension; several bodies may have the same shape. Do not
   *   dispose of it before the body is removed
   * @param {Pose} [pose] null or undefined means the identity
   * @param {BodyOptions} [options]
   * @returns {number} the body's number. A number that `remove` has freed is reused first, the most
   *   recent one before the others
   * @throws {TypeError | RangeError} for wrong arguments; the message names the field and the value
   */
  add(shape, pose, options = {}) {
    this.#check();
    this.#state.checkShape(shape, 'World.add');
    const call = beginCall();
    const filters = readFilters(options, 'World.add');
    return this.#state.add({ shape, ...filters }, pose, call);
  }

  /**
   * Removes a body and its `data`. The next search no longer finds its pairs. The next `add` reuses the
   * number, so do not keep it; store what belongs to the body in `data`.
   *
   * @param {number} body
   * @throws {TypeError | RangeError} if no body has this number
   */
  remove(body) {
    this.#checkBody(body, 'World.remove');
    this.#state.remove(body);
    this.#overlaps?.remove(body);
    this.#queries.forget();
  }

  /** Removes all bodies. The next one has number 0. */
  clear() {
    this.#check();
    this.#state.clear();
    this.#overlaps?.clear();
    this.#queries.forget();
  }

  /** @param {unknown} body @param {string} name */
  #checkBody(body, name) {
    this.#check();
    return this.#state.checkBody(body, name);
  }

  /** @param {number | undefined} body @returns {boolean} whether a body has this number */
  has(body) {
    this.#check();
    return this.#state.has(body);
  }

  /** @returns {number[]} the numbers of all bodies, ascending; a new array */
  bodies() {
    this.#check();
    return this.#state.bodies.flatMap((body, number) => (body === undefined ? [] : number));
  }

  /** @param {number | undefined} body @returns {Shape<N>} its shape */
  shape(body) {
    return /** @type {any} */ (this.#checkBody(body, 'World.shape').shape);
  }

  /** @param {number | undefined} body @returns {any} the `data` option that `add` received */
  data(body) {
    return this.#checkBody(body, 'World.data').data;
  }

  /**
   * Gives a body another shape. Its pose, group, mask and data stay the same; its pairs start cold.
   *
   * @param {number} body
   * @param {Shape<N>} shape of the world's dimension
   * @throws {TypeError | RangeError} for wrong arguments; the message names the field and the value
   */
  setShape(body, shape) {
    this.#state.setShape(body, this.#checkBody(body, 'World.setShape'), shape);
    this.#queries.forget();
  }

  /**
   * Changes the group and the mask of a body; the next search uses them. A field that is left out keeps
   * its value.
   *
   * @param {number} body
   * @param {FilterOptions} filter
   * @returns {{ group: number, mask: number }} the new values
   * @throws {TypeError | RangeError} for wrong arguments; the message names the field and the value
   */
  setFilter(body, filter) {
    const known = this.#checkBody(body, 'World.setFilter');
    const call = beginCall();
    const { group, mask } = readFilters(filter, 'World.setFilter', known);
    if (callId !== call) throw reentered();
    core.world_set_filter(this.#state.id, body, group, mask);
    known.group = group;
    known.mask = mask;
    return { group, mask };
  }

  /**
   * Sets a body's pose, in any form of a pose. You may also write its numbers to `poses`.
   *
   * @param {number} body
   * @param {Pose} pose null or undefined means the identity
   * @throws {TypeError | RangeError} if the pose is not valid
   */
  setPose(body, pose) {
    this.#checkBody(body, 'World.setPose');
    if (arguments.length < 2) throw missingPose('World.setPose', 'a body');
    this.#state.setPose(body, pose);
  }

  /**
   * Returns a body's pose.
   *
   * @param {number | undefined} body
   * @param {Partial<BodyPose<N>> | NamedPose} [out] an object to fill and return, for example an
   *   Object3D
   * @returns {BodyPose<N>} `{ position, quaternion }`, in 2D `{ position, angle }`
   * @throws {TypeError | RangeError} if no body has this number
   */
  getPose(body, out) {
    this.#checkBody(body, 'World.getPose');
    if (out !== undefined && (typeof out !== 'object' || out === null))
      throw wrongType('World.getPose: out', 'an object to fill', out);
    return this.#state.poses.read(Number(body), out);
  }

  /** Number of bodies. */
  get size() {
    return this.#state.size;
  }

  /** 2 or 3; undefined before the first shape is added, unless the constructor received it. */
  get dimension() {
    const { dimension } = this.#state;
    return dimension === 0 ? undefined : dimension;
  }

  /** Shown by consoles. @internal @returns {Record<string, unknown>} */
  get summary() {
    return this.#state.disposed ? DISPOSED : { dimension: this.dimension, size: this.size };
  }

  /**
   * The poses of all bodies: 7 numbers per body, `px py pz qx qy qz qw`, in 2D 3 numbers, `px py angle`.
   * The same array stays valid as long as the world exists; it grows with the number of bodies. You may
   * write to it at any time, and the next query uses the new poses.
   * @returns {Float64Array}
   */
  get poses() {
    this.#check();
    return this.#state.poses.share();
  }

  // ---- pairs ---------------------------------------------------------------------------------

  /**
   * The pairs found most recently, two body numbers each; only the first `pairCount` pairs are valid.
   * @returns {Uint32Array}
   */
  get pairs() {
    this.#check();
    return this.#queries.last?.pairs ?? NO_PAIRS;
  }

  /** Number of pairs found most recently. @returns {number} */
  get pairCount() {
    this.#check();
    return this.#queries.last?.count ?? 0;
  }

  /**
   * Finds all pairs of bodies whose bounding boxes are at most the margin apart. Pairs are sorted, the
   * smaller number first. A half-space makes pairs with boxes at most the margin away from it, but not
   * with other half-spaces. The distance of bodies that make no pair is greater than the margin. With the
   * margin Infinity, every two bodies that groups and masks allow make a pair, except two half-spaces.
   *
   * @param {{ margin?: number | undefined }} [options] `margin` replaces the world's margin
   * @returns {WorldPairs} always the same object
   * @throws {RangeError} if a body's pose is not valid; the message names the body
   * @throws {TypeError} if a body's shape has been disposed of
   */
  findPairs(options) {
    this.#check();
    const call = beginCall();
    if (options !== undefined) checkOptions(options, 'findPairs', FIND_KEYS);
    const margin = options?.margin;
    if (margin !== undefined) checkMargin(margin, 'findPairs: margin');
    if (callId !== call) throw reentered();
    return this.#queries.find(margin ?? this.#margin, 'findPairs');
  }

  /**
   * Computes the growth distance of every pair whose bounding boxes are at most the margin apart.
   * @param {WorldGrowthOptions} [options]
   * @returns {GrowthColumns} always the same object
   * @throws {TypeError | RangeError} as findPairs, and for wrong options
   */
  growthDistances(options) {
    return this.#run(abi.WORLD_GROWTH, options);
  }

  /**
   * Runs a certified overlap test on every pair whose bounding boxes are at most the margin apart.
   * @param {WorldIntersectionOptions} [options]
   * @returns {CollisionColumns} always the same object
   * @throws {TypeError | RangeError} as findPairs, and for wrong options
   */
  intersections(options) {
    return this.#run(abi.WORLD_COLLISION, options);
  }

  /**
   * Computes the distance of every pair whose bounding boxes are at most the margin apart. The default
   * margin is 0, so most separated bodies make no pair. To measure them, set a margin or pass `pairs`.
   * @param {WorldDistanceOptions} [options]
   * @returns {DistanceColumns} always the same object
   * @throws {TypeError | RangeError} as findPairs, and for wrong options
   */
  distances(options) {
    return this.#run(abi.WORLD_DISTANCE, options);
  }

  /**
   * Computes the penetration depth of every pair whose bounding boxes are at most the margin apart; 0 if
   * the pair does not overlap.
   * @param {WorldPenetrationOptions} [options]
   * @returns {PenetrationColumns} always the same object
   * @throws {TypeError | RangeError} as findPairs, and for wrong options
   */
  penetrations(options) {
    return this.#run(abi.WORLD_PENETRATION, options);
  }

  /**
   * Computes the signed distance of every pair whose bounding boxes are at most the margin apart.
   * @param {WorldPenetrationOptions} [options]
   * @returns {SignedDistanceColumns} always the same object
   * @throws {TypeError | RangeError} as findPairs, and for wrong options
   */
  signedDistances(options) {
    return this.#run(abi.WORLD_SIGNED, options);
  }

  /**
   * Returns the text of a number in a `status` column, as in the results of single queries. The text is
   * `'undefined'` if the quantity does not exist for a pair: two shapes that are not solid have no
   * growth distance. The bounds of such a pair are 0 and Infinity.
   * @param {number | undefined} status
   * @returns {string}
   */
  static statusText(status = NaN) {
    return (
      (status < 0 ? errorText(status) : abi.STATUS_TEXTS[status]) ?? `unknown status ${status}`
    );
  }

  /** Discards the warm starts of all pairs, so that the next queries start cold. */
  reset() {
    this.#check();
    if (this.#state.id !== 0) core.world_reset(this.#state.id);
  }

  // ---- one shape among the bodies ------------------------------------------------------------

  /**
   * Finds the bodies nearest to a shape, nearest first. Bodies at equal distance are sorted by number.
   * The search descends the tree of bounding boxes and measures only bodies that can be among the
   * nearest. It ignores the margin.
   *
   * @param {Shape<N>} shape of the world's dimension; it need not be a body
   * @param {Pose} pose null means the identity
   * @param {NearestOptions<N>} [options]
   * @returns {Neighbor<N>[]} the results of `distance(body's shape, its pose, shape, pose)`, each with
   *   `body`. The normal points from the body to the shape. For an overlapping body, the value is 0
   * @throws {TypeError | RangeError} for wrong arguments; the message names the field and the value
   * @example
   * const world = new World();
   * world.add(new Box({ halfExtents: [1, 1, 1] }), null, { data: 'crate' });
   * const [hit] = world.nearest(new Sphere({ radius: 1 }), { position: [3, 0, 0] });
   * world.data(hit.body); // 'crate'
   * hit.value; // 1
   */
  nearest(shape, pose, options) {
    const name = 'World.nearest';
    this.#check();
    if (arguments.length < 2) throw missingPose(name);
    const slot = this.#state.checkShape(shape, name);
    const probe = readProbe(slot, pose, options, name, NEAREST);
    const { count, maxDistance, mask, excluded, out } = probe;
    const { id } = this.#state;
    if (id === 0) return readNeighbors(0, 0, 0, out);
    this.#state.fit(name);
    const { handle } = slot;
    const list = excludeList();
    const found = this.#found(
      core.world_nearest(id, handle, scratch, mask, list, excluded, count, maxDistance),
      name,
    );
    const at = core.world_array(id, abi.WORLD_ARRAY_NEIGHBORS) >>> 3;
    return readNeighbors(at, found, slot.dimension, out);
  }

  /**
   * Finds the bodies that overlap a shape; touching counts as overlapping. It skips bodies for which
   * `intersects` is undefined: at least one of the two shapes must be solid.
   *
   * @param {Shape<N>} shape of the world's dimension; it need not be a body
   * @param {Pose} pose null means the identity
   * @param {OverlappingOptions} [options]
   * @returns {number[]} body numbers, ascending
   * @throws {TypeError | RangeError} for wrong arguments; the message names the field and the value
   */
  overlapping(shape, pose, options) {
    const name = 'World.overlapping';
    this.#check();
    if (arguments.length < 2) throw missingPose(name);
    const slot = this.#state.checkShape(shape, name);
    const { mask, excluded, out } = readProbe(slot, pose, options, name, OVERLAPPING);
    if (this.#state.id === 0) {
      out.length = 0;
      return out;
    }
    this.#state.fit(name);
    const list = excludeList();
    const found = this.#found(
      core.world_overlapping(this.#state.id, slot.handle, scratch, mask, list, excluded),
      name,
    );
    const at = core.world_array(this.#state.id, abi.WORLD_ARRAY_OVERLAPPING) >>> 2;
    // set the length at the end: an array emptied first would free its memory
    for (let k = 0; k < found; k++) out[k] = u32[at + k];
    out.length = found;
    return out;
  }

  /** @param {number} found number of bodies, or an error status @param {string} name */
  #found(found, name) {
    if (failure !== null) rethrow();
    if (found < 0) throw this.#state.refusal(found, name);
    return found;
  }

  /**
   * Returns the pairs of bodies that began or ceased to overlap since the previous call, as `intersects`
   * decides, whatever the margin. The first call returns all overlapping pairs as begun. The pairs of a
   * removed body are returned as ended. Groups and masks apply. The call does not change the results or
   * warm starts of other queries.
   *
   * @returns {OverlapChanges} always the same object; its arrays are valid until the next call
   * @throws {TypeError | RangeError} as findPairs
   */
  changes() {
    this.#check();
    beginCall();
    this.#overlaps ??= new Overlaps();
    const count = this.#state.overlaps('changes');
    const { id } = this.#state;
    const at = count > 0 ? core.world_array(id, abi.WORLD_ARRAY_OVERLAPS) >>> 2 : 0;
    return this.#overlaps.update(u32, at, count);
  }

  /**
   * Frees the world's memory, but not its shapes. Using the world afterwards throws.
   * @override
   */
  dispose() {
    if (this.#state.disposed) return;
    if (running) throw insideSupport();
    beginCall();
    this.#state.disposed = true;
    this.#queries.forget();
    this.#state.close();
  }

  #check() {
    this.#state.check();
  }

  /** @param {number} code @param {any} options @returns {any} */
  #run(code, options) {
    this.#check();
    return this.#queries.run(code, options, this.#margin);
  }

  /**
   * The poses, for reading only.
   * @internal
   * @param {World<any>} world
   */
  static posesOf(world) {
    return world.#state.poses.numbers;
  }

  /**
   * Returns a function that explains the errors of another module instance with the same bodies as this
   * world has now.
   * @internal
   * @param {World<any>} world @param {Float64Array} poses
   * @returns {(status: number, name: string) => Error}
   */
  static explainer(world, poses) {
    const { dimension } = world.#state;
    const shapes = world.#state.shapes();
    return (status, name) => explainRefusal(shapes, poses, dimension, status, name);
  }
}
