/* jolt-physics as a peer. */
import { load } from './load.js';

/**
 * @param {(make: (key: any) => any) => any} remembered
 * @param {number[]} normal receives the normal of depths
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

  return {
    name: 'jolt-physics',
    api: {
      distance: 'TransformedShape.CollideShape, mMaxSeparationDistance 10, closest hit',
      depth: 'TransformedShape.CollideShape, closest hit',
      boolean: 'TransformedShape.CollideShape, any hit',
    },
    why: {
      ellipsoid: 'spheres scale uniformly only',
      hull: `keeps at most ${VERTICES} vertices of a hull`,
    },
    prepare(recordA, poseA, recordB, poseB) {
      const a = shapeOf(recordA);
      const b = shapeOf(recordB);
      if (!a || !b) return null;
      const { at: pA, turn: qA } = place(a, poseA);
      const { at: pB, turn: qB } = place(b, poseB);
      const target = new J.TransformedShape();
      target.set_mShape(b);
      target.SetShapeScale(one);
      const collide = (settings, collector) => {
        target.set_mShapePositionCOM(pB);
        target.set_mShapeRotation(qB);
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
      };
    },
    release: () => shapeOf.forget(),
  };
}
