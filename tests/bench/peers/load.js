/* Imports a package that is installed in this folder. The folder is a package of its own, so that building
 * and testing do not install a hundred megabytes of other engines. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** @param {string} name */
export const load = (name) => import(name);

/** The folders that may contain a package. @param {string} name */
export const folders = (name) => require.resolve.paths(name) ?? [];
