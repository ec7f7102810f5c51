/* Level curves as SVG: lines below the shapes, values above them. */
import { svg } from 'lit-html';
import { format } from '../../ui/controls.js';
import { moved } from './outline.js';

/** @typedef {{ levels: { value: number, points: number[][] }[], state: object, camera: object }} Scene */

/** The level at which the shapes touch. */
const touching = ({ state }) => (state.levels === 'growth' ? 1 : 0);

/** @param {Scene} scene @param {number[]} center of A; the curves are around it */
export const levelLines = (scene, center) =>
  scene.levels.map(({ value, points }) => {
    const name = value === touching(scene) ? 'mark level main' : 'mark level';
    return svg`<path class=${name} d=${scene.camera.path(moved(points, center))}></path>`;
  });

/** @param {Scene} scene @param {number[]} center */
export const levelValues = ({ levels, camera }, center) =>
  levels.map(({ value, points }) => {
    const height = ([x, y]) => y + 0.3 * x;
    const top = points.reduce((best, p) => (height(p) > height(best) ? p : best));
    const [[x, y]] = moved([top], center).map(camera.toScreen);
    return svg`<text class="mark level-value" x=${x} y=${y}>${format(value, 2)}</text>`;
  });
