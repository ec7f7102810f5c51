/* Explorer: the visitor moves shapes of any type and sees all that the library computes for a pair. Data
 * flows in one direction: state -> shapes -> measurement -> picture and panel. Controls keep no state. */
import { html, render } from 'lit-html';
import { Shape } from 'growth-distance';
import { codeOf } from '../../shapes/code.js';
import { recordOf, startOf } from '../../shapes/shape-types.js';
import { Reader } from '../../shapes/reader.js';
import { acceptDrops } from '../../shapes/scans.js';
import { handleModes } from '../../ui/bodies.js';
import { CodeFold } from '../../ui/code.js';
import { debounce } from '../../ui/debounce.js';
import { allPairs, measure, reused, timeOf } from '../../shapes/measure.js';
import { paired, pairWithout } from '../../shapes/pair.js';
import { letter } from '../../ui/numbers.js';
import { panel } from './panel.js';
import { Picture } from './picture.js';
import { bodyOf, readState, roundedPose, writeState } from './state.js';

/** After a pause of this many milliseconds, the time of a query is measured. */
const IDLE = 400;
/** Positions of added shapes, in the order in which they are added. */
const PLACES = [
  [0, 1.9, -1.2],
  [-2.6, -0.6, 1.4],
  [2.2, -1.2, 1.6],
  [0.3, -1.6, -1.8],
];

class Explorer {
  /** Whether this page reads dropped files. */
  takesFiles = true;

  constructor(host) {
    this.host = host;
    this.shapes = [];
    this.outs = reused();
    this.nanoseconds = null;
    this.selected = 1;
    this.reader = new Reader();
    this.stop = new AbortController();
    this.picture = new Picture(host.view, {
      onMove: (i) => this.#moved(i),
      onSelect: (i) => this.#select(i),
      onRelease: () => this.#remember({ final: true }),
    });
    this.picture.stage.orbit.addEventListener('end', () => this.#rememberCamera());
    this.measureTimeSoon = debounce(IDLE, () => this.#measureTime());
    this.codeFold = new CodeFold(
      () => this.#code(),
      host,
      () => this.#renderPanel(),
    );
    this.#makeOverlay();
    this.act = this.#actions();
  }

  /** Creates the elements over the picture: the gizmo's mode and the hint for dropped files. */
  #makeOverlay() {
    this.tools = Object.assign(document.createElement('div'), { className: 'tools' });
    this.hint = Object.assign(document.createElement('p'), { className: 'hint', hidden: true });
    this.host.view.append(this.tools, this.hint);
    acceptDrops(this.hint, (file, more) => this.#load(file, more), this.stop.signal);
  }

  #actions() {
    const bodies = () => this.state.bodies;
    return {
      show: (layer, on) => {
        this.state.show[on ? 'add' : 'delete'](layer);
        this.#changed(true);
      },
      type: (i, type) => {
        if (bodies()[i].type !== type) this.#reshape(i, startOf(type), true);
      },
      parameter: (i, j, x) => this.#reshape(i, { values: bodies()[i].values.with(j, x) }, false),
      margin: (i, margin) => this.#reshape(i, { margin }, false),
      pair: (side, i) => {
        this.state.pair = paired(this.state.pair, side, i);
        this.selected = i;
        this.#changed(true);
      },
      add: () => {
        bodies().push(bodyOf('rock', PLACES[bodies().length - 2]));
        this.selected = bodies().length - 1;
        this.#rebuild();
        this.#changed(true);
      },
      remove: (i) => {
        bodies().splice(i, 1);
        this.state.pair = pairWithout(this.state.pair, i);
        this.selected = this.state.pair[1];
        this.#rebuild();
        this.#changed(true);
      },
      reset: () => {
        this.restore(new URLSearchParams());
        this.#changed(true);
      },
      mode: (mode) => {
        this.state.mode = mode;
        this.picture.stage.setMode(mode);
        this.#changed(true);
      },
      file: (file) => this.#load(file),
    };
  }

  /** @param {URLSearchParams} params */
  restore(params) {
    this.state = readState(params);
    [, this.selected] = this.state.pair;
    this.#rebuild();
    this.picture.stage.setMode(this.state.mode);
    if (this.state.camera) this.picture.stage.placeCamera(this.state.camera);
    this.#update();
  }

  #rememberCamera() {
    const { camera, orbit } = this.picture.stage;
    this.state.camera = [...camera.position.toArray(), ...orbit.target.toArray()];
    this.#remember();
  }

