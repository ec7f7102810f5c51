/**
 * From shapes to what three.js draws, and back.
 *
 * three is the caller's own: nothing of it is part of this package.
 *
 * @module growth-distance/three
 */
export { geometryOf } from './three/geometry.js';
export { hullOf, poseOf } from './three/objects.js';

/** @typedef {import('./three/geometry.js').DrawingOptions} DrawingOptions */
/** @typedef {import('./three/objects.js').WorldPose} WorldPose */
