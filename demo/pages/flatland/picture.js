/* The 2D view as SVG: shapes, the measurement of the pair, handles. Each drawing is made from the state
 * alone. Elements that can be grabbed have a data-role. */
import { nothing, svg } from 'lit-html';
import { letter } from '../../ui/numbers.js';
import { SHAPE_TYPES } from './shape-types.js';
import { levelLines, levelValues } from './levels.js';
import { arrow, arrowHeads, dot } from './marks.js';
import { moved, outlineOf, scaledAbout, toWorld, rotated } from './outline.js';
import { stepMarks } from './step-marks.js';

/** Length of the arrow of a normal in units, and of a gradient of 1 per unit. */
const NORMAL_LENGTH = 0.8;
const GRADIENT_LENGTH = 1.6;
/** Radius of the arc that shows the direction of turning: in units, and the minimum in pixels. */
const TURN_RADIUS = [0.45, 40];
/** Distance in pixels from a shape's outline to the handle that turns it. */
const HANDLE = 34;

/**
 * @param {object} scene
 * @param {import('./state.js').State} scene.state
 * @param {{ shape: object, pose: object, outline: number[][] }[]} scene.sides all bodies
 * @param {ReturnType<import('../../shapes/measure.js').measure>} scene.measured
 * @param {{ value: number, points: number[][] }[]} scene.levels relative to A's centre
 * @param {number} scene.selected
 * @param {number[][] | null} scene.drawing points of a polygon that the visitor draws
 * @param {import('./steps.js').Trace | null} scene.trace if given, drawn instead of the measurement
 * @param {ReturnType<import('./camera.js').cameraOf>} scene.camera
 */
export function picture(scene) {
  const { state, sides, camera, drawing, trace } = scene;
  const pair = state.pair.map((i) => sides[i]);
  const centers = pair.map(({ shape, pose }) => toWorld(pose, shape.center));
  const [below, above] = trace ? [nothing, nothing] : results(scene, pair, centers);
  return svg`
    ${arrowHeads()}
    ${grid(camera)}
    ${levelLines(scene, centers[0])}
    ${below}
    ${sides.map((side, i) => body(scene, side, i))}
    ${above}
    ${levelValues(scene, centers[0])}
    ${sides.map((side, i) => label(side, i, roleOf(state, i), camera))}
    ${drawing ? sketch(drawing, camera) : handles(scene)}
    ${trace ? stepMarks(trace, pair, camera) : nothing}
  `;
}

/** The measurement of the pair, as marks below the shapes and marks above them. */
function results({ state: { show }, measured, camera }, pair, centers) {
  const { growth, distance, gradient } = measured;
  const ofGrowth = (layer, draw) =>
    growth.result && show.has(layer) ? draw(growth.result) : nothing;
  const ofDistance = (draw) =>
    distance.result && show.has('distance') ? draw(distance.result) : nothing;
  return [
    [
      ofGrowth('growth', (r) => ghosts(pair, centers, r, camera)),
      ofDistance((r) => movedGhost(pair[1], r, camera)),
    ],
    [
      ofGrowth('plane', (r) => tangent(r, camera)),
      ofGrowth('growth', (r) => contact(r, centers, camera)),
      ofDistance((r) => witness(r, camera)),
      gradient.result ? slopes(gradient.result.gradient, centers, camera) : nothing,
    ],
  ];
}

/** The CSS class that colours a body: a, b or other. */
const roleOf = ({ pair }, i) => ['a', 'b'][pair.indexOf(i)] ?? 'other';

/** Grid lines. Their spacing is a power of ten, so that there are neither too few nor too many. */
function grid(camera) {
  const step = 10 ** Math.ceil(Math.log10(28 / camera.scale));
  const [left, top] = camera.toWorld([0, 0]);
  const [right, bottom] = camera.toWorld([camera.width, camera.height]);
  const lines = (from, to, put) => {
    let d = '';
    for (let k = Math.ceil(from / step); k <= to / step; k++) d += put(k * step);
    return d;
  };
  const d =
    lines(left, right, (x) =>
      camera.line([
        [x, top],
        [x, bottom],
      ]),
    ) +
    lines(bottom, top, (y) =>
      camera.line([
        [left, y],
        [right, y],
      ]),
    );
  const axes =
    camera.line([
      [left, 0],
      [right, 0],
    ]) +
    camera.line([
      [0, top],
      [0, bottom],
    ]);
  return svg`<path class="mark grid" d=${d}></path><path class="mark axes" d=${axes}></path>`;
}

function ghosts(pair, centers, { value }, camera) {
  return pair.map(
    ({ outline }, k) =>
      svg`<path class="mark ghost ${'ab'[k]}" d=${camera.path(scaledAbout(outline, centers[k], value))}></path>`,
  );
}

/** Draws B where it must move to be separated from A. */
function movedGhost({ outline }, { value, normal }, camera) {
  if (value >= 0) return nothing;
  const shift = normal.map((x) => -value * x);
  return svg`<path class="mark ghost b dashed" d=${camera.path(moved(outline, shift))}></path>`;
}

function body({ state, selected, camera }, { outline }, i) {
  const { type } = state.bodies[i];
  return svg`<path
    class="body ${roleOf(state, i)}" data-role="body" data-index=${i} id="body-${i}"
    d=${camera.path(outline)} tabindex="0" role="button" aria-pressed=${i === selected}
    aria-label="Shape ${letter(i)}, ${SHAPE_TYPES[type].label}. Arrow keys move it, [ and ] turn it."
  ></path>`;
}

