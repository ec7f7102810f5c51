/**
 * Shapes of three.js objects, geometries of shapes, and bodies that follow objects.
 *
 * The page provides three; this package does not contain it.
 *
 * @module growth-distance/three
 */
export { shapeAndPoseOf } from './three/baked.js';
export { debugLines } from './three/debug-lines.js';
export { geometryOf } from './three/geometry.js';
export { hullOf, poseOf } from './three/objects.js';
export { rayOf } from './three/ray.js';
export { ObjectTracker } from './three/tracker.js';

/** @typedef {import('./three/baked.js').ShapeChoice} ShapeChoice */
/** @typedef {import('./three/baked.js').ShapeOptions} ShapeOptions */
/** @typedef {import('./three/debug-lines.js').ContactColumns} ContactColumns */
/** @typedef {import('./three/debug-lines.js').DebugLines} DebugLines */
/** @typedef {import('./three/debug-lines.js').DebugOptions} DebugOptions */
/** @typedef {import('./three/geometry.js').DrawingOptions} DrawingOptions */
/** @typedef {import('./three/objects.js').WorldPose} WorldPose */
/** @typedef {import('./three/ray.js').CameraRay} CameraRay */
/** @typedef {import('./three/ray.js').PointerLike} PointerLike */
/** @typedef {import('./three/tracker.js').Picked} Picked */
/** @typedef {import('./three/tracker.js').TrackOptions} TrackOptions */
/** @typedef {import('./three/tracker.js').TrackedWorld} TrackedWorld */
