/* The panel of the page: numbers, examples, motion, what is drawn, shapes. */
import { html, nothing } from 'lit-html';
import { MARGIN, parametersOf, shapeTypeOptions } from '../../shapes/shape-types.js';
import { bodyControls } from '../../ui/bodies.js';
import { choice, folded, formatList, readout, section, slider, toggle } from '../../ui/controls.js';
import { letter, timeText } from '../../ui/numbers.js';
import { MOST_SAMPLES } from './answer.js';
import { speedOf } from './path.js';
import { PRESETS } from './presets.js';
import { LAYERS, QUERIES, RANGES } from './state.js';
import { classOf, cut, raised, relationOf } from './words.js';

const HEADLINES = { impact: 'time of impact', cast: 'time of contact', ray: 'time of the hit' };
export const CALLS = { impact: 'timeOfImpact', cast: 'castShape', ray: 'castRay' };

/**
 * @param {object} view data to show
 * @param {import('./state.js').State} view.state
 * @param {import('./path.js').MovingBody[]} view.bodies as the query takes them
 * @param {ReturnType<import('./answer.js').answer>} view.found
 * @param {number | null | undefined} view.needed samples of which one sees the contact; undefined: not known yet
 * @param {number | null} view.nanoseconds
 * @param {string} view.preset '' if no preset has these bodies
 * @param {import('../../ui/code.js').CodeFold} view.code
 * @param {Record<string, Function>} act actions of the controls, see page.js
 */
export function panel(view, act) {
  return html`
    ${numbers(view)} ${section('The motion', motion(view, act))}
    ${section('The test at single times', samples(view, act))}
    ${section(
      'Show',
      Object.keys(LAYERS).map((layer) => showToggle(layer, view.state, act)),
    )}
    ${section('Shapes', shapes(view, act))} ${view.code.template()}
    ${folded('What the colours mean', legend())}
  `;
}

function numbers({ state: { query }, found: { result, nearest, error }, nanoseconds }) {
  const relation = result ? relationOf(result) : '';
  return html`<section aria-label="Result of ${CALLS[query]}">
    <p class="headline">
      <label class="quantity" for="value">${HEADLINES[query]} t</label>
      <output id="value">${result?.hit ? cut(result.time, 6) : result ? 'none' : '–'}</output>
      <span id="state" class=${classOf(relation)}>${relation}</span>
    </p>
    ${result ? readout(rows(result, nearest, query, nanoseconds)) : html`<p id="error">${error.message}</p>`}
  </section>`;
}

function rows(result, nearest, query, nanoseconds) {
  const { hit, lower, upper, normal, iterations, status } = result;
  const contact = hit && status !== 'overlapping';
  const list = [
    { id: 'lower', label: 'not before', value: cut(lower, 12) },
    {
      id: 'upper',
      // the end of a graze proves nothing
      label: status === 'grazing' ? 'graze ends' : 'at the latest',
      value: Number.isFinite(upper) ? raised(upper, 12) : '–',
    },
  ];
  if (nearest) list.push({ id: 'gap', label: 'least gap', value: nearest.gap.toFixed(6) });
  if (contact) {
    list.push({ id: 'normal', label: 'normal', value: formatList(normal) });
    if (query === 'ray')
      list.push({ id: 'point', label: 'point', value: formatList(result.point) });
    else
      list.push(
        { id: 'point-a', label: 'point of A', value: formatList(result.pointA) },
        { id: 'point-b', label: 'point of B', value: formatList(result.pointB) },
      );
  }
  return [
    ...list,
    { id: 'iterations', label: 'iterations', value: `${iterations} · ${status}` },
    { id: 'query-time', label: 'time', value: timeText(nanoseconds) },
  ];
}

