/* Motion: two bodies on paths, the certified interval of their first contact, and what a test at single
 * times misses. Data flows in one direction: state -> shapes -> answer -> picture, time line and panel. */
import '../../steps/steps.css';
import './style.css';
import { render } from 'lit-html';
import { Shape, Sphere } from 'growth-distance';
import { roundedPose } from '../../shapes/bodies.js';
import { codeOf } from '../../shapes/code.js';
import { recordOf, startOf } from '../../shapes/shape-types.js';
import { handleModes } from '../../ui/bodies.js';
import { CodeFold } from '../../ui/code.js';
import { debounce } from '../../ui/debounce.js';
import { answer, argumentsOf, samplesNeeded, timeOfQuery } from './answer.js';
import { CALLS, panel } from './panel.js';
import { carried, endAtSpeed } from './path.js';
import { Picture } from './picture.js';
import { Player } from './player.js';
import { presetOf, stateOf } from './presets.js';
import { bodiesAsked, readState, writeState } from './state.js';
import { stepSentence } from './steps.js';
import { timeline } from './timeline.js';
import { sentence } from './words.js';

/** After a pause of this many milliseconds, the page measures what takes long. */
const IDLE = 400;
/** Radius at which the point of a ray is drawn. */
const BEAD = 0.07;

class Motion {
  constructor(host) {
    this.host = host;
    this.shapes = [];
    this.selected = { body: 1, part: 'end' };
    this.player = new Player(
      (t) => this.#showTime(t),
      () => this.#renderTimeline(),
    );
    this.#layOut();
    this.picture = new Picture(this.scene, {
      onMove: (k, part, pose) => this.#moved(k, part, roundedPose(pose)),
      onSelect: (body, part) => {
        this.selected = { body, part };
      },
      onRelease: () => this.#released(),
    });
    this.picture.stage.orbit.addEventListener('end', () => {
      this.state.camera = this.picture.stage.view;
      this.#remember();
    });
    this.measureSoon = debounce(IDLE, () => this.#measure());
    this.code = new CodeFold(
      () => this.#code(),
      host,
      () => this.#renderPanel(),
    );
    this.act = this.#actions();
  }

  #layOut() {
    const make = (className) => Object.assign(document.createElement('div'), { className });
    const layout = make('step-layout');
    this.scene = make('motion-scene');
    this.tools = make('tools');
    this.below = make('strip');
    this.scene.append(this.tools);
    layout.append(this.scene, this.below);
    this.host.view.append(layout);
  }

