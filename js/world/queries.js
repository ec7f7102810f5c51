/* The queries of a world, indexed by the module's codes. */
import { WORLD_SIGNED } from '../../wasm/dist/abi.js';
import { COLLIDE, DISTANCE, GROWTH, PENETRATION, SIGNED } from '../queries/descriptions.js';

/** @import { PairQuery, Query, WorldFacts } from '../queries/descriptions.js' */

/** @typedef {Query & WorldFacts} WorldQuery */

const PAIR_KEYS = ['pairs', 'count', 'margin'];
/** Options of single-pair queries for which the columns of a world have no field. */
const SINGLE_KEYS = /* @__PURE__ */ new Set(['out', 'trace', 'direction', 'simplex']);

/** @param {PairQuery & WorldFacts} query @returns {WorldQuery} */
function ofWorld({ keys, ...query }) {
  const kept = [...keys].filter((key) => !SINGLE_KEYS.has(key));
  return { ...query, name: query.worldName, keys: new Set([...kept, ...PAIR_KEYS]) };
}

function worldQueries() {
  /** @type {WorldQuery[]} */
  const queries = [];
  for (const query of [GROWTH, COLLIDE, DISTANCE, PENETRATION, SIGNED])
    queries[query.code] = ofWorld(query);
  return queries;
}

/** By code. */
export const QUERIES = /* @__PURE__ */ worldQueries();

/**
 * The code of findPairs, one more than the last query's. Not `QUERIES.length`: bundlers would then keep
 * QUERIES.
 */
export const FIND = WORLD_SIGNED + 1;
