/* The errors thrown to users. Every message names the field and the value: what is wrong, where, and what
 * would be right. */
import { ERROR_MEMORY, ERROR_TEXTS } from '../../wasm/dist/abi.js';
import { entry } from '../../wasm/dist/core-bytes.js';

/**
 * Thrown for invalid geometry (a negative radius, a flat hull) and for quantities that are undefined for
 * a pair (the distance of two half-spaces). It is thrown before any state changes.
 */
export class GeometryError extends Error {
  /** @override */
  name = 'GeometryError'; // a field, because assignment fails if Error.prototype is frozen

  /**
   * @param {string} message
   * @param {string} code the kind of error, e.g. `'radius'`, `'flat'`, `'center'`, `'undefined'`
   * @param {string} [field] the invalid option, e.g. `'radius'`
   * @param {unknown} [value] the invalid value
   */
  constructor(message, code, field, value) {
    super(message);
    this.code = code;
    this.field = field;
    this.value = value;
  }
}

/** A shape type with its article: 'a box', 'an ellipse'. @param {string} type */
export const withArticle = (type) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

/** The code of a negative status, e.g. 'radius'. @param {number} status */
export const errorText = (status) => ERROR_TEXTS[-1 - status] ?? `unknown error ${status}`;

/** The most that a message shows of a value: characters of a string, items of a list, nested lists. */
const SHOWN = { letters: 80, values: 16, deep: 2 };

/**
 * The text of any value for an error message: short, and with strings in quotes.
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

/** @param {unknown} value @param {number} depth number of enclosing lists @returns {string} */
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
 * The TypeError `name must be wanted, got value`.
 * @param {string} name
 * @param {string} wanted
 * @param {unknown} value
 */
export const wrongType = (name, wanted, value) =>
  new TypeError(`${name} must be ${wanted}, got ${format(value)}`);

/** The key under which a shape stores the package entry that created it, e.g. 'growth-distance/compare'. */
export const ENTRY = Symbol.for('growth-distance.entry');

/** The package entry of this bundle. @type {string} */
export const ownEntry = entry;

/**
 * The error for a value that is not a shape of this package entry.
 * @param {string} name
 * @param {any} value
 */
export function noShape(name, value) {
  const other = typeof value === 'object' && value !== null ? value[ENTRY] : undefined;
  if (other === undefined) return wrongType(name, 'a shape', value);
  if (other !== ownEntry)
    return new TypeError(
      `${name} must be a shape of ${ownEntry}, got one of ${other}: ` +
        `each entry has its own WebAssembly module, so create the shape with a class of ${ownEntry}`,
    );
  return new TypeError(
    `${name} must be a shape of this copy of growth-distance, got a shape of another copy or a proxy`,
  );
}

/**
 * The error for a status that the checks of the arguments cannot explain, e.g. out of memory.
 * @param {number} status
 * @param {string} action the failed call, for the message
 */
export function statusError(status, action) {
  if (status === ERROR_MEMORY) return new RangeError(`${action}: out of WebAssembly memory`);
  return new Error(`${action}: ${errorText(status)}`);
}

/**
 * Throws a TypeError for a key that is not allowed. The message suggests the key that was probably meant.
 * @param {string} owner the function or class, for the message
 * @param {object} options
 * @param {ReadonlySet<string>} allowed
 * @param {string} [what] the word for a key
 */
export function refuseUnknownKeys(owner, options, allowed, what = 'option') {
  for (const key in options) {
    // ignore enumerable keys that other code has added to Object.prototype
    if (!allowed.has(key) && !(key in Object.prototype)) {
      const names = [...allowed];
      throw new TypeError(
        `${owner} has no ${what} ${format(key)}; it takes ${names.join(', ')}` +
          (synonym(key, allowed) || suggestion(key, names)),
      );
    }
  }
}

/**
 * Names of options in other libraries, with our names and an explanation for the message.
 * @type {Record<string, [string, string][]>}
 */
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
 * The end of a message about an unknown name: ` (did you mean …?)`, or '' if no name is similar.
 * @param {string} wrong
 * @param {readonly string[]} names the valid names
 */
export function suggestion(wrong, names) {
  const least = Math.min(...names.map((name) => editDistance(wrong, name)));
  const nearest = names.find((name) => editDistance(wrong, name) === least) ?? '';
  // at most a third of the letters may differ: 'raduis' suggests radius, 'colour' does not suggest center
  const near = least <= Math.max(wrong.length, nearest.length) / 3;
  return near ? ` (did you mean ${nearest}?)` : '';
}

/**
 * Levenshtein distance of two words, ignoring case.
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
