/* A polygon that is being drawn: point after point, until the first is pressed again. */
import { MOST_POINTS, round } from './state.js';
import { startOf } from './shape-types.js';

export class Drawing {
  /**
   * @param {(body: object | null) => void} onChange with a body once it is finished, otherwise null
   */
  constructor(onChange) {
    /** @type {number[][] | null} world; null while nothing is drawn */
    this.points = null;
    this.onChange = onChange;
  }

  /** @param {boolean} on */
  start(on) {
    this.points = on ? [] : null;
  }

  /** @param {number[]} point @param {number} reach how near the first point is that point */
  press(point, reach) {
    const [first] = this.points;
    if (this.points.length >= 3 && Math.hypot(point[0] - first[0], point[1] - first[1]) < reach)
      return this.finish();
    const [x, y] = this.points.at(-1) ?? [Infinity, Infinity];
    // the second press of two in one place adds nothing
    if (Math.hypot(point[0] - x, point[1] - y) > reach / 4 && this.points.length < MOST_POINTS)
      this.points = [...this.points, point];
    this.onChange(null);
  }

  /** The polygon, about the middle of its points. */
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
