/* The results of a world's queries: one set of plain typed arrays per query, outside the module's
 * memory.
 *
 * The module has its own columns, which move when its memory grows. After a query, their first `count`
 * rows are copied. An array is replaced only if a result of the same query has more rows than fit into
 * it. */
import { INTEGER, VECTOR } from '../queries/descriptions.js';
import { WORLD_ARRAY_COLUMNS, WORLD_ARRAY_FOUND } from '../../wasm/dist/abi.js';
import { core, f64 } from '../core/module.js';
import { QUERIES } from './queries.js';

/** @import { Field } from '../queries/descriptions.js' */
/** @import { WorldQuery } from './queries.js' */

/** @typedef {Float64ArrayConstructor | Int32ArrayConstructor | Uint32ArrayConstructor} ArrayType */

/** An array in module memory, and the plain array that its first rows are copied to. */
class Column {
  #type;
  #numbers = 0;
  /** @type {any} */
  #source;
  /** @type {any} */
  array;

  /** @param {ArrayType} type */
  constructor(type) {
    this.#type = type;
    this.#source = this.array = new type(0);
  }

  /**
   * Sets the address of the module's array.
   * @param {number} pointer @param {number} room rows @param {number} numbers per row
   */
  locate(pointer, room, numbers) {
    this.#numbers = numbers;
    this.#source = new this.#type(/** @type {any} */ (f64.buffer), pointer, numbers * room);
  }

  /** @param {number} rows */
  copy(rows) {
    const source = this.#source;
    const count = this.#numbers * rows;
    if (this.array.length < count) this.array = new this.#type(source.length);
    const { array } = this;
    // Copying the whole array is seven times as fast as this loop. Copying a part with set() would
    // create a new view in every frame.
    if (2 * count > source.length && array.length >= source.length) array.set(source);
    else for (let i = 0; i < count; i++) array[i] = source[i];
  }

  /** Copies numbers from another list. @param {ArrayLike<number>} numbers @param {number} rows */
  take(numbers, rows) {
    const count = this.#numbers * rows;
    if (this.array.length < count) this.array = new this.#type(2 * count);
    for (let i = 0; i < count; i++) this.array[i] = /** @type {number} */ (numbers[i]);
  }
}

/** The result object of one query. It is the same object for every call. */
export class Table {
  /** @type {any} */
  result = { count: 0 };
  #pairs = new Column(Uint32Array);
  /** @type {{ field: Field, column: Column }[]} */
  #columns;
  #code;
  /** The module's memory and the version of the world when the arrays were located. @type {unknown} */
  #memory;
  #version = -1;

  /** @param {number} [code] of the query; undefined: only pairs */
  constructor(code) {
    this.#code = code;
    const fields = code === undefined ? [] : /** @type {WorldQuery} */ (QUERIES[code]).columns;
    this.#columns = fields.map((field) => {
      const form = field[2];
      return { field, column: new Column(form === INTEGER ? Int32Array : Float64Array) };
    });
    this.#show();
  }

  /** Stores the current arrays in the result. */
  #show() {
    const { result } = this;
    result.pairs = this.#pairs.array;
    for (const { field, column } of this.#columns) result[field[0]] = column.array;
  }

  /** @param {number} world id @param {number} dimension */
  #locate(world, dimension) {
    const version = core.world_version(world);
    if (this.#memory === f64.buffer && this.#version === version) return;
    this.#memory = f64.buffer;
    this.#version = version;
    const found = core.world_array(world, WORLD_ARRAY_FOUND) >>> 0;
    this.#pairs.locate(found, core.world_room(world, WORLD_ARRAY_FOUND), 2);
    if (this.#code === undefined) return;
    const array = WORLD_ARRAY_COLUMNS + this.#code;
    const room = core.world_room(world, array);
    const block = core.world_array(world, array) >>> 0;
    for (const { field, column } of this.#columns) {
      const [, offset, form] = field;
      column.locate(block + 8 * offset * room, room, form === VECTOR ? dimension : 1);
    }
  }

  /**
   * Copies the rows of the query that has just run.
   * @param {number} world id @param {number} dimension
   * @param {number} count rows
   * @param {ArrayLike<number> | undefined} given the pairs; undefined if the world found them
   */
  copy(world, dimension, count, given) {
    this.#locate(world, dimension);
    if (given) this.#pairs.take(given, count);
    else this.#pairs.copy(count);
    for (const { column } of this.#columns) column.copy(count);
    this.#show();
    this.result.count = count;
  }
}
