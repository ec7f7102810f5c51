/* The worker's side of a ParallelWorld: an instance of the module with all bodies, which replies for its
 * part of the pairs or rays. It handles messages in the order in which they arrive. */
import * as abi from '../../wasm/dist/abi.js';
import { RAY_CHUNK, RAY_CHUNK_DOUBLES, rowDoubles, scatterRows, viewColumns } from './columns.js';
import { allocate, core, f64, init, nodeModule, u32, withBlock } from '../core/module.js';

/** @import { Reply, Command, Request } from './messages.js' */

/** The port to the main thread, of a Node worker or a browser worker. @type {any} */
const port = nodeModule('worker_threads')?.parentPort ?? globalThis;

let world = 0;
let dimension = 3;
let settings = 0;
let part = 0;
let parts = 1;
/** Handles of the shapes, by the numbers that the ParallelWorld gave them. @type {Map<number, number>} */
const handles = /* @__PURE__ */ new Map();
/** Number of pairs in the module's list of found pairs. */
let found = 0;
/** The shared poses, pairs and columns that were received most recently. @type {any} */
let shared = {};

/** @param {number} status @param {string} what @returns {number} the status unless it is an error */
function checked(status, what) {
  if (status < 0) throw new Error(`ParallelWorld: a worker could not ${what}: error ${status}`);
  return status;
}

/** @param {Float64Array} doubles @param {(pointer: number) => number} action */
const withDoubles = (doubles, action) =>
  withBlock(8 * doubles.length, (pointer) => {
    f64.set(doubles, pointer / 8);
    return action(pointer);
  });

/** Applies one change of the bodies. @param {Command} command */
function applyCommand(command) {
  switch (command.do) {
    case 'open':
      dimension = command.dimension;
      settings = allocate(8 * abi.SETTINGS_STRIDE);
      world = checked(core.world_create(dimension), 'create its world');
      break;
    case 'shape': {
      const { length } = command.record;
      const made = withDoubles(command.record, (at) => core.shape_create(at, length));
      handles.set(command.shape, checked(made, 'create a shape'));
      break;
    }
    case 'forget':
      core.shape_destroy(Number(handles.get(command.shape)));
      handles.delete(command.shape);
      break;
    case 'add': {
      const { shape, pose, group, mask, body } = command;
      const known = Number(handles.get(shape));
      const made = withDoubles(pose, (at) => core.world_add(world, known, at, group, mask));
      checked(made, 'add a body');
      if (made !== body) throw new Error(`ParallelWorld: a worker added body ${body} as ${made}`); // unreachable: same order
      break;
    }
    case 'set-shape': {
      const known = Number(handles.get(command.shape));
      checked(core.world_set_shape(world, command.body, known), 'change a shape');
      found = 0;
      break;
    }
    case 'set-filter':
      core.world_set_filter(world, command.body, command.group, command.mask);
      break;
    case 'clear':
      core.world_clear(world);
      break;
    case 'remove':
      checked(core.world_remove(world, command.body), 'remove a body');
      found = 0;
      break;
    case 'reset':
      core.world_reset(world);
  }
}

/** @param {number} array */
const pointerTo = (array) => core.world_array(world, array) >>> 0;

/**
 * Copies given pairs to the module, or lets it find pairs.
 * @param {Request} request @returns {number} number of pairs
 */
function choosePairs(request) {
  const { pairs, margin } = request;
  if (pairs !== undefined) {
    const at = core.world_give(world, pairs.length / 2) >>> 0;
    if (at === 0) return abi.ERROR_MEMORY;
    u32.set(pairs, at / 4);
    return pairs.length / 2;
  }
  if (margin === undefined) return found;
  const count = core.world_find(world, margin);
  found = Math.max(count, 0);
  return count;
}

/**
 * Views of columns, in module memory or in a buffer to send.
 * @param {number} query @param {ArrayBufferLike} buffer @param {number} block @param {number} room
 */
function columnsAt(query, buffer, block, room) {
  const columns = {};
  viewColumns(columns, query, buffer, block, room, dimension);
  return columns;
}

/** @param {number} query @param {number} count rows of this part @param {number} total pairs of all parts */
function columnsReply(query, count, total) {
  const { buffer } = f64;
  const array = abi.WORLD_ARRAY_COLUMNS + query;
  const from = columnsAt(query, buffer, pointerTo(array), core.world_room(world, array));
  const rows = new Uint32Array(buffer, pointerTo(abi.WORLD_ARRAY_ROWS), count);
  const columns = shared.columns?.[query];
  if (columns) {
    if (columns.room < total) return { short: true };
    scatterRows(
      query,
      from,
      columnsAt(query, columns.buffer, 0, columns.room),
      rows,
      count,
      dimension,
    );
    return {};
  }
  const block = new ArrayBuffer(8 * rowDoubles(query) * count);
  const inOrder = Uint32Array.from({ length: count }, (_, r) => r);
  scatterRows(query, from, columnsAt(query, block, 0, count), inOrder, count, dimension);
  return { block, rows: rows.slice() };
}

