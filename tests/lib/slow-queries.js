/* Finds queries that take far longer than their neighbours. A slow moment of the machine is told from a
 * slow query by asking again, and the limit is a multiple of the median, not a time. */

const LIMIT = 2000;
const ROUNDS = 6;

function milliseconds(ask) {
  const start = performance.now();
  ask();
  return performance.now() - start;
}

/**
 * @param {[name: string, ask: () => unknown][]} queries
 * @returns {string[]} the names of those whose fastest round takes more than 2000 times the median query
 */
export function slowQueries(queries) {
  const times = queries.map(([, ask]) => milliseconds(ask));
  const limit = LIMIT * times.toSorted((a, b) => a - b)[times.length >> 1];
  const isSlow = ([, ask], index) => {
    if (times[index] <= limit) return false;
    for (let round = 1; round < ROUNDS; round++) if (milliseconds(ask) <= limit) return false;
    return true;
  };
  return queries.filter(isSlow).map(([name]) => name);
}
