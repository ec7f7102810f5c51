/* The controls of one shape, and the buttons that choose what the handles in the picture do. All pages
 * with shapes share them. */
import { html, nothing } from 'lit-html';
import { buttons, choice, slider } from './controls.js';
import { letter } from './numbers.js';

/**
 * Controls for the type, the parameters and the margin of a shape. With more than two shapes, also for
 * its role in the measured pair.
 * @param {object} view
 * @param {{ type: string, values: number[], margin: number }} view.body
 * @param {number} view.i index of the shape
 * @param {number[]} view.pair indices of the two measured shapes
 * @param {boolean} view.many whether there are more than two shapes
 * @param {{ value: string, label: string, group?: string }[]} view.types
 * @param {{ label: string, low: number, high: number, step?: number }[]} view.parameters
 * @param {{ label: string, low: number, high: number }} view.margin
 * @param {unknown} [view.more] more controls, from the page
 * @param {Record<string, Function>} act type(i, type), parameter(i, j, x), margin(i, x); with more than
 *   two shapes also pair(side, i) and remove(i)
 */
export function bodyControls({ body, i, pair, many, types, parameters, margin, more }, act) {
  const side = pair.indexOf(i);
  return html`<fieldset>
    <legend style=${side < 0 ? '' : `color: var(--${'ab'[side]})`}>Shape ${letter(i)}</legend>
    ${choice({
      id: `shape-type-${i}`,
      label: `Type of shape ${letter(i)}`,
      value: body.type,
      options: types,
      wide: true,
      onChange: (type) => act.type(i, type),
    })}
    ${parameters.map((parameter, j) =>
      slider({
        ...parameter,
        id: `parameter-${i}-${j}`,
        value: body.values[j],
        onInput: (x) => act.parameter(i, j, x),
      }),
    )}
    ${slider({
      ...margin,
      id: `margin-${i}`,
      value: body.margin,
      onInput: (x) => act.margin(i, x),
    })}
    ${more ?? nothing} ${many ? roleButtons(i, side, act) : nothing}
  </fieldset>`;
}

function roleButtons(i, side, act) {
  const as = (k, label) => ({
    id: `as-${'ab'[k]}-${i}`,
    label,
    pressed: side === k,
    onClick: () => act.pair(k, i),
  });
  const remove = {
    id: `remove-${i}`,
    label: '✕',
    name: `Remove shape ${letter(i)}`,
    onClick: () => act.remove(i),
  };
  return html`<p></p>
    ${buttons(`Shape ${letter(i)}`, [as(0, 'Measure from'), as(1, 'Measure to'), remove])}`;
}

/**
 * @param {string} mode of the handles: translate or rotate
 * @param {(mode: string) => void} onMode
 */
export function handleModes(mode, onMode) {
  const one = (key, label) => ({
    id: `mode-${key}`,
    label,
    pressed: mode === key,
    onClick: () => onMode(key),
  });
  return buttons('What the handles do', [one('translate', 'Move'), one('rotate', 'Turn')]);
}
