/* Traces: every iterate of a query as plain objects, for drawing the search step by step.
 *
 * The module writes one row for each iterate into a buffer. If the buffer is too small, the module reports
 * the needed size. Then the query runs again with a larger buffer and the same warm record. */
import * as abi from '../../wasm/dist/abi.js';
import { failure } from '../core/callbacks.js';
import { callId, f64, reentered, withBlock } from '../core/module.js';

/** @import { BatchCall } from './descriptions.js' */

/**
 * A point of the Minkowski difference, with its points of A and B.
 *
 * @typedef {object} TracePoint
 * @property {number[]} point the point of the difference: pointA - scale · pointB + shift, with `scale` and
 *   `shift` of the iterate
 * @property {number[]} pointA a point of A, in world coordinates
 * @property {number[]} pointB a point of B, in world coordinates
 */

/**
 * A vertex of an iterate. Its weight is ≥ 0; the weights of the vertices whose combination is the iterate's
 * `point` sum to 1.
 * @typedef {TracePoint & { weight: number }} TraceVertex
 */

/**
 * The type of an iterate, which tells what its vertices are:
 * - `portal` (growth distance): a triangle (2D: a segment) of the difference. The ray from A's centre to B's
 *   centre crosses it.
 * - `simplex` (distance and overlap tests): up to four vertices; `point` is the point of their hull nearest
 *   to the origin. If Newton's method finds the distance, these iterates have no support point.
 * - `polytope` (penetration by EPA): all vertices and faces of the expanding polytope; `nearest` is the face
 *   nearest to the origin.
 * - `ray` (penetration by incremental, SQP or MPR): the portal through which `ray` leaves the difference.
 * - `direction` (penetration by incremental or Newton's method, and casts): no vertices; the step changes only
 *   the normal, and `support` is its support point. In a cast, `ray` is the direction of the displacement.
 * - `interval` (times of impact): the shapes are proved free during `interval`. `normal` is the one at its
 *   start, and it turns by `turn`; `support` belongs to this time. The first one may be proved by bounding
 *   balls: then `support` is null.
 * - `probe` (times of impact): a test for contact at the time `interval[0]`. If it shows contact, `upper` falls.
 * - `result`: the final iterate of every trace, with the witness points. Closed forms have no other iterate.
 * @typedef {'portal' | 'simplex' | 'polytope' | 'ray' | 'direction' | 'interval' | 'probe' | 'result'} TraceType
 */

/**
 * One iterate: the state of a solver before it computes a support point, the support point, and the bounds
 * after it. Each search ends with an iterate without a support point.
 *
 * All points except `pointA` and `pointB` are points of the Minkowski difference, in world axes. For distance
 * and penetration the difference is A - B; the shapes overlap if it contains the origin. For casts it is the
 * one at the time 0, and for times of impact at the start of `interval`. For growth distance
 * it is (A - a) - (B - b) about the centres a and b; the shapes overlap if it contains `shift` = b - a. Some
 * searches subtract balls (radii and margins) from the shapes and work on the remaining cores. Then the
 * picture shows the difference of the cores; inflated by `radiusA` + `radiusB` it is the difference of the
 * shapes.
 *
 * Vectors have as many numbers as the shapes have dimensions. An iterate is plain data: JSON represents it
 * exactly.
 *
 * @typedef {object} TraceIterate
 * @property {TraceType} type
 * @property {number} iteration number of the iteration, counted like `iterations` of the result
 * @property {number | null} lower best certified lower bound so far of the query's value (collide: of the
 *   growth distance); null if there is none yet
 * @property {number | null} upper best certified upper bound so far; null if there is none yet
 * @property {number[]} normal unit normal of the supporting plane with the best bound so far
 * @property {number | null} offset the offset of this plane: normal · x ≤ offset for all x of the difference;
 *   null if there is no plane yet
 * @property {number[] | null} direction unit vector for which this iterate computes a support point
 * @property {TracePoint | null} support the support point of the difference in `direction`
 * @property {number[] | null} ray unit direction of the ray from the origin that the search follows
 * @property {number[] | null} point the point of the inner approximation that is nearest to the origin, or at
 *   which the ray leaves it: the sum of weight · point over the vertices
 * @property {TraceVertex[]} vertices the vertices; `type` tells their meaning
 * @property {number[][]} faces the faces of a polytope: three indices into `vertices` for each,
 *   counter-clockwise seen from outside; in 2D two indices for each edge
 * @property {number | null} nearest index into `faces` of the face that the solver expands
 * @property {number[]} shift the vector added to every point of the difference
 * @property {number} scale the factor of B in the difference: 1 except for generalized distance
 * @property {[number, number] | null} interval the start and the end of an `interval`, or the time of a `probe`
 *   twice; null for other types
 * @property {number | number[] | null} turn angular velocity of the normal during an `interval`, in radians per
 *   unit of time; in 2D a number, counter-clockwise; null for other types
 * @property {number} radiusA radius of the ball subtracted from A
 * @property {number} radiusB radius of the ball subtracted from B
 */

