/* The controls of both shapes, from the table of kinds. */
import { KINDS, MARGIN } from './kinds.js';

const NAMES = { a: 'Shape A', b: 'Shape B' };

/** Makes an element with attributes and children. */
function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function slider(id, { label, low, high }, value, onInput) {
  const input = element('input', { type: 'range', id, min: low, max: high, step: 0.01 });
  input.value = value;
  const output = element('output', { for: id }, Number(value).toFixed(2));
  input.addEventListener('input', () => {
    output.value = Number(input.value).toFixed(2);
    onInput(Number(input.value));
  });
  return element('div', { class: 'row' }, element('label', { for: id }, label), input, output);
}

/**
 * @param {HTMLElement} root
 * @param {object} state as in state.js
 * @param {(which: 'a' | 'b') => void} onChange after a shape of the state has changed
 */
export function buildPanel(root, state, onChange) {
  root.replaceChildren(...Object.keys(NAMES).map((which) => fieldset(which, state, onChange)));
}

function fieldset(which, state, onChange) {
  const choice = state[which];
  const select = element('select', { id: `${which}-kind`, 'aria-label': `${NAMES[which]}: kind` });
  for (const [kind, { label }] of Object.entries(KINDS)) {
    select.append(element('option', { value: kind }, label));
  }
  if (choice.scan) select.append(element('option', { value: 'scan' }, `Scan: ${choice.scan.name}`));
  select.value = choice.scan ? 'scan' : choice.kind;

  const rows = element('div', {});
  const showRows = () => {
    const parameters = choice.scan
      ? [{ label: 'size', low: 0.3, high: 2 }]
      : KINDS[choice.kind].parameters;
    rows.replaceChildren(
      ...parameters.map((parameter, i) =>
        slider(`${which}-${i}`, parameter, choice.values[i], (value) => {
          choice.values[i] = value;
          onChange(which);
        }),
      ),
      slider(`${which}-margin`, MARGIN, choice.margin, (value) => {
        choice.margin = value;
        onChange(which);
      }),
    );
  };
  select.addEventListener('change', () => {
    if (select.value === 'scan') return;
    choice.scan = null;
    choice.kind = select.value;
    choice.values = KINDS[choice.kind].parameters.map(({ start }) => start);
    showRows();
    onChange(which);
  });
  showRows();
  return element('fieldset', { class: which }, element('legend', {}, NAMES[which]), select, rows);
}
