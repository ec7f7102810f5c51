/* The base class of all shapes. The constructor reads the options, writes a flat record (wasm/ABI.md) and
 * gets a handle from the module, which validates the values. If the module refuses the record, refusals.js
 * finds the field for the message. The methods here call the module with the handle. */
import * as abi from '../../wasm/dist/abi.js';
import { DISPOSED, Disposable } from '../core/dispose.js';
import {
  ENTRY,
  GeometryError,
  ownEntry,
  refuseUnknownKeys,
  format,
  statusError,
} from '../core/errors.js';
import { isList } from '../core/is-list.js';
import { nestPoints, number, vector } from './parameters.js';
import { classNameOf, notOptions, refusal } from './refusals.js';
import { failure, releaseSupports, retainSupports, rethrow, running } from '../core/callbacks.js';
import {
  callId,
  beginCall,
  core,
  f64,
  getCore,
  insideSupport,
  reentered,
  scratch,
  u32,
  withBlock,
} from '../core/module.js';
import { writePose, writeValidPose } from '../poses/pose.js';
import { liveHandle } from './slot.js';

/** @import { Field, Parameter } from './parameters.js' */
/** @import { Coordinates, Pose, Vector } from '../poses/pose.js' */
/** @import { ShapeRecord } from './records.js' */
/** @import { Slot } from './slot.js' */

/**
 * The options of every shape.
 * @typedef {object} CommonOptions
 * @property {number | undefined} [margin] radius of a ball that is added to the shape (Minkowski sum), in the
 *   unit of lengths, ≥ 0 (default 0)
 * @property {Vector | undefined} [center] local point about which growth scales the shape. If the shape is
 *   solid, it must be strictly inside. Default: the local origin for primitives, the centroid of the volume
 *   (2D: area) for hulls and polygons, the mean of the corners for segments and triangles. For a flat hull it
 *   is the centroid of the area, or the middle if the points are collinear
 */

/**
 * The description of a shape type.
 * @typedef {object} ShapeType
 * @property {string} type its name in records
 * @property {number} kind its number in the ABI
 * @property {number} dimension
 * @property {Field[]} fields its parameters, in the order of the flat record
 * @property {string} [extra] the name of an option that is not a field
 * @property {boolean} [flat] whether the record has `flat: true`
 * @property {boolean} [any] whether its shapes can have any dimension; then the dimension is the first field
 */

/** @param {Pick<Slot, 'handle' | 'supports'>} slot */
function destroyShape({ handle, supports }) {
  core.shape_destroy(handle);
  releaseSupports(supports);
}

/** Releases the memory of shapes that the garbage collector has removed without dispose(). */
const finalizer = /* @__PURE__ */ new FinalizationRegistry(destroyShape);

/** @type {readonly number[]} */
const NO_SUPPORTS = [];

/** The numbers of a parameter that is not a shape. @param {Parameter} value */
const numbersOf = (value) => (typeof value === 'number' ? [value] : value);

/**
 * The common members of all shapes. The public class Shape of from-record.js extends it. The type parameter
 * is the dimension; without it, `Shape` means a 2D or 3D shape.
 * @template {number} [N=2 | 3]
 */
export class Shape extends Disposable {
  /** @type {Slot} */
  #slot;
  /** @type {ShapeType} */
  #type;
  /** @type {Record<string, Parameter>} the parameters, and `center` and `margin` if they were given */
  #parameters;
  /** @type {Float64Array | null} the shape info of the ABI, read on first use */
  #info = null;

