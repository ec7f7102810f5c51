/* Flatland's panel: numbers, what is drawn, the shapes, code. */
import { html, nothing } from 'lit-html';
import { bodyControls } from '../../ui/bodies.js';
import { buttons, choice, folded, section, toggle } from '../../ui/controls.js';
import { letter, numbers, pairTable } from '../../ui/numbers.js';
import { SHAPE_TYPES, MARGIN } from './shape-types.js';
import { MOST_BODIES } from './state.js';
import { stepsPanel } from './steps-panel.js';

const LAYER_LABELS = {
  growth: 'Growth: shapes grown by σ, contact',
  distance: 'Distance or penetration',
  plane: 'Separating line',
  gradient: 'Gradient: where σ rises fastest',
  difference: 'Minkowski difference',
};
const LEVEL_OPTIONS = [
  { value: 'none', label: 'None' },
  { value: 'growth', label: 'Growth distance σ' },
  { value: 'signed', label: 'Signed distance' },
];
const QUERY_OPTIONS = [
  { value: 'growthDistance', label: 'Growth distance' },
  { value: 'signedDistance', label: 'Signed distance' },
  { value: 'growthGradient', label: 'Growth distance and its gradient' },
  { value: 'intersects', label: 'Do they intersect?' },
];
const SHAPE_TYPE_OPTIONS = Object.entries(SHAPE_TYPES).map(([value, { label }]) => ({
  value,
  label,
}));

/**
 * @param {object} view what is shown
 * @param {import('./state.js').State} view.state
 * @param {ReturnType<import('../../shapes/measure.js').measure>} view.measured
 * @param {number | null} view.nanoseconds
 * @param {number[][] | null} view.table growth distances of all pairs, where there are more than two shapes
 * @param {import('../../ui/code.js').CodeFold} view.code
 * @param {import('./steps.js').Trace | null} view.trace
 * @param {Record<string, Function>} view.steps what the controls of the steps do
 * @param {Record<string, Function>} act what the controls do, see page.js
 */
export function panel(view, act) {
  const { state } = view;
  const layer = (name) =>
    toggle({
      id: `show-${name}`,
      label: LAYER_LABELS[name],
      value: state.show.has(name),
      onChange: (on) => act.show(name, on),
    });
  return html`
    ${numbers(view)} ${stepsPanel(state, view.trace, view.steps)}
    ${section(
      'Show',
      view.trace ? layersNote : Object.keys(LAYER_LABELS).map(layer),
      choice({
        id: 'levels',
        label: 'Level curves',
        value: state.levels,
        options: LEVEL_OPTIONS,
        onChange: act.levels,
      }),
      state.levels === 'none' ? nothing : levelNote(state),
    )}
    ${view.table ? section('All pairs: growth distance σ', pairTable(view)) : nothing}
    ${section(
      'Shapes',
      state.bodies.map((body, i) => controls(body, i, state, act)),
      buttons('Shapes', [
        {
          id: 'add',
          label: 'Add a shape',
          disabled: state.bodies.length >= MOST_BODIES,
          onClick: act.add,
        },
        { id: 'reset', label: 'Start over', onClick: act.reset },
      ]),
    )}
    ${folded('What the Minkowski difference says', about())}
    ${view.code.template(
      choice({
        id: 'query',
        label: 'Query',
        value: state.query,
        options: QUERY_OPTIONS,
        onChange: act.query,
      }),
      html`<p></p>`,
    )}
    ${folded('What the colours mean', legend())}
  `;
}

const layersNote = html`<p class="note">
  While a method is in view, only its steps are drawn of the pair.
</p>`;

const levelNote = ({ pair, levels }) => {
  const [a, b] = pair.map(letter);
  const meets = levels === 'growth' ? 'at 1' : 'at 0';
  return html`<p class="note">
    Put ${b}’s centre on a curve, and that is the pair’s
    ${levels === 'growth' ? 'growth distance σ' : 'signed distance'}; ${meets} ${a} and ${b} touch.
  </p>`;
};

function controls(body, i, state, act) {
  const { parameters, corners } = SHAPE_TYPES[body.type];
  const more =
    corners &&
    html`<p class="note">
      ${body.points.length} points. Drag one; a small dot adds one; Delete or a double click removes
      it.
    </p>`;
  const many = state.bodies.length > 2;
  const { pair } = state;
  return bodyControls(
    { body, i, pair, many, types: SHAPE_TYPE_OPTIONS, parameters, margin: MARGIN, more },
    act,
  );
}

const about = () =>
  html`<p class="note">
    C holds every difference a − b of a point of A and a point of B, each seen from its shape’s
    centre. The point p is B’s centre seen from A’s. The shapes meet where p is in C. Growing both
    by σ grows C by σ, so the growth distance is how much C must grow to reach p: along the ray from
    O, that is |p| over the way to C’s boundary. The distance of the shapes is that of p from C, and
    their penetration is the shortest way for p out of C.
  </p>`;

const legend = () =>
  html`<ul class="legend">
    <li><i style="background: var(--a)"></i>A: solid as it is, faint as it grows by σ</li>
    <li><i style="background: var(--b)"></i>B likewise</li>
    <li><i class="round" style="background: var(--contact)"></i>contact of the grown shapes</li>
    <li><i class="thin" style="background: var(--witness)"></i>distance, or the way out</li>
    <li><i class="thin" style="background: var(--normal)"></i>normal, from A towards B</li>
    <li><i class="thin" style="background: var(--plane)"></i>separating line</li>
  </ul>`;