  #actions() {
    const set = (change, push) => {
      Object.assign(this.state, change, { time: null, step: null });
      this.#changed(push);
    };
    const setBody = (k, change, push) =>
      set({ bodies: this.state.bodies.with(k, { ...this.state.bodies[k], ...change }) }, push);
    return {
      preset: (name) => {
        Object.assign(this.state, stateOf(name), { camera: null });
        this.picture.stage.placeCamera(null);
        this.selected = { body: 1, part: 'end' };
        this.#rebuild();
        this.#changed(true);
      },
      query: (query) => {
        this.state.query = query;
        this.#rebuild();
        set({}, true);
      },
      speed: (speed) => {
        const to = roundedPose(endAtSpeed(this.state.bodies[1], Number(speed.toPrecision(3))));
        setBody(1, { to }, false);
      },
      turns: (k, turns) => setBody(k, { turns }, false),
      moves: (k, moves) => setBody(k, { moves }, true),
      target: (target) => set({ target }, false),
      samples: (samples) => set({ samples }, false),
      show: (layer, on) => {
        this.state.show[on ? 'add' : 'delete'](layer);
        this.#changed(true);
      },
      mode: (mode) => {
        this.state.mode = mode;
        this.picture.stage.setMode(mode);
        this.#changed(true);
      },
      type: (k, type) => {
        if (this.state.bodies[k].type !== type) this.#reshape(k, startOf(type), true);
      },
      parameter: (k, j, x) =>
        this.#reshape(k, { values: this.state.bodies[k].values.with(j, x) }, false),
      margin: (k, margin) => this.#reshape(k, { margin }, false),
      play: () => this.#play(),
      contact: () => {
        this.player.stop();
        this.#showTime(null);
        this.#remember();
      },
      step: (k) => {
        this.player.stop();
        this.#showTime(null, k);
        this.#remember();
      },
      time: (t) => {
        this.player.stop();
        this.#showTime(t);
        this.#remember();
      },
    };
  }

  /** @param {URLSearchParams} params */
  restore(params) {
    this.player.stop();
    this.state = readState(params);
    this.picture.stage.setMode(this.state.mode);
    this.picture.stage.placeCamera(this.state.camera);
    this.#rebuild();
    this.#update();
  }

  /** Makes both shapes again. */
  #rebuild() {
    for (const shape of this.shapes) shape.dispose();
    this.shapes = bodiesAsked(this.state).map((body) => Shape.from(recordOf(body)));
    const isRay = this.state.query === 'ray';
    const drawn = isRay ? [this.shapes[0], new Sphere({ radius: BEAD })] : this.shapes;
    drawn.forEach((shape, k) => this.picture.setShape(k, shape));
    if (isRay) drawn[1].dispose();
  }

  #code() {
    const { query } = this.state;
    const { motions, more, options } = argumentsOf(this.#sceneAsked());
    const shapes = motions.map((_, k) => ({
      name: ['a', 'b'][k],
      record: recordOf(this.state.bodies[k]),
    }));
    const prefix = query === 'impact' ? 'motion' : 'pose';
    return codeOf({ shapes, poses: motions, query: CALLS[query], options, prefix, more });
  }

  /** Gives a body another shape. If the shape is invalid, it keeps the old one and shows the reason. */
  #reshape(k, change, push) {
    const body = { ...this.state.bodies[k], ...change };
    try {
      Shape.from(recordOf(body)).dispose();
    } catch (error) {
      this.host.tell(error.message);
      this.#renderPanel();
      return;
    }
    this.host.tell('');
    this.state.bodies[k] = body;
    this.state.time = null;
    this.state.step = null;
    this.#rebuild();
    this.#changed(push);
  }

  /** Moves the start or the end of a path, or the whole path if the body itself is dragged. */
  #moved(k, part, pose) {
    this.player.stop();
    const { bodies } = this.state;
    const body = bodies[k];
    const { time } = this;
    this.state.step = null;
    if (part === 'now') {
      // the time stays while the path moves, so that the body stays under the pointer
      this.state.time = time;
      const asked = bodiesAsked(this.state)[k];
      const { pose: from, to } = carried(asked, time, pose);
      bodies[k] = { ...body, pose: roundedPose(from), to: roundedPose(to) };
    } else {
      this.state.time = null;
      bodies[k] = { ...body, [part === 'start' ? 'pose' : 'to']: pose };
      // without rotation, both ends turn together
      if (this.state.query !== 'impact' && part === 'end')
        bodies[k].pose.quaternion = pose.quaternion;
    }
    this.dragging = true;
    this.#changed(false);
  }

  #released() {
    if (this.dragging) this.state.time = null;
    this.dragging = false;
    this.#update();
    this.#remember({ final: true });
  }

  #changed(push) {
    this.player.stop();
    this.#update();
    this.#remember({ push });
  }

  /** @param {{ push?: boolean, final?: boolean }} [how] see main.js */
  #remember(how) {
    this.host.remember(writeState(this.state), how);
  }

  /** The step of the solver that is shown, undefined if none is. */
  get step() {
    return this.found.steps[this.state.step ?? -1];
  }

  /** The time shown. */
  get time() {
    return this.step?.time ?? this.state.time ?? this.rest;
  }

  /** The time shown first: of the contact or of the least gap. */
  get rest() {
    const { result, nearest } = this.found;
    return result?.hit ? result.lower : (nearest?.time ?? 1);
  }

  #sceneAsked() {
    const { query, target } = this.state;
    return { query, target, shapes: this.shapes, bodies: bodiesAsked(this.state) };
  }

  #update() {
    this.found = answer(this.#sceneAsked(), this.state.samples);
    this.nanoseconds = null;
    this.needed = undefined;
    this.#showTime(this.state.time, this.state.step);
    this.#renderPanel();
    if (this.found.result) this.measureSoon();
    else this.measureSoon.cancel();
  }

  #measure() {
    const scene = this.#sceneAsked();
    this.nanoseconds = timeOfQuery(scene);
    this.needed = this.found.result.hit ? samplesNeeded(scene) : null;
    this.#renderPanel();
  }

  /** Plays from the time shown to the contact or the end; from the start if the time shown is its end or `rest`. */
  #play() {
    const { result } = this.found;
    const end = result.hit ? result.lower : 1;
    if (this.player.playing) this.player.stop();
    else this.player.play(this.time < end && this.time !== this.rest ? this.time : 0, end);
  }

  /** @param {number | null} time null: `rest` @param {number | null} [step] of the solver */
  #showTime(time, step = null) {
    Object.assign(this.state, { time, step: this.found.steps[step ?? -1] ? step : null });
    const { found, selected } = this;
    const { show } = this.state;
    const bodies = bodiesAsked(this.state);
    this.picture.draw({ bodies, found, time: this.time, step: this.step, show, selected });
    this.#renderTimeline();
  }

  #renderTimeline() {
    const { found, time, player } = this;
    const { step } = this.state;
    const atRest = step === null && time === this.rest;
    const words = step === null ? sentence(this.state, found) : stepSentence(found.steps, step);
    const view = { found, time, atRest, step, playing: player.playing, words };
    render(timeline(view, this.act), this.below);
  }

  #renderPanel() {
    const { state, found, needed, nanoseconds, code } = this;
    const bodies = bodiesAsked(state);
    const view = { state, bodies, found, needed, nanoseconds, preset: presetOf(state), code };
    render(panel(view, this.act), this.host.panel);
    render(handleModes(state.mode, this.act.mode), this.tools);
  }

  close() {
    this.player.stop();
    this.measureSoon.cancel();
    this.picture.dispose();
    for (const shape of this.shapes) shape.dispose();
  }
}

/** @param {object} host see main.js @returns {Motion} */
export function open(host) {
  const page = new Motion(host);
  page.restore(host.params);
  return page;
}
