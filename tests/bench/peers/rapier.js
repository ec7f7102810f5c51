/* Rapier as a peer. */
import { load } from './load.js';

const xyz = ([x, y, z]) => ({ x, y, z });
const xyzw = ([x, y, z, w]) => ({ x, y, z, w });

/**
 * @param {string} name of the package
 * @param {(make: (key: any) => any) => any} remembered
 * @param {number[]} normal receives the normal of depths and rays
 * @returns {Promise<object>} a Peer of peers.js
 */
export async function openRapier(name, remembered, normal) {
  const { default: R } = await load(name);
  await R.init();
  let world = new R.World(xyz([0, 0, 0]));
  const description = (record) => {
    switch (record.type) {
      case 'sphere':
        return R.ColliderDesc.ball(record.radius);
      case 'box':
        return R.ColliderDesc.cuboid(...record.halfExtents);
      case 'capsule':
        return R.ColliderDesc.capsule(record.halfHeight, record.radius);
      case 'cylinder':
        return R.ColliderDesc.cylinder(record.halfHeight, record.radius);
      case 'cone':
        return R.ColliderDesc.cone(record.halfHeight, record.radius);
      case 'hull':
        return R.ColliderDesc.convexHull(Float32Array.from(record.points.flat()));
      default:
        return null;
    }
  };
  const colliderOf = remembered((record) => {
    const made = description(record);
    return made && world.createCollider(made);
  });
  const contact = new R.ShapeContact(0, ...[0, 0, 0, 0].map(() => xyz([0, 0, 0])));
  const FAR = 100;
  const origin = xyz([0, 0, 0]);
  const hit = new R.ColliderShapeCastHit(null, 0, ...[0, 0, 0, 0].map(() => xyz([0, 0, 0])));
  const rayHit = new R.RayIntersection(0, xyz([0, 0, 0]));

  return {
    name,
    api: {
      distance: 'collider.contactCollider with a prediction of 100',
      depth: 'collider.contactCollider',
      boolean:
        'collider.contactCollider with a prediction of 0; overlapping boxes and round shapes: ' +
        'collider.intersectsShape',
      cast: 'collider.castCollider',
      ray: 'collider.castRay',
      'ray with normal': 'collider.castRayAndGetNormal',
    },
    why: { ellipsoid: 'no ellipsoid' },
    prepare(recordA, poseA, recordB, poseB, displacement) {
      const a = colliderOf(recordA);
      const b = colliderOf(recordB);
      if (!a || !b) return null;
      const shapeB = b.shape;
      const pA = xyz(poseA.position);
      const qA = xyzw(poseA.quaternion);
      const pB = xyz(poseB.position);
      const qB = xyzw(poseB.quaternion);
      const velocity = displacement && xyz(displacement);
      const place = () => {
        a.setTranslation(pA);
        a.setRotation(qA);
        b.setTranslation(pB);
        b.setRotation(qB);
      };
      const query = (prediction) => {
        place();
        return a.contactCollider(b, prediction, contact);
      };
      return {
        distance: () => (query(FAR) === null ? NaN : contact.distance),
        depth() {
          if (query(0) === null) return NaN;
          const n = contact.normal1;
          normal[0] = n.x;
          normal[1] = n.y;
          normal[2] = n.z;
          return -contact.distance;
        },
        boolean: () => query(0) !== null,
        cast() {
          place();
          const found = a.castCollider(origin, b, velocity, 0, 1, true, hit);
          return found === null ? Infinity : hit.time_of_impact;
        },
        // intersectsShape copies the shape on every call: it rebuilds a hull, and for spheres it is not faster
        ...(!['sphere', 'hull'].includes(recordB.type) && {
          booleanOverlapping() {
            a.setTranslation(pA);
            a.setRotation(qA);
            return a.intersectsShape(shapeB, pB, qB);
          },
        }),
      };
    },
    prepareRay(record, pose, { origin: from, direction }, withNormal) {
      const shape = colliderOf(record);
      if (!shape) return null;
      const ray = new R.Ray(xyz(from), xyz(direction));
      const p = xyz(pose.position);
      const q = xyzw(pose.quaternion);
      const place = () => {
        shape.setTranslation(p);
        shape.setRotation(q);
      };
      if (withNormal)
        return () => {
          place();
          if (shape.castRayAndGetNormal(ray, 1, true, rayHit) === null) return Infinity;
          const n = rayHit.normal;
          normal[0] = n.x;
          normal[1] = n.y;
          normal[2] = n.z;
          return rayHit.timeOfImpact;
        };
      return () => {
        place();
        const time = shape.castRay(ray, 1, true);
        return time < 0 ? Infinity : time;
      };
    },
    release() {
      colliderOf.forget();
      world.free();
      world = new R.World(xyz([0, 0, 0]));
    },
  };
}
