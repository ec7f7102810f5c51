/* Bodies (a shape at a pose) as plain data and as text in the address. */
import { SHAPE_TYPES, MARGIN, parametersOf, startOf } from './shape-types.js';
import { parseScan, writeScan } from './scans.js';

/** @typedef {{ position: number[], quaternion: number[] }} Pose */
/** @typedef {import('./shape-types.js').Choice & { pose: Pose }} Body */

/**
 * Digits of numbers in the address. The state has the same digits, so a link restores the same
 * measurements.
 */
const DIGITS = 6;

/** Range of a body's coordinates; farther bodies cannot be drawn. */
const FAR = { low: -1000, high: 1000 };
/** Range of quaternion lengths that can be normalised without losing digits. */
const TURN = { low: 1e-3, high: 1e3 };

export const round = (x) => Number(x.toFixed(DIGITS));
const clamp = (x, { low, high }) => Math.min(high, Math.max(low, x));

/**
 * @param {string | null} text
 * @param {number} count
 * @returns {number[] | null} null unless the text is `count` numbers
 */
export const numbers = (text, count) => {
  const list = (text ?? '').split(',').map(Number);
  return list.length === count && list.every(Number.isFinite) ? list : null;
};

/** A pose rounded to the digits of the address. @param {{ position: any, quaternion: any }} pose */
export const roundedPose = ({ position, quaternion }) => ({
  position: Array.from(position, (x) => round(clamp(x, FAR))),
  quaternion: Array.from(quaternion, round),
});

/** @param {string} type @param {number[]} [position] @param {number[]} [quaternion] @returns {Body} */
export const bodyOf = (type, position = [0, 0, 0], quaternion = [0, 0, 0, 1]) => ({
  ...startOf(type),
  pose: { position, quaternion },
});

/**
 * Reads the bodies in an address: `type,parameters…,margin@pose`, separated by semicolons. The vertices
 * of a scan are in a separate parameter.
 * @param {URLSearchParams} params
 * @param {number} most maximum number of bodies
 * @returns {Body[] | null} null unless there are at least two bodies and all are valid
 */
export function readBodies(params, most) {
  const bodies = (params.get('shapes') ?? '')
    .split(';')
    .slice(0, most)
    .map((text, i) => readBody(text, params.get(`scan${i}`)));
  return bodies.length >= 2 && bodies.every(Boolean) ? bodies : null;
}

/**
 * Reads a pose: position and quaternion, seven numbers.
 * @param {string | null | undefined} text
 * @returns {Pose | null} null unless the text is a pose
 */
export function readPose(text) {
  const seven = numbers(text, 7);
  const turn = Math.hypot(...(seven?.slice(3) ?? []));
  if (!(turn >= TURN.low && turn <= TURN.high)) return null;
  return { position: seven.slice(0, 3).map((x) => clamp(x, FAR)), quaternion: seven.slice(3) };
}

/** @param {Pose} pose */
export const writePose = ({ position, quaternion }) =>
  [...position, ...quaternion].map(round).join(',');

function readBody(text, scanText) {
  const [shape, pose] = text.split('@');
  const [type, ...values] = shape.split(',');
  const scan = type.startsWith('scan:') ? parseScan(type.slice(5), scanText ?? '') : null;
  if (!scan && !Object.hasOwn(SHAPE_TYPES, type)) return null;
  const body = scan ? { ...bodyOf('sphere'), type, scan } : bodyOf(type);
  const parameters = parametersOf(body);
  body.values = parameters.map(({ start }) => start);
  const given = numbers(values.join(','), parameters.length + 1);
  if (given) {
    body.margin = clamp(given.pop(), MARGIN);
    body.values = given.map((x, i) => clamp(x, parameters[i]));
  }
  body.pose = readPose(pose) ?? body.pose;
  return body;
}

/** @param {URLSearchParams} params written to @param {Body[]} bodies */
export function writeBodies(params, bodies) {
  const text = ({ type, values, margin, pose }) =>
    `${[type.replace(/[,;@]/g, '_'), ...values.map(round), round(margin)].join(',')}@` +
    writePose(pose);
  params.set('shapes', bodies.map(text).join(';'));
  bodies.forEach(({ scan }, i) => scan && params.set(`scan${i}`, writeScan(scan)));
}
