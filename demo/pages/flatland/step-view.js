/* The second view while a method is shown, as in the stepper but in 2D: a faint Minkowski difference and
 * the solver's current state. Inside are the portal, simplex or polytope, outside the supporting lines;
 * the origin and the ray are marked. */
import { html, nothing, svg } from 'lit-html';
import { add, length, scaled, sub, weighted } from '../../steps/vectors.js';
import { titleOf } from '../../steps/captions.js';
import { cameraOf, fitted } from './camera.js';
import { across, arrow, dot, line, outlined } from './marks.js';
import { outlineOf, supportOf } from './outline.js';

/** Tolerance of an outline in pixels. */
const FINE = 0.1;
/**
 * In pixels: length of a direction's arrow, length of lines to each side, and size of the cross at the
 * origin.
 */
const ARROW = 44;
const REACH = { best: 2000, current: 130, earlier: 44 };
const CROSS = 9;
/** Size of the difference relative to its view, so that arrows beside it are visible. */
const FILL = 0.88;

/** Support function of A - scale · B + shift, without the balls that the solver removes. */
function differenceOf([a, b], { scale, radiusA, radiusB }, shift) {
  const [ofA, ofB] = [supportOf(a), supportOf(b)];
  const ball = radiusA + scale * radiusB;
  return (d) => {
    const n = scaled(1 / length(d), d);
    const opposite = ofB(scaled(-1, d));
    return ofA(d).map((x, k) => x - scale * opposite[k] - ball * n[k] + shift[k]);
  };
}

/**
 * @param {object} trace
 * @param {import('growth-distance').TraceIterate[]} trace.rows
 * @param {number} trace.index
 * @param {object[]} sides A and B
 * @param {number} width of the picture in pixels
 * @param {number} height
 */
export function stepView({ rows, index }, sides, width, height) {
  const row = rows[index];
  const frame = rows[0]?.shift ?? [0, 0];
  const whole = { scale: 1, radiusA: 0, radiusB: 0 };
  const draw = (picture, tolerance) => outlineOf(differenceOf(sides, picture, frame), tolerance);
  // the camera shows the whole search and does not move from step to step
  const rough = draw({ ...whole, scale: rows[0]?.scale ?? 1 }, Infinity);
  const view = fitted([...rough, frame, [0, 0]], width, height);
  const camera = cameraOf({ ...view, zoom: FILL * view.zoom }, width, height);
  const tolerance = FINE / camera.scale;
  const picture = row ?? whole;
  const balls = picture.radiusA + picture.radiusB > 0;
  const outer = balls
    ? outlined(draw({ ...whole, scale: picture.scale }, tolerance), 'difference-set whole', camera)
    : nothing;
  const target = length(frame) > 0 ? ', p: B’s centre seen from A’s' : '';
  return html`<p id="difference-title">${titleOf(row)}. O: the origin${target}.</p>
    <svg class="view-2d" role="img" aria-labelledby="difference-title">
      ${outer} ${outlined(draw(picture, tolerance), 'difference-set', camera)} ${cross(camera)}
      ${row ? iterate(rows, index, frame, camera) : nothing} ${dot([0, 0], 'ink', camera, 4.5)}
      ${letterAt([0, 0], 'O', frame, camera)}
    </svg>`;
}

function cross(camera) {
  const r = CROSS / camera.scale;
  return [
    line([[-r, 0], [r, 0]], 'soft', camera), // prettier-ignore
    line([[0, -r], [0, r]], 'soft', camera), // prettier-ignore
  ];
}

/** A letter beside a point, perpendicular to the ray. */
function letterAt(p, text, [u, v], camera) {
  const [x, y] = camera.toScreen(p);
  const l = Math.hypot(u, v);
  const [dx, dy] = l > 0 ? [v / l, u / l] : [-0.7, 0.7];
  return svg`<text class="mark point" x=${x + 15 * dx} y=${y + 15 * dy}>${text}</text>`;
}

