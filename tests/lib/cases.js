/* Certified cases from ../shared/data, where that folder lies beside the project; the small sample
 * in tests/data stands in for it elsewhere. */
import { existsSync, readFileSync } from 'node:fs';

const SHARED = new URL('../../../shared/data/', import.meta.url);
const SAMPLE = new URL('../data/', import.meta.url);

export const hasShared = existsSync(SHARED);
/** Why a test that needs the full data is skipped, or false when it is not. */
export const withoutShared = hasShared ? false : 'needs ../shared/data, which is not here';

/** @param {string} name e.g. 'meshes/YcbBanana.obj' */
export const sharedFile = (name) => new URL(name, SHARED);

/** All cases of a file; the sample's when the full data is not here. @param {string} name */
export function readCases(name) {
  const url = new URL(`${name}.json`, hasShared ? SHARED : SAMPLE);
  return JSON.parse(readFileSync(url, 'utf8')).cases;
}

/** The data's poses in the form the package takes. */
export const poseFrom = ({ p, q, angle }) =>
  q ? { position: p, quaternion: q } : { position: p, angle };

/** Vertices of a Wavefront OBJ file, x y z one after the other. */
export function readObjVertices(url) {
  const vertices = [];
  for (const line of readFileSync(url, 'utf8').split('\n')) {
    if (line.startsWith('v ')) vertices.push(...line.trim().split(/\s+/).slice(1, 4).map(Number));
  }
  return Float64Array.from(vertices);
}
