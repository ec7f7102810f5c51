/* Types of shape records: the plain data that `toJSON` returns and `Shape.from` takes. */
export {};

/**
 * The optional fields of every record.
 * @typedef {object} RecordFields
 * @property {number} [margin] radius of the ball that is added to the shape (Minkowski sum), ≥ 0 (default 0)
 * @property {readonly number[]} [center] local point about which growth scales the shape (default: see the
 *   class)
 */

/** @typedef {readonly (readonly number[])[]} RecordPoints a list of points, each a list of numbers */

/** @typedef {{ type: 'sphere', radius: number } & RecordFields} SphereRecord */
/** @typedef {{ type: 'ellipsoid', radii: readonly number[] } & RecordFields} EllipsoidRecord */
/** @typedef {{ type: 'box', halfExtents: readonly number[] } & RecordFields} BoxRecord */
/** @typedef {{ type: 'capsule', halfHeight: number, radius: number } & RecordFields} CapsuleRecord */
/** @typedef {{ type: 'cylinder', halfHeight: number, radius: number } & RecordFields} CylinderRecord */
/** @typedef {{ type: 'cone', halfHeight: number, radius: number } & RecordFields} ConeRecord */
/** @typedef {{ type: 'frustum', halfHeight: number, bottomRadius: number, topRadius: number } & RecordFields} FrustumRecord */
/** @typedef {{ type: 'hull', points: RecordPoints, flat?: boolean } & RecordFields} HullRecord */
/** @typedef {{ type: 'dsf', points: RecordPoints, exponent: number } & RecordFields} SmoothHullRecord */
/** @typedef {{ type: 'halfspace', normal: readonly number[], offset: number } & RecordFields} HalfSpaceRecord */
/** @typedef {{ type: 'point', dimension?: 2 | 3 } & RecordFields} PointRecord */
/** @typedef {{ type: 'segment', a: readonly number[], b: readonly number[] } & RecordFields} SegmentRecord */
/** @typedef {{ type: 'triangle', a: readonly number[], b: readonly number[], c: readonly number[] } & RecordFields} TriangleRecord */
/** @typedef {{ type: 'circle', radius: number } & RecordFields} CircleRecord */
/** @typedef {{ type: 'ellipse', radii: readonly number[] } & RecordFields} EllipseRecord */
/** @typedef {{ type: 'rectangle', halfExtents: readonly number[] } & RecordFields} RectangleRecord */
/** @typedef {{ type: 'polygon', points: RecordPoints, flat?: boolean } & RecordFields} PolygonRecord */
/** @typedef {{ type: 'stadium', halfHeight: number, radius: number } & RecordFields} StadiumRecord */
/** @typedef {{ type: 'transformed', shape: PlainRecord, matrix: RecordPoints, offset?: readonly number[] } & RecordFields} TransformedRecord */
/** @typedef {{ type: 'sum', a: PlainRecord, b: PlainRecord } & RecordFields} SumRecord */
/** @typedef {{ type: 'points', dimension?: number, points: RecordPoints } & RecordFields} PointSetRecord */
/** @typedef {{ type: 'norm-ball', dimension: number, p: number | 'Infinity', radius?: number } & RecordFields} NormBallRecord */

/**
 * The record of a 2D or 3D shape.
 * @typedef {SphereRecord | EllipsoidRecord | BoxRecord | CapsuleRecord | CylinderRecord | ConeRecord
 *   | FrustumRecord | HullRecord | SmoothHullRecord | HalfSpaceRecord | PointRecord | SegmentRecord
 *   | TriangleRecord | CircleRecord | EllipseRecord | RectangleRecord | PolygonRecord | StadiumRecord
 *   | TransformedRecord | SumRecord} PlainRecord
 */

/**
 * The record of a shape of any dimension: a point set or a p-norm ball.
 * @typedef {PointSetRecord | NormBallRecord} SetRecord
 */

/**
 * A shape as plain data: its `type`, its parameters, and `margin` and `center` if the shape was created with
 * them.
 * @typedef {PlainRecord | SetRecord} ShapeRecord
 */
