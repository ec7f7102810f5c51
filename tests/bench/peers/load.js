/* Imports a package installed in this folder, which is a package of its own so that nobody who only
 * builds or tests installs a hundred megabytes of other engines. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** @param {string} name */
export const load = (name) => import(name);

/** Where packages may be. @param {string} name */
export const folders = (name) => require.resolve.paths(name) ?? [];