function iterate(rows, index, frame, camera) {
  const row = rows[index];
  // the last row may have another shift than the search; draw it in the search's frame
  const shift = sub(frame, row.shift);
  const at = (x) => add(x, shift);
  return [
    earlier(rows, index, at, camera),
    planes(row, at, camera),
    innerMarks(row, at, camera),
    targetMarks(row, frame, camera),
    supportMarks(row, at, camera),
  ];
}

/** Draws the goal of the query: the origin, or a point on the ray to the other centre. */
function targetMarks(row, frame, camera) {
  const away = length(frame);
  if (row.ray === null && away === 0) return nothing;
  const along = row.ray ?? scaled(1 / away, frame);
  const reached = row.point ? length(row.point) : 0;
  const end = scaled(Math.max(away, 1.25 * reached, 60 / camera.scale), along);
  const target = away > 0 && [dot(frame, 'ink', camera, 4.5), letterAt(frame, 'p', frame, camera)];
  return [line([[0, 0], end], 'ray', camera), target || nothing];
}

/** The supporting lines of earlier steps, short, at their support points. */
function earlier(rows, index, at, camera) {
  const row = rows[index];
  const same = (r) =>
    r.support && r.scale === row.scale && r.radiusA === row.radiusA && r.radiusB === row.radiusB;
  return rows.slice(0, index).map((r) => {
    if (!same(r)) return nothing;
    const p = at(add(r.support.point, sub(row.shift, r.shift)));
    return across(p, r.direction, REACH.earlier / camera.scale, 'line-normal earlier', camera);
  });
}

const isSame = (u, v) => length(sub(u, v)) < 1e-9;

/** The line that proves the best bound, and the line of this step if it is a different one. */
function planes(row, at, camera) {
  const isBest = row.support && isSame(row.normal, row.direction);
  const foot = isBest ? row.support.point : scaled(row.offset ?? 0, row.normal);
  const best = row.offset !== null;
  return [
    best
      ? across(at(foot), row.normal, REACH.best / camera.scale, 'line-normal strong', camera)
      : nothing,
    row.support && !(best && isBest)
      ? across(
          at(row.support.point),
          row.direction,
          REACH.current / camera.scale,
          'line-witness',
          camera,
        )
      : nothing,
  ];
}

function innerMarks(row, at, camera) {
  const points = row.vertices.map((v) => at(v.point));
  if (row.type === 'result') {
    const result = weighted(row.vertices, 'point');
    return result ? dot(at(result), 'contact', camera) : nothing;
  }
  const isPolytope = row.type === 'polytope';
  const edge = row.nearest === null ? [] : row.faces[row.nearest].map((i) => points[i]);
  const legs = row.type === 'portal' || row.type === 'ray' ? points : [];
  return [
    outlined(isPolytope ? around(row.faces, points) : points, 'inner line-contact strong', camera),
    edge.length > 0 ? line(edge, 'line-witness nearest', camera) : nothing,
    legs.map((p) => line([[0, 0], p], 'line-contact leg', camera)),
    row.point && (isPolytope || row.type === 'simplex')
      ? line([[0, 0], at(row.point)], 'line-contact strong dashed', camera)
      : nothing,
    points.map((p) => dot(p, 'contact', camera, 3.5)),
    row.point ? dot(at(row.point), 'contact', camera) : nothing,
  ];
}

/** The corners of a polytope in the order of its edges. @param {number[][]} faces two indices each */
function around(faces, points) {
  const next = new Map(faces);
  const corners = [];
  for (let i = faces[0]?.[0]; next.has(i);) {
    const j = next.get(i);
    next.delete(i);
    corners.push(points[i]);
    i = j;
  }
  return corners;
}

function supportMarks({ support, direction }, at, camera) {
  if (!support) return nothing;
  const p = at(support.point);
  const tip = add(p, scaled(ARROW / camera.scale, direction));
  return [arrow(p, tip, 'witness', camera), dot(p, 'witness', camera)];
}
