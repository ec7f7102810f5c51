/* Many moving shapes at once: the pairs that are near each other, and queries of all of them in one
 * call of the module, which keeps what it learnt about each pair from frame to frame. */
import * as abi from '../../wasm/dist/abi.js';
import { failure, rethrow, running } from '../core/callbacks.js';
import { Disposable } from '../core/dispose.js';
import { errorText, noShape, withArticle, format, statusError, wrongType } from '../core/errors.js';
import {
  callId,
  beginCall,
  core,
  f64,
  getCore,
  insideSupport,
  onGrowth,
  reentered,
  scratch,
  u32,
} from '../core/module.js';
import { checkPose } from '../poses/pose.js';
import { writeSettings } from '../queries/query.js';
import {
  FIND_KEYS,
  FOUND,
  GIVEN,
  WORLD_KEYS,
  checkMargin,
  checkOptions,
  checkPairOptions,
  explainRefusal,
  readFilters,
  readNumbers,
  readPairs,
} from './options.js';
import { QUERIES } from './queries.js';
import { WorldResults } from './results.js';
import { BaseShape, liveHandle } from '../shapes/shape.js';

/** @import { CollisionColumns, DistanceColumns, GrowthColumns, PenetrationColumns, WorldPairs, SignedDistanceColumns } from './columns.js' */
/** @import { Pose } from '../poses/pose.js' */
/** @import { BodyOptions, WorldDistanceOptions, WorldGrowthOptions, WorldIntersectionOptions, WorldOptions, WorldPenetrationOptions } from './options.js' */
/** @import { WorldQuery } from './queries.js' */
/** @import { Place } from './results.js' */
/** @import { Slot } from '../shapes/shape.js' */

/** What a world holds of the module. @typedef {{ id: number, release: () => void }} Resources */

/** @param {Resources} resources */
function destroyWorld({ id, release }) {
  release();
  core.world_destroy(id);
}
/** Frees the worlds that were dropped without dispose. */
const finalizer = /* @__PURE__ */ new FinalizationRegistry(destroyWorld);

/**
 * Many shapes with poses, called bodies, and queries of all pairs of them that are near each other.
 *
 * A body is known by its number, which `add` returns and which stays the same until the body is
 * removed. Poses are numbers in one array, to be written in any way. Every query first finds the
 * pairs whose bounding boxes meet, or come as near as `margin`, sorted by number, and answers for
 * each of them in columns: the row k of every array belongs to the pair
 * `pairs[2 * k]`, `pairs[2 * k + 1]`. What a query learns about a pair is kept for the next frame; the
 * answers are those of a `Pair` with the same history, to the bit.
 *
 * Nothing is allocated from frame to frame: a query of one name always returns the same object, whose
 * arrays are overwritten by the next one of that name. `pairs` of what a query finds by itself is the
 * world's own list, that of the last search, whichever query made it. Arrays are views of the module's
 * memory.
 * When that grows - by new shapes, new bodies, or more pairs than ever - the engine empties the old
 * views and the world and its results get new ones: take arrays from them in every frame instead of
 * keeping them, and copy what is to stay.
 *
 * @example
 * const world = new World({ margin: 0.1 });
 * const crate = world.add(new Box({ halfExtents: [1, 1, 1] }));
 * const ball = world.add(new Sphere({ radius: 1 }), { position: [2.05, 0, 0] });
 * world.poses[7 * ball] -= 0.1;
 * const { count, pairs, value } = world.growthDistances();
 * for (let k = 0; k < count; k++)
 *   if (value[k] < 1) console.log(`${pairs[2 * k]} and ${pairs[2 * k + 1]} collide`);
 */
export class World extends Disposable {
  /** The module's name for the world; 0: not made yet. */
  #id = 0;
  /** @type {Resources | undefined} */
  #resources;
  #dimension = 0;
  #disposed = false;
  #margin = 0;
  /** @type {(BaseShape | undefined)[]} by number, so that they stay alive */
  #shapes = [];
  #size = 0;

  /** Views of the module's memory, and what they were made from. @type {Float64Array} */
  #poses = new Float64Array(0);
  #version = -1;
  /** @type {Place[]} by number of the array */
  #places = [];
  #results = new WorldResults();

