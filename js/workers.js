/**
 * A World whose queries run in workers.
 *
 * Every worker has all bodies and finds all pairs, which is cheap. It replies only for its own part of
 * the pairs. The two body numbers of a pair decide which worker replies for it, so the pair's warm start
 * stays in one worker. For any number of workers, the results are bit for bit the results of a World.
 *
 * @module growth-distance/workers
 */
export { ParallelWorld } from './world/parallel-world.js';

/** @typedef {import('./world/parallel-world.js').OwnParallelWorldOptions} OwnParallelWorldOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/parallel-world.js').ParallelWorldOptions<N>} ParallelWorldOptions */
