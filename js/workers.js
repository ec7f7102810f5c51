/**
 * A World whose queries are spread over workers.
 *
 * Every worker holds all bodies and finds all pairs, which is cheap. It answers only for its own part of
 * the pairs. The two bodies of a pair decide which worker answers for it, so the pair's warm start stays in
 * one worker, and the results are those of a World to the bit, for any number of workers.
 *
 * @module growth-distance/workers
 */
export { ParallelWorld } from './world/parallel-world.js';

/** @typedef {import('./world/parallel-world.js').OwnParallelWorldOptions} OwnParallelWorldOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/parallel-world.js').ParallelWorldOptions<N>} ParallelWorldOptions */
