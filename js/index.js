/**
 * Exact convex proximity for the web.
 *
 * @module growth-distance
 */
export { Shape } from './any-shape.js';
export { CustomShape, MinkowskiSum, SmoothHull, Transformed } from './composites.js';
export {
  Box,
  Capsule,
  Circle,
  Cone,
  ConvexHull,
  Cylinder,
  Ellipse,
  Ellipsoid,
  Frustum,
  HalfSpace,
  Point,
  Polygon,
  Rectangle,
  Segment,
  Sphere,
  Stadium,
  Triangle,
} from './shapes.js';
export { collide, intersects } from './collide.js';
export { distance } from './distance.js';
export { generalizedDistance } from './generalized.js';
export { distanceGradient, growthGradient, penetrationGradient } from './gradient.js';
export { growthDistance } from './growth.js';
export { Pair } from './pair.js';
export { NormBall, PointSet } from './pointset.js';
export { penetration, signedDistance } from './penetration.js';
export { Scene } from './scene.js';
export { init } from './module.js';
export { GeometryError } from './errors.js';

/** @typedef {import('./shape.js').ShapeRecord} ShapeRecord */
/** @typedef {import('./shape.js').CommonOptions} CommonOptions */
/** @typedef {import('./custom.js').SupportFunction} SupportFunction */
/** @typedef {import('./pose.js').Vector} Vector */
/** @typedef {import('./pose.js').Vector3} Vector3 */
/** @typedef {import('./shapes.js').Vector2} Vector2 */
/** @typedef {import('./pose.js').Quaternion} Quaternion */
/** @typedef {import('./pose.js').Pose2} Pose2 */
/** @typedef {import('./pose.js').Pose3} Pose3 */
/** @typedef {import('./pose.js').Pose} Pose */
/** @typedef {import('./query.js').Status} Status */
/** @typedef {import('./query.js').QueryOptions} QueryOptions */
/** @typedef {import('./query.js').TraceOption} TraceOption */
/** @typedef {import('./query.js').Subalgorithm} Subalgorithm */
/** @typedef {import('./growth.js').GrowthResult} GrowthResult */
/** @typedef {import('./growth.js').GrowthMethod} GrowthMethod */
/** @typedef {import('./growth.js').GrowthOptions} GrowthOptions */
/** @typedef {import('./growth.js').OwnGrowthOptions} OwnGrowthOptions */
/** @typedef {import('./collide.js').CollisionResult} CollisionResult */
/** @typedef {import('./collide.js').CollideMethod} CollideMethod */
/** @typedef {import('./collide.js').IntersectsOptions} IntersectsOptions */
/** @typedef {import('./collide.js').CollideOptions} CollideOptions */
/** @typedef {import('./distance.js').DistanceResult} DistanceResult */
/** @typedef {import('./distance.js').DistanceMethod} DistanceMethod */
/** @typedef {import('./distance.js').OwnDistanceOptions} OwnDistanceOptions */
/** @typedef {import('./distance.js').DistanceOptions} DistanceOptions */
/** @typedef {import('./penetration.js').PenetrationResult} PenetrationResult */
/** @typedef {import('./penetration.js').PenetrationMethod} PenetrationMethod */
/** @typedef {import('./penetration.js').OwnPenetrationOptions} OwnPenetrationOptions */
/** @typedef {import('./penetration.js').PenetrationOptions} PenetrationOptions */
/** @typedef {import('./penetration.js').SignedDistanceResult} SignedDistanceResult */
/** @typedef {import('./penetration.js').SignedDistanceOptions} SignedDistanceOptions */
/** @typedef {import('./generalized.js').GeneralizedResult} GeneralizedResult */
/** @typedef {import('./generalized.js').GeneralizedOptions} GeneralizedOptions */
/** @typedef {import('./scene-queries.js').SceneOptions} SceneOptions */
/** @typedef {import('./scene-queries.js').BodyOptions} BodyOptions */
/** @typedef {import('./scene-queries.js').PairOptions} PairOptions */
/** @typedef {import('./scene-queries.js').SceneGrowthOptions} SceneGrowthOptions */
/** @typedef {import('./scene-queries.js').SceneIntersectionOptions} SceneIntersectionOptions */
/** @typedef {import('./scene-queries.js').SceneDistanceOptions} SceneDistanceOptions */
/** @typedef {import('./scene-queries.js').ScenePenetrationOptions} ScenePenetrationOptions */
/** @typedef {import('./columns.js').ScenePairs} ScenePairs */
/** @typedef {import('./columns.js').CommonColumns} CommonColumns */
/** @typedef {import('./columns.js').OwnGrowthColumns} OwnGrowthColumns */
/** @typedef {import('./columns.js').OwnCollisionColumns} OwnCollisionColumns */
/** @typedef {import('./columns.js').OwnDistanceColumns} OwnDistanceColumns */
/** @typedef {import('./columns.js').OwnPenetrationColumns} OwnPenetrationColumns */
/** @typedef {import('./columns.js').OwnSignedColumns} OwnSignedColumns */
/** @typedef {import('./columns.js').GrowthColumns} GrowthColumns */
/** @typedef {import('./columns.js').CollisionColumns} CollisionColumns */
/** @typedef {import('./columns.js').DistanceColumns} DistanceColumns */
/** @typedef {import('./columns.js').PenetrationColumns} PenetrationColumns */
/** @typedef {import('./columns.js').SignedDistanceColumns} SignedDistanceColumns */
/** @typedef {import('./trace.js').TraceIterate} TraceIterate */
/** @typedef {import('./trace.js').TraceType} TraceType */
/** @typedef {import('./trace.js').TracePoint} TracePoint */
/** @typedef {import('./trace.js').TraceVertex} TraceVertex */
/** @typedef {import('./gradient.js').Derivatives} Derivatives */
/** @typedef {import('./gradient.js').Gradient} Gradient */
/** @typedef {import('./gradient.js').Jacobian} Jacobian */
/** @typedef {import('./gradient.js').Directional} Directional */
/** @typedef {import('./gradient.js').Velocity} Velocity */
/** @typedef {import('./gradient.js').GradientOptions} GradientOptions */
/** @typedef {import('./gradient.js').GrowthGradientResult} GrowthGradientResult */
/** @typedef {import('./gradient.js').GrowthGradientOptions} GrowthGradientOptions */
/** @typedef {import('./gradient.js').DistanceGradientResult} DistanceGradientResult */
/** @typedef {import('./gradient.js').DistanceGradientOptions} DistanceGradientOptions */
/** @typedef {import('./gradient.js').PenetrationGradientResult} PenetrationGradientResult */
/** @typedef {import('./gradient.js').PenetrationGradientOptions} PenetrationGradientOptions */
