/* Sums and products of points and directions in 2D and 3D, given as lists of numbers. */

/** @param {number[]} a @param {number[]} b @returns {number} */
export const dot = (a, b) => a.reduce((total, x, i) => total + x * Number(b[i]), 0);

/** The sum a + s · b. @param {number[]} a @param {number[]} b @returns {number[]} */
export const sum = (a, b, s = 1) => a.map((x, i) => x + s * Number(b[i]));

/** @param {number} s @param {number[]} a @returns {number[]} */
export const times = (s, a) => a.map((x) => s * x);

/** The length, without overflow. Only operations that are rounded the same everywhere. @param {number[]} a */
export function length(a) {
  const greatest = Math.max(...a.map(Math.abs));
  if (greatest === 0 || greatest === Infinity) return greatest;
  const part = a.map((x) => x / greatest);
  return greatest * Math.sqrt(dot(part, part));
}
