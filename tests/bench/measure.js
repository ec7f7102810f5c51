/* Measuring: rounds of several subjects in turn, so that a slow moment hits all of them alike.
 *
 * A subject is a function that makes some queries and returns how many. It is warmed up, then
 * repeated until a sample lasts about a millisecond; a round takes one sample of each subject. What
 * is reported is the median of the samples and their quartiles, and ratios of two subjects round by
 * round. Runs in Node and in a page alike. */

/** A sample's length: many times the clock's step (5 µs in an isolated page), but less than the slices
 * of time that a busy machine takes away, so that most samples are whole. */
export const SAMPLE_MILLISECONDS = 1;
/** Rounds at one time. */
export const BLOCK = 5;
/** Queries after which the engine's last tier is reached, and the least time that takes. */
export const WARM_UP_QUERIES = 10000;
export const WARM_UP_MILLISECONDS = 25;
export const WARM_UP_LIMIT = 200;

/** The value at a part q of a sorted list, between its neighbours. */
const at = (sorted, q) => {
  const place = q * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.ceil(place);
  return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
};
const sorted = (list) => [...list].sort((a, b) => a - b);

/** The least value that a part q of a list is at most: one of the list. */
export const rank = (list, q) => sorted(list)[Math.max(0, Math.ceil(q * list.length) - 1)];
export const median = (list) => sorted(list)[Math.floor(list.length / 2)];

/** Median and quartiles. @param {number[]} list */
export function quartiles(list) {
  const ordered = sorted(list);
  return { median: at(ordered, 0.5), low: at(ordered, 0.25), high: at(ordered, 0.75) };
}

/**
 * Compiled code of its own for one subject: the engine gives a loop that several subjects share the
 * slow form which suits all of them.
 * @param {string[]} names of what the body uses @param {string} body
 * @returns {(...values: any[]) => () => number}
 */
export const ownLoop = (names, body) => new Function(...names, `return () => { ${body} };`);

/** Nanoseconds a query of repeated runs; a subject that returns a promise is waited for. */
async function sample(run, repeats) {
  let queries = 0;
  const start = performance.now();
  for (let k = 0; k < repeats; k++) {
    const made = run();
    queries += typeof made === 'number' ? made : await made;
  }
  return ((performance.now() - start) * 1e6) / queries;
}

/** Warms a subject up and finds how often it must run for a sample. */
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
  // the second half was warmer than the first: a sample may be a little short, never long
  return Math.max(1, Math.ceil((SAMPLE_MILLISECONDS * runs) / spent));
}

/**
 * Subjects made warm.
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
      list.reverse(); // nobody is always the one after a long one
      for (const { name, run, repeats } of list) times[name].push(await sample(run, repeats));
    }
    return times;
  };
}

/** The same of one subject that measures itself. @param {() => Promise<number>} take a sample */
export async function block(take) {
  const list = [];
  for (let round = 0; round < BLOCK; round++) list.push(await take());
  return list;
}

/**
 * The same at once and without a choice of repeats, for programs with subjects of their own length.
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
