/**
 * Exact convex proximity for the web.
 *
 * @module growth-distance
 */
export { Shape } from './shapes/from-record.js';
export { MinkowskiSum, SmoothHull, Transformed } from './shapes/composites.js';
export { CustomShape } from './shapes/custom.js';
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
} from './shapes/primitives.js';
export { collide, intersects } from './queries/collide.js';
export { distance } from './queries/distance.js';
export { generalizedDistance } from './queries/generalized.js';
export { distanceGradient, growthGradient, penetrationGradient } from './queries/gradient.js';
export { growthDistance } from './queries/growth.js';
export { Pair } from './queries/pair.js';
export { NormBall, PointSet } from './shapes/point-sets.js';
export { penetration, signedDistance } from './queries/penetration.js';
export { World } from './world/world.js';
export { init } from './core/module.js';
export { GeometryError } from './core/errors.js';

/** @typedef {import('./shapes/shape.js').ShapeRecord} ShapeRecord */
/** @typedef {import('./shapes/shape.js').CommonOptions} CommonOptions */
/** @typedef {import('./shapes/custom.js').SupportFunction} SupportFunction */
/** @typedef {import('./poses/pose.js').Vector} Vector */
/** @typedef {import('./poses/pose.js').Vector3} Vector3 */
/** @typedef {import('./shapes/primitives.js').Vector2} Vector2 */
/** @typedef {import('./poses/pose.js').Quaternion} Quaternion */
/** @typedef {import('./poses/pose.js').Pose2} Pose2 */
/** @typedef {import('./poses/pose.js').Pose3} Pose3 */
/** @typedef {import('./poses/pose.js').Pose} Pose */
/** @typedef {import('./queries/query.js').Status} Status */
/** @typedef {import('./queries/query.js').QueryOptions} QueryOptions */
/** @typedef {import('./queries/query.js').TraceOption} TraceOption */
/** @typedef {import('./queries/query.js').Subalgorithm} Subalgorithm */
/** @typedef {import('./queries/growth.js').GrowthResult} GrowthResult */
/** @typedef {import('./queries/growth.js').GrowthMethod} GrowthMethod */
/** @typedef {import('./queries/growth.js').GrowthOptions} GrowthOptions */
/** @typedef {import('./queries/collide.js').CollisionResult} CollisionResult */
/** @typedef {import('./queries/collide.js').CollideMethod} CollideMethod */
/** @typedef {import('./queries/collide.js').IntersectsOptions} IntersectsOptions */
/** @typedef {import('./queries/collide.js').CollideOptions} CollideOptions */
/** @typedef {import('./queries/distance.js').DistanceResult} DistanceResult */
/** @typedef {import('./queries/distance.js').DistanceMethod} DistanceMethod */
/** @typedef {import('./queries/distance.js').OwnDistanceOptions} OwnDistanceOptions */
/** @typedef {import('./queries/distance.js').DistanceOptions} DistanceOptions */
/** @typedef {import('./queries/penetration.js').PenetrationResult} PenetrationResult */
/** @typedef {import('./queries/penetration.js').PenetrationMethod} PenetrationMethod */
/** @typedef {import('./queries/penetration.js').OwnPenetrationOptions} OwnPenetrationOptions */
/** @typedef {import('./queries/penetration.js').PenetrationOptions} PenetrationOptions */
/** @typedef {import('./queries/penetration.js').SignedDistanceResult} SignedDistanceResult */
/** @typedef {import('./queries/penetration.js').SignedDistanceOptions} SignedDistanceOptions */
/** @typedef {import('./queries/generalized.js').GeneralizedResult} GeneralizedResult */
/** @typedef {import('./queries/generalized.js').GeneralizedOptions} GeneralizedOptions */
/** @typedef {import('./world/options.js').WorldOptions} WorldOptions */
/** @typedef {import('./world/options.js').BodyOptions} BodyOptions */
/** @typedef {import('./world/options.js').PairOptions} PairOptions */
/** @typedef {import('./world/options.js').WorldGrowthOptions} WorldGrowthOptions */
/** @typedef {import('./world/options.js').WorldIntersectionOptions} WorldIntersectionOptions */
/** @typedef {import('./world/options.js').WorldDistanceOptions} WorldDistanceOptions */
/** @typedef {import('./world/options.js').WorldPenetrationOptions} WorldPenetrationOptions */
/** @typedef {import('./world/columns.js').WorldPairs} WorldPairs */
/** @typedef {import('./world/columns.js').CommonColumns} CommonColumns */
/** @typedef {import('./world/columns.js').OwnGrowthColumns} OwnGrowthColumns */
/** @typedef {import('./world/columns.js').OwnCollisionColumns} OwnCollisionColumns */
/** @typedef {import('./world/columns.js').OwnDistanceColumns} OwnDistanceColumns */
/** @typedef {import('./world/columns.js').OwnPenetrationColumns} OwnPenetrationColumns */
/** @typedef {import('./world/columns.js').OwnSignedColumns} OwnSignedColumns */
/** @typedef {import('./world/columns.js').GrowthColumns} GrowthColumns */
/** @typedef {import('./world/columns.js').CollisionColumns} CollisionColumns */
/** @typedef {import('./world/columns.js').DistanceColumns} DistanceColumns */
/** @typedef {import('./world/columns.js').PenetrationColumns} PenetrationColumns */
/** @typedef {import('./world/columns.js').SignedDistanceColumns} SignedDistanceColumns */
/** @typedef {import('./queries/trace.js').TraceIterate} TraceIterate */
/** @typedef {import('./queries/trace.js').TraceType} TraceType */
/** @typedef {import('./queries/trace.js').TracePoint} TracePoint */
/** @typedef {import('./queries/trace.js').TraceVertex} TraceVertex */
/** @typedef {import('./queries/gradient.js').Derivatives} Derivatives */
/** @typedef {import('./queries/gradient.js').Gradient} Gradient */
/** @typedef {import('./queries/gradient.js').Jacobian} Jacobian */
/** @typedef {import('./queries/gradient.js').Directional} Directional */
/** @typedef {import('./queries/gradient.js').Velocity} Velocity */
/** @typedef {import('./queries/gradient.js').GradientOptions} GradientOptions */
/** @typedef {import('./queries/gradient.js').GrowthGradientResult} GrowthGradientResult */
/** @typedef {import('./queries/gradient.js').GrowthGradientOptions} GrowthGradientOptions */
/** @typedef {import('./queries/gradient.js').DistanceGradientResult} DistanceGradientResult */
/** @typedef {import('./queries/gradient.js').DistanceGradientOptions} DistanceGradientOptions */
/** @typedef {import('./queries/gradient.js').PenetrationGradientResult} PenetrationGradientResult */
/** @typedef {import('./queries/gradient.js').PenetrationGradientOptions} PenetrationGradientOptions */
