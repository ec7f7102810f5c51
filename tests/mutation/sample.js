/* The faults of a seed: one fault of each statement, in an order in which all statements are equally likely.
 *
 * The place of a statement is a hash of the seed, its file and its text. Therefore the first 60 faults of a
 * seed are also the first of 250, and a change of other statements does not change the order of the rest. */
import { createHash } from 'node:crypto';

/** @typedef {import('./faults-c.js').Fault & { file: string, id: string }} Seeded */

/** @param {string[]} parts */
const hash = (...parts) => createHash('sha256').update(parts.join('\0')).digest('hex');

/** Groups a list by a key. The groups keep the order of their first items.
 * @template T @param {T[]} list @param {(item: T) => unknown} key @returns {T[][]} */
function grouped(list, key) {
  const groups = new Map();
  for (const item of list) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}

/** One fault of each statement, in a seed's order. The hash chooses the kind of fault first, then the fault.
 * @param {{ file: string, faults: import('./faults-c.js').Fault[] }[]} files
 * @param {number} seed @returns {Seeded[]} */
export function ordered(files, seed) {
  const drawn = [];
  for (const { file, faults } of files) {
    const met = new Map();
    for (const ofOne of grouped(faults, (fault) => fault.statement)) {
      const text = ofOne.map((fault) => fault.before + fault.after).join('\0');
      const nth = met.get(text) ?? 0;
      met.set(text, nth + 1);
      const place = hash(`${seed}`, file, text, `${nth}`);
      const kinds = grouped(ofOne, (fault) => fault.kind);
      const ofKind = kinds[parseInt(place.slice(0, 8), 16) % kinds.length];
      const fault = ofKind[parseInt(place.slice(8, 16), 16) % ofKind.length];
      const id = hash(file, text, `${nth}`, fault.kind, fault.before, fault.after).slice(0, 16);
      drawn.push({ place: place.slice(16), fault: { ...fault, file, id } });
    }
  }
  drawn.sort((a, b) => (a.place < b.place ? -1 : 1));
  return drawn.map(({ fault }) => fault);
}

/** The text with the fault. @param {string} text @param {import('./faults-c.js').Fault} fault */
export function seeded(text, fault) {
  return text.slice(0, fault.start) + fault.after + text.slice(fault.end);
}

/** Whether a path matches one of several patterns, separated by spaces or commas. ** matches folders, *
 * anything without a slash; {a,b} is not supported. @param {string} path @param {string} patterns */
export function matches(path, patterns) {
  return patterns.split(/[\s,]+/).some((pattern) => {
    const source = pattern
      .replace(/[.+^$(){}|[\]\\]/g, '\\$&')
      .replace(
        /\*\*\/?|\*|\?/g,
        (wild) => ({ '**/': '(.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[wild],
      );
    return new RegExp(`^${source}(/.*)?$`).test(path);
  });
}
