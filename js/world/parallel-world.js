/* A World whose queries run in workers.
 *
 * Every worker has all bodies and finds all pairs, which is cheap. It replies only for its own part of
 * the pairs. The two body numbers of a pair decide which worker replies for it, so the pair's warm start
 * stays in one worker. For any number of workers, the results are bit for bit the results of a World. */
import * as abi from '../../wasm/dist/abi.js';
import { Commands, checkSendable } from './commands.js';
import { WorkerThread, canShare, checkWorkers, threadCount } from './worker-thread.js';
import { callId, beginCall, f64, getModule, reentered } from '../core/module.js';
import { writeSettings } from '../queries/options.js';
import {
  FIND_KEYS,
  WORLD_KEYS,
  checkMargin,
  checkOptions,
  checkPairOptions,
  readFilters,
  readNumbers,
  readPairs,
} from './options.js';
import { missingPose } from './nearest.js';
import { QUERIES } from './queries.js';
import { World } from './world.js';
import { NO_PAIRS, Replies } from './replies.js';
import { ParallelCasts, ownOf } from './parallel-casts.js';
import { SharedMemory } from './shared-memory.js';

/** @import { CollisionColumns, DistanceColumns, GrowthColumns, PenetrationColumns, WorldPairs, SignedDistanceColumns } from './columns.js' */
/** @import { Pose } from '../poses/pose.js' */
/** @import { OverlapChanges } from './changes.js' */
/** @import { NearestOptions, Neighbor, OverlappingOptions } from './nearest.js' */
/** @import { BodyOptions, BodyPose, FilterOptions, NamedPose, WorldDistanceOptions, WorldGrowthOptions, WorldIntersectionOptions, WorldOptions, WorldPenetrationOptions } from './options.js' */
/** @import { WorldQuery } from './queries.js' */
/** @import { Shape } from '../shapes/shape.js' */
/** @import { Reply, Request } from './messages.js' */

/**
 * @typedef {object} OwnParallelWorldOptions
 * @property {number | undefined} [workers] number of workers, 1 to 256 (default: one less than the
 *   machine's threads, at least 1 and at most 8)
 * @property {boolean | undefined} [shared] whether poses and results go through shared memory (default:
 *   if it is available, as in Node and on cross-origin isolated pages). Otherwise they are copied and
 *   transferred, with the same results
 */
/** @template {2 | 3} [N=3] @typedef {WorldOptions<N> & OwnParallelWorldOptions} ParallelWorldOptions */

/** @param {WorkerThread[]} threads */
function stopThreads(threads) {
  for (const thread of threads) thread.stop(disposed());
}

/** Stops the workers of worlds that were garbage-collected without `dispose`. */
const finalizer = /* @__PURE__ */ new FinalizationRegistry(stopThreads);

const KEYS = /* @__PURE__ */ new Set([...WORLD_KEYS, 'workers', 'shared']);
const WORKERS_MAX = 8;

/**
 * A World whose queries run in workers. Bodies and poses work as in a World; queries return promises.
 *
 * A query uses the bodies and poses at the time of the call. Results are the same objects every time,
 * and the next query of the same name overwrites their arrays: read the arrays before you start it. If a
 * query finds its pairs itself, its `pairs` are the pairs of the most recent search, as in a World.
 * `CustomShape`s cannot be bodies, because functions cannot be sent to workers.
 *
 * @template {2 | 3} [N=3] its dimension
 * @extends {ParallelCasts<N>}
 * @example
 * const world = new ParallelWorld({ workers: 2 });
 * const a = world.add(new Sphere({ radius: 1 }));
 * const b = world.add(new Sphere({ radius: 1 }), { position: [1.5, 0, 0] });
 * const { count, value } = await world.growthDistances();
 * value[0]; // 0.75
 * world.dispose();
 */
