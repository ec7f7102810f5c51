/*
 * cannon-es as a peer. It offers no distance. Its separating-axis test of convex polyhedra tests every
 * face normal and every pair of edges. A query of two hulls of 33 vertices takes milliseconds, so larger
 * hulls are left out.
 */
import { Shape } from '../../../js/index.js';
import { load } from './load.js';

const MAX_VERTICES = 33;

/** @param {(make: (key: any) => any) => any} remembered @param {number[]} normal receives the normal of depths and rays */
export async function openCannon(remembered, normal) {
  const { Body, Box, ConvexPolyhedron, Quaternion, Ray, RaycastResult, Sphere, Vec3 } =
    await load('cannon-es');
  const polyhedronOf = remembered((record) => {
    if (record.type === 'box')
      return new Box(new Vec3(...record.halfExtents)).convexPolyhedronRepresentation;
    if (record.type !== 'hull' || record.points.length > MAX_VERTICES) return null;
    const shape = Shape.from(record);
    const { vertices, triangles } = shape.surface();
    shape.dispose();
    const rows = (list, make) =>
      Array.from({ length: list.length / 3 }, (_, i) => make(list.subarray(3 * i, 3 * i + 3)));
    return new ConvexPolyhedron({
      vertices: rows(vertices, (point) => new Vec3(...point)),
      faces: rows(triangles, (corners) => [...corners]),
    });
  });
  const bodyOf = remembered((record) => {
    const shape = record.type === 'sphere' ? new Sphere(record.radius) : polyhedronOf(record);
    return shape && new Body({ shape });
  });
  const ray = new Ray();
  ray.mode = Ray.CLOSEST;
  const hit = new RaycastResult();

  return {
    name: 'cannon-es',
    api: {
      depth: 'ConvexPolyhedron.findSeparatingAxis and testSepAxis',
      boolean: 'ConvexPolyhedron.findSeparatingAxis',
      ray: 'Ray.intersectBody',
    },
    why: {
      distance: 'contacts only, no distance',
      cast: 'no shape casts',
      sphere: 'only inside a step of its world',
      capsule: 'no capsule',
      cylinder: 'cylinders and cones are polyhedra there',
      ellipsoid: 'no ellipsoid',
      hull: 'too slow to measure: it tests all pairs of edges',
    },
    prepare(recordA, poseA, recordB, poseB) {
      const a = polyhedronOf(recordA);
      const b = polyhedronOf(recordB);
      if (!a || !b) return null;
      const [pA, pB] = [poseA, poseB].map(({ position }) => new Vec3(...position));
      const [qA, qB] = [poseA, poseB].map(({ quaternion }) => new Quaternion(...quaternion));
      const axis = new Vec3();
      const overlaps = () => a.findSeparatingAxis(b, pA, qA, pB, qB, axis);
      return {
        depth() {
          overlaps();
          normal[0] = -axis.x;
          normal[1] = -axis.y;
          normal[2] = -axis.z;
          return a.testSepAxis(axis, b, pA, qA, pB, qB);
        },
        boolean: overlaps,
      };
    },
    prepareRay(record, { position, quaternion }, { origin, direction }, withNormal) {
      const body = bodyOf(record);
      if (!body) return null;
      const size = Math.hypot(...direction);
      return () => {
        body.position.set(...position);
        body.quaternion.set(...quaternion);
        ray.from.set(...origin);
        ray.to.set(origin[0] + direction[0], origin[1] + direction[1], origin[2] + direction[2]);
        hit.reset();
        ray.intersectBody(body, hit);
        if (!hit.hasHit) return Infinity;
        if (withNormal) {
          const n = hit.hitNormalWorld;
          normal[0] = n.x;
          normal[1] = n.y;
          normal[2] = n.z;
        }
        return hit.distance / size;
      };
    },
    release() {
      polyhedronOf.forget();
      bodyOf.forget();
    },
  };
}
