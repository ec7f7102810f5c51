/* The panel: the state of the run, its numbers and charts, and the settings of the bodies. */
import { html } from 'lit-html';
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
import { TYPES } from './models.js';
import { COUNT } from './state.js';

const FAMILY_OPTIONS = [
  { value: 'polytopes', label: 'Polytopes' },
  { value: 'scans', label: 'Household scans' },
  { value: 'round', label: 'Round shapes and boxes' },
  { value: 'mixed', label: 'All of them' },
];
const QUANTITY_OPTIONS = [
  { value: 'growth', label: 'Growth distance' },
  { value: 'signed', label: 'Signed distance' },
];

const percent = (x, digits = 2) => `${format(100 * x, digits)} %`;

/**
 * @param {object} view
 * @param {import('./state.js').State} view.state
 * @param {import('./simulation.js').Simulation} view.simulation
 * @param {boolean} view.playing
 * @param {boolean} view.forwarding whether steps of a link are still to be simulated
 * @param {boolean} view.touched whether the visitor changed the run, so that no link can repeat it
 * @param {{ step: number, contact: number }} view.times mean times in ms
 * @param {Record<string, Function>} act
 */
export function panel(view, act) {
  const { state, simulation, forwarding } = view;
  return html`
    <p class="headline">
      <output id="contacts">${simulation.contacts}</output>
      <span>contacts, found in</span>
      <output id="found">${milliseconds(view)}</output>
      <span>ms</span>
    </p>
    ${buttons('Run', [
      {
        id: 'play',
        label: view.playing ? 'Pause' : 'Play',
        disabled: forwarding,
        onClick: act.play,
      },
      { id: 'step', label: 'Step', disabled: view.playing || forwarding, onClick: act.step },
      { id: 'restart', label: 'Restart', onClick: act.restart },
      { id: 'throw', label: 'Throw', disabled: forwarding, onClick: act.throw },
    ])}
    <section aria-label="What the colours mean">${legend(state)}</section>
    <section aria-label="Numbers">${numbers(view)}</section>
    ${section('Bodies', ...settings(state, act))}
    <section aria-label="Charts">
      <div id="energy-chart"></div>
      <div id="overlap-chart"></div>
    </section>
    <p class="note" id="link-note">
      ${
        view.touched
          ? 'The link does not include thrown and pulled bodies. It repeats the run from the start.'
          : 'When you pause, the address becomes a link to this moment: the same steps give the same numbers.'
      }
    </p>
    ${folded('How it works', explanation())}
  `;
}

function numbers({ simulation, times }) {
  const { proximity, bodies, asleep, steps, worst } = simulation;
  const ms = (x) => format(x, 1);
  return readout([
    {
      id: 'time',
      label: 'time',
      value: html`${format(steps / 60, 2)} s · <span id="steps">${steps}</span> steps`,
    },
    { id: 'bodies', label: 'bodies', value: `${bodies.length} · ${asleep} asleep` },
    {
      id: 'touching',
      label: 'near pairs',
      value: html`<span id="pairs">${proximity.pairs}</span>`,
      title: 'pairs that the broad phase found; the contacts are points of these pairs',
    },
    {
      id: 'energy',
      label: 'energy left',
      value: percent(simulation.energy / simulation.start),
    },
    {
      id: 'overlap',
      label: 'penetration',
      value: `${percent(proximity.overlap, 3)} · max ${percent(worst, 3)}`,
      title:
        'the largest penetration relative to the smaller body’s diameter: now, and in the whole run',
    },
    {
      id: 'ms',
      label: 'time per step',
      value: html`${ms(times.step)} ms<br />proximity ${ms(times.contact)}, dynamics
        ${ms(times.step - times.contact)}`,
    },
  ]);
}

/** The time for the contacts of a step. A browser's clock may be too coarse for less than 0.1 ms. */
function milliseconds({ simulation, times }) {
  if (simulation.steps === 0) return '–';
  return times.contact < 0.05 ? '< 0.1' : format(times.contact, 1);
}

/** The colours of the family's shape types and of the states of a body. */
const legend = ({ family }) =>
  html`<ul class="legend columns">
    ${Object.entries(TYPES[family]).map(
      ([type, label]) => html`<li><i style="background: var(--${type})"></i>${label}</li>`,
    )}
    <li><i style="background: var(--b)"></i>thrown or held</li>
    <li><i style="background: var(--other)"></i>greyish: asleep</li>
  </ul>`;

const settings = (state, act) => [
  choice({
    id: 'family',
    label: 'Shapes',
    value: state.family,
    options: FAMILY_OPTIONS,
    onChange: (family) => act.set({ family }),
  }),
  slider({
    id: 'count',
    label: 'Number',
    value: state.count,
    ...COUNT,
    step: 1,
    onInput: (count) => act.set({ count }),
  }),
  choice({
    id: 'quantity',
    label: 'Contacts by',
    value: state.quantity,
    options: QUANTITY_OPTIONS,
    onChange: (quantity) => act.set({ quantity }),
  }),
  toggle({
    id: 'normals',
    label: 'Draw contact normals',
    value: state.normals,
    onChange: act.normals,
  }),
  buttons('Start', [{ id: 'seed', label: `Another start (now ${state.seed})`, onClick: act.seed }]),
];

const explanation = () =>
  html`<div style="display: grid; gap: 8px">
    <p class="note">
      <a href="https://github.com/pmndrs/cannon-es">cannon-es</a>, a physics engine in JavaScript,
      computes gravity, friction and impacts. growth-distance computes which bodies touch, where,
      and along which normal. One call handles all pairs of a step, warm-started from the previous
      step.
    </p>
    <p class="note">
      With a growth distance σ, the gap along the normal n is (1 − 1/σ) n·(centre B − centre A). One
      formula covers separated and overlapping bodies. The signed distance is the largest gap of all
      normals, so the penetration by growth distance is at least as large. If faces touch, both give
      up to four contact points.
    </p>
    <p class="note">
      Energy is kinetic plus potential energy. The potential energy of a body is zero in its lowest
      position on the floor.
    </p>
    <p class="note">
      Scans: banana, cracker box, coffee can and mustard bottle of the
      <a href="https://www.ycbbenchmarks.com">YCB Object and Model Set</a> (CC BY 4.0), as convex
      hulls, five times as large.
    </p>
  </div>`;
