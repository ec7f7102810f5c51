/* The explorer's panel: numbers, layers to draw, shapes, files, code. */
import { html, nothing } from 'lit-html';
import { bodyControls } from '../../ui/bodies.js';
import { buttons, folded, section, toggle } from '../../ui/controls.js';
import { letter, numbers, pairTable } from '../../ui/numbers.js';
import { MARGIN, shapeTypeOptions, parametersOf } from '../../shapes/shape-types.js';
import { ACCEPTED, FILE_TYPES } from '../../shapes/file-types.js';
import { MOST_BODIES } from './state.js';

const LAYER_LABELS = {
  growth: 'Growth: shapes scaled by σ, contact',
  distance: 'Distance or penetration',
  plane: 'Separating plane',
  gradient: 'Gradient: direction of fastest rise of σ',
};

/**
 * @param {object} view data to show
 * @param {import('./state.js').State} view.state
 * @param {ReturnType<import('../../shapes/measure.js').measure>} view.measured
 * @param {number | null} view.nanoseconds
 * @param {number[][] | null} view.table growth distances of all pairs if there are more than two shapes
 * @param {import('../../ui/code.js').CodeFold} view.code
 * @param {Record<string, Function>} act actions of the controls, see page.js
 */
export function panel(view, act) {
  const { state } = view;
  return html`
    ${numbers(view)}
    ${section(
      'Show',
      Object.keys(LAYER_LABELS).map((layer) => showToggle(layer, state, act)),
    )}
    ${view.table ? section('All pairs: growth distance σ', pairTable(view)) : nothing}
    ${section(
      'Shapes',
      state.bodies.map((body, i) => controls(body, i, state, act)),
      shapeButtons(state, act),
    )}
    ${view.code.template()} ${folded('What the colours mean', legend())}
  `;
}

const showToggle = (layer, state, act) =>
  toggle({
    id: `show-${layer}`,
    label: LAYER_LABELS[layer],
    value: state.show.has(layer),
    onChange: (on) => act.show(layer, on),
  });

function controls(body, i, { pair, bodies }, act) {
  const [types, parameters] = [shapeTypeOptions(body), parametersOf(body)];
  const many = bodies.length > 2;
  return bodyControls({ body, i, pair, many, types, parameters, margin: MARGIN }, act);
}

function shapeButtons(state, act) {
  const full = state.bodies.length >= MOST_BODIES;
  const target = letter(state.pair[1]);
  return html`${buttons('Shapes', [
      { id: 'add', label: 'Add a shape', disabled: full, onClick: act.add },
      { id: 'reset', label: 'Start over', onClick: act.reset },
    ])}
    <p></p>
    <label class="button" for="file">Load a scan as shape ${target}…</label>
    <input
      id="file"
      type="file"
      accept=${ACCEPTED}
      @change=${({ target: input }) => {
        if (input.files[0]) act.file(input.files[0]);
        input.value = '';
      }}
    />
    <p class="note">
      ${FILE_TYPES}, or drop a file on the page. Its convex hull is used. Nothing leaves your
      machine.
    </p>`;
}

const legend = () =>
  html`<ul class="legend">
    <li><i style="background: var(--a)"></i>A: opaque at its size, faint when scaled by σ</li>
    <li><i style="background: var(--b)"></i>B: the same</li>
    <li><i class="round" style="background: var(--contact)"></i>contact of the scaled shapes</li>
    <li><i class="round" style="background: var(--witness)"></i>witness points on the shapes</li>
    <li><i class="thin" style="background: var(--normal)"></i>normal, from A towards B</li>
    <li>
      <i class="thin" style="background: var(--a)"></i>above a shape: direction of fastest rise of σ
    </li>
    <li><i class="thin" style="background: var(--soft)"></i>from centre to centre</li>
  </ul>`;
