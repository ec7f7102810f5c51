/* jolt-physics as a peer. */
import { load } from './load.js';

/**
 * @param {(make: (key: any) => any) => any} remembered
 * @param {number[]} normal receives the normal of depths and rays
 * @returns {Promise<object>} a Peer of peers.js
 */
export async function openJolt(remembered, normal) {
  const { default: open } = await load('jolt-physics/wasm-compat');
  const J = await open();
  // There is no simulation, but this constructor registers the collision functions.
  const setup = new J.JoltSettings();
  const layers = new J.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new J.BroadPhaseLayer(0));
  setup.mObjectLayerPairFilter = new J.ObjectLayerPairFilterTable(1);
  setup.mBroadPhaseLayerInterface = layers;
  setup.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(
    layers,
    1,
    setup.mObjectLayerPairFilter,
    1,
  );
  new J.JoltInterface(setup);

  const VERTICES = 256;
  const make = (settings) => {
    const result = settings.Create();
    if (result.HasError()) throw new Error(result.GetError().c_str());
    return result.Get();
  };
  const create = (record) => {
    switch (record.type) {
      case 'sphere':
        return new J.SphereShape(record.radius);
      case 'box':
        return new J.BoxShape(new J.Vec3(...record.halfExtents), 0);
      case 'capsule':
        return new J.CapsuleShape(record.halfHeight, record.radius);
      case 'cylinder':
        return new J.CylinderShape(record.halfHeight, record.radius, 0);
      case 'cone':
        return make(new J.TaperedCylinderShapeSettings(record.halfHeight, 0, record.radius, 0));
      case 'hull': {
        if (record.points.length > VERTICES) return null;
        const settings = new J.ConvexHullShapeSettings();
        settings.mMaxConvexRadius = 0;
        settings.mHullTolerance = 1e-6;
        for (const point of record.points) settings.mPoints.push_back(new J.Vec3(...point));
        return make(settings);
      }
      default:
        return null;
    }
  };
  const shapeOf = remembered((record) => {
    const shape = create(record);
    shape?.AddRef();
    return shape;
  });
  /** The pose of the centre of mass, which Jolt expects. */
  const place = (shape, { position, quaternion }) => {
    const turn = new J.Quat(...quaternion);
    const com = turn.MulVec3(shape.GetCenterOfMass());
    const at = new J.RVec3(
      position[0] + com.GetX(),
      position[1] + com.GetY(),
      position[2] + com.GetZ(),
    );
    return { at, turn };
  };
  const FAR = 10; // Jolt reports distances only up to a limit, which costs nothing
  const apart = new J.CollideShapeSettings();
  apart.mMaxSeparationDistance = FAR;
  const touching = new J.CollideShapeSettings();
  const closest = new J.CollideShapeClosestHitCollisionCollector();
  const any = new J.CollideShapeAnyHitCollisionCollector();
  const filter = new J.ShapeFilter();
  const one = new J.Vec3(1, 1, 1);
  const zero = new J.RVec3(0, 0, 0);
  const transform = J.RMat44.prototype.sRotationTranslation;
  const hit = closest.get_mHit();
  const axis = J.getPointer(hit.get_mPenetrationAxis()) / 4;
  // without back faces, Jolt misses 2 of 60 pairs of boxes
  const casts = new J.ShapeCastSettings();
  casts.set_mBackFaceModeConvex(J.EBackFaceMode_CollideWithBackFaces);
  const firstHit = new J.CastShapeClosestHitCollisionCollector();
  const castHit = firstHit.get_mHit();
  const castRay = new J.RRayCast();
  const rayHit = new J.RayCastResult();
  /** A shape in a pose, which other shapes and rays are tested against. */
  const targetOf = (shape) => {
    const target = new J.TransformedShape();
    target.set_mShape(shape);
    target.SetShapeScale(one);
    return target;
  };
  const pose = (target, { at, turn }) => {
    target.set_mShapePositionCOM(at);
    target.set_mShapeRotation(turn);
  };
  const castOf = (target, placeA, b, { at, turn }, displacement) => {
    const way = new J.Vec3(...displacement);
    return () => {
      pose(target, placeA);
      // the fields of a cast are read-only
      const cast = new J.RShapeCast(b, one, transform(turn, at), way);
      firstHit.Reset();
      target.CastShape(cast, casts, zero, firstHit, filter);
      J.destroy(cast);
      return firstHit.HadHit() ? castHit.get_mFraction() : Infinity;
    };
  };

  /** Writes the normal at the time of the last ray's hit. */
  const readRayNormal = (target, time) => {
    const point = castRay.GetPointOnRay(time);
    const n = target.GetWorldSpaceSurfaceNormal(rayHit.get_mSubShapeID2(), point);
    const at = J.getPointer(n) / 4;
    const { HEAPF32 } = J;
    normal[0] = HEAPF32[at];
    normal[1] = HEAPF32[at + 1];
    normal[2] = HEAPF32[at + 2];
  };

  return {
    name: 'jolt-physics',
    api: {
      distance: 'TransformedShape.CollideShape, mMaxSeparationDistance 10, closest hit',
      depth: 'TransformedShape.CollideShape, closest hit',
      boolean: 'TransformedShape.CollideShape, any hit',
      cast: 'TransformedShape.CastShape, closest hit, CollideWithBackFaces',
      ray: 'TransformedShape.CastRay',
      'ray with normal': 'TransformedShape.CastRay, GetWorldSpaceSurfaceNormal',
    },
    why: {
      ellipsoid: 'spheres scale uniformly only',
      hull: `keeps at most ${VERTICES} vertices of a hull`,
    },
    prepare(recordA, poseA, recordB, poseB, displacement) {
      const a = shapeOf(recordA);
      const b = shapeOf(recordB);
      if (!a || !b) return null;
      const placeA = place(a, poseA);
      const placeB = place(b, poseB);
      const { at: pA, turn: qA } = placeA;
      const target = targetOf(b);
      const collide = (settings, collector) => {
        pose(target, placeB);
        collector.Reset();
        target.CollideShape(a, one, transform(qA, pA), settings, zero, collector, filter);
        return collector.HadHit();
      };
      return {
        distance: () => (collide(apart, closest) ? -hit.get_mPenetrationDepth() : NaN),
        depth() {
          if (!collide(touching, closest)) return NaN;
          const { HEAPF32 } = J;
          normal[0] = HEAPF32[axis];
          normal[1] = HEAPF32[axis + 1];
          normal[2] = HEAPF32[axis + 2];
          return hit.get_mPenetrationDepth();
        },
        boolean: () => collide(touching, any),
        cast: displacement && castOf(targetOf(a), placeA, b, placeB, displacement),
      };
    },
    prepareRay(record, at, { origin, direction }, withNormal) {
      const shape = shapeOf(record);
      if (!shape) return null;
      const target = targetOf(shape);
      const placed = place(shape, at);
      const from = new J.RVec3(...origin);
      const way = new J.Vec3(...direction);
      return () => {
        pose(target, placed);
        castRay.set_mOrigin(from);
        castRay.set_mDirection(way);
        rayHit.Reset();
        target.CastRay(castRay, rayHit);
        const time = rayHit.get_mFraction();
        if (time > 1) return Infinity;
        if (withNormal) readRayNormal(target, time);
        return time;
      };
    },
    release: () => shapeOf.forget(),
  };
}
