/* Marks of the 2D view as SVG: dots, arrows and lines. A colour has the same meaning on all pages. */
import { svg } from 'lit-html';

/** Colours of arrows. */
const HEADS = ['normal', 'witness', 'a', 'b'];

/** The heads of all arrows on the page; they must be on the page once. */
export const arrowHeads = () =>
  svg`<defs>${HEADS.map(
    (name) =>
      svg`<marker
        id="head-${name}" class="fill-${name}" viewBox="0 0 10 10" refX="8" refY="5"
        markerWidth="5" markerHeight="5" orient="auto-start-reverse"
      ><path d="M0 0L10 5L0 10Z"></path></marker>`,
  )}</defs>`;

/** @typedef {ReturnType<import('./camera.js').cameraOf>} Camera */

/** @param {number[]} from @param {number[]} to @param {string} name @param {Camera} camera */
export const arrow = (from, to, name, camera) =>
  svg`<path class="mark line-${name} strong" d=${camera.line([from, to])} marker-end="url(#head-${name})"></path>`;

/** @param {number[]} p @param {string} name @param {Camera} camera */
export const dot = (p, name, camera, radius = 5) => {
  const [x, y] = camera.toScreen(p);
  return svg`<circle class="mark fill-${name} halo" cx=${x} cy=${y} r=${radius}></circle>`;
};

/** An open line. @param {number[][]} points @param {string} style classes @param {Camera} camera */
export const line = (points, style, camera) =>
  svg`<path class="mark ${style}" d=${camera.line(points)}></path>`;

/** A closed line. @param {number[][]} points @param {string} style classes @param {Camera} camera */
export const outlined = (points, style, camera) =>
  svg`<path class="mark ${style}" d=${camera.path(points)}></path>`;

/**
 * A line perpendicular to a normal.
 * @param {number[]} p a point of the line @param {number} reach length to each side
 */
export const across = ([x, y], [u, v], reach, style, camera) =>
  line(
    [
      [x - reach * v, y + reach * u],
      [x + reach * v, y - reach * u],
    ],
    style,
    camera,
  );
