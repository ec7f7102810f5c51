/* A World whose queries run in workers.
 *
 * Every worker holds all bodies and finds all pairs, which is cheap. It replies only for its own part of
 * the pairs. The two bodies of a pair decide which worker replies for it, so the pair's warm start stays in
 * one worker, and the results are those of a World to the bit, for any number of workers. */
import * as abi from '../../wasm/dist/abi.js';
import { WorkerThread, canShare, checkWorkers, threadCount } from './worker-thread.js';
import { Disposable } from '../core/dispose.js';
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
import { SharedMemory } from './shared-memory.js';
import { Shape } from '../shapes/shape.js';

/** @import { CollisionColumns, DistanceColumns, GrowthColumns, PenetrationColumns, WorldPairs, SignedDistanceColumns } from './columns.js' */
/** @import { Pose } from '../poses/pose.js' */
/** @import { OverlapChanges } from './changes.js' */
/** @import { NearestOptions, Neighbor, OverlappingOptions } from './nearest.js' */
/** @import { BodyOptions, BodyPose, FilterOptions, NamedPose, WorldDistanceOptions, WorldGrowthOptions, WorldIntersectionOptions, WorldOptions, WorldPenetrationOptions } from './options.js' */
/** @import { WorldQuery } from './queries.js' */
/** @import { Reply, Command, Request } from './messages.js' */

/**
 * @typedef {object} OwnParallelWorldOptions
 * @property {number | undefined} [workers] how many (default: one less than the machine has threads, at
 *   most 8)
 * @property {boolean | undefined} [shared] whether poses and results go through shared memory (default:
 *   where there is some: in Node, and on pages that are cross-origin isolated); otherwise they are
 *   copied and transferred, with the same results
 */
/** @template {2 | 3} [N=3] @typedef {WorldOptions<N> & OwnParallelWorldOptions} ParallelWorldOptions */

/** @param {WorkerThread[]} threads */
function stopThreads(threads) {
  for (const thread of threads) thread.stop(disposed());
}

/** Ends the workers of worlds that were dropped without dispose. */
const finalizer = /* @__PURE__ */ new FinalizationRegistry(stopThreads);

const KEYS = /* @__PURE__ */ new Set([...WORLD_KEYS, 'workers', 'shared']);
const WORKERS_MAX = 8;

/**
 * A World whose queries run in workers: bodies and poses as there, queries to be awaited.
 *
 * A query takes the bodies and poses as they are when it is called. Results are the same objects every
 * time, whose arrays are overwritten by the next query of the same name: ask again when you have read
 * them. `pairs` of what a query finds by itself is, as in a World, the list of the last search.
 * `CustomShape`s cannot take part, because functions cannot be sent to workers.
 *
 * @template {2 | 3} [N=3] its dimension
 * @example
 * const world = new ParallelWorld({ workers: 2 });
 * const a = world.add(new Sphere({ radius: 1 }));
 * const b = world.add(new Sphere({ radius: 1 }), { position: [1.5, 0, 0] });
 * const { count, value } = await world.growthDistances();
 * value[0]; // 0.75
 * world.dispose();
 */