function motion({ state, bodies, preset }, act) {
  const presets = Object.entries(PRESETS).map(([value, { label }]) => ({ value, label }));
  const speed = speedOf(bodies[1]);
  return html`${choice({
      id: 'preset',
      label: 'Examples',
      value: preset,
      options: preset ? presets : [{ value: '', label: 'your own' }, ...presets],
      wide: true,
      onChange: act.preset,
    })}
    <div class="below">
      ${choice({
        id: 'query',
        label: 'Query',
        value: state.query,
        options: Object.entries(QUERIES).map(([value, label]) => ({ value, label })),
        wide: true,
        onChange: act.query,
      })}
    </div>
    ${
      bodies[1].moves
        ? slider({
            ...RANGES.speed,
            id: 'speed',
            label: state.query === 'ray' ? 'ray length' : 'speed of B',
            value: Math.log10(Math.max(speed, 10 ** RANGES.speed.low)),
            text: String(Number(speed.toPrecision(3))),
            onInput: (x) => act.speed(10 ** x),
          })
        : nothing
    }
    ${state.query === 'impact' ? bodies.map((body, k) => turning(body, k, act)) : nothing}
    ${slider({
      ...RANGES.target,
      id: 'target',
      label: 'contact gap',
      value: state.target,
      onInput: act.target,
    })}`;
}

const turning = ({ moves, turns }, k, act) =>
  html`${toggle({
    id: `moves-${k}`,
    label: `${letter(k)} moves`,
    value: moves,
    onChange: (on) => act.moves(k, on),
  })}
  ${
    moves
      ? slider({
          ...RANGES.turns,
          step: 1,
          id: `turns-${k}`,
          label: `+ turns of ${letter(k)}`,
          value: turns,
          onInput: (x) => act.turns(k, x),
        })
      : nothing
  }`;

function samples({ state, found, needed }, act) {
  const seen = found.samples.filter(({ hit }) => hit).length;
  const contact = found.result?.hit && found.result.status !== 'overlapping';
  return html`${slider({
      ...RANGES.samples,
      step: 1,
      id: 'samples',
      label: 'samples',
      value: state.samples,
      onInput: act.samples,
    })}
    <p class="note">
      Tests for overlap at this many equally spaced times, as a game loop does. Faint copies show
      the bodies at these times.
    </p>
    ${readout([
      { id: 'seen', label: 'result', value: `${seen} of ${found.samples.length} see contact` },
      ...(contact ? [{ id: 'needed', label: 'enough', value: neededText(needed) }] : []),
    ])}`;
}

function neededText(needed) {
  if (needed === undefined) return '…';
  if (needed === null) return `more than ${MOST_SAMPLES} samples`;
  if (needed === 1) return '1 sample';
  return `${needed} samples (${needed / 2} ${needed === 2 ? 'is' : 'are'} too few)`;
}

const showToggle = (layer, state, act) =>
  toggle({
    id: `show-${layer}`,
    label: LAYERS[layer],
    value: state.show.has(layer),
    onChange: (on) => act.show(layer, on),
  });

function shapes({ state }, act) {
  const shown = state.query === 'ray' ? state.bodies.slice(0, 1) : state.bodies;
  return shown.map((body, i) =>
    bodyControls(
      {
        ...{ body, i, pair: [0, 1], many: false, margin: MARGIN },
        types: shapeTypeOptions(body),
        parameters: parametersOf(body),
      },
      act,
    ),
  );
}

const legend = () =>
  html`<ul class="legend">
    <li><i style="background: var(--a)"></i>A; faint: start, end and samples</li>
    <li><i style="background: var(--b)"></i>B: the same</li>
    <li><i style="background: var(--contact)"></i>samples that see contact</li>
    <li>
      <i style="background: var(--good)"></i>time line: proved free; each bar is a step of the
      solver
    </li>
    <li>
      <i class="thin" style="background: var(--soft)"></i>time line: tests for contact (red:
      contact)
    </li>
    <li><i class="thin" style="background: var(--a)"></i>arrow: from start to end</li>
    <li><i class="round" style="background: var(--witness)"></i>points of contact</li>
    <li><i class="thin" style="background: var(--normal)"></i>normal, from A towards B</li>
    <li><i style="background: var(--plane)"></i>plane between the bodies at the lower bound</li>
  </ul>`;
