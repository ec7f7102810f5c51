/* Draws the branches of a tree while it grows. The segments are in one buffer, which doubles when it is
 * full. */
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

/** Numbers per segment: two points. */
const SEGMENT = 6;

export class Branches extends LineSegments2 {
  /** @param {import('../../stage/stage.js').Stage} stage @param {string} role colour */
  constructor(stage, role) {
    const material = new LineMaterial({ linewidth: 1.3, transparent: true, opacity: 0.55 });
    super(new LineSegmentsGeometry(), stage.tint(material, role));
    this.frustumCulled = false;
    this.renderOrder = 2;
    this.points = new Float32Array(SEGMENT * 512);
    this.count = 0;
    this.#resize();
  }

  clear() {
    this.count = 0;
    this.geometry.instanceCount = 0;
    this.visible = false;
  }

  /** @param {Float32Array} points of segments, 6 numbers each */
  grow(points) {
    if (!points.length) return;
    const size = this.count * SEGMENT + points.length;
    const full = size > this.points.length;
    if (full) {
      const larger = new Float32Array(2 * size);
      larger.set(this.points);
      this.points = larger;
    }
    this.points.set(points, this.count * SEGMENT);
    if (full) this.#resize();
    this.count = size / SEGMENT;
    this.geometry.attributes.instanceStart.data.needsUpdate = true;
    this.geometry.instanceCount = this.count;
    this.visible = true;
  }

  /** Replaces the geometry, because an instanced geometry cannot grow. */
  #resize() {
    this.geometry.dispose();
    this.geometry = new LineSegmentsGeometry().setPositions(this.points);
    this.geometry.instanceCount = this.count;
    this.visible = this.count > 0;
  }
}
