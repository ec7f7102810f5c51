/* Reads files of shapes with the loaders of three.js. Files are untrusted: external references are not
 * fetched, and materials are not read. Messages of the loaders go to the visitor instead of the console. */
import { LoadingManager, MeshBasicMaterial } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { FILE_TYPES } from './file-types.js';

const LOADERS = {
  obj: async (buffer) => {
    const text = new TextDecoder().decode(buffer);
    const object = await quietly(() => new OBJLoader().parse(text));
    let found = false;
    object.traverse((node) => (found ||= node.geometry !== undefined));
    // the loader returns nothing for a point cloud, which has no faces
    return found ? object : vertexLines(text);
  },
  stl: (buffer) => quietly(() => new STLLoader().parse(buffer)),
  ply: (buffer) => quietly(() => new PLYLoader().parse(buffer)),
  gltf: (buffer) => readGltf(buffer),
  glb: (buffer) => readGltf(buffer),
};

async function readGltf(buffer) {
  const loader = new GLTFLoader(new LoadingManager().setURLModifier(withinFile));
  // only shapes count, so materials, and therefore images, are not read
  loader.register(() => ({
    name: 'plain',
    loadMaterial: () => Promise.resolve(new MeshBasicMaterial()),
  }));
  const { scene, scenes } = await quietly(() => loader.parseAsync(buffer, ''));
  if (!scene && !scenes[0]) throw new Error('it contains no scene');
  return scene ?? scenes[0];
}

/** @param {string} url that a file refers to @throws {Error} if it is not part of the file */
function withinFile(url) {
  if (/^(data|blob):/.test(url)) return url;
  throw new Error(`it refers to “${url}”, but must contain all its data, as .glb files do`);
}

/** The coordinates in the lines "v x y z". @param {string} text */
const vertexLines = (text) =>
  [...text.matchAll(/^v\s+(\S+)\s+(\S+)\s+(\S+)/gm)].flatMap((m) => m.slice(1, 4).map(Number));

const silent = () => {};
let atWork = 0;
let loud = {};

/**
 * Silences the console while loaders run, because they write messages to it.
 * @template T
 * @param {() => T | Promise<T>} action
 * @returns {Promise<T>}
 */
async function quietly(action) {
  if (atWork++ === 0) {
    const { log, warn, error } = console;
    loud = { log, warn, error };
    Object.assign(console, { log: silent, warn: silent, error: silent });
  }
  try {
    return await action();
  } finally {
    if (--atWork === 0) Object.assign(console, loud);
  }
}

/**
 * @param {File} file
 * @returns {Promise<object | number[]>} a geometry, an object, or a flat list of points
 * @throws {Error} whose message names the file and the problem
 */
export async function readFile(file) {
  const ending = /\.([a-z]+)$/i.exec(file.name)?.[1].toLowerCase() ?? '';
  if (!Object.hasOwn(LOADERS, ending))
    throw new Error(`${file.name} was not read: ${refusal(ending)}. Accepted are ${FILE_TYPES}.`);
  if (file.size === 0) throw new Error(`${file.name} could not be read: the file is empty.`);
  try {
    return await LOADERS[ending](await file.arrayBuffer());
  } catch (error) {
    throw new Error(`${file.name} could not be read: ${reasonOf(error, ending)}.`, {
      cause: error,
    });
  }
}

const refusal = (ending) =>
  ending ? `.${ending} is not an accepted file type` : 'its name has no extension';

/**
 * The reason of a failure. The loaders' own messages suit visitors; internal errors such as a TypeError
 * do not.
 */
function reasonOf(error, ending) {
  const stumbled = [TypeError, RangeError, SyntaxError].some((type) => error instanceof type);
  if (stumbled) return `it is damaged or is not in ${ending.toUpperCase()} format`;
  return error.message.replace(/^THREE\.\w+: /, '');
}
