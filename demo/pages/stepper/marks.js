/* Marks that only the stepper has: many points, facets with their edges, and small squares perpendicular
 * to directions. */
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

const BEAD_RADIUS = 0.038;
const FORWARD = new Vector3(0, 0, 1);
const ONE = new Vector3(1, 1, 1);

/** A group of equal meshes, one per matrix. */
function instances(stage, geometry, material, renderOrder) {
  const group = new Group();
  let mesh = null;
  group.place = (matrices) => {
    group.visible = matrices.length > 0;
    if (!mesh || mesh.instanceMatrix.count < matrices.length) {
      mesh?.removeFromParent();
      mesh?.dispose();
      mesh = new InstancedMesh(geometry, material, Math.max(32, 2 * matrices.length));
      mesh.renderOrder = renderOrder;
      mesh.frustumCulled = false;
      group.add(mesh);
    }
    matrices.forEach((matrix, i) => mesh.setMatrixAt(i, matrix));
    mesh.count = matrices.length;
    mesh.instanceMatrix.needsUpdate = true;
  };
  return group;
}

/**
 * Points.
 * @param {import('../../stage/stage.js').Stage} stage
 * @param {string} role
 */
export function beads(stage, role, radius = BEAD_RADIUS) {
  const material = stage.tint(new MeshBasicMaterial({ depthTest: false, transparent: true }), role);
  const group = instances(stage, new SphereGeometry(radius, 16, 10), material, 5);
  /** @param {number[][]} points */
  group.show = (points) => group.place(points.map((p) => new Matrix4().makeTranslation(...p)));
  return group;
}

/**
 * Small squares on supporting planes, at their support points.
 * @param {import('../../stage/stage.js').Stage} stage
 * @param {string} role
 */
export function tiles(stage, role) {
  const material = stage.tint(
    new MeshBasicMaterial({
      transparent: true,
      opacity: 0.28,
      side: DoubleSide,
      depthWrite: false,
    }),
    role,
  );
  const group = instances(stage, new PlaneGeometry(1, 1), material, 2);
  /** @param {{ point: number[], normal: number[] }[]} list @param {number} size */
  group.show = (list, size) =>
    group.place(
      list.map(({ point, normal }) => {
        const turn = new Quaternion().setFromUnitVectors(FORWARD, new Vector3(...normal));
        return new Matrix4().compose(new Vector3(...point), turn, ONE.clone().setScalar(size));
      }),
    );
  return group;
}

/**
 * Transparent triangles with their edges. Faces with two vertices are drawn as edges only.
 * @param {import('../../stage/stage.js').Stage} stage
 * @param {string} role
 */
export function facets(stage, role, opacity) {
  const fill = new MeshLambertMaterial({
    ...{ transparent: true, opacity, side: DoubleSide, depthWrite: false },
    flatShading: true,
  });
  const mesh = new Mesh(new BufferGeometry(), stage.tint(fill, role));
  mesh.renderOrder = 3;
  const material = stage.tint(new LineMaterial({ linewidth: 2, depthTest: false }), role);
  material.transparent = true;
  const lines = new LineSegments2(new LineSegmentsGeometry(), material);
  lines.renderOrder = 4;
  mesh.frustumCulled = lines.frustumCulled = false;
  const group = new Group();
  group.add(mesh, lines);
  /** @param {number[][]} points @param {number[][]} faces indices */
  group.show = (points, faces) => {
    group.visible = faces.length > 0;
    if (!group.visible) return;
    const triangles = faces.filter((face) => face.length === 3).flat();
    mesh.visible = triangles.length > 0;
    mesh.geometry.dispose();
    mesh.geometry = new BufferGeometry().setAttribute(
      'position',
      new Float32BufferAttribute(
        triangles.flatMap((i) => points[i]),
        3,
      ),
    );
    mesh.geometry.computeVertexNormals();
    lines.geometry.dispose();
    lines.geometry = new LineSegmentsGeometry().setPositions(
      edgesOf(faces).flatMap((edge) => edge.flatMap((i) => points[i])),
    );
  };
  return group;
}

/** All edges without duplicates. */
function edgesOf(faces) {
  const edges = new Map();
  for (const face of faces)
    face.forEach((i, k) => {
      const j = face[(k + 1) % face.length];
      edges.set([Math.min(i, j), Math.max(i, j)].join(), [i, j]);
    });
  return [...edges.values()];
}
