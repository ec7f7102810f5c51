/* The planning page's panel: the result and its numbers, playback, joints, settings, obstacles. */
import { html, nothing } from 'lit-html';
import {
  buttons,
  choice,
  folded,
  format,
  readout,
  section,
  slider,
  toggle,
} from '../../ui/controls.js';
import { OBSTACLES } from './scene.js';
import { METHODS, RANGES, roundedList } from './state.js';

const DEGREES = 180 / Math.PI;
const count = (n) => n.toLocaleString('en');
const millimetres = (x) => `${format(1000 * x, 1)} mm`;

/**
 * @param {object} view data to show
 * @param {import('./state.js').State} view.state
 * @param {{ word: string, tone: string }} view.answer
 * @param {object} view.figures of the most recent report or result
 * @param {ArrayLike<number>[] | null} view.path corners
 * @param {boolean} view.running
 * @param {{ fraction: number, playing: boolean, ready: boolean }} view.playback
 * @param {string} view.selected object with the handles: 'start', 'goal' or an obstacle
 * @param {{ name: string, limit: number }[]} view.joints
 * @param {Record<string, Function>} act actions of the controls, see page.js
 */
export function panel(view, act) {
  return html`
    ${answer(view, act)} ${playback(view, act)} ${numbers(view)} ${configuration(view, act)}
    ${settings(view, act)} ${obstacles(view, act)} ${folded('Path as numbers', waypoints(view))}
    ${folded('What the colours mean', legend())}
    <p class="note about">
      The arm is a UR5e, dimensions as in MuJoCo Menagerie (BSD-3). Search: RRT-Connect, Kuffner and
      LaValle 2000.
    </p>
  `;
}

const answer = ({ state, answer: { word, tone }, running }, act) =>
  html`<section aria-label="Planning">
    <p class="headline"><output id="answer" class=${tone}>${word}</output></p>
    ${buttons('Planning', [
      { id: 'plan', label: 'Plan', onClick: act.plan },
      { id: 'cancel', label: 'Cancel', disabled: !running, onClick: act.cancel },
    ])}
    <div class="pairs long">
      ${toggle({
        id: 'automatic',
        label: 'plan whenever something moves',
        value: state.automatic,
        onChange: act.automatic,
      })}
      ${toggle({ id: 'watch', label: 'slowly, to watch the trees grow', value: state.calm, onChange: act.calm })}
    </div>
  </section>`;

const playback = ({ playback: { fraction, playing, ready } }, act) =>
  html`<section aria-label="The path" class="player">
    ${buttons('Playback', [
      {
        id: 'play',
        label: playing ? '❚❚' : '▶',
        name: playing ? 'Pause' : 'Play',
        disabled: !ready,
        onClick: act.play,
      },
    ])}
    ${slider({
      id: 'along',
      label: 'along the path',
      value: Math.round(100 * fraction),
      low: 0,
      high: 100,
      step: 1,
      unit: ' %',
      disabled: !ready,
      onInput: (x) => act.scrub(x / 100),
    })}
  </section>`;

function numbers({ figures: f }) {
  const or = (known, text) => (known === undefined ? '–' : text());
  return section(
    'Numbers',
    readout([
      { id: 'nodes', label: 'nodes', value: or(f.nodes, () => count(f.nodes)) },
      {
        id: 'checks',
        label: 'checks',
        value: or(f.checks, () => count(f.checks)),
        title: 'pairs of shapes tested with intersects, without pairs whose boxes are separated',
      },
      {
        id: 'rate',
        label: 'per second',
        value: or(f.time, () => (f.time > 0 ? count(rateOf(f)) : '–')),
        title: 'checks divided by the total time of the planner',
      },
      { id: 'time', label: 'time', value: or(f.time, () => `${format(f.time, 0)} ms`) },
      { id: 'length', label: 'path length', value: or(f.length, () => `${format(f.length, 3)} m`) },
      {
        id: 'clearance',
        label: 'clearance',
        value: or(f.clearance, () => `${millimetres(f.clearance)}, ${f.between.join(' to ')}`),
        title: 'the smallest distance between any two shapes, measured at every step of the path',
      },
      {
        id: 'verified',
        label: 'verified',
        value: or(f.length, () => `free at ${count(f.verified)} places`),
        title: 'the whole path, tested at ten times the resolution',
      },
    ]),
  );
}

