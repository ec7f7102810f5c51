/* The base of all shapes: options to a flat record, the record to a handle of the module, and the
 * questions every shape answers. */
import * as abi from '../../wasm/dist/abi.js';
import { DISPOSED, Disposable } from '../core/dispose.js';
import {
  ENTRY,
  GeometryError,
  errorText,
  ownEntry,
  refuseUnknownKeys,
  format,
  statusError,
} from '../core/errors.js';
import { isList, nestPoints, number, vector } from './parameters.js';
import { WANTED, camelCase, classNameOf, partsMessage } from './refusals.js';
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
import { checkPose, writePose } from '../poses/pose.js';

/** @import { Field, Parameter } from './parameters.js' */
/** @import { Coordinates, Pose, Vector } from '../poses/pose.js' */
/** @import { ShapeRecord } from './records.js' */

/**
 * Options every shape takes.
 * @typedef {object} CommonOptions
 * @property {number | undefined} [margin] radius of a ball summed to the shape, ≥ 0 (default 0), in its unit
 * @property {Vector | undefined} [center] local point about which growth scales the shape; strictly inside if
 *   the shape is solid. Default: the local origin for primitives, the volume centroid for hulls, the mean
 *   of the points of a segment or triangle
 */

/**
 * What distinguishes a type of shape.
 * @typedef {object} ShapeType
 * @property {string} type as in records
 * @property {number} kind as in the ABI
 * @property {number} dimension
 * @property {Field[]} fields in the order of the flat record
 * @property {string} [extra] an option that is not part of the record
 * @property {boolean} [any] whether it has any dimension, which is then its first field
 */

/** @param {Slot} slot */
function destroyShape({ handle, supports }) {
  core.shape_destroy(handle);
  releaseSupports(supports);
}

/** Frees the shapes that were dropped without dispose. */
const finalizer = /* @__PURE__ */ new FinalizationRegistry(destroyShape);

/** @type {readonly number[]} */
const NO_SUPPORTS = [];

/** @param {Slot} slot @throws {TypeError} after dispose */
export function liveHandle(slot) {
  if (slot.handle === 0) throw new TypeError(`this ${slot.owner} has been disposed`);
  return slot.handle;
}

/**
 * What queries need of a shape, in one object of one form: reading it costs one polymorphic access
 * a shape, where several properties of eighteen classes cost 150 ns a query.
 * @typedef {object} Slot
 * @property {number} handle the module's name for the shape; 0 once disposed
 * @property {number} dimension
 * @property {string} type
 * @property {string} owner name of the class, for messages
 * @property {boolean} any whether it is a point set or p-norm ball, which few queries take
 * @property {readonly number[]} supports ids of the support functions it asks
 */

/** @param {Parameter} value */
const numbersOf = (value) => (typeof value === 'number' ? [value] : value);

/** @param {string} owner @param {ShapeType} type @param {unknown} value in place of the options */
function notOptions(owner, { fields }, value) {
  const isPoints = isList(value) && fields.some(({ name }) => name === 'points');
  const names = fields.map(({ name }) => (isPoints && name === 'points' ? 'points: array' : name));
  const taken = `${owner} takes an object { ${fields.map(({ name }) => name).join(', ')} }`;
  const cure = isPoints ? `: pass { ${names.join(', ')} }` : '';
  return new TypeError(`${taken}, got ${format(value)}${cure}`);
}

/**
 * What all shapes have in common; from-record.js adds how they are made. Its type parameter is the
 * dimension; `Shape` alone is a shape of 2D or 3D.
 * @template {number} [N=2 | 3]
 */
export class Shape extends Disposable {
  /** @type {Slot} */
  #slot;
  /** @type {ShapeType} */
  #type;
  /** @type {Record<string, Parameter>} the parameters as read, and center and margin if given */
  #parameters;
  /** @type {Float64Array | null} shape info of the ABI */
  #info = null;

  /**
   * @internal
   * @param {ShapeType} type
   * @param {object} options
   */
  constructor(type, options) {
    super();
    if (type?.fields === undefined)
      throw new TypeError('Shape is made by its classes (Sphere, Box, …) or by Shape.from');
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
    // now that no getter can dispose of one any more
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
    this.#slot = { handle, dimension: type.dimension, type: type.type, owner, any, supports };
    retainSupports(supports);
    if (failure !== null || handle < 0) {
      if (handle > 0) core.shape_destroy(handle);
      releaseSupports(supports);
      if (failure !== null) rethrow();
      throw this.#refusal(handle, owner);
    }
    finalizer.register(this, this.#slot, this);
  }

  /** @param {Record<string, unknown>} options @param {string} owner */
  #read(options, owner) {
    const { dimension, fields } = this.#type;
    for (const { name, read } of fields)
      this.#parameters[name] = read(options[name], `${owner}.${name}`);
    if (options.center !== undefined)
      this.#parameters.center = vector(options.center, dimension, `${owner}.center`);
    if (options.margin !== undefined)
      this.#parameters.margin = number(options.margin, `${owner}.margin`);
  }

