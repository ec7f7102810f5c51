/* Scans from files: the vertices of an OBJ, STL or PLY, moved to the origin and scaled to size 1.
 * Loaders of three.js do the reading. */
import { Box3, BufferAttribute, Vector3 } from 'three';

const LOADERS = {
  obj: async (buffer) => {
    const { OBJLoader } = await import('three/addons/loaders/OBJLoader.js');
    const text = new TextDecoder().decode(buffer);
    const meshes = [];
    new OBJLoader()
      .parse(text)
      .traverse((node) => node.geometry && meshes.push(node.geometry.attributes.position));
    // a point cloud has no faces, and the loader nothing to return
    return meshes.length > 0 ? meshes : [{ array: vertexLines(text) }];
  },
  stl: async (buffer) => {
    const { STLLoader } = await import('three/addons/loaders/STLLoader.js');
    return [new STLLoader().parse(buffer).attributes.position];
  },
  ply: async (buffer) => {
    const { PLYLoader } = await import('three/addons/loaders/PLYLoader.js');
    return [new PLYLoader().parse(buffer).attributes.position];
  },
};

/** The numbers of the lines "v x y z". @param {string} text */
const vertexLines = (text) =>
  [...text.matchAll(/^v\s+(\S+)\s+(\S+)\s+(\S+)/gm)].flatMap((m) => m.slice(1, 4).map(Number));

/**
 * @param {File} file
 * @returns {Promise<{ name: string, points: Float64Array }>} within the unit ball
 * @throws {Error} whose message names the file and what is wrong with it
 */
export async function readScan(file) {
  const ending = /\.([a-z]+)$/i.exec(file.name)?.[1].toLowerCase() ?? '';
  const load = LOADERS[ending];
  if (!load) throw new Error(`${file.name}: only OBJ, STL and PLY files can be read`);
  let attributes;
  try {
    attributes = (await load(await file.arrayBuffer())).filter(Boolean);
  } catch (error) {
    throw new Error(`${file.name} could not be read: ${error.message}`, { cause: error });
  }
  const points = attributes.flatMap((attribute) => Array.from(attribute.array));
  if (points.length === 0) throw new Error(`${file.name} holds no vertices`);
  const wrong = points.findIndex((x) => !Number.isFinite(x));
  if (wrong >= 0) {
    throw new Error(
      `${file.name}: vertex ${Math.floor(wrong / 3) + 1} has a coordinate ${points[wrong]}`,
    );
  }
  return { name: file.name, points: normalise(points) };
}

function normalise(points) {
  const box = new Box3().setFromBufferAttribute(new BufferAttribute(Float32Array.from(points), 3));
  const middle = box.getCenter(new Vector3()).toArray();
  const scale = 2 / Math.max(1e-30, box.getSize(new Vector3()).length());
  return Float64Array.from(points, (x, i) => scale * (x - middle[i % 3]));
}

/**
 * Accepts files dropped anywhere on the page.
 * @param {HTMLElement} hint shown while a file hovers
 * @param {(file: File) => void} onFile
 */
export function acceptDrops(hint, onFile) {
  const hasFile = (event) => event.dataTransfer?.types.includes('Files');
  addEventListener('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    hint.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) hint.hidden = true;
  });
  addEventListener('drop', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    hint.hidden = true;
    onFile(event.dataTransfer.files[0]);
  });
}
