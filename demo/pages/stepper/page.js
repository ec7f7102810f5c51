/* Algorithm stepper: the traces of several methods for one pair; one trace is drawn step by step in two
 * views. Data flows in one direction: state -> shapes -> traces -> views, chart and panel. Controls keep
 * no state. */
import '../../steps/steps.css';
import './stepper.css';
import { render } from 'lit-html';
import { Shape } from 'growth-distance';
import { roundedPose } from '../../shapes/bodies.js';
import { recordOf, startOf } from '../../shapes/shape-types.js';
import { progressOf } from '../../steps/convergence.js';
import { drawCurves } from '../../steps/curves.js';
import { QUERIES, readRun, runOf, solve } from '../../steps/runs.js';
import { transport } from '../../steps/transport.js';
import { StepState } from '../../steps/step-state.js';
import { titleOf, captionOf } from '../../steps/captions.js';
import { debounce } from '../../ui/debounce.js';
import { onTheme } from '../../ui/theme.js';
import { panel } from './panel.js';
import { Picture } from './picture.js';
import { PRESETS, stateOf } from './presets.js';
import { readState, writeState } from './state.js';

class Stepper {
  constructor(host) {
    this.host = host;
    this.shapes = [];
    this.version = 0;
    this.stop = new AbortController();
    this.#layOut();
    this.picture = new Picture([this.left, this.right], {
      onMove: (side) => this.#moved(side),
      onRelease: () => this.#remember({ final: true }),
      onTurn: (eye) => {
        this.state.eye = eye;
        this.#remember();
      },
    });
    this.stepState = new StepState(
      {
        state: () => this.state,
        count: () => this.rows.length,
        onStep: () => this.#showStep(),
        onPlay: () => this.#renderTransport(),
        remember: () => this.#remember(),
      },
      this.stop.signal,
    );
    this.chartSoon = debounce(0, () => this.#drawChart());
    this.act = this.#actions();
  }

  #layOut() {
    const make = (className, title = '') => {
      const node = Object.assign(document.createElement('div'), { className });
      if (title) node.append(Object.assign(document.createElement('p'), { textContent: title }));
      return node;
    };
    this.left = make('half', 'The shapes');
    this.right = make('half', 'Their Minkowski difference');
    const pair = make('halves');
    pair.append(this.left, this.right);
    this.below = make('strip');
    const layout = make('step-layout');
    layout.append(pair, this.below);
    this.host.view.append(layout);
  }

