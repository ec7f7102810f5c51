/*
 * The statements in a document's code. A comment after an expression states its value, a comment
 * after a declaration the value of the name, and `throws Name: message` states an error:
 *
 *     r.value; // 2.57…            the first digits of the number
 *     r.depth; // 0.11: deep       the number to a millionth, then prose
 *     r.normal; // [1, 0, 0]       also quoted texts, true, false, null
 *     new Sphere({ radius: -1 }); // throws GeometryError: Sphere.radius must…
 *
 * Any other comment is prose. This file is plain JavaScript, so that a page can use it, too.
 */

const NUMBER = String.raw`-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Infinity)…?`;
const ATOM = String.raw`(?:${NUMBER}|true|false|null|undefined|'[^']*')`;
const LIST = String.raw`\[(?:${ATOM}(?:, ${ATOM})*)?\]`;
const STATED = new RegExp(`^(${LIST}|${ATOM})(?![\\w.])`);
const THROWS = /^throws (\w+)(?:: (.*)|…)?$/;

/**
 * The value or error that a comment states, or null for prose. @param {string} comment without its
 * slashes
 */
export function statementOf(comment) {
  const text = comment.trim();
  const thrown = THROWS.exec(text);
  if (thrown) return { throws: thrown[1], message: thrown[2] ?? '' };
  const stated = STATED.exec(text);
  return stated ? { value: stated[1] } : null;
}

/** @param {unknown} value @param {string} text */
function agrees(value, text) {
  if (text.startsWith('[')) {
    const parts = text.length > 2 ? text.slice(1, -1).split(', ') : [];
    const list = Array.from(/** @type {ArrayLike<unknown>} */ (value));
    return list.length === parts.length && parts.every((part, i) => agrees(list[i], part));
  }
  if (text.startsWith("'")) return value === text.slice(1, -1);
  if (!/\d$|…$/.test(text)) return String(value) === text;
  if (typeof value !== 'number') return false;
  if (text.endsWith('…')) return String(value).startsWith(text.slice(0, -1));
  const stated = Number(text);
  return Math.abs(value - stated) <= 1e-6 * Math.abs(stated) + 1e-9;
}

/** @param {unknown} value @param {string} text @param {number} line */
export function check(value, text, line) {
  if (!agrees(value, text)) throw new Error(`line ${line} states ${text} of ${show(value)}`);
  return value;
}

/** @param {unknown} value */
const show = (value) =>
  ArrayBuffer.isView(value) ? `[${value}]` : (JSON.stringify(value) ?? value);

/** @param {() => unknown} run @param {string} name @param {string} message @param {number} line */
export async function throws(run, name, message, line) {
  const thrown = await Promise.resolve()
    .then(run)
    .then(
      () => null,
      (error) => error,
    );
  const start = message.replace(/…$/, '');
  const right = message.endsWith('…')
    ? thrown?.message.startsWith(start)
    : message === '' || thrown?.message === message;
  if (thrown?.name !== name || !right)
    throw new Error(`line ${line} states ${name}: ${message}, thrown is ${thrown}`);
}
