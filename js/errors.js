/* Errors a user meets, always naming the field and the value. */
import { ERROR_MEMORY, ERROR_TEXTS } from '../wasm/dist/abi.js';

/**
 * Geometry that cannot be a set, or a quantity that does not exist for a pair: a negative radius,
 * a flat hull, two half-spaces. Thrown before anything has changed.
 */
export class GeometryError extends Error {
  /**
   * @param {string} message
   * @param {string} code what is wrong, e.g. `'radius'`, `'flat'`, `'center'`, `'undefined'`
   * @param {string} [field] the option at fault, e.g. `'radius'`
   * @param {unknown} [value] what was given for it
   */
  constructor(message, code, field, value) {
    super(message);
    this.name = 'GeometryError';
    this.code = code;
    this.field = field;
    this.value = value;
  }
}

/** Text of a negative status. @param {number} status */
export const errorText = (status) => ERROR_TEXTS[-1 - status] ?? `unknown error ${status}`;

/**
 * A value as an error message shows it: short, and telling strings from numbers.
 * @param {unknown} value
 * @returns {string}
 */
export function show(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return `function ${value.name}`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = Array.from(/** @type {ArrayLike<unknown>} */ (/** @type {unknown} */ (value)));
    if (list.length > 16) return `${list.length} values`;
    return `[${list.map(show).join(', ')}]`;
  }
  const name = value.constructor?.name ?? 'Object';
  return name === 'Object' ? `{ ${Object.keys(value).slice(0, 8).join(', ')} }` : name;
}

/**
 * What kind of thing a value is, in words for a TypeError.
 * @param {string} name
 * @param {string} wanted
 * @param {unknown} value
 */
export const wrongType = (name, wanted, value) =>
  new TypeError(`${name} must be ${wanted}, got ${show(value)}`);

/**
 * The error for a status that no argument of the caller explains.
 * @param {number} status
 * @param {string} action
 */
export function statusError(status, action) {
  if (status === ERROR_MEMORY) return new RangeError(`${action}: out of WebAssembly memory`);
  return new Error(`${action}: ${errorText(status)}`);
}

/**
 * Throws a TypeError for a key that is not among the allowed ones, naming the nearest.
 * @param {string} owner
 * @param {object} options
 * @param {ReadonlySet<string>} allowed
 */
export function refuseUnknownKeys(owner, options, allowed) {
  for (const key in options) {
    if (!allowed.has(key)) {
      const names = [...allowed];
      const [nearest] = names.sort((x, y) => editDistance(key, x) - editDistance(key, y));
      throw new TypeError(
        `${owner} has no option ${show(key)}; it takes ${[...allowed].join(', ')} ` +
          `(did you mean ${nearest}?)`,
      );
    }
  }
}

/**
 * Letters to insert, drop or replace to make one word of the other, whatever their case.
 * @param {string} from @param {string} to
 * @returns {number}
 */
function editDistance(from, to) {
  let above = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 0; i < from.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const same = from[i]?.toLowerCase() === to[j]?.toLowerCase();
      const [replaced = 0, dropped = 0, inserted = 0] = [above[j], above[j + 1], row[j]];
      row.push(Math.min(replaced + (same ? 0 : 1), dropped + 1, inserted + 1));
    }
    above = row;
  }
  return above[to.length] ?? 0;
}