  #actions() {
    const { stepState } = this;
    const run = () => this.state.runs[this.state.focus];
    const replace = (next) => {
      this.state.runs = this.state.runs.with(this.state.focus, next);
      this.#changed(true);
      this.#fit();
    };
    return {
      speed: (speed) => {
        stepState.setSpeed(speed);
        this.#changed(false);
      },
      focus: (i) => {
        stepState.stop();
        this.state.focus = i;
        this.#changed(true);
        this.#fit();
      },
      method: (text) => {
        stepState.stop();
        replace(readRun(text));
      },
      subalgorithm: (name) => replace(runOf(run().query, run().method, name)),
      add: () => this.#add(),
      remove: () => {
        const { runs, focus } = this.state;
        this.state.runs = runs.toSpliced(focus, 1);
        this.state.focus = Math.min(focus, runs.length - 2);
        this.#changed(true);
        this.#fit();
      },
      preset: (name) => {
        stepState.stop();
        Object.assign(this.state, stateOf(name), { eye: null });
        this.#rebuild();
        this.#changed(true);
        this.#fit();
        this.picture.setEye(null);
      },
      mode: (mode) => {
        this.state.mode = mode;
        this.picture.stages[0].setMode(mode);
        this.#changed(true);
      },
      type: (k, type) => {
        if (this.state.bodies[k].type === type) return;
        this.#reshape(k, startOf(type), true);
        this.#fit();
      },
      parameter: (k, j, x) =>
        this.#reshape(k, { values: this.state.bodies[k].values.with(j, x) }, false),
      margin: (k, margin) => this.#reshape(k, { margin }, false),
    };
  }

  /** Adds a method that is not in the list yet, if possible one of the current query. */
  #add() {
    const { runs, focus } = this.state;
    const { query } = runs[focus];
    const known = new Set(runs.map((run) => `${run.query}:${run.method}`));
    const candidates = [query, ...Object.keys(QUERIES)].flatMap((q) =>
      Object.keys(QUERIES[q].methods).map((method) => runOf(q, method)),
    );
    const fresh = candidates.find(
      (run) => run.method !== 'auto' && !known.has(`${run.query}:${run.method}`),
    );
    this.state.runs = [...runs, fresh];
    this.state.focus = runs.length;
    this.#changed(true);
    this.#fit();
  }

  /** @param {URLSearchParams} params */
  restore(params) {
    this.stepState.stop();
    this.state = readState(params);
    this.picture.stages[0].select(null);
    this.picture.stages[0].setMode(this.state.mode);
    this.#rebuild();
    this.#update();
    this.#fit();
    this.picture.setEye(this.state.eye);
  }

  #rebuild() {
    for (const shape of this.shapes) shape.dispose();
    this.shapes = this.state.bodies.map((body) => Shape.from(recordOf(body)));
    this.version++;
    this.state.bodies.forEach((body, k) => {
      this.picture.world.setShape(k, this.shapes[k]);
      this.picture.world.setPose(k, body.pose);
    });
  }

  /** Gives a body another shape. If the shape is invalid, it keeps the old one and shows the reason. */
  #reshape(k, change, push) {
    const body = { ...this.state.bodies[k], ...change };
    let shape;
    try {
      shape = Shape.from(recordOf(body));
    } catch (error) {
      this.host.tell(error.message);
      this.#update();
      return;
    }
    this.host.tell('');
    this.shapes[k].dispose();
    this.shapes[k] = shape;
    this.version++;
    this.state.bodies[k] = body;
    this.picture.world.setShape(k, shape);
    this.#changed(push);
  }

  #moved(k) {
    const { position, quaternion } = this.picture.world.meshes[k];
    const pose = { position: position.toArray(), quaternion: quaternion.toArray() };
    this.state.bodies[k].pose = roundedPose(pose);
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

  get rows() {
    return this.solved[this.state.focus].rows;
  }

  /** Computes all traces again. */
  #update() {
    const [a, b] = this.#bodies();
    this.solved = this.state.runs.map((run) => solve(run, a, b));
    this.progress = this.solved.map(({ rows }) => progressOf(rows));
    this.#showStep();
  }

  #bodies() {
    return this.state.bodies.map(({ pose }, k) => ({ shape: this.shapes[k], pose }));
  }

  #showStep() {
    const { rows, version } = this;
    const { index } = this.stepState;
    const { run } = this.solved[this.state.focus];
    this.picture.show({ rows, index, run, version, bodies: this.#bodies() });
    this.#renderTransport();
    this.#renderPanel();
    this.chartSoon();
  }

  /** Moves the cameras so that the pair and the whole search of the current method are visible. */
  #fit() {
    const { rows } = this;
    const frame = rows[0]?.shift ?? [0, 0, 0];
    this.picture.fit([[0, 0, 0], frame]);
    this.#showStep();
  }

  #renderTransport() {
    const { rows, stepState } = this;
    const { index } = stepState;
    this.right.querySelector('p').textContent = titleOf(rows[index]);
    const { run, error } = this.solved[this.state.focus];
    const caption = rows.length > 0 ? captionOf(rows, index, run) : `${error}.`;
    render(transport(stepState, caption), this.below);
  }

  #renderPanel() {
    const { state, solved, progress, rows } = this;
    const row = rows[this.stepState.index];
    const view = { state, solved, progress, row, preset: presetOf(state) };
    render(panel(view, this.act), this.host.panel);
  }

  #drawChart() {
    const root = this.host.panel.querySelector('#convergence');
    if (!root || root.clientWidth === 0) return;
    const { solved, progress, rows } = this;
    const now = rows[this.stepState.index]?.iteration ?? 0;
    drawCurves(root, { solved, progress, now, focus: this.state.focus });
  }

  /** Redraws the chart when the theme or the width of the panel changes. */
  watch() {
    this.observer = new ResizeObserver(() => this.chartSoon());
    this.observer.observe(this.host.panel);
    this.stopTheme = onTheme(() => this.chartSoon());
  }

  close() {
    this.stop.abort();
    this.chartSoon.cancel();
    this.observer.disconnect();
    this.stopTheme();
    this.picture.dispose();
    for (const shape of this.shapes) shape.dispose();
  }
}

/** The preset with these shapes. @param {import('./state.js').State} state */
function presetOf({ bodies }) {
  const text = JSON.stringify(bodies);
  return Object.keys(PRESETS).find((name) => JSON.stringify(PRESETS[name].bodies()) === text) ?? '';
}

/** @param {object} host see main.js */
export async function open(host) {
  const page = new Stepper(host);
  page.restore(host.params);
  page.watch();
  return page;
}
