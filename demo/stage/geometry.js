/* Geometries of shapes that stay visible. */
import { Shape } from 'growth-distance';
import { geometryOf } from 'growth-distance/three';

/** Radius at which points and segments are drawn. */
const THICK = 0.03;

/**
 * A shape's geometry; points and segments are as thick as a mark.
 * @param {import('growth-distance').Shape} shape
 */
export function solidGeometry(shape) {
  const geometry = geometryOf(shape);
  if (geometry.index || geometry.getAttribute('position').count > 2) return geometry;
  geometry.dispose();
  const thick = Shape.from({ ...shape.toJSON(), margin: THICK });
  const drawn = geometryOf(thick);
  thick.dispose();
  return drawn;
}
