/* The scene as data, and as the part of the address after #: what a link restores. */
import { KINDS, MARGIN } from './kinds.js';

const choose = (kind) => ({
  kind,
  values: KINDS[kind].parameters.map(({ start }) => start),
  margin: MARGIN.start,
  scan: null,
});

/** @returns the scene a visitor meets first */
const initial = () => ({
  a: choose('box'),
  b: choose('gem'),
  poseA: { position: [-0.9, 0, 0], quaternion: [0.1, 0.25, 0, 0.96] },
  poseB: { position: [1.75, 0.35, 0.1], quaternion: [0.05, 0.1, 0.3, 0.94] },
});

const clamp = (x, { low, high }) => Math.min(high, Math.max(low, x));
const numbers = (text, count) => {
  const list = (text ?? '').split(',').map(Number);
  return list.length === count && list.every(Number.isFinite) ? list : null;
};

/** Reads the address; whatever is missing or makes no sense is as at first. */
export function readState(hash) {
  const state = initial();
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  for (const which of ['a', 'b']) {
    const [kind, ...values] = (query.get(which) ?? '').split(',');
    if (!Object.hasOwn(KINDS, kind)) continue;
    const { parameters } = KINDS[kind];
    const given = numbers(values.join(','), parameters.length + 1);
    state[which] = choose(kind);
    if (!given) continue;
    state[which].margin = clamp(given.pop(), MARGIN);
    state[which].values = given.map((x, i) => clamp(x, parameters[i]));
  }
  for (const name of ['poseA', 'poseB']) {
    const given = numbers(query.get(name), 7);
    if (!given || !given.slice(3).some((x) => x !== 0)) continue;
    state[name] = { position: given.slice(0, 3), quaternion: given.slice(3) };
  }
  return state;
}

/** The address of a state; a scan from a file is not part of it. */
export function writeState(state) {
  const round = (x) => Number(x.toFixed(6));
  const parts = ['a', 'b'].map((which) => {
    const { kind, values, margin } = state[which];
    return `${which}=${[kind, ...values.map(round), round(margin)].join(',')}`;
  });
  for (const name of ['poseA', 'poseB']) {
    const { position, quaternion } = state[name];
    parts.push(`${name}=${[...position, ...quaternion].map(round).join(',')}`);
  }
  return `#${parts.join('&')}`;
}
