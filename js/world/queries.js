/* The queries of a world, by the module's numbers. */
import { WORLD_SIGNED } from '../../wasm/dist/abi.js';
import { COLLIDE, DISTANCE, GROWTH, PENETRATION, SIGNED } from '../queries/descriptions.js';

/** @import { PairQuery, Query, WorldFacts } from '../queries/descriptions.js' */

/** @typedef {Query & WorldFacts} WorldQuery */

const PAIR_KEYS = ['pairs', 'count', 'margin'];
/** Options of a single pair that columns have no place for. */
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

/** The code of findPairs, behind those of the queries. Not by QUERIES.length, which bundlers would keep. */
export const FIND = WORLD_SIGNED + 1;