  /**
   * @param {WorldOptions} [options]
   * @throws {TypeError | RangeError} for wrong options, naming the field and the value
   */
  constructor(options = {}) {
    super();
    checkOptions(options, 'World', WORLD_KEYS);
    const { dimension, margin } = options;
    if (margin !== undefined) this.#margin = checkMargin(margin, 'World: margin');
    if (dimension === undefined) return;
    if (dimension !== 2 && dimension !== 3)
      throw new RangeError(`World: dimension must be 2 or 3, got ${format(dimension)}`);
    this.#open(dimension);
  }

  /** @param {number} dimension */
  #open(dimension) {
    const id = getCore().world_create(dimension);
    if (id < 0) throw statusError(id, 'new World');
    this.#id = id;
    this.#dimension = dimension;
    this.#resources = { id, release: onGrowth(this, World.#renew) };
    finalizer.register(this, this.#resources, this);
    this.#refresh();
  }

  /** New views when something has moved, before anybody writes through old ones. */
  #updateViews() {
    if (this.#version !== core.world_version(this.#id)) this.#refresh();
  }

  /** Asks where everything is now, and makes views. */
  #refresh() {
    this.#version = core.world_version(this.#id);
    for (let array = 0; array < abi.WORLD_ARRAY_COLUMNS + QUERIES.length; array++)
      this.#places[array] = {
        pointer: core.world_array(this.#id, array),
        room: core.world_room(this.#id, array),
      };
    this.#view();
  }