/**
 * The pairs found. All parts find the same pairs, so only the first part sends them.
 * @param {number} total
 */
function pairsReply(total) {
  const pairs = new Uint32Array(f64.buffer, pointerTo(abi.WORLD_ARRAY_FOUND), 2 * total);
  if (!shared.pairs) return { pairs: pairs.slice() };
  const room = shared.pairs.byteLength / 8;
  if (room < total) return { short: true };
  new Uint32Array(shared.pairs).set(pairs);
  return {};
}

/**
 * Commands not applied yet, because one failed. The next request retries them: the bodies of the worker
 * and of the ParallelWorld must be the same.
 * @type {Command[]}
 */
let pendingCommands = [];

/** @param {Command[]} commands */
function applyCommands(commands) {
  pendingCommands = pendingCommands.concat(commands);
  let done = 0;
  try {
    for (const command of pendingCommands) {
      applyCommand(command);
      done++;
    }
  } finally {
    pendingCommands = pendingCommands.slice(done);
  }
}

/** Casts the rays of this worker. @param {any} request @param {number} given settings @returns {Reply} */
function castRays({ rays, mask, group, exclude }, given) {
  const fitted = core.world_fit(world);
  if (fitted < 0) return { refused: fitted, total: 0 };
  const results = new Float64Array((rays.length / abi.RAY_STRIDE) * abi.WORLD_RAY_HIT_STRIDE);
  withBlock(8 * RAY_CHUNK_DOUBLES + 4 * exclude.length + 4, (chunk) => {
    const out = chunk + 8 * RAY_CHUNK * abi.RAY_STRIDE;
    const list = chunk + 8 * RAY_CHUNK_DOUBLES;
    u32.set(exclude, list / 4);
    for (let from = 0; from < rays.length / abi.RAY_STRIDE; from += RAY_CHUNK) {
      const some = rays.subarray(from * abi.RAY_STRIDE, (from + RAY_CHUNK) * abi.RAY_STRIDE);
      const count = some.length / abi.RAY_STRIDE;
      f64.set(some, chunk / 8);
      // prettier-ignore
      checked(
        core.world_cast_rays(world, chunk, count, given, mask, group, list, exclude.length, out),
        'cast its rays',
      );
      const end = out / 8 + count * abi.WORLD_RAY_HIT_STRIDE;
      results.set(f64.subarray(out / 8, end), from * abi.WORLD_RAY_HIT_STRIDE);
    }
  });
  return { total: 0, block: results.buffer };
}

/** @param {Request} request @returns {Reply} */
function handleRequest(request) {
  applyCommands(request.commands);
  if (request.poses) f64.set(request.poses, pointerTo(abi.WORLD_ARRAY_POSES) / 8);
  else if (shared.poses) {
    const poses = new Float64Array(shared.poses, 0, request.poseCount);
    f64.set(poses, pointerTo(abi.WORLD_ARRAY_POSES) / 8);
  }
  if (request.settings) f64.set(request.settings, settings / 8);
  const given = request.settings ? settings : 0;
  if (request.rays) return castRays(request, given);
  const total = choosePairs(request);
  if (total < 0) return { refused: total, total: 0 };
  let count = 0;
  if (request.query !== undefined) {
    const source = request.pairs === undefined ? 0 : 1;
    count = core.world_ask(world, request.query, source, given, part, parts);
    if (count < 0) return { refused: count, total: 0 };
  }
  last = { ...request, count, total };
  return makeReply();
}

/** The previous request and its counts, for replying again into larger buffers. @type {any} */
let last;

/** @returns {Reply} */
function makeReply() {
  const { query, count, total, pairs, margin } = last;
  const results = query === undefined ? {} : columnsReply(query, count, total);
  const listed = part === 0 && pairs === undefined && margin !== undefined ? pairsReply(total) : {};
  const short = 'short' in results || 'short' in listed;
  return { total, ...results, ...listed, ...(short ? { short } : {}) };
}

/** @param {any} message @returns {Promise<Reply>} */
async function handle(message) {
  if (message.module) {
    ({ part, parts } = message);
    await init({ wasm: message.module });
    return { total: 0 };
  }
  if (message.shared) shared = message.shared;
  return message.again ? makeReply() : handleRequest(message);
}

let tail = Promise.resolve();
port.onmessage = (/** @type {{ data: any }} */ { data }) => {
  tail = tail.then(async () => {
    try {
      const reply = await handle(data);
      const transfer = [reply.block, reply.rows?.buffer, reply.pairs?.buffer].filter(Boolean);
      port.postMessage(reply, transfer);
    } catch (error) {
      const { message = String(error) } = /** @type {Error} */ (error);
      port.postMessage({ total: 0, failed: message });
    }
  });
};
