/* Errors a user meets, always naming the field and the value. */
import { ERROR_MEMORY, ERROR_TEXTS } from '../../wasm/dist/abi.js';
import { entry } from '../../wasm/dist/core-bytes.js';

/**
 * Geometry that cannot be a set, or a quantity that does not exist for a pair: a negative radius,
 * a flat hull, two half-spaces. Thrown before anything has changed.
 */
export class GeometryError extends Error {
  /** @override */
  name = 'GeometryError'; // not assigned: the prototype's may be frozen

  /**
   * @param {string} message
   * @param {string} code what is wrong, e.g. `'radius'`, `'flat'`, `'center'`, `'undefined'`
   * @param {string} [field] the option at fault, e.g. `'radius'`
   * @param {unknown} [value] what was given for it
   */
  constructor(message, code, field, value) {
    super(message);
    this.code = code;
    this.field = field;
    this.value = value;
  }
}

/** 'a box', 'an ellipse'. @param {string} type of a shape */
export const withArticle = (type) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

/** Text of a negative status. @param {number} status */
export const errorText = (status) => ERROR_TEXTS[-1 - status] ?? `unknown error ${status}`;

/** How much of a value a message shows: letters of a string, numbers of a list, lists in lists. */
const SHOWN = { letters: 80, values: 16, deep: 2 };

/**
 * A value as an error message shows it: short, whatever it is, and telling strings from numbers.
 * @param {unknown} value
 * @returns {string}
 */
export function format(value) {
  try {
    return describe(value, 0);
  } catch {
    return 'an object that cannot be read'; // its getters throw, or it is a revoked proxy
  }
}

/** @param {unknown} value @param {number} depth in lists @returns {string} */
function describe(value, depth) {
  if (typeof value === 'string')
    return JSON.stringify(
      value.length > SHOWN.letters ? `${value.slice(0, SHOWN.letters)}…` : value,
    );
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return String(value);
  const { length } = /** @type {{ length?: number }} */ (value);
  if (length !== undefined && (Array.isArray(value) || ArrayBuffer.isView(value))) {
    if (length > SHOWN.values || depth === SHOWN.deep) return `${length} values`;
    const list = /** @type {ArrayLike<unknown>} */ (/** @type {unknown} */ (value));
    return `[${Array.from({ length }, (_, i) => describe(list[i], depth + 1)).join(', ')}]`;
  }
  const name = value.constructor?.name ?? 'Object';
  if (name !== 'Object') return `${name}`;
  const keys = Object.keys(value).slice(0, 8);
  return keys.length === 0 ? '{}' : `{ ${keys.join(', ')} }`;
}

/**
 * What kind of thing a value is, in words for a TypeError.
 * @param {string} name
 * @param {string} wanted
 * @param {unknown} value
 */
export const wrongType = (name, wanted, value) =>
  new TypeError(`${name} must be ${wanted}, got ${format(value)}`);

/** The key under which a shape names the entry of the package that made it, e.g. 'growth-distance/compare'. */
export const ENTRY = Symbol.for('growth-distance.entry');

/** The entry that this code belongs to. @type {string} */
export const ownEntry = entry;

/**
 * The error for a value that should be a shape of this entry.
 * @param {string} name
 * @param {any} value
 */
export function noShape(name, value) {
  const other = typeof value === 'object' && value !== null ? value[ENTRY] : undefined;
  if (other === undefined) return wrongType(name, 'a shape', value);
  if (other !== ownEntry)
    return new TypeError(
      `${name} must be a shape of ${ownEntry}, got one of ${other}: ` +
        `each of the two entries has its own module, so make the shape with the classes of ${ownEntry}`,
    );
  return new TypeError(
    `${name} must be a shape of this copy of growth-distance, got one of another copy, or a proxy of a shape`,
  );
}

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
 * Throws a TypeError for a key that is not among the allowed ones, naming the one that was meant.
 * @param {string} owner
 * @param {object} options
 * @param {ReadonlySet<string>} allowed
 */
export function refuseUnknownKeys(owner, options, allowed) {
  for (const key in options) {
    // what somebody has added to all objects is not meant
    if (!allowed.has(key) && !(key in Object.prototype)) {
      const names = [...allowed];
      throw new TypeError(
        `${owner} has no option ${format(key)}; it takes ${names.join(', ')}` +
          (synonym(key, allowed) || suggestion(key, names)),
      );
    }
  }
}

/** Options under the names that other libraries use. @type {Record<string, [string, string][]>} */
const SYNONYMS = {
  size: [['halfExtents', ', half of the size']],
  width: [['halfExtents', ', half of the size']],
  depth: [['halfExtents', ', half of the size']],
  height: [
    ['halfExtents', ', half of the size'],
    ['halfHeight', ', half of the height'],
  ],
  vertices: [['points', '']],
};

/** @param {string} key @param {ReadonlySet<string>} allowed */
function synonym(key, allowed) {
  const meanings = Object.hasOwn(SYNONYMS, key) ? SYNONYMS[key] : undefined;
  const [name, how] = meanings?.find(([meant]) => allowed.has(meant)) ?? [];
  return name === undefined ? '' : ` (did you mean ${name}${how}?)`;
}

/**
 * The end of a message about a wrong name: the nearest right one, if any is near.
 * @param {string} wrong
 * @param {readonly string[]} names
 */
export function suggestion(wrong, names) {
  const least = Math.min(...names.map((name) => editDistance(wrong, name)));
  const nearest = names.find((name) => editDistance(wrong, name) === least) ?? '';
  // a third of the letters: 'raduis' is near radius, 'colour' is not near center
  const near = least <= Math.max(wrong.length, nearest.length) / 3;
  return near ? ` (did you mean ${nearest}?)` : '';
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
  return Number(above[to.length]);
}
