/* Flatland's panel: numbers, layers to draw, shapes, code. */
import { html, nothing } from 'lit-html';
import { bodyControls } from '../../ui/bodies.js';
import { buttons, choice, folded, section, toggle } from '../../ui/controls.js';
import { letter, numbers, pairTable } from '../../ui/numbers.js';
import { SHAPE_TYPES, MARGIN } from './shape-types.js';
import { MOST_BODIES } from './state.js';
import { stepsPanel } from './steps-panel.js';

const LAYER_LABELS = {
  growth: 'Growth: shapes scaled by σ, contact',
  distance: 'Distance or penetration',
  plane: 'Separating line',
  gradient: 'Gradient: direction of fastest rise of σ',
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
  { value: 'intersects', label: 'Overlap test' },
];
const SHAPE_TYPE_OPTIONS = Object.entries(SHAPE_TYPES).map(([value, { label }]) => ({
  value,
  label,
}));

/**
 * @param {object} view data to show
 * @param {import('./state.js').State} view.state
 * @param {ReturnType<import('../../shapes/measure.js').measure>} view.measured
 * @param {number | null} view.nanoseconds
 * @param {number[][] | null} view.table growth distances of all pairs if there are more than two shapes
 * @param {import('../../ui/code.js').CodeFold} view.code
 * @param {import('./steps.js').Trace | null} view.trace
 * @param {Record<string, Function>} view.steps actions of the steps' controls
 * @param {Record<string, Function>} act actions of the other controls, see page.js
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
    ${folded('What the Minkowski difference means', about())}
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
  While a method is shown, the picture shows only its steps for the pair.
</p>`;

const levelNote = ({ pair, levels }) => {
  const [a, b] = pair.map(letter);
  const meets = levels === 'growth' ? 'at 1' : 'at 0';
  return html`<p class="note">
    For every position of ${b}’s centre on a curve, the pair has the same
    ${levels === 'growth' ? 'growth distance σ' : 'signed distance'}; ${meets} ${a} and ${b} touch.
  </p>`;
};

function controls(body, i, state, act) {
  const { parameters, corners } = SHAPE_TYPES[body.type];
  const more =
    corners &&
    html`<p class="note">
      ${body.points.length} points. Drag a point to move it. Drag a small dot to add a point. Delete
      or a double click removes a point.
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
    C contains all differences a − b of a point of A and a point of B, each relative to the centre
    of its shape. The point p is B’s centre relative to A’s centre. The shapes overlap if p is in C.
    Scaling both shapes by σ scales C by σ. So the growth distance is the factor by which C must be
    scaled to reach p. Along the ray from O, this is |p| divided by the distance to C’s boundary.
    The distance of the shapes is the distance from p to C. Their penetration depth is the shortest
    distance by which p leaves C.
  </p>`;

const legend = () =>
  html`<ul class="legend">
    <li><i style="background: var(--a)"></i>A: opaque at its size, faint when scaled by σ</li>
    <li><i style="background: var(--b)"></i>B: the same</li>
    <li><i class="round" style="background: var(--contact)"></i>contact of the scaled shapes</li>
    <li><i class="thin" style="background: var(--witness)"></i>distance, or shortest way out</li>
    <li><i class="thin" style="background: var(--normal)"></i>normal, from A towards B</li>
    <li><i class="thin" style="background: var(--plane)"></i>separating line</li>
  </ul>`;
