/* growth-distance/compare: growth distance by the methods that ours is compared with.
 *
 * They live in a module of their own, so that the main one stays small: shapes are made there once
 * more from their records, when they are first asked about. Importing this also lets growthDistance
 * of the main entry take these methods. */
import { decodeBytes } from '../wasm/dist/compare-bytes.js';
import {
  ERROR_MEMORY,
  GROWTH_RESULT_STRIDE,
  SETTINGS_TRACE,
  TRACE_CAPACITY,
  TRACE_STRIDE,
} from '../wasm/dist/abi.js';
import { askSupport, failure, rethrow } from './custom.js';
import { statusError } from './errors.js';
import { GROWTH_METHODS, growthBy, takeComparison } from './growth.js';
import { SCRATCH_DOUBLES, explain, f64, requireWebAssembly } from './module.js';
import { PAIRS, POSES, RESULT, SHAPES, checkShapes, queryKind } from './query.js';
import { BaseShape, liveHandle, onDispose } from './shape.js';

/** @import { Core } from './module.js' */
/** @import { GrowthOptions, GrowthResult } from './growth.js' */
/** @import { Pose } from './pose.js' */
/** @import { QueryOptions } from './query.js' */
/** @import { Slot } from './shape.js' */

/** @typedef {'ie' | 'zc' | 'zc-ie' | 'inc' | 'dcf' | 'dcol'} ComparisonMethod */

/**
 * The methods of this entry: internal expanding (`ie`), conic projection (`zc`) and its hybrid with
 * it (`zc-ie`), facet walking on polytopes (`inc`), Newton on smooth hulls (`dcf`), an interior point
 * method on the conic program of primitives and polytopes (`dcol`). They are for shapes in space.
 * @type {readonly ComparisonMethod[]}
 */
export const METHODS = Object.freeze(['ie', 'zc', 'zc-ie', 'inc', 'dcf', 'dcol']);

/** The other module, with views of its memory and a scratch block laid out like the main one's. */
const other = {
  core: /** @type {Core | undefined} */ (undefined),
  f64: new Float64Array(0),
  i32: new Int32Array(0),
  scratch: 0,
};

function refresh() {
  if (!other.core) return;
  const { buffer } = other.core.memory;
  other.f64 = new Float64Array(buffer);
  other.i32 = new Int32Array(buffer);
}

/** @returns {Core} */
function load() {
  if (other.core) return other.core;
  requireWebAssembly();
  const env = {
    emscripten_notify_memory_growth: refresh,
    /** @param {number} id @param {number} direction @param {number} point */
    custom_support: (id, direction, point) => askSupport(id, other.f64, direction >> 3, point >> 3),
  };
  try {
    const module = new WebAssembly.Module(decodeBytes());
    const { exports } = new WebAssembly.Instance(module, { env });
    other.core = /** @type {Core} */ (/** @type {unknown} */ (exports));
  } catch (error) {
    throw explain(error);
  }
  other.core._initialize();
  other.scratch = other.core.alloc(8 * SCRATCH_DOUBLES);
  refresh();
  return other.core;
}

/** The other module's handles of shapes. @type {WeakMap<BaseShape, number>} */
const handles = new WeakMap();
const finalizer = new FinalizationRegistry((/** @type {number} */ handle) => {
  other.core?.shape_destroy(handle);
});

/** @param {BaseShape} shape @returns {number} */
function handleOf(shape) {
  const known = handles.get(shape);
  if (known !== undefined) return known;
  const core = load();
  const record = BaseShape.recordOf(shape);
  const pointer = core.alloc(8 * record.length);
  if (pointer === 0) throw statusError(ERROR_MEMORY, 'growthDistance');
  refresh();
  other.f64.set(record, pointer / 8);
  const handle = core.shape_create(pointer, record.length);
  core.release(pointer);
  if (failure !== null) {
    if (handle > 0) core.shape_destroy(handle);
    rethrow();
  }
  if (handle < 0) throw statusError(handle, 'growthDistance');
  refresh();
  handles.set(shape, handle);
  finalizer.register(shape, handle, shape);
  return handle;
}