  /** Views of the memory as it is now. */
  #view() {
    const columns = this.#places.slice(abi.WORLD_ARRAY_COLUMNS);
    this.#viewPoses();
    this.#results.view(f64.buffer, this.#place(abi.WORLD_ARRAY_FOUND), columns, this.#dimension);
  }

  /** @param {number} array */
  #place(array) {
    return /** @type {Place} */ (this.#places[array]);
  }

  #viewPoses() {
    const { pointer } = this.#place(abi.WORLD_ARRAY_POSES);
    const stride = this.#dimension === 3 ? 7 : 3;
    this.#poses = new Float64Array(f64.buffer, pointer, stride * this.#shapes.length);
  }

  /** The memory has grown; whatever has moved is found out after the call. @param {World} world */
  static #renew(world) {
    if (world.#id !== 0) world.#view();
  }

  /** @param {unknown} shape @returns {Slot} */
  #checkShape(shape) {
    const slot = BaseShape.slotOf(shape);
    if (!slot) throw noShape('the shape of World.add', shape);
    if (slot.any)
      throw new TypeError(
        `World.add takes no ${slot.owner}: points of space or the plane are a ConvexHull or Polygon`,
      );
    if (this.#dimension !== 0 && slot.dimension !== this.#dimension)
      throw new TypeError(
        `World.add of ${withArticle(slot.type)} (${slot.dimension}D) to a world of dimension ${this.#dimension}`,
      );
    return slot;
  }

  /**
   * Adds a body.
   *
   * @param {BaseShape} shape of the world's dimension; the same may be added many times. It must not be
   *   disposed of before the body is removed
   * @param {Pose} [pose] nothing means the identity
   * @param {BodyOptions} [options]
   * @returns {number} the body's number: the one that became free last, otherwise the next
   * @throws {TypeError | RangeError} for wrong arguments, naming the field and the value
   */
  add(shape, pose, options = {}) {
    this.#check();
    const slot = this.#checkShape(shape);
    const handle = liveHandle(slot);
    const call = beginCall();
    const { group, mask } = readFilters(options, 'World.add');
    checkPose(pose, slot.dimension, scratch / 8, 'pose');
    if (callId !== call) throw reentered();
    if (this.#id === 0) this.#open(slot.dimension);
    const body = core.world_add(this.#id, handle, scratch, group, mask);
    if (failure !== null && body >= 0) this.#removeFromModule(body);
    this.#updateViews(); // whatever the call came to
    if (failure !== null) rethrow();
    if (body < 0) throw statusError(body, 'World.add');
    const fresh = body === this.#shapes.length;
    this.#shapes[body] = shape;
    this.#size++;
    if (fresh) this.#viewPoses();
    return body;
  }

  /**
   * Removes a body; its number may be given to another. Its pairs are gone with the next search.
   *
   * @param {number} body
   * @throws {TypeError | RangeError} when there is no such body
   */
  remove(body) {
    this.#checkBody(body, 'World.remove');
    beginCall();
    this.#removeFromModule(body);
    this.#shapes[body] = undefined;
    this.#size--;
  }

  /** Out of the module, and with it the pairs found. @param {number} body */
  #removeFromModule(body) {
    core.world_remove(this.#id, body);
    this.#results.found.count = 0;
  }

  /** @param {unknown} body @param {string} name */
  #checkBody(body, name) {
    this.#check();
    if (typeof body !== 'number') throw wrongType(`the body of ${name}`, 'a number', body);
    if (this.#shapes[body] === undefined)
      throw new RangeError(`${name}: there is no body ${format(body)}`);
  }

  /** @param {number} body @returns {boolean} whether there is a body of this number */
  has(body) {
    return typeof body === 'number' && this.#shapes[body] !== undefined;
  }

  /** @param {number} body @returns {BaseShape} its shape */
  shape(body) {
    this.#checkBody(body, 'World.shape');
    return /** @type {BaseShape} */ (this.#shapes[body]);
  }

  /**
   * Sets a pose in any of the forms that poses have; numbers in the right order can as well be written
   * to `poses`.
   *
   * @param {number} body
   * @param {Pose} pose nothing means the identity
   * @throws {TypeError | RangeError} for something that is not a pose
   */
  setPose(body, pose) {
    this.#checkBody(body, 'World.setPose');
    const n = this.#dimension;
    const call = beginCall();
    checkPose(pose, n, scratch / 8, 'pose');
    if (callId !== call) throw reentered();
    const stride = n === 3 ? 7 : 3;
    f64.copyWithin(this.#poses.byteOffset / 8 + stride * body, scratch / 8, scratch / 8 + stride);
  }

  /** How many bodies there are. */
  get size() {
    return this.#size;
  }

  /** 2 or 3; undefined before the first shape where the constructor did not say. */
  get dimension() {
    return this.#dimension === 0 ? undefined : this.#dimension;
  }

  /**
   * The poses: 7 numbers a body, `px py pz qx qy qz qw`, in the plane 3, `px py angle`. Write them at
   * any time. A view of the module's memory: read it again in every frame. @returns {Float64Array}
   */
  get poses() {
    return this.#poses;
  }

  /** The pairs found last: the first `pairCount`, two numbers each. @returns {Uint32Array} */
  get pairs() {
    return this.#results.found.pairs;
  }

  /** How many pairs were found last. */
  get pairCount() {
    return this.#results.found.count;
  }

  /**
   * Finds all pairs of bodies whose bounding boxes come as near as the margin, sorted, the smaller
   * number first. A half-space makes pairs with what it reaches, not with other half-spaces. Bodies
   * that are no pair are farther apart than the margin.
   *
   * @param {{ margin?: number | undefined }} [options]
   * @returns {WorldPairs} always the same object
   * @throws {RangeError} when a body's pose is not valid, naming the body
   * @throws {TypeError} when a body's shape has been disposed of
   */
  findPairs(options) {
    this.#check();
    const call = beginCall();
    if (options !== undefined) checkOptions(options, 'findPairs', FIND_KEYS);
    const margin = options?.margin;
    if (margin !== undefined) checkMargin(margin, 'findPairs: margin');
    if (callId !== call) throw reentered();
    this.#find(margin, 'findPairs');
    return this.#results.found;
  }

  /** findPairs by another name. @param {{ margin?: number | undefined }} [options] */
  update(options) {
    return this.findPairs(options);
  }

  /**
   * The growth distance of every pair.
   * @param {WorldGrowthOptions} [options]
   * @returns {GrowthColumns} always the same object
   * @throws {TypeError | RangeError} as findPairs, and for wrong options
   */
  growthDistances(options) {
    return this.#run(abi.WORLD_GROWTH, options);
  }

  /**
   * Whether the bodies of every pair intersect, with a certificate.
   * @param {WorldIntersectionOptions} [options]
   * @returns {CollisionColumns} always the same object
   * @throws {TypeError | RangeError} as findPairs, and for wrong options
   */
  intersections(options) {
    return this.#run(abi.WORLD_COLLISION, options);
  }

  /**
   * The distance of every pair.
   * @param {WorldDistanceOptions} [options]
   * @returns {DistanceColumns} always the same object
   * @throws {TypeError | RangeError} as findPairs, and for wrong options
   */
  distances(options) {
    return this.#run(abi.WORLD_DISTANCE, options);
  }

  /**
   * The penetration depth of every pair.
   * @param {WorldPenetrationOptions} [options]
   * @returns {PenetrationColumns} always the same object
   * @throws {TypeError | RangeError} as findPairs, and for wrong options
   */
  penetrations(options) {
    return this.#run(abi.WORLD_PENETRATION, options);
  }

  /**
   * The signed distance of every pair.
   * @param {WorldPenetrationOptions} [options]
   * @returns {SignedDistanceColumns} always the same object
   * @throws {TypeError | RangeError} as findPairs, and for wrong options
   */
  signedDistances(options) {
    return this.#run(abi.WORLD_SIGNED, options);
  }

  /**
   * The text of a status in a column: those of single queries, or `'undefined'` for a pair that has no
   * such quantity (two sets that are not solid have no growth distance), whose bounds are 0 and infinity.
   * @param {number} status
   * @returns {string}
   */
  static statusText(status) {
    return (
      (status < 0 ? errorText(status) : abi.STATUS_TEXTS[status]) ?? `unknown status ${status}`
    );
  }

  /** Forgets what queries learnt about the pairs: the next ones are cold. */
  reset() {
    this.#check();
    if (this.#id !== 0) core.world_reset(this.#id);
  }

  /**
   * Returns the world's memory, not the shapes'. Using it afterwards throws.
   * @override
   */
  dispose() {
    if (this.#disposed) return;
    if (running) throw insideSupport();
    beginCall();
    this.#disposed = true;
    this.#shapes = [];
    this.#size = 0;
    if (!this.#resources) return;
    finalizer.unregister(this);
    destroyWorld(this.#resources);
    this.#id = 0;
    this.#poses = new Float64Array(0);
    this.#results.empty();
  }

  #check() {
    if (this.#disposed) throw new TypeError('this World has been disposed');
    if (running) throw insideSupport();
  }

  /** @param {number | undefined} margin @param {string} name */
  #find(margin, name) {
    const found = this.#results.found;
    found.count = 0;
    if (this.#id === 0) return;
    const count = core.world_find(this.#id, margin ?? this.#margin);
    this.#updateViews();
    if (count < 0) throw this.#refusal(count, name);
    found.count = count;
  }

  /** @param {number} code @param {any} options @returns {any} */
  #run(code, options) {
    this.#check();
    const query = /** @type {WorldQuery} */ (QUERIES[code]);
    const result = this.#results.of(code);
    let settings = 0;
    let source = FOUND;
    const call = beginCall();
    if (options === undefined) {
      this.#find(undefined, query.name);
    } else {
      settings = writeSettings(options, query, this.#dimension);
      const { pairs, count, margin } = options;
      checkPairOptions(pairs, count, margin, query.name);
      const given =
        pairs !== undefined && (pairs !== this.#results.found.pairs || count !== undefined);
      const n = given ? readPairs(pairs, count, query.name, this) : 0;
      if (callId !== call) throw reentered();
      if (pairs === undefined) this.#find(margin, query.name);
      if (given && this.#id !== 0) source = this.#passPairs(n, query.name);
    }
    result.count = 0;
    if (this.#id === 0) return result;
    const count = core.world_ask(this.#id, code, source, settings, 0, 1);
    this.#updateViews();
    if (failure !== null) rethrow();
    if (count < 0) throw this.#refusal(count, query.name);
    this.#results.complete(code, count, source === GIVEN);
    return result;
  }

  /** The pairs that readPairs has read, to the module. @param {number} n @param {string} name */
  #passPairs(n, name) {
    const at = core.world_give(this.#id, n) >>> 2;
    this.#updateViews();
    if (at === 0) throw statusError(abi.ERROR_MEMORY, name);
    u32.set(readNumbers(n), at);
    return GIVEN;
  }

  /**
   * For another instance of the module that holds the bodies as they are now: why it refused.
   * @internal
   * @param {World} world @param {Float64Array} poses
   * @returns {(status: number, name: string) => Error}
   */
  static explainer(world, poses) {
    const shapes = world.#shapes.slice();
    return (status, name) => explainRefusal(shapes, poses, world.#dimension, status, name);
  }

  /** Why the module refused. @param {number} status @param {string} name @returns {Error} */
  #refusal(status, name) {
    return explainRefusal(this.#shapes, this.#poses, this.#dimension, status, name);
  }
}
