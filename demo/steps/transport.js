/* The strip below both views: step buttons, slider and caption of the step; and the keys with the same
 * functions. */
import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { buttons } from '../ui/controls.js';

export const icon = (path) =>
  html`<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
    <path d=${path} fill="currentColor" />
  </svg>`;
export const ICONS = {
  first: 'M4 4h2.5v12H4zM16 4v12l-8.5-6z',
  back: 'M12.5 3.5l1.8 1.8L9.6 10l4.7 4.7-1.8 1.8L6 10z',
  play: 'M6 3.5v13l10-6.5z',
  pause: 'M5 4h3.5v12H5zM11.5 4H15v12h-3.5z',
  next: 'M7.5 3.5L5.7 5.3l4.7 4.7-4.7 4.7 1.8 1.8L14 10z',
  last: 'M4 4v12l8.5-6zM13.5 4H16v12h-2.5z',
};

/**
 * @param {import('./step-state.js').StepState} stepState
 * @param {string} caption of the step
 */
export function transport(stepState, caption) {
  const { index, count, playing } = stepState;
  const last = Math.max(0, count - 1);
  const button = (id, name, to, disabled) => ({
    ...{ id, name, disabled, label: icon(ICONS[id]) },
    onClick: () => stepState.step(to),
  });
  return html`<div class="transport">
      ${buttons('Steps', [
        button('first', 'First step', 0, index === 0),
        button('back', 'Step back', index - 1, index === 0),
        {
          id: 'play',
          name: playing ? 'Pause' : 'Play',
          label: icon(ICONS[playing ? 'pause' : 'play']),
          disabled: count < 2,
          onClick: () => stepState.toggle(),
        },
        button('next', 'Step forward', index + 1, index === last),
        button('last', 'Last step', last, index === last),
      ])}
      <input
        type="range"
        id="scrub"
        aria-label="Step"
        min="1"
        max=${Math.max(1, count)}
        step="1"
        .value=${live(String(index + 1))}
        ?disabled=${count < 2}
        @input=${(event) => stepState.step(Number(event.target.value) - 1)}
      />
      <span class="count"
        ><output id="step">${count && index + 1}</output> of <output id="of">${count}</output></span
      >
    </div>
    <p id="caption" class="caption" role="status" tabindex="0">${caption}</p>`;
}

/**
 * Space plays and pauses, the arrow keys step, home and end go to the first and last step. A key is
 * ignored if the focused element uses it, or if there are no steps.
 * @param {import('./step-state.js').StepState} stepState
 * @param {AbortSignal} signal stops listening
 */
export function listenForKeys(stepState, signal) {
  const keys = {
    ArrowLeft: () => stepState.step(stepState.index - 1),
    ArrowRight: () => stepState.step(stepState.index + 1),
    Home: () => stepState.step(0),
    End: () => stepState.step(stepState.count - 1),
    ' ': () => stepState.toggle(),
  };
  const onKey = (event) => {
    const action = keys[event.key];
    if (!action || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const { target } = event;
    if (stepState.count === 0) return;
    if (target.closest('input, select, textarea')) return;
    if (event.key === ' ' && target.closest('button, a, summary')) return;
    // in the panel these keys scroll
    if (/Home|End| /.test(event.key) && target.closest('aside')) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', onKey, { signal });
}
