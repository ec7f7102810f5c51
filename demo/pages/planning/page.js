/* Motion planning: an arm among obstacles; the planner runs in a worker. Data flows in one direction:
 * state -> obstacles and configurations -> plan -> path. Every movement invalidates the plan and starts
 * a new one. */
import { render } from 'lit-html';
import { handleModes } from '../../ui/bodies.js';
import { reducedMotion } from '../../ui/theme.js';
import { Job } from './job.js';
import { reachFor } from './kinematics.js';
import { panel } from './panel.js';
import { along } from './path.js';
import { Picture } from './picture.js';
import { Playback } from './playback.js';
import { Robot } from './robot.js';
import { groupsOf, problemOf, readState, roundedList, writeState } from './state.js';
import { checkStartAndGoal } from './start-goal-check.js';
import { UR5E } from './ur5e.js';

/** If the tool misses its target by more than this, in metres, the page shows a message. */
const MISS = 0.005;
const OUT_OF_REACH = 'This pose is out of reach. The tool is as near as possible.';

const isEnd = (what) => what === 'start' || what === 'goal';

class Planning {
  constructor(host) {
    this.host = host;
    this.robot = new Robot(UR5E);
    this.missed = false;
    this.job = new Job({
      onGrow: (branches, fresh) => this.#grown(branches, fresh),
      onEnd: (found, asked) => this.#ended(found, asked),
      busy: host.busy,
    });
    this.playback = new Playback((fraction) => this.#showAt(fraction));
    this.picture = new Picture(host.view, this.robot, {
      onMove: (what, pose) => this.#moved(what, pose),
      onSelect: (what) => this.#select(what),
      onRelease: () => this.#released(),
    });
    this.picture.stage.orbit.addEventListener('end', () => {
      this.state.camera = this.picture.stage.view;
      this.#remember(false);
    });
    this.tools = Object.assign(document.createElement('div'), { className: 'tools' });
    host.view.append(this.tools);
    this.act = { ...this.#planActions(), ...this.#sceneActions() };
  }

  #planActions() {
    return {
      plan: () => this.#plan(true),
      cancel: () => {
        this.job.cancel();
        this.#renderPanel();
      },
      automatic: (automatic) => {
        this.state.automatic = automatic;
        if (automatic && !this.job.path && !this.job.running) this.#plan(false);
        this.#remember(true);
      },
      calm: (calm) => {
        this.state.calm = calm;
        if (calm) this.#plan(true);
        this.#remember(true);
      },
      play: () => {
        if (this.playback.playing) this.playback.pause();
        else this.playback.play();
        this.#renderPanel();
      },
      scrub: (fraction) => {
        this.playback.pause();
        this.#showAt(fraction);
      },
      set: (key, value) => {
        this.state[key] = value;
        this.#changed(false);
      },
      choose: (key, value) => {
        this.state[key] = value;
        this.#changed(true);
      },
    };
  }

  #sceneActions() {
    return {
      edit: (which) => {
        this.act.select(which);
        this.#remember(true);
      },
      select: (what) => {
        this.picture.select(what);
        this.#select(what);
      },
      joint: (j, radians) => {
        const { edit } = this.state;
        this.missed = false;
        this.#setEnd(edit, this.state[edit].with(j, radians));
        this.picture.placeHandle(edit, this.state[edit]);
      },
      keep: (name, on) => {
        this.state.away[on ? 'delete' : 'add'](name);
        this.picture.setObstacles(groupsOf(this.state));
        if (!on && this.selected === name) this.act.select(this.state.edit);
        this.#changed(true);
      },
      mode: (mode) => {
        this.state.mode = mode;
        this.picture.stage.setMode(mode);
        this.#remember(true);
      },
      reset: () => {
        this.restore(new URLSearchParams());
        this.#remember(true);
      },
    };
  }

  /** @param {URLSearchParams} params @param {boolean} [asked] whether to play the path at the end of the search */
  restore(params, asked = false) {
    this.state = readState(params);
    const { picture, state } = this;
    picture.setObstacles(groupsOf(state));
    for (const which of ['start', 'goal']) picture.placeHandle(which, state[which]);
    picture.showGoal(state.goal);
    picture.stage.placeCamera(state.camera);
    picture.stage.setMode(state.mode);
    this.selected = state.edit;
    picture.select(state.edit);
    this.missed = false;
    this.#check();
    this.#plan(asked);
  }

