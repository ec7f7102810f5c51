/* The controls of all pages as templates: native elements, each with a label. Pages render them with
 * lit-html, so the controls always show the current state. */
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';

/** A number with fixed digits, never -0. */
export const format = (x, digits = 3) =>
  (Math.abs(x) < 0.5 * 10 ** -digits ? 0 : x).toFixed(digits);

/** A list of such numbers. */
export const formatList = (v, digits = 3) => Array.from(v, (x) => format(x, digits)).join(', ');

/**
 * @param {{ id: string, label: string, value: number, low: number, high: number, step?: number,
 *   unit?: string, digits?: number, text?: string, disabled?: boolean, onInput: (value: number) => void }} options
 * text: shown in place of the value, for example if the slider is logarithmic
 */
export function slider({ id, label, value, low, high, step = 0.01, unit = '', ...rest }) {
  const digits = rest.digits ?? (step >= 1 ? 0 : 2);
  return html`<div class="row">
    <label for=${id}>${label}</label>
    <input
      type="range"
      id=${id}
      min=${low}
      max=${high}
      step=${step}
      .value=${live(String(value))}
      aria-valuetext=${rest.text ?? nothing}
      ?disabled=${rest.disabled}
      @input=${(event) => rest.onInput(Number(event.target.value))}
    />
    <output for=${id}>${rest.text ?? `${format(value, digits)}${unit}`}</output>
  </div>`;
}

/**
 * @param {{ id: string, label: string, value: string, onChange: (value: string) => void,
 *   options: { value: string, label: string, group?: string }[], wide?: boolean }} options
 * wide: the select takes the whole row, and only screen readers get the label
 */
export function choice({ id, label, value, options, onChange, wide = false }) {
  const groups = [...new Set(options.map(({ group }) => group))];
  // not by the value of the select: lit-html would set it before the options exist
  const option = (o) =>
    html`<option value=${o.value} .selected=${live(o.value === value)}>${o.label}</option>`;
  const list = groups.map((group) => {
    const members = options.filter((o) => o.group === group).map(option);
    return group ? html`<optgroup label=${group}>${members}</optgroup>` : members;
  });
  const select = html`<select
    id=${id}
    aria-label=${wide ? label : nothing}
    @change=${(event) => onChange(event.target.value)}
  >
    ${list}
  </select>`;
  if (wide) return select;
  return html`<div class="row choice"><label for=${id}>${label}</label>${select}</div>`;
}

/** @param {{ id: string, label: unknown, value: boolean, onChange: (value: boolean) => void }} options */
export function toggle({ id, label, value, onChange }) {
  return html`<label class="toggle" for=${id}>
    <input
      type="checkbox"
      id=${id}
      .checked=${live(value)}
      @change=${(event) => onChange(event.target.checked)}
    />
    <span>${label}</span>
  </label>`;
}

/**
 * @param {string} label purpose of the group
 * @param {{ id: string, label: unknown, name?: string, pressed?: boolean, disabled?: boolean,
 *   onClick: () => void }[]} list name: the accessible name if the label is a symbol; pressed: the state of a
 *   toggle button
 */
export function buttons(label, list) {
  return html`<div class="buttons" role="group" aria-label=${label}>
    ${list.map(
      (b) =>
        html`<button
          type="button"
          id=${b.id}
          aria-label=${b.name ?? nothing}
          title=${b.name ?? nothing}
          aria-pressed=${b.pressed === undefined ? nothing : String(b.pressed)}
          ?disabled=${b.disabled}
          @click=${b.onClick}
        >
          ${b.label}
        </button>`,
    )}
  </div>`;
}

/**
 * A list of numbers with labels.
 * @param {{ id: string, label: string, value: unknown, title?: string }[]} list
 */
export function readout(list) {
  return html`<dl>
    ${list.map(
      ({ id, label, value, title }) =>
        html`<dt title=${title ?? nothing}>${label}</dt>
          <dd><output id=${id}>${value}</output></dd>`,
    )}
  </dl>`;
}

/** A part of the panel with a heading. */
export const section = (title, ...content) =>
  html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`;

/** A part of the panel that starts closed and can be opened. */
export const folded = (title, ...content) =>
  html`<details>
    <summary>${title}</summary>
    ${content}
  </details>`;
