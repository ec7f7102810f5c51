/* The queries of a scene, by the module's numbers. */
import { COLLIDE, DISTANCE, GROWTH, PENETRATION, SIGNED } from '../queries/descriptions.js';

/** @import { PairQuery, Query, SceneFacts } from '../queries/descriptions.js' */

/** @typedef {Query & SceneFacts} SceneQuery */

const PAIR_KEYS = ['pairs', 'count', 'margin'];
/** Options of a single pair that columns have no place for. */
const SINGLE_KEYS = /* @__PURE__ */ new Set(['out', 'trace', 'direction']);

/** @param {PairQuery & SceneFacts} query @returns {SceneQuery} */
function ofScene({ keys, ...query }) {
  const kept = [...keys].filter((key) => !SINGLE_KEYS.has(key));
  return { ...query, name: query.sceneName, keys: new Set([...kept, ...PAIR_KEYS]) };
}

function sceneQueries() {
  /** @type {SceneQuery[]} */
  const queries = [];
  for (const query of [GROWTH, COLLIDE, DISTANCE, PENETRATION, SIGNED])
    queries[query.code] = ofScene(query);
  return queries;
}

/** By code. */
export const QUERIES = /* @__PURE__ */ sceneQueries();
