/* crashcat as a peer. */
import { load } from './load.js';

/**
 * @param {(make: (key: any) => any) => any} remembered
 * @param {number[]} normal receives the normal of depths
 * @returns {Promise<object>} a Peer of peers.js
 */
export async function openCrashcat(remembered, normal) {
  const C = await load('crashcat');
  const { mat4, quat, vec3 } = await load('mathcat'); // crashcat's own vectors
  C.registerAllShapes();
  const shapeOf = remembered((record) => {
    switch (record.type) {
      case 'sphere':
        return C.sphere.create({ radius: record.radius });
      case 'box':
        return C.box.create({ halfExtents: record.halfExtents, convexRadius: 0 });
      case 'capsule':
        return C.capsule.create({
          halfHeightOfCylinder: record.halfHeight,
          radius: record.radius,
        });
      case 'cylinder':
        return C.cylinder.create({
          halfHeight: record.halfHeight,
          radius: record.radius,
          convexRadius: 0,
        });
      case 'hull': {
        const shape = C.convexHull.create({
          positions: record.points.flat(),
          convexRadius: 0,
          hullTolerance: 1e-6,
        });
        return shape.numPoints === record.points.length ? shape : null;
      }
      default:
        return null;
    }
  });
  const supportOf = (shape) => {
    const support = C.createSupport();
    const mode = C.SupportFunctionMode.EXCLUDE_CONVEX_RADIUS;
    C.setShapeSupport(support, shape, mode, [1, 1, 1]);
    return support;
  };
  const closest = C.createGjkClosestPoints();
  const inverse = quat.create();
  const rotation = quat.create();
  const offset = vec3.create();
  const settings = C.createDefaultCollideShapeSettings();
  const NONE = C.EMPTY_SUB_SHAPE_ID;
  const TOLERANCE = settings.collisionTolerance;
  const collector = {
    bodyIdB: -1,
    earlyOutFraction: Number.MAX_VALUE,
    depth: NaN,
    addHit(hit) {
      const axis = hit.penetrationAxis;
      this.depth = hit.penetration;
      normal[0] = axis[0];
      normal[1] = axis[1];
      normal[2] = axis[2];
    },
    addMiss() {},
    shouldEarlyOut: () => false,
  };
  const collide = (a, p, q, b, r, s) => {
    collector.depth = NaN;
    // prettier-ignore
    C.collideShapeVsShape(
      collector, settings,
      a, NONE, 0, p[0], p[1], p[2], q[0], q[1], q[2], q[3], 1, 1, 1,
      b, NONE, 0, r[0], r[1], r[2], s[0], s[1], s[2], s[3], 1, 1, 1,
    );
    return collector.depth;
  };
  // without back faces, it misses 3 of 60 pairs of boxes
  const casts = { ...C.createDefaultCastShapeSettings(), collideWithBackfaces: true };
  const rays = C.createDefaultCastRaySettings();
  const first = {
    bodyIdB: -1,
    earlyOutFraction: Number.MAX_VALUE,
    time: Infinity,
    addHit({ fraction }) {
      this.time = fraction;
    },
    addMiss() {},
    shouldEarlyOut: () => false,
  };

  return {
    name: 'crashcat',
    api: {
      distance: 'gjkClosestPoints',
      depth: 'collideShapeVsShape',
      boolean: 'gjkClosestPoints limited to the radii; spheres: collideShapeVsShape',
      cast: 'castShapeVsShape with collideWithBackfaces',
      ray: 'castRayVsShape',
    },
    why: {
      'ray with normal': 'returns no normal in world coordinates',
      cone: 'no cone',
      ellipsoid: 'spheres scale uniformly only',
      hull: 'keeps at most 256 vertices of a hull',
    },
    prepare(recordA, poseA, recordB, poseB, v) {
      const a = shapeOf(recordA);
      const b = shapeOf(recordB);
      if (!a || !b) return null;
      const supportA = supportOf(a);
      const supportB = supportOf(b);
      supportB.hasTransform = true;
      const { position: pA, quaternion: qA } = poseA;
      const { position: pB, quaternion: qB } = poseB;
      const radii = supportA.convexRadius + supportB.convexRadius;
      const cast = () => {
        first.time = Infinity;
        // prettier-ignore
        C.castShapeVsShape(
          first, casts,
          b, NONE, 0, pB[0], pB[1], pB[2], qB[0], qB[1], qB[2], qB[3], 1, 1, 1, v[0], v[1], v[2],
          a, NONE, 0, pA[0], pA[1], pA[2], qA[0], qA[1], qA[2], qA[3], 1, 1, 1,
        );
        return first.time;
      };
      const query = (limit) => {
        quat.conjugate(inverse, qA);
        quat.multiply(rotation, inverse, qB);
        vec3.subtract(offset, pB, pA);
        vec3.transformQuat(offset, offset, inverse);
        mat4.fromRotationTranslation(supportB.transform, rotation, offset);
        supportA.hull.lastVertex = -1; // a cold query
        supportB.hull.lastVertex = -1;
        C.gjkClosestPoints(closest, supportA, supportB, TOLERANCE, offset, limit);
        return closest.squaredDistance;
      };
      return {
        distance: () => Math.sqrt(query(Number.MAX_VALUE)) - radii,
        depth: () => collide(a, pA, qA, b, pB, qB),
        boolean:
          recordA.type === 'sphere'
            ? () => collide(a, pA, qA, b, pB, qB) > 0
            : () => query(radii * radii) <= radii * radii,
        cast,
      };
    },
    prepareRay(record, { position: p, quaternion: q }, { origin: o, direction: v }, withNormal) {
      if (withNormal) return null;
      const shape = shapeOf(record);
      if (!shape) return null;
      const size = Math.hypot(...v);
      const d = v.map((x) => x / size);
      return () => {
        first.time = Infinity;
        // prettier-ignore
        C.castRayVsShape(
          first, rays, o[0], o[1], o[2], d[0], d[1], d[2], size,
          shape, NONE, 0, p[0], p[1], p[2], q[0], q[1], q[2], q[3], 1, 1, 1,
        );
        return first.time;
      };
    },
    release: () => shapeOf.forget(),
  };
}
