/* Any shape as triangles: the hull of support points in many directions, with creased normals. The
 * picture is made of exactly what the solver sees, margins included. */
import { BufferAttribute, BufferGeometry } from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { ConvexHull } from 'growth-distance';

const DIRECTIONS = 2400;
/** Edges sharper than this stay edges. */
const CREASE = 0.45;

/** Evenly spread unit vectors, and the axes. */
function directions() {
  const list = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  for (let i = 0; i < DIRECTIONS; i++) {
    const y = 1 - (2 * (i + 0.5)) / DIRECTIONS;
    const around = Math.sqrt(1 - y * y);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    list.push([around * Math.cos(angle), y, around * Math.sin(angle)]);
  }
  return list;
}
const LIST = directions();

/** @param {import('growth-distance').Shape} shape @returns {BufferGeometry} local */
export function geometryOf(shape) {
  let surface = shape.surface();
  if (shape.margin > 0 || surface.triangles.length === 0) {
    const points = LIST.flatMap((d) => shape.support(d));
    const hull = new ConvexHull({ points });
    surface = hull.surface();
    hull.dispose();
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(surface.vertices), 3));
  geometry.setIndex(new BufferAttribute(surface.triangles, 1));
  const creased = toCreasedNormals(geometry, CREASE);
  geometry.dispose();
  return creased;
}
