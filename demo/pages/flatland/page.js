/* Flatland: the visitor moves 2D shapes and sees all that the library computes for a pair. Data flows in
 * one direction: state -> shapes -> measurement -> picture and panel. Controls keep no state. */
import '../../steps/steps.css';
import './style.css';
import { render } from 'lit-html';
import { Shape } from 'growth-distance';
import { codeOf } from '../../shapes/code.js';
import { allPairs, measure, reused, timeOf } from '../../shapes/measure.js';
import { paired, pairWithout } from '../../shapes/pair.js';
import { CodeFold } from '../../ui/code.js';
import { debounce } from '../../ui/debounce.js';
import { letter } from '../../ui/numbers.js';
import { zoomed } from './camera.js';
import { Drawing } from './drawing.js';
import { removed } from './edits.js';
import { listen } from './gestures.js';
import { pointersOf, pressKey } from './input.js';
import { recordOf, startOf } from './shape-types.js';
import { panel } from './panel.js';
import { MOST_BODIES, bodyOf, readState, roundedPose, writeState } from './state.js';
import { Steps } from './steps.js';
import { tools } from './tools.js';
import { Views } from './views.js';

/** After a pause of this many milliseconds, the time of a query is measured. */
const IDLE = 400;
/** Positions of added shapes, in the order in which they are added. */
const PLACES = [
  [0.2, 2.1],
  [-0.2, -2.2],
  [-3.2, 1.8],
  [3.2, -1.8],
];

/** Methods without `#` are called from input.js and steps.js. */
export class Flatland {
  constructor(host) {
    this.host = host;
    this.shapes = [];
    this.outs = reused();
    this.nanoseconds = null;
    this.selected = 1;
    this.stop = new AbortController();
    this.views = new Views(host.view, () => this.state && this.#draw(), this.stop.signal);
    this.drawing = new Drawing((points) => this.#drawn(points));
    this.act = this.#actions();
    this.codeFold = new CodeFold(
      () => this.#code(),
      host,
      () => this.#renderPanel(),
    );
    this.measureTimeSoon = debounce(IDLE, () => this.#measureTime());
    this.steps = new Steps(this, this.stop.signal);
    listen(this.views.svg, pointersOf(this), this.stop.signal);
    this.views.svg.addEventListener('keydown', (event) => pressKey(this, event), {
      signal: this.stop.signal,
    });
    addEventListener('keydown', (event) => this.#drawingKey(event), { signal: this.stop.signal });
  }

  #actions() {
    const bodies = () => this.state.bodies;
    const set = (name) => (value) => {
      this.state[name] = value;
      this.changed(true);
    };
    return {
      show: (layer, on) => {
        this.state.show[on ? 'add' : 'delete'](layer);
        this.changed(true);
      },
      levels: set('levels'),
      query: set('query'),
      type: (i, type) => {
        if (bodies()[i].type !== type) this.change(i, startOf(type), true);
      },
      parameter: (i, j, x) => this.change(i, { values: bodies()[i].values.with(j, x) }),
      margin: (i, margin) => this.change(i, { margin }),
      pair: (side, i) => {
        this.state.pair = paired(this.state.pair, side, i);
        this.selected = i;
        this.changed(true);
      },
      add: () => this.#add(bodyOf('circle', PLACES[bodies().length - 2])),
      remove: (i) => {
        bodies().splice(i, 1);
        this.state.pair = pairWithout(this.state.pair, i);
        [, this.selected] = this.state.pair;
        this.#rebuild();
        this.changed(true);
      },
      reset: () => {
        this.restore(new URLSearchParams());
        this.changed(true);
      },
    };
  }

  /** @param {URLSearchParams} params */
  restore(params) {
    this.steps.stepState.stop();
    this.state = readState(params);
    [, this.selected] = this.state.pair;
    this.#rebuild();
    this.update();
  }

  #add(body) {
    this.state.bodies.push(body);
    this.selected = this.state.bodies.length - 1;
    this.#rebuild();
    this.changed(true);
  }

  /** Makes all shapes. If the points of a body are invalid, the body gets the initial points of its type. */
  #rebuild() {
    for (const shape of this.shapes) shape.dispose();
    this.shapes = this.state.bodies.map((body, i) => {
      try {
        return Shape.from(recordOf(body));
      } catch (error) {
        this.host.tell(`Shape ${letter(i)}: ${error.message}`);
        Object.assign(body, startOf(body.type));
        return Shape.from(recordOf(body));
      }
    });
  }

  /** Changes a body's shape or pose. If the shape is invalid, it keeps the old one and shows the reason. */
  change(i, change, push = false) {
    const body = { ...this.state.bodies[i], ...change };
    body.pose = roundedPose(body.pose);
    try {
      if (Object.keys(change).some((name) => name !== 'pose')) {
        const shape = Shape.from(recordOf(body));
        this.shapes[i].dispose();
        this.shapes[i] = shape;
      }
      this.state.bodies[i] = body;
      this.host.tell('');
    } catch (error) {
      this.host.tell(error.message);
    }
    this.changed(push);
  }

  /** @param {number} i the body to select; it also becomes part of the measured pair */
  select(i) {
    this.selected = i;
    if (!this.state.pair.includes(i)) this.state.pair[1] = i;
  }

  /** The selected body. */
  body() {
    return this.state.bodies[this.selected];
  }

  /** Removes a corner of the selected body. @param {number} corner */
  remove(corner) {
    const { points } = this.body();
    if (points.length > 3) this.change(this.selected, removed(this.body(), corner), true);
    else this.host.tell('A polygon needs three points.');
  }

  #drawingKey(event) {
    if (!this.drawing.points) return;
    if (event.key === 'Escape') this.#sketch(false);
    else if (event.key === 'Enter' && event.target.id !== 'sketch') this.drawing.finish();
  }

