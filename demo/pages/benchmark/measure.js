/* Medians of interleaved rounds, so that a slow moment of the machine affects all subjects alike. */

/**
 * Length of a sample in milliseconds: many steps of the clock, which is coarse on a page that is not
 * isolated.
 */
const SAMPLE = 4;
const WARM_UP = 30;
const ROUNDS = 11;

/** Runs queries for some milliseconds. @returns {number} milliseconds per query */
function sample(run, milliseconds) {
  const begin = performance.now();
  let queries = 0;
  let spent;
  do {
    queries += run();
    spent = performance.now() - begin;
  } while (spent < milliseconds);
  return spent / queries;
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/**
 * @param {import('./topics.js').Subject[]} subjects
 * @param {(done: number) => void} onProgress from 0 to 1
 * @returns {Promise<number[]>} median milliseconds per query, one per subject
 */
export async function measureAll(subjects, onProgress) {
  const total = subjects.length * (ROUNDS + 1);
  let done = 0;
  const step = async () => {
    onProgress(++done / total);
    // lets the worker receive messages
    await new Promise((resolve) => setTimeout(resolve));
  };
  for (const { run } of subjects) {
    sample(run, WARM_UP);
    await step();
  }
  const times = subjects.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < subjects.length; i++) {
      times[i].push(sample(subjects[i].run, SAMPLE));
      await step();
    }
  }
  return times.map(median);
}
