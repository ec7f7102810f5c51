/* The stepper's panel: numbers of the step, convergence, methods, the pair. */
import { html, nothing } from 'lit-html';
import { MARGIN, shapeTypeOptions, parametersOf } from '../../shapes/shape-types.js';
import { MEASURE_LABELS } from '../../steps/convergence.js';
import { RUN_ROLES } from '../../steps/curves.js';
import { speedSlider, stepNumbers, subalgorithmChoice } from '../../steps/numbers.js';
import { METHOD_OPTIONS, nameOf } from '../../steps/runs.js';
import { differenceEntry, insideEntry } from '../../steps/legend.js';
import { bodyControls, handleModes } from '../../ui/bodies.js';
import { buttons, choice, folded, section } from '../../ui/controls.js';
import { PRESETS } from './presets.js';
import { MOST_RUNS } from './state.js';

/**
 * @param {object} view data to show
 * @param {import('./state.js').State} view.state
 * @param {import('../../steps/runs.js').Solved[]} view.solved
 * @param {import('../../steps/convergence.js').Progress[]} view.progress
 * @param {import('growth-distance').TraceIterate | undefined} view.row
 * @param {string} view.preset '' if no preset has these shapes
 * @param {Record<string, Function>} act actions of the controls, see page.js
 */
export function panel(view, act) {
  return html`
    ${numbers(view)}
    ${section('Convergence', html`<div id="convergence" class="chart"></div>`, chartNote(view))}
    ${section('Methods on this pair', table(view, act), methodControls(view, act))}
    ${section('The pair', pairControls(view, act))} ${folded('What the colours mean', legend())}
  `;
}

const numbers = ({ state, solved, row }) =>
  html`<section aria-label="Numbers of this step">
    ${stepNumbers(row, solved[state.focus].run)}
  </section>`;

/** Explains the curves that do not show the gap of the bounds. */
function chartNote({ solved, progress }) {
  const others = Object.keys(MEASURE_LABELS).flatMap((measure) => {
    const names = solved
      .filter(({ rows }, i) => rows.length > 0 && progress[i].measure === measure)
      .map(({ run }) => nameOf(run));
    return measure === 'gap' || names.length === 0
      ? []
      : [`${names.join(', ')}: ${MEASURE_LABELS[measure]}.`];
  });
  return others.length > 0 ? html`<p class="note">${others.join(' ')}</p>` : nothing;
}

function table({ state, solved }, act) {
  const line = (s, i) =>
    html`<tr class=${i === state.focus ? 'focused' : ''}>
      <td>
        <label for="focus-${i}">
          <input
            type="radio"
            name="focus"
            id="focus-${i}"
            .checked=${i === state.focus}
            @change=${() => act.focus(i)}
          />
          <i style="background: var(--${RUN_ROLES[i]})"></i><span>${nameOf(s.run)}</span>
        </label>
      </td>
      <td><output id="iterations-${i}">${s.iterations ?? '–'}</output></td>
      <td><output id="calls-${i}">${s.supportCalls ?? '–'}</output></td>
      <td><output id="value-${i}">${s.value}</output></td>
      <td title=${s.error || nothing}><output id="status-${i}">${s.status}</output></td>
    </tr>`;
  return html`<table id="methods" class="methods">
    <thead>
      <tr>
        <th scope="col">shown</th>
        <th scope="col" title="iterations">iter.</th>
        <th scope="col" title="evaluations of each shape's support function">calls</th>
        <th scope="col">value</th>
        <th scope="col">status</th>
      </tr>
    </thead>
    <tbody>
      ${solved.map(line)}
    </tbody>
  </table>`;
}

function methodControls({ state, solved }, act) {
  const { run } = solved[state.focus];
  return html`${choice({
      id: 'method',
      label: 'Method shown',
      value: `${run.query}:${run.method}`,
      options: METHOD_OPTIONS,
      onChange: act.method,
    })}
    ${subalgorithmChoice(run, act.subalgorithm)}
    <div class="below">
      ${buttons('Methods', [
        {
          id: 'add',
          label: 'Add a method',
          disabled: state.runs.length >= MOST_RUNS,
          onClick: act.add,
        },
        {
          id: 'remove',
          label: 'Remove this method',
          disabled: state.runs.length < 2,
          onClick: act.remove,
        },
      ])}
    </div>
    ${speedSlider(state.speed, act.speed)}`;
}

function pairControls({ state, preset }, act) {
  const presets = Object.entries(PRESETS).map(([value, { label }]) => ({ value, label }));
  return html`${choice({
      id: 'preset',
      label: 'Examples',
      value: preset,
      options: preset ? presets : [{ value: '', label: 'your own' }, ...presets],
      wide: true,
      onChange: act.preset,
    })}
    <div class="below">${state.bodies.map((body, k) => controls(body, k, act))}</div>
    ${handleModes(state.mode, act.mode)}
    <p class="note below">Drag a shape in the left view; the solver runs again while you drag.</p>`;
}

function controls(body, i, act) {
  const [types, parameters] = [shapeTypeOptions(body), parametersOf(body)];
  return bodyControls(
    { body, i, pair: [0, 1], many: false, types, parameters, margin: MARGIN },
    act,
  );
}

const legend = () =>
  html`<ul class="legend">
    ${insideEntry}
    <li>
      <i style="background: var(--witness)"></i>this step: direction, support points, the supporting
      plane through them
    </li>
    <li>
      <i style="background: var(--normal)"></i>outside: the plane that proves the best bound so far;
      small squares: supporting planes of earlier steps
    </li>
    ${differenceEntry}
    <li>
      <i class="round" style="background: var(--ink)"></i>the origin; for growth distance also the
      goal of the ray
    </li>
    <li><i style="background: var(--a)"></i>A; faint: scaled by the lower bound</li>
    <li>
      <i style="background: var(--b)"></i>B: the same; for a depth, moved until it is separated
    </li>
  </ul>`;
