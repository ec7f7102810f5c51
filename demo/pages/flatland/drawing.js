/* A polygon that the visitor draws, point after point, until they press the first point again. */
import { MOST_POINTS, round } from './state.js';
import { startOf } from './shape-types.js';

export class Drawing {
  /**
   * @param {(body: object | null) => void} onChange receives the finished body, or null after another
   *   point
   */
  constructor(onChange) {
    /** @type {number[][] | null} in world coordinates; null while the visitor does not draw */
    this.points = null;
    this.onChange = onChange;
  }

  /** @param {boolean} on */
  start(on) {
    this.points = on ? [] : null;
  }

  /**
   * @param {number[]} point
   * @param {number} reach a press within this distance of the first point means that point
   */
  press(point, reach) {
    const [first] = this.points;
    if (this.points.length >= 3 && Math.hypot(point[0] - first[0], point[1] - first[1]) < reach)
      return this.finish();
    const [x, y] = this.points.at(-1) ?? [Infinity, Infinity];
    // the second press of a double click adds no point
    if (Math.hypot(point[0] - x, point[1] - y) > reach / 4 && this.points.length < MOST_POINTS)
      this.points = [...this.points, point];
    this.onChange(null);
  }

  /** Finishes the polygon. Its local origin is the mean of its points. */
  finish() {
    const { points } = this;
    if (points.length < 3) return;
    this.points = null;
    const position = [0, 1].map((k) =>
      round(points.reduce((sum, p) => sum + p[k], 0) / points.length),
    );
    const local = points.map(([x, y]) => [round(x - position[0]), round(y - position[1])]);
    this.onChange({ ...startOf('polygon'), points: local, pose: { position, angle: 0 } });
  }
}