export class ParallelWorld extends ParallelCasts {
  /** The bodies and their poses. Its pair queries are not used. */
  #world;
  #margin;
  #shared;
  /** @type {WorkerThread[]} */
  #threads = [];
  /** Resolves when the previous query has finished. @type {Promise<unknown>} */
  #busy = Promise.resolve();
  #commands = new Commands();
  #disposed = false;
  #memory = new SharedMemory();
  #replies = new Replies(this.#memory);
  /**
   * @param {ParallelWorldOptions<N>} [options]
   * @throws {TypeError | RangeError} for wrong options; the message names the field and the value
   */
  constructor(options = {}) {
    checkOptions(options, 'ParallelWorld', KEYS);
    const { workers, shared, margin = 0, dimension } = options;
    checkWorkers(workers, shared);
    const world = new World({ margin, dimension });
    const send = (/** @type {any} */ request, /** @type {string} */ name) =>
      this.#send(undefined, request, name, (replies) => replies);
    super(world, () => this.#check(), send);
    this.#world = world;
    this.#margin = margin;
    this.#shared = shared ?? canShare();
    if (dimension !== undefined) this.#commands.open(dimension);
    const parts = workers ?? Math.max(1, Math.min(WORKERS_MAX, threadCount() - 1));
    const module = getModule();
    finalizer.register(this, this.#threads, this);
    for (let part = 0; part < parts; part++) {
      const thread = new WorkerThread();
      this.#threads.push(thread);
      // if a worker cannot start, the first query is rejected with this error
      thread.request({ module, part, parts }).catch((error) => thread.stop(error));
    }
  }

  /**
   * As World.add.
   * @param {Shape<N>} shape no CustomShape
   * @param {Pose} [pose] null or undefined means the identity
   * @param {BodyOptions} [options]
   * @returns {number} the body's number
   */
  add(shape, pose, options = {}) {
    this.#check();
    const { group, mask, data } = readFilters(options, 'World.add');
    checkSendable(shape, 'add');
    const body = this.#world.add(shape, pose, { group, mask, data });
    const dimension = Number(this.#world.dimension);
    this.#commands.open(dimension);
    const number = this.#commands.use(shape);
    const stride = dimension === 3 ? 7 : 3;
    const own = World.posesOf(this.#world).slice(stride * body, stride * (body + 1));
    this.#commands.push({ do: 'add', shape: number, pose: own, group, mask, body });
    return body;
  }

  /** As World.remove. @param {number} body */
  remove(body) {
    this.#check();
    const shape = this.#world.has(body) ? this.#world.shape(body) : undefined;
    this.#world.remove(body);
    this.#commands.push({ do: 'remove', body });
    this.#replies.forget();
    if (shape) this.#commands.release(shape);
  }

  /** As World.clear. */
  clear() {
    this.#check();
    for (const body of this.#world.bodies()) this.#commands.release(this.#world.shape(body));
    this.#world.clear();
    if (this.#commands.opened) this.#commands.push({ do: 'clear' });
    this.#replies.forget();
  }

  /** As World.setShape. @param {number} body @param {Shape<N>} shape no CustomShape */
  setShape(body, shape) {
    this.#check();
    checkSendable(shape, 'setShape');
    const former = this.#world.has(body) ? this.#world.shape(body) : undefined;
    this.#world.setShape(body, shape);
    this.#commands.push({ do: 'set-shape', shape: this.#commands.use(shape), body });
    this.#replies.forget();
    if (former) this.#commands.release(former);
  }

  /** As World.setFilter. @param {number} body @param {FilterOptions} filter */
  setFilter(body, filter) {
    this.#check();
    const { group, mask } = this.#world.setFilter(body, filter);
    this.#commands.push({ do: 'set-filter', group, mask, body });
  }

  /** As World.setPose. @param {number} body @param {Pose} pose */
  setPose(body, pose) {
    this.#check();
    if (arguments.length < 2) throw missingPose('World.setPose', 'a body');
    this.#world.setPose(body, pose);
  }

  /** As World.getPose. @param {number | undefined} body @param {Partial<BodyPose<N>> | NamedPose} [out] @returns {BodyPose<N>} */
  getPose(body, out) {
    this.#check();
    return this.#world.getPose(body, out);
  }

  /** @param {number | undefined} body @returns {boolean} whether a body has this number */
  has(body) {
    this.#check();
    return this.#world.has(body);
  }

  /** @returns {number[]} the numbers of all bodies, ascending; a new array */
  bodies() {
    this.#check();
    return this.#world.bodies();
  }

  /** @param {number | undefined} body @returns {Shape<N>} its shape */
  shape(body) {
    this.#check();
    return this.#world.shape(body);
  }

  /** @param {number | undefined} body @returns {any} the `data` option that `add` received */
  data(body) {
    this.#check();
    return this.#world.data(body);
  }

  /**
   * As World.nearest. It runs in the calling thread, because it takes only microseconds.
   * @param {Shape<N>} shape @param {Pose} pose @param {NearestOptions<N>} [options]
   * @returns {Promise<Neighbor<N>[]>} rejected with the errors of World.nearest
   */
  async nearest(shape, pose, options) {
    this.#check();
    if (arguments.length < 2) throw missingPose('World.nearest');
    return this.#world.nearest(shape, pose, options);
  }

  /**
   * As World.overlapping. It runs in the calling thread.
   * @param {Shape<N>} shape @param {Pose} pose @param {OverlappingOptions} [options]
   * @returns {Promise<number[]>} rejected with the errors of World.overlapping
   */
  async overlapping(shape, pose, options) {
    this.#check();
    if (arguments.length < 2) throw missingPose('World.overlapping');
    return this.#world.overlapping(shape, pose, options);
  }

  /**
   * As World.changes. It runs in the calling thread.
   * @returns {Promise<OverlapChanges>} rejected with the errors of World.changes
   */
  async changes() {
    this.#check();
    return this.#world.changes();
  }

  /** Number of bodies. */
  get size() {
    return this.#world.size;
  }

  /** 2 or 3; undefined before the first shape is added, unless the constructor received it. */
  get dimension() {
    return this.#world.dimension;
  }

  /** Shown by consoles. @internal */
  get summary() {
    return { ...this.#world.summary, workers: this.workers };
  }

  /** Number of workers. */
  get workers() {
    return this.#threads.length;
  }

  /** The poses, as World.poses. @returns {Float64Array} */
  get poses() {
    this.#check();
    return this.#world.poses;
  }

  /**
   * The pairs found most recently, two body numbers each; only the first `pairCount` pairs are valid.
   * @returns {Uint32Array}
   */
  get pairs() {
    this.#check();
    return this.#replies.last?.pairs ?? NO_PAIRS;
  }

  /** Number of pairs found most recently. */
  get pairCount() {
    this.#check();
    return this.#replies.last?.count ?? 0;
  }

  /** Discards the warm starts of all pairs, so that the next queries start cold. */
  reset() {
    this.#check();
    if (this.#world.dimension !== undefined) this.#commands.push({ do: 'reset' });
  }

  /**
   * As World.findPairs.
   * @param {{ margin?: number | undefined }} [options]
   * @returns {Promise<WorldPairs>} always the same object; rejected with the errors of World.findPairs
   */
  async findPairs(options) {
    this.#check();
    if (options !== undefined) checkOptions(options, 'findPairs', FIND_KEYS);
    const { margin } = options ?? {};
    if (margin !== undefined) checkMargin(margin, 'findPairs: margin');
    return this.#send(undefined, { margin: margin ?? this.#margin }, 'findPairs');
  }

  /**
   * As World.growthDistances.
   * @param {WorldGrowthOptions} [options]
   * @returns {Promise<GrowthColumns>} rejected with the errors of World.growthDistances
   */
  growthDistances(options) {
    return this.#run(abi.WORLD_GROWTH, options);
  }

  /**
   * As World.intersections.
   * @param {WorldIntersectionOptions} [options]
   * @returns {Promise<CollisionColumns>} rejected with the errors of World.intersections
   */
  intersections(options) {
    return this.#run(abi.WORLD_COLLISION, options);
  }

  /**
   * As World.distances.
   * @param {WorldDistanceOptions} [options]
   * @returns {Promise<DistanceColumns>} rejected with the errors of World.distances
   */
  distances(options) {
    return this.#run(abi.WORLD_DISTANCE, options);
  }

  /**
   * As World.penetrations.
   * @param {WorldPenetrationOptions} [options]
   * @returns {Promise<PenetrationColumns>} rejected with the errors of World.penetrations
   */
  penetrations(options) {
    return this.#run(abi.WORLD_PENETRATION, options);
  }

  /**
   * As World.signedDistances.
   * @param {WorldPenetrationOptions} [options]
   * @returns {Promise<SignedDistanceColumns>} rejected with the errors of World.signedDistances
   */
  signedDistances(options) {
    return this.#run(abi.WORLD_SIGNED, options);
  }

  /**
   * Stops the workers and frees the memory. Unfinished queries are rejected. Later use throws.
   * @override
   */
  dispose() {
    if (this.#disposed) return;
    this.#world.dispose(); // throws inside a support function, before anything changes
    this.#disposed = true;
    finalizer.unregister(this);
    stopThreads(this.#threads);
  }

  #check() {
    if (this.#disposed) throw disposed();
  }

  /** @param {number} code @param {any} options @returns {Promise<any>} */
  async #run(code, options) {
    this.#check();
    const query = /** @type {WorldQuery} */ (QUERIES[code]);
    /** @type {Partial<Request>} */
    const request = { query: code };
    if (options === undefined) {
      request.margin = this.#margin;
    } else {
      const call = beginCall();
      const settings = writeSettings(options, query, this.#world.dimension ?? 3) / 8;
      const { pairs, count, margin } = options;
      if (callId !== call) throw reentered();
      if (settings !== 0) request.settings = f64.slice(settings, settings + abi.SETTINGS_STRIDE);
      checkPairOptions(pairs, count, margin, query.name);
      if (pairs === 'all') request.margin = Infinity;
      else if (pairs === undefined) request.margin = margin ?? this.#margin;
      else {
        const own = this.#replies.countOf(pairs);
        const n = readPairs(pairs, count === undefined ? own : count, query.name, this);
        if (callId !== call) throw reentered();
        request.pairs = readNumbers().slice(0, 2 * n);
      }
    }
    return this.#send(code, request, query.name);
  }

  /**
   * Sends a query to all workers as soon as the previous queries have finished.
   * @param {number | undefined} code @param {Partial<Request>} request @param {string} name
   * @param {(replies: Reply[]) => any} [join] makes the result; default: the columns of pairs
   * @returns {Promise<any>} the result
   */
  #send(code, request, name, join) {
    const { changes } = this.#replies;
    const n = this.#world.dimension ?? 3;
    join ??= (replies) => this.#replies.join(code, request, replies, n, changes);
    if (!this.#commands.opened) return Promise.resolve(join([]));
    const poses = World.posesOf(this.#world).slice();
    const explain = World.explainer(this.#world, poses);
    if (this.#commands.hasDisposedShape()) throw explain(abi.ERROR_HANDLE, name);
    const commands = this.#commands.take();
    const result = this.#busy.then(async () => {
      this.#check();
      const unsent = this.#commands.withUnsent(commands);
      const message = { ...request, commands: unsent, poseCount: poses.length };
      let replies = await this.#post(message, poses, code);
      const refused = replies.find((reply) => reply.refused !== undefined)?.refused;
      if (refused !== undefined) {
        if (request.margin !== undefined) this.#replies.forget();
        throw explain(refused, name);
      }
      while (replies.some(({ short }) => short)) {
        this.#memory.reserve(code, Number(replies[0]?.total));
        replies = await this.#all({ again: true, shared: this.#memory.blocks });
      }
      return join(replies);
    });
    this.#busy = result.catch(() => {});
    return result;
  }

  /** @param {any} message @param {Float64Array} poses @param {number | undefined} code */
  #post(message, poses, code) {
    if (!this.#shared) return this.#all(message, poses);
    const memory = this.#memory;
    memory.writePoses(poses);
    memory.reserve(code, 1);
    if (!memory.known) message.shared = memory.blocks;
    return this.#all(message);
  }

  /**
   * Sends a message to all workers, waits for all replies, then throws the first error, if any.
   * @param {any} message with all rays, of which each worker gets an equal part
   * @param {Float64Array} [poses] copied for each worker
   * @returns {Promise<Reply[]>}
   */
  async #all(message, poses) {
    // copy first: if memory runs out, no worker gets the message
    const copies = this.#threads.map((_, i) => ownOf(message, poses, i, this.workers));
    const pending = this.#threads.map((thread, i) => {
      const moved = Object.values(copies[i] ?? {}).map(({ buffer }) => buffer);
      return thread.request({ ...message, ...copies[i] }, moved);
    });
    this.#commands.sent();
    this.#memory.known = true;
    const settled = await Promise.allSettled(pending);
    const failed = settled.find(({ status }) => status === 'rejected');
    if (failed) throw /** @type {any} */ (failed).reason;
    return settled.map((result) => /** @type {any} */ (result).value);
  }
}

const disposed = () => new TypeError('this ParallelWorld has been disposed');