  /** The flat record of the ABI. @returns {Float64Array} */
  #record() {
    const { kind, fields } = this.#type;
    const parts = fields.map(({ name, flatten }) => {
      const value = /** @type {Parameter} */ (this.#parameters[name]);
      return flatten ? flatten(value) : /** @type {number[]} */ (numbersOf(value));
    });
    const { center, margin } = this.#parameters;
    // the header has room for a vector of space; in n dimensions the centre follows the dimension
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

  /** The shapes this one is made of, by their names. */
  #parts() {
    const parameters = Object.entries(this.#parameters);
    return /** @type {[string, Shape][]} */ (
      parameters.filter(([, value]) => /** @type {unknown} */ (value) instanceof Shape)
    );
  }

  /** Ids of the support functions this shape and its parts ask. @returns {readonly number[]} */
  #supports() {
    if (this.#type.type === 'custom') return [/** @type {number} */ (this.#parameters.id)];
    const parts = this.#parts();
    return parts.length > 0 ? parts.flatMap(([, part]) => part.#supports()) : NO_SUPPORTS;
  }

  /**
   * The flat record from which the module made the shape: what another instance of it needs.
   * @internal
   * @param {Shape} shape
   */
  static recordOf(shape) {
    return shape.#record();
  }

  /** @param {number} status @param {string} owner */
  #refusal(status, owner) {
    if (status === abi.ERROR_MEMORY) return statusError(status, `new ${owner}`);
    const code = errorText(status);
    const points = status === abi.ERROR_TOO_FEW_POINTS || status === abi.ERROR_FLAT;
    const field = points ? 'points' : camelCase(code);
    const value = this.#parameters[field];
    if (status === abi.ERROR_PARTS) return new GeometryError(partsMessage(owner), code);
    const plain = this.#type.fields.find((row) => row.name === field)?.plain;
    const wanted = Array.isArray(value) && code === 'offset' ? 'finite numbers' : WANTED[code];
    const shown = format(plain ? plain(value) : value);
    let message = `${owner}.${field} must be ${wanted ?? 'valid'}, got ${shown}`;
    if (points) {
      const { dimension } = this.#type;
      const count = /** @type {Float64Array} */ (value).length / dimension;
      message =
        status === abi.ERROR_FLAT
          ? `${owner}.points are flat: the ${count} points span no ${dimension === 3 ? 'volume' : 'area'}`
          : `${owner}.points must hold at least ${dimension + 1} different points, got ${count} in all`;
    } else if (status === abi.ERROR_POINTS) {
      const flat = /** @type {Float64Array | undefined} */ (value);
      const i = flat?.findIndex((x) => !(Math.abs(x) <= abi.LENGTH_MAX)) ?? -1;
      if (flat && i >= 0) message = `${owner}.points must be finite, got ${flat[i]} at number ${i}`;
      else return this.#cornerRefusal(owner, code);
    } else if (status === abi.ERROR_HALF_HEIGHT && /capsule|stadium/.test(this.#type.type)) {
      message = message.replace('> 0', '>= 0');
    }
    if (typeof value === 'number' && Number.isFinite(value) && value > 0 && code !== 'exponent')
      message += ` (lengths lie between ${abi.LENGTH_MIN} and ${abi.LENGTH_MAX})`;
    return new GeometryError(message, code, field, value);
  }

  /** The corner of a segment or triangle that is not finite. @param {string} owner @param {string} code */
  #cornerRefusal(owner, code) {
    const corners = Object.entries(this.#parameters);
    const isWrong = (/** @type {number} */ x) => !(Math.abs(x) <= abi.LENGTH_MAX);
    const wrong = corners.find(([, corner]) => Array.isArray(corner) && corner.some(isWrong));
    const [field, value] = wrong ?? ['points', undefined];
    const wanted = `must have finite numbers, at most ${abi.LENGTH_MAX} in size`;
    return new GeometryError(
      `${owner}.${field} ${wanted}, got ${format(value)}`,
      code,
      field,
      value,
    );
  }

  /** The shape as plain data; `Shape.from` makes an equal one. @returns {ShapeRecord} */
  toJSON() {
    /** @type {Record<string, unknown>} */
    const record = { type: this.#type.type };
    for (const [name, value] of Object.entries(this.#parameters))
      record[name] = this.#plain(name, value);
    return /** @type {any} */ (record);
  }

  /** A parameter as plain data. @param {string} name @param {Parameter} value @returns {unknown} */
  #plain(name, value) {
    const field = this.#type.fields.find((row) => row.name === name);
    if (field?.plain) return field.plain(value);
    if (value instanceof Float64Array) return nestPoints(value, this.#type.dimension);
    return Array.isArray(value) ? [...value] : value;
  }

  /** For a console: the record, with parts as shapes. @internal @returns {Record<string, unknown>} */
  get summary() {
    if (this.#slot.handle === 0) return DISPOSED;
    /** @type {Record<string, unknown>} */
    const summary = { type: this.#type.type };
    for (const [name, value] of Object.entries(this.#parameters)) {
      const part = /** @type {unknown} */ (value) instanceof Shape;
      summary[name] = part ? value : this.#plain(name, value);
    }
    return summary;
  }

  /** A parameter as it was given. @internal @protected @param {string} name @returns {any} */
  parameter(name) {
    const value = this.#parameters[name];
    return Array.isArray(value) ? [...value] : value;
  }

  /** The type, as in records. */
  get type() {
    return this.#type.type;
  }

  /** 2 or 3; of point sets and p-norm balls up to 256. @returns {N} */
  get dimension() {
    return /** @type {N} */ (this.#type.dimension);
  }

  /** Radius of the ball summed to the shape. @returns {number} */
  get margin() {
    return /** @type {number | undefined} */ (this.#parameters.margin) ?? 0;
  }

  /** The point about which growth scales the shape, local. @returns {Coordinates<N>} */
  get center() {
    return this.#vectorAt(this.#describe(), abi.SHAPE_INFO_CENTER);
  }

  /** As many numbers as the shape has dimensions. @param {Float64Array} view @param {number} at @returns {Coordinates<N>} */
  #vectorAt(view, at) {
    return /** @type {any} */ (Array.from(view.subarray(at, at + this.#type.dimension)));
  }

  /** Radius of a ball about the centre inside the shape; 0 when none is known: it is not solid, or a
   * point set about a given centre. */
  get inradius() {
    return /** @type {number} */ (this.#describe()[abi.SHAPE_INFO_INRADIUS]);
  }

  /** Radius of a ball about the centre that holds the shape; infinite for half-spaces. */
  get boundingRadius() {
    const radius = /** @type {number} */ (this.#describe()[abi.SHAPE_INFO_BOUND_RADIUS]);
    return radius < 0 ? Infinity : radius;
  }

  /** Corners of a hull or polygon; 0 for other shapes. */
  get vertexCount() {
    return /** @type {number} */ (this.#describe()[abi.SHAPE_INFO_VERTEX_COUNT]);
  }

  /** Volume of a hull (area of a polygon) without its margin; 0 for other shapes. */
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

  /** Names the package's entry in the message about a shape of another entry. @internal */
  get [ENTRY]() {
    return ownEntry;
  }

  /**
   * What queries need of a value that should be a shape; undefined when it is none.
   * @internal
   * @param {any} value
   * @returns {Slot | undefined}
   */
  static slotOf(value) {
    // asking first whether it is there costs as much as reading it: 15 ns a shape of many classes
    try {
      return value.#slot;
    } catch {
      return undefined;
    }
  }

  /**
   * The module's name for the shape.
   * @internal
   * @throws {TypeError} after dispose
   */
  get handle() {
    return liveHandle(this.#slot);
  }

  /**
   * The point of the shape, margin included, farthest along a direction.
   *
   * @param {Vector} direction local, of any length but 0
   * @returns {Coordinates<N>} local; one of them if several are equally far
   * @throws {TypeError | RangeError} for something that is not a direction
   * @throws {GeometryError} code `'undefined'` for half-spaces, which reach infinitely far
   */
  support(direction) {
    const { dimension: n } = this.#type;
    const d = vector(direction, n, 'direction');
    const handle = this.handle; // now that no getter can dispose of it any more
    const own = getCore(); // refuses within a support function, whose query's scratch this is
    f64.set(d, scratch / 8);
    const out = scratch + 64;
    const status = own.shape_support(handle, scratch, 1, out);
    if (failure !== null) rethrow();
    if (status === abi.ERROR_DIRECTION)
      throw new RangeError(`direction must be finite and not zero, got ${format(d)}`);
    if (status === abi.ERROR_UNDEFINED)
      throw new GeometryError('a half-space has no support points', 'undefined');
    if (status < 0) throw statusError(status, 'support');
    return this.#vectorAt(f64, out / 8);
  }

  /**
   * Whether a point lies in the shape; its boundary counts, up to rounding.
   *
   * @param {Vector} point local
   * @returns {boolean}
   * @throws {TypeError | RangeError} for something that is not a point
   * @throws {GeometryError} code `'undefined'` for shapes that are not solid
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
      throw new GeometryError(`a ${this.type} without margin is not solid`, 'undefined');
    if (status < 0) throw statusError(status, 'contains');
    return status === 1;
  }

  /**
   * Axis-aligned bounds of the posed shape, margin included.
   *
   * @param {Pose} [pose] nothing means the identity
   * @returns {{ min: Coordinates<N>, max: Coordinates<N> }} world; infinite where a half-space is
   * @throws {TypeError | RangeError} for something that is not a pose
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
    if (status === abi.ERROR_POSE) checkPose(pose, n, scratch / 8, 'pose');
    if (status < 0) throw statusError(status, 'boundingBox');
    return { min: this.#vectorAt(f64, out), max: this.#vectorAt(f64, out + 3) };
  }

  /**
   * The surface of a hull without its margin, for drawing; of a polygon its corners.
   *
   * @returns {{ vertices: Float64Array, triangles: Uint32Array }} local x y z of every corner (z = 0
   *   for polygons, counter-clockwise); three indices a triangle, counter-clockwise from outside,
   *   none for polygons and other shapes
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
   * Returns the shape's memory. Using the shape afterwards throws; disposing again does nothing.
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
  }
}
