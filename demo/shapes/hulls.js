/* Makes scans from files: the hull of an OBJ, STL, PLY or glTF, moved to the origin, scaled to the unit
 * ball and rounded to the grid. This takes seconds for a large file, so it runs in a worker. */
import { Box3, Vector3 } from 'three';
import { ConvexHull } from 'growth-distance';
import { hullOf } from 'growth-distance/three';
import { readFile } from './files.js';
import { GRID } from './scans.js';

/** A hull with more corners is reduced to the corners that are farthest along this many directions. */
const MOST_CORNERS = 4000;
const DIRECTIONS = 2000;

/**
 * @param {File} file
 * @param {(stage: string) => void} [onStage] receives the name of the next stage
 * @returns {Promise<import('./scans.js').Scan & { note: string }>} note: a sentence if something was
 *   left out, otherwise ''
 * @throws {Error} whose message names the file and the problem
 */
export async function readScan(file, onStage = () => {}) {
  const content = await readFile(file);
  try {
    onStage(`Hull of ${file.name}`);
    const corners = hullPoints(content);
    const kept = corners.length > 3 * MOST_CORNERS ? farthest(corners) : corners;
    const [all, few] = [corners, kept].map(({ length }) => (length / 3).toLocaleString('en'));
    const note =
      kept === corners
        ? ''
        : `${file.name}: its hull has ${all} corners; the ${few} farthest along evenly spread directions are kept.`;
    return { name: file.name, points: gridded(kept), note };
  } catch (error) {
    throw new Error(`${file.name} could not be used: ${reasonOf(error)}.`, { cause: error });
  }
}

/** What is wrong with the file, by the code of the shape's error. */
const REASONS = {
  flat: 'all its vertices are in one plane; a solid needs four that are not in one plane',
  'too-few-points': 'it has fewer than four different vertices, which a solid needs',
  points: 'a coordinate of a vertex is not a number, or larger than 1e75',
};
const reasonOf = ({ code, message }) => REASONS[code] ?? message;

/** The points that are farthest along evenly spread directions. @param {Float64Array} points flat */
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

/** The vertices of the hull of a file's contents. */
function hullPoints(content) {
  if (Array.isArray(content) && content.length === 0)
    throw new Error('it has no vertices; a solid needs four that are not in one plane');
  const hull = Array.isArray(content) ? new ConvexHull({ points: content }) : hullOf(content);
  const { vertices } = hull.surface();
  hull.dispose();
  return vertices;
}

/** Moves points to the origin, scales them to the unit ball and rounds them to the grid. */
function gridded(points) {
  const box = new Box3().setFromArray(points);
  const middle = box.getCenter(new Vector3()).toArray();
  const scale = 2 / box.getSize(new Vector3()).length();
  const onGrid = Float64Array.from(
    points,
    (x, i) => Math.round(GRID * scale * (x - middle[i % 3])) / GRID,
  );
  // rounding may have moved a vertex into the hull
  const hull = new ConvexHull({ points: onGrid });
  const { vertices } = hull.surface();
  hull.dispose();
  return Float64Array.from(vertices);
}
