/* Traces: every iterate of a query as plain objects, for drawing it step by step.
 *
 * The module writes rows into a buffer and counts what does not fit; then the buffer grows and the
 * query is asked again from the same start. */
import * as abi from '../../wasm/dist/abi.js';
import { failure } from '../core/callbacks.js';
import { callId, f64, reentered, withBlock } from '../core/module.js';

/** @import { BatchCall } from './descriptions.js' */

/**
 * A point of the Minkowski difference and the two points it is made of.
 *
 * @typedef {object} TracePoint
 * @property {number[]} point of the difference: pointA - scale · pointB + shift, as the iterate has them
 * @property {number[]} pointA of A, world
 * @property {number[]} pointB of B, world
 */

/** @typedef {TracePoint & { weight: number }} TraceVertex the weights are ≥ 0; those that carry `point` sum to 1 */

/**
 * What an iterate's vertices are:
 * - `portal`: of growth distance, a triangle (2D: a segment) of the difference through which the ray
 *   from centre to centre goes;
 * - `simplex`: of distance and of the search for overlap, up to four vertices and the nearest point to
 *   the origin between them;
 * - `polytope`: of penetration, all vertices of the expanding polytope, its faces, and which of them is
 *   nearest to the origin;
 * - `ray`: of penetration along rays (incremental, SQP, MPR), the portal through which `ray` leaves;
 * - `direction`: no vertices but the support vertex: steps on the normal alone;
 * - `result`: the last iterate of every trace, the witness points; the only one of closed forms.
 * @typedef {'portal' | 'simplex' | 'polytope' | 'ray' | 'direction' | 'result'} TraceType
 */

/**
 * What a solver knew when it asked for a support point, with the answer and the bounds that follow.
 * Each search ends with an iterate that asks for nothing.
 *
 * Points without further word belong to the picture of the Minkowski difference, drawn with the axes of
 * the world. For distance and penetration it is A - B: the pair overlaps where it holds the origin. For
 * growth distance it is (A - a) - (B - b) about the centres a and b, and the pair overlaps where it
 * holds `shift` = b - a. Searches that take balls off the shapes (radius, margin) draw the difference
 * of what remains; the sum of `radiusA` and `radiusB` is what the rest is inflated by.
 *
 * Vectors have as many numbers as the shapes have dimensions. Everything is plain data: it survives
 * JSON.
 *
 * @typedef {object} TraceIterate
 * @property {TraceType} type
 * @property {number} iteration of the query, as its result counts them
 * @property {number | null} lower best certified bounds so far of what is asked for (collide: of the growth
 *   distance); null while there are none
 * @property {number | null} upper
 * @property {number[]} normal unit: of the supporting plane that proves most so far
 * @property {number | null} offset that plane is normal · x = offset, the difference below it; null:
 *   there is none yet
 * @property {number[] | null} direction unit: asked for in this iterate
 * @property {TracePoint | null} support the answer: where the plane across `direction` touches
 * @property {number[] | null} ray unit: along which the search goes, from the origin of the picture
 * @property {number[] | null} point of the inner approximation: nearest to the origin, or where the ray
 *   leaves it; the sum of weight · point over the vertices
 * @property {TraceVertex[]} vertices
 * @property {number[][]} faces of a polytope: indices into `vertices`, three each, counter-clockwise
 *   from outside; in 2D edges of two
 * @property {number | null} nearest index into `faces`: the one being pushed out
 * @property {number[]} shift
 * @property {number} scale of B: 1 but for generalized distance
 * @property {number} radiusA of the ball taken off A
 * @property {number} radiusB
 */

/** The rows of the query just asked, until its result takes them. */
let pendingRows = /** @type {TraceIterate[] | null} */ (null);
/** When that was: a result that could not be written leaves them to nobody. */
let tracedCall = 0;
/** Whether any result has ever been given a trace: until then none can have an old one, and looking for
 * it costs as much as reading the result. */
let tracesExist = false;
/** Doubles for rows to begin with: a few dozen iterates of most solvers. */
const FIRST_CAPACITY = 4096;
/** Doubles of the largest block of memory. */
const MOST = 2 ** 27 - abi.TRACE_STRIDE;

/**
 * Asks a query with a trace, again with a larger buffer where it was too small.
 * @param {BatchCall} call
 * @param {number} dimension
 * @param {number} base
 * @param {number} settings pointer to settings, written
 * @param {number} warm pointer
 * @returns {number} what the query returned
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
    if (needed > MOST) throw new RangeError(`the trace is too long: ${8 * needed} bytes`);
    capacity = needed;
    if (start) f64.set(start, warm / 8);
  }
}

/** Forgets the rows of a query that was refused after all. */
export function dropTrace() {
  pendingRows = null;
}

/**
 * Ends the reading of a result: gives it the trace of the query just asked, or takes away that of an
 * earlier one.
 * @template {{ trace?: TraceIterate[] | undefined }} R
 * @param {R} out
 * @param {number} call the id of the query's call
 * @returns {R}
 * @throws {Error} when a setter has asked another one, whose numbers are among the result's
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

/** @param {number} at index of the trace in f64 @param {number} n dimension */
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
    scale: number(abi.ROW_SCALE),
    radiusA: number(abi.ROW_RADIUS_A),
    radiusB: number(abi.ROW_RADIUS_B),
  };
}

/** @param {number} at @param {number} n @param {number} width @returns {TracePoint} */
const tracePoint = (at, n, width) => ({
  point: numbers(at, n),
  pointA: numbers(at + width, n),
  pointB: numbers(at + 2 * width, n),
});

/** @param {number} at @param {number} n @returns {number[]} */
function numbers(at, n) {
  // JSON has no -0
  return Array.from(f64.subarray(at, at + n), (x) => x + 0);
}

/** @param {number} at @param {number} n */
function unlessZero(at, n) {
  const v = numbers(at, n);
  return v.some((x) => x !== 0) ? v : null;
}

/** @param {number} at */
function finite(at) {
  const x = Number(f64[at]);
  return Number.isFinite(x) ? x + 0 : null;
}