/** The rows of the current query, until finish() adds them to its result. */
let pendingRows = /** @type {TraceIterate[] | null} */ (null);
/**
 * The id of the call that produced the pending rows. If writing its result throws, no later result may get
 * them.
 */
let tracedCall = 0;
/**
 * Whether any result has ever received a trace. Until then, finish() need not look for an old trace, which
 * costs as much as reading the result.
 */
export let tracesExist = false;
/** The initial capacity in doubles: enough for a few dozen iterates of most solvers. */
const FIRST_CAPACITY = 4096;
/** The largest capacity in doubles. A larger block does not fit into module memory. */
const MOST = 2 ** 27 - abi.TRACE_STRIDE;

/**
 * Runs a query with a trace. If the buffer is too small, runs it again with a larger one.
 * @param {BatchCall} call
 * @param {number} dimension
 * @param {number} base
 * @param {number} settings pointer to the settings, which must be written already
 * @param {number} warm pointer to the warm record, 0: none
 * @returns {number} the return value of the query
 */
export function callTraced(call, dimension, base, settings, warm) {
  const start = warm === 0 ? null : f64.slice(warm / 8, warm / 8 + abi.WARM_STRIDE);
  let refused = 0;
  for (let capacity = FIRST_CAPACITY; ;) {
    const needed = withBlock(8 * (abi.TRACE_STRIDE + capacity), (pointer) => {
      const at = pointer / 8;
      f64[at + abi.TRACE_CAPACITY] = capacity;
      f64[settings / 8 + abi.SETTINGS_TRACE] = pointer;
      refused = call(dimension, base, settings, warm);
      const wanted = Number(f64[at + abi.TRACE_NEEDED]);
      if (wanted <= capacity) pendingRows = readRows(at, dimension);
      return wanted;
    });
    tracedCall = callId;
    if (needed <= capacity || failure !== null) return refused;
    if (needed > MOST)
      throw new RangeError(`the trace must have at most ${8 * MOST} bytes, got ${8 * needed}`);
    capacity = needed;
    if (start) f64.set(start, warm / 8);
  }
}

/** Drops the rows of a query that the module has refused. */
export function dropTrace() {
  pendingRows = null;
}

/**
 * Completes a result: adds the trace of the current query, or removes the trace of an earlier one.
 * @template {{ trace?: TraceIterate[] | undefined }} R
 * @param {R} out
 * @param {number} call the id of the query's call
 * @returns {R}
 * @throws {Error} if a setter of the result has run another query, which may have overwritten the result
 *   record
 */
export function finish(out, call) {
  if (callId !== call) throw reentered();
  const trace = tracedCall === callId ? pendingRows : null;
  pendingRows = null;
  if (trace !== null) {
    out.trace = trace;
    tracesExist = true;
  } else if (tracesExist && out.trace !== undefined) {
    delete out.trace;
  }
  return out;
}

/** Reads all rows of a trace. @param {number} at index of the trace in f64 @param {number} n dimension */
function readRows(at, n) {
  const rows = [];
  const end = at + abi.TRACE_STRIDE + Number(f64[at + abi.TRACE_USED]);
  for (let row = at + abi.TRACE_STRIDE; row < end; row += Number(f64[row + abi.ROW_LENGTH]))
    rows.push(readRow(row, n));
  return rows;
}