  // ---- changes by the visitor ----

  #moved(what, { position, quaternion }) {
    if (isEnd(what)) {
      const { q, miss } = reachFor(this.robot, this.state[what], [...position, ...quaternion]);
      this.missed = miss > MISS;
      this.#setEnd(what, q);
    } else {
      this.state.poses[what] = {
        position: roundedList(position),
        quaternion: roundedList(quaternion),
      };
      this.#changed(false);
    }
  }

  #setEnd(which, q) {
    this.state[which] = roundedList(q);
    if (which === 'goal') this.picture.showGoal(this.state.goal);
    this.#changed(false);
  }

  #select(what) {
    this.selected = what;
    if (isEnd(what)) this.state.edit = what;
    if (what === 'start') this.act.scrub(0);
    this.#renderPanel();
  }

  /** During a drag, a handle follows the pointer. After the release, it returns to the tool. */
  #released() {
    this.missed = false;
    for (const which of ['start', 'goal']) this.picture.placeHandle(which, this.state[which]);
    this.#tell();
    this.#remember(true);
  }

  #changed(push) {
    this.job.clear();
    this.playback.rewind();
    this.picture.showArm(this.state.start);
    this.#check();
    if (this.state.automatic) this.job.soon(() => this.#plan(false));
    else this.#clear();
    this.#remember(push);
  }

  /** Checks start and goal; shows collisions as red parts and a message. */
  #check() {
    this.check = checkStartAndGoal(this.robot, problemOf(this.state));
    this.picture.mark(this.check.red);
    this.#tell();
  }

  #tell() {
    this.host.tell(this.check.sentence || (this.missed ? OUT_OF_REACH : this.job.failure));
  }

  // ---- planning ----

  /** @param {boolean} asked whether the visitor started the plan; if so, the page plays the path at the end */
  #plan(asked) {
    const { state, check } = this;
    this.playback.rewind();
    this.picture.showArm(state.start);
    if (check.which) {
      this.job.refuse(check.which);
      this.#clear();
    } else {
      this.job.begin(problemOf(state), { asked, calm: state.calm });
    }
    this.#tell();
    this.#renderPanel();
  }

  /**
   * Removes trees and path. This is called only when new ones arrive, so that the picture does not
   * flicker.
   */
  #clear() {
    this.picture.clearTrees();
    this.picture.showPath(null);
  }

  #grown(branches, fresh) {
    if (fresh) this.#clear();
    this.picture.growTrees(branches);
    this.#renderPanel();
  }

  #ended(found, asked) {
    const { job, playback } = this;
    job.measureWith(this.robot);
    this.picture.showPath(job.path);
    if (found) {
      playback.setLength(job.at.at(-1));
      if (asked && !reducedMotion()) playback.play();
    }
    this.#tell();
    this.#renderPanel();
  }

  // ---- drawing ----

  #showAt(fraction) {
    const { job, playback, state } = this;
    playback.fraction = fraction;
    this.picture.showArm(job.path ? along(job.path, job.at, fraction) : state.start);
    this.#renderPanel();
  }

  #remember(push) {
    this.host.remember(writeState(this.state), { push });
    this.#renderPanel();
  }

  #renderPanel() {
    const { state, selected, job } = this;
    const { answer, figures, running } = job;
    const { fraction, playing } = this.playback;
    const playback = { fraction, playing, ready: job.path !== null };
    const view = { state, selected, answer, figures, running, playback, path: job.path };
    view.joints = this.robot.joints;
    render(panel(view, this.act), this.host.panel);
    render(handleModes(state.mode, this.act.mode), this.tools);
  }

  close() {
    this.playback.pause();
    this.job.dispose();
    this.picture.dispose();
    this.robot.dispose();
  }
}

/** @param {object} host see main.js @returns {Planning} */
export function open(host) {
  const page = new Planning(host);
  page.restore(host.params, true);
  return page;
}