export class ParallelWorld extends Disposable {
  /** The bodies and their poses; it replies no queries. */
  #world;
  #margin;
  #shared;
  /** @type {WorkerThread[]} */
  #threads = [];
  /** Ends when the last query has. @type {Promise<unknown>} */
  #busy = Promise.resolve();
  /** @type {Command[]} */
  #commands = [];
  /** Those of a question for which there was no memory: the next one's first. @type {Command[]} */
  #unsent = [];
  /** Whether the workers will have made their worlds by the next question. */
  #opened = false;
  /** Numbers of the shapes and how many bodies have each. @type {Map<Shape, { shape: number, uses: number }>} */
  #uses = new Map();
  #lastShape = 0;
  #disposed = false;
  #memory = new SharedMemory();
  #replies = new Replies(this.#memory);
  /**
   * @param {ParallelWorldOptions<N>} [options]
   * @throws {TypeError | RangeError} for wrong options, naming the field and the value
   */
  constructor(options = {}) {
    super();
    checkOptions(options, 'ParallelWorld', KEYS);
    const { workers, shared, margin = 0, dimension } = options;
    checkWorkers(workers, shared);
    this.#world = new World({ margin, dimension });
    this.#margin = margin;
    this.#shared = shared ?? canShare();
    if (dimension !== undefined) this.#open();
    const parts = workers ?? Math.max(1, Math.min(WORKERS_MAX, threadCount() - 1));
    const module = getModule();
    finalizer.register(this, this.#threads, this);
    for (let part = 0; part < parts; part++) {
      const thread = new WorkerThread();
      this.#threads.push(thread);
      // what keeps a worker from starting is told to the first query
      thread.request({ module, part, parts }).catch((error) => thread.stop(error));
    }
  }

  #open() {
    this.#opened = true;
    this.#commands.push({ do: 'open', dimension: Number(this.#world.dimension) });
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
    this.#checkSendable(shape, 'add');
    const body = this.#world.add(shape, pose, { group, mask, data });
    if (!this.#opened) this.#open();
    const number = this.#use(shape);
    const stride = this.#world.dimension === 3 ? 7 : 3;
    const own = World.posesOf(this.#world).slice(stride * body, stride * (body + 1));
    this.#commands.push({ do: 'add', shape: number, pose: own, group, mask, body });
    return body;
  }

  /** @param {unknown} shape @param {string} method */
  #checkSendable(shape, method) {
    const slot = Shape.slotOf(shape);
    if (slot && slot.supports.length > 0)
      throw new TypeError(
        `ParallelWorld.${method} takes no ${slot.owner} with a support function, which cannot be sent to workers`,
      );
  }

  /** One more body has a shape, which is sent if it is the first. @param {Shape<N>} shape @returns {number} the shape's number */
  #use(shape) {
    const known = this.#uses.get(shape);
    const use = known ?? { shape: ++this.#lastShape, uses: 0 };
    use.uses++;
    if (!known) {
      this.#uses.set(shape, use);
      this.#commands.push({ do: 'shape', shape: use.shape, record: Shape.recordOf(shape) });
    }
    return use.shape;
  }

  /** One body less has a shape. @param {Shape<N>} shape */
  #release(shape) {
    const use = this.#uses.get(shape);
    if (!use || --use.uses > 0) return;
    this.#uses.delete(shape);
    this.#commands.push({ do: 'forget', shape: use.shape });
  }

  /** As World.remove. @param {number} body */
  remove(body) {
    this.#check();
    const shape = this.#world.has(body) ? this.#world.shape(body) : undefined;
    this.#world.remove(body);
    this.#commands.push({ do: 'remove', body });
    this.#replies.forget();
    if (shape) this.#release(shape);
  }

