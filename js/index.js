/**
 * Exact convex proximity for the web: distance, overlap tests, penetration depth and growth distance.
 *
 * @module growth-distance
 */
export { Shape } from './shapes/from-record.js';
export { MinkowskiSum, SmoothHull, Transformed } from './shapes/composites.js';
export { CustomShape } from './shapes/custom.js';
export { ConvexHull, Polygon } from './shapes/hulls.js';
export {
  Box,
  Capsule,
  Circle,
  Cone,
  Cylinder,
  Ellipse,
  Ellipsoid,
  Frustum,
  HalfSpace,
  Point,
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
export { penetration } from './queries/penetration.js';
export { signedDistance } from './queries/signed-distance.js';
export { castShape } from './queries/cast.js';
export { castGradient } from './queries/cast-gradient.js';
export { castRay } from './queries/ray.js';
export { staysApart, timeOfImpact } from './queries/impact.js';
export { moveAndSlide } from './world/move-and-slide.js';
export { World } from './world/world.js';
export { init } from './core/module.js';
export { GeometryError } from './core/errors.js';

/** @typedef {import('./shapes/records.js').ShapeRecord} ShapeRecord */
/** @typedef {import('./shapes/primitives.js').SphereOptions} SphereOptions */
/** @typedef {import('./shapes/primitives.js').EllipsoidOptions} EllipsoidOptions */
/** @typedef {import('./shapes/primitives.js').BoxOptions} BoxOptions */
/** @typedef {import('./shapes/primitives.js').CapsuleOptions} CapsuleOptions */
/** @typedef {import('./shapes/primitives.js').CylinderOptions} CylinderOptions */
/** @typedef {import('./shapes/primitives.js').ConeOptions} ConeOptions */
/** @typedef {import('./shapes/primitives.js').FrustumOptions} FrustumOptions */
/** @typedef {import('./shapes/hulls.js').ConvexHullOptions} ConvexHullOptions */
/** @typedef {import('./shapes/primitives.js').CircleOptions} CircleOptions */
/** @typedef {import('./shapes/primitives.js').EllipseOptions} EllipseOptions */
/** @typedef {import('./shapes/primitives.js').RectangleOptions} RectangleOptions */
/** @typedef {import('./shapes/hulls.js').PolygonOptions} PolygonOptions */
/** @typedef {import('./shapes/primitives.js').StadiumOptions} StadiumOptions */
/** @template {import('./poses/pose.js').Vector} [V=import('./poses/pose.js').Vector] @typedef {import('./shapes/primitives.js').HalfSpaceOptions<V>} HalfSpaceOptions */
/** @template {import('./poses/pose.js').Vector} [V=import('./poses/pose.js').Vector] @typedef {import('./shapes/primitives.js').SegmentOptions<V>} SegmentOptions */
/** @template {import('./poses/pose.js').Vector} [V=import('./poses/pose.js').Vector] @typedef {import('./shapes/primitives.js').TriangleOptions<V>} TriangleOptions */
/** @template {2 | 3} [N=2 | 3] @typedef {import('./shapes/primitives.js').PointOptions<N>} PointOptions */
/** @template {2 | 3} [N=2 | 3] @typedef {import('./shapes/composites.js').SmoothHullOptions<N>} SmoothHullOptions */
/** @template {2 | 3} [N=2 | 3] @typedef {import('./shapes/composites.js').TransformedOptions<N>} TransformedOptions */
/** @template {2 | 3} [N=2 | 3] @typedef {import('./shapes/composites.js').SumOptions<N>} SumOptions */
/** @template {2 | 3} [N=3] @typedef {import('./shapes/custom.js').CustomOptions<N>} CustomOptions */
/** @template {number} [N=number] @typedef {import('./shapes/point-sets.js').PointSetOptions<N>} PointSetOptions */
/** @template {number} [N=number] @typedef {import('./shapes/point-sets.js').NormBallOptions<N>} NormBallOptions */
/** @typedef {import('./shapes/composites.js').MatrixLike} MatrixLike */
/** @typedef {import('./shapes/composites.js').MatrixAffine} MatrixAffine */
/** @typedef {import('./shapes/composites.js').ScaleAffine} ScaleAffine */
/** @typedef {import('./shapes/composites.js').Affine} Affine */
/** @typedef {import('./shapes/records.js').RecordFields} RecordFields */
/** @typedef {import('./shapes/records.js').RecordPoints} RecordPoints */
/** @typedef {import('./shapes/records.js').SphereRecord} SphereRecord */
/** @typedef {import('./shapes/records.js').EllipsoidRecord} EllipsoidRecord */
/** @typedef {import('./shapes/records.js').BoxRecord} BoxRecord */
/** @typedef {import('./shapes/records.js').CapsuleRecord} CapsuleRecord */
/** @typedef {import('./shapes/records.js').CylinderRecord} CylinderRecord */
/** @typedef {import('./shapes/records.js').ConeRecord} ConeRecord */
/** @typedef {import('./shapes/records.js').FrustumRecord} FrustumRecord */
/** @typedef {import('./shapes/records.js').HullRecord} HullRecord */
/** @typedef {import('./shapes/records.js').SmoothHullRecord} SmoothHullRecord */
/** @typedef {import('./shapes/records.js').HalfSpaceRecord} HalfSpaceRecord */
/** @typedef {import('./shapes/records.js').PointRecord} PointRecord */
/** @typedef {import('./shapes/records.js').SegmentRecord} SegmentRecord */
/** @typedef {import('./shapes/records.js').TriangleRecord} TriangleRecord */
/** @typedef {import('./shapes/records.js').CircleRecord} CircleRecord */
/** @typedef {import('./shapes/records.js').EllipseRecord} EllipseRecord */
/** @typedef {import('./shapes/records.js').RectangleRecord} RectangleRecord */
/** @typedef {import('./shapes/records.js').PolygonRecord} PolygonRecord */
/** @typedef {import('./shapes/records.js').StadiumRecord} StadiumRecord */
/** @typedef {import('./shapes/records.js').TransformedRecord} TransformedRecord */
/** @typedef {import('./shapes/records.js').SumRecord} SumRecord */
/** @typedef {import('./shapes/records.js').PointSetRecord} PointSetRecord */
/** @typedef {import('./shapes/records.js').NormBallRecord} NormBallRecord */
/** @typedef {import('./shapes/records.js').PlainRecord} PlainRecord */
/** @typedef {import('./shapes/records.js').SetRecord} SetRecord */
/** @typedef {import('./shapes/shape.js').CommonOptions} CommonOptions */
/** @template {2 | 3} [N=3] @typedef {import('./shapes/custom.js').SupportFunction<N>} SupportFunction */
/** @typedef {import('./poses/pose.js').Vector} Vector */
/** @template {number} N @typedef {import('./poses/pose.js').Coordinates<N>} Coordinates */
/** @template V @typedef {import('./poses/pose.js').DimensionOf<V>} DimensionOf */
/** @typedef {import('./poses/pose.js').Vec2} Vec2 */
/** @typedef {import('./poses/pose.js').Vec3} Vec3 */
/** @typedef {import('./poses/pose.js').Quat} Quat */
/** @typedef {import('./poses/pose.js').Pose2} Pose2 */
/** @typedef {import('./poses/pose.js').Pose3} Pose3 */
/** @typedef {import('./poses/pose.js').Pose} Pose */
/** @typedef {import('./core/module.js').InitOptions} InitOptions */
/** @typedef {import('./core/module.js').WasmSource} WasmSource */
/** @template {number} A @template {number} B @typedef {import('./queries/query.js').SameDimension<A, B>} SameDimension */
/** @template {boolean} Flag @template Fields @typedef {import('./queries/query.js').Asked<Flag, Fields>} Asked */
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
/** @template {boolean} [S=boolean] @typedef {import('./queries/distance.js').DistanceOptions<S>} DistanceOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/penetration.js').PenetrationResult<N>} PenetrationResult */
/** @typedef {import('./queries/penetration.js').PenetrationMethod} PenetrationMethod */
/** @typedef {import('./queries/penetration.js').PenetrationOptions} PenetrationOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/signed-distance.js').SignedDistanceResult<N>} SignedDistanceResult */
/** @typedef {import('./queries/signed-distance.js').SignedDistanceOptions} SignedDistanceOptions */
/** @typedef {import('./queries/motion.js').Motion} Motion */
/** @typedef {import('./queries/motion.js').PathMotion} PathMotion */
/** @typedef {import('./queries/motion.js').VelocityMotion} VelocityMotion */
/** @typedef {import('./queries/motion.js').MotionStatus} MotionStatus */
/** @typedef {import('./queries/motion.js').IntervalOptions} IntervalOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/motion.js').CastResult<N>} CastResult */
/** @typedef {import('./queries/cast.js').CastOptions} CastOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/cast-gradient.js').CastGradient<N>} CastGradient */
/** @template {number} [N=2 | 3] @typedef {import('./queries/cast-gradient.js').CastDerivatives<N>} CastDerivatives */
/** @template {number} [N=2 | 3] @typedef {import('./queries/cast-gradient.js').CastGradientResult<N>} CastGradientResult */
/** @typedef {import('./queries/cast-gradient.js').CastGradientOptions} CastGradientOptions */
/** @typedef {import('./queries/ray.js').Ray} Ray */
/** @template {number} [N=2 | 3] @typedef {import('./queries/ray.js').RayResult<N>} RayResult */
/** @typedef {import('./queries/ray.js').RayOptions} RayOptions */
/** @typedef {import('./queries/impact.js').StaysApartOptions} StaysApartOptions */
/** @typedef {import('./queries/impact.js').ImpactOptions} ImpactOptions */
/** @template {number} [N=2 | 3] @typedef {import('./queries/generalized.js').GeneralizedResult<N>} GeneralizedResult */
/** @typedef {import('./queries/generalized.js').GeneralizedOptions} GeneralizedOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/options.js').WorldOptions<N>} WorldOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/options.js').BodyPose<N>} BodyPose */
/** @typedef {import('./world/options.js').FilterOptions} FilterOptions */
/** @typedef {import('./world/options.js').NamedPose} NamedPose */
/** @template {2 | 3} [N=3] @typedef {import('./world/nearest.js').Neighbor<N>} Neighbor */
/** @typedef {import('./world/nearest.js').ProbeOptions} ProbeOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/nearest.js').OwnNearestOptions<N>} OwnNearestOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/nearest.js').NearestOptions<N>} NearestOptions */
/** @typedef {import('./world/nearest.js').OverlappingOptions} OverlappingOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/casts.js').CastHit<N>} CastHit */
/** @template {2 | 3} [N=3] @typedef {import('./world/casts.js').RayHit<N>} RayHit */
/** @typedef {import('./world/casts.js').CastFilterOptions} CastFilterOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/casts.js').WorldCastOptions<N>} WorldCastOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/casts.js').WorldRayOptions<N>} WorldRayOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/casts.js').WorldRayAllOptions<N>} WorldRayAllOptions */
/** @typedef {import('./world/casts.js').WorldRaysOptions} WorldRaysOptions */
/** @typedef {import('./world/impacts.js').WorldVelocities} WorldVelocities */
/** @typedef {import('./world/move-and-slide.js').SlideOptions} SlideOptions */
/** @template {2 | 3} [N=3] @typedef {import('./world/move-and-slide.js').SlideResult<N>} SlideResult */
/** @typedef {import('./world/columns.js').RayColumnsResult} RayColumns */
/** @typedef {import('./world/columns.js').ImpactColumnsResult} ImpactColumns */
/** @typedef {import('./world/changes.js').OverlapChanges} OverlapChanges */
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