  /**
   * @internal
   * @param {ShapeType} type @param {object} options
   */
  constructor(type, options) {
    super();
    if (type?.fields === undefined)
      throw new TypeError('Shape has no public constructor: use Sphere, Box, … or Shape.from');
    const owner = classNameOf(type.type);
    if (typeof options !== 'object' || options === null || isList(options))
      throw notOptions(owner, type, options);
    const allowed = new Set([...type.fields.map((field) => field.name), 'margin', 'center']);
    if (type.extra) allowed.add(type.extra);
    refuseUnknownKeys(owner, options, allowed);
    this.#type = type;
    this.#parameters = {};
    this.#read(/** @type {Record<string, unknown>} */ (options), owner);
    const parts = this.#parts();
    // after all options are read, because their getters may dispose of a part
    for (const [name, part] of parts)
      if (part.#slot.handle === 0)
        throw new TypeError(`${owner}.${name}: this ${part.#slot.owner} has been disposed`);
    const supports = this.#supports();
    const record = this.#record();
    const handle = withBlock(8 * record.length, (pointer) => {
      f64.set(record, pointer / 8);
      return getCore().shape_create(pointer, record.length);
    });
    const any = type.any === true;
    const straight = type.dimension === 3 && !any && supports.length === 0 && handle > 0 ? 1 : 0;
    this.#slot = {
      shape: this,
      core,
      address: straight === 1 ? core.shape_address(handle) : 0,
      straight,
      ball: this.#ballRadius(),
      handle,
      dimension: type.dimension,
      any,
      type: type.type,
      owner,
      supports,
    };
    retainSupports(supports);
    if (failure !== null || handle < 0) {
      if (handle > 0) core.shape_destroy(handle);
      releaseSupports(supports);
      if (failure !== null) rethrow();
      throw refusal(handle, owner, type, this.#parameters);
    }
    Object.defineProperty(this, '_slot', { value: this.#slot });
    finalizer.register(this, { handle, supports }, this); // the slot refers to the shape
  }

  /** Reads each option once. @param {Record<string, unknown>} options @param {string} owner */
  #read(options, owner) {
    const { dimension, fields } = this.#type;
    for (const { name, read } of fields)
      this.#parameters[name] = read(options[name], `${owner}.${name}`);
    if (options.center !== undefined)
      this.#parameters.center = vector(options.center, dimension, `${owner}.center`);
    if (options.margin !== undefined)
      this.#parameters.margin = number(options.margin, `${owner}.margin`);
  }

  /** The radius if the shape is a ball about its local origin, otherwise 0. */
  #ballRadius() {
    const { radius, center } = this.#parameters;
    return this.#type.type === 'sphere' && center === undefined ? Number(radius) + this.margin : 0;
  }

  /** The flat record for the module. @returns {Float64Array} */
  #record() {
    const { kind, fields } = this.#type;
    const parts = fields.map(({ name, flatten }) => {
      const value = /** @type {Parameter} */ (this.#parameters[name]);
      return flatten ? flatten(value) : /** @type {number[]} */ (numbersOf(value));
    });
    const { center, margin } = this.#parameters;
    // the header has room for a centre of 3 numbers; in n dimensions the centre follows the first field, n
    const inline = this.#type.any === undefined;
    if (center && !inline) parts.splice(1, 0, /** @type {number[]} */ (center));
    const length = parts.reduce((sum, list) => sum + list.length, 0);
    const record = new Float64Array(abi.RECORD_PARAMETERS + length);
    let at = abi.RECORD_PARAMETERS;
    for (const list of parts) {
      record.set(list, at);
      at += list.length;
    }
    record[abi.RECORD_KIND] = kind;
    record[abi.RECORD_MARGIN] = /** @type {number | undefined} */ (margin) ?? 0;
    if (center) {
      record[abi.RECORD_HAS_CENTER] = 1;
      if (inline) record.set(/** @type {number[]} */ (center), abi.RECORD_CENTER);
    }
    return record;
  }

  /** The parameters that are shapes, with their names. */
  #parts() {
    const parameters = Object.entries(this.#parameters);
    return /** @type {[string, Shape][]} */ (
      parameters.filter(([, value]) => /** @type {unknown} */ (value) instanceof Shape)
    );
  }

  /** Ids of the user's support functions that this shape and its parts use. @returns {readonly number[]} */
  #supports() {
    if (this.#type.type === 'custom') return [/** @type {number} */ (this.#parameters.id)];
    const parts = this.#parts();
    return parts.length > 0 ? parts.flatMap(([, part]) => part.#supports()) : NO_SUPPORTS;
  }

  /**
   * The flat record of a shape, from which another instance of the module can create a copy.
   * @internal
   * @param {Shape} shape
   */
  static recordOf(shape) {
    return shape.#record();
  }

  /** The record of the shape, from which `Shape.from` creates an equal one. @returns {ShapeRecord} */
  toJSON() {
    /** @type {Record<string, unknown>} */
    const record = { type: this.#type.type };
    for (const [name, value] of Object.entries(this.#parameters))
      record[name] = this.#plain(name, value);
    if (this.#type.flat) record.flat = true;
    return /** @type {any} */ (record);
  }

  /** A parameter as plain data. @param {string} name @param {Parameter} value @returns {unknown} */
  #plain(name, value) {
    const field = this.#type.fields.find((row) => row.name === name);
    if (field?.plain) return field.plain(value);
    if (value instanceof Float64Array) return nestPoints(value, this.#type.dimension);
    return Array.isArray(value) ? [...value] : value;
  }

  /** The record for a console, with parts as shapes. @internal @returns {Record<string, unknown>} */
  get summary() {
    if (this.#slot.handle === 0) return DISPOSED;
    /** @type {Record<string, unknown>} */
    const summary = { type: this.#type.type };
    for (const [name, value] of Object.entries(this.#parameters)) {
      const part = /** @type {unknown} */ (value) instanceof Shape;
      summary[name] = part ? value : this.#plain(name, value);
    }
    if (this.#type.flat) summary.flat = true;
    return summary;
  }

  /** A copy of a parameter. @internal @protected @param {string} name @returns {any} */
  parameter(name) {
    const value = this.#parameters[name];
    return Array.isArray(value) ? [...value] : value;
  }

  /** The shape type as in records, e.g. `'box'`. */
  get type() {
    return this.#type.type;
  }

  /** The dimension: 2 or 3; for point sets and p-norm balls 2 to 256. @returns {N} */
  get dimension() {
    return /** @type {N} */ (this.#type.dimension);
  }

  /** The radius of the ball that is added to the shape; 0 without a margin. @returns {number} */
  get margin() {
    return /** @type {number | undefined} */ (this.#parameters.margin) ?? 0;
  }

  /** The local point about which growth scales the shape. @returns {Coordinates<N>} */
  get center() {
    return this.#vectorAt(this.#describe(), abi.SHAPE_INFO_CENTER);
  }

  /** Copies a vector. @param {Float64Array} view @param {number} at @returns {Coordinates<N>} */
  #vectorAt(view, at) {
    return /** @type {any} */ (Array.from(view.subarray(at, at + this.#type.dimension)));
  }

  /** The radius of a ball about the centre that is inside the shape. It is 0 if none is known: for shapes
   * that are not solid, and for point sets with a given centre. */
  get inradius() {
    return /** @type {number} */ (this.#describe()[abi.SHAPE_INFO_INRADIUS]);
  }

  /** The radius of a ball about the centre that contains the shape; Infinity for half-spaces. */
  get boundingRadius() {
    const radius = /** @type {number} */ (this.#describe()[abi.SHAPE_INFO_BOUND_RADIUS]);
    return radius < 0 ? Infinity : radius;
  }

  /** The number of vertices of a hull or polygon; 0 for other shapes. */
  get vertexCount() {
    return /** @type {number} */ (this.#describe()[abi.SHAPE_INFO_VERTEX_COUNT]);
  }

  /** The volume of a hull or the area of a polygon, without the margin; 0 if flat and for other shapes. */
  get volume() {
    return /** @type {number} */ (this.#describe()[abi.SHAPE_INFO_VOLUME]);
  }

  #describe() {
    if (!this.#info) {
      const status = getCore().shape_describe(this.handle, scratch);
      if (status < 0) throw statusError(status, 'describing a shape');
      this.#info = f64.slice(scratch / 8, scratch / 8 + abi.SHAPE_INFO_STRIDE);
    }
    return this.#info;
  }

  /** The package entry that created the shape. Another entry names it when it refuses the shape. @internal */
  get [ENTRY]() {
    return ownEntry;
  }

  /**
   * The slot of a shape, or undefined for any other value. If there are many classes, reading `_slot` is 5 ns faster
   * than `#slot`. The checks refuse shapes of other entries, and objects that only have the field.
   * @internal @param {any} value @returns {Slot | undefined} */
  static slotOf(value) {
    try {
      const slot = value._slot;
      return slot.shape === value && slot.core === core ? slot : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * The module's number for the shape.
   * @internal
   * @throws {TypeError} after dispose()
   */
  get handle() {
    return liveHandle(this.#slot);
  }

  /**
   * The support point: the point of the shape, margin included, farthest along a direction.
   *
   * @param {Vector} direction local, of any length except 0
   * @returns {Coordinates<N>} local; if several points are equally far, one of them
   * @throws {TypeError | RangeError} unless the direction is finite, not zero and of the right dimension
   * @throws {GeometryError} code `'undefined'` for half-spaces, which are unbounded
   */
  support(direction) {
    const { dimension: n } = this.#type;
    const d = vector(direction, n, 'direction');
    const handle = this.handle; // after vector(), whose getters may dispose of the shape
    const own = getCore(); // throws inside a support function, whose query uses the scratch block
    f64.set(d, scratch / 8);
    const out = scratch + 64;
    const status = own.shape_support(handle, scratch, 1, out);
    if (failure !== null) rethrow();
    if (status === abi.ERROR_DIRECTION)
      throw new RangeError(`direction must be finite and not zero, got ${format(d)}`);
    if (status === abi.ERROR_UNDEFINED)
      throw new GeometryError('a half-space is unbounded and has no support points', 'undefined');
    if (status < 0) throw statusError(status, 'support');
    return this.#vectorAt(f64, out / 8);
  }

  /**
   * Whether the shape contains a point. Its boundary belongs to it, up to rounding.
   *
   * @param {Vector} point local
   * @returns {boolean}
   * @throws {TypeError | RangeError} unless the point is a finite vector of the right dimension
   * @throws {GeometryError} code `'undefined'` if the shape is not solid
   */
  contains(point) {
    const p = vector(point, this.#type.dimension, 'point');
    const handle = this.handle;
    const own = getCore(); // as in support()
    f64.set(p, scratch / 8);
    const status = own.shape_contains(handle, scratch);
    if (failure !== null) rethrow();
    if (status === abi.ERROR_DIRECTION)
      throw new RangeError(`point must be finite, got ${format(p)}`);
    if (status === abi.ERROR_UNDEFINED)
      throw new GeometryError(`contains: a ${this.type} needs a margin to be solid`, 'undefined');
    if (status < 0) throw statusError(status, 'contains');
    return status === 1;
  }

  /**
   * The axis-aligned bounding box of the posed shape, margin included.
   *
   * @param {Pose} [pose] (default: the identity)
   * @returns {{ min: Coordinates<N>, max: Coordinates<N> }} world coordinates; ±Infinity in directions in
   *   which a half-space is unbounded
   * @throws {TypeError | RangeError} if `pose` is not a valid pose
   */
  boundingBox(pose) {
    if (running) throw insideSupport();
    const n = this.#type.dimension;
    const call = beginCall();
    writePose(pose, n, scratch / 8, 'pose');
    if (callId !== call) throw reentered();
    const handle = this.handle;
    const out = scratch / 8 + 8;
    const status = getCore().shape_bounds(handle, scratch, 8 * out);
    if (failure !== null) rethrow();
    if (status === abi.ERROR_POSE) writeValidPose(pose, n, scratch / 8, 'pose');
    if (status < 0) throw statusError(status, 'boundingBox');
    return { min: this.#vectorAt(f64, out), max: this.#vectorAt(f64, out + 3) };
  }

  /**
   * The vertices and triangles of a hull, or the vertices of a polygon, without the margin, for drawing.
   *
   * @returns {{ vertices: Float64Array, triangles: Uint32Array }} `vertices`: local x y z of every vertex;
   *   for polygons counter-clockwise and with z = 0. `triangles`: three indices for each triangle,
   *   counter-clockwise seen from outside; empty for polygons. A flat hull has triangles on both sides. Both
   *   are empty for other shapes
   */
  surface() {
    const info = this.#describe();
    const doubles = 3 * this.vertexCount;
    const indices = 3 * /** @type {number} */ (info[abi.SHAPE_INFO_TRIANGLE_COUNT]);
    if (doubles === 0) return { vertices: new Float64Array(0), triangles: new Uint32Array(0) };
    return withBlock(8 * doubles + 4 * indices, (pointer) => {
      const triangles = pointer + 8 * doubles;
      const status = getCore().shape_surface(this.handle, pointer, indices > 0 ? triangles : 0);
      if (status < 0) throw statusError(status, 'surface');
      return {
        vertices: f64.slice(pointer / 8, pointer / 8 + doubles),
        triangles: u32.slice(triangles / 4, triangles / 4 + indices),
      };
    });
  }

  /**
   * Releases the shape's memory. Afterwards every use throws; another dispose() has no effect.
   * @override
   */
  dispose() {
    const slot = this.#slot;
    if (slot.handle === 0) return;
    if (running) throw insideSupport();
    beginCall();
    finalizer.unregister(this);
    destroyShape(slot);
    slot.handle = 0;
    slot.straight = 0;
  }
}
