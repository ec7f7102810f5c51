/* The numbers of a pair, and the table of all pairs, for all pages with shapes. */
import { html, nothing } from 'lit-html';
import { relationOf } from '../shapes/measure.js';
import { format, formatList, readout } from './controls.js';

/** The letter of shape i. */
export const letter = (i) => String.fromCharCode(65 + i);

/**
 * @param {object} view
 * @param {{ pair: number[] }} view.state
 * @param {ReturnType<import('../shapes/measure.js').measure>} view.measured
 * @param {number | null} view.nanoseconds
 */
export function numbers({ state, measured, nanoseconds }) {
  const { growth, distance, gradient } = measured;
  const r = growth.result;
  const relation = r ? relationOf(r.value) : '';
  const [a, b] = state.pair.map(letter);
  return html`<section aria-label="Growth distance of ${a} and ${b}">
    <p class="headline">
      <label class="quantity" for="value">growth distance σ</label>
      <output id="value">${r ? format(r.value, 4) : '–'}</output>
      <span id="state" class=${relation}>${relation}</span>
    </p>
    ${
      r
        ? readout([
            { id: 'lower', label: 'at least', value: r.lower.toFixed(12) },
            { id: 'upper', label: 'at most', value: r.upper.toFixed(12) },
            { id: 'contact', label: 'contact', value: formatList(r.contact) },
            { id: 'normal', label: 'normal', value: formatList(r.normal) },
            { id: 'iterations', label: 'iterations', value: `${r.iterations} · ${r.status}` },
            {
              id: 'time',
              label: 'time',
              value: timeText(nanoseconds),
            },
          ])
        : html`<p id="growth-error">${growth.error.message}</p>`
    }
    ${signed(distance)} ${gradient.result || gradient.error ? slopes(gradient) : nothing}
  </section>`;
}

/** @param {number | null} nanoseconds from timeOf; null: not measured yet */
export function timeText(nanoseconds) {
  if (nanoseconds === null) return '…';
  if (nanoseconds === 0) return 'below the clock’s resolution';
  return `${nanoseconds >= 10 ? nanoseconds.toFixed(0) : nanoseconds.toPrecision(2)} ns per query`;
}

function signed({ result: r, error }) {
  if (error) return html`<p id="distance-error">${error.message}</p>`;
  const apart = r.value >= 0;
  const list = [
    {
      id: 'distance',
      label: apart ? 'distance' : 'penetration',
      value: format(Math.abs(r.value), 6),
      title: apart
        ? 'Euclidean distance between the nearest points'
        : 'length of the shortest translation that separates the shapes',
    },
  ];
  if (r.status !== 'optimal') list.push({ id: 'distance-status', label: '', value: r.status });
  return readout(list);
}

function slopes({ result, error }) {
  if (error) return html`<p id="gradient-error">${error.message}</p>`;
  const { gradient, unique } = result;
  const list = readout([
    ...['A', 'B'].map((name) => ({
      id: `slope-${name.toLowerCase()}`,
      label: `dσ/d${name}`,
      value: formatList(gradient[`position${name}`]),
    })),
    { id: 'unique', label: 'unique', value: unique ? 'yes' : 'no: several answers are valid' },
  ]);
  return html`${list}
    <p class="note">
      dσ/dA and dσ/dB: the change of σ per unit that the shape moves along each axis.
    </p>`;
}

/** The growth distances of all pairs as a table. */
export function pairTable({ table }) {
  const names = table.map((_, i) => letter(i));
  return html`<table id="pairs">
    <thead>
      <tr>
        <th scope="col">σ</th>
        ${names.slice(1).map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${names.slice(0, -1).map(
        (name, i) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${table[i].slice(1).map((x) => html`<td>${x === null ? '' : format(x)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
