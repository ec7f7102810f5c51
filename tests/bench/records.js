/* Shape records and poses as flat numbers, for programs that do not use the package. */
import * as abi from '../../wasm/dist/abi.js';

const PARAMETERS = {
  sphere: [abi.KIND_SPHERE, (r) => [r.radius]],
  ellipsoid: [abi.KIND_ELLIPSOID, (r) => r.radii],
  capsule: [abi.KIND_CAPSULE, (r) => [r.halfHeight, r.radius]],
  cylinder: [abi.KIND_CYLINDER, (r) => [r.halfHeight, r.radius]],
  cone: [abi.KIND_CONE, (r) => [r.halfHeight, r.radius]],
  frustum: [abi.KIND_FRUSTUM, (r) => [r.halfHeight, r.bottomRadius, r.topRadius]],
  box: [abi.KIND_BOX, (r) => r.halfExtents],
  hull: [abi.KIND_HULL, (r) => r.points.flat()],
  circle: [abi.KIND_CIRCLE, (r) => [r.radius]],
  ellipse: [abi.KIND_ELLIPSE, (r) => r.radii],
  rectangle: [abi.KIND_RECTANGLE, (r) => r.halfExtents],
  polygon: [abi.KIND_POLYGON, (r) => r.points.flat()],
  stadium: [abi.KIND_STADIUM, (r) => [r.halfHeight, r.radius]],
  point: [abi.KIND_POINT, () => []],
  segment: [abi.KIND_SEGMENT, (r) => [...r.a, ...r.b]],
  triangle: [abi.KIND_TRIANGLE, (r) => [...r.a, ...r.b, ...r.c]],
  halfspace: [abi.KIND_HALFSPACE, (r) => [...r.normal, r.offset]],
  points: [abi.KIND_POINTS, (r) => [r.points[0].length, ...r.points.flat()]],
  'norm-ball': [abi.KIND_NORM_BALL, (r) => [r.dimension, r.p, r.radius]],
};

/** The kinds of types that have the same name in 2D and 3D, in 2D. */
const PLANE = { point: abi.KIND_POINT2, segment: abi.KIND_SEGMENT2, triangle: abi.KIND_TRIANGLE2 };

/** @param {object} record @returns {number[]} */
export function flatRecord(record) {
  const [kind, parameters] = PARAMETERS[record.type];
  const [x = 0, y = 0, z = 0] = record.center ?? [];
  const flat = (record.dimension ?? record.a?.length) === 2;
  return [
    (flat && PLANE[record.type]) || kind,
    record.margin ?? 0,
    ...[Number(record.center !== undefined), x, y, z],
    ...parameters(record),
  ];
}

/** @param {{ position: number[], quaternion?: number[], angle?: number }} pose @returns {number[]} */
export const flatPose = ({ position, quaternion, angle }) => [
  ...position,
  ...(quaternion ?? (angle === undefined ? [] : [angle])),
];

/** A scene in the format of the native program, see tests/bench/native.c. */
export function sceneDoubles(items) {
  const doubles = [items.length];
  for (const { recordA, recordB, poseA, poseB, motion } of items) {
    for (const record of [recordA, recordB]) {
      const flat = flatRecord(record);
      doubles.push(flat.length, ...flat);
    }
    for (const pose of [poseA, poseB]) doubles.push(...flatPose(pose));
    doubles.push(...(motion ?? []));
  }
  return Float64Array.from(doubles);
}
