/* Scans from files: the hull of an OBJ, STL, PLY or glTF, moved to the origin, scaled to the unit
 * ball and put on a grid fine enough not to be seen and coarse enough to stand in an address. */
import { Box3, Vector3 } from 'three';
import { ConvexHull } from 'growth-distance';
import { hullOf } from 'growth-distance/three';
import { readFile } from './files.js';

/** @typedef {{ name: string, points: Float64Array }} Scan points: vertices of the hull, flat, within the unit ball */

/** Steps of the grid in one unit: 16 bits with a sign. */
const GRID = 2 ** 15 - 1;

/** Corners of a hull that are kept as they are; of more, those farthest along as many directions. */
const MOST_CORNERS = 4000;
const DIRECTIONS = 2000;

/**
 * @param {File} file
 * @returns {Promise<Scan & { note: string }>} note: a sentence where something was left out, else ''
 * @throws {Error} whose message names the file and what is wrong with it
 */
export async function readScan(file) {
  const content = await readFile(file);
  try {
    const corners = hullPoints(content);
    const kept = corners.length > 3 * MOST_CORNERS ? farthest(corners) : corners;
    const [all, few] = [corners, kept].map(({ length }) => (length / 3).toLocaleString('en'));
    const note =
      kept === corners
        ? ''
        : `${file.name}: of the ${all} corners of its hull the ${few} farthest along even directions are kept.`;
    return { name: file.name, points: gridded(kept), note };
  } catch (error) {
    throw new Error(`${file.name}: ${error.message}`, { cause: error });
  }
}

/** The points that are farthest along even directions. @param {Float64Array} points flat */
function farthest(points) {
  const chosen = new Set();
  for (let k = 0; k < DIRECTIONS; k++) {
    const y = 1 - (2 * k + 1) / DIRECTIONS;
    const around = Math.sqrt(1 - y * y);
    const angle = k * Math.PI * (3 - Math.sqrt(5));
    const [x, z] = [around * Math.cos(angle), around * Math.sin(angle)];
    let [best, most] = [0, -Infinity];
    for (let i = 0; i < points.length; i += 3) {
      const far = x * points[i] + y * points[i + 1] + z * points[i + 2];
      if (far > most) [best, most] = [i, far];
    }
    chosen.add(best);
  }
  return Float64Array.from([...chosen].flatMap((i) => [...points.subarray(i, i + 3)]));
}

/** The vertices of the hull of what a loader gave. */
function hullPoints(content) {
  if (Array.isArray(content) && content.length === 0) throw new Error('the file holds no vertices');
  const hull = Array.isArray(content) ? new ConvexHull({ points: content }) : hullOf(content);
  const { vertices } = hull.surface();
  hull.dispose();
  return vertices;
}

/** Moves points to the origin, into the unit ball and onto the grid. */
function gridded(points) {
  const box = new Box3().setFromArray(points);
  const middle = box.getCenter(new Vector3()).toArray();
  const scale = 2 / box.getSize(new Vector3()).length();
  const onGrid = Float64Array.from(
    points,
    (x, i) => Math.round(GRID * scale * (x - middle[i % 3])) / GRID,
  );
  // the grid may have moved a vertex inside
  const hull = new ConvexHull({ points: onGrid });
  const { vertices } = hull.surface();
  hull.dispose();
  return Float64Array.from(vertices);
}

/** A scan as text for the address, eight letters a vertex. @param {Scan} scan */
export function writeScan({ points }) {
  const steps = Int16Array.from(points, (x) => Math.round(GRID * x));
  const bytes = new Uint8Array(steps.buffer);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} name @param {string} text @returns {Scan | null} null for a text that is none */
export function parseScan(name, text) {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    if (bytes.length < 24 || bytes.length % 6 !== 0) return null;
    const points = Float64Array.from(new Int16Array(bytes.buffer), (step) => step / GRID);
    new ConvexHull({ points }).dispose();
    return { name, points };
  } catch {
    return null;
  }
}

/**
 * Accepts files dropped anywhere on the page.
 * @param {HTMLElement} hint shown while a file hovers
 * @param {(file: File, more: number) => void} onFile more: how many others came with it
 * @param {AbortSignal} signal ends it
 */
export function acceptDrops(hint, onFile, signal) {
  const hasFile = (event) => event.dataTransfer?.types.includes('Files');
  const listen = (type, action) => addEventListener(type, action, { signal });
  listen('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    hint.hidden = false;
  });
  listen('dragleave', (event) => {
    if (!event.relatedTarget) hint.hidden = true;
  });
  listen('drop', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    hint.hidden = true;
    const { files } = event.dataTransfer;
    if (files.length > 0) onFile(files[0], files.length - 1);
  });
}
