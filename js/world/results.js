/* What a world's queries return: one set of plain typed arrays per query, outside the module's memory.
 *
 * The module keeps columns of its own, which move when its memory grows. After a query their first rows are
 * copied. An array is replaced only when the same query has more rows than it has room for. */
import { INTEGER, VECTOR } from '../queries/descriptions.js';
import { WORLD_ARRAY_COLUMNS, WORLD_ARRAY_FOUND } from '../../wasm/dist/abi.js';
import { core, f64 } from '../core/module.js';
import { QUERIES } from './queries.js';

/** @import { Field } from '../queries/descriptions.js' */
/** @import { WorldQuery } from './queries.js' */

/** @typedef {Float64ArrayConstructor | Int32ArrayConstructor | Uint32ArrayConstructor} ArrayType */

/** An array in the module's memory, and the plain array that gets a copy of its first rows. */
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

  /** Where the module has the array now. @param {number} pointer @param {number} room rows @param {number} numbers a row */
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
    // a whole array is copied seven times as fast; a part of it would need a new view in every frame
    if (2 * count > source.length && array.length >= source.length) array.set(source);
    else for (let i = 0; i < count; i++) array[i] = source[i];
  }

  /** Takes numbers from elsewhere. @param {ArrayLike<number>} numbers @param {number} rows */
  take(numbers, rows) {
    const count = this.#numbers * rows;
    if (this.array.length < count) this.array = new this.#type(2 * count);
    for (let i = 0; i < count; i++) this.array[i] = /** @type {number} */ (numbers[i]);
  }
}

/** The result object of one query, which stays the same. */
export class Table {
  /** @type {any} */
  result = { count: 0 };
  #pairs = new Column(Uint32Array);
  /** @type {{ field: Field, column: Column }[]} */
  #columns;
  #code;
  /** Where the module's arrays were found: the memory, and the version of the world. @type {unknown} */
  #memory;
  #version = -1;

  /** @param {number} [code] of the query; none: only pairs */
  constructor(code) {
    this.#code = code;
    const fields = code === undefined ? [] : /** @type {WorldQuery} */ (QUERIES[code]).columns;
    this.#columns = fields.map((field) => {
      const form = field[2];
      return { field, column: new Column(form === INTEGER ? Int32Array : Float64Array) };
    });
    this.#show();
  }

  /** Gives the result the arrays as they are now. */
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
   * @param {ArrayLike<number> | undefined} given the pairs, if the world did not find them
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