onDispose((shape) => {
  const handle = handles.get(shape);
  if (handle === undefined) return;
  handles.delete(shape);
  finalizer.unregister(shape);
  other.core?.shape_destroy(handle);
});

/** The shapes of the query under way, by the other module's names. */
let handleA = 0;
let handleB = 0;

/** Asks the other module what the main one would be asked: the arguments are copied over, the result
 * back. @type {import('./query.js').Ask} */
function ask(n, base, settings) {
  const trace = settings === 0 ? 0 : Number(f64[settings / 8 + SETTINGS_TRACE]);
  return trace === 0 ? askPlain(n, base, settings, 0) : askTraced(n, base, settings, trace);
}

/** The trace is written in the other module, to be copied back. @param {number} n @param {number} base @param {number} settings @param {number} trace pointer */
function askTraced(n, base, settings, trace) {
  const doubles = TRACE_STRIDE + Number(f64[trace / 8 + TRACE_CAPACITY]);
  const pointer = load().alloc(8 * doubles);
  if (pointer === 0) throw statusError(ERROR_MEMORY, 'growthDistance');
  refresh();
  other.f64.set(f64.subarray(trace / 8, trace / 8 + TRACE_STRIDE), pointer / 8);
  const status = askPlain(n, base, settings, pointer);
  f64.set(other.f64.subarray(pointer / 8, pointer / 8 + doubles), trace / 8);
  load().release(pointer);
  return status;
}

/** @param {number} n @param {number} base @param {number} settings @param {number} trace pointer there, 0: none */
function askPlain(n, base, settings, trace) {
  const { scratch } = other;
  const core = load();
  other.f64.set(f64.subarray(base / 8, (base + RESULT) / 8), scratch / 8);
  other.i32[scratch >> 2] = handleA;
  other.i32[(scratch >> 2) + 1] = handleB;
  if (trace !== 0) other.f64[(scratch + settings - base) / 8 + SETTINGS_TRACE] = trace;
  const status = core.growth_distance(
    n,
    scratch + SHAPES,
    2,
    scratch + POSES,
    scratch + PAIRS,
    1,
    settings === 0 ? 0 : scratch + (settings - base),
    0,
    scratch + RESULT,
  );
  const at = (scratch + RESULT) / 8;
  f64.set(other.f64.subarray(at, at + GROWTH_RESULT_STRIDE), (base + RESULT) / 8);
  return status;
}

const COMPARISON = queryKind('growthDistance', ask, [...GROWTH_METHODS, ...METHODS], ['trace']);

/**
 * As growthDistance of the main entry, also by the methods of this one: the same bounds, normal and
 * points by the same stopping rule. `iterations` counts support calls on each set; of `inc` steps
 * from facet to facet, of `dcol` interior-point iterations.
 *
 * @param {BaseShape} a
 * @param {Pose} poseA
 * @param {BaseShape} b
 * @param {Pose} poseB
 * @param {GrowthOptions} [options] the main entry's methods run in this entry's module, so that times compare
 * @returns {GrowthResult}
 * @throws {TypeError | RangeError} for wrong arguments
 * @throws {GeometryError} code `'undefined'` where the method does not know the shapes: in the plane,
 *   for half-spaces; `inc` beyond polytopes; `dcf` beyond smooth sets; `dcol` for smooth hulls, sums,
 *   custom shapes and more than 512 facets
 *
 * Source: Ray Intersection Algorithm for Fast Growth Distance Computation, Table I and what it cites.
 */
export function growthDistance(a, poseA, b, poseB, options) {
  const [slotA, slotB] = checkShapes(COMPARISON.name, a, b);
  liveHandle(slotA);
  liveHandle(slotB);
  handleA = handleOf(a);
  handleB = handleOf(b);
  return growthBy(COMPARISON, slotA, poseA, slotB, poseB, options, 0);
}

takeComparison(growthDistance);
