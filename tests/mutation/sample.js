/* Which faults a seed stands for: statements are drawn, all equally likely, and one fault of each.
 *
 * A statement's place in the order is a hash of the seed, its file and its text. So the first 60 of a seed
 * are also the first of 250, and a change elsewhere in the sources leaves the order of the others. */
import { createHash } from 'node:crypto';

/** @typedef {import('./faults-c.js').Fault & { file: string, id: string }} Seeded */

/** @param {string[]} parts */
const hash = (...parts) => createHash('sha256').update(parts.join('\0')).digest('hex');

/** A list cut into lists of the same key, in the order of the first of each.
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

/** All statements of the files in a seed's order, one fault each: of a kind drawn first.
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

/** A text with a fault in it. @param {string} text @param {import('./faults-c.js').Fault} fault */
export function seeded(text, fault) {
  return text.slice(0, fault.start) + fault.after + text.slice(fault.end);
}

/** Whether a path matches one of several patterns, separated by spaces or commas: ** any folders, * no slash,
 * {a,b} is not known. @param {string} path @param {string} patterns */
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
