/* The marks of a step among the shapes, as in the stepper but in 2D: the points that the step uses. They
 * also show the bounds: copies of the shapes that a line still separates, or a copy of B moved until the
 * shapes are separated. */
import { nothing } from 'lit-html';
import { add, dot as inner, scaled, sub, weighted } from '../../steps/vectors.js';
import { across, arrow, dot, line, outlined } from './marks.js';
import { moved, scaledAbout, supportOf, toWorld } from './outline.js';

/** Copies scaled by more than this hide more than they show. */
const MOST_GROWN = 6;
/** Length of the arrow at a support point, in pixels. */
const ARROW = 36;
/** Length to each side of a line between the shapes, relative to the picture's height. */
const REACH = 0.3;

/** @typedef {{ shape: import('growth-distance').Shape, pose: object, outline: number[][] }} Side */

/**
 * @param {object} trace
 * @param {import('growth-distance').TraceIterate[]} trace.rows
 * @param {number} trace.index
 * @param {import('../../steps/runs.js').Run} trace.run
 * @param {Side[]} sides A and B
 * @param {import('./marks.js').Camera} camera
 */
export function stepMarks({ rows, index, run }, sides, camera) {
  const row = rows[index];
  if (!row) return nothing;
  const parts = ['pointA', 'pointB'].map((part) => weighted(row.vertices, part));
  const scene = { row, run, sides, camera, parts };
  const grows = run.query === 'growthDistance' || run.query === 'collide';
  return [grows ? growth(scene) : way(scene), innerMarks(scene, grows), supports(scene)];
}

const centersOf = (sides) => sides.map(({ shape, pose }) => toWorld(pose, shape.center));

/** Draws the points of each shape whose differences are the vertices of the inner approximation. */
function innerMarks({ row, parts, camera }, grows) {
  const { vertices } = row;
  const few = row.type === 'polytope' ? (row.faces[row.nearest] ?? []) : [...vertices.keys()];
  const corners = ['pointA', 'pointB'].map((part) => few.map((i) => vertices[i][part]));
  const points = parts[0] ? parts : [];
  return [
    corners.map((list) =>
      list.length > 1 ? outlined(list, 'inner line-contact', camera) : nothing,
    ),
    row.type === 'result' ? nothing : corners.flat().map((p) => dot(p, 'contact', camera, 3)),
    parts[0] && !grows ? line(parts, 'line-contact strong dashed', camera) : nothing,
    points.map((p) => dot(p, 'contact', camera, 4.5)),
  ];
}

function supports({ row, camera }) {
  const { support, direction } = row;
  if (!support) return nothing;
  const along = scaled(ARROW / camera.scale, direction);
  return [
    [support.pointA, along],
    [support.pointB, scaled(-1, along)],
  ].map(([p, to]) => [arrow(p, add(p, to), 'witness', camera), dot(p, 'witness', camera)]);
}

/**
 * Draws both shapes scaled by the lower bound, each on its side of a line; for the result, scaled until
 * they touch.
 */
function growth({ row, run, sides, parts, camera }) {
  const centers = centersOf(sides);
  const shift = sub(centers[1], centers[0]);
  const isResult = row.type === 'result';
  const touches = isResult && run.query === 'growthDistance';
  const grown = (touches ? row.upper : row.lower) ?? 0;
  const rising = inner(row.normal, shift);
  const reach = inner(row.normal, sub(supportOf(sides[0])(row.normal), centers[0]));
  const contact = parts[0] && touches ? scaledAbout([parts[0]], centers[0], grown)[0] : parts[0];
  return [
    grown > 0 && grown < MOST_GROWN
      ? sides.map(({ outline }, k) =>
          outlined(scaledAbout(outline, centers[k], grown), `ghost ${'ab'[k]}`, camera),
        )
      : nothing,
    line(centers, 'ray', camera),
    grown > 0 && rising > 0 && reach > 0
      ? separating(add(centers[0], scaled((grown * reach) / rising, shift)), row.normal, camera)
      : nothing,
    isResult && contact ? dot(contact, 'contact', camera, 6) : nothing,
  ];
}

const separating = (p, normal, camera) =>
  across(p, normal, (REACH * camera.height) / camera.scale, 'line-normal strong', camera);

/** Separated: draws a line between the shapes. Overlapping: draws B moved until the shapes are separated. */
function way({ row, run, sides, parts, camera }) {
  const depth = run.query === 'signedDistance' ? -(row.lower ?? 0) : (row.upper ?? 0);
  const isOut = row.type === 'result' ? run.query !== 'distance' : row.type !== 'simplex';
  const centers = centersOf(sides);
  if (isOut && depth > 0) {
    const along = row.offset === null && row.ray ? row.ray : row.normal;
    const shift = scaled(depth, along);
    return [
      outlined(moved(sides[1].outline, shift), 'ghost b dashed', camera),
      arrow(centers[1], add(centers[1], shift), 'normal', camera),
    ];
  }
  if (!(row.lower > 0)) return nothing;
  const from = scaled(0.5, add(...(parts[0] ? parts : centers)));
  const touch = supportOf(sides[0])(row.normal);
  const foot = add(from, scaled(inner(row.normal, sub(touch, from)), row.normal));
  return separating(foot, row.normal, camera);
}
