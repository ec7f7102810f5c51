/* Rigid bodies: a simulation in steps of 1/60 s, its picture and its panel. A change of the settings
 * starts a new run. A run is reproducible until the visitor throws or pulls bodies. */
import { render } from 'lit-html';
import { debounce } from '../../ui/debounce.js';
import { onTheme, reducedMotion } from '../../ui/theme.js';
import { History } from './history.js';
import { PointerJoint, Thrower, ballModel } from './input.js';
import { disposeModels } from './models.js';
import { panel } from './panel.js';
import { Picture } from './picture.js';
import { Pointer } from './pointer.js';
import { STEP, Simulation } from './simulation.js';
import { nextSeed, readState, writeState } from './state.js';

/** Maximum number of steps per frame; a slow machine shows slow motion instead of falling behind. */
const CATCH_UP = 3;
/** After this many milliseconds, a frame starts no further step. */
const BUDGET = 14;
/** While the steps of a link are simulated, the page handles input after this many milliseconds. */
const SLICE = 40;
/** Milliseconds between two updates of the panel, and of the charts. */
const PANEL_EVERY = 120;
const CHARTS_EVERY = 260;
/** The weight of a new step in the mean times. */
const MEMORY = 0.06;

class Bodies {
  constructor(host) {
    this.host = host;
    this.ball = ballModel();
    this.picture = new Picture(host.view);
    this.joint = null;
    this.frame = 0;
    this.run = 0;
    this.playing = false;
    this.drawn = { panel: 0, charts: 0 };
    this.changeSoon = debounce(150, (push) => {
      this.#restart();
      this.#remember(push);
    });
    this.pointer = new Pointer(this.picture, {
      grab: (rigidBody, point) => this.#grab(rigidBody, point),
      move: (point) => this.joint?.move(point.toArray()),
      release: () => this.#release(),
      tap: (point) => this.#throw(point.toArray()),
    });
    this.act = this.#actions();
    this.stopTheme = onTheme(() => this.history && this.#drawCharts());
  }

  #actions() {
    return {
      play: () => (this.playing ? this.#pause() : this.#play()),
      step: () => {
        this.#step();
        this.#stopped();
      },
      restart: () => {
        this.state.steps = null;
        this.#restart();
        this.#remember(false);
      },
      seed: () => this.act.set({ seed: nextSeed(this.state.seed) }),
      set: (change) => {
        Object.assign(this.state, change, { steps: null });
        this.#renderPanel();
        // while a slider moves, it passes through many values
        this.changeSoon(!('count' in change));
      },
      normals: (normals) => {
        this.state.normals = normals;
        this.#remember(true);
        this.#draw();
      },
      throw: () => this.#throw([0, 0.5, 0]),
    };
  }

  /** @param {URLSearchParams} params */
  restore(params) {
    this.changeSoon.cancel();
    this.state = readState(params);
    this.#restart();
  }

  /** Starts a new run with the current settings. */
  #restart() {
    this.run++;
    this.host.busy('');
    this.host.tell('');
    this.#release();
    this.simulation?.dispose();
    this.simulation = new Simulation(this.state);
    this.thrower = new Thrower(this.simulation, this.ball);
    this.history = new History();
    this.history.add(this.simulation);
    this.times = { step: 0, contact: 0 };
    this.touched = false;
    this.playing = false;
    const { steps } = this.state;
    this.#draw();
    if (steps) this.#forward(steps);
    else if (steps === null && !reducedMotion()) this.#play();
  }

  /** Simulates the steps of a link as fast as possible. */
  async #forward(steps) {
    const { run, simulation } = this;
    while (this.forwarding) {
      const end = performance.now() + SLICE;
      while (this.forwarding && performance.now() < end) this.#step();
      this.host.busy(`Simulating ${steps} steps`, simulation.steps / steps);
      await new Promise((resolve) => setTimeout(resolve));
      if (run !== this.run) return;
    }
    this.host.busy('');
    this.#draw();
  }

  /** Whether steps of a link are still to be simulated. */
  get forwarding() {
    return this.state.steps !== null && this.simulation.steps < this.state.steps;
  }

  #step() {
    const { simulation, times } = this;
    try {
      simulation.step();
    } catch (error) {
      this.playing = false;
      this.state.steps = null;
      this.host.tell(`The run stopped: ${error.message}. Restart it, or choose another start.`);
      return;
    }
    this.history.add(simulation);
    const share = times.step === 0 ? 1 : MEMORY;
    times.step += share * (simulation.time - times.step);
    times.contact += share * (simulation.proximity.time - times.contact);
  }

  #play() {
    this.playing = true;
    this.state.steps = null;
    this.#remember(false);
    this.#renderPanel();
    this.last = performance.now();
    this.late = 0;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((now) => this.#tick(now));
  }

  #pause() {
    this.playing = false;
    this.#stopped();
  }

  /** Called when the run stops. If the run is reproducible, the address becomes a link to this moment. */
  #stopped() {
    this.state.steps = this.touched ? null : this.simulation.steps;
    this.#remember(false);
    this.#draw();
  }

  #tick(now) {
    if (!this.playing) return;
    this.frame = requestAnimationFrame((next) => this.#tick(next));
    this.late = Math.min(this.late + (now - this.last) / 1000, CATCH_UP * STEP);
    this.last = now;
    const begin = performance.now();
    while (this.playing && this.late >= STEP && performance.now() - begin < BUDGET) {
      this.#step();
      this.late -= STEP;
    }
    const still = this.simulation.asleep === this.simulation.bodies.length;
    if (!still || this.moving) this.#show();
    this.moving = !still;
    if (now - this.drawn.panel > PANEL_EVERY) this.#renderPanel(now);
    if (now - this.drawn.charts > CHARTS_EVERY) this.#drawCharts(now);
  }

  #grab(rigidBody, point) {
    if (this.forwarding) return;
    this.joint = new PointerJoint(this.simulation, rigidBody, point.toArray());
    this.#takePart();
  }

  #release() {
    this.joint?.letGo();
    this.joint = null;
  }

  /** @param {number[]} target */
  #throw(target) {
    if (this.forwarding) return;
    this.thrower.throw(this.picture.thrower, target);
    this.#takePart();
  }

  /** Marks the run as changed by the visitor. */
  #takePart() {
    this.touched = true;
    this.moving = true;
    if (!this.playing) this.#play();
  }

  #remember(push) {
    this.host.remember(writeState(this.state), { push });
  }

  #draw() {
    this.#show();
    this.#renderPanel();
    this.#drawCharts();
  }

  #show() {
    this.picture.show(this.simulation, { normals: this.state.normals, joint: this.joint });
  }

  #renderPanel(now = performance.now()) {
    this.drawn.panel = now;
    render(panel(this, this.act), this.host.panel);
  }

  #drawCharts(now = performance.now()) {
    this.drawn.charts = now;
    const [energy, overlap] = ['energy-chart', 'overlap-chart'].map((id) =>
      this.host.panel.querySelector(`#${id}`),
    );
    this.history.draw(energy, overlap);
  }

  close() {
    this.run++;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.changeSoon.cancel();
    this.stopTheme();
    this.#release();
    this.pointer.dispose();
    this.simulation.dispose();
    this.ball.shape.dispose();
    disposeModels();
    this.picture.dispose();
  }
}

/** @param {object} host see main.js */
export function open(host) {
  const page = new Bodies(host);
  page.restore(host.params);
  return page;
}
