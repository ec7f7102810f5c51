/* Scans from files: the hull of an OBJ, STL, PLY or glTF, moved to the origin, scaled to the unit
 * ball and put on a grid fine enough not to be seen and coarse enough to stand in an address.
 * Loaders of three.js do the reading. */
import { Box3, Vector3 } from 'three';
import { ConvexHull } from 'growth-distance';
import { hullOf } from 'growth-distance/three';

/** @typedef {{ name: string, points: Float64Array }} Scan points: vertices of the hull, flat, within the unit ball */

/** Steps of the grid in one unit: 16 bits with a sign. */
const GRID = 2 ** 15 - 1;

const LOADERS = {
  obj: async (buffer) => {
    const { OBJLoader } = await import('three/addons/loaders/OBJLoader.js');
    const text = new TextDecoder().decode(buffer);
    const object = new OBJLoader().parse(text);
    let found = false;
    object.traverse((node) => (found ||= node.geometry !== undefined));
    // a point cloud has no faces, and the loader nothing to return
    return found ? object : vertexLines(text);
  },
  stl: async (buffer) => {
    const { STLLoader } = await import('three/addons/loaders/STLLoader.js');
    return new STLLoader().parse(buffer);
  },
  ply: async (buffer) => {
    const { PLYLoader } = await import('three/addons/loaders/PLYLoader.js');
    return new PLYLoader().parse(buffer);
  },
  gltf: (buffer) => readGltf(buffer),
  glb: (buffer) => readGltf(buffer),
};
const ENDINGS = 'OBJ, STL, PLY and glTF';
export const ACCEPTED = '.obj,.stl,.ply,.gltf,.glb';

async function readGltf(buffer) {
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const { scene } = await new GLTFLoader().parseAsync(buffer, '');
  return scene;
}

/** The numbers of the lines "v x y z". @param {string} text */
const vertexLines = (text) =>
  [...text.matchAll(/^v\s+(\S+)\s+(\S+)\s+(\S+)/gm)].flatMap((m) => m.slice(1, 4).map(Number));

/**
 * @param {File} file
 * @returns {Promise<Scan>}
 * @throws {Error} whose message names the file and what is wrong with it
 */
export async function readScan(file) {
  const ending = /\.([a-z]+)$/i.exec(file.name)?.[1].toLowerCase() ?? '';
  const load = LOADERS[ending];
  if (!load) throw new Error(`${file.name}: only ${ENDINGS} files can be read`);
  let content;
  try {
    content = await load(await file.arrayBuffer());
  } catch (error) {
    throw new Error(`${file.name} could not be read: ${error.message}`, { cause: error });
  }
  try {
    return { name: file.name, points: gridded(hullPoints(content)) };
  } catch (error) {
    throw new Error(`${file.name}: ${error.message}`, { cause: error });
  }
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
 * @param {(file: File) => void} onFile
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
    onFile(event.dataTransfer.files[0]);
  });
}
