/* three.js as a peer: its Raycaster tests all triangles of a mesh. Round shapes are its own geometries with
 * their default numbers of segments. */
import * as THREE from 'three';

import { Shape } from '../../../js/index.js';

/**
 * @param {(make: (key: any) => any) => any} remembered
 * @param {number[]} normal receives the normal of rays
 * @returns {object} a Peer of peers.js
 */
export function openThree(remembered, normal) {
  const hullGeometry = (record) => {
    const shape = Shape.from(record);
    const { vertices, triangles } = shape.surface();
    shape.dispose();
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(vertices, 3));
    return geometry.setIndex(Array.from(triangles));
  };
  const geometryOf = (record) => {
    const { radius, halfHeight } = record;
    switch (record.type) {
      case 'sphere':
        return new THREE.SphereGeometry(radius);
      case 'box':
        return new THREE.BoxGeometry(...record.halfExtents.map((x) => 2 * x));
      case 'capsule':
        return new THREE.CapsuleGeometry(radius, 2 * halfHeight);
      case 'cylinder':
        return new THREE.CylinderGeometry(radius, radius, 2 * halfHeight);
      case 'ellipsoid':
        return new THREE.SphereGeometry(1).scale(...record.radii);
      case 'hull':
        return hullGeometry(record);
      default:
        return null;
    }
  };
  const meshOf = remembered((record) => {
    const geometry = geometryOf(record);
    return geometry && new THREE.Mesh(geometry);
  });
  const caster = new THREE.Raycaster();
  const hits = [];
  const n = new THREE.Vector3();
  const why = 'rays only';

  return {
    name: 'three',
    api: { ray: 'Raycaster.intersectObject' },
    why: { distance: why, depth: why, boolean: why, cast: why },
    prepare: () => null,
    prepareRay(record, pose, { origin, direction }, withNormal) {
      const mesh = meshOf(record);
      if (!mesh) return null;
      const from = new THREE.Vector3(...origin);
      const way = new THREE.Vector3(...direction);
      const size = way.length();
      way.normalize();
      return () => {
        mesh.position.fromArray(pose.position);
        mesh.quaternion.fromArray(pose.quaternion);
        mesh.updateMatrixWorld();
        caster.set(from, way);
        caster.far = size;
        hits.length = 0;
        caster.intersectObject(mesh, false, hits);
        if (hits.length === 0) return Infinity;
        const [{ distance, face }] = hits;
        if (withNormal) n.copy(face.normal).transformDirection(mesh.matrixWorld).toArray(normal);
        return distance / size;
      };
    },
    release: () => meshOf.forget(),
  };
}