/** Two significant digits, because a browser's clock is coarse. */
const rateOf = ({ checks, time }) => Number(((1000 * checks) / time).toPrecision(2));

function configuration({ state, joints }, act) {
  const which = (key, label) => ({
    id: `edit-${key}`,
    label,
    pressed: state.edit === key,
    onClick: () => act.edit(key),
  });
  return section(
    'Start and goal',
    buttons('Start or goal', [which('start', 'Start'), which('goal', 'Goal')]),
    html`<p class="note">Drag the ball at the tool, or turn the joints.</p>`,
    joints.map(({ name, limit }, j) =>
      slider({
        id: `joint-${j}`,
        label: name,
        value: DEGREES * state[state.edit][j],
        low: -Math.floor(DEGREES * limit),
        high: Math.floor(DEGREES * limit),
        step: 1,
        unit: '°',
        onInput: (degrees) => act.joint(j, degrees / DEGREES),
      }),
    ),
  );
}

function settings({ state }, act) {
  const number = (id, label, unit) =>
    slider({
      id,
      label,
      value: state[id],
      ...RANGES[id],
      step: 1,
      unit,
      onInput: (x) => act.set(id, x),
    });
  const finest = format(state.resolution / 10, 1);
  return section(
    'Collision checks',
    choice({
      id: 'method',
      label: 'moves are',
      value: state.method,
      options: METHODS.map((value) => ({ value, label: value })),
      onChange: (x) => act.choose('method', x),
    }),
    number('resolution', 'resolution', ' mm'),
    number('safety', 'safety distance', ' mm'),
    number('seed', 'seed', ''),
    html`<p class="note">
      ${
        state.method === 'certified'
          ? html`Every interval of a move is proved free: parts inflated by the distance that they
            can move in it do not overlap. Within ${finest} mm of the safety distance, a gap counts
            as a collision.`
          : html`Between two samples, no point of the arm moves farther than ${state.resolution} mm.
            A collision between samples is found only when the path is verified.`
      }
    </p>`,
  );
}

function obstacles({ state, selected }, act) {
  const present = OBSTACLES.map(({ name }) => name).filter((name) => !state.away.has(name));
  return section(
    'Obstacles',
    html`<div class="pairs">
      ${OBSTACLES.map(({ name }) =>
        toggle({
          id: `with-${name}`,
          label: name,
          value: !state.away.has(name),
          onChange: (on) => act.keep(name, on),
        }),
      )}
    </div>`,
    choice({
      id: 'selected',
      label: 'handles at',
      value: selected,
      options: ['start', 'goal', ...present].map((name) => ({ value: name, label: name })),
      onChange: act.select,
    }),
    buttons('Scene', [{ id: 'reset', label: 'Reset', onClick: act.reset }]),
  );
}

/** The path as JSON for other programs, one corner per row. */
function waypoints({ path }) {
  const row = (q) => `  [${roundedList(q, 6).join(', ')}]`;
  return html`<p class="note">
      Joint values of the corners in radians. Between corners, moves are straight in joint space.
    </p>
    <pre id="waypoints" tabindex="0" aria-label="Corners of the path">
${path ? `[\n${path.map(row).join(',\n')}\n]` : '–'}</pre>`;
}

const legend = () =>
  html`<ul class="legend">
    ${[
      ['a', '', 'the arm; the tree from the start'],
      ['b', '', 'the goal; the tree from the goal'],
      ['witness', 'thin', 'the path of the tool'],
      ['bad', '', 'parts that collide or are too near'],
    ].map(
      ([role, shape, text]) =>
        html`<li><i class=${shape || nothing} style="background: var(--${role})"></i>${text}</li>`,
    )}
  </ul>`;
