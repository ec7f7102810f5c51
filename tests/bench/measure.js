/* Measures several subjects in alternating rounds, so that a slow moment of the machine affects all of them.
 *
 * A subject is a function that runs some queries and returns their number. After a warm-up it is repeated
 * until a sample lasts about a millisecond. A round takes one sample of each subject. The results are the
 * median of the samples, their quartiles, and ratios of two subjects within a round. Runs in Node and in a
 * page. */

/** The length of a sample. It is many times the clock's step (5 µs in an isolated page), but shorter than the
 * time slices of other processes, so that most samples are not interrupted. */
export const SAMPLE_MILLISECONDS = 1;
/** Rounds in a block. The suite alternates blocks of its platforms. */
export const BLOCK = 5;
/** Queries and time after which the engine has optimised the code, and the limit of the time. Node 20 needs
 * 120 to 190 ms for growth distance on a busy machine; its first code is half as fast. */
export const WARM_UP_QUERIES = 10000;
export const WARM_UP_MILLISECONDS = 150;
export const WARM_UP_LIMIT = 500;

/** The quantile q of a sorted list, interpolated between its neighbours. */
const at = (sorted, q) => {
  const place = q * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.ceil(place);
  return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
};
const sorted = (list) => [...list].sort((a, b) => a - b);

/** The quantile q of a list without interpolation: always a value of the list. */
export const rank = (list, q) => sorted(list)[Math.max(0, Math.ceil(q * list.length) - 1)];
export const median = (list) => sorted(list)[Math.floor(list.length / 2)];

/** Median and quartiles. @param {number[]} list */
export function quartiles(list) {
  const ordered = sorted(list);
  return { median: at(ordered, 0.5), low: at(ordered, 0.25), high: at(ordered, 0.75) };
}

/**
 * Compiles a loop for one subject. In a loop that several subjects share, the engine compiles calls in the
 * slow form that suits all subjects.
 * @param {string[]} names of the variables in the body @param {string} body
 * @returns {(...values: any[]) => () => number}
 */
export const ownLoop = (names, body) => new Function(...names, `return () => { ${body} };`);

/** Nanoseconds a query of repeated runs. Waits for a subject that returns a promise. */
async function sample(run, repeats) {
  let queries = 0;
  const start = performance.now();
  for (let k = 0; k < repeats; k++) {
    const made = run();
    queries += typeof made === 'number' ? made : await made;
  }
  return ((performance.now() - start) * 1e6) / queries;
}

/** Warms a subject up and returns how often it must run for a sample. */
async function repeatsOf(run) {
  const start = performance.now();
  let queries = 0;
  let runs = 0;
  let spent;
  do {
    queries += await run();
    runs++;
    spent = performance.now() - start;
  } while ((queries < WARM_UP_QUERIES || spent < WARM_UP_MILLISECONDS) && spent < WARM_UP_LIMIT);
  // early runs are slower, so a sample may be a little shorter than intended, never longer
  return Math.max(1, Math.ceil((SAMPLE_MILLISECONDS * runs) / spent));
}

/**
 * Warms subjects up.
 * @param {Record<string, () => number | Promise<number>>} subjects
 * @returns {Promise<() => Promise<Record<string, number[]>>>} takes a block of rounds: some samples of
 *   each subject, in nanoseconds a query
 */
export async function warmed(subjects) {
  const list = [];
  for (const [name, run] of Object.entries(subjects))
    list.push({ name, run, repeats: await repeatsOf(run) });
  return async () => {
    const times = Object.fromEntries(list.map(({ name }) => [name, []]));
    for (let round = 0; round < BLOCK; round++) {
      list.reverse(); // no subject always follows the same other one
      for (const { name, run, repeats } of list) times[name].push(await sample(run, repeats));
    }
    return times;
  };
}

/** A block of samples of one subject that measures itself. @param {() => Promise<number>} take a sample */
export async function block(take) {
  const list = [];
  for (let round = 0; round < BLOCK; round++) list.push(await take());
  return list;
}

/**
 * Measures all subjects directly and without repeats, for programs whose subjects are long enough.
 * @param {Record<string, () => number>} subjects each runs once and returns how many queries it made
 * @param {number} rounds
 * @returns {Record<string, number>} the median, in nanoseconds a query
 */
export function interleave(subjects, rounds) {
  const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const [name, run] of Object.entries(subjects)) {
      const start = performance.now();
      const queries = run();
      const time = ((performance.now() - start) * 1e6) / queries;
      if (round >= 0) times[name].push(time); // the first two warm up
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}