function label({ shape, pose }, i, role, camera) {
  const [x, y] = camera.toScreen(toWorld(pose, shape.center));
  return svg`<circle class="mark center ${role}" cx=${x} cy=${y} r="2.5"></circle>
    <text class="mark name ${role}" x=${x - 9} y=${y - 7}>${letter(i)}</text>`;
}

/** The line that touches both scaled shapes. If the shapes are separated, it separates them. */
function tangent({ contact: p, normal, value }, camera) {
  const reach = (camera.width + camera.height) / camera.scale;
  const along = [-normal[1] * reach, normal[0] * reach];
  const ends = [1, -1].map((s) => [p[0] + s * along[0], p[1] + s * along[1]]);
  const name = value >= 1 ? 'mark tangent' : 'mark tangent not';
  return svg`<path class=${name} d=${camera.line(ends)}></path>`;
}

function contact({ contact: p, normal, pointA, pointB }, centers, camera) {
  const tip = p.map((x, k) => x + NORMAL_LENGTH * normal[k]);
  return svg`<path class="mark ray" d=${camera.line(centers)}></path>
    ${arrow(p, tip, 'normal', camera)}
    ${dot(pointA, 'a', camera, 3.5)} ${dot(pointB, 'b', camera, 3.5)}
    ${dot(p, 'contact', camera, 5.5)}`;
}

/** Separated: draws the segment between the nearest points. Overlapping: draws how B must move. */
function witness({ value, pointA, pointB }, camera) {
  if (value < 0) return svg`${arrow(pointB, pointA, 'witness', camera)}`;
  return svg`<path class="mark line-witness strong" d=${camera.line([pointA, pointB])}></path>
    ${dot(pointA, 'witness', camera)} ${dot(pointB, 'witness', camera)}`;
}

/** Draws how each shape must move and turn for the fastest rise of σ. */
function slopes(gradient, centers, camera) {
  const sides = [
    ['a', gradient.positionA, gradient.rotationA],
    ['b', gradient.positionB, gradient.rotationB],
  ];
  const radius = Math.max(TURN_RADIUS[0], TURN_RADIUS[1] / camera.scale);
  return sides.map(([name, slope, turn], k) => {
    const tip = centers[k].map((x, i) => x + GRADIENT_LENGTH * slope[i]);
    const angle = Math.max(-3, Math.min(3, GRADIENT_LENGTH * turn));
    const steps = Array.from({ length: 25 }, (_, i) => {
      const [x, y] = rotated([radius, 0], (angle * i) / 24);
      return [centers[k][0] + x, centers[k][1] + y];
    });
    return svg`${arrow(centers[k], tip, name, camera)}
      ${
        Math.abs(angle) > 0.15
          ? svg`<path class="mark line-${name} strong" d=${camera.line(steps)} marker-end="url(#head-${name})"></path>`
          : nothing
      }`;
  });
}

/** The handles of the selected body: one to turn it, its corners, and dots between them that add corners. */
function handles({ state, sides, selected, camera }) {
  const { shape, pose, outline } = sides[selected];
  const role = roleOf(state, selected);
  const center = toWorld(pose, shape.center);
  const up = rotated([0, 1], pose.angle);
  const reach = Math.max(
    ...outline.map(([x, y]) => up[0] * (x - center[0]) + up[1] * (y - center[1])),
  );
  const knob = center.map((x, k) => x + up[k] * (reach + HANDLE / camera.scale));
  const [x, y] = camera.toScreen(knob);
  return svg`<path class="mark stem ${role}" d=${camera.line([center, knob])}></path>
    <circle class="touch" data-role="turn" cx=${x} cy=${y} r="20"></circle>
    <circle class="mark knob ${role}" cx=${x} cy=${y} r="7"></circle>
    ${cornerHandles(state.bodies[selected], selected, role, camera)}`;
}

function cornerHandles({ points, pose }, selected, role, camera) {
  const world = points.map((p) => toWorld(pose, p));
  const name = letter(selected);
  const handle = (p, data, text, radius) => {
    const [x, y] = camera.toScreen(p);
    return svg`<circle class="touch" data-role=${data.role} data-corner=${data.corner} cx=${x} cy=${y} r="15"></circle>
      <circle
        class="corner ${data.role} ${role}" data-role=${data.role} data-corner=${data.corner}
        id="${data.role}-${data.corner}" cx=${x} cy=${y} r=${radius}
        tabindex="0" role="button" aria-label=${text}
      ></circle>`;
  };
  const middles = world.map((p, i) => {
    const q = world[(i + 1) % world.length];
    return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  });
  return svg`${middles.map((p, i) =>
    handle(
      p,
      { role: 'middle', corner: i },
      `Add a corner of ${name} after number ${i + 1}: Enter`,
      3.5,
    ),
  )}${world.map((p, i) =>
    handle(
      p,
      { role: 'corner', corner: i },
      `Corner ${i + 1} of ${name}. Arrow keys move it, Delete removes it.`,
      6,
    ),
  )}`;
}

/** An unfinished polygon: its points, and their hull. */
function sketch(points, camera) {
  const support = (d) =>
    points.reduce((best, p) =>
      d[0] * p[0] + d[1] * p[1] > d[0] * best[0] + d[1] * best[1] ? p : best,
    );
  const hull = points.length > 1 ? outlineOf(support, 0) : points;
  return svg`<path class="mark sketch" d=${camera.path(hull)}></path>
    ${points.map((p) => dot(p, 'contact', camera, 5))}`;
}
