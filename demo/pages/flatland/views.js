/* The views of the page: the 2D view with its buttons, the second view beside it, and below both the
 * steps of the chosen method. Every change redraws everything. */
import { html, nothing, render } from 'lit-html';
import { cameraOf, fitted } from './camera.js';
import { differenceOf, levelCurves } from './difference.js';
import { inset } from './inset.js';
import { outlineOf, supportOf } from './outline.js';
import { picture } from './picture.js';
import { stepView } from './step-view.js';

/** Tolerance of an outline in pixels. */
const FINE = 0.1;

const make = (className) => Object.assign(document.createElement('div'), { className });

export class Views {
  /**
   * @param {HTMLElement} holder
   * @param {() => void} onResize
   * @param {AbortSignal} signal stops observing the size
   */
  constructor(holder, onResize, signal) {
    this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.svg.setAttribute('class', 'view-2d');
    this.svg.setAttribute('role', 'group');
    this.svg.setAttribute('aria-label', '2D view of the shapes');
    this.tools = make('tools');
    this.main = make('half');
    this.main.append(this.svg, this.tools);
    this.second = make('half');
    this.halves = make('halves');
    this.halves.append(this.main, this.second);
    this.strip = make('strip');
    const layout = make('step-layout');
    layout.append(this.halves, this.strip);
    holder.append(layout);
    const observer = new ResizeObserver(onResize);
    observer.observe(this.main);
    observer.observe(this.second);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  /**
   * @param {object} scene
   * @param {import('./state.js').State} scene.state
   * @param {import('growth-distance').Shape[]} scene.shapes
   * @param {ReturnType<import('../../shapes/measure.js').measure>} scene.measured
   * @param {number} scene.selected
   * @param {number[][] | null} scene.drawing points of a polygon that the visitor draws
   * @param {import('./steps.js').Trace | null} scene.trace
   * @param {unknown} scene.strip contents of the strip below the views
   */
  draw({ shapes, strip, ...scene }) {
    const { state, trace } = scene;
    this.halves.classList.toggle('one', !trace);
    this.strip.hidden = !trace;
    render(strip, this.strip);
    const { clientWidth, clientHeight } = this.main;
    this.camera = cameraOf(state.view, clientWidth, clientHeight);
    const tolerance = FINE / this.camera.scale;
    this.sides = state.bodies.map(({ pose }, i) => {
      const side = { shape: shapes[i], pose };
      return { ...side, outline: outlineOf(supportOf(side), tolerance) };
    });
    const pair = state.pair.map((i) => this.sides[i]);
    const difference = differenceOf(...pair);
    const levels = this.#levels(state.levels, pair, difference.support, tolerance);
    const { sides, camera } = this;
    render(picture({ ...scene, sides, levels, camera }), this.svg);
    render(this.#second(scene, pair, difference, tolerance), this.second);
  }

  #second({ state, measured, trace }, pair, { support, p }, tolerance) {
    const { clientWidth, clientHeight } = this.second;
    if (trace) return stepView(trace, pair, clientWidth, clientHeight);
    if (!state.show.has('difference')) return nothing;
    return html`${inset({ outline: outlineOf(support, tolerance), p }, measured, state.show)}`;
  }

  /** Level curves. They stay the same while the shapes only move. */
  #levels(quantity, pair, support, tolerance) {
    if (quantity === 'none') return [];
    const key = [quantity, tolerance, ...pair.flatMap(({ shape, pose }) => [shape, pose.angle])];
    if (!key.every((x, i) => x === this.levels?.key[i]))
      this.levels = { key, curves: levelCurves(support, quantity, tolerance) };
    return this.levels.curves;
  }

  /** Returns the view that shows all shapes. */
  fitted() {
    const { width, height } = this.camera;
    return fitted(
      this.sides.flatMap(({ outline }) => outline),
      width,
      height,
    );
  }
}
