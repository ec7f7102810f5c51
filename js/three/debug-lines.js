/* The results of a world's queries, drawn as lines into a scene. */
import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments } from 'three';
import { refuseUnknownKeys, format, wrongType } from '../core/errors.js';

/** @import { Shape } from '../shapes/shape.js' */

/**
 * Columns of distances, penetrations, signed distances or growth distances.
 * @typedef {object} ContactColumns
 * @property {number} count
 * @property {ArrayLike<number>} status
 * @property {ArrayLike<number>} pointA
 * @property {ArrayLike<number>} pointB
 * @property {ArrayLike<number>} normal
 */

/**
 * @typedef {object} DebugOptions
 * @property {{ size: number, has: (body: number) => boolean, shape: (body: number) => Shape,
 *   poses: Float64Array, dimension: number | undefined } | undefined} [world] if given, the bounding boxes
 *   of its bodies are drawn
 * @property {number | undefined} [normalLength] length of the lines along the normals, ≥ 0, in the
 *   scene's unit (default 0.5)
 */

/** @typedef {LineSegments & { update: (columns: ContactColumns) => void }} DebugLines */

const DEBUG_KEYS = /* @__PURE__ */ new Set(['world', 'normalLength']);

/** Contacts are yellow, normals cyan, boxes grey. */
const COLORS = { contact: 0xffc400, normal: 0x00c8ff, box: 0x808080 };

/** The two corners of each of the 12 edges of a box; bit i of a corner selects min or max on axis i. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

/**
 * Draws the pairs of a query's columns as one LineSegments: for each pair a line from pointA to pointB
 * and a line from pointA along the normal. With the option `world`, it also draws the bounding box of
 * every body. Call `update` with the columns of each frame. 2D columns are drawn at z = 0.
 *
 * @param {ContactColumns} columns of `world.distances()` or of another query with pointA and pointB
 * @param {DebugOptions} [options]
 * @returns {DebugLines} add it to the scene; dispose of its geometry and its material yourself
 * @throws {TypeError | RangeError} for columns without points, or wrong options
 * @example
 * const world = new World({ margin: 1 });
 * for (const x of [0, 2.5]) world.add(rock, { position: [x, 0, 0] });
 * const lines = debugLines(world.distances(), { world });
 * gltf.scene.add(lines);
 * // in every frame
 * lines.update(world.distances());
 */
export function debugLines(columns, options = {}) {
  if (typeof options !== 'object' || options === null)
    throw wrongType('debugLines: options', 'an object', options);
  refuseUnknownKeys('debugLines', options, DEBUG_KEYS);
  const { world, normalLength = 0.5 } = options;
  if (typeof normalLength !== 'number' || !(normalLength >= 0 && normalLength < Infinity))
    throw new RangeError(
      `debugLines: normalLength must be finite and >= 0, got ${format(normalLength)}`,
    );
  if (world !== undefined && typeof world?.shape !== 'function')
    throw wrongType('debugLines: world', 'a World', world);
  checkColumns(columns);
  const lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true }),
  );
  lines.frustumCulled = false; // its bounds change in every frame
  const drawing = new Drawing(lines.geometry);
  /** @param {ContactColumns} now */
  const update = (now) => {
    checkColumns(now);
    drawing.start();
    drawContacts(drawing, now, normalLength);
    if (world) drawBoxes(drawing, world);
    drawing.end();
  };
  update(columns);
  return Object.assign(lines, { update });
}

/** @param {any} columns */
function checkColumns(columns) {
  for (const name of ['pointA', 'pointB', 'normal', 'status'])
    if (!ArrayBuffer.isView(columns?.[name]))
      throw wrongType(`debugLines: columns.${name}`, 'a column of a World query', columns?.[name]);
}

/** Line segments in a geometry. The arrays are reused in every frame and grow if necessary. */
class Drawing {
  #geometry;
  #positions = new Float32Array(0);
  #colors = new Float32Array(0);
  #length = 0;
  #color = new Color();

  /** @param {BufferGeometry} geometry */
  constructor(geometry) {
    this.#geometry = geometry;
    this.#grow(1024);
  }

  start() {
    this.#length = 0;
  }

  /** @param {number} hex color of the lines that follow */
  setColor(hex) {
    this.#color.set(hex);
  }

  /** Adds an end of a line; two ends make a line. @param {number} x @param {number} y @param {number} z */
  point(x, y, z) {
    const at = this.#length;
    if (at + 3 > this.#positions.length) this.#grow(2 * this.#positions.length);
    const { r, g, b } = this.#color;
    this.#positions[at] = x;
    this.#positions[at + 1] = y;
    this.#positions[at + 2] = z;
    this.#colors[at] = r;
    this.#colors[at + 1] = g;
    this.#colors[at + 2] = b;
    this.#length += 3;
  }

  /** @param {number} length */
  #grow(length) {
    const [positions, colors] = [
      new Float32Array(3 * Math.ceil(length / 3)),
      new Float32Array(3 * Math.ceil(length / 3)),
    ];
    positions.set(this.#positions);
    colors.set(this.#colors);
    this.#positions = positions;
    this.#colors = colors;
    this.#geometry.dispose(); // a buffer on the graphics card cannot grow
    this.#geometry.setAttribute('position', new BufferAttribute(positions, 3));
    this.#geometry.setAttribute('color', new BufferAttribute(colors, 3));
  }

  end() {
    this.#geometry.setDrawRange(0, this.#length / 3);
    for (const attribute of Object.values(this.#geometry.attributes))
      /** @type {BufferAttribute} */ (attribute).needsUpdate = true;
  }
}

/** @param {Drawing} drawing @param {ContactColumns} columns @param {number} normalLength */
function drawContacts(drawing, { count, status, pointA, pointB, normal }, normalLength) {
  const n = normal.length === 2 * status.length ? 2 : 3;
  const end = (/** @type {ArrayLike<number>} */ column, /** @type {number} */ k) =>
    drawing.point(
      Number(column[n * k]),
      Number(column[n * k + 1]),
      n === 3 ? Number(column[n * k + 2]) : 0,
    );
  drawing.setColor(COLORS.contact);
  for (let k = 0; k < count; k++) {
    end(pointA, k);
    end(pointB, k);
  }
  drawing.setColor(COLORS.normal);
  const tip = (/** @type {number} */ i) => Number(pointA[i]) + normalLength * Number(normal[i]);
  for (let k = 0; k < count; k++) {
    end(pointA, k);
    drawing.point(tip(n * k), tip(n * k + 1), n === 3 ? tip(n * k + 2) : 0);
  }
}

/** @param {Drawing} drawing @param {NonNullable<DebugOptions['world']>} world */
function drawBoxes(drawing, world) {
  drawing.setColor(COLORS.box);
  const stride = world.dimension === 2 ? 3 : 7;
  for (let body = 0, left = world.size; left > 0; body++) {
    if (!world.has(body)) continue;
    left--;
    const pose = world.poses.subarray(stride * body, stride * (body + 1));
    const { min, max } = world.shape(body).boundingBox(pose);
    if (![...min, ...max].every(Number.isFinite)) continue; // a half-space has no finite box
    for (const corner of world.dimension === 2 ? EDGES_2D : EDGES) {
      const side = (/** @type {number} */ axis) =>
        Number(((corner >> axis) & 1 ? max : min)[axis] ?? 0);
      drawing.point(side(0), side(1), side(2));
    }
  }
}

/** The two corners of each edge of a rectangle. */
const EDGES_2D = [0, 1, 1, 3, 3, 2, 2, 0];
