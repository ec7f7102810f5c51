/* The JavaScript side of a tree: its built package, and the adapter for the package's API. The adapter reads
 * results. Timed loops call the package directly. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {object} Adapter
 * @property {string} name
 * @property {(api: object) => boolean} fits
 * @property {(api: object) => object} createBodies an empty world
 * @property {(result: object) => number} depth of a penetration's result
 * @property {object} jacobians options for a result with Jacobians
 */

/** The first adapter that fits is used, so newer APIs come first. @type {Adapter[]} */
export const ADAPTERS = [
  {
    name: 'World, one result record',
    fits: (api) => 'World' in api,
    createBodies: (api) => new api.World({ dimension: 3 }),
    depth: (result) => result.value,
    jacobians: { jacobians: true },
  },
  {
    name: 'Scene, a record per query',
    fits: (api) => 'Scene' in api,
    createBodies: (api) => new api.Scene({ dimension: 3 }),
    depth: (result) => result.depth,
    jacobians: {}, // it always has them
  },
];

/** @param {object} api the exports of a package @returns {Adapter} */
export function adapterFor(api) {
  const found = ADAPTERS.find(({ fits }) => fits(api));
  if (!found) throw new Error('no adapter in tests/bench/against/package.js fits this package');
  return found;
}

/** Imports the package of a tree. Two trees have two folders, so each gets its own module instance. */
export async function openPackage({ folder, entry }) {
  const api = await import(pathToFileURL(join(folder, entry)).href);
  return { api, adapter: adapterFor(api) };
}

/** Value and status of a result, by query. @param {Adapter} adapter */
export function answerOf(adapter, query, result) {
  switch (query) {
    case 'intersects':
      return { value: Number(result), status: 0 };
    case 'collide':
      return { value: Number(result.colliding), status: result.status };
    case 'castShape':
      return { value: result.lower, status: result.status };
    case 'penetration':
    case 'penetrationGradient':
      return { value: adapter.depth(result), status: result.status };
    default:
      return { value: result.value, status: result.status };
  }
}
