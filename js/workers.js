/**
 * A Scene whose queries are spread over workers.
 *
 * Every worker holds all bodies and finds all pairs, which is cheap. It answers only for its own part of
 * the pairs. The two bodies of a pair decide which worker answers for it, so the pair's warm start stays in
 * one worker, and the results are those of a Scene to the bit, for any number of workers.
 *
 * @module growth-distance/workers
 */
export { WorkerScene } from './world/worker-scene.js';

/** @typedef {import('./world/worker-scene.js').OwnWorkerSceneOptions} OwnWorkerSceneOptions */
/** @typedef {import('./world/worker-scene.js').WorkerSceneOptions} WorkerSceneOptions */