  #sketch(on) {
    this.drawing.start(on);
    this.host.tell('');
    this.#draw();
  }

  /**
   * Called when a polygon is finished (body), or after another point (null).
   * @param {import('./shape-types.js').Choice | null} body
   */
  #drawn(body) {
    if (!body) return this.#draw();
    try {
      Shape.from(recordOf(body)).dispose();
    } catch {
      this.host.tell(
        'All these points are on one line. A polygon needs three points that are not on one line.',
      );
      return this.#draw();
    }
    this.host.tell('');
    this.#add({ ...body, pose: roundedPose(body.pose) });
  }

  /** Changes the view. @param {import('./camera.js').View} view */
  look(view) {
    this.state.view = view;
    this.#draw();
    this.remember();
  }

  /** The view's camera. */
  get camera() {
    return this.views.camera;
  }

  #code() {
    const { bodies, pair, query } = this.state;
    const shapes = pair.map((i, k) => ({ name: 'ab'[k], record: recordOf(bodies[i]) }));
    return codeOf({ shapes, poses: pair.map((i) => bodies[i].pose), query });
  }

  /** Shows the state and writes it to the address. @param {boolean} push adds an entry to the history */
  changed(push) {
    this.update();
    this.remember({ push });
  }

  /** @param {{ push?: boolean, final?: boolean }} [how] see main.js */
  remember(how) {
    this.host.remember(writeState(this.state), how);
  }

  #pair() {
    return this.state.pair.map((i) => ({ shape: this.shapes[i], pose: this.state.bodies[i].pose }));
  }

  /** Measures and draws the current state. */
  update() {
    const [a, b] = this.#pair();
    this.measured = measure(a, b, this.state.show, this.outs);
    this.nanoseconds = null;
    this.steps.solve([a, b]);
    this.show();
    if (this.measured.growth.result) this.measureTimeSoon();
  }

  #measureTime() {
    this.nanoseconds = timeOf(...this.#pair());
    this.#renderPanel();
  }

  /** Draws the measurement and the current step. */
  show() {
    this.#draw();
    this.#renderPanel();
  }

  #draw() {
    const { state, shapes, measured, selected, steps } = this;
    const drawing = this.drawing.points;
    const [trace, strip] = [steps.trace, steps.strip()];
    this.views.draw({ state, shapes, measured, selected, drawing, trace, strip });
    this.#renderTools();
  }

  #renderTools() {
    const { drawing, state, camera } = this;
    const middle = [camera.width / 2, camera.height / 2];
    const act = {
      sketch: () => this.#sketch(!drawing.points),
      finish: () => drawing.finish(),
      zoom: (factor) => this.look(zoomed(state.view, camera, middle, factor)),
      fit: () => this.look(this.views.fitted()),
    };
    render(tools(drawing.points, state.bodies.length >= MOST_BODIES, act), this.views.tools);
  }

  #renderPanel() {
    const { state, measured, nanoseconds, steps } = this;
    const table = allPairs(this.shapes, state.bodies);
    const trace = { trace: steps.trace, steps: steps.act };
    const view = { state, measured, nanoseconds, table, code: this.codeFold, ...trace };
    render(panel(view, this.act), this.host.panel);
  }

  close() {
    this.stop.abort();
    this.measureTimeSoon.cancel();
    for (const shape of this.shapes) shape.dispose();
  }
}

/** @param {object} host see main.js @returns {Flatland} */
export function open(host) {
  const page = new Flatland(host);
  page.restore(host.params);
  return page;
}