  /** As World.clear. */
  clear() {
    this.#check();
    for (const body of this.#world.bodies()) this.#release(this.#world.shape(body));
    this.#world.clear();
    if (this.#opened) this.#commands.push({ do: 'clear' });
    this.#replies.forget();
  }

  /** As World.setShape. @param {number} body @param {Shape<N>} shape no CustomShape */
  setShape(body, shape) {
    this.#check();
    this.#checkSendable(shape, 'setShape');
    const former = this.#world.has(body) ? this.#world.shape(body) : undefined;
    this.#world.setShape(body, shape);
    this.#commands.push({ do: 'set-shape', shape: this.#use(shape), body });
    this.#replies.forget();
    if (former) this.#release(former);
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

  /** @param {number | undefined} body @returns {boolean} whether there is a body of this number */
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

  /** @param {number | undefined} body @returns {any} what was given to `add` as `data` */
  data(body) {
    this.#check();
    return this.#world.data(body);
  }

  /**
   * As World.nearest, in the calling thread: it takes microseconds.
   * @param {Shape<N>} shape @param {Pose} pose @param {NearestOptions<N>} [options]
   * @returns {Promise<Neighbor<N>[]>} rejected with what World.nearest throws
   */
  async nearest(shape, pose, options) {
    this.#check();
    if (arguments.length < 2) throw missingPose('World.nearest');
    return this.#world.nearest(shape, pose, options);
  }

  /**
   * As World.overlapping, in the calling thread.
   * @param {Shape<N>} shape @param {Pose} pose @param {OverlappingOptions} [options]
   * @returns {Promise<number[]>} rejected with what World.overlapping throws
   */
  async overlapping(shape, pose, options) {
    this.#check();
    if (arguments.length < 2) throw missingPose('World.overlapping');
    return this.#world.overlapping(shape, pose, options);
  }

  /**
   * As World.changes, in the calling thread.
   * @returns {Promise<OverlapChanges>} rejected with what World.changes throws
   */
  async changes() {
    this.#check();
    return this.#world.changes();
  }

  /** How many bodies there are. */
  get size() {
    return this.#world.size;
  }

  /** 2 or 3; undefined before the first shape where the constructor did not say. */
  get dimension() {
    return this.#world.dimension;
  }

  /** For a console. @internal */
  get summary() {
    return { ...this.#world.summary, workers: this.workers };
  }

  /** How many workers there are. */
  get workers() {
    return this.#threads.length;
  }

  /** The poses, as World.poses. @returns {Float64Array} */
  get poses() {
    this.#check();
    return this.#world.poses;
  }

  /** The pairs found last, two numbers each; `pairCount` of them count. @returns {Uint32Array} */
  get pairs() {
    this.#check();
    return this.#replies.last?.pairs ?? NO_PAIRS;
  }

  /** How many pairs were found last. */
  get pairCount() {
    this.#check();
    return this.#replies.last?.count ?? 0;
  }

  /** Forgets what queries learnt about the pairs: the next ones are cold. */
  reset() {
    this.#check();
    if (this.#world.dimension !== undefined) this.#commands.push({ do: 'reset' });
  }

  /**
   * As World.findPairs.
   * @param {{ margin?: number | undefined }} [options]
   * @returns {Promise<WorldPairs>} always the same object; rejected with what World.findPairs throws
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
   * @returns {Promise<GrowthColumns>} rejected with what that throws
   */
  growthDistances(options) {
    return this.#run(abi.WORLD_GROWTH, options);
  }

  /**
   * As World.intersections.
   * @param {WorldIntersectionOptions} [options]
   * @returns {Promise<CollisionColumns>} rejected with what that throws
   */
  intersections(options) {
    return this.#run(abi.WORLD_COLLISION, options);
  }

  /**
   * As World.distances.
   * @param {WorldDistanceOptions} [options]
   * @returns {Promise<DistanceColumns>} rejected with what that throws
   */
  distances(options) {
    return this.#run(abi.WORLD_DISTANCE, options);
  }

  /**
   * As World.penetrations.
   * @param {WorldPenetrationOptions} [options]
   * @returns {Promise<PenetrationColumns>} rejected with what that throws
   */
  penetrations(options) {
    return this.#run(abi.WORLD_PENETRATION, options);
  }

  /**
   * As World.signedDistances.
   * @param {WorldPenetrationOptions} [options]
   * @returns {Promise<SignedDistanceColumns>} rejected with what that throws
   */
  signedDistances(options) {
    return this.#run(abi.WORLD_SIGNED, options);
  }

  /**
   * Ends the workers and returns the memory. Queries under way are rejected; using it later throws.
   * @override
   */
  dispose() {
    if (this.#disposed) return;
    this.#world.dispose(); // throws in the middle of a query
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
   * Asks all workers when the questions before have been answered.
   * @param {number | undefined} code @param {Partial<Request>} request @param {string} name
   * @returns {Promise<any>} the result
   */
  #send(code, request, name) {
    const { changes } = this.#replies;
    const n = this.#world.dimension ?? 3;
    if (!this.#opened) return Promise.resolve(this.#replies.join(code, request, [], n, changes));
    const poses = World.posesOf(this.#world).slice();
    const explain = World.explainer(this.#world, poses);
    for (const shape of this.#uses.keys())
      if (Shape.slotOf(shape)?.handle === 0) throw explain(abi.ERROR_HANDLE, name);
    const commands = this.#commands;
    this.#commands = [];
    const result = this.#busy.then(async () => {
      this.#check();
      this.#unsent = this.#unsent.concat(commands);
      const message = { ...request, commands: this.#unsent, poseCount: poses.length };
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
      return this.#replies.join(code, request, replies, n, changes);
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
   * All replies; the first failure when all are there.
   * @param {any} message @param {Float64Array} [poses] for each to have
   * @returns {Promise<Reply[]>}
   */
  async #all(message, poses) {
    const copies = this.#threads.map(() => poses?.slice()); // all or none are asked
    const pending = this.#threads.map((thread, i) => {
      const own = copies[i];
      return own
        ? thread.request({ ...message, poses: own }, [own.buffer])
        : thread.request(message);
    });
    this.#unsent = [];
    this.#memory.known = true;
    const settled = await Promise.allSettled(pending);
    const failed = settled.find(({ status }) => status === 'rejected');
    if (failed) throw /** @type {any} */ (failed).reason;
    return settled.map((result) => /** @type {any} */ (result).value);
  }
}

const disposed = () => new TypeError('this ParallelWorld has been disposed');
