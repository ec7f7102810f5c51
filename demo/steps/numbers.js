/* The controls and numbers of a trace, the same on all pages with one. */
import { html, nothing } from 'lit-html';
import { choice, readout, slider } from '../ui/controls.js';
import { SPEED } from './address.js';
import { gapOf } from './convergence.js';
import { QUERIES, SUBALGORITHMS, hasSubalgorithm } from './runs.js';

const SUB_OPTIONS = Object.entries(SUBALGORITHMS).map(([value, label]) => ({ value, label }));

const bound = (x) => (x === null ? 'none yet' : x.toFixed(10).replace('-', '−'));

/**
 * The numbers of a step.
 * @param {import('growth-distance').TraceIterate | undefined} row
 * @param {import('./runs.js').Run} run
 * @param {string} [prefix] for the ids of the bounds, if the page shows other bounds, too
 */
export function stepNumbers(row, { query }, prefix = '') {
  const { symbol, meaning } = QUERIES[query];
  const gap = row ? gapOf(row) : null;
  const list = readout([
    { id: 'type', label: 'drawn inside', value: row ? row.type : '–' },
    { id: 'iteration', label: 'iteration', value: row ? row.iteration : '–' },
    { id: `${prefix}lower`, label: `${symbol} at least`, value: row ? bound(row.lower) : '–' },
    { id: `${prefix}upper`, label: `${symbol} at most`, value: row ? bound(row.upper) : '–' },
    {
      id: 'gap',
      label: 'gap',
      value: gap === null ? '–' : gap.toExponential(2).replace('-', '−'),
    },
  ]);
  return html`${list}
    <p class="note" id="meaning">
      ${symbol} is the ${meaning}; the gap is the difference of its two bounds.
    </p>`;
}

/** @param {import('./runs.js').Run} run @param {(name: string) => void} onChange */
export const subalgorithmChoice = (run, onChange) =>
  hasSubalgorithm(run)
    ? choice({
        id: 'subalgorithm',
        label: 'simplex solver',
        value: run.subalgorithm,
        options: SUB_OPTIONS,
        onChange,
      })
    : nothing;

/** @param {number} value steps per second @param {(speed: number) => void} onInput */
export const speedSlider = (value, onInput) =>
  slider({
    ...SPEED,
    id: 'speed',
    label: 'speed',
    unit: '/s',
    value,
    step: 0.5,
    digits: 1,
    onInput,
  });
