/*
 * Certified cases from ../shared/data if that folder exists beside the project, otherwise from the
 * small sample in tests/data.
 */
import { existsSync, readFileSync } from 'node:fs';

const SHARED = new URL('../../../shared/data/', import.meta.url);
const SAMPLE = new URL('../data/', import.meta.url);

export const hasShared = existsSync(SHARED);
/** The reason to skip a test that needs the full data, or false. */
export const withoutShared = hasShared ? false : 'needs ../shared/data, which is not here';

/** @param {string} name e.g. 'meshes/YcbBanana.obj' */
export const sharedFile = (name) => new URL(name, SHARED);

/** All cases of a file, from the full data or else from the sample. @param {string} name */
export function readCases(name) {
  const url = new URL(`${name}.json`, hasShared ? SHARED : SAMPLE);
  return JSON.parse(readFileSync(url, 'utf8')).cases;
}

/** A pose of the data in the form that the package takes. */
export const poseFrom = ({ p, q, angle }) =>
  q ? { position: p, quaternion: q } : { position: p, angle };

/** The vertices of a Wavefront OBJ file as one flat array: x, y, z, x, … */
export function readObjVertices(url) {
  const vertices = [];
  for (const line of readFileSync(url, 'utf8').split('\n')) {
    if (line.startsWith('v ')) vertices.push(...line.trim().split(/\s+/).slice(1, 4).map(Number));
  }
  return Float64Array.from(vertices);
}