  /** Makes all shapes again. */
  #rebuild() {
    for (const shape of this.shapes) shape.dispose();
    this.shapes = [];
    const { bodies } = this.state;
    this.picture.setCount(bodies.length);
    bodies.forEach((body, i) => {
      this.shapes[i] = Shape.from(recordOf(body));
      this.picture.setShape(i, this.shapes[i]);
      this.picture.setPose(i, body.pose);
    });
  }

  /** Gives a body another shape. If the shape is invalid, it keeps the old one and shows the reason. */
  #reshape(i, change, push) {
    const body = { ...this.state.bodies[i], ...change };
    let shape;
    try {
      shape = Shape.from(recordOf(body));
    } catch (error) {
      this.host.tell(body.scan ? `${body.scan.name}: ${error.message}` : error.message);
      this.#update();
      return;
    }
    this.host.tell('');
    this.shapes[i].dispose();
    this.shapes[i] = shape;
    this.state.bodies[i] = body;
    this.picture.setShape(i, shape);
    this.#changed(push);
  }

  /** @param {File} file @param {number} [more] number of other files dropped with it */
  async #load(file, more = 0) {
    this.host.busy(`Reading ${file.name}`);
    try {
      const scan = await this.reader.read(file, (stage) => this.host.busy(stage));
      // a newer file, or another page
      if (!scan) return;
      this.#take(scan, more > 0 ? `Only ${file.name} was read: drop one file at a time.` : '');
    } catch (error) {
      this.host.tell(error.message);
    }
    this.host.busy('');
  }

  /** @param {import('../../shapes/reader.js').Result} result @param {string} rest another message to show */
  #take({ note, ...scan }, rest) {
    const change = { ...startOf('sphere'), type: `scan:${scan.name}`, scan, values: [1] };
    this.#reshape(this.state.pair[1], change, true);
    if (note || rest) this.host.tell(`${note} ${rest}`.trim());
  }

  #code() {
    const [a, b] = this.state.pair;
    const shapes = [a, b].map((i, k) => ({
      name: ['a', 'b'][k],
      record: recordOf(this.state.bodies[i]),
    }));
    const poses = [a, b].map((i) => this.state.bodies[i].pose);
    return codeOf({ shapes, poses, query: 'growthDistance' });
  }

  #select(i) {
    this.selected = i;
    if (!this.state.pair.includes(i)) this.state.pair[1] = i;
    this.#update();
  }

  #moved(i) {
    const mesh = this.picture.bodies[i];
    const { x, y, z, w } = mesh.quaternion;
    const pose = roundedPose({ position: mesh.position.toArray(), quaternion: [x, y, z, w] });
    this.state.bodies[i].pose = pose;
    this.#changed(false);
  }

  #changed(push) {
    this.#update();
    this.#remember({ push });
  }

  /** @param {{ push?: boolean, final?: boolean }} [how] see main.js */
  #remember(how) {
    this.host.remember(writeState(this.state), how);
  }

  #side(k) {
    const index = this.state.pair[k];
    return { index, shape: this.shapes[index], pose: this.state.bodies[index].pose };
  }

  #update() {
    const { state, picture } = this;
    const [a, b] = [this.#side(0), this.#side(1)];
    this.measured = measure(a, b, state.show, this.outs);
    picture.setPair(state.pair, this.selected);
    picture.showMeasured(this.measured, [a, b], state.show);
    this.nanoseconds = null;
    this.#renderPanel();
    if (this.measured.growth.result) this.measureTimeSoon();
    else this.measureTimeSoon.cancel();
  }

  #measureTime() {
    this.nanoseconds = timeOf(this.#side(0), this.#side(1));
    this.#renderPanel();
  }

  #renderPanel() {
    const { state, measured, nanoseconds } = this;
    const view = {
      state,
      measured,
      nanoseconds,
      table: allPairs(this.shapes, state.bodies),
      code: this.codeFold,
    };
    render(panel(view, this.act), this.host.panel);
    render(handleModes(state.mode, this.act.mode), this.tools);
    render(html`Drop the file: its hull becomes shape ${letter(state.pair[1])}`, this.hint);
  }

  close() {
    this.stop.abort();
    this.reader.dispose();
    this.measureTimeSoon.cancel();
    this.picture.dispose();
    for (const shape of this.shapes) shape.dispose();
  }
}

/** @param {object} host see main.js @returns {Explorer} */
export function open(host) {
  const page = new Explorer(host);
  page.restore(host.params);
  return page;
}
