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

/** @typedef {import('./shapes/records.js').ShapeRecord} ShapeRecord */
/** @typedef {import('./shapes/shape.js').CommonOptions} CommonOptions */
/** @template {2 | 3} [N=3] @typedef {import('./shapes/custom.js').SupportFunction<N>} SupportFunction */
/** @typedef {import('./poses/pose.js').Vector} Vector */
/** @typedef {import('./poses/pose.js').Vec2} Vec2 */
/** @typedef {import('./poses/pose.js').Vec3} Vec3 */
/** @typedef {import('./poses/pose.js').Quat} Quat */
/** @typedef {import('./poses/pose.js').Pose2} Pose2 */
/** @typedef {import('./poses/pose.js').Pose3} Pose3 */
/** @typedef {import('./poses/pose.js').Pose} Pose */
/** @typedef {import('./queries/query.js').Status} Status */
/** @typedef {import('./queries/query.js').QueryOptions} QueryOptions */
/** @typedef {import('./queries/query.js').TraceOption} TraceOption */
/** @typedef {import('./queries/query.js').Subalgorithm} Subalgorithm */
/** @template {number} [N=2 | 3] @typedef {import('./queries/growth.js').GrowthResult<N>} GrowthResult */
/** @typedef {import('./queries/growth.js').GrowthMethod} GrowthMethod */
/** @typedef {import('./queries/growth.js').GrowthOptions} GrowthOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/collide.js').CollisionResult<N>} CollisionResult */
/** @typedef {import('./queries/collide.js').CollideMethod} CollideMethod */
/** @typedef {import('./queries/collide.js').IntersectsOptions} IntersectsOptions */
/** @typedef {import('./queries/collide.js').CollideOptions} CollideOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/distance.js').DistanceResult<N>} DistanceResult */
/** @typedef {import('./queries/distance.js').DistanceMethod} DistanceMethod */
/** @template {number} [N=2 | 3] @typedef {import('./queries/distance.js').Simplices<N>} Simplices */
/** @template {boolean} [S=boolean] @typedef {import('./queries/distance.js').OwnDistanceOptions<S>} OwnDistanceOptions */
/** @template {boolean} [S=boolean] @typedef {import('./queries/distance.js').DistanceOptions<S>} DistanceOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/penetration.js').PenetrationResult<N>} PenetrationResult */
/** @typedef {import('./queries/penetration.js').PenetrationMethod} PenetrationMethod */
/** @typedef {import('./queries/penetration.js').PenetrationOptions} PenetrationOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/penetration.js').SignedDistanceResult<N>} SignedDistanceResult */
/** @typedef {import('./queries/penetration.js').SignedDistanceOptions} SignedDistanceOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/generalized.js').GeneralizedResult<N>} GeneralizedResult */
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
/** @template {number} [N=2 | 3] @typedef {import('./queries/gradient.js').Derivatives<N>} Derivatives */
/** @template {number} [N=2 | 3] @typedef {import('./queries/gradient.js').Gradient<N>} Gradient */
/** @typedef {import('./queries/gradient.js').Jacobian} Jacobian */
/** @typedef {import('./queries/gradient.js').Jacobians} Jacobians */
/** @typedef {import('./queries/gradient.js').GrowthJacobians} GrowthJacobians */
/** @typedef {import('./queries/gradient.js').Directional} Directional */
/** @typedef {import('./queries/gradient.js').Velocity} Velocity */
/** @template {boolean} [J=boolean] @typedef {import('./queries/gradient.js').GradientOptions<J>} GradientOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/gradient.js').GrowthGradientResult<N>} GrowthGradientResult */
/** @template {boolean} [J=boolean] @typedef {import('./queries/gradient.js').GrowthGradientOptions<J>} GrowthGradientOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/gradient.js').DistanceGradientResult<N>} DistanceGradientResult */
/** @template {boolean} [S=boolean] @template {boolean} [J=boolean] @typedef {import('./queries/gradient.js').DistanceGradientOptions<S, J>} DistanceGradientOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/gradient.js').PenetrationGradientResult<N>} PenetrationGradientResult */
/** @template {boolean} [J=boolean] @typedef {import('./queries/gradient.js').PenetrationGradientOptions<J>} PenetrationGradientOptions */
