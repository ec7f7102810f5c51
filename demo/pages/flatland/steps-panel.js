/* The part of the panel about the steps of a method. */
import { html, nothing } from 'lit-html';
import { speedSlider, stepNumbers, subalgorithmChoice } from '../../steps/numbers.js';
import { METHOD_OPTIONS } from '../../steps/runs.js';
import { differenceEntry, insideEntry } from '../../steps/legend.js';
import { choice, folded, section } from '../../ui/controls.js';
import { letter } from '../../ui/numbers.js';

const OPTIONS = [{ value: '', label: 'none' }, ...METHOD_OPTIONS];

/**
 * @param {import('./state.js').State} state
 * @param {import('./steps.js').Trace | null} trace
 * @param {Record<string, Function>} act see steps.js
 */
export function stepsPanel({ run, pair, speed }, trace, act) {
  return section(
    'Step by step',
    choice({
      id: 'method',
      label: 'In view',
      value: run ? `${run.query}:${run.method}` : '',
      options: OPTIONS,
      onChange: act.method,
    }),
    trace
      ? [
          subalgorithmChoice(run, act.subalgorithm),
          html`<div class="step-numbers">
            ${stepNumbers(trace.rows[trace.index], run, 'step-')}
          </div>`,
          speedSlider(speed, act.speed),
          pair.join() === '0,1' ? nothing : pairNote(pair),
          folded('What the colours mean in a step', legend()),
        ]
      : html`<p class="note">
          A method, and the second view shows how it closes in on its answer.
        </p>`,
  );
}

const pairNote = (pair) =>
  html`<p class="note">
    The steps call the pair A and B: here ${letter(pair[0])} and ${letter(pair[1])}.
  </p>`;

const legend = () =>
  html`<ul class="legend">
    ${insideEntry}
    <li>
      <i class="thin" style="background: var(--witness)"></i>asked for in this step: direction,
      support points, the line through them
    </li>
    <li>
      <i class="thin" style="background: var(--normal)"></i>outside: the line that proves most so
      far; short ones where earlier ones touch
    </li>
    ${differenceEntry}
    <li>
      <i class="round" style="background: var(--ink)"></i>the origin O; of growth distance also p,
      where the ray goes
    </li>
  </ul>`;