/** @param {number} row index @param {number} n dimension @returns {TraceIterate} */
function readRow(row, n) {
  const number = (/** @type {number} */ field) => Number(f64[row + field]) + 0;
  const count = number(abi.ROW_VERTEX_COUNT);
  const faceCount = number(abi.ROW_FACE_COUNT);
  const width = number(abi.ROW_WIDTH);
  const supported = number(abi.ROW_SUPPORT) === 1;
  const vectorAt = (/** @type {number} */ which) => row + abi.ROW_STRIDE + width * which;
  const vertexAt = (/** @type {number} */ i) => vectorAt(abi.ITERATE_VECTORS) + (3 * width + 1) * i;
  /** @type {TraceVertex[]} */
  const vertices = [];
  for (let i = 0; i < count - Number(supported); i++) {
    const at = vertexAt(i);
    vertices.push({ ...tracePoint(at, n, width), weight: Number(f64[at + 3 * width]) + 0 });
  }
  const faces = [];
  for (let i = 0, face = vertexAt(count); i < faceCount; i++, face += 3)
    faces.push(numbers(face, n));
  const nearest = number(abi.ROW_NEAREST);
  return {
    type: /** @type {TraceType} */ (abi.ITERATE_TEXTS[number(abi.ROW_TYPE)]),
    iteration: number(abi.ROW_ITERATION),
    lower: finite(row + abi.ROW_LOWER),
    upper: finite(row + abi.ROW_UPPER),
    normal: numbers(vectorAt(abi.VECTOR_NORMAL), n),
    offset: finite(row + abi.ROW_OFFSET),
    direction: unlessZero(vectorAt(abi.VECTOR_DIRECTION), n),
    support: supported ? tracePoint(vertexAt(count - 1), n, width) : null,
    ray: unlessZero(vectorAt(abi.VECTOR_RAY), n),
    point: vertices.some((v) => v.weight > 0) ? numbers(vectorAt(abi.VECTOR_POINT), n) : null,
    vertices,
    faces,
    nearest: nearest < 0 ? null : nearest,
    shift: numbers(vectorAt(abi.VECTOR_SHIFT), n),
    ...readMotion(row, vectorAt(abi.VECTOR_TURN), n),
    scale: number(abi.ROW_SCALE),
    radiusA: number(abi.ROW_RADIUS_A),
    radiusB: number(abi.ROW_RADIUS_B),
  };
}

/**
 * The interval of an iterate and the turn of its normal.
 * @param {number} row index @param {number} at index of the turn @param {number} n dimension
 * @returns {Pick<TraceIterate, 'interval' | 'turn'>}
 */
function readMotion(row, at, n) {
  const type = Number(f64[row + abi.ROW_TYPE]);
  const free = type === abi.ITERATE_INTERVAL;
  const turn = n === 2 ? Number(f64[at + 2]) + 0 : numbers(at, 3);
  const [start = 0, end = 0] = numbers(row + abi.ROW_START, 2);
  return {
    interval: free || type === abi.ITERATE_PROBE ? [start, end] : null,
    turn: free ? turn : null,
  };
}

/**
 * @param {number} at @param {number} n dimension @param {number} width doubles of a vector @returns
 *   {TracePoint}
 */
const tracePoint = (at, n, width) => ({
  point: numbers(at, n),
  pointA: numbers(at + width, n),
  pointB: numbers(at + 2 * width, n),
});

/** @param {number} at @param {number} n @returns {number[]} */
function numbers(at, n) {
  // + 0 turns -0, which JSON cannot represent, into 0
  return Array.from(f64.subarray(at, at + n), (x) => x + 0);
}

/** A vector, or null if it is zero. @param {number} at @param {number} n */
function unlessZero(at, n) {
  const v = numbers(at, n);
  return v.some((x) => x !== 0) ? v : null;
}

/** A number, or null if it is not finite. @param {number} at */
function finite(at) {
  const x = Number(f64[at]);
  return Number.isFinite(x) ? x + 0 : null;
}
