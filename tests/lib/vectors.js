/* Vectors of any length as arrays. */

export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
export const sub = (a, b) => a.map((x, i) => x - b[i]);
export const add = (a, b) => a.map((x, i) => x + b[i]);
export const scaled = (t, a) => a.map((x) => t * x);
export const length = (a) => Math.hypot(...a);
