/* The part of the panel that controls the steps of a method. */
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
      label: 'Method',
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
          Choose a method. The second view then shows how it finds its result.
        </p>`,
  );
}

const pairNote = (pair) =>
  html`<p class="note">
    In the steps, A and B mean the pair ${letter(pair[0])} and ${letter(pair[1])}.
  </p>`;

const legend = () =>
  html`<ul class="legend">
    ${insideEntry}
    <li>
      <i class="thin" style="background: var(--witness)"></i>this step: direction, support points,
      the supporting line through them
    </li>
    <li>
      <i class="thin" style="background: var(--normal)"></i>outside: the line that proves the best
      bound so far; short: supporting lines of earlier steps
    </li>
    ${differenceEntry}
    <li>
      <i class="round" style="background: var(--ink)"></i>the origin O; for growth distance also p,
      the goal of the ray
    </li>
  </ul>`;
